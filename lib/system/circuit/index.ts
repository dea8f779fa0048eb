export * from "./Circuit.ts";
export * from "./CircuitRun.ts";
