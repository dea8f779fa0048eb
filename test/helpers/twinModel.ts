import {
  AppliedWrench,
  type AppliedWrenchOptions,
  BallJoint,
  type Body,
  Bushing,
  type BushingOptions,
  type Constraint,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  Gear,
  type Gravity,
  Ground,
  Inertia,
  InverseSquareGravity,
  Joint,
  type Pair,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type ScalarBondOptions,
  ScrewJoint,
  SpringDamper,
  type SpringDamperOptions,
  System,
  sliding,
  turning,
  UniversalJoint,
  type VectorInput,
  WeldJoint,
} from "../../lib/index.ts";
import { defineApplied, defineBushing, defineSpring } from "./denseForces.ts";
import { type DenseConstraint, DenseModel, type Law, type Relation } from "./denseModel.ts";
import { definePair, findRest, type PairKind, type Pose, pointAsDrawn } from "./densePairs.ts";
import {
  axesOf,
  directionIn,
  dotJet,
  type Frame,
  inner,
  type Jet,
  minus,
  minusJet,
  outer,
  plus,
  pointIn,
  root,
  size,
  stillFrame,
  type Triple,
  times,
  toBody,
  toWorld,
  turned,
  unit,
} from "./jets.ts";

type Vector = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

/** Where a pair sits: its point and axes as drawn, or in body axes. */
export interface Place {
  point?: Vector;
  pointA?: Vector;
  pointB?: Vector;
  axis?: Vector;
  axisA?: Vector;
  axisB?: Vector;
  /** Universal: the second axis as drawn; planar: the direction of x as drawn. */
  second?: Vector;
}

export interface PairData {
  kind: PairKind;
  place: Place;
  pitch?: number;
  /** One per coordinate. */
  bonds?: readonly ScalarBondOptions[];
  /** Of a ball; the rate is in B's axes. */
  rotation?: Quaternion;
  rate?: Vector;
  damping?: number;
}

export interface BodyData {
  mass: number;
  tensor: readonly [number, number, number, number, number, number];
  position: Vector;
  orientation: Quaternion;
  velocity?: Vector;
  angularVelocity?: Vector;
  /** Gives the angular velocity to the library in body axes. */
  inBodyAxes?: boolean;
}

export type BaseData =
  | { kind: "fixed"; position: Vector; orientation: Quaternion }
  | { kind: "sliding"; position: Vector; orientation: Quaternion; direction: Vector; distance: (t: number) => Jet }
  | { kind: "turning"; position: Vector; point: Vector; axis: Vector; angle: (t: number) => Jet }
  | {
      kind: "both";
      position: Vector;
      orientation: Quaternion;
      direction: Vector;
      distance: (t: number) => Jet;
      axis: Vector;
      angle: (t: number) => Jet;
    };

/** A pair that was added: its number among the dense constraints, and what the library made of it. */
export interface TwinPair {
  name: string;
  index: number;
  kind: PairKind;
  data: PairData;
  pair: Pair;
  /** Takes a direction in A's axes to B's with all coordinates at zero. */
  toB: (direction: Vector) => Triple;
}

const NO_LAW: Law = { stiffness: 0, damping: 0, rest: 0, effort: () => 0 };

/** Options whose vectors are tuples. */
type Tight<T> = { [K in keyof T]: TightValue<T[K]> };
type TightValue<V> = V extends (t: number) => VectorInput
  ? (t: number) => Vector
  : V extends readonly number[] | Float64Array
    ? Vector
    : V;

/**
 * Builds the same model twice from the same numbers: as a `System` of the library, and as a `DenseModel` that shares no
 * code with it. Geometry is turned into body axes separately on both sides.
 */
export class TwinModel {
  readonly system: System;
  readonly dense = new DenseModel();
  readonly pairs: TwinPair[] = [];
  /** Whether anything but tree joints constrains the model, so that start values may be moved. */
  hasRows = false;
  private readonly indices = new Map<Body, number>();
  private readonly poses: Pose[] = [];

