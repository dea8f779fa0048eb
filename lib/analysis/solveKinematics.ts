import { checkMotions } from "../assembly/checkMotions.ts";
import type { Observer } from "../assembly/Observer.ts";
import { explainRows } from "../kernel/explainConflict.ts";
import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { calcRateRows, spanRows } from "../kernel/rateRows.ts";
import { checkCount, checkNumber, ModelError } from "../math/index.ts";
import type { RunStatistics } from "../trajectory/RunStore.ts";
import { Chart } from "./Chart.ts";
import { checkConflicts } from "./findConflicts.ts";
import { listRates } from "./listRates.ts";

export interface KinematicsOptions {
  /** First instant, s. Default 0. */
  from?: number;
  /** Last instant, s. */
  to: number;
  /** Number of equal steps between them; one more instants are stored. Default 100. */
  steps?: number;
}

const OWNER = "kinematics";
const MOST_STEPS = 1e6;
/** Positions that are found at most, between steps too. */
const MOST_EVALUATIONS = 2e6;
/** Largest correction of a predicted position: rad, or parts of the size of the model. */
const CORRECTION = 0.05;
const HALVINGS = 24;
/**
 * A position counts as singular if its rows are this much nearer to being dependent than at the start. Accelerations lose
 * digits there with the third power: about eight of sixteen are left. It is passed over by a part of a step.
 */
const SINGULAR = 3e-3;
const OVERSTEPS = [1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.25];

/** The states of a mechanism at several instants. */
export interface KinematicStates {
  readonly points: readonly { readonly t: number; readonly y: Float64Array }[];
  readonly statistics: RunStatistics;
  /** What stopped it on the way, if something did. */
  readonly failure?: unknown;
}

/**
 * Positions and velocities of a mechanism whose motion is given altogether, from the state in the kernel: each position by
 * Newton's method from a prediction with the accelerations of the one before. Accelerations, efforts and reactions follow
 * from them.
 */
export function solveKinematics(observer: Observer, options: KinematicsOptions): KinematicStates {
  const from = options.from ?? 0;
  const to = checkNumber(OWNER, "to", options.to);
  const steps = checkCount(OWNER, "steps", options.steps ?? 100, 1, MOST_STEPS);
  if (!(to > from)) throw new ModelError(`${OWNER}: to is ${to} s, but from is ${from} s; give a later end`);
  // Two steps of the clock at least.
  if (
    !((to - from) / steps > 2 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))) ||
    to - from === Number.POSITIVE_INFINITY
  ) {
    throw new ModelError(
      `${OWNER}: ${steps} steps from ${from} s to ${to} s are shorter or longer than the clock can tell; give fewer steps, or other times`,
    );
  }
  const { kernel } = observer;
  checkMotions(kernel, from, to);
  checkConflicts(OWNER, observer, from);
  checkDriven(kernel, from);
  const follower = new Follower(kernel, from);
  const size = (to - from) / steps;
  const points = [{ t: from, y: follower.state.slice() }];
  let failure: unknown;
  try {
    for (let k = 1; k <= steps; k++) {
      follower.follow(k === steps ? to : from + k * size);
      for (const part of OVERSTEPS) if (follower.isSingular()) follower.follow(from + (k + part) * size);
      points.push({ t: follower.t, y: follower.state.slice() });
    }
  } catch (cause) {
    failure = cause;
  }
  const { rejected, evaluations } = follower;
  const { redundancy } = kernel.rows;
  const none = Number.NaN;
  return {
    points,
    statistics: {
      method: OWNER,
      absolute: none,
      relative: none,
      steps: points.length - 1,
      rejected,
      evaluations,
      redundancy,
    },
    failure,
  };
}

