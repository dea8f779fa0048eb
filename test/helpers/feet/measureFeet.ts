import { matrixFromQuaternion, type Trajectory } from "../../../lib/index.ts";
import { rotate, type Vector3 } from "../../../lib/math/index.ts";
import { simulateWithin } from "../simulateWithin.ts";
import { createFootedBody, type FootedBody, type FootedKind, REST_TIME } from "./FootedBody.ts";

const g = 9.81;
/** So long it is pushed, s. */
export const PUSH_TIME = 60;
/** A run that takes so many evaluations crawls, and is stopped: ten times what it may take in the first two seconds. */
const MOST_EVALUATIONS = 60_000;
/** Slip, m/s, below which a foot is at rest: far above rounding, far below any start. */
const REST_SPEED = 1e-9;
/** Normal and tangential forces are known to such a part of the weight. */
const FORCE_ROUNDING = 1e-12;

export interface FeetRecord {
  /** At rest: modes, tangential forces as parts of what friction can give, and slip, m/s. */
  modes: string[];
  ratios: number[];
  slips: number[];
  isAtRest: boolean;
  /** Feet in slip at the end of the throw, when all is at rest. */
  slipping: number;
  /** The largest part by which the force of a foot that sticks is beyond its limit, at any stored point; 0: none is. */
  beyond: number;
  /** How far a foot moves while it is pushed, m; of a cylinder: slips. NaN if it is not pushed. */
  creep: number;
  /** Evaluations per simulated second of the throw and of the push. */
  evaluations: number;
  pushEvaluations: number;
  events: number;
  run: Trajectory;
}

export interface FeetOptions {
  /** Whether it is pushed when it rests. Default: true. */
  isPushed?: boolean;
  /** Part of the limit of sliding that the push grows to. Default: 0.95. */
  part?: number;
  tolerance?: number;
}

/** Throws a footed body, and pushes it when it rests. */
export function measureFeet(kind: FootedKind, seed: number, options: FeetOptions = {}): FeetRecord {
  const { isPushed = true, part = 0.95, tolerance = 1e-8 } = options;
  const footed = createFootedBody(kind, seed, part);
  const { system, contacts } = footed;
  const { run, isStopped } = simulateWithin(system, { until: REST_TIME, tolerance }, MOST_EVALUATIONS);
  const { last } = run;
  const feet = contacts.map((contact) => {
    const { mode, normalForce, slipSpeed } = last.get(contact);
    const { force } = last.reaction(contact.name);
    return { mode, slip: slipSpeed, ratio: Math.hypot(force[0], force[2]) / (footed.friction * normalForce) };
  });
  const isAtRest = !isStopped && feet.every(({ slip }) => slip <= REST_SPEED);
  const record: FeetRecord = {
    modes: feet.map(({ mode }) => mode),
    ratios: feet.map(({ ratio }) => ratio),
    slips: feet.map(({ slip }) => slip),
    isAtRest,
    slipping: feet.filter(({ mode }) => mode === "slip").length,
    beyond: findBeyond(footed, run),
    creep: Number.NaN,
    evaluations: run.statistics.evaluations / REST_TIME,
    pushEvaluations: Number.NaN,
    events: run.events.length,
    run,
  };
  if (!isPushed || isStopped) return record;
  const pushing = { from: run, until: REST_TIME + PUSH_TIME, tolerance };
  const { run: push } = simulateWithin(system, pushing, MOST_EVALUATIONS);
  record.creep = findCreep(footed, run, push);
  record.beyond = Math.max(record.beyond, findBeyond(footed, push));
  record.pushEvaluations = push.statistics.evaluations / PUSH_TIME;
  return record;
}

