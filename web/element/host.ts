import type { MatrixMemory } from "matrix-memory";
import type { VNode } from "snabbdom";
import type { Manner } from "../drawing/handle.js";
import { isLit, partAt } from "../drawing/light.js";
import { type AnyFigure, type Drawing, plainText, type Table } from "../figures/index.js";
import { readState } from "../figures/parameters.js";
import { createActions, type Subject } from "./actions.js";
import { toCSV } from "./csv.js";
import { exportDrawing } from "./export.js";
import type { Scheme } from "./flat-style.js";
import { createMeasuring } from "./measuring.js";
import type { Model } from "./model.js";
import { readText, type StateText } from "./permalink.js";
import { createPlaying } from "./playing.js";
import { createProblem } from "./problem.js";
import { initialState, type State } from "./state.js";
import { drawFigure } from "./view.js";
import { createPatch } from "./virtual-dom.js";

export interface HostOptions {
  readonly figure: AnyFigure;
  readonly core: MatrixMemory;
  readonly model: Model;
  /** The `<matrix-memory-figure>`, and an empty element within that becomes the figure. */
  readonly element: HTMLElement;
  readonly place: HTMLElement;
  /** What the element's attribute says now: these two may change while the figure lives. */
  attribute(name: "number" | "caption"): string | undefined;
  /** What it begins with, and goes back to. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** What it shows first: it may have been elsewhere before. */
  readonly now: Readonly<Record<string, unknown>>;
  /** `input` follows every change, `change` comes when a drag ends or a value is typed. */
  notify(event: "input" | "change" | "progress" | "error" | "light", detail: unknown): void;
}

/** One living figure: its state, its drawing, its controls and its measurement. */
export interface Host {
  readonly state: State;
  setState(state: unknown): void;
  /** Shows the state of a link; where that is none of this figure's, the state that it began with and the reason. */
  openLink(state: StateText): void;
  reset(): void;
  redraw(): void;
  /** Lights up a part of the drawing, as pointing at it does. */
  light(part: string | undefined): void;
  describe(): string;
  table(): Table;
  toSVG(): string;
  toPNG(): Promise<Blob>;
  toCSV(): string;
  /** The figure has come near the screen: what takes long may begin, or go on. */
  approach(): void;
  /** It has gone from the screen: nothing computes until it is back. */
  leave(): void;
  dispose(): void;
}

