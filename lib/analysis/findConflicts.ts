import type { Observer } from "../assembly/Observer.ts";
import { Pair } from "../constraints/index.ts";
import { explainRows } from "../kernel/explainConflict.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { ModelError } from "../math/ModelError.ts";
import { type Body, type Jet, RigidBody } from "../rigidbody/index.ts";

/** A constraint whose rows cannot be met: by how much the velocities (m/s, rad/s) and accelerations miss them. */
export interface Conflict {
  readonly constraint: string;
  readonly label: string;
  readonly velocity: number;
  readonly acceleration: number;
  /** Whether the velocities already miss them, not the accelerations alone. */
  readonly isOfVelocities: boolean;
}

/** What may be left of velocities and accelerations, relative to what the constraints ask for. */
const VELOCITY_LIMIT = 1e-8;
const ACCELERATION_LIMIT = 1e-6;

/** Constraints that contradict each other at the state in the kernel: no rates, or no accelerations, meet them all. */
export function findConflicts(observer: Observer, t: number): Conflict[] {
  const { kernel } = observer;
  const { constraints } = kernel.rows;
  if (constraints.length === 0) return [];
  const y = new Float64Array(kernel.size);
  kernel.writeState(y);
  observer.show(t, y);
  const largest = (values: number[]) => values.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  const errors = constraints.map((constraint) => {
    const { ports, jacobian: J, accelerationTargets, velocityTargets, rowCount } = constraint;
    const rows = Array.from({ length: rowCount }, (_, row) => row);
    const misses = rows.map((row) =>
      ports.reduce((sum, { a, e }, b) => {
        const j = 6 * (row * ports.length + b);
        return sum + [0, 1, 2].reduce((part, i) => part + J[j + i] * a[i] + J[j + 3 + i] * e[i], 0);
      }, -accelerationTargets[row]),
    );
    return {
      constraint: constraint.name,
      label: constraint.label,
      velocity: largest(rows.map((row) => constraint.getVelocityError(row))),
      acceleration: largest(misses),
      targets: [largest([...velocityTargets]), largest([...accelerationTargets])],
    };
  });
  const scales = [0, 1].map((i) => 1 + Math.max(...errors.map(({ targets }) => targets[i])));
  return errors
    .map(({ targets, ...conflict }) => ({
      ...conflict,
      isOfVelocities: !(conflict.velocity <= VELOCITY_LIMIT * scales[0]),
    }))
    .filter(({ isOfVelocities, acceleration }) => isOfVelocities || !(acceleration <= ACCELERATION_LIMIT * scales[1]))
    .sort((a, b) => b.velocity - a.velocity || b.acceleration - a.acceleration);
}

/** Refuses a state at which constraints contradict each other, with their names and those of the drives among them. */
export function checkConflicts(owner: string, observer: Observer, t: number): void {
  const conflicts = findConflicts(observer, t);
  if (conflicts.length === 0) return;
  const { kernel } = observer;
  const isFast = conflicts.some(({ isOfVelocities }) => isOfVelocities);
  const names = conflicts
    .slice(0, 5)
    .map(({ label, velocity, acceleration }) => `${label} by ${(isFast ? velocity : acceleration).toPrecision(3)}`);
  const worst = kernel.rows.constraints.filter(({ name }) => name === conflicts[0].constraint);
  throw new ModelError(
    `${owner}: the constraints contradict each other at t = ${t} s: no ${isFast ? "velocities" : "accelerations"} meet them ` +
      `all; what is missing (${isFast ? "m/s or rad/s" : "m/s² or rad/s²"}): ${names.join(", ")}. ` +
      explainRows(kernel, worst, t, t),
  );
}

/** Motions of joints that are given, with their names. */
export function listDrives(kernel: Kernel): { name: string; law: Jet }[] {
  return kernel.constraints.flatMap((pair) =>
    pair instanceof Pair
      ? pair.motions.flatMap((motion) =>
          motion.kind !== "ball" && motion.bond.motion
            ? [{ name: `${pair.name}.${motion.name}`, law: motion.bond.motion }]
            : [],
        )
      : [],
  );
}

/** Groups of bodies that constraints connect; bases do not connect. */
export function findIslands(kernel: Kernel): Set<Body>[] {
  let islands = kernel.bodies.filter((body) => body instanceof RigidBody).map((body) => new Set<Body>([body]));
  for (const constraint of kernel.constraints) {
    const touched = islands.filter((island) => constraint.bodies.some((body) => island.has(body)));
    if (touched.length < 2) continue;
    for (const other of touched.slice(1)) for (const body of other) touched[0].add(body);
    islands = islands.filter((island) => !touched.includes(island) || island === touched[0]);
  }
  return islands;
}
