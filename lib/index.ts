export * from "./bondgraph/index.ts";
export * from "./constraints/index.ts";
export * from "./math/index.ts";
export * from "./rigidbody/index.ts";
export * from "./system/index.ts";
