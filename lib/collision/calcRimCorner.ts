import type { ConvexShape } from "./ConvexShape.ts";

/** Corners of the polygon that stands for the round end of a cylinder or a cone. */
export const RIM_CORNERS = 8;

/** One of these corners in the shape's axes: from 0 at the lower end, from `RIM_CORNERS` at the upper end, anticlockwise from outside. */
export function calcRimCorner({ axis, extents }: ConvexShape, corner: number, out: Float64Array): void {
  const isUp = corner >= RIM_CORNERS;
  const angle = ((isUp ? 1 : -1) * 2 * Math.PI * (corner % RIM_CORNERS)) / RIM_CORNERS;
  out[axis] = isUp ? extents[1] : -extents[1];
  out[(axis + 1) % 3] = extents[0] * Math.cos(angle);
  out[(axis + 2) % 3] = extents[0] * Math.sin(angle);
}
