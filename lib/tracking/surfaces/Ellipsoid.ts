import { checkOptions } from "../../math/index.ts";
import { listDirections } from "../listDirections.ts";
import { negate, SOLID_OPTIONS, type SolidPlace, Surface } from "../Surface.ts";
import { checkSemiAxes, findMeanRadius } from "./checkSemiAxes.ts";
import { describeSurface } from "./describeSurface.ts";

export interface EllipsoidSurfaceOptions extends SolidPlace {
  /** Half the diameters along x, y, z. */
  semiAxes: ArrayLike<number>;
}

/** `f = (m/2)(x²/a² + y²/b² + z²/c² − 1)` with the mean radius `m = (abc)^⅓`: for a ball the gradient is one. */
export class Ellipsoid extends Surface {
  readonly semiAxes: Float64Array;
  readonly size: number;
  private readonly k: Float64Array;

  constructor(options: EllipsoidSurfaceOptions) {
    checkOptions("Ellipsoid", options, [...SOLID_OPTIONS, "semiAxes"]);
    super(options);
    this.semiAxes = checkSemiAxes("Ellipsoid", options?.semiAxes);
    const size = findMeanRadius(this.semiAxes);
    this.size = size;
    this.k = this.semiAxes.map((a) => size / (a * a));
  }

  get label(): string {
    return describeSurface("Ellipsoid", { semiAxes: this.semiAxes }, this.inside);
  }

  override calc(p: Float64Array, out: Float64Array): void {
    const { k } = this;
    const gx = k[0] * p[0];
    const gy = k[1] * p[1];
    const gz = k[2] * p[2];
    out[0] = 0.5 * (gx * p[0] + gy * p[1] + gz * p[2] - this.size);
    out[1] = gx;
    out[2] = gy;
    out[3] = gz;
    out[4] = k[0];
    out[5] = k[1];
    out[6] = k[2];
    out[7] = out[8] = out[9] = 0;
    if (this.inside) negate(out);
  }

  /** `p = (a² d_x, b² d_y, c² d_z)/√(a² d_x² + b² d_y² + c² d_z²)`. */
  override findSupport(d: Float64Array, out: Float64Array): boolean {
    if (this.inside) return false;
    const [a, b, c] = this.semiAxes;
    const k = 1 / Math.hypot(a * d[0], b * d[1], c * d[2]);
    out[0] = k * a * a * d[0];
    out[1] = k * b * b * d[1];
    out[2] = k * c * c * d[2];
    return true;
  }

  override get isConvex(): boolean {
    return !this.inside;
  }

  override listSamples(): Float64Array[] {
    return listDirections().map((d) => d.map((x, i) => x * this.semiAxes[i]));
  }
}
