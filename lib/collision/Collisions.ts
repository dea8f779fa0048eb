import { Extension, type ModelProblem } from "../assembly/Extension.ts";
import { CoulombFriction, Frictionless, RigidNormal, SimultaneousImpact } from "../constraints/contact/index.ts";
import { type Constraint, Pair, WeldJoint } from "../constraints/index.ts";
import { checkChoice, checkList, checkOptions, checkText, ModelError, otherwise } from "../math/index.ts";
import { type Body, Ground } from "../rigidbody/index.ts";
import { readColliders } from "../shape/Collider.ts";
import { BodyShape } from "./BodyShape.ts";
import { BroadPhase } from "./broadphase/index.ts";
import { createElasticLaws } from "./materials/createElasticLaws.ts";
import { findEffectiveRadius } from "./materials/findEffectiveRadius.ts";
import { type MaterialPair, PairLaws, type RigidLaws } from "./materials/PairLaws.ts";
import { MoreauStepper } from "./moreau/MoreauStepper.ts";
import { ObjectSystem } from "./objects/ObjectSystem.ts";
import { createContacts } from "./response/createContacts.ts";
import type { ContactLaws } from "./response/ShapePair.ts";

export type CollisionResponse = "rigid" | "elastic";

export interface CollisionsOptions {
  /** Default: `"collisions"`. */
  name?: string;
  /** Coefficient of Coulomb friction and restitution, of materials that do not say theirs. Default: 0. */
  friction?: number;
  restitution?: number;
  /**
   * What bodies do that touch: rigid ones do not overlap, stick exactly and collide in no time; elastic ones press by Hertz's law,
   * and need materials with a `youngsModulus`. Default: `"rigid"`.
   */
  response?: CollisionResponse;
  /** What holds between two materials, by their names. */
  pairs?: readonly MaterialPair[];
  /**
   * Whether bodies that a joint joins may collide: all of them (`true`), or those of the joints with these names. What is
   * welded together never does, unless the weld is named. Default: none.
   */
  joined?: boolean | readonly string[];
}

/**
 * Lets everything touch everything: each pair of bodies that have `colliders` may collide, but for what is rigidly connected,
 * what a joint joins, bases among themselves, and what groups and masks keep apart. `system.add(new Collisions({ friction: 0.5 }))`.
 * Objects with a contact material are colliders of their bodies.
 */
export class Collisions extends Extension {
  private readonly laws: PairLaws;
  private readonly joined: boolean | readonly string[];
  private readonly response: CollisionResponse;
  private list: readonly BodyShape[] = [];
  private readonly forbidden = new Set<number>();

  constructor(options: CollisionsOptions = {}) {
    checkOptions("Collisions", options, ["name", "friction", "restitution", "response", "pairs", "joined"]);
    super(otherwise(options.name, "collisions"));
    const { pairs, friction = 0, restitution = 0 } = options;
    this.laws = new PairLaws(this.label, { friction, restitution }, pairs);
    this.response = checkChoice(this.label, "response", otherwise(options.response, "rigid"), ["rigid", "elastic"]);
    this.joined = readJoined(this.label, otherwise(options.joined, false));
  }

  /** All shapes that can touch, in the order of their bodies; known once a run or a reading of the system has begun. */
  get shapes(): readonly BodyShape[] {
    return this.list;
  }

  /** Whether two shapes, by their places in `shapes`, may touch. */
  mayMeet(first: number, second: number): boolean {
    const [a, b] = [this.list[first], this.list[second]];
    if (a.cluster === b.cluster || this.forbidden.has(this.calcKey(a.cluster, b.cluster))) return false;
    return (a.group & b.mask) !== 0 && (b.group & a.mask) !== 0;
  }

  /** The laws that hold between two shapes, by their places in `shapes`. */
  findLaws(first: number, second: number): RigidLaws {
    return this.laws.find(this.list[first].material, this.list[second].material);
  }

