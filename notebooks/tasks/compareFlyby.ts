import {
  compareTrackers,
  createTracker,
  KinematicPort,
  type NearestPoints,
  SurfaceFrame,
  type TrackerName,
  type Trajectory,
} from "../../lib/index.ts";
import type { TaskContext } from "../../lib/worker/index.ts";
import { createFlyby, listTrackers, type TrackingParameters } from "../models/tracking.ts";

/** How far one tracker's points are from those of the reference, over time. */
export interface FlybyDivergence {
  tracker: TrackerName;
  position: Float64Array;
  velocity: Float64Array;
}

/** What the trackers of a page are compared by. */
export interface FlybyComparison {
  reference: TrackerName;
  times: Float64Array;
  divergences: FlybyDivergence[];
  runs: { tracker: TrackerName; steps: number; evaluations: number }[];
  /** Microseconds for points and velocities at one pose, as this machine takes them now. Measured last. */
  costs?: { tracker: TrackerName; cost: number }[];
}

/** Runs the fly-by with every tracker that applies, and times the trackers alone. */
export async function compareFlyby(parameters: TrackingParameters, { report, signal }: TaskContext): Promise<void> {
  const { system, options } = createFlyby(parameters);
  const comparison = await compareTrackers(system, listTrackers(parameters), {
    ...options,
    of: "probe",
    signal,
    progress: (done) => report({ done: 0.9 * done, value: undefined }),
  });
  const { times, divergences, runs, reference } = comparison;
  const value: FlybyComparison = {
    reference,
    times,
    divergences: divergences.map(({ tracker, position, velocity }) => ({ tracker, position, velocity })),
    runs: runs.map(({ tracker, steps, evaluations }) => ({ tracker, steps, evaluations })),
  };
  report({ done: 0.9, value });
  // Lets the page draw before the thread is busy for a moment.
  await new Promise((resolve) => setTimeout(resolve));
  if (signal.aborted) return;
  const probe = system.constraints.find(({ name }) => name === "probe") as NearestPoints;
  const costs = runs.map(({ tracker, trajectory }) => ({ tracker, cost: timeTracker(tracker, probe, trajectory) }));
  report({ done: 1, value: { ...value, costs } });
}

const [POSES, ROUNDS, CALLS] = [32, 30, 1024];

/** The least mean time of a call among some rounds, µs: the body goes to and fro between places 1 ms apart. */
function timeTracker(name: TrackerName, { tracking }: NearestPoints, run: Trajectory): number {
  const { position, orientation, velocity, angularVelocity } = run.point(run.length >> 1).body("stone");
  const ports = Array.from({ length: POSES }, (_, i) => {
    const moved = position.map((x, k) => x + velocity[k] * 0.001 * i) as [number, number, number];
    return KinematicPort.of({ position: moved, orientation, velocity, angularVelocity });
  });
  const way = [...ports, ...[...ports].reverse()];
  const still = new SurfaceFrame(tracking.frameA.surface);
  const flying = new SurfaceFrame(tracking.frameB.surface);
  still.update(KinematicPort.of({}));
  flying.update(ports[0]);
  const tracker = createTracker(name, still, flying);
  tracker.start();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    for (let i = 0; i < CALLS; i++) {
      flying.update(way[i % way.length]);
      tracker.track();
      tracker.calcVelocities();
    }
    least = Math.min(least, (performance.now() - before) / CALLS);
  }
  return 1000 * least;
}
