import { canBegin } from "../constraints/capabilities/Begins.ts";
import { hasStates } from "../constraints/capabilities/HasStates.ts";
import { resolveContacts } from "../contact/solver.ts";
import { FreeLink } from "../kernel/FreeLink.ts";
import { GivenLink } from "../kernel/GivenLink.ts";
import { Impulses } from "../kernel/Impulses.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { listMisfits } from "../kernel/listMisfits.ts";
import { readTwist } from "../kernel/readLink.ts";
import { ModelError, RankRevealingSolver, rotateBack } from "../math/index.ts";
import { RigidBody } from "../rigidbody/index.ts";

/** What is left of a position error, m or rad, counts as zero at the start. */
const POSITION_GOAL = 1e-13;
/** A larger one after all Newton steps means that the constraints cannot be met. */
const POSITION_LIMIT = 1e-9;
const NEWTON_STEPS = 60;
/** A velocity error above this part of the rates means that given rates contradict one another. */
const VELOCITY_LIMIT = 1e-9;
/** Given values may be off by this much, absolute and relative; they are then put right. */
const GIVEN_LIMIT = 1e-3;

/**
 * The start state of a model: coordinates and rates of joints as given, poses and velocities of bodies as drawn where
 * they are not, then everything brought onto the rows. Writes `q`, `s`, `z` of the kernel.
 */
export function findStart(kernel: Kernel, t: number): void {
  kernel.setModes(kernel.getInitialModes());
  setCoordinates(kernel);
  setRates(kernel, t);
  kernel.z.fill(0);
  for (const constraint of kernel.constraints) {
    if (hasStates(constraint)) constraint.states.set(constraint.initialStates ?? []);
  }
  for (const rows of kernel.loopClosures) {
    kernel.calcKinematics(t, true);
    rows.findStart(t);
  }
  kernel.hasBegun = false;
  if (kernel.rows.rowCount > 0) meetRows(kernel, t);
  kernel.calcKinematics(t, true);
  for (const constraint of kernel.acting) {
    if (canBegin(constraint)) constraint.begin(t);
  }
  kernel.hasBegun = true;
  for (const { impulse } of kernel.contacts) impulse.fill(0);
  resolveContacts(kernel, t, { isStart: true });
}

/** Refuses a start that is not finite: masses, lengths and rates may be, and what follows from them not. */
export function checkStart(kernel: Kernel, t: number): void {
  const y = new Float64Array(kernel.size);
  kernel.writeState(y);
  const bad = y.findIndex((x) => !Number.isFinite(x));
  if (bad < 0) return;
  throw new ModelError(
    `System: the start of ${kernel.describeState(bad)} is ${y[bad]} at t = ${t} s; check masses, lengths and rates: some are too ` +
      "large or too small for numbers",
  );
}

/**
 * Brings coordinates, then rates, onto the rows. What was given stays; what was not moves by the least. Given rates that
 * contradict the rows change too, by the least in the metric of the masses.
 */
function meetRows(kernel: Kernel, t: number): void {
  const given = listGiven(kernel);
  const drawn = kernel.q.slice();
  const starts = given.filter(({ hasStart }) => hasStart);
  if (!movePositions(kernel, t, starts)) {
    kernel.q.set(drawn);
    if (kernel.project(t, NEWTON_STEPS, POSITION_GOAL, false) > POSITION_LIMIT) {
      throw new ModelError(
        `System: the constraints cannot all be met at the start; ${listMisfits(kernel, POSITION_LIMIT)}. ` +
          "Check lengths and points, or draw the bodies nearer to where they belong",
      );
    }
    checkStarts(starts, drawn, kernel.q);
  }
  const wanted = kernel.s.slice();
  const rates = given.filter(({ hasRate }) => hasRate);
  const lock = rates.map(({ rate }) => [rate, 0] as const);
  kernel.prepareProjection(t);
  const change = new Impulses(kernel).solve(listVelocityErrors(kernel), lock);
  for (let i = 0; i < kernel.rateCount; i++) kernel.s[i] += change[i];
  kernel.prepareProjection(t);
  if (kernel.rows.findVelocityError() > VELOCITY_LIMIT * (1 + Math.max(...wanted.map(Math.abs)))) kernel.s.set(wanted);
  kernel.project(t, NEWTON_STEPS, POSITION_GOAL);
}

/** A scalar of the state whose start value was given. */
interface Given {
  label: string;
  coordinate: number;
  rate: number;
  hasStart: boolean;
  hasRate: boolean;
}

function listGiven(kernel: Kernel): Given[] {
  return kernel.links.flatMap((link): Given[] => {
    const { body, pair, rate, coordinate } = link;
    if (link instanceof FreeLink && body instanceof RigidBody) {
      const label = `RigidBody "${body.name}"`;
      const entry = (i: number, hasRate: boolean) => ({
        label,
        coordinate: -1,
        rate: rate + i,
        hasStart: false,
        hasRate,
      });
      const [v, w] = [body.velocity !== undefined, body.angularVelocity !== undefined];
      return [0, 1, 2, 3, 4, 5].map((i) => entry(i, i < 3 ? v : w)).filter(({ hasRate }) => hasRate);
    }
    const motion = pair?.motions[link.motionIndex];
    if (!pair || !motion || motion.kind === "ball" || link.rateCount !== 1) return [];
    const { hasStart } = motion.bond;
    const hasRate = motion.bond.rate !== undefined;
    return hasStart || hasRate ? [{ label: `${pair.label}, ${motion.name}`, coordinate, rate, hasStart, hasRate }] : [];
  });
}

