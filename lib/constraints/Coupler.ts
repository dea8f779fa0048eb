import { couplerFragment, type Fragment } from "../bondgraph/index.ts";
import { checkNumber, checkOptions, describe, ModelError } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { Joint } from "./Joint.ts";
import { RowConstraint } from "./RowConstraint.ts";

/** One open scalar bond of a joint: the joint alone if it has one, else with the name of the bond. */
export type BondChoice = Joint | { joint: Joint; bond: "translation" | "rotation" };

export interface CouplerOptions {
  /** Rate of the first bond per rate of the second. */
  ratio: number;
}

interface CoupledBond {
  joint: Joint;
  isRotation: boolean;
  /** Place among the joint's coordinates. */
  index: number;
  /** The coordinate at the start: the wheels mesh as they are then. */
  start: number;
}

/**
 * A transformer between open scalar bonds of two joints: gears (rotation and rotation), rack and pinion (translation and
 * rotation), pulleys (translation and translation).
 *
 * Position `x1 − n x2 = const` with coordinates over any number of turns; velocity `ẋ1 − n ẋ2 = 0`; acceleration likewise.
 * Wrench: effort `λ` on the first bond, `−n λ` on the second: the transformer takes no power.
 *
 * A rotation's rate is `n·(ω_B − ω_A)`, a translation's `n·(v_PB − v_A(P_B))` with `P_B` the joint's point of B; in their
 * derivatives only the centripetal parts of the translation remain beside `J A`.
 */
export class Coupler extends RowConstraint {
  readonly ratio: number;
  private readonly bonds: readonly [CoupledBond, CoupledBond];

  constructor(name: string, first: BondChoice, second: BondChoice, options: CouplerOptions) {
    const owner = `${new.target.name} "${name}"`;
    const bonds = [findBond(owner, "first", first), findBond(owner, "second", second)] as const;
    const [one, two] = bonds;
    if (one.joint === two.joint && one.isRotation === two.isRotation) {
      throw new ModelError(`${owner}: both bonds are the same bond of "${one.joint.name}"; give two different ones`);
    }
    const other = two.joint.bodyB === one.joint.bodyB ? two.joint.bodyA : two.joint.bodyB;
    super(name, one.joint.bodyB === other ? one.joint.bodyA : one.joint.bodyB, other, 1, 4);
    checkOptions(this.label, options, ["ratio"]);
    this.ratio = checkNumber(this.label, "ratio", options?.ratio);
    if (this.ratio === 0) {
      throw new ModelError(`${this.label}: ratio is 0; give rate of the first bond divided by rate of the second`);
    }
    this.bonds = bonds;
    this.ports = this.bodies.map((body) => body.drawn);
  }

  override get bodies(): readonly Body[] {
    return this.bonds.flatMap(({ joint }) => [joint.bodyA, joint.bodyB]);
  }

  /** The joints whose bonds are coupled. */
  get joints(): readonly [Joint, Joint] {
    return [this.bonds[0].joint, this.bonds[1].joint];
  }

  /** The scalar bonds that are coupled: the joint, and whether it is the rotation. */
  get coupledBonds(): readonly { joint: Joint; isRotation: boolean }[] {
    return this.bonds;
  }

  /** Adds the efforts `λ` and `−n λ` to the coupled efforts of the joints. */
  addCoupledEfforts(): void {
    const [first, second] = this.bonds;
    first.joint.coupledEfforts[first.index] += this.multipliers[0];
    second.joint.coupledEfforts[second.index] -= this.ratio * this.multipliers[0];
  }

  /** Its efforts are part of the joints' wrenches; by itself it acts on no body. */
  override calcReaction(): void {
    this.clearWrenches();
  }

  protected override calcRowTerms(): void {
    this.accelerationTargets[0] = 0;
    this.calcBond(0, 1);
    this.calcBond(1, -this.ratio);
  }

