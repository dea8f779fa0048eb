import type { Body, RigidBody, ScalarBondOptions, Snapshot } from "../../lib/index.ts";
import { assemble, type Reading, read } from "./compareModels.ts";
import { PAIR_KINDS, type PairKind } from "./densePairs.ts";
import {
  axesOf,
  constant,
  inner,
  type Jet,
  minus,
  outer,
  plus,
  size,
  sum,
  type Triple,
  times,
  toBody,
  toWorld,
} from "./jets.ts";
import type { RandomSource } from "./random.ts";
import { type BaseData, type BodyData, type PairData, type Place, TwinModel, type TwinPair } from "./twinModel.ts";

type Vector = readonly [number, number, number];

/** A smooth motion with its derivatives; `atZero`: it starts at zero. */
export function drawMotion(random: RandomSource, range: number, atZero = false): (t: number) => Jet {
  const amplitude = random.number(0.3, 1) * range;
  const w = random.number(0.5, 3);
  const phase = random.number(-3, 3);
  const offset = atZero ? -amplitude * Math.sin(phase) : random.number(-range, range);
  return (t) => {
    const [s, c] = [Math.sin(w * t + phase), Math.cos(w * t + phase)];
    return [offset + amplitude * s, amplitude * w * c, -amplitude * w * w * s];
  };
}

/** Share of plain models: special cases such as diagonal tensors and aligned axes have code of their own. */
export const PLAIN_SHARE = 0.3;

/** A vector at right angles to `axis`, not too short. */
export function drawAcross(random: RandomSource, axis: Vector): Triple {
  for (;;) {
    const across = outer(axis, random.direction());
    if (size(across) > 0.2 * size(axis)) return across;
  }
}

/**
 * Mass 0.5 … 3 kg; radii of gyration of 0.15 … 0.6 m along principal axes that are not those of the body: a full tensor
 * of an ordinary body of about a metre.
 */
export function drawBody(random: RandomSource, position: Vector): BodyData {
  const mass = random.number(0.5, 3);
  const [a, b, c] = [0, 1, 2].map(() => mass * random.number(0.02, 0.15));
  const moments = [b + c, a + c, a + b];
  const axes = axesOf(random.quaternion());
  const entry = (i: number, j: number) => axes.reduce((sum, axis, k) => sum + moments[k] * axis[i] * axis[j], 0);
  return {
    mass,
    tensor: [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)],
    position,
    orientation: random.quaternion(),
  };
}

function drawBase(random: RandomSource): BaseData {
  const position = random.vector(1);
  const orientation = random.quaternion();
  const direction = random.direction();
  const axis = random.direction();
  switch (random.pick(["fixed", "sliding", "turning", "both"] as const)) {
    case "fixed":
      return { kind: "fixed", position, orientation };
    case "sliding":
      return { kind: "sliding", position, orientation, direction, distance: drawMotion(random, 0.5) };
    case "turning":
      return { kind: "turning", position, point: random.vector(1), axis, angle: drawMotion(random, 1) };
    case "both": {
      const [distance, angle] = [drawMotion(random, 0.5), drawMotion(random, 1)];
      return { kind: "both", position, orientation, direction, distance, axis, angle };
    }
  }
}

/**
 * How a scalar bond is closed: left alone, spring, damper, effort, all of them, or a given motion. `asDrawn`: it starts
 * at zero.
 */
function drawBond(random: RandomSource, isAngle: boolean, drivenShare: number, asDrawn: boolean): ScalarBondOptions {
  const range = isAngle ? 2 : 0.4;
  if (random.chance(drivenShare)) return { motion: drawMotion(random, range, asDrawn) };
  // Some angles are several turns away from the drawing.
  const start = random.number(-range, range) * (isAngle && random.chance(0.2) ? 8 : 1);
  const bond: ScalarBondOptions = { rate: random.number(-1, 1) * (isAngle ? 3 : 1.5) };
  if (!asDrawn) bond.start = start;
  const kind = random.integer(0, 4);
  if (kind === 1 || kind === 4) {
    bond.stiffness = random.number(1, 20);
    if (random.chance(0.7)) bond.rest = random.number(-range, range);
  }
  if (kind === 2 || kind === 4) bond.damping = random.number(0.1, 3);
  if (kind === 3 || kind === 4) {
    const [a, b, c] = random.vector(4);
    bond.effort = (t, x, rate) => a * Math.cos(t) + b * Math.sin(x) - c * Math.tanh(rate);
  }
  return bond;
}

