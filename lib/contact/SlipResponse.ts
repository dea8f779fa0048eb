import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Kernel } from "../kernel/Kernel.ts";

/** Directions that are tried, seen from the one that slip has. */
const TURNS = [0, Math.PI / 2, -Math.PI / 2];

/**
 * How a model answers to the direction of friction at one rigid contact that slips, at one state. With friction at the angle φ
 * the column of the normal row is `n + μ (t₁ cos φ + t₂ sin φ)`, so by Cramer's rule the normal force is
 * `N = 1/(α + β cos φ + γ sin φ)`, and every acceleration `N (P + Q cos φ + R sin φ)`: three directions tell them all.
 */
export class SlipResponse {
  /** The direction from which φ counts. */
  angle = 0;
  /** α, β, γ. */
  readonly normal = new Float64Array(3);
  /** P, Q, R of the two accelerations of slip along the tangents, one after the other. */
  readonly slip = new Float64Array(6);
  /** P, Q, R of the accelerations of all rates. */
  readonly rates: readonly Float64Array[];

  constructor(rateCount: number) {
    this.rates = TURNS.map(() => new Float64Array(rateCount));
  }

  /** Asks the model where accelerations were solved last; false where some direction would make the contact pull. */
  find(kernel: Kernel, t: number, contact: Unilateral, angle: number): boolean {
    const { normal, slip, rates } = this;
    const { direction } = contact;
    this.angle = angle;
    kernel.setLeading([contact]);
    let isSound = true;
    TURNS.forEach((turn, k) => {
      direction.pin(angle + turn);
      kernel.accelerateAgain(t);
      kernel.tellSlips();
      const force = contact.normalForce;
      if (!(force > 0)) isSound = false;
      normal[k] = 1 / force;
      for (let i = 0; i < 2; i++) slip[2 * k + i] = contact.getAcceleration(1 + i) / force;
      for (let i = 0; i < kernel.rateCount; i++) rates[k][i] = kernel.accelerations[i] / force;
    });
    direction.lead = 0;
    kernel.setLeading([]);
    separate(normal.subarray(0, 1), normal.subarray(1, 2), normal.subarray(2, 3));
    separate(slip.subarray(0, 2), slip.subarray(2, 4), slip.subarray(4, 6));
    separate(rates[0], rates[1], rates[2]);
    return isSound && Math.hypot(normal[1], normal[2]) < normal[0];
  }
}

/** From values in the three directions, `P + Q`, `P + R` and `P − R`, to P, Q and R. */
function separate(ahead: Float64Array, left: Float64Array, right: Float64Array): void {
  for (let i = 0; i < ahead.length; i++) {
    const mean = 0.5 * (left[i] + right[i]);
    const half = 0.5 * (left[i] - right[i]);
    left[i] = ahead[i] - mean;
    ahead[i] = mean;
    right[i] = half;
  }
}
