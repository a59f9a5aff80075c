import { isLit } from "../drawing/light.js";
import type { MatrixMemoryFigure } from "../element/figure-element.js";

/*
 * Terms of formulas and the parts of figures that they stand for light up together, within a section: whichever of them
 * the reader points at, or comes to with the keyboard. A formula that stands alone is one stop of the Tab key, and the
 * arrow keys go through its terms.
 */

const termSelector = "math [data-part]";

/** The figures that a term has lit. */
let lighting: readonly MatrixMemoryFigure[] = [];

export function joinFormulasToFigures(): void {
  document.addEventListener("pointerover", ({ target }) => {
    const term = (target as Element).closest(termSelector);
    if (term || lighting.length > 0) lightFrom(term);
  });
  document.addEventListener("mm-light", ({ target, detail }: CustomEventInit & Event) => {
    showTerms(sectionOf(target as Element), detail ?? undefined);
  });
  for (const formula of document.querySelectorAll<HTMLElement>("main .mm-formula")) {
    if (termsOf(formula).length > 0) makeReachable(formula);
  }
}

function lightFrom(term: Element | null): void {
  for (const figure of lighting) figure.light(undefined);
  lighting = [];
  if (!term) return;
  const cells = sectionOf(term);
  lighting = cells.flatMap((cell) => [
    ...cell.querySelectorAll<MatrixMemoryFigure>("matrix-memory-figure"),
  ]);
  for (const figure of lighting) figure.light(partOf(term));
}

function showTerms(cells: readonly Element[], lit: string | undefined): void {
  for (const cell of cells) {
    for (const term of cell.querySelectorAll(termSelector)) {
      const part = partOf(term);
      // What is lit may be one of those that a term speaks of, or all that a term is one of.
      const isIt = lit !== undefined && (isLit(part, lit) || isLit(lit, part));
      term.classList.toggle("mm-lit", isIt);
    }
  }
}

function makeReachable(formula: HTMLElement): void {
  formula.tabIndex = 0;
  formula.setAttribute("role", "group");
  formula.setAttribute("aria-label", "formula; arrow keys light its terms in the figure");
  let at = 0;
  const go = (to: number) => {
    const terms = termsOf(formula);
    at = (to + terms.length) % terms.length;
    lightFrom(terms[at] ?? null);
  };
  formula.addEventListener("focus", () => go(at));
  formula.addEventListener("blur", () => lightFrom(null));
  formula.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(at + step);
  });
}

function termsOf(formula: Element): Element[] {
  return [...formula.querySelectorAll("[data-part]")];
}

function partOf(term: Element): string {
  return term.getAttribute("data-part") ?? "";
}

/** The cells from one heading to the next. */
function sectionOf(inside: Element): Element[] {
  const cells = [...document.querySelectorAll(".mm-cell")];
  const here = cells.findIndex((cell) => cell.contains(inside));
  const begins = (cell: Element) => cell.querySelector("h2") !== null;
  const start = cells.findLastIndex((cell, i) => i <= here && begins(cell));
  const length = cells.slice(start + 1).findIndex(begins);
  return cells.slice(Math.max(0, start), length < 0 ? undefined : start + 1 + length);
}
