import type { ElementHandle } from "puppeteer-core";
import { expect } from "vitest";
import { isBroken } from "../figures/broken.js";
import type { FigureOnPage, Point, State } from "./figure.js";

/* What a reader does with a figure's controls and sees in its drawing. */

/** Presses the button of a choice: `choose(figure, "ask", "k2")`. */
export async function choose(figure: FigureOnPage, name: string, value: string): Promise<void> {
  await (await figure.part(`input[type="radio"][name="${name}"][value="${value}"]`)).click();
  await figure.settled();
}

export async function isChosen(
  figure: FigureOnPage,
  name: string,
  value: string,
): Promise<boolean> {
  const radio = await figure.part(`input[type="radio"][name="${name}"][value="${value}"]`);
  return radio.evaluate((element) => (element as HTMLInputElement).checked);
}

/** Turns a switch to its other side, by a click on its label. */
export async function toggle(figure: FigureOnPage, text: string): Promise<void> {
  for (const label of await (await figure.part("figure")).$$(".mm-toggle")) {
    if ((await label.evaluate((element) => element.textContent)) !== text) continue;
    await label.click();
    await figure.settled();
    return;
  }
  throw new Error(`${figure.id} has no switch "${text}"`);
}

/** Moves a slider with the arrow keys. */
export async function stepSlider(
  figure: FigureOnPage,
  label: string,
  key: "ArrowRight" | "ArrowLeft" | "Home" | "End",
  times = 1,
): Promise<void> {
  await (await figure.part(`input[type="range"][aria-label="${label}"]`)).focus();
  for (let time = 0; time < times; time++) await figure.page.keyboard.press(key);
  await figure.settled();
}

/** Lays the pointer on the middle of something. */
export async function pointAt(figure: FigureOnPage, part: ElementHandle<Element>): Promise<void> {
  await figure.page.mouse.move(...(await middleOf(part)));
  await figure.settled();
}

/** Taps on the middle of something, as a finger does. */
export async function tapOn(figure: FigureOnPage, part: ElementHandle<Element>): Promise<void> {
  await figure.page.touchscreen.tap(...(await middleOf(part)));
  await figure.settled();
}

/** In the window's pixels, once it is in the window. */
function middleOf(part: ElementHandle<Element>): Promise<Point> {
  return part.evaluate((element) => {
    element.scrollIntoView({ block: "nearest" });
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  });
}

export async function pointAway(figure: FigureOnPage): Promise<void> {
  await figure.page.mouse.move(2, 2);
  await figure.settled();
}

/** The texts of the drawing, scripts as plain characters: "k1", "S = VKT". */
export async function texts(figure: FigureOnPage, selector = "text"): Promise<string[]> {
  return (await figure.part("svg")).evaluate(
    (svg, wanted) =>
      [...svg.querySelectorAll(wanted)].map((node) =>
        (node.textContent ?? "").replaceAll("\u200B", ""),
      ),
    selector,
  );
}

/** The texts of each matrix in the drawing, cell by cell. */
export async function matrices(figure: FigureOnPage): Promise<string[][]> {
  return (await figure.part("svg")).evaluate((svg) =>
    [...svg.querySelectorAll(".mm-matrix")].map((matrix) =>
      [...matrix.querySelectorAll(".mm-cell text")].map((text) => text.textContent ?? ""),
    ),
  );
}

/** A number as a drawing shows it: two places, a true minus sign, no negative zero. */
export function asShown(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return value < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
}

/** Attributes and texts of the drawing, and sentences, in which something other than a number stands. */
export async function unsound(figure: FigureOnPage): Promise<string[]> {
  const drawn = await (await figure.part("svg")).evaluate((svg) =>
    [svg, ...svg.querySelectorAll("*")].flatMap((node) => [
      ...[...node.attributes].map(({ name, value }) => `${node.nodeName} ${name}="${value}"`),
      ...[...node.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map((text) => text.nodeValue ?? ""),
    ]),
  );
  return [...drawn, await figure.describe()].filter(isBroken);
}

/** The same state, but for the last bit of vectors that were made unit length again. */
export function expectSameState(state: State, expected: State): void {
  const flat = (values: State) =>
    Object.entries(values).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((x, i) => [`${name} ${i}`, x] as const),
    );
  const found = new Map(flat(state));
  for (const [name, x] of flat(expected)) {
    if (typeof x === "number") expect(found.get(name), name).toBeCloseTo(x, 12);
    else expect(found.get(name), name).toBe(x);
  }
}

/** A figure that measures has done so, for the state that it is in. */
export async function atRest(figure: FigureOnPage): Promise<void> {
  if (!(await (await figure.part("figure")).$(".mm-run"))) return;
  // A measurement starts anew a moment after the state has changed.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await figure.reaches("done");
}
