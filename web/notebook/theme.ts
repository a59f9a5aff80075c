/*
 * Light, dark, or as the reader's system has it. The page's head sets what is remembered before anything is painted;
 * figures follow by the colour scheme that they inherit.
 */

const key = "matrix-memory:theme";

export function offerThemes(): void {
  const choice = document.querySelector<HTMLSelectElement>("#theme");
  if (!choice) return;
  choice.disabled = false;
  const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const bySystem = colours.map(({ content }) => content);
  const { dataset } = document.documentElement;

  /** The window's own frame, where the browser colours it, goes with the page. */
  const paint = () => {
    colours.forEach((meta, i) => {
      const chosen = { light: bySystem[0], dark: bySystem[1] }[dataset.theme ?? ""];
      meta.content = chosen ?? bySystem[i] ?? "";
    });
  };

  const choose = (theme: string) => {
    dataset.theme = theme;
    choice.value = theme;
    paint();
  };
  choice.value = dataset.theme ?? "";
  // A value of another time that is none of these is the system's.
  if (choice.selectedIndex < 0) choose("");
  paint();
  choice.addEventListener("change", () => {
    choose(choice.value);
    try {
      localStorage.setItem(key, choice.value);
    } catch {
      // Then it holds for this visit.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === key) choose(event.newValue ?? "");
  });
}
