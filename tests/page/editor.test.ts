import { describe, expect, test } from "vitest";
import { axeViolations, sidewaysScroll } from "./audit.js";
import { browserNames, crossed } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withNotebook, withOneNotebook } from "./notebook.js";

/** Cells of the page: the first pair's figure, a live paragraph that uses it, prose. */
const pair = 3;
const live = 92;
const prose = 4;

describe.each(browserNames)("the editor, %s", (name) => {
  const open = withNotebook(name);

  test("nothing of it is asked for before Edit; Code shows the cell", async () => {
    const notebook = await open();
    const { page, site } = notebook;
    const figure = await FigureOnPage.on(page, "one-pair");
    const code = await figure.page.waitForSelector(`.mm-cell[data-cell="${pair}"] [slot="action"]`);
    await code?.click();
    const fold = await notebook.part(pair, ".mm-code[open] code");
    expect(await fold.evaluate((element) => element.textContent)).toContain('figure("one-pair"');
    expect(site.requests.filter((path) => /edit/.test(path))).toEqual([]);
    await notebook.edit(pair);
    expect(site.requests.filter((path) => /edit/.test(path)).length).toBeGreaterThan(0);
    expect(notebook.watched.strangers).toEqual([]);
  });

  test("a reload keeps what was run, and what was typed as it was typed", async () => {
    const notebook = await open();
    await notebook.change(93, "const overlap = 4;");
    await notebook.write(93, "const overlap = 400;");
    await notebook.reload();
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 4\.00/);
    expect(await notebook.text(93)).toBe("const overlap = 400;");
    await notebook.press(93, "run");
    await notebook.shows(live, /multiplies with its key to 400\.00/);
    await notebook.pressStatus("reset-all");
    await notebook.shows(live, /multiplies with its key to 0\.76/);
    await notebook.reload();
    await FigureOnPage.on(notebook.page, "one-pair");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 0\.76/);
    expect(await notebook.page.$(".mm-status")).toBeNull();
  });

  test("cells are added, moved, deleted and brought back, by keyboard alone", async () => {
    const notebook = await open();
    const { page } = notebook;
    const before = await notebook.cells();
    await notebook.edit(93);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("cm-content");
    await page.keyboard.press("Escape");
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset.action ?? "");
    expect(await focused()).toBe("run");
    const tabTo = async (action: string) => {
      for (let i = 0; i < 12 && (await focused()) !== action; i++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(action);
    };
    await tabTo("code");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll("main > .mm-cell").length === count &&
        document.activeElement?.closest(".mm-cell")?.getAttribute("data-cell") !== "93",
      {},
      before.length + 1,
    );
    const fresh = (await notebook.cells()).find((id) => !before.includes(id)) as number;
    await page.keyboard.type("6 * 7");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await notebook.shows(fresh, /42/);
    await page.keyboard.press("Escape");
    await tabTo("up");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("up");
    const place = before.indexOf(93);
    expect((await notebook.cells()).indexOf(fresh)).toBe(place);
    await notebook.reload();
    await notebook.shows(fresh, /42/);
    expect((await notebook.cells()).indexOf(fresh)).toBe(place);
    await notebook.press(fresh, "edit");
    await notebook.part(fresh, ".cm-content");
    await page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
    await page.keyboard.press("Escape");
    await tabTo("delete");
    await page.keyboard.press("Enter");
    expect(await notebook.cells()).toEqual(before);
    expect(await focused()).toBe("undo");
    await page.keyboard.press("Enter");
    await notebook.shows(fresh, /42/);
    expect((await notebook.cells()).indexOf(fresh)).toBe(place);
  });

  test("a browser that stores nothing says so, and the cell runs all the same", async () => {
    const notebook = await open();
    await notebook.page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("the quota has been exceeded", "QuotaExceededError");
      };
    });
    await notebook.change(93, "const overlap = 9;");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 9\.00/);
    expect(await notebook.status()).toMatch(/does not store it \(.*quota.*Download/);
  });

  test("another tab's edits are not written over unasked", async () => {
    const here = await open();
    await here.change(93, "const overlap = 1;");
    const there = await open();
    await there.change(93, "const overlap = 2;");
    await here.page.bringToFront();
    await here.page.waitForSelector("[data-action=theirs]");
    await here.write(93, "const overlap = 3;");
    await here.press(93, "run");
    // A cell that is still running would be held back by a reload, in the other tab as well.
    await FigureOnPage.on(here.page, "capacity");
    await here.shows(live, /multiplies with its key to 3\.00/);
    await there.page.bringToFront();
    await there.reload();
    await FigureOnPage.on(there.page, "capacity");
    await there.shows(live, /multiplies with its key to 2\.00/);
    await here.page.bringToFront();
    await here.pressStatus("theirs");
    await FigureOnPage.on(here.page, "capacity");
    await here.shows(live, /multiplies with its key to 2\.00/);
    await here.pressStatus("undo");
    await here.shows(live, /multiplies with its key to 3\.00/);
  });
});

