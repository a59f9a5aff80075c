import type { ElementHandle } from "puppeteer-core";

/**
 * Brings it to the middle of the screen and waits until it stays there: sections take their own height when they come near,
 * and a figure the room of its new sentence.
 */
export function comeToRest(element: ElementHandle<Element>): Promise<void> {
  return element.evaluate(async (target) => {
    const frame = () => new Promise(requestAnimationFrame);
    let before = Number.NaN;
    for (let still = 0; still < 3; ) {
      await frame();
      const { top } = target.getBoundingClientRect();
      still = top === before ? still + 1 : 0;
      if (still === 0) target.scrollIntoView({ block: "center" });
      before = target.getBoundingClientRect().top;
    }
  });
}
