import { checkNumber, checkOptions, describe, ModelError } from "../math/index.ts";
import { Mesh } from "./Mesh.ts";

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
  if (!Number.isInteger(sides) || sides < 3) {
    throw new ModelError(`${OWNER}: sides are ${describe(sides)}; give a whole number of 3 or more`);
  }
  const first = ["x", "y", "z"].indexOf(axis);
  if (first < 0) throw new ModelError(`${OWNER}: axis ${describe(axis)} is unknown; give "x", "y" or "z"`);
  const positions: number[] = [];
  const triangles: number[] = [];
  const addVertex = (x: number, r: number, turn: number): number => {
    const point = [0, 0, 0];
    point[first] = x;
    point[(first + 1) % 3] = r * Math.cos(turn);
    point[(first + 2) % 3] = r * Math.sin(turn);
    return positions.push(...point) / 3 - 1;
  };
  /** The numbers of the vertices of one circle: one only if it is a point. */
  const addCircle = ([x, r]: readonly [number, number]): number[] =>
    r === 0
      ? [addVertex(x, 0, 0)]
      : Array.from({ length: sides }, (_, k) => addVertex(x, r, (2 * Math.PI * k) / sides));
  /** The band between two circles, the second one farther along the profile. */
  const connect = (a: readonly number[], b: readonly number[]) => {
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      if (a.length > 1) triangles.push(a[k], a[next], b[b.length > 1 ? k : 0]);
      if (b.length > 1) triangles.push(a[a.length > 1 ? next : 0], b[next], b[k]);
    }
  };
  const circles = profile.map(addCircle);
  if (isRing) circles.push(circles[0]);
  else {
    const [last, [x0, r0]] = [profile[profile.length - 1], profile[0]];
    if (r0 > 0) circles.unshift([addVertex(x0, 0, 0)]);
    if (last[1] > 0) circles.push([addVertex(last[0], 0, 0)]);
  }
  for (let i = 0; i + 1 < circles.length; i++) connect(circles[i], circles[i + 1]);
  return new Mesh({ positions, triangles });
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
