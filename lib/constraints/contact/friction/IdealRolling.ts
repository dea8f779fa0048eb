import { type FrictionKind, FrictionLaw } from "./FrictionLaw.ts";

/** No slip, however large the force that takes: two non-holonomic constraints. */
export class IdealRolling extends FrictionLaw {
  override get kind(): FrictionKind {
    return "rolling";
  }

  override calcForce(_v: Float64Array, out: Float64Array): void {
    out.fill(0);
  }
}
