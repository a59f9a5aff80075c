// Golden vectors of every rule, feature map and read-out, each from its closed
// form over the whole set of pairs, never pair by pair as the library does it.
// K and V hold one pair a row here.

import {
  add,
  apply,
  diagonal,
  dot,
  identity,
  inverse,
  multiply,
  outer,
  scale,
  subtract,
  transpose,
} from "./dense.mjs";
import { normals, unitVector } from "./random.mjs";

const draw = (count, dim, seed) => {
  const source = normals(seed, 0, 0);
  const round = (x) => Math.round(x * 1000) / 1000;
  return Array.from({ length: count }, () =>
    Array.from({ length: dim }, () => round(source.next().value)),
  );
};
const unit = (count, dim, seed) => {
  const source = normals(seed, 0, 0);
  return Array.from({ length: count }, () => unitVector(source, dim));
};
const sum = (list) => list.reduce((total, x) => total + x, 0);
const total = (matrices) => matrices.reduce(add);

// ---- rules: the state from all pairs at once ----

/** sum of v_i k_i' times the product of what every later pair does from the right. */
function sequence(keys, values, strength, later) {
  return total(
    keys.map((key, i) => {
      let term = scale(outer(values[i], key), strength(i));
      for (let j = i + 1; j < keys.length; j++) term = multiply(term, later(j));
      return term;
    }),
  );
}

const forget = (decay, d) => diagonal(Array.isArray(decay) ? decay : Array(d).fill(decay));
const project = (key, beta) => subtract(identity(key.length), scale(outer(key, key), beta));

const additive = (keys, values) => multiply(transpose(values), keys);
const decayed = (decay) => (keys, values) =>
  sequence(keys, values, () => 1, (j) => forget(decay[j], keys[0].length));
const delta = (beta) => (keys, values) =>
  sequence(keys, values, (i) => beta[i], (j) => project(keys[j], beta[j]));
const gatedDelta = (decay, beta) => (keys, values) =>
  sequence(keys, values, (i) => beta[i], (j) =>
    multiply(forget(decay[j], keys[0].length), project(keys[j], beta[j])),
  );
const ridge = (lambda, forgetting = 1) => (keys, values) => {
  const n = keys.length;
  const weights = diagonal(keys.map((_, i) => forgetting ** (n - 1 - i)));
  const weighted = multiply(weights, keys);
  const moment = add(
    multiply(transpose(keys), weighted),
    scale(identity(keys[0].length), lambda * forgetting ** n),
  );
  return multiply(multiply(transpose(values), weighted), inverse(moment));
};
/** V (K'K)^-1 K' for independent keys, V K'(K K')^-1 for spanning ones. */
const fitted = (keys, values) => {
  const transposed = transpose(keys);
  return keys.length <= keys[0].length
    ? multiply(multiply(transpose(values), inverse(multiply(keys, transposed))), keys)
    : multiply(multiply(transpose(values), keys), inverse(multiply(transposed, keys)));
};
const hopfield = (patterns) =>
  subtract(multiply(transpose(patterns), patterns), scale(identity(patterns[0].length), patterns.length));

// ---- normalisations and features ----

