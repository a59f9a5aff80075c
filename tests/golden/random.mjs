// The generator of cpp/include/matrix_memory/random.h, written again from its
// definition: whole numbers as BigInt and Uint32, single precision by
// Math.fround after every operation.

const MASK = (1n << 64n) - 1n;
const GAMMA = 0x9e3779b97f4a7c15n;
const f = Math.fround;

export function mix64(x) {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
}

/** Yields one 32-bit output after the other, lanes 0 to 3 in turn. */
export function* outputs(seed, trial, stream) {
  const state = mix64((mix64(BigInt(seed)) + BigInt(trial)) & MASK);
  const words = [];
  for (let i = 8n * BigInt(stream); i < 8n * BigInt(stream) + 8n; i++) {
    const output = mix64((state + (i + 1n) * GAMMA) & MASK);
    words.push(Number(output & 0xffffffffn), Number(output >> 32n));
  }
  const lanes = [0, 1, 2, 3].map((lane) => [0, 1, 2, 3].map((word) => words[4 * word + lane]));
  for (;;) {
    for (const s of lanes) {
      yield (s[0] + s[3]) >>> 0;
      const t = s[1] << 9;
      s[2] ^= s[0];
      s[3] ^= s[1];
      s[1] ^= s[2];
      s[0] ^= s[3];
      s[2] ^= t;
      s[3] = (s[3] << 11) | (s[3] >>> 21);
    }
  }
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);
const toBits = (x) => ((float[0] = x), bits[0]);
const fromBits = (b) => ((bits[0] = b), float[0]);

/** coefficients[0] + z (coefficients[1] + z (...)), rounded at every step. */
function horner(z, coefficients) {
  return coefficients.reduceRight((sum, c) => f(f(c) + f(z * f(sum))));
}

function logarithm(u) {
  const shifted = (toBits(u) + (0x3f800000 - 0x3f3504f3)) >>> 0;
  const exponent = (shifted >>> 23) - 127;
  const m = fromBits((shifted & 0x7fffff) + 0x3f3504f3);
  const s = f(f(m - 1) / f(m + 1));
  const series = horner(f(s * s), [1, f(1 / 3), f(1 / 5), f(1 / 7), f(1 / 9)]);
  return f(f(exponent * f(0.693147182)) + f(f(s + s) * series));
}

function sine(x) {
  return f(x * horner(f(x * x), [1, f(-1 / 6), f(1 / 120), f(-1 / 5040), f(1 / 362880)]));
}

function cosine(x) {
  return horner(f(x * x), [1, -0.5, f(1 / 24), f(-1 / 720), f(1 / 40320), f(-1 / 3628800)]);
}

/** Yields standard normals as single-precision numbers. */
export function* normals(seed, trial, stream) {
  const source = outputs(seed, trial, stream);
  const take = () => [0, 1, 2, 3].map(() => source.next().value);
  for (;;) {
    const x = take();
    const y = take();
    const cosines = [];
    const sines = [];
    for (let lane = 0; lane < 4; lane++) {
      const u = f(((x[lane] >>> 8) + 1) * 2 ** -24);
      const radius = f(Math.sqrt(f(-2 * logarithm(u))));
      const k = y[lane] >>> 8;
      const quadrant = (k + 2 ** 21) >>> 22;
      const angle = f(f((k - quadrant * 2 ** 22) * 2 ** -22) * f(1.57079637));
      const c = cosine(angle);
      const s = sine(angle);
      const turned = [
        [c, s],
        [-s, c],
        [-c, -s],
        [s, -c],
      ][quadrant % 4];
      cosines.push(f(radius * turned[0]));
      sines.push(f(radius * turned[1]));
    }
    yield* cosines;
    yield* sines;
  }
}

/** A row of `dim` numbers, uniform on the sphere. */
export function unitVector(source, dim) {
  for (;;) {
    const row = Array.from({ length: dim }, () => source.next().value);
    const sums = [0, 0, 0, 0];
    row.forEach((x, i) => {
      sums[i % 4] += x * x;
    });
    const length = Math.sqrt(sums[0] + sums[1] + (sums[2] + sums[3]));
    if (length > 0) {
      const scale = 1 / length;
      return row.map((x) => x * scale);
    }
  }
}

/** The golden numbers of one seed: bit patterns and a 64-bit FNV-1a hash. */
export function goldenRandom(seed) {
  const take = (source, count) => Array.from({ length: count }, () => source.next().value);
  let hash = 0xcbf29ce484222325n;
  for (const x of take(normals(seed, 0, 0), 10000)) {
    const pattern = toBits(x);
    for (let shift = 0; shift < 32; shift += 8) {
      hash = ((hash ^ BigInt((pattern >>> shift) & 255)) * 0x100000001b3n) & MASK;
    }
  }
  const source = normals(seed, 0, 0);
  return {
    seed,
    gaussianBits: take(normals(seed, 0, 0), 16).map(toBits),
    gaussianHash10000: hash.toString(16).padStart(16, "0"),
    sphere3x5: Array.from({ length: 3 }, () => unitVector(source, 5)).flat(),
    sign: take(outputs(seed, 0, 0), 24).map((x) => (x >>> 31 ? 1 : -1)),
    valuesTrial7Bits: take(normals(seed, 7, 1), 8).map(toBits),
  };
}
