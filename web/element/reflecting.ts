import type { AnyFigure } from "../figures/index.js";
import { attributeName, readAttribute, writeAttribute } from "../figures/parameters.js";
import { shortestText } from "./permalink.js";
import type { State } from "./state.js";

/*
 * The parameters of a figure as attributes and properties of its element. What a page writes to an attribute, the figure
 * shows; what a reader has settled on stands in the attributes, as few of them as give the state back.
 */

export interface Reflecting {
  /** Takes what has been written to attributes since the last time. */
  read(): void;
  /** Writes the state to the attributes. */
  write(): void;
  dispose(): void;
}

export interface Reflected {
  readonly element: HTMLElement;
  readonly figure: AnyFigure;
  state(): State;
  setState(state: State): void;
  /** An attribute has a text that stands for no value: the figure stays as it is. */
  refuse(error: unknown): void;
}

/** The parameters as the element has them before it is drawn. A RangeError where one is not valid. */
export function givenParameters(element: HTMLElement, figure: AnyFigure): State {
  const given: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(figure.parameters)) {
    const attribute = attributeName(name);
    const text = element.getAttribute(attribute);
    if (text !== null) given[name] = readAttribute(attribute, parameter, text);
    const early = takeProperty(element, name);
    if (early !== undefined) given[name] = early;
  }
  return given as State;
}

/** What a program has set before the element knew its figure's parameters. */
function takeProperty(element: HTMLElement, name: string): unknown {
  const own = Object.getOwnPropertyDescriptor(element, name);
  if (!own?.configurable || !("value" in own)) return undefined;
  Reflect.deleteProperty(element, name);
  return own.value;
}

export function createReflecting(reflected: Reflected): Reflecting {
  const { element, figure, state, setState, refuse } = reflected;
  const names = new Map(Object.keys(figure.parameters).map((name) => [attributeName(name), name]));
  // Not attributeChangedCallback: which attributes a class observes is fixed before any figure is known.
  const observer = new MutationObserver(take);
  observer.observe(element, { attributes: true, attributeFilter: [...names.keys()] });
  const properties = defineProperties();

  function take(records: readonly MutationRecord[]): void {
    const wanted: Record<string, unknown> = {};
    for (const attribute of new Set(records.map((record) => record.attributeName ?? ""))) {
      const name = names.get(attribute);
      const parameter = name === undefined ? undefined : figure.parameters[name];
      if (name === undefined || parameter === undefined) continue;
      const text = element.getAttribute(attribute);
      if (text === writeAttribute(state()[name])) continue;
      try {
        wanted[name] =
          text === null ? parameter.default : readAttribute(attribute, parameter, text);
      } catch (error) {
        refuse(error);
      }
    }
    if (Object.keys(wanted).length > 0) setState(wanted as State);
  }

  const read = () => take(observer.takeRecords());

  function write(): void {
    read();
    const texts = new Map(shortestText(figure, state()));
    for (const attribute of names.keys()) {
      const text = texts.get(attribute);
      if (text === undefined) element.removeAttribute(attribute);
      else if (text !== element.getAttribute(attribute)) element.setAttribute(attribute, text);
    }
    // Our own writing is nothing to be read.
    observer.takeRecords();
  }

  /** Where every element has a property of that name already, it keeps its meaning. */
  function defineProperties(): readonly string[] {
    const free = Object.keys(figure.parameters).filter((name) => !(name in element));
    for (const name of free) {
      Object.defineProperty(element, name, {
        configurable: true,
        enumerable: true,
        get: () => {
          read();
          return state()[name];
        },
        set: (value: unknown) => {
          read();
          setState({ [name]: value } as State);
        },
      });
    }
    return free;
  }

  return {
    read,
    write,
    dispose: () => {
      observer.disconnect();
      for (const name of properties) Reflect.deleteProperty(element, name);
    },
  };
}
