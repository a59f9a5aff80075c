import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeViolations, watch } from "../page/audit.js";
import { browserNames, type OpenBrowser, openBrowser } from "../page/browsers.js";
import { FigureOnPage } from "../page/figure.js";
import { type Served, serve } from "./browser.js";
import { type Packed, pack, project, root, run } from "./install.js";

const guide = readFileSync(join(root, "docs/own-figures.md"), "utf8");
const example = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
const tag = /```html\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";

const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,"></head>
  <body><main><h1>A post</h1>${tag}
    <matrix-memory-figure figure="growth" pairs="12" loading="eager">Later.</matrix-memory-figure>
    <p>It goes on <a href="#more">elsewhere</a>.</p></main>
    <script type="module" src="./main.ts"></script></body>
</html>`;

/** The page registers the example as it loads, and a figure with curves when the test asks for it. */
const main = `
import { createChart, defineFigure, drawCurves, prepareCurves, registerFigure } from "matrix-memory/figures";
import "./two-keys.js";

export const growth = defineFigure({
  id: "growth",
  title: "The error grows with the pairs",
  parameters: { pairs: { kind: "integer", label: "pairs", default: 8, min: 2, max: 32, slider: true } },
  prepare: prepareCurves,
  compute: (core, { pairs }) => ({ errors: Array.from({ length: pairs }, (_, i) => core.theory.additive(i + 1, 16)) }),
  draw({ document, width }, { errors }) {
    const chart = createChart({ width, height: 220, xDomain: [1, 32], yDomain: [0, 2] });
    const points = errors.map((error, i) => [i + 1, error] as const);
    return { width, height: 220, children: [drawCurves(document, { id: "laws", chart, curves: [{ id: "additive", role: "value", points }], across: "pairs", up: "error" })] };
  },
  describe: ({ errors }) => ["After ", { strong: String(errors.length) }, " pairs."],
  table: ({ errors }) => ({ columns: ["pairs", "error"], rows: errors.map((error, i) => [i + 1, error]) }),
});
Object.assign(globalThis, { register: () => registerFigure(growth) });

registerFigure(defineFigure({
  id: "moody",
  title: "Moody",
  parameters: { level: { kind: "integer", label: "level", default: 1, min: 1, max: 9 } },
  compute(_core, { level }) {
    if (level < 3) throw new Error("level " + level + " is too low");
    return level;
  },
  draw: ({ width }) => ({ width, height: 20, children: [] }),
  describe: (level) => ["At level ", { strong: String(level) }, "."],
  table: (level) => ({ columns: ["level"], rows: [[level]] }),
}));

export const computed: string[] = [];
Object.assign(globalThis, { computed });
registerFigure(defineFigure({
  id: "counting",
  title: "Counting",
  parameters: {
    level: { kind: "integer", label: "level", default: 1, min: 1, max: 9 },
    place: { kind: "point", label: "place", symbol: "p", role: "query", default: [0, 1], reach: 2 },
  },
  compute(_core, { level, place }) {
    computed.push([level, ...place].join(" "));
    return level;
  },
  draw: ({ width }) => ({ width, height: 20, children: [] }),
  describe: (level) => ["At level ", { strong: String(level) }, "."],
  table: (level) => ({ columns: ["level"], rows: [[level]] }),
}));
`;

/** In Node: what a server does that renders an author's page. */
const onServer = `
import { defineFigure, defineFigureElement, registerFigure } from "matrix-memory/figures";
const part = () => [];
const figure = (id, parameters = {}) => defineFigure({ id, title: "t", parameters, compute: part, draw: part, describe: part, table: part });
const number = { kind: "number", label: "n", default: 1, min: 0, max: 2, step: 1 };
const mine = figure("mine", { angle: number });
registerFigure(mine);
registerFigure(mine);
defineFigureElement();
const said = [
  null, figure("mine"), figure("two-pairs"), figure("Two pairs"), figure('a"b'), figure("a:2"), figure(3),
  { ...mine, id: "no-table", table: undefined }, { ...mine, id: "no-title", title: "" },
  figure("other", { figure: number }), figure("other", { onclick: number }), figure("other", { "my-angle": number }),
  figure("other", { angle: { ...number, default: 3 } }),
].map((bad) => {
  try {
    registerFigure(bad);
    return "taken";
  } catch (error) {
    return error.name + ": " + error.message;
  }
});
registerFigure(figure("other"));
console.log(JSON.stringify(said));
`;

