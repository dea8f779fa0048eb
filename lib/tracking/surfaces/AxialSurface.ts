import type { AxisName } from "../../rigidbody/index.ts";
import { alongAxis } from "../../rigidbody/solids.ts";
import { negate, type SolidPlace, Surface } from "../Surface.ts";

/** A surface of revolution's place and axis. */
export interface AxialPlace extends SolidPlace {
  axis?: AxisName;
}

/** Places of the numbers that `calcMeridian` reads and writes. */
export const H = 0;
export const S = 1;
export const F = 2;
export const F_H = 3;
export const F_S = 4;
export const F_HH = 5;
export const F_HS = 6;
export const F_SS = 7;

const SECTORS = 8;

/**
 * A surface of revolution: `f = F(h, s)` with `h` along the axis and `s = ρ²`, the square of the distance from it. With
 * u, v across the axis: `f_u = 2u F_s`, `f_uu = 2F_s + 4u² F_ss`, `f_uv = 4uv F_ss`, `f_hu = 2u F_hs`.
 */
export abstract class AxialSurface extends Surface {
  readonly axis: AxisName;
  private readonly h: number;
  private readonly u: number;
  private readonly v: number;
  private readonly work = new Float64Array(8);

  constructor(owner: string, axis: AxisName, place: SolidPlace) {
    super(place);
    this.axis = axis;
    this.h = alongAxis(owner, axis, 1, 0).indexOf(1);
    this.u = (this.h + 1) % 3;
    this.v = (this.h + 2) % 3;
  }

  override calc(point: Float64Array, out: Float64Array): void {
    const { h, u, v, work } = this;
    const pu = point[u];
    const pv = point[v];
    work[H] = point[h];
    work[S] = pu * pu + pv * pv;
    this.calcMeridian(work);
    const twice = 2 * work[F_S];
    const four = 4 * work[F_SS];
    const mixed = 2 * work[F_HS];
    out[0] = work[F];
    out[1 + h] = work[F_H];
    out[1 + u] = pu * twice;
    out[1 + v] = pv * twice;
    out[4 + h] = work[F_HH];
    out[4 + u] = twice + four * pu * pu;
    out[4 + v] = twice + four * pv * pv;
    // The entries xy, xz, yz are in the places 7, 8, 9: six and the sum of the two coordinates.
    out[6 + h + u] = mixed * pu;
    out[6 + h + v] = mixed * pv;
    out[6 + u + v] = four * pu * pv;
    if (this.inside) negate(out);
  }

  /** Reads `h` and `s`, writes F and its derivatives by them. */
  protected abstract calcMeridian(work: Float64Array): void;

  /** Writes `[h, ρ]` of the farthest point in the direction `[d_h, d_ρ]`, `d_ρ ≥ 0`, over it; false if there is none. */
  protected abstract findFarthest(meridian: Float64Array): boolean;

  /** Points `[h, ρ]` along the generatrix. */
  protected abstract listMeridian(): readonly (readonly [h: number, rho: number])[];

  override findSupport(direction: Float64Array, out: Float64Array): boolean {
    if (this.inside) return false;
    const { h, u, v } = this;
    const across = Math.hypot(direction[u], direction[v]);
    const length = Math.hypot(across, direction[h]);
    const meridian = Float64Array.of(direction[h] / length, across / length);
    if (!this.findFarthest(meridian)) return false;
    out[h] = meridian[0];
    out[u] = across > 0 ? (meridian[1] * direction[u]) / across : meridian[1];
    out[v] = across > 0 ? (meridian[1] * direction[v]) / across : 0;
    return true;
  }

  override listSamples(): Float64Array[] {
    const samples: Float64Array[] = [];
    for (const [along, rho] of this.listMeridian()) {
      for (let i = 0; i < (rho > 0 ? SECTORS : 1); i++) {
        const angle = (2 * Math.PI * i) / SECTORS;
        const point = new Float64Array(3);
        point[this.h] = along;
        point[this.u] = rho * Math.cos(angle);
        point[this.v] = rho * Math.sin(angle);
        samples.push(point);
      }
    }
    return samples;
  }
}
