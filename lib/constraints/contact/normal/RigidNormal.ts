import { NormalLaw } from "./NormalLaw.ts";

/** Signorini's law: no overlap, no pull, and no force at a distance. Touching and leaving are events. */
export class RigidNormal extends NormalLaw {
  override get isRigid(): boolean {
    return true;
  }

  /** The force is a reaction: the solver finds it. */
  override calcForce(_depth: Float64Array, out: Float64Array): void {
    out[0] = 0;
  }
}
