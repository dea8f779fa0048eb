import { type Cone, ConeBlock } from "./ConeBlock.ts";
import { calcMotion, solveCones } from "./solveCones.ts";

/** Slower approaches (m/s) are rounding: they end without an impact. */
export const APPROACH = 1e-11;

/** Energy that an impact may seem to gain by rounding, relative. */
const ENERGY_SLACK = 1e-13;

/** Impacts of one instant that are followed one by one, for each contact. */
const MAX_IMPACTS = 2000;

/** Velocities `u` of contacts, three each, with the operator `W`, and their restitutions; returns the impulses. */
type Collision = (W: Float64Array, u: Float64Array, cones: readonly Cone[], e: readonly number[]) => Float64Array;

interface Impact {
  readonly impulses: Float64Array;
  readonly after: Float64Array;
}

/** Newton's law at all contacts together: `0 ≤ u_n⁺ + e u_n⁻ ⊥ p_n ≥ 0`. */
export const impactAtOnce: Collision = (W, u, cones, e) =>
  keepEnergy((factor) => {
    const b = Float64Array.from(u, (value, i) =>
      i % 3 === 0 ? value + factor * e[i / 3] * Math.min(0, value) : value,
    );
    const { forces } = solveCones(W, b, cones);
    const after = new Float64Array(u.length);
    calcMotion(W, u, forces, after);
    return { impulses: forces, after };
  }, u).impulses;

/** One impact after the other, the fastest approach first. */
export const impactInTurn: Collision = (W, u, cones, e) => {
  const size = u.length;
  const impulses = new Float64Array(size);
  const after = Float64Array.from(u);
  const blocks = cones.map((cone, i) => new ConeBlock(W, size, 3 * i, cone));
  for (let impact = 0; impact < MAX_IMPACTS * cones.length; impact++) {
    let i = 0;
    for (let k = 1; k < cones.length; k++) if (after[3 * k] < after[3 * i]) i = k;
    if (after[3 * i] >= -APPROACH) return impulses;
    const before = after.slice(3 * i, 3 * i + 3);
    const own = keepEnergy((factor) => blocks[i].collide(before, factor * e[i]), before).impulses;
    for (let k = 0; k < 3; k++) {
      impulses[3 * i + k] += own[k];
      for (let j = 0; j < size; j++) after[j] += W[j * size + 3 * i + k] * own[k];
    }
  }
  // Endless impacts, as between walls that close in: together, and without a bounce.
  const none = e.map(() => 0);
  const rest = impactAtOnce(W, after, cones, none);
  return impulses.map((value, k) => value + rest[k]);
};

/** Lowers restitution by a factor until the kinetic energy, which changes by `½ p·(u⁺ + u⁻)`, does not grow. */
function keepEnergy(collide: (factor: number) => Impact, before: Float64Array): Impact {
  const full = collide(1);
  if (!isGaining(full, before)) return full;
  let low = 0;
  let high = 1;
  let best = collide(0);
  for (let n = 0; n < 50; n++) {
    const factor = (low + high) / 2;
    const trial = collide(factor);
    if (isGaining(trial, before)) high = factor;
    else {
      low = factor;
      best = trial;
    }
  }
  return best;
}

function isGaining({ impulses, after }: Impact, before: Float64Array): boolean {
  let gain = 0;
  let size = 0;
  for (let i = 0; i < impulses.length; i++) {
    gain += 0.5 * impulses[i] * (after[i] + before[i]);
    size += Math.abs(impulses[i]) * (Math.abs(after[i]) + Math.abs(before[i]));
  }
  return gain > ENERGY_SLACK * size;
}
