import { checkNumber, checkNumbers, checkOptions, ModelError } from "../../math/index.ts";
import type { AxisName } from "../../rigidbody/index.ts";
import { alongAxis } from "../../rigidbody/solids.ts";
import { listDirections } from "../listDirections.ts";
import { negate, SOLID_OPTIONS, type SolidPlace, Surface } from "../Surface.ts";
import { checkSemiAxes, findMeanRadius } from "./checkSemiAxes.ts";
import { describeSurface } from "./describeSurface.ts";

export interface SuperellipsoidOptions extends SolidPlace {
  /** Half the diameters along x, y, z. */
  semiAxes: ArrayLike<number>;
  /** From 2, an ellipsoid, towards a box; a pair `[p, q]` has p along the axis and q in the sections across it. */
  exponent: number | readonly [number, number];
  /** The axis that p belongs to, `"y"` by default. */
  axis?: AxisName;
}

const LARGEST_EXPONENT = 64;

/** Places in the work array: a norm of two numbers with its derivatives. */
const NORM = 0;
const N1 = 1;
const N2 = 2;
const C11 = 3;
const C22 = 4;
const C12 = 5;
/** What it is made of, and its exponent. */
const A = 6;
const B = 7;
const E = 8;
const SIZE = 9;

/**
 * A box with rounded edges: with `w = (|u/a|^q + |v/b|^q)^(1/q)` and `g = (w^p + |h/c|^p)^(1/p)`, `f = m (g − 1)`, `m`
 * the mean radius. `g` grows in proportion to the distance from the origin, so the gradient is of order one
 * everywhere and Newton's method does not creep. With exponents of 2 or more the curvature is finite.
 */
export class Superellipsoid extends Surface {
  readonly semiAxes: Float64Array;
  readonly exponents: readonly [number, number];
  readonly axis: AxisName;
  readonly size: number;
  private readonly order: readonly [number, number, number];
  private readonly inner = new Float64Array(10);
  private readonly outer = new Float64Array(10);

  constructor(options: SuperellipsoidOptions) {
    checkOptions("Superellipsoid", options, [...SOLID_OPTIONS, "semiAxes", "exponent", "axis"]);
    super(options);
    this.semiAxes = checkSemiAxes("Superellipsoid", options?.semiAxes);
    const { exponent, axis } = options;
    this.exponents = checkExponents(exponent);
    this.axis = axis ?? "y";
    const h = alongAxis("Superellipsoid", this.axis, 1, 0).indexOf(1);
    this.order = [(h + 1) % 3, (h + 2) % 3, h];
    this.size = findMeanRadius(this.semiAxes);
    this.outer[E] = this.exponents[0];
    this.inner[E] = this.exponents[1];
    this.outer[SIZE] = this.size;
  }

  get label(): string {
    const { semiAxes, exponents } = this;
    return describeSurface("Superellipsoid", { semiAxes, exponent: Float64Array.from(exponents) }, this.inside);
  }

  /** The chain rule from w to g; `g_w w_ab` is written with `(w/g)^(p−2)`, which stays finite at the poles, w = 0. */
  override calc(point: Float64Array, out: Float64Array): void {
    const { inner: w, outer: g, semiAxes } = this;
    const size = g[SIZE];
    const u = this.order[0];
    const v = this.order[1];
    const h = this.order[2];
    w[A] = Math.abs(point[u]) / semiAxes[u];
    w[B] = Math.abs(point[v]) / semiAxes[v];
    calcNorm(w);
    g[A] = w[NORM];
    g[B] = Math.abs(point[h]) / semiAxes[h];
    calcNorm(g);
    const ku = (point[u] < 0 ? -1 : 1) / semiAxes[u];
    const kv = (point[v] < 0 ? -1 : 1) / semiAxes[v];
    const kh = (point[h] < 0 ? -1 : 1) / semiAxes[h];
    // Below the least number there is no direction: the very middle, where nothing touches.
    const k = g[NORM] > 0 ? size / g[NORM] : 0;
    const share = g[NORM] > 0 ? (w[NORM] / g[NORM]) ** (g[E] - 2) : 0;
    out[0] = size * (g[NORM] - 1);
    out[1 + u] = size * ku * g[N1] * w[N1];
    out[1 + v] = size * kv * g[N1] * w[N2];
    out[1 + h] = size * kh * g[N2];
    out[4 + u] = k * ku * ku * (g[C11] * w[N1] * w[N1] + share * w[C11]);
    out[4 + v] = k * kv * kv * (g[C11] * w[N2] * w[N2] + share * w[C22]);
    out[4 + h] = k * kh * kh * g[C22];
    out[6 + u + v] = k * ku * kv * (g[C11] * w[N1] * w[N2] + share * w[C12]);
    out[6 + u + h] = k * ku * kh * g[C12] * w[N1];
    out[6 + v + h] = k * kv * kh * g[C12] * w[N2];
    if (this.inside) negate(out);
  }

