/* Notebook Kit's runtime, Observable's and jsdom ship without types for the modules that the page needs of them. */

declare module "observable:runtime/define.js" {
  import type { Module } from "@observablehq/runtime";
  export interface DisplayState {
    root: HTMLElement;
    expanded: unknown[];
    variables: unknown[];
  }
  export interface Definition {
    id: number;
    body: (...inputs: unknown[]) => unknown;
    inputs?: string[];
    outputs?: string[];
    output?: string;
  }
  export function define(main: Module, state: DisplayState, definition: Definition): void;
}

declare module "@observablehq/runtime" {
  export interface Module {
    variable(observer?: unknown): unknown;
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
