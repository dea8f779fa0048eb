import type { ContactIslands } from "./ContactIslands.ts";
import {
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  ContactPoints,
  FRICTION,
  GAP,
  IMPULSE,
  LIFT,
  LINKS,
  NORMAL,
  STRIDE,
  TANGENT,
  TARGET,
} from "./ContactPoints.ts";
import { calcApproach } from "./calcApproach.ts";
import type { FreeBodies } from "./FreeBodies.ts";
import { sweepContacts } from "./sweepContacts.ts";
import { sweepShifts } from "./sweepShifts.ts";

/** Sweeps over an island end where none of them changes a velocity by more than this part of what forces and blows would. */
const CONVERGED = 1e-4;
/**
 * So often an island is swept at most: large ones a few times, and what is left is for the next step, which begins with the
 * impulses of this one; small ones more often, up to so many points in all.
 */
const FEW_SWEEPS = 10;
const MOST_SWEEPS = 200;
const MOST_VISITS = 25_000;
/** How often restitution of an island is halved before there is none, where a blow with friction would bring energy. */
const MOST_HALVINGS = 4;
/** Rebounds slower than this part of what forces and blows would change are none; work below this part of theirs is rounding. */
const BLOW = 1e-2;
const GAIN = 1e-3;
/** Shifts are good enough where they change by no more than this part of the deepest overlap. */
const LIFTED = 0.1;
const MOST_LIFTS = 5;
/** Overlap that will be gone by itself within so many steps is left alone. */
const PARTING_STEPS = 10;

/** Impulses of all contacts of a step, island by island: block Gauss–Seidel, each contact solved exactly. */
export class ContactRelaxation {
  /** Sweeps of the last step, of all islands, and islands that did not converge. */
  sweeps = 0;
  unsettled = 0;
  private readonly bodies: FreeBodies;
  private readonly u = new Float64Array(3);
  /** The fastest approach of the island at hand without contacts, and what the last sweep has changed. */
  private readonly scale = new Float64Array(1);
  private readonly change = new Float64Array(1);
  private points = new ContactPoints();

  constructor(bodies: FreeBodies) {
    this.bodies = bodies;
  }

  /** Impulses of points that are prepared, beginning with those they have; velocities of bodies follow. */
  solve(points: ContactPoints, { count, order, starts }: ContactIslands): void {
    this.points = points;
    this.sweeps = 0;
    this.unsettled = 0;
    for (let i = 0; i < count; i++) this.settle(order, starts[i], starts[i + 1]);
  }

  private settle(order: Int32Array, from: number, to: number): void {
    const { numbers } = this.points;
    let scale = 0;
    for (let i = from; i < to; i++) {
      const o = order[i] * STRIDE;
      scale = Math.max(scale, -(this.findApproach(order[i]) + numbers[o + TARGET]));
    }
    let canGain = false;
    for (let i = from; i < to; i++) {
      const o = order[i] * STRIDE + IMPULSE;
      canGain ||= numbers[o - IMPULSE + TARGET] < -BLOW * scale && numbers[o - IMPULSE + FRICTION] > 0;
      if (scale === 0) numbers[o] = numbers[o + 1] = numbers[o + 2] = 0;
      else if (numbers[o] !== 0) this.push(order[i]);
    }
    if (scale === 0) return;
    this.scale[0] = scale;
    this.sweep(order, from, to);
    if (!canGain) return;
    for (let k = 0; k <= MOST_HALVINGS && this.gainsEnergy(order, from, to); k++) {
      const part = k < MOST_HALVINGS ? 0.5 : 0;
      for (let i = from; i < to; i++) {
        const o = order[i] * STRIDE + TARGET;
        if (numbers[o] < 0) numbers[o] *= part;
      }
      this.sweep(order, from, to);
    }
  }

  /** There and back again until nothing changes any more. */
  private sweep(order: Int32Array, from: number, to: number): void {
    const { points, bodies, change, scale } = this;
    const most = Math.max(FEW_SWEEPS, Math.min(MOST_SWEEPS, MOST_VISITS / (to - from)));
    for (let n = 0; n < most; n++) {
      this.sweeps++;
      if (n % 2 === 0) sweepContacts(points, bodies, order, from, to - 1, 1, change);
      else sweepContacts(points, bodies, order, to - 1, from, -1, change);
      if (change[0] <= CONVERGED * scale[0]) return;
    }
    this.unsettled++;
  }

  /** Velocity of B relative to A along the normal of a point, as bodies move now. */
  private findApproach(k: number): number {
    const { numbers, links } = this.points;
    const a = 6 * links[k * LINKS + BODY_A];
    return calcApproach(numbers, k * STRIDE, this.bodies.velocities, a, 6 * links[k * LINKS + BODY_B]);
  }

