import { describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { until } from "../page/actions.js";
import { browserNames } from "../page/browsers.js";
import { amongStrangers, type Figure, scriptOf, tag } from "./host.js";

/** Runs in the page before its scripts: counts what lives besides the page itself. */
const counting = `<script>
  counts = { instances: 0, workers: new Set() };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = (...given) => { counts.instances++; return real(...given); };
  }
  Worker = class extends Worker {
    constructor(...given) { super(...given); counts.workers.add(this); }
    terminate() { counts.workers.delete(this); super.terminate(); }
  };
</script>`;

interface Counts {
  readonly instances: number;
  readonly workers: Set<Worker>;
}

describe.each(browserNames)("figures that share a page, %s", (name) => {
  const { site, visit } = amongStrangers(name);
  const twenty = Array.from({ length: 20 }, (_, i) => figureIds[i % figureIds.length] ?? "");

  test("twenty of them share one core and one pool, and leave nothing behind", async () => {
    const { page, complaints } = await visit(
      (site) => counting + scriptOf(site) + twenty.map((id) => tag(id, 'loading="eager"')).join(""),
    );
    const counts = () =>
      page.evaluate(() => {
        const { counts } = globalThis as unknown as { counts: Counts };
        return { instances: counts.instances, workers: counts.workers.size };
      });
    await page.evaluate(async () => {
      await customElements.whenDefined("matrix-memory-figure");
      const all = [...document.querySelectorAll("matrix-memory-figure")] as Figure[];
      for (const figure of all) {
        await figure.ready;
        figure.scrollIntoView();
        await new Promise(requestAnimationFrame);
      }
      all.find((figure) => figure.getAttribute("figure") === "capacity")?.scrollIntoView();
    });
    await until(async () => ((await counts()).workers > 0 ? true : undefined), "no worker came");
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect((await counts()).instances).toBe(1);
    expect((await counts()).workers).toBeLessThanOrEqual(Math.min(8, cores));
    expect(site().requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
    await page.evaluate(() => document.body.replaceChildren());
    await until(
      async () => ((await counts()).workers === 0 ? true : undefined),
      "workers are left",
    );
    expect(complaints).toEqual([]);
  });

  test("five hundred that come, move and go leave the heap as it was", async () => {
    const { page, complaints } = await visit(
      (site) => `${counting}${scriptOf(site)}<div id="first"></div><div id="second"></div>`,
    );
    const mount = (times: number) =>
      page.evaluate(async (count) => {
        await customElements.whenDefined("matrix-memory-figure");
        const [first, second] = document.querySelectorAll("div");
        let drawn = 0;
        for (let i = 0; i < count; i++) {
          const figure = document.createElement("matrix-memory-figure") as Figure;
          figure.setAttribute("figure", "one-pair");
          figure.setAttribute("loading", "eager");
          first?.append(figure);
          await figure.ready;
          second?.append(figure);
          await Promise.resolve();
          if (figure.isDrawn) drawn += 1;
          figure.remove();
        }
        return drawn;
      }, times);
    const session = name === "chromium" ? await page.createCDPSession() : undefined;
    // Firefox's driver gives no numbers: there it is seen only that nothing goes wrong.
    const measured = async () => {
      await session?.send("HeapProfiler.collectGarbage");
      const heap = await session?.send("Runtime.getHeapUsage");
      const dom = await session?.send("Memory.getDOMCounters");
      return { kilobytes: (heap?.usedSize ?? 0) / 1000, nodes: dom?.nodes ?? 0 };
    };
    expect(await mount(50)).toBe(50);
    const before = await measured();
    expect(await mount(500)).toBe(500);
    const after = await measured();
    // A single figure that stayed would hold some 300 nodes.
    expect(after.nodes - before.nodes).toBeLessThan(300);
    expect(after.kilobytes - before.kilobytes).toBeLessThan(500);
    expect(complaints).toEqual([]);
  });
});
