import type { VNode } from "snabbdom";

/** Parts of a figure that mean the same thing light up together, whichever of them the reader points at or focuses. */
export interface Lights {
  readonly lit: string | undefined;
  light(part: string | undefined): void;
}

/** Makes a node show and set the light of `part`; with a label it can be reached by keyboard and read aloud. */
export function lightable(node: VNode, lights: Lights, part: string, label?: string): VNode {
  const data = node.data ?? {};
  const attrs = { ...data.attrs };
  attrs.class = `${attrs.class ?? ""} mm-lightable${lights.lit === part ? " mm-lit" : ""}`.trim();
  attrs["data-part"] = part;
  if (label !== undefined) Object.assign(attrs, { tabindex: 0, role: "img", "aria-label": label });
  const on = () => lights.light(part);
  const off = () => lights.light(undefined);
  node.data = {
    ...data,
    attrs,
    on: { ...data.on, pointerenter: on, pointerleave: off, focus: on, blur: off },
  };
  return node;
}
