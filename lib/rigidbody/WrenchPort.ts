import { checkMemory } from "./checkMemory.ts";

/**
 * What a constraint does to a body: force `F`, couple `M`, and the point `P` where `F` acts. The wrench acts **on the
 * body**; the power into the body is `F·v_P + M·ω`. World axes; the arrays are views into memory of the constraint.
 */
export class WrenchPort {
  readonly F: Float64Array;
  readonly M: Float64Array;
  readonly P: Float64Array;

  constructor(memory: Float64Array = new Float64Array(9)) {
    checkMemory("WrenchPort", memory, 9);
    this.F = memory.subarray(0, 3);
    this.M = memory.subarray(3, 6);
    this.P = memory.subarray(6, 9);
  }
}
