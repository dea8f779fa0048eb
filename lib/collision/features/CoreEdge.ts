import { placePoint, turnDirection } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/** A straight edge of a core, or the segment that a capsule is about, between two of its corners. */
export class CoreEdge {
  readonly corners: readonly [number, number];
  readonly length: number;
  /** One end and the unit vector to the other, in world axes. */
  readonly p = new Float64Array(3);
  readonly e = new Float64Array(3);
  private readonly end: Float64Array;
  private readonly direction = new Float64Array(3);

  /** `code` is that of `encodeEdge`. */
  constructor(body: PlacedShape, code: number) {
    const { vertices } = body.shape;
    const count = vertices.length / 3;
    this.corners = [Math.floor(code / count), code % count];
    const [from, to] = this.corners.map((corner) => toBody(body, vertices, 3 * corner, false));
    this.end = from;
    const way = [0, 1, 2].map((i) => to[i] - from[i]);
    this.length = Math.hypot(...way);
    this.direction.set(way.map((x) => x / this.length));
  }

  /** Finds where it is. */
  find(frame: BodyFrame): void {
    placePoint(frame, this.end, this.p);
    turnDirection(frame, this.direction, this.e);
  }
}

/** A number for the edge between two corners of a core. */
export const encodeEdge = ({ shape }: PlacedShape, first: number, second: number): number =>
  Math.min(first, second) * (shape.vertices.length / 3) + Math.max(first, second);
