export * from "./assignCausality.ts";
export * from "./Causality.ts";
