import { load } from "matrix-memory";
import drawingStyles from "../drawing/drawing.css?inline";
import paletteStyles from "../drawing/palette.css?inline";
import { type AnyFigure, loadFigure, type Table } from "../figures/index.js";
import { attributeName, readAttribute } from "../figures/parameters.js";
import { whenRegistered } from "../figures/registry.js";
import elementStyles from "./element.css?inline";
import { createHost, type Host } from "./host.js";
import { type Linkable, takeLink } from "./links.js";
import type { StateText } from "./permalink.js";
import type { State } from "./state.js";

/** How far from the screen a figure may be when it begins: what is further away costs its reader nothing yet. */
const near = "400px";

let sheets: CSSStyleSheet[] | undefined;

function styleSheets(): CSSStyleSheet[] {
  sheets ??= [paletteStyles, drawingStyles, elementStyles].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}

/**
 * `<matrix-memory-figure figure="one-pair">`, as a program sees it. Attributes: `figure`, its id; `number`, which stands
 * before its title; `loading="eager"`, to be drawn wherever it stands instead of when it comes near the screen; `home`,
 * the page that links to it lead to, where that is not the one it stands on; and the figure's parameters, by their names
 * with hyphens. What stands in the slot `action` joins its actions.
 */
export interface MatrixMemoryFigure extends HTMLElement {
  /**
   * Resolves when the figure has come near the screen and been drawn; rejects with the reason when it cannot be. One
   * that was unknown is tried again when it is registered: `ready` is another promise from then on.
   */
  readonly ready: Promise<void>;
  readonly isDrawn: boolean;
  /** The parameters, as JSON. */
  readonly state: State;
  /** Some or all parameters; a RangeError, and nothing changed, where one is unknown or out of range. */
  setState(state: State): void;
  reset(): void;
  /** The numbers shown. */
  table(): Table;
  /** What it shows now, in a sentence. */
  describe(): string;
  /** The drawing as a file of its own, which follows its reader's light or dark. */
  toSVG(): string;
  /** The drawing as a picture of twice its size, light or dark as it stands. */
  toPNG(): Promise<Blob>;
  /** `table()` as a file, each number to the bit. */
  toCSV(): string;
}

/** Registers the element; a second call, or another copy of this module, changes nothing. */
export function defineFigureElement(): void {
  if (customElements.get("matrix-memory-figure")) return;

  class FigureElement extends HTMLElement implements MatrixMemoryFigure, Linkable {
    #host: Host | undefined;
    #approach: IntersectionObserver | undefined;
    #isNear = false;
    #begun = false;
    #linked: StateText | undefined;
    #forget: (() => void) | undefined;
    #settle: { resolve(): void; reject(error: unknown): void } | undefined;
    #ready = this.#expect();

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = styleSheets();
      // What stands in the element shows until it is drawn, and where it cannot be.
      root.append(this.ownerDocument.createElement("slot"));
    }

    connectedCallback(): void {
      if (this.#host || this.#approach) return;
      takeLink(this);
      if (this.getAttribute("loading") === "eager") this.#begin();
      this.#watch();
    }

    /** A node that only moves is connected again at once; one that is gone gives everything back. */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (!this.isConnected) this.#stop();
      });
    }

    get ready(): Promise<void> {
      return this.#ready;
    }

    get isDrawn(): boolean {
      return this.#host !== undefined;
    }

    get state(): State {
      return this.#living("state").state;
    }

    setState(state: State): void {
      this.#living("setState").setState(state);
    }

    reset(): void {
      this.#living("reset").reset();
    }

    table(): Table {
      return this.#living("table").table();
    }

    describe(): string {
      return this.#living("describe").describe();
    }

    toSVG(): string {
      return this.#living("toSVG").toSVG();
    }

    async toPNG(): Promise<Blob> {
      return this.#living("toPNG").toPNG();
    }

    toCSV(): string {
      return this.#living("toCSV").toCSV();
    }

    /** For links alone; a program says what it wants with setState. */
    openLink(state: StateText): void {
      if (this.#host) this.#host.openLink(state);
      else this.#linked = state;
    }

    #living(method: string): Host {
      if (!this.#host)
        throw new Error(`${method}: the figure is not drawn yet; await its ready promise`);
      return this.#host;
    }

    #expect(): Promise<void> {
      const ready = new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
      });
      ready.catch(() => undefined);
      return ready;
    }

    async #start(): Promise<void> {
      if (!this.#settle) this.#ready = this.#expect();
      try {
        const [figure, core] = await Promise.all([
          loadFigure(this.getAttribute("figure") ?? ""),
          load(),
        ]);
        await figure.prepare?.();
        if (!this.isConnected || this.#host) return;
        this.#host = this.#createHost(figure, core);
        if (this.#linked) this.#host.openLink(this.#linked);
        this.#linked = undefined;
        if (this.#isNear) this.#host.approach();
        this.#emit("drawn", undefined);
        this.#settle?.resolve();
      } catch (error) {
        this.#fail(error);
      }
    }

    #createHost(figure: AnyFigure, core: Awaited<ReturnType<typeof load>>): Host {
      const place = this.ownerDocument.createElement("div");
      // Beside the poster at first: a place that is not on the page has no width.
      this.shadowRoot?.prepend(place);
      const host = createHost({
        figure,
        core,
        element: this,
        place,
        number: this.getAttribute("number") ?? undefined,
        initial: this.#attributeState(figure),
        notify: (event, detail) => this.#emit(event, detail),
      });
      this.shadowRoot?.replaceChildren(place);
      return host;
    }

    #attributeState(figure: AnyFigure): Readonly<Record<string, unknown>> {
      const given: Record<string, unknown> = {};
      for (const [name, parameter] of Object.entries(figure.parameters)) {
        const text = this.getAttribute(attributeName(name));
        if (text !== null) given[name] = readAttribute(name, parameter, text);
      }
      return given;
    }

    /** What has gone from the screen computes nothing until it is back. */
    #watch(): void {
      this.#approach = new IntersectionObserver(
        (entries) => {
          this.#isNear = entries.at(-1)?.isIntersecting ?? false;
          if (!this.#isNear) this.#host?.leave();
          else if (this.#host) this.#host.approach();
          else this.#begin();
        },
        { rootMargin: near },
      );
      this.#approach.observe(this);
    }

    #begin(): void {
      if (this.#begun) return;
      this.#begun = true;
      void this.#start();
    }

    #stop(): void {
      this.#approach?.disconnect();
      this.#approach = undefined;
      this.#begun = false;
      this.#forget?.();
      this.#host?.dispose();
      this.#host = undefined;
    }

    #fail(error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = this.ownerDocument.createElement("div");
      problem.className = "mm-figure mm-palette";
      const sentence = problem.appendChild(this.ownerDocument.createElement("p"));
      sentence.className = "mm-problem";
      sentence.setAttribute("role", "alert");
      sentence.textContent = `This figure cannot be shown. ${reason}`;
      const slot = this.ownerDocument.createElement("slot");
      this.shadowRoot?.replaceChildren(problem, slot);
      this.#emit("error", error);
      this.#settle?.reject(error);
      this.#settle = undefined;
      this.#forget?.();
      this.#forget = whenRegistered(this.getAttribute("figure") ?? "", () => void this.#start());
    }

    #emit(event: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(`mm-${event}`, { detail, bubbles: true, composed: true }));
    }
  }

  customElements.define("matrix-memory-figure", FigureElement);
}
