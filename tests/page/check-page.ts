import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { CDPSession, Page } from "puppeteer-core";
import { build } from "vite";
import { figureIds } from "../figures/support.js";
import { type OpenBrowser, openBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { pointsLost } from "./lighthouse.js";
import { type Site, serveSite } from "./site.js";
import { servePage } from "./stranger.js";

/** One line of the table: measured, and the most it may be. */
interface Budget {
  readonly name: string;
  readonly measured: number;
  readonly most: number;
  readonly unit: "KB" | "ms" | "s" | "points" | "";
  /** It depends on what else the machine does. */
  readonly timed?: boolean;
}

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Kilobytes (1000 bytes) after brotli at its best, as a static host would keep them; fonts are compressed already. */
function kilobytes(path: string, bytes: Uint8Array): number {
  return (path.endsWith(".woff2") ? bytes : brotliCompressSync(bytes)).length / 1000;
}

/** The package minified: every module counted once, also those that the page and its workers share. */
async function packageSizes(): Promise<Budget[]> {
  const built = await build({
    configFile: false,
    root: file("dist"),
    logLevel: "error",
    worker: { format: "es" },
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: [file("dist/index.js"), file("dist/worker.js")],
        preserveEntrySignatures: "strict",
      },
    },
  });
  const { output } = built as unknown as { output: OutputFile[] };
  const sum = (parts: OutputFile[]) =>
    parts.reduce((total, part) => total + kilobytes(part.fileName, bytesOf(part)), 0);
  // Chunks alone: the worker comes out a second time, as a file with a copy of what it shares.
  const scripts = output.filter(({ type }) => type === "chunk");
  const wasm = output.filter(({ fileName }) => fileName.endsWith(".wasm"));
  return [
    { name: "wasm, brotli", measured: sum(wasm), most: 80, unit: "KB" },
    { name: "package JavaScript, brotli", measured: sum(scripts), most: 20, unit: "KB" },
  ];
}

interface OutputFile {
  readonly type: "chunk" | "asset";
  readonly fileName: string;
  readonly code?: string;
  readonly source?: string | Uint8Array;
}

const bytesOf = ({ code, source = code ?? "" }: OutputFile) =>
  typeof source === "string" ? Buffer.from(source) : source;

interface Shift {
  readonly at: number;
  readonly value: number;
  /** What moved, with its top and height before and after. */
  readonly what: string;
}

const mostShift = 0.01;

