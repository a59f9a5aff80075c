import { load, type MatrixMemory } from "matrix-memory";
import drawingStyles from "../drawing/drawing.css?inline";
import paletteStyles from "../drawing/palette.css?inline";
import { type AnyFigure, loadFigure, type Table } from "../figures/index.js";
import { whenRegistered } from "../figures/registry.js";
import elementStyles from "./element.css?inline";
import { createHost, type Host, type HostOptions } from "./host.js";
import { followLinks, type Linkable, takeLink } from "./links.js";
import { createModel, type Model } from "./model.js";
import type { StateText } from "./permalink.js";
import { createPoster } from "./poster.js";
import { createProblem } from "./problem.js";
import { createReflecting, givenParameters, type Reflecting } from "./reflecting.js";
import { initialState, type State } from "./state.js";

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

/** What has come so far and what is yet to do are two pieces of work: between them the page answers its reader. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The core compiles what is called when it is called first: a piece of work of its own. */
function warm(figure: AnyFigure, model: Model): void {
  try {
    model(initialState(figure, {}), undefined);
  } catch {
    // The figure says so itself where it stands as it begins.
  }
}

/** Figures that are drawn on this page: when the last one goes, so do the workers that they shared. */
let drawn = 0;

/**
 * `<matrix-memory-figure figure="one-pair">`, as a program sees it. Attributes: `figure`, its id; `number`, which stands
 * before its title; `caption`, which stands above its sentence; `loading="eager"`, to be drawn wherever it stands instead
 * of when it comes near the screen; `home`, the page that links to it lead to, where that is not the one it stands on; and
 * the figure's parameters, by their names with hyphens. While the figure is drawn each parameter is also a property, by
 * its name, unless every element has one of that name. What stands in the slot `action` joins its actions, what stands in
 * the slot `caption` takes the place of that attribute, and everything else shows until the figure is drawn and where it
 * cannot be.
 *
 * Events, all of them bubbling and composed: `mm-drawn`; `mm-input`, at every change, and `mm-change`, when a drag ends or
 * a value is chosen, both with the state as their detail; `mm-progress`, of a measurement, with its `phase` and the
 * `fraction` done; `mm-error`, with the error. The attributes of parameters follow the state at each `mm-change`.
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
  /**
   * Lights up a part of the drawing, as pointing at it does: "key", "matrix", "key-0". `undefined` lights nothing. What is
   * lit, whoever lit it, is the detail of the event `mm-light`.
   */
  light(part: string | undefined): void;
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

/**
 * Defines `<matrix-memory-figure>`, and lets the figures of the page follow its address. On a server it does nothing, and
 * neither does a second call or another copy of this module.
 */
export function defineFigureElement(): void {
  if (typeof customElements === "undefined" || customElements.get("matrix-memory-figure")) return;
  followLinks();

  class FigureElement extends HTMLElement implements MatrixMemoryFigure, Linkable {
    static readonly observedAttributes = ["figure", "number", "caption"];

    #host: Host | undefined;
    #reflecting: Reflecting | undefined;
    /** What the page gave to the figure of this id: `reset` goes back there, also when the element has moved. */
    #given: { readonly id: string; readonly parameters: State } | undefined;
    #release: (() => void) | undefined;
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
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null): void {
      if (before === now || !this.#approach) return;
      if (name !== "figure") this.#host?.redraw();
      else {
        this.#stop();
        this.connectedCallback();
      }
    }

    connectedCallback(): void {
      if (this.#approach) return;
      this.shadowRoot?.replaceChildren(createPoster(this));
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

    light(part: string | undefined): void {
      this.#host?.light(part);
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
      this.#reflecting?.read();
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
      const id = this.getAttribute("figure") ?? "";
      const outdated = () =>
        !this.isConnected || this.#host || id !== (this.getAttribute("figure") ?? "");
      try {
        const [figure, core] = await Promise.all([loadFigure(id), load()]);
        await figure.prepare?.();
        await nextTask();
        if (outdated()) return;
        const model = createModel(figure, core);
        warm(figure, model);
        await nextTask();
        if (outdated()) return;
        this.#live(figure, core, model);
        this.#emit("drawn", undefined);
        this.#settle?.resolve();
        this.#settle = undefined;
      } catch (error) {
        if (!outdated()) this.#fail(error);
      }
    }

    #live(figure: AnyFigure, core: MatrixMemory, model: Model): void {
      const now = givenParameters(this, figure);
      if (this.#given?.id !== figure.id) this.#given = { id: figure.id, parameters: now };
      const initial = this.#given.parameters;
      const host = this.#createHost({ figure, core, model, now, initial });
      this.#host = host;
      this.#reflecting = createReflecting({
        element: this,
        figure,
        state: () => host.state,
        setState: host.setState,
        refuse: (error) => this.#emit("error", error),
      });
      drawn += 1;
      this.#release = () => {
        drawn -= 1;
        if (drawn === 0) core.releaseWorkers();
      };
      if (this.#linked) host.openLink(this.#linked);
      this.#linked = undefined;
      if (this.#isNear) host.approach();
    }

    #createHost(shown: Pick<HostOptions, "figure" | "core" | "model" | "now" | "initial">): Host {
      const place = this.ownerDocument.createElement("div");
      // Beside the poster at first: a place that is not on the page has no width.
      this.shadowRoot?.prepend(place);
      const host = createHost({
        ...shown,
        element: this,
        place,
        attribute: (name) => this.getAttribute(name) ?? undefined,
        notify: (event, detail) => {
          // A page that was built with the figure knows it by its attributes until it has taken it over.
          if (event === "change" && !this.hasAttribute("prepared")) this.#reflecting?.write();
          this.#emit(event, detail);
        },
      });
      this.shadowRoot?.replaceChildren(place);
      return host;
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
      this.#reflecting?.dispose();
      this.#host?.dispose();
      this.#release?.();
      this.#reflecting = this.#host = this.#release = undefined;
      if (!this.#settle) this.#ready = this.#expect();
    }

    #fail(error: unknown): void {
      const problem = createProblem(this.ownerDocument, error);
      this.shadowRoot?.replaceChildren(problem, createPoster(this));
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
