import type { FrictionLaw } from "../constraints/contact/index.ts";
import { RankRevealingSolver } from "../math/index.ts";

/** What is asked of one contact. */
export interface Cone {
  /** The normal force is unknown and not negative; else it is `load`. */
  readonly hasNormal: boolean;
  readonly load: number;
  /** Tangential forces: none (or they come with the normal force), no slip at all, or Coulomb's law. */
  readonly tangential: "none" | "held" | "coulomb";
  readonly tangentCount: number;
  readonly friction: FrictionLaw;
}

/** Directions of slip that are tried before the root is refined. */
const TRIES = 24;
/** How far around the last direction (rad) the next one is looked for first. */
const NARROW = 1e-3;

/** More often than this a contact does not catch: with static friction above sliding it could go on for ever. */
const MOST_CATCHES = 3;

/** What a contact was found to do: nothing, press (with what comes along), stick, or slip. */
export type ConeState = "off" | "press" | "stick" | "slip";

/** One contact of a complementarity problem, three places from `o`: solved exactly while all others stay as they are. */
export class ConeBlock {
  private readonly W: Float64Array;
  private readonly size: number;
  readonly o: number;
  readonly cone: Cone;
  state: ConeState = "off";
  private readonly next = new Float64Array(3);
  /** What the motion would be without this contact's forces. */
  private readonly free = new Float64Array(3);
  private readonly unit: Float64Array;
  private readonly ratio: Float64Array;
  private readonly held: Float64Array;
  /** The directions this contact has, and its own part of `W`. */
  private readonly places: readonly number[];
  private readonly solver: RankRevealingSolver;
  private readonly right: Float64Array;
  private readonly solution: Float64Array;
  /** How often it stuck after it had slipped. */
  private catches = 0;
  /** The direction of slip found last. */
  angle = Number.NaN;

  constructor(W: Float64Array, size: number, o: number, cone: Cone) {
    this.W = W;
    this.size = size;
    this.o = o;
    this.cone = cone;
    this.unit = new Float64Array(cone.tangentCount);
    this.ratio = new Float64Array(cone.tangentCount);
    this.held = new Float64Array(cone.tangentCount);
    this.places = [...(cone.hasNormal ? [0] : []), ...[1, 2].slice(0, cone.tangentCount)];
    const n = this.places.length;
    this.solver = new RankRevealingSolver(n);
    this.right = new Float64Array(n);
    this.solution = new Float64Array(n);
    this.places.forEach((j, b) => {
      this.places.forEach((i, a) => {
        this.solver.matrix[b * n + a] = this.get(i, j);
      });
    });
    this.solver.factor(n, 1e-13);
  }

  private get(i: number, j: number): number {
    return this.W[(this.o + i) * this.size + this.o + j];
  }

  /** Whether it presses or sticks, as it does now, with these forces. */
  canBear(forces: Float64Array): boolean {
    const { o, cone, state } = this;
    if (state === "off") return true;
    if (forces[o] < 0) return false;
    if (state !== "stick" || cone.tangential !== "coulomb") return true;
    return this.getMargin(forces.subarray(o + 1, o + 1 + cone.tangentCount), forces[o]) >= 0;
  }

  /** How far it is from slipping. One that has slipped and stuck again and again while others gave way is loose. */
  private getMargin(held: Float64Array, normal: number): number {
    return this.cone.friction.getMargin(held, normal, this.catches > MOST_CATCHES);
  }

  /** Solves this contact with all others as they are; returns the largest change of its forces. */
  relax(forces: Float64Array, motion: Float64Array): number {
    const { o, W, size, cone, next, free } = this;
    const from = cone.hasNormal ? 0 : 1;
    for (let i = 0; i < 3; i++) {
      free[i] = motion[o + i];
      for (let j = from; j < 3; j++) free[i] -= this.get(i, j) * forces[o + j];
    }
    this.solve();
    let change = 0;
    for (let j = from; j < 3; j++) {
      const step = next[j] - forces[o + j];
      if (step === 0) continue;
      change = Math.max(change, Math.abs(step));
      for (let i = 0; i < size; i++) motion[i] += W[i * size + o + j] * step;
      forces[o + j] = next[j];
    }
    return change;
  }

  /** An impact on this contact alone at velocities `before`: its impulses, and the velocities after it. */
  collide(before: Float64Array, restitution: number): { impulses: Float64Array; after: Float64Array } {
    const { free, next } = this;
    free.set(before);
    free[0] *= 1 + restitution;
    this.solve();
    const after = before.map((value, i) => value + next.reduce((sum, p, j) => sum + this.get(i, j) * p, 0));
    return { impulses: next.slice(), after };
  }

