import { type Cone, ConeBlock, type ConeState } from "./ConeBlock.ts";
import { polishByNewton } from "./polishByNewton.ts";

export interface ConeSolution {
  readonly forces: Float64Array;
  /** `u = W f + b` */
  readonly motion: Float64Array;
  /** What each contact does, and the angle between its slip and its first tangent, if it slips. */
  readonly states: readonly ConeState[];
  readonly angles: readonly number[];
  /** Whether the iteration settled. */
  readonly isFound: boolean;
}

const MAX_SWEEPS = 2000;
const SETTLED = 1e-13;
/** Sweeps after which what the contacts seem to do is taken at its word, the first time at once; each time the wait grows by `PATIENCE`. */
const FIRST_TRY = 4;
const PATIENCE = 2;
const LONGEST_LEAP = 2 ** 20;
/** Of more contacts than these not all that they might do is tried. */
const MOST_OPEN = 6;

/**
 * Forces (or impulses) `f` and motions `u = W f + b` of contacts that press without pulling, `0 ≤ u_n ⊥ f_n ≥ 0`, and rub by
 * Coulomb's law: block Gauss–Seidel, one contact after the other, each solved exactly in its three directions. Now and
 * then Newton's method tries to finish from there with every contact doing what it does then; where many share a load
 * Gauss–Seidel alone takes thousands of sweeps. `W` is row by row with three places per contact; the effect of loads that
 * are given is in `b` already, their columns are zero.
 */
export function solveCones(W: Float64Array, b: Float64Array, cones: readonly Cone[]): ConeSolution {
  const size = b.length;
  const forces = new Float64Array(size);
  const motion = Float64Array.from(b);
  cones.forEach((cone, i) => {
    if (!cone.hasNormal) forces[3 * i] = cone.load;
  });
  const blocks = cones.map((cone, i) => new ConeBlock(W, size, 3 * i, cone));
  let isFound = cones.length === 0;
  const tried = new Set<string>();
  let next = FIRST_TRY;
  const last = forces.slice();
  for (let sweep = 1; sweep <= MAX_SWEEPS && !isFound; sweep++) {
    last.set(forces);
    let change = 0;
    let largest = 0;
    for (const block of blocks) {
      change = Math.max(change, block.relax(forces, motion));
      for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(forces[block.o + k]));
    }
    isFound = change <= SETTLED * largest || change === 0;
    if (isFound || sweep < FIRST_TRY) continue;
    const states = blocks.map(({ state }) => state).join();
    if (sweep < next && tried.has(states)) continue;
    isFound = polishByNewton(W, b, blocks, forces);
    if (!isFound && sweep >= next && tried.has(states)) {
      extrapolate(blocks, last, forces);
      calcMotion(W, b, forces, motion);
    }
    if (sweep >= next) next *= PATIENCE;
    tried.add(states);
  }
  if (!isFound) isFound = tryAll(W, b, blocks, forces);
  calcMotion(W, b, forces, motion);
  return {
    forces,
    motion,
    states: blocks.map(({ state }) => state),
    angles: blocks.map(({ angle }) => angle),
    isFound,
  };
}

/**
 * Where the sweeps do not settle, because contacts that stick nearly contradict each other: Newton's method with all that
 * they might do, fewest slips first, the present answer for the rest.
 */
function tryAll(W: Float64Array, b: Float64Array, blocks: readonly ConeBlock[], forces: Float64Array): boolean {
  const open = blocks.filter(({ state, cone }) => cone.tangential === "coulomb" && state !== "off");
  if (open.length > MOST_OPEN) return false;
  const present = open.map(({ state, angle }) => ({ state, angle }));
  // Along what is left of the motion they contradict each other, and one of them gives way that way or the other.
  const motion = new Float64Array(b.length);
  calcMotion(W, b, forces, motion);
  const worst = open.reduce(
    (most, { o }) => (getSpeed(motion, o) > getSpeed(motion, most) ? o : most),
    open[0]?.o ?? 0,
  );
  const left = Math.atan2(motion[worst + 2], motion[worst + 1]);
  const guesses = open.map(({ o, angle }) => {
    const held = Math.atan2(-forces[o + 2], -forces[o + 1]);
    return [held, left, left + Math.PI, ...(Number.isFinite(angle) ? [angle] : [])];
  });
  const masks = Array.from({ length: 2 ** open.length }, (_, mask) => mask).sort((a, c) => countBits(a) - countBits(c));
  for (const mask of masks) {
    for (let guess = 0; guess < (mask === 0 ? 1 : 4); guess++) {
      open.forEach((block, i) => {
        block.state = mask & (1 << i) ? "slip" : "stick";
        block.angle = guesses[i][guess % guesses[i].length];
      });
      if (polishByNewton(W, b, blocks, forces)) return true;
    }
  }
  open.forEach((block, i) => {
    block.state = present[i].state;
    block.angle = present[i].angle;
  });
  return false;
}

const getSpeed = (motion: Float64Array, o: number): number => Math.hypot(motion[o + 1], motion[o + 2]);

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/**
 * Contacts that cannot all stick, because the bodies do not fit together so, pull ever harder against each other, by the
 * same small step each sweep: goes as many steps at once as their friction can bear.
 */
function extrapolate(blocks: readonly ConeBlock[], from: Float64Array, forces: Float64Array): void {
  const step = forces.map((force, i) => force - from[i]);
  const trial = forces.slice();
  for (let count = 1; count <= LONGEST_LEAP; count *= 2) {
    for (let i = 0; i < trial.length; i++) trial[i] = forces[i] + count * step[i];
    if (!blocks.every((block) => block.canBear(trial))) return;
    forces.set(trial);
  }
}

/** `u = W f + b` */
export function calcMotion(W: Float64Array, b: Float64Array, forces: Float64Array, motion: Float64Array): void {
  const size = b.length;
  for (let i = 0; i < size; i++) {
    motion[i] = b[i];
    for (let j = 0; j < size; j++) motion[i] += W[i * size + j] * forces[j];
  }
}
