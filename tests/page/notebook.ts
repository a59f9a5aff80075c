import type { ElementHandle, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Watch, watch } from "./audit.js";
import type { BrowserName, OpenBrowser, Scheme } from "./browsers.js";
import { comeToRest } from "./come-to-rest.js";
import { shareBrowser } from "./shared-browsers.js";
import { type Site, serveSite } from "./site.js";
import { withSite } from "./stage.js";

/** The notebook on a page, as a reader who edits it sees it. */
export class NotebookOnPage {
  private constructor(
    readonly page: Page,
    readonly site: Site,
    readonly watched: Watch,
  ) {}

  static async on(page: Page, site: Site): Promise<NotebookOnPage> {
    const watched = watch(page, site.url);
    await page.goto(site.url);
    const notebook = new NotebookOnPage(page, site, watched);
    await notebook.begun();
    return notebook;
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.begun();
  }

  /** The page's buttons and keys work as soon as its first figure has been drawn. */
  async begun(): Promise<void> {
    await this.page.waitForSelector('[data-page="find"]:enabled');
  }

  /** A part of a cell, waited for. */
  async part(cell: number, selector: string): Promise<ElementHandle<Element>> {
    const found = await this.page.waitForSelector(`.mm-cell[data-cell="${cell}"] ${selector}`);
    return found as ElementHandle<Element>;
  }

  /** The cell's output in words. */
  async output(cell: number): Promise<string> {
    return (await this.part(cell, ".observablehq--cell")).evaluate((output) =>
      (output.textContent ?? "").replaceAll(/\s+/g, " ").trim(),
    );
  }

  /** Waits until what a cell shows fits. */
  async shows(cell: number, pattern: RegExp): Promise<void> {
    await this.page.waitForFunction(
      (selector, source) =>
        new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""),
      { timeout: 50_000 },
      `.mm-cell[data-cell="${cell}"] > .observablehq--cell`,
      pattern.source,
    );
  }

  /** Waits for what is said to be wrong with a cell. */
  async problem(cell: number): Promise<string> {
    return (await this.part(cell, "> .mm-cell-problem")).evaluate((problem) =>
      String(problem.textContent),
    );
  }

  async hasProblem(cell: number): Promise<boolean> {
    return (await this.page.$(`.mm-cell[data-cell="${cell}"] > .mm-cell-problem`)) !== null;
  }

  /** The ids of the cells on the page, from the top. */
  cells(): Promise<number[]> {
    return this.page.$$eval("main > .mm-cell", (cells) =>
      cells.map((cell) => Number((cell as HTMLElement).dataset.cell)),
    );
  }

  /** Shows at every cell what can be done with it. */
  async editPage(): Promise<void> {
    await this.page.click('[data-page="edit"]');
    await this.page.waitForSelector(".mm-status:not([hidden])");
  }

  /** Opens a cell's editor by its own "Edit", which for prose comes with "Edit page". */
  async edit(cell: number): Promise<void> {
    const fold = await this.page.$(`.mm-cell[data-cell="${cell}"] > .mm-code`);
    if (fold) {
      await fold.evaluate((details) => {
        (details as HTMLDetailsElement).open = true;
      });
      await clickAtRest(await this.part(cell, ".mm-edit"));
    } else {
      await this.press(cell, "edit");
    }
    await this.part(cell, ".cm-content");
  }

  /** Presses one of a cell's buttons, by its action. */
  async press(cell: number, action: string): Promise<void> {
    await clickAtRest(await this.part(cell, `.mm-bar [data-action="${action}"]`));
  }

  /** Presses one of the buttons of the line at the foot. */
  async pressStatus(action: string): Promise<void> {
    await (
      (await this.page.waitForSelector(
        `.mm-status [data-action="${action}"]`,
      )) as ElementHandle<Element>
    ).click();
  }

  async status(): Promise<string> {
    return this.page.$eval(".mm-status [role=status]", (line) => line.textContent ?? "");
  }

  /** The text in a cell's open editor. */
  async text(cell: number): Promise<string> {
    return (await this.part(cell, ".cm-content")).evaluate((content) =>
      [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
    );
  }

  /** Puts a text in place of all that a cell's open editor holds, as pasting it would. */
  async write(cell: number, text: string): Promise<void> {
    await (await this.part(cell, ".cm-content")).evaluate((content, pasted) => {
      (content as HTMLElement).focus();
      document.execCommand("selectAll");
      document.execCommand("insertText", false, pasted);
    }, text);
  }

  /** Closes the editors and takes back what was done to cells and figures. */
  async restore(): Promise<void> {
    await this.page.evaluate(() => {
      const press = (selector: string) => {
        for (const button of document.querySelectorAll<HTMLElement>(selector)) button.click();
      };
      press('.mm-bar [data-action="close"]');
      press('.mm-status [data-action="reset-all"]');
      press('.mm-status [data-action="done"]');
      const figures = document.querySelectorAll<HTMLElement & { isDrawn: boolean; reset(): void }>(
        "matrix-memory-figure",
      );
      for (const figure of figures) if (figure.isDrawn) figure.reset();
    });
    await this.page.waitForFunction(() =>
      document
        .querySelector(".mm-status [role=status]")
        ?.textContent?.includes("Nothing is edited"),
    );
  }

  /** Opens a cell's editor, writes the text and runs it. */
  async change(cell: number, text: string): Promise<void> {
    if (!(await this.page.$(`.mm-cell[data-cell="${cell}"] .cm-content`))) await this.edit(cell);
    await this.write(cell, text);
    await this.press(cell, "run");
  }
}

/** One notebook for a group of tests; after each of them it stands as it began. */
export function withOneNotebook(name: BrowserName): () => NotebookOnPage {
  const at = withSite(name);
  let notebook: NotebookOnPage;
  beforeAll(async () => {
    const { site, browser } = at();
    notebook = await NotebookOnPage.on(await browser.page(), site);
  });
  afterEach(() => notebook.restore());
  return () => notebook;
}

/** A browser and a site for a group of tests; each test opens the notebook anew, with nothing stored. */
export function withNotebook(name: BrowserName, scheme: Scheme = "light") {
  let site: Site;
  let browser: OpenBrowser;
  const pages: Page[] = [];
  beforeAll(async () => {
    site = await serveSite();
    browser = await shareBrowser(name, scheme);
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      if (page.isClosed()) continue;
      await page.evaluate(() => localStorage.clear()).catch(() => undefined);
      await page.close();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  return async (width?: number): Promise<NotebookOnPage> => {
    const page = await browser.page(width);
    pages.push(page);
    return NotebookOnPage.on(page, site);
  };
}

/** From now on, what the page is about to hand over as a file stays within reach. */
export function keepDownloads({ page }: NotebookOnPage): Promise<void> {
  return page.evaluate(() => {
    const texts: Promise<string>[] = [];
    Object.assign(globalThis, { downloads: texts });
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      if (blob.type === "text/html") texts.push(blob.text());
      return create(blob);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });
}

/** The notebook as the file that "Download" gives. */
export async function download(notebook: NotebookOnPage): Promise<string> {
  await notebook.pressStatus("download");
  return notebook.page.evaluate(() =>
    (globalThis as unknown as { downloads: Promise<string>[] }).downloads.at(-1),
  ) as Promise<string>;
}

async function clickAtRest(element: ElementHandle<Element>): Promise<void> {
  await comeToRest(element);
  await element.click();
}
