import { h, type VNode } from "snabbdom";

/** False where the browser or the page does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A text that could not be copied, selected in a field. */
export function drawByHand(options: {
  readonly what: string;
  readonly text: string;
  readonly opener: HTMLElement;
  close(): void;
}): VNode {
  const { what, text, opener, close } = options;
  const leave = () => {
    opener.focus();
    close();
  };
  const select = (field: HTMLTextAreaElement) => {
    field.focus();
    field.select();
  };
  return h(
    "div",
    {
      key: `by-hand ${text}`,
      attrs: { class: "mm-by-hand", role: "group", "aria-label": `Copy ${what} by hand` },
      on: {
        keydown: (event: KeyboardEvent) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          leave();
        },
      },
    },
    [
      h("p", `The browser did not let this page copy ${what}. Here it is, to copy by hand:`),
      h("textarea", {
        attrs: { readonly: true, rows: 4, "aria-label": what, spellcheck: "false" },
        props: { value: text },
        hook: { insert: ({ elm }) => select(elm as HTMLTextAreaElement) },
      }),
      h("button", { attrs: { type: "button", class: "mm-button" }, on: { click: leave } }, "Close"),
    ],
  );
}
