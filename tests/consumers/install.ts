import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The repository: the package as it is built, and the tools to build consumers with. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a program and gives what it prints; fails with all of that where the program does. */
export async function run(program: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 1e8 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`, { cause: error });
  }
}

export interface Packed {
  /** The tarball. */
  readonly file: string;
  /** What is in it. */
  readonly contents: readonly string[];
}

/** Packs the package as it would be published. */
export async function pack(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), "matrix-memory-pack-"));
  const said = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    root,
  );
  const [{ filename, files }] = JSON.parse(said) as [
    { filename: string; files: { path: string }[] },
  ];
  return { file: join(folder, filename), contents: files.map(({ path }) => path) };
}

/** A new project of these files with the tarball installed in it, and nothing from the network. */
export async function project(packed: Packed, files: Record<string, string> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "matrix-memory-consumer-"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await run("npm", ["install", packed.file, "--offline", "--no-audit", "--no-fund"], folder);
  return folder;
}
