import type { VNode, VNodeData } from "snabbdom";

/*
 * Snabbdom's nodes, made without Snabbdom: they are plain data, and its own constructors come in a module that looks for
 * a window when it loads. Drawings are made wherever there is a core, in Node too.
 */

export type Child = VNode | string;

const svgNamespace = "http://www.w3.org/2000/svg";

/** An SVG element. */
export function svgNode(tag: string, data: VNodeData, children?: readonly Child[] | string): VNode {
  return node(tag, { ...data, ns: svgNamespace }, children);
}

/** An HTML element with nothing but text. */
export function htmlTextNode(tag: string, text: string): VNode {
  return node(tag, {}, text);
}

function node(sel: string, data: VNodeData, children?: readonly Child[] | string): VNode {
  const text = typeof children === "string" ? children : undefined;
  const nodes = typeof children === "string" ? undefined : children?.map(textAsNode);
  return { sel, data, children: nodes, text, elm: undefined, key: data.key };
}

function textAsNode(child: Child): VNode {
  if (typeof child !== "string") return child;
  const nothing = { sel: undefined, data: undefined, children: undefined, elm: undefined };
  return { ...nothing, text: child, key: undefined };
}
