import { checkOptions } from "../../math/index.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface, F, F_H, F_HH, F_HS, F_S, F_SS, S } from "./AxialSurface.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface CylinderSurfaceOptions extends AxialPlace {
  radius: number;
}

/** A round bar without ends, along `axis` (`"y"` by default): `f = (ρ² − r²)/(2r)`, gradient one on the surface. */
export class Cylinder extends AxialSurface {
  readonly radius: number;

  constructor(options: CylinderSurfaceOptions) {
    checkOptions("Cylinder", options, [...SOLID_OPTIONS, "axis", "radius"]);
    super("Cylinder", options?.axis ?? "y", options);
    this.radius = checkLength("Cylinder", "radius", options?.radius);
  }

  get size(): number {
    return this.radius;
  }

  get label(): string {
    return describeSurface("Cylinder", { radius: this.radius }, this.inside);
  }

  protected override calcMeridian(work: Float64Array): void {
    const { radius } = this;
    work[F] = 0.5 * (work[S] / radius - radius);
    work[F_S] = 0.5 / radius;
    work[F_H] = work[F_HH] = work[F_HS] = work[F_SS] = 0;
  }

  /** Only across the axis; the point nearest to the origin of all that are equally far. */
  protected override findFarthest(meridian: Float64Array): boolean {
    if (Math.abs(meridian[0]) > 1e-15) return false;
    meridian[0] = 0;
    meridian[1] = this.radius;
    return true;
  }

  protected override listMeridian(): [number, number][] {
    return [-2, -1, 0, 1, 2].map((k) => [k * this.radius, this.radius]);
  }
}
