import { type Cell, type Notebook, toCell } from "@observablehq/notebook-kit";

export type { Cell, Notebook };

/** Why a cell does not run until the reader has seen it and says so. */
export type Hold = "opened" | "unfinished";

/** The reader's notebook at one moment. Every change makes another, so that going back is taking an earlier one. */
export interface Work {
  readonly notebook: Notebook;
  /** Texts that have been typed and not run, by cell. */
  readonly drafts: ReadonlyMap<number, string>;
  readonly held: ReadonlyMap<number, Hold>;
}

export const untouched = (notebook: Notebook): Work => ({
  notebook,
  drafts: new Map(),
  held: new Map(),
});

export function cellOf({ notebook }: Work, id: number): Cell | undefined {
  return notebook.cells.find((cell) => cell.id === id);
}

export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  return a !== undefined && b !== undefined && a.mode === b.mode && a.value === b.value;
}

/** The cells that are not as the original has them: other texts, new ones, ones that are gone. */
export function touchedCells(work: Work, original: Notebook): number[] {
  const before = new Map(original.cells.map((cell) => [cell.id, cell]));
  const now = new Map(work.notebook.cells.map((cell) => [cell.id, cell]));
  const ids = new Set([...before.keys(), ...now.keys()]);
  return [...ids].filter((id) => work.held.has(id) || !sameCell(before.get(id), now.get(id)));
}

/** Whether nothing is left of what the reader did. */
export function isUntouched(work: Work, original: Notebook): boolean {
  return (
    work.drafts.size === 0 &&
    touchedCells(work, original).length === 0 &&
    work.notebook.cells.every(({ id }, i) => id === original.cells[i]?.id)
  );
}

function withCells(work: Work, cells: Cell[]): Work {
  return { ...work, notebook: { ...work.notebook, cells } };
}

export function withDraft(work: Work, id: number, text: string): Work {
  const drafts = new Map(work.drafts);
  if (text === cellOf(work, id)?.value) drafts.delete(id);
  else drafts.set(id, text);
  return { ...work, drafts };
}

/** The text is the cell's now, and may run. */
export function withValue(work: Work, id: number, value: string): Work {
  const { cells } = work.notebook;
  return {
    ...withCells(
      work,
      cells.map((cell) => (cell.id === id ? { ...cell, value } : cell)),
    ),
    drafts: without(work.drafts, id),
    held: without(work.held, id),
  };
}

/** A new, empty cell under the one of that id. */
export function withCellAfter(work: Work, after: number, id: number, mode: Cell["mode"]): Work {
  const { cells } = work.notebook;
  const place = cells.findIndex((cell) => cell.id === after) + 1;
  return withCells(work, [...cells.slice(0, place), toCell({ id, mode }), ...cells.slice(place)]);
}

/** An id that neither the reader's notebook nor the original has or had. */
export function freshId(...notebooks: Notebook[]): number {
  return 1 + Math.max(0, ...notebooks.flatMap(({ cells }) => cells.map(({ id }) => id)));
}

export function withoutCell(work: Work, id: number): Work {
  return {
    ...withCells(
      work,
      work.notebook.cells.filter((cell) => cell.id !== id),
    ),
    drafts: without(work.drafts, id),
    held: without(work.held, id),
  };
}

/** A cell that was taken out since `before`, in the place it had there, with what was typed in it. */
export function withCellBack(work: Work, before: Work, id: number): Work {
  const cell = cellOf(before, id);
  if (!cell || cellOf(work, id)) return work;
  const above = before.notebook.cells.slice(
    0,
    before.notebook.cells.findIndex((other) => other.id === id),
  );
  const { cells } = work.notebook;
  const place = 1 + cells.findLastIndex((other) => above.some((one) => one.id === other.id));
  const draft = before.drafts.get(id);
  const back = withCells(work, [...cells.slice(0, place), cell, ...cells.slice(place)]);
  const why = before.held.get(id);
  const held = why ? heldBack(back, [id], why) : back;
  return draft === undefined ? held : withDraft(held, id, draft);
}

/** One place up (-1) or down (1); at the end of the notebook nothing changes. */
export function withCellMoved(work: Work, id: number, by: -1 | 1): Work {
  const cells = [...work.notebook.cells];
  const from = cells.findIndex((cell) => cell.id === id);
  const to = from + by;
  const moved = cells[from];
  if (!moved || to < 0 || to >= cells.length) return work;
  cells.splice(from, 1);
  cells.splice(to, 0, moved);
  return withCells(work, cells);
}

/** Another notebook in place of this one: of its cells only those that the original has as well may run unseen. */
export function opened(notebook: Notebook, original: Notebook): Work {
  const known = new Map(original.cells.map((cell) => [cell.id, cell]));
  const unknown = notebook.cells.filter((cell) => !sameCell(known.get(cell.id), cell));
  return { ...untouched(notebook), held: new Map(unknown.map(({ id }) => [id, "opened"])) };
}

export function heldBack(work: Work, ids: readonly number[], why: Hold): Work {
  const held = new Map(work.held);
  for (const id of ids) if (cellOf(work, id)) held.set(id, why);
  return { ...work, held };
}

function without<Value>(map: ReadonlyMap<number, Value>, id: number): ReadonlyMap<number, Value> {
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}
