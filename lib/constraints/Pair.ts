import type { Fragment } from "../bondgraph/index.ts";
import {
  checkBoolean,
  cross,
  describe,
  dot,
  ModelError,
  multiply,
  norm,
  normalize,
  otherwise,
  RankRevealingSolver,
  rotate,
  rotationAbout,
  type Triple,
  transpose,
  type VectorInput,
} from "../math/index.ts";
import type { Body, Constants } from "../rigidbody/index.ts";
import type { BondClosure } from "./BondClosure.ts";
import { Constraint } from "./Constraint.ts";
import { findPairClosures } from "./findPairClosures.ts";
import { listClosureParameters } from "./listClosureParameters.ts";
import type { Motion } from "./Motion.ts";
import { findReferencePoint } from "./referencePose.ts";

/** Where a pair sits: as drawn in the world, or in body axes. */
export interface PairPlace {
  /** A point of the pair as drawn, in world coordinates … */
  point?: VectorInput;
  /** … or the points of A and B (body axes, from the centre of mass) that the pair brings together. */
  pointA?: VectorInput;
  pointB?: VectorInput;
  /** Whether the pair can be switched off and on at events; it is then kept by rows. Default: false. */
  switchable?: boolean;
}

/** Something outside a pair that gives an effort to one of its scalar motions, such as a motor. */
export interface Attachment {
  /** The place of the motion. */
  readonly index: number;
  /** Inertia along the motion that comes with it: a rotor behind a gear. */
  readonly inertia: number;
  /** The effort at a state, as if that inertia had no acceleration. */
  calcEffort(t: number, rate: number): number;
  /** The whole effort after a solve. */
  getEffort(): number;
  /** What its laws gave for the last effort, where that is more than the effort itself. */
  readonly answers?: Float64Array;
  /** How messages call it, or the law of it by which two lists of answers differ. */
  describeLaw(before: Float64Array, after: Float64Array): string;
}

/** The arrays of a pair. */
type PairMemory = Record<"coordinates" | "rates" | "accelerations" | "efforts" | "coupledEfforts", Float64Array>;

export const PLACE_OPTIONS = ["point", "pointA", "pointB", "switchable"] as const;

/**
 * B moves relative to A by a chain of elementary motions, each with its own coordinate; every other direction is closed.
 * The kernel takes a pair either as an edge of the spanning tree (the coordinates become states) or as closing a loop.
 *
 * With `k` open directions `S` at the point `P` of B: `V_B = X V_A + S s`, `A_B = X A_A + S s̈ + b`, and the wrench `W` on
 * B satisfies `Sᵀ W = τ`: `6 − k` flow constraints and `k` effort constraints.
 *
 * Coordinates count from the drawn pose and grow when B moves along (or turns about) the axis relative to A.
 */
export abstract class Pair extends Constraint {
  /** The pair's point in the axes of A and of B. */
  readonly pointA: Triple;
  readonly pointB: Triple;
  readonly isSwitchable: boolean;
  /** Rotation matrix from B's axes to A's with all coordinates at zero. */
  rest: number[];

  private memory: PairMemory | undefined;

  /** What is attached to its motions in the present assembly. */
  readonly attachments: Attachment[] = [];

  constructor(name: string, bodyA: Body, bodyB: Body, place: PairPlace) {
    super(name, bodyA, bodyB);
    if (place?.point === undefined && (place?.pointA === undefined || place?.pointB === undefined)) {
      const given = place?.pointA
        ? "pointA is given without pointB"
        : place?.pointB
          ? "pointB is given without pointA"
          : "";
      throw new ModelError(
        `${this.label}: ${given || "no point is given"}; give point (world, as drawn), or pointA and pointB (body axes)`,
      );
    }
    this.pointA = findReferencePoint(this, "A", place.point, place.pointA, ["point", "pointA"]);
    this.pointB = findReferencePoint(this, "B", place.point, place.pointB, ["point", "pointB"]);
    this.isSwitchable = checkBoolean(this.label, "switchable", otherwise(place.switchable, false));
    this.rest = multiply(transpose(bodyA.referencePose.T), bodyB.referencePose.T);
  }

  /** The elementary motions, from A to B; axes in A's axes with all coordinates at zero. */
  abstract readonly motions: readonly Motion[];

  override get constants(): Constants {
    const { pointA, pointB, rest, isSwitchable } = this;
    const motions = this.motions.map((motion) => {
      const { kind, name } = motion;
      if (kind === "ball") return { [name]: kind, [`${name} damping`]: motion.damping };
      const { stiffness, damping, rest: relaxed } = motion.bond;
      return {
        [name]: `${kind} ${motion.bond.closure}`,
        [`${name} axis`]: motion.axis,
        ...(kind === "screw" && { [`${name} pitch`]: motion.pitch }),
        ...(motion.bond.hasEffort && { [`${name} stiffness, damping and rest`]: [stiffness, damping, relaxed] }),
      };
    });
    return { pointA, pointB, rest, isSwitchable, ...(Object.assign({}, ...motions) as Constants) };
  }

  /** What closes the six scalar bonds, flow constraints first, with their directions at the present state. */
  protected findClosures(): BondClosure[] {
    return findPairClosures(this);
  }