const misused = `
import { createPlane, defineFigure, drawArrow, registerFigure, type MatrixMemoryFigure, type Values } from "matrix-memory/figures";

const parameters = { angle: { kind: "number", label: "angle", default: 1, min: 0, max: 2, step: 1 } } as const;
const values: Values<typeof parameters> = { angle: 1 };
const element: MatrixMemoryFigure | null = document.querySelector("matrix-memory-figure");
const csv: string | undefined = element?.toCSV();
export { csv, values };
// @ts-expect-error There is no such role.
drawArrow(createPlane({ id: "p", title: "p", x: 0, y: 0, width: 9, height: 9, reach: 1 }), { id: "a", role: "colour", to: [1, 0] });
defineFigure({
  id: "typed",
  title: "typed",
  parameters,
  compute: (_core, { angle }) => ({ twice: 2 * angle }),
  draw: ({ width }) => ({ width, height: 1, children: [] }),
  // @ts-expect-error The model has no such number.
  describe: ({ thrice }) => [String(thrice)],
  table: ({ twice }) => ({ columns: ["twice"], rows: [[twice]] }),
});
// @ts-expect-error That is no figure.
registerFigure({ id: "typed" });
`;

let packed: Packed;
let folder: string;

beforeAll(async () => {
  packed = await pack();
  folder = await project(packed, {
    "two-keys.ts": example,
    "main.ts": main,
    "misused.ts": misused,
    "server.mjs": onServer,
    "index.html": html,
  });
  await build({ root: folder, base: "./", logLevel: "error", build: { outDir: "out" } });
}, 120_000);
afterAll(() => {
  for (const each of [dirname(packed.file), folder]) rmSync(each, { recursive: true, force: true });
});

