import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Frame, Page } from "puppeteer-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { figureIds, someStates } from "../figures/support.js";
import { dice } from "../library/support.js";
import { act, choose, menuItems, openMenu, pasted, told, until } from "./actions.js";
import { watch } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage, type State } from "./figure.js";
import { expectSameState } from "./reader.js";
import type { Site } from "./site.js";
import { withSite } from "./stage.js";
import { type Stranger, servePage } from "./stranger.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe.each(browserNames)("what Embed copies, pasted elsewhere, %s", (name) => {
  const at = withSite(name, { under: "/some/where/" });
  let site: Site;
  let browser: OpenBrowser;
  let page: Page;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    ({ site, browser } = at());
    page = await browser.page(1200);
    await page.goto(site.url);
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  /** In front: a page behind another draws nothing, and copies nothing. */
  async function shown(id: string): Promise<FigureOnPage> {
    await page.bringToFront();
    return FigureOnPage.on(page, id);
  }

  async function copied(figure: FigureOnPage, item: string): Promise<string> {
    await choose(figure, "Embed", item);
    await toldThat(figure, `Copied ${item}.`);
    return pasted(page);
  }

  /** A page of somebody else's with that in it, open, and everything it complained of. */
  async function visit(
    body: string,
  ): Promise<{ host: Page; there: Stranger; complaints: string[] }> {
    const there = await servePage(body);
    opened.push(there);
    const host = await browser.page(1000);
    opened.push(host);
    const { complaints } = watch(host, there.url);
    await host.goto(there.url);
    return { host, there, complaints };
  }

  async function inState(id: string, seed: number): Promise<FigureOnPage> {
    const figure = await shown(id);
    const [state] = await someStates(id, 1, dice(seed));
    await figure.setState(state as State);
    return figure;
  }

  /** A snippet, and what the figure showed when it was copied. */
  async function taken(id: string, seed: number, item: string) {
    const figure = await inState(id, seed);
    const text = await copied(figure, item);
    return { text, state: await figure.state(), sentence: await figure.describe() };
  }

  // One page for all three: to open one takes longer than to look at it.
  test.each(figureIds)("%s: live as an iframe and as an element, drawn as Markdown", async (id) => {
    const frame = await taken(id, 82, "iframe");
    expect(frame.text).toMatch(/ title="[^"]{5,}"/);
    const element = await taken(id, 81, "Element");
    const markdown = readMarkdown((await taken(id, 83, "Markdown")).text);
    expect(markdown.link).toBe(await linkTo(id));

    const picture = `<img src="${markdown.image}" alt="${markdown.text}">`;
    const { host, complaints } = await visit(frame.text + element.text + picture);
    expectSameState(await stateInFrame(host, `${site.url}embed/`, id), frame.state);
    const there = await FigureOnPage.on(host, id);
    expectSameState(await there.state(), element.state);
    expect(await there.describe()).toContain(element.sentence.slice(0, 20));
    expect((await there.drawing()).length).toBeGreaterThan(500);
    expect(await widthOfPicture(host)).toBe(1056);
    expect(complaints).toEqual([]);
  });

  /** What Link copies, in the state that the figure is in. */
  async function linkTo(id: string): Promise<string> {
    const figure = await shown(id);
    await act(figure, "Link");
    await toldThat(figure, "Copied the link to this state.");
    return pasted(page);
  }

  test("Markdown's picture leads to its state", async () => {
    const { text, state } = await taken("two-pairs", 83, "Markdown");
    const { link, image } = readMarkdown(text);
    const { host } = await visit(`<a href="${link}"><img src="${image}" alt=""></a>`);
    await Promise.all([host.waitForNavigation(), host.click("a")]);
    const there = await FigureOnPage.on(host, "two-pairs");
    expectSameState(await there.state(), state);
  });

  test("as JavaScript: the numbers shown", async () => {
    const figure = await inState("one-pair", 84);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", await copied(figure, "JavaScript")],
      { cwd: root },
    );
    expect(JSON.parse(stdout)).toEqual((await figure.numbers())("read"));
  });

  test("a link copied elsewhere leads to the page it was copied on, to that one of its figures", async () => {
    const tag = (angle: number) =>
      `<matrix-memory-figure figure="two-pairs" angle="${angle}"></matrix-memory-figure>`;
    const script = `<script type="module" src="${site.url}matrix-memory-figure.js"></script>`;
    const { host, there } = await visit(`${script}${tag(30)}${tag(50)}`);
    await FigureOnPage.on(host, "two-pairs");
    const second = await host.$("matrix-memory-figure + matrix-memory-figure");
    await second?.evaluate(async (element) => {
      const figure = element as HTMLElement & { ready: Promise<void>; setState(s: object): void };
      figure.scrollIntoView();
      await figure.ready;
      figure.setState({ angle: 70 });
      figure.shadowRoot?.querySelector<HTMLElement>(".mm-actions button")?.click();
    });
    const address = await pastedOnce(host, /angle=70/);
    expect(address).toBe(`${there.url}#figure=two-pairs:2&angle=70`);
    await host.goto("about:blank");
    await host.goto(address);
    await host.waitForFunction(() =>
      [...document.querySelectorAll("matrix-memory-figure")].some(
        (element) => (element as unknown as { isDrawn: boolean }).isDrawn,
      ),
    );
    const angles = await host.$$eval("matrix-memory-figure", (all) =>
      Promise.all(
        all.map(async (element) => {
          const figure = element as HTMLElement & { ready: Promise<void>; state: State };
          figure.scrollIntoView();
          await figure.ready;
          return figure.state.angle;
        }),
      ),
    );
    expect(angles).toEqual([30, 70]);
  });

  test("in the iframe page, Link leads to the notebook", async () => {
    const alone = await browser.page(1000);
    opened.push(alone);
    await alone.goto(`${site.url}embed/?figure=two-pairs&angle=40`);
    const figure = await FigureOnPage.on(alone, "two-pairs");
    await act(figure, "Link");
    expect(await told(figure)).toMatch(/Copied/);
    expect(await pasted(alone)).toBe(`${site.url}#figure=two-pairs&angle=40`);
  });

  test.each([
    ["", /names no figure/],
    ["?angle=60", /names no figure/],
    ["?figure=nonsense", /no figure nonsense/],
    ["?figure=two-pairs&angle=999", /angle: expected a number from 0 to 180/],
  ])("embed/%s is told what is wrong", async (query, reason) => {
    const alone = await browser.page(1000);
    opened.push(alone);
    const { complaints } = watch(alone, site.url);
    await alone.goto(`${site.url}embed/${query}`);
    await until(async () => {
      const said = await alone.evaluate(() =>
        [document, document.querySelector("matrix-memory-figure")?.shadowRoot]
          .map((part) => part?.querySelector('[role="alert"]:not(:empty), .mm-notice')?.textContent)
          .join(""),
      );
      return reason.test(said) ? true : undefined;
    }, `nothing like ${reason} is said`);
    expect(complaints).toEqual([]);
  });

  test("where nothing can be had from the package, no program is offered", async () => {
    for (const id of figureIds) {
      const figure = await shown(id);
      const items = [...(await openMenu(figure, "Embed")).keys()];
      expect(items.slice(0, 3)).toEqual(["Element", "iframe", "Markdown"]);
      await page.keyboard.press("Escape");
      await figure.settled();
      expect((await menuItems(figure)).size).toBe(0);
    }
  });
});

