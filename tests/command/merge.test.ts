import { readFileSync, writeFileSync } from "node:fs";
import { type CapacityCurve, load } from "matrix-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, newFolder, run, words } from "./program.js";

const { capacity } = await load();
const experiment = { keyDim: 5, valueDim: 3, pairs: 12, seed: 4 };
const common = words("capacity --key-dim 5 --value-dim 3 --pairs 12 --seed 4");
let folder: Folder;

const text = (name: string): string => readFileSync(folder.file(name), "utf8");

async function shard(name: string, line: string): Promise<void> {
  const { code, stderr } = await run([...common, ...words(line), "--output", name], folder.path);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
}

beforeAll(async () => {
  folder = newFolder();
  await shard("a.json", "--trials 7");
  await shard("b.json", "--first-trial 7 --trials 1");
  await shard("c.json", "--first-trial 8 --trials 12");
  await shard("whole.json", "--trials 20");
  await shard("top.json", "--first-trial 7 --trials 1 --metric top-1");
  await shard("table.csv", "--trials 2");
});
afterAll(() => folder.remove());

describe("merge", () => {
  test.concurrent.each(["a.json b.json c.json", "c.json a.json b.json"])(
    "%s: the bits of the whole run",
    async (files) => {
      const merged = await run(["merge", ...words(files), "--format", "json"], folder.path);
      expect(merged).toMatchObject({ code: 0, stderr: "", stdout: text("whole.json") });
      const whole = await capacity({ ...experiment, trials: 20 });
      expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(JSON.stringify(whole)));
    },
  );

  test("prints CSV by default, and writes files", async () => {
    const csv = await run([...common, "--trials", "20"]);
    const merged = await run(words("merge a.json b.json c.json"), folder.path);
    expect(merged).toMatchObject({ code: 0, stderr: "", stdout: csv.stdout });
    await run(words("merge a.json b.json --output ab.json"), folder.path);
    await run(words("merge c.json ab.json --output all.json"), folder.path);
    expect(text("all.json")).toBe(text("whole.json"));
  });

  test("of one file is that file, also over itself", async () => {
    writeFileSync(folder.file("same.json"), text("a.json"));
    await run(words("merge same.json --output same.json"), folder.path);
    expect(text("same.json")).toBe(text("a.json"));
  });
});

describe("merge refuses, by the file's name,", () => {
  beforeAll(() => {
    const curve = JSON.parse(text("a.json")) as CapacityCurve;
    const write = (name: string, value: unknown): void =>
      writeFileSync(folder.file(name), JSON.stringify(value));
    write("array.json", [curve]);
    write("number.json", 3);
    write("object.json", { name: "consumer" });
    write("going-on.json", { ...curve, partial: null });
    write("damaged.json", { ...curve, partial: [1, 2, 3] });
    writeFileSync(folder.file("cut.json"), text("a.json").slice(0, 100));
  });

  test.concurrent.each([
    ["a.json c.json", /: c\.json begins at trial 8, expected 7: trials are missing/],
    ["c.json a.json", /: c\.json begins at trial 8, expected 7: trials are missing/],
    ["a.json a.json", /: a\.json begins at trial 0, expected 7: trials are counted twice/],
    ["whole.json b.json", /: b\.json begins at trial 7, expected 20: trials are counted twice/],
    ["a.json top.json", /: top\.json has other options than a\.json: metric/],
    ["a.json none.json", /: none\.json cannot be read: ENOENT/],
    ["a.json .", /: \. cannot be read: EISDIR/],
    ["a.json table.csv", /: table\.csv is no JSON, expected what capacity wrote/],
    ["a.json cut.json", /: cut\.json is no JSON/],
    ["array.json", /: array\.json: options is undefined, expected an object/],
    ["number.json", /: number\.json is 3, expected a curve/],
    ["a.json object.json", /: object\.json: options is undefined/],
    ["going-on.json", /: going-on\.json is of a run that goes on/],
    ["damaged.json", /damaged\.json|partial/],
  ])("%s", async (files, message) => {
    const { code, stdout, stderr } = await run(
      ["merge", ...words(files), "--output", "never.csv"],
      folder.path,
    );
    expect(stderr).toMatch(/^matrix-memory merge: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(() => text("never.csv")).toThrow();
  });
});
