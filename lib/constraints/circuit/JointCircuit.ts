import { BondGraph, CircuitModel, copyFragment, Fragment, type FragmentPort } from "../../bondgraph/index.ts";
import { callGiven, checkOptions, describe, getMessage, ModelError } from "../../math/index.ts";
import { Constraint } from "../Constraint.ts";
import type { BondChoice } from "../Coupler.ts";
import type { ActsOnJoints, Branch, HasOutputs, HasStates, Output } from "../capabilities/index.ts";
import { Joint } from "../Joint.ts";
import { JointBond } from "../JointBond.ts";
import type { Attachment } from "../Pair.ts";

export interface JointCircuitOptions {
  /** The open port of the fragment that is bonded to the joint; needed where there is more than one. */
  port?: string;
  /** States at the start by the names of their elements, where they differ from the elements' own. */
  start?: Readonly<Record<string, number>>;
}

/** How the rate of the joint is called in the equations of the circuit. */
const INPUT = "rate of the joint";

/**
 * A scalar circuit on an open scalar bond of a joint: a motor, a hydraulic cylinder, a spring behind a gear. The joint
 * gives its rate to the open port and gets the effort there, on B relative to A; displacements and momenta of the circuit
 * are states of the system, integrated with the rest.
 *
 * Inertias that turn with the joint (a rotor behind a gearbox, in derivative causality) are added to the joint's motion:
 * the effort of the port is `τ(t, x, ω) − J ω̇` with a constant `J`. Switched off, the circuit gives no effort and keeps
 * its states.
 */
export class JointCircuit extends Constraint implements Attachment, ActsOnJoints, HasStates, HasOutputs {
  /** The graph that is attached, as it was given. */
  readonly fragment: Fragment;
  readonly inertia: number;
  private readonly bond: JointBond;
  private readonly port: string;
  private readonly model: CircuitModel;
  private readonly start: readonly number[];
  /** Plus one where the half arrow of the port points to the joint. */
  private readonly sign: number;
  private readonly place: number;
  private t = 0;
  private isFresh = false;

  constructor(name: string, choice: BondChoice, fragment: Fragment, options: JointCircuitOptions = {}) {
    const owner = `JointCircuit ${describe(name)}`;
    const joint = choice instanceof Joint ? choice : callGiven(owner, "the joint", () => choice?.joint);
    if (!(joint instanceof Joint)) {
      throw new ModelError(
        `${owner}: the joint is ${describe(choice)}; give a joint with an axis, or { joint, bond: "rotation" }`,
      );
    }
    const bond = new JointBond(owner, joint, choice instanceof Joint ? undefined : choice.bond, "joint", "joint, ");
    super(name, joint.bodyA, joint.bodyB);
    checkOptions(owner, options, ["port", "start"]);
    if (!(fragment instanceof Fragment)) {
      throw new ModelError(`${owner}: the circuit is ${describe(fragment)}; give a Fragment with an open port`);
    }
    const motion = joint.motions[bond.index];
    if (motion.kind !== "ball" && motion.bond.motion !== undefined) {
      throw new ModelError(
        `${owner}: ${joint.label} has a prescribed motion, which leaves nothing to drive; leave motion out there`,
      );
    }
    this.bond = bond;
    this.fragment = fragment;
    this.port = findPort(owner, fragment, options.port);
    const open = fragment.port(this.port);
    this.sign = open.direction === "in" ? -1 : 1;
    this.model = createModel(owner, fragment, open);
    this.start = [...this.model.findStart(options.start)];
    this.place = this.model.findPlace(INPUT);
    this.inertia = this.findInertia(owner);
  }

  get joint(): Joint {
    return this.bond.joint;
  }

  get joints(): readonly [Joint] {
    return [this.bond.joint];
  }

  get branches(): readonly Branch[] {
    const { joint, isRotation } = this.bond;
    return [{ joint, isRotation, port: "joint" }];
  }

  get index(): number {
    return this.bond.index;
  }

  attach(): void {
    this.joint.attachments.push(this);
  }

  /** On a joint that is off it rests, and keeps its states. */
  private get isInForce(): boolean {
    return this.isOn && this.joint.isOn;
  }

  get stateCount(): number {
    return this.model.size;
  }

  get initialStates(): readonly number[] {
    return this.start;
  }

  /** Tolerances are those of efforts and flows, volts and amperes, where charges and momenta are smaller numbers. */
  get stateUnits(): readonly number[] {
    return this.start.map((x, i) => {
      const slope = Math.abs(this.model.calcSlope(i, x, 0));
      return slope > 1 && slope < Number.POSITIVE_INFINITY ? 1 / slope : 1;
    });
  }

  calcStateRates(t: number): void {
    if (!this.isFresh) this.calcEffort(t, this.joint.rates[this.index]);
    this.isFresh = false;
    if (this.isInForce) this.stateRates.set(this.model.rates);
    else this.stateRates.fill(0);
  }

  calcEffort(t: number, rate: number): number {
    const { model } = this;
    this.t = t;
    this.isFresh = true;
    if (!this.isInForce) return 0;
    model.inputs[0] = rate;
    model.inputRates[0] = 0;
    model.calc(t, this.states);
    return this.sign * model.values[2 * this.place];
  }

  /** All efforts and flows of the circuit. */
  get answers(): Float64Array {
    return this.model.values;
  }

