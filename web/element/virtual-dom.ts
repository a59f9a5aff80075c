import {
  attributesModule,
  type DOMAPI,
  eventListenersModule,
  htmlDomApi,
  init,
  propsModule,
  type VNode,
} from "snabbdom";

export type Patch = (old: Element | VNode, fresh: VNode) => VNode;

/** A patch function whose nodes belong to the given document: a page's, a shadow root's owner's, or a server's. */
export function createPatch(document: Document): Patch {
  const dom: DOMAPI = {
    ...htmlDomApi,
    createElement: (tag) => document.createElement(tag),
    createElementNS: (namespace, name) => document.createElementNS(namespace, name),
    createTextNode: (text) => document.createTextNode(text),
    createComment: (text) => document.createComment(text),
    setTextContent: writeText,
  };
  return init([attributesModule, propsModule, eventListenersModule], dom);
}

/** A text that changes at every frame of a drag keeps its node, and the browser what it has prepared for it. */
function writeText(node: Node, text: string | null): void {
  const { firstChild } = node;
  if (firstChild?.nodeType === node.TEXT_NODE && firstChild === node.lastChild) {
    firstChild.nodeValue = text;
  } else {
    node.textContent = text;
  }
}
