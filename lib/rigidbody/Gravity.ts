import {
  checkOptions,
  checkPositive,
  checkVector3,
  describe,
  ModelError,
  otherwise,
  SHARED,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";

/** A field of gravity: acceleration and potential per unit of mass at a point. */
export abstract class Gravity {
  /** The acceleration at the point `r` into `out`, m/s². */
  abstract calcAcceleration(r: Float64Array, out: Float64Array): void;
  /** The potential at the point `r`, J/kg. */
  abstract getPotential(r: ArrayLike<number>): number;

  get [SHARED](): true {
    return true;
  }
}

/** m/s² */
const STRONGEST = 1e100;

/** The same acceleration everywhere. */
export class UniformGravity extends Gravity {
  readonly acceleration: Vector3;

  constructor(acceleration: VectorInput = [0, -9.81, 0]) {
    super();
    this.acceleration = checkVector3("UniformGravity", "acceleration", acceleration);
    if (this.acceleration.some((x) => Math.abs(x) > STRONGEST)) {
      throw new ModelError(
        `UniformGravity: acceleration is ${describe(acceleration)}; give at most ${STRONGEST} m/s², energies are no numbers beyond`,
      );
    }
  }

  override calcAcceleration(_r: Float64Array, out: Float64Array): void {
    out.set(this.acceleration);
  }

  override getPotential(r: ArrayLike<number>): number {
    const [x, y, z] = this.acceleration;
    return -(x * r[0] + y * r[1] + z * r[2]);
  }
}

/** `a = −μ (r − r_0)/|r − r_0|³`: a planet at `center`. Acts at the centres of mass; its gradient over a body is neglected. */
export class InverseSquareGravity extends Gravity {
  /** Gravitational parameter μ = G M, m³/s². */
  readonly mu: number;
  readonly center: Vector3;

  constructor(options: { mu: number; center?: VectorInput }) {
    super();
    checkOptions("InverseSquareGravity", options, ["mu", "center"], true);
    this.mu = checkPositive("InverseSquareGravity", "mu", options.mu);
    this.center = checkVector3("InverseSquareGravity", "center", otherwise(options.center, [0, 0, 0]));
  }

  override calcAcceleration(r: Float64Array, out: Float64Array): void {
    const x = r[0] - this.center[0];
    const y = r[1] - this.center[1];
    const z = r[2] - this.center[2];
    const square = x * x + y * y + z * z;
    const factor = -this.mu / (square * Math.sqrt(square));
    out[0] = factor * x;
    out[1] = factor * y;
    out[2] = factor * z;
  }

  override getPotential(r: ArrayLike<number>): number {
    return -this.mu / Math.hypot(r[0] - this.center[0], r[1] - this.center[1], r[2] - this.center[2]);
  }
}