const BONDS: Record<PairKind, readonly boolean[]> = {
  revolute: [true],
  prismatic: [false],
  cylindrical: [false, true],
  screw: [true],
  weld: [],
  ball: [],
  universal: [true, true],
  planar: [false, false, true],
};

/** Place of a pair between two drawn bodies: at a world point near both, or by points and axes of the bodies. */
function drawPlace(
  random: RandomSource,
  twin: TwinModel,
  kind: PairKind,
  bodyA: Body,
  bodyB: Body,
  asDrawn: boolean,
): Place {
  const place: Place = {};
  if (asDrawn || random.chance(0.6)) {
    const middle = times(0.5, plus(twin.poseOf(bodyA).r, twin.poseOf(bodyB).r));
    place.point = plus(middle, random.vector(0.4));
  } else if (kind !== "weld" || random.chance(0.7)) {
    place.pointA = random.vector(0.5);
    place.pointB = random.vector(0.5);
  }
  if (kind === "weld" || kind === "ball") return place;
  const axis = times(random.number(0.5, 2), random.direction());
  if (kind === "universal") {
    // Usually, but not always, at right angles.
    const across = drawAcross(random, axis);
    return { ...place, axis, second: plus(across, times(random.chance(0.5) ? 0 : random.number(-0.5, 0.5), axis)) };
  }
  if (kind === "planar") {
    const second = random.chance(0.7) ? plus(drawAcross(random, axis), times(0.3, axis)) : undefined;
    const normal = random.chance(0.7) ? { axis } : { axisA: axis };
    return { ...place, ...normal, ...(second ? { second } : {}) };
  }
  if (random.chance(0.5)) return { ...place, axis };
  if (asDrawn || random.chance(0.4)) return { ...place, axisA: axis };
  // In body axes on both sides, up to 90° apart as drawn: B's axis is turned onto A's.
  const inB = toBody(twin.poseOf(bodyB).axes, toWorld(twin.poseOf(bodyA).axes, axis));
  const tilt = outer(axis, random.direction());
  return { ...place, axisA: axis, axisB: plus(inB, times(random.number(0, 1), tilt)) };
}

export function drawPair(
  random: RandomSource,
  twin: TwinModel,
  kind: PairKind,
  bodyA: Body,
  bodyB: Body,
  drivenShare: number,
  asDrawn = false,
): PairData {
  const data: PairData = {
    kind,
    place: drawPlace(random, twin, kind, bodyA, bodyB, asDrawn),
    bonds: BONDS[kind].map((isAngle) => drawBond(random, isAngle, drivenShare, asDrawn)),
  };
  if (kind === "screw") data.pitch = random.number(0.05, 0.3) * random.pick([1, -1]);
  if (kind === "ball") {
    if (!asDrawn) data.rotation = random.quaternion();
    data.rate = random.vector(2);
    if (random.chance(0.5)) data.damping = random.number(0.1, 3);
  }
  return data;
}

/** Springs, bushings (only where B has turned well below half a turn) and applied wrenches between any bodies. */
export function addForces(random: RandomSource, twin: TwinModel, bodies: readonly Body[], now: Snapshot): void {
  const count = random.integer(0, 3);
  for (let i = 0; i < count; i++) {
    const [bodyA, bodyB] = random.shuffle(bodies);
    if (
      !bodyA ||
      !bodyB ||
      (twin.dense.bodies[twin.indexOf(bodyA)].base && twin.dense.bodies[twin.indexOf(bodyB)].base)
    ) {
      continue;
    }
    const name = `force ${i}`;
    const kind = random.pick(["spring", "bushing", "wrench"] as const);
    if (kind === "spring") {
      const ends = random.chance(0.5)
        ? { pointA: random.vector(0.5), pointB: random.vector(0.5) }
        : { from: random.vector(2), to: random.vector(2) };
      const [a, b] = random.vector(5);
      twin.addSpring(name, bodyA, bodyB, {
        ...ends,
        stiffness: random.number(1, 30),
        ...(random.chance(0.7) ? { damping: random.number(0.1, 3) } : {}),
        ...(random.chance(0.5) ? { restLength: random.number(0.1, 2) } : {}),
        ...(random.chance(0.4) ? { force: (t, l, rate) => a * Math.sin(t + l) - b * Math.tanh(rate) } : {}),
      });
    } else if (kind === "bushing") {
      if (findTurn(twin, bodyA, bodyB, now) > 2.6) continue;
      const some = (top: number) =>
        random.chance(0.5) ? random.number(0.1, top) : (random.vector(top).map(Math.abs) as Triple);
      twin.addBushing(name, bodyA, bodyB, {
        ...(random.chance(0.5)
          ? { point: random.vector(2) }
          : { pointA: random.vector(0.5), pointB: random.vector(0.5) }),
        stiffness: some(30),
        damping: some(3),
        angularStiffness: some(10),
        angularDamping: some(2),
      });
    } else {
      const [f, m] = [random.vector(10), random.vector(3)];
      twin.addWrench(name, bodyA, bodyB, {
        force: random.chance(0.5) ? f : (t) => times(Math.cos(t), f),
        ...(random.chance(0.7) ? { torque: random.chance(0.5) ? m : (t: number) => times(Math.sin(1 + t), m) } : {}),
        ...(random.chance(0.4)
          ? { point: random.vector(2) }
          : random.chance(0.7)
            ? { pointB: random.vector(0.5) }
            : {}),
        axes: random.pick(["world", "A", "B"] as const),
      });
    }
  }
}

