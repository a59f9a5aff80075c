import { load } from "matrix-memory";
import { describe, expect, test } from "vitest";

const { theory } = await load();

describe("theory", () => {
  test("additive is (n - 1) / d and reaches 1 at n = d + 1", () => {
    expect(theory.additive(1, 16)).toBe(0);
    expect(theory.additive(17, 16)).toBe(1);
    expect(theory.additive(9, 16)).toBe(0.5);
    expect(theory.additive(5, 1)).toBe(4);
  });

  test("leastSquares is max(0, 1 - d / n) and reaches 1/2 at n = 2 d", () => {
    expect(theory.leastSquares(1, 16)).toBe(0);
    expect(theory.leastSquares(16, 16)).toBe(0);
    expect(theory.leastSquares(32, 16)).toBe(0.5);
    expect(theory.leastSquares(64, 16)).toBe(0.75);
  });
});
