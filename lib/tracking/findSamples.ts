import { ModelError } from "../math/index.ts";
import { listDirections } from "./listDirections.ts";

type Calc = (point: Float64Array, out: Float64Array) => void;

/** Beside those of the cube: as many in one half of space, and their opposites, so that the middle of a ball is found. */
const RAYS = 19;
/** Radii of the search, in powers of two from the size: about 1/30 to 30, or 1e-6 m to 1e6 m if none is known. */
const REACH_WITH_SIZE = 5;
const REACH = 20;
/** Steps between two powers of two, their roots as digits: engines differ in the last one of what they calculate. */
const STEPS = [1, 1.189207115002721, 1.4142135623730951, 1.681792830507429];
/** Cosine and sine of the golden angle, π(3 − √5). */
const TURN = [-0.7373688780783197, 0.6754902942615238];

/**
 * Points of `f = 0`: where rays from the origin cross it and, if none does, where Newton's method ends that begins on
 * them. A surface without a point or without a gradient is refused.
 */
export function findSamples(label: string, calc: Calc, size?: number): Float64Array[] {
  return new SampleSearch(label, calc, size).find();
}

/** The median distance of points from their middle; 1 if they are all the same. */
export function findSpread(points: readonly Float64Array[]): number {
  const middle = [0, 1, 2].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const distances = points
    .map((point) => calcLength(point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]))
    .sort((a, b) => a - b);
  const spread = distances[distances.length >> 1];
  return spread > 0 ? spread : 1;
}

/** Unlike `Math.hypot` the same in every engine. */
const calcLength = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

class SampleSearch {
  private readonly label: string;
  private readonly calc: Calc;
  private readonly size: number;
  private readonly reach: number;
  private readonly out = new Float64Array(10);
  private readonly found: Float64Array[] = [];
  private positive = 0;
  private negative = 0;

  constructor(label: string, calc: Calc, size: number | undefined) {
    this.label = label;
    this.calc = calc;
    this.size = size ?? 1;
    this.reach = size === undefined ? REACH : REACH_WITH_SIZE;
  }

  find(): Float64Array[] {
    const rays = listRays();
    for (const ray of rays) this.walk(ray);
    if (this.found.length === 0) {
      for (const scale of [1, 1 / 8, 8]) {
        for (const ray of rays) this.slide(ray, scale * this.size);
        if (this.found.length > 0) break;
      }
    }
    if (this.found.length === 0) this.refuse();
    return this.found;
  }

  private calcAt(ray: ArrayLike<number>, t: number): number {
    this.calc(Float64Array.of(t * ray[0], t * ray[1], t * ray[2]), this.out);
    const f = this.out[0];
    if (f > 0) this.positive++;
    if (f < 0) this.negative++;
    return f;
  }

  /** Along a ray, from one change of sign to the next; a step that ends on the surface is part of the next one. */
  private walk(ray: ArrayLike<number>): void {
    let t0 = 0;
    let f0 = this.calcAt(ray, 0);
    for (let k = -this.reach; k <= this.reach; k++) {
      const radius = k < 0 ? this.size / (1 << -k) : this.size * (1 << k);
      for (const step of k < this.reach ? STEPS : [1]) {
        const t1 = radius * step;
        const f1 = this.calcAt(ray, t1);
        if (f1 === 0 && f0 !== 0) continue;
        if (f0 * f1 < 0) this.bisect(ray, t0, f0, t1, f1);
        t0 = t1;
        f0 = f1;
      }
    }
  }

  private bisect(ray: ArrayLike<number>, from: number, f0: number, to: number, f1: number): void {
    let [a, b] = [from, to];
    for (let i = 0; i < 60; i++) {
      const t = 0.5 * (a + b);
      const f = this.calcAt(ray, t);
      if (f * f0 > 0) a = t;
      else b = t;
    }
    // At a pole the sign changes too, but the values grow.
    if (Math.abs(this.calcAt(ray, b)) <= 1e-6 * (Math.abs(f0) + Math.abs(f1))) {
      this.keep(Float64Array.of(b * ray[0], b * ray[1], b * ray[2]));
    }
  }

  /** Newton's method along the gradient. */
  private slide(ray: ArrayLike<number>, t: number): void {
    const { out } = this;
    const p = Float64Array.of(t * ray[0], t * ray[1], t * ray[2]);
    for (let i = 0; i < 60; i++) {
      this.calc(p, out);
      const slope = out[1] * out[1] + out[2] * out[2] + out[3] * out[3];
      const step = -out[0] / slope;
      if (!Number.isFinite(step)) return;
      for (let k = 0; k < 3; k++) p[k] += step * out[1 + k];
      if (Math.abs(step) * Math.sqrt(slope) <= 1e-12 * t) {
        this.keep(p);
        return;
      }
    }
  }

  /** Keeps a point if there is a normal and material below it. */
  private keep(p: Float64Array): void {
    const { out } = this;
    this.calc(p, out);
    const length = Math.hypot(out[1], out[2], out[3]);
    if (!(length > 0) || !Number.isFinite(length)) return;
    const [nx, ny, nz] = [out[1] / length, out[2] / length, out[3] / length];
    const depth = 1e-5 * (Math.hypot(p[0], p[1], p[2]) || this.size);
    this.calc(Float64Array.of(p[0] - depth * nx, p[1] - depth * ny, p[2] - depth * nz), out);
    if (out[0] < 0) this.found.push(p);
  }

  private refuse(): never {
    const { label, positive, negative } = this;
    const reach = this.size * 2 ** this.reach;
    const cause =
      positive + negative === 0
        ? "f is nowhere a number other than zero (a division by zero, or the root of a negative number?)"
        : negative === 0
          ? "f is nowhere negative, so nothing is inside"
          : positive === 0
            ? "f is nowhere positive, so nothing is outside"
            : "where f changes its sign it has no gradient";
    throw new ModelError(
      `${label}: no point of the surface was found within ${reach.toPrecision(1)} m of its origin: ${cause}; ` +
        "check signs and parameters, or give a size near that of the surface",
    );
  }
}

/** Along the axes, the diagonals, and evenly in between (a spiral by the golden angle). */
function listRays(): ArrayLike<number>[] {
  const rays: ArrayLike<number>[] = listDirections();
  let [cos, sin] = [1, 0];
  for (let i = 0; i < RAYS; i++) {
    const y = 1 - (i + 0.5) / RAYS;
    const r = Math.sqrt(1 - y * y);
    rays.push([r * cos, y, r * sin], [-r * cos, -y, -r * sin]);
    [cos, sin] = [cos * TURN[0] - sin * TURN[1], sin * TURN[0] + cos * TURN[1]];
  }
  return rays;
}
