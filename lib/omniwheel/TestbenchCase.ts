import { SmoothFriction } from "../constraints/contact/index.ts";
import {
  checkCount,
  checkList,
  checkNumber,
  checkNumbers,
  checkOptions,
  checkPositive,
  checkText,
  describe,
  getMessage,
  ModelError,
} from "../math/index.ts";
import { Inertia } from "../rigidbody/index.ts";
import { Testbench, type TestbenchOptions, type TestbenchState } from "./Testbench.ts";
import type { RollerTrackerName } from "./trackers/createRollerTracker.ts";

/** A run of the testbench as reference files describe it: `wheel`, `start`, `t1`; SI units and radians. */
export interface TestbenchParameters {
  wheel: Record<(typeof WHEEL)[number], number> & { tau?: number; force?: [number, number] };
  start: Partial<Record<(typeof START)[number], number>> & { chd?: number[] };
  t1: number;
}

const WHEEL = ["n", "R", "R1", "psi", "mw", "Iwa", "Iwt", "mr", "Ja", "Jt", "mu", "eps"] as const;
const START = ["vx", "vz", "theta", "phi", "thd", "phd"] as const;
const SCALARS = ["x", "z", "theta", "phi", "vx", "vz", "thetaDot", "phiDot", "energy"] as const;
const LISTS = ["chi", "chiDot"] as const;
const LIST = "a list of numbers";

/** One case of a file: parameters, and what an independent computation gave at some times. */
export class TestbenchCase {
  readonly name: string;
  readonly parameters: TestbenchParameters;
  readonly gravity: number;
  readonly times: readonly number[];
  readonly states: readonly Partial<TestbenchState>[];
  /** Times of the hand-overs, s. */
  readonly switches: readonly number[] | undefined;

  constructor(name: string, source: unknown) {
    this.name = checkText("TestbenchCase", "the name", name);
    const owner = `case "${name}"`;
    const file = checkObject(owner, source, ["case", "g", "times", "states", "switches"]);
    this.gravity = checkNumber(owner, "g", file.g ?? 9.81);
    this.parameters = checkParameters(`${owner}, case`, file.case);
    const times = checkNumbers(owner, "times", file.times ?? [], LIST);
    times.forEach((t, i) => {
      if (t >= (i === 0 ? 0 : times[i - 1]) && t <= this.parameters.t1) return;
      throw new ModelError(`${owner}: times[${i}] is ${t}; give times that grow from 0 to t1 = ${this.parameters.t1}`);
    });
    this.times = times;
    const count = this.parameters.wheel.n;
    this.states = checkList(owner, "states", file.states ?? [], "a list of states").map((state, i) =>
      checkState(`${owner}, states[${i}]`, state, count),
    );
    if (this.states.length > 0 && this.states.length !== times.length) {
      throw new ModelError(
        `${owner}: there are ${this.states.length} states for ${times.length} times; give one for each`,
      );
    }
    this.switches = file.switches === undefined ? undefined : checkNumbers(owner, "switches", file.switches, LIST);
  }

