import type { Kernel } from "../kernel/Kernel.ts";
import { cross, norm, rotate, rotationAbout } from "../math/vector.ts";
import { listTurns } from "./listRates.ts";

/** Axes in which small rotations of free bodies and balls are counted: turning with the body, or not. */
export type TurnAxes = "body" | "space";

/**
 * Small rotations θ of a body that turns with ω (both in its axes): `θ̇ = δω − [ω, θ]`. Seen from axes that do not turn but
 * lie on the body's at this instant, `φ = θ`, the departure of the angular velocity is `η = δω + [θ, ω]`, and rates are
 * greater by `[ω, ·]`: `φ̇ = δω`, `η̇ = δω̇ + [θ̇, ω] + [θ, ω̇] + [ω, η]`.
 */
export class TurningFrame {
  private readonly turns: readonly number[];
  private readonly rates: Float64Array;
  private readonly accelerations: Float64Array;
  private readonly axes: TurnAxes;

  constructor(kernel: Kernel, rates: Float64Array, accelerations: Float64Array, axes: TurnAxes) {
    this.turns = listTurns(kernel);
    this.rates = rates;
    this.accelerations = accelerations;
    this.axes = axes;
  }

  /** Whether it matters which axes are taken. */
  get isTurning(): boolean {
    return this.turns.some((o) => norm(this.rates.subarray(o, o + 3)) > 0);
  }

  turn(shift: Float64Array, rate: Float64Array, acceleration: Float64Array) {
    const mixed = new Float64Array(shift.length);
    const positionRates = rate.slice();
    const rateRates = acceleration.slice();
    for (const o of this.turns) {
      const get = (array: Float64Array) => array.subarray(o, o + 3);
      const [theta, omega, epsilon] = [get(shift), get(this.rates), get(this.accelerations)];
      const behind = cross(omega, theta);
      const thetaRate = behind.map((x, i) => rate[o + i] - x);
      if (this.axes === "body") {
        positionRates.set(thetaRate, o);
        continue;
      }
      // η and θ̇ are the same numbers.
      const [a, b, c] = [cross(thetaRate, omega), cross(theta, epsilon), cross(omega, thetaRate)];
      for (let i = 0; i < 3; i++) {
        mixed[o + i] = -behind[i];
        rateRates[o + i] += a[i] + b[i] + c[i];
      }
    }
    return { mixed, positionRates, rateRates };
  }

  /** Small rotations, or rates, that were counted `time` later, in the axes of now: bodies turn on by ω. */
  turnBack(values: Float64Array, time: number): Float64Array {
    const out = values.slice();
    if (this.axes === "body") return out;
    for (const o of this.turns) {
      const omega = this.rates.subarray(o, o + 3);
      const speed = norm(omega);
      if (speed === 0) continue;
      out.set(
        rotate(
          rotationAbout(
            omega.map((x) => x / speed),
            speed * time,
          ),
          values.subarray(o, o + 3),
        ),
        o,
      );
    }
    return out;
  }

  /** The step along the rates by which all bodies go on for a `time`: a step ξ turns by `2 atan(|ξ|/2)`. */
  findWay(time: number): Float64Array {
    const way = this.rates.map((x) => x * time);
    for (const o of this.turns) {
      const angle = norm(way.subarray(o, o + 3));
      for (let i = 0; i < 3; i++) way[o + i] *= angle > 0 ? (2 * Math.tan(angle / 2)) / angle : 1;
    }
    return way;
  }
}