const byLength = (x) => x.map((e) => e / Math.hypot(...x));
const byRms = (x) => x.map((e) => e / Math.sqrt(sum(x.map((y) => y * y)) / x.length));
const byLayer = (x) => byRms(x.map((e) => e - sum(x) / x.length));
const bySum = (phi) => (x) => phi(x).map((e) => e / sum(phi(x)));
const eluPlusOne = (x) => x.map((e) => (e > 0 ? e + 1 : Math.exp(e)));
const relu = (x) => x.map((e) => Math.max(e, 0));
const taylor = (x) => [1, ...x, ...outer(x, x).flat().map((e) => e / Math.SQRT2)];
const dpfp = (nu) => (x) => {
  const r = relu([...x, ...x.map((e) => -e)]);
  const roll = (j) => r.map((_, i) => r[(i - j + r.length) % r.length]);
  return Array.from({ length: nu }, (_, j) => r.map((e, i) => e * roll(j + 1)[i])).flat();
};
const topK = (k) => (x) => {
  const kept = x.map((e, i) => [Math.abs(e), i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const indices = new Set(kept.slice(0, k).map(([, i]) => i));
  return x.map((e, i) => (indices.has(i) ? e : 0));
};
const directions = (count, dim, seed) => {
  const source = normals(seed, 0, 4);
  return Array.from({ length: count }, () => Array.from({ length: dim }, () => source.next().value));
};
const favor = (count, seed) => (x) =>
  apply(directions(count, x.length, seed), x).map(
    (e) => Math.exp(e - dot(x, x) / 2) / Math.sqrt(count),
  );
const lsh = (bits, seed) => (x) =>
  apply(directions(bits, x.length, seed), x).map((e) => (e < 0 ? -1 : 1) / Math.sqrt(bits));
const same = (x) => x;

// ---- read-outs ----

const softmax = (scores) => {
  const powers = scores.map((s) => Math.exp(s - Math.max(...scores)));
  return powers.map((p) => p / sum(powers));
};
const mean = (weights, rows) => apply(transpose(rows), weights);
const attend = (b, steps = 1, best = Infinity) => (keys, query) => {
  let q = query;
  for (let step = 1; ; step++) {
    const scores = apply(keys, q);
    const least = [...scores].sort((x, y) => y - x)[Math.min(best, scores.length) - 1];
    const weights = softmax(scores.map((s) => (s >= least ? b * s : -Infinity)));
    if (step === steps) return weights;
    q = mean(weights, keys);
  }
};
const kernel = (keys, query) => apply(keys, query);
const normalised = (keys, query) => {
  const weights = apply(keys, query);
  return weights.map((w) => w / sum(weights));
};
const soft = (at) => (y) => y.map((e) => Math.sign(e) * Math.max(0, Math.abs(e) - at));
const hard = (at) => (y) => y.map((e) => (Math.abs(e) < at ? 0 : e));
const nearest = (codebook) => (y) => {
  const scores = apply(codebook, y);
  return codebook[scores.indexOf(Math.max(...scores))];
};
const settle = (weights) => (x) => {
  const units = [...x];
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < units.length; i++) {
      const field = dot(weights[i], units);
      if (field !== 0 && Math.sign(field) !== units[i]) {
        units[i] = Math.sign(field);
        changed = true;
      }
    }
  }
  return units;
};

// ---- the cases ----

const D = 4;
const M = 3;

/** A case with a state: reads are the state times the features of the queries, cleaned up. */
function matrixCase(name, choices, rule, extra = {}) {
  const { keys = draw(6, D, 11), values = draw(6, M, 12), queries = draw(3, D, 13) } = extra;
  const { features = same, cleanUp = same, denominator, gates } = extra;
  const phi = (rows) => rows.map(features);
  const state = rule(phi(keys), values);
  const reads = phi(queries).map((q) => {
    const y = apply(state, q);
    return cleanUp(denominator ? y.map((e) => e / denominator(phi(keys), q)) : y, q);
  });
  const options = { keyDim: keys[0].length, valueDim: values[0].length, ...choices };
  return { name, options, keys, values, ...gates, queries, state, reads };
}

/** A case without: reads are weighted sums of the values. */
function cacheCase(name, choices, weigh, extra = {}) {
  const { keys = draw(6, D, 11), values = draw(6, M, 12), queries = draw(3, D, 13) } = extra;
  const { features = same } = extra;
  const weights = queries.map((q) => weigh(keys.map(features), features(q)));
  const reads = weights.map((w) => mean(w, values));
  const options = { keyDim: D, valueDim: M, rule: "cache", ...choices };
  return { name, options, keys, values, queries, weights, reads };
}

const share = (keys, query) => sum(apply(keys, query));
const short = { keys: scale(draw(6, D, 11), 0.5), queries: scale(draw(3, D, 13), 0.5) };
const perPair = [0.9, 0.4, 1, 0.75, 0.2, 0.6];
const perFeature = draw(6, D, 14).map((row) => row.map((x) => Math.round(500 * Math.abs(Math.sin(x))) / 500));
const betas = [1, 0.5, 1.25, 0, 2, 0.8];
const codebook = draw(5, M, 15);
const patterns = [
  [1, 1, 1, 1, -1, -1, -1, -1],
  [1, -1, 1, -1, 1, -1, 1, -1],
];

