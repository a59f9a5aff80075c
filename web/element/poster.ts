import { posterSizes } from "./poster-sizes.js";
import { isOnSite, siteAddress } from "./site.js";

/**
 * What an element shows until it is drawn, and where it cannot be: its own content, and where it has none, the figure as
 * it begins.
 */
export function createPoster(element: HTMLElement): HTMLSlotElement {
  const document = element.ownerDocument;
  const slot = document.createElement("slot");
  const figure = element.getAttribute("figure") ?? "";
  // Asking for a width lays out the page, of which the elements with content need nothing.
  if (!isOnSite(figure) || [...element.childNodes].some(isContent)) return slot;
  const width = element.parentElement?.clientWidth ?? 0;
  const name = posterSizes.find(({ below }) => width < below)?.name ?? "";
  const image = document.createElement("img");
  image.className = "mm-poster";
  image.alt = "";
  // What is not rendered, since content has come meanwhile, is then not fetched either.
  image.loading = "lazy";
  image.src = siteAddress(`figures/${figure}${name}.svg`);
  slot.append(image);
  return slot;
}

/** The slot shows it in place of the poster. */
function isContent(node: Node): boolean {
  return node instanceof Text || (node instanceof Element && node.slot === "");
}
