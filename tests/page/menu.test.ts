import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  act,
  actionButton,
  byHand,
  choose,
  menuItems,
  openMenu,
  pasted,
  told,
  until,
  ways,
} from "./actions.js";
import { axeViolations, sidewaysScroll } from "./audit.js";
import { browserNames, crossed } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { onStage, withSite } from "./stage.js";

const menus = [
  ["Save", ["SVG", "PNG", "CSV", "JSON"]],
  ["Embed", ["Element", "iframe", "Markdown", "JavaScript"]],
] as const;

describe.each(browserNames)("the actions of a figure, %s", (name) => {
  const staged = onStage(name, "two-pairs");
  let figure: FigureOnPage;
  beforeEach(() => {
    figure = staged();
  });
  afterEach(async () => {
    await figure.page.mouse.click(2, 2);
    await figure.settled();
  });

  /** The text of what has the focus within the figure. */
  const focused = async () =>
    (await figure.part("figure")).evaluate(
      (part) => (part.getRootNode() as ShadowRoot).activeElement?.textContent ?? "nothing",
    );

  describe.each(menus)("%s", (menu, items) => {
    test.each(ways)("opens by %s and closes again", async (way) => {
      const button = await actionButton(figure, menu);
      const expanded = () => button.evaluate((element) => element.getAttribute("aria-expanded"));
      expect(await expanded()).toBe("false");
      expect([...(await openMenu(figure, menu, way)).keys()]).toEqual(items);
      expect(await expanded()).toBe("true");
      await act(figure, menu, way);
      expect((await menuItems(figure)).size).toBe(0);
      expect(await expanded()).toBe("false");
    });

    test("arrows, Home, End and letters go through it; Escape leads back to its button", async () => {
      const { keyboard } = figure.page;
      await openMenu(figure, menu, "keyboard");
      const seen = [await focused()];
      for (const key of [
        "ArrowDown",
        "ArrowDown",
        "End",
        "ArrowDown",
        "ArrowUp",
        "Home",
      ] as const) {
        await keyboard.press(key);
        seen.push(await focused());
      }
      const [first, second, third, last] = items;
      const expected = [first, second, third, last, first, last, first];
      expect(seen.map((text) => text.split(" ")[0])).toEqual(expected);
      await keyboard.type(third.charAt(0).toLowerCase());
      expect(await focused()).toMatch(new RegExp(`^${third}`));
      await keyboard.press("Escape");
      await figure.settled();
      expect(await focused()).toBe(menu);
      expect((await menuItems(figure)).size).toBe(0);
    });

    test("the up arrow opens it at its end; Tab leaves it for what comes next", async () => {
      const button = await actionButton(figure, menu);
      await button.focus();
      await figure.page.keyboard.press("ArrowUp");
      await until(async () => (await menuItems(figure)).get(items[3]), "it is not open");
      expect(await focused()).toMatch(new RegExp(`^${items[3]}`));
      await figure.page.keyboard.press("Tab");
      await figure.settled();
      expect((await menuItems(figure)).size).toBe(0);
      expect(await focused()).not.toBe(menu);
    });

    test("a click elsewhere closes it, and so does the other menu's button", async () => {
      await openMenu(figure, menu);
      await figure.page.mouse.click(2, 2);
      await figure.settled();
      expect((await menuItems(figure)).size).toBe(0);
      await openMenu(figure, menu);
      const [other, others] = menus.find(([one]) => one !== menu) ?? menus[0];
      await act(figure, other);
      expect([...(await menuItems(figure)).keys()]).toEqual(others);
      await figure.page.keyboard.press("Escape");
    });
  });

  test.each(ways)("Link copies by %s, and says so", async (way) => {
    await act(figure, "Link", way);
    expect(await told(figure)).toBe("Copied the link to this state.");
    expect(await pasted(figure.page)).toContain("#figure=two-pairs");
  });

  test("what was done is said where it does not move the figure, and is gone after a while", async () => {
    const height = () =>
      figure.page.$eval(figure.selector, (element) => element.getBoundingClientRect().height);
    const before = await height();
    await choose(figure, "Embed", "Markdown");
    expect(await told(figure)).toBe("Copied Markdown.");
    expect(await height()).toBe(before);
    const status = await figure.part(".mm-told");
    await until(
      async () =>
        (await status.evaluate((element) => element.textContent)) === "" ? true : undefined,
      "it is still said",
    );
  });

  test("a sentence for screen readers follows once a drag has come to rest, and not before", async () => {
    await figure.setState({ angle: 62 });
    const spoken = async () =>
      (await figure.part('.mm-spoken[role="status"]')).evaluate((element) => element.textContent);
    await until(
      async () => ((await spoken()) === (await figure.describe()) ? true : undefined),
      "?",
    );
    const before = await spoken();
    await figure.drag("key k\u2082", [30, 30]);
    expect(await spoken()).toBe(before);
    const now = await figure.describe();
    expect(now).not.toBe(before);
    await until(async () => ((await spoken()) === now ? true : undefined), "it is not said");
    await act(figure, "Reset");
  });
});

describe.each(browserNames)("without a clipboard, %s", (name) => {
  const staged = onStage(name, "one-pair");

  test("the text stands selected in a field, and Escape leads back", async () => {
    const figure = staged();
    await figure.page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) },
      });
    });
    await act(figure, "Link");
    const { text, selected } = await byHand(figure);
    expect(text).toMatch(/#figure=one-pair$/);
    expect(selected).toBe(text);
    expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
    await figure.page.keyboard.press("Escape");
    await figure.settled();
    expect(await (await figure.part(".mm-actions")).$(".mm-by-hand")).toBeNull();
    await choose(figure, "Embed", "Element");
    expect((await byHand(figure)).text).toContain("<matrix-memory-figure");
    await figure.click("Close");
    expect(await (await figure.part(".mm-actions")).$(".mm-by-hand")).toBeNull();
  });
});

describe.each(crossed([320, 1440]))("an open menu, %s, %s, %i px", (name, scheme, width) => {
  const at = withSite(name, {}, scheme);

  test("accessible, and the page no wider for it", async () => {
    const { site, browser } = at();
    const page = await browser.page(width);
    await page.goto(site.url);
    for (const id of ["one-pair", "capacity"]) {
      const figure = await FigureOnPage.on(page, id);
      for (const menu of ["Save", "Embed"] as const) {
        const items = await openMenu(figure, menu);
        // The same menus hang from every figure, though not at the same place.
        if (id === "one-pair") expect(await axeViolations(page, figure.selector)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        for (const item of items.values()) {
          const { left, right, height } = await item.evaluate((element) => {
            const box = element.getBoundingClientRect();
            return { left: box.left, right: box.right, height: box.height };
          });
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
          expect(height).toBeGreaterThanOrEqual(24);
        }
        await page.keyboard.press("Escape");
      }
    }
  });
});
