import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { type CapacityCurve, type CapacityOptions, load } from "matrix-memory";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Folder, newFolder, program, run, shell, words } from "./program.js";

const { capacity, version } = await load();

/** A folder for this test alone. Not for concurrent tests, of which Vitest cannot say which one asks. */
function ownFolder(): Folder {
  const folder = newFolder();
  onTestFinished(folder.remove);
  return folder;
}

const small = words("--key-dim 6 --pairs 14 --trials 40");

/** The curve that the program prints as JSON. */
async function printed(args: readonly string[], cwd?: string): Promise<CapacityCurve> {
  const { code, stdout, stderr } = await run(["capacity", ...args, "--format", "json"], cwd);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout) as CapacityCurve;
}

const asJSON = (curve: CapacityCurve): unknown => JSON.parse(JSON.stringify(curve));

describe("the options are the library's", () => {
  test.concurrent.each<[string, Partial<CapacityOptions>]>([
    ["", {}],
    ["--value-dim 3 --seed 9 --first-trial 5 --workers 1", { valueDim: 3, seed: 9, firstTrial: 5 }],
    ["--seed 9007199254740991 --query-noise .5", { seed: 2 ** 53 - 1, queryNoise: 0.5 }],
    ["--metric top-1", { metric: "top-1" }],
    ["--against age --memories delta", { against: "age", memories: [{ rule: "delta" }] }],
    ["--keys sphere", { keys: "sphere" }],
    ["--keys sparse:active=2", { keys: { name: "sparse", active: 2 } }],
    ["--keys sparse:active=2:signed=false", { keys: { name: "sparse", active: 2, signed: false } }],
    ["--keys correlated:cosine=.2", { keys: { name: "correlated", cosine: 0.2 } }],
    ["--memories additive", { memories: ["additive"] }],
    ["--memories mesa,delta-net", { memories: ["mesa", "delta-net"] }],
    ["--memories delta,cache", { memories: [{ rule: "delta" }, { rule: "cache" }] }],
    [
      "--memories delta:beta=0.5,gated-delta:decay=.9:beta=.5,least-squares:ridge=1e-1",
      {
        memories: [
          { rule: { name: "delta", beta: 0.5 } },
          { rule: { name: "gated-delta", decay: 0.9, beta: 0.5 } },
          { rule: { name: "least-squares", ridge: 0.1 } },
        ],
      },
    ],
    [
      "--memories delta:beta=1:normalise=unit:features=dpfp:precision=half,cache:read=softmax",
      {
        memories: [
          {
            rule: { name: "delta", beta: 1 },
            normalise: "unit",
            features: "dpfp",
            precision: "half",
          },
          { rule: "cache", read: "softmax" },
        ],
      },
    ],
    [
      '--memories ["mesa",{"rule":"cache","read":{"name":"softmax","topK":2}}]',
      { memories: ["mesa", { rule: "cache", read: { name: "softmax", topK: 2 } }] },
    ],
    ['--memories {"precision":"single"}', { memories: [{ precision: "single" }] }],
  ])("%s", async (line, options) => {
    const expected = await capacity({ keyDim: 6, pairs: 14, trials: 40, ...options });
    expect(await printed([...small, ...words(line)])).toEqual(asJSON(expected));
  });

  test.concurrent.each<[string, CapacityOptions["pairs"]]>([
    ["5", 5],
    ["5:5", [5]],
    ["1,2,4,8", [1, 2, 4, 8]],
    ["3:6", [3, 4, 5, 6]],
    ["4:14:4", [4, 8, 12]],
    ["1:3,6:14:4,15", [1, 2, 3, 6, 10, 14, 15]],
  ])("--pairs %s", async (text, pairs) => {
    const curve = await printed([...words("--key-dim 3 --trials 2 --pairs"), text]);
    expect(curve).toEqual(asJSON(await capacity({ keyDim: 3, trials: 2, pairs })));
  });

  test("memories in a file", async () => {
    const folder = ownFolder();
    writeFileSync(folder.file("memories.json"), '[{ "rule": "delta" }, "based"]');
    const expected = await capacity({
      keyDim: 6,
      pairs: 14,
      trials: 40,
      memories: [{ rule: "delta" }, "based"],
    });
    expect(await printed([...small, "--memories", "memories.json"], folder.path)).toEqual(
      asJSON(expected),
    );
  });

  test.each([
    ["rows.csv", "1,0,0\n0.5, -.25 ,1e-3\r\n\n0,0,1\n"],
    ["rows.txt", "1 0 0\n0.5\t-.25 1e-3\n0 0 1"],
    ["rows.json", "[[1, 0, 0], [0.5, -0.25, 0.001], [0, 0, 1]]"],
  ])("keys in %s", async (name, text) => {
    const folder = ownFolder();
    writeFileSync(folder.file(name), text);
    const rows = [
      [1, 0, 0],
      [0.5, -0.25, 0.001],
      [0, 0, 1],
    ];
    const expected = await capacity({
      keyDim: 3,
      pairs: 3,
      trials: 9,
      keys: { name: "rows", rows },
    });
    const args = words(`--key-dim 3 --pairs 3 --trials 9 --keys rows:${name}`);
    expect(await printed(args, folder.path)).toEqual(asJSON(expected));
  });
});

