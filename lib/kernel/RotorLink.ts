import { norm, rotateBack } from "../math/index.ts";
import type { Inertia } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import { RotateLink } from "./RotateLink.ts";

/** Differences of moments of inertia, and distances of the centre from the axis, below this part of them are rounding. */
const ROUND = 1e-12;

/**
 * The turn of a body that is alike all around the axis: a wheel or a roller. As long as nobody looks at it and nothing but
 * its bearing acts on it, it may be dormant: its `RotorGroup` does its work.
 */
export class RotorLink extends RotateLink {
  /** Moments of inertia about the axis and across it. */
  readonly along: number;
  private readonly across: number;

  constructor(
    parent: Link,
    offset: ArrayLike<number>,
    axis: ArrayLike<number>,
    rest: ArrayLike<number>,
    inertia: Inertia,
  ) {
    super(parent, offset, axis, rest);
    const { along, across } = findMoments(inertia, rotateBack(rest, axis));
    this.along = along;
    this.across = across;
  }

  /** Whether a body with its centre of mass at `centre` is alike all around an axis; both in its own axes. */
  static fits(inertia: Inertia, centre: ArrayLike<number>, axis: ArrayLike<number>): boolean {
    const { along, across } = findMoments(inertia, axis);
    const [x, y, z] = [axis[0], axis[1], axis[2]];
    const products = [x * x, y * y, z * z, x * y, x * z, y * z];
    const limit = ROUND * (along + across);
    const isRound = inertia.tensor.every((value, i) => {
      const wanted = (i < 3 ? across : 0) + (along - across) * products[i];
      return Math.abs(value - wanted) <= limit;
    });
    const out = centre[0] * x + centre[1] * y + centre[2] * z;
    const offset = norm([centre[0] - out * x, centre[1] - out * y, centre[2] - out * z]);
    return isRound && along > 0 && inertia.mass * offset * offset <= ROUND * limit;
  }

  /** Adds what the parent has to carry while this link is dormant, in the parent's axes at its P: m, m c, inertia. */
  addTo(ballast: Float64Array): void {
    const { k, across } = this;
    const m = k[33];
    const n = k.subarray(3, 6);
    const d = [0, 3, 6].map((i) => k[i / 3] + k[6 + i] * k[34] + k[7 + i] * k[35] + k[8 + i] * k[36]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    ballast[0] += m;
    for (let i = 0; i < 3; i++) {
      ballast[1 + i] += m * d[i];
      ballast[4 + i] += across * (1 - n[i] * n[i]) + m * (square - d[i] * d[i]);
      const [a, b] = [i === 2 ? 1 : 0, i === 0 ? 1 : 2];
      ballast[7 + i] -= across * n[a] * n[b] + m * d[a] * d[b];
    }
  }

  /** Pose and velocity for one who looks at it while it is dormant. */
  refresh(q: Float64Array, s: Float64Array): void {
    if (!this.isDormant) return;
    this.calcKinematics(q, s);
    this.calcPositions(s);
  }
}

/** Moments of inertia about an axis and, on the average, across it. */
function findMoments({ tensor }: Inertia, axis: ArrayLike<number>): { along: number; across: number } {
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const along = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
  return { along, across: (xx + yy + zz - along) / 2 };
}
