import type { VNode } from "snabbdom";
import { svgNode } from "./node.js";
import { pixelsOf } from "./pointer.js";
import type { Point, Role } from "./svg.js";
import { s } from "./svg.js";

/** How a change came about: a figure may snap a drag, but never what somebody typed or stepped to. */
export type Manner = "drag" | "step" | "typed";

export interface HandleOptions {
  readonly id: string;
  readonly role: Role;
  /** What lights up while it is held or focused: the part of the drawing that it moves. */
  readonly part?: string;
  /** Its centre, in pixels of the drawing. */
  readonly at: Point;
  /** What it is ("key k") and how it stands ("0.87 across, 0.50 up"), as assistive technology says them. */
  readonly label: string;
  readonly spoken: string;
  /** The one number that stands for its place, with its range: an angle, a level. */
  readonly now: number;
  readonly min: number;
  readonly max: number;
  readonly orientation?: "horizontal" | "vertical";
  /** The pointer has carried its centre here. */
  move(pixels: Point): void;
  /** An arrow key: a direction (up is positive) and how many times the usual step. */
  step(direction: Point, times: number): void;
}

/** Pixels: what is drawn, and what a finger may hit. */
const discRadius = 11;
const hitRadius = 22;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 5],
  PageDown: [0, -5],
};

/** Where in a handle the pointer took hold of it, so that it does not jump to the pointer's tip. */
const grips = new WeakMap<Element, Point>();

/** A soft disc that can be dragged, stepped with the arrow keys (Shift: larger, Alt: finer), and read aloud. */
export function drawHandle(options: HandleOptions): VNode {
  const [x, y] = options.at;
  return svgNode(
    "g",
    {
      key: `${options.id}-handle`,
      attrs: {
        class: `mm-handle mm-${options.role}`,
        transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
        tabindex: 0,
        role: "slider",
        "data-handle": options.id,
        ...(options.part ? { "data-part": options.part } : {}),
        "aria-label": options.label,
        "aria-valuenow": options.now.toFixed(2),
        "aria-valuemin": options.min,
        "aria-valuemax": options.max,
        "aria-valuetext": options.spoken,
        ...(options.orientation ? { "aria-orientation": options.orientation } : {}),
      },
      on: {
        pointerdown: (event: PointerEvent) => take(event, options.at),
        pointermove: (event: PointerEvent) => carry(event, options),
        pointerup: letGo,
        pointercancel: letGo,
        lostpointercapture: letGo,
        keydown: (event: KeyboardEvent) => stepWithKey(event, options),
      },
    },
    [
      s("circle", { class: "mm-hit", r: hitRadius }),
      s("circle", { class: "mm-disc", r: discRadius }),
    ],
  );
}

function take(event: PointerEvent, at: Point): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const handle = event.currentTarget as SVGGElement;
  const [x, y] = pixelsOf(event, handle);
  grips.set(handle, [at[0] - x, at[1] - y]);
  handle.setPointerCapture(event.pointerId);
  handle.classList.add("mm-held");
  handle.focus({ preventScroll: true });
  event.preventDefault();
}

function carry(event: PointerEvent, options: HandleOptions): void {
  const handle = event.currentTarget as SVGGElement;
  const grip = grips.get(handle);
  if (!grip) return;
  const [x, y] = pixelsOf(event, handle);
  options.move([x + grip[0], y + grip[1]]);
}

function letGo(event: PointerEvent): void {
  const handle = event.currentTarget as SVGGElement;
  grips.delete(handle);
  handle.classList.remove("mm-held");
}

function stepWithKey(event: KeyboardEvent, options: HandleOptions): void {
  const direction = directions[event.key];
  if (!direction || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  options.step(direction, event.shiftKey ? 5 : event.altKey ? 0.2 : 1);
}
