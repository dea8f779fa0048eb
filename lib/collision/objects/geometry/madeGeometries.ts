import { describe, ModelError } from "../../../math/index.ts";
import type { Geometry } from "./Geometry.ts";

const KINDS: readonly Geometry["kind"][] = [
  ...(["sphere", "box", "cylinder", "cone", "capsule", "ellipsoid"] as const),
  ...(["hull", "mesh", "heightField", "surface"] as const),
];

/** Those that were checked when they were made. */
const made = new WeakSet<object>();

/** Closes a description that has been checked. */
export function registerGeometry<G extends object>(geometry: G): Readonly<G> {
  made.add(geometry);
  return Object.freeze(geometry);
}

/** Refuses what the functions of this folder have not made. */
export function checkGeometry(owner: string, geometry: unknown): Geometry {
  if (made.has(geometry as object)) return geometry as Geometry;
  throw new ModelError(
    `${owner}: geometry is ${describe(geometry)}; make one by ${KINDS.join(", ")}, such as box({ size: [1, 1, 1] })`,
  );
}
