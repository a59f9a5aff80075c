import type { Notebook } from "@observablehq/notebook-kit";

/*
 * A cell imports what this page gives to its cells from a file beside the page. In a notebook that is taken elsewhere it
 * does so by the file's whole address, so that Observable's own tools find it.
 */

const given = "import {check, figure, say} from ";
const beside = `${given}"./for-notebooks.js"`;
const elsewhere = /import \{check, figure, say\} from "https?:[^"]*\/for-notebooks\.js"/;

export const withAddress = (notebook: Notebook) =>
  rewritten(notebook, beside, `${given}"${new URL("for-notebooks.js", location.href)}"`);

export const withoutAddress = (notebook: Notebook) => rewritten(notebook, elsewhere, beside);

function rewritten(notebook: Notebook, from: string | RegExp, to: string): Notebook {
  const cells = notebook.cells.map((cell) => ({ ...cell, value: cell.value.replace(from, to) }));
  return { ...notebook, cells };
}
