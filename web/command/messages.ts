import { rules } from "./choices.js";

/** The library's options that are called otherwise here than there. */
const renamed = /\b(keyDim|valueDim|firstTrial|queryNoise)\b/g;

/** What the library says about options, in the names that they have on the command line. */
export function inOptionNames(message: string): string {
  return message
    .replace(/^capacity: /, "")
    .replace(/^memory (\d+)/, "memories[$1]")
    .replace(
      /^(memories|pairs)\[(\d+)\]/,
      (_, name, index) => `--${name}: entry ${Number(index) + 1}`,
    )
    .replace(/^(keys\.|(?=rows))/, "--keys: ")
    .replace(/(^|\+ |and )(pairs|trials|seed|memories|keys|metric|against|workers)\b/, "$1--$2")
    .replace(
      renamed,
      (name) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    .replace("is undefined", "is missing")
    .replace(
      /: preset is (".*?"), expected one of /,
      ` is $1, expected "additive", ${names(rules)}, `,
    );
}

const names = (each: readonly string[]): string => each.map((name) => `"${name}"`).join(", ");

/** What the library says about curves to merge, in the names of the files that they came from. */
export function inFileNames(message: string, files: readonly string[]): string {
  return message
    .replace(/^mergeCapacity: /, "")
    .replace(/parts\[(\d+)\]/g, (part, index) => files[Number(index)] ?? part);
}