export function goldenMemories() {
  const decay = (value) => ({ name: "decay", decay: value });
  return [
    matrixCase("additive", { rule: "additive" }, additive),
    matrixCase("decay, one number", { rule: decay(0.875) }, decayed(Array(6).fill(0.875))),
    matrixCase("decay, one a feature", { rule: decay([1, 0.5, 0.25, 0]) },
      decayed(Array(6).fill([1, 0.5, 0.25, 0]))),
    matrixCase("decay, a gate a pair", { rule: decay(1) }, decayed(perPair),
      { gates: { decay: perPair } }),
    matrixCase("decay, a gate a pair and feature", { rule: decay(1) }, decayed(perFeature),
      { gates: { decay: perFeature.flat() } }),
    matrixCase("delta", { rule: { name: "delta", beta: 0.5 } }, delta(Array(6).fill(0.5)),
      { keys: unit(6, D, 21) }),
    matrixCase("delta, a gate a pair", { rule: "delta" }, delta(betas),
      { keys: unit(6, D, 21), gates: { beta: betas } }),
    matrixCase("gated delta", { rule: { name: "gated-delta", decay: 0.9, beta: 1 } },
      gatedDelta(Array(6).fill(0.9), Array(6).fill(1)), { keys: unit(6, D, 21) }),
    matrixCase("gated delta, gates a pair", { rule: "gated-delta" }, gatedDelta(perPair, betas),
      { keys: unit(6, D, 21), gates: { beta: betas, decay: perPair } }),
    matrixCase("recursive least squares",
      { rule: { name: "recursive-least-squares", ridge: 0.5 } }, ridge(0.5)),
    matrixCase("recursive least squares, forgetting",
      { rule: { name: "recursive-least-squares", ridge: 0.5, forgetting: 0.8 } }, ridge(0.5, 0.8)),
    matrixCase("least squares, more pairs than dimensions", { rule: "least-squares" }, fitted),
    matrixCase("least squares, fewer pairs than dimensions", { rule: "least-squares" }, fitted,
      { keys: draw(3, D, 31), values: draw(3, M, 32) }),
    matrixCase("least squares with a ridge", { rule: { name: "least-squares", ridge: 0.25 } },
      ridge(0.25)),
    matrixCase("hopfield", { rule: "hopfield", read: "sign" }, hopfield, {
      keys: patterns, values: patterns, cleanUp: (_, query) => settle(hopfield(patterns))(query),
      queries: [[1, 1, 1, 1, -1, -1, -1, 1], [-1, -1, 1, -1, 1, -1, 1, -1], [1, 1, 1, 1, 1, 1, 1, 1]],
    }),
    matrixCase("unit", { normalise: "unit" }, additive, { features: byLength }),
    matrixCase("rms", { normalise: "rms" }, additive, { features: byRms }),
    matrixCase("layer", { normalise: "layer" }, additive, { features: byLayer }),
    matrixCase("fast weight programmer", { normalise: "sum", features: "dpfp", rule: "delta" },
      delta(Array(6).fill(1)), { features: bySum(dpfp(1)) }),
    matrixCase("dpfp, nu 3", { features: { name: "dpfp", nu: 3 } }, additive, { features: dpfp(3) }),
    matrixCase("relu", { features: "relu" }, additive, { features: relu }),
    matrixCase("top-k", { features: { name: "top-k", k: 2 } }, additive, { features: topK(2) }),
    matrixCase("lsh", { features: { name: "lsh", bits: 9, seed: 5 } }, additive,
      { features: lsh(9, 5) }),
    matrixCase("linear attention", { features: "elu+1", read: "normalised" }, additive,
      { features: eluPlusOne, denominator: share }),
    matrixCase("based", { features: "taylor", read: "normalised" }, additive,
      { ...short, features: taylor, denominator: share }),
    matrixCase("performer, independent features",
      { features: { name: "favor", count: 16, seed: 3, orthogonal: false }, read: "normalised" },
      additive, { ...short, features: favor(16, 3), denominator: share }),
    matrixCase("soft threshold", { read: { name: "threshold", kind: "soft", at: 0.5 } }, additive,
      { cleanUp: soft(0.5) }),
    matrixCase("hard threshold", { read: { name: "threshold", kind: "hard", at: 0.5 } }, additive,
      { cleanUp: hard(0.5) }),
    matrixCase("nearest", { read: { name: "nearest", codebook } }, additive,
      { cleanUp: nearest(codebook) }),
    matrixCase("softmax over a codebook",
      { read: { name: "softmax", inverseTemperature: 0.3, codebook } }, additive,
      { cleanUp: (y) => mean(attend(0.3)(codebook, y), codebook) }),
    matrixCase("sign", { read: "sign" }, additive, { cleanUp: (y) => y.map(Math.sign) }),
    cacheCase("softmax attention", { read: "softmax" }, attend(0.5)),
    cacheCase("softmax attention, the two best",
      { read: { name: "softmax", inverseTemperature: 2, topK: 2 } }, attend(2, 1, 2)),
    cacheCase("modern Hopfield network",
      { read: { name: "softmax", inverseTemperature: 1.5, steps: 3 } }, attend(1.5, 3)),
    cacheCase("cache, linear", { read: "linear" }, kernel),
    cacheCase("kernel smoother", { features: "elu+1", read: "normalised" }, normalised,
      { features: eluPlusOne }),
  ];
}
