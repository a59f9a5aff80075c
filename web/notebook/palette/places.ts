/** Something the reader can go to or do, by its name. */
export interface Entry {
  readonly kind: "section" | "figure" | "code" | "page";
  readonly name: string;
  go(): void;
}

/** What there is on the page now, in its order, then what can be done with the page. */
export function entries(): Entry[] {
  const places = document.querySelectorAll<HTMLElement>(
    "main :is(h1, h2, h3), main matrix-memory-figure, main .mm-code",
  );
  return [...[...places].flatMap(entryOf), ...buttons()];
}

function entryOf(element: HTMLElement): Entry[] {
  if (element.localName === "matrix-memory-figure") return [figureEntry(element)];
  if (element instanceof HTMLDetailsElement) return codeEntry(element);
  return [{ kind: "section", name: textOf(element), go: () => show(element) }];
}

function figureEntry(element: HTMLElement): Entry {
  const part = (name: string) =>
    textOf((element.shadowRoot?.querySelector(name) ?? element.querySelector(name)) as Element);
  const number = element.getAttribute("number");
  const title = part(".mm-figure-title") || (element.getAttribute("figure") ?? "");
  return {
    kind: "figure",
    name: number === null ? title : `Figure ${number}. ${title}`,
    go: () => show(element),
  };
}

/** A figure's code is found with the figure. */
function codeEntry(fold: HTMLDetailsElement): Entry[] {
  if (fold.previousElementSibling?.matches(".mm-figure-cell")) return [];
  const summary = fold.querySelector("summary") as HTMLElement;
  const code = textOf(fold.querySelector("code") as Element);
  return [
    {
      kind: "code",
      name: `${textOf(summary)}: ${code.slice(0, 60)}`,
      go: () => {
        fold.open = true;
        show(fold, summary);
      },
    },
  ];
}

function buttons(): Entry[] {
  const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
  return [
    { kind: "page", name: "Edit cells", go: press('[data-page="edit"]') },
    { kind: "page", name: "Keys", go: press('[data-page="keys"]') },
    ...[...document.querySelectorAll<HTMLOptionElement>("#theme option")].map((option) => ({
      kind: "page" as const,
      name: `Theme: ${textOf(option)}`,
      go: () => choose(option),
    })),
  ];
}

function choose(option: HTMLOptionElement): void {
  const choice = option.parentElement as HTMLSelectElement;
  choice.value = option.value;
  choice.dispatchEvent(new Event("change"));
}

/** Brings a place on screen; who reads with the keyboard goes on from there. */
function show(element: HTMLElement, focus = element): void {
  if (focus === element && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  focus.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
  if (element.id) history.replaceState(history.state, "", `#${element.id}`);
}

const textOf = (element: Element | null) =>
  (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
