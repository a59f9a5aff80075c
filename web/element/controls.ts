import { h, type VNode } from "snabbdom";
import { formatNumber, formatShort, parseNumber } from "../drawing/numbers.js";
import { htmlScripts } from "../drawing/scripts.js";
import type { Point } from "../drawing/svg.js";
import {
  expectation,
  hasControl,
  type Parameter,
  type PointParameter,
  type Schema,
} from "../figures/parameters.js";
import type { Playing } from "./playing.js";

export interface ControlContext {
  readonly schema: Schema;
  readonly values: Readonly<Record<string, unknown>>;
  /** What was typed and refused, by field, with the reason. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Offers a typed or chosen value; throws a RangeError when it is refused. */
  offer(name: string, value: unknown): void;
  refuse(field: string, reason: string | undefined): void;
  readonly playing: Playing;
}

/** A control for each parameter, in the order of the schema; the numbers of vectors on a line of their own. */
export function drawControls(context: ControlContext): { settings: VNode[]; vectors: VNode[] } {
  const shown = Object.entries(context.schema).filter(([, parameter]) =>
    hasControl(parameter, context.values),
  );
  const draw = (vectors: boolean) =>
    shown
      .filter(([, { kind }]) => (kind === "point") === vectors)
      .map(([name, parameter]) => drawControl(context, name, parameter));
  return { settings: draw(false), vectors: draw(true) };
}

function drawControl(context: ControlContext, name: string, parameter: Parameter): VNode {
  switch (parameter.kind) {
    case "point":
      return pointControl(context, name, parameter);
    case "toggle":
      return toggle(context, name, parameter.label);
    case "choice":
      return choice(context, name, parameter);
    default:
      return numberControl(context, name, parameter);
  }
}

function pointControl(context: ControlContext, name: string, parameter: PointParameter): VNode {
  const value = context.values[name] as Point;
  const field = (index: 0 | 1, place: string) =>
    numberField(context, {
      id: `${name}-${index}`,
      label: `${parameter.label}, ${place} number`,
      text: formatNumber(value[index]),
      expected: `a number from \u2212${parameter.reach} to ${parameter.reach}`,
      take: (number) => context.offer(name, index === 0 ? [number, value[1]] : [value[0], number]),
    });
  return control(name, `mm-${parameter.role}`, { role: "group", "aria-label": parameter.label }, [
    h("span", { attrs: { class: "mm-symbol" } }, htmlScripts(parameter.symbol)),
    h("span", { attrs: { class: "mm-pair" } }, [
      "= (",
      field(0, "first"),
      ",",
      field(1, "second"),
      ")",
    ]),
    refusal(context, `${name}-0`),
    refusal(context, `${name}-1`),
  ]);
}

type Numeric = Extract<Parameter, { kind: "number" | "integer" }>;

function numberControl(context: ControlContext, name: string, parameter: Numeric): VNode {
  const value = context.values[name] as number;
  const { min, max, label } = parameter;
  const step = parameter.kind === "integer" ? 1 : parameter.step;
  return control(name, "", {}, [
    h("span", label),
    parameter.slider
      ? h("input", {
          attrs: { class: "mm-slider", type: "range", min, max, step, "aria-label": label },
          props: { value: String(value) },
          on: { input: (event: Event) => offerSlider(context, name, event) },
        })
      : undefined,
    numberField(context, {
      id: name,
      label: parameter.slider ? `${label}, typed` : label,
      text: parameter.kind === "integer" ? String(value) : formatShort(value, 3),
      expected: expectation(parameter),
      take: (number) => context.offer(name, number),
    }),
    parameter.kind === "integer" && parameter.play ? playButton(context, name, label) : undefined,
    refusal(context, name),
  ]);
}

function playButton({ playing }: ControlContext, name: string, label: string): VNode {
  const text = playing.name === name ? "Pause" : playing.still ? "Step" : "Play";
  return h(
    "button",
    {
      attrs: { type: "button", class: "mm-button", "aria-label": `${text}: ${label}` },
      on: { click: () => playing.toggle(name) },
    },
    text,
  );
}

