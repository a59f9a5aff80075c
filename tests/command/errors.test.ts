import { readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, newFolder, program, run, shell, words } from "./program.js";

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
  writeFileSync(folder.file("words.csv"), "1,2\n3,four\n");
  writeFileSync(folder.file("few.csv"), "1,2\n3,4\n");
  writeFileSync(folder.file("zero.csv"), "0,0\n0,0\n0,0\n");
  writeFileSync(folder.file("broken.json"), "{");
});
afterAll(() => folder.remove());

/** One line on standard error, nothing on standard output. */
async function refuses(args: readonly string[], exitCode: number, message: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run(args, folder.path);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^matrix-memory( capacity| merge)?: [^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect(code).toBe(exitCode);
}

describe("a wrong command line", () => {
  test.concurrent.each([
    ["", /no command is given, expected capacity, merge, --help or --version/],
    ["measure", /"measure" is no command, expected capacity/],
    ["toString", /"toString" is no command/],
    ["--trials 3", /"--trials" is no command/],
    ["merge", /no file is given/],
    ["merge a.json --seed 3", /--seed is no option, expected one of --format, --output, --help/],
  ])("%s", async (line, message) => {
    await refuses(words(line), 2, message);
  });

  const good = "--key-dim 2 --pairs 3 --trials 4";
  test.concurrent.each([
    // Words.
    ["", /--key-dim is missing, expected a whole number of at least 1/],
    ["--key-dim 2 --trials 4", /--pairs is missing/],
    ["--key-dim 2 --pairs 3", /--trials is missing/],
    ["--key-dim", /--key-dim has no value, expected --key-dim d/],
    ["--key-dim --pairs 3", /--key-dim has no value/],
    [`${good} --key-dim 2`, /--key-dim is given twice/],
    [`${good} --colour red`, /--colour is no option, expected one of --key-dim, --pairs,/],
    [`${good} --keyDim 2`, /--keyDim is no option/],
    [`${good} -x`, /-x is no option/],
    [`${good} more`, /"more" is no option/],
    [`${good} --help=3`, /--help is no option|--help/],
    // Numbers.
    ["--key-dim two --pairs 3 --trials 4", /--key-dim is "two", expected a number/],
    ["--key-dim= --pairs 3 --trials 4", /--key-dim is "", expected a number/],
    ["--key-dim 0x10 --pairs 3 --trials 4", /--key-dim is "0x10", expected a number/],
    ["--key-dim 0 --pairs 3 --trials 4", /--key-dim is 0, expected a whole number of at least 1/],
    ["--key-dim 2.5 --pairs 3 --trials 4", /--key-dim is 2.5, expected a whole number/],
    [`${good} --value-dim -1`, /--value-dim is -1, expected a whole number/],
    ["--key-dim 2 --pairs 3 --trials 0", /--trials is 0, expected a whole number/],
    [`${good} --seed 1e20`, /--seed is 1\d+, expected a whole number in 0 \.\. 9007199254740991/],
    [`${good} --first-trial 9007199254740991`, /--first-trial \+ --trials is 90071992547409/],
    [`${good} --query-noise -1`, /--query-noise is -1, expected a number of at least 0/],
    [`${good} --workers 0`, /--workers is 0, expected a whole number in 1 \.\. 256/],
    [`${good} --workers 257`, /--workers is 257, expected/],
    // Pairs.
    ["--key-dim 2 --trials 4 --pairs 0", /--pairs is 0, expected/],
    ["--key-dim 2 --trials 4 --pairs 3,", /--pairs is "3,", expected a number, or a list/],
    ["--key-dim 2 --trials 4 --pairs 3,x", /--pairs is "3,x", expected/],
    ["--key-dim 2 --trials 4 --pairs 1:2:3:4", /--pairs is "1:2:3:4", expected/],
    ["--key-dim 2 --trials 4 --pairs 9:3", /--pairs is "9:3", expected .* smaller/],
    ["--key-dim 2 --trials 4 --pairs 1:9:0", /--pairs is "1:9:0", expected/],
    ["--key-dim 2 --trials 4 --pairs 1:1e9", /--pairs is "1:1e9", expected .* at most 1048576/],
    ["--key-dim 2 --trials 4 --pairs 1,3,2", /--pairs: entry 3 is 2, expected more than 3/],
    ["--key-dim 2 --trials 4 --pairs 1,2.5", /--pairs: entry 2 is 2.5, expected a whole number/],
    // Memories.
    [`${good} --memories lstm`, /--memories: entry 1 is "lstm", expected "additive", "decay"/],
    [`${good} --memories additive,`, /--memories: entry 2 is "", expected/],
    [
      `${good} --memories delta:beta`,
      /--memories is "delta:beta", expected a name, or a name with/,
    ],
    [`${good} --memories delta:beta=3`, /entry 1: rule.beta is 3, expected a number in 0 \.\. 2/],
    [`${good} --memories delta:beta=x`, /entry 1: rule.beta is "x", expected a number/],
    [`${good} --memories delta:betta=1`, /entry 1: rule has no "betta", expected "name", "beta"/],
    [`${good} --memories mesa:ridge=2`, /entry 1: rule.name is "mesa", expected one of "additive"/],
    [`${good} --memories delta:read=aloud`, /entry 1: read is "aloud", expected one of/],
    [`${good} --memories hopfield`, /--memories: entry 1 is hopfield/],
    [`${good} --memories []`, /--memories is empty/],
    [`${good} --memories {`, /--memories is no JSON/],
    [`${good} --memories broken.json`, /--memories is no JSON/],
    [`${good} --memories [3]`, /--memories: entry 1 is 3, expected a preset or memory options/],
    // Keys.
    [`${good} --keys cube`, /--keys is "cube", expected sphere, sparse/],
    [`${good} --keys sphere:active=1`, /--keys|options/],
    [`${good} --keys sparse`, /--keys: active is missing, expected a whole number in 1 \.\. 2/],
    [`${good} --keys sparse:active=3`, /--keys: active is 3, expected/],
    [`${good} --keys sparse:active=1:sign=true`, /--keys has no "sign"/],
    [`${good} --keys correlated:cosine=2`, /--keys: cosine is 2, expected a number in 0 \.\. 1/],
    [`${good} --keys rows:few.csv`, /--keys: rows has 2 rows, expected at least 3/],
    [`${good} --keys rows:words.csv`, /--keys: words.csv, line 2 has "four", expected numbers/],
    [`${good} --keys rows:broken.json`, /--keys is no JSON/],
    // The rest.
    [`${good} --metric best`, /--metric is "best", expected one of "squared-error", "top-1"/],
    [`${good} --against time`, /--against is "time", expected one of "pairs", "age"/],
    [`${good} --format xml`, /--format is "xml", expected csv or json/],
    [`${good} --output .`, /--output is "\.", expected a file/],
    [
      "--key-dim 30000 --pairs 20000 --trials 1",
      /--key-dim 30000, --value-dim 30000 and --pairs 20000 would take at least 21.6 GB/,
    ],
  ])("capacity %s", async (line, message) => {
    await refuses(["capacity", ...words(line)], 2, message);
  });
});

describe("what fails", () => {
  const good = "--key-dim 2 --pairs 3 --trials 4";
  test.concurrent.each([
    [`${good} --memories none.json`, /--memories: none.json cannot be read: ENOENT/],
    [`${good} --keys rows:none.csv`, /--keys: none.csv cannot be read: ENOENT/],
    [`${good} --output none/curve.csv`, /--output: none\/curve.csv cannot be written: ENOENT/],
    [
      "--key-dim 2 --pairs 3 --trials 4 --keys rows:zero.csv --memories additive:normalise=unit",
      /row 0/,
    ],
  ])("capacity %s", async (line, message) => {
    await refuses(["capacity", ...words(line)], 1, message);
  });

  test("leaves no file, old files as they were", async () => {
    const before = readdirSync(folder.path);
    const line = "capacity --key-dim 2 --pairs 3 --trials 4 --keys rows:zero.csv --output few.csv";
    await refuses([...words(line), "--memories", "additive:normalise=unit"], 1, /row 0/);
    expect(readdirSync(folder.path)).toEqual(before);
  });

  test("writing to a full device", async () => {
    const { code, stderr } = await shell(
      `${process.execPath} ${program} capacity ${good} > /dev/full`,
    );
    expect(stderr).toMatch(/^matrix-memory capacity: standard output cannot be written: ENOSPC/);
    expect(code).toBe(1);
    await refuses(
      words(`capacity ${good} --output /dev/full`),
      1,
      /--output: \/dev\/full .*ENOSPC/,
    );
  });
});

test("a reader that has read enough ends it quietly", async () => {
  // More than a pipe holds.
  const many = `${process.execPath} ${program} capacity --key-dim 1 --pairs 5000 --trials 1`;
  const read = await shell(`set -o pipefail; ${many} | head -n 1`);
  expect(read).toMatchObject({ code: 0, stderr: "" });
  expect(read.stdout).toMatch(/^memory,n,.*\n$/);
  expect(await shell(`set -o pipefail; ${many} | true`)).toMatchObject({ code: 0, stderr: "" });
});
