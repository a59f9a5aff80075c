import type { ElementHandle, Page } from "puppeteer-core";
import { comeToRest } from "./come-to-rest.js";
import type { FigureOnPage } from "./figure.js";

/* What a reader does with the actions above a figure, by any of the three ways of doing it. */

export const ways = ["pointer", "touch", "keyboard"] as const;
export type Way = (typeof ways)[number];

export type MenuName = "Save" | "Embed";

/** The button of that name in the figure's header. */
export async function actionButton(
  figure: FigureOnPage,
  name: string,
): Promise<ElementHandle<HTMLElement>> {
  const button = (
    await (
      await figure.part(".mm-actions")
    ).evaluateHandle(
      (actions, wanted) => [...actions.children].find((action) => action.textContent === wanted),
      name,
    )
  ).asElement();
  if (!button) throw new Error(`${figure.id} has no action "${name}"`);
  return button as ElementHandle<HTMLElement>;
}

async function press(figure: FigureOnPage, target: ElementHandle<HTMLElement>, way: Way) {
  const { page } = figure;
  await comeToRest(target);
  if (way === "pointer") await target.click();
  else if (way === "keyboard") {
    await target.focus();
    await page.keyboard.press("Enter");
  } else {
    const [x, y] = await target.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    });
    await page.touchscreen.tap(x, y);
  }
  await figure.settled();
}

export async function act(figure: FigureOnPage, name: string, way: Way = "pointer"): Promise<void> {
  await press(figure, await actionButton(figure, name), way);
}

/** The items of the menu that is open, each by its first word; none where none is open. */
export async function menuItems(
  figure: FigureOnPage,
): Promise<Map<string, ElementHandle<HTMLElement>>> {
  const items = await (await figure.part(".mm-actions")).$$('[role="menu"] [role="menuitem"]');
  const named = items.map(async (item) => {
    const text = await item.evaluate((element) => element.textContent ?? "");
    return [text.split(" ")[0] ?? "", item as ElementHandle<HTMLElement>] as const;
  });
  return new Map(await Promise.all(named));
}

/** Opens a menu and waits for what it loads the first time. */
export async function openMenu(
  figure: FigureOnPage,
  name: MenuName,
  way: Way = "pointer",
): Promise<Map<string, ElementHandle<HTMLElement>>> {
  await act(figure, name, way);
  return until(async () => {
    const items = await menuItems(figure);
    return items.size > 0 ? items : undefined;
  }, `the menu ${name} of ${figure.id} is not open`);
}

export async function choose(
  figure: FigureOnPage,
  menu: MenuName,
  item: string,
  way: Way = "pointer",
): Promise<void> {
  const found = (await openMenu(figure, menu, way)).get(item);
  if (!found) throw new Error(`${figure.id} has no ${menu}: ${item}`);
  await press(figure, found, way);
}

/** What the figure says that it has just done. */
export function told(figure: FigureOnPage): Promise<string> {
  return until(async () => {
    const status = await figure.part('.mm-told[role="status"]');
    return (await status.evaluate((element) => element.textContent)) || undefined;
  }, `${figure.id} says nothing`);
}

/** The text of the field that stands in for a clipboard that cannot be had, with what is selected of it. */
export async function byHand(figure: FigureOnPage): Promise<{ text: string; selected: string }> {
  const field = await until(
    async () => (await (await figure.part(".mm-actions")).$(".mm-by-hand textarea")) ?? undefined,
    `${figure.id} offers no field`,
  );
  return field.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
    return { text: value, selected: value.slice(selectionStart, selectionEnd) };
  });
}

/** What the clipboard holds, pasted as a reader would into a page of the browser's own. */
export async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    field.id = "pasted";
    field.style.cssText = "position: fixed; inset: 0 auto auto 0";
    document.body.append(field);
    field.focus({ preventScroll: true });
  });
  await page.keyboard.down("Control");
  await page.keyboard.press("v", { commands: ["Paste"] });
  await page.keyboard.up("Control");
  try {
    return await until(
      async () =>
        (await page.$eval("#pasted", (field) => (field as HTMLTextAreaElement).value)) || undefined,
      "nothing was pasted",
    );
  } finally {
    await page.$eval("#pasted", (field) => field.remove());
  }
}

/** Asks again until there is an answer. */
export async function until<T>(
  ask: () => Promise<T | undefined>,
  failure: string,
  timeout = 10_000,
): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(failure);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