/** Angle by which B has turned relative to A since the drawing. */
function findTurn(twin: TwinModel, bodyA: Body, bodyB: Body, now: Snapshot): number {
  const [a, b] = [bodyA, bodyB].map((body) => axesOf(now.body(body.name).orientation));
  const [p, q] = [twin.poseOf(bodyA).axes, twin.poseOf(bodyB).axes];
  const trace = [0, 1, 2].reduce((sum, i) => sum + inner(toWorld(a, toBody(p, q[i])), b[i]), 0);
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
}

/**
 * Rows that bring the dense equations nearer to singular than this are not added: hardly any acceleration changes them.
 */
const PIVOT_LIMIT = 1e-3;

/** Rods, slots and couplers that hold at the start of the model, and are independent there. */
export function addRows(random: RandomSource, twin: TwinModel, bodies: readonly Body[], now: Reading): void {
  const isAccepted = () => assemble(twin, now).findPivotRatio() > PIVOT_LIMIT;
  const moving = (body: Body) => !twin.dense.bodies[twin.indexOf(body)].base;
  const local = (body: Body, p: Vector) => {
    const { position, orientation } = now.bodies.get(body.name)!;
    return toBody(axesOf(orientation), minus(p, position));
  };
  const world = (body: Body, p: Vector) => {
    const { position, orientation } = now.bodies.get(body.name)!;
    return plus(position, toWorld(axesOf(orientation), p));
  };
  const kind = random.pick(["rod", "slot", "slot", "coupler", "gear", "rod and coupler"] as const);
  if (kind === "rod" || kind === "slot" || kind === "rod and coupler") {
    const [bodyA, bodyB] = random.shuffle(bodies);
    if (!bodyB || !(moving(bodyA) || moving(bodyB))) return;
    const pointB = random.vector(0.5);
    if (kind !== "slot") {
      const pointA = random.vector(0.5);
      const length = size(minus(world(bodyB, pointB), world(bodyA, pointA)));
      const change = drawMotion(random, 0.2, true);
      const ends = {
        pointA,
        pointB,
        // Now and then a little longer than the distance, so that the start has to be found.
        length: random.chance(0.4)
          ? (t: number): Jet => sum(constant(length), change(t))
          : length * (random.chance(0.3) ? 1.00001 : 1),
      };
      twin.addRod("rod", bodyA, bodyB, ends, isAccepted);
    } else {
      const line = {
        pointA: local(bodyA, world(bodyB, pointB)),
        pointB,
        directionA: times(random.number(0.5, 2), random.direction()),
      };
      twin.addPointOnLine("slot", bodyA, bodyB, line, isAccepted);
    }
  }
  if (kind === "coupler" || kind === "gear" || kind === "rod and coupler") {
    const bonds = twin.pairs.flatMap(findBonds).filter(({ bond }) => kind !== "gear" || bond === "rotation");
    const [first, second] = random.shuffle(bonds);
    if (!second || (first.isDriven && second.isDriven)) return;
    if (kind === "gear") {
      const teeth = [random.integer(10, 30), random.integer(10, 30)] as const;
      const internal = random.chance(0.5);
      const ratio = ((internal ? 1 : -1) * teeth[1]) / teeth[0];
      twin.addCoupler("gear", first, second, { ratio, teeth, ...(internal ? { internal } : {}) }, isAccepted);
    } else {
      const ratio = random.number(0.4, 2.5) * random.pick([1, -1]);
      twin.addCoupler("coupler", first, second, { ratio }, isAccepted);
    }
  }
}

interface Bond {
  pair: TwinPair;
  bond: "translation" | "rotation";
  isDriven: boolean;
}

