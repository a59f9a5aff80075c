import type { VNode } from "snabbdom";
import { type Child, svgNode } from "./node.js";
import { svgScripts } from "./scripts.js";

/** A place or a displacement in the plane: (across, up) in units of a plane, or (x, y) in pixels of a drawing. */
export type Point = readonly [number, number];

/** What something stands for; the only thing colour ever says. */
export type Role = "key" | "value" | "query" | "neutral";

type Attribute = string | number | boolean;
export type Attributes = Readonly<Record<string, Attribute | undefined>>;

/**
 * One SVG element of a drawing. Drawings are rebuilt as virtual nodes and patched in place: a frame of a drag touches
 * only the attributes that changed. An attribute that is undefined is left out.
 */
export function s(
  tag: string,
  attributes: Attributes = {},
  children?: readonly Child[] | string,
): VNode {
  const attrs: Record<string, Attribute> = {};
  // Some hundreds of nodes are made at every frame of a drag: what this leaves behind is soon a pause.
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === undefined || name === "key") continue;
    attrs[name] = typeof value === "number" ? round(value) : value;
  }
  const { key } = attributes;
  const data = key === undefined ? { attrs } : { attrs, key: String(key) };
  return svgNode(tag, data, typeof children === "string" ? svgScripts(children) : children);
}

/** A group; its children are patched by position, so the caller keeps their order or gives them keys. */
export function group(attributes: Attributes, children: readonly (VNode | undefined)[]): VNode {
  return s(
    "g",
    attributes,
    children.filter((child) => child !== undefined),
  );
}

/** `M x y L x y ...` through the given pixels; `close` joins the last to the first. */
export function linePath(points: readonly Point[], close = false): string {
  const steps = points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`);
  return steps.join("") + (close ? "Z" : "");
}

/** A hundredth of a pixel is below what any screen shows, and short numbers keep exported files small. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
