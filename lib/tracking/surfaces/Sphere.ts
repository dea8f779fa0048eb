import { checkOptions } from "../../math/index.ts";
import { listDirections } from "../listDirections.ts";
import { negate, SOLID_OPTIONS, type SolidPlace, Surface } from "../Surface.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface SphereSurfaceOptions extends SolidPlace {
  radius: number;
}

/** `f = (|p|² − r²)/(2r)`: a polynomial whose gradient on the surface is one. */
export class Sphere extends Surface {
  readonly radius: number;

  constructor(options: SphereSurfaceOptions) {
    checkOptions("Sphere", options, [...SOLID_OPTIONS, "radius"]);
    super(options);
    this.radius = checkLength("Sphere", "radius", options?.radius);
  }

  get size(): number {
    return this.radius;
  }

  get label(): string {
    return describeSurface("Sphere", { radius: this.radius }, this.inside);
  }

  override calc(p: Float64Array, out: Float64Array): void {
    const k = 1 / this.radius;
    const x = p[0];
    const y = p[1];
    const z = p[2];
    out[0] = 0.5 * (k * (x * x + y * y + z * z) - this.radius);
    out[1] = k * x;
    out[2] = k * y;
    out[3] = k * z;
    out[4] = out[5] = out[6] = k;
    out[7] = out[8] = out[9] = 0;
    if (this.inside) negate(out);
  }

  override findSupport(d: Float64Array, out: Float64Array): boolean {
    if (this.inside) return false;
    const k = this.radius / Math.hypot(d[0], d[1], d[2]);
    for (let i = 0; i < 3; i++) out[i] = k * d[i];
    return true;
  }

  override get isConvex(): boolean {
    return !this.inside;
  }

  override listSamples(): Float64Array[] {
    return listDirections().map((d) => d.map((x) => x * this.radius));
  }
}
