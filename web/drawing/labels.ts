import type { VNode } from "snabbdom";
import { rotate } from "./points.js";
import { group, type Point, type Role, s } from "./svg.js";

export interface Label {
  readonly id: string;
  readonly text: string;
  readonly role: Role;
  /** What it names, in pixels. */
  readonly at: Point;
  /** Where it would like to stand from there: a direction in pixels (down is positive). */
  readonly towards: Point;
  /** Pixels between what it names and the nearest edge of the text. */
  readonly distance?: number;
  /** Names are bold; notes are small. */
  readonly kind?: "name" | "note";
}

export interface Obstacle {
  readonly from: Point;
  readonly to: Point;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Turns away from the wished direction, and pixels further out, in the order they are tried. */
const turns = [0, 0.6, -0.6, 1.2, -1.2, 1.9, -1.9, 2.6, -2.6, Math.PI];
const places = [0, 12].flatMap((step) => turns.map((turn) => ({ turn, step })));
const costOfOrder = 4;

/**
 * Puts each label beside what it names, in order of importance: the first place, turning away from where it would like
 * to stand, that crosses the least of the labels already placed, the strokes and the border.
 */
export function drawLabels(
  id: string,
  labels: readonly Label[],
  strokes: readonly Obstacle[],
  border: Box,
): VNode {
  const placed: Box[] = [];
  const nodes = labels.map((label) => {
    const best = bestPlace(label, placed, strokes, border);
    placed.push(best);
    return s(
      "text",
      {
        key: label.id,
        class: `mm-label mm-${label.kind ?? "name"} mm-${label.role}`,
        x: (best.left + best.right) / 2,
        y: (best.top + best.bottom) / 2,
        dy: "0.35em",
        "text-anchor": "middle",
      },
      label.text,
    );
  });
  return group({ key: id, "aria-hidden": "true" }, nodes);
}

function bestPlace(
  label: Label,
  placed: readonly Box[],
  strokes: readonly Obstacle[],
  border: Box,
): Box {
  let best = boxTowards(label, label.towards, 0);
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [order, { turn, step }] of places.entries()) {
    // No place costs less than its turn in the order.
    if (bestCost <= order * costOfOrder) break;
    const box = boxTowards(label, rotate(label.towards, turn), step);
    const cost =
      order * costOfOrder +
      placed.reduce((sum, other) => sum + 3 * overlap(box, other), 0) +
      strokes.reduce((sum, stroke) => sum + 5 * lengthInside(stroke, box), 0) +
      20 * outside(box, border);
    if (cost < bestCost) [best, bestCost] = [box, cost];
  }
  return best;
}

/** Text is not measured (that would force a layout each frame): figures are set in one face, whose mean width is known. */
function textSize(label: Label): Point {
  const size = label.kind === "note" ? 12.5 : 15;
  return [label.text.length * size * 0.56 + 4, size * 1.15];
}

function boxTowards(label: Label, [x, y]: Point, further: number): Box {
  const [width, height] = textSize(label);
  const length = Math.hypot(x, y) || 1;
  const [ux, uy] = [x / length, y / length];
  const reach =
    (label.distance ?? 8) +
    further +
    Math.min(
      Math.abs(ux) > 0 ? width / 2 / Math.abs(ux) : Number.POSITIVE_INFINITY,
      Math.abs(uy) > 0 ? height / 2 / Math.abs(uy) : Number.POSITIVE_INFINITY,
    );
  const [cx, cy] = [label.at[0] + ux * reach, label.at[1] + uy * reach];
  return {
    left: cx - width / 2,
    right: cx + width / 2,
    top: cy - height / 2,
    bottom: cy + height / 2,
  };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? Math.min(width, height) * 4 + 20 : 0;
}

function outside(box: Box, border: Box): number {
  return (
    Math.max(0, border.left - box.left) +
    Math.max(0, box.right - border.right) +
    Math.max(0, border.top - box.top) +
    Math.max(0, box.bottom - border.bottom)
  );
}

/** How much of a stroke runs through a box, in pixels (Liang and Barsky's clipping). */
function lengthInside({ from, to }: Obstacle, box: Box): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  const sides: [number, number][] = [
    [-dx, from[0] - box.left],
    [dx, box.right - from[0]],
    [-dy, from[1] - box.top],
    [dy, box.bottom - from[1]],
  ];
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return 0;
    if (slope < 0) enter = Math.max(enter, room / slope);
    if (slope > 0) leave = Math.min(leave, room / slope);
  }
  return leave > enter ? (leave - enter) * Math.hypot(dx, dy) : 0;
}
