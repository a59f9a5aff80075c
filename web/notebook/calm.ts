const after = 2000;
let calm: Promise<unknown> | undefined;

/** A while after the page has loaded: what the reader does not see yet keeps nothing waiting. */
export function whenCalm(): Promise<unknown> {
  calm ??= new Promise((resolve) => {
    const later = () => setTimeout(resolve, after);
    if (document.readyState === "complete") later();
    else addEventListener("load", later, { once: true });
  });
  return calm;
}