  constructor(gravity: Vector | { mu: number; center: Vector }) {
    let field: Vector | Gravity;
    if ("mu" in gravity) {
      const { mu, center } = gravity;
      field = new InverseSquareGravity({ mu, center });
      this.dense.gravity = {
        calcAcceleration: (r) => times(-mu / size(minus(r, center)) ** 3, minus(r, center)),
        calcPotential: (r) => -mu / size(minus(r, center)),
      };
    } else {
      field = gravity;
      this.dense.gravity = { calcAcceleration: () => gravity, calcPotential: (r) => -inner(gravity, r) };
    }
    this.system = new System({ gravity: field });
    this.enter(this.system.ground, { r: [0, 0, 0], axes: axesOf([1, 0, 0, 0]) });
    this.addToDense(0, [], () => stillFrame([0, 0, 0], axesOf([1, 0, 0, 0])));
  }

  private enter(body: Body, pose: Pose): void {
    this.indices.set(body, this.poses.length);
    this.poses.push(pose);
  }

  private addToDense(mass: number, tensor: readonly number[], base?: (t: number) => Frame): void {
    const { bodies } = this.dense;
    const place = base ? -1 : bodies.filter((body) => body.place >= 0).length;
    const body = [...this.indices.keys()][bodies.length];
    bodies.push({ name: body.name, mass, tensor, place, base });
  }

  indexOf(body: Body): number {
    return this.indices.get(body)!;
  }

  poseOf(body: Body): Pose {
    return this.poses[this.indexOf(body)];
  }

  addBody(name: string, data: BodyData): RigidBody {
    const { mass, tensor, position, orientation, velocity, angularVelocity } = data;
    const axes = axesOf(orientation);
    const spin = angularVelocity && data.inBodyAxes ? toBody(axes, angularVelocity) : angularVelocity;
    const body = this.system.add(
      new RigidBody(name, {
        inertia: new Inertia({ mass, tensor }),
        position,
        orientation,
        ...(velocity ? { velocity } : {}),
        ...(spin ? (data.inBodyAxes ? { bodyAngularVelocity: spin } : { angularVelocity: spin }) : {}),
      }),
    );
    this.enter(body, { r: position, axes });
    this.addToDense(mass, tensor);
    return body;
  }

  addBase(name: string, data: BaseData): Ground {
    const frameAt = defineBase(data);
    const ground = this.system.add(new Ground(name, makeGroundOptions(data, frameAt)));
    const { r, axes } = frameAt(0);
    this.enter(ground, { r: r[0], axes: [axes[0][0], axes[1][0], axes[2][0]] });
    this.addToDense(0, [], frameAt);
    return ground;
  }

  addPair(name: string, bodyA: Body, bodyB: Body, data: PairData): TwinPair {
    const { kind, place, pitch = 0, bonds = [] } = data;
    const pair = this.system.add(makePair(name, bodyA, bodyB, data));
    const [A, B] = [this.indexOf(bodyA), this.indexOf(bodyB)];
    const [poseA, poseB] = [this.poses[A], this.poses[B]];
    const axis = place.axis ? toBody(poseA.axes, place.axis) : (place.axisA ?? ([1, 0, 0] as const));
    let second: Vector = place.second ? toBody(poseA.axes, place.second) : [0, 0, 0];
    if (kind === "planar" && !place.second) {
      // The library's own choice of x where none is given.
      const motion = pair.motions[0];
      if (motion.kind === "slide") second = motion.axis;
    }
    const point = place.point ?? (place.pointA ? undefined : poseB.r);
    const pointA = point ? pointAsDrawn(poseA, point) : place.pointA!;
    const pointB = point ? pointAsDrawn(poseB, point) : place.pointB!;
    const toB = findRest(poseA, poseB, place.axisA, place.axisB);
    const functions = definePair(kind, { pointA, pointB, toB, axis, second, pitch });
    const relations: Relation[] = [];
    for (let i = 0; i < functions.closed; i++) {
      const period = kind === "screw" && i === 4 ? 2 * Math.PI * pitch : 0;
      relations.push({ name: "", period, near: () => 0, given: () => [0, 0, 0] });
    }
    functions.coordinates.forEach((coordinate, i) => {
      const { motion, start = 0, stiffness = 0, damping = 0, rest = 0, effort = () => 0 } = bonds[i] ?? {};
      const near = motion ? (t: number) => motion(t)[0] : () => start;
      relations.push({
        ...coordinate,
        near,
        ...(motion ? { given: motion } : { law: { ...NO_LAW, stiffness, damping, rest, effort } }),
      });
    });
    const index = this.dense.constraints.length;
    this.dense.constraints.push({
      name,
      A,
      B,
      pointA,
      pointB,
      relations,
      evaluate: functions.evaluate,
      angularDamping: data.damping ?? 0,
    });
    const twin: TwinPair = { name, index, kind, data, pair, toB };
    this.pairs.push(twin);
    return twin;
  }

