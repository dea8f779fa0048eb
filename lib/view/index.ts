export * from "./appearance/index.ts";
export * from "./comparisonPlot.ts";
export * from "./energyPlot.ts";
export * from "./linePlot.ts";
export { Viewer } from "./viewer/Viewer.ts";
export type { Layer, TraceOptions, ViewerOptions } from "./viewer/ViewerOptions.ts";