describe("the example of the guide", () => {
  test("has fewer than forty lines", () => {
    expect(example).toContain("registerFigure(");
    expect(example.trim().split("\n").length).toBeLessThan(40);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "has types, and so have its mistakes: module %s, resolution %s",
    async (module, resolution) => {
      const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
      const modules = ["--module", module, "--moduleResolution", resolution, "--types", "null"];
      const files = ["--ignoreConfig", "main.ts", "two-keys.ts", "misused.ts"];
      const tsc = join(root, "node_modules/.bin/tsc");
      await run(tsc, [...options, ...modules, ...files], folder);
    },
  );
});

test("on a server importing does nothing, and what is no figure is refused by name", async () => {
  const said = JSON.parse(await run(process.execPath, ["server.mjs"], folder)) as string[];
  const expected = [
    /^TypeError: .*expected a figure, got null/,
    /^RangeError: .*there is another figure mine/,
    /^RangeError: .*there is another figure two-pairs/,
    /^RangeError: .*expected an id .*got "Two pairs"/,
    /^RangeError: .*expected an id .*got "a\\"b"/,
    /^RangeError: .*expected an id .*got "a:2"/,
    /^RangeError: .*expected an id .*got 3/,
    /^TypeError: .*no-table has no function table/,
    /^TypeError: .*no-title has no title/,
    /^RangeError: .*other cannot have a parameter "figure"/,
    /^RangeError: .*other cannot have a parameter "onclick"/,
    /^RangeError: .*other cannot have a parameter "my-angle"/,
    /^RangeError: .*default of angle: expected a number from 0 to 2, got 3/,
  ];
  expect(said).toHaveLength(expected.length);
  for (const [i, what] of expected.entries()) expect(said[i]).toMatch(what);
});

describe.each(browserNames)("bundled as a stranger would, in %s", (name) => {
  let browser: OpenBrowser;
  let served: Served;
  let figure: FigureOnPage;
  let complaints: string[];

  beforeAll(async () => {
    browser = await openBrowser(name);
    served = await serve(join(folder, "out"), "/under/a/path/");
    const page = await browser.page(1000);
    ({ complaints } = watch(page, served.url));
    await page.goto(served.url);
    figure = await FigureOnPage.on(page, "two-keys");
  });
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  const angle = async () => (await figure.state()).angle as number;

  test("begins as its attribute says, with the library's numbers", async () => {
    expect(await angle()).toBe(75);
    await figure.setState({ angle: 60 });
    const numbers = await figure.numbers();
    expect(numbers("read")[0]).toBeCloseTo(1, 12);
    expect(numbers("read")[1]).toBeCloseTo(0.5, 12);
    expect(numbers("gram row 1")[1]).toBeCloseTo(0.5, 12);
    expect(await figure.describe()).toContain("0.50 of the other value");
    await expect(figure.setState({ angle: 181 })).rejects.toThrow(
      /expected a number from 0 to 180/,
    );
    expect(await angle()).toBe(60);
  });

  test("follows the pointer, the arrow keys and what is typed", async () => {
    await figure.setState({ angle: 60 });
    await figure.drag("second key", [-120, 40]);
    expect(await angle()).toBeGreaterThan(90);
    await figure.setState({ angle: 60 });
    await figure.press("second key", "ArrowUp");
    expect(await angle()).toBeCloseTo(62, 9);
    await figure.press("second key", "ArrowDown", "Shift");
    expect(await angle()).toBeCloseTo(52, 9);
    await figure.type("angle, degrees, typed", "90");
    expect(await angle()).toBe(90);
    expect((await figure.numbers())("read")[1]).toBeCloseTo(0, 12);
    await figure.type("angle, degrees, typed", "200");
    expect(await figure.complaint("angle, degrees, typed")).toContain("0 to 180");
    expect(await angle()).toBe(90);
    await figure.click("Reset");
    expect(await angle()).toBe(75);
  });

  test("gives files: CSV to the bit, and SVG with its sentence", async () => {
    await figure.setState({ angle: 33 });
    const [csv, svg] = await figure.page.$eval(figure.selector, (element) => {
      const own = element as HTMLElement & { toCSV(): string; toSVG(): string };
      const parsed = new DOMParser().parseFromString(own.toSVG(), "image/svg+xml");
      const said = parsed.querySelector("desc")?.textContent ?? "";
      return [own.toCSV(), `${parsed.documentElement.localName}: ${said}`];
    });
    const { columns, rows } = await figure.table();
    expect(csv).toBe([columns, ...rows].map((row) => `${row.join(",")}\r\n`).join(""));
    expect(svg).toBe(`svg: ${await figure.describe()}`);
  });

  test("offers its tag in this state, and no page that does not have it", async () => {
    await figure.setState({ angle: 33 });
    await figure.click("Embed");
    const items = await figure.page.waitForSelector(`${figure.selector} >>> [role="menuitem"]`);
    const menu = await items?.evaluate((item) => item.parentElement?.textContent ?? "");
    expect(menu).toContain("Element");
    expect(menu).not.toMatch(/iframe|Markdown/);
    await figure.page.keyboard.press("Escape");
  });

  test("an element that came before its figure shows it once it is registered", async () => {
    const growth = `matrix-memory-figure[figure="growth"]`;
    const { page } = figure;
    const before = await page.$eval(growth, (element) => ({
      said: element.shadowRoot?.querySelector('[role="alert"]')?.textContent ?? "",
      drawn: (element as HTMLElement & { isDrawn: boolean }).isDrawn,
    }));
    expect(before.said).toContain("no figure growth");
    expect(before.said).toContain("two-keys");
    expect(before.drawn).toBe(false);
    await page.evaluate(() => (globalThis as unknown as { register(): void }).register());
    await page.waitForFunction(
      (selector) => document.querySelector<HTMLElement & { isDrawn: boolean }>(selector)?.isDrawn,
      {},
      growth,
    );
    const late = await FigureOnPage.on(page, "growth");
    expect(await late.state()).toEqual({ pairs: 12 });
    expect((await late.table()).rows).toHaveLength(12);
    const drawing = await late.drawing();
    expect(drawing).toContain("mm-plot-axis");
    expect(drawing).not.toMatch(/NaN|undefined/);
  });

  test("axe finds nothing, and nothing is complained about", async () => {
    expect(await axeViolations(figure.page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  /** Another figure at the end of the page. */
  async function added(id: string): Promise<FigureOnPage> {
    await figure.page.evaluate((wanted) => {
      const element = document.createElement("matrix-memory-figure");
      element.setAttribute("figure", wanted);
      element.setAttribute("loading", "eager");
      document.querySelector("main")?.append(element);
    }, id);
    return FigureOnPage.on(figure.page, id);
  }

  test("one that cannot compute the state that it begins with says so, and recovers", async () => {
    const moody = await added("moody");
    const text = () =>
      moody.page.$eval(moody.selector, (element) => element.shadowRoot?.textContent ?? "");
    expect(await text()).toMatch(/cannot be shown. level 1 is too low/);
    await moody.setState({ level: 2 });
    expect(await text()).toMatch(/cannot be shown. level 2 is too low/);
    await moody.setState({ level: 5 });
    expect(await text()).toMatch(/At level 5\./);
    expect(await text()).not.toMatch(/too low/);
    await moody.setState({ level: 1 });
    expect(await text()).toMatch(/level 1 is too low/);
    await moody.page.$eval(moody.selector, (element) => element.remove());
  });

  test("what is drawn, lit, read, exported or asked for again is computed once", async () => {
    const counting = await added("counting");
    for (const state of [{}, { level: 2 }, { level: 2 }, { place: [1, 1] }, { place: [1, 1] }]) {
      await counting.setState(state);
      await counting.page.$eval(counting.selector, (element) => {
        type Figure = HTMLElement & {
          light(part: string): void;
          toCSV(): string;
          toSVG(): string;
        };
        const own = element as Figure;
        own.light("anything");
        own.toCSV();
        own.toSVG();
      });
      await counting.settled();
      await counting.describe();
      await counting.table();
    }
    const computed = await counting.page.evaluate(
      () => (globalThis as unknown as { computed: string[] }).computed,
    );
    expect(computed).toEqual(["1 0 1", "2 0 1", "2 1 1"]);
    await counting.page.$eval(counting.selector, (element) => element.remove());
  });
});