  private calcBond(which: 0 | 1, factor: number): void {
    const { joint, isRotation } = this.bonds[which];
    const a = this.ports[2 * which];
    const b = this.ports[2 * which + 1];
    const J = this.jacobian;
    const j = 12 * which;
    const axis = joint.axisA;
    const x = factor * (a.T[0] * axis[0] + a.T[1] * axis[1] + a.T[2] * axis[2]);
    const y = factor * (a.T[3] * axis[0] + a.T[4] * axis[1] + a.T[5] * axis[2]);
    const z = factor * (a.T[6] * axis[0] + a.T[7] * axis[1] + a.T[8] * axis[2]);
    if (isRotation) {
      J[j] = J[j + 1] = J[j + 2] = J[j + 6] = J[j + 7] = J[j + 8] = 0;
      J[j + 3] = -x;
      J[j + 4] = -y;
      J[j + 5] = -z;
      J[j + 9] = x;
      J[j + 10] = y;
      J[j + 11] = z;
      return;
    }
    const point = joint.pointB;
    const bx = b.T[0] * point[0] + b.T[1] * point[1] + b.T[2] * point[2];
    const by = b.T[3] * point[0] + b.T[4] * point[1] + b.T[5] * point[2];
    const bz = b.T[6] * point[0] + b.T[7] * point[1] + b.T[8] * point[2];
    const dx = b.r[0] + bx - a.r[0];
    const dy = b.r[1] + by - a.r[1];
    const dz = b.r[2] + bz - a.r[2];
    J[j] = -x;
    J[j + 1] = -y;
    J[j + 2] = -z;
    J[j + 3] = -(dy * z - dz * y);
    J[j + 4] = -(dz * x - dx * z);
    J[j + 5] = -(dx * y - dy * x);
    J[j + 6] = x;
    J[j + 7] = y;
    J[j + 8] = z;
    J[j + 9] = by * z - bz * y;
    J[j + 10] = bz * x - bx * z;
    J[j + 11] = bx * y - by * x;
    // The velocity of P_B relative to A lies along the axis, so its Coriolis acceleration has no part in this row.
    this.accelerationTargets[0] -= x * centripetal(b.w, bx, by, bz, 0) - x * centripetal(a.w, dx, dy, dz, 0);
    this.accelerationTargets[0] -= y * centripetal(b.w, bx, by, bz, 1) - y * centripetal(a.w, dx, dy, dz, 1);
    this.accelerationTargets[0] -= z * centripetal(b.w, bx, by, bz, 2) - z * centripetal(a.w, dx, dy, dz, 2);
  }

  protected override calcPositionTerms(): void {
    const [first, second] = this.bonds;
    const x1 = first.joint.coordinates[first.index] - first.start;
    const x2 = second.joint.coordinates[second.index] - second.start;
    this.positionErrors[0] = x1 - this.ratio * x2;
  }

  override bondGraph(): Fragment {
    const rate = (which: 0 | 1) => (out: Float64Array) => {
      const { joint, index } = this.bonds[which];
      out[0] = joint.rates[index];
    };
    const effort = (factor: number) => (out: Float64Array) => {
      out[0] = -factor * this.multipliers[0];
    };
    return couplerFragment(this.name, {
      ratio: this.ratio,
      signals: {
        first: { flow: rate(0), effort: effort(1) },
        second: { flow: rate(1), effort: effort(this.ratio) },
      },
    });
  }
}

/** Component i of `[ω, [ω, d]]` */
function centripetal(w: Float64Array, x: number, y: number, z: number, i: number): number {
  const along = w[0] * x + w[1] * y + w[2] * z;
  const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  return w[i] * along - square * (i === 0 ? x : i === 1 ? y : z);
}

function findBond(owner: string, place: string, choice: BondChoice): CoupledBond {
  const joint = choice instanceof Joint ? choice : choice?.joint;
  if (!(joint instanceof Joint)) {
    throw new ModelError(
      `${owner}: the ${place} bond is ${describe(choice)}; give a joint, or { joint, bond: "rotation" } of a cylindrical one`,
    );
  }
  const open = joint.motions.flatMap((motion) => (motion.kind === "slide" ? ["translation"] : ["rotation"]));
  let bond = choice instanceof Joint ? undefined : choice.bond;
  if (bond === undefined && open.length === 1) bond = open[0] as "translation" | "rotation";
  if (open.length === 0) {
    throw new ModelError(`${owner}: the ${place} joint, ${joint.label}, does not move; give one that turns or slides`);
  }
  if (bond === undefined || !open.includes(bond)) {
    const list = `${open.length === 1 ? "the open bond" : "the open bonds"} ${open.join(" and ")}`;
    throw new ModelError(
      `${owner}: ${joint.label} has ${list}${bond === undefined ? "" : `, not ${describe(bond)}`}; ` +
        `name one: { joint, bond: "${open[0]}" }`,
    );
  }
  const isRotation = bond === "rotation";
  const index = isRotation ? joint.rotationIndex : joint.translationIndex;
  const motion = joint.motions[index];
  const start = motion.kind === "ball" ? 0 : motion.bond.motion ? motion.bond.motion(0)[0] : motion.bond.start;
  return { joint, isRotation, index, start };
}
