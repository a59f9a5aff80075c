/** How long the code of a cell may keep the page to itself, in milliseconds. */
export const longestTurn = 2000;

/** Between two looks at the clock. */
const passes = 16;

/**
 * A guard for one cell: called at every pass of a loop and at every call of a function, it throws when the cell has
 * not let anything else happen on the page for too long. The browser's next task ends a turn; promises do not, so that
 * a loop that only waits for what is there already is caught as well.
 */
export function createTurn(): (line: number) => void {
  let count = 0;
  let began: number | undefined;
  let over = false;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    began = undefined;
    over = false;
  };
  return (line) => {
    if (++count % passes !== 0 && !over) return;
    const now = performance.now();
    if (began === undefined) {
      began = now;
      port2.postMessage(undefined);
    } else if (now - began > longestTurn) {
      // The cell may catch this, and be told again at once.
      over = true;
      throw new Error(
        `stopped after ${longestTurn / 1000} seconds in line ${line}: a loop without an end? (Work that takes longer can await something now and then.)`,
      );
    }
  };
}
