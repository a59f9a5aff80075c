/** A program that has the package's functions at hand, line by line. */
export function program(functions: readonly string[], lines: readonly string[]): string {
  const begin = [
    'import { load } from "matrix-memory";',
    "",
    `const { ${functions.join(", ")} } = await load();`,
  ];
  return `${[...begin, ...lines].join("\n")}\n`;
}

/** A number, a vector or several as a program has them, to the bit. */
export function literal(value: number | readonly (number | readonly number[])[]): string {
  return typeof value === "number" ? String(value) : `[${value.map(literal).join(", ")}]`;
}
