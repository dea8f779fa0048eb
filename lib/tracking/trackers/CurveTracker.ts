import { checkVector3, type VectorInput } from "../../math/index.ts";
import type { SurfaceFrame } from "../SurfaceFrame.ts";
import type { Curve } from "../surfaces/Curve.ts";
import { Tracker } from "../Tracker.ts";
import { TrackingError } from "../TrackingError.ts";
import { CurveEquations } from "./CurveEquations.ts";
import { projectOnSurface } from "./projectOnSurface.ts";

const MAX_STEPS = 40;
const MAX_HALVINGS = 12;
/** Residuals without dimension: of a solution, and of one that is as good as it gets. */
const SOLVED = 1e-10;
const ROUNDING = 1e-14;
/** A step shorter than this part of the size is the last one, convergence is quadratic. */
const LAST_STEP = 1e-8;
/** Of all starts along the curve those with the least gaps are followed up. */
const BEST = 4;

/** A place on the curve with its foot on the surface. */
interface Foot {
  gap: number;
  x: Float64Array;
}

/**
 * The nearest points of a smooth surface (first) and a curve or a point (second): Newton's iteration from the last solution.
 * An edge has ends: where its nearest point is one of them, that is followed as a point until the edge turns back. Where
 * the curve is in the material, its deepest place is meant.
 */
