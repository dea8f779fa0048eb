export * from "./audit/index.ts";
export * from "./basic.ts";
export * from "./causality/index.ts";
export * from "./copyFragment.ts";
export * from "./equations/index.ts";
export type {
  BondReadings,
  DrawingModel,
  DrawnBond,
  DrawnElement,
  ModelOptions,
  Strokes,
} from "./export/DrawingModel.ts";
export type { LiveDrawing, LiveGraph } from "./export/LiveDrawing.ts";
export type {
  DrawingOptions,
  ExchangeOptions,
  PaintOptions,
  PNGOptions,
  PowerStyle,
} from "./export/PictureOptions.ts";
export type { BondEndJSON, BondGraphJSON, BondJSON, ElementJSON } from "./json/graphJSON.ts";
export * from "./laws/index.ts";
export * from "./modelica/toModelica.ts";