  /** The norms dual to those of the surface, with exponents `p/(p − 1)`, give the farthest point. */
  override findSupport(d: Float64Array, out: Float64Array): boolean {
    if (this.inside) return false;
    const { semiAxes } = this;
    const [u, v, h] = this.order;
    const [p, q] = this.exponents;
    const norm = (a: number, b: number, e: number) => (a ** e + b ** e) ** (1 / e);
    const [p1, q1] = [p / (p - 1), q / (q - 1)];
    const length = Math.hypot(d[0], d[1], d[2]);
    const share = [u, v, h].map((i) => (Math.abs(d[i]) / length) * semiAxes[i]);
    const across = norm(share[0], share[1], q1);
    const whole = norm(across, share[2], p1);
    const ring = (across / whole) ** (p1 - 1);
    const part = (i: number) => (across > 0 ? ring * (share[i] / across) ** (q1 - 1) : 0);
    out[u] = Math.sign(d[u]) * semiAxes[u] * part(0);
    out[v] = Math.sign(d[v]) * semiAxes[v] * part(1);
    out[h] = Math.sign(d[h]) * semiAxes[h] * (share[2] / whole) ** (p1 - 1);
    return true;
  }

  override get isConvex(): boolean {
    return !this.inside;
  }

  override listSamples(): Float64Array[] {
    const result = new Float64Array(10);
    return listDirections().map((d) => {
      const point = d.map((x, i) => x * this.semiAxes[i]);
      this.calc(point, result);
      return point.map((x) => x / (1 + result[0] / this.size));
    });
  }
}

/**
 * `n = (aᵉ + bᵉ)^(1/e)` of two numbers that are not negative. With `α = a/n`, `β = b/n`: `n_a = α^(e−1)`,
 * `n_aa = C11/n`, `C11 = (e − 1)(α^(e−2) − α^(2e−2)) = (e − 1) α^(e−2) βᵉ`, `C12 = −(e − 1)(αβ)^(e−1)`.
 */
function calcNorm(out: Float64Array): void {
  const a = out[A];
  const b = out[B];
  const e = out[E];
  const largest = Math.max(a, b);
  const scale = largest > 0 ? 1 / largest : 0;
  const n = largest * ((a * scale) ** e + (b * scale) ** e) ** (1 / e);
  // At zero any direction will do; this one treats both alike.
  const alpha = n > 0 ? a / n : 0.5 ** (1 / e);
  const beta = n > 0 ? b / n : alpha;
  const a2 = alpha ** (e - 2);
  const b2 = beta ** (e - 2);
  out[NORM] = n;
  out[N1] = a2 * alpha;
  out[N2] = b2 * beta;
  out[C11] = (e - 1) * a2 * b2 * beta * beta;
  out[C22] = (e - 1) * b2 * a2 * alpha * alpha;
  out[C12] = (1 - e) * a2 * alpha * b2 * beta;
}

function checkExponents(exponent: unknown): [number, number] {
  if (typeof exponent !== "object") return [checkExponent("exponent", exponent), checkExponent("exponent", exponent)];
  const [p, q] = checkNumbers("Superellipsoid", "exponent", exponent, "a number or a pair [p, q]", 2);
  return [checkExponent("exponent[0]", p), checkExponent("exponent[1]", q)];
}

function checkExponent(what: string, value: unknown): number {
  const exponent = checkNumber("Superellipsoid", what, value);
  if (exponent < 2 || exponent > LARGEST_EXPONENT) {
    throw new ModelError(
      `Superellipsoid: ${what} is ${exponent}; give 2 to ${LARGEST_EXPONENT}: below 2 the curvature is infinite`,
    );
  }
  return exponent;
}
