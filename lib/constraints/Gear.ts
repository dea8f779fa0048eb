import {
  checkBoolean,
  checkLabel,
  checkOptions,
  checkPositive,
  describe,
  ModelError,
  otherwise,
} from "../math/index.ts";
import { type BondChoice, Coupler } from "./Coupler.ts";

export interface GearOptions {
  /** Numbers of teeth (or radii) of the first and the second wheel … */
  teeth?: readonly [number, number];
  /** … one of which is a ring with teeth inside. Default: both outside, so that they turn against each other. */
  internal?: boolean;
  /** Or: rate of the first per rate of the second, with its sign. */
  ratio?: number;
}

/** Two meshing wheels: a `Coupler` of two rotations with the ratio of their teeth. */
export class Gear extends Coupler {
  constructor(name: string, first: BondChoice, second: BondChoice, options: GearOptions = {}) {
    const owner = checkLabel("Gear", name);
    checkOptions(owner, options, ["teeth", "internal", "ratio"]);
    super(name, first, second, { ratio: findRatio(owner, options) });
    for (const { joint, isRotation } of this.coupledBonds) {
      if (isRotation) continue;
      throw new ModelError(
        `${owner}: ${joint.label} gives its translation; a gear joins two rotations: use a Coupler for a rack`,
      );
    }
  }
}

function findRatio(owner: string, options: GearOptions): number {
  const { teeth, ratio } = options;
  if ((teeth === undefined) === (ratio === undefined)) {
    const what = teeth === undefined ? "neither teeth nor ratio is given" : "teeth and ratio are both given";
    throw new ModelError(`${owner}: ${what}; give either teeth: [first, second] or ratio`);
  }
  if (ratio !== undefined) return ratio;
  if (!Array.isArray(teeth) || teeth.length !== 2) {
    throw new ModelError(`${owner}: teeth are ${describe(teeth)}; give two numbers [first, second]`);
  }
  const [one, two] = teeth.map((z) => checkPositive(owner, "a number of teeth", z));
  const isInternal = checkBoolean(owner, "internal", otherwise(options.internal, false));
  return ((isInternal ? 1 : -1) * two) / one;
}
