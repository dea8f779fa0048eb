import { followsSlip, type SlipFollower } from "../constraints/capabilities/FollowsSlip.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import { SlipPath, type SlipPoint, type SlipResponses } from "../contact/SlipPath.ts";
import { SlipResponse } from "../contact/SlipResponse.ts";
import type { KernelProblem } from "./KernelProblem.ts";

/** How fast slip is, in parts of what counts as rest, when a path has gone beyond its end: the event is found before. */
const BEYOND = 2;
/** What part of the difference of two paths is the error of the better one. */
const BETTER = 0.2;
/** Steps of a path that tells what is to come, and of the one that counts, in parts of the fastest change. */
const [COARSE, FINE] = [0.6, 0.25];
/** Where friction has turned by so much (rad) there is a point, at a tolerance of 1e-5, and less at finer ones. */
const TURN = 0.4;
const LEAST_TURN = 0.1;
/** The finest absolute tolerance at which paths are taken: they are known to about a millionth of what they change. */
const FINEST = 1e-7;
/** Steps shorter than this part of the time on the clock are none. */
const LEAST_LAPSE = 1e-14;
/** A path is tried so often, each time over a part of its time that the error tells, within these limits. */
const TRIES = 3;
const SAFETY = 0.8;
const ORDER = 3;
const [SHRINK, STRETCH] = [0.1, 4];

/** A state on a path, and the normal force there. */
interface SlipState {
  readonly t: number;
  readonly y: Float64Array;
  readonly force: number;
}

/**
 * Steps of a contact that slips on its way to rest while everything else moves slowly, as a light roller does after a
 * hand-over. Along a `SlipPath` all rates follow from the impulses of friction by the response of the model, which is found at
 * the start and in the middle and changes in proportion to time: an evaluation or two instead of many short steps. What the
 * response in the middle alone would give tells the error, and that how far one path may go.
 */
export class SlipSteps implements SlipFollower {
  private readonly problem: KernelProblem;
  private readonly first: SlipResponse;
  private readonly middle: SlipResponse;
  private readonly y: Float64Array;
  private readonly work: Float64Array;
  private readonly way: Float64Array;
  private readonly half: Float64Array;
  private readonly derivative: Float64Array;
  /** The same in the middle of the path. */
  private readonly laterDerivative: Float64Array;
  private readonly scale: Float64Array;
  /** States that are to come, the next one last, and the normal force that is expected where the present one is. */
  private states: SlipState[] = [];
  private expected = Number.NaN;
  /** Whether slip since the last event can be followed in this way, and how far the next path may go, s. */
  private isOpen = false;
  private horizon = Number.POSITIVE_INFINITY;
  /** How far the first path after an event went last time, s. */
  private firstHorizon = Number.POSITIVE_INFINITY;
  private isFirst = true;
  private readonly turn: number;

  constructor(problem: KernelProblem) {
    const { kernel, size } = problem;
    this.problem = problem;
    this.first = new SlipResponse(kernel.rateCount);
    this.middle = new SlipResponse(kernel.rateCount);
    this.y = new Float64Array(size);
    this.work = new Float64Array(size);
    this.way = new Float64Array(kernel.rateCount);
    this.half = new Float64Array(kernel.coordinateCount);
    this.derivative = new Float64Array(size);
    this.laterDerivative = new Float64Array(size);
    this.scale = new Float64Array(size);
    this.turn = Math.max(LEAST_TURN, Math.min(TURN, TURN * (problem.absolute / 1e-5) ** 0.25));
  }

  /** After an event: another path may begin. */
  open(): void {
    this.states.length = 0;
    this.isOpen = this.problem.absolute >= FINEST;
    this.horizon = this.firstHorizon;
    this.isFirst = true;
  }

  /** The end of the next step from (t, y), before `until`; nothing where there is no such path. */
  next(t: number, y: Float64Array, dydt: Float64Array, until: number): SlipState | undefined {
    if (!this.isOpen) return undefined;
    if (this.states.length > 0 && !(this.states[0].t < until && this.isOnPath(t, y))) this.states.length = 0;
    if (this.states.length === 0) this.plan(t, y, dydt, until);
    // Where there is no path all is measured again where the run is.
    if (this.states.length === 0) this.problem.kernel.solveAt(t, y);
    this.isOpen = this.states.length > 0;
    let next = this.states.pop();
    // The clock cannot tell points that are too near.
    while (next && !(next.t - t > LEAST_LAPSE * Math.abs(t))) next = this.states.pop();
    this.expected = next?.force ?? Number.NaN;
    return next;
  }

  /**
   * Whether the normal force is as the path expects it, so far that the next state is exact. Where feet share their load in no
   * unique way, three directions do not tell quite all.
   */
  private isOnPath(t: number, y: Float64Array): boolean {
    const { kernel } = this.problem;
    kernel.solveAt(t, y);
    const contact = this.findContact();
    if (!contact) return false;
    const miss = Math.abs(contact.normalForce / this.expected - 1);
    return miss * this.findDistance(y, this.states[this.states.length - 1].y) <= 1;
  }

