import { ModelError, refusePromise } from "../../math/index.ts";
import type { GeneratrixCurve } from "./GeneratrixCurve.ts";
import type { Meridian } from "./Meridian.ts";

const CHECKS = 64;
const MOST_STEPS = 100;

/** Parts of the length for whose ends q is known: searches begin between two of them. */
const PARTS = 128;

/**
 * `S(x)` of a curve `x(q), r(q)`: q is found from x by Newton's method, which begins on a table of q over x, so that the
 * result depends on x alone, and is kept between bounds; then `r_x = r′/x′`, `r_xx = (r″ − r_x x″)/x′²`, `S = r²`, `S′ = 2 r r_x`, `S″ = 2(r_x² + r r_xx)`.
 */
export class CurveMeridian implements Meridian {
  readonly from: number;
  readonly to: number;
  private readonly curve: GeneratrixCurve;
  private readonly q = new Float64Array(1);
  private readonly values = new Float64Array(6);
  /** The ends of q, and +1 where x grows with q, −1 where it falls. */
  private readonly numbers: Float64Array;
  /** q at equal distances from `from` to `to`, and their number per length. */
  private readonly table = new Float64Array(PARTS + 1);
  private readonly density: number;

  constructor(owner: string, curve: GeneratrixCurve) {
    this.curve = curve;
    refusePromise(owner, "calc of the generatrix", curve.calc(Float64Array.of(curve.from), new Float64Array(6)));
    const ends = [curve.from, curve.to].map((q) => this.calcAt(q)[0]);
    this.numbers = Float64Array.of(curve.from, curve.to, ends[1] > ends[0] ? 1 : -1);
    this.from = Math.min(ends[0], ends[1]);
    this.to = Math.max(ends[0], ends[1]);
    this.check(owner);
    this.density = PARTS / (this.to - this.from);
    this.q[0] = 0.5 * (curve.from + curve.to);
    for (let i = 0; i <= PARTS; i++) {
      this.search(i < PARTS ? this.from + i / this.density : this.to);
      this.table[i] = this.q[0];
    }
  }

  private calcAt(q: number): Float64Array {
    this.q[0] = q;
    this.curve.calc(this.q, this.values);
    return this.values;
  }

  private check(owner: string): void {
    const { from, to } = this.curve;
    for (let i = 0; i <= CHECKS; i++) {
      const q = from + ((to - from) * i) / CHECKS;
      const values = this.calcAt(q);
      if (!values.every(Number.isFinite)) {
        throw new ModelError(`${owner}: the generatrix is [${values.join(", ")}] at q = ${q}; give finite numbers`);
      }
      if (values[1] < -1e-12 * (this.to - this.from)) {
        throw new ModelError(`${owner}: the radius is ${values[1]} at q = ${q}; check from, to and the sign`);
      }
      if (!(values[2] * this.numbers[2] > 0)) {
        throw new ModelError(
          `${owner}: x turns back or halts at q = ${q} (x′ = ${values[2]}); give a curve with one radius for each x`,
        );
      }
    }
  }

  calc(io: Float64Array): void {
    const { q, values, table } = this;
    const place = (io[0] - this.from) * this.density;
    const i = place > 0 ? Math.min(Math.floor(place), PARTS - 1) : 0;
    q[0] = table[i] + (place - i) * (table[i + 1] - table[i]);
    this.search(io[0]);
    const r = values[1];
    const slope = values[3] / values[2];
    const bend = (values[5] - slope * values[4]) / (values[2] * values[2]);
    io[1] = r * r;
    io[2] = 2 * r * slope;
    io[3] = 2 * (slope * slope + r * bend);
  }

  /** From the q that is there to the one that belongs to `x`, with the values of the curve. */
  private search(x: number): void {
    const { curve, q, values, numbers } = this;
    let low = numbers[0];
    let high = numbers[1];
    const rounding = 2e-16 * Math.max(Math.abs(low), Math.abs(high));
    for (let step = 0; step < MOST_STEPS; step++) {
      curve.calc(q, values);
      const error = values[0] - x;
      if (error * numbers[2] > 0) high = q[0];
      else low = q[0];
      let next = q[0] - error / values[2];
      if (!(next >= low && next <= high)) next = 0.5 * (low + high);
      const change = Math.abs(next - q[0]);
      // The last step is not taken: the values belong to q as it is, and the step is below its rounding.
      if (change <= rounding || error === 0) break;
      q[0] = next;
    }
  }
}