  /** The same as laws of a contact. @internal */
  createLaws(first: number, second: number): ContactLaws {
    const { friction, restitution } = this.findLaws(first, second);
    if (this.response === "rigid") {
      return {
        normal: new RigidNormal(),
        friction: friction > 0 ? new CoulombFriction({ coefficient: friction }) : new Frictionless(),
        resistance: undefined,
        impact: new SimultaneousImpact({ restitution }),
      };
    }
    const [a, b] = [this.list[first], this.list[second]];
    const radius = findEffectiveRadius(a.shape, b.shape);
    const laws = createElasticLaws(a.material, b.material, radius, { friction, restitution });
    return { ...laws, impact: new SimultaneousImpact() };
  }

  override createParts(): readonly Constraint[] {
    return createContacts(this.name, this);
  }

  /** A broad phase with a proxy for each shape, of the same number: it finds the pairs that may meet. */
  createBroadPhase(): BroadPhase {
    const broadPhase = new BroadPhase();
    for (const { cluster: owner, group, mask } of this.list) broadPhase.add({ owner, group, mask });
    for (const key of this.forbidden) broadPhase.forbid(Math.floor(key / MOST), key % MOST);
    return broadPhase;
  }

  override prepare(bodies: readonly Body[], constraints: readonly Constraint[]): void {
    const joints = this.listJoints(constraints);
    const clusters = findClusters(
      bodies,
      joints.filter((joint) => joint instanceof WeldJoint),
    );
    const find = (body: Body) => clusters.get(body) as number;
    this.forbidden.clear();
    for (const { bodyA, bodyB } of joints) {
      const [a, b] = [find(bodyA), find(bodyB)];
      if (a !== b) this.forbidden.add(this.calcKey(a, b));
    }
    const shapes: BodyShape[] = [];
    for (const body of bodies) {
      if (body.colliders === undefined) continue;
      const owner = `${body.constructor.name} "${body.name}", colliders`;
      readColliders(owner, body.colliders).forEach((collider, i) => {
        shapes.push(new BodyShape(`${owner}[${i}]`, shapes.length, body, find(body), collider));
      });
    }
    this.list = shapes;
  }

  override createTimeStepper(problem: ModelProblem, step: number): MoreauStepper {
    return new MoreauStepper(this, problem, step);
  }

  /** Those that keep their sides from touching. */
  private listJoints(constraints: readonly Constraint[]): Pair[] {
    const { joined, owner } = this;
    const joints = constraints.filter((constraint) => constraint instanceof Pair);
    if (joined === true) return joints.filter((joint) => joint instanceof WeldJoint);
    const names = joined === false ? [] : joined;
    const unknown = names.find((name) => !joints.some((joint) => joint.name === name));
    if (unknown !== undefined) {
      throw new ModelError(`${this.label}: joined names "${unknown}", and there is no joint of that name; check it`);
    }
    const connections = owner instanceof ObjectSystem ? owner.superObjects.connections : [];
    const open = new Set([...names, ...connections.flatMap((c) => (c.canCollide ? [c.name] : []))]);
    return joints.filter(({ name }) => !open.has(name));
  }

  /** A number for two clusters, in any order. */
  private calcKey(a: number, b: number): number {
    return Math.min(a, b) * MOST + Math.max(a, b);
  }
}

/** More clusters than any model has. */
const MOST = 2 ** 20;

/** Numbers of what is rigidly connected: all bases, and what is welded together; from 0 in the order of bodies. */
function findClusters(bodies: readonly Body[], welds: readonly Pair[]): Map<Body, number> {
  const clusters = new Map<Body, number>();
  let count = 0;
  let base = -1;
  for (const body of bodies) {
    const isBase = body instanceof Ground;
    clusters.set(body, isBase && base >= 0 ? base : count++);
    if (isBase) base = clusters.get(body) as number;
  }
  for (const { bodyA, bodyB } of welds) {
    const [a, b] = [clusters.get(bodyA) as number, clusters.get(bodyB) as number];
    if (a === b) continue;
    for (const [body, cluster] of clusters) if (cluster === Math.max(a, b)) clusters.set(body, Math.min(a, b));
  }
  return clusters;
}

function readJoined(owner: string, joined: unknown): boolean | readonly string[] {
  if (typeof joined === "boolean") return joined;
  const form = 'true, false, or a list of names of joints, such as ["hinge"]';
  return checkList(owner, "joined", joined, form).map((name, i) => checkText(owner, `joined[${i}]`, name));
}
