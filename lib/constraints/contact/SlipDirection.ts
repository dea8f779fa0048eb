import { describe, ModelError } from "../../math/index.ts";

/** Slip has turned back when it points back by this part of what counts as rest; the second where it was at rest before. */
const BACK = 1e-3;
const SLOW_BACK = 0.3;

/** Slip so many times faster than rest, as it turns, does not come to rest. */
const NEAR_REST = 30;

/** Rounding of velocities, in parts of those of which slip is the difference. */
const ROUNDING = 1e-14;

/** The square of a speed that has no direction. */
const STILL = 1e-300;

/** Slip slower than this part of what counts as rest keeps its direction. */
const TIE = 0.01;

/** The longest turn (rad) of one Newton step. */
const LONGEST_TURN = 0.5;

/**
 * The direction of slip `d`, a unit vector in the tangent plane that a contact carries while it slips; friction acts against
 * it. While slip is fast, `d = v/|v|`. Where it is slow `d` turns at the rate `d⊥·a/|v|`, which grows without bound: `d`
 * then lies where slip goes, `a ∥ d`, a stable fixed point that explicit methods cannot follow and nobody needs to. So
 * friction looks ahead by a time σ (`lead`), and `d` is the solution of `d⊥·(v + σ a(d)) = 0`: the velocity's for `|v| ≫ σΓ`,
 * the acceleration's for `|v| ≪ σΓ`, with the slope `Γ = −∂(d⊥·a)/∂φ`. The part of `v` across `d` stays at `σ |v| φ̇`,
 * which is the error made; σ is chosen before each step so that the tolerance of the run allows it (`prepareSlip`).
 */
export class SlipDirection {
  /** Slip slower than this (m/s) is at rest at an event: the tolerance of the run cannot tell. */
  restSpeed = 0;
  /** The direction against which friction acts, along the tangents; filled by `calc`. */
  readonly values: Float64Array;
  /** Whether there is a direction from which it may turn back. */
  isHeld = false;
  /** σ, s; zero: the direction is that of the velocity. */
  lead = 0;
  /** Γ, m/s²; not a number: not known yet. */
  slope = Number.NaN;
  /** How the acceleration across falls when others turn: their directions, and the slopes, m/s². */
  readonly couplings = new Map<SlipDirection, number>();
  /** `d·v`: how fast the residual falls of itself when the direction turns, m/s. */
  stiffness = 0;
  /** More than the slope in any direction, m/s²; not a number: not known yet. */
  steepest = Number.NaN;
  /** Acceleration of slip across the direction, m/s², as it was last told. */
  side = 0;
  /** The amount of the acceleration of slip then, m/s². */
  pull = 0;
  /** Whether it stays as it was in the last evaluation. */
  isFrozen = false;
  /** Whether the reference is that of the last event, perhaps long ago: slip may have turned since. */
  private isRestored = false;
  /** The acceleration across the reference, m/s², as it was last: the next evaluation begins with it. */
  private bias = 0;
  /** Velocity along the tangents, and the tangents, of the contact. */
  private readonly slip: Float64Array;
  private readonly tangents: Float64Array;
  /** Direction at the beginning of the step, or at the last event; world axes. */
  private readonly reference = new Float64Array(3);
  /** How fast slip was when the step began, and whether that is no faster than rest. */
  private begun = 0;
  private isSlow = false;
  /** Velocity along the tangents, turned about where it points back, and the reference along the tangents. */
  private readonly forward: Float64Array;
  private readonly flat: Float64Array;
  /** The angle of `d` to the first tangent, and whether it is to be guessed anew. */
  private angle = 0;
  private isFresh = true;
  /** Angle and residual of the last Newton step; not a number: none. */
  private lastAngle = Number.NaN;
  private lastResidual = 0;

  constructor(slip: Float64Array, tangents: Float64Array) {
    this.slip = slip;
    this.tangents = tangents;
    this.values = new Float64Array(slip.length);
    this.forward = new Float64Array(slip.length);
    this.flat = new Float64Array(slip.length);
  }

  get speed(): number {
    return getLength(this.slip);
  }

  /** The part of the velocity across the direction, m/s. */
  get across(): number {
    const { slip, angle } = this;
    return Math.abs(Math.cos(angle) * slip[1] - Math.sin(angle) * slip[0]);
  }

  /** Slip begins, or there is none: nothing is known of it. */
  forget(): void {
    this.lead = 0;
    this.slope = Number.NaN;
    this.steepest = Number.NaN;
    this.isSlow = false;
  }

