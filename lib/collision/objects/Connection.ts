import { Unilateral } from "../../constraints/contact/Unilateral.ts";
import {
  AppliedWrench,
  Bushing,
  type Constraint,
  DistanceRod,
  ForceElement,
  Pair,
  PointOnLine,
  RowConstraint,
  SpringDamper,
} from "../../constraints/index.ts";
import {
  add,
  checkBoolean,
  checkEntries,
  checkInstance,
  checkLabel,
  checkName,
  checkVector3,
  describe,
  ModelError,
  matrixFromQuaternion,
  otherwise,
  rotate,
  SHARED,
} from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import { Object3D } from "./Object3D.ts";
import type { Placement } from "./Placement.ts";

/** A joint, a rod or a force element of this library, or one of your own: whatever is made of two bodies and options. */
export type ConnectionKind<C extends Constraint, O> = new (name: string, bodyA: Body, bodyB: Body, options: O) => C;

/** A body, and where an object lies on it: from its origin, in its axes. */
export interface BodyPlace extends Placement {
  readonly body: Body;
}

/** Options that are points, and directions, in the axes of one side. */
const POINTS = ["pointA", "pointB"];
const DIRECTIONS = ["axisA", "axisB", "normalA", "directionA"];

let made = 0;

/**
 * A joint or a force element between two objects. It is made of their bodies once these are known; make connections by
 * `connect`.
 */
export class Connection<C extends Constraint = Constraint> {
  readonly name: string;
  readonly objectA: Object3D;
  readonly objectB: Object3D;
  /** Whether the two sides may collide although a joint joins them. */
  readonly canCollide: boolean;
  /** Greater for those that were made later: joints that close loops are found in this order. */
  readonly order: number = made++;
  private readonly kind: ConnectionKind<C, never>;
  private readonly options: Readonly<Record<string, unknown>>;

  constructor(
    name: string,
    kind: ConnectionKind<C, never>,
    objectA: Object3D,
    objectB: Object3D,
    options: object | undefined,
  ) {
    this.name = checkName("Connection", name);
    const owner = checkLabel("Connection", name);
    if (!isKind(kind)) {
      throw new ModelError(
        `${owner}: its kind is ${describe(kind)}; give the class of a joint, a rod or a force element, such as RevoluteJoint`,
      );
    }
    this.kind = kind;
    this.objectA = checkInstance(owner, "object A", objectA, Object3D);
    this.objectB = checkInstance(owner, "object B", objectB, Object3D);
    if (objectA === objectB) {
      throw new ModelError(`${owner}: both sides are "${objectA.name}"; a connection joins two different objects`);
    }
    // Options that are misspelt are told by the constraint, which knows its own.
    const entries = checkEntries(owner, "the options", otherwise(options, {}), "an object such as { axis: [0, 0, 1] }");
    const { canCollide = false, ...rest } = Object.fromEntries(entries);
    this.canCollide = checkBoolean(owner, "canCollide", canCollide);
    this.options = rest;
    objectA.addConnection(this);
    objectB.addConnection(this);
  }

  get label(): string {
    return `${this.kind.name} "${this.name}"`;
  }

  /** Whether it lets B move relative to A in some directions only, rather than acting by a force or a rod. */
  get isJoint(): boolean {
    return this.kind.prototype instanceof Pair;
  }

  /** The constraint between the bodies that carry the two objects. */
  create(placeA: BodyPlace, placeB: BodyPlace): C {
    const options: Record<string, unknown> = { ...this.findDefaults(placeB), ...this.options };
    for (const [key, value] of Object.entries(options)) {
      const { position, orientation } = key.endsWith("A") ? placeA : placeB;
      const isPoint = POINTS.includes(key);
      if (value === undefined || (!isPoint && !DIRECTIONS.includes(key))) continue;
      const turned = rotate(matrixFromQuaternion(orientation), checkVector3(this.label, key, value));
      options[key] = isPoint ? add(position, turned) : turned;
    }
    return new this.kind(this.name, placeA.body, placeB.body, options as never);
  }

  /** Where nothing is said it acts at the origins of the objects: a joint at that of B, as drawn. */
  private findDefaults({ body, position }: BodyPlace): Record<string, unknown> {
    const { kind, options } = this;
    const isOf = (...kinds: readonly { prototype: unknown }[]) =>
      kinds.some((base) => kind.prototype instanceof (base as never) || kind === base);
    const lacks = (...keys: string[]) => keys.every((key) => options[key] === undefined);
    if (isOf(Pair, Bushing) && lacks("point", "pointA", "pointB")) {
      const { r, T } = body.referencePose;
      return { point: add(r, rotate(T, position)) };
    }
    const hasEnds = isOf(SpringDamper, DistanceRod);
    return {
      ...(hasEnds && lacks("from", "pointA") && { pointA: [0, 0, 0] }),
      ...(hasEnds && lacks("to", "pointB") && { pointB: [0, 0, 0] }),
      ...(isOf(AppliedWrench, PointOnLine) && lacks("point", "pointB") && { pointB: [0, 0, 0] }),
    };
  }

  /** Runs share it: it does not change while they go on. */
  get [SHARED](): true {
    return true;
  }
}

/** Contacts know surfaces of their own, and are none. */
function isKind(kind: unknown): boolean {
  try {
    const { prototype } = kind as { prototype: unknown };
    const isKnown = [Pair, ForceElement, RowConstraint].some((base) => prototype instanceof base);
    return typeof kind === "function" && isKnown && !(prototype instanceof Unilateral);
  } catch {
    return false;
  }
}
