import { defineFigureElement, type MatrixMemoryFigure } from "../element/figure-element.js";
import { initialState, type State } from "../element/state.js";
import { loadFigure } from "../figures/index.js";
import { whenCalm } from "./calm.js";
import { attributesOf, type FigureOptions } from "./figure-options.js";

/** What `view(figure("one-pair"))` gives to other cells: the element's state, again at every change. */
export interface FigureView extends MatrixMemoryFigure {
  readonly value: unknown;
}

/** The figure of that id as an element to display. */
export function figure(id: string, options: FigureOptions = {}): FigureView {
  defineFigureElement();
  const attributes = Object.entries({ figure: id, ...attributesOf(options) });
  const prepared = takePrepared(attributes);
  const element = (prepared?.element ?? createFigure(attributes)) as MatrixMemoryFigure;
  const state = () => prepared?.state ?? inTurn(() => loadState(id, options));
  return withValue(element, state);
}

function createFigure(attributes: readonly (readonly [string, string])[]): Element {
  const element = document.createElement("matrix-memory-figure");
  for (const [name, text] of attributes) element.setAttribute(name, text);
  return element;
}

/** The one that the page was built with, standing where the cell will put it and perhaps drawn already. */
function takePrepared(
  attributes: readonly (readonly [string, string])[],
): { readonly element: Element; readonly state: State } | undefined {
  const wanted = new Map(attributes);
  const alike = [...document.querySelectorAll("matrix-memory-figure[prepared]")].find((element) =>
    [...new Set([...wanted.keys(), ...element.getAttributeNames()])].every(
      (name) => ofPage.has(name) || element.getAttribute(name) === wanted.get(name),
    ),
  );
  if (!alike) return undefined;
  const state = JSON.parse(alike.getAttribute("prepared") ?? "");
  alike.removeAttribute("prepared");
  stayInPlace(alike);
  return { element: alike, state };
}

/**
 * Notebook Kit empties a cell before it displays a value in it, and a figure that leaves the page, be it for no time at
 * all, is styled and laid out anew and slips out of its reader's hand. So until this task is over the figure's cell looks
 * empty, and is told to append what it has.
 */
function stayInPlace(figure: Element): void {
  const cell = figure.parentElement as HTMLElement;
  const append = (value: Node) => {
    asItWas();
    if (value !== figure) cell.replaceChildren(value);
    return value;
  };
  const asItWas = () => {
    for (const name of ["lastChild", "appendChild"]) Reflect.deleteProperty(cell, name);
  };
  Object.defineProperties(cell, {
    lastChild: { value: null, configurable: true },
    appendChild: { value: append, configurable: true },
  });
  queueMicrotask(asItWas);
}

/** Attributes that no cell gives: a link to the figure makes it take the focus. */
const ofPage = new Set(["prepared", "tabindex"]);

/** Until the figure is drawn its value is the state that it will begin with, for cells that use it meanwhile. */
function withValue(element: MatrixMemoryFigure, first: () => State | Promise<State>): FigureView {
  let before: State | undefined;
  const announce = () => element.dispatchEvent(new Event("input"));
  element.addEventListener("mm-input", announce);
  element.ready.then(announce, () => undefined);
  void whenCalm()
    .then(() => (element.isDrawn ? undefined : first()))
    .then(
      (state) => {
        if (!state || element.isDrawn) return;
        before = state;
        announce();
      },
      // Its cell says what is wrong with it, when it is drawn.
      () => undefined,
    );
  return Object.defineProperty(element, "value", {
    get: () => (element.isDrawn ? element.state : before),
  }) as FigureView;
}

let last: Promise<unknown> = Promise.resolve();

/** One after another: together they would keep the page from its reader. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function loadState(id: string, options: FigureOptions): Promise<State> {
  const figure = await loadFigure(id);
  const given = Object.entries(options).filter(([name]) => Object.hasOwn(figure.parameters, name));
  return initialState(figure, Object.fromEntries(given));
}
