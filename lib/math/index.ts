/**
 * Checks (`check…`, `describe`), and bare arithmetic of vectors and quaternions for code that runs often: it checks nothing
 * and gives NaN for what is no vector. The functions of quaternions that `multibond` exports check what they are given.
 *
 * @module
 */

export * from "./check.ts";
export * from "./copyGraph.ts";
export * from "./describe.ts";
export * from "./ModelError.ts";
export * from "./nearest.ts";
export * from "./quaternion.ts";
export * from "./RankRevealingSolver.ts";
export * from "./types.ts";
export * from "./vector.ts";
