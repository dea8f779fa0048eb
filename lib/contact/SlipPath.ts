import type { SlipResponse } from "./SlipResponse.ts";

/** How many steps there may be. */
const MOST_STEPS = 1000;
/** The direction has settled when slip turns by less than this part of its largest acceleration. */
const SETTLED = 1e-5;
/** From there on: steps to the end, and Newton steps for the direction. */
const STRAIGHT_STEPS = 6;
const NEWTON_STEPS = 3;
const NUDGE = 1e-4;
/** Where slip turns in no direction more than in another, by this part of its pull, it goes on as it is. */
const LEAST_SLOPE = 1e-3;
/** What part of its time may be missing at the end. */
const LANDED = 1e-12;
/** Slip may not become so many times faster. */
const GROWTH = 4;
/**
 * Numbers of a state: speed, angle, time; the integrals over time of the parts of the normal force, N, N cos φ, N sin φ, and of
 * these times the time; and the integrals of all six once more.
 */
const PARTS = 6;
const FIRST = 3;
const WIDTH = FIRST + 2 * PARTS;

/** How finely a path is followed. */
export interface SlipFineness {
  /** By how much each step goes, in parts of the fastest change. */
  readonly step: number;
  /** A point is kept where friction has turned by so much (rad) since the last one. */
  readonly turn: number;
}

/** Where the path is at a time after its start: integrals of the parts of the normal force, and the integrals of these. */
export interface SlipPoint {
  readonly t: number;
  /** The normal force. */
  readonly force: number;
  readonly impulses: Float64Array;
  readonly ways: Float64Array;
}

/** How the model answers at the start, and a lapse later; in between and beyond it is taken to change in proportion to time. */
export interface SlipResponses {
  readonly first: SlipResponse;
  readonly later: SlipResponse;
  readonly lapse: number;
}

/**
 * The slip of one contact on its way to rest, while everything else is practically still: a problem of speed `ρ` and direction
 * `φ` alone, `ρ̇ = a_r(φ, t)`, `φ̇ = a_φ(φ, t)/ρ`, with accelerations that a `SlipResponse` tells. The direction turns ever
 * faster as the slip ends; over the stretched time `dτ = dt/ρ` both change at bounded rates, `ρ′ = ρ a_r`, `φ′ = a_φ`, and the
 * classical method of order four follows them. Once the direction has settled it stays where `a_φ(φ, t) = 0`.
 */
export class SlipPath {
  /** Points between which friction turns a little; the last one is the end. */
  readonly points: SlipPoint[] = [];
  /** Whether the end was found, and whether the direction had settled at the start. */
  isSound = false;
  isStraight = false;
  private readonly responses: SlipResponses;
  private readonly state = new Float64Array(WIDTH);
  private readonly trial = new Float64Array(WIDTH);
  private readonly slopes = [0, 1, 2, 3].map(() => new Float64Array(WIDTH));
  /** Coefficients of the response at one time: α, β, γ, and P, Q, R of both accelerations of slip. */
  private readonly normal = new Float64Array(3);
  private readonly slip = new Float64Array(6);
  /** The direction from which the response counts angles. */
  private readonly baseX: number;
  private readonly baseY: number;
  /** At the point that was evaluated last: radial and angular acceleration. */
  private radial = 0;
  private angular = 0;

  /**
   * From slip of given speed and direction on, until the time `horizon`, or until it is `beyond` rest: as fast as that backwards,
   * with friction as before.
   */
  constructor(
    responses: SlipResponses,
    speed: number,
    angle: number,
    horizon: number,
    beyond: number,
    { step, turn }: SlipFineness,
  ) {
    this.responses = responses;
    this.baseX = Math.cos(responses.first.angle);
    this.baseY = Math.sin(responses.first.angle);
    const { state, points } = this;
    state[0] = speed;
    state[1] = angle;
    const fastest = this.findFastest();
    let last = angle;
    for (let n = 0; n < MOST_STEPS; n++) {
      this.calc(state, this.slopes[0]);
      if (Math.abs(this.angular) < SETTLED * fastest) {
        this.isStraight = n === 0;
        this.followStraight(horizon, beyond);
        return;
      }
      const rest = (horizon - state[2]) / state[0];
      this.advance(Math.min(step / fastest, rest), this.slopes[0]);
      if (!(state[0] < GROWTH * speed)) return;
      if (Math.abs(horizon - state[2]) <= LANDED * state[2]) {
        points.push(this.note());
        this.isSound = true;
        return;
      }
      if (!(Math.abs(state[1] - last) > turn)) continue;
      points.push(this.note());
      last = state[1];
    }
  }

