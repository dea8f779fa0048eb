export * from "./audit/index.ts";
export * from "./bondgraph/index.ts";
export * from "./circuit/index.ts";
export * from "./comparison/index.ts";
export * from "./constraints/circuit/index.ts";
export * from "./constraints/contact/index.ts";
export * from "./core.ts";
export * from "./exchange/index.ts";
export * from "./omniwheel/index.ts";
export * from "./shape/index.ts";
export * from "./tracking/index.ts";
export * from "./worker/index.ts";

import "./simulation/provideBdf.ts";
