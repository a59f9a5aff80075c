import { setFormula } from "./formulas.js";

type Template = (strings: TemplateStringsArray, ...values: unknown[]) => Element;

/** `tex` and `tex.block` of cells that are set in the reader's browser. */
export const tex: Template & { readonly block: Template } = Object.assign(template(false), {
  block: template(true),
});

function template(displayMode: boolean): Template {
  return (strings, ...values) => {
    const place = document.createElement("div");
    place.innerHTML = setFormula(String.raw(strings, ...values), displayMode);
    return place.firstElementChild as Element;
  };
}
