import drawingStyles from "../drawing/drawing.css?inline";
import paletteStyles from "../drawing/palette.css?inline";
import type { AnyFigure, Drawing } from "../figures/index.js";
import { drawSVG } from "./view.js";
import type { Patch } from "./virtual-dom.js";

/** The drawing as an SVG file that stands alone and follows its reader's light or dark. */
export function exportDrawing(
  document: Document,
  patch: Patch,
  figure: AnyFigure,
  drawing: Drawing | undefined,
): string {
  if (!drawing) throw new Error("toSVG: nothing has been drawn yet");
  const place = document.createElement("div");
  const svg = patch(place.appendChild(document.createElement("div")), drawSVG(figure, drawing))
    .elm as SVGSVGElement;
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("class", "mm-drawing mm-palette");
  svg.setAttribute("role", "img");
  for (const handle of svg.querySelectorAll(".mm-handle")) handle.remove();
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = `:root{color-scheme:light dark;background:var(--paper)}${paletteStyles}${drawingStyles}`;
  svg.prepend(style);
  return new XMLSerializer().serializeToString(svg);
}
