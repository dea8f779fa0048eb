import type { RadauSystem } from "./RadauSystem.ts";
import {
  ALPHA,
  BETA,
  C1,
  C2,
  GAMMA,
  S11,
  S12,
  S13,
  S21,
  S22,
  S23,
  S31,
  S32,
  S33,
  T11,
  T12,
  T13,
  T21,
  T22,
  T23,
} from "./radauTable.ts";

type Three = readonly [Float64Array, Float64Array, Float64Array];

/** The stages of a step while Newton's method works on them, and the polynomial of the step before, from which they begin. */
export class RadauStages {
  readonly size: number;
  /** The stages less the old state, `Z = T W`, and their derivatives. */
  readonly z: Three;
  readonly f: Three;
  /**
   * The collocation polynomial `θ(c1 + (1−θ)(c2 + θ c3))` of the last accepted step, less its first value, and the size of
   * that step; 0: there is none.
   */
  readonly polynomial: Three;
  oldStep = 0;
  /** The component with the largest correction. */
  limiting = -1;

  private readonly w: Three;

  constructor(size: number) {
    const three = (): Three => [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    this.size = size;
    this.z = three();
    this.w = three();
    this.f = three();
    this.polynomial = three();
  }

  /** Begins where the polynomial goes on; without one, at the old state. */
  predict(h: number): void {
    const { size, oldStep } = this;
    const [z1, z2, z3] = this.z;
    const [w1, w2, w3] = this.w;
    const [c1, c2, c3] = this.polynomial;
    const ratio = oldStep > 0 ? h / oldStep : 0;
    const a = 1 + C1 * ratio;
    const b = 1 + C2 * ratio;
    const c = 1 + ratio;
    for (let i = 0; i < size; i++) {
      const p = c1[i];
      const q = c2[i];
      const r = c3[i];
      const u = a * (p + (1 - a) * (q + a * r)) - p;
      const v = b * (p + (1 - b) * (q + b * r)) - p;
      const w = c * (p + (1 - c) * (q + c * r)) - p;
      z1[i] = u;
      z2[i] = v;
      z3[i] = w;
      w1[i] = S11 * u + S12 * v + S13 * w;
      w2[i] = S21 * u + S22 * v + S23 * w;
      w3[i] = S31 * u + S32 * v + S33 * w;
    }
  }

  /** One correction from the derivatives in `f`, which are lost; returns the largest one in units of `scale`. */
  correct(h: number, system: RadauSystem, scale: Float64Array): number {
    const { size } = this;
    const [z1, z2, z3] = this.z;
    const [w1, w2, w3] = this.w;
    const [f1, f2, f3] = this.f;
    const gamma = GAMMA / h;
    const alpha = ALPHA / h;
    const beta = BETA / h;
    for (let i = 0; i < size; i++) {
      const a = f1[i];
      const b = f2[i];
      const c = f3[i];
      const v = w2[i];
      const w = w3[i];
      f1[i] = S11 * a + S12 * b + S13 * c - gamma * w1[i];
      f2[i] = S21 * a + S22 * b + S23 * c - (alpha * v - beta * w);
      f3[i] = S31 * a + S32 * b + S33 * c - (alpha * w + beta * v);
    }
    system.solveReal(f1);
    system.solveComplex(f2, f3);
    for (let i = 0; i < size; i++) {
      const u = w1[i] + f1[i];
      const v = w2[i] + f2[i];
      const w = w3[i] + f3[i];
      w1[i] = u;
      w2[i] = v;
      w3[i] = w;
      z1[i] = T11 * u + T12 * v + T13 * w;
      z2[i] = T21 * u + T22 * v + T23 * w;
      z3[i] = u + v;
    }
    return this.measureCorrection(scale);
  }

  /** The largest component of the last correction in units of `scale`. */
  measureCorrection(scale: Float64Array): number {
    const [f1, f2, f3] = this.f;
    let largest = 0;
    for (let i = 0; i < this.size; i++) {
      const change = Math.max(Math.abs(f1[i]), Math.abs(f2[i]), Math.abs(f3[i])) / scale[i];
      // NaN stays.
      if (!(change <= largest) && !Number.isNaN(largest)) {
        largest = change;
        this.limiting = i;
      }
    }
    return largest;
  }

  /**
   * What the polynomial through the stages misses between them, largest component in units of `scale`: h⁴ y⁗/24 times
   * θ(θ−c₁)(θ−c₂)(θ−1), at most 0.018, where the stages are exact (where a component is stiff); y⁗ by comparison with the
   * step before. Zero where there is none.
   */
  measureInterior(h: number, scale: Float64Array): number {
    const { size, oldStep } = this;
    if (oldStep === 0) return 0;
    const [z1, z2, z3] = this.z;
    const [, , skew] = this.polynomial;
    const ratio = (h / oldStep) ** 3;
    const factor = ((0.018 / 24) * 12 * h) / (h + oldStep);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      const miss = (factor * Math.abs(calcSkew(z1[i], z2[i], z3[i]) - ratio * skew[i])) / scale[i];
      if (miss <= largest) continue;
      largest = miss;
      this.limiting = i;
    }
    return largest;
  }

  /** Takes the polynomial through the stages of a step that was accepted. */
  accept(h: number): void {
    const { size } = this;
    const [z1, z2, z3] = this.z;
    const [c1, c2, c3] = this.polynomial;
    for (let i = 0; i < size; i++) {
      const skew = calcSkew(z1[i], z2[i], z3[i]);
      c1[i] = z3[i];
      c2[i] = (z1[i] - C1 * z3[i]) / (C1 * (1 - C1)) - C1 * skew;
      c3[i] = skew;
    }
    this.oldStep = h;
  }
}

/** c3 of the cubic through 0 and the stages. */
function calcSkew(z1: number, z2: number, z3: number): number {
  return ((z2 - C2 * z3) / (C2 * (1 - C2)) - (z1 - C1 * z3) / (C1 * (1 - C1))) / (C2 - C1);
}
