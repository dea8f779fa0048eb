import { checkOptions, ModelError } from "../../math/index.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface } from "./AxialSurface.ts";
import { calcArc, listArc } from "./calcArc.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface CircularSpindleOptions extends AxialPlace {
  /** Of the arc that turns about the axis. */
  radius: number;
  /** From the centre of the arc to the axis; the largest radius of the spindle is `radius − offset`. */
  offset: number;
}

/**
 * An arc turned about its chord, along `axis` (`"x"` by default): the roller of an omni wheel of this `radius` whose
 * rollers' centres lie at the distance `offset`. `f = (h² + (ρ + R₁)² − R²)/(2R)`, gradient one on the surface. The two
 * tips are pointed and have no normal.
 */
export class CircularSpindle extends AxialSurface {
  readonly radius: number;
  readonly offset: number;

  constructor(options: CircularSpindleOptions) {
    checkOptions("CircularSpindle", options, [...SOLID_OPTIONS, "axis", "radius", "offset"]);
    super("CircularSpindle", options?.axis ?? "x", options);
    this.radius = checkLength("CircularSpindle", "radius", options?.radius);
    this.offset = checkLength("CircularSpindle", "offset", options.offset);
    if (this.offset >= this.radius) {
      throw new ModelError(
        `CircularSpindle: offset ${this.offset} leaves nothing of an arc of radius ${this.radius}; give a smaller one`,
      );
    }
  }

  /** The largest distance from the axis. */
  get size(): number {
    return this.radius - this.offset;
  }

  /** From the middle to a tip. */
  get halfLength(): number {
    return Math.sqrt((this.radius - this.offset) * (this.radius + this.offset));
  }

  get label(): string {
    return describeSurface("CircularSpindle", { radius: this.radius, offset: this.offset }, this.inside);
  }

  protected override calcMeridian(work: Float64Array): void {
    calcArc(work, -this.offset, this.radius);
  }

  protected override findFarthest(meridian: Float64Array): boolean {
    const rho = this.radius * meridian[1] - this.offset;
    meridian[0] = rho > 0 ? this.radius * meridian[0] : Math.sign(meridian[0]) * this.halfLength;
    meridian[1] = Math.max(rho, 0);
    return true;
  }

  protected override listMeridian(): [number, number][] {
    const reach = 0.9 * Math.acos(this.offset / this.radius);
    return listArc(-this.offset, this.radius, -reach, reach, 7);
  }
}
