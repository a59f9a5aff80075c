/*
 * Whether single characters are keys of the page. Who speaks to the computer, or hits keys by mistake, can switch them
 * off (WCAG 2.1.4).
 */

const key = "matrix-memory:single-keys";

export function singleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // A browser that stores nothing keeps them on.
  }
}
