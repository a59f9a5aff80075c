import type { VNode } from "snabbdom";

export interface CellPlace {
  readonly row: number;
  readonly column: number;
  /** "gridcell" in a grid's row, "option" in a list. */
  readonly role: "gridcell" | "option";
  /** What it is and what stands in it, as assistive technology says them. */
  readonly label: string;
  /** The one cell that the Tab key stops at. */
  readonly current: boolean;
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** A cell of many that are one stop of the Tab key together: the arrow keys go from one to the next. */
export function reachable(node: VNode, place: CellPlace): VNode {
  const data = node.data ?? {};
  node.data = {
    ...data,
    attrs: {
      ...data.attrs,
      role: place.role,
      "aria-label": place.label,
      tabindex: place.current ? 0 : -1,
      "data-cell": `${place.row},${place.column}`,
      ...(place.role === "option" ? { "aria-selected": String(place.current) } : {}),
    },
    on: { ...data.on, keydown: go },
  };
  return node;
}

function go(event: KeyboardEvent): void {
  const move = moves[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const cell = event.currentTarget as SVGElement;
  const [row = 0, column = 0] = (cell.dataset.cell ?? "").split(",").map(Number);
  const next = `[data-cell="${row + move[0]},${column + move[1]}"]`;
  cell.closest('[role="grid"], [role="listbox"]')?.querySelector<SVGElement>(next)?.focus();
}
