export {
  type BondReadings,
  createDrawingModel,
  type DrawingModel,
  type DrawnBond,
  type DrawnElement,
  foldGroups,
  listGroups,
  type ModelOptions,
  type Strokes,
} from "./DrawingModel.ts";
export { type DrawingOptions, drawGraph } from "./drawGraph.ts";
export type { Box, Point } from "./geometry.ts";
export { findLayout } from "./layout/findLayout.ts";
export type { Layout, PlacedBond, PlacedElement, PlacedGroup } from "./layout/Layout.ts";
export type { LiveDrawing, LiveOptions } from "./live/mountDrawing.ts";
export { type LayoutFaults, measureLayout } from "./measureLayout.ts";
export { type LiveGraph, mountGraph } from "./mountGraph.ts";
export { type PaintOptions, paint } from "./paint.ts";
export type { PowerStyle } from "./paintBond.ts";
export type { Item, Run, Scene, Shape } from "./Scene.ts";
export { writeSVG } from "./writeSVG.ts";
