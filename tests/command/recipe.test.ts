import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Packed, pack, project, run } from "../consumers/install.js";
import { shell, start, words } from "./program.js";

let packed: Packed;
let folder: string;
beforeAll(async () => {
  packed = await pack();
  folder = await project(packed);
}, 120_000);
afterAll(() => {
  for (const each of [dirname(packed.file), folder]) rmSync(each, { recursive: true, force: true });
});

describe("installed in an empty folder", () => {
  test("npx finds it", async () => {
    const line = "matrix-memory capacity --key-dim 4 --pairs 8 --trials 20 --workers 2";
    const said = await run("npx", words(line), folder);
    expect(said).toMatch(/^memory,n,mean,standard_error,theory,state_bytes\nadditive,1,/);
    expect(said.trimEnd().split("\n").length).toBe(17);
  });

  test("npx hands on its exit code, and what it says", async () => {
    const { code, stdout, stderr } = await shell("npx matrix-memory capacity --pairs 8", folder);
    expect(stderr).toMatch(/^matrix-memory capacity: --key-dim is missing/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("Ctrl-C stops it under npx too", async () => {
    const line =
      "matrix-memory capacity --key-dim 400 --pairs 800 --trials 1000000 --output curve.csv";
    const running = start("npx", words(line), folder);
    await later(3000);
    running.signalGroup("SIGINT");
    const { stdout } = await running.ended;
    expect(stdout).toBe("");
    // Nobody of the group is left, once the last has been buried.
    await vi.waitFor(() => expect(() => running.signalGroup(0)).toThrow(/ESRCH/), 10_000);
  });
});

test("the recipe of the guide: four shards merge to the bits of one run", async () => {
  const guide = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8");
  const recipe = /```sh\n(seq .*?)```/s.exec(guide)?.[1] ?? "";
  expect(recipe).toMatch(/parallel/);
  const { code, stderr } = await shell(`set -e\n${recipe}`, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const whole = join(folder, "whole.json");
  const { options } = JSON.parse(readFileSync(whole, "utf8"));
  expect(options).toMatchObject({ firstTrial: 0, trials: 1000 });
  const line = `capacity --key-dim ${options.keyDim} --pairs ${options.pairs} --trials 1000`;
  const single = await run("npx", ["matrix-memory", ...words(line), "--format", "json"], folder);
  expect(readFileSync(whole, "utf8")).toBe(single);
}, 180_000);
