import { defineFigureElement, type MatrixMemoryFigure } from "../element/figure-element.js";
import { attributeName } from "../figures/parameters.js";

/** What `view(figure("one-pair"))` gives to other cells: the element's state, again at every change. */
export interface FigureView extends MatrixMemoryFigure {
  readonly value: unknown;
}

/**
 * The figure of that id as an element to display. Options are the element's attributes: its parameters (a vector is
 * written as an array), `number` and `loading`.
 */
export function figure(id: string, options: Readonly<Record<string, unknown>> = {}): FigureView {
  defineFigureElement();
  const element = document.createElement("matrix-memory-figure") as MatrixMemoryFigure;
  element.setAttribute("figure", id);
  for (const [name, value] of Object.entries(options)) {
    element.setAttribute(
      attributeName(name),
      Array.isArray(value) ? value.join(" ") : String(value),
    );
  }
  const announce = () => element.dispatchEvent(new Event("input"));
  element.addEventListener("mm-input", announce);
  element.ready.then(announce, () => undefined);
  return Object.defineProperty(element, "value", {
    get: () => currentState(element),
  }) as FigureView;
}

/** Nothing until the figure is drawn: cells that use the value wait for it. */
function currentState(element: MatrixMemoryFigure): unknown {
  return element.isDrawn ? element.state : undefined;
}
