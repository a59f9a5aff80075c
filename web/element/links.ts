import { type LinkedFigure, readLink, type StateText } from "./permalink.js";

/*
 * Links to states. The fragment of the page's address says which figures it speaks of; each is taken, once, by the
 * element that shows that figure, whenever that comes.
 */

/** What this module needs of an element. */
export interface Linkable extends HTMLElement {
  /** Shows the linked state, or says why not; drawn or still to be drawn. */
  openLink(state: StateText): void;
  readonly ready: Promise<void>;
}

const tag = "matrix-memory-figure";

let waiting: LinkedFigure[] = [];
let first: LinkedFigure | undefined;
let following = false;

/** From now on the figures of this page follow its address. A second call changes nothing. */
export function followLinks(): void {
  if (following) return;
  following = true;
  read();
  addEventListener("hashchange", read);
}

/** The figures that the page's address speaks of and that have not come. */
export function unclaimedLinks(): readonly string[] {
  return waiting.map(({ figure }) => figure);
}

/** An element that has come to the page takes what the address says of it. */
export function takeLink(element: Linkable): void {
  const figure = element.getAttribute("figure");
  if (!waiting.some((linked) => linked.figure === figure)) return;
  const linked = waiting.find((one) => one.figure === figure && one.place === placeOf(element));
  if (!linked) return;
  waiting = waiting.filter((other) => other !== linked);
  element.openLink(linked.state);
  if (linked === first) show(element);
}

/** Which of the elements of its figure it is on its page, from 1. */
export function placeOf(element: Element): number {
  const root = element.getRootNode() as Document | ShadowRoot;
  const alike = [...root.querySelectorAll(tag)].filter(
    (other) => other.getAttribute("figure") === element.getAttribute("figure"),
  );
  return alike.indexOf(element) + 1;
}

function read(): void {
  waiting = readLink(location.hash);
  first = waiting[0];
  for (const element of document.querySelectorAll<Linkable>(`${tag}:defined`)) takeLink(element);
}

/** Brings a figure on screen, and once more when it and those above it have their height, unless its reader has gone on. */
function show(element: Linkable): void {
  const gone = new AbortController();
  for (const sign of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(sign, () => gone.abort(), { signal: gone.signal, passive: true });
  }
  const scroll = () => {
    if (!gone.signal.aborted) element.scrollIntoView({ block: "start" });
  };
  // Who reads with the keyboard goes on from here, as after any link within a page.
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  scroll();
  element.ready.then(scroll, () => undefined).finally(() => gone.abort());
}
