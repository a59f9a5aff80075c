import {
  type Definition,
  type DisplayState,
  define as defineCell,
} from "observable:runtime/define.js";
import { Runtime } from "@observablehq/runtime";
import { load } from "matrix-memory";
import { defineFigureElement } from "../element/figure-element.js";
import { followLinks } from "../element/links.js";
import { figure } from "./figure.js";
import { tellMissingFigures } from "./missing-figures.js";

/**
 * What cells can name without importing it. Everything is bundled: Notebook Kit's own builtins would come from another
 * origin.
 */
const builtins = {
  core: () => load(),
  figure: () => figure,
};

/** Faces that only figures, formulas and cited titles use: they wait until the first figure has its share of the line. */
for (const event of ["mm-drawn", "mm-error"]) {
  document.addEventListener(event, () => void import("./late.css"), { once: true });
}

// The figures that the page was built with begin before their cells do.
followLinks();
defineFigureElement();
tellMissingFigures();

const main = new Runtime(builtins).module();

/** Called once a cell by the page that Notebook Kit's plugin writes. */
export function define(state: DisplayState, definition: Definition): void {
  defineCell(main, state, definition);
}
