import type { Body, KinematicPort } from "../rigidbody/index.ts";

/**
 * What the solver of rows needs: relations `Σ_b J_b·A_b = γ` between the accelerations `A = (a_O, ε)` of bodies, and the
 * wrenches `λ C_b` that keep them. Row constraints of a model are such, and so are the pairs that close loops.
 */
export interface Rows {
  /** How messages call them, and the name of the constraint they come from. */
  readonly label: string;
  readonly name: string;
  readonly bodies: readonly Body[];
  /** Those of them that the rows act on now, and which choice of them that is: 0 where there is none. */
  readonly ends: readonly Body[];
  readonly choice: number;
  /** Kinematics of these, in the order of `ends`. */
  readonly ports: readonly KinematicPort[];
  /** Whether they are in force, and how many of them. */
  readonly isOn: boolean;
  readonly rowCount: number;
  /** Whether they read coordinates or rates of joints, which are brought up to date before. */
  readonly readsJoints: boolean;
  /** `J`: for row r and end b six numbers from `6 (r · ends + b)`: force part, then moment part. */
  readonly jacobian: Float64Array;
  /** `C`: the wrench of a row's unit multiplier, laid out like `J`; it is `J` itself unless friction comes with the row. */
  readonly columns: Float64Array;
  /** `ν` and `γ` */
  readonly velocityTargets: Float64Array;
  readonly accelerationTargets: Float64Array;
  /** `g` */
  readonly positionErrors: Float64Array;
  /** `λ`, after a solve. */
  readonly multipliers: Float64Array;
  /** How willingly each row takes part of a load that several share in no unique way; least squares weigh them so. */
  readonly weights: Float64Array;
  /** Whether `columns` depend on the multipliers: they are filled again after a solve, until they stay. */
  readonly isRevised?: boolean;
  /** Why the last evaluation gave no numbers, if it did not. */
  failure: string | undefined;

  /** Whether a row comes from a position error; one of no slip does not. */
  isHolonomic(row: number): boolean;
  /** Takes the ports of all its bodies. */
  connect(ports: readonly KinematicPort[]): void;
  /** Fills `jacobian`, `velocityTargets` and `accelerationTargets` at the present state. */
  calcRows(t: number): void;
  /** Fills `columns` again with the multipliers that were just found; false where these were the ones in use. */
  reviseColumns?(): boolean;
  /** Fills `positionErrors` at the present state; `calcRows` has been called there. */
  calcPositionErrors(t: number): void;
  /** `J_b·V_b` summed over the bodies, minus `ν`, for one row. */
  getVelocityError(row: number): number;
}

/** `J_b·V_b` summed over the bodies, minus `ν`, for one row. */
export function calcVelocityError({ ports, jacobian, velocityTargets }: Rows, row: number): number {
  let sum = -velocityTargets[row];
  for (let b = 0; b < ports.length; b++) {
    const j = 6 * (row * ports.length + b);
    const { v, w } = ports[b];
    sum += jacobian[j] * v[0] + jacobian[j + 1] * v[1] + jacobian[j + 2] * v[2];
    sum += jacobian[j + 3] * w[0] + jacobian[j + 4] * w[1] + jacobian[j + 5] * w[2];
  }
  return sum;
}