/** What was said before is said until then. */
function toldThat(figure: FigureOnPage, sentence: string): Promise<true> {
  return until(
    async () => ((await told(figure)) === sentence ? true : undefined),
    `${figure.id} does not say: ${sentence}`,
  );
}

function readMarkdown(markdown: string): { text: string; image: string; link: string } {
  const [, text = "", image = "", link = ""] =
    /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)\n$/.exec(markdown) ?? [];
  return { text, image, link };
}

async function stateInFrame(host: Page, address: string, id: string): Promise<State> {
  const frame = await frameOf(host, address);
  await frame.waitForSelector(`matrix-memory-figure[figure="${id}"]`);
  const state = await frame.$eval("matrix-memory-figure", async (element) => {
    const there = element as HTMLElement & { ready: Promise<void>; state: State };
    await there.ready;
    return JSON.stringify(there.state);
  });
  return JSON.parse(state);
}

const widthOfPicture = (host: Page): Promise<number> =>
  host.$eval("img[alt]", async (element) => {
    const picture = element as HTMLImageElement;
    await picture.decode();
    return picture.naturalWidth;
  });

/** The clipboard is written a moment after the click. */
function pastedOnce(page: Page, what: RegExp): Promise<string> {
  return until(async () => {
    const text = await pasted(page);
    return what.test(text) ? text : undefined;
  }, `nothing like ${what} was copied`);
}

function frameOf(page: Page, address: string): Promise<Frame> {
  return until(
    async () => page.frames().find((frame) => frame.url().startsWith(address)),
    `no frame shows ${address}`,
  );
}
