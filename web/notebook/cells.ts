import { type DefineState, type Definition, define } from "observable:runtime/define.js";
import { clear, type Observer, observe } from "observable:runtime/display.js";
import { Runtime } from "@observablehq/runtime";
import { builtins } from "./builtins.js";

/** What a cell does, with what the page wants to know of it beside Notebook Kit's own. */
export interface CellDefinition extends Definition {
  /** The line of the cell's text where an error came from, from 1. */
  lineOf?(error: unknown): number | undefined;
  /** Its first value or error has come: it did not hang. */
  settled?(): void;
}

export interface Shipped {
  readonly state: DefineState;
  readonly definition: CellDefinition;
}

/** The cells that run, as the page was built with them, by their ids. */
export const shipped = new Map<number, Shipped>();

/** What each state runs now. A variable that was deleted still comes to a value, and speaks for nobody. */
const current = new WeakMap<DefineState, CellDefinition>();

const main = new Runtime(builtins).module();

/** Runs a cell in place of what its state ran before; cells that use its values follow. */
export function start(state: DefineState, definition: CellDefinition): void {
  stop(state);
  current.set(state, definition);
  define(main, state, definition, observer);
}

/** Takes the cell's values back; what it shows stays. */
export function stop(state: DefineState): void {
  current.delete(state);
  for (const variable of state.variables) variable.delete();
  state.variables = [];
  showProblem(state.root, undefined);
}

function observer(state: DefineState, definition: CellDefinition): Observer {
  const usual = observe(state, definition);
  return {
    ...usual,
    fulfilled(value) {
      if (current.get(state) !== definition) return;
      definition.settled?.();
      state.root.classList.remove("mm-incomplete");
      showProblem(state.root, undefined);
      usual.fulfilled.call(this, value);
    },
    rejected(error) {
      if (current.get(state) !== definition) return;
      definition.settled?.();
      console.error(error);
      this._error = true;
      clear(state);
      showProblem(state.root, describeError(error, definition.lineOf?.(error)));
    },
  };
}

export function describeError(error: unknown, line: number | undefined): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return line === undefined ? text : `Line ${line}. ${text}`;
}

/** Says under a cell what is wrong with it, or nothing. */
export function showProblem(root: Element, text: string | undefined): void {
  const shown = root.parentElement?.querySelector(":scope > .mm-cell-problem");
  if (text === undefined) {
    shown?.remove();
    return;
  }
  const problem = shown ?? document.createElement("p");
  problem.className = "mm-cell-problem";
  problem.setAttribute("role", "alert");
  if (!shown) root.after(problem);
  problem.textContent = text;
}
