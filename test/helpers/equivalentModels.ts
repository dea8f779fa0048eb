import type { ExecutionContext } from "ava";
import {
  BallJoint,
  type Body,
  Inertia,
  RigidBody,
  RowConstraint,
  type SimulateOptions,
  type Snapshot,
  System,
  type Vector3,
} from "../../lib/index.ts";
import { add, cross, dot, normalize, rotate, rotateBack, scale, subtract, type Triple } from "../../lib/math/index.ts";
import { areClose } from "./compare.ts";

import { rotationOf } from "./rowChecks.ts";

export const GRAVITY: Vector3 = [1, -9, 2];

/** Kinematics of bodies, as one list of numbers. */
export function readBodies(snapshot: Snapshot, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const body = snapshot.body(name);
    // A quaternion and its negative are the same rotation.
    const turn = rotationOf(body.orientation);
    return [
      ...body.position,
      ...turn,
      ...body.velocity,
      ...body.angularVelocity,
      ...body.acceleration,
      ...body.angularAcceleration,
    ];
  });
}

/** The wrench of a constraint on one of its bodies: force, and moment about the origin. */
export function readWrench(snapshot: Snapshot, name: string, side: "A" | "B" = "B"): number[] {
  const reaction = snapshot.reaction(name);
  const { force, torque, point } = side === "B" ? reaction : reaction.onA;
  return [...force, ...add(torque, cross(point, force))];
}

export const sumWrenches = (snapshot: Snapshot, names: readonly string[]): number[] =>
  names.map((name) => readWrench(snapshot, name)).reduce((sum, wrench) => sum.map((x, i) => x + wrench[i]));

export const RUN: SimulateOptions = { until: 1, tolerance: 1e-11 };

/** Compares two models at the start, at rounding, and at the end of a run, at its tolerance. */
export function compare(
  t: ExecutionContext,
  first: System,
  second: System,
  read: readonly [(snapshot: Snapshot) => number[], (snapshot: Snapshot) => number[]],
  what: string,
  tolerances: readonly [number, number] = [1e-11, 1e-7],
): void {
  areClose(t, read[0](first.evaluate()), read[1](second.evaluate()), tolerances[0], `${what}, at the start:`);
  const runs = [first.simulateSync(RUN), second.simulateSync(RUN)];
  areClose(t, read[0](runs[0].last), read[1](runs[1].last), tolerances[1], `${what}, at the end:`);
}

export const PLACE = { point: [0.4, 0.1, -0.2], axis: [1, 2, 3] } as const;

export const FIRST = new Inertia({ mass: 2, tensor: [0.3, 0.4, 0.5, 0.02, -0.03, 0.01] });

export const SECOND = new Inertia({ mass: 1.5, tensor: [0.2, 0.25, 0.15, 0.01, 0.02, -0.03] });

type Start = { velocity?: Vector3; angularVelocity?: Vector3 };

export type Build = (system: System, arm: RigidBody, tip: RigidBody) => void;

/** Two bodies, the first on a ball joint and turning: whatever joins the second to it feels all inertial forces. */
export function build(join: Build, start: Start = {}): System {
  const system = new System({ gravity: GRAVITY });
  const arm = new RigidBody("arm", {
    inertia: FIRST,
    position: [0.2, -0.1, 0.1],
    orientation: [0.8, 0.3, -0.4, 0.2],
    angularVelocity: [1, -2, 1.5],
    velocity: cross([1, -2, 1.5], [0.2, -0.1, 0.1]),
  });
  const place = { position: [0.9, 0.3, 0.2], orientation: [0.5, -0.5, 0.6, 0.1] } as const;
  const tip = new RigidBody("tip", { inertia: SECOND, ...place, ...start });
  system.add(arm);
  system.add(tip);
  system.add(new BallJoint("shoulder", system.ground, arm, { point: [0, 0, 0] }));
  join(system, arm, tip);
  return system;
}

