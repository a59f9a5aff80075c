import type { MatrixMemoryFigure } from "../figure-element.js";

/*
 * The frame's height, told to the page around it: once when the figure is drawn, and once more where what it measured or
 * how it was set has changed that. After this only another width or something that the reader has done is a reason, so
 * that no page and no frame can drive each other.
 */

/** Milliseconds without a change before a height counts as the one that stays. */
const rest = 400;

export function tellHeight(element: MatrixMemoryFigure): void {
  if (parent === window) return;
  const { body } = document;
  let told = 0;
  let left = 2;
  let width = innerWidth;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (left === 0 || height === told) return;
    left -= 1;
    told = height;
    parent.postMessage({ type: "matrix-memory-height", height }, "*");
  }

  function allow(): void {
    left = Math.max(left, 1);
    later();
  }

  function later(): void {
    clearTimeout(resting);
    resting = setTimeout(tell, rest);
  }

  void element.ready.then(() => {
    tell();
    new ResizeObserver(later).observe(body);
    element.addEventListener("mm-change", allow);
  }, tell);
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    allow();
  });
}
