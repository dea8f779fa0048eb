import { Contact } from "../../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System, type Trajectory } from "../../../lib/index.ts";
import type { Vector3 } from "../../../lib/math/index.ts";
import { Ellipsoid, Plane } from "../../../lib/tracking/index.ts";
import { RandomSource } from "../random.ts";
import { simulateWithin } from "../simulateWithin.ts";

const g = 9.81;
const UNTIL = 2;
export const TOLERANCE = 1e-8;
/** The tolerances of the two runs that others are compared with. */
const FINE = [1e-12, 1e-13] as const;
/** States of runs agree within so many times their tolerance. */
export const AGREEMENT = 1000;
/** Where so many evaluations do not suffice, a run is stopped; the given throw takes 29,272 at 1e-8. */
const MOST_EVALUATIONS = 400_000;

/** An ellipsoid that is thrown onto a slope. Seed 0 is a given throw, odd seeds are near to it, even ones are any. */
export function createThrow(seed: number): System {
  const random = new RandomSource(104_729 * seed + 17);
  const near = (value: number, share: number) => (seed === 0 ? value : value * random.number(1 - share, 1 + share));
  const share = seed % 2 === 1 ? 0.05 : 0.4;
  const semiAxes: Vector3 = [near(0.1, share), near(0.15, share), near(0.15, share)];
  const slope = near(0.2, share);
  const friction = near(0.4, share);
  const isTurned = seed > 0 && seed % 2 === 0;
  const system = new System({ gravity: [g * Math.sin(slope), -g * Math.cos(slope), 0] });
  const body = system.add(
    new RigidBody("stone", {
      inertia: Inertia.ellipsoid({ mass: 1, semiAxes }),
      // Above the slope, however it is turned.
      position: [0, Math.max(near(0.3, share), 1.01 * Math.max(...semiAxes)), 0],
      orientation: isTurned ? random.quaternion() : [1, 0, 0, 0],
      velocity: isTurned ? [random.number(-1, 1), 0, random.number(-1, 1)] : [near(0.6, share), 0, near(0.7, share)],
      angularVelocity: isTurned ? random.vector(10) : [near(-2, share), near(-8, share), near(6, share)],
    }),
  );
  const surfaces = { surfaceA: new Plane(), surfaceB: new Ellipsoid({ semiAxes }) };
  system.add(new Contact("floor", system.ground, body, { ...surfaces, friction }));
  return system;
}

export const countSlipEvents = (run: Trajectory) =>
  run.events.filter(({ before, after }) => before === "slip" && after === "slip").length;

export interface ThrowRecord {
  slipEvents: number;
  events: number;
  evaluations: number;
  /** Largest difference of the end state from that of the run at 1e-12; m, m/s, rad/s, 1. */
  error: number;
  /** Whether that is within the limit. */
  isRight: boolean;
  /** The same of the two fine runs, where it decides: infinite where one was stopped, NaN where they were not needed. */
  fineError: number;
  /** Whether the fine runs agree as far as is known, so that the error means something. */
  isComparable: boolean;
}

/** A throw at one tolerance and, if `isCompared`, at a fine one; where these differ, at a second fine one. */
export function measureThrow(seed: number, isCompared = true): ThrowRecord {
  const system = createThrow(seed);
  const simulate = (tolerance: number) => simulateWithin(system, { until: UNTIL, tolerance }, MOST_EVALUATIONS);
  const compare = (a: ReturnType<typeof simulate>, b: ReturnType<typeof simulate>) =>
    a.isStopped || b.isStopped ? Number.POSITIVE_INFINITY : compareEnds(a.run, b.run);
  const coarse = simulate(TOLERANCE);
  const { run } = coarse;
  const record: ThrowRecord = {
    slipEvents: countSlipEvents(run),
    events: run.events.length,
    evaluations: run.statistics.evaluations,
    error: Number.NaN,
    isRight: true,
    fineError: Number.NaN,
    isComparable: isCompared,
  };
  if (!isCompared) return record;
  const fine = simulate(FINE[0]);
  record.error = compare(coarse, fine);
  record.isRight = record.error <= AGREEMENT * TOLERANCE;
  if (record.isRight) return record;
  record.fineError = compare(fine, simulate(FINE[1]));
  record.isComparable = record.fineError <= AGREEMENT * FINE[0];
  return record;
}

/** Largest difference of all numbers of two end states. */
function compareEnds(a: Trajectory, b: Trajectory): number {
  const [y, z] = [a.lastState.y, b.lastState.y];
  return y.reduce((most, value, i) => Math.max(most, Math.abs(value - z[i])), 0);
}

export interface ThrowSummary {
  throws: number;
  /** Most slip→slip events of a throw, and throws with more than ten. */
  slipEvents: number;
  chattering: number;
  /** Throws that can be compared; of those the largest error, and how many are beyond the limit. */
  comparable: number;
  error: number;
  wrong: number;
  evaluations: number;
  failed: number;
  seeds: { slipEvents: number; error: number; chattering: number[]; wrong: number[]; failed: number[] };
}

/** Seeds `from` to `to − 1`. */
export function measureThrows(from: number, to: number, isCompared = true): ThrowSummary {
  const seeds: ThrowSummary["seeds"] = { slipEvents: from, error: from, chattering: [], wrong: [], failed: [] };
  const sums = { slipEvents: 0, chattering: 0, comparable: 0, error: 0, wrong: 0, evaluations: 0, failed: 0 };
  for (let seed = from; seed < to; seed++) {
    let record: ThrowRecord;
    try {
      record = measureThrow(seed, isCompared);
    } catch {
      sums.failed++;
      seeds.failed.push(seed);
      continue;
    }
    const { slipEvents, error, isComparable, isRight, evaluations } = record;
    if (slipEvents > 10) {
      sums.chattering++;
      seeds.chattering.push(seed);
    }
    if (slipEvents > sums.slipEvents) {
      sums.slipEvents = slipEvents;
      seeds.slipEvents = seed;
    }
    sums.evaluations = Math.max(sums.evaluations, evaluations);
    if (!isComparable) continue;
    sums.comparable++;
    if (!isRight) {
      sums.wrong++;
      seeds.wrong.push(seed);
    }
    if (error > sums.error) {
      sums.error = error;
      seeds.error = seed;
    }
  }
  return { throws: to - from, ...sums, seeds };
}
