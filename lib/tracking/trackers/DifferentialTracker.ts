import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { SmoothTracker } from "./SmoothTracker.ts";

/**
 * Carries the nearest points as states: `P_A`, `P_B` in the axes of their surfaces, λ and μ. Their rates solve one linear
 * system per evaluation; nothing is iterated. In the surfaces' own axes the rates are velocities relative to the material,
 * small where bodies roll. `project` removes what the integrator lets drift.
 */
export class DifferentialTracker extends SmoothTracker {
  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    super(frameA, frameB);
    this.states = new Float64Array(8);
    this.stateRates = new Float64Array(8);
  }

  override get name(): string {
    return "differential";
  }

  override get stateCount(): number {
    return 8;
  }

  override start(): void {
    super.start();
    this.writeStates();
  }

  override startAt(...points: Parameters<SmoothTracker["startAt"]>): void {
    super.startAt(...points);
    this.writeStates();
  }

  override track(): void {
    const { equations, states } = this;
    for (let i = 0; i < 8; i++) equations.x[i] = states[i];
    equations.evaluate();
    this.writeResult();
  }

  override calcVelocities(): void {
    super.calcVelocities();
    // Beyond a singular position the rates are smooth again, but the points are no longer nearest.
    if (!this.equations.isMinimum()) throw this.describeWrong("calcVelocities", "the distance has no minimum there");
    const { stateRates, frameA, frameB } = this;
    const { delta: u } = this.equations;
    const A = frameA.T;
    const B = frameB.T;
    for (let i = 0; i < 3; i++) {
      stateRates[i] = A[i] * u[0] + A[i + 3] * u[1] + A[i + 6] * u[2];
      stateRates[i + 3] = B[i] * u[3] + B[i + 3] * u[4] + B[i + 6] * u[5];
    }
    stateRates[6] = u[6];
    stateRates[7] = u[7];
  }

  override project(): void {
    const { equations, states } = this;
    for (let i = 0; i < 8; i++) equations.x[i] = states[i];
    this.solve("project");
    this.writeStates();
  }

  private writeStates(): void {
    const { states, equations } = this;
    for (let i = 0; i < 8; i++) states[i] = equations.x[i];
  }
}
