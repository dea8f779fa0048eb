import type { Analyses, LinearizeOptions } from "../analysis/Analyses.ts";
import { checkForces } from "../analysis/checkForces.ts";
import type { Equilibrium } from "../analysis/Equilibrium.ts";
import type { EquilibriumOptions } from "../analysis/findEquilibrium.ts";
import type { InverseDynamics } from "../analysis/InverseDynamics.ts";
import type { Linearization } from "../analysis/Linearization.ts";
import type { Report } from "../analysis/Report.ts";
import type { InverseDynamicsOptions, InverseDynamicsSeries } from "../analysis/solveInverse.ts";
import type { KinematicsOptions } from "../analysis/solveKinematics.ts";
import { Assembly } from "../assembly/Assembly.ts";
import { Extension } from "../assembly/Extension.ts";
import { checkStart, findStart } from "../assembly/findStart.ts";
import { Observer } from "../assembly/Observer.ts";
import { prepareAssembly } from "../assembly/prepareAssembly.ts";
import { RESERVED_NAMES } from "../assembly/reservedNames.ts";
import { Scope } from "../assembly/Scope.ts";
import type { BondGraph } from "../bondgraph/index.ts";
import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import { isSensor } from "../constraints/capabilities/Senses.ts";
import { Constraint, ForceElement } from "../constraints/index.ts";
import {
  checkNumber,
  checkOptions,
  checkVector3,
  describe,
  isInstance,
  ModelError,
  SHARED,
  type VectorInput,
} from "../math/index.ts";
import { Gravity, UniformGravity } from "../rigidbody/Gravity.ts";
import { Body, Ground, type KinematicPort, RigidBody } from "../rigidbody/index.ts";
import { loadBdf, needsBdf } from "../simulation/loadBdf.ts";
import type { SimulateOptions } from "../simulation/SimulateOptions.ts";
import { Simulation } from "../simulation/Simulation.ts";
import { createYielder, YIELD_INTERVAL } from "../simulation/yieldToEventLoop.ts";
import { Snapshot, unknownName } from "../trajectory/Snapshot.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";
import { type BondGraphOptions, createDetailedGraph } from "./createDetailedGraph.ts";

export interface SystemOptions {
  /** Uniform gravity `[x, y, z]` in m/s² (default `[0, -9.81, 0]`: y is up), or a field. */
  gravity?: VectorInput | Gravity;
}

/** What a system is made of. */
export type SystemPart = Body | Constraint | Extension;

/**
 * A model: bodies, constraints between them, gravity. Add things in any order, bodies before the constraints that join
 * them. Editing is possible at any time; the next run assembles anew.
 */
export class System {
  /** The base at rest: the world. */
  readonly ground: Ground;
  readonly gravity: Gravity;
  private readonly entries = new Map<string, SystemPart>();
  /** With and without the parts that extensions act with. */
  private readonly assemblies = new Map<boolean, Assembly>();
  private readonly scope = new Scope();

  constructor(options: SystemOptions = {}) {
    checkOptions("System", options, ["gravity"]);
    const { gravity } = options;
    this.gravity = isInstance(gravity, Gravity)
      ? gravity
      : new UniformGravity(gravity === undefined ? undefined : checkVector3("System", "gravity", gravity));
    this.ground = this.add(new Ground("ground"));
  }

  /** Adds a body, a constraint, or what is about all of them (`Collisions`), and returns it. */
  add<T extends SystemPart>(item: T): T {
    if (!isPart(item)) {
      throw new ModelError(`System: ${describe(item)} cannot be added; add bodies and constraints`);
    }
    const label = getLabel(item);
    if (this.has(item)) throw new ModelError(`System: ${label} is in the system already; add it once`);
    if (item.owner && item.owner !== this) {
      throw new ModelError(`System: ${label} belongs to another system; make a new one, or remove it there first`);
    }
    const taken = this.entries.get(item.name);
    if (taken) {
      throw new ModelError(
        `System: the name "${item.name}" of ${label} is taken by ${getLabel(taken)}; give another name`,
      );
    }
    if (RESERVED_NAMES.includes(item.name)) {
      throw new ModelError(`System: the name "${item.name}" of ${label} is reserved for results; give another name`);
    }
    if (item instanceof Constraint) {
      this.checkParts(item, label);
      item.initialMode = item.mode;
    }
    item.owner = this;
    this.entries.set(item.name, item);
    this.assemblies.clear();
    return item;
  }

  /** What events have attached to a run belongs to the system, and is none of its parts. */
  private has(item: SystemPart): boolean {
    return this.entries.get(item.name) === item;
  }