/** The velocities of the tip at the start of another model. */
export function copyStart(system: System): Start {
  const { velocity, angularVelocity } = system.evaluate().body("tip");
  return { velocity, angularVelocity };
}

/** Both bodies, the wrench in the shoulder, and the wrench of the given constraints on the tip. */
export const readAll =
  (...joints: string[]) =>
  (snapshot: Snapshot) => [
    ...readBodies(snapshot, ["arm", "tip"]),
    ...readWrench(snapshot, "shoulder"),
    ...sumWrenches(snapshot, joints),
  ];

/** A torque or force law with all its arguments. */
export const law = (time: number, x: number, rate: number) => 1 + 0.5 * Math.sin(3 * time) - 3 * x - 0.2 * rate;

/** Rows that keep the direction `n` of B along the same direction of A: `e_i · n_B = 0` for two `e_i` across `n_A`. */
export class SameDirection extends RowConstraint {
  private readonly inA: readonly [Triple, Triple];
  private readonly inB: Triple;

  constructor(name: string, bodyA: Body, bodyB: Body, direction: Vector3) {
    super(name, bodyA, bodyB, 2);
    const n = normalize(direction);
    const e = normalize(cross(n, Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]));
    this.inA = [rotateBack(bodyA.referencePose.T, e), rotateBack(bodyA.referencePose.T, cross(n, e))];
    this.inB = rotateBack(bodyB.referencePose.T, n);
  }

  protected override calcRowTerms(): void {
    const { portA: A, portB: B, jacobian: J } = this;
    const n = rotate(B.T, this.inB);
    this.inA.forEach((inA, row) => {
      const e = rotate(A.T, inA);
      // d/dt (e·n) = (ω_B − ω_A)·(n × e)
      const m = cross(n, e);
      J.set([0, 0, 0, ...scale(m, -1), 0, 0, 0, ...m], 12 * row);
      const change = add(cross(cross(B.w, n), e), cross(n, cross(A.w, e)));
      this.accelerationTargets[row] = -dot(subtract(B.w, A.w), change);
    });
  }

  protected override calcPositionTerms(): void {
    const n = rotate(this.portB.T, this.inB);
    this.inA.forEach((inA, row) => {
      this.positionErrors[row] = dot(rotate(this.portA.T, inA), n);
    });
  }
}

/** One row: a point of B stays on a plane of A. */
export class PointOnPlane extends RowConstraint {
  private readonly pointA: Triple;
  private readonly pointB: Triple;
  private readonly inA: Triple;

  constructor(name: string, bodyA: Body, bodyB: Body, point: Vector3, normal: Vector3) {
    super(name, bodyA, bodyB, 1);
    this.pointA = rotateBack(bodyA.referencePose.T, subtract(point, bodyA.referencePose.r));
    this.pointB = rotateBack(bodyB.referencePose.T, subtract(point, bodyB.referencePose.r));
    this.inA = rotateBack(bodyA.referencePose.T, normalize(normal));
  }

  protected override calcRowTerms(): void {
    const { portA: A, portB: B } = this;
    const n = rotate(A.T, this.inA);
    const arm = rotate(B.T, this.pointB);
    const d = subtract(add(B.r, arm), A.r);
    const velocity = subtract(add(B.v, cross(B.w, arm)), add(A.v, cross(A.w, d)));
    this.jacobian.set([...scale(n, -1), ...scale(cross(d, n), -1), ...n, ...cross(arm, n)]);
    const inner = subtract(cross(B.w, cross(B.w, arm)), cross(A.w, cross(A.w, d)));
    this.accelerationTargets[0] = -dot(n, subtract(inner, scale(cross(A.w, velocity), 2)));
  }

  protected override calcPositionTerms(): void {
    const { portA: A, portB: B } = this;
    const d = subtract(add(B.r, rotate(B.T, this.pointB)), A.r);
    this.positionErrors[0] = dot(this.inA, subtract(rotateBack(A.T, d), this.pointA));
  }
}
