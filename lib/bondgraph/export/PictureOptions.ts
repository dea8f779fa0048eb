import type { ModelOptions, Strokes } from "./DrawingModel.ts";

/** How the power of bonds is shown: as the width of a band below each, or as its colour. */
export type PowerStyle = "width" | "color";

export interface PaintOptions {
  title?: string;
  /** Draws the power of each bond at the present state: as the width of a band below it, or as its colour. */
  power?: PowerStyle;
}

export interface DrawingOptions extends ModelOptions, PaintOptions {
  /** Groups to draw as one word each; `true` for all of them. Default: none. */
  fold?: boolean | readonly string[];
}

export interface PNGOptions extends DrawingOptions {
  /** Pixels for each unit of the drawing. Default: 2. */
  scale?: number;
}

/** Options of the files for other graph programs. */
export interface ExchangeOptions {
  /** Causal strokes: those of the graph, or where a causality of your own puts them. Default: those of the graph. */
  causality?: boolean | Strokes;
}