function findBonds(pair: TwinPair): Bond[] {
  const driven = (pair.data.bonds ?? []).map(({ motion }) => motion !== undefined);
  switch (pair.kind) {
    case "revolute":
    case "screw":
      return [{ pair, bond: "rotation", isDriven: driven[0] }];
    case "prismatic":
      return [{ pair, bond: "translation", isDriven: driven[0] }];
    case "cylindrical":
      return [
        { pair, bond: "translation", isDriven: driven[0] },
        { pair, bond: "rotation", isDriven: driven[1] },
      ];
    default:
      return [];
  }
}

/** Probability that a bond is driven. */
const DRIVEN_SHARE = 0.2;

export interface TreeOptions {
  /** Probability of rods, slots and couplers. */
  rows: number;
  forces: boolean;
  /** No base touches the model, no gravity, no outside force. */
  floating?: boolean;
  /** Changes how the bonds of joints are closed, after all random numbers have been drawn. */
  reseal?: (joint: string, place: number, bond: ScalarBondOptions) => ScalarBondOptions;
}

/**
 * A random tree of 1 … 8 bodies, and a time to look at it: any joint types in either order of their bodies, branches,
 * free bodies, bases at rest and in motion, forces, and in a part of them rows.
 */
export function drawTree(random: RandomSource, options: TreeOptions): { twin: TwinModel; time: number } {
  const { floating = false, reseal = (_joint, _place, bond) => bond } = options;
  random.isPlain = random.chance(PLAIN_SHARE);
  const gravity = drawGravity(random, floating);
  const twin = new TwinModel(gravity);
  const count = random.integer(1, 8);
  const bases: Body[] = [twin.system.ground];
  const baseCount = floating ? 0 : random.integer(0, 2);
  for (let i = 0; i < baseCount; i++) bases.push(twin.addBase(`base ${i}`, drawBase(random)));
  // Who hangs on whom, and where it is drawn; −1 is a base, undefined a body that floats.
  const parents: (number | undefined)[] = [];
  const positions: Triple[] = [];
  for (let i = 0; i < count; i++) {
    const isRoot = i === 0 || (!floating && random.chance(0.25));
    const parent = isRoot ? (floating || random.chance(0.2) ? undefined : -1) : random.integer(0, i - 1);
    parents.push(parent);
    const from: Vector = parent === undefined || parent < 0 ? [0, 0, 0] : positions[parent];
    positions.push(plus(from, times(random.number(0.4, 1), random.direction())));
  }
  // The library sees bodies and joints in an order that has nothing to do with the tree.
  const bodies: RigidBody[] = [];
  const findRoot = (i: number): number => ((parents[i] ?? -1) < 0 ? i : findRoot(parents[i] as number));
  const known = new Set<number>();
  for (const i of random.shuffle(parents.map((_, k) => k))) {
    const data = drawBody(random, positions[i]);
    const root = findRoot(i);
    if (parents[root] === undefined && !known.has(root)) {
      // The first body of a part that floats gets a velocity; the others follow by the rates of the joints.
      known.add(root);
      data.velocity = random.vector(2);
      data.angularVelocity = random.vector(2);
      data.inBodyAxes = random.chance(0.5);
    }
    bodies[i] = twin.addBody(`body ${i}`, data);
  }
  for (const i of random.shuffle(parents.map((_, k) => k))) {
    const parent = parents[i];
    if (parent === undefined) continue;
    const ends: Body[] = [parent < 0 ? random.pick(bases) : bodies[parent], bodies[i]];
    if (random.chance(0.35)) ends.reverse();
    const name = `joint ${i}`;
    const data = drawPair(random, twin, random.pick(PAIR_KINDS), ends[0], ends[1], DRIVEN_SHARE);
    data.bonds = data.bonds?.map((bond, place) => reseal(name, place, bond));
    twin.addPair(name, ends[0], ends[1], data);
  }
  const everything: Body[] = floating ? bodies : [...bodies, ...bases];
  const hasRows = random.chance(options.rows);
  // Rows hold at the start, so the model has to be looked at then, or right after.
  const time = hasRows ? random.pick([0, 1e-6]) : random.number(0, 2);
  if (options.forces) addForces(random, twin, everything, twin.system.evaluate(time));
  if (hasRows) addRows(random, twin, everything, read(twin, twin.system.evaluate(0)));
  return { twin, time };
}

export function drawGravity(random: RandomSource, floating: boolean): Vector | { mu: number; center: Vector } {
  if (floating) return [0, 0, 0];
  const kind = random.integer(0, 5);
  if (kind === 0) return [0, 0, 0];
  // About 10 m/s² at a distance that no tree reaches.
  if (kind === 1) return { mu: 4000, center: times(20, random.direction()) };
  return random.vector(10);
}