/** Runs in the page before it: notes every jump of its parts that nobody's input brought about. */
function collectShifts(): void {
  const shifts: Shift[] = [];
  (globalThis as unknown as { shifts: Shift[] }).shifts = shifts;
  const box = ({ top, height }: DOMRectReadOnly) => `${top.toFixed(0)}+${height.toFixed(0)}`;
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}#${node.id}.${node.className}` : node?.nodeName;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      const what = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} ${box(previousRect)} to ${box(currentRect)}`,
      );
      shifts.push({ at: entry.startTime, value: entry.value, what: what.join("; ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page before it: tells us, once, that a figure has been drawn, and when. */
function announceFirstFigure(): void {
  const tell = () =>
    (globalThis as unknown as { firstFigure(at: number): void }).firstFigure(performance.now());
  addEventListener("mm-drawn", () => requestAnimationFrame(tell), { once: true });
}

interface FirstFigure {
  readonly seconds: number;
  /** The paths asked for until then. */
  readonly paths: readonly string[];
}

async function openToFirstFigure(page: Page, site: Site): Promise<FirstFigure> {
  const before = site.requests.length;
  const shown = new Promise<FirstFigure>((resolve) => {
    void page.exposeFunction("firstFigure", (at: number) =>
      resolve({ seconds: at / 1000, paths: site.requests.slice(before) }),
    );
  });
  await page.evaluateOnNewDocument(announceFirstFigure);
  await page.goto(site.url);
  return shown;
}

async function brotliOf(paths: Iterable<string>): Promise<number> {
  let total = 0;
  for (const path of new Set(paths)) {
    const name = path.endsWith("/") ? `${path}index.html` : path;
    total += kilobytes(name, await readFile(file(`site${name}`)).catch(() => new Uint8Array()));
  }
  return total;
}

/** Turns the wheel from the top of the page to its end, as a reader in a hurry would. */
async function readToEnd(page: Page): Promise<void> {
  await page.mouse.move(5, 300);
  const atEnd = () => page.evaluate(() => scrollY + innerHeight >= document.body.scrollHeight - 2);
  while (!(await atEnd())) {
    await page.mouse.wheel({ deltaY: 120 });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

const spent = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"] as const;

async function millisecondsSpent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return spent.reduce((sum, name) => sum + of(name), 0) * 1000;
}

/** Script, style and layout of one frame of a drag: the 95th percentile of 120 moves, a frame each. */
async function dragCost(figure: FigureOnPage, label: string): Promise<number> {
  const { page } = figure;
  const session = await page.createCDPSession();
  // The thread's own time: what else the machine does meanwhile is no cost of ours.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const [x, y] = await figure.centre(label);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const costs: number[] = [];
  for (let i = 1; i <= 120; i++) {
    const before = await millisecondsSpent(session);
    await page.mouse.move(x + 30 * Math.sin(i / 8), y + 30 * Math.sin(i / 11));
    await figure.settled();
    costs.push((await millisecondsSpent(session)) - before);
  }
  await page.mouse.up();
  await session.detach();
  costs.sort((a, b) => a - b);
  return costs[Math.floor(0.95 * costs.length)] ?? 0;
}

interface Run {
  readonly seconds: number;
  /** Milliseconds from one frame of the page to the next, while it runs. */
  readonly frame: number;
}

/** The curve of a thousand trials, as its figure shows it growing: how long it takes, and how often the page is drawn. */
async function capacityRun(figure: FigureOnPage): Promise<Run> {
  await figure.setState({ keyDim: 64, valueDim: 64, pairs: 256, trials: 1000 });
  await figure.click("Run again");
  await figure.reaches("done");
  // Once more, now that the workers are there and their code is compiled.
  const running = (await figure.part(".mm-run")).evaluate(async (run) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    while (run.getAttribute("data-phase") !== "running") await frame();
    const frames = [await frame()];
    while (run.getAttribute("data-phase") === "running") frames.push(await frame());
    return frames;
  });
  await figure.click("Run again");
  const frames = await running;
  const took = (frames.at(-1) ?? Number.NaN) - (frames[0] ?? Number.NaN);
  return { seconds: took / 1000, frame: took / (frames.length - 1) };
}

/** What a browser does once, when it starts, no page can change: this one has come to rest after another visit. */
async function runningBrowser(): Promise<OpenBrowser> {
  const browser = await openBrowser("chromium");
  const site = await serveSite({ compressed: true });
  const page = await browser.page();
  await openToFirstFigure(page, site);
  await page.waitForNetworkIdle({ idleTime: 3000 });
  await page.close();
  await site.close();
  return browser;
}

/** Until the first figure is there, on a processor four times slower and a line of 1.6 Mbit/s. */
async function slowFirstFigure(browser: OpenBrowser): Promise<number> {
  // An origin of its own, of which nothing is kept.
  const site = await serveSite({ compressed: true });
  const page = await browser.page();
  await page.emulateCPUThrottling(4);
  const perSecond = 1.6e6 / 8;
  await page.emulateNetworkConditions({ download: perSecond, upload: perSecond, latency: 0 });
  const { seconds } = await openToFirstFigure(page, site);
  await page.close();
  await site.close();
  return seconds;
}

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function loadBudgets(page: Page, site: Site): Promise<Budget[]> {
  await page.evaluateOnNewDocument(collectShifts);
  const first = await openToFirstFigure(page, site);
  await readToEnd(page);
  await (await FigureOnPage.on(page, "capacity")).reaches("done");
  await page.waitForNetworkIdle({ idleTime: 500 });
  const everything = [...site.requests];
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  if (shift > mostShift) {
    for (const { at, value, what } of shifts) {
      console.log(`shift of ${value.toFixed(4)} after ${at.toFixed(0)} ms: ${what}`);
    }
  }
  const withoutFonts = first.paths.filter((path) => !path.endsWith(".woff2"));
  const wasmRequests = everything.filter((path) => path.endsWith(".wasm")).length;
  return [
    {
      name: "first figure, without fonts",
      measured: await brotliOf(withoutFonts),
      most: 150,
      unit: "KB",
    },
    { name: "the whole page", measured: await brotliOf(everything), most: 450, unit: "KB" },
    { name: "wasm requests", measured: wasmRequests, most: 1, unit: "" },
    { name: "layout shift", measured: shift, most: mostShift, unit: "" },
  ];
}

const dragged = [
  ["self-lookup", "query token"],
  ["softmax-cost", "tokens so far t"],
  ["one-pair", "key k"],
  ["two-pairs", "key k\u2081"],
  ["least-squares", "key k\u2081"],
  ["capacity", "error level \u03b5"],
] as const;

async function pageBudgets(): Promise<Budget[]> {
  const site = await serveSite();
  const browser = await openBrowser("chromium");
  try {
    const page = await browser.page();
    const budgets = await loadBudgets(page, site);
    for (const [id, label] of dragged) {
      const measured = await dragCost(await FigureOnPage.on(page, id), label);
      budgets.push({ name: `drag in ${id}, p95 a frame`, measured, most: 8, unit: "ms" });
    }
    const { seconds, frame } = await capacityRun(await FigureOnPage.on(page, "capacity"));
    budgets.push({ name: "1000 trials on the page", measured: seconds, most: 1, unit: "s" });
    // 60 a second, and one dropped in twenty.
    budgets.push({ name: "a frame meanwhile, mean", measured: frame, most: 17.5, unit: "ms" });
    return budgets;
  } finally {
    await browser.close();
    await site.close();
  }
}

interface Embedded {
  readonly plot: boolean;
  /** Kilobytes. */
  readonly size: number;
}

/** All that a page of somebody else's fetches for one figure, until it and what it computes at once are there. */
async function embedded(browser: OpenBrowser, id: string): Promise<Embedded> {
  const site = await serveSite();
  const host = await servePage(
    `<script type="module" src="${site.url}matrix-memory-figure.js"></script>
    <matrix-memory-figure figure="${id}"></matrix-memory-figure>`,
  );
  const page = await browser.page();
  await page.goto(host.url);
  await FigureOnPage.on(page, id);
  await page.waitForNetworkIdle({ idleTime: 500 });
  await page.close();
  await host.close();
  await site.close();
  const plot = site.requests.some((path) => path.includes("/plot-marks"));
  return { plot, size: await brotliOf(site.requests) };
}

/** The largest of the figures that need no Plot, and of those that do. */
async function embedBudgets(): Promise<Budget[]> {
  const browser = await openBrowser("chromium");
  const embeds: Embedded[] = [];
  for (const id of figureIds) embeds.push(await embedded(browser, id));
  await browser.close();
  const largest = (withPlot: boolean) =>
    Math.max(...embeds.filter(({ plot }) => plot === withPlot).map(({ size }) => size));
  return [
    { name: "embed without Plot, the largest", measured: largest(false), most: 130, unit: "KB" },
    { name: "embed with Plot, the largest", measured: largest(true), most: 220, unit: "KB" },
  ];
}

/** What a busy machine makes longer says nothing about a change: among the tests it is printed, and not judged. */
const isTime = ({ unit, timed }: Budget) => timed || unit === "ms" || unit === "s";

/** What takes the page's first reader long: the middle of so many first visits. The rest must hold at each of them. */
async function firstVisitBudgets(visits: number): Promise<Budget[]> {
  const browser = await runningBrowser();
  const seconds: number[] = [];
  const lost = new Map<string, number[]>();
  for (let visit = 0; visit < visits; visit++) {
    seconds.push(await slowFirstFigure(browser));
    for (const { title, points } of await pointsLost(browser)) {
      lost.set(title, [...(lost.get(title) ?? []), points]);
    }
  }
  await browser.close();
  return [
    { name: "first figure, slow device", measured: middle(seconds), most: 1.5, unit: "s" },
    ...[...lost].map(([title, points]): Budget => {
      const timed = title === "Performance";
      const measured = timed ? middle(points) : Math.max(...points);
      const most = timed ? 5 : 0;
      return { name: `Lighthouse: ${title}, lost`, measured, most, unit: "points", timed };
    }),
  ];
}

/** Prints the budgets; with a path, also leaves `{ passed, failed }` of all but the times there. */
export async function main([report]: string[]): Promise<number> {
  const budgets = [
    ...(await packageSizes()),
    ...(await embedBudgets()),
    ...(await pageBudgets()),
    ...(await firstVisitBudgets(report ? 1 : 5)),
  ];
  const kept = ({ measured, most }: Budget) => measured <= most;
  const figure = (x: number) => (Number.isInteger(x) ? String(x) : x.toPrecision(3));
  console.log(`${"budget".padEnd(36)}${"measured".padStart(12)}${"at most".padStart(12)}`);
  for (const budget of budgets) {
    const { name, measured, most, unit } = budget;
    const cells = [measured, most].map((x) => `${figure(x)} ${unit}`.trim().padStart(12));
    console.log(`${name.padEnd(36)}${cells.join("")}${kept(budget) ? "" : "   OVER"}`);
  }
  const judged = report ? budgets.filter((budget) => !isTime(budget)) : budgets;
  const passed = judged.filter(kept).length;
  const failed = judged.length - passed;
  if (report) await writeFile(report, JSON.stringify({ passed, failed }));
  return failed === 0 ? 0 : 1;
}
