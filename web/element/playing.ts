import type { Schema } from "../figures/parameters.js";
import type { State } from "./state.js";

/** Steps through the range of a parameter by itself, until its end or until the reader does something else. */
export interface Playing {
  /** The parameter that is stepping. */
  readonly name: string | undefined;
  /** The reader wants no motion: the button then steps once. */
  readonly still: boolean;
  toggle(name: string): void;
  stop(): void;
}

export interface PlayingOptions {
  readonly schema: Schema;
  /** Where the figure stands: what nobody sees does not move. */
  readonly place: HTMLElement;
  values(): State;
  step(name: string, value: number): void;
  changed(): void;
}

export function createPlaying({ schema, place, values, step, changed }: PlayingOptions): Playing {
  const window = place.ownerDocument.defaultView as Window;
  const motion = window.matchMedia("(prefers-reduced-motion: reduce)");
  let name: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    if (name === undefined) return;
    clearInterval(timer);
    name = undefined;
    changed();
  }

  /** One step on; from the end back to the beginning. Says whether there is another. */
  function advance(which: string): boolean {
    const parameter = schema[which];
    if (parameter?.kind !== "integer") return false;
    const now = values()[which] as number;
    const next = now >= parameter.max ? parameter.min : now + 1;
    step(which, next);
    return next < parameter.max;
  }

  function tick(which: string): void {
    if (!isSeen(place, window) || !advance(which)) stop();
  }

  return {
    get name() {
      return name;
    },
    get still() {
      return motion.matches;
    },
    toggle: (which) => {
      const parameter = schema[which];
      if (name === which) return stop();
      stop();
      if (parameter?.kind !== "integer" || !advance(which) || motion.matches) return;
      name = which;
      timer = setInterval(() => tick(which), parameter.play);
      changed();
    },
    stop,
  };
}

function isSeen(place: HTMLElement, window: Window): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && !place.ownerDocument.hidden;
}
