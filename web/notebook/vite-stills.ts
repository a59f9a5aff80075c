import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { JSDOM } from "jsdom";
import { load } from "matrix-memory";
import { createServer, type Plugin } from "vite";
import { escapeHTML } from "../element/escape-html.js";
import { posterSizes } from "../element/poster-sizes.js";
import type { State } from "../element/state.js";
import { figuresOnPage } from "./figure-cells.js";
import { attributesOf, type FigureOptions } from "./figure-options.js";

/* Every figure as it begins, drawn while building: a file for each width, and what stands in its place on the page. */

interface Poster {
  readonly cell: string;
  readonly html: string;
}

type StillModule = typeof import("../element/still.js");
type FiguresModule = typeof import("../figures/index.js");

/** `notebook` is the page's source: the pictures of figures that are not eager are fetched when they come near. */
export function stills(notebook: string): Plugin {
  let posters: Poster[] = [];
  return {
    name: "matrix-memory:stills",
    async buildStart() {
      const { document, figures, createStill, close } = await drawingRoom();
      const core = await load();
      const placed = figuresOnPage(readFileSync(notebook, "utf8"));
      const unplaced = Object.keys(figures.figures)
        .filter((id) => !placed.some(({ figure }) => figure === id))
        .map((figure) => ({ cell: undefined, figure, options: {} as FigureOptions }));
      posters = [];
      for (const { cell, figure: id, options } of [...placed, ...unplaced]) {
        const figure = await figures.loadFigure(id);
        const { number, loading, ...initial } = options;
        const still = await createStill({ document, core, figure, initial });
        const drawn = posterSizes.map(({ name, width, window }) => {
          const { svg, ...size } = still.draw(width);
          const file = `figures/${id}${name}.svg`;
          this.emitFile({ type: "asset", fileName: file, source: svg });
          return { file, window, ...size };
        });
        if (cell === undefined) continue;
        const html = still.write({
          number: number === undefined ? undefined : String(number),
          stage: writeStage(figure.title, drawn, loading === "eager"),
          style: writeRatios(drawn),
        });
        posters.push({ cell, html: writeElement(id, options, still.state, html) });
      }
      await close();
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        posters.reduce(
          (page, { cell, html: poster }) => page.replace(`<!--poster ${cell}-->`, () => poster),
          html,
        ),
    },
  };
}

/** The figures and what draws them, as they are in the page, in a document that is nobody's. */
async function drawingRoom() {
  const { window } = new JSDOM("<!doctype html>");
  // Snabbdom looks for one when it loads.
  const everywhere = globalThis as { window?: unknown };
  everywhere.window = window;
  const server = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const module = (path: string) => server.ssrLoadModule(at(path));
  const { createStill } = (await module("../element/still.ts")) as StillModule;
  const figures = (await module("../figures/index.ts")) as FiguresModule;
  const close = async () => {
    delete everywhere.window;
    await server.close();
  };
  return { document: window.document, figures, createStill, close };
}

interface Drawn {
  readonly file: string;
  readonly window: number | undefined;
  readonly width: number;
  readonly height: number;
}

function writeStage(title: string, drawn: readonly Drawn[], eager: boolean): string {
  const [narrow, medium, wide] = drawn as [Drawn, Drawn, Drawn];
  const sources = [narrow, medium].map(
    ({ file, window }) => `<source media="screen and (max-width: ${window}px)" srcset="./${file}">`,
  );
  const image = `<img src="./${wide.file}" alt="${title}"${eager ? "" : ' loading="lazy"'}>`;
  const picture = `<picture>${sources.join("")}${image}</picture>`;
  // Where scripts run, drawing the picture would only hold up the figure itself; template.html shows it if that is late.
  const held = eager ? `<noscript>${picture}</noscript>` : picture;
  return `<div class="mm-stage">${held}</div>`;
}

function writeRatios(drawn: readonly Drawn[]): string {
  const names = ["narrow", "medium", "wide"];
  return drawn.map(({ width, height }, i) => `--${names[i]}:${width}/${height}`).join(";");
}

/** What the cell is about to make: it takes this one over, and need not load the figure to know its state. */
function writeElement(
  figure: string,
  options: FigureOptions,
  state: State,
  poster: string,
): string {
  const prepared = JSON.stringify(state);
  const attributes = Object.entries({ figure, ...attributesOf(options), prepared });
  const written = attributes.map(([name, text]) => ` ${name}="${escapeHTML(text)}"`).join("");
  return `<matrix-memory-figure${written}>${poster}</matrix-memory-figure>`;
}
