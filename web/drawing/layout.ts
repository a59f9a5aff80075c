/** A panel's place in a drawing, in pixels. */
export interface Panel {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Panels {
  readonly left: Panel;
  readonly middle: Panel;
  readonly right: Panel;
  readonly width: number;
  readonly height: number;
}

const gap = 24;
const largestPlane = 372;

/**
 * Two planes and something narrower between them. In a wide column they stand in one row; in a narrower one the planes
 * share a row above the rest; on a phone each plane takes the width, so that a finger finds its handles.
 */
export function arrangePanels(width: number, middle: { width: number; height: number }): Panels {
  const besides = (width - middle.width - 2 * gap) / 2;
  if (besides >= 250) return inOneRow(width, Math.min(besides, largestPlane), middle);
  if (width >= 560) return planesAbove(width, middle);
  return stacked(width, middle);
}

function inOneRow(width: number, plane: number, middle: { width: number; height: number }): Panels {
  const height = Math.max(plane + 28, middle.height);
  const room = width - 2 * plane;
  return {
    left: { x: 0, y: 0, width: plane, height },
    middle: { x: plane + (room - middle.width) / 2, y: (height - middle.height) / 2, ...middle },
    right: { x: width - plane, y: 0, width: plane, height },
    width,
    height,
  };
}

function planesAbove(width: number, middle: { width: number; height: number }): Panels {
  const plane = (width - gap) / 2;
  const height = plane + 28;
  return {
    left: { x: 0, y: 0, width: plane, height },
    right: { x: plane + gap, y: 0, width: plane, height },
    middle: { x: (width - middle.width) / 2, y: height + gap, ...middle },
    width,
    height: height + gap + middle.height,
  };
}

function stacked(width: number, middle: { width: number; height: number }): Panels {
  const height = Math.round(width * 0.8) + 28;
  return {
    left: { x: 0, y: 0, width, height },
    right: { x: 0, y: height + gap / 2, width, height },
    middle: { x: (width - middle.width) / 2, y: 2 * height + gap, ...middle },
    width,
    height: 2 * height + gap + middle.height,
  };
}

export interface PanelGrid {
  /** Key planes above value planes, a memory a column. */
  readonly columns: readonly { readonly keys: Panel; readonly values: Panel }[];
  readonly middle: Panel;
  readonly width: number;
  readonly height: number;
}

/** Two memories side by side, what belongs to both between them, or below where there is no room. */
export function arrangeGrid(width: number, middle: { width: number; height: number }): PanelGrid {
  const besides = (width - middle.width - 2 * gap) / 2;
  if (width < 560) return stackedGrid(width, middle);
  const between = besides >= 250;
  const plane = between ? Math.min(besides, largestPlane) : (width - gap) / 2;
  const height = Math.round(plane * 0.84) + 28;
  const column = (x: number) => ({
    keys: { x, y: 0, width: plane, height },
    values: { x, y: height + gap, width: plane, height },
  });
  const rows = 2 * height + gap;
  return {
    columns: [column(0), column(width - plane)],
    middle: between
      ? { x: (width - middle.width) / 2, y: (rows - middle.height) / 2, ...middle }
      : { x: (width - middle.width) / 2, y: rows + gap, ...middle },
    width,
    height: between ? Math.max(rows, middle.height) : rows + gap + middle.height,
  };
}

function stackedGrid(width: number, middle: { width: number; height: number }): PanelGrid {
  const height = Math.round(width * 0.72) + 28;
  const at = (row: number) => ({ x: 0, y: row * (height + gap / 2), width, height });
  const end = 4 * (height + gap / 2);
  return {
    columns: [
      { keys: at(0), values: at(1) },
      { keys: at(2), values: at(3) },
    ],
    middle: { x: (width - middle.width) / 2, y: end + gap, ...middle },
    width,
    height: end + gap + middle.height,
  };
}
