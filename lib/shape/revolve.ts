import {
  checkBoolean,
  checkCount,
  checkList,
  checkNumbers,
  checkOptions,
  checkPositive,
  describe,
  ModelError,
  otherwise,
} from "../math/index.ts";
import { Mesh, MOST_TRIANGLES } from "./Mesh.ts";
import { findAxis, type Profile, turnProfile } from "./turnProfile.ts";

export interface RevolveOptions {
  /**
   * Corners `[x, r]` along the axis, with x growing from the first to the last where r is the outer radius. Ends with a
   * radius get flat caps; ends on the axis are points.
   */
  profile: readonly (readonly [x: number, r: number])[];
  /** How many sides the circles have, 3 to 10000. */
  sides: number;
  /** Default: `"x"`. */
  axis?: "x" | "y" | "z";
  /** Whether the last corner goes on to the first: a ring, with no corner on the axis. Default: false. */
  isRing?: boolean;
}

const OWNER = "revolve";
const MOST_SIDES = 10_000;
const MOST_CORNERS = 10_000;

/** The closed surface that a profile makes when it turns about an axis. All vertices but those of the caps' middles are its corners. */
export function revolve(options: RevolveOptions): Mesh {
  checkOptions(OWNER, options, ["profile", "sides", "axis", "isRing"]);
  const { axis = "x" } = options ?? {};
  const isRing = checkBoolean(OWNER, "isRing", otherwise(options?.isRing, false));
  const profile = checkProfile(options?.profile, isRing);
  const sides = checkCount(OWNER, "sides", options.sides, 3, MOST_SIDES);
  if (2 * sides * profile.length > MOST_TRIANGLES) {
    throw new ModelError(
      `${OWNER}: ${profile.length} circles of ${sides} sides make ${2 * sides * profile.length} triangles; ` +
        `give fewer of either, for at most ${MOST_TRIANGLES}`,
    );
  }
  return new Mesh(turnProfile(profile, sides, findAxis(OWNER, axis), isRing));
}

/** How many sides a circle needs to stay this near to its polygon (m): the sagitta `r (1 − cos(π/n))`. */
export function findSides(radius: number, deviation: number): number {
  checkPositive("findSides", "the radius", radius);
  checkPositive("findSides", "the deviation", deviation);
  const half = Math.acos(Math.max(-0.5, 1 - deviation / radius));
  const sides = Math.max(8, Math.ceil(Math.PI / half));
  if (sides <= MOST_SIDES) return sides;
  throw new ModelError(
    `findSides: a circle of ${radius} m with a deviation of ${deviation} m has more than ${MOST_SIDES} sides; give a larger deviation`,
  );
}

function checkProfile(given: unknown, isRing: boolean): Profile {
  const [form, least] = isRing ? ["three or more", 3] : ["two or more", 2];
  const profile = checkList(OWNER, "the profile", given, `corners [[x, r], …], ${form}`, MOST_CORNERS);
  if (profile.length < least) {
    throw new ModelError(`${OWNER}: the profile is ${describe(given)}; give corners [[x, r], …], ${form}`);
  }
  return profile.map((entry, i): [number, number] => {
    const [x, r] = checkNumbers(OWNER, `corner ${i}`, entry, "two numbers [x, r]", 2);
    const isEnd = !isRing && (i === 0 || i === profile.length - 1);
    if (r > 0 || (r === 0 && isEnd)) return [x, r];
    throw new ModelError(
      `${OWNER}: r of corner ${i} is ${r}; give a positive radius${isRing ? "" : ", or zero at the ends"}`,
    );
  });
}
