import { unclaimedLinks } from "../element/links.js";

/** Says above the text which figures the page's address speaks of that are not here, and keeps saying so as it changes. */
export function tellMissingFigures(): void {
  const note = document.createElement("p");
  note.className = "mm-missing";
  note.setAttribute("role", "alert");
  const tell = () => {
    const names = unclaimedLinks().map((name) => `\u201C${name.slice(0, 40)}\u201D`);
    note.textContent = `The link speaks of ${names.join(" and of ")}, which this page does not show.`;
    if (names.length > 0) document.querySelector("main")?.prepend(note);
    else note.remove();
  };
  tell();
  addEventListener("hashchange", tell);
}
