import { checkVector3, type VectorInput } from "../../math/index.ts";
import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { Tracker } from "../Tracker.ts";
import { TrackingError } from "../TrackingError.ts";
import { NearestPointEquations } from "./NearestPointEquations.ts";
import { CONVERGED, NewtonIteration, SINGULAR } from "./NewtonIteration.ts";
import { StartSearch } from "./StartSearch.ts";

/** What trackers of any two smooth surfaces share: the search from nothing, the results, the velocities, the checks. */
export abstract class SmoothTracker extends Tracker {
  /** @hidden */
  protected readonly equations: NearestPointEquations;
  /** @hidden */
  protected readonly newton: NewtonIteration;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    super(frameA, frameB);
    this.equations = new NearestPointEquations(frameA, frameB);
    this.newton = new NewtonIteration(this.equations);
  }

  /**
   * While the surfaces touch and something else keeps them so: one point instead of two. It lies on A where the normals
   * are opposite (`μ = 0` replaces `g_B = 0` in the equations); `gap` is then its distance to B, to first order.
   */
  get inContact(): boolean {
    return this.equations.isContact;
  }

  set inContact(value: boolean) {
    this.equations.isContact = value;
    if (value) this.equations.x[7] = 0;
  }

  /** Residual of the equations of the nearest points without dimension: lengths by the smaller size, gradients by their own. */
  override get residual(): number {
    return this.equations.residual[0];
  }

  override start(): void {
    const { equations } = this;
    const { isContact } = equations;
    // The search weighs gaps, so it looks for two points; in contact they then become one.
    equations.isContact = false;
    const search = new StartSearch(this.newton);
    const isFound = search.run();
    equations.isContact = isContact;
    if (!isFound) throw search.wasSingular ? this.describeSingular("start") : this.describeNoStart();
    if (isContact) this.solve("start");
    else this.finish("start");
  }

  override startAt(pointA: VectorInput, pointB: VectorInput): void {
    const { x } = this.equations;
    for (const [frame, point, offset] of [
      [this.frameA, checkVector3(this.label, "pointA", pointA), 0],
      [this.frameB, checkVector3(this.label, "pointB", pointB), 3],
    ] as const) {
      const { T, r } = frame;
      for (let i = 0; i < 3; i++) {
        x[offset + i] = T[i] * (point[0] - r[0]) + T[i + 3] * (point[1] - r[1]) + T[i + 6] * (point[2] - r[2]);
      }
    }
    this.equations.evaluate();
    this.equations.fitMultipliers();
    this.solve("start");
  }

  override calcVelocities(): void {
    const { equations, result } = this;
    const { delta: u, at, hessians: H } = equations;
    equations.solveRates();
    if (equations.isSingular()) throw this.describeSingular("calcVelocities");
    const { v: vA, w: wA } = this.frameA;
    const { v: vB, w: wB } = this.frameB;
    result[9] = vA[0] + wA[1] * at[8] - wA[2] * at[7] + u[0];
    result[10] = vA[1] + wA[2] * at[6] - wA[0] * at[8] + u[1];
    result[11] = vA[2] + wA[0] * at[7] - wA[1] * at[6] + u[2];
    result[12] = vB[0] + wB[1] * at[11] - wB[2] * at[10] + u[3];
    result[13] = vB[1] + wB[2] * at[9] - wB[0] * at[11] + u[4];
    result[14] = vB[2] + wB[0] * at[10] - wB[1] * at[9] + u[5];
    // ṅ = (1 − n n*)([ω_A, a] + H_A u_A)/|a|.
    const n0 = result[6];
    const n1 = result[7];
    const n2 = result[8];
    const k0 = wA[1] * at[2] - wA[2] * at[1] + H[0] * u[0] + H[3] * u[1] + H[4] * u[2];
    const k1 = wA[2] * at[0] - wA[0] * at[2] + H[3] * u[0] + H[1] * u[1] + H[5] * u[2];
    const k2 = wA[0] * at[1] - wA[1] * at[0] + H[4] * u[0] + H[5] * u[1] + H[2] * u[2];
    const along = n0 * k0 + n1 * k1 + n2 * k2;
    const scale = 1 / Math.sqrt(at[17]);
    result[15] = scale * (k0 - along * n0);
    result[16] = scale * (k1 - along * n1);
    result[17] = scale * (k2 - along * n2);
  }

  /** Newton from the unknowns in the equations, every check, and the results. */
  protected solve(task: string): void {
    const end = this.newton.run();
    if (end === SINGULAR) throw this.describeSingular(task);
    if (end !== CONVERGED) throw this.describeStuck(task);
    this.finish(task);
  }

  /** A solution has to face, to be a minimum, and to have a normal; then it becomes the result. */
  protected finish(task: string): void {
    const { equations } = this;
    if (!(equations.x[6] < 0)) throw this.describeWrong(task, "the normals there do not face each other");
    if (!equations.isMinimum()) throw this.describeWrong(task, "the distance has no minimum there");
    this.writeResult();
  }

  /** Points, normal and gap from the evaluated equations. */
  protected writeResult(): void {
    const { result, frameA, frameB } = this;
    const { at, residual, hessians: H, size } = this.equations;
    const lengthA = Math.sqrt(at[17]);
    // A gradient that vanishes within a millionth of the size belongs to an edge or a tip.
    const bendA = (Math.abs(H[0]) + Math.abs(H[1]) + Math.abs(H[2])) * size;
    const bendB = (Math.abs(H[6]) + Math.abs(H[7]) + Math.abs(H[8])) * size;
    if (!(lengthA > 1e-6 * bendA && Math.sqrt(at[18]) > 1e-6 * bendB)) throw this.describeNoGradient();
    const scale = 1 / lengthA;
    for (let i = 0; i < 3; i++) {
      result[i] = frameA.r[i] + at[6 + i];
      result[3 + i] = frameB.r[i] + at[9 + i];
      result[6 + i] = at[i] * scale;
    }
    result[18] = residual[1];
  }

  /** How messages begin. */
  protected get label(): string {
    return `${this.name} tracker of ${this.frameA.surface.label} and ${this.frameB.surface.label}`;
  }

  /** Where the points are, in the surfaces' axes. */
  private get place(): string {
    const { x, size } = this.equations;
    const round = (value: number) => (Math.abs(value) < 1e-12 * size ? 0 : Number(value.toPrecision(6)));
    const write = (from: number) => `[${Array.from(x.subarray(from, from + 3), round).join(", ")}]`;
    return `at ${write(0)} of A and ${write(3)} of B (axes of the surfaces)`;
  }

  private describeNoStart(): TrackingError {
    return new TrackingError(
      `${this.label}: no pair of points found that face each other and are nearest; check the poses and that both gradients point outwards, or give the points with startAt`,
    );
  }

  private describeSingular(task: string): TrackingError {
    return new TrackingError(
      `${this.label}: ${task}: the nearest points are not single ${this.place}: the curvatures cancel (flat on flat, a line of contact, or a common centre of curvature); tilt the bodies or use surfaces of other curvature`,
    );
  }

  private describeStuck(task: string): TrackingError {
    const { at, residual } = this.equations;
    if (!(at[17] > 0 && at[18] > 0)) return this.describeNoGradient();
    const lost = task === "start" ? "the given points are outside the basin of a solution" : "lost its points";
    return new TrackingError(
      `${this.label}: ${task}: ${lost} ${this.place}, residual ${residual[0].toPrecision(3)}; ${getRemedy(task)}`,
    );
  }

  protected describeWrong(task: string, reason: string): TrackingError {
    return new TrackingError(
      `${this.label}: ${task}: ended on another branch ${this.place}: ${reason}; ${getRemedy(task)}`,
    );
  }

  private describeNoGradient(): TrackingError {
    return new TrackingError(
      `${this.label}: a surface has no normal ${this.place}: its gradient is zero or not finite (an edge or a tip); keep the points on the smooth part or use a surface that is smooth there`,
    );
  }
}

function getRemedy(task: string): string {
  return task === "start"
    ? "give points nearer to the pair that is meant, or none, and call start again"
    : "take smaller steps or call start again (in a run: give a smaller maxStep or tolerance, or another tracker)";
}
