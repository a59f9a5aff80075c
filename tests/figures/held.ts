import { load } from "matrix-memory";
import type { VNode } from "snabbdom";
import type { Manner } from "../../web/drawing/handle.js";
import type { DrawContext, Drawing, Figure, Table } from "../../web/figures/define.js";
import { plainText } from "../../web/figures/define.js";
import {
  defaultValues,
  readState,
  type Schema,
  type Values,
} from "../../web/figures/parameters.js";
import { isBroken } from "./broken.js";

export const core = await load();

/** A figure with its state and no page: what the element does with both, less the drawing on a screen. */
export class Held<S extends Schema, Model> {
  values: Values<S>;

  constructor(readonly figure: Figure<S, Model>) {
    const defaults = defaultValues(figure.parameters);
    this.values = figure.constrain?.(defaults, defaults, "typed") ?? defaults;
  }

  /** What a control, a handle or `setState` asks for; checked as it is at each of these doors. */
  change(wanted: Partial<Values<S>>, manner: Manner = "typed"): this {
    const next = readState(this.figure.parameters, this.values, wanted);
    this.values = this.figure.constrain?.(next, this.values, manner) ?? next;
    return this;
  }

  reset(): this {
    return this.change(defaultValues(this.figure.parameters));
  }

  get model(): Model {
    return this.figure.compute(core, this.values, undefined);
  }

  get sentence(): string {
    return plainText(this.figure.describe(this.model));
  }

  get table(): Table {
    return this.figure.table(this.model);
  }

  /** The numbers of a row of the table, by its name. */
  row(name: string): number[] {
    const found = this.table.rows.find(([first]) => first === name);
    if (!found) throw new Error(`${this.figure.id} has no row "${name}"`);
    return found.slice(1).filter((x) => x !== null) as number[];
  }

  drawing(width = 1000, lit?: string): Drawing {
    // Figures of pairs ask nothing of a document; one that began to would fail here.
    const context = {
      width,
      parameters: this.values,
      lit,
      change: () => undefined,
      light: () => undefined,
    } as unknown as DrawContext<S>;
    return this.figure.draw(context, this.model);
  }
}

export function nodesOf(nodes: readonly (VNode | string)[]): VNode[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : [node, ...nodesOf(node.children ?? [])],
  );
}

export function textOf(node: VNode): string {
  const children = (node.children ?? []).map((child) =>
    typeof child === "string" ? child : textOf(child),
  );
  return (node.text ?? "") + children.join("");
}

/** Everything in a drawing or a sentence that is no number where one should stand, no path or no length. */
export function unsound<S extends Schema, Model>(held: Held<S, Model>, width?: number): string[] {
  const drawn = nodesOf(held.drawing(width).children).flatMap((node) => [
    ...Object.entries(node.data?.attrs ?? {}).map(([name, value]) => `${name}="${value}"`),
    node.text ?? "",
  ]);
  const numbers = held.table.rows.flatMap(([name, ...cells]) =>
    cells.map((cell) => `table: ${name} ${cell ?? ""}`),
  );
  return [...drawn, ...numbers, held.sentence].filter(isBroken);
}

/** The texts of a drawing. */
export function textsOf<S extends Schema, Model>(
  held: Held<S, Model>,
  width?: number,
  lit?: string,
): string[] {
  return nodesOf(held.drawing(width, lit).children)
    .filter((node) => node.sel === "text")
    .map(textOf);
}
