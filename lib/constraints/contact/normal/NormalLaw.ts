import { SHARED } from "../../../math/index.ts";
/**
 * How hard two surfaces press on each other. A compliant law gives the force from the depth of overlap; the rigid one
 * forbids overlap and leaves the force to the solver.
 */
export abstract class NormalLaw {
  /** Whether overlap is forbidden. */
  get isRigid(): boolean {
    return false;
  }

  /**
   * The force (N) at `depth = [δ, δ̇]`, overlap (m) and its rate, into `out[0]`. Where it comes out negative the contact
   * does not pull: it is taken as zero.
   */
  abstract calcForce(depth: Float64Array, out: Float64Array): void;

  /** Energy stored at overlap δ, J. */
  getEnergy(_depth: number): number {
    return 0;
  }

  get [SHARED](): true {
    return true;
  }
}
