import { checkNumber, checkOptions, ModelError, SHARED } from "../../../math/index.ts";

export interface ImpactOptions {
  /** Speed of parting over speed of approach, 0 (no bounce) to 1 (no loss). Default: 0. */
  restitution?: number;
}

/**
 * What happens where rigid bodies collide. Friction acts in the collision as it does in the contact. Should restitution
 * and friction together feed in energy (Newton's law can), the restitution of that collision is lowered until they do not.
 */
export abstract class ImpactLaw {
  readonly restitution: number;

  constructor(options: ImpactOptions = {}) {
    const owner = new.target.name;
    checkOptions(owner, options, ["restitution"]);
    this.restitution = checkNumber(owner, "restitution", options.restitution ?? 0);
    if (this.restitution < 0 || this.restitution > 1) {
      throw new ModelError(
        `${owner}: restitution is ${this.restitution}; give a number from 0 (no bounce) to 1 (no loss)`,
      );
    }
  }

  /** Whether collisions of one instant are taken one after the other. */
  abstract get isSequential(): boolean;

  get [SHARED](): true {
    return true;
  }
}
