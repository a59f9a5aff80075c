import drawingStyles from "../drawing/drawing.css?inline";
import paletteStyles from "../drawing/palette.css?inline";
import { flattenStyles, type Scheme } from "./flat-style.js";

export interface ExportOptions {
  /** The drawing as it stands on a page; it stays as it is. */
  readonly drawn: SVGSVGElement;
  readonly title: string;
  readonly sentence: string;
  /** What the surroundings say of a `--mm-*` property; nothing where the palette's own colour holds. */
  theme(property: string): string;
  /** Without it the file has both schemes and follows its reader's. */
  readonly scheme?: Scheme | undefined;
}

/** The drawing as an SVG file that stands alone: styles and all, with its sentence, without what is there to be dragged. */
export function exportDrawing({ drawn, title, sentence, theme, scheme }: ExportOptions): string {
  const svg = drawn.cloneNode(true) as SVGSVGElement;
  for (const part of svg.querySelectorAll(".mm-handle, .mm-touch, style")) part.remove();
  for (const part of [svg, ...svg.querySelectorAll("*")]) withoutManners(part);
  svg.prepend(paperBehind(svg));
  svg.setAttribute("class", "mm-drawing mm-palette");
  const sheet = flattenStyles(svg, paletteStyles + drawingStyles, themeOf(theme), scheme);
  svg.setAttribute("role", "img");
  svg.prepend(
    textNode(svg, "title", title),
    textNode(svg, "desc", sentence),
    textNode(svg, "style", sheet),
  );
  return serialised(svg);
}

/** Names and focus are for whoever moves the parts; in a picture they would only be read out of order. */
function withoutManners(part: Element): void {
  for (const { name } of [...part.attributes]) {
    if (/^(tabindex|role|aria-|data-)/.test(name)) part.removeAttribute(name);
  }
}

function paperBehind(svg: SVGSVGElement): Element {
  const paper = svgElement(svg, "rect");
  paper.setAttribute("class", "mm-paper");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  return paper;
}

function themeOf(theme: ExportOptions["theme"]): Map<string, string> {
  const names = paletteStyles.match(/--mm-[\w-]+/g) ?? [];
  return new Map(
    names.map((name) => [name, theme(name).trim()] as const).filter(([, value]) => value !== ""),
  );
}

function textNode(svg: SVGSVGElement, tag: string, text: string): Element {
  const node = svgElement(svg, tag);
  node.textContent = text;
  return node;
}

function svgElement(svg: SVGSVGElement, tag: string): Element {
  return svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", tag);
}

/** As XML, by the document's own means: HTML's would leave the namespace out. */
function serialised(svg: SVGSVGElement): string {
  const { XMLSerializer } = svg.ownerDocument.defaultView as Window & typeof globalThis;
  return new XMLSerializer().serializeToString(svg);
}
