import { checkCount, describe, ModelError } from "../math/index.ts";
import type { MeshOptions } from "./Mesh.ts";

/** Corners `[x, r]` along an axis, x growing where r is the outer radius. */
export type Profile = readonly (readonly [x: number, r: number])[];

/** Vertices and triangles of the surface that a profile makes when it turns about the axis with this number. */
export function turnProfile(profile: Profile, sides: number, first: number, isRing = false): MeshOptions {
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
  return { positions, triangles };
}

/** More is finer than anything shows, and a ball of it has half a million vertices. */
const MOST_SIDES = 1000;

export const checkSides = (owner: string, sides: unknown): number => checkCount(owner, "sides", sides, 3, MOST_SIDES);

/** The number of an axis by its name. */
export function findAxis(owner: string, axis: unknown): number {
  const index = ["x", "y", "z"].indexOf(axis as string);
  if (index >= 0) return index;
  throw new ModelError(`${owner}: axis ${describe(axis)} is unknown; give "x", "y" or "z"`);
}
