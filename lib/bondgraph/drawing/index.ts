export { findLayout, foldGroups, listGroups, measureLayout, paint, writeSVG } from "./checkedSteps.ts";
export {
  type BondReadings,
  createDrawingModel,
  type DrawingModel,
  type DrawnBond,
  type DrawnElement,
  type ModelOptions,
  type Strokes,
} from "./DrawingModel.ts";
export { drawGraph } from "./drawGraph.ts";
export type { Box, Point } from "./geometry.ts";
export type { Layout, PlacedBond, PlacedElement, PlacedGroup } from "./layout/Layout.ts";
export type { LiveDrawing, LiveOptions } from "./live/mountDrawing.ts";
export type { LayoutFaults } from "./measureLayout.ts";
export { type LiveGraph, mountGraph } from "./mountGraph.ts";
export type { PaintOptions } from "./paint.ts";
export type { PowerStyle } from "./paintBond.ts";
export type { DrawingOptions } from "./readGraph.ts";
export type { Item, Run, Scene, Shape } from "./Scene.ts";