  /** The largest difference of two states, as part of what is tolerable. */
  private findDistance(a: Float64Array, b: Float64Array): number {
    const { problem, scale } = this;
    problem.calcErrorScale(b, scale);
    let largest = 0;
    for (let i = 0; i < scale.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]) / scale[i]);
    return largest;
  }

  /** The only contact that slips, if that may be followed, friction is the same in all directions and comes with a reaction. */
  private findContact(): Unilateral | undefined {
    const slipping = this.problem.kernel.contacts.filter(({ isOn, mode }) => isOn && mode === "slip");
    const [contact] = slipping;
    if (slipping.length !== 1 || !followsSlip(contact)) return undefined;
    if (!contact.canLead || !contact.hasNormalRow || contact.isRevised) return undefined;
    const [a, b] = contact.friction.limits;
    return a === b && contact.slipSpeed > contact.direction.restSpeed ? contact : undefined;
  }

  private plan(t: number, y: Float64Array, dydt: Float64Array, until: number): void {
    const { kernel } = this.problem;
    kernel.solveAt(t, y);
    const contact = this.findContact();
    if (!contact) return;
    const { slip, slipSpeed: speed } = contact;
    const angle = Math.atan2(slip[1], slip[0]);
    const beyond = BEYOND * contact.direction.restSpeed;
    this.y.set(y);
    this.derivative.set(dydt);
    const { first, middle } = this;
    if (!first.find(kernel, t, contact, angle)) return;
    for (let n = 0; n < TRIES; n++) {
      this.problem.stopIfAsked();
      const horizon = Math.min(this.horizon, this.problem.maxStep, 0.999 * (until - t));
      const follow = (responses: SlipResponses, end: number, step: number) =>
        new SlipPath(responses, speed, angle, end, beyond, { step, turn: this.turn });
      const start = { first, later: first, lapse: 1 };
      const rough = follow(start, horizon, COARSE);
      // Ordinary steps follow a straight line as well.
      if (!rough.isSound || rough.isStraight) return;
      const lapse = 0.5 * rough.points[rough.points.length - 1].t;
      const half = follow(start, lapse, COARSE);
      if (!half.isSound) return;
      this.move(start, half.points[half.points.length - 1], this.work);
      kernel.calcDerivative(t + lapse, this.work, this.laterDerivative);
      if (!middle.find(kernel, t + lapse, contact, angle)) return;
      const plain = { first: middle, later: middle, lapse: 1 };
      const linear = { first, later: middle, lapse };
      const [fair, good] = [follow(plain, horizon, COARSE), follow(linear, horizon, FINE)];
      if (!fair.isSound || !good.isSound) return;
      this.states = good.points.map((point) => {
        const state = new Float64Array(y.length);
        this.move(linear, point, state);
        return { t: t + point.t, y: state, force: point.force };
      });
      this.states.reverse();
      this.move(plain, fair.points[fair.points.length - 1], this.work);
      const distance = this.findDistance(this.work, this.states[0].y);
      const error = Math.max(BETTER * distance, this.findTwist());
      if (!Number.isFinite(error)) {
        this.states.length = 0;
        return;
      }
      const end = good.points[good.points.length - 1].t;
      this.horizon = end * Math.min(STRETCH, Math.max(SHRINK, SAFETY * error ** (-1 / ORDER)));
      if (error <= 1) {
        if (this.isFirst) this.firstHorizon = this.horizon;
        this.isFirst = false;
        return;
      }
      this.states.length = 0;
    }
  }

  /** What the rule of the middle misses of the turns of free bodies and balls, by the last move, as part of what is tolerable. */
  private findTwist(): number {
    const { way, scale, problem } = this;
    let largest = 0;
    for (const { rate, rateCount, coordinate, coordinateCount } of problem.kernel.links) {
      if (coordinateCount === rateCount) continue;
      // The turn comes last, and the quaternion.
      let square = 0;
      for (let i = rate + rateCount - 3; i < rate + rateCount; i++) square += way[i] * way[i];
      largest = Math.max(largest, square ** 1.5 / 12 / scale[coordinate + coordinateCount - 1]);
    }
    return largest;
  }

  /** The state at a point of a path. */
  private move({ first, later, lapse }: SlipResponses, { t, impulses, ways }: SlipPoint, out: Float64Array): void {
    const { y, way, derivative, problem } = this;
    const { kernel } = problem;
    const { coordinateCount: m, rateCount: n } = kernel;
    for (let i = 0; i < n; i++) {
      way[i] = y[m + i] * t;
      out[m + i] = y[m + i];
      for (let k = 0; k < 3; k++) {
        const start = first.rates[k][i];
        const growth = (later.rates[k][i] - start) / lapse;
        way[i] += start * ways[k] + growth * ways[3 + k];
        out[m + i] += start * impulses[k] + growth * impulses[3 + k];
      }
    }
    const before = first === this.middle ? this.laterDerivative : derivative;
    const after = later === this.middle ? this.laterDerivative : derivative;
    for (let i = m + n; i < y.length; i++) {
      out[i] = y[i] + t * (before[i] + ((after[i] - before[i]) * t) / (2 * lapse));
    }
    // Turns are small: the middle of the way tells how coordinates change along it.
    kernel.calcCoordinateRates(y, way, out);
    const { half } = this;
    for (let i = 0; i < m; i++) half[i] = y[i] + 0.5 * out[i];
    kernel.calcCoordinateRates(half, way, out);
    for (let i = 0; i < m; i++) out[i] += y[i];
  }
}
