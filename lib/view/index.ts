export * from "./comparisonPlot.ts";
export * from "./energyPlot.ts";
export * from "./linePlot.ts";
