import type { Subject } from "../actions.js";
import { escapeHTML } from "../escape-html.js";
import { placeOf } from "../links.js";
import { shortestText, writeLink } from "../permalink.js";
import { isOnSite, siteAddress } from "../site.js";

/** A text to paste elsewhere, and what it is. */
export interface Snippet {
  readonly label: string;
  readonly note: string;
  readonly text: string;
}

/**
 * The page that shows this figure in this state: the one it stands on, or the one that its attribute `home` names (the
 * iframe page is no place to send a reader to).
 */
export function linkTo({ element, figure, state }: Subject): string {
  const { URL: address, baseURI } = element.ownerDocument;
  const home = element.getAttribute("home");
  const page = new URL(home ?? address, baseURI);
  const place = home === null ? placeOf(element) : 1;
  page.hash = writeLink([{ figure: figure.id, place, state: shortestText(figure, state) }]);
  return page.href;
}

/** The figure as it stands, for pages and programs of others. */
export function snippets(subject: Subject): Snippet[] {
  const { figure, state } = subject;
  const code = figure.code?.(state);
  return [
    ...(isOnSite(figure.id) ? siteSnippets(subject) : [ownSnippet(subject)]),
    ...(code === undefined
      ? []
      : [{ label: "JavaScript", note: "its numbers, from the npm package", text: code }]),
  ];
}

function siteSnippets(subject: Subject): Snippet[] {
  const script = `<script type="module" src="${escapeHTML(siteAddress("matrix-memory-figure.js"))}"></script>`;
  return [
    { label: "Element", note: "live, as HTML", text: `${script}\n${tagOf(subject)}` },
    { label: "iframe", note: "live, in a frame", text: frameSnippet(subject) },
    { label: "Markdown", note: "a picture that links to it", text: markdownSnippet(subject) },
  ];
}

/** Which script registers the figure, only its author can say. */
function ownSnippet(subject: Subject): Snippet {
  return { label: "Element", note: "for pages with this figure", text: tagOf(subject) };
}

function tagOf({ figure, state }: Subject): string {
  const attributes = [["figure", figure.id] as const, ...shortestText(figure, state)];
  const written = attributes.map(([name, text]) => ` ${name}="${escapeHTML(text)}"`).join("");
  return `<matrix-memory-figure${written}></matrix-memory-figure>\n`;
}

/** As high as the figure stands here; only the page inside could know better. */
function frameSnippet({ element, figure, state }: Subject): string {
  const query = writeLink([{ figure: figure.id, place: 1, state: shortestText(figure, state) }]);
  const source = escapeHTML(`${siteAddress("embed/")}?${query}`);
  const height = Math.ceil(element.getBoundingClientRect().height);
  const title = escapeHTML(figure.title);
  return `<iframe src="${source}" title="${title}" width="100%" height="${height}" loading="lazy" allow="clipboard-write" style="border: 0"></iframe>\n`;
}

/** The picture is the one that was drawn with the page; the link goes to the state. */
function markdownSnippet(subject: Subject): string {
  const { figure } = subject;
  const text = figure.title.replaceAll(/[[\]\\]/g, "\\$&");
  return `[![${text}](${siteAddress(`figures/${figure.id}.svg`)})](${linkTo(subject)})\n`;
}
