import type { ElementHandle, Page } from "puppeteer-core";

export type Point = readonly [number, number];
export type State = Record<string, unknown>;

/** What `table()` of the element gives. */
export interface Table {
  readonly columns: string[];
  readonly rows: (string | number | null)[][];
}

interface FigureElement extends HTMLElement {
  readonly ready: Promise<void>;
  readonly state: State;
  setState(state: State): void;
  table(): Table;
  describe(): string;
  toSVG(): string;
}

/** One `<matrix-memory-figure>` on a page, seen as a reader and as a script on the page see it. */
export class FigureOnPage {
  private constructor(
    readonly page: Page,
    readonly id: string,
    private readonly host: ElementHandle<FigureElement>,
  ) {}

  get selector(): string {
    return `matrix-memory-figure[figure="${this.id}"]`;
  }

  /** Waits until the figure is drawn, and brings it on screen, unless it is to stay where it stands. */
  static async on(page: Page, id: string, { still = false } = {}): Promise<FigureOnPage> {
    const found = await page.waitForSelector(`matrix-memory-figure[figure="${id}"]`);
    const host = found as ElementHandle<FigureElement>;
    // It loads when it comes near the screen, and takes its height then.
    await host.evaluate(async (element, stay) => {
      await customElements.whenDefined("matrix-memory-figure");
      if (!stay) element.scrollIntoView({ block: "center" });
      await element.ready;
    }, still);
    const figure = new FigureOnPage(page, id, host);
    await (still ? figure.settled() : figure.show());
    return figure;
  }

  /** Scrolls to it. */
  async show(): Promise<void> {
    await this.host.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await this.settled();
  }

  /** Something inside the figure's shadow root. */
  async part(selector: string): Promise<ElementHandle<Element>> {
    // Not by the driver's own selectors that go into shadow roots, which walk through all of them each time.
    const handle = await this.host.evaluateHandle(
      (element, wanted) => element.shadowRoot?.querySelector(wanted),
      selector,
    );
    const found = handle.asElement();
    if (!found) throw new Error(`${this.id} has no ${selector}`);
    return found as ElementHandle<Element>;
  }

  handle(label: string): Promise<ElementHandle<Element>> {
    // Where two planes show one vector, the label goes on to say which.
    const slider = '[role="slider"]';
    return this.part(`${slider}[aria-label="${label}"], ${slider}[aria-label^="${label}, "]`);
  }

  field(label: string): Promise<ElementHandle<Element>> {
    return this.part(`input[aria-label="${label}"]`);
  }

  /** As JSON, since two parameters may be one array, and Firefox's driver hands such a second one over as undefined. */
  async state(): Promise<State> {
    return JSON.parse(await this.host.evaluate((element) => JSON.stringify(element.state)));
  }

  async setState(state: State): Promise<void> {
    await this.host.evaluate((element, next) => element.setState(next), state);
    await this.settled();
  }

  /** The error of a single trial is known to no accuracy at all, and JSON has no word for that. */
  async table(): Promise<Table> {
    const text = await this.host.evaluate((element) =>
      JSON.stringify(element.table(), (_, value) => (value === Infinity ? "Infinity" : value)),
    );
    return JSON.parse(text, (_, value) => (value === "Infinity" ? Infinity : value));
  }

  /** The table's numbers by the names of their rows, empty cells left out. */
  async numbers(): Promise<(name: string) => number[]> {
    const rows = new Map((await this.table()).rows.map(([name, ...cells]) => [name, cells]));
    return (name) => (rows.get(name) ?? []).filter((cell) => typeof cell === "number");
  }

  /** What stands in the drawing: to see that nothing in it is broken. */
  async drawing(): Promise<string> {
    return (await this.part("svg")).evaluate((svg) => svg.outerHTML);
  }

  describe(): Promise<string> {
    return this.host.evaluate((element) => element.describe());
  }

  /** Two frames: whatever the last event set off has been drawn. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        ),
    );
  }

  /** The middle of a handle in the window's pixels. */
  async centre(label: string): Promise<Point> {
    const box = await (await this.handle(label)).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Drags a handle with the mouse, by so many pixels to the right and down. */
  async drag(label: string, [dx, dy]: Point): Promise<void> {
    const [x, y] = await this.centre(label);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + dx, y + dy, { steps: 6 });
    await this.page.mouse.up();
    await this.settled();
  }

  async dragWithFinger(label: string, [dx, dy]: Point): Promise<void> {
    const [x, y] = await this.centre(label);
    const { touchscreen } = this.page;
    await touchscreen.touchStart(x, y);
    await touchscreen.touchMove(x + dx / 2, y + dy / 2);
    await touchscreen.touchMove(x + dx, y + dy);
    await touchscreen.touchEnd();
    await this.settled();
  }

  /** Presses a key on a handle, with a modifier held if there is one. */
  async press(
    label: string,
    key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight",
    modifier?: "Shift" | "Alt",
  ): Promise<void> {
    // An SVG element: the driver's own focus() insists on an HTML one.
    await (await this.handle(label)).evaluate((handle) => (handle as SVGElement).focus());
    if (modifier) await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    if (modifier) await this.page.keyboard.up(modifier);
    await this.settled();
  }

  /** Types into a field in place of what stands there, and leaves it. */
  async type(label: string, text: string): Promise<void> {
    const field = await this.field(label);
    await field.evaluate((element) => (element as HTMLInputElement).select());
    await field.focus();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Tab");
    await this.settled();
  }

  /** What stands beside a field that refused its text, or undefined where it did not. */
  async complaint(label: string): Promise<string | undefined> {
    return (await this.field(label)).evaluate((element) => {
      if (element.getAttribute("aria-invalid") !== "true") return undefined;
      const ids = (element.getAttribute("aria-describedby") ?? "").split(" ");
      const root = element.getRootNode() as ShadowRoot;
      const notes = ids.map((id) => root.getElementById(id)).filter((note) => note !== null);
      return notes
        .filter((note) => note.getBoundingClientRect().height > 0)
        .map((note) => note.textContent)
        .join(" ");
    });
  }

  /** Where the figure's measurement stands: idle, running, done, cancelled or failed. */
  async phase(): Promise<string | null> {
    return (await this.part(".mm-run")).evaluate((run) => run.getAttribute("data-phase"));
  }

  /** Waits until the measurement has come to `phase`. */
  async reaches(phase: string, timeout = 50_000): Promise<void> {
    const end = performance.now() + timeout;
    while ((await this.phase()) !== phase) {
      if (performance.now() > end)
        throw new Error(`${this.id} is ${await this.phase()}, not ${phase}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async click(text: string): Promise<void> {
    const handle = await this.host.evaluateHandle(
      (element, wanted) =>
        [...(element.shadowRoot?.querySelectorAll("button") ?? [])].find(
          (button) => button.textContent?.trim() === wanted,
        ),
      text,
    );
    const button = handle.asElement() as ElementHandle<Element> | null;
    if (!button) throw new Error(`${this.id} has no button "${text}"`);
    await button.click();
    await this.settled();
  }
}
