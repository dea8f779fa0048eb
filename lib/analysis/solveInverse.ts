import type { Observer } from "../assembly/Observer.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { callGiven, checkEntries, describe, ModelError } from "../math/index.ts";
import { multiplyQuaternions } from "../math/quaternion.ts";
import type { Quaternion } from "../math/types.ts";
import { checkJet, DIFFERENCE_STEPS, fits } from "../rigidbody/checkJet.ts";
import type { Jet } from "../rigidbody/index.ts";
import { Snapshot } from "../trajectory/Snapshot.ts";
import { calcMassMatrix } from "./calcTwists.ts";
import { checkForces } from "./checkForces.ts";
import type { DenseAlgebra } from "./DenseAlgebra.ts";
import { checkConflicts } from "./findConflicts.ts";
import { checkNumbers, findMotion, type MotionPlace } from "./findMotion.ts";
import { InverseDynamics } from "./InverseDynamics.ts";
import { listRates } from "./listRates.ts";
import { steer } from "./steer.ts";

/**
 * `[x, ẋ, ẍ]` of a motion: three numbers, for a ball a quaternion, the relative angular velocity and its derivative (in
 * B's axes); or a function of time that returns them.
 */
export type GivenMotion = MotionValues | ((t: number) => MotionValues);
export type MotionValues =
  | readonly [number, number, number]
  | readonly [readonly number[], readonly number[], readonly number[]];

export interface InverseDynamicsOptions {
  /**
   * Motions by name: `hinge` or `arm.angle1`. Others are as at the start, and accelerate as their forces make them; loops
   * follow.
   */
  motion: Readonly<Record<string, GivenMotion>>;
  /** The instant, s. Default 0. */
  t?: number;
}

/** The same at several instants, s, in this order. */
export interface InverseDynamicsSeries {
  motion: InverseDynamicsOptions["motion"];
  times: ArrayLike<number>;
}

const OWNER = "inverseDynamics";

/** Efforts that give the model the accelerations asked for, starting from the state in the kernel. */
export function solveInverse(
  observer: Observer,
  t: number,
  motion: InverseDynamicsOptions["motion"],
  algebra: DenseAlgebra,
): InverseDynamics {
  const { kernel } = observer;
  const given = checkMotion(kernel, t, motion);
  checkConflicts(OWNER, observer, t);
  for (const { place, rates } of given) kernel.s.set(rates, place.rate);
  const chart = steer(OWNER, kernel, t, given);
  const driven = given.flatMap(({ place }) => Array.from({ length: place.rateCount }, (_, i) => place.rate + i));
  const wanted = given.flatMap(({ accelerations }) => accelerations);
  const y = new Float64Array(kernel.size);
  kernel.writeState(y);
  const { independent, directions } = chart.rates;
  const places = driven.map((rate) => independent.indexOf(rate));
  const bound = driven.filter((_, i) => places[i] < 0);
  if (bound.length > 0) {
    const labels = bound.map((rate) => listRates(kernel)[rate].label);
    throw new ModelError(
      `${OWNER}: the rate of ${labels.join(" and ")} cannot be chosen freely: a non-holonomic constraint binds it to the ` +
        "others that are given; leave it out",
    );
  }
  const others = independent.map((_, k) => k).filter((k) => !places.includes(k));
  const mass = calcMassMatrix(kernel, t, directions);
  const drives = new Float64Array(kernel.rateCount);
  const none = new Float64Array(kernel.rateCount);
  const out = new Float64Array(kernel.size);
  try {
    // The second time takes off what rounding left.
    for (let pass = 0; pass < 2; pass++) {
      setDrives(kernel, drives);
      kernel.calcDerivative(t, y, out);
      checkForces(OWNER, kernel, t, out);
      const missing = wanted.map((x, i) => x - out[kernel.coordinateCount + driven[i]]);
      const change = respond(mass, places, others, missing, algebra);
      places.forEach((place, i) => {
        drives[driven[i]] += change.reduce((sum, x, k) => sum + mass[place][k] * x, 0);
      });
    }
  } finally {
    setDrives(kernel, none);
  }
  kernel.readState(y);
  const names = listRates(kernel);
  const efforts = Object.fromEntries(driven.map((rate) => [names[rate].name, drives[rate]]));
  return new InverseDynamics(t, efforts, new Snapshot(drive(observer, drives), t, y, kernel.getModes()));
}

/** Joints without efforts of their own never write theirs, so they are written here. */
function setDrives(kernel: Kernel, drives: Float64Array): void {
  kernel.drives.set(drives);
  kernel.evaluations++;
  kernel.efforts.set(drives);
}

/** Shows the same model with efforts added to those of its joints, one per rate. */
function drive(observer: Observer, drives: Float64Array): Observer {
  const { kernel } = observer;
  const driven: Observer = Object.create(observer);
  driven.show = (t, y, modes) => {
    setDrives(kernel, drives);
    try {
      observer.show.call(driven, t, y, modes);
    } finally {
      setDrives(kernel, new Float64Array(drives.length));
    }
  };
  return driven;
}