  private solve(): void {
    const { cone, next, free, state: before } = this;
    next.fill(0);
    this.state = "off";
    if (cone.hasNormal && free[0] >= 0) return;
    if (!cone.hasNormal) next[0] = cone.load;
    if (cone.tangential === "none") {
      this.pressFrictionless();
      return;
    }
    this.stick();
    this.state = "stick";
    const isPulling = cone.hasNormal && next[0] <= 0;
    if (cone.tangential === "held") {
      if (isPulling) this.pressFrictionless();
      return;
    }
    for (let i = 0; i < cone.tangentCount; i++) this.held[i] = next[1 + i];
    if (!isPulling && this.getMargin(this.held, next[0]) >= 0) {
      if (before === "slip") this.catches++;
      return;
    }
    this.state = "slip";
    this.slide(this.held);
  }

  /**
   * No motion along the normal, and no friction but what comes with the normal force. Of contacts that roll without slip,
   * these are the ones that rolling would lift: a force that pulls is no contact.
   */
  private pressFrictionless(): void {
    const { cone, next, free } = this;
    this.state = "press";
    if (!cone.hasNormal) return;
    next.fill(0);
    next[0] = Math.max(0, -free[0] / this.get(0, 0));
  }

  /** No motion in any direction. */
  private stick(): void {
    const { places, solver, next, free, right, solution } = this;
    for (let a = 0; a < places.length; a++) right[a] = -free[places[a]];
    solver.solve(right, solution);
    for (let a = 0; a < places.length; a++) next[places[a]] = solution[a];
  }

  /**
   * Sliding along the unit vector `d`: the force per normal force is `r(d)`, the normal force follows from no normal motion,
   * and the motion has to point along `d`. The angle of `d` is found by bisection between tried directions, the one nearest
   * to the opposite of the sticking force first.
   */
  private slide(sticking: Float64Array): void {
    const { cone } = this;
    if (cone.tangentCount === 1) {
      this.unit[0] = sticking[0] > 0 ? -1 : 1;
      this.angle = sticking[0] > 0 ? Math.PI : 0;
      this.slideAlong();
      return;
    }
    if (this.bisect(this.angle - NARROW, this.angle + NARROW)) return;
    const start = Math.atan2(-sticking[1], -sticking[0]);
    const step = (2 * Math.PI) / TRIES;
    for (let k = 0; k < TRIES; k++) {
      // 0, 1, −1, 2, −2, …: intervals around the start
      const offset = (k % 2 === 0 ? k / 2 : -(k + 1) / 2) * step - step / 2;
      const low = start + offset;
      if (this.bisect(low, low + step)) return;
    }
    // No direction fits: as it began, at least without energy.
    this.angle = start;
    this.turnTo(start);
    this.slideAlong();
  }

  private turnTo(angle: number): void {
    this.unit[0] = Math.cos(angle);
    this.unit[1] = Math.sin(angle);
  }

  /** Sideways part of the motion relative to the direction of slip at an angle. */
  private slipResidual(angle: number): number {
    this.turnTo(angle);
    this.slideAlong();
    return this.unit[0] * this.getSlide(2) - this.unit[1] * this.getSlide(1);
  }

  /** Regula falsi, the Illinois variant [Dowell], between two angles; whether a direction of slip lies between them. */
  private bisect(from: number, to: number): boolean {
    let [low, high] = [from, to];
    let atLow = this.slipResidual(low);
    let atHigh = this.slipResidual(high);
    if (!(atLow * atHigh <= 0)) return false;
    for (let n = 0; n < 100; n++) {
      const secant = (low * atHigh - high * atLow) / (atHigh - atLow);
      const angle = n % 4 !== 3 && secant > low && secant < high ? secant : low + (high - low) / 2;
      if (!(angle > low && angle < high)) break;
      const value = this.slipResidual(angle);
      this.angle = angle;
      if (value === 0) break;
      if (value * atLow > 0) {
        low = angle;
        atLow = value;
        atHigh /= 2;
      } else {
        high = angle;
        atHigh = value;
        atLow /= 2;
      }
    }
    const { unit, next } = this;
    return this.getSlide(1) * unit[0] + this.getSlide(2) * unit[1] >= 0 && next[0] >= 0;
  }

  /** Motion along tangent `i` under the forces in `next`. */
  private getSlide(i: number): number {
    const { next, free, cone } = this;
    const normal = cone.hasNormal ? this.get(i, 0) * next[0] : 0;
    return free[i] + normal + this.get(i, 1) * next[1] + this.get(i, 2) * next[2];
  }

  /** Forces while sliding along `unit`. */
  private slideAlong(): void {
    const { cone, next, free, unit, ratio } = this;
    cone.friction.calcForce(unit, ratio);
    if (cone.hasNormal) {
      let response = this.get(0, 0);
      for (let i = 0; i < ratio.length; i++) response += this.get(0, 1 + i) * ratio[i];
      next[0] = -free[0] / response;
    }
    for (let i = 0; i < ratio.length; i++) next[1 + i] = next[0] * ratio[i];
  }
}