  /** Turns the rest rotation by the least angle so that B's `axisB` lies on A's `axisA`. */
  protected alignRest(axisA: Triple, axisB: Triple): void {
    const drawn = rotate(this.rest, axisB);
    const sine = cross(drawn, axisA);
    const angle = Math.atan2(norm(sine), dot(drawn, axisA));
    if (angle === 0) return;
    if (Math.PI - angle < 1e-9) {
      throw new ModelError(
        `${this.label}: axisA ${describe(axisA)} and axisB ${describe(axisB)} point against each other as drawn; ` +
          "turn one of them round",
      );
    }
    this.rest = multiply(rotationAbout(normalize(sine), angle), this.rest);
  }

  /** One number per motion, four (a quaternion) for a ball. */
  get coordinates(): Float64Array {
    return (this.memory ?? this.prepare()).coordinates;
  }

  /** One number per motion, three (relative angular velocity in B's axes) for a ball; likewise the next three. */
  get rates(): Float64Array {
    return (this.memory ?? this.prepare()).rates;
  }

  get accelerations(): Float64Array {
    return (this.memory ?? this.prepare()).accelerations;
  }

  get efforts(): Float64Array {
    return (this.memory ?? this.prepare()).efforts;
  }

  /** The part of `efforts` that couplers (gears) give. */
  get coupledEfforts(): Float64Array {
    return (this.memory ?? this.prepare()).coupledEfforts;
  }

  /** New arrays, at rest in the drawn pose: once by the kernel, or where a law reads a joint that is in no run yet. */
  prepare(): PairMemory {
    const count = this.rateNames.length;
    this.memory = {
      coordinates: Float64Array.from(this.motions.flatMap(({ kind }) => (kind === "ball" ? [1, 0, 0, 0] : [0]))),
      rates: new Float64Array(count),
      accelerations: new Float64Array(count),
      efforts: new Float64Array(count),
      coupledEfforts: new Float64Array(count),
    };
    return this.memory;
  }

  override checkMotions(t: number): void {
    for (const motion of this.motions) {
      if (motion.kind !== "ball") motion.bond.checkMotion(`${this.label}, ${motion.name}`, t);
    }
  }

  /** Whether `calcEfforts` can give anything but zero. */
  get hasEfforts(): boolean {
    return (
      this.attachments.length > 0 ||
      this.motions.some((motion) => (motion.kind === "ball" ? motion.damping !== 0 : motion.bond.hasEffort))
    );
  }

  /** Fills `efforts` from `coordinates` and `rates`. */
  calcEfforts(t: number): void {
    const { motions, coordinates, rates, efforts } = this;
    let c = 0;
    let r = 0;
    for (let i = 0; i < motions.length; i++) {
      const motion = motions[i];
      if (motion.kind === "ball") {
        efforts[r] = -motion.damping * rates[r];
        efforts[r + 1] = -motion.damping * rates[r + 1];
        efforts[r + 2] = -motion.damping * rates[r + 2];
        c += 4;
        r += 3;
      } else {
        motion.bond.calcEffort(t, coordinates, c, rates, r, efforts);
        c += 1;
        r += 1;
      }
    }
    for (let i = 0; i < this.attachments.length; i++) {
      const { index } = this.attachments[i];
      efforts[index] += this.attachments[i].calcEffort(t, rates[index]);
    }
  }

  override getPotentialEnergy(): number {
    if (!this.isOn) return 0;
    let energy = 0;
    let c = 0;
    for (const motion of this.motions) {
      if (motion.kind !== "ball") energy += motion.bond.getPotentialEnergy(this.coordinates[c]);
      c += motion.kind === "ball" ? 4 : 1;
    }
    return energy;
  }

  /** The wrench on A from the wrench on B; the kernel has filled `wrenchB`. */
  calcReaction(): void {
    this.closeThirdLaw();
  }

  protected override calcAxisFlows(out: Float64Array): void {
    const closures = this.findClosures();
    const solver = new RankRevealingSolver(6);
    closures.forEach(({ direction }, i) => {
      solver.matrix.set(direction, 6 * i);
    });
    solver.factor(6, 1e-12);
    const relative = new Float64Array(6);
    this.calcRelativeTwist(relative);
    solver.solve(relative, out);
  }

  protected override calcAxisEfforts(out: Float64Array): void {
    const { F, M } = this.wrenchA;
    this.findClosures().forEach(({ direction: d }, i) => {
      out[i] = d[0] * F[0] + d[1] * F[1] + d[2] * F[2] + d[3] * M[0] + d[4] * M[1] + d[5] * M[2];
    });
  }

  override bondGraph(): Fragment {
    const closures = this.findClosures();
    return this.createFragment(
      closures.filter(({ kind }) => kind === "FC").map(({ name }) => name),
      closures.filter(({ kind }) => kind === "EC").map(({ name }) => name),
      listClosureParameters(closures),
    );
  }

  /** Names of the coordinates: `angle`, `position`, …; a ball has `q0` to `q3`. */
  get coordinateNames(): readonly string[] {
    return this.motions.flatMap((motion) => (motion.kind === "ball" ? ["q0", "q1", "q2", "q3"] : [motion.name]));
  }

  /** Names of the rates: `angle`, `position`, …; a ball has `x`, `y`, `z`. */
  get rateNames(): readonly string[] {
    return this.motions.flatMap((motion) => (motion.kind === "ball" ? ["x", "y", "z"] : [motion.name]));
  }
}
