import { SmoothFriction } from "../constraints/contact/index.ts";
import { checkNumber, checkOptions, describe, ModelError } from "../math/index.ts";
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
    this.name = name;
    const owner = `case "${name}"`;
    const file = checkObject(owner, source, ["case", "g", "times", "states", "switches"]);
    this.gravity = checkNumber(owner, "g", file.g ?? 9.81);
    this.parameters = checkParameters(`${owner}, case`, file.case);
    const times = file.times === undefined ? [] : checkNumbers(owner, "times", file.times);
    times.forEach((t, i) => {
      if (t >= (i === 0 ? 0 : times[i - 1]) && t <= this.parameters.t1) return;
      throw new ModelError(`${owner}: times[${i}] is ${t}; give times that grow from 0 to t1 = ${this.parameters.t1}`);
    });
    this.times = times;
    const count = this.parameters.wheel.n;
    if (!Array.isArray(file.states ?? []))
      throw new ModelError(`${owner}: states are ${describe(file.states)}; give a list`);
    this.states = ((file.states ?? []) as unknown[]).map((state, i) =>
      checkState(`${owner}, states[${i}]`, state, count),
    );
    if (this.states.length > 0 && this.states.length !== times.length) {
      throw new ModelError(
        `${owner}: there are ${this.states.length} states for ${times.length} times; give one for each`,
      );
    }
    this.switches = file.switches === undefined ? undefined : checkNumbers(owner, "switches", file.switches);
  }

  /** All cases of the text of a file, in its order. */
  static parse(text: string): TestbenchCase[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new ModelError(`the cases are not JSON (${(cause as Error).message})`, { cause });
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ModelError(`the cases are ${describe(value)}; give an object { name: { case, g, times, states }, … }`);
    }
    return Object.entries(value).map(([name, source]) => new TestbenchCase(name, source));
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
    const listed = this.states[index];
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ModelError(`${owner}: it is ${describe(value)}; give an object with ${known.join(", ")}`);
  }
  checkOptions(owner, value, known);
  return value as Record<string, unknown>;
}

function checkNumbers(owner: string, what: string, value: unknown): number[] {
  if (!Array.isArray(value)) throw new ModelError(`${owner}: ${what} are ${describe(value)}; give a list of numbers`);
  return value.map((x, i) => checkNumber(owner, `${what}[${i}]`, x));
}

function checkParameters(owner: string, value: unknown): TestbenchParameters {
  const { wheel, start, t1 } = checkObject(owner, value, ["wheel", "start", "t1"]);
  const fields = checkObject(`${owner}, wheel`, wheel, [...WHEEL, "tau", "force"]);
  for (const key of WHEEL) checkNumber(`${owner}, wheel`, key, fields[key]);
  if (fields.tau !== undefined) checkNumber(`${owner}, wheel`, "tau", fields.tau);
  if (fields.force !== undefined && checkNumbers(`${owner}, wheel`, "force", fields.force).length !== 2) {
    throw new ModelError(`${owner}, wheel: force is ${describe(fields.force)}; give two numbers [x, z]`);
  }
  const begin = checkObject(`${owner}, start`, start ?? {}, [...START, "chd"]);
  for (const key of START) if (begin[key] !== undefined) checkNumber(`${owner}, start`, key, begin[key]);
  if (begin.chd !== undefined) checkNumbers(`${owner}, start`, "chd", begin.chd);
  if (!(checkNumber(owner, "t1", t1) > 0)) throw new ModelError(`${owner}: t1 is ${t1}; give an end after 0`);
  return { wheel: fields, start: begin, t1 } as unknown as TestbenchParameters;
}

function checkState(owner: string, value: unknown, count: number): Partial<TestbenchState> {
  const state = checkObject(owner, value, [...SCALARS, ...LISTS]);
  for (const key of SCALARS) if (state[key] !== undefined) checkNumber(owner, key, state[key]);
  for (const key of LISTS) {
    if (state[key] === undefined || checkNumbers(owner, key, state[key]).length === count) continue;
    throw new ModelError(`${owner}: ${key} is ${describe(state[key])}; give ${count} numbers, one for each roller`);
  }
  return state as Partial<TestbenchState>;
}
