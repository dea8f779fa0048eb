import { type HasStates, hasStates } from "../constraints/capabilities/HasStates.ts";
import { hasTracking } from "../constraints/capabilities/HasTracking.ts";
import { isSensor, type Senses } from "../constraints/capabilities/Senses.ts";
import type { JointFriction } from "../constraints/contact/index.ts";
import { type Constraint, ForceElement, Pair, RowConstraint } from "../constraints/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { explainThrown } from "../math/index.ts";
import { UniformGravity } from "../rigidbody/Gravity.ts";
import { type Body, Ground, KinematicPort, RigidBody } from "../rigidbody/index.ts";
import { findDifference, type Law, type LawSet } from "./Law.ts";

/** Numbers of a kinematic port. */
const PORT = 24;

/**
 * The laws of a model: efforts and prescribed motions of joints, circuits, wrenches of force elements, rows, rates of
 * states, motions of bases, fields of gravity. Those of contacts are not among them: what a contact remembers between
 * evaluations, such as where its nearest points were, is meant to be remembered, and no law of the user's.
 */
export class KernelLaws implements LawSet {
  readonly laws: readonly Law[];
  readonly readings: readonly Float64Array[];
  private readonly kernel: Kernel;
  /** Those that follow nothing, so that they can be asked out of turn. */
  private readonly sensors: readonly (Constraint & Senses)[];

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.readings = kernel.acting.filter(hasTracking).map(({ tracking }) => tracking.tracker.result);
    this.sensors = kernel.acting.filter(isSensor).filter((sensor) => !hasTracking(sensor));
    this.laws = [
      ...kernel.acting.flatMap(listLaws),
      ...kernel.bodies.flatMap((body) => (body instanceof Ground && body.motion ? [createBaseLaw(body)] : [])),
      ...(kernel.gravity instanceof UniformGravity ? [] : [createGravityLaw(kernel)]),
    ];
  }

  /** Poses, velocities, coordinates of joints and sensors; neither accelerations, contacts nor what trackers follow. */
  prepare(t: number, y: Float64Array): void {
    const { kernel } = this;
    kernel.readState(y);
    kernel.calcKinematics(t, true);
    for (const entry of kernel.treeJoints) kernel.readPair(entry);
    for (const rows of kernel.loopClosures) if (rows.isOn) rows.readPair(t);
    for (const sensor of this.sensors) {
      try {
        if (sensor.isOn) sensor.sense(t);
      } catch (cause) {
        throw explainThrown(sensor.label, "sense", cause);
      }
    }
  }
}

function listLaws(constraint: Constraint): Law[] {
  if (hasLimit(constraint)) return [createLimitLaw(constraint)];
  if (constraint.isUnilateral || hasTracking(constraint)) return [];
  if (constraint instanceof Pair) return [...listMotionLaws(constraint), ...listAttached(constraint)];
  const laws: Law[] = [];
  if (constraint instanceof ForceElement) laws.push(createForceLaw(constraint));
  if (constraint instanceof RowConstraint) laws.push(createRowLaw(constraint));
  if (hasStates(constraint)) laws.push(createStateLaw(constraint));
  return laws;
}

/** Efforts and prescribed motions that were given as functions. */
function listMotionLaws(pair: Pair): Law[] {
  const laws: Law[] = [];
  let c = 0;
  let r = 0;
  for (const motion of pair.motions) {
    if (motion.kind === "ball") {
      c += 4;
      r += 3;
      continue;
    }
    const { bond } = motion;
    const { effort, motion: given } = bond;
    const [coordinate, rate] = [c++, r++];
    if (effort) {
      laws.push({
        size: 1,
        isOfState: true,
        read: (t, out) => {
          out[0] = effort(t, pair.coordinates[coordinate], pair.rates[rate]);
        },
        describe: () => bond.effortLabel,
      });
    }
    if (given) {
      const label = `${pair.label}, ${motion.name}: the prescribed motion`;
      laws.push({ size: 3, isOfState: true, read: (t, out) => out.set(given(t)), describe: () => label });
    }
  }
  return laws;
}

/** What is attached to the motions of a pair. */
function listAttached(pair: Pair): Law[] {
  return pair.attachments.map((attachment) => ({
    size: attachment.answers?.length ?? 1,
    isOfState: true,
    read: (t, out) => {
      const effort = attachment.calcEffort(t, pair.rates[attachment.index]);
      out.set(attachment.answers ?? [effort]);
    },
    describe: (before, after) => attachment.describeLaw(before, after),
  }));
}

/** Told by its method: the classes of contacts are not part of every bundle. */
const hasLimit = (constraint: Constraint): constraint is JointFriction => "readLimit" in constraint;

function createLimitLaw(friction: JointFriction): Law {
  return {
    size: 1,
    isOfState: true,
    read: (t, out) => {
      out[0] = friction.readLimit(t);
    },
    describe: () => `${friction.label}: the limit`,
  };
}

function createForceLaw(force: ForceElement): Law {
  return {
    size: 9,
    isOfState: true,
    read: (t, out) => {
      if (!force.isOn) return;
      force.calcReaction(t);
      const { F, M, P } = force.wrenchB;
      out.set(F);
      out.set(M, 3);
      out.set(P, 6);
    },
    describe: (before, after) => {
      const what = ["force", "torque", "point of the force"][Math.floor(findDifference(before, after) / 3)];
      return `${force.label}: the ${what}`;
    },
  };
}

function createRowLaw(row: RowConstraint): Law {
  const { jacobian, velocityTargets, accelerationTargets, positionErrors } = row;
  const lists = [jacobian, velocityTargets, accelerationTargets, positionErrors];
  return {
    size: lists.reduce((sum, { length }) => sum + length, 0),
    isOfState: true,
    read: (t, out) => {
      if (!row.isOn) return;
      row.calcRows(t);
      row.calcPositionErrors(t);
      let place = 0;
      for (const list of lists) {
        out.set(list, place);
        place += list.length;
      }
    },
    describe: () => `${row.label}: what it prescribes`,
  };
}

/** Rates of states may depend on accelerations, which are those of the last evaluation here. */
function createStateLaw(constraint: Constraint & HasStates): Law {
  return {
    size: constraint.stateCount,
    isOfState: false,
    read: (t, out) => {
      constraint.calcStateRates?.(t);
      out.set(constraint.stateRates);
    },
    describe: (before, after) => `${constraint.label}: the rate of its state ${findDifference(before, after)}`,
  };
}

function createBaseLaw(base: Ground): Law {
  const { position, orientation } = base;
  return {
    size: PORT,
    isOfState: true,
    read: (t, out) => {
      const port = new KinematicPort(out);
      port.set({ position, orientation });
      base.calcMotion(t, port);
    },
    describe: () => `Ground "${base.name}": the motion`,
  };
}

function createGravityLaw({ bodies, gravity }: Kernel): Law {
  const moved = bodies.filter((body: Body) => body instanceof RigidBody);
  return {
    size: 3 * moved.length,
    isOfState: true,
    read: (_t, out) => {
      moved.forEach((body, i) => {
        gravity.calcAcceleration(body.kinematics.r, out.subarray(3 * i, 3 * i + 3));
      });
    },
    describe: () => `${gravity.constructor.name}: the acceleration`,
  };
}
