import { type Node, Parser } from "acorn";
import { simple } from "acorn-walk";

export interface Names {
  /** Called with the line at every pass of a loop and every call of a function. */
  readonly turn: string;
  /** Called in place of `import()`. */
  readonly load: string;
}

/** What stands at a place of the text from now on, instead of so many of its characters. */
interface Edit {
  readonly at: number;
  readonly text: string;
  /** At one place what closes comes first, then what opens, then what is replaced. */
  readonly rank: "closes" | "opens" | "replaces";
}

const ranks = ["closes", "opens", "replaces"];
const replaced = "import";

interface WithBody extends Node {
  readonly body: Node;
}

/**
 * The same function, given as text, with a call at the head of every loop and every function in it, and every `import()`
 * made a call of ours. Lines stay where they are; `lineOf` says which of the cell's lines a place of the text belongs to.
 */
export function instrument(source: string, names: Names, lineOf: (at: number) => number): string {
  // A function alone is no program.
  const before = "(";
  const whole = `${before}${source})`;
  const edits: Edit[] = [];
  const call = ({ start }: Node) => `${names.turn}(${lineOf(start - before.length)})`;
  /** The guard before a block's first statement, or before a lone statement or expression, which it is put together with. */
  const guard = (node: Node, [opening, after, closing]: readonly [string, string, string]) => {
    const { body } = node as WithBody;
    if (body.type === "BlockStatement") {
      edits.push({ at: body.start + 1, text: `${call(body)};`, rank: "opens" });
      return;
    }
    edits.push({ at: body.start, text: `${opening}${call(body)}${after}`, rank: "opens" });
    edits.push({ at: body.end, text: closing, rank: "closes" });
  };
  const guardLoop = (node: Node) => guard(node, ["{", ";", "}"]);

  simple(Parser.parse(whole, { ecmaVersion: "latest", sourceType: "module" }), {
    WhileStatement: guardLoop,
    DoWhileStatement: guardLoop,
    ForStatement: guardLoop,
    ForInStatement: guardLoop,
    ForOfStatement: guardLoop,
    Function: (node) => guard(node, ["(", ",", ")"]),
    ImportExpression: ({ start }) => {
      edits.push({ at: start, text: names.load, rank: "replaces" });
    },
  });
  return apply(whole, edits).slice(before.length, -1);
}

function apply(source: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort(
    (a, b) => a.at - b.at || ranks.indexOf(a.rank) - ranks.indexOf(b.rank),
  );
  let result = "";
  let from = 0;
  for (const { at, text, rank } of inOrder) {
    result += source.slice(from, at) + text;
    from = rank === "replaces" ? at + replaced.length : at;
  }
  return result + source.slice(from);
}
