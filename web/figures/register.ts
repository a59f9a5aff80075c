import type { AnyFigure } from "./define.js";
import { figures } from "./index.js";
import { attributeName, type Parameter, readValue } from "./parameters.js";
import { registry } from "./registry.js";

const idForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const nameForm = /^[a-z][A-Za-z0-9]*$/;
const parts = ["compute", "draw", "describe", "table"] as const;

/** Attributes that mean something else on the element. */
const taken =
  /^(figure|number|caption|loading|home|prepared|id|class|style|slot|title|lang|dir|hidden|inert|part|role|tabindex|on.+)$/;

/** `registerFigure` (web/element/public.ts) without the element; throws as it does. */
export function addFigure(figure: AnyFigure): void {
  check(figure);
  const { figures: added, waiting } = registry();
  if (added.get(figure.id) === figure) return;
  if (Object.hasOwn(figures, figure.id) || added.has(figure.id))
    throw new RangeError(`registerFigure: there is another figure ${figure.id}`);
  added.set(figure.id, figure);
  // Elements that are just finding out that they do not know it get to the end of that first.
  setTimeout(() => {
    for (const one of waiting) {
      if (one.id !== figure.id) continue;
      waiting.delete(one);
      one.start();
    }
  });
}

function check(figure: AnyFigure): void {
  if (typeof figure !== "object" || figure === null)
    throw new TypeError(`registerFigure: expected a figure, got ${figure}`);
  if (typeof figure.id !== "string" || !idForm.test(figure.id))
    throw new RangeError(
      `registerFigure: expected an id of lower-case letters, digits and hyphens, got ${JSON.stringify(figure.id)}`,
    );
  const { id, title, parameters } = figure;
  if (typeof title !== "string" || title === "")
    throw new TypeError(`registerFigure: ${id} has no title`);
  for (const part of parts) {
    if (typeof figure[part] !== "function")
      throw new TypeError(`registerFigure: ${id} has no function ${part}`);
  }
  if (typeof parameters !== "object" || parameters === null)
    throw new TypeError(`registerFigure: ${id} has no parameters`);
  for (const [name, parameter] of Object.entries(parameters)) checkParameter(id, name, parameter);
}

function checkParameter(id: string, name: string, parameter: Parameter): void {
  if (!nameForm.test(name) || taken.test(attributeName(name)))
    throw new RangeError(
      `registerFigure: ${id} cannot have a parameter ${JSON.stringify(name)}; expected a name in camel case that is no attribute of every element`,
    );
  readValue(`registerFigure: default of ${name}`, parameter, parameter.default);
}
