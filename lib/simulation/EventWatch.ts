import type { EventSource } from "./EventSource.ts";

/** How the inside of a step is watched for a change of sign: by samples, by rates at its ends, or by the stages of the method. */
const [SAMPLED, RATED, FOLLOWED] = [0, 1, 2];

/** A turning point nearer to zero than this part of the range within the step is looked at. */
const NEAR_ZERO = 0.05;
/** Between stages a function may dip so many times deeper than at them, and by this part of its range beyond them. */
const DEEPER = 2;
const BESIDE_STAGES = 0.015;

/** Events nearer than this part of the next step are not aimed at; from that part on the way is split in two. */
const NEAREST = 0.2;
const FARTHEST = 1.3;
/** As a method lands on the end of a run: a little farther than planned. */
const LANDING = 1.01;

/**
 * What is known of event functions over a step: values at its ends, rates there where velocities tell them, and the smallest and
 * largest values at the stages of the method for those that every evaluation of the model brings up to date. It says where
 * a function can have changed sign inside the step, and when it is expected to.
 */
export class EventWatch {
  /** Those that are active until the next event. */
  sources: readonly EventSource[] = [];
  /** Values at the ends of the step. */
  before: Float64Array;
  after: Float64Array;
  /** Where turning points inside the step are expected, in parts of it; filled by `canChange`. */
  readonly turns: number[] = [];
  private ratesBefore: Float64Array;
  private ratesAfter: Float64Array;
  private readonly kinds: Uint8Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  /** The first stage with another sign than at the beginning of the step, and the last one with the same, by their times. */
  private readonly firstChanged: Float64Array;
  private readonly lastSame: Float64Array;
  /** Places of those that stages follow. */
  private followed: readonly number[] = [];

  /** For at most so many functions. */
  constructor(size: number) {
    this.before = new Float64Array(size);
    this.after = new Float64Array(size);
    this.ratesBefore = new Float64Array(size);
    this.ratesAfter = new Float64Array(size);
    this.kinds = new Uint8Array(size);
    this.low = new Float64Array(size);
    this.high = new Float64Array(size);
    this.firstChanged = new Float64Array(size);
    this.lastSame = new Float64Array(size);
  }

  /**
   * Takes the functions that are active from now on, whose values are in `before`. A method without stages inside its steps
   * follows none.
   */
  start(sources: readonly EventSource[], hasStages = true): void {
    const { kinds, ratesBefore } = this;
    const followed: number[] = [];
    for (let i = 0; i < sources.length; i++) {
      const rate = sources[i].getRate();
      ratesBefore[i] = rate;
      kinds[i] = !Number.isNaN(rate) ? RATED : hasStages && sources[i].isFollowed() ? FOLLOWED : SAMPLED;
      if (kinds[i] === FOLLOWED) followed.push(i);
    }
    this.sources = sources;
    this.followed = followed;
    this.forgetStages();
  }

  /** The step is over, its end the beginning of the next: what stages cannot follow any more is sampled from now on. */
  next(): void {
    const { sources, kinds, followed } = this;
    let isSame = true;
    for (let k = 0; k < followed.length; k++) {
      if (sources[followed[k]].isFollowed()) continue;
      kinds[followed[k]] = SAMPLED;
      isSame = false;
    }
    if (!isSame) this.followed = followed.filter((i) => kinds[i] === FOLLOWED);
    [this.before, this.after] = [this.after, this.before];
    [this.ratesBefore, this.ratesAfter] = [this.ratesAfter, this.ratesBefore];
    this.forgetStages();
  }

  private forgetStages(): void {
    this.low.fill(Number.POSITIVE_INFINITY);
    this.high.fill(Number.NEGATIVE_INFINITY);
    this.firstChanged.fill(Number.POSITIVE_INFINITY);
    this.lastSame.fill(Number.NEGATIVE_INFINITY);
  }

  /** Whether there are functions that stages follow. */
  get isFollowing(): boolean {
    return this.followed.length > 0;
  }

  /** The model is evaluated for a stage. */
  noteStage(t: number): void {
    const { followed, sources, low, high, before, firstChanged, lastSame } = this;
    for (let k = 0; k < followed.length; k++) {
      const i = followed[k];
      const value = sources[i].read(t);
      if (value < low[i]) low[i] = value;
      if (value > high[i]) high[i] = value;
      if (value >= 0 === before[i] >= 0) lastSame[i] = Math.max(lastSame[i], t);
      else firstChanged[i] = Math.min(firstChanged[i], t);
    }
  }

  /** The model is evaluated at the end of the step, and `after` is read. */
  readRates(): void {
    const { sources, kinds, ratesAfter } = this;
    for (let i = 0; i < sources.length; i++) if (kinds[i] === RATED) ratesAfter[i] = sources[i].getRate();
  }

  /** Whether only samples tell what a function does inside a step. */
  needsSamples(i: number): boolean {
    return this.kinds[i] === SAMPLED;
  }

