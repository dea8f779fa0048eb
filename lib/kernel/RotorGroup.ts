import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Constraint } from "../constraints/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import type { RotorLink } from "./RotorLink.ts";

/** A rotor that nothing but its bearing acts on, unless one of its contacts does. */
export interface DormantRotor {
  readonly link: RotorLink;
  readonly contacts: readonly Constraint[];
}

/**
 * Rotors that one link carries. Where a dormant one has turned to makes no difference: its mass and its moments across the
 * axis belong to the parent, as ballast, and what is left is the spin `Ω = ω_p·n + ẋ` with `J Ω̇ = τ`, whose momentum `J Ω n`
 * the parent carries around: `M = J Ω [ω_p, n] + τ n`, `ẍ = τ/J − ε_p·n`. All of a group are done in one loop over flat
 * arrays, next to one another.
 */
export class RotorGroup {
  readonly parent: Link;
  private readonly all: readonly DormantRotor[];
  /** What each rotor would add to the ballast, and what the dormant ones do. */
  private readonly shares: readonly Float64Array[];
  private readonly ballast = new Float64Array(10);
  /** The dormant ones: place of the rate, moment about the axis, axis in the parent's axes and in world axes, Ω, then τ/J. */
  private count = 0;
  private readonly rates: Int32Array;
  private readonly along: Float64Array;
  private readonly axes: Float64Array;
  private readonly n: Float64Array;
  private readonly spins: Float64Array;

  constructor(parent: Link, rotors: readonly DormantRotor[]) {
    this.parent = parent;
    this.all = rotors;
    this.shares = rotors.map(({ link }) => {
      const share = new Float64Array(10);
      link.addTo(share);
      return share;
    });
    this.rates = new Int32Array(rotors.length);
    this.along = new Float64Array(rotors.length);
    this.axes = new Float64Array(3 * rotors.length);
    this.n = new Float64Array(3 * rotors.length);
    this.spins = new Float64Array(rotors.length);
  }

  /** Lets those be dormant that may now, or none. */
  setDormant(isDormant: boolean): void {
    const { all, rates, along, axes, ballast, shares } = this;
    for (let i = 0; i < 10; i++) ballast[i] = 0;
    this.count = 0;
    for (let i = 0; i < all.length; i++) {
      const { link, contacts } = all[i];
      let isIdle = isDormant;
      for (let c = 0; c < contacts.length; c++) {
        if (contacts[c].isOn && isAbout(contacts[c], contacts[c].ends, link)) isIdle = false;
      }
      link.isDormant = isIdle;
      if (!isIdle) continue;
      const place = this.count++;
      rates[place] = link.rate;
      along[place] = link.along;
      for (let k = 0; k < 3; k++) axes[3 * place + k] = link.k[3 + k];
      for (let k = 0; k < 10; k++) ballast[k] += shares[i][k];
    }
  }

  /** After the inertia of the parent's own body is known. */
  addBallast(): void {
    if (!this.parent.isBase) this.parent.addBallast(this.ballast);
  }

  /** Axes and spins from the parent's. */
  calcKinematics(s: Float64Array): void {
    const { count, rates, axes, n, spins } = this;
    const { w: p } = this.parent;
    const wx = p[15];
    const wy = p[16];
    const wz = p[17];
    for (let i = 0; i < count; i++) {
      const j = 3 * i;
      const a = axes[j];
      const b = axes[j + 1];
      const c = axes[j + 2];
      const x = p[3] * a + p[4] * b + p[5] * c;
      const y = p[6] * a + p[7] * b + p[8] * c;
      const z = p[9] * a + p[10] * b + p[11] * c;
      n[j] = x;
      n[j + 1] = y;
      n[j + 2] = z;
      spins[i] = wx * x + wy * y + wz * z + s[rates[i]];
    }
  }

  /** The moment on the parent, with efforts `tau` in the bearings; spins become `τ/J`. */
  eliminate(tau: Float64Array): void {
    const { count, rates, along, n, spins } = this;
    const { w: p, isBase } = this.parent;
    // The sums of J Ω n and of τ n.
    let lx = 0;
    let ly = 0;
    let lz = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    for (let i = 0; i < count; i++) {
      const j = 3 * i;
      const torque = tau[rates[i]];
      const momentum = along[i] * spins[i];
      spins[i] = torque / along[i];
      lx += momentum * n[j];
      ly += momentum * n[j + 1];
      lz += momentum * n[j + 2];
      mx += torque * n[j];
      my += torque * n[j + 1];
      mz += torque * n[j + 2];
    }
    if (isBase) return;
    p[69] += p[16] * lz - p[17] * ly + mx;
    p[70] += p[17] * lx - p[15] * lz + my;
    p[71] += p[15] * ly - p[16] * lx + mz;
  }

  /** `ẍ`, with the accelerations of the parent as they are now; what is not more than `noise` is zero. */
  accelerate(out: Float64Array, noise: number): void {
    const { count, rates, n, spins } = this;
    const { w: p } = this.parent;
    const ex = p[33] + p[83];
    const ey = p[34] + p[84];
    const ez = p[35] + p[85];
    for (let i = 0; i < count; i++) {
      const j = 3 * i;
      const change = spins[i] - n[j] * ex - n[j + 1] * ey - n[j + 2] * ez;
      out[rates[i]] = Math.abs(change) <= noise ? 0 : change;
    }
  }

  /** Φ, from root to leaf: the change of the rates; the spins stay. */
  sweepOut(out: Float64Array): void {
    const { count, rates, n } = this;
    const { w: p } = this.parent;
    for (let i = 0; i < count; i++) {
      const j = 3 * i;
      out[rates[i]] = -n[j] * p[108] - n[j + 1] * p[109] - n[j + 2] * p[110];
    }
  }
}

/** Whether a constraint that acts on some `bodies` acts on a rotor. */
export function isAbout(constraint: Constraint, bodies: readonly Body[], { body, pair }: RotorLink): boolean {
  return bodies.some((other) => other === body) || listJoints(constraint).some((joint) => joint === pair);
}