  /** Adds rows to the dense model and, if `isAccepted` then finds them independent of what is there, to the library. */
  private addRow<T>(list: T[], entry: T, make: () => Constraint, isAccepted: () => boolean): void {
    list.push(entry);
    if (isAccepted()) {
      this.system.add(make());
      this.hasRows = true;
    } else list.pop();
  }

  addRod(
    name: string,
    bodyA: Body,
    bodyB: Body,
    ends: { pointA: Vector; pointB: Vector; length: number | ((t: number) => Jet) },
    isAccepted = () => true,
  ): void {
    const { pointA, pointB, length } = ends;
    const given: (t: number) => Jet = typeof length === "function" ? length : () => [length, 0, 0];
    const rod: DenseConstraint = {
      name,
      A: this.indexOf(bodyA),
      B: this.indexOf(bodyB),
      pointA,
      pointB,
      relations: [{ name: "", period: 0, near: () => 0, given }],
      evaluate: (A, B) => {
        const d = minusJet(pointIn(B, pointB), pointIn(A, pointA));
        return [root(dotJet(d, d))];
      },
      angularDamping: 0,
    };
    const make = () => new DistanceRod(name, bodyA, bodyB, { pointA, pointB, length });
    this.addRow(this.dense.constraints, rod, make, isAccepted);
  }

