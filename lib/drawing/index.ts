export {
  type BondReadings,
  createDrawingModel,
  type DrawingModel,
  type DrawnBond,
  type DrawnElement,
  type ModelOptions,
  type Strokes,
} from "../bondgraph/export/DrawingModel.ts";
export type { LiveDrawing, LiveGraph } from "../bondgraph/export/LiveDrawing.ts";
export { mountGraph } from "../bondgraph/export/mountGraph.ts";
export type { DrawingOptions, PaintOptions, PowerStyle } from "../bondgraph/export/PictureOptions.ts";
export { findLayout, foldGroups, listGroups, measureLayout, paint, writeSVG } from "./checkedSteps.ts";
export { drawGraph } from "./drawGraph.ts";
export type { Box, Point } from "./geometry.ts";
export type { Layout, PlacedBond, PlacedElement, PlacedGroup } from "./layout/Layout.ts";
export type { LiveOptions } from "./live/mountDrawing.ts";
export type { LayoutFaults } from "./measureLayout.ts";
export type { Item, Run, Scene, Shape } from "./Scene.ts";
