export * from "./core.ts";
export * from "./tracking/index.ts";