export function createHost(options: HostOptions): Host {
  const { figure, core, element, place } = options;
  const document = place.ownerDocument;
  const patch = createPatch(document);
  const refusals = new Map<string, string>();
  const measuring = createMeasuring(figure, core, () => {
    options.notify("progress", { phase: measuring.phase, fraction: measuring.fraction });
    settle();
    schedule();
  });

  const initial = initialState(figure, options.initial);
  let values = initialState(figure, options.now);
  let width = place.clientWidth;
  let tree: Element | VNode = place.appendChild(document.createElement("figure"));
  let drawing: Drawing | undefined;
  let lit: string | undefined;
  let spoken = "";
  let problem: string | undefined;
  let notice: string | undefined;
  let frame: number | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let measuredOnce = false;
  let isNear = false;
  /** What is measured is not what the values ask for, since the figure was away. */
  let overdue = false;

  function change(wanted: Partial<State>, manner: Manner): void {
    const asked = { ...values, ...wanted } as State;
    const next = figure.constrain?.(asked, values, manner) ?? asked;
    const previous = values;
    values = next;
    notice = undefined;
    schedule();
    options.notify("input", values);
    if (manner !== "drag") options.notify("change", values);
    settle();
    if (measuredOnce && measurementDiffers(figure, previous, values)) remeasure();
  }

  const playing = createPlaying({
    schema: figure.parameters,
    place,
    values: () => values,
    step: (name, value) => change({ [name]: value }, "step"),
    changed: schedule,
  });

  /** A slider passes many values on its way: the measurement waits until it rests. */
  let restarting: ReturnType<typeof setTimeout> | undefined;
  function remeasure(): void {
    measuring.cancel();
    clearTimeout(restarting);
    overdue = true;
    if (isNear) restarting = setTimeout(remeasureNow, 250);
  }

  /** Assistive technology hears the sentence once things have come to rest, not at every frame. */
  function settle(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      spoken = notice === undefined ? describe() : `${notice} ${describe()}`;
      schedule();
    }, 700);
  }

  function schedule(): void {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      render();
    });
  }

  function model(): unknown {
    return options.model(values, measuring.result);
  }

  function render(): void {
    if (width <= 0) return;
    let current: unknown;
    try {
      current = model();
      drawing = figure.draw({ document, width, parameters: values, change, lit, light }, current);
      problem = undefined;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      options.notify("error", error);
    }
    if (!drawing) {
      tree = createProblem(document, problem);
      place.replaceChildren(tree);
      return;
    }
    const sentence = current === undefined ? [] : figure.describe(current);
    tree = patch(
      tree,
      drawFigure({
        figure,
        number: options.attribute("number"),
        caption: options.attribute("caption"),
        drawing,
        sentence,
        spoken,
        problem: problem ?? measuring.problem,
        measuring: figure.measurement ? measuring : undefined,
        start: () => remeasureNow(),
        notice,
        actions,
        controls: {
          schema: figure.parameters,
          values,
          refusals,
          offer: (name, value) => {
            const next = readState(figure.parameters, values, { [name]: value });
            playing.stop();
            change(next, "typed");
          },
          refuse,
          playing,
        },
      }),
    );
    showLit();
  }

  function remeasureNow(): void {
    clearTimeout(restarting);
    overdue = false;
    measuring.start(values);
  }

  function refuse(field: string, reason: string | undefined): void {
    if (reason === undefined) refusals.delete(field);
    else refusals.set(field, reason);
    schedule();
  }

  function light(part: string | undefined): void {
    if (lit === part) return;
    lit = part;
    options.notify("light", part);
    schedule();
  }

  function showLit(): void {
    // What is lightable shows its light itself.
    for (const part of place.querySelectorAll(".mm-stage [data-part]:not(.mm-lightable)")) {
      part.toggleAttribute("data-lit", isLit(part.getAttribute("data-part") ?? "", lit));
    }
  }

  const lightThere = ({ target }: Event) => light(partAt(target as Element));
  const lightNothing = () => light(undefined);

  function reset(): void {
    playing.stop();
    refusals.clear();
    change(initial, "typed");
  }

  function openLink(state: StateText): void {
    playing.stop();
    refusals.clear();
    try {
      change(readText(figure, state), "typed");
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      change(initial, "typed");
      notice = `The link could not be followed, and the figure stands as it began: ${error.message}.`;
    }
  }

  function describe(): string {
    return plainText(figure.describe(model()));
  }

  function toSVG(scheme?: Scheme): string {
    const drawn = place.querySelector<SVGSVGElement>(".mm-stage > svg");
    if (!drawn) throw new Error("toSVG: nothing has been drawn yet");
    const theme = getComputedStyle(element);
    return exportDrawing({
      drawn,
      title: figure.title,
      sentence: describe(),
      theme: (property) => theme.getPropertyValue(property),
      scheme,
    });
  }

  async function toPNG(): Promise<Blob> {
    const svg = toSVG(schemeAt(place));
    const { toPicture } = await import("./tools/picture.js");
    return toPicture(document, svg);
  }

  const table = () => figure.table(model());
  const subject: Subject = {
    element,
    figure,
    get state() {
      return values;
    },
    table,
    toSVG,
    toPNG,
    toCSV: () => toCSV(table()),
  };
  const actions = createActions(subject, reset, schedule);

  const observer = new ResizeObserver(() => {
    const now = place.clientWidth;
    if (now === width) return;
    width = now;
    schedule();
  });
  observer.observe(place);
  const endOfDrag = () => options.notify("change", values);
  const listening = new AbortController();
  const { signal } = listening;
  place.addEventListener("lostpointercapture", endOfDrag, { signal });
  place.addEventListener("pointerover", lightThere, { signal });
  place.addEventListener("pointerleave", lightNothing, { signal });
  place.addEventListener("focusin", lightThere, { signal });
  place.addEventListener("focusout", lightNothing, { signal });
  render();

  return {
    get state() {
      return values;
    },
    setState: (state) => {
      const next = readState(figure.parameters, values, state);
      playing.stop();
      change(next, "typed");
    },
    openLink,
    reset,
    redraw: schedule,
    light,
    describe,
    table,
    toSVG: () => toSVG(),
    toPNG,
    toCSV: subject.toCSV,
    approach: () => {
      isNear = true;
      if (!figure.measurement || (measuredOnce && !overdue)) return;
      measuredOnce = true;
      remeasureNow();
    },
    leave: () => {
      isNear = false;
      playing.stop();
      clearTimeout(restarting);
      if (measuring.phase !== "running") return;
      overdue = true;
      measuring.cancel();
    },
    dispose: () => {
      observer.disconnect();
      listening.abort();
      playing.stop();
      actions.dispose();
      clearTimeout(settling);
      clearTimeout(restarting);
      if (frame !== undefined) cancelAnimationFrame(frame);
      measuring.cancel();
      place.replaceChildren();
    },
  };
}

function measurementDiffers(figure: AnyFigure, before: State, now: State): boolean {
  const depends = figure.measurement?.depends ?? [];
  return depends.some((name) => !Object.is(before[name], now[name]));
}

/** The scheme that a part of a page is shown in, whoever decided it. */
function schemeAt(place: HTMLElement): Scheme {
  const probe = place.ownerDocument.createElement("span");
  probe.className = "mm-scheme";
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === "rgb(0, 0, 0)" ? "dark" : "light";
}
