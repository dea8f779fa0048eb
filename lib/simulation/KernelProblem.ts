import { OPEN } from "../assembly/refuseOpen.ts";
import type { OdeProblem } from "../integrators/index.ts";
import { explainConflict } from "../kernel/explainConflict.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { ModelError } from "../math/index.ts";
import { hasFixedSteps } from "./MethodChoice.ts";
import type { RunSettings } from "./SimulateOptions.ts";

/** Position error of rows, m or rad, that one projection after a step aims at, and Newton steps it may take. */
const PROJECTION_GOAL = 1e-14;
const PROJECTION_STEPS = 4;
/**
 * A state is left as it is where it meets rows of positions to rounding (m, rad, m/s, rad/s), and rows of velocities alone, such
 * as those of a contact that rolls or sticks, to this part of the absolute tolerance, and m/s. The last do not add up: a
 * state that misses more is brought back.
 */
const ON_ROWS = PROJECTION_GOAL;
const ROLLING = 1e-2;
const MOST_ROLLING = 1e-9;
/** What may slip unnoticed in one step, m or rad, as part of the absolute tolerance: over hundreds of long steps it is nothing. */
const CREEP = 2e-7;
/**
 * A velocity error above this (m/s or rad/s, and times the fastest rate) is a contradiction. Near singular positions, where
 * rows are dropped, errors of 3e-5 may pass, and those of a step.
 */
const SLIP = 1e-4;

/** The motion of a model as integrators see it: explicit, multipliers eliminated by the kernel, states brought onto its rows. */
export class KernelProblem implements OdeProblem {
  readonly kernel: Kernel;
  readonly size: number;
  readonly rates: Int32Array;
  /** Whether a state was met that contradicts the rows, or cannot be brought onto them. */
  isBroken = false;
  /** Up to here all states were on the rows. */
  validUntil: number;
  /** Who looks at the model at every evaluation. */
  watch: { noteStage(t: number): void } | undefined;

  private readonly settings: RunSettings;
  private readonly slip: number;
  /** What a rolling contact may slip unnoticed, m/s. */
  private readonly rolling: number;
  /** Called before each evaluation; throws where the run is to stop. */
  private readonly check: (() => void) | undefined;

  constructor(kernel: Kernel, settings: RunSettings, check?: () => void) {
    const { method, absolute, relative, from } = settings;
    this.kernel = kernel;
    this.settings = settings;
    this.check = check;
    this.size = kernel.size;
    this.rates = findRates(kernel);
    this.validUntil = from;
    this.rolling = hasFixedSteps(method) ? ON_ROWS : Math.max(ON_ROWS, Math.min(MOST_ROLLING, ROLLING * absolute));
    this.slip = hasFixedSteps(method) ? 100 * SLIP : Math.max(SLIP, 100 * absolute, 100 * relative);
  }

  calcDerivative(t: number, y: Float64Array, out: Float64Array): void {
    this.stopIfAsked();
    this.kernel.calcDerivative(t, y, out);
    this.watch?.noteStage(t);
  }

  /** The absolute tolerance of the run. */
  get absolute(): number {
    return this.settings.absolute;
  }

  /** The longest step that is allowed. */
  get maxStep(): number {
    return this.settings.maxStep;
  }

  get isRough(): boolean {
    return this.kernel.contacts.some(({ mode }) => mode === "slip");
  }

  /** Slip that is none keeps its direction while velocities are changed a little. */
  beginProbe(t: number, y: Float64Array): void {
    const { kernel } = this;
    if (!this.isRough) return;
    kernel.solveAt(t, y);
    for (const { direction } of kernel.contacts) direction.freeze(true);
  }

  endProbe(): void {
    for (const { direction } of this.kernel.contacts) direction.freeze(false);
  }

  /** Before each evaluation. */
  stopIfAsked(): void {
    if (this.check) this.check();
  }

  calcErrorScale(y: Float64Array, out: Float64Array): void {
    const { absolute, relative } = this.settings;
    this.kernel.calcErrorScale(absolute, relative, y, out);
  }

  /** After a step: a state that is on the rows stays as it is, and so do the accelerations that were found there. */
  project(t: number, y: Float64Array): boolean {
    const { kernel } = this;
    if (!kernel.canDrift) return false;
    const rolling = Math.max(ON_ROWS, Math.min(this.rolling, (CREEP * this.settings.absolute) / (t - this.validUntil)));
    if (!kernel.hasDrift && kernel.isOnRows(t, y, ON_ROWS, rolling)) return false;
    this.bringOntoRows(t, y);
    return true;
  }

  /** Whatever is left of the errors of the rows at a state is taken away. */
  bringOntoRows(t: number, y: Float64Array): void {
    const { kernel } = this;
    if (!kernel.canDrift) return;
    kernel.readState(y);
    this.isBroken = true;
    const error = kernel.project(t, PROJECTION_STEPS, PROJECTION_GOAL);
    this.isBroken = false;
    kernel.writeState(y);
    this.checkRows(error);
  }

  /** Refuses rows that the state in the kernel does not meet; `error` is that of the positions. */
  checkRows(error: number): void {
    const { kernel, settings, validUntil } = this;
    const limit = this.slip * kernel.s.reduce((max, rate) => Math.max(max, Math.abs(rate)), 1);
    const slips = kernel.rows.findVelocityError() > limit;
    if (error <= OPEN && !slips) return;
    this.isBroken = true;
    throw new ModelError(explainConflict(kernel, slips ? limit : OPEN, slips, settings.from, validUntil));
  }
}

/** For each coordinate that is a rate integrated the place of that rate; -1 for everything else. */
function findRates(kernel: Kernel): Int32Array {
  const rates = new Int32Array(kernel.size).fill(-1);
  for (const { coordinate, coordinateCount, rate, rateCount } of kernel.links) {
    // A free body has a position before its quaternion; a ball joint has a quaternion alone.
    const plain = coordinateCount === 7 ? 3 : coordinateCount === 1 && rateCount === 1 ? 1 : 0;
    for (let i = 0; i < plain; i++) rates[coordinate + i] = kernel.coordinateCount + rate + i;
  }
  return rates;
}