/** Changes of all free accelerations when those in `places` change as given and no effort acts on the others. */
function respond(
  mass: readonly Float64Array[],
  places: readonly number[],
  others: readonly number[],
  given: readonly number[],
  algebra: DenseAlgebra,
): Float64Array {
  const change = new Float64Array(mass.length);
  places.forEach((place, i) => {
    change[place] = given[i];
  });
  const rest = algebra.solveRegular(
    others.map((row) => others.map((column) => mass[row][column])),
    others.map((row) => places.reduce((sum, place, i) => sum - mass[row][place] * given[i], 0)),
    1e-15,
  );
  others.forEach((place, i) => {
    change[place] = rest[i];
  });
  return change;
}

interface Given {
  readonly place: MotionPlace;
  readonly values: number[];
  readonly rates: number[];
  readonly accelerations: number[];
}

function checkMotion(kernel: Kernel, t: number, motion: unknown): Given[] {
  const form = "motions by name, such as { hinge: (t) => [x, ẋ, ẍ] } or { hinge: [x, ẋ, ẍ] }";
  const entries = checkEntries(OWNER, "motion", motion, form) as [string, GivenMotion][];
  if (entries.length === 0) throw new ModelError(`${OWNER}: motion is ${describe(motion)}; give ${form}`);
  return entries.map(([key, law]) => {
    const place = findMotion(OWNER, kernel, key);
    if (place.label.startsWith("RigidBody")) {
      throw new ModelError(
        `${OWNER}: ${place.label} is free, so no joint can drive "${key}"; name motions of joints only`,
      );
    }
    const what = `the motion of "${key}"`;
    const read = typeof law === "function" ? (time: number) => callGiven(OWNER, what, () => law(time)) : undefined;
    const value: unknown = read ? read(t) : law;
    if (!Array.isArray(value) || value.length !== 3) {
      throw new ModelError(`${OWNER}: ${what} is ${describe(value)} at t = ${t}; give [x, ẋ, ẍ]`);
    }
    const check = (what: string, i: number, count: number) =>
      checkNumbers(OWNER, `${what} of "${key}" at t = ${t}`, value[i], count);
    const given = {
      place,
      values: check("the coordinate", 0, place.coordinateCount),
      rates: check("the rate", 1, place.rateCount),
      accelerations: check("the acceleration", 2, place.rateCount),
    };
    if (read) checkLaw(what, read, t, place.rateCount);
    return given;
  });
}

/** Refuses a law whose rates and accelerations are not the derivatives of its coordinates. */
function checkLaw(what: string, law: (t: number) => MotionValues, t: number, rateCount: number): void {
  // Beside t it may not be defined.
  const read = (time: number): MotionValues => {
    try {
      const value = law(time);
      if (Array.isArray(value) && value.length === 3) return value;
    } catch {}
    return [Number.NaN, Number.NaN, Number.NaN];
  };
  if (rateCount === 1) checkJet(OWNER, what, read as Jet, t);
  else checkTurn(what, (time) => read(time).map((part) => (Array.isArray(part) ? [...part] : [])), t);
}

/** The same of a ball: `q̇ = ½ q ∘ (0, ω)`, with ω and ω̇ in B's axes. */
function checkTurn(what: string, read: (t: number) => number[][], t: number): void {
  const misfits = DIFFERENCE_STEPS.map((step) => {
    const [before, here, after] = [t - step, t, t + step].map(read);
    if (before[0].length !== 4 || after[0].length !== 4) return undefined;
    const unit = ([q]: number[][]) => q.map((x) => x / Math.hypot(...q));
    const [p, q, r] = [before, here, after].map(unit) as unknown as Quaternion[];
    // Either sign of a quaternion is the same rotation.
    const align = (a: Quaternion) => a.map((x) => x * Math.sign(a.reduce((sum, y, i) => sum + y * q[i], 0)));
    const [from, to] = [align(p), align(r)];
    const rates = to.map((x, i) => (x - from[i]) / (2 * step)) as unknown as Quaternion;
    const spin = multiplyQuaternions([q[0], -q[1], -q[2], -q[3]], rates).slice(1);
    const find = (kind: string, values: readonly number[], quotients: readonly number[]) => {
      const i = values.findIndex((x, k) => !fits(x, quotients[k]));
      return i < 0
        ? undefined
        : `${OWNER}: ${kind} ${"xyz"[i]} of ${what} is ${values[i]} at t = ${t}, but a difference quotient gives ${Number(quotients[i].toPrecision(6))}; ` +
            "return a quaternion, the angular velocity in B's axes and its derivative of one smooth motion";
    };
    return (
      find(
        "the angular velocity",
        here[1],
        spin.map((x) => 2 * x),
      ) ??
      find(
        "the angular acceleration",
        here[2],
        here[1].map((_, i) => (after[1][i] - before[1][i]) / (2 * step)),
      )
    );
  });
  if (misfits.every((misfit) => misfit !== undefined)) throw new ModelError(misfits[misfits.length - 1]);
}
