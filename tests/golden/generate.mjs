// Writes the golden vectors beside this file: node tests/golden/generate.mjs
// Each comes by a route of its own, from the definition and in plain
// JavaScript, never from the library under test.

import { writeFileSync } from "node:fs";
import { goldenMemories } from "./memories.mjs";
import { goldenRandom } from "./random.mjs";

function write(name, content) {
  // A vector a line.
  const text = JSON.stringify(content, null, 1).replace(/\[[^[\]{}]*\]/g, (vector) =>
    vector.replace(/\s+/g, " "),
  );
  writeFileSync(new URL(name, import.meta.url), `${text}\n`);
}

write("random.json", {
  about:
    "First outputs of the generator by seed: trial 0, stream 0 (keys) but for valuesTrial7Bits (trial 7, stream 1). " +
    "Bits are single-precision patterns; the hash is FNV-1a, 64 bits, over the little-endian patterns of 10000 normals.",
  seeds: [1, 2, 9007199254740991].map(goldenRandom),
});

write("memories.json", {
  about:
    "Pairs, what a memory of them holds and what it reads, for every rule, feature map and read-out. Options as in the " +
    "library's memory(); keys, values and queries one vector a row; beta and decay are the gates of the one write. State " +
    "is valueDim x featureDim; a cache has weights instead, one row a query.",
  cases: goldenMemories(),
});
