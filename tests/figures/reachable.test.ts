import { describe, expect, test } from "vitest";
import type { Figure } from "../../web/figures/define.js";
import { leastSquares } from "../../web/figures/least-squares.js";
import { manyPairs } from "../../web/figures/many-pairs.js";
import type { Parameter, Schema, Values } from "../../web/figures/parameters.js";
import { selfLookup } from "../../web/figures/self-lookup.js";
import { softmaxCost } from "../../web/figures/softmax-cost.js";
import { twoPairs } from "../../web/figures/two-pairs.js";
import { between, dice, thrownBy } from "../library/support.js";
import { Held, unsound } from "./held.js";

const figures = [selfLookup, softmaxCost, twoPairs, leastSquares, manyPairs].map(
  (figure) => [figure.id, figure as unknown as Figure<Schema, unknown>] as const,
);

/** A value that a parameter takes: from anywhere in its range, and often from its edges. */
function valueFor(parameter: Parameter, roll: () => number): unknown {
  const number = (min: number, max: number) => {
    const special = [min, max, 0, 1, -1, min + (max - min) / 2];
    const chosen = special[between(roll, 0, 11)] ?? min + (max - min) * roll();
    return Math.min(max, Math.max(min, chosen));
  };
  switch (parameter.kind) {
    case "point":
      return [0, 1].map(() => number(-parameter.reach, parameter.reach));
    case "number":
      return number(parameter.min, parameter.max);
    case "integer":
      return between(roll, parameter.min, Math.min(parameter.max, 1e6));
    case "toggle":
      return roll() < 0.5;
    case "choice":
      return parameter.options[between(roll, 0, parameter.options.length - 1)]?.value;
  }
}

/** Some of the parameters changed, one after another, each as a reader might. */
function wander(held: Held<Schema, unknown>, roll: () => number, steps: number): void {
  const names = Object.keys(held.figure.parameters);
  for (let step = 0; step < steps; step++) {
    const name = names[between(roll, 0, names.length - 1)] as string;
    const wanted = { [name]: valueFor(held.figure.parameters[name] as Parameter, roll) };
    const manner = (["drag", "step", "typed"] as const)[between(roll, 0, 2)] ?? "typed";
    held.change(wanted as Partial<Values<Schema>>, manner);
  }
}

/** What a link carries: numbers may have lost their negative zero, and nothing else. */
const asJson = (values: unknown): unknown => JSON.parse(JSON.stringify(values));

