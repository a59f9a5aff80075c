// The curve by solving for each n from nothing, in plain JavaScript and nested arrays: the textbook's formulas, written
// down as they stand.

type Rows = number[][];

function transpose(a: Rows): Rows {
  return (a[0] as number[]).map((_, j) => a.map((row) => row[j] as number));
}

function multiply(a: Rows, b: Rows): Rows {
  return a.map((row) =>
    (b[0] as number[]).map((_, j) => {
      let sum = 0;
      for (let t = 0; t < row.length; t++)
        sum += (row[t] as number) * ((b[t] as number[])[j] as number);
      return sum;
    }),
  );
}

/** X with A X = B, by elimination with partial pivoting. */
function solve(a: Rows, b: Rows): Rows {
  const rows = a.map((row, i) => [...row, ...(b[i] as number[])]);
  const size = rows.length;
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let i = k + 1; i < size; i++) {
      if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
    }
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    const pivot = rows[k]!;
    for (let i = k + 1; i < size; i++) {
      const row = rows[i]!;
      const factor = row[k]! / pivot[k]!;
      for (let j = k; j < row.length; j++) row[j]! -= factor * pivot[j]!;
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    const row = rows[k]!;
    for (let j = size; j < row.length; j++) {
      for (let i = k + 1; i < size; i++) row[j]! -= row[i]! * rows[i]![j]!;
      row[j]! /= row[k]!;
    }
  }
  return rows.map((row) => row.slice(size));
}

/** The least squares memory's mean squared errors after 1 .. n pairs, given as rows of keys and values. */
export function solvedCurve(keys: Rows, values: Rows): number[] {
  return keys.map((_, last) => {
    const n = last + 1;
    const [k, v] = [keys.slice(0, n), values.slice(0, n)];
    const kt = transpose(k);
    const d = kt.length;
    // Rows of reads: K' (K K')^-1 K v, or K' K (K' K)^-1 v where the pairs are fewer.
    const reads =
      n > d
        ? multiply(k, solve(multiply(kt, k), multiply(kt, v)))
        : multiply(k, multiply(kt, solve(multiply(k, kt), v)));
    let sum = 0;
    reads.forEach((row, i) => {
      row.forEach((x, j) => {
        sum += (x - v[i]![j]!) ** 2;
      });
    });
    return sum / n;
  });
}