describe.each(browserNames)("cells that are edited, %s", (name) => {
  const at = withOneNotebook(name);

  test("a changed cell changes its figure and what depends on it; Reset brings both back", async () => {
    const notebook = at();
    await FigureOnPage.on(notebook.page, "one-pair");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 0\.76/);
    await notebook.change(
      pair,
      'const pair = view(figure("one-pair", {number: 1, key: [0.6, 0.8], query: [0, 1], loading: "eager"}));',
    );
    await notebook.shows(live, /multiplies with its key to 0\.80/);
    const figure = await FigureOnPage.on(notebook.page, "one-pair");
    expect((await figure.state()).query).toEqual([0, 1]);
    expect(await notebook.status()).toContain("stored in this browser");
    await notebook.press(pair, "reset");
    await notebook.shows(live, /multiplies with its key to 0\.76/);
    expect(await notebook.text(pair)).toContain("{number: 4}");
    expect(await notebook.page.$(".mm-status:not([hidden]) [data-action=reset-all]")).toBeNull();
  });

  test("dragging a figure works out again what uses its value, edited cells too", async () => {
    const notebook = at();
    const figure = await FigureOnPage.on(notebook.page, "one-pair");
    await notebook.change(93, "const overlap = 2 * core.scores([pair.query], [pair.key]).data[0];");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 1\.52/);
    await figure.setState({ query: [0.8, 0.6] });
    await notebook.shows(live, /multiplies with its key to 2\.00/);
    await figure.show();
    await figure.press("query q", "ArrowLeft");
    await notebook.shows(live, /multiplies with its key to 1\.9/);
  });

  test("cells use the state of capacity: its seed and its n", async () => {
    const notebook = at();
    const figure = await FigureOnPage.on(notebook.page, "capacity");
    await notebook.change(93, "const overlap = remembered.seed + remembered.pairs / 1000;");
    await notebook.shows(live, /multiplies with its key to 1\.11/);
    await figure.setState({ seed: 7, pairs: 64 });
    await notebook.shows(live, /multiplies with its key to 7\.06/);
  });

  test("what is wrong stands under the cell with its line, and goes when it is mended", async () => {
    const notebook = at();
    await FigureOnPage.on(notebook.page, "one-pair");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.change(93, "const a = 1;\nconst overlap = a +;\n");
    expect(await notebook.problem(93)).toMatch(/^Line 2\. SyntaxError: Unexpected token/);
    // A text that cannot run changes nothing.
    await notebook.shows(live, /multiplies with its key to 0\.76/);
    await notebook.change(
      93,
      "import {load} from 'npm:matrix-memory';\n\nconst nothing = load.nothing;\nconst overlap = nothing.at.all;",
    );
    expect(await notebook.problem(93)).toMatch(/^Line 4\. TypeError/);
    expect(await notebook.problem(live)).toMatch(/overlap|undefined/);
    await notebook.change(93, "const overlap = 3;");
    await notebook.shows(live, /multiplies with its key to 3\.00/);
    expect(await notebook.hasProblem(93)).toBe(false);
    expect(await notebook.hasProblem(live)).toBe(false);
  });

  test("prose is edited with its formulas", async () => {
    const notebook = at();
    await notebook.editPage();
    await notebook.change(prose, `Two *words* and \${tex\`\\textcolor{#0064B0}{k}^2\`}.`);
    await notebook.shows(prose, /Two words/);
    const output = await notebook.part(prose, "math");
    expect(await output.evaluate((element) => element.innerHTML)).toContain("mm-of-key");
    await notebook.press(prose, "reset");
    await notebook.shows(prose, /Ask with the key itself/);
    expect(notebook.watched.strangers).toEqual([]);
  });

  test("cells call the library and Plot by name and by import, and nothing of another origin", async () => {
    const notebook = at();
    await notebook.edit(93);
    await notebook.press(93, "code");
    const fresh = Math.max(...(await notebook.cells()));
    await notebook.change(
      fresh,
      [
        'import {load} from "npm:matrix-memory";',
        "const { theory } = await load();",
        "const law = Array.from({length: 9}, (_, n) => [n + 1, theory.additive(n + 1, 4)]);",
        "display(Plot.plot({marks: [Plot.line(law)]}));",
        "display(html`<b>${" + "core.version}</b>`);",
      ].join("\n"),
    );
    await notebook.part(fresh, "svg path");
    await notebook.part(fresh, "b");
    await notebook.change(fresh, 'import _ from "npm:lodash";\n_.now()');
    expect(await notebook.problem(fresh)).toContain("npm:lodash is not part of this page");
    expect(notebook.watched.strangers).toEqual([]);
  });

  test.each([
    ["loop", "while (true) {}\nconst overlap = 1;", 1],
    [
      "loop that catches",
      "let x = 0;\nfor (;;) { try {\nwhile (true) x++; } catch {} }\nconst overlap = 1;",
      2,
    ],
    [
      "recursion without memory",
      "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);\n\nconst overlap = f(80);",
      1,
    ],
    [
      "loop that only waits for nothing",
      "let n = 0;\nwhile (true) await n++;\nconst overlap = n;",
      2,
    ],
  ])("an endless %s is interrupted and the page lives on", async (_, text, line) => {
    const notebook = at();
    await notebook.change(93, text);
    expect(await notebook.problem(93)).toMatch(
      new RegExp(`stopped after 2 seconds in line [${line}-3]`),
    );
    await notebook.change(93, "const overlap = 5;");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(live, /multiplies with its key to 5\.00/);
  });
});

describe.each(crossed([360, 1440]))("the open editor, %s, %s, %i px", (name, scheme, width) => {
  const open = withNotebook(name, scheme);

  test("accessible and no wider than its window", async () => {
    const notebook = await open(width);
    await FigureOnPage.on(notebook.page, "one-pair");
    await notebook.edit(pair);
    await notebook.write(
      pair,
      "// a comment\nconst pair = view(figure('one-pair', {number: 1, key: true}));",
    );
    await notebook.press(pair, "run");
    await notebook.editPage();
    await notebook.change(93, "const overlap = ;");
    await notebook.problem(93);
    expect(await axeViolations(notebook.page)).toEqual([]);
    expect(await sidewaysScroll(notebook.page)).toBe(0);
  });
});
