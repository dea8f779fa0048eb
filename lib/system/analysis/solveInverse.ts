import { describe } from "../../math/check.ts";
import { ModelError } from "../../math/ModelError.ts";
import { RankRevealingSolver } from "../../math/RankRevealingSolver.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Observer } from "../kernel/Observer.ts";
import { Snapshot } from "../Snapshot.ts";
import { calcMassMatrix } from "./calcTwists.ts";
import { checkForces } from "./checkForces.ts";
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
export function solveInverse(observer: Observer, t: number, motion: InverseDynamicsOptions["motion"]): InverseDynamics {
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
      const change = respond(mass, places, others, missing);
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
): Float64Array {
  const n = others.length;
  const change = new Float64Array(mass.length);
  places.forEach((place, i) => {
    change[place] = given[i];
  });
  if (n === 0) return change;
  const solver = new RankRevealingSolver(n);
  others.forEach((row, i) => {
    others.forEach((column, j) => {
      solver.matrix[j * n + i] = mass[row][column];
    });
  });
  solver.factor(n, 1e-15);
  const rest = new Float64Array(n);
  solver.solve(
    Float64Array.from(others, (row) => places.reduce((sum, place, i) => sum - mass[row][place] * given[i], 0)),
    rest,
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
  if (motion === null || typeof motion !== "object" || Object.keys(motion).length === 0) {
    throw new ModelError(
      `${OWNER}: motion is ${describe(motion)}; give motions by name, such as { hinge: (t) => [x, ẋ, ẍ] } or { hinge: [x, ẋ, ẍ] }`,
    );
  }
  return Object.entries(motion as InverseDynamicsOptions["motion"]).map(([key, law]) => {
    const place = findMotion(OWNER, kernel, key);
    if (place.label.startsWith("RigidBody")) {
      throw new ModelError(
        `${OWNER}: ${place.label} is free, so no joint can drive "${key}"; name motions of joints only`,
      );
    }
    const value: unknown = typeof law === "function" ? law(t) : law;
    if (!Array.isArray(value) || value.length !== 3) {
      throw new ModelError(`${OWNER}: the motion of "${key}" is ${describe(value)} at t = ${t}; give [x, ẋ, ẍ]`);
    }
    const check = (what: string, i: number, count: number) =>
      checkNumbers(OWNER, `${what} of "${key}" at t = ${t}`, value[i], count);
    return {
      place,
      values: check("the coordinate", 0, place.coordinateCount),
      rates: check("the rate", 1, place.rateCount),
      accelerations: check("the acceleration", 2, place.rateCount),
    };
  });
}
