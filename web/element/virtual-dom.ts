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
  };
  return init([attributesModule, propsModule, eventListenersModule], dom);
}