  private note(): SlipPoint {
    const { state, trial } = this;
    this.calc(state, trial, true);
    return {
      t: state[2],
      force: trial[FIRST],
      impulses: state.slice(FIRST, FIRST + PARTS),
      ways: state.slice(FIRST + PARTS),
    };
  }

  /** The largest acceleration in any direction, about. */
  private findFastest(): number {
    this.blend(0);
    const { slip, normal } = this;
    const most = 1 / (normal[0] - Math.hypot(normal[1], normal[2]));
    return most * (Math.hypot(slip[0], slip[1]) + Math.hypot(slip[2], slip[3]) + Math.hypot(slip[4], slip[5]));
  }

  private blend(t: number): void {
    const { first, later, lapse } = this.responses;
    const part = t / lapse;
    if (first === later && t > 0) return;
    for (let i = 0; i < 3; i++) this.normal[i] = first.normal[i] + part * (later.normal[i] - first.normal[i]);
    for (let i = 0; i < 6; i++) this.slip[i] = first.slip[i] + part * (later.slip[i] - first.slip[i]);
  }

  /** Accelerations, and rates of change of a state over the stretched time; over time itself, if `isPlain`. */
  private calc(state: Float64Array, out: Float64Array, isPlain = false): void {
    const { slip, normal, baseX, baseY } = this;
    const rho = state[0];
    const t = state[2];
    this.blend(t);
    const x = Math.cos(state[1]);
    const y = Math.sin(state[1]);
    const c = x * baseX + y * baseY;
    const s = y * baseX - x * baseY;
    const force = 1 / (normal[0] + normal[1] * c + normal[2] * s);
    const a0 = force * (slip[0] + slip[2] * c + slip[4] * s);
    const a1 = force * (slip[1] + slip[3] * c + slip[5] * s);
    this.radial = a0 * x + a1 * y;
    this.angular = a1 * x - a0 * y;
    const pace = isPlain ? 1 : rho;
    out[0] = pace * this.radial;
    out[1] = isPlain ? 0 : this.angular;
    out[2] = pace;
    out[FIRST] = pace * force;
    out[FIRST + 1] = pace * force * c;
    out[FIRST + 2] = pace * force * s;
    for (let i = 0; i < 3; i++) out[FIRST + 3 + i] = t * out[FIRST + i];
    for (let i = 0; i < PARTS; i++) out[FIRST + PARTS + i] = pace * state[FIRST + i];
  }

  /** One step of the classical method; the rates at its start are known. */
  private advance(step: number, start: Float64Array, isPlain = false): void {
    const { state, trial, slopes } = this;
    for (let k = 1; k < 4; k++) {
      const part = k === 3 ? step : step / 2;
      const before = k === 1 ? start : slopes[k - 1];
      for (let i = 0; i < WIDTH; i++) trial[i] = state[i] + part * before[i];
      if (isPlain) this.settle(trial);
      this.calc(trial, slopes[k], isPlain);
    }
    const b = slopes[1];
    const c = slopes[2];
    const d = slopes[3];
    for (let i = 0; i < WIDTH; i++) state[i] += (step / 6) * (start[i] + 2 * (b[i] + c[i]) + d[i]);
  }

  /** Turns the direction of a state to where slip does not turn. */
  private settle(state: Float64Array): void {
    const [scratch] = this.slopes;
    for (let n = 0; n < NEWTON_STEPS; n++) {
      this.calc(state, scratch);
      const { angular } = this;
      state[1] += NUDGE;
      this.calc(state, scratch);
      const slope = (angular - this.angular) / NUDGE;
      state[1] += (slope > LEAST_SLOPE * Math.abs(this.radial) ? angular / slope : 0) - NUDGE;
    }
  }

  /** The rest of the way, in time itself: the direction hardly changes. */
  private followStraight(horizon: number, beyond: number): void {
    const { state, points } = this;
    const start = new Float64Array(WIDTH);
    if (state[2] > 0) points.push(this.note());
    for (let n = STRAIGHT_STEPS; n > 0; n--) {
      this.settle(state);
      this.calc(state, start, true);
      // Towards rest, if it is reached before the horizon: the pull changes a little, so the last step is aimed anew.
      const wait = (state[0] + beyond) / -this.radial;
      const rest = horizon - state[2];
      const way = wait > 0 ? Math.min(wait, rest) : rest;
      this.advance(way / n, start, true);
    }
    points.push(this.note());
    this.isSound = Number.isFinite(state[0]);
  }
}
