import { singleKeys } from "./single-keys.js";
import { offerThemes } from "./theme.js";

/* The page's own row of buttons, and its keys. What they open loads when it is first opened. */

const doors: Readonly<Record<string, () => Promise<unknown>>> = {
  edit: () => import("./editing/editing.js").then(({ editPage }) => editPage()),
  find: () => import("./palette/palette.js").then(({ openPalette }) => openPalette()),
  keys: () => import("./palette/keys.js").then(({ openKeys }) => openKeys()),
};

export function offerPageBar(): void {
  offerThemes();
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-page]")) {
    button.disabled = false;
    button.addEventListener("click", () => enter(button.dataset.page ?? ""));
  }
  document.addEventListener("keydown", (event) => {
    const door = doorOf(event);
    if (!door) return;
    event.preventDefault();
    enter(door);
  });
}

function enter(name: string): void {
  document.querySelector(".mm-page-bar > [role=alert]")?.remove();
  doors[name]?.().catch((error: unknown) => {
    console.error(error);
    const problem = document.createElement("span");
    problem.setAttribute("role", "alert");
    problem.textContent = "This could not be loaded. Is the network there?";
    document.querySelector(".mm-page-bar")?.append(problem);
  });
}

/** "/" and Ctrl or Command with K find, "?" shows the keys; not where the reader is typing. */
function doorOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey || document.querySelector("dialog[open]")) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "find" : undefined;
  if (isTyping(event) || !singleKeys()) return undefined;
  return { "/": "find", "?": "keys" }[key];
}

const withoutText = /^(button|checkbox|radio|range|submit)$/;

function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement) return !withoutText.test(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(select|textarea)$/.test(target.localName);
}
