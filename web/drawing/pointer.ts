import type { Point } from "./svg.js";

/** Where the pointer is on a drawing of which `part` is a part, whatever zoom or scaling lies between. */
export function pixelsOf(event: PointerEvent, part: SVGElement): Point {
  const drawing = part.ownerSVGElement as SVGSVGElement;
  const box = drawing.getBoundingClientRect();
  const shrink = box.width > 0 ? drawing.width.baseVal.value / box.width : 1;
  return [(event.clientX - box.left) * shrink, (event.clientY - box.top) * shrink];
}
