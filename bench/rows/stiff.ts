import type { Method, Trajectory } from "../../lib/index.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createGovernor, GOVERNOR_END } from "../governor.ts";

const tolerance = 1e-6;

/** How many times as long dop853 takes; best of some rounds in turn. The short runs are repeated: code has to get warm. */
function findSpeedUp(method: Method): number {
  const system = createGovernor();
  const time = (chosen: Method, count: number): number => {
    const start = performance.now();
    for (let i = 0; i < count; i++) system.simulateSync({ until: GOVERNOR_END, tolerance, method: chosen });
    return (performance.now() - start) / count;
  };
  let explicit = Number.POSITIVE_INFINITY;
  let other = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) {
    explicit = Math.min(explicit, time("dop853", 1));
    other = Math.min(other, time(method, 10));
  }
  return explicit / other;
}

/** Coordinates and rates at the end. */
const findEnd = (method: Method, chosen: number): Float64Array => {
  const run: Trajectory = createGovernor().simulateSync({
    until: GOVERNOR_END,
    tolerance: chosen,
    method,
    dense: false,
  });
  return run.lastState.y;
};

let tight: Float64Array | undefined;

/** The largest difference from a run with a tolerance of 1e-11, in units of the tolerance. */
function findDifference(method: Method): number {
  tight ??= findEnd("radau", 1e-11);
  const end = findEnd(method, tolerance);
  return Math.max(...tight.map((x, i) => Math.abs(x - end[i]))) / tolerance;
}

const difference = (name: string, method: Method): BenchRow => ({
  name: `stiff/governor/${name}`,
  unit: "1",
  promised: { max: 100 },
  kind: "accuracy",
  measure: () => findDifference(method),
});

const speedUp = (name: string, method: Method): BenchRow => ({
  name: `stiff/governor/${name}`,
  unit: "1",
  promised: { min: 20 },
  kind: "speed",
  measure: () => findSpeedUp(method),
});

/** IFToMM benchmark A05 for 10 s at a tolerance of 1e-6. */
export const rows: BenchRow[] = [
  speedUp("speed-up", "radau"),
  speedUp("speed-up-auto", "auto"),
  difference("difference", "radau"),
  difference("difference-auto", "auto"),
  difference("difference-explicit", "dop853"),
];
