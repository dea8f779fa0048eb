import type { BodyState, MotionState, Reaction, Snapshot } from "../../lib/index.ts";
import type { DenseEquations, DenseSolution, Load } from "./denseModel.ts";
import { axesOf, minus, outer, plus, pointIn, size, type Triple, times, toBody, toWorld } from "./jets.ts";
import type { TwinModel } from "./twinModel.ts";

type Vector = readonly [number, number, number];

/** Everything that the library says about a model at one instant. */
export interface Reading {
  t: number;
  bodies: Map<string, BodyState>;
  /** Of constraints and force elements. */
  reactions: Map<string, Reaction>;
  /** Of each motion of each joint: `joint.angle`; of a ball `joint.x`, … */
  motions: Map<string, MotionState>;
  /** The library's own measure of how well the constraints hold. */
  violation: { position: number; velocity: number };
}

export function read(twin: TwinModel, snapshot: Snapshot): Reading {
  const { bodies, constraints, forces, couplers } = twin.dense;
  const motions = twin.pairs.flatMap(({ name, pair }) =>
    pair.rateNames.map((motion) => [`${name}.${motion}`, snapshot.joint(name, motion)] as const),
  );
  return {
    t: snapshot.t,
    bodies: new Map(bodies.map(({ name }) => [name, snapshot.body(name)])),
    reactions: new Map([...constraints, ...forces, ...couplers].map(({ name }) => [name, snapshot.reaction(name)])),
    motions: new Map(motions),
    violation: snapshot.violation,
  };
}

/**
 * The dense equations; from the library they take position, orientation, velocity and angular velocity of each body.
 */
export function assemble(twin: TwinModel, { t, bodies }: Pick<Reading, "t" | "bodies">): DenseEquations {
  return twin.dense.assemble(t, bodies);
}

/** Largest relative errors of a comparison, by kind, and where each was. */
export class Errors {
  private readonly worst = new Map<string, { error: number; where: string }>();

  add(kind: string, error: number, where: string): void {
    const known = this.worst.get(kind);
    if (!known || !(error <= known.error)) this.worst.set(kind, { error, where });
  }

  merge(other: Errors): void {
    for (const [kind, { error, where }] of other.worst) this.add(kind, error, where);
  }

  /** Kinds whose error is above the limit, or not a number. */
  above(limit: number): string[] {
    return [...this.worst]
      .filter(([, { error }]) => !(error <= limit))
      .map(([kind, { error, where }]) => `${kind} ${error.toExponential(2)} at ${where}`);
  }

  /** The largest error of all kinds. */
  get largest(): number {
    return [...this.worst.values()].reduce((max, { error }) => (error <= max ? max : error), 0);
  }

  toString(): string {
    return [...this.worst].map(([kind, { error }]) => `${kind} ${error.toExponential(1)}`).join(", ");
  }
}

const largest = (list: readonly number[]): number => list.reduce((a, b) => Math.max(a, b), 0);

/** Moment about P of a load that is given about O. */
const momentAt = (load: Load, O: Vector, P: Vector): Triple => plus(load.moment, outer(minus(O, P), load.force));

/**
 * What the library says about a model against the dense solution.
 *
 * An error is the length of the difference divided by one plus the largest such quantity in the model. A small reaction
 * is a difference of large ones, with their rounding; measuring it by itself would only measure that cancellation.
 */
export function compare(twin: TwinModel, reading: Reading, solution: DenseSolution): Errors {
  const errors = new Errors();
  compareKinematics(twin, reading, solution, errors);
  compareReactions(twin, reading, solution, errors);
  compareCoordinates(twin, reading, solution, errors);
  compareBalls(twin, reading, solution, errors);
  return errors;
}

