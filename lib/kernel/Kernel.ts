import { type ActsOnJoints, listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import { type HasStates, hasDriftingStates, hasStates } from "../constraints/capabilities/HasStates.ts";
import { isSensor, type Senses } from "../constraints/capabilities/Senses.ts";
import type { Unilateral } from "../constraints/contact/index.ts";
import { type Constraint, ForceElement, Pair, RowConstraint, type Rows } from "../constraints/index.ts";
import { describe, explainThrown, ModelError, refusePromise } from "../math/index.ts";
import { LU } from "../math/LU.ts";
import { type Gravity, UniformGravity } from "../rigidbody/Gravity.ts";
import type { Body, KinematicPort } from "../rigidbody/index.ts";
import { attachInertias } from "./attachInertias.ts";
import { BaseLink } from "./BaseLink.ts";
import { DormantRotors } from "./DormantRotors.ts";
import { GivenLink } from "./GivenLink.ts";
import { growTree } from "./growTree.ts";
import type { Link } from "./Link.ts";
import { LinkOrder } from "./LinkOrder.ts";
import { PairRows } from "./PairRows.ts";
import { planTree, type TreePlan } from "./planTree.ts";
import { RowSolver } from "./RowSolver.ts";
import { turnTogether } from "./turnTogether.ts";

/** Position errors above this get new factors at every Newton step; below `ROUNDING` they need not fall further. */
const REFACTOR = 1e-5;
const ROUNDING = 1e-12;

/** Newton steps of the directions of slip, and the velocity across them, in parts of what counts as rest, that ends them. */
const MOST_TURNS = 12;
const LEAST_ACROSS = 1e-10;

/** In front of the mode of a constraint that is switched off. */
const OFF = "off ";

/** A constraint with states, and where they begin among all of them. */
interface StateOwner {
  readonly constraint: Constraint & HasStates;
  readonly offset: number;
}

/** A pair on the tree with the links of its motions. */
export interface TreeJoint {
  readonly pair: Pair;
  readonly links: readonly Link[];
  /** The only link, where there is one with one coordinate and one rate. */
  readonly scalar: Link | null;
}

/**
 * The numeric form of a model: a spanning tree of links, rows, and one state vector `y = [q, s, z, x]`: coordinates,
 * rates, states of constraints, and the coordinates of pairs that close loops. (Those follow from the others but for their
 * turns; they are carried along so that they depend on nothing but the state.) Built once for a model; nothing is allocated after that.
 */
export class Kernel {
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
  /** Joints that are off and have no place in the tree, and what acts on them; and all the others. */
  readonly absent: ReadonlySet<Constraint>;
  readonly acting: readonly Constraint[];
  readonly gravity: Gravity;
  /** How the spanning tree was chosen; kernels of one version of a model share it. */
  readonly plan: TreePlan;
  readonly links: readonly Link[];
  /** How many trees of links there are: the bases are none. */
  readonly treeCount: number;
  readonly linkOfBody: ReadonlyMap<Body, Link>;
  readonly rows: RowSolver;
  readonly loopClosures: readonly PairRows[];
  /** Whether there are stops or friction in joints: those read coordinates wherever contacts are measured. */
  private readonly hasJointLaws: boolean;
  /** Pairs that close loops and have some. */
  private readonly watched: readonly PairRows[];
  /** Constraints that hold one way only. */
  readonly contacts: readonly Unilateral[];
  /** Links that a run leaves out between its events. */
  readonly dormantRotors: DormantRotors;
  /** Constraints whose states have to be projected. */
  private readonly drifting: readonly (Constraint & { projectStates(t: number): void })[];

  readonly coordinateCount: number;
  readonly rateCount: number;
  readonly stateCount: number;
  /** Length of the state vector; at least one, so that there is always something to integrate. */
  readonly size: number;

  readonly q: Float64Array;
  readonly s: Float64Array;
  readonly z: Float64Array;
  readonly efforts: Float64Array;
  /** The part of `efforts` that does not come from the joints themselves; zero in a run. */
  readonly drives: Float64Array;
  readonly accelerations: Float64Array;

  private readonly forces: readonly ForceElement[];
  private readonly sensors: readonly (Constraint & Senses)[];
  private readonly rowsReadJoints: boolean;
  /** Rows that come with a given wrench. */
  private readonly loading: readonly RowConstraint[];
  /** All constraints with states: what is absent keeps its own. */
  private readonly owners: readonly StateOwner[];
  /** Those whose states change. */
  private readonly changing: readonly (Constraint & HasStates)[];
  readonly treeJoints: readonly TreeJoint[];
  private readonly effortJoints: readonly TreeJoint[];
  private readonly bases: readonly Link[];
  /** All links but the bases, and those of them that are evaluated now. */
  private readonly allMoving: LinkOrder;
  private moving: LinkOrder;
  private readonly given: readonly (GivenLink | BaseLink)[];
  /** Links with quaternions; those before them have one coordinate per rate. */
  private readonly special: readonly Link[];
  private readonly scalarCount: number;
  /** The link of each coordinate, then of each rate. */
  private readonly moved: readonly Link[];
  /** Uniform gravity, m/s²; zero with another field. */
  readonly uniform = new Float64Array(3);
  private readonly isUniform: boolean;
  readonly needsPositions: boolean;
  private readonly needsLoads: boolean;
  private readonly ports: ReadonlyMap<Body, KinematicPort>;
  private readonly zRates: Float64Array;
  private readonly isRotation: Uint8Array;
  /** What an absolute tolerance of one means for each component. */
  private readonly units: Float64Array;
  private readonly step: Float64Array;
  private readonly temporary = new Float64Array(3);
  /** The force or the sensor that is being evaluated. */
  private evaluated: Constraint | undefined;

  /** With a `plan` that was made for the same model nothing is searched; joints that are `absent` join nothing. */
  constructor(
    bodies: readonly Body[],
    constraints: readonly Constraint[],
    gravity: Gravity,
    plan?: TreePlan,
    absent: ReadonlySet<Constraint> = new Set(),
  ) {
    this.bodies = [...bodies];
    this.constraints = [...constraints];
    this.gravity = gravity;
    this.isUniform = gravity instanceof UniformGravity;
    if (gravity instanceof UniformGravity) this.uniform.set(gravity.acceleration);
    this.absent = new Set(constraints.filter((c) => absent.has(c) || listJoints(c).some((joint) => absent.has(joint))));
    const acting = constraints.filter((c) => !this.absent.has(c));
    this.acting = acting;
    const pairs = constraints.filter((c) => c instanceof Pair);
    for (const pair of pairs) pair.prepare();
    for (const pair of pairs) if (this.absent.has(pair)) leaveOpen(pair);
    this.attach();
    const hasContacts = acting.some((c) => c.isUnilateral);
    this.plan = plan ?? planTree(this.bodies, pairs, hasContacts, this.absent);
    const tree = growTree(this.plan, this.bodies, pairs, this.uniform);
    const closing = this.plan.closing.map((place) => pairs[place]);
    this.links = tree.links;
    this.treeCount = tree.count;
    this.linkOfBody = tree.linkOfBody;
    this.treeJoints = [...tree.edges].map(([pair, links]) => {
      const isScalar = links.length === 1 && links[0].coordinateCount === 1;
      return { pair, links, scalar: isScalar ? links[0] : null };
    });
    this.effortJoints = this.treeJoints.filter(({ pair }) => pair.hasEfforts);
    this.given = this.links.filter((link) => link instanceof GivenLink || link instanceof BaseLink);

    // Scalar coordinates first, so that their rates are one block of memory.
    const open = this.links.filter((link) => link.rateCount > 0);
    const scalar = open.filter((link) => link.coordinateCount === 1);
    this.special = open.filter((link) => link.coordinateCount > 1);
    this.scalarCount = scalar.length;
    let coordinates = 0;
    let rates = 0;
    for (const link of [...scalar, ...this.special]) {
      link.coordinate = coordinates;
      link.rate = rates;
      coordinates += link.coordinateCount;
      rates += link.rateCount;
    }
    const repeat = (link: Link, count: number) => new Array<Link>(count).fill(link);
    this.moved = [
      ...scalar,
      ...this.special.flatMap((link) => repeat(link, link.coordinateCount)),
      ...scalar,
      ...this.special.flatMap((link) => repeat(link, link.rateCount)),
    ];
    const owners: StateOwner[] = [];
    let states = 0;
    for (const constraint of constraints) {
      if (!hasStates(constraint)) continue;
      owners.push({ constraint, offset: states });
      states += constraint.stateCount;
    }
    this.owners = owners;
    this.changing = owners.flatMap(({ constraint }) => (this.absent.has(constraint) ? [] : [constraint]));
    this.coordinateCount = coordinates;
    this.rateCount = rates;
    this.stateCount = states;
    this.loopClosures = closing.map((pair) => new PairRows(pair));
    attachInertias(this.treeJoints, closing);
    const acted = new Set(acting.flatMap((c) => (c.isUnilateral ? listJoints(c) : [])));
    this.hasJointLaws = acted.size > 0;
    this.watched = this.loopClosures.filter(({ pair }) => acted.has(pair));
    const followed = this.loopClosures.reduce((sum, { followed: list }) => sum + list.length, 0);
    this.size = Math.max(1, coordinates + rates + states + followed);
    this.q = new Float64Array(coordinates);
    this.s = new Float64Array(rates);
    this.z = new Float64Array(states);
    this.zRates = new Float64Array(states);
    this.efforts = new Float64Array(rates);
    this.drives = new Float64Array(rates);
    this.accelerations = new Float64Array(rates);
    this.step = new Float64Array(rates);

    this.isRotation = new Uint8Array(this.size);
    this.units = new Float64Array(this.size).fill(1);
    for (const { constraint, offset } of owners) {
      this.units.set(constraint.stateUnits ?? [], coordinates + rates + offset);
    }
    for (const link of open) {
      const first = link.coordinate + (link.coordinateCount === 7 ? 3 : 0);
      if (link.turns) this.isRotation.fill(1, first, link.coordinate + link.coordinateCount);
    }
    this.isRotation.fill(1, coordinates + rates + states);

    this.ports = new Map(this.bodies.map((body) => [body, this.getLink(body).createPort()]));
    this.forces = acting.filter((c) => c instanceof ForceElement);
    this.sensors = acting.filter(isSensor);
    const rowConstraints = acting.filter((c) => c instanceof RowConstraint);
    const rows: readonly Rows[] = [...rowConstraints, ...this.loopClosures];
    this.contacts = acting.filter((c): c is Unilateral => c.isUnilateral);
    this.dormantRotors = new DormantRotors(this.isUniform ? this.links : [], acting);
    this.bases = this.links.filter((link) => link.isBase);
    this.allMoving = new LinkOrder(
      this.links.filter((link) => !link.isBase),
      this.dormantRotors,
    );
    this.moving = this.allMoving;
    this.drifting = acting.filter(hasDriftingStates);
    this.rowsReadJoints = rows.some((c) => c.readsJoints);
    this.loading = rowConstraints.filter((c) => c.hasLoad);
    const find = (c: Rows) => c.ends.map((body) => this.getLink(body));
    this.rows = new RowSolver(rows, this.links, this.dormantRotors, find, rates);
    this.needsLoads = this.forces.length > 0 || !this.isUniform || rows.length > 0;
    // A law given as a function may read bodies.
    const hasLaws = pairs.some(({ motions }) => motions.some((m) => m.kind !== "ball" && m.bond.effort !== undefined));
    this.needsPositions = this.needsLoads || this.sensors.length > 0 || states > 0 || hasLaws;
    this.connect();
  }

  /** The link that carries a body. */
  getLink(body: Body): Link {
    return this.linkOfBody.get(body) as Link;
  }

  /** Lets constraints attach themselves to joints. */
  private attach(): void {
    for (const constraint of this.constraints) if (constraint instanceof Pair) constraint.attachments.length = 0;
    for (const constraint of this.acting) (constraint as Partial<ActsOnJoints>).attach?.();
  }

  /** Connects bodies and constraints to the memory of this kernel. */
  private connect(): void {
    for (const body of this.bodies) {
      body.port = this.ports.get(body) as KinematicPort;
      body.refresh = this.dormantRotors.getRefresh(body, this.q, this.s);
    }
    for (const constraint of [...this.constraints, ...this.loopClosures]) {
      constraint.connect(constraint.bodies.map((body) => body.port));
    }
    for (const { constraint, offset } of this.owners) {
      constraint.states = this.z.subarray(offset, offset + constraint.stateCount);
      constraint.stateRates = this.zRates.subarray(offset, offset + constraint.stateCount);
    }
  }

  /** Slip slower than this (m/s) is at rest at an event. */
  setRestSpeed(speed: number): void {
    for (const contact of this.contacts) contact.setRestSpeed(speed);
  }

  /** What is discrete in all constraints, with `off ` in front of it where one is switched off. */
  getModes(): string[] {
    return this.constraints.map(({ isOn, discreteState }) => (isOn ? discreteState : `${OFF}${discreteState}`));
  }

  /** Modes as a run starts with them. */
  getInitialModes(): string[] {
    return this.constraints.map(({ enabled, initialMode }) => (enabled ? initialMode : `${OFF}${initialMode}`));
  }

  setModes(modes: readonly string[]): void {
    this.constraints.forEach((constraint, i) => {
      constraint.isOn = !modes[i].startsWith(OFF);
      const mode = constraint.isOn ? modes[i] : modes[i].slice(OFF.length);
      if (constraint.discreteState !== mode || constraint.isUnilateral) constraint.discreteState = mode;
    });
    for (const { direction } of this.contacts) direction.forget();
    this.updateModes();
  }

  /** To be called after modes have changed: takes in force what is switched on. */
  updateModes(): void {
    this.dormantRotors.setDormant(false);
    this.setLeading([]);
    for (const { pair } of this.treeJoints) {
      if (pair.isOn) continue;
      throw new ModelError(
        `${pair.label}: it carries ${pair.bodyB.name} in this part of the run, where it cannot be off; switch it off by an ` +
          "event, or by enabled before the run",
      );
    }
    this.rows.select();
  }

  /** Takes coordinates, rates and states from `y`. */
  readState(y: Float64Array): void {
    const { z, coordinateCount: m, rateCount: n } = this;
    this.readMotion(y);
    for (let i = 0; i < z.length; i++) z[i] = y[m + n + i];
  }

  /** The same without the states of constraints. */
  readMotion(y: Float64Array): void {
    this.evaluations++;
    const { q, s, coordinateCount: m, rateCount: n } = this;
    for (let i = 0; i < m; i++) q[i] = y[i];
    for (let i = 0; i < n; i++) s[i] = y[m + i];
    let place = m + n + this.stateCount;
    for (let i = 0; i < this.loopClosures.length; i++) {
      const { followed } = this.loopClosures[i];
      for (let j = 0; j < followed.length; j++) followed[j] = y[place++];
    }
  }

  writeState(y: Float64Array): void {
    y.set(this.q);
    y.set(this.s, this.coordinateCount);
    y.set(this.z, this.coordinateCount + this.rateCount);
    let place = this.coordinateCount + this.rateCount + this.stateCount;
    for (const { followed } of this.loopClosures) {
      y.set(followed, place);
      place += followed.length;
    }
  }

  /** Before a step from the state `y`: lets contacts remember where they begin. */
  beginStep(t: number, y: Float64Array): void {
    if (this.contacts.length === 0) return;
    if (!this.isSolvedAt(t, y)) {
      this.readState(y);
      this.calcKinematics(t, true);
    }
    for (const contact of this.contacts) if (contact.isOn) contact.beginStep(t);
  }

  /** How long the step from there may be (s) so that contacts miss nothing in it. */
  findSafeTime(): number {
    const { uniform: u } = this;
    const gravity = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    let least = Number.POSITIVE_INFINITY;
    for (const contact of this.contacts) if (contact.isOn) least = Math.min(least, contact.getSafeTime(gravity));
    return least;
  }

  /** Counts everything that changes what is in the kernel's memory. */
  evaluations = 0;
  /** When accelerations were solved last: the time, and the count then. */
  private solvedTime = Number.NaN;
  private solvedCount = -1;
  /** Which rotors were dormant then. */
  private solvedVersion = -1;
  /** The count when contacts shared out their loads last. */
  sharedCount = -1;

  /** Whether the kernel holds the accelerations at a state: they were solved there, and nothing was evaluated since. */
  isSolvedAt(t: number, y: Float64Array): boolean {
    if (t !== this.solvedTime || this.evaluations !== this.solvedCount) return false;
    if (this.solvedVersion !== this.dormantRotors.version) return false;
    const { q, s, z, coordinateCount: m, rateCount: n } = this;
    for (let i = 0; i < n; i++) if (s[i] !== y[m + i]) return false;
    for (let i = 0; i < m; i++) if (q[i] !== y[i]) return false;
    for (let i = 0; i < z.length; i++) if (z[i] !== y[m + n + i]) return false;
    let place = m + n + this.stateCount;
    for (let i = 0; i < this.loopClosures.length; i++) {
      const { followed } = this.loopClosures[i];
      for (let j = 0; j < followed.length; j++) if (followed[j] !== y[place++]) return false;
    }
    return true;
  }

  /**
   * Whether the state `y` meets the rows, of positions and velocities to `limit`, of velocities alone (rolling, sticking) to
   * `rolling`, and so do the coordinates of pairs that close loops. Nothing is moved.
   */
  isOnRows(t: number, y: Float64Array, limit: number, rolling: number): boolean {
    const { rows, loopClosures } = this;
    if (!this.isSolvedAt(t, y)) {
      this.readState(y);
      this.updateRows(t);
    }
    if (!(rows.findPositionError(t) <= limit) || !rows.areKept(limit, rolling)) return false;
    let place = this.coordinateCount + this.rateCount + this.stateCount;
    for (let i = 0; i < loopClosures.length; i++) {
      const { followed, isOn } = loopClosures[i];
      for (let j = 0; j < followed.length; j++, place++) {
        if (isOn && Math.abs(followed[j] - y[place]) > limit) return false;
      }
    }
    return true;
  }

  /** Poses and velocities of all links at the coordinates and rates in `q` and `s`. */
  calcKinematics(t: number, withPositions: boolean): void {
    const { moving, given, q, s } = this;
    moving.update();
    const { links, count } = moving;
    this.evaluations++;
    for (let i = 0; i < given.length; i++) given[i].setTime(t);
    for (let i = 0; i < count; i++) links[i].calcKinematics(q, s);
    this.dormantRotors.calcKinematics(s);
    if (!withPositions) return;
    for (let i = 0; i < count; i++) links[i].calcPositions(s);
    if (!this.hasJointLaws) return;
    for (let i = 0; i < this.treeJoints.length; i++) this.readPair(this.treeJoints[i]);
    for (let i = 0; i < this.watched.length; i++) this.watched[i].readPair(t);
  }

  /** Forces, efforts and gravity at the present kinematics. */
  private calcLoads(t: number): void {
    // Laws of forces and efforts may read joints and sensors.
    if (this.effortJoints.length > 0 || this.forces.length > 0) {
      for (let i = 0; i < this.treeJoints.length; i++) this.readPair(this.treeJoints[i]);
    }
    for (let i = 0; i < this.sensors.length; i++) {
      if (!this.sensors[i].isOn) continue;
      this.evaluated = this.sensors[i];
      this.sensors[i].sense(t);
    }
    this.evaluated = undefined;
    for (let i = 0; i < this.effortJoints.length; i++) {
      const { pair, links, scalar } = this.effortJoints[i];
      pair.calcEfforts(t);
      if (scalar) {
        this.efforts[scalar.rate] = this.drives[scalar.rate] + pair.efforts[0];
        continue;
      }
      let place = 0;
      for (let k = 0; k < links.length; k++) {
        const { rate, rateCount } = links[k];
        for (let r = 0; r < rateCount; r++) this.efforts[rate + r] = this.drives[rate + r] + pair.efforts[place + r];
        place += rateCount === 3 ? 3 : 1;
      }
    }
    if (!this.needsLoads) return;
    for (let i = 0; i < this.bases.length; i++) this.bases[i].clearLoad();
    for (let i = 0; i < this.moving.count; i++) this.moving.links[i].clearLoad();
    for (let i = 0; i < this.forces.length; i++) {
      if (!this.forces[i].isOn || !this.isOpen(this.forces[i])) continue;
      this.evaluated = this.forces[i];
      this.forces[i].calcReaction(t);
      this.addWrenches(this.forces[i]);
    }
    this.evaluated = undefined;
    for (let i = 0; i < this.loading.length; i++) {
      if (!this.loading[i].isOn || !this.isOpen(this.loading[i])) continue;
      this.loading[i].calcLoad(t);
      this.addWrenches(this.loading[i]);
    }
    for (let i = 0; i < this.loopClosures.length; i++) {
      const { pair } = this.loopClosures[i];
      if (!pair.hasEfforts || !pair.isOn) continue;
      this.loopClosures[i].calcEffortWrench(t);
      this.addWrenches(pair);
    }
    if (!this.isUniform) this.addGravity();
  }

  private addWrenches(constraint: Constraint): void {
    this.getLink(constraint.bodyA).addWrench(constraint.wrenchA);
    this.getLink(constraint.bodyB).addWrench(constraint.wrenchB);
  }

  private calcGravity(position: Float64Array, out: Float64Array): void {
    const { gravity } = this;
    let answer: unknown;
    try {
      answer = gravity.calcAcceleration(position, out);
    } catch (cause) {
      throw explainThrown(gravity.constructor.name, "calcAcceleration", cause);
    }
    if (answer !== undefined) refusePromise(gravity.constructor.name, "calcAcceleration", answer);
  }

  private addGravity(): void {
    const { temporary: g } = this;
    for (let i = 0; i < this.links.length; i++) {
      const link = this.links[i];
      if (link.mass === 0) continue;
      this.calcGravity(link.position, g);
      link.addWeight(g);
    }
  }

  /** Accelerations at time `t` and the state in `q`, `s`, `z`. */
  solve(t: number): void {
    for (let i = 0; i < this.leading.length; i++) this.leading[i].direction.renew();
    this.loadAndFactor(t);
    this.accelerate(t);
    this.finishSolve(t);
  }

  /** The same with the multipliers that the rows have, whether those keep the rows or not. */
  solveGiven(t: number): void {
    this.loadAndFactor(t);
    this.accelerateFreely();
    if (this.rows.rowCount > 0) {
      this.calcRows(t);
      this.rows.applyMultipliers(this.accelerations);
    }
    this.finishSolve(t);
    this.solvedCount = -1;
  }

  /** Kinematics, loads and articulated inertias. */
  private loadAndFactor(t: number): void {
    this.calcKinematics(t, this.needsPositions);
    this.evaluated = undefined;
    try {
      this.calcLoads(t);
    } catch (cause) {
      // Caught out here, because a catch around each force would need memory.
      const part = this.evaluated as Constraint | undefined;
      const what = part instanceof ForceElement ? "calcWrench" : "sense";
      throw part ? explainThrown(part.label, what, cause) : cause;
    }
    this.factor();
  }

  /** The same at the state where accelerations were solved last, with other contacts leading or with other leads. */
  solveAgain(t: number): void {
    for (let i = 0; i < this.leading.length; i++) this.leading[i].direction.renew();
    this.accelerateAgain(t);
    this.finishSolve(t);
  }

  private finishSolve(t: number): void {
    const { uniform } = this;
    const { links, count } = this.moving;
    if (this.leading.length > 0) this.turnSlips(t);
    if (this.changing.length > 0) {
      for (let i = 0; i < count; i++) links[i].calcAccelerations(uniform);
      for (let i = 0; i < this.changing.length; i++) {
        const constraint = this.changing[i];
        try {
          constraint.calcStateRates?.(t);
        } catch (cause) {
          throw explainThrown(constraint.label, "calcStateRates", cause);
        }
      }
    }
    this.solvedTime = t;
    this.solvedCount = this.rows.opened ? -1 : this.evaluations;
    this.solvedVersion = this.dormantRotors.version;
  }

  /** Accelerations with the present loads and inertias; the rows are evaluated, unless they are as before. */
  private accelerate(t: number, isAgain = false): void {
    const { accelerations, uniform } = this;
    const { links, count } = this.moving;
    this.accelerateFreely();
    if (this.rows.rowCount === 0) return;
    if (isAgain) for (let i = 0; i < this.leading.length; i++) this.leading[i].updateColumns();
    else this.calcRows(t);
    this.rows.factor(true);
    for (let i = 0; i < count; i++) links[i].calcAccelerations(uniform);
    this.rows.solveAccelerations(accelerations);
  }

  /** Accelerations without rows. */
  private accelerateFreely(): void {
    const { accelerations } = this;
    const { links, count } = this.moving;
    for (let i = 0; i < count; i++) links[i].accelerate(accelerations);
    this.dormantRotors.accelerate(accelerations);
  }

  /** Rows at the present kinematics. */
  private calcRows(t: number): void {
    if (this.rowsReadJoints) for (let i = 0; i < this.treeJoints.length; i++) this.readPair(this.treeJoints[i]);
    this.rows.calcRows(t);
  }

  /** Newton's method for the directions of contacts that slip so slowly that friction looks ahead. */
  private turnSlips(t: number): void {
    const { leading } = this;
    for (let n = 0; n < MOST_TURNS; n++) {
      this.tellSlips();
      const missing =
        leading.length === 1 ? leading[0].direction.turn() : turnTogether(leading, this.turning, this.turns);
      if (!(missing > LEAST_ACROSS)) return;
      this.accelerateAgain(t);
    }
  }

  /** Tells all contacts whose friction looks ahead the present acceleration of slip. */
  tellSlips(): void {
    const { links, count } = this.moving;
    for (let i = 0; i < count; i++) links[i].calcAccelerations(this.uniform);
    for (let i = 0; i < this.leading.length; i++) this.leading[i].tellAcceleration();
  }

  /** Accelerations once more, at the same state with other directions of slip. */
  accelerateAgain(t: number): void {
    if (this.hasLeadingLoads) {
      this.calcLoads(t);
      this.factor();
    }
    this.accelerate(t, true);
  }

  /** Contacts whose friction looks ahead in this step. */
  leading: readonly Unilateral[] = [];
  private hasLeadingLoads = false;
  private turning = new LU(1);
  private turns = new Float64Array(1);

  setLeading(contacts: readonly Unilateral[]): void {
    this.evaluations++;
    this.leading = contacts;
    if (contacts.length > 1 && this.turning.size !== contacts.length) {
      this.turning = new LU(contacts.length);
      this.turns = new Float64Array(contacts.length);
    }
    this.hasLeadingLoads = contacts.some(({ hasNormalRow }) => !hasNormalRow);
  }

  /** Articulated inertias, leaf to root. */
  private factor(): void {
    const { efforts } = this;
    const { links, count } = this.moving;
    for (let i = 0; i < count; i++) links[i].calcRigid();
    this.dormantRotors.eliminate(efforts);
    for (let i = count - 1; i >= 0; i--) links[i].eliminate(efforts);
  }

  /** Accelerations at a state, unless they are known. */
  solveAt(t: number, y: Float64Array): void {
    if (this.isSolvedAt(t, y)) return;
    this.readState(y);
    this.solve(t);
  }

  calcDerivative(t: number, y: Float64Array, out: Float64Array): void {
    this.solveAt(t, y);
    this.writeDerivative(out);
  }

  /** How coordinates `q` change with rates `s`. */
  calcCoordinateRates(q: Float64Array, s: Float64Array, out: Float64Array): void {
    const { scalarCount, special } = this;
    for (let i = 0; i < scalarCount; i++) out[i] = s[i];
    for (let i = 0; i < special.length; i++) special[i].calcCoordinateRates(q, s, out);
  }

  /** The derivative of the state as accelerations were found last. */
  writeDerivative(out: Float64Array): void {
    const { q, s, accelerations, zRates, coordinateCount: m, rateCount: n } = this;
    this.calcCoordinateRates(q, s, out);
    for (let i = 0; i < n; i++) out[m + i] = accelerations[i];
    for (let i = 0; i < zRates.length; i++) out[m + n + i] = zRates[i];
    let place = m + n + zRates.length;
    for (let i = 0; i < this.loopClosures.length; i++) {
      const { followedRates, isOn } = this.loopClosures[i];
      for (let j = 0; j < followedRates.length; j++) out[place++] = isOn ? followedRates[j] : 0;
    }
    // Where a sensor has lost what it follows, there are no rates: a shorter step is tried.
    for (let i = 0; i < this.sensors.length; i++) {
      if (this.sensors[i].isOn && this.sensors[i].failure !== undefined) out[0] = Number.NaN;
    }
  }

  /** Coordinates and rates of a pair on the tree. */
  readPair(entry: TreeJoint): void {
    const { pair, links, scalar } = entry;
    if (scalar) {
      pair.coordinates[0] = this.q[scalar.coordinate];
      pair.rates[0] = this.s[scalar.rate];
      return;
    }
    let c = 0;
    let r = 0;
    for (let i = 0; i < links.length; i++) {
      const link = links[i];
      if (link instanceof GivenLink) {
        if (link.motion === null) continue;
        pair.coordinates[c++] = link.drive[0];
        pair.rates[r++] = link.drive[1];
      } else {
        for (let j = 0; j < link.coordinateCount; j++) pair.coordinates[c++] = this.q[link.coordinate + j];
        for (let j = 0; j < link.rateCount; j++) pair.rates[r++] = this.s[link.rate + j];
      }
    }
  }

  /** Tolerable errors: absolute for angles and quaternions, absolute and relative for everything else. */
  calcErrorScale(absolute: number, relative: number, y: Float64Array, out: Float64Array): void {
    const { units, isRotation } = this;
    for (let i = 0; i < out.length; i++) {
      out[i] = absolute * units[i] + (isRotation[i] ? 0 : relative * Math.abs(y[i]));
    }
  }

  /** The link whose coordinate or rate is component `index` of the state vector. */
  findMoved(index: number): Link | undefined {
    return this.moved[index];
  }

  /** What component `index` of the state vector is, in words. */
  describeState(index: number): string {
    const { coordinateCount: m, rateCount: n } = this;
    const link = this.findMoved(index);
    if (link) {
      const owner = link.pair
        ? `${link.pair.label}, ${link.pair.motions[link.motionIndex].name}`
        : `RigidBody "${link.body?.name}"`;
      return `${owner} (its ${index < m ? "position" : "rate"})`;
    }
    for (const { constraint, offset } of this.owners) {
      const place = index - m - n - offset;
      if (place >= 0 && place < constraint.stateCount) return `${constraint.label} (its state ${place})`;
    }
    let place = index - m - n - this.stateCount;
    for (const { label, followed } of this.loopClosures) {
      if (place < followed.length) return `${label} (its position)`;
      place -= followed.length;
    }
    return "the clock";
  }

  /** Refuses a given motion that is not a number at time `t`. */
  checkGiven(t: number): void {
    for (const link of this.given) {
      if (!(link instanceof GivenLink) || !link.pair) continue;
      link.setTime(t);
      const bad = link.drive.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0)
        throw new ModelError(
          `${link.pair.label}: its prescribed motion is ${link.drive[bad]} at t = ${t}; check its formula`,
        );
    }
  }

  /** The first constraint whose force or effort was not finite in the last evaluation. */
  findNonFinite(): Constraint | undefined {
    const isBad = (list: Float64Array) => list.some((value) => !Number.isFinite(value));
    return this.acting.find((constraint) => {
      if (constraint.failure) return true;
      if (constraint instanceof Pair) return isBad(constraint.efforts);
      const isGiven = constraint instanceof ForceElement || (constraint instanceof RowConstraint && constraint.hasLoad);
      return isGiven && (isBad(constraint.wrenchB.F) || isBad(constraint.wrenchB.M));
    });
  }

  /** A field of gravity that is no number at the place of a body, in words; undefined if all is well. */
  findBadGravity(): string | undefined {
    if (this.isUniform) return undefined;
    const g = new Float64Array(3);
    for (const { mass, position } of this.links) {
      if (mass === 0) continue;
      g.fill(Number.NaN);
      this.calcGravity(position, g);
      if (g.every(Number.isFinite)) continue;
      return (
        `${this.gravity.constructor.name}: the acceleration is ${describe([...g])} at ${describe([...position])}; fill three finite ` +
        "numbers into out, wherever a body can be"
      );
    }
    return undefined;
  }

  /** Whether there are rows at all, switched on or not. */
  get hasRows(): boolean {
    return this.rows.all.length > 0;
  }

  /** Whether states of constraints can drift. */
  get hasDrift(): boolean {
    return this.drifting.length > 0;
  }

  /** Whether there is anything that can drift and has to be projected. */
  get canDrift(): boolean {
    return this.rows.rowCount > 0 || this.hasDrift;
  }

  /** Largest position error and velocity error of the rows at the state in `q`, `s`. */
  findRowErrors(t: number): { position: number; velocity: number } {
    this.rows.calcRows(t);
    return { position: this.rows.findPositionError(t), velocity: this.rows.findVelocityError() };
  }

  /**
   * Brings coordinates and rates onto the rows: Newton steps for the positions, then linear steps for the velocities,
   * both the least in the metric of the masses. Returns the largest position error that is left.
   */
  project(t: number, maxSteps: number, goal: number, withVelocities = true): number {
    const { rows, step } = this;
    this.updateRows(t);
    this.projectStates(t);
    let isFactored = false;
    let error = rows.findPositionError(t);
    for (let i = 0; i < maxSteps && error > goal; i++) {
      if (!isFactored) this.factorRows();
      // The factors of the first point serve as long as the errors are small.
      isFactored = error <= REFACTOR;
      rows.solvePositions(step);
      for (const link of this.links) {
        if (link.rateCount > 0 && rows.isOpen(link)) link.moveCoordinates(this.q, step);
      }
      this.updateRows(t);
      const last = error;
      error = rows.findPositionError(t);
      if (error > 0.5 * last && error < ROUNDING) break;
    }
    this.projectStates(t);
    if (!withVelocities) return error;
    let slip = rows.findVelocityError();
    for (let i = 0; i < maxSteps && slip > goal; i++) {
      if (!isFactored) this.factorRows();
      isFactored = true;
      rows.solveVelocities(step);
      for (let k = 0; k < this.s.length; k++) this.s[k] += step[k];
      this.updateRows(t);
      const last = slip;
      slip = rows.findVelocityError();
      if (slip > 0.5 * last) break;
    }
    return error;
  }

  /** Whether the states of constraints are what their bodies ask for; not while the start is looked for. */
  hasBegun = true;

  private projectStates(t: number): void {
    if (!this.hasBegun) return;
    for (let i = 0; i < this.drifting.length; i++) {
      if (this.drifting[i].isOn && this.isOpen(this.drifting[i])) this.drifting[i].projectStates(t);
    }
  }

  /**
   * Until further notice only trees that are `opened`, by their numbers, are evaluated and moved: nothing but bases joins them with
   * others, and the others are evaluated at the present state. Undefined: all of them.
   */
  open(opened: Uint8Array | undefined): void {
    this.rows.opened = opened;
    const isOpen = (link: Link) => !link.isBase && this.rows.isOpen(link);
    this.moving = opened ? new LinkOrder(this.links.filter(isOpen), this.dormantRotors) : this.allMoving;
    this.evaluations++;
  }

  /** Whether a constraint acts on a tree that is open. */
  isOpen({ bodies }: Constraint): boolean {
    return this.rows.opened === undefined || bodies.some((body) => this.rows.isOpen(this.getLink(body)));
  }

  /** Kinematics and rows at `q` and `s`, with the factors as they are. */
  updateRows(t: number): void {
    this.calcKinematics(t, true);
    for (let i = 0; i < this.treeJoints.length; i++) this.readPair(this.treeJoints[i]);
    this.rows.calcRows(t);
  }

  /** Factors at the present kinematics and rows. */
  private factorRows(): void {
    this.factor();
    this.rows.factor(false);
  }

  /** Kinematics, factors and rows at the coordinates and rates in `q` and `s`. */
  prepareProjection(t: number): void {
    this.updateRows(t);
    this.factorRows();
  }
}

/** Between bodies that a pair does not join there are no coordinates. */
function leaveOpen({ coordinates, rates, accelerations }: Pair): void {
  for (const list of [coordinates, rates, accelerations]) list.fill(Number.NaN);
}
