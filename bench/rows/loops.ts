import { matrixFromQuaternion, type Trajectory } from "../../lib/index.ts";
import { add, rotate } from "../../lib/math/index.ts";
import { CRANK_LOOP, solveCrankLoop } from "../../test/reference/crankLoop.ts";
import { A02, A04 } from "../../test/reference/iftomm.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { createEvaluation } from "../createEvaluation.ts";
import { FOUR_BAR_ENDS, findGap } from "../gaps.ts";
import { createA02, createA04, createCrankLoop, createFourBar, FOUR_BAR } from "../models.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(b, (x, i) => Math.abs(a[i] - x)));

/** A point of a body, given from its centre of mass in body axes, in the world. */
function findPoint(run: Trajectory, t: number, name: string, point: readonly number[]): number[] {
  const { position, orientation } = run.at(t).body(name);
  return add(position, rotate(matrixFromQuaternion(orientation), point));
}

let a02: Trajectory | undefined;
let fourBar: Trajectory | undefined;

function findA02(): Trajectory {
  a02 ??= createA02(2).simulateSync({ until: 10, tolerance: 1e-11 });
  return a02;
}

const findA02Error = (run: Trajectory): number =>
  Math.max(...A02.points.map(({ t, position }) => distance(findPoint(run, t, "vertical0", [0, 0.5, 0]), position)));

function findFourBar(): Trajectory {
  fourBar ??= createFourBar().simulateSync({ until: 10, tolerance: 1e-9, every: 1e-3, dense: false });
  return fourBar;
}

/** One evaluation of A02 with so many four-bars. */
const timeA02 = (count: number): Timing =>
  timeInterleaved(createEvaluation(createA02(count)), { calls: Math.round(400 / count), rounds: 60, unit: "µs" });

const evaluateA02 = (count: number, max: number): BenchRow => ({
  name: `loop/A02-${count}`,
  unit: "µs",
  promised: { max },
  kind: "speed",
  measure: () => timeA02(count),
});

export const rows: BenchRow[] = [
  {
    // Twice a swing all links are in line, and the constraints lose rank.
    name: "loop/A02/error",
    unit: "m",
    promised: { max: 1e-8 },
    kind: "accuracy",
    measure: () => findA02Error(findA02()),
  },
  {
    // Rounding of the closing errors, divided by a weak direction of the rows near the singular positions, decides.
    name: "loop/A02-2/error",
    unit: "m",
    promised: { max: 1e-11 },
    kept: { max: 2e-9 },
    kind: "accuracy",
    measure: () => findA02Error(createA02(2).simulateSync({ until: 10, tolerance: 1e-12 })),
  },
  {
    name: "loop/A02/energy-drift",
    unit: "J",
    promised: { max: 1e-7 },
    kind: "accuracy",
    measure: () => findA02().energy.drift,
  },
  {
    name: "loop/A04/error",
    unit: "m",
    promised: { max: 2e-9 },
    kind: "accuracy",
    measure: () => {
      const run = createA04().simulateSync({ until: 10, tolerance: 1e-11 });
      return Math.max(
        ...A04.points.map(({ t, position }) => distance(findPoint(run, t, "rod1", [0, -0.5, 0]), position)),
      );
    },
  },
  {
    name: "loop/four-bar/gap",
    unit: "m",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: () => findGap(findFourBar(), FOUR_BAR_ENDS),
  },
  {
    name: "loop/four-bar/energy-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => {
      const mass = FOUR_BAR.crank + FOUR_BAR.coupler + FOUR_BAR.rocker;
      return findFourBar().energy.drift / (mass * FOUR_BAR.gravity * 0.2);
    },
  },
  {
    // Some twenty turns; an independent equation in the angle of the crank alone.
    name: "loop/slider-crank/error",
    unit: "SI",
    promised: { max: 1e-8 },
    kind: "accuracy",
    measure: () => {
      const run = createCrankLoop().simulateSync({ until: 10, tolerance: 1e-12 });
      const times = [0.01, 0.1, 1, 3, 10];
      const errors = solveCrankLoop(CRANK_LOOP, times).map((known, i) => {
        const now = run.at(times[i]);
        const { position, rate } = now.joint("main");
        const piston = now.body("piston");
        const found = [position + CRANK_LOOP.angle, rate, piston.position[0], piston.velocity[0]];
        return distance(found, [known.angle, known.rate, known.piston, known.velocity]);
      });
      return Math.max(...errors);
    },
  },
  {
    name: "loop/four-bar/per-millisecond",
    unit: "µs",
    promised: { max: 30 },
    kind: "speed",
    measure: (): Timing => {
      const system = createFourBar();
      const { value, ratio } = timeInterleaved(
        () => {
          system.simulateSync({ until: 10, tolerance: 1e-9, every: 1e-3, dense: false });
        },
        { calls: 1, rounds: 8, unit: "µs" },
      );
      return { value: value / 10000, ratio: ratio / 10000 };
    },
  },
  evaluateA02(2, 25),
  evaluateA02(40, 500),
  {
    // Each loop shares bodies with its two neighbours only: twenty times as many loops take some twenty times as long.
    name: "loop/A02-40/growth",
    unit: "1",
    promised: { max: 25 },
    kind: "speed",
    measure: (): Timing => {
      const growth = timeA02(40).ratio / timeA02(2).ratio;
      return { value: growth, ratio: growth };
    },
  },
];
