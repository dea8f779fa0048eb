import { checkName, checkText } from "../math/index.ts";
import { type ColliderSource, checkColliders } from "../shape/Collider.ts";
import { checkShapes, type ShapeSource } from "../shape/Shape.ts";
import type { Constants } from "./Constants.ts";
import type { KinematicPort } from "./KinematicPort.ts";
import { ReferencePort } from "./ReferencePort.ts";

/** The system that a body or a constraint belongs to. */
export interface PartOwner {
  /** After a change of a part: the next run assembles the model anew. */
  forgetAssembly(): void;
  /** The part, or something made of parts, in the run or the reading that is evaluated now, or was shown last. */
  findPresent<T extends object>(part: T): T;
  /** Where a body is while an event acts: what is made then is drawn there. */
  findDrawn(body: Body): KinematicPort | undefined;
}

/** What constraints connect: a rigid body, or a base whose motion is given. */
export abstract class Body {
  readonly name: string;
  private readonly description: KinematicPort = new ReferencePort();
  /**
   * Where the run or the reading that this body is a copy for keeps its kinematics. A body that a user made is drawn only.
   * @internal
   */
  port: KinematicPort = this.description;
  /** Brings `port` up to date, where that is left to those who ask. */
  refresh: (() => void) | undefined;
  /** The system the body belongs to. */
  owner: PartOwner | undefined;
  private readonly kind: string;
  private look: ShapeSource | undefined;
  private touching: ColliderSource | undefined;

  constructor(kind: string, name: string) {
    this.kind = checkText("Body", "its kind", kind);
    this.name = checkName(kind, name);
  }

  /**
   * The body as it was drawn: pose and velocities given to the constructor. While an event acts, the body as it is at that
   * instant: constraints that are made then, to be attached, are drawn there.
   */
  get referencePose(): KinematicPort {
    return this.owner?.findDrawn(this) ?? this.description;
  }

  /** What it looks like: meshes from its centre of mass (a base: its origin). A function is asked when somebody looks. */
  get shapes(): ShapeSource | undefined {
    return this.look;
  }

  set shapes(source: ShapeSource | undefined) {
    this.look = checkShapes(`${this.kind} "${this.name}", shapes`, this.name, source);
  }

  /**
   * What others touch of it in a model with `Collisions`: convex shapes from its centre of mass (a base: its origin). A function
   * is asked when a run needs them.
   */
  get colliders(): ColliderSource | undefined {
    return this.touching;
  }

  set colliders(source: ColliderSource | undefined) {
    this.touching = checkColliders(`${this.kind} "${this.name}", colliders`, source);
    this.owner?.forgetAssembly();
  }

  /** What tells it from another body of its kind. */
  get constants(): Constants {
    return {};
  }

  /** The body as it moves: in the run that is evaluated now (laws read it so), or where a run was shown last. */
  get kinematics(): KinematicPort {
    const body = this.owner?.findPresent<Body>(this) ?? this;
    body.refresh?.();
    return body.port;
  }
}
