import { bodyFragment, type Fragment } from "../bondgraph/index.ts";
import {
  checkOptions,
  checkQuaternion,
  checkVector3,
  cross,
  describe,
  ModelError,
  matrixFromQuaternion,
  otherwise,
  type Quaternion,
  type QuaternionInput,
  rotate,
  rotateBack,
  scale,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { ColliderSource, ShapeSource } from "../shape/index.ts";
import { Body } from "./Body.ts";
import type { Constants } from "./Constants.ts";
import { Inertia } from "./Inertia.ts";

export interface RigidBodyOptions {
  /** Mass and inertia about the centre of mass, in body axes. */
  inertia: Inertia;
  /** Centre of mass, as drawn. Default: the origin. */
  position?: VectorInput;
  /** Quaternion from body axes to world axes, scalar first, as drawn. Default: aligned with the world. */
  orientation?: QuaternionInput;
  /** Velocity of the centre of mass. Left out, the body follows what it hangs on. */
  velocity?: VectorInput;
  /** Angular velocity in world axes. Left out, the body follows what it hangs on. */
  angularVelocity?: VectorInput;
  /** The same in body axes: give one of the two. */
  bodyAngularVelocity?: VectorInput;
  /** What it looks like, or a function that tells. Default: made of contacts, inertia and joints. */
  shapes?: ShapeSource;
  /** What others touch of it in a model with `Collisions`, or a function that tells. Default: nothing. */
  colliders?: ColliderSource;
}

/** Anything that gives an acceleration of gravity at a point. */
export interface Gravitation {
  calcAcceleration(r: Float64Array, out: Float64Array): void;
}

const OPTIONS = [
  ...["inertia", "position", "orientation", "velocity", "angularVelocity", "bodyAngularVelocity"],
  ...["shapes", "colliders"],
];

/**
 * A rigid body. Its origin is its centre of mass.
 *
 * Newton: `m a_O = ΣF`. Euler: `I ε + [ω, I ω] = Σ(M + [r_P − r_O, F])`, `I = T I_body Tᵀ`. Rotation is carried by a
 * quaternion in flat R⁴: `q̇ = ½ (0, ω) ∘ q`, `T(q)` divided by `|q|²`, so the length of `q` never matters and the unit
 * sphere is an invariant manifold of the flow [Kosenko, §2.1].
 */
export class RigidBody extends Body {
  readonly inertia: Inertia;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly velocity: Vector3 | undefined;
  /** In world axes. */
  readonly angularVelocity: Vector3 | undefined;

  constructor(name: string, options: RigidBodyOptions) {
    super("RigidBody", name);
    const owner = `RigidBody "${name}"`;
    checkOptions(owner, options, OPTIONS);
    if (!(options?.inertia instanceof Inertia)) {
      throw new ModelError(
        `${owner}: inertia is ${describe(options?.inertia)}; give an Inertia, such as Inertia.sphere({ mass: 1, radius: 0.1 })`,
      );
    }
    this.inertia = options.inertia;
    this.shapes = options.shapes;
    this.colliders = options.colliders;
    this.position = checkVector3(owner, "position", otherwise(options.position, [0, 0, 0]));
    this.orientation = checkQuaternion(owner, "orientation", otherwise(options.orientation, [1, 0, 0, 0]));
    this.velocity = options.velocity === undefined ? undefined : checkVector3(owner, "velocity", options.velocity);
    if (options.angularVelocity !== undefined && options.bodyAngularVelocity !== undefined) {
      throw new ModelError(`${owner}: angularVelocity and bodyAngularVelocity are both given; give one of them`);
    }
    if (options.angularVelocity !== undefined) {
      this.angularVelocity = checkVector3(owner, "angularVelocity", options.angularVelocity);
    } else if (options.bodyAngularVelocity !== undefined) {
      const w = checkVector3(owner, "bodyAngularVelocity", options.bodyAngularVelocity);
      this.angularVelocity = rotate(matrixFromQuaternion(this.orientation), w);
    }
    this.referencePose.set({
      position: this.position,
      orientation: this.orientation,
      velocity: this.velocity ?? [0, 0, 0],
      angularVelocity: this.angularVelocity ?? [0, 0, 0],
    });
  }

  override get constants(): Constants {
    return { mass: this.inertia.mass, tensor: this.inertia.tensor };
  }

  /** The body's part of the bond graph: a 1-junction (its twist) with inertia, gyristor and gravity. */
  bondGraph(gravity?: Gravitation): Fragment {
    const { mass, tensor } = this.inertia;
    const turn = (vector: ArrayLike<number>) => {
      const { T } = this.kinematics;
      const [x, y, z] = rotateBack(T, vector);
      const [a, b, c, d, e, f] = tensor;
      return rotate(T, [a * x + d * y + e * z, d * x + b * y + f * z, e * x + f * y + c * z]);
    };
    return bodyFragment(this.name, {
      mass,
      inertia: [...tensor],
      signals: {
        twist: (out) => {
          out.set(this.kinematics.v);
          out.set(this.kinematics.w, 3);
        },
        inertia: (out) => {
          out.set(scale(this.kinematics.a, mass));
          out.set(turn(this.kinematics.e), 3);
        },
        gyristor: (out) => {
          out.fill(0, 0, 3);
          out.set(cross(this.kinematics.w, turn(this.kinematics.w)), 3);
        },
        gravity: (out) => {
          out.fill(0);
          gravity?.calcAcceleration(this.kinematics.r, out);
          for (let i = 0; i < 3; i++) out[i] *= mass;
        },
      },
    });
  }
}
