import type { Observer } from "../assembly/Observer.ts";
import { listOutputs } from "../constraints/capabilities/HasOutputs.ts";
import { hasStates } from "../constraints/capabilities/HasStates.ts";
import { Coupler, Pair } from "../constraints/index.ts";
import { Ground, RigidBody } from "../rigidbody/index.ts";

/** One column of a trajectory: a name, a unit, and how it is read from an evaluated observer. */
export interface Column {
  readonly name: string;
  readonly unit: string;
  readonly read: () => number;
}

const XYZ = ["x", "y", "z"];

/** All columns of a model, bodies first, then constraints, then sums. */
export function listColumns(observer: Observer): Column[] {
  const columns: Column[] = [];
  const add = (name: string, unit: string, read: () => number) => columns.push({ name, unit, read });
  const addVector = (name: string, unit: string, array: Float64Array) =>
    XYZ.forEach((axis, i) => {
      add(`${name}.${axis}`, unit, () => array[i]);
    });
  for (const body of observer.bodies) {
    if (!(body instanceof RigidBody) && !(body instanceof Ground && body.motion)) continue;
    const { name } = body;
    const { r, v, w, a, e } = observer.kernel.getLink(body).createPort();
    addVector(`${name}.position`, "m", r);
    for (let i = 0; i < 4; i++) add(`${name}.orientation.q${i}`, "1", () => observer.getOrientation(body)[i]);
    addVector(`${name}.velocity`, "m/s", v);
    addVector(`${name}.angularVelocity`, "rad/s", w);
    addVector(`${name}.acceleration`, "m/s²", a);
    addVector(`${name}.angularAcceleration`, "rad/s²", e);
  }
  for (const constraint of observer.constraints) {
    const { name } = constraint;
    if (!constraint.isListed) continue;
    if (constraint instanceof Pair) addPair(constraint, add);
    if (constraint instanceof Coupler) add(`${name}.effort`, "N or Nm", () => constraint.multipliers[0]);
    addVector(`${name}.reaction.force`, "N", constraint.wrenchB.F);
    addVector(`${name}.reaction.torque`, "Nm", constraint.wrenchB.M);
    addVector(`${name}.reaction.point`, "m", constraint.wrenchB.P);
    for (const output of listOutputs(constraint)) add(`${name}.${output.name}`, output.unit, output.read);
    const stateCount = hasStates(constraint) ? constraint.stateCount : 0;
    for (let i = 0; i < stateCount; i++) add(`${name}.state.${i}`, "1", () => constraint.states[i]);
  }
  add("energy.kinetic", "J", () => observer.getKineticEnergy());
  add("energy.potential", "J", () => observer.getPotentialEnergy());
  add("energy.total", "J", () => observer.getKineticEnergy() + observer.getPotentialEnergy());
  const momentum = new Float64Array(6);
  const readMomentum = (i: number) => () => {
    observer.calcMomentum(momentum);
    return momentum[i];
  };
  XYZ.forEach((axis, i) => {
    add(`momentum.linear.${axis}`, "kg m/s", readMomentum(i));
  });
  XYZ.forEach((axis, i) => {
    add(`momentum.angular.${axis}`, "kg m²/s", readMomentum(3 + i));
  });
  add("violation.position", "m or rad", () => observer.findViolation().position);
  add("violation.velocity", "m/s or rad/s", () => observer.findViolation().velocity);
  return columns;
}

function addPair(pair: Pair, add: (name: string, unit: string, read: () => number) => void): void {
  const isSlide = new Map(pair.motions.map((motion) => [motion.name, motion.kind === "slide"]));
  pair.coordinateNames.forEach((coordinate, i) => {
    const unit = isSlide.has(coordinate) ? (isSlide.get(coordinate) ? "m" : "rad") : "1";
    add(`${pair.name}.${coordinate}`, unit, () => pair.coordinates[i]);
  });
  pair.rateNames.forEach((coordinate, i) => {
    const length = isSlide.get(coordinate) ? "m" : "rad";
    add(`${pair.name}.${coordinate}.rate`, `${length}/s`, () => pair.rates[i]);
    add(`${pair.name}.${coordinate}.acceleration`, `${length}/s²`, () => pair.accelerations[i]);
    add(`${pair.name}.${coordinate}.effort`, isSlide.get(coordinate) ? "N" : "Nm", () => pair.efforts[i]);
  });
}
