import { SHARED } from "../../../math/index.ts";
/** How a friction law enters: as a force that follows from the velocity, with stick and slip, or as a constraint. */
export type FrictionKind = "none" | "given" | "coulomb" | "rolling";

/** What the force per normal force depends on: slip alone, slip and spin, or both and the normal force, the load. */
export type FrictionInput = "slip" | "spin" | "load";

/**
 * Friction of a contact. `v` is the tangential velocity of B's material relative to A's, `N` the normal force; the force
 * acts on B. Two numbers each, along the two tangents of the contact (one number in a joint).
 */
export abstract class FrictionLaw {
  abstract get kind(): FrictionKind;

  /** Force per normal force at velocity `v`, into `out`; of a law with stick and slip only the direction of `v` counts. */
  abstract calcForce(v: Float64Array, out: Float64Array): void;

  /** What it reads. Laws of the kind `"given"` that read more than slip write `calcPatch`, too. */
  get reads(): FrictionInput {
    return "slip";
  }

  /**
   * Friction of a patch: at `at = [v₁, v₂, ω_n, N]`, slip (m/s), spin of B relative to A about the normal (rad/s) and normal
   * force (N), the force per normal force along the tangents and the torque about the normal per normal force (m), on B:
   * `out = [F₁/N, F₂/N, M/N]`. Impacts and joints, where there is no patch, take `calcForce`.
   */
  calcPatch(_at: Float64Array, out: Float64Array): void {
    out.fill(0);
  }

  /** How far the force `f` is from slipping: `μ N − |f|`, where that makes sense; with the sliding `μ` if it `isLoose`. */
  getMargin(_f: Float64Array, _normal: number, _isLoose?: boolean): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Up to which tangential force per normal force it sticks, along the two tangents; a law without stick has no limits. */
  get limits(): readonly [number, number] {
    return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  }

  /** A direction in A's axes along which the first tangent is laid; laws that are alike in all directions need none. */
  get axis(): readonly [number, number, number] | undefined {
    return undefined;
  }

  get [SHARED](): true {
    return true;
  }
}
