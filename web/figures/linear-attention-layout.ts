import type { Panel } from "../drawing/layout.js";

export interface LinearAttentionPlaces {
  readonly weigh: Panel;
  readonly product: Panel;
  readonly state: Panel;
  /** Of the numbers in the product and in the state. */
  readonly cell: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
}

/** Beside the matrices: the value on the left of one; the name of a row on the left and the read on the right of the other. */
export const productMargin = 52;
export const stateMargin = 16;
const readMargin = 58;
const brackets = 14;

/** Above a matrix: title, formula, and the numbers of a key or a query. */
export const headRoom = 82;
const footRoom = 76;
const cellHeight = 40;
const weighWidth = 300;
const gap = 36;
const widestCell = 54;
/** The narrowest cells for which panels stand side by side: numbers of one place have room in them, of few of them more. */
const narrowestCell = (columns: number) => (columns > 4 ? 29 : 44);

/** The three panels in one row where their numbers have room; else the two matrices side by side; else all in a column. */
export function arrange(
  width: number,
  size: { rows: number; columns: number; pairs: number; sums: boolean },
): LinearAttentionPlaces {
  const margins = productMargin + stateMargin + readMargin + 2 * brackets;
  const cellIn = (room: number, matrices: number) =>
    Math.min(widestCell, room / matrices / size.columns);
  const oneRow = cellIn(width - weighWidth - 2 * gap - margins, 2);
  const twoRows = cellIn(width - gap - margins, 2);
  const column = cellIn(width - stateMargin - readMargin - brackets, 1);
  const matrixHeight = headRoom + (size.rows + (size.sums ? 1 : 0)) * cellHeight + footRoom;
  const weighHeight = 92 + size.pairs * 24 + 68;
  const panel = (x: number, y: number, wide: number, high: number): Panel => ({
    x,
    y,
    width: wide,
    height: high,
  });
  const matrices = (cell: number) =>
    [productMargin, stateMargin + readMargin].map(
      (margin) => margin + brackets + size.columns * cell,
    ) as [number, number];
  if (oneRow >= narrowestCell(size.columns)) {
    const [product, state] = matrices(oneRow);
    const spare = (width - weighWidth - product - state) / 2;
    const height = Math.max(matrixHeight, weighHeight);
    return {
      weigh: panel(0, 0, weighWidth, height),
      product: panel(weighWidth + spare, 0, product, height),
      state: panel(width - state, 0, state, height),
      cell: { width: oneRow, height: cellHeight },
      width,
      height,
    };
  }
  const weighX = Math.max(0, (width - weighWidth) / 2);
  const weigh = panel(weighX, 0, Math.min(width, weighWidth), weighHeight);
  if (width >= 560 && twoRows >= narrowestCell(size.columns)) {
    const [product, state] = matrices(twoRows);
    const spare = (width - product - state) / 3;
    return {
      weigh,
      product: panel(spare, weighHeight + gap, product, matrixHeight),
      state: panel(width - spare - state, weighHeight + gap, state, matrixHeight),
      cell: { width: twoRows, height: cellHeight },
      width,
      height: weighHeight + gap + matrixHeight,
    };
  }
  const [product, state] = matrices(column);
  const productHeight = headRoom + size.rows * cellHeight;
  const productY = weighHeight + gap;
  const stateY = productY + productHeight + gap;
  return {
    weigh,
    product: panel(
      Math.max(0, (width - product - productMargin) / 2),
      productY,
      product,
      productHeight,
    ),
    state: panel((width - state) / 2, stateY, state, matrixHeight),
    cell: { width: column, height: cellHeight },
    width,
    height: stateY + matrixHeight,
  };
}
