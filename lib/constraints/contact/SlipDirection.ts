import { LEAST_SPEED } from "./leastSpeed.ts";

/** Slow slip has turned back when it points back by this part of what counts as rest. */
const SLOW_BACK = 0.1;

/** Slip that is not slow has turned back when it points back by this much, m/s. */
const SLIP_BACK = 1e-13;

/** Slip that is so many times as fast as what counts as rest is fast. */
const FAST = 10;

/** The direction of slip, and what is remembered of it, so that friction goes on smoothly beyond a reversal. */
export class SlipDirection {
  /**
   * Slip slower than this (m/s) may stick where it turns back, and if it does not, its acceleration says where it goes: the
   * direction of its velocity is little more than the noise of the run, by whose tolerance it is set.
   */
  restSpeed = LEAST_SPEED;
  /** The direction against which friction acts, along the tangents; filled by `calc`. */
  readonly values: Float64Array;
  /** Whether there is a direction from which it may turn back. */
  isHeld = false;
  /** Velocity along the tangents, and the tangents, of the contact. */
  private readonly slip: Float64Array;
  private readonly tangents: Float64Array;
  /** Direction at the beginning of the step, if it was fast, or else at the last event; world axes. */
  private readonly reference = new Float64Array(3);
  /** Whether slip was slower than `restSpeed` when the last step of slip began, and can turn about. */
  private isSlow = false;

  constructor(slip: Float64Array, tangents: Float64Array) {
    this.slip = slip;
    this.tangents = tangents;
    this.values = new Float64Array(slip.length);
  }

  get speed(): number {
    let square = 0;
    for (let i = 0; i < this.slip.length; i++) square += this.slip[i] * this.slip[i];
    return Math.sqrt(square);
  }

  /** Takes the direction in which slip begins or goes on, along the tangents. */
  set(direction: ArrayLike<number>): void {
    const { reference, tangents, slip } = this;
    reference.fill(0);
    for (let i = 0; i < slip.length; i++) {
      for (let k = 0; k < 3; k++) reference[k] += direction[i] * tangents[3 * i + k];
    }
    const length = Math.hypot(reference[0], reference[1], reference[2]);
    for (let k = 0; k < 3; k++) reference[k] /= length > 0 ? length : 1;
    this.isHeld = true;
  }

  /** At the beginning of a step: fast slip has a direction of its own. */
  keep(): void {
    const { speed, restSpeed } = this;
    if (speed > FAST * restSpeed) this.set(this.slip);
    this.isHeld = true;
    this.isSlow = this.slip.length > 1 && speed <= restSpeed;
  }

  /**
   * The direction against which friction acts, into `values`: that of slip. Slow slip would turn about faster than can be
   * followed; it leans to the direction that it began with, by a part that fades with the third power of the speed. Beyond
   * a reversal within the step friction goes on smoothly.
   */
  calc(): void {
    const { slip, values, restSpeed } = this;
    const along = this.calcReference();
    let square = 0;
    for (let i = 0; i < slip.length; i++) square += slip[i] * slip[i];
    const rest = restSpeed * restSpeed;
    const hold = (rest * restSpeed) / (rest + square) - (this.isHeld && along < 0 ? 2 * along : 0);
    for (let i = 0; i < slip.length; i++) values[i] = slip[i] + hold * values[i];
  }

  /** The reference along the tangents, into `values`; returns how fast it slips that way. */
  private calcReference(): number {
    const { slip, values, reference, tangents } = this;
    let along = 0;
    for (let i = 0; i < slip.length; i++) {
      const j = 3 * i;
      values[i] = reference[0] * tangents[j] + reference[1] * tangents[j + 1] + reference[2] * tangents[j + 2];
      along += slip[i] * values[i];
    }
    return along;
  }

  /** How fast it slips in the direction it had: negative when it has turned back. */
  getAdvance(): number {
    return this.isHeld ? this.calcReference() : this.speed;
  }

  /** How far back it may point before that counts. */
  getSlack(): number {
    return this.isSlow ? SLOW_BACK * this.restSpeed : SLIP_BACK;
  }

  /**
   * Direction in which it slips already, along the tangents; none if it is at rest. One that `wasSlipping`, however slowly,
   * and has not turned back goes on in the direction it had.
   */
  find(wasSlipping: boolean): Float64Array | undefined {
    const isFast = this.speed > this.restSpeed;
    if (wasSlipping) {
      const along = this.calcReference();
      const least = isFast || !this.isSlow ? 0 : -0.5 * SLOW_BACK * this.restSpeed;
      if (along > least) return this.values.slice();
    }
    return isFast ? this.slip.slice() : undefined;
  }
}
