import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What typedoc says of a name: enough of it to see which names are described. */
interface Described {
  name: string;
  kindString?: string;
  variant: string;
  comment?: unknown;
  signatures?: Described[];
  children?: Described[];
}

/** Members of interfaces and exported names that have no words of their own; inline shapes are described where they stand. */
function undescribed(entry: Described, path: string[] = []): string[] {
  const here = [...path, entry.name];
  const own = entry.comment ?? entry.signatures?.some(({ comment }) => comment);
  const inside = (entry.children ?? []).flatMap((child) => undescribed(child, here));
  return path.length === 0 || own ? inside : [here.slice(1).join("."), ...inside];
}

test("the reference builds without a warning, and every public name is described in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "matrix-memory-reference-"));
  const json = join(folder, "reference.json");
  try {
    const typedoc = join(root, "node_modules/.bin/typedoc");
    await promisify(execFile)(
      typedoc,
      ["--tsconfig", "tsconfig.library.json", "--json", json, "--out", join(folder, "html")],
      {
        cwd: root,
      },
    );
    const project = JSON.parse(readFileSync(json, "utf8")) as Described;
    expect(project.children?.map(({ name }) => name)).toContain("load");
    expect(undescribed(project)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
