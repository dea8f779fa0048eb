import {
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  describe,
  ModelError,
  SHARED,
} from "../math/index.ts";
import { Inertia } from "../rigidbody/index.ts";
import { type GeneratrixCurve, SurfaceOfRevolution } from "../tracking/index.ts";
import { checkLength } from "../tracking/surfaces/checkLength.ts";
import { findOverlap } from "./findOverlap.ts";
import { RollerGeneratrix } from "./RollerGeneratrix.ts";

export interface RollerGeometryOptions {
  /** `R`: radius of the wheel, from its centre to the floor, m. */
  radius: number;
  /** `n`: how many rollers there are on the rim, 3 to 1000. */
  rollers: number;
  /** `ψ`: turn of the rollers' axes out of the plane of the wheel, rad; a negative one is the other hand. Default: 0. */
  psi?: number;
  /** `R1`: from the centre of the wheel to the centres of the rollers, m. Default: `0.95 R cos(π/n + lap)`. */
  rollerDistance?: number;
  /**
   * How far a roller reaches beyond its share of the rim at both ends, as an angle of the wheel, rad. Where two of them lie
   * on the floor the one carries that came first; so a wheel that stands between two rollers does not change them for ever.
   * Default: 0.
   */
  lap?: number;
  /** 1: all rollers in one plane. 2: every other one in a second plane beside it, as real wheels have it. Default: 1. */
  rows?: 1 | 2;
  /** Between the two planes, m. Default: the diameter of a roller. */
  rowDistance?: number;
}

export const GEOMETRY_OPTIONS = ["radius", "rollers", "psi", "rollerDistance", "lap", "rows", "rowDistance"] as const;

/** Part of the largest distance of the rollers that is taken where none is given: it leaves a finite tip. */
const DEFAULT_PART = 0.95;

/** How far beyond the used part the surface goes on, as a part of the way to the pointed tip. */
const BEYOND = 0.9;

/**
 * The shape of the rollers of an omni wheel, for any radius, number and inclination: each is as long as its share of the
 * rim asks for, and while the wheel stands upright its lowest point is at the height of the floor at every angle.
 */
export class RollerGeometry {
  readonly radius: number;
  readonly count: number;
  readonly psi: number;
  readonly rollerDistance: number;
  readonly lap: number;
  readonly rows: 1 | 2;
  readonly rowDistance: number;

  constructor(options: RollerGeometryOptions) {
    const owner = "RollerGeometry";
    checkOptions(owner, options, GEOMETRY_OPTIONS);
    this.radius = checkLength(owner, "radius", options?.radius);
    this.count = checkRollers(owner, options.rollers);
    this.psi = checkPsi(owner, options.psi ?? 0);
    this.lap = this.checkLap(owner, options.lap ?? 0);
    this.rollerDistance = this.checkDistance(owner, options.rollerDistance);
    this.rows = checkRows(owner, options.rows ?? 1, this.count);
    this.rowDistance = this.rows === 1 ? 0 : checkLength(owner, "rowDistance", options.rowDistance ?? 2 * this.width);
  }

  /** `α = π/n`: half the angle that a roller takes of the rim. */
  get alpha(): number {
    return Math.PI / this.count;
  }

  /** `α + lap`: how far the wheel can turn from the middle of a roller to its end. */
  get end(): number {
    return this.alpha + this.lap;
  }

  /** The largest radius of a roller, in its middle, m. */
  get width(): number {
    return this.radius - this.rollerDistance;
  }

  /** Length of the used part, `L = 2[R cosψ sin q + R1 tan q sin²ψ/cosψ]` at its end `q = α + lap`, m. */
  get length(): number {
    return -2 * this.calcPoint(this.end)[0];
  }

  /** Radius of a roller at its ends, m: zero if the rollers are pointed (`R1 = R cos(α + lap)`). */
  get tipRadius(): number {
    return Math.max(0, this.calcPoint(this.end)[1]);
  }

  /** m³ */
  get volume(): number {
    return this.createInertia(1).mass;
  }

  /** Mass and inertia of a solid roller of this density (kg/m³), about its centre; its axis is x. */
  createInertia(density: number): Inertia {
    const surface = this.createSurface();
    const to = this.length / 2;
    return Inertia.revolution({ density, generatrix: (x) => surface.radiusAt(x), from: -to, to });
  }

