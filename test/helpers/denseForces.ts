import type { DenseForce, Wrench } from "./denseModel.ts";
import {
  type Axes,
  angleOf,
  constant,
  difference,
  directionIn,
  dotJet,
  type Frame,
  inverse,
  type Jet,
  minus,
  minusJet,
  outer,
  plus,
  pointIn,
  product,
  root,
  scaled,
  stillFrame,
  sum,
  type Triple,
  times,
  toBody,
  toWorld,
  unitFrames,
} from "./jets.ts";

/** The force elements of the library once more, by their definitions. */
type Vector = readonly [number, number, number];
type Ends = Pick<DenseForce, "name" | "A" | "B">;

const valuesOf = ({ axes }: Frame): Axes => [axes[0][0], axes[1][0], axes[2][0]];
const square = (x: Jet): Jet => product(x, x);

/** Angular velocity from how the axes move. */
function spinOf({ axes: [x, y, z] }: Frame): Triple {
  return times(0.5, plus(plus(outer(x[0], x[1]), outer(y[0], y[1])), outer(z[0], z[1])));
}

export interface SpringData {
  pointA: Vector;
  pointB: Vector;
  stiffness: number;
  damping: number;
  restLength: number;
  force: (t: number, length: number, rate: number) => number;
}

export function defineSpring(ends: Ends, data: SpringData): DenseForce {
  const lineOf = (A: Frame, B: Frame) => minusJet(pointIn(B, data.pointB), pointIn(A, data.pointA));
  const lengthOf = (A: Frame, B: Frame) => root(dotJet(lineOf(A, B), lineOf(A, B)));
  const push = (A: Frame, B: Frame, size: number): Wrench => {
    const d = lineOf(A, B)[0];
    return { force: times(size / lengthOf(A, B)[0], d), torque: [0, 0, 0], point: pointIn(B, data.pointB)[0] };
  };
  const calcLoss = (t: number, A: Frame, B: Frame) => {
    const [length, rate] = lengthOf(A, B);
    return push(A, B, data.force(t, length, rate) - data.damping * rate);
  };
  return {
    ...ends,
    calcLoss,
    calcWrench: (t, A, B) => {
      const loss = calcLoss(t, A, B);
      const elastic = push(A, B, -data.stiffness * (lengthOf(A, B)[0] - data.restLength));
      return { ...loss, force: plus(loss.force, elastic.force) };
    },
    calcPotential: (A, B) =>
      scaled(0.5 * data.stiffness, square(difference(lengthOf(A, B), constant(data.restLength)))),
  };
}

export interface BushingData {
  pointA: Vector;
  pointB: Vector;
  /** A's base vectors in B's axes, as drawn. */
  baseInB: readonly [Vector, Vector, Vector];
  stiffness: Vector;
  damping: Vector;
  angularStiffness: Vector;
  angularDamping: Vector;
}

const BASE: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * The couple is not taken from a formula but from the potential: minus its rate while B turns with unit angular
 * velocity about each axis of the world in turn.
 */
export function defineBushing(ends: Ends, data: BushingData): DenseForce {
  const shiftOf = (A: Frame, B: Frame) => {
    const d = minusJet(pointIn(B, data.pointB), pointIn(A, data.pointA));
    return BASE.map((e) => dotJet(directionIn(A, e), d));
  };
  /** Components in A's axes of the rotation vector that leads from the drawing to now. */
  const turnOf = (A: Frame, B: Frame): Jet[] => {
    const a = BASE.map((e) => directionIn(A, e));
    const b = data.baseInB.map((e) => directionIn(B, e));
    const R = (i: number, j: number) => dotJet(a[i], b[j]);
    const axis = [difference(R(2, 1), R(1, 2)), difference(R(0, 2), R(2, 0)), difference(R(1, 0), R(0, 1))].map((x) =>
      scaled(0.5, x),
    );
    const sine2 = axis.map(square).reduce(sum);
    const cosine = scaled(0.5, difference(sum(sum(R(0, 0), R(1, 1)), R(2, 2)), constant(1)));
    let ratio: Jet;
    if (sine2[0] < 1e-4 && cosine[0] > 0) {
      // arcsin(s)/s by its series
      ratio = constant(35 / 1152);
      for (const k of [5 / 112, 3 / 40, 1 / 6, 1]) ratio = sum(constant(k), product(sine2, ratio));
    } else {
      const sine = root(sine2);
      ratio = product(angleOf(sine, cosine), inverse(sine));
    }
    return axis.map((x) => product(ratio, x));
  };
  const energyOf = (list: readonly Jet[], stiffness: Vector): Jet =>
    list.map((x, i) => scaled(0.5 * stiffness[i], square(x))).reduce(sum);
  const calcPotential = (A: Frame, B: Frame) =>
    sum(energyOf(shiftOf(A, B), data.stiffness), energyOf(turnOf(A, B), data.angularStiffness));
  const calcLoss = (_t: number, A: Frame, B: Frame): Wrench => {
    const axes = valuesOf(A);
    const rates = shiftOf(A, B).map((x, i) => -data.damping[i] * x[1]) as Triple;
    const spin = toBody(axes, minus(spinOf(B), spinOf(A))).map((x, i) => -data.angularDamping[i] * x) as Triple;
    return { force: toWorld(axes, rates), torque: toWorld(axes, spin), point: pointIn(B, data.pointB)[0] };
  };
  return {
    ...ends,
    calcPotential,
    calcLoss,
    calcWrench: (t, A, B) => {
      const loss = calcLoss(t, A, B);
      const axes = valuesOf(A);
      const still = stillFrame(A.r[0], axes);
      const turning = unitFrames(B.r[0], valuesOf(B)).slice(3);
      const couple = turning.map((frame) => -energyOf(turnOf(still, frame), data.angularStiffness)[1]) as Triple;
      const force = shiftOf(A, B).map((x, i) => -data.stiffness[i] * x[0]) as Triple;
      return { ...loss, force: plus(loss.force, toWorld(axes, force)), torque: plus(loss.torque, couple) };
    },
  };
}

export interface AppliedData {
  pointB: Vector;
  force: (t: number) => Vector;
  torque: (t: number) => Vector;
  axes: "world" | "A" | "B";
}

export function defineApplied(ends: Ends, data: AppliedData): DenseForce {
  const calcWrench = (t: number, A: Frame, B: Frame): Wrench => {
    const axes: Axes = data.axes === "world" ? [BASE[0], BASE[1], BASE[2]] : valuesOf(data.axes === "A" ? A : B);
    return {
      force: toWorld(axes, data.force(t)),
      torque: toWorld(axes, data.torque(t)),
      point: pointIn(B, data.pointB)[0],
    };
  };
  return { ...ends, calcWrench, calcLoss: calcWrench, calcPotential: () => [0, 0, 0] };
}
