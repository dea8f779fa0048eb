import { callGiven, checkList, checkNumber, checkOptions, describe, ModelError } from "../../math/index.ts";
import { ChebyshevCurve, type GeneratrixFunction } from "../meridian/ChebyshevCurve.ts";
import { CurveMeridian } from "../meridian/CurveMeridian.ts";
import type { GeneratrixCurve } from "../meridian/GeneratrixCurve.ts";
import type { Meridian } from "../meridian/Meridian.ts";
import { SplineMeridian } from "../meridian/SplineMeridian.ts";
import { SOLID_OPTIONS } from "../Surface.ts";
import { type AxialPlace, AxialSurface, F, F_H, F_HH, F_HS, F_S, F_SS, H, S } from "./AxialSurface.ts";
import { checkLength } from "./checkLength.ts";
import { describeSurface } from "./describeSurface.ts";

export interface SurfaceOfRevolutionOptions extends AxialPlace {
  /**
   * Points `[x, r]` along the axis, a curve with its derivatives, or a function: the radius over x, or `[x, r]` over a
   * parameter (its derivatives are found numerically).
   */
  generatrix: readonly (readonly [x: number, r: number])[] | GeneratrixCurve | GeneratrixFunction;
  /** Where a function begins and ends. */
  from?: number;
  to?: number;
}

const OWNER = "SurfaceOfRevolution";
const PARTS = 64;
const MOST_POINTS = 100_000;
/** Steps of the golden section: as near to the largest value as its rounding allows. */
const SECTIONS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * A generatrix `r(x)` turned about `axis` (`"x"` by default): `f = (ρ² − r(x)²)/(2 r₀)` with the largest radius `r₀`. The
 * gradient on the surface is `(r/r₀) √(1 + r_x²)`: it vanishes at a pointed tip, which has no normal. Beyond its ends the
 * surface goes on with the slope and the curvature that `r²` has there.
 */
export class SurfaceOfRevolution extends AxialSurface {
  /** The ends along the axis. */
  readonly from: number;
  readonly to: number;
  /** The largest radius. */
  readonly size: number;
  private readonly meridian: Meridian;
  private readonly io = new Float64Array(4);
  /** The ends and the factor of f, in an array like all numbers that evaluations use: reading a field may allocate. */
  private readonly numbers: Float64Array;

  constructor(options: SurfaceOfRevolutionOptions) {
    checkOptions(OWNER, options, [...SOLID_OPTIONS, "axis", "generatrix", "from", "to"]);
    super(OWNER, options?.axis ?? "x", options);
    this.meridian = createMeridian(options);
    this.from = this.meridian.from;
    this.to = this.meridian.to;
    this.size = this.listMeridian(PARTS).reduce((most, [, r]) => Math.max(most, r), 0);
    if (!(this.size > 0)) throw new ModelError(`${OWNER}: the radius is zero everywhere; give a generatrix with r > 0`);
    checkLength(OWNER, "the largest radius", this.size);
    this.numbers = Float64Array.of(this.from, this.to, 0.5 / this.size);
  }

  get label(): string {
    return describeSurface(OWNER, { from: this.from, to: this.to, radius: this.size }, this.inside);
  }

  /** The radius at a place along the axis between the ends. */
  radiusAt(x: number): number {
    return this.calcRadius(checkNumber(OWNER, "x of radiusAt", x));
  }

  private calcRadius(x: number): number {
    this.io[0] = Math.min(Math.max(x, this.from), this.to);
    this.meridian.calc(this.io);
    return Math.sqrt(Math.max(this.io[1], 0));
  }

  protected override calcMeridian(work: Float64Array): void {
    const { io, numbers } = this;
    const h = work[H];
    io[0] = Math.min(Math.max(h, numbers[0]), numbers[1]);
    this.meridian.calc(io);
    const d = h - io[0];
    const k = numbers[2];
    work[F] = k * (work[S] - io[1] - d * (io[2] + 0.5 * d * io[3]));
    work[F_H] = -k * (io[2] + d * io[3]);
    work[F_S] = k;
    work[F_HH] = -k * io[3];
    work[F_HS] = work[F_SS] = 0;
  }

  /** The best of several places, made better by the golden section: good enough for a search to begin. */
  protected override findFarthest(meridian: Float64Array): boolean {
    const [along, across] = meridian;
    const value = (x: number) => along * x + across * this.calcRadius(x);
    const places = this.listMeridian(PARTS).map(([x]) => x);
    const best = places.reduce((most, x, i) => (value(x) > value(places[most]) ? i : most), 0);
    let low = places[Math.max(best - 1, 0)];
    let high = places[Math.min(best + 1, PARTS)];
    for (let i = 0; i < SECTIONS; i++) {
      const cut = GOLDEN * (high - low);
      if (value(high - cut) > value(low + cut)) high = low + cut;
      else low = high - cut;
    }
    const x = [0.5 * (low + high), places[best]].reduce((a, b) => (value(b) > value(a) ? b : a));
    meridian[0] = x;
    meridian[1] = this.calcRadius(x);
    return true;
  }

  protected override listMeridian(parts = 8): [number, number][] {
    return Array.from({ length: parts + 1 }, (_, i) => {
      const x = this.from + ((this.to - this.from) * i) / parts;
      return [x, this.calcRadius(x)];
    });
  }
}

function createMeridian(options: SurfaceOfRevolutionOptions | undefined): Meridian {
  const { generatrix, from, to } = options ?? ({} as Partial<SurfaceOfRevolutionOptions>);
  if (typeof generatrix === "function") {
    const [q0, q1] = checkRange(from, to);
    return new CurveMeridian(OWNER, new ChebyshevCurve(OWNER, generatrix, q0, q1));
  }
  if (from !== undefined || to !== undefined) {
    throw new ModelError(`${OWNER}: from and to belong to a function; points and curves say themselves where they end`);
  }
  const form = "points [[x, r], …], a function, or { from, to, calc }";
  return callGiven(OWNER, "the generatrix", () => {
    if (Array.isArray(generatrix)) {
      return new SplineMeridian(OWNER, checkList(OWNER, "the generatrix", generatrix, form, MOST_POINTS));
    }
    const curve = generatrix as GeneratrixCurve | undefined;
    if (typeof curve?.calc !== "function") {
      throw new ModelError(`${OWNER}: the generatrix is ${describe(generatrix)}; give ${form}`);
    }
    checkRange(curve.from, curve.to);
    return new CurveMeridian(OWNER, curve);
  });
}

function checkRange(from: unknown, to: unknown): [number, number] {
  const [q0, q1] = [checkNumber(OWNER, "from", from), checkNumber(OWNER, "to", to)];
  if (q1 <= q0) throw new ModelError(`${OWNER}: to ${q1} is not beyond from ${q0}; give from < to`);
  if (!Number.isFinite(q1 - q0)) throw new ModelError(`${OWNER}: from ${q0} to ${q1} is too far; give nearer ends`);
  return [q0, q1];
}
