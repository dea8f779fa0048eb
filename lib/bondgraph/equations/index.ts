export * from "./CircuitModel.ts";
export * from "./symbolic/findStateEquations.ts";
