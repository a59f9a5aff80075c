import { createHash } from "node:crypto";
import { type Cell, deserialize, parseTemplate } from "@observablehq/notebook-kit";
import { observable } from "@observablehq/notebook-kit/vite";
import { JSDOM } from "jsdom";
import type { IndexHtmlTransformHook, Plugin } from "vite";
import { figuresOnPage } from "./figure-cells.js";
import { prerenderFormulas } from "./formulas.js";
import { frameCells } from "./vite-frames.js";

/**
 * Notebook Kit's plugin for our one notebook. It would take every HTML entry for a notebook, so only the notebook's own
 * file goes through it; formulas are set here, at build time, and each cell gets a frame and its code beside it.
 */
export function notebook(template: string): Plugin {
  const formulas = prerenderFormulas();
  const { window } = new JSDOM("");
  const parser = new window.DOMParser();
  const kit = observable({
    template,
    window,
    parser,
    transformNotebook: (source) => ({
      ...source,
      cells: source.cells.map((cell) => {
        const value = formulas.takeOut(cell);
        // A pinned cell shows its code.
        return { ...cell, value, pinned: isLive({ ...cell, value }) };
      }),
    }),
  }) as Plugin;
  const transform = (kit.transformIndexHtml as { handler: IndexHtmlTransformHook }).handler;
  return {
    ...kit,
    transformIndexHtml: {
      order: "pre",
      async handler(html, context) {
        if (!html.includes("<notebook")) return html;
        const page = await transform.call(this, html, context);
        if (typeof page !== "string") throw new Error("the notebook did not become a page");
        const document = parser.parseFromString(withoutTheme(page), "text/html");
        frameCells(document, deserialize(html, { parser }).cells, figuresOnPage(html));
        document.querySelector("main")?.setAttribute("data-notebook", fingerprint(html));
        return formulas.putBack(`<!doctype html>${document.documentElement.outerHTML}`);
      },
    },
  };
}

/** Whether a cell runs in the reader's browser; what does not is on the page already. */
function isLive(cell: Cell): boolean {
  if (cell.mode !== "md" && cell.mode !== "html") return true;
  if (parseTemplate(cell.value).expressions.length === 0) return false;
  if (cell.mode === "md" && cell.value.includes("MMFORMULA")) {
    throw new Error(`cell ${cell.id}: formulas and live values together need a cell of type html`);
  }
  return true;
}

/** Names this version of the notebook: a reader's edits belong to it. */
function fingerprint(html: string): string {
  return createHash("sha256").update(html).digest("hex").slice(0, 12);
}

/** The page has styles of its own; the kit's theme would load a second set. */
function withoutTheme(page: string): string {
  return page.replace(
    /<style type="text\/css">\s*@import url\("observable:styles\/theme-[^<]*<\/style>/,
    "",
  );
}