/** Accelerations of all bodies, motion of the bases, and how well the state satisfies the constraints. */
export function compareKinematics(twin: TwinModel, reading: Reading, solution: DenseSolution, errors: Errors): void {
  const list = twin.dense.bodies.map(({ name, base }, i) => {
    const { r } = solution.frames[i];
    const [spin, change] = calcSpin(solution, i);
    const expected = solution.accelerations.get(name) ?? { linear: r[2], angular: change };
    return { name, isBase: base !== undefined, state: reading.bodies.get(name)!, r, spin, ...expected };
  });
  const linearScale = 1 + largest(list.map(({ linear }) => size(linear)));
  const angularScale = 1 + largest(list.map(({ angular }) => size(angular)));
  for (const { name, isBase, state, r, spin, linear, angular } of list) {
    errors.add("acceleration", size(minus(state.acceleration, linear)) / linearScale, name);
    errors.add("angular acceleration", size(minus(state.angularAcceleration, angular)) / angularScale, name);
    if (!isBase) continue;
    errors.add("base", size(minus(state.position, r[0])) + size(minus(state.velocity, r[1])), name);
    errors.add("base", size(minus(state.angularVelocity, spin)), name);
  }
  const speeds = list.map(({ state }) => Math.max(size(state.velocity), size(state.angularVelocity)));
  errors.add("position", solution.misfit.position, "constraints");
  errors.add("velocity", solution.misfit.velocity / (1 + largest(speeds)), "constraints");
  errors.add("violation", reading.violation.position, "position");
  errors.add("violation", reading.violation.velocity / (1 + largest(speeds)), "velocity");
}

/** `ω = ½ Σ [u, u̇]` and, for a base, `ε = ½ Σ [u, ü]` over the axes of a frame. */
function calcSpin({ frames }: DenseSolution, body: number): [Triple, Triple] {
  const half = (k: 1 | 2) => times(0.5, frames[body].axes.map((u) => outer(u[0], u[k])).reduce(plus));
  return [half(1), half(2)];
}

function compareReactions(twin: TwinModel, reading: Reading, solution: DenseSolution, errors: Errors): void {
  const { frames } = solution;
  const list = [...solution.reactions].map(([name, { onA, onB, A, B }]) => {
    const found = reading.reactions.get(name)!;
    const torque = momentAt(onB, frames[B].r[0], found.point);
    // The same wrench from A's side: the reference obeys the third law without having been told.
    const opposite = times(-1, momentAt(onA, frames[A].r[0], found.point));
    return { name, found, force: onB.force, torque, opposite, otherForce: times(-1, onA.force) };
  });
  const forceScale = 1 + largest(list.map(({ force }) => size(force)));
  const torqueScale = 1 + largest(list.map(({ torque }) => size(torque)));
  for (const { name, found, force, torque, opposite, otherForce } of list) {
    errors.add("force", size(minus(found.force, force)) / forceScale, name);
    errors.add("torque", size(minus(found.torque, torque)) / torqueScale, name);
    errors.add("third law of the reference", size(minus(force, otherForce)) / forceScale, name);
    errors.add("third law of the reference", size(minus(torque, opposite)) / torqueScale, name);
    // M_A + M_B + [r_PA − r_PB, F_A] = 0
    const { onA } = found;
    const couple = plus(plus(onA.torque, found.torque), outer(minus(onA.point, found.point), onA.force));
    errors.add("third law", size(plus(onA.force, found.force)) / forceScale, name);
    errors.add("third law", size(couple) / torqueScale, name);
  }
  for (const { name } of twin.dense.couplers) {
    const { force, torque } = reading.reactions.get(name)!;
    errors.add("reaction of a coupler", size(force) + size(torque), name);
  }
  for (const { name, B, pointB } of twin.dense.constraints) {
    const { point } = reading.reactions.get(name)!;
    errors.add("point", size(minus(point, pointIn(frames[B], pointB)[0])), name);
  }
}

/**
 * What must agree when rows are redundant, so that they may share the reactions in many ways: the sum of all reactions
 * on each body about its centre of mass, the third law, and coordinates and efforts of joints.
 */
