import { ModelError } from "../../math/index.ts";
import { calcDot, calcMaterialVelocity, turnBack, turnDirection } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/** A flat face of a core: of a polyhedron, or the round end of a cylinder or a cone (0 below, 1 above). */
export class CoreFace {
  readonly number: number;
  /** Outwards, in the body's axes and in the world's, and how far the face is along it from the body's origin. */
  readonly normal = new Float64Array(3);
  private readonly own: Float64Array;
  private readonly offset: number;
  /** Of each side: the unit vector outwards in the face, and how far along it the side is. None of a round end. */
  private readonly sides: Float64Array;
  /** Of a round end: its middle and its radius. */
  private readonly middle: Float64Array | undefined;
  private readonly radius: number;
  private readonly point = new Float64Array(3);
  private readonly velocity = new Float64Array(3);

  constructor(body: PlacedShape, number: number) {
    const { polyhedron, kind, axis, extents } = body.shape;
    this.number = number;
    if (polyhedron) {
      const { planes, faceStart, faceVertices, vertices } = polyhedron;
      if (!(number >= 0 && number < polyhedron.faceCount)) throw refuse(body, number);
      this.own = toBody(body, planes, 4 * number, true);
      const corners = [...faceVertices.subarray(faceStart[number], faceStart[number + 1])];
      const points = corners.map((corner) => toBody(body, vertices, 3 * corner, false));
      this.offset = points.reduce((sum, point) => sum + calcDot(point, this.own), 0) / points.length;
      this.sides = Float64Array.from(
        points.flatMap((from, i) => findSide(from, points[(i + 1) % points.length], this.own)),
      );
      this.radius = 0;
      return;
    }
    if (!(kind === "cylinder" || kind === "cone") || !(number === 0 || (number === 1 && kind === "cylinder")))
      throw refuse(body, number);
    const direction = new Float64Array(3);
    direction[axis] = number === 1 ? 1 : -1;
    this.own = toBody(body, direction, 0, true);
    direction[axis] *= extents[1];
    this.middle = toBody(body, direction, 0, false);
    this.offset = calcDot(this.middle, this.own);
    this.sides = new Float64Array(0);
    this.radius = extents[0];
  }

  /** Finds the normal. */
  turn(frame: BodyFrame): void {
    turnDirection(frame, this.own, this.normal);
  }

  /** How high a point of the world is over the face; the normal is known. */
  getHeight({ r }: BodyFrame, p: Float64Array): number {
    const { normal: m } = this;
    return m[0] * (p[0] - r[0]) + m[1] * (p[1] - r[1]) + m[2] * (p[2] - r[2]) - this.offset;
  }

  /** How far inside of the sides a point of the world is, and how fast that changes if it moves with `v`, into `out`. */
  calcRoom(frame: BodyFrame, p: Float64Array, v: Float64Array, out: Float64Array): void {
    const { point, velocity, sides } = this;
    calcMaterialVelocity(frame, p, 0, point);
    for (let i = 0; i < 3; i++) point[i] = v[i] - point[i];
    turnBack(frame, point, velocity);
    for (let i = 0; i < 3; i++) out[i] = p[i] - frame.r[i];
    turnBack(frame, out, point);
    out[0] = Number.POSITIVE_INFINITY;
    out[1] = 0;
    if (this.middle) this.calcRoundRoom(this.middle, out);
    for (let k = 0; k < sides.length; k += 4) {
      const room = sides[k + 3] - (sides[k] * point[0] + sides[k + 1] * point[1] + sides[k + 2] * point[2]);
      if (room >= out[0]) continue;
      out[0] = room;
      out[1] = -(sides[k] * velocity[0] + sides[k + 1] * velocity[1] + sides[k + 2] * velocity[2]);
    }
  }

  private calcRoundRoom(middle: Float64Array, out: Float64Array): void {
    const { point, velocity, own } = this;
    for (let i = 0; i < 3; i++) point[i] -= middle[i];
    const height = calcDot(point, own);
    for (let i = 0; i < 3; i++) point[i] -= height * own[i];
    const distance = Math.sqrt(calcDot(point, point));
    out[0] = this.radius - distance;
    out[1] = distance > 0 ? -calcDot(point, velocity) / distance : -Math.sqrt(calcDot(velocity, velocity));
  }
}

function findSide(from: Float64Array, to: Float64Array, normal: Float64Array): number[] {
  const [x, y, z] = [0, 1, 2].map((i) => to[i] - from[i]);
  const length = Math.hypot(x, y, z);
  const across = [y * normal[2] - z * normal[1], z * normal[0] - x * normal[2], x * normal[1] - y * normal[0]].map(
    (value) => value / length,
  );
  return [...across, across[0] * from[0] + across[1] * from[1] + across[2] * from[2]];
}

const refuse = ({ shape }: PlacedShape, number: number): ModelError =>
  new ModelError(`${shape.label} has no flat face ${number}; what was stored belongs to another shape`);