  /** The element whose law gave something else. */
  describeLaw(before: Float64Array, after: Float64Array): string {
    return `${this.label}: ${this.model.findChanged(before, after)?.label ?? "a law of its elements"}`;
  }

  getEffort(): number {
    return this.sign * this.read(2 * this.place);
  }

  /** An effort or a flow of the circuit at the state shown, with the acceleration that the joint has there; zero if off. */
  private read(place: number): number {
    const { model } = this;
    if (!this.isInForce) return 0;
    if (this.inertia !== 0) {
      model.inputRates[0] = this.joint.accelerations[this.index];
      model.calc(this.t, this.states);
    }
    return model.values[place];
  }

  get outputs(): readonly Output[] {
    const { model } = this;
    const states = model.states.map(({ name }, i) => ({ name, unit: "1", read: () => this.states[i] }));
    const bonds = this.fragment.bonds.flatMap(({ name }) => {
      const place = model.findPlace(name);
      return [
        { name: `${name}.effort`, unit: "1", read: () => this.read(2 * place) },
        { name: `${name}.flow`, unit: "1", read: () => this.read(2 * place + 1) },
      ];
    });
    return [...states, ...bonds, { name: "effort", unit: "N or Nm", read: () => this.getEffort() }];
  }

  /** Energy in all of its storage elements, J. */
  override getPotentialEnergy(): number {
    this.readResting();
    return this.model.graph.elements.reduce((sum, element) => sum + this.model.getStoredEnergy(element), 0);
  }

  /** Energy in one of its storage elements, J, by the element's name in the fragment. */
  getStoredEnergy(name: string): number {
    this.readResting();
    return this.model.getStoredEnergy(this.model.graph.element(name));
  }

  /** Where its joint is off nobody else gives the model its states; there is no rate then. */
  private readResting(): void {
    const { model } = this;
    if (this.joint.isOn) return;
    model.inputs[0] = 0;
    model.inputRates[0] = 0;
    model.calc(this.t, this.states);
  }

  /** What cancels to the power into one of its storage elements, W. */
  calcGrossPower(name: string): number {
    return this.isInForce ? this.model.calcGrossPower(this.model.graph.element(name)) : 0;
  }

  /** `J` of `τ − J ω̇`: inertias in derivative causality that nothing but the joint decides. */
  private findInertia(owner: string): number {
    const { model } = this;
    for (const { element, followsInput, follows } of model.dependents) {
      if (!followsInput || follows.length === 0) continue;
      throw new ModelError(
        `${owner}: ${element.label} follows the joint and ${follows[0].label} at once (derivative causality); ` +
          "put a C on a 0-junction, or an R on a 1-junction, between them",
      );
    }
    const x = Float64Array.from(this.start);
    const [still, moving] = [0, 1].map((rate) => {
      model.inputs[0] = 0;
      model.inputRates[0] = rate;
      try {
        model.calc(0, x);
      } catch (cause) {
        throw new ModelError(`${owner}: ${getMessage(cause)}`, { cause });
      }
      return model.values[2 * this.place];
    });
    model.inputRates[0] = 0;
    return this.sign * (still - moving);
  }

  override bondGraph(): Fragment {
    const { model } = this;
    const signal = (place: number) => (out: Float64Array) => {
      out[0] = this.read(place);
    };
    const copy = copyFragment(this.fragment, this.name, (bond) => {
      const place = model.findPlace(bond.name);
      return { effort: signal(2 * place), flow: signal(2 * place + 1) };
    });
    const graph = new Fragment(this.name).merge(copy) as Fragment;
    const { element, direction } = copy.port(this.port);
    const flow = (out: Float64Array) => {
      out[0] = this.joint.rates[this.index];
    };
    graph.open("joint", element, direction === "any" ? "out" : direction, { effort: signal(2 * this.place), flow });
    return graph;
  }
}

function findPort(owner: string, fragment: Fragment, wanted: string | undefined): string {
  const names = [...fragment.ports.keys()];
  const list = names.map((name) => `"${name}"`).join(", ");
  if (names.length === 0) {
    throw new ModelError(`${owner}: the circuit has no open port; open one: fragment.open("shaft", "gearbox", "out")`);
  }
  if (wanted !== undefined) fragment.port(wanted);
  if (names.length > 1) {
    const rest = wanted === undefined ? list : list.replace(`"${wanted}", `, "").replace(`, "${wanted}"`, "");
    throw new ModelError(
      `${owner}: the circuit has ${names.length} open ports, ${list}; only one can be bonded to the joint: ` +
        `bond ${rest} to elements of the circuit`,
    );
  }
  return wanted ?? names[0];
}

/** The equations of the circuit with the rate of the joint as a source of flow at the open port. */
function createModel(owner: string, fragment: Fragment, open: FragmentPort): CircuitModel {
  const graph = new BondGraph().merge(fragment);
  const source = graph.create("Sf", INPUT);
  const [from, to] = open.direction === "in" ? [source, open.element] : [open.element, source];
  graph.connect(from, to, { name: INPUT });
  try {
    return new CircuitModel(graph, [INPUT]);
  } catch (cause) {
    if (!(cause instanceof ModelError)) throw cause;
    throw new ModelError(
      `${owner}: ${cause.message.replace(/^BondGraph: /, "")} (the joint gives the flow at the port)`,
      { cause },
    );
  }
}
