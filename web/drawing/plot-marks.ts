/* The part of Observable Plot that our charts are made of; what is not named here stays out of the bundle. */
export { axisX, axisY, gridY, line, plot, ruleX, ruleY } from "@observablehq/plot";
