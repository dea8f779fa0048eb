import {
  BallJoint,
  type Body,
  CylindricalJoint,
  Inertia,
  RevoluteJoint,
  RigidBody,
  System,
  type Trajectory,
  type Vector3,
} from "../../lib/index.ts";
import { createBar } from "./fourBar.ts";

export type JointKind = "hinge" | "ball" | "cylinder";

export interface LoopParameters {
  mechanism: "four-bar" | "parallelogram" | "Bricard";
  /** The joints of the four-bar linkages; A, where the crank is pushed, is a hinge. */
  B: JointKind;
  C: JointKind;
  D: JointKind;
  /** By how much the axis of the last joint is off, degrees. */
  skew: number;
  /** Of the crank of the parallelogram at the start, degrees. */
  angle: number;
}

type Place = { point: Vector3; axis: Vector3 };

//#region model
/** Pushed at the start, rad/s. */
const PUSH = 6;

export function createLoop(parameters: LoopParameters) {
  const { mechanism, skew } = parameters;
  const system = new System();
  if (mechanism === "Bricard") addBricard(system, skew);
  else addFourBar(system, parameters);
  return { system, options: { until: 3, tolerance: 1e-9 } };
}

function addFourBar(system: System, parameters: LoopParameters): void {
  const [A, B, C, D] = findCorners(parameters);
  const axis: Vector3 = [0, 0, 1];
  const crank = system.add(createBar("crank", A, B));
  const coupler = system.add(createBar("coupler", B, C));
  const rocker = system.add(createBar("rocker", D, C));
  system.add(new RevoluteJoint("A", system.ground, crank, { point: A, axis, rate: PUSH }));
  system.add(createJoint(parameters.B, "B", [crank, coupler], { point: B, axis }));
  system.add(createJoint(parameters.C, "C", [coupler, rocker], { point: C, axis }));
  system.add(createJoint(parameters.D, "D", [system.ground, rocker], { point: D, axis: tilt(axis, parameters.skew) }));
}

function createJoint(kind: JointKind, name: string, [a, b]: [Body, Body], { point, axis }: Place) {
  if (kind === "ball") return new BallJoint(name, a, b, { point });
  if (kind === "cylinder") return new CylindricalJoint(name, a, b, { point, axis });
  return new RevoluteJoint(name, a, b, { point, axis });
}
//#endregion

/** Corners A, B, C, D as drawn: a crank and rocker, or a parallelogram. */
function findCorners({ mechanism, angle }: LoopParameters): Vector3[] {
  const turn = (angle * Math.PI) / 180;
  const [x, y] = [0.25 * Math.cos(turn), 0.25 * Math.sin(turn)];
  return mechanism === "parallelogram"
    ? [
        [0, 0, 0],
        [x, y, 0],
        [0.5 + x, y, 0],
        [0.5, 0, 0],
      ]
    : [
        [0, 0, 0],
        [0, 0.2, 0],
        [0.4, 0.4, 0],
        [0.5, 0, 0],
      ];
}

/** An axis turned about x, or if it lies there, about y. */
function tilt(axis: Vector3, degrees: number): Vector3 {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [x, y, z] = axis;
  return x === 0 ? [x, c * y - s * z, s * y + c * z] : [c * x + s * z, y, c * z - s * x];
}

/** Bricard's mechanism of six hinges on six edges of a cube: points, axes. The ground is the sixth bar. */
const BRICARD: readonly Place[] = [
  { point: [0, 0, 0], axis: [0, 1, 0] },
  { point: [1, 0, 0], axis: [0, 0, 1] },
  { point: [1, -1, 0], axis: [1, 0, 0] },
  { point: [1, -1, 1], axis: [0, 1, 0] },
  { point: [0, -1, 1], axis: [0, 0, 1] },
  { point: [0, 0, 1], axis: [1, 0, 0] },
];

function addBricard(system: System, skew: number): void {
  const bodies: Body[] = [system.ground];
  for (let i = 0; i < 5; i++) {
    const [from, to] = [BRICARD[i].point, BRICARD[i + 1].point];
    const size = from.map((x, k) => Math.max(0.1, Math.abs(to[k] - x)));
    const position = from.map((x, k) => (x + to[k]) / 2);
    bodies.push(system.add(new RigidBody(`bar ${i + 1}`, { inertia: Inertia.box({ mass: 1, size }), position })));
  }
  BRICARD.forEach(({ point, axis }, i) => {
    const turned = i === 5 ? tilt(axis, skew) : axis;
    system.add(new RevoluteJoint("ABCDEF"[i], bodies[i], bodies[(i + 1) % 6], { point, axis: turned }));
  });
}

/** How far the rocker's angle is from the crank's in a run of the parallelogram with hinges, rad; the largest. */
export function checkParallel(run: Trajectory): number {
  const [crank, rocker] = [run.column("A.angle"), run.column("D.angle")];
  return crank.reduce((largest, angle, i) => Math.max(largest, Math.abs(angle - rocker[i])), 0);
}
