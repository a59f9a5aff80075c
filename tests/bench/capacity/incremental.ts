// The whole curve in one pass, in plain JavaScript: the recursions of THEORY, pair by pair, in doubles and typed
// arrays, with nothing done twice. What somebody would write who knows the mathematics and has no kernels.

/** y = A x for a d x d matrix. */
function multiply(d: number, a: Float64Array, x: Float64Array, y: Float64Array): void {
  for (let i = 0; i < d; i++) {
    let sum = 0;
    const row = i * d;
    for (let j = 0; j < d; j++) sum += (a[row + j] as number) * (x[j] as number);
    y[i] = sum;
  }
}

/** A += factor x y' */
function addOuter(
  d: number,
  a: Float64Array,
  factor: number,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let i = 0; i < d; i++) {
    const row = i * d;
    const scaled = factor * (x[i] as number);
    for (let j = 0; j < d; j++) (a[row + j] as number) += scaled * (y[j] as number);
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] as number) * (y[i] as number);
  return sum;
}

/** The inverse of a symmetric positive definite matrix, by Gauss and Jordan without pivots. */
function inverse(d: number, matrix: Float64Array): Float64Array {
  const a = matrix.slice();
  for (let k = 0; k < d; k++) {
    const pivot = 1 / (a[k * d + k] as number);
    for (let i = 0; i < d; i++) {
      if (i === k) continue;
      const factor = (a[i * d + k] as number) * pivot;
      for (let j = 0; j < d; j++) {
        if (j !== k) (a[i * d + j] as number) -= factor * (a[k * d + j] as number);
      }
      a[i * d + k] = -factor;
    }
    for (let j = 0; j < d; j++) if (j !== k) (a[k * d + j] as number) *= pivot;
    a[k * d + k] = pivot;
  }
  return a;
}

/**
 * Mean squared errors after 1 .. n pairs, one unit key and one value a row: the additive memory's, then the least
 * squares memory's. The latter are zero up to d pairs, as theory has it.
 */
export function incrementalCurve(
  d: number,
  keys: Float64Array,
  values: Float64Array,
): Float64Array {
  const n = keys.length / d;
  const curve = new Float64Array(2 * n);
  const state = new Float64Array(d * d);
  const moment = new Float64Array(d * d);
  const [ck, sk, sck] = [new Float64Array(d), new Float64Array(d), new Float64Array(d)];
  const [pk, missed] = [new Float64Array(d), new Float64Array(d)];
  let covariance: Float64Array | undefined;
  let fitted: Float64Array | undefined;
  let additive = 0;
  let residual = 0;
  for (let pair = 0; pair < n; pair++) {
    const k = keys.subarray(pair * d, (pair + 1) * d);
    const v = values.subarray(pair * d, (pair + 1) * d);
    multiply(d, moment, k, ck);
    multiply(d, state, k, sk);
    multiply(d, state, ck, sck);
    additive += dot(sk, sk) + 2 * (dot(v, sck) - dot(v, sk)) + dot(v, v) * dot(k, ck);
    curve[pair] = additive / (pair + 1);
    addOuter(d, state, 1, v, k);
    addOuter(d, moment, 1, k, k);
    if (covariance && fitted) {
      multiply(d, covariance, k, pk);
      multiply(d, fitted, k, missed);
      for (let i = 0; i < d; i++) missed[i] = (v[i] as number) - (missed[i] as number);
      const gain = 1 / (1 + dot(k, pk));
      residual += dot(missed, missed) * gain;
      addOuter(d, fitted, gain, missed, pk);
      addOuter(d, covariance, -gain, pk, pk);
      curve[n + pair] = residual / (pair + 1);
    } else if (pair + 1 === d) {
      covariance = inverse(d, moment);
      fitted = new Float64Array(d * d);
      for (let i = 0; i < d; i++) {
        multiply(d, covariance, state.subarray(i * d, (i + 1) * d), fitted.subarray(i * d));
      }
    }
  }
  return curve;
}

/** Pairs as a user would draw them: Math.random, Box and Muller, both numbers used. */
export function drawnPairs(d: number, n: number): { keys: Float64Array; values: Float64Array } {
  const keys = normals(n * d);
  for (let pair = 0; pair < n; pair++) {
    const key = keys.subarray(pair * d, (pair + 1) * d);
    const length = Math.sqrt(dot(key, key));
    for (let i = 0; i < d; i++) (key[i] as number) /= length;
  }
  const values = normals(n * d);
  for (let i = 0; i < values.length; i++) (values[i] as number) /= Math.sqrt(d);
  return { keys, values };
}

function normals(count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - Math.random()));
    const angle = 2 * Math.PI * Math.random();
    numbers[i] = radius * Math.cos(angle);
    if (i + 1 < count) numbers[i + 1] = radius * Math.sin(angle);
  }
  return numbers;
}
