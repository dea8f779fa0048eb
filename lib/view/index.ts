export * from "./linePlot.ts";
