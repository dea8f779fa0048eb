import { checkOptions } from "../../math/index.ts";
import { PLACE_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface, F, F_H, F_HH, F_HS, F_S, F_SS, H, S } from "./AxialSurface.ts";
import type { Curve } from "./Curve.ts";
import { AXIS_SHARE } from "./calcArc.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface CircularEdgeOptions extends Omit<AxialPlace, "inside"> {
  radius: number;
}

const STARTS = 24;

/**
 * The rim of a thin disc: a circle about `axis` (`"y"` by default), the torus whose tube has shrunk to nothing.
 * `f = √((ρ − R)² + h²)` is the distance from it, with a gradient of one around but none on it: `isCurve` says so.
 */
export class CircularEdge extends AxialSurface implements Curve {
  readonly radius: number;
  /** Closed. The parameter is the angle about the axis. */
  readonly ends = undefined;

  constructor(options: CircularEdgeOptions) {
    checkOptions("CircularEdge", options, [...PLACE_OPTIONS, "axis", "radius"]);
    super("CircularEdge", options?.axis ?? "y", options);
    this.radius = checkLength("CircularEdge", "radius", options?.radius);
  }

  get size(): number {
    return this.radius;
  }

  get label(): string {
    return describeSurface("CircularEdge", { radius: this.radius });
  }

  override get isCurve(): boolean {
    return true;
  }

  /** With `A = (ρ − R)² + h²`, `A_s = 1 − R/ρ`, `A_ss = R/(2ρ³)`: the derivatives of `√A`. */
  protected override calcMeridian(work: Float64Array): void {
    const least = AXIS_SHARE * this.radius;
    const h = work[H];
    const rho = Math.max(Math.sqrt(work[S]), least);
    const d = Math.sqrt(work[S]) - this.radius;
    const f = Math.sqrt(d * d + h * h);
    const k = 1 / Math.max(f, least);
    const slope = d / rho;
    work[F] = f;
    work[F_H] = h * k;
    work[F_S] = 0.5 * slope * k;
    work[F_HH] = d * d * k * k * k;
    work[F_HS] = -0.5 * h * slope * k * k * k;
    work[F_SS] = 0.25 * k * (this.radius / (rho * rho * rho) - slope * slope * k * k);
  }

  calcCurve(s: Float64Array, out: Float64Array): void {
    const h = "xyz".indexOf(this.axis);
    const u = (h + 1) % 3;
    const v = (h + 2) % 3;
    const x = this.radius * Math.cos(s[0]);
    const y = this.radius * Math.sin(s[0]);
    out[h] = out[3 + h] = out[6 + h] = 0;
    out[u] = x;
    out[v] = y;
    out[3 + u] = -y;
    out[3 + v] = x;
    out[6 + u] = -x;
    out[6 + v] = -y;
  }

  listParameters(): number[] {
    return Array.from({ length: STARTS }, (_, i) => (2 * Math.PI * i) / STARTS);
  }

  protected override findFarthest(meridian: Float64Array): boolean {
    meridian[0] = 0;
    meridian[1] = this.radius;
    return true;
  }

  protected override listMeridian(): [number, number][] {
    return [[0, this.radius]];
  }
}
