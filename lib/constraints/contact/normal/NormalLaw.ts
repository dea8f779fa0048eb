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

  /** Whether it reads how fast the bodies met: `depth[2]` below. */
  get readsTouchSpeed(): boolean {
    return false;
  }

  /**
   * The force (N) at `depth = [δ, δ̇, v₀]`, overlap (m), its rate, and the rate with which the bodies met when they began to
   * touch, into `out[0]`. Where it comes out negative the contact does not pull: it is taken as zero. Where the bodies have
   * not met `v₀` is not a number; it is there for laws that `readsTouchSpeed`.
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
