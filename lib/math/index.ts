export * from "./check.ts";
export * from "./ModelError.ts";
export * from "./nearest.ts";
export * from "./quaternion.ts";
export * from "./RankRevealingSolver.ts";
export * from "./types.ts";
export * from "./vector.ts";
