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

  /** `errors`: of rates, then of accelerations; they grow by what is added. */
  turn(shift: Float64Array, rate: Float64Array, acceleration: Float64Array, errors: Float64Array) {
    const n = shift.length;
    const mixed = new Float64Array(n);
    const values = Float64Array.from([...rate, ...acceleration]);
    const bounds = errors.slice(0, 2 * n);
    for (const o of this.turns) {
      const get = (array: Float64Array, at = o) => array.subarray(at, at + 3);
      const [theta, omega, epsilon] = [get(shift), get(this.rates), get(this.accelerations)];
      const behind = cross(omega, theta);
      const thetaRate = behind.map((x, i) => rate[o + i] - x);
      const [angle, speed, error] = [norm(theta), norm(omega), norm(get(errors))];
      const rounding = Number.EPSILON * (speed * angle + norm(get(rate)));
      if (this.axes === "body") {
        values.set(thetaRate, o);
        for (let i = 0; i < 3; i++) bounds[o + i] += rounding;
        continue;
      }
      // η and θ̇ are the same numbers.
      const [a, b, c] = [cross(thetaRate, omega), cross(theta, epsilon), cross(omega, thetaRate)];
      for (let i = 0; i < 3; i++) {
        mixed[o + i] = Math.abs(behind[i]) <= 4 * Number.EPSILON * speed * angle ? 0 : -behind[i];
        values[n + o + i] += a[i] + b[i] + c[i];
        bounds[o + i] += rounding;
        bounds[n + o + i] += 2 * speed * (error + rounding) + Number.EPSILON * angle * norm(epsilon);
      }
    }
    return { mixed, values, bounds };
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
