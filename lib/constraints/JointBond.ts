import { checkInstance, checkText, describe, ModelError } from "../math/index.ts";
import type { KinematicPort } from "../rigidbody/index.ts";
import { Joint } from "./Joint.ts";
import { writePointRow } from "./pointRow.ts";

/** The two scalar bonds a joint may leave open. */
export type BondName = "translation" | "rotation";

/**
 * One open scalar bond of a joint as a row between its two bodies, for what acts on the joint from outside: gears, stops,
 * friction.
 *
 * A rotation's rate is `n·(ω_B − ω_A)`, a translation's `n·(v_PB − v_A(P_B))` with `P_B` the joint's point of B; in their
 * derivatives only the centripetal parts of the translation remain beside `J A`: the relative velocity lies along the axis,
 * so its Coriolis acceleration has no part in them.
 */
export class JointBond {
  readonly joint: Joint;
  readonly isRotation: boolean;
  /** Place among the joint's coordinates. */
  readonly index: number;
  /** The axis in world axes, times the factor of the row. */
  readonly direction = new Float64Array(3);
  /** From the centres of A and B to `P_B`. */
  private readonly arms = new Float64Array(6);

  /** `bond` may be left out where only one is open; `place` and `example` belong into messages. */
  constructor(owner: string, joint: Joint, bond: BondName | undefined, place: string, example: string) {
    for (const text of [owner, place, example]) checkText("JointBond", "its owner, place or example", text);
    checkInstance(owner, `the ${place}`, joint, Joint, "a joint with an axis, such as a RevoluteJoint");
    const open = joint.motions.map((motion): BondName => (motion.kind === "slide" ? "translation" : "rotation"));
    if (open.length === 0) {
      throw new ModelError(`${owner}: the ${place}, ${joint.label}, does not move; give one that turns or slides`);
    }
    const name = bond ?? (open.length === 1 ? open[0] : undefined);
    if (name === undefined || !open.includes(name)) {
      const list = `${open.length === 1 ? "the open bond" : "the open bonds"} ${open.join(" and ")}`;
      throw new ModelError(
        `${owner}: ${joint.label} has ${list}${name === undefined ? "" : `, not ${describe(name)}`}; ` +
          `name one: { ${example}bond: "${open[0]}" }`,
      );
    }
    this.joint = joint;
    this.isRotation = name === "rotation";
    this.index = this.isRotation ? joint.rotationIndex : joint.translationIndex;
  }

  /** The coordinate at the present state, over any number of turns. */
  get coordinate(): number {
    return this.joint.coordinates[this.index];
  }

  /** Writes `factor` times the row from `J[j]`, twelve numbers, and returns what it adds to the acceleration target. */
  writeRow(J: Float64Array, j: number, a: KinematicPort, b: KinematicPort, factor: number): number {
    const { direction: n, arms } = this;
    const { axisA, pointB } = this.joint;
    for (let i = 0; i < 3; i++) {
      const k = 3 * i;
      n[i] = factor * (a.T[k] * axisA[0] + a.T[k + 1] * axisA[1] + a.T[k + 2] * axisA[2]);
    }
    if (this.isRotation) {
      for (let i = 0; i < 3; i++) {
        J[j + i] = J[j + 6 + i] = 0;
        J[j + 3 + i] = -n[i];
        J[j + 9 + i] = n[i];
      }
      return 0;
    }
    for (let i = 0; i < 3; i++) {
      const k = 3 * i;
      arms[3 + i] = b.T[k] * pointB[0] + b.T[k + 1] * pointB[1] + b.T[k + 2] * pointB[2];
      arms[i] = b.r[i] + arms[3 + i] - a.r[i];
    }
    writePointRow(J, j, n, 0, arms);
    return dotCentripetal(n, a.w, arms, 0) - dotCentripetal(n, b.w, arms, 3);
  }
}

/** `n·[ω, [ω, d]]` with `d` at `arms[o]` */
function dotCentripetal(n: Float64Array, w: Float64Array, arms: Float64Array, o: number): number {
  const x = arms[o];
  const y = arms[o + 1];
  const z = arms[o + 2];
  const along = w[0] * x + w[1] * y + w[2] * z;
  const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  return along * (n[0] * w[0] + n[1] * w[1] + n[2] * w[2]) - square * (n[0] * x + n[1] * y + n[2] * z);
}
