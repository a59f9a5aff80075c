const watching = new AbortController();
let held = false;

for (const event of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) {
  const look = ({ buttons }: PointerEvent) => {
    held = buttons > 0;
  };
  addEventListener(event, look, { capture: true, passive: true, signal: watching.signal });
}

/** Until the reader holds nothing: a cell takes over the figure in its place, and must not take it out of a hand. */
export async function handsOff(): Promise<void> {
  while (held) await new Promise((resolve) => setTimeout(resolve, 50));
  watching.abort();
}