  /** The rate at the end of the step; not a number where it is not known. */
  getRate(i: number): number {
    return this.kinds[i] === RATED ? this.ratesAfter[i] : Number.NaN;
  }

  /**
   * Whether a function may change sign inside a step of size `h` and back: of one sign at both ends, or more than once if it
   * `hasChanged` there.
   */
  canChange(i: number, h: number, hasChanged: boolean): boolean {
    const { before, after, low, high, kinds } = this;
    const side = before[i] >= 0 ? 1 : -1;
    const [a, b] = [side * before[i], side * after[i]];
    if (kinds[i] === RATED) return this.canTurn(a, b, side * h * this.ratesBefore[i], side * h * this.ratesAfter[i]);
    // A stage before another one of the first sign has the last: there is more than one change.
    if (hasChanged) return this.firstChanged[i] < this.lastSame[i];
    const lowest = side > 0 ? low[i] : -high[i];
    const highest = side > 0 ? high[i] : -low[i];
    const least = Math.min(a, b);
    const range = Math.max(a, b, highest) - Math.min(least, lowest);
    const dip = Math.max(0, least - lowest);
    return least - DEEPER * dip < BESIDE_STAGES * range;
  }

  /** The same by the cubic with these ends and slopes: whether one of its turning points comes near zero or beyond. */
  private canTurn(a: number, b: number, slopeA: number, slopeB: number): boolean {
    // p(x) = a + x (p1 + x (p2 + x p3)), x from 0 to 1
    const p1 = slopeA;
    const p2 = 3 * (b - a) - 2 * slopeA - slopeB;
    const p3 = 2 * (a - b) + slopeA + slopeB;
    const root = Math.sqrt(p2 * p2 - 3 * p1 * p3);
    // Both roots of p1 + 2 p2 x + 3 p3 x² in the form that does not cancel.
    const q = -(p2 + (p2 < 0 ? -root : root));
    let isNear = false;
    for (let k = 0; k < 2; k++) {
      const x = k === 0 ? q / (3 * p3) : p1 / q;
      if (!(x > 0 && x < 1)) continue;
      const value = a + x * (p1 + x * (p2 + x * p3));
      const range = Math.max(a, b, value) - Math.min(a, b, value);
      if (value >= NEAR_ZERO * range) continue;
      this.turns.push(x);
      isNear = true;
    }
    return isNear;
  }

  /**
   * The time at which the next step, from `t` and of size `next`, had better end: where the first function is expected to come
   * to zero, or half-way there; infinite if that is far. Values and rates at both ends of the last step, of size `h`, are
   * continued as a cubic; from a start (h = 0) as a line. They are in `before` already.
   */
  predict(t: number, next: number, h: number): number {
    const { sources, kinds, before, ratesBefore } = this;
    let least = FARTHEST * next;
    let isFar = true;
    for (let i = 0; i < sources.length; i++) {
      if (kinds[i] !== RATED) continue;
      const side = before[i] >= 0 ? 1 : -1;
      const rate = side * ratesBefore[i];
      if (!(rate < 0) || sources[i].direction === side) continue;
      const value = side * before[i];
      let [bend, twist] = [0, 0];
      // One that has turned, at a kink perhaps as an angle without its sign, tells no more than its rate.
      if (h > 0 && side * this.ratesAfter[i] < 0) {
        // `after` and `ratesAfter` hold what was at the beginning of the last step.
        const slope = (side * this.after[i] - value) / h;
        const old = side * this.ratesAfter[i];
        bend = (6 * slope + 2 * old + 4 * rate) / h;
        twist = (12 * slope + 6 * (old + rate)) / (h * h);
      }
      const wait = findRoot(value, rate, bend, twist, least);
      if (!(wait < least)) continue;
      least = wait;
      isFar = false;
    }
    if (isFar || least < NEAREST * next) return Number.POSITIVE_INFINITY;
    return t + (least > LANDING * next ? 0.5 * least : least);
  }
}

/** Where `value + rate x + bend x²/2 + twist x³/6`, positive at 0, comes to zero before `end`; infinite if it does not. */
function findRoot(value: number, rate: number, bend: number, twist: number, end: number): number {
  const calc = (x: number) => value + x * (rate + x * (bend / 2 + (x * twist) / 6));
  if (!(calc(end) < 0)) return Number.POSITIVE_INFINITY;
  let low = 0;
  let high = end;
  let x = Math.min(-value / rate, 0.5 * end);
  for (let n = 0; n < 60; n++) {
    const y = calc(x);
    if (y > 0) low = x;
    else high = x;
    const step = y / (rate + x * (bend + (x * twist) / 2));
    const last = x;
    x -= step;
    if (!(x > low && x < high)) x = 0.5 * (low + high);
    if (Math.abs(x - last) <= 1e-14 * end) break;
  }
  return x;
}