  /** Place along the axis and radius where the roller touches when the wheel has turned by `q` from its middle. */
  calcPoint(q: number): [x: number, r: number] {
    checkNumber("RollerGeometry.calcPoint", "q", q);
    const out = new Float64Array(6);
    this.createGeneratrix(q, q).calc(Float64Array.of(q), out);
    return [out[0], out[1]];
  }

  /** The generatrix over `q`, by default of the used part. */
  createGeneratrix(from = -this.end, to = this.end): GeneratrixCurve {
    const owner = "RollerGeometry.createGeneratrix";
    return new RollerGeneratrix(this, checkNumber(owner, "from", from), checkNumber(owner, "to", to));
  }

  /**
   * The surface of a roller in its own axes, x along its axis. It goes on beyond the used part by the same formulas, so
   * that a step which passes the hand-over meets nothing that is not smooth.
   */
  createSurface(): SurfaceOfRevolution {
    const { end } = this;
    const reach = end + BEYOND * Math.max(0, Math.acos(this.rollerDistance / this.radius) - end);
    return new SurfaceOfRevolution({ generatrix: this.createGeneratrix(-reach, reach) });
  }

  /** How deep neighbours of one row reach into each other, m; zero if they do not. */
  get overlap(): number {
    return findOverlap(this);
  }

  private checkDistance(owner: string, given: number | undefined): number {
    const limit = this.radius * Math.cos(this.end);
    const distance = checkPositive(owner, "rollerDistance", given ?? DEFAULT_PART * limit);
    // As computed by the user, the limit itself may be off by rounding.
    if (distance <= limit * (1 + 1e-12)) return Math.min(distance, limit);
    throw new ModelError(
      `${owner}: rollerDistance is ${distance}, but rollers that far out leave gaps on the rim; ` +
        `give at most R cos(π/n${this.lap > 0 ? " + lap" : ""}) = ${limit}`,
    );
  }

  private checkLap(owner: string, value: unknown): number {
    const lap = checkNotNegative(owner, "lap", value);
    if (lap < Math.min(this.alpha, Math.PI / 2 - this.alpha)) return lap;
    throw new ModelError(
      `${owner}: lap is ${lap} rad, but a roller of ${this.count} takes ${Number((2 * this.alpha).toPrecision(4))} rad of the rim; ` +
        "give a small angle such as 0.01",
    );
  }

  get [SHARED](): true {
    return true;
  }
}

/** Each of them is a body with a bearing and a contact. */
const MOST_ROLLERS = 1000;

function checkRollers(owner: string, value: unknown): number {
  const count = checkNumber(owner, "rollers", value);
  if (Number.isInteger(count) && count >= 3 && count <= MOST_ROLLERS) return count;
  const nearest = Math.min(MOST_ROLLERS, Math.max(3, Math.round(count)));
  throw new ModelError(
    `${owner}: rollers is ${count}; a wheel closes its rim with a whole number from 3 to ${MOST_ROLLERS}: give ${nearest}`,
  );
}

function checkPsi(owner: string, value: unknown): number {
  const psi = checkNumber(owner, "psi", value);
  if (Math.abs(psi) < Math.PI / 2) return psi;
  const limit = (Math.sign(psi) * Math.PI) / 2;
  const hint =
    Math.abs(psi) < 90 && Math.abs(psi) > 2
      ? `; ${psi}° would be ${Number(((psi * Math.PI) / 180).toPrecision(6))}`
      : "";
  throw new ModelError(
    `${owner}: psi is ${psi} rad, but at 90° and beyond rollers along the axle do not reach the floor; ` +
      `give one nearer to zero than ${limit.toFixed(4)} (radians${hint})`,
  );
}

function checkRows(owner: string, rows: unknown, count: number): 1 | 2 {
  if (rows === 1) return rows;
  if (rows !== 2) throw new ModelError(`${owner}: rows is ${describe(rows)}; give 1 or 2`);
  if (count % 2 === 0) return rows;
  throw new ModelError(
    `${owner}: ${count} rollers do not alternate between two rows; give an even number such as ${count + 1}`,
  );
}
