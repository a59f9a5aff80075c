import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Frame } from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { until } from "../page/actions.js";
import { browserNames } from "../page/browsers.js";
import { snippet } from "./guide.js";
import { amongStrangers, type Figure, type Host } from "./host.js";

interface Told {
  readonly frame: number;
  readonly height: number;
}

/** Runs in the page before it: writes down what frames say. */
const listening = `<script>
  told = [];
  addEventListener("message", ({ data, source }) => {
    if (data.type !== "matrix-memory-height") return;
    const frame = [...document.querySelectorAll("iframe")].findIndex((each) => each.contentWindow === source);
    told.push({ frame, height: data.height });
  });
</script>`;

describe.each(browserNames)("frames, %s", (name) => {
  const { site, visit } = amongStrangers(name);
  const place = "Ghost, WordPress";

  const told = (host: Host, frame: number) =>
    host.page.evaluate(
      (index) =>
        (globalThis as unknown as { told: Told[] }).told.filter((each) => each.frame === index),
      frame,
    );
  const heights = (host: Host) =>
    host.page.$$eval("iframe", (all) => all.map((frame) => frame.getBoundingClientRect().height));
  const frameOf = (host: Host, figure: string): Promise<Frame> =>
    until(
      async () => host.page.frames().find((frame) => frame.url().includes(`figure=${figure}`)),
      `no frame shows ${figure}`,
    );

  test("take the height that their figure needs, within a sandbox too, and do not drive their page", async () => {
    const host = await visit((site) => {
      const guide = snippet(place, site);
      const other = guide
        .replace("two-pairs&amp;angle=60", "capacity")
        .replace(/ sandbox="[^"]*"/, "");
      return listening + guide + other;
    });
    const { page } = host;
    await until(
      async () => ((await told(host, 0)).length > 0 ? true : undefined),
      "no height came",
    );
    const sandboxed = await frameOf(host, "two-pairs");
    expect(await sandboxed.evaluate(() => origin)).toBe("null");
    await page.evaluate(() => document.querySelectorAll("iframe")[1]?.scrollIntoView());
    const capacity = await frameOf(host, "capacity");
    await until(
      async () => ((await told(host, 1)).length > 0 ? true : undefined),
      "no height came",
    );
    const measured = () =>
      capacity.evaluate(() => {
        const { shadowRoot } = document.querySelector("matrix-memory-figure") as Element;
        return shadowRoot?.querySelector('.mm-run[data-phase="done"]') ? true : undefined;
      });
    await until(measured, "it was never measured");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const frame of [0, 1]) {
      const all = await told(host, frame);
      expect(all.length).toBeLessThanOrEqual(2);
      expect((await heights(host))[frame]).toBe(all.at(-1)?.height);
    }
    for (const frame of [sandboxed, capacity]) {
      const overflow = await frame.evaluate(
        () => document.documentElement.scrollHeight - innerHeight,
      );
      expect(overflow).toBe(0);
    }
    // A page that gives twice the height asked for is not asked for more.
    const before = (await told(host, 0)).length;
    await page.$eval("iframe", (frame) => {
      frame.height = String(2 * Number(frame.height));
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await told(host, 0)).length).toBe(before);
    // Another width is a reason.
    await page.$eval("iframe", (frame) => frame.setAttribute("width", "400"));
    await until(
      async () => ((await told(host, 0)).length > before ? true : undefined),
      "nothing came",
    );
    expect((await told(host, 0)).length).toBe(before + 1);
    const drawn = await sandboxed.$eval(
      "matrix-memory-figure",
      (element) => (element as Figure).state.angle,
    );
    expect(drawn).toBe(60);
    expect(host.complaints).toEqual([]);
  });

  test("no other message changes a frame, and no other frame is changed", async () => {
    const stranger = '<iframe srcdoc="<p>Of somebody else.</p>" height="300"></iframe>';
    const script = /<script.*<\/script>/.exec(snippet(place, site()))?.[0] ?? "";
    const host = await visit(() => stranger + script);
    await host.page.evaluate(() => {
      for (const data of [null, 7, { type: "matrix-memory-height", height: 5000 }]) {
        postMessage(data, "*");
        const event = new MessageEvent("message", { data, source: frames[0] ?? null });
        dispatchEvent(event);
      }
    });
    await host.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect((await heights(host))[0]).toBeLessThan(310);
    expect(host.complaints).toEqual([]);
  });
});

test("the hashes that the build wrote are those of the files, and the element has a name of its version", async () => {
  const folder = new URL("../../site/", import.meta.url);
  const read = (file: string) => readFile(new URL(file, folder));
  const hashes: Record<string, string> = JSON.parse(String(await read("integrity.json")));
  const { version } = JSON.parse(await readFile(new URL("../package.json", folder), "utf8"));
  const versioned = `matrix-memory-figure-${version}.js`;
  for (const file of ["matrix-memory-figure.js", versioned, "embed/embed.js", "embed/host.js"]) {
    const hash = createHash("sha384")
      .update(await read(file))
      .digest("base64");
    expect(hashes[file], file).toBe(`sha384-${hash}`);
  }
  expect(await read(versioned)).toEqual(await read("matrix-memory-figure.js"));
});

describe("for systems that ask before they embed", () => {
  test.each(figureIds)("%s has an oEmbed answer", async (id) => {
    const folder = new URL("../../site/embed/", import.meta.url);
    const answer = JSON.parse(await readFile(new URL(`${id}.json`, folder), "utf8"));
    expect(answer).toMatchObject({ version: "1.0", type: "rich", width: 672 });
    expect(answer.title.length).toBeGreaterThan(5);
    expect(answer.height).toBeGreaterThan(300);
    expect(answer.html).toContain(`embed/?figure=${id}"`);
  });
});