describe("CSV", () => {
  const header = "memory,n,mean,standard_error,theory,state_bytes";

  test("is the default: a line for each memory and n, every number in full", async () => {
    const { code, stdout, stderr } = await run(["capacity", ...small]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { memories, pairs } = await capacity({ keyDim: 6, pairs: 14, trials: 40 });
    const [first, ...lines] = stdout.trimEnd().split("\n");
    expect(first).toBe(header);
    const read = lines.map((line) => {
      const [name, ...numbers] = line.split(",");
      return [name, ...numbers.map(Number)];
    });
    expect(read).toEqual(
      memories.flatMap(({ name, mean, standardError, theory, stateBytes }) =>
        pairs.map((n, i) => [name, n, mean[i], standardError[i], theory?.[i], stateBytes[i]]),
      ),
    );
  });

  test("has a column of ages, against age", async () => {
    const { stdout } = await run(["capacity", ...small, "--against", "age"]);
    const { memories } = await capacity({ keyDim: 6, pairs: 14, trials: 40, against: "age" });
    const [first, ...lines] = stdout.trimEnd().split("\n");
    expect(first).toBe("memory,n,age,mean,standard_error,theory,state_bytes");
    expect(lines).toEqual(
      memories.flatMap(({ name, mean, standardError, theory, stateBytes }) =>
        mean.map((each, age) =>
          [name, 14, age, each, standardError[age], theory?.[age], stateBytes[0]].join(","),
        ),
      ),
    );
  });

  test("leaves out what does not exist, and quotes names with commas", async () => {
    const line = "capacity --key-dim 2 --pairs 3:3 --trials 1 --memories delta,delta:beta=.5,based";
    const { stdout } = await run(words(line));
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBe(4);
    expect(lines[1]).toMatch(/^"delta \(beta 1, double\)",3,[\d.e-]+,,[\d.e-]+,32$/);
    expect(lines[3]).toMatch(/^based,3,[\d.e-]+,,,\d+$/);
  });
});

describe("a file", () => {
  test("has what would have been printed, and nothing is left beside it", async () => {
    const folder = ownFolder();
    const print = await run(["capacity", ...small]);
    const write = await run(["capacity", ...small, "--output", "curve.csv"], folder.path);
    expect(write).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    expect(readFileSync(folder.file("curve.csv"), "utf8")).toBe(print.stdout);
    expect(readdirSync(folder.path)).toEqual(["curve.csv"]);
  });

  test("is JSON where its name says so, unless the format is given", async () => {
    const folder = ownFolder();
    await run(["capacity", ...small, "--output", "curve.json"], folder.path);
    await run(["capacity", ...small, "--output", "csv.json", "--format", "csv"], folder.path);
    expect(JSON.parse(readFileSync(folder.file("curve.json"), "utf8")).trials).toBe(40);
    expect(readFileSync(folder.file("csv.json"), "utf8")).toMatch(/^memory,n,/);
  });

  test("replaces an older one, behind a link too", async () => {
    const folder = ownFolder();
    mkdirSync(folder.file("kept"));
    writeFileSync(folder.file("kept/curve.csv"), "old");
    symlinkSync("kept/curve.csv", folder.file("link.csv"));
    await run(["capacity", ...small, "--output", "link.csv"], folder.path);
    expect(readFileSync(folder.file("kept/curve.csv"), "utf8")).toMatch(/^memory,n,/);
    expect(readdirSync(folder.path).sort()).toEqual(["kept", "link.csv"]);
  });

  test("that is a pipe or a device stays one", async () => {
    const line = `${process.execPath} ${program} capacity ${small.join(" ")} --output`;
    expect(await shell(`${line} /dev/null`)).toMatchObject({ code: 0, stderr: "" });
    const piped = await shell(`${line} /dev/stdout | cat`);
    expect(piped.stderr).toBe("");
    expect(piped.stdout).toMatch(/^memory,n,/);
  });
});

describe("help", () => {
  test.concurrent.each([["--help"], ["-h"]])("%s names the commands", async (flag) => {
    const { code, stdout, stderr } = await run([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ {2}capacity .*\n {2}merge /m);
  });

  test.concurrent.each([
    ["capacity", ["key-dim", "value-dim", "pairs", "trials", "first-trial", "seed", "memories"]],
    [
      "capacity",
      ["keys", "query-noise", "metric", "against", "workers", "format", "output", "help"],
    ],
    ["merge", ["format", "output", "help"]],
  ])("of %s names its options, whatever else is said", async (command, names) => {
    const { code, stdout } = await run([command, "--nonsense", "-h"]);
    expect(code).toBe(0);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}--${name} `, "m"));
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("--version is the package's", async () => {
    const { stdout } = await run(["--version"]);
    expect(stdout).toBe(`${version}\n`);
    const packed = new URL("../../package.json", import.meta.url);
    expect(JSON.parse(readFileSync(packed, "utf8")).version).toBe(version);
  });
});
