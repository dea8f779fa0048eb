import { checkEntries, checkList, describe, ModelError, rotate, type Triple } from "../math/index.ts";
import type { Motion } from "./Motion.ts";

/**
 * One of the six scalar bonds of a pair: whether a flow or an effort constraint closes it, and its direction: a twist at the
 * pair's point, force part first, in world axes. The six directions are a basis; flow and effort of the bond are the
 * component of the relative twist and the projection of the wrench on A.
 */
export interface BondClosure {
  readonly kind: "FC" | "EC";
  readonly name: string;
  readonly direction: readonly number[];
  /** The motion that is open or given there. */
  readonly motion?: Motion | undefined;
}

/** Sorts closures into the order of a fragment: flow constraints first. */
export function sortClosures(closures: readonly BondClosure[]): BondClosure[] {
  const list = checkList(
    "sortClosures",
    "the closures",
    closures,
    "a list of { kind, name, direction }",
    6,
  ) as BondClosure[];
  return [...list.filter((closure) => closure?.kind === "FC"), ...list.filter((closure) => closure?.kind === "EC")];
}

/** A sliding or a turning direction `v` (given in the axes of the rotation matrix `T`) as a twist in world axes. */
export const slideAlong = (T: ArrayLike<number>, v: ArrayLike<number>): number[] => [...turn(T, v), 0, 0, 0];
export const turnAbout = (T: ArrayLike<number>, v: ArrayLike<number>): number[] => [0, 0, 0, ...turn(T, v)];

function turn(T: ArrayLike<number>, v: ArrayLike<number>): Triple {
  try {
    if (T.length === 9 && v.length === 3) return rotate(T, v);
  } catch {
    // What cannot be read has no length.
  }
  throw new ModelError(
    `direction of a closure: the matrix is ${describe(T)} and the vector ${describe(v)}; give nine numbers, row by row, and three`,
  );
}

/** `EC` for a motion that is free or has an effort, `FC` for one that is given. */
export function getClosureKind(motion: Motion | undefined): "FC" | "EC" {
  if (motion !== undefined)
    checkEntries("getClosureKind", "the motion", motion, "one of the motions of a joint, or nothing");
  return motion !== undefined && (motion.kind === "ball" || motion.bond?.motion === undefined) ? "EC" : "FC";
}