/** Newton steps with some coordinates held; whether the rows are met. */
function movePositions(kernel: Kernel, t: number, held: readonly Given[]): boolean {
  const lock = held.map(({ rate }) => [rate, 0] as const);
  for (let i = 0; i < NEWTON_STEPS; i++) {
    kernel.prepareProjection(t);
    const error = kernel.rows.findPositionError(t);
    if (error <= POSITION_GOAL) return true;
    const errors = kernel.rows.constraints.flatMap((c) =>
      Array.from({ length: c.rowCount }, (_, row) => (c.isHolonomic(row) ? c.positionErrors[row] : 0)),
    );
    const change = new Impulses(kernel).solve(errors, lock);
    for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, change);
  }
  kernel.prepareProjection(t);
  return kernel.rows.findPositionError(t) <= POSITION_LIMIT;
}

function listVelocityErrors(kernel: Kernel): number[] {
  return kernel.rows.constraints.flatMap((c) =>
    Array.from({ length: c.rowCount }, (_, row) => c.getVelocityError(row)),
  );
}

/** Small errors of coordinates that were given are put right; large ones are refused. */
function checkStarts(list: readonly Given[], wanted: Float64Array, found: Float64Array): void {
  const wrong = list
    .map(({ label, coordinate: i }) => ({ label, from: wanted[i], to: found[i] }))
    .filter(({ from, to }) => Math.abs(from - to) > GIVEN_LIMIT * (1 + Math.abs(from)))
    .map(({ label, from, to }) => `${label} has ${Number(from.toPrecision(6))}, fits ${Number(to.toPrecision(6))}`);
  if (wrong.length === 0) return;
  throw new ModelError(
    `System: the given positions do not fit the constraints: ${wrong.slice(0, 5).join("; ")}. ` +
      "Give fewer of them, and the rest will follow",
  );
}

/** Coordinates as given or drawn, whatever the rows say. */
export function setCoordinates(kernel: Kernel): void {
  for (const link of kernel.links) {
    const { body, pair, coordinate } = link;
    if (link instanceof FreeLink && body instanceof RigidBody) {
      kernel.q.set(body.position, coordinate);
      kernel.q.set(body.orientation, coordinate + 3);
    } else if (pair && link.coordinateCount > 0) {
      const motion = pair.motions[link.motionIndex];
      kernel.q.set(motion.kind === "ball" ? motion.start : [motion.bond.start], coordinate);
    }
  }
}

/** Root to leaf: the given rate of a joint; else what fits the given velocity of the body; else zero. */
function setRates(kernel: Kernel, t: number): void {
  kernel.s.fill(0);
  for (const carrier of kernel.links) {
    const { body } = carrier;
    if (!(body instanceof RigidBody)) continue;
    if (carrier instanceof FreeLink) {
      kernel.s.set(body.velocity ?? [0, 0, 0], carrier.rate);
      kernel.s.set(rotateBack(body.referencePose.T, body.referencePose.w), carrier.rate + 3);
      continue;
    }
    const chain: Link[] = [];
    for (let link: Link | null = carrier; link && link.pair === carrier.pair; link = link.parent) chain.unshift(link);
    const unknown: number[] = [];
    for (const link of chain) {
      if (link instanceof GivenLink || !link.pair) continue;
      const motion = link.pair.motions[link.motionIndex];
      const given =
        motion.kind === "ball" ? motion.rate : motion.bond.rate === undefined ? undefined : [motion.bond.rate];
      if (given) kernel.s.set(given, link.rate);
      else for (let i = 0; i < link.rateCount; i++) unknown.push(link.rate + i);
    }
    if (body.velocity || body.angularVelocity) fitRates(kernel, t, carrier, body, unknown);
  }
}

/** Least squares for the `unknown` rates from the given velocity and angular velocity of a body. */
function fitRates(kernel: Kernel, t: number, carrier: Link, body: RigidBody, unknown: readonly number[]): void {
  const target = [...(body.velocity ?? []), ...(body.angularVelocity ?? [])];
  const read = (): number[] => {
    kernel.calcKinematics(t, true);
    const twist = readTwist(carrier);
    return [...(body.velocity ? twist.slice(0, 3) : []), ...(body.angularVelocity ? twist.slice(3) : [])];
  };
  const base = read();
  const rest = target.map((value, i) => value - base[i]);
  // Velocities are linear in the rates.
  const columns = unknown.map((place) => {
    kernel.s[place] = 1;
    const column = read().map((value, i) => value - base[i]);
    kernel.s[place] = 0;
    return column;
  });
  const solution = solveLeastSquares(columns, rest);
  unknown.forEach((place, i) => {
    kernel.s[place] = solution[i];
  });
  const found = read();
  const misfit = Math.hypot(...found.map((value, i) => value - target[i]));
  if (misfit <= 1e-6 * (1 + Math.hypot(...target))) return;
  const what = body.velocity
    ? body.angularVelocity
      ? "velocity and angular velocity do"
      : "velocity does"
    : "angular velocity does";
  throw new ModelError(
    `RigidBody "${body.name}": its ${what} not fit ${carrier.pair?.label}: ${misfit.toPrecision(3)} m/s or rad/s are left ` +
      "that the joint forbids; leave the velocities of the body away and give the rate of the joint",
  );
}

/** Least-norm least squares by the normal equations; a body has six numbers at most. */
export function solveLeastSquares(columns: readonly number[][], target: readonly number[]): number[] {
  const n = columns.length;
  if (n === 0) return [];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const solver = new RankRevealingSolver(n);
  solver.matrix.set(columns.flatMap((a) => columns.map((b) => dot(a, b))));
  solver.factor(n, 1e-12);
  const solution = new Float64Array(n);
  solver.solve(
    Float64Array.from(columns, (column) => dot(column, target)),
    solution,
  );
  return [...solution];
}
