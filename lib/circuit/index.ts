export * from "./Circuit.ts";
export type { CircuitSimulateOptions } from "./CircuitAdvance.ts";
export * from "./CircuitRun.ts";
