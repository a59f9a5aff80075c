/* Notebook Kit's runtime, Observable's and jsdom ship without types for the modules that the page needs of them. */

declare module "@observablehq/runtime" {
  export interface Variable {
    delete(): void;
  }
  export interface Module {
    variable(observer?: unknown): Variable;
  }
  export class Runtime {
    constructor(builtins: Readonly<Record<string, () => unknown>>);
    module(): Module;
  }
}

declare module "jsdom" {
  export class JSDOM {
    constructor(html: string);
    readonly window: Window & typeof globalThis;
  }
}

declare module "observable:runtime/define.js" {
  import type { DisplayState, Observer } from "observable:runtime/display.js";
  import type { Module, Variable } from "@observablehq/runtime";
  export interface DefineState extends DisplayState {
    variables: Variable[];
  }
  export interface Definition {
    readonly id: number;
    readonly body: (...inputs: unknown[]) => unknown;
    readonly inputs?: readonly string[];
    readonly outputs?: readonly string[];
    readonly output?: string | undefined;
    readonly display?: boolean;
    readonly autodisplay?: boolean;
    readonly autoview?: boolean;
    readonly automutable?: boolean;
  }
  export function define(
    main: Module,
    state: DefineState,
    definition: Definition,
    observe: (state: DefineState, definition: Definition) => Observer,
  ): void;
}

declare module "observable:runtime/display.js" {
  import type { Definition } from "observable:runtime/define.js";
  export interface DisplayState {
    readonly root: HTMLElement;
    expanded: unknown[];
  }
  export interface Observer {
    _error: boolean;
    pending(): void;
    fulfilled(value: unknown): void;
    rejected(error: unknown): void;
  }
  export function clear(state: DisplayState): void;
  export function observe(state: DisplayState, definition: Definition): Observer;
}

declare module "observable:runtime/stdlib/generators/index.js" {
  export function dark(): unknown;
  export function now(): unknown;
  export function width(target: Element): unknown;
}

declare module "observable:runtime/stdlib/md.js" {
  export const md: unknown;
}

declare module "observable:runtime/stdlib/mutable.js" {
  export function Mutable(value: unknown): unknown;
}

/** A copy of the package apart from the parts of it that figures took (vite-whole.ts). */
declare module "whole:@observablehq/plot" {
  export * from "@observablehq/plot";
}

declare module "htl" {
  type Template = (strings: TemplateStringsArray, ...values: unknown[]) => Node;
  export const html: Template;
  export const svg: Template;
}

declare module "@observablehq/inputs" {
  type Input = (...options: unknown[]) => Element;
  export const button: Input;
  export const range: Input;
}
