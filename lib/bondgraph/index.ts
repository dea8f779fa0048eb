export * from "./audit/index.ts";
export * from "./basic.ts";
export * from "./causality/index.ts";
export * from "./copyFragment.ts";
export type {
  BondReadings,
  DrawingModel,
  DrawingOptions,
  DrawnBond,
  DrawnElement,
  LiveDrawing,
  LiveGraph,
  ModelOptions,
  PaintOptions,
  PowerStyle,
  Strokes,
} from "./drawing/index.ts";
export * from "./equations/index.ts";
export type { ExchangeOptions, PNGOptions } from "./files/index.ts";
export type { BondEndJSON, BondGraphJSON, BondJSON, ElementJSON } from "./json/graphJSON.ts";
export * from "./laws/index.ts";
export * from "./modelica/toModelica.ts";
