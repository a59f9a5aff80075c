import { expect } from "vitest";
import type { FigureOnPage } from "./figure.js";

/** Typing such a text is answered beside the field, changes nothing, and Reset takes the answer away. */
export async function expectRefusal(
  figure: FigureOnPage,
  label: string,
  text: string,
  complaint: RegExp,
): Promise<void> {
  const before = await figure.state();
  await figure.type(label, text);
  expect(await figure.complaint(label)).toMatch(complaint);
  expect(await figure.state()).toEqual(before);
  await figure.click("Reset");
  expect(await figure.complaint(label)).toBeUndefined();
}
