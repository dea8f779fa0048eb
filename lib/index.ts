export * from "./constraints/contact/index.ts";
export * from "./core.ts";
export * from "./omniwheel/index.ts";
export * from "./shape/index.ts";
export * from "./system/comparison/index.ts";
export * from "./system/exchange/index.ts";
export * from "./tracking/index.ts";