  /** Takes the direction in which slip begins or goes on, along the tangents. */
  set(direction: ArrayLike<number>): void {
    const { reference, tangents, slip } = this;
    reference.fill(0);
    for (let i = 0; i < slip.length; i++) {
      for (let k = 0; k < 3; k++) reference[k] += direction[i] * tangents[3 * i + k];
    }
    const length = getLength(reference);
    for (let k = 0; k < 3; k++) reference[k] /= length > 0 ? length : 1;
    this.bias = 0;
    this.isHeld = true;
    this.isRestored = false;
  }

  /** At the beginning of a step: where it slips now, it may turn back from. */
  keep(): void {
    this.begun = this.speed;
    this.isSlow = this.begun <= this.restSpeed;
    if (this.lead > 0) {
      this.set(this.values);
      this.bias = this.side;
    } else if (this.speed > (this.isHeld ? this.restSpeed : 0)) this.set(this.slip);
  }

  /** The direction where slip is too slow to show it, in world axes, and the speed that counts as rest; as text to be stored. */
  describe(): string {
    const { tangents: u, values: d, reference } = this;
    if (!this.isHeld || this.speed > this.restSpeed) return "";
    const isPlane = this.lead > 0;
    const world = [0, 1, 2].map((k) => (isPlane ? d[0] * u[k] + d[1] * u[3 + k] : reference[k]));
    return [...world, this.restSpeed].join(" ");
  }

  /** Takes what was stored. */
  restore(owner: string, text: string): void {
    const numbers = text.split(" ").map((word) => (word === "" ? Number.NaN : Number(word)));
    const [x, y, z, restSpeed] = numbers;
    const isUnit = Math.abs(Math.hypot(x, y, z) - 1) < 1e-6;
    if (numbers.length !== 4 || !isUnit || !(restSpeed >= 0 && restSpeed < Number.POSITIVE_INFINITY)) {
      throw new ModelError(
        `${owner}: ${describe(text)} is no direction of slip; it is a unit vector and the speed that counts as rest, m/s`,
      );
    }
    this.reference.set([x, y, z]);
    this.restSpeed = restSpeed;
    this.isHeld = true;
    this.isRestored = true;
  }

  /** Goes on with the direction that friction has now, until a lead is found. */
  hold(): void {
    this.lead = Number.MIN_VALUE;
    this.slope = Number.NaN;
    this.angle = Math.atan2(this.values[1], this.values[0]);
    this.isFresh = false;
  }

  /** Keeps friction in a direction, an angle to the first tangent, until the lead is set. */
  pin(angle: number): void {
    this.lead = Number.MIN_VALUE;
    this.angle = angle;
    this.isFresh = false;
  }

  /**
   * While the model is asked how it answers to small changes of velocities: slip that the tolerance cannot tell from rest has
   * no derivative of its direction, only jumps.
   */
  freeze(isFrozen: boolean): void {
    const { lead, slope, speed, restSpeed } = this;
    this.isFrozen = isFrozen && speed + (lead > 0 ? lead * slope : 0) <= restSpeed;
  }

  /** Before an evaluation: the direction is looked for anew, from what the step began with. */
  renew(): void {
    if (this.isFrozen) return;
    this.isFresh = true;
    this.lastAngle = Number.NaN;
  }

  /** The direction against which friction acts, into `values`; beyond a reversal within the step it goes on smoothly. */
  calc(): void {
    if (this.isFrozen) return;
    const { values, forward, flat, lead, slope } = this;
    const { length } = values;
    if (lead > 0 && !this.isFresh) {
      values[0] = Math.cos(this.angle);
      values[1] = Math.sin(this.angle);
      return;
    }
    this.calcForward();
    const hold = lead > 0 ? lead * slope : 0;
    let square = 0;
    for (let i = 0; i < length; i++) square += (forward[i] + hold * flat[i]) ** 2;
    // Slip that has just begun has no direction but the reference.
    const least = lead === 0 && this.isHeld ? this.restSpeed * this.restSpeed : STILL;
    for (let i = 0; i < length; i++) values[i] = square > least ? forward[i] + hold * flat[i] : flat[i];
    if (lead === 0) return;
    this.isFresh = false;
    const lean = lead * this.bias;
    this.angle = Math.atan2(values[1] + lean * flat[0], values[0] - lean * flat[1]);
    values[0] = Math.cos(this.angle);
    values[1] = Math.sin(this.angle);
  }

  /** The velocity, turned about where it points back, into `forward`, and the reference along the tangents into `flat`. */
  private calcForward(): void {
    const { slip, forward, flat } = this;
    const along = this.calcReference();
    const hold = this.isHeld && !this.isRestored && along < 0 ? -2 * along : 0;
    for (let i = 0; i < slip.length; i++) forward[i] = slip[i] + hold * flat[i];
  }

