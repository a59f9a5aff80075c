import { parseJavaScript, transpile } from "@observablehq/notebook-kit";
import type { CellDefinition } from "../cells.js";
import { instrument } from "./instrument.js";
import { loadModule } from "./modules.js";
import { createTurn } from "./turn.js";
import type { Cell } from "./work.js";

/** The kinds of cells that run here; a notebook may hold others, which are kept as they are. */
export const runnable: ReadonlySet<Cell["mode"]> = new Set(["js", "md", "html", "tex"]);

type Body = CellDefinition["body"];
type Factory = (turn: (line: number) => void, load: typeof loadModule) => Body;

/** A text that cannot run; `line` is where it goes wrong. */
export class CellError extends SyntaxError {
  constructor(
    message: string,
    readonly line: number | undefined,
  ) {
    super(message);
    this.name = "SyntaxError";
  }
}

/**
 * What a cell does, from its text: transpiled as Notebook Kit does when it builds a page, then guarded against loops
 * without an end, then imported as a module (so that no policy has to allow `eval`). Rejects with a CellError.
 */
export async function compile(cell: Cell, settled: () => void): Promise<CellDefinition> {
  if (!runnable.has(cell.mode)) {
    throw new CellError(`Cells of the kind ${cell.mode} do not run on this page.`, undefined);
  }
  const { body, inputs, outputs, output, ...display } = parsed(() =>
    transpile({ ...cell }, { resolveLocalImports: true }),
  );
  const lines = linesOf(cell, body);
  const guarded = instrument(body, { turn: "__turn", load: "__load" }, (at) =>
    lines(body.slice(0, at).split("\n").length),
  );
  const { factory, url } = await importText<Factory>(`(__turn, __load) => (${guarded})`);
  return {
    id: cell.id,
    body: factory(createTurn(), loadModule),
    inputs: inputs ?? [],
    outputs: outputs ?? [],
    output,
    display: cell.mode === "js",
    autodisplay: display.autodisplay ?? false,
    autoview: display.autoview ?? false,
    automutable: display.automutable ?? false,
    settled,
    lineOf: (error) => lineIn(error, url, lines),
  };
}

function parsed<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line } = (error as { loc?: { line: number } }).loc ?? {};
    const place = / \((\d+):\d+\)$/.exec(error.message);
    throw new CellError(
      place ? error.message.slice(0, place.index) : error.message,
      line ?? (place ? Number(place[1]) : undefined),
    );
  }
}

async function importText<Value>(text: string): Promise<{ factory: Value; url: string }> {
  const url = URL.createObjectURL(
    new Blob([`export default ${text};`], { type: "text/javascript" }),
  );
  try {
    const module: { default: Value } = await import(/* @vite-ignore */ url);
    return { factory: module.default, url };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Which line of a cell a line of its function is. The function holds the cell's lines in their order, without its import
 * declarations, between a head and a foot of its own; so lines are counted from the foot.
 */
function linesOf(cell: Cell, body: string): (line: number) => number {
  const kept = keptLines(cell);
  const foot = /(\nreturn \{[^\n]*\};)?(\n\))?\n\}$/.exec(body)?.[0] ?? "";
  const last = body.split("\n").length - (foot.split("\n").length - 1);
  return (line) =>
    kept[Math.min(Math.max(kept.length - 1 - (last - line), 0), kept.length - 1)] ?? 1;
}

function keptLines({ mode, value }: Cell): number[] {
  const lines = value.split("\n").map((_text, index) => index + 1);
  if (mode !== "js") return lines;
  const { body } = parseJavaScript(value);
  if (body.type !== "Program") return lines;
  const lineAt = (at: number) => value.slice(0, at).split("\n").length;
  for (const statement of body.body) {
    if (statement.type !== "ImportDeclaration") continue;
    for (let line = lineAt(statement.start); line <= lineAt(statement.end); line++) {
      lines.splice(lines.indexOf(line), 1);
    }
  }
  return lines;
}

/** The innermost place of the cell's own text that an error passed through. */
function lineIn(error: unknown, url: string, lines: (line: number) => number): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const at = stack.indexOf(`${url}:`);
  if (at < 0) return undefined;
  const line = Number.parseInt(stack.slice(at + url.length + 1), 10);
  return Number.isNaN(line) ? undefined : lines(line);
}