  /** Velocity of B relative to A at a point, along its normal and tangents, into `u`. */
  private calcVelocity(k: number, v: Float64Array): void {
    const { u } = this;
    const { numbers: c, links } = this.points;
    const o = k * STRIDE;
    const a = 6 * links[k * LINKS + BODY_A];
    const b = 6 * links[k * LINKS + BODY_B];
    const ax = c[o + ARM_A];
    const ay = c[o + ARM_A + 1];
    const az = c[o + ARM_A + 2];
    const bx = c[o + ARM_B];
    const by = c[o + ARM_B + 1];
    const bz = c[o + ARM_B + 2];
    const x = v[b] + v[b + 4] * bz - v[b + 5] * by - v[a] - v[a + 4] * az + v[a + 5] * ay;
    const y = v[b + 1] + v[b + 5] * bx - v[b + 3] * bz - v[a + 1] - v[a + 5] * ax + v[a + 3] * az;
    const z = v[b + 2] + v[b + 3] * by - v[b + 4] * bx - v[a + 2] - v[a + 3] * ay + v[a + 4] * ax;
    u[0] = c[o + NORMAL] * x + c[o + NORMAL + 1] * y + c[o + NORMAL + 2] * z;
    u[1] = c[o + TANGENT] * x + c[o + TANGENT + 1] * y + c[o + TANGENT + 2] * z;
    u[2] = c[o + TANGENT + 3] * x + c[o + TANGENT + 4] * y + c[o + TANGENT + 5] * z;
  }

  /** The impulse that a point has on B, and its opposite on A: what velocities change by. */
  private push(k: number): void {
    const { links } = this.points;
    this.strike(links[k * LINKS + BODY_A], k * STRIDE, ARM_A, -1);
    this.strike(links[k * LINKS + BODY_B], k * STRIDE, ARM_B, 1);
  }

  private strike(body: number, o: number, arm: number, sign: number): void {
    const { inverseMasses, inverseInertias: I, velocities: v } = this.bodies;
    const m = inverseMasses[body];
    if (m === 0) return;
    const { numbers: c } = this.points;
    const n = sign * c[o + IMPULSE];
    const s = sign * c[o + IMPULSE + 1];
    const t = sign * c[o + IMPULSE + 2];
    const x = n * c[o + NORMAL] + s * c[o + TANGENT] + t * c[o + TANGENT + 3];
    const y = n * c[o + NORMAL + 1] + s * c[o + TANGENT + 1] + t * c[o + TANGENT + 4];
    const z = n * c[o + NORMAL + 2] + s * c[o + TANGENT + 2] + t * c[o + TANGENT + 5];
    const p = c[o + arm + 1] * z - c[o + arm + 2] * y;
    const q = c[o + arm + 2] * x - c[o + arm] * z;
    const r = c[o + arm] * y - c[o + arm + 1] * x;
    const b = 6 * body;
    v[b] += m * x;
    v[b + 1] += m * y;
    v[b + 2] += m * z;
    v[b + 3] += I[b] * p + I[b + 3] * q + I[b + 4] * r;
    v[b + 4] += I[b + 3] * p + I[b + 1] * q + I[b + 5] * r;
    v[b + 5] += I[b + 4] * p + I[b + 5] * q + I[b + 2] * r;
  }

  /** Whether the contacts of an island have done work in sum, `p·(u⁺ + u⁻)/2`: with friction, Newton's restitution can. */
  private gainsEnergy(order: Int32Array, from: number, to: number): boolean {
    const { u } = this;
    const { numbers } = this.points;
    const { starts, velocities } = this.bodies;
    let work = 0;
    let amount = 0;
    for (let i = from; i < to; i++) {
      const o = order[i] * STRIDE + IMPULSE;
      amount += numbers[o] * this.scale[0];
      this.calcVelocity(order[i], starts);
      for (let k = 0; k < 3; k++) work += 0.5 * numbers[o + k] * u[k];
      this.calcVelocity(order[i], velocities);
      for (let k = 0; k < 3; k++) work += 0.5 * numbers[o + k] * u[k];
    }
    return work > GAIN * amount;
  }

  /**
   * Shifts bodies so that points which will overlap in the middle of the next step do so by `part` less: the least shifts in the
   * metric of the masses, and none that pushes others together. Velocities stay as they are.
   */
  lift(points: ContactPoints, { count, order, starts }: ContactIslands, h: number, part: number, slop: number): void {
    this.points = points;
    for (let i = 0; i < count; i++) this.liftIsland(order, starts[i], starts[i + 1], h, part, slop);
  }

  private liftIsland(order: Int32Array, from: number, to: number, h: number, part: number, slop: number): void {
    const { numbers: c } = this.points;
    let deepest = 0;
    for (let i = from; i < to; i++) {
      const o = order[i] * STRIDE;
      const speed = this.findApproach(order[i]);
      // From here on the gap that is to be kept. What parts by itself is left to it, so that a blow shifts nothing.
      const gap = c[o + GAP] + (speed > 0 ? PARTING_STEPS : 1) * h * speed;
      c[o + GAP] = gap < 0 ? part * Math.min(0, gap + slop) : gap;
      c[o + LIFT] = 0;
      if (c[o + TARGET] < Number.POSITIVE_INFINITY) deepest = Math.max(deepest, -c[o + GAP]);
    }
    if (deepest === 0) return;
    for (let n = 0; n < MOST_LIFTS; n++) {
      sweepShifts(this.points, this.bodies, order, from, to, this.change);
      if (this.change[0] <= LIFTED * deepest) return;
    }
  }
}
