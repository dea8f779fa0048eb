import { Surface, type SurfacePlace } from "../../lib/tracking/Surface.ts";

type Vector = readonly number[];

/** Surfaces written by hand for tests; each also knows a parametrisation of its own (u, v) → point. */
export abstract class PlainSurface extends Surface {
  abstract at(u: number, v: number): Vector;
  /** Ranges in which starts are spread. */
  get range(): [[number, number], [number, number]] {
    return [
      [-Math.PI / 2, Math.PI / 2],
      [-Math.PI, Math.PI],
    ];
  }
  override get label(): string {
    return this.constructor.name;
  }
}

export class PlainPlane extends PlainSurface {
  readonly size = 1;
  readonly normal: Vector = [0, 0, 1];
  readonly point: Vector = [0, 0, 0];
  override calc(p: Float64Array, out: Float64Array): void {
    out.fill(0);
    out[0] = p[2];
    out[3] = 1;
  }
  at(u: number, v: number): Vector {
    return [u, v, 0];
  }
}

export class PlainEllipsoid extends PlainSurface {
  readonly radii: Vector;
  constructor(radii: Vector, place?: SurfacePlace) {
    super(place);
    this.radii = radii;
  }
  get size(): number {
    return Math.max(...this.radii);
  }
  override calc(p: Float64Array, out: Float64Array): void {
    const { radii } = this;
    const a = 1 / (radii[0] * radii[0]);
    const b = 1 / (radii[1] * radii[1]);
    const c = 1 / (radii[2] * radii[2]);
    out[0] = a * p[0] * p[0] + b * p[1] * p[1] + c * p[2] * p[2] - 1;
    out[1] = 2 * a * p[0];
    out[2] = 2 * b * p[1];
    out[3] = 2 * c * p[2];
    out[4] = 2 * a;
    out[5] = 2 * b;
    out[6] = 2 * c;
    out[7] = 0;
    out[8] = 0;
    out[9] = 0;
  }
  at(u: number, v: number): Vector {
    const [a, b, c] = this.radii;
    return [a * Math.cos(u) * Math.cos(v), b * Math.cos(u) * Math.sin(v), c * Math.sin(u)];
  }
}

export class PlainSphere extends PlainEllipsoid {
  readonly radius: number;
  constructor(radius: number, place?: SurfacePlace) {
    super([radius, radius, radius], place);
    this.radius = radius;
  }
}

export class PlainCylinder extends PlainSurface {
  readonly radius: number;
  constructor(radius: number) {
    super();
    this.radius = radius;
  }
  get size(): number {
    return this.radius;
  }
  override calc(p: Float64Array, out: Float64Array): void {
    out.fill(0);
    out[0] = p[0] * p[0] + p[1] * p[1] - this.radius ** 2;
    out[1] = 2 * p[0];
    out[2] = 2 * p[1];
    out[4] = 2;
    out[5] = 2;
  }
  at(u: number, v: number): Vector {
    return [this.radius * Math.cos(v), this.radius * Math.sin(v), u];
  }
}

/**
 * At distance `tube` from a circle of radius `ring` about z: `(√(x² + y²) − ring)² + z² − tube²`. A negative ring is a
 * spindle: the arc of radius `tube` about a point beyond the axis.
 */
export class PlainRing extends PlainSurface {
  readonly ring: number;
  readonly tube: number;
  constructor(ring: number, tube: number) {
    super();
    this.ring = ring;
    this.tube = tube;
  }
  get size(): number {
    return this.ring + this.tube;
  }
  override calc(p: Float64Array, out: Float64Array): void {
    const [x, y, z] = p;
    const s = Math.sqrt(x * x + y * y);
    const k = 1 - this.ring / s;
    const q = this.ring / (s * s * s);
    out[0] = (s - this.ring) ** 2 + z * z - this.tube ** 2;
    out[1] = 2 * k * x;
    out[2] = 2 * k * y;
    out[3] = 2 * z;
    out[4] = 2 * k + 2 * q * x * x;
    out[5] = 2 * k + 2 * q * y * y;
    out[6] = 2;
    out[7] = 2 * q * x * y;
    out[8] = 0;
    out[9] = 0;
  }
  at(u: number, v: number): Vector {
    const s = this.ring + this.tube * Math.cos(u);
    return [s * Math.cos(v), s * Math.sin(v), this.tube * Math.sin(u)];
  }
  override get range(): [[number, number], [number, number]] {
    const reach = this.ring < 0 ? 0.95 * Math.acos(-this.ring / this.tube) : Math.PI;
    return [
      [-reach, reach],
      [-Math.PI, Math.PI],
    ];
  }
}

/** `(x/a)⁴ + (y/b)⁴ + (z/c)⁴ = 1`. */
export class PlainQuartic extends PlainSurface {
  readonly radii: Vector;
  constructor(radii: Vector) {
    super();
    this.radii = radii;
  }
  get size(): number {
    return Math.max(...this.radii);
  }
  override calc(p: Float64Array, out: Float64Array): void {
    out.fill(0);
    out[0] = -1;
    for (let i = 0; i < 3; i++) {
      const k = this.radii[i] ** -4;
      out[0] += k * p[i] ** 4;
      out[1 + i] = 4 * k * p[i] ** 3;
      out[4 + i] = 12 * k * p[i] ** 2;
    }
  }
  at(u: number, v: number): Vector {
    const d = [Math.cos(u) * Math.cos(v), Math.cos(u) * Math.sin(v), Math.sin(u)];
    const k = d.reduce((sum, x, i) => sum + (x / this.radii[i]) ** 4, 0) ** -0.25;
    return d.map((x) => k * x);
  }
}
