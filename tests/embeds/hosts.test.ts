import { describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { until } from "../page/actions.js";
import { browserNames } from "../page/browsers.js";
import { FigureOnPage } from "../page/figure.js";
import { type Site, serveSite } from "../page/site.js";
import { snippet } from "./guide.js";
import { amongStrangers, type Figure, type Host, scriptOf, tag } from "./host.js";

/** The least that the guide says a page must allow, and this page's own icon. */
const policy = (site: Site) =>
  snippet("A strict policy", site).trim().replace("img-src ", "img-src data: ");

/** Where every part of the drawing stands, and what it looks like. */
function looks(element: Element): string[] {
  const svg = element.shadowRoot?.querySelector(".mm-stage svg") as SVGSVGElement;
  const from = svg.getBoundingClientRect();
  const properties = "fill stroke stroke-width font-size font-weight opacity visibility".split(" ");
  return [...svg.querySelectorAll(":not(clipPath, clipPath *)")].map((part) => {
    const style = getComputedStyle(part);
    const { left, top, width } = part.getBoundingClientRect();
    const place = [left - from.left, top - from.top, width].map(Math.round);
    return [
      part.localName,
      ...place,
      ...properties.map((name) => style.getPropertyValue(name)),
    ].join();
  });
}

const hostile = `<style>
  * { all: unset; letter-spacing: 3px; text-transform: uppercase }
  html { font-size: 12px; line-height: 3; text-align: center; cursor: wait; white-space: pre }
  svg, svg * { fill: red !important; stroke: lime !important; overflow: hidden }
  svg { width: 20px !important; max-width: 10% }
  button, input, figure, figcaption { display: none !important }
</style><script>document.documentElement.dir = "rtl"</script>`;

describe.each(browserNames)("pages of others, %s", (name) => {
  const { visit } = amongStrangers(name);

  const when = async (host: Host, id: string): Promise<FigureOnPage> =>
    FigureOnPage.on(host.page, id);

  test("hostile styles, a small font and a page that runs from right to left change nothing", async () => {
    const figure = tag("two-pairs");
    const plain = await visit(
      (site) => `<style>body { margin: 0 }</style>${scriptOf(site)}${figure}`,
    );
    const bad = await visit((site) => `${hostile}${scriptOf(site)}${figure}`);
    const drawn: string[][] = [];
    for (const host of [plain, bad]) {
      // A page behind another draws nothing.
      await host.page.bringToFront();
      const { page, selector } = await when(host, "two-pairs");
      drawn.push(await page.$eval(selector, looks));
    }
    expect(drawn[0]?.length).toBeGreaterThan(40);
    expect(drawn[1]).toEqual(drawn[0]);
    const there = await when(bad, "two-pairs");
    const before = await there.state();
    await there.drag("value v\u2081", [-40, 20]);
    expect(await there.state()).not.toEqual(before);
    await there.type("angle between keys, typed", "90");
    expect((await there.state()).angle).toBe(90);
    expect(bad.complaints).toEqual([]);
  });

  test("the least policy is enough for every figure, and nothing is reported to have broken it", async () => {
    const body = (site: Site) =>
      scriptOf(site) + figureIds.map((id) => tag(id, 'loading="eager"')).join("");
    const host = await visit(body, (site) => ({ "content-security-policy": policy(site) }));
    for (const id of figureIds) await when(host, id);
    const capacity = await when(host, "capacity");
    await capacity.reaches("done");
    const png = await host.page.$eval(capacity.selector, async (element) => {
      const { size } = await (element as Figure).toPNG();
      return size;
    });
    expect(png).toBeGreaterThan(1000);
    expect(await host.violations()).toEqual([]);
    expect(host.complaints).toEqual([]);
    // It is in force, and it is heard of.
    await host.page.evaluate(() => {
      const style = document.createElement("style");
      style.textContent = "p { color: red }";
      document.head.append(style);
    });
    await until(
      async () => ((await host.violations()).length === 1 ? true : undefined),
      "no report",
    );
  });

  test("two versions on one page, and one of them twice", async () => {
    const other = await serveSite({ under: "/another/version/" });
    const host = await visit(
      (site) =>
        `${scriptOf(site)}${scriptOf(other)}${scriptOf({ ...site, url: `${site.url}./` })}
        <script type="module" src="${site.url}matrix-memory-figure.js?again"></script>${tag("one-pair")}`,
    );
    const figure = await when(host, "one-pair");
    await host.page.waitForNetworkIdle();
    expect((await figure.drawing()).length).toBeGreaterThan(500);
    expect(other.requests.some((path) => path.endsWith("matrix-memory-figure.js"))).toBe(true);
    expect(host.complaints).toEqual([]);
    await host.page.close();
    await other.close();
  });

  /** What stands where a figure could not be drawn. */
  const inPlace = (host: Host) =>
    until(async () => {
      const seen = await host.page.$eval("matrix-memory-figure", (element) => {
        const image = element.shadowRoot?.querySelector("img") as HTMLImageElement | null;
        image?.scrollIntoView();
        return {
          said: element.shadowRoot?.querySelector('[role="alert"]')?.textContent ?? "",
          poster: image?.checkVisibility() && image.naturalWidth,
        };
      });
      return seen.said && seen.poster ? seen : undefined;
    }, "no sentence, or no poster");

  test("an engine without SIMD gets the poster and a sentence", async () => {
    const stub = "<script>WebAssembly.validate = () => false</script>";
    const host = await visit((site) => stub + scriptOf(site) + tag("two-pairs"));
    expect((await inPlace(host)).said).toMatch(/this engine lacks WebAssembly SIMD/);
  });

  test("where the core answers 404 too, and the page hears of it", async () => {
    const broken = await serveSite({
      instead: (path) =>
        path.endsWith(".wasm") ? { status: 404, type: "text/plain", body: "" } : undefined,
    });
    const listen = `<script>addEventListener("mm-error", ({ detail }) => { heard = detail.message })</script>`;
    const host = await visit(() => listen + scriptOf(broken) + tag("two-pairs"));
    expect((await inPlace(host)).said).toMatch(/core\S*\.wasm.* 404/);
    const heard = await host.page.evaluate(
      () => (globalThis as unknown as { heard: string }).heard,
    );
    expect(heard).toMatch(/404/);
    await host.page.close();
    await broken.close();
  });

  test("its own content stands in the figure's place until it comes near the screen", async () => {
    const far = `<div style="height: 3000px"></div>`;
    const own = "<p id='own'>Later.</p>";
    const host = await visit((site) => scriptOf(site) + far + tag("one-pair", "", own) + far);
    await host.page.waitForNetworkIdle();
    const look = () =>
      host.page.$eval("matrix-memory-figure", (element) => ({
        drawn: (element as Figure).isDrawn,
        own: document.getElementById("own")?.checkVisibility() ?? false,
      }));
    expect(await look()).toEqual({ drawn: false, own: true });
    await when(host, "one-pair");
    expect(await look()).toEqual({ drawn: true, own: false });
  });
});

/** Firefox counts no such jumps. */
describe("a reader who scrolls by, chromium", () => {
  const { visit } = amongStrangers("chromium");

  test("sees nothing jump when the figure takes its poster's place", async () => {
    const collect = `<script>
      shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    </script>`;
    const words = "<p>It goes on and on.</p>".repeat(60);
    const { page } = await visit(
      (site) => collect + scriptOf(site) + words + tag("two-pairs") + words,
    );
    await page.mouse.move(5, 300);
    const passed = () =>
      page.$eval("matrix-memory-figure", (element) => element.getBoundingClientRect().bottom < 0);
    while (!(await passed())) {
      await page.mouse.wheel({ deltaY: 80 });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const seen = await page.evaluate(() => ({
      shift: (globalThis as unknown as { shift: number }).shift,
      drawn: document.querySelector<Figure>("matrix-memory-figure")?.isDrawn,
    }));
    expect(seen.drawn).toBe(true);
    expect(seen.shift).toBeLessThanOrEqual(0.01);
  });
});

describe.each(browserNames)("pages of others without JavaScript, %s", (name) => {
  const { visit } = amongStrangers(name, { scripts: false });

  test("a figure is what its author put there: here, its picture", async () => {
    const host = await visit(
      (site) =>
        scriptOf(site) +
        tag(
          "two-pairs",
          "",
          `<img src="${site.url}figures/two-pairs.svg" alt="Two pairs" width="100%">`,
        ),
    );
    const seen = await until(async () => {
      const now = await host.page.evaluate(() => {
        const image = document.querySelector("matrix-memory-figure > img") as HTMLImageElement;
        return { natural: image.naturalWidth, width: image.getBoundingClientRect().width };
      });
      return now.natural > 0 ? now : undefined;
    }, "no picture");
    expect(seen.width).toBeGreaterThan(900);
  });
});
