import { checkOptions, ModelError } from "../../math/index.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface } from "./AxialSurface.ts";
import { calcArc, listArc } from "./calcArc.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface TorusOptions extends AxialPlace {
  /** From the axis to the middle of the tube. */
  radius: number;
  tubeRadius: number;
}

/** A ring about `axis` (`"y"` by default): `f = ((ρ − R)² + h² − r²)/(2r)`, gradient one on the surface. */
export class Torus extends AxialSurface {
  readonly radius: number;
  readonly tubeRadius: number;

  constructor(options: TorusOptions) {
    checkOptions("Torus", options, [...SOLID_OPTIONS, "axis", "radius", "tubeRadius"]);
    super("Torus", options?.axis ?? "y", options);
    this.radius = checkLength("Torus", "radius", options?.radius);
    this.tubeRadius = checkLength("Torus", "tubeRadius", options.tubeRadius);
    if (this.tubeRadius >= this.radius) {
      throw new ModelError(
        `Torus: tubeRadius ${this.tubeRadius} leaves no hole in a ring of radius ${this.radius}; give a smaller one`,
      );
    }
  }

  get size(): number {
    return this.radius;
  }

  get label(): string {
    return describeSurface("Torus", { radius: this.radius, tubeRadius: this.tubeRadius }, this.inside);
  }

  protected override calcMeridian(work: Float64Array): void {
    calcArc(work, this.radius, this.tubeRadius);
  }

  protected override findFarthest(meridian: Float64Array): boolean {
    meridian[0] *= this.tubeRadius;
    meridian[1] = this.radius + this.tubeRadius * meridian[1];
    return true;
  }

  protected override listMeridian(): [number, number][] {
    return listArc(this.radius, this.tubeRadius, 0, (7 / 4) * Math.PI, 8);
  }
}
