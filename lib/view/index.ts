export * from "./comparisonPlot.ts";
export * from "./linePlot.ts";
