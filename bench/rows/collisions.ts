import type { System, Trajectory } from "../../lib/index.ts";
import {
  createBilliard,
  createBouncingBall,
  createCradle,
  createDominoes,
  createHeap,
  createIncline,
  createStack,
  createTable,
  findCreep,
  findEnergyGrowth,
  findOverlap,
  findTouchError,
} from "../../test/helpers/collisionScenes.ts";
import type { BenchRow } from "../BenchRow.ts";
import { once } from "../once.ts";

const TOLERANCE = 1e-8;
const G = 9.81;

const row = (name: string, unit: string, max: number, measure: () => number): BenchRow => ({
  name: `collisions/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

/** Energy that a run gains, by that at its start, and the gaps where bodies strike, in units of the tolerance. */
function judge(name: string, create: () => System, until: number): BenchRow[] {
  const run = once(() => create().simulateSync({ until }));
  const energy = (of: Trajectory) => findEnergyGrowth(of) / Math.abs(of.at(0).energy.total);
  return [
    row(`${name}/energy-over-tolerance`, "1", 100, () => energy(run()) / TOLERANCE),
    row(`${name}/touch-over-tolerance`, "1", 1, () => findTouchError(run()) / TOLERANCE),
  ];
}

const bounce = once(() => createBouncingBall(0.8).simulateSync({ until: 5 }));
const names = Array.from({ length: 10 }, (_, i) => `brick${i}`);

/** How far a body is from where a closed form has it after a second on an incline of 0.4 rad, m. */
function slide(body: string, friction: number, acceleration: number): number {
  const run = createIncline(0.4, friction).simulateSync({ until: 1 });
  const [from, to] = [run.at(0), run.last].map((now) => now.body(body).position);
  const way = (to[0] - from[0]) * Math.cos(0.4) - (to[1] - from[1]) * Math.sin(0.4);
  return Math.abs(way - acceleration / 2);
}

/** How deep bodies that fall onto one another overlap, in units of the tolerance. */
const overlap = (...args: Parameters<typeof createHeap>): number => {
  const system = createHeap(...args);
  return findOverlap(system.simulateSync({ until: 1 }), system) / TOLERANCE;
};

export const rows: BenchRow[] = [
  row("bouncing-ball/end", "s", 1e-7, () =>
    Math.abs(bounce().events[bounce().events.length - 1].t - 9 * Math.sqrt(2 / G)),
  ),
  row("incline/ball", "m", 1e-9, () => slide("ball", 0.3, (5 / 7) * G * Math.sin(0.4))),
  row("incline/brick", "m", 1e-9, () => slide("brick", 0.3, G * (Math.sin(0.4) - 0.3 * Math.cos(0.4)))),
  row("stack-10/creep", "m", 1e-9, () => findCreep(createStack(10).simulateSync({ until: 60 }), 0, 60, names)),
  row("stack-10-elastic/creep", "m", 1e-6, () =>
    findCreep(createStack(10, "elastic").simulateSync({ until: 60 }), 5, 60, names),
  ),
  ...judge("billiard-16", createBilliard, 1),
  ...judge("cradle", () => createCradle(0.5), 1.5),
  ...judge("table", createTable, 2),
  ...judge("dominoes-4", () => createDominoes(4), 0.5),
  row("bricks/overlap-over-tolerance", "1", 1, () => overlap(["brick", "brick"], 1800)),
  row("stones/overlap-over-tolerance", "1", 1, () => overlap(["stone", "stone"], 1801)),
  row("drum/overlap-over-tolerance", "1", 1, () => overlap(["drum"], 1802)),
];