  private checkParts(constraint: Constraint, label: string): void {
    for (const body of constraint.bodies) {
      if (body.owner === this) continue;
      const what = body instanceof Ground ? "base" : "body";
      throw new ModelError(
        `System: ${label} joins ${getLabel(body)}, which is ` +
          (body.owner
            ? `in another system; join a ${what} of this one${body instanceof Ground ? ", such as its ground" : ""}`
            : `not in the system; add the ${what} first, and the constraint after it`),
      );
    }
    if (
      !(constraint instanceof ForceElement || isSensor(constraint)) &&
      constraint.bodies.every((body) => body instanceof Ground)
    ) {
      throw new ModelError(
        `System: ${label} joins bases only, whose motions are given; join a RigidBody to one of them`,
      );
    }
    for (const joint of listJoints(constraint)) {
      if (this.has(joint)) continue;
      throw new ModelError(`System: ${label} acts on ${joint.label}, which is not in the system; add the joint first`);
    }
  }

  /** Takes a constraint, a body that no constraint needs, or an extension out of the system. */
  remove(item: SystemPart): void {
    if (item === this.ground) throw new ModelError("System: the ground cannot be removed; every system has one");
    if (!isPart(item) || !this.has(item)) {
      const what = isPart(item) ? getLabel(item) : describe(item);
      throw new ModelError(`System: ${what} is not in this system, so it cannot be removed; remove what was added`);
    }
    const user = this.constraints.find((other) => {
      if (item instanceof Body) return other.bodies.includes(item);
      return item instanceof Constraint && listJoints(other).includes(item);
    });
    if (user) throw new ModelError(`System: ${getLabel(item)} is used by ${user.label}; remove that first`);
    this.entries.delete(item.name);
    item.owner = undefined;
    if (item instanceof Constraint && item.mode !== item.initialMode) item.mode = item.initialMode;
    this.assemblies.clear();
  }

  get bodies(): readonly Body[] {
    return [...this.entries.values()].filter((item) => item instanceof Body);
  }

  get constraints(): readonly Constraint[] {
    return [...this.entries.values()].filter((item) => item instanceof Constraint);
  }

  /** What is about all of the model, such as `Collisions`. */
  get extensions(): readonly Extension[] {
    return [...this.entries.values()].filter((item) => item instanceof Extension);
  }

  /** After a change of a part that changes its states: the next run assembles the model anew. */
  forgetAssembly(): void {
    this.assemblies.clear();
  }

  /**
   * A part of the model, or something made of parts, as it is in the run that is evaluated now, or where a run was shown
   * last: what the part itself knows is how it was drawn.
   */
  findPresent<T extends object>(part: T): T {
    return this.scope.present?.find(part) ?? part;
  }

  /** Where a body is while an event of a run acts. */
  findDrawn(body: Body): KinematicPort | undefined {
    return this.scope.findDrawn(body);
  }

  /** A body, a constraint or an extension by name. */
  get(name: string): SystemPart {
    const item = this.entries.get(name);
    if (!item) throw unknownName("body or constraint", name, [...this.entries.values()]);
    return item;
  }

  /**
   * The model as it is now, ready for runs and readers of a method; made once, until the model is edited.
   * @internal
   */
  assemble(method?: string): Assembly {
    // What extensions act with is for located events.
    const hasParts = method !== "moreau";
    try {
      const assembly = this.assemblies.get(hasParts) ?? this.createAssembly(hasParts);
      this.assemblies.set(hasParts, assembly);
      return prepareAssembly(assembly);
    } catch (cause) {
      this.assemblies.clear();
      throw explainPrivate(cause) ?? cause;
    }
  }

  private createAssembly(hasParts: boolean): Assembly {
    const { bodies, constraints, extensions } = this;
    if (!bodies.some((body) => body instanceof RigidBody)) {
      throw new ModelError("System: there is no body to move; add a RigidBody first");
    }
    for (const body of bodies) if (body instanceof Ground) body.checkMotion(0);
    for (const constraint of constraints) constraint.checkMotions(0);
    for (const extension of extensions) extension.prepare(bodies, constraints);
    const parts = hasParts ? extensions.flatMap((extension) => extension.createParts()) : [];
    for (const part of parts) part.owner = this;
    return new Assembly(bodies, [...constraints, ...parts], this.gravity, this.scope, extensions);
  }

  /** What runs of the model as it is now are read with. */
  getObserver(method?: string): Observer {
    return this.assemble(method).reader;
  }

  /** The model at its start: kinematics, accelerations and reactions without a run. */
  evaluate(t = 0): Snapshot {
    checkNumber("System.evaluate", "the time", t);
    const assembly = this.assemble();
    const workspace = assembly.createWorkspace();
    const { kernel } = workspace;
    const y = new Float64Array(kernel.size);
    workspace.run(() => {
      findStart(kernel, t);
      checkStart(kernel, t);
      kernel.writeState(y);
      new Observer(workspace).show(t, y);
      checkForces("System.evaluate", kernel, t, kernel.accelerations);
    });
    return new Snapshot(assembly.reader, t, y, kernel.getModes());
  }