function findBeyond({ contacts, friction, mass }: FootedBody, run: Trajectory): number {
  const names = contacts.map(({ name }) => name);
  const columns = names.flatMap((name) => ["normalForce", "frictionForce", "mode"].map((what) => `${name}.${what}`));
  const table = run.sample({ columns });
  let beyond = 0;
  for (const name of names) {
    const [normal, tangent, mode] = ["normalForce", "frictionForce", "mode"].map((what) => table[`${name}.${what}`]);
    for (let i = 0; i < normal.length; i++) {
      // Modes are counted open, unloaded, touch, slip, stick.
      if (mode[i] !== 4) continue;
      const most = friction * normal[i];
      const excess = tangent[i] - most - FORCE_ROUNDING * mass * g;
      if (excess > 0) beyond = Math.max(beyond, excess / most);
    }
  }
  return beyond;
}

/**
 * Of a box: how far a foot has moved. A cylinder rolls on, tens of metres, and its heading is known to the tolerance only: the
 * way that its rims slip is what creeps.
 */
function findCreep({ points, axis, contacts }: FootedBody, before: Trajectory, after: Trajectory): number {
  if (axis) return Math.max(...contacts.map(({ name }) => findWay(after, `${name}.slip`)));
  const [was, is] = [before.last.body("body"), after.last.body("body")];
  const place = ({ position, orientation }: typeof was, point: Vector3) =>
    rotate(matrixFromQuaternion(orientation), point).map((x, i) => x + position[i]);
  return Math.max(...points.map((point) => Math.hypot(...place(is, point).map((x, i) => x - place(was, point)[i]))));
}

/** The integral of a speed, by trapezoids between the stored points, as the steps left them. */
function findWay(run: Trajectory, column: string): number {
  const { times } = run;
  const speeds = run.column(column);
  return times.reduce((sum, t, i) => (i === 0 ? 0 : sum + 0.5 * (t - times[i - 1]) * (speeds[i] + speeds[i - 1])), 0);
}

export interface FeetSummary {
  runs: number;
  /** Runs that end with a foot in slip. */
  slipping: number;
  /** Runs that have not come to rest. */
  moving: number;
  /** Runs with a force beyond its limit by more than 1e-9 of it, and the largest part. */
  beyond: number;
  most: number;
  /** The farthest creep, m, and runs that creep by more than 1e-12 m. */
  creep: number;
  creeping: number;
  /** The most evaluations per simulated second, of throw or push, and the mean of the throws. */
  evaluations: number;
  mean: number;
  /** Runs that stopped with an error. */
  failed: number;
  /** Where the worst are. */
  seeds: { slipping: number[]; beyond: number[]; creep: number; evaluations: number; failed: number[] };
}

/** Seeds `from` to `to − 1`. */
export function measureManyFeet(kind: FootedKind, from: number, to: number, options: FeetOptions = {}): FeetSummary {
  const seeds: FeetSummary["seeds"] = { slipping: [], beyond: [], creep: from, evaluations: from, failed: [] };
  const sums = {
    slipping: 0,
    moving: 0,
    beyond: 0,
    most: 0,
    creep: 0,
    creeping: 0,
    evaluations: 0,
    mean: 0,
    failed: 0,
  };
  for (let seed = from; seed < to; seed++) {
    let record: FeetRecord;
    try {
      record = measureFeet(kind, seed, options);
    } catch {
      sums.failed++;
      seeds.failed.push(seed);
      continue;
    }
    if (record.slipping > 0) {
      sums.slipping++;
      seeds.slipping.push(seed);
    }
    if (!record.isAtRest) sums.moving++;
    if (record.beyond > 1e-9) {
      sums.beyond++;
      seeds.beyond.push(seed);
    }
    sums.most = Math.max(sums.most, record.beyond);
    if (record.creep > 1e-12) sums.creeping++;
    if (record.creep > sums.creep) {
      sums.creep = record.creep;
      seeds.creep = seed;
    }
    const evaluations = Math.max(record.evaluations, record.pushEvaluations || 0);
    if (evaluations > sums.evaluations) {
      sums.evaluations = evaluations;
      seeds.evaluations = seed;
    }
    sums.mean += record.evaluations / (to - from);
  }
  return { runs: to - from, ...sums, seeds };
}
