import type { GeneratrixCurve } from "../tracking/index.ts";

/** What the generatrix depends on. */
export interface RollerShape {
  readonly radius: number;
  readonly rollerDistance: number;
  readonly psi: number;
}

/**
 * The generatrix of a roller over the angle `q` of the wheel:
 *
 *   x = −[R cosψ sin q + R1 (sin²ψ/cosψ) tan q],   r = (R − R1/cos q) √(1 − cos²ψ sin² q).
 *
 * The first is `−[R1 tan q/cosψ + (R − R1/cos q) cosψ sin q]` put in order: it falls with q without a halt. For ψ = 0 it is
 * the circular spindle `r = √(R² − x²) − R1`.
 */
export class RollerGeneratrix implements GeneratrixCurve {
  readonly from: number;
  readonly to: number;
  /** R cosψ, R1 sin²ψ/cosψ, R, R1, cos²ψ */
  private readonly numbers: Float64Array;

  constructor({ radius, rollerDistance, psi }: RollerShape, from: number, to: number) {
    this.from = from;
    this.to = to;
    const c = Math.cos(psi);
    const s = Math.sin(psi);
    this.numbers = Float64Array.of(radius * c, (rollerDistance * s * s) / c, radius, rollerDistance, c * c);
  }

  calc(q: Float64Array, out: Float64Array): void {
    const { numbers } = this;
    const a = numbers[0];
    const b = numbers[1];
    const R1 = numbers[3];
    const cc = numbers[4];
    const s = Math.sin(q[0]);
    const c = Math.cos(q[0]);
    const t = s / c;
    const sec = 1 / c;
    const h = numbers[2] - R1 * sec;
    const h1 = -R1 * t * sec;
    const h2 = -R1 * (1 + s * s) * sec * sec * sec;
    const w = Math.sqrt(1 - cc * s * s);
    const w1 = (-cc * s * c) / w;
    const w2 = (-cc * (c * c - s * s) - w1 * w1) / w;
    out[0] = -(a * s + b * t);
    out[1] = h * w;
    out[2] = -(a * c + b * sec * sec);
    out[3] = h1 * w + h * w1;
    out[4] = a * s - 2 * b * sec * sec * t;
    out[5] = h2 * w + 2 * h1 * w1 + h * w2;
  }
}