  /** All cases of the text of a file, in its order. */
  static parse(text: string): TestbenchCase[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new ModelError(
        `the cases are not JSON (${getMessage(cause)}); give the text of a file { name: { case, g, times, states }, … }`,
        { cause },
      );
    }
    const form = "{ name: { case, g, times, states }, … }";
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ModelError(`the cases are ${describe(value)}; give an object ${form}`);
    }
    const entries = Object.entries(value);
    if (entries.length === 0) throw new ModelError(`there is no case in the file; give one or more, ${form}`);
    return entries.map(([name, source]) => new TestbenchCase(name, source));
  }

  /** The testbench of this case. */
  createTestbench(tracker: RollerTrackerName = "explicit"): Testbench {
    const { wheel, start } = this.parameters;
    const options: TestbenchOptions = {
      radius: wheel.R,
      rollers: wheel.n,
      psi: wheel.psi,
      rollerDistance: wheel.R1,
      disc: new Inertia({ mass: wheel.mw, tensor: [wheel.Iwt, wheel.Iwt, wheel.Iwa] }),
      roller: new Inertia({ mass: wheel.mr, tensor: [wheel.Ja, wheel.Jt, wheel.Jt] }),
      friction: new SmoothFriction({ coefficient: wheel.mu, velocity: wheel.eps }),
      tracker,
      gravity: this.gravity,
      velocity: [start.vx ?? 0, 0, start.vz ?? 0],
      heading: start.theta ?? 0,
      angle: start.phi ?? 0,
      headingRate: start.thd ?? 0,
      rate: start.phd ?? 0,
      torque: wheel.tau ?? 0,
      force: wheel.force ?? [0, 0],
      ...(start.chd && { rollerRates: start.chd }),
    };
    return new Testbench(options);
  }

  /** The largest difference of a listed number from a state at `times[index]`, with its name. */
  findDifference(index: number, found: TestbenchState): { value: number; of: string } {
    const owner = `case "${this.name}"`;
    if (this.states.length === 0) throw new ModelError(`${owner}: it lists no states to compare with`);
    const listed = this.states[checkCount(owner, "the index of a state", index, 0, this.states.length - 1)];
    checkState(`${owner}, what is compared`, found, this.parameters.wheel.n);
    for (const key of [...SCALARS, ...LISTS]) {
      if (listed[key] === undefined || found[key] !== undefined) continue;
      throw new ModelError(`${owner}: what is compared has no ${key}; give a state that readState() returned`);
    }
    const pairs: [string, number, number][] = [];
    for (const key of SCALARS) if (listed[key] !== undefined) pairs.push([key, listed[key], found[key]]);
    for (const key of LISTS) {
      for (const [i, value] of (listed[key] ?? []).entries()) pairs.push([`${key}[${i}]`, value, found[key][i]]);
    }
    return pairs.reduce(
      (worst, [of, a, b]) => (Math.abs(a - b) <= worst.value ? worst : { value: Math.abs(a - b), of }),
      { value: 0, of: "" },
    );
  }
}

function checkObject(owner: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null) {
    throw new ModelError(`${owner}: it is ${describe(value)}; give an object with ${known.join(", ")}`);
  }
  checkOptions(owner, value, known);
  return value as Record<string, unknown>;
}

function checkParameters(owner: string, value: unknown): TestbenchParameters {
  const { wheel, start, t1 } = checkObject(owner, value, ["wheel", "start", "t1"]);
  const fields = checkObject(`${owner}, wheel`, wheel, [...WHEEL, "tau", "force"]);
  for (const key of WHEEL) checkNumber(`${owner}, wheel`, key, fields[key]);
  if (fields.tau !== undefined) checkNumber(`${owner}, wheel`, "tau", fields.tau);
  if (fields.force !== undefined) checkNumbers(`${owner}, wheel`, "force", fields.force, "two numbers [x, z]", 2);
  const begin = checkObject(`${owner}, start`, start ?? {}, [...START, "chd"]);
  for (const key of START) if (begin[key] !== undefined) checkNumber(`${owner}, start`, key, begin[key]);
  if (begin.chd !== undefined) checkNumbers(`${owner}, start`, "chd", begin.chd, LIST);
  checkPositive(owner, "t1", t1);
  return { wheel: fields, start: begin, t1 } as unknown as TestbenchParameters;
}

function checkState(owner: string, value: unknown, count: number): Partial<TestbenchState> {
  const state = checkObject(owner, value, [...SCALARS, ...LISTS]);
  for (const key of SCALARS) if (state[key] !== undefined) checkNumber(owner, key, state[key]);
  for (const key of LISTS) {
    if (state[key] !== undefined) checkNumbers(owner, key, state[key], `${count} numbers, one for each roller`, count);
  }
  return state as Partial<TestbenchState>;
}