/** Unit keys are normalised again on their way in: the last bit may differ, and nothing a reader could see. */
function expectSame(state: unknown, expected: unknown): void {
  const close = (a: unknown, b: unknown): boolean => {
    if (typeof a === "number" && typeof b === "number")
      return Math.abs(a - b) <= 1e-12 * (1 + Math.abs(b));
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
    const [names, others] = [Object.keys(a), Object.keys(b)];
    return (
      names.length === others.length &&
      names.every((name) =>
        close((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
      )
    );
  };
  if (!close(state, expected)) expect(state).toEqual(expected);
}

describe.each(figures)("states of %s", (_, figure) => {
  test("a state that can be reached is the same state on a fresh figure", () => {
    const roll = dice(41);
    for (let round = 0; round < 300; round++) {
      const held = new Held(figure);
      wander(held, roll, between(roll, 1, 12));
      const state = asJson(held.values) as Partial<Values<Schema>>;
      expectSame(asJson(new Held(figure).change(state).values), state);
    }
  });

  test("a state taken over twice is the state taken over once", () => {
    const roll = dice(42);
    for (let round = 0; round < 200; round++) {
      const held = new Held(figure);
      wander(held, roll, between(roll, 1, 12));
      const once = held.change(asJson(held.values) as Partial<Values<Schema>>).values;
      expectSame(asJson(held.change(asJson(once) as Partial<Values<Schema>>).values), asJson(once));
    }
  });

  test("reset leads back from anywhere", () => {
    const roll = dice(43);
    const start = asJson(new Held(figure).values);
    for (let round = 0; round < 200; round++) {
      const held = new Held(figure);
      wander(held, roll, between(roll, 1, 12));
      expectSame(asJson(held.reset().values), start);
    }
  });

  test("nothing that can be reached draws or says anything but numbers", () => {
    const roll = dice(44);
    for (let round = 0; round < 250; round++) {
      const held = new Held(figure);
      wander(held, roll, between(roll, 1, 12));
      const width = [320, 600, 1000][between(roll, 0, 2)];
      expect(unsound(held, width), JSON.stringify(held.values)).toEqual([]);
      expect(held.sentence).toMatch(/\w.*\.$/);
    }
  });

  test.each([
    ["an unknown name", { nonsense: 1 }],
    ["a name of Object's own", { constructor: 1 }],
    ["an array", []],
    ["null", null],
    ["a string", "state"],
    ["a number", 7],
    ["nothing", undefined],
  ])("%s is no state, and changes nothing", (_, state) => {
    const held = new Held(figure);
    const before = asJson(held.values);
    const error = thrownBy(() => held.change(state as Partial<Values<Schema>>));
    expect(error).toSatisfy((e) => e instanceof RangeError || e instanceof TypeError);
    expect(String(error)).toMatch(/state/);
    expect(asJson(held.values)).toEqual(before);
  });

  test("a value of the wrong kind or out of range is refused by name, and changes nothing", () => {
    for (const [name, parameter] of Object.entries(figure.parameters)) {
      const wrong: unknown[] = [
        Number.NaN,
        Number.POSITIVE_INFINITY,
        "1",
        null,
        undefined,
        {},
        [0],
      ];
      if (parameter.kind === "point") {
        const { reach } = parameter;
        wrong.push([0, Number.NaN], [0, "1"], [0, 0, 0], [reach + 0.01, 0], [0, -1e300]);
      } else if (parameter.kind === "integer" || parameter.kind === "number") {
        wrong.push(parameter.min - 1, parameter.max + 1, true);
        if (parameter.kind === "integer") wrong.push(2.5);
      } else if (parameter.kind === "toggle") wrong.push(0, "true");
      else wrong.push("nonsense", "");
      const held = new Held(figure);
      const before = asJson(held.values);
      for (const value of wrong) {
        const error = thrownBy(() => held.change({ [name]: value } as Partial<Values<Schema>>));
        expect(error, `${name}: ${String(value)}`).toBeInstanceOf(RangeError);
        expect(String(error)).toContain(`${name}: expected`);
      }
      expect(asJson(held.values)).toEqual(before);
    }
  });

  test("one bad value refuses the good ones beside it", () => {
    const [name, parameter] = Object.entries(figure.parameters).at(-1) as [string, Parameter];
    const held = new Held(figure);
    const before = asJson(held.values);
    const good = valueFor(parameter, dice(45));
    expect(() => held.change({ [name]: good, nonsense: 1 } as never)).toThrow(RangeError);
    expect(asJson(held.values)).toEqual(before);
  });
});

interface Named {
  readonly state: Partial<Values<typeof twoPairs.parameters>>;
  readonly name: RegExp;
}

const line = { third: true, key1: [1, 0], key2: [-1, 0], key3: [1, 0] } as const;
const namedInTwoPairs: Record<string, Named> = {
  "a zero key": {
    state: { unitKeys: false, key2: [0, 0] },
    name: /k\u2082 is zero and stores nothing/,
  },
  "two zero keys": {
    state: { unitKeys: false, key1: [0, 0], key2: [0, 0] },
    name: /nothing stored/,
  },
  "equal keys": { state: { key1: [0.6, 0.8], key2: [0.6, 0.8] }, name: /parallel keys/i },
  "parallel keys": { state: { angle: 0 }, name: /parallel keys/i },
  "antiparallel keys": { state: { angle: 180 }, name: /antiparallel keys/i },
  "keys at a right angle": { state: { angle: 90 }, name: /G = I: exact/ },
  "long keys at a right angle": {
    state: { unitKeys: false, key1: [1.3, 0], key2: [0, 0.5] },
    name: /no interference/,
  },
  "zero values": { state: { value1: [0, 0], value2: [0, 0] }, name: /nothing comes back/ },
  "a third key": { state: { third: true }, name: /some overlap always remains/ },
  "three keys on one line": { state: line, name: /overlap/ },
};
const namedInLeastSquares: Record<string, Named> = {
  "a zero key": {
    state: { unitKeys: false, key1: [0, 0] },
    name: /k\u2081 is zero and stores nothing/,
  },
  "two zero keys": {
    state: { unitKeys: false, key1: [0, 0], key2: [0, 0] },
    name: /nothing stored/,
  },
  "equal keys": { state: { key1: [0.6, 0.8], key2: [0.6, 0.8] }, name: /keys are parallel/ },
  "parallel keys": { state: { angle: 0 }, name: /keys are parallel/ },
  "antiparallel keys": { state: { angle: 180 }, name: /keys are antiparallel/ },
  "a third key": { state: { third: true }, name: /as little as it can/ },
  "three keys on one line": { state: line, name: /three keys/ },
};

describe.each([
  ["two-pairs", twoPairs, namedInTwoPairs],
  ["least-squares", leastSquares, namedInLeastSquares],
] as const)("named states of %s", (_, figure, named) => {
  test.each(Object.entries(named))("%s", (_, { state, name }) => {
    for (const ask of ["k1", "k2", "free"] as const) {
      const held = new Held(figure as unknown as Figure<typeof twoPairs.parameters, unknown>);
      held.change({ ask }).change(state);
      expect(held.sentence).toMatch(name);
      expect(unsound(held)).toEqual([]);
      expect(unsound(held, 320)).toEqual([]);
    }
  });
});
