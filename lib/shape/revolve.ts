import { checkNumber, checkOptions, describe, ModelError } from "../math/index.ts";
import { Mesh } from "./Mesh.ts";
import { checkSides, findAxis, turnProfile } from "./turnProfile.ts";

export interface RevolveOptions {
  /**
   * Corners `[x, r]` along the axis, with x growing from the first to the last where r is the outer radius. Ends with a
   * radius get flat caps; ends on the axis are points.
   */
  profile: readonly (readonly [x: number, r: number])[];
  /** How many sides the circles have, 3 or more. */
  sides: number;
  /** Default: `"x"`. */
  axis?: "x" | "y" | "z";
  /** Whether the last corner goes on to the first: a ring, with no corner on the axis. Default: false. */
  isRing?: boolean;
}

const OWNER = "revolve";

/** The closed surface that a profile makes when it turns about an axis. All vertices but those of the caps' middles are its corners. */
export function revolve(options: RevolveOptions): Mesh {
  checkOptions(OWNER, options, ["profile", "sides", "axis", "isRing"]);
  const { profile, sides, axis = "x", isRing = false } = options;
  checkProfile(profile, isRing);
  return new Mesh(turnProfile(profile, checkSides(OWNER, sides), findAxis(OWNER, axis), isRing));
}

/** How many sides a circle needs to stay this near to its polygon (m): the sagitta `r (1 − cos(π/n))`. */
export function findSides(radius: number, deviation: number): number {
  const half = Math.acos(Math.max(-0.5, 1 - deviation / radius));
  return Math.max(8, Math.ceil(Math.PI / half));
}

function checkProfile(profile: unknown, isRing: boolean): void {
  if (!Array.isArray(profile) || profile.length < (isRing ? 3 : 2)) {
    throw new ModelError(`${OWNER}: the profile is ${describe(profile)}; give corners [[x, r], …], two or more`);
  }
  profile.forEach((corner, i) => {
    checkNumber(OWNER, `x of corner ${i}`, corner?.[0]);
    const r = checkNumber(OWNER, `r of corner ${i}`, corner?.[1]);
    const isEnd = !isRing && (i === 0 || i === profile.length - 1);
    if (r > 0 || (r === 0 && isEnd)) return;
    throw new ModelError(
      `${OWNER}: r of corner ${i} is ${r}; give a positive radius${isRing ? "" : ", or zero at the ends"}`,
    );
  });
}
