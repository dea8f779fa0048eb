import {
  checkBoolean,
  checkFunction,
  checkNumber,
  checkNumbers,
  checkOptions,
  describe,
  otherwise,
} from "../math/index.ts";
import type { Signal } from "./Bond.ts";
import { Fragment } from "./Fragment.ts";

export interface BodyFragmentOptions {
  mass: number;
  /** `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` about the centre of mass, in body axes. */
  inertia: readonly number[];
  /** Twist and wrenches at the centre of mass, in world axes. */
  signals?: {
    /** `[v_O, ω]` */
    twist?: Signal;
    /** `[m a_O, I ε]` */
    inertia?: Signal;
    /** `[0, [ω, I ω]]` */
    gyristor?: Signal;
    /** `[m g, 0]` */
    gravity?: Signal;
  };
}

/**
 * A rigid body: the 1-junction carries its twist; the inertia takes what changes the velocities, the gyristor the
 * gyroscopic torque `[ω, I ω]`, which has no power, and gravity comes in from an effort source. Constraints bond to the
 * port `port`.
 */
export function bodyFragment(name: string, options: BodyFragmentOptions): Fragment {
  const owner = `bodyFragment ${describe(name)}`;
  checkOptions(owner, options, ["mass", "inertia", "signals"], true);
  const { signals = {} } = options;
  const mass = checkNumber(owner, "mass", options.mass);
  const inertia = checkNumbers(owner, "inertia", options.inertia, "[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]", 6);
  checkGivenSignals(owner, signals, ["twist", "inertia", "gyristor", "gravity"]);
  const flow = signals.twist;
  const fragment = new Fragment(name);
  const dimension = 6;
  const group = name;
  const twist = fragment.create("1", `${name}.1`, { dimension, group });
  const store = fragment.create("I", `${name}.I`, { dimension, group, parameters: { mass, inertia } });
  const gyristor = fragment.create("MGY", `${name}.MGY`, {
    ports: [dimension],
    group,
    parameters: { role: "[ω, I ω]" },
  });
  const gravity = fragment.create("Se", `${name}.gravity`, { dimension, group });
  fragment.connect(twist, store, { effort: signals.inertia, flow });
  fragment.connect(twist, gyristor, { effort: signals.gyristor, flow });
  fragment.connect(gravity, twist, { effort: signals.gravity, flow });
  fragment.open("port", twist);
  return fragment;
}

export interface BaseFragmentOptions {
  /** Whether the base has a prescribed motion. Default: it rests. */
  moving?: boolean;
  signals?: {
    /** `[v_O, ω]` */
    twist?: Signal;
    /** The wrench that holds the base, at its origin: what the constraints take from it. */
    wrench?: Signal;
  };
}

/** A base: the 1-junction gets its twist, zero or prescribed, from a flow source. */
export function baseFragment(name: string, options: BaseFragmentOptions = {}): Fragment {
  const owner = `baseFragment ${describe(name)}`;
  checkOptions(owner, options, ["moving", "signals"]);
  const { signals = {} } = options;
  const moving = checkBoolean(owner, "moving", otherwise(options.moving, false));
  checkGivenSignals(owner, signals, ["twist", "wrench"]);
  const fragment = new Fragment(name);
  const twist = fragment.create("1", `${name}.1`, { dimension: 6, group: name });
  const source = fragment.create("Sf", `${name}.Sf`, { dimension: 6, group: name, parameters: { moving } });
  fragment.connect(source, twist, { effort: signals.wrench, flow: signals.twist });
  fragment.open("port", twist);
  return fragment;
}

/** Signals by known names, each a function where it is given. */
function checkGivenSignals(owner: string, signals: object, names: readonly string[]): void {
  checkOptions(`${owner}, signals`, signals, names);
  for (const [name, signal] of Object.entries(signals)) {
    if (signal !== undefined) checkFunction(owner, `the signal ${name}`, signal);
  }
}
