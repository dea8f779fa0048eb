import {
  checkEntries,
  checkFunction,
  checkList,
  checkOptions,
  checkText,
  describe,
  ModelError,
} from "../math/index.ts";
import { type BondSignals, readSignals, type Signal } from "./Bond.ts";
import type { ElementParameters } from "./Element.ts";
import { Fragment } from "./Fragment.ts";

export interface ConstraintFragmentOptions {
  /** Names of the scalar bonds whose flow is given, such as `"x"`. */
  flowConstraints: readonly string[];
  /** Names of the scalar bonds whose effort is given, such as `"M"`. */
  effortConstraints: readonly string[];
  /** The mode of a constraint that has some: `stick`, `slip`, `open`. */
  mode?: string;
  /** What is known of the elements that close the scalar bonds, such as `{ M: { law: "0" } }`. */
  parameters?: Readonly<Record<string, ElementParameters>>;
  signals?: {
    /** At the centre of mass of A: its twist, and the wrench on A. */
    A?: BondSignals;
    /** At the centre of mass of B: its twist, and minus the wrench on B. */
    B?: BondSignals;
    /** The wrench on A at the joint point, in world axes. */
    wrench?: Signal;
    /** Twists of A and of B at the joint point, and of B relative to A there, in world axes. */
    twistA?: Signal;
    twistB?: Signal;
    relative?: Signal;
    /** The last pair in joint axes: the flow constraints in their order, then the effort constraints in theirs. */
    axes?: BondSignals;
  };
}

/**
 * A constraint between A and B [Kosenko, fig. 2]. Its 0-junction carries the wrench on A at the joint point:
 *
 *     B ⇀ MTF ⇀ 0 ⇀ MTF ⇀ A      the transformers shift twists from the centres of mass to the joint point
 *               ↓
 *              MTF                to the joint axes; the flow is the twist of B relative to A
 *               ↓
 *               DS ⇀ six scalar bonds, each closed by one FC or EC
 *
 * Flows at the junction: in `V_B`, out `V_A` and `V_B − V_A`. With the half arrows drawn like this, efforts and flows of
 * the scalar bonds are the pairs (F, μ), (M, λ) of the paper, and what a damper takes is positive. The ports are `A`, `B`.
 */
export function constraintFragment(name: string, options: ConstraintFragmentOptions): Fragment {
  const owner = `Constraint ${describe(name)}`;
  checkOptions(owner, options, ["flowConstraints", "effortConstraints", "mode", "parameters", "signals"], true);
  const { mode, parameters = {}, signals = {} } = options;
  const flowConstraints = checkLabels(owner, "flowConstraints", options.flowConstraints);
  const effortConstraints = checkLabels(owner, "effortConstraints", options.effortConstraints);
  checkSeals(owner, flowConstraints, effortConstraints);
  if (mode !== undefined) checkText(owner, "mode", mode);
  checkSealed(owner, parameters, [...flowConstraints, ...effortConstraints]);
  checkConstraintSignals(owner, signals);
  const fragment = new Fragment(name);
  const group = name;
  const effort = signals.wrench;
  const transform = (part: string, role: string) =>
    fragment.create("MTF", `${name}.${part}`, { dimension: 6, group, parameters: { role } });

  const known: ElementParameters = mode ? { mode } : {};
  const junction = fragment.create("0", `${name}.0`, { dimension: 6, group, parameters: known });
  const shiftA = transform("shiftA", "from the centre of mass of A to the joint point");
  const shiftB = transform("shiftB", "from the centre of mass of B to the joint point");
  const axes = transform("axes", "from world axes to joint axes");
  fragment.connect(shiftB, junction, { effort, flow: signals.twistB });
  fragment.connect(junction, shiftA, { effort, flow: signals.twistA });
  fragment.connect(junction, axes, { effort, flow: signals.relative });
  fragment.open("A", shiftA, "out", signals.A);
  fragment.open("B", shiftB, "in", signals.B);

  const sum = fragment.create("DS", `${name}.DS`, { ports: [6, 1, 1, 1, 1, 1, 1], group });
  fragment.connect(axes, sum, signals.axes);
  [...flowConstraints, ...effortConstraints].forEach((label, i) => {
    const kind = i < flowConstraints.length ? "FC" : "EC";
    const own = Object.hasOwn(parameters, label) ? parameters[label] : undefined;
    const closure = fragment.create(kind, `${name}.${kind}.${label}`, {
      group,
      ...(own === undefined ? {} : { parameters: own }),
    });
    fragment.connect(sum, closure, {
      dimension: 1,
      ports: [i + 1, 0],
      effort: pickComponent(signals.axes?.effort, i),
      flow: pickComponent(signals.axes?.flow, i),
    });
  });
  return fragment;
}

/** Read and left at once. */
const six = new Float64Array(6);

/** One of the six numbers that `signal` gives. */
function pickComponent(signal: Signal | undefined, index: number): Signal | undefined {
  if (!signal) return undefined;
  return (out) => {
    signal(six);
    out[0] = six[index];
  };
}

function checkLabels(owner: string, what: string, given: unknown): readonly string[] {
  const form = 'a list of names of scalar bonds, such as ["x", "y", "z"]';
  const list = checkList(owner, what, given, form, 6);
  list.forEach((label, i) => {
    if (typeof label === "string" && label !== "") return;
    throw new ModelError(`${owner}: ${what} ${describe(given)} has ${describe(label)} in place ${i}; give ${form}`);
  });
  return list as string[];
}

function checkSealed(owner: string, parameters: unknown, labels: readonly string[]): void {
  for (const [label] of checkEntries(owner, "parameters", parameters, "an object such as { M: { law: 0 } }")) {
    if (labels.includes(label)) continue;
    throw new ModelError(
      `${owner}: there are parameters of ${describe(label)}, but the scalar bonds are ${describe(labels)}; name one of these`,
    );
  }
}

function checkConstraintSignals(owner: string, signals: NonNullable<ConstraintFragmentOptions["signals"]>): void {
  checkOptions(`${owner}, signals`, signals, ["A", "B", "wrench", "twistA", "twistB", "relative", "axes"]);
  for (const pair of [signals.A, signals.B, signals.axes]) if (pair !== undefined) readSignals(owner, pair);
  for (const name of ["wrench", "twistA", "twistB", "relative"] as const) {
    if (signals[name] !== undefined) checkFunction(owner, `the signal ${name}`, signals[name]);
  }
}

function checkSeals(owner: string, flows: readonly string[], efforts: readonly string[]): void {
  const labels = [...flows, ...efforts];
  if (labels.length !== 6) {
    throw new ModelError(
      `${owner}: ${flows.length} flow constraints ${describe(flows)} and ${efforts.length} effort constraints ` +
        `${describe(efforts)} close ${labels.length} scalar bonds; close each of the six by exactly one`,
    );
  }
  const twice = labels.find((label, i) => labels.indexOf(label) !== i);
  if (twice !== undefined) {
    throw new ModelError(`${owner}: the scalar bond "${twice}" is closed twice; give each its own name`);
  }
}
