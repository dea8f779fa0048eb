import type { Snapshot } from "../../lib/index.ts";
import type { BodyMotion, DenseEquations, DenseSolution, Load } from "./denseModel.ts";
import { minus, outer, plus, pointIn, size, type Triple, times } from "./jets.ts";
import type { TwinModel } from "./twinModel.ts";

type Vector = readonly [number, number, number];

/** The state of all bodies as the library gives it: the only thing that the dense model takes from it. */
export function readMotions(twin: TwinModel, snapshot: Snapshot): Map<string, BodyMotion> {
  return new Map(
    twin.dense.bodies.map(({ name }) => {
      const { position, orientation, velocity, angularVelocity } = snapshot.body(name);
      return [name, { position, orientation, velocity, angularVelocity }];
    }),
  );
}

export function assemble(twin: TwinModel, snapshot: Snapshot): DenseEquations {
  return twin.dense.assemble(snapshot.t, readMotions(twin, snapshot));
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

  get(kind: string): number {
    return this.worst.get(kind)?.error ?? 0;
  }

  toString(): string {
    return [...this.worst].map(([kind, { error, where }]) => `${kind} ${error.toExponential(1)} (${where})`).join("; ");
  }
}

/** Moment about P of a load that is given about O. */
const momentAt = (load: Load, O: Vector, P: Vector): Triple => plus(load.moment, outer(minus(O, P), load.force));

/**
 * What the library says about a model against the dense solution.
 *
 * An error is the length of the difference divided by one plus the largest such quantity in the model. A small reaction
 * is a difference of large ones, with their rounding; measuring it by itself would only measure that cancellation.
 */
export function compare(twin: TwinModel, snapshot: Snapshot, solution: DenseSolution, withReactions = true): Errors {
  const errors = new Errors();
  compareAccelerations(twin, snapshot, solution, errors);
  if (withReactions) compareReactions(twin, snapshot, solution, errors);
  compareCoordinates(twin, snapshot, solution, errors, withReactions);
  const { misfit } = solution;
  errors.add("position", misfit.position, "constraints");
  errors.add("velocity", misfit.velocity / (1 + findLargestSpeed(twin, snapshot)), "constraints");
  return errors;
}

function findLargestSpeed(twin: TwinModel, snapshot: Snapshot): number {
  return Math.max(
    ...twin.dense.bodies.map(({ name }) => {
      const { velocity, angularVelocity } = snapshot.body(name);
      return Math.max(size(velocity), size(angularVelocity));
    }),
  );
}

function compareAccelerations(twin: TwinModel, snapshot: Snapshot, solution: DenseSolution, errors: Errors): void {
  const expected = twin.dense.bodies.map(({ name }, i) => {
    const found = solution.accelerations.get(name);
    if (found) return { name, ...found };
    // A base: its acceleration and angular acceleration from the jets of its frame, ε = ½ Σ [u, ü].
    const { r, axes } = solution.frames[i];
    const angular = times(0.5, axes.map((u) => outer(u[0], u[2])).reduce(plus));
    return { name, linear: r[2], angular };
  });
  const linearScale = 1 + Math.max(...expected.map(({ linear }) => size(linear)));
  const angularScale = 1 + Math.max(...expected.map(({ angular }) => size(angular)));
  expected.forEach(({ name, linear, angular }, i) => {
    const state = snapshot.body(name);
    errors.add("acceleration", size(minus(state.acceleration, linear)) / linearScale, name);
    errors.add("angular acceleration", size(minus(state.angularAcceleration, angular)) / angularScale, name);
    if (!twin.dense.bodies[i].base) return;
    const { r } = solution.frames[i];
    errors.add("base", size(minus(state.position, r[0])) + size(minus(state.velocity, r[1])), name);
  });
}

function compareReactions(twin: TwinModel, snapshot: Snapshot, solution: DenseSolution, errors: Errors): void {
  const { frames } = solution;
  const list = [...solution.reactions].map(([name, { onA, onB, A, B }]) => {
    const found = snapshot.reaction(name);
    const torque = momentAt(onB, frames[B].r[0], found.point);
    // The dense model's own third law: the same wrench from A's side.
    const opposite = times(-1, momentAt(onA, frames[A].r[0], found.point));
    return { name, found, force: onB.force, torque, opposite, otherForce: times(-1, onA.force) };
  });
  const forceScale = 1 + Math.max(0, ...list.map(({ force }) => size(force)));
  const torqueScale = 1 + Math.max(0, ...list.map(({ torque }) => size(torque)));
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
  for (const { name, A, B, pointA, pointB } of twin.dense.constraints) {
    const { point } = snapshot.reaction(name);
    const [a, b] = [pointIn(frames[A], pointA)[0], pointIn(frames[B], pointB)[0]];
    errors.add("point", Math.min(size(minus(point, a)), size(minus(point, b))), name);
  }
}

/** Coordinates, rates, accelerations and efforts of joints, measured on the bodies. */
function compareCoordinates(
  twin: TwinModel,
  snapshot: Snapshot,
  solution: DenseSolution,
  errors: Errors,
  withEfforts: boolean,
): void {
  const list = twin.pairs.flatMap(({ name, data }) =>
    solution.coordinates.get(name)!.map((entry, i) => ({
      ...entry,
      name: `${name}.${entry.relation.name}`,
      found: snapshot.joint(name, entry.relation.name),
      bond: data.bonds?.[i] ?? {},
    })),
  );
  const accelerationScale = 1 + Math.max(0, ...list.map(({ jet }) => Math.abs(jet[2])));
  const rateScale = 1 + Math.max(0, ...list.map(({ jet }) => Math.abs(jet[1])));
  const effortScale = 1 + Math.max(0, ...list.map(({ effort }) => Math.abs(effort)));
  for (const { name, jet, effort, found, bond } of list) {
    errors.add("coordinate", Math.abs(found.position - jet[0]), name);
    errors.add("rate", Math.abs(found.rate - jet[1]) / rateScale, name);
    errors.add("coordinate acceleration", Math.abs(found.acceleration - jet[2]) / accelerationScale, name);
    if (withEfforts) errors.add("effort", Math.abs(found.effort - effort) / effortScale, name);
    if (twin.hasRows || bond.motion) continue;
    errors.add("start", Math.abs(found.position - (bond.start ?? 0)), name);
    errors.add("start", Math.abs(found.rate - (bond.rate ?? 0)), name);
  }
}