function offerSlider(context: ControlContext, name: string, event: Event): void {
  context.refuse(name, undefined);
  context.offer(name, Number((event.target as HTMLInputElement).value));
}

function toggle(context: ControlContext, name: string, label: string): VNode {
  return h("label", { key: name, attrs: { class: "mm-control mm-toggle" } }, [
    h("input", {
      attrs: { class: "mm-switch", type: "checkbox", role: "switch" },
      props: { checked: context.values[name] as boolean },
      on: {
        change: (event: Event) => context.offer(name, (event.target as HTMLInputElement).checked),
      },
    }),
    label,
  ]);
}

function choice(
  context: ControlContext,
  name: string,
  parameter: Extract<Parameter, { kind: "choice" }>,
): VNode {
  const options = parameter.options.map(({ value, label }) =>
    h("label", { key: value }, [
      h("input", {
        attrs: { type: "radio", name, value, "aria-label": label },
        props: { checked: context.values[name] === value },
        on: { change: () => context.offer(name, value) },
      }),
      ...htmlScripts(label),
    ]),
  );
  const group = { role: "radiogroup", "aria-label": parameter.label };
  if (!parameter.captioned) return control(name, "mm-choice", group, options);
  return control(name, "", {}, [
    h("span", { attrs: { "aria-hidden": "true" } }, htmlScripts(parameter.label)),
    h("div", { attrs: { class: "mm-choice", ...group } }, options),
  ]);
}

interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly expected: string;
  take(number: number): void;
}

/** Fields whose text the reader has begun to change; until it is taken or given up, drawing must not overwrite it. */
const edited = new WeakSet<HTMLInputElement>();

function numberField(context: ControlContext, options: FieldOptions): VNode {
  const { id, label, text } = options;
  const refused = context.refusals.has(id);
  const show = (node: VNode) => {
    const input = node.elm as HTMLInputElement;
    if (!edited.has(input) && input.value !== text) input.value = text;
  };
  return h("input", {
    key: `${id}-field`,
    attrs: {
      class: `mm-field${roomFor(text)}`,
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": label,
      "aria-invalid": String(refused),
      ...(refused ? { "aria-describedby": `${id}-refusal` } : {}),
    },
    hook: { insert: show, update: (_old, fresh) => show(fresh) },
    on: {
      input: (event: Event) => edited.add(event.target as HTMLInputElement),
      change: (event: Event) => take(context, options, event.target as HTMLInputElement),
      keydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        const input = event.target as HTMLInputElement;
        edited.delete(input);
        input.value = text;
        context.refuse(id, undefined);
      },
    },
  });
}

/** Most numbers are short, and a field that followed each of them would jump. */
function roomFor(text: string): string {
  return text.length > 7 ? " mm-long" : /\d{5}/.test(text) ? " mm-wide" : "";
}

function take(context: ControlContext, options: FieldOptions, input: HTMLInputElement): void {
  const { id, expected } = options;
  try {
    options.take(parseNumber(input.value));
    edited.delete(input);
    context.refuse(id, undefined);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const typed = input.value.trim();
    context.refuse(
      id,
      `Expected ${expected}, got ${typed === "" ? "nothing" : `\u201C${typed.slice(0, 24)}\u201D`}.`,
    );
  }
}

function refusal(context: ControlContext, id: string): VNode | undefined {
  const reason = context.refusals.get(id);
  if (reason === undefined) return undefined;
  return h(
    "span",
    { key: `${id}-refusal`, attrs: { id: `${id}-refusal`, class: "mm-refusal", role: "alert" } },
    reason,
  );
}

function control(
  name: string,
  className: string,
  attrs: Record<string, string>,
  children: (VNode | string | undefined)[],
): VNode {
  return h(
    "div",
    {
      key: name,
      attrs: { class: `mm-control ${className}`.trim(), "data-parameter": name, ...attrs },
    },
    children.filter((child) => child !== undefined),
  );
}