  addPointOnLine(
    name: string,
    bodyA: Body,
    bodyB: Body,
    line: { pointA: Vector; pointB: Vector; directionA: Vector },
    isAccepted = () => true,
  ): void {
    const { pointA, pointB, directionA } = line;
    const n = unit(directionA);
    const first = unit(outer(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    const relation: Relation = { name: "", period: 0, near: () => 0, given: () => [0, 0, 0] };
    const slot: DenseConstraint = {
      name,
      A: this.indexOf(bodyA),
      B: this.indexOf(bodyB),
      pointA,
      pointB,
      relations: [relation, relation],
      evaluate: (A, B) => {
        const d = minusJet(pointIn(B, pointB), pointIn(A, pointA));
        return [dotJet(directionIn(A, first), d), dotJet(directionIn(A, outer(n, first)), d)];
      },
      angularDamping: 0,
    };
    this.addRow(this.dense.constraints, slot, () => new PointOnLine(name, bodyA, bodyB, line), isAccepted);
  }

  /** Couples open bonds of two joints of the kinds revolute, prismatic, cylindrical and screw. */
  addCoupler(
    name: string,
    first: { pair: TwinPair; bond: "translation" | "rotation" },
    second: { pair: TwinPair; bond: "translation" | "rotation" },
    options: { ratio: number; teeth?: readonly [number, number]; internal?: boolean },
    isAccepted = () => true,
  ): void {
    const { ratio, teeth, internal } = options;
    const choose = ({ pair: { pair }, bond }: typeof first) => {
      if (!(pair instanceof Joint)) throw new Error(`${pair.name} cannot be coupled`);
      return pair.motions.length === 1 && bond === (pair.motions[0].kind === "slide" ? "translation" : "rotation")
        ? pair
        : { joint: pair, bond };
    };
    const find = ({ pair: { index, kind }, bond }: typeof first): readonly [number, number] => {
      const places = {
        revolute: { rotation: 5, translation: -1 },
        prismatic: { translation: 5, rotation: -1 },
        cylindrical: { translation: 4, rotation: 5 },
        screw: { rotation: 5, translation: -1 },
      };
      return [index, places[kind as keyof typeof places][bond]];
    };
    const make = () =>
      teeth
        ? new Gear(name, choose(first), choose(second), { teeth, ...(internal === undefined ? {} : { internal }) })
        : new Coupler(name, choose(first), choose(second), { ratio });
    this.addRow(this.dense.couplers, { name, bonds: [find(first), find(second)], ratio }, make, isAccepted);
  }

  addSpring(name: string, bodyA: Body, bodyB: Body, options: Tight<SpringDamperOptions>): void {
    this.system.add(new SpringDamper(name, bodyA, bodyB, options));
    const { from, to, stiffness = 0, damping = 0, force = () => 0 } = options;
    const [poseA, poseB] = [this.poseOf(bodyA), this.poseOf(bodyB)];
    const pointA = from ? pointAsDrawn(poseA, from) : (options.pointA ?? ([0, 0, 0] as const));
    const pointB = to ? pointAsDrawn(poseB, to) : (options.pointB ?? ([0, 0, 0] as const));
    const worldA = plus(poseA.r, toWorld(poseA.axes, pointA));
    const worldB = plus(poseB.r, toWorld(poseB.axes, pointB));
    const restLength = options.restLength ?? size(minus(worldB, worldA));
    const ends = { name, A: this.indexOf(bodyA), B: this.indexOf(bodyB) };
    this.dense.forces.push(defineSpring(ends, { pointA, pointB, stiffness, damping, restLength, force }));
  }

  addBushing(name: string, bodyA: Body, bodyB: Body, options: Tight<BushingOptions>): void {
    this.system.add(new Bushing(name, bodyA, bodyB, options));
    const triple = (value: number | Vector | undefined): Vector =>
      value === undefined ? [0, 0, 0] : typeof value === "number" ? [value, value, value] : value;
    const [poseA, poseB] = [this.poseOf(bodyA), this.poseOf(bodyB)];
    const toB = findRest(poseA, poseB);
    const ends = { name, A: this.indexOf(bodyA), B: this.indexOf(bodyB) };
    this.dense.forces.push(
      defineBushing(ends, {
        pointA: options.point ? pointAsDrawn(poseA, options.point) : options.pointA!,
        pointB: options.point ? pointAsDrawn(poseB, options.point) : options.pointB!,
        baseInB: [toB([1, 0, 0]), toB([0, 1, 0]), toB([0, 0, 1])],
        stiffness: triple(options.stiffness),
        damping: triple(options.damping),
        angularStiffness: triple(options.angularStiffness),
        angularDamping: triple(options.angularDamping),
      }),
    );
  }

  addWrench(name: string, bodyA: Body, bodyB: Body, options: Tight<AppliedWrenchOptions>): void {
    this.system.add(new AppliedWrench(name, bodyA, bodyB, options));
    const law = (value: Tight<AppliedWrenchOptions>["force"]) =>
      typeof value === "function" ? value : () => value ?? ([0, 0, 0] as const);
    const ends = { name, A: this.indexOf(bodyA), B: this.indexOf(bodyB) };
    this.dense.forces.push(
      defineApplied(ends, {
        pointB: options.point ? pointAsDrawn(this.poseOf(bodyB), options.point) : (options.pointB ?? [0, 0, 0]),
        force: law(options.force),
        torque: law(options.torque),
        axes: options.axes ?? "world",
      }),
    );
  }
}

function defineBase(data: BaseData): (t: number) => Frame {
  if (data.kind === "turning") {
    const n = unit(data.axis);
    const arm = minus(data.position, data.point);
    return (t) => {
      const angle = data.angle(t);
      const [d, v, a] = turned(n, angle, arm);
      return {
        r: [plus(data.point, d), v, a],
        axes: [turned(n, angle, [1, 0, 0]), turned(n, angle, [0, 1, 0]), turned(n, angle, [0, 0, 1])],
      };
    };
  }
  const axes = axesOf(data.orientation);
  if (data.kind === "fixed") return () => stillFrame(data.position, axes);
  const shift = (t: number): Frame["r"] => {
    const u = unit(data.direction);
    const [x, v, a] = data.distance(t);
    return [plus(data.position, times(x, u)), times(v, u), times(a, u)];
  };
  if (data.kind === "sliding") return (t) => ({ r: shift(t), axes: stillFrame(data.position, axes).axes });
  return (t) => {
    const n = unit(data.axis);
    const angle = data.angle(t);
    return { r: shift(t), axes: [turned(n, angle, axes[0]), turned(n, angle, axes[1]), turned(n, angle, axes[2])] };
  };
}

function makeGroundOptions(data: BaseData, frameAt: (t: number) => Frame): ConstructorParameters<typeof Ground>[1] {
  switch (data.kind) {
    case "fixed":
      return { position: data.position, orientation: data.orientation };
    case "sliding": {
      const { position, direction, distance, orientation } = data;
      return { orientation, motion: sliding({ direction, distance, position }) };
    }
    case "turning": {
      const { axis, point, angle, position } = data;
      return { motion: turning({ axis, point, angle, position }) };
    }
    case "both":
      return {
        motion: (t, out) => {
          const { r, axes } = frameAt(t);
          const [, rate, acceleration] = data.angle(t);
          const n: Triple = unit(data.axis);
          out.r.set(r[0]);
          out.v.set(r[1]);
          out.a.set(r[2]);
          for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out.T[3 * i + j] = axes[j][0][i];
          out.w.set(times(rate, n));
          out.e.set(times(acceleration, n));
        },
      };
  }
}

function makePair(name: string, bodyA: Body, bodyB: Body, data: PairData): Pair {
  const { kind, bonds = [], place } = data;
  const { second, axis, axisA, axisB, ...points } = place;
  const [one = {}, two = {}, three = {}] = bonds;
  const axes = { ...(axis ? { axis } : {}), ...(axisA ? { axisA } : {}), ...(axisB ? { axisB } : {}) };
  switch (kind) {
    case "revolute":
      return new RevoluteJoint(name, bodyA, bodyB, { ...points, ...axes, ...asAngle(one) });
    case "screw":
      return new ScrewJoint(name, bodyA, bodyB, { ...points, ...axes, ...asAngle(one), pitch: data.pitch ?? 0 });
    case "prismatic": {
      const { start: position, rest: restPosition, effort: force, ...others } = one;
      return new PrismaticJoint(name, bodyA, bodyB, {
        ...points,
        ...axes,
        ...others,
        ...(position === undefined ? {} : { position }),
        ...(restPosition === undefined ? {} : { restPosition }),
        ...(force === undefined ? {} : { force }),
      });
    }
    case "cylindrical":
      return new CylindricalJoint(name, bodyA, bodyB, { ...points, ...axes, translation: one, rotation: two });
    case "weld":
      return new WeldJoint(name, bodyA, bodyB, points);
    case "ball": {
      const { rotation, rate, damping } = data;
      return new BallJoint(name, bodyA, bodyB, {
        ...points,
        ...(rotation ? { rotation } : {}),
        ...(rate ? { rate } : {}),
        ...(damping === undefined ? {} : { damping }),
      });
    }
    case "universal":
      return new UniversalJoint(name, bodyA, bodyB, { ...points, axes: [axis!, second!], first: one, second: two });
    case "planar":
      return new PlanarJoint(name, bodyA, bodyB, {
        ...points,
        ...(axis ? { normal: axis } : { normalA: axisA! }),
        ...(second ? { along: second } : {}),
        x: one,
        y: two,
        rotation: three,
      });
  }
}

/** The options of a scalar bond under the names of joints with one angle. */
function asAngle({ start: angle, rest: restAngle, effort: torque, ...others }: ScalarBondOptions) {
  return {
    ...others,
    ...(angle === undefined ? {} : { angle }),
    ...(restAngle === undefined ? {} : { restAngle }),
    ...(torque === undefined ? {} : { torque }),
  };
}
