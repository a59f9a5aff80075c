/** Whether both are lists of the same values, each the very same. */
export function sameValues(before: unknown, now: readonly unknown[]): boolean {
  return (
    Array.isArray(before) &&
    before.length === now.length &&
    before.every((value, index) => Object.is(value, now[index]))
  );
}
