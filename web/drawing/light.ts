import type { VNode } from "snabbdom";

/** Parts of a figure that mean the same thing light up together, whichever of them the reader points at or focuses. */
export interface Lights {
  readonly lit: string | undefined;
}

/**
 * Makes a node show the light of `part`, and set it when it is pointed at or focused, which the figure's host sees to;
 * with a label it can be reached by keyboard and read aloud.
 */
export function lightable(node: VNode, lights: Lights, part: string, label?: string): VNode {
  const data = node.data ?? {};
  const attrs = { ...data.attrs };
  attrs.class = `${attrs.class ?? ""} mm-lightable${lights.lit === part ? " mm-lit" : ""}`.trim();
  attrs["data-part"] = part;
  if (label !== undefined) Object.assign(attrs, { tabindex: 0, role: "img", "aria-label": label });
  node.data = { ...data, attrs };
  return node;
}

/** What lights up when a node is pointed at: what it belongs to of its own, or else the part of the drawing it is in. */
export function partAt(node: Element): string | undefined {
  const part = node.closest(".mm-lightable") ?? node.closest("[data-part]");
  return part?.getAttribute("data-part") ?? undefined;
}

/** Whether a part is what is lit, or of its kind: `key-0` and `key-1` are keys. */
export function isLit(part: string, lit: string | undefined): boolean {
  return lit !== undefined && (part === lit || part.startsWith(`${lit}-`));
}
