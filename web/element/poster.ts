import { isOnSite, siteAddress } from "./site.js";

/** Drawings of these widths stand on the site (web/notebook/vite-stills.ts), each for places narrower than the next. */
const drawings = [
  { name: "-narrow", below: 500 },
  { name: "-medium", below: 864 },
  { name: "", below: Number.POSITIVE_INFINITY },
] as const;

/**
 * What an element shows until it is drawn, and where it cannot be: its own content, and where it has none, the figure as
 * it begins.
 */
export function createPoster(element: HTMLElement): HTMLSlotElement {
  const document = element.ownerDocument;
  const slot = document.createElement("slot");
  const figure = element.getAttribute("figure") ?? "";
  if (!isOnSite(figure)) return slot;
  const width = element.parentElement?.clientWidth ?? 0;
  const name = drawings.find(({ below }) => width < below)?.name ?? "";
  const image = document.createElement("img");
  image.className = "mm-poster";
  image.alt = "";
  // What is not rendered, since the element has content, is then not fetched either.
  image.loading = "lazy";
  image.src = siteAddress(`figures/${figure}${name}.svg`);
  slot.append(image);
  return slot;
}
