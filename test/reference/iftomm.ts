import { pendulum } from "./pendulum.ts";

/**
 * Benchmark A02, N four-bars [IFToMM]: N + 1 vertical links hinged to the ground at x = 0, 1, …, N and N horizontal
 * links between their upper ends; every link a slender rod of 1 kg and 1 m; gravity 9.81 along −y; starts upright with
 * the first upper point moving at +1 m/s in x. The constraints lose rank whenever the links are horizontal. Exact
 * positions of the first upper point for N = 2.
 */
export const A02 = {
  bars: 2,
  mass: 1,
  length: 1,
  gravity: 9.81,
  velocity: 1,
  end: 10,
  points: [
    { t: 1, position: [-0.195020301949435, -0.980799205662174] },
    { t: 5, position: [-0.811310461005107, -0.584615545348976] },
    { t: 10, position: [0.328458111540815, 0.944518538178601] },
  ],
  endVelocity: [1.42305147020694, -0.494868845487043],
} as const;

/** Exact position and velocity of the first upper point of A02 with N four-bars, which is a physical pendulum. */
export function solveA02(bars: number, t: number): { position: [number, number]; velocity: [number, number] } {
  // All vertical links turn by one angle and the horizontal ones only translate.
  const inertia = (bars + 1) / 3 + bars;
  const moment = (bars + 1) / 2 + bars;
  // Angles count from hanging and against the clock; the first movement is clockwise from upright.
  const motion = pendulum(Math.sqrt((A02.gravity * moment) / inertia), Math.PI, -A02.velocity);
  const [angle, rate] = [motion.angle(t), motion.rate(t)];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return { position: [s, -c], velocity: [rate * c, rate * s] };
}

/**
 * IFToMM benchmark A04, Bricard's mechanism: rod k joins points k and k + 1, the ground joins the last point to the
 * first, and a hinge with the axis of the same number sits at each point (axes in the starting position). Rods of 1 kg
 * and 1 m with a solid square section of side 0.1 m; gravity 9.81 along −y; at rest at the start. Overconstrained.
 * Positions of the point that starts at (1, −1, 0), to nine decimals.
 */
export const A04 = {
  joints: [
    { point: [0, 0, 0], axis: [0, 1, 0] },
    { point: [1, 0, 0], axis: [0, 0, 1] },
    { point: [1, -1, 0], axis: [1, 0, 0] },
    { point: [1, -1, 1], axis: [0, 1, 0] },
    { point: [0, -1, 1], axis: [0, 0, 1] },
    { point: [0, 0, 1], axis: [1, 0, 0] },
  ],
  mass: 1,
  length: 1,
  side: 0.1,
  gravity: 9.81,
  end: 10,
  points: [
    { t: 1, position: [0.274481319, -0.886707939, -0.462330003] },
    { t: 2, position: [-0.778135373, -0.980352683, -0.197252671] },
    { t: 5, position: [0.999932742, -0.999999998, -0.000067255] },
  ],
} as const;
