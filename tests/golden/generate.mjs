// Writes the golden vectors beside this file: node tests/golden/generate.mjs
// Each comes by a route of its own, from the definition and in plain
// JavaScript, never from the library under test.

import { writeFileSync } from "node:fs";
import { goldenRandom } from "./random.mjs";

function write(name, content) {
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(content, null, 1)}\n`);
}

write("random.json", {
  about:
    "First outputs of the generator by seed: trial 0, stream 0 (keys) but for valuesTrial7Bits (trial 7, stream 1). " +
    "Bits are single-precision patterns; the hash is FNV-1a, 64 bits, over the little-endian patterns of 10000 normals.",
  seeds: [1, 2, 9007199254740991].map(goldenRandom),
});
