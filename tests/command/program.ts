import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program as it is built. */
export const program = fileURLToPath(new URL("../../dist/command/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs in a process group of its own, as one does that was started from a shell. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** What Ctrl-C does: the signal goes to the whole group. No signal, 0, only asks whether anybody is there. */
  signalGroup(signal: NodeJS.Signals | 0): void;
}

export function start(command: string, args: readonly string[], cwd?: string): Running {
  const child = spawn(command, args, { cwd, detached: true });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (data) => {
      said[name] += String(data);
    });
  }
  return {
    child,
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal, ...said }));
    }),
    signalGroup: (signal) => void process.kill(-(child.pid as number), signal),
  };
}

export function startProgram(args: readonly string[], cwd?: string): Running {
  return start(process.execPath, [program, ...args], cwd);
}

/** Runs the program with these words to its end. */
export function run(args: readonly string[], cwd?: string): Promise<Ended> {
  return startProgram(args, cwd).ended;
}

/** The same words for those who write them in one line; none of them has a blank in it. */
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** A line of a shell, run to its end. */
export function shell(line: string, cwd?: string): Promise<Ended> {
  return start("bash", ["-c", line], cwd).ended;
}

export interface Folder {
  readonly path: string;
  file(name: string): string;
  remove(): void;
}

export function newFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "matrix-memory-command-"));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