/** Refuses a mechanism that can move although its drives stand. */
function checkDriven(kernel: Kernel, t: number): void {
  const { independent } = new Chart(kernel, t).rates;
  if (independent.length === 0) return;
  const list = listRates(kernel);
  const names = independent.slice(0, 6).map((i) => list[i].label);
  const count = independent.length;
  throw new ModelError(
    `${OWNER}: ${count} ${count === 1 ? "degree" : "degrees"} of freedom ${count === 1 ? "is" : "are"} not driven: ` +
      `${names.join("; ")}${count > 6 ? "; …" : ""}. Give ${count === 1 ? "it" : "them"} a motion, such as motion: (t) => [x, ẋ, ẍ]; use simulate() for a ` +
      "mechanism that moves freely; or, if it is drawn in a singular position, draw it in another one",
  );
}

/** A mechanism that follows its drives in time. */
class Follower {
  t: number;
  private readonly start: number;
  readonly state: Float64Array;
  rejected = 0;
  evaluations = 0;
  private readonly kernel: Kernel;
  private readonly rates: Float64Array;
  private readonly units: readonly number[];
  private readonly margin: number;

  constructor(kernel: Kernel, t: number) {
    this.kernel = kernel;
    this.t = t;
    this.start = t;
    this.state = new Float64Array(kernel.size);
    this.rates = new Float64Array(kernel.size);
    const length = findLength(kernel);
    this.units = listRates(kernel).map(({ unit }) => (unit === "m" ? length : 1));
    kernel.writeState(this.state);
    this.evaluate();
    this.margin = this.findMargin();
  }

  /** Whether accelerations and efforts have no value here; a little later they have. */
  isSingular(): boolean {
    return this.findMargin() < SINGULAR * this.margin;
  }

  /** How far the rows are from losing their rank; zero if they have lost it. */
  private findMargin(): number {
    const { kernel, t, state } = this;
    kernel.readState(state);
    const space = spanRows(kernel, calcRateRows(kernel, t));
    return space.rank < kernel.rateCount ? 0 : space.margin;
  }

  private evaluate(): void {
    this.kernel.calcDerivative(this.t, this.state, this.rates);
    this.evaluations++;
  }

  /** Goes on to the time `to`, by several steps where it turns fast. */
  follow(to: number): void {
    let step = to - this.t;
    for (let halvings = 0; this.t < to; ) {
      const next = step >= to - this.t ? to : this.t + step;
      if (this.evaluations > MOST_EVALUATIONS) {
        throw new ModelError(
          `it took ${MOST_EVALUATIONS} positions up to t = ${this.t} s, as the drives are fast for so long a time; give a shorter one`,
        );
      }
      if (this.tryStep(next)) {
        this.t = next;
        this.kernel.writeState(this.state);
        this.evaluate();
        continue;
      }
      this.rejected++;
      step = (next - this.t) / 2;
      if (++halvings > HALVINGS) throw this.locked(next);
    }
  }

  private tryStep(to: number): boolean {
    const { kernel, state, rates, units } = this;
    const { coordinateCount: m, rateCount: n } = kernel;
    const h = to - this.t;
    kernel.readState(state);
    const way = Float64Array.from({ length: n }, (_, i) => h * state[m + i] + 0.5 * h * h * rates[m + i]);
    for (let i = 0; i < n; i++) kernel.s[i] += h * rates[m + i];
    if (way.some((x, i) => !(Math.abs(x) <= units[i]))) return false;
    for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, way);
    const none = new Float64Array(kernel.size);
    const chart = new Chart(kernel, to);
    if (!chart.place(none, none, none)) return false;
    return chart.shift.every((x, i) => Math.abs(x) <= CORRECTION * units[i]);
  }

  private locked(t: number): ModelError {
    const { kernel } = this;
    const { constraints } = kernel.rows;
    const loops = constraints.map(({ label }) => label).slice(0, 4);
    kernel.readState(this.state);
    return new ModelError(
      `the mechanism locks at t = ${Number(t.toPrecision(8))} s: ${loops.join(", ")} cannot be kept beyond. ` +
        explainRows(kernel, constraints, this.start, this.t),
    );
  }
}
