import { hasStates } from "../constraints/capabilities/HasStates.ts";
import { type Constraint, Coupler, Pair, RowConstraint } from "../constraints/index.ts";
import { measureContacts, measureOpen, shareForces, solveShared, solveToShow } from "../contact/solver.ts";
import { GivenLink } from "../kernel/GivenLink.ts";
import type { Kernel, TreeJoint } from "../kernel/Kernel.ts";
import { PairChain } from "../kernel/PairChain.ts";
import { addMomentum, calcJointWrenches, getEffort, getKineticEnergy, readJointWrench } from "../kernel/readLink.ts";
import {
  describe,
  explainThrown,
  ModelError,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  refusePromise,
} from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Workspace } from "./Workspace.ts";

/** Reads everything from a workspace that is not needed to integrate: reactions, energies, momentum, violations. */
export class Observer {
  readonly workspace: Workspace;
  readonly kernel: Kernel;
  /** Measure the misfit of joints on the tree, made on first use; not for a ball that is combined with other motions. */
  private chains: readonly (PairChain | undefined)[] | undefined;
  /** What is shown: time, state vector, and the count of the kernel's evaluations then. */
  shownTime = Number.NaN;
  shownState: Float64Array | undefined;
  shownCount = -1;
  private isBusy = false;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.kernel = workspace.kernel;
  }

  get bodies(): readonly Body[] {
    return this.kernel.bodies;
  }

  get constraints(): readonly Constraint[] {
    return this.kernel.constraints;
  }

  /** What each component of the state vector is. */
  get stateNames(): readonly string[] {
    return this.workspace.assembly.stateNames;
  }

  /** Evaluates everything at a state: ports, accelerations, joint values, wrenches of all constraints. */
  show(t: number, y: Float64Array, modes?: readonly string[]): void {
    const { kernel } = this;
    if (this.isShown(t, y)) return;
    kernel.dormantRotors.setDormant(false);
    if (modes) kernel.setModes(modes);
    this.shownTime = t;
    this.shownState = y;
    kernel.readState(y);
    solveToShow(kernel, t);
    this.calcOutputs();
    this.shownCount = kernel.evaluations;
  }

  /** Whether the workspace holds all there is to read at a state. */
  isShown(t: number, y: Float64Array): boolean {
    return t === this.shownTime && y === this.shownState && this.kernel.evaluations === this.shownCount;
  }

  /** Whether nothing was evaluated since the count was this. */
  isAt(count: number): boolean {
    return this.shownCount === count && this.kernel.evaluations === count;
  }

  /** Shows a state to somebody outside: laws read it here, and so does who asks for parts of the model afterwards. */
  display(t: number, y: Float64Array, modes?: readonly string[]): void {
    const { workspace } = this;
    this.occupy(() => this.show(t, y, modes));
    workspace.assembly.scope.shown = workspace;
  }

  /** Brings a state onto the rows. */
  project(t: number, y: Float64Array, modes: readonly string[]): void {
    const { kernel } = this;
    if (!kernel.hasRows && !kernel.hasDrift) return;
    this.occupy(() => {
      kernel.dormantRotors.setDormant(false);
      kernel.setModes(modes);
      kernel.readState(y);
      kernel.project(t, 5, 1e-14);
      kernel.writeState(y);
    });
  }

  /** A law that is evaluated for a reading cannot ask for a reading of the same model: it would ask for itself. */
  private occupy(work: () => void): void {
    if (this.isBusy) {
      throw new ModelError(
        "a law reads a run, or evaluates the system, while it is itself evaluated for a reading of that system, which " +
          "would never end; let laws depend on time, on the motion they act on, and on body.kinematics",
      );
    }
    this.isBusy = true;
    try {
      this.workspace.run(work);
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * Evaluates less: ports and coordinates of joints, with `withForces` accelerations and multipliers too. Where only those who
   * are `asking` are to be read, no other contacts are measured.
   */
  prepare(t: number, y: Float64Array, withForces: boolean, asking?: readonly { measure(t: number): void }[]): void {
    const { kernel } = this;
    if (kernel.isSolvedAt(t, y)) {
      if (withForces) shareForces(kernel, true);
      measureOpen(kernel, t);
    } else if (withForces) {
      kernel.readState(y);
      solveShared(kernel, t, true);
      measureOpen(kernel, t);
    } else {
      kernel.readState(y);
      kernel.calcKinematics(t, true);
      if (asking) for (let i = 0; i < asking.length; i++) asking[i].measure(t);
      else measureContacts(kernel, t);
    }
    for (const entry of kernel.treeJoints) kernel.readPair(entry);
  }

  private calcOutputs(): void {
    const { kernel } = this;
    const { links, uniform, accelerations } = kernel;
    if (!kernel.needsPositions) for (const link of links) link.calcPositions(kernel.s);
    for (const link of links) link.calcAccelerations(uniform);
    kernel.rows.addLoads();
    calcJointWrenches(links, uniform);
    for (const entry of kernel.treeJoints) {
      kernel.readPair(entry);
      let place = 0;
      for (const link of entry.links) {
        if (link instanceof GivenLink) {
          if (link.motion) entry.pair.accelerations[place++] = link.drive[2];
        } else
          for (let r = 0; r < link.rateCount; r++) entry.pair.accelerations[place++] = accelerations[link.rate + r];
      }
      this.writeReaction(entry);
    }
    for (const contact of kernel.contacts) if (!contact.isClosed) contact.measure(this.shownTime);
    for (const constraint of kernel.acting) if (constraint instanceof Pair) constraint.coupledEfforts.fill(0);
    for (const constraint of kernel.acting) {
      if (constraint instanceof Coupler) constraint.addCoupledEfforts();
      if (constraint instanceof RowConstraint) constraint.calcReaction();
    }
    for (const rows of kernel.loopClosures) rows.writeReaction(this.shownTime);
    for (const constraint of kernel.constraints) {
      if (!constraint.isOn || kernel.absent.has(constraint)) constraint.clearWrenches();
    }
  }

  private writeReaction(entry: TreeJoint): void {
    const { pair, links } = entry;
    // The link of the pair that is farthest from the root carries the child.
    const first = links[0];
    const last = links[links.length - 1];
    const carrier = first.index > last.index ? first : last;
    const isReversed = carrier.body === pair.bodyA;
    const { M } = pair.wrenchB;
    readJointWrench(carrier, isReversed ? -1 : 1, pair.wrenchB);
    if (isReversed) shiftToB(pair);
    // The effort of each motion is the part of the wrench along it; for a given motion it is a result.
    let place = 0;
    for (const link of links) {
      if (place >= pair.efforts.length) break;
      if (link.rateCount === 3) {
        const { T } = pair.portB;
        for (let i = 0; i < 3; i++) pair.efforts[place++] = T[i] * M[0] + T[3 + i] * M[1] + T[6 + i] * M[2];
      } else pair.efforts[place++] = getEffort(link);
    }
    pair.calcReaction();
  }

  /** Kinetic energy at the last evaluation, J. */
  getKineticEnergy(): number {
    return this.kernel.links.reduce((energy, link) => energy + getKineticEnergy(link), 0);
  }

  /** Energy in gravity and in springs at the last evaluation, J. */
  getPotentialEnergy(): number {
    let energy = 0;
    for (const { position, mass } of this.kernel.links) {
      if (mass !== 0) energy += mass * this.readPotential(position);
    }
    for (const constraint of this.kernel.acting) energy += constraint.getPotentialEnergy();
    // What rests keeps its states, and what they store.
    for (const constraint of this.kernel.absent) if (hasStates(constraint)) energy += constraint.getPotentialEnergy();
    return energy;
  }

  /** Of a field of the user's anything may come. */
  private readPotential(position: Float64Array): number {
    const { gravity } = this.kernel;
    const owner = gravity.constructor.name;
    let value: unknown;
    try {
      value = gravity.getPotential(position);
    } catch (cause) {
      throw explainThrown(owner, "getPotential", cause);
    }
    if (typeof value === "number" && !Number.isNaN(value)) return value;
    refusePromise(owner, "getPotential", value);
    throw new ModelError(
      `${owner}: the potential is ${describe(value)} at ${describe([...position])}; return a number, J/kg, wherever a body can be`,
    );
  }

  /** Linear momentum, and angular momentum about the origin, at the last evaluation, into `out` (6). */
  calcMomentum(out: Float64Array): void {
    out.fill(0);
    for (const link of this.kernel.links) addMomentum(link, out);
  }

  /**
   * The orientation of a body, scalar first, of length one. It is a product along the tree of factors that depend on the
   * coordinates without jumps, so its sign is continuous along a run.
   */
  getOrientation(body: Body): Quaternion {
    let link = this.kernel.getLink(body);
    let q = link.getQuaternion(this.kernel.q);
    while (link.parent) {
      link = link.parent;
      q = multiplyQuaternions(link.getQuaternion(this.kernel.q), q);
    }
    return normalizeQuaternion(q);
  }

  /** Largest misfit of all constraints at the state shown: of joints on the tree, measured on the bodies, and of rows. */
  findViolation(): { position: number; velocity: number } {
    const { kernel, shownTime: t, shownState } = this;
    const rows = kernel.findRowErrors(t);
    let { position, velocity } = rows;
    this.chains ??= kernel.treeJoints.map(({ pair }) => (PairChain.canFollow(pair) ? new PairChain(pair) : undefined));
    const { chains } = this;
    kernel.treeJoints.forEach(({ pair }, i) => {
      const misfit = chains[i]?.findMisfit(t, pair);
      if (!misfit) return;
      position = Math.max(position, misfit.position);
      velocity = Math.max(velocity, misfit.velocity);
    });
    if (shownState) kernel.readState(shownState);
    return { position, velocity };
  }
}

/** Refers the wrench on B, given at A's point of the pair, to B's. */
function shiftToB({ portB: { r, T }, pointB: p, wrenchB: { F, M, P } }: Pair): void {
  const [x, y, z] = [0, 1, 2].map((i) => P[i] - (r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2]));
  M[0] += y * F[2] - z * F[1];
  M[1] += z * F[0] - x * F[2];
  M[2] += x * F[1] - y * F[0];
  P[0] -= x;
  P[1] -= y;
  P[2] -= z;
}
