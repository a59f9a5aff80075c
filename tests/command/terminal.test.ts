import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as later } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Folder, newFolder, program, type Running, run, start, words } from "./program.js";

let folder: Folder;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => folder.remove());

const matrixMemory = `${process.execPath} ${program}`;

/** A line of a shell in a terminal: script(1) makes one, and hands on what appears there. */
function inTerminal(line: string): Running {
  const mac = process.platform === "darwin";
  const args = mac ? ["-q", "/dev/null", "sh", "-c", line] : ["-qec", line, "/dev/null"];
  return start("script", args, folder.path);
}

/** Waits until something has appeared there. */
function appears(running: Running, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let seen = "";
    running.child.stdout.on("data", (data) => {
      seen += String(data);
      if (pattern.test(seen)) resolve();
    });
  });
}

/** What stays on the screen: what a bare return goes back over has been cleared. */
function screen(written: string): string {
  const clear = "\u001b[K";
  return written
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => (line.split("\r").at(-1) ?? "").replaceAll(clear, ""))
    .join("\n");
}

describe("progress", () => {
  const line = "capacity --key-dim 16 --pairs 32 --trials 2000";

  test("is a bar on a terminal, and gone in the end", async () => {
    const { code, stdout } = await inTerminal(`${matrixMemory} ${line} --output curve.csv`).ended;
    expect(code).toBe(0);
    const bars = [...stdout.matchAll(/\r *(\d+) % \[(#*)(-*)\] (\d+) of 2000 trials/g)];
    const done = bars.map(([, , , , trials]) => Number(trials));
    expect(done.length).toBeGreaterThan(1);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done[0]).toBe(0);
    expect(done.at(-1)).toBe(2000);
    for (const [, percent, full = "", empty = "", trials] of bars) {
      expect(Number(percent)).toBe(Math.floor(Number(trials) / 20));
      expect(full.length + empty.length).toBe(30);
    }
    expect(screen(stdout)).toBe("");
  });

  test("fits the terminal", async () => {
    const narrow = `stty cols 40; ${matrixMemory} ${line} --output curve.csv`;
    const { stdout } = await inTerminal(narrow).ended;
    const lines = stdout.split("\r").map((each) => each.replaceAll("\u001b[K", ""));
    expect(lines.some((each) => each.includes("2000 of 2000 trials"))).toBe(true);
    for (const each of lines) expect(each.length).toBeLessThan(40);
  });

  test("leaves only the result, where that is printed too", async () => {
    const { stdout } = await inTerminal(`${matrixMemory} ${line}`).ended;
    expect(screen(stdout)).toBe((await run(words(line))).stdout);
  });

  test("is not there without a terminal", async () => {
    const { stderr } = await run(words(line));
    expect(stderr).toBe("");
  });
});

/** Runs without end, of short trials or of one that takes longer than anyone would wait. */
const endless = [
  ["short trials", "capacity --key-dim 4 --pairs 8 --trials 1e12"],
  ["long trials", "capacity --key-dim 400 --pairs 800 --trials 10 --memories modern-hopfield"],
] as const;

describe("Ctrl-C", () => {
  test.each(endless)("stops within a second, nothing half printed (%s)", async (_, line) => {
    const running = inTerminal(`${matrixMemory} ${line} > printed.csv`);
    await appears(running, / of 1\d* trials/);
    await later(500);
    const began = performance.now();
    // The terminal sends the signal to all that runs in it.
    running.child.stdin.write("\x03");
    const { code, stdout } = await running.ended;
    // A second is promised; the rest is for a machine that does other things too.
    expect(performance.now() - began).toBeLessThan(3000);
    expect(code).toBe(130);
    expect(screen(stdout).replace("^C", "")).toBe("");
    expect(readFileSync(folder.file("printed.csv"), "utf8")).toBe("");
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s, as batch systems send it, leaves no file", async (signal, exitCode) => {
    // Node, so that SIGINT is not shut out, as it is for what a shell runs in the background.
    const watched = `process.stdout.write("pid " + require("node:child_process").spawn(
      ${JSON.stringify(process.execPath)},
      ${JSON.stringify([program, ...words(endless[1][1]), "--output", "curve.csv"])},
      { stdio: "inherit" },
    ).on("exit", (code) => console.log("code " + code)).pid + "\\n")`;
    const running = inTerminal(`${process.execPath} -e '${watched.replace(/\s+/g, " ")}'`);
    let seen = "";
    running.child.stdout.on("data", (data) => {
      seen += String(data);
    });
    await appears(running, / of 10 trials/);
    await later(500);
    process.kill(Number(/pid (\d+)/.exec(seen)?.[1]), signal);
    await running.ended;
    expect(seen).toMatch(new RegExp(`code ${exitCode}\\s*$`));
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
