import { matrixFromQuaternion, type Trajectory } from "../lib/index.ts";
import { add, rotate } from "../lib/math/index.ts";
import { CRANK_LOOP } from "../test/reference/crankLoop.ts";
import { FOUR_BAR } from "./models.ts";

/** A point of a body, from its centre of mass in body axes. */
interface End {
  body: string;
  point: readonly number[];
}

/** Two points that a joint keeps together. */
export type Ends = readonly [End, End];

export const FOUR_BAR_ENDS: Ends = [
  { body: "coupler", point: [FOUR_BAR.coupler / 2, 0, 0] },
  { body: "rocker", point: [FOUR_BAR.rocker / 2, 0, 0] },
];

/** Pin and wrist of a slider-crank. */
export const CRANK_LOOP_ENDS: readonly Ends[] = [
  [
    { body: "crank", point: [CRANK_LOOP.radius / 2, 0, 0] },
    { body: "rod", point: [-CRANK_LOOP.length / 2, 0, 0] },
  ],
  [
    { body: "rod", point: [CRANK_LOOP.length / 2, 0, 0] },
    { body: "piston", point: [0, 0, 0] },
  ],
];

/** Largest distance of two points at the stored points of a run, from the poses of the bodies. */
export function findGap(run: Trajectory, ends: Ends): number {
  let gap = 0;
  const table = run.sample({
    columns: ends.flatMap(({ body }) => [
      ...["x", "y", "z"].map((axis) => `${body}.position.${axis}`),
      ...[0, 1, 2, 3].map((i) => `${body}.orientation.q${i}`),
    ]),
  });
  for (let i = 0; i < run.length; i++) {
    const [a, b] = ends.map(({ body, point }) => {
      const position = ["x", "y", "z"].map((axis) => table[`${body}.position.${axis}`][i]);
      const q = [0, 1, 2, 3].map((j) => table[`${body}.orientation.q${j}`][i]);
      return add(position, rotate(matrixFromQuaternion(q), point));
    });
    gap = Math.max(gap, ...a.map((x, k) => Math.abs(x - b[k])));
  }
  return gap;
}
