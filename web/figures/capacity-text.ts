import { formatNumber, formatShort } from "../drawing/numbers.js";
import { nameOfCompared } from "./capacity-memories.js";
import type { CapacityModel } from "./capacity-model.js";
import type { Sentence, Table } from "./define.js";

export function describeCapacity(model: CapacityModel): Sentence {
  const said = model.against === "age" ? describeAges(model) : describeCounts(model);
  return [...said, ...describeDots(model)];
}

function describeCounts({ epsilon, holds, pairs, ...model }: CapacityModel): Sentence {
  const count = (n: number) => (Number.isFinite(n) ? String(n) : "any number");
  const last = model.compared?.mean.at(-1);
  const beside =
    last === undefined
      ? []
      : [
          `With ${pairs} pairs the error of ${nameOfCompared(model)} is `,
          { strong: formatNumber(last) },
          ". ",
        ];
  return [
    "At an error of ",
    { strong: formatShort(epsilon) },
    " the added memory holds ",
    { strong: `${count(holds.additive)} ${holds.additive === 1 ? "pair" : "pairs"}` },
    ", the fitted one ",
    { strong: count(holds.leastSquares) },
    ". ",
    ...beside,
  ];
}

function describeAges({ pairs, compared, ...model }: CapacityModel): Sentence {
  const [newest, oldest] = [compared?.mean[0], compared?.mean.at(-1)];
  const same = "The added and the fitted memory read old and new pairs equally well. ";
  if (newest === undefined || oldest === undefined) return [same];
  return [
    `Of ${pairs} pairs, ${nameOfCompared(model)} reads the one written last with an error of `,
    { strong: formatNumber(newest) },
    " and the one written first with ",
    { strong: formatNumber(oldest) },
    `. ${same}`,
  ];
}

function describeDots({ curve, against, compared }: CapacityModel): Sentence {
  const laws = against === "age" ? "lines: the laws" : "lines: (n \u2212 1)/d and 1 \u2212 d/n";
  const third =
    against === "age" || !compared
      ? ""
      : compared.theory
        ? ", and the law of the third"
        : "; the third has none";
  if (!curve || curve.trials === 0) return [`${laws}.`.replace(/^l/, "L")];
  const trials = curve.trials === 1 ? "the error of 1 trial" : `means of ${curve.trials} trials`;
  const intervals = curve.trials === 1 ? "" : " with 95\u00A0% intervals";
  return ["Dots: ", { strong: trials }, intervals, `, ${laws}${third}.`];
}

const share = "squared error / squared length of a value";

/** A row for each number of pairs and memory, or for each age: how many pairs were written after the one read. */
export function tableOfCapacity({ curve, laws, pairs, against, compare }: CapacityModel): Table {
  const along = against === "age" ? "age" : "n";
  const columns = ["memory", along, "mean", "standardError", "theory"];
  const units = { [along]: "pairs", mean: share, standardError: share, theory: share };
  if (!curve || curve.trials === 0) {
    const both = Object.entries({ additive: laws.additive, "least-squares": laws.leastSquares });
    const rows = both.flatMap(([name, law]) =>
      Array.from({ length: pairs }, (_, i) =>
        against === "age"
          ? [name, i, null, null, law[pairs - 1] ?? null]
          : [name, i + 1, null, null, law[i] ?? null],
      ),
    );
    return { columns, units, rows };
  }
  const places = curve.ages ?? curve.pairs;
  const memories = compare === "none" ? curve.memories.slice(0, 2) : curve.memories;
  return {
    columns,
    units,
    rows: memories.flatMap(({ name, mean, standardError, theory }) =>
      places.map((place, i) => [
        name,
        place,
        mean[i] ?? null,
        standardError[i] ?? null,
        theory?.[i] ?? null,
      ]),
    ),
  };
}
