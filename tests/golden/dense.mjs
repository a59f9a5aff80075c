// Dense linear algebra on arrays of rows, as short as it can be.

export const zeros = (rows, cols) => Array.from({ length: rows }, () => Array(cols).fill(0));
export const identity = (n) => zeros(n, n).map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
export const transpose = (a) => a[0].map((_, j) => a.map((row) => row[j]));
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const multiply = (a, b) => a.map((row) => transpose(b).map((column) => dot(row, column)));
export const apply = (a, x) => a.map((row) => dot(row, x));
export const scale = (a, factor) => a.map((row) => row.map((x) => x * factor));
export const add = (a, b) => a.map((row, i) => row.map((x, j) => x + b[i][j]));
export const subtract = (a, b) => add(a, scale(b, -1));
export const outer = (a, b) => a.map((x) => b.map((y) => x * y));
export const diagonal = (entries) => entries.map((x, i) => entries.map((_, j) => (i === j ? x : 0)));

/** Inverse by Gauss and Jordan with row pivoting. */
export function inverse(a) {
  const n = a.length;
  const rows = a.map((row, i) => [...row, ...identity(n)[i]]);
  for (let i = 0; i < n; i++) {
    let best = i;
    for (let r = i; r < n; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[best][i])) best = r;
    [rows[i], rows[best]] = [rows[best], rows[i]];
    const pivot = rows[i][i];
    rows[i] = rows[i].map((x) => x / pivot);
    rows.forEach((row, r) => {
      const factor = row[i];
      if (r !== i) rows[r] = row.map((x, j) => x - factor * rows[i][j]);
    });
  }
  return rows.map((row) => row.slice(n));
}