  /** The reference along the tangents, into `flat`; returns how fast it slips that way. */
  private calcReference(): number {
    const { slip, flat, reference, tangents } = this;
    let along = 0;
    for (let i = 0; i < slip.length; i++) {
      const j = 3 * i;
      flat[i] = reference[0] * tangents[j] + reference[1] * tangents[j + 1] + reference[2] * tangents[j + 2];
      along += slip[i] * flat[i];
    }
    return along;
  }

  /** Takes the acceleration of slip along the tangents, in the direction that friction has now. */
  tell(a0: number, a1: number): void {
    this.side = Math.cos(this.angle) * a1 - Math.sin(this.angle) * a0;
    this.pull = Math.hypot(a0, a1);
  }

  /** One Newton step of `d⊥·(v + σ a(d)) = 0`, with what it was told; returns what was missing, by the speed that counts as rest. */
  turn(): number {
    if (this.isFrozen) return 0;
    const residual = this.calcResidual();
    const { angle } = this;
    let steepness = this.stiffness + this.lead * this.slope;
    const way = angle - this.lastAngle;
    if (Math.abs(way) > 1e-13) {
      const secant = (this.lastResidual - residual) / way;
      if (secant > 0.1 * steepness && secant < 10 * steepness) steepness = secant;
    }
    this.lastAngle = angle;
    this.lastResidual = residual;
    this.turnBy(residual / steepness);
    return Math.abs(residual) / this.restSpeed;
  }

  /** `d⊥·(v + σ a)` with what it was told, m/s; what its fall has of the velocity, into `stiffness`. */
  calcResidual(): number {
    if (this.isFrozen) return 0;
    const { lead, forward, flat, angle } = this;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    // What begins with next to no acceleration begins in the direction in which it would have gone.
    const tie = TIE * this.restSpeed;
    const x = forward[0] + tie * flat[0];
    const y = forward[1] + tie * flat[1];
    this.stiffness = c * x + s * y;
    this.bias = this.side + this.slope * Math.atan2(flat[0] * s - flat[1] * c, flat[0] * c + flat[1] * s);
    return c * y - s * x + lead * this.side;
  }

  turnBy(step: number): void {
    if (!this.isFrozen) this.angle += Math.max(-LONGEST_TURN, Math.min(LONGEST_TURN, step));
  }

  /** Turns the direction by an angle, to see what the acceleration answers. */
  rotate(angle: number): void {
    this.angle += angle;
  }

  /** How fast it slips in the direction it had: negative when it has turned back. */
  getAdvance(): number {
    return this.isHeld ? this.calcReference() : this.speed;
  }

  /**
   * Whether slip has turned about within the step without coming near rest: friction that is held beyond a reversal was wrong
   * then. Where it stood across its first direction it had about this part of what it has across at the end.
   */
  hasTurned(): boolean {
    const along = this.getAdvance();
    if (!(along < 0) || this.lead > 0 || this.isSlow || this.slip.length < 2) return false;
    const part = this.begun / (this.begun - along);
    const across = Math.sqrt(Math.max(0, this.speed * this.speed - along * along));
    return part * part * across > NEAR_REST * this.restSpeed;
  }

  /** How far back it may point before that counts; `speed` is that of its bodies. */
  getSlack(speed: number): number {
    return Math.max((this.isSlow ? SLOW_BACK : BACK) * this.restSpeed, ROUNDING * speed);
  }

  /** Direction in which it goes on, however slowly, along the tangents; none if it has turned back. */
  findOngoing(): Float64Array | undefined {
    if (!(this.calcReference() > 0)) return undefined;
    return this.lead > 0 ? this.values.slice() : this.flat.slice();
  }

  /** Direction in which it slips already, along the tangents; none if it is at rest, `speed` being that of its bodies. */
  find(speed: number): Float64Array | undefined {
    if (!(this.speed > Math.max(this.restSpeed, 10 * ROUNDING * speed))) return undefined;
    const { values, slip } = this;
    // An impact may have sent it elsewhere.
    const isAhead = this.across <= this.restSpeed && values[0] * slip[0] + values[1] * slip[1] > 0;
    if (this.lead > 0 && isAhead) return values.slice();
    if (this.lead > 0) this.forget();
    return slip.slice();
  }
}

function getLength(v: Float64Array): number {
  let square = 0;
  for (let i = 0; i < v.length; i++) square += v[i] * v[i];
  return Math.sqrt(square);
}
