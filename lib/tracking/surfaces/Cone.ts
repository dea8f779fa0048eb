import { checkOptions, checkPositive, ModelError } from "../../math/index.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface, F, F_H, F_HH, F_HS, F_S, F_SS, H, S } from "./AxialSurface.ts";
import { AXIS_SHARE } from "./calcArc.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface ConeOptions extends AxialPlace {
  /** Between the axis and the surface, radians. */
  halfAngle: number;
  /** How much of it is used, m, from the tip: by this searches measure their steps; 1 if left out. */
  length?: number;
}

/**
 * A cone with its tip at the origin that opens along `axis` (`"y"` by default) without end:
 * `f = ρ cos α − h sin α`, the signed distance. It has no normal at the tip.
 */
export class Cone extends AxialSurface {
  readonly halfAngle: number;
  readonly length: number;
  private readonly cos: number;
  private readonly sin: number;

  constructor(options: ConeOptions) {
    checkOptions("Cone", options, [...SOLID_OPTIONS, "axis", "halfAngle", "length"]);
    super("Cone", options?.axis ?? "y", options);
    this.halfAngle = checkPositive("Cone", "halfAngle", options?.halfAngle);
    if (this.halfAngle >= Math.PI / 2) {
      throw new ModelError(
        `Cone: halfAngle is ${this.halfAngle}; give radians between 0 and π/2, for a flat one use Plane`,
      );
    }
    this.length = checkLength("Cone", "length", options.length ?? 1);
    this.cos = Math.cos(this.halfAngle);
    this.sin = Math.sin(this.halfAngle);
  }

  get size(): number {
    return this.length;
  }

  get label(): string {
    return describeSurface("Cone", { halfAngle: this.halfAngle }, this.inside);
  }

  protected override calcMeridian(work: Float64Array): void {
    const rho = Math.max(Math.sqrt(work[S]), AXIS_SHARE * this.length);
    work[F] = Math.sqrt(work[S]) * this.cos - work[H] * this.sin;
    work[F_H] = -this.sin;
    work[F_S] = (0.5 * this.cos) / rho;
    work[F_HH] = work[F_HS] = 0;
    work[F_SS] = (-0.25 * this.cos) / (rho * rho * rho);
  }

  /** The tip, in directions in which the surface falls away from it. */
  protected override findFarthest(meridian: Float64Array): boolean {
    if (meridian[0] * this.cos + meridian[1] * this.sin > 0) return false;
    meridian[0] = meridian[1] = 0;
    return true;
  }

  protected override listMeridian(): [number, number][] {
    return [0.1, 0.3, 0.6, 1].map((k) => [k * this.length, (k * this.length * this.sin) / this.cos]);
  }
}
