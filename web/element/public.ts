/*
 * `matrix-memory/figures`: what an author writes figures with. Importing it does nothing, in a page or on a server.
 */

import type { AnyFigure } from "../figures/index.js";
import { addFigure } from "../figures/register.js";
import { defineFigureElement } from "./figure-element.js";

export type { VNode } from "snabbdom";
export { angleBetween, drawAngle, drawRightAngle } from "../drawing/angle.js";
export { type ArrowOptions, type ArrowStyle, drawArrow } from "../drawing/arrow.js";
export { type Chart, type ChartOptions, createChart, type Margin } from "../drawing/chart.js";
export { type Curve, type CurvesOptions, drawCurves, prepareCurves } from "../drawing/curves.js";
export { drawHandle, type HandleOptions, type Manner } from "../drawing/handle.js";
export { drawHeatMap, type HeatMapOptions } from "../drawing/heat-map.js";
export { drawLabels, type Label, type Obstacle } from "../drawing/labels.js";
export { arrangePanels, type Panel, type Panels } from "../drawing/layout.js";
export { type Lights, lightable } from "../drawing/light.js";
export { drawMatrix, type MatrixOptions, matrixSize } from "../drawing/matrix.js";
export { formatNumber, formatPoint, formatShort } from "../drawing/numbers.js";
export { createPlane, drawPlane, type Plane, type PlaneOptions } from "../drawing/plane.js";
export { borderOf, drawSegment, noteAt, strokeOf, tipLabel } from "../drawing/plane-parts.js";
export { drawPointHandle, type PointHandleOptions } from "../drawing/point-handle.js";
export { angleOf, lengthOf, onCircle } from "../drawing/points.js";
export { type Attributes, group, linePath, type Point, type Role, s } from "../drawing/svg.js";
export {
  type AnyFigure,
  type DrawContext,
  type Drawing,
  defineFigure,
  type Figure,
  type Measurement,
  type Sentence,
  type Table,
} from "../figures/define.js";
export {
  type ChoiceParameter,
  type IntegerParameter,
  type NumberParameter,
  type Parameter,
  type PointParameter,
  type Schema,
  seedParameter,
  type ToggleParameter,
  type Values,
} from "../figures/parameters.js";
export { rowsOf } from "../figures/rows.js";
export { defineFigureElement, type MatrixMemoryFigure } from "./figure-element.js";
export type { State } from "./state.js";

/**
 * Makes a figure known, so that `<matrix-memory-figure figure="its-id">` shows it, and defines the element. An element
 * that stands on the page already and did not know the figure shows it now. The same figure again changes nothing.
 *
 * @throws TypeError where it is no figure. RangeError where its id is another figure's or has other characters than
 * lower-case letters, digits and hyphens, where the name of a parameter can be no attribute, or where a default is out
 * of its parameter's range. Nothing is registered then.
 */
export function registerFigure(figure: AnyFigure): void {
  addFigure(figure);
  defineFigureElement();
}
