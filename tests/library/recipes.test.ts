import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guide = readFileSync(new URL("../../docs/using.md", import.meta.url), "utf8");

/** The recipes of the guide: a heading, a script, and what the script says that it prints. */
const recipes = [...guide.matchAll(/^### (.+)$[^#]*?```js\n([\s\S]*?)```/gm)].map(
  ([, title = "", script = ""]) => ({
    title,
    script,
    prints: [...script.matchAll(/\/\/ -> (.+)$/gm)].map(([, line]) => line),
  }),
);

test("there are ten", () => {
  expect(recipes.length).toBe(10);
});

test.each(recipes)("$title", async ({ script, prints }) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: root },
  );
  expect(prints.length).toBeGreaterThan(0);
  expect(stdout.trim().split("\n")).toEqual(prints);
});