export function compareResultants(twin: TwinModel, reading: Reading, solution: DenseSolution, errors: Errors): void {
  const { bodies } = twin.dense;
  const { frames } = solution;
  const expected = bodies.map(() => [0, 0, 0, 0, 0, 0]);
  const found = bodies.map(() => [0, 0, 0, 0, 0, 0]);
  let scale = 1;
  const add = (sum: number[][], body: number, force: Vector, moment: Vector) => {
    [...force, ...moment].forEach((x, i) => {
      sum[body][i] += x;
    });
    scale = Math.max(scale, size(force), size(moment));
  };
  for (const [name, { onA, onB, A, B }] of solution.reactions) {
    const { force, torque, point, onA: other } = reading.reactions.get(name)!;
    add(expected, A, onA.force, onA.moment);
    add(expected, B, onB.force, onB.moment);
    const arm = (body: number, at: Vector) => minus(at, frames[body].r[0]);
    add(found, A, other.force, plus(other.torque, outer(arm(A, other.point), other.force)));
    add(found, B, force, plus(torque, outer(arm(B, point), force)));
    const couple = plus(plus(other.torque, torque), outer(minus(other.point, point), other.force));
    errors.add("third law", (size(plus(other.force, force)) + size(couple)) / scale, name);
  }
  bodies.forEach(({ name, base }, i) => {
    if (base) return;
    found[i].forEach((x, k) => {
      errors.add("resultant", Math.abs(x - expected[i][k]) / scale, name);
    });
  });
  compareCoordinates(twin, reading, solution, errors);
  compareBalls(twin, reading, solution, errors);
}

/** Coordinates, rates, accelerations and efforts of joints, as measured on the bodies. */
function compareCoordinates(twin: TwinModel, reading: Reading, solution: DenseSolution, errors: Errors): void {
  const list = twin.pairs.flatMap(({ name, data }) =>
    solution.coordinates.get(name)!.map((entry, i) => {
      const place = `${name}.${entry.relation.name}`;
      return { ...entry, place, found: reading.motions.get(place)!, bond: data.bonds?.[i] ?? {} };
    }),
  );
  const rateScale = 1 + largest(list.map(({ jet }) => Math.abs(jet[1])));
  const accelerationScale = 1 + largest(list.map(({ jet }) => Math.abs(jet[2])));
  const effortScale = 1 + largest(list.map(({ effort }) => Math.abs(effort)));
  for (const { place, jet, effort, found, bond } of list) {
    errors.add("coordinate", Math.abs(found.position - jet[0]), place);
    errors.add("rate", Math.abs(found.rate - jet[1]) / rateScale, place);
    errors.add("coordinate acceleration", Math.abs(found.acceleration - jet[2]) / accelerationScale, place);
    errors.add("effort", Math.abs(found.effort - effort) / effortScale, place);
    if (twin.hasRows || bond.motion) continue;
    errors.add("start", Math.abs(found.position - (bond.start ?? 0)), place);
    errors.add("start", Math.abs(found.rate - (bond.rate ?? 0)), place);
  }
}

const BASE = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Rates, accelerations and efforts of balls in B's axes, and the rotation at the start. */
function compareBalls(twin: TwinModel, reading: Reading, solution: DenseSolution, errors: Errors): void {
  for (const { name, index, kind, data, toB } of twin.pairs) {
    if (kind !== "ball") continue;
    const [a, b] = [twin.dense.constraints[index].A, twin.dense.constraints[index].B].map((body) => {
      const [spin, change] = calcSpin(solution, body);
      const own = solution.accelerations.get(twin.dense.bodies[body].name);
      return { spin, change: own?.angular ?? change, axes: solution.frames[body].axes.map((u) => u[0]) };
    });
    const inA = [a.axes[0], a.axes[1], a.axes[2]] as const;
    const inB = [b.axes[0], b.axes[1], b.axes[2]] as const;
    const relative = minus(b.spin, a.spin);
    // The rate of change of its components in B's axes: [ω_B, …] is taken off.
    const change = minus(minus(b.change, a.change), outer(b.spin, relative));
    const couple = times(-(data.damping ?? 0), relative);
    const scale = 1 + size(relative) + size(change) + size(couple);
    const check = (what: "rate" | "acceleration" | "effort", expected: Vector) => {
      const found = ["x", "y", "z"].map((axis) => reading.motions.get(`${name}.${axis}`)![what]) as Triple;
      errors.add(`ball ${what}`, size(minus(found, toBody(inB, expected))) / scale, name);
    };
    check("rate", relative);
    check("acceleration", change);
    check("effort", couple);
    if (twin.hasRows) continue;
    errors.add("start", size(minus(toBody(inB, relative), data.rate ?? [0, 0, 0])), name);
    const turn = axesOf(data.rotation ?? [1, 0, 0, 0]);
    for (const e of BASE) {
      errors.add("start", size(minus(toWorld(inA, toWorld(turn, e)), toWorld(inB, toB(e)))), name);
    }
  }
}
