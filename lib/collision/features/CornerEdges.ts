import { calcDot, calcMaterialVelocity, turnDirection } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/** The edges that begin at a corner of a core: as long as a point is beyond the corner along none of them, the corner is nearest. */
export class CornerEdges {
  /** Unit vectors along them, in the axes of the body. */
  private readonly directions: readonly Float64Array[];
  private readonly u = new Float64Array(3);
  private readonly velocity = new Float64Array(3);

  constructor(body: PlacedShape, corner: number) {
    this.directions = listEdges(body, corner);
  }

  /** How far a point `p` with the velocity `v` is from being beside an edge, and the rate, into `out`, if that is less than there is. */
  addRoom(frame: BodyFrame, corner: Float64Array, p: Float64Array, v: Float64Array, out: Float64Array): void {
    const { directions, u, velocity } = this;
    for (let k = 0; k < directions.length; k++) {
      turnDirection(frame, directions[k], u);
      let room = 0;
      for (let i = 0; i < 3; i++) room -= u[i] * (p[i] - corner[i]);
      if (room >= out[0]) continue;
      out[0] = room;
      calcMaterialVelocity(frame, p, 0, velocity);
      out[1] = calcDot(u, velocity) - calcDot(u, v);
    }
  }
}

function listEdges(body: PlacedShape, corner: number): Float64Array[] {
  const { vertices, neighbours, neighbourStart, kind } = body.shape;
  const others =
    kind === "segment" ? [1 - corner] : [...neighbours.subarray(neighbourStart[corner], neighbourStart[corner + 1])];
  return others.map((other) => {
    const way = [0, 1, 2].map((i) => vertices[3 * other + i] - vertices[3 * corner + i]);
    const length = Math.hypot(...way);
    return toBody(
      body,
      way.map((x) => x / length),
      0,
      true,
    );
  });
}
