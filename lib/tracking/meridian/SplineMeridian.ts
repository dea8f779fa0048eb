import { checkNotNegative, checkNumbers, ModelError } from "../../math/index.ts";
import type { Meridian } from "./Meridian.ts";

const CHECKS = 16;

/**
 * A cubic spline through the squares of the given radii, twice continuously differentiable, with one cubic over the
 * first two and the last two intervals ("not a knot"). In r² cylinders, cones, spheres, ellipsoids and paraboloids are
 * polynomials: the spline meets them exactly, round tips with r = 0 included.
 */
export class SplineMeridian implements Meridian {
  readonly from: number;
  readonly to: number;
  private readonly x: Float64Array;
  /** Four coefficients of each interval, from the constant up. */
  private readonly coefficients: Float64Array;
  private interval = 0;

  constructor(owner: string, given: readonly unknown[]) {
    const points = given.map((point, i) => checkNumbers(owner, `point ${i}`, point, "a pair [x, r]", 2));
    const squares = checkPoints(owner, points);
    this.x = Float64Array.from(points, ([x]) => x);
    this.from = this.x[0];
    this.to = this.x[this.x.length - 1];
    this.coefficients = calcCoefficients(this.x, squares);
    this.check(owner);
  }

  calc(io: Float64Array): void {
    const { x, coefficients: c } = this;
    // From the last interval to the one with x[i] < x ≤ x[i + 1], whichever was the last.
    let i = this.interval;
    while (i > 0 && io[0] <= x[i]) i--;
    while (i < x.length - 2 && io[0] > x[i + 1]) i++;
    this.interval = i;
    const t = io[0] - x[i];
    const k = 4 * i;
    io[1] = c[k] + t * (c[k + 1] + t * (c[k + 2] + t * c[k + 3]));
    io[2] = c[k + 1] + t * (2 * c[k + 2] + 3 * t * c[k + 3]);
    io[3] = 2 * c[k + 2] + 6 * t * c[k + 3];
  }

  /** Between the points a spline may swing below the axis. */
  private check(owner: string): void {
    const io = new Float64Array(4);
    for (let i = 0; i + 1 < this.x.length; i++) {
      for (let k = 1; k < CHECKS; k++) {
        io[0] = this.x[i] + ((this.x[i + 1] - this.x[i]) * k) / CHECKS;
        this.calc(io);
        if (io[1] > 0) continue;
        throw new ModelError(
          `${owner}: the curve through the points swings through the axis at x = ${io[0]}; ` +
            `give more points between x = ${this.x[i]} and ${this.x[i + 1]}`,
        );
      }
    }
  }
}

/** The squares of the radii. */
function checkPoints(owner: string, points: readonly (readonly number[])[]): Float64Array {
  if (points.length < 2) {
    throw new ModelError(`${owner}: ${points.length} points span no length; give two or more with different x`);
  }
  return Float64Array.from(points, (point, i) => {
    const r = checkNotNegative(owner, `the radius of point ${i}`, point[1]);
    if (i > 0 && !(point[0] > points[i - 1][0])) {
      throw new ModelError(
        `${owner}: x does not grow from ${points[i - 1][0]} to ${point[0]} at point ${i}; sort the points by x`,
      );
    }
    if (r === 0 && i > 0 && i < points.length - 1) {
      throw new ModelError(`${owner}: the radius of point ${i} is 0 between the ends; give two surfaces instead`);
    }
    return r * r;
  });
}

/**
 * Second derivatives M at the points from `h₋M₋ + 2(h₋ + h)M + hM₊ = 6(d − d₋)`, with `M₀ = M₁ + (h₀/h₁)(M₁ − M₂)` and its
 * mirror image put in at the ends: three diagonals.
 */
function calcCoefficients(x: Float64Array, s: Float64Array): Float64Array {
  const n = x.length;
  const h = Float64Array.from({ length: n - 1 }, (_, i) => x[i + 1] - x[i]);
  const d = h.map((step, i) => (s[i + 1] - s[i]) / step);
  const m = new Float64Array(n);
  if (n === 3) m.fill((2 * (d[1] - d[0])) / (h[0] + h[1]));
  if (n > 3) {
    const below = new Float64Array(n);
    const middle = new Float64Array(n);
    const above = new Float64Array(n);
    for (let i = 1; i < n - 1; i++) {
      below[i] = h[i - 1];
      middle[i] = 2 * (h[i - 1] + h[i]);
      above[i] = h[i];
      m[i] = 6 * (d[i] - d[i - 1]);
    }
    const left = h[0] / h[1];
    const right = h[n - 2] / h[n - 3];
    middle[1] += h[0] * (1 + left);
    above[1] -= h[0] * left;
    middle[n - 2] += h[n - 2] * (1 + right);
    below[n - 2] -= h[n - 2] * right;
    for (let i = 2; i < n - 1; i++) {
      const factor = below[i] / middle[i - 1];
      middle[i] -= factor * above[i - 1];
      m[i] -= factor * m[i - 1];
    }
    m[n - 2] /= middle[n - 2];
    for (let i = n - 3; i > 0; i--) m[i] = (m[i] - above[i] * m[i + 1]) / middle[i];
    m[0] = m[1] + left * (m[1] - m[2]);
    m[n - 1] = m[n - 2] + right * (m[n - 2] - m[n - 3]);
  }
  const out = new Float64Array(4 * (n - 1));
  h.forEach((step, i) => {
    out[4 * i] = s[i];
    out[4 * i + 1] = d[i] - (step * (2 * m[i] + m[i + 1])) / 6;
    out[4 * i + 2] = m[i] / 2;
    out[4 * i + 3] = (m[i + 1] - m[i]) / (6 * step);
  });
  return out;
}
