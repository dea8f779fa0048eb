import { Polyhedron } from "./Polyhedron.ts";

/** Bit k of the number of a corner tells its side along axis k. */
const FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

/** A box about the origin with these half edges. */
export function createBox([x, y, z]: readonly number[]): Polyhedron {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
  return new Polyhedron(Float64Array.from(corners), FACES);
}