  /** They are large, and not needed to simulate: loaded on first use. */
  private async loadAnalyses(): Promise<Analyses> {
    const { Analyses } = await import("../analysis/Analyses.ts");
    return new Analyses(this.assemble());
  }

  /** What the model consists of and how it can move: degrees of freedom, redundant rows, islands. At its start. */
  async report(): Promise<Report> {
    return (await this.loadAnalyses()).report();
  }

  /**
   * Small motions about a state: state matrix, eigenvalues, frequencies, damping, mode shapes. With loops, of as many
   * coordinates as there are degrees of freedom.
   */
  async linearize(options: LinearizeOptions = {}): Promise<Linearization> {
    return (await this.loadAnalyses()).linearize(options);
  }

  /** A state of rest: free rates and accelerations zero, moving bases and drives as they are at `t`. */
  async equilibrium(options: EquilibriumOptions = {}): Promise<Equilibrium> {
    return (await this.loadAnalyses()).equilibrium(options);
  }

  /** The efforts that move joints in a given way, and all reactions; at one instant `t`, or at several `times`. */
  async inverseDynamics(options: InverseDynamicsOptions): Promise<InverseDynamics>;
  async inverseDynamics(options: InverseDynamicsSeries): Promise<InverseDynamics[]>;
  async inverseDynamics(options: InverseDynamicsOptions | InverseDynamicsSeries) {
    return (await this.loadAnalyses()).inverseDynamics(options);
  }

  /**
   * A mechanism whose drives leave no freedom: positions, velocities, accelerations, efforts and reactions at equal steps
   * of time, each from the positions alone, without integration. States of constraints stay as at the start.
   */
  async kinematics(options: KinematicsOptions): Promise<Trajectory> {
    return (await this.loadAnalyses()).kinematics(options);
  }

  /** Runs the model. Yields to the event loop every few milliseconds; `progress` is called then. */
  async simulate(options: SimulateOptions): Promise<Trajectory> {
    if (needsBdf(options)) await loadBdf();
    const simulation = new Simulation(this.assemble(readMethod(options)), options, true);
    const yielder = createYielder();
    try {
      let last = performance.now();
      while (simulation.advance()) {
        if (performance.now() - last < YIELD_INTERVAL) continue;
        simulation.report();
        await yielder.yield();
        last = performance.now();
      }
      simulation.report(1);
      await simulation.settle();
    } finally {
      yielder.close();
    }
    return simulation.trajectory;
  }

  /** Runs the model without a pause, for scripts. */
  simulateSync(options: SimulateOptions): Trajectory {
    const simulation = new Simulation(this.assemble(readMethod(options)), options, false);
    for (let i = 1; simulation.advance(); i++) {
      if (i % 256 !== 0) continue;
      simulation.report();
    }
    simulation.report(1);
    return simulation.trajectory;
  }

  /**
   * The model as a bond graph: a fragment of every body and constraint, joined at the bodies' 1-junctions. Its bonds read
   * the model as it was evaluated last: `run.at(2).show()`, then `bond.calcPower()`. With `detail: "word"` each body and
   * each constraint is one node.
   */
  bondGraph(options: BondGraphOptions = {}): BondGraph {
    return createDetailedGraph(this.getObserver(), this.gravity, options);
  }

  get [SHARED](): true {
    return true;
  }
}

const isPart = (item: unknown): item is SystemPart =>
  isInstance(item, Body) || isInstance(item, Constraint) || isInstance(item, Extension);

function getLabel(item: SystemPart): string {
  return !(item instanceof Body) ? item.label : `${item.constructor.name} "${item.name}"`;
}

/** Each run has copies of bodies and constraints, and a language has no way to copy fields that only a class itself sees. */
function explainPrivate(thrown: unknown): ModelError | undefined {
  let cause = thrown;
  while (cause instanceof ModelError && cause.cause !== undefined) cause = cause.cause;
  const name = cause instanceof TypeError ? cause.message.match(/private \w+ (#\w+)/)?.[1] : undefined;
  if (name === undefined) return undefined;
  return new ModelError(
    `System: a class of yours has the private field ${name}, which the copies that runs work with do not get; ` +
      `declare it as "private ${name.slice(1)}" instead`,
    { cause },
  );
}

/** The method that is asked for. Options that cannot be read are refused where all of them are. */
function readMethod(options: SimulateOptions): string | undefined {
  try {
    return options?.method;
  } catch {
    return undefined;
  }
}
