import { checkOptions } from "../../math/index.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface, F, F_H, F_HH, F_HS, F_S, F_SS, H, S } from "./AxialSurface.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface ParaboloidOptions extends AxialPlace {
  /** Radius of curvature at the vertex: twice the focal length. */
  radius: number;
}

/** Vertex at the origin, opens along `axis` (`"y"` by default): `f = ρ²/(2r) − h`, gradient one at the vertex. */
export class Paraboloid extends AxialSurface {
  readonly radius: number;

  constructor(options: ParaboloidOptions) {
    checkOptions("Paraboloid", options, [...SOLID_OPTIONS, "axis", "radius"]);
    super("Paraboloid", options?.axis ?? "y", options);
    this.radius = checkLength("Paraboloid", "radius", options?.radius);
  }

  get size(): number {
    return this.radius;
  }

  get label(): string {
    return describeSurface("Paraboloid", { radius: this.radius }, this.inside);
  }

  protected override calcMeridian(work: Float64Array): void {
    work[F_S] = 0.5 / this.radius;
    work[F] = work[S] * work[F_S] - work[H];
    work[F_H] = -1;
    work[F_HH] = work[F_HS] = work[F_SS] = 0;
  }

  /** `d_ρ ρ + d_h ρ²/(2r)` is largest at `ρ = −r d_ρ/d_h`, if it is bounded at all. */
  protected override findFarthest(meridian: Float64Array): boolean {
    if (!(meridian[0] < 0)) return false;
    const rho = (-this.radius * meridian[1]) / meridian[0];
    meridian[0] = (rho * rho) / (2 * this.radius);
    meridian[1] = rho;
    return true;
  }

  protected override listMeridian(): [number, number][] {
    return [0, 0.3, 1, 2].map((k) => [(k * k * this.radius) / 2, k * this.radius]);
  }
}
