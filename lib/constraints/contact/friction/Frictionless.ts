import { type FrictionKind, FrictionLaw } from "./FrictionLaw.ts";

/** No friction at all. */
export class Frictionless extends FrictionLaw {
  override get kind(): FrictionKind {
    return "none";
  }

  override calcForce(_v: Float64Array, out: Float64Array): void {
    out.fill(0);
  }
}
