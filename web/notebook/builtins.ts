import { load } from "matrix-memory";
import { figure } from "./figure.js";

/**
 * What cells can name without importing it: what Observable's own notebooks have and a page about memories needs.
 * Everything is bundled, where Notebook Kit's own would come from another origin, and loads when a cell first names it.
 */
export const builtins = {
  core: () => load(),
  figure: () => figure,
  check: () => import("./check.js").then(({ check }) => check),
  say: () => import("./check.js").then(({ say }) => say),
  htl: () => import("htl"),
  html: () => import("htl").then(({ html }) => html),
  svg: () => import("htl").then(({ svg }) => svg),
  md: () => import("observable:runtime/stdlib/md.js").then(({ md }) => md),
  tex: () => import("./tex.js").then(({ tex }) => tex),
  Plot: () => import("whole:@observablehq/plot"),
  Inputs: () => import("./inputs.js"),
  Generators: () => generators(),
  Mutable: () => import("observable:runtime/stdlib/mutable.js").then(({ Mutable }) => Mutable),
  now: () => generators().then(({ now }) => now()),
  dark: () => generators().then(({ dark }) => dark()),
  width: () =>
    generators().then(({ width }) => width(document.querySelector("main") ?? document.body)),
};

const generators = () => import("observable:runtime/stdlib/generators/index.js");
