import { describe, ModelError } from "../../math/index.ts";
import { EdgeOnEdge } from "./EdgeOnEdge.ts";
import type { FeaturePair } from "./FeaturePair.ts";
import { NearestPair } from "./NearestPair.ts";
import type { PlacedShape } from "./PlacedShape.ts";
import { PointOnFace } from "./PointOnFace.ts";
import { PointOnLine } from "./PointOnLine.ts";
import { PointOnPoint } from "./PointOnPoint.ts";

/** A letter for what the features are, and their numbers: A's, then B's. */
const FORM = /^([fpedlmv])(\d+)\.(\d+)$/;

/** The nearest points, whatever they are on. */
export const NEAREST = "n";

/**
 * Two features by a name: `n` the nearest points; `f` A's face under B's point, `p` A's point on B's face, `e` edges with the
 * normal `[e_A, e_B]`, `d` with the opposite one, `l` A's edge beside B's corner, `m` A's corner beside B's edge, `v` two corners.
 */
export function createFeaturePair(name: string, a: PlacedShape, b: PlacedShape): FeaturePair {
  if (name === NEAREST) return new NearestPair(name, a, b);
  const [, kind, first, second] = FORM.exec(name) ?? [];
  const [x, y] = [Number(first), Number(second)];
  switch (kind) {
    case "f":
    case "p":
      return new PointOnFace(name, a, b, x, y, kind === "f");
    case "e":
    case "d":
      return new EdgeOnEdge(name, a, b, x, y, kind === "d");
    case "l":
    case "m":
      return new PointOnLine(name, a, b, x, y, kind === "l");
    case "v":
      return new PointOnPoint(name, a, b, x, y);
    default:
      throw new ModelError(`${describe(name)} names no features of shapes; what was stored is damaged`);
  }
}
