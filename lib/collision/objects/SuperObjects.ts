import type { Pair } from "../../constraints/index.ts";
import { rankPair } from "../../kernel/planTree.ts";
import { checkInstance, describe, ModelError, SHARED } from "../../math/index.ts";
import { Ground } from "../../rigidbody/index.ts";
import type { BodyPlace, Connection } from "./Connection.ts";
import { groupObjects } from "./groupObjects.ts";
import { Object3D } from "./Object3D.ts";
import type { Member, SuperObject } from "./SuperObject.ts";

/**
 * What a world of objects comes down to: the super-objects, each of which moves as one body, the joints of the tree between
 * them, the joints that close loops, and the pairs that never collide.
 */
export class SuperObjects {
  readonly world: Object3D;
  /** The first is what is fixed to the world. */
  readonly list: readonly SuperObject[];
  /** Joints, rods and force elements in the order in which they were made. */
  readonly connections: readonly Connection[];
  /** Joints on the spanning tree, and those that close its loops. */
  readonly treeJoints: readonly Connection[];
  readonly cutJoints: readonly Connection[];
  /** Everything else that acts between super-objects. */
  readonly forceElements: readonly Connection[];
  /** Super-objects that are joined and so never collide, by their indices, the smaller first, in ascending order. */
  readonly forbiddenPairs: readonly (readonly [number, number])[];
  /** The same as one number each. */
  private readonly forbidden: ReadonlySet<number>;
  private readonly places = new Map<Object3D, { group: SuperObject; member: Member }>();

  constructor(world: Object3D) {
    this.world = world;
    this.list = groupObjects(world);
    for (const group of this.list)
      for (const member of group.members) this.places.set(member.object, { group, member });
    this.connections = this.listConnections();
    const joints = this.connections.filter(({ isJoint }) => isJoint);
    this.forceElements = this.connections.filter(({ isJoint }) => !isJoint);
    this.cutJoints = this.findCutJoints(joints);
    this.treeJoints = joints.filter((joint) => !this.cutJoints.includes(joint));
    const pairs = joints.filter(({ canCollide }) => !canCollide).map((joint) => this.findKey(joint));
    this.forbidden = new Set(pairs.sort((a, b) => a - b));
    const { length } = this.list;
    this.forbiddenPairs = [...this.forbidden].map((key) => [Math.floor(key / length), key % length]);
  }

  /** The super-object that an object belongs to. */
  get(object: Object3D): SuperObject {
    return this.find(object).group;
  }

  /** Where an object lies on the root of its super-object. */
  getMember(object: Object3D): Member {
    return this.find(object).member;
  }

  /** By the name of an object. */
  getObject(name: string): Object3D {
    for (const object of this.places.keys()) if (object.name === name) return object;
    throw new ModelError(
      `SuperObjects: there is no object ${describe(name)} in the world "${this.world.name}"; check the name`,
    );
  }

  /** Whether two objects are allowed to collide: on different super-objects that no joint joins, or only such as let them. */
  mayCollide(a: Object3D, b: Object3D): boolean {
    const [first, second] = [this.get(a).index, this.get(b).index];
    return first !== second && !this.forbidden.has(this.calcKey(first, second));
  }

  private find(object: Object3D): { group: SuperObject; member: Member } {
    const found = this.places.get(checkInstance("SuperObjects", "the object", object, Object3D));
    if (found) return found;
    const [top] = object.listPath();
    if (top === this.world) {
      throw new ModelError(
        `${object.label}: it was put into the world after the objects were grouped; group them anew`,
      );
    }
    throw new ModelError(
      `${top.label}: it has no parent and is not the world "${this.world.name}", of which there is one; ` +
        `give it a parent, such as "${this.world.name}"`,
    );
  }

  private listConnections(): Connection[] {
    const all = new Set<Connection>();
    for (const object of this.places.keys()) for (const connection of object.connections) all.add(connection);
    for (const { label, objectA, objectB } of all) {
      const [a, b] = [this.get(objectA), this.get(objectB)];
      if (a !== b) continue;
      throw new ModelError(
        `${label}: "${objectA.name}" and "${objectB.name}" are both fixed to "${a.root.name}", so they do not move ` +
          "relative to each other; make one of them free: true",
      );
    }
    return [...all].sort((a, b) => a.order - b.order);
  }

  /**
   * Joints are taken one after the other, in the order by which a run chooses its tree: those whose start is given, those
   * with motors or springs, the others; each as they were made. One whose sides hang together already closes a loop.
   */
  private findCutJoints(joints: readonly Connection[]): Connection[] {
    const probes = joints.map((joint) => ({ joint, pair: this.createProbe(joint) }));
    const ranked = probes
      .filter(({ pair }) => !pair.isSwitchable)
      .map(({ joint, pair }) => ({ joint, rank: rankPair(pair) }));
    const above = this.list.map((_, i) => i);
    const findTop = (i: number): number => {
      let top = i;
      while (above[top] !== top) top = above[top];
      return top;
    };
    // What can be switched off is kept as a loop is, and is no part of the tree.
    const cut = probes.filter(({ pair }) => pair.isSwitchable).map(({ joint }) => joint);
    for (const { joint } of ranked.sort((a, b) => a.rank - b.rank)) {
      const [a, b] = [joint.objectA, joint.objectB].map((object) => findTop(this.get(object).index));
      if (a === b) cut.push(joint);
      else above[Math.max(a, b)] = Math.min(a, b);
    }
    return cut.sort((a, b) => a.order - b.order);
  }

  /** The joint between bases that stand where the roots were drawn: to be asked, not to be run. */
  private createProbe(joint: Connection): Pair {
    const [a, b] = [joint.objectA, joint.objectB].map((object): BodyPlace => {
      const { group, member } = this.find(object);
      return { ...member, body: new Ground(group.root.name, group.root.findPose()) };
    });
    return joint.create(a, b) as Pair;
  }

  /** A number for a pair of super-objects, in the order of the smaller index, then of the greater. */
  private calcKey(a: number, b: number): number {
    return Math.min(a, b) * this.list.length + Math.max(a, b);
  }

  private findKey({ objectA, objectB }: Connection): number {
    return this.calcKey(this.get(objectA).index, this.get(objectB).index);
  }

  /** Runs share it: it does not change while they go on. */
  get [SHARED](): true {
    return true;
  }
}
