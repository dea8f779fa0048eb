import { checkList, checkVector3, ModelError, type VectorInput } from "../../../math/index.ts";
import { checkBounds } from "./checkExtent.ts";
import type { HullGeometry } from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

const MOST_POINTS = 1_000_000;

/** The least convex body with these points in it. */
export function hull(points: readonly VectorInput[]): HullGeometry {
  const owner = "hull";
  const list = checkList(owner, "the points", points, "a list [[x, y, z], …]", MOST_POINTS).map((point, i) =>
    Object.freeze(checkVector3(owner, `point ${i}`, point)),
  );
  if (list.length < 4) {
    throw new ModelError(
      `${owner}: ${list.length} points enclose nothing; give four or more that do not lie in a plane`,
    );
  }
  const min = [0, 1, 2].map((k) => list.reduce((least, point) => Math.min(least, point[k]), Number.POSITIVE_INFINITY));
  const max = [0, 1, 2].map((k) => list.reduce((most, point) => Math.max(most, point[k]), Number.NEGATIVE_INFINITY));
  checkBounds(owner, { min, max });
  return registerGeometry({ kind: "hull", points: Object.freeze(list) });
}