export class CurveTracker extends Tracker {
  private readonly first: SurfaceFrame;
  private readonly second: SurfaceFrame;
  private readonly isSwapped: boolean;
  private readonly equations: CurveEquations;
  private readonly curve: Curve;
  private readonly size: number;
  private readonly last = new Float64Array(5);
  private readonly before = new Float64Array(5);
  private readonly remainder = new Float64Array(1);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, curve: Curve) {
    super(frameA, frameB);
    this.first = isSwapped ? frameB : frameA;
    this.second = isSwapped ? frameA : frameB;
    this.isSwapped = isSwapped;
    this.curve = curve;
    this.size = Math.min(frameA.surface.size, frameB.surface.size);
    this.equations = new CurveEquations(this.first, this.second, curve, this.size);
  }

  override get name(): string {
    return "algebraic";
  }

  /** Residual of the equations of the nearest points, without dimension. */
  override get residual(): number {
    return this.equations.values[1];
  }

  override start(): void {
    const best = this.listFeet().sort((p, q) => p.gap - q.gap);
    let chosen: Foot | undefined;
    for (const foot of best.slice(0, BEST)) {
      this.equations.x.set(foot.x);
      if (!this.settle()) continue;
      const gap = this.equations.values[0];
      if (!chosen || gap < chosen.gap) chosen = { gap, x: this.equations.x.slice() };
    }
    if (!chosen) {
      throw this.describe(
        "no pair of points found that is nearest",
        "check the poses and that the gradient points outwards, or give the points with startAt",
      );
    }
    this.equations.x.set(chosen.x);
    this.equations.evaluate();
    this.finish();
  }

  override startAt(pointA: VectorInput, pointB: VectorInput): void {
    const { first, second, curve, equations } = this;
    const given = [checkVector3(this.name, "pointA", pointA), checkVector3(this.name, "pointB", pointB)];
    const [foot, place] = this.isSwapped ? [given[1], given[0]] : given;
    const own = toOwn(second, place);
    const at = new Float64Array(9);
    const distance = (s: number) => {
      curve.calcCurve(Float64Array.of(s), at);
      return Math.hypot(at[0] - own[0], at[1] - own[1], at[2] - own[2]);
    };
    const s = curve.listParameters().reduce((a, b) => (distance(b) < distance(a) ? b : a));
    equations.x.set(toOwn(first, foot), 0);
    equations.x[4] = s;
    equations.fit();
    if (!this.settle()) throw this.describeLost("the given points are outside the basin of a solution");
    this.finish();
  }

  override track(): void {
    const { equations, last } = this;
    const { x } = equations;
    for (let i = 0; i < 5; i++) last[i] = x[i];
    if (this.settle()) {
      this.finish();
      return;
    }
    for (let i = 0; i < 5; i++) x[i] = last[i];
    throw this.describeLost("lost its points");
  }

  override calcVelocities(): void {
    this.equations.solveRates();
    this.put(this.equations.rates, 9);
  }

  /** Finds the solution next to `x`, at an end of the curve or between; whether there is one. */
  private settle(): boolean {
    const { equations, curve, before } = this;
    const { x } = equations;
    const { ends } = curve;
    for (let i = 0; i < 5; i++) before[i] = x[i];
    if (!ends) {
      equations.isHeld = false;
      return this.solve() && equations.isMinimum();
    }
    if (equations.isHeld || ends[0] === ends[1]) {
      equations.isHeld = true;
      if (this.solve() && equations.isMinimum() && this.pushesOut()) return true;
      for (let i = 0; i < 5; i++) x[i] = before[i];
    }
    if (ends[0] === ends[1]) return false;
    equations.isHeld = false;
    const isFree = this.solve() && equations.isMinimum();
    if (isFree && x[4] >= ends[0] && x[4] <= ends[1]) return true;
    // Beyond an end, or no minimum between them: the end that it ran to, else the other one.
    const first = isFree ? (x[4] < ends[0] ? 0 : 1) : before[4] - ends[0] < ends[1] - before[4] ? 0 : 1;
    return this.hold(first) || this.hold(1 - first);
  }

  private hold(end: number): boolean {
    const { equations, before } = this;
    const { x } = equations;
    for (let i = 0; i < 4; i++) x[i] = before[i];
    x[4] = this.curve.ends?.[end] ?? 0;
    equations.isHeld = true;
    return this.solve() && equations.isMinimum() && this.pushesOut();
  }

  /** At an end: whether the gap grows from there inwards. */
  private pushesOut(): boolean {
    const { ends } = this.curve;
    if (!ends || ends[0] === ends[1]) return true;
    const { x, values } = this.equations;
    return x[4] === ends[0] ? values[2] >= 0 : values[2] <= 0;
  }

  /** Newton's iteration with a line search on the residual. */
  private solve(): boolean {
    const { equations, remainder } = this;
    const { x, step, values } = equations;
    equations.evaluate();
    for (let n = 0; n < MAX_STEPS; n++) {
      equations.solveNewton();
      remainder[0] = values[1];
      const length = Math.sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]) / this.size;
      if (!(length < Number.POSITIVE_INFINITY)) return false;
      let part = Math.min(1, 1 / length);
      for (let i = 0; i < 5; i++) x[i] += part * step[i];
      equations.evaluate();
      for (let k = 0; !(values[1] <= (1 - 0.01 * part) * remainder[0] || values[1] < SOLVED); k++) {
        if (k === MAX_HALVINGS) return false;
        part *= 0.5;
        for (let i = 0; i < 5; i++) x[i] -= part * step[i];
        equations.evaluate();
      }
      if (values[1] < ROUNDING || length < LAST_STEP) return values[1] < SOLVED;
    }
    return false;
  }

  /** The nearest foot of each of many places of the curve. */
  private listFeet(): Foot[] {
    const { equations, first, curve } = this;
    const { x, values } = equations;
    const samples = first.surface.listSamples();
    const out = new Float64Array(10);
    const feet: Foot[] = [];
    equations.isHeld = true;
    for (const s of curve.listParameters()) {
      x[4] = s;
      equations.calcPlace();
      const place = Float64Array.from(equations.place.subarray(0, 3));
      const away = (p: Float64Array) => Math.hypot(p[0] - place[0], p[1] - place[1], p[2] - place[2]);
      const near = [...samples].sort((p, q) => away(p) - away(q)).slice(0, 3);
      let best: Foot | undefined;
      for (const seed of [place.slice(), ...near.map((p) => p.slice())]) {
        if (!projectOnSurface(first.surface, seed, out)) continue;
        x.set(seed, 0);
        x[4] = s;
        equations.fit();
        if (!this.solve() || !equations.isMinimum()) continue;
        if (!best || Math.abs(values[0]) < Math.abs(best.gap)) best = { gap: values[0], x: x.slice() };
      }
      if (best) feet.push(best);
    }
    equations.isHeld = false;
    return feet;
  }

  private finish(): void {
    this.equations.write();
    this.put(this.equations.points, 0);
    this.result[18] = this.equations.values[0];
  }

  /** Of the surface, of the curve and of the surface's normal, in the order of A and B. */
  private put(vectors: Float64Array, place: number): void {
    const { result, isSwapped } = this;
    const one = place + (isSwapped ? 3 : 0);
    const two = place + (isSwapped ? 0 : 3);
    const sign = isSwapped ? -1 : 1;
    for (let i = 0; i < 3; i++) {
      result[one + i] = vectors[i];
      result[two + i] = vectors[3 + i];
      result[place + 6 + i] = sign * vectors[6 + i];
    }
  }

  private describe(cause: string, remedy: string): TrackingError {
    const { frameA, frameB } = this;
    return new TrackingError(
      `${this.name} tracker of ${frameA.surface.label} and ${frameB.surface.label}: ${cause}; ${remedy}`,
    );
  }

  private describeLost(cause: string): TrackingError {
    return this.describe(
      `${cause}, or they are not single (a whole line or circle is nearest, or a common centre of curvature)`,
      "take smaller steps, tilt the bodies, or call start again (in a run: give a smaller maxStep or tolerance)",
    );
  }
}

/** A point of the world in the axes of a surface. */
function toOwn({ T, r }: SurfaceFrame, p: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    [0, 1, 2],
    (i) => T[i] * (p[0] - r[0]) + T[i + 3] * (p[1] - r[1]) + T[i + 6] * (p[2] - r[2]),
  );
}
