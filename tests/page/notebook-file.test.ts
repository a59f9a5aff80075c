import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { download, keepDownloads, type NotebookOnPage, withNotebook } from "./notebook.js";

const notebookFile = (cells: string) => `<!doctype html>
<notebook theme="air">
  <title>Opened</title>
${cells}
</notebook>
`;

describe.each(browserNames)("the notebook as a file, %s", (name) => {
  const open = withNotebook(name);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matrix-memory-notebook-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function openFile(notebook: NotebookOnPage, text: string): Promise<void> {
    const path = join(folder, "notebook.html");
    await writeFile(path, text);
    const [chooser] = await Promise.all([
      notebook.page.waitForFileChooser(),
      notebook.pressStatus("open"),
    ]);
    await chooser.accept([path]);
  }

  test("what is saved opens again as it was", async () => {
    const first = await open();
    await keepDownloads(first);
    await first.editPage();
    await first.change(93, "const overlap = 12; // </script> and <b>\n\n// äöü");
    await first.press(93, "text");
    const fresh = Math.max(...(await first.cells()));
    await first.part(fresh, ".cm-content");
    await first.change(fresh, "Some *words* of mine.");
    await first.press(91, "delete");
    await first.press(fresh, "up");
    const cells = await first.cells();
    const file = await download(first);
    await first.pressStatus("reset-all");

    const second = await open();
    await second.editPage();
    await openFile(second, file);
    await second.part(93, '[data-action="run"]');
    expect(await second.cells()).toEqual(cells);
    await second.pressStatus("release");
    await second.shows(fresh, /Some words of mine/);
    await FigureOnPage.on(second.page, "capacity");
    await second.shows(92, /multiplies with its key to 12\.00/);
    await keepDownloads(second);
    expect(await download(second)).toBe(file);
  });

  test("nothing of an opened file runs before the reader has seen it and says so", async () => {
    const notebook = await open();
    await notebook.editPage();
    await openFile(
      notebook,
      notebookFile(`
  <script id="1" type="module">
    globalThis.ran = "code"; display("alpha")
  </script>
  <script id="2" type="text/markdown">
    words <img src="x" onerror="globalThis.ran = 'markup'"> \${globalThis.ran = "prose"}
  </script>
  <script id="93" type="module">
    const overlap = (globalThis.ran = "known");
  </script>
  <script type="text/html">
    <b onclick="1">bold</b>
  </script>`),
    );
    await notebook.part(93, '[data-action="run"]');
    const ran = () => notebook.page.evaluate(() => (globalThis as { ran?: string }).ran ?? "");
    const settle = () => new Promise((resolve) => setTimeout(resolve, 500));
    await settle();
    expect(await ran()).toBe("");
    const shown = await (await notebook.part(2, "pre")).evaluate((pre) => ({
      text: pre.textContent,
      visible: pre.getBoundingClientRect().height > 0,
      images: pre.querySelectorAll("img").length,
    }));
    expect(shown.text).toContain("onerror");
    expect(shown).toMatchObject({ visible: true, images: 0 });
    // A reload is no consent.
    await notebook.reload();
    await notebook.part(93, '[data-action="run"]');
    await settle();
    expect(await ran()).toBe("");
    await notebook.press(1, "run");
    await notebook.shows(1, /alpha/);
    expect(await ran()).toBe("code");
    await notebook.press(2, "run");
    await notebook.shows(2, /words/);
    await notebook.pressStatus("reset-all");
    await notebook.shows(4, /Ask with the key itself/);
    await notebook.pressStatus("undo");
    await notebook.part(93, '[data-action="run"]');
    expect((await notebook.cells()).length).toBe(4);
  });

  // Firefox opens the next tab in the process that hangs, so that a driver gets no further.
  if (name === "chromium") {
    test("a cell that hung the page waits for the reader after the page is opened again", async () => {
      const notebook = await open();
      await notebook.change(93, "const overlap = 3;");
      await notebook.write(93, `const overlap = /^(a+)+$/.test("${"a".repeat(40)}b");`);
      // The click never comes back.
      void notebook.press(93, "run").catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 4000));
      void notebook.page.close({ runBeforeUnload: false }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 3000));

      const again = await open();
      const button = await again.part(93, '[data-action="run"]');
      const why = await button.evaluate(
        (element) => element.closest(".mm-cell-tools")?.textContent,
      );
      expect(why).toContain("did not finish last time");
      expect(
        await (await again.part(93, ".mm-code code")).evaluate((code) => code.textContent),
      ).toContain("(a+)+");
      await again.press(93, "reset");
      await FigureOnPage.on(again.page, "one-pair");
      await FigureOnPage.on(again.page, "capacity");
      await again.shows(92, /multiplies with its key to 0\.76/);
    });
  }

  test("a file that is no notebook is refused in words, and nothing changes", async () => {
    const notebook = await open();
    await notebook.editPage();
    const cells = await notebook.cells();
    await openFile(notebook, "<!doctype html><p>Hello");
    await notebook.page.waitForFunction(() =>
      document.querySelector(".mm-status [role=status]")?.textContent?.includes("no notebook"),
    );
    expect(await notebook.cells()).toEqual(cells);
  });

  test("edits of an earlier version of the page are kept, offered and held back", async () => {
    const notebook = await open();
    await notebook.change(93, "const overlap = 44;");
    await notebook.page.evaluate(() => {
      // The page's next version, as far as storage can tell.
      const key = Object.keys(localStorage).find((name) => name.includes(":notebook:")) as string;
      localStorage.setItem(key.replace(/[^:]*$/, "0123456789ab"), localStorage[key]);
      localStorage.removeItem(key);
    });
    await notebook.reload();
    await notebook.page.waitForSelector('[data-action="open-earlier"]');
    expect(await notebook.status()).toMatch(/earlier version/);
    await notebook.pressStatus("open-earlier");
    await notebook.press(93, "run");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(92, /multiplies with its key to 44\.00/);
    await notebook.pressStatus("forget-earlier");
    expect(await notebook.page.$('[data-action="open-earlier"]')).toBeNull();
  });
});
