import { type ConvexShape, checkShape } from "../ConvexShape.ts";
import { findSupport } from "../findSupport.ts";

/**
 * The effective radius (m) of Hertz's law where two shapes touch, `1/R = 1/R_A + 1/R_B`, as Modia3D takes it: one number a
 * shape, half of its smallest extent along its axes, so a sphere's radius is its own and a box has half of its shortest edge.
 * Where something round meets something with flat faces, the round one alone counts; a half-space is given by leaving the
 * shape out.
 */
export function findEffectiveRadius(a: ConvexShape | undefined, b: ConvexShape | undefined): number {
  const shapes = [a, b].filter((shape) => shape !== undefined);
  for (const shape of shapes) checkShape("findEffectiveRadius", "the shape", shape);
  const round = shapes.filter(isRound);
  const counting = round.length === 1 ? round : shapes;
  return 1 / counting.reduce((sum, shape) => sum + 1 / findRadius(shape), 0);
}

const isRound = ({ kind }: ConvexShape): boolean => kind !== "box" && kind !== "hull";

function findRadius(shape: ConvexShape): number {
  const [direction, point] = [new Float64Array(3), new Float64Array(3)];
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    let extent = 2 * shape.radius;
    for (const side of [1, -1]) {
      direction.fill(0);
      direction[k] = side;
      findSupport(shape, direction, 0, point);
      extent += side * point[k];
    }
    least = Math.min(least, extent / 2);
  }
  return least;
}
