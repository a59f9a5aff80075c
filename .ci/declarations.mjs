// The types of `matrix-memory/figures`: of all that the compiler declares, the files that the entry's types lead to, and
// beside them that of Snabbdom's nodes, since no user of the package has Snabbdom.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./shell.mjs";

const snabbdom = join(root, "node_modules/snabbdom/build");
const specifiers = /((?:from|import)\s*\(?\s*)"([^"]+)"/g;

/** Takes the declarations that `entry` (a path within `from`) needs to the folder `to`. */
export function takeDeclarations(from, entry, to) {
  rmSync(to, { recursive: true, force: true });
  const places = [
    { source: from, target: to },
    { source: snabbdom, target: join(to, "snabbdom") },
  ];
  const waiting = [join(from, entry)];
  const taken = new Set(waiting);
  for (const file of waiting) {
    const { source, target } = places.find(({ source }) => file.startsWith(source));
    const goal = join(target, relative(source, file));
    const text = readFileSync(file, "utf8").replaceAll(specifiers, (whole, before, name) => {
      const asked = declarationOf(name, file);
      if (asked === undefined) return whole;
      if (!taken.has(asked)) waiting.push(asked);
      taken.add(asked);
      return name === "snabbdom"
        ? `${before}"${towards(goal, join(to, "snabbdom/vnode.js"))}"`
        : whole;
    });
    mkdirSync(dirname(goal), { recursive: true });
    writeFileSync(goal, text);
  }
}

/** The file that a name stands for; nothing for the package itself. */
function declarationOf(name, file) {
  if (name === "matrix-memory") return undefined;
  const path = name === "snabbdom" ? join(snabbdom, "vnode.js") : resolve(dirname(file), name);
  const declaration = path.replace(/\.js$/, ".d.ts");
  if ((!name.startsWith(".") && name !== "snabbdom") || !existsSync(declaration))
    throw new Error(`${file} asks for ${name}, which the package's users do not have`);
  return declaration;
}

function towards(file, target) {
  const path = relative(dirname(file), target);
  return path.startsWith(".") ? path : `./${path}`;
}
