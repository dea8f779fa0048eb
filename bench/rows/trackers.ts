import {
  createTracker,
  Sphere,
  type SurfaceFrame,
  Torus,
  type Tracker,
  type TrackerName,
} from "../../lib/tracking/index.ts";
import { measureBruteForce, measureDifferential, measureVelocities } from "../../test/helpers/measureTrackers.ts";
import { circling, createFrames, pairs, type TrackedPair, turning } from "../../test/helpers/trackedPairs.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const POSES = 64;

const find = (name: string) => pairs.find((pair) => pair.name === name)!;
const ellipsoids = find("two ellipsoids");
const quadrics = [find("plane, ellipsoid"), ellipsoids, find("cylinder, sphere")];
const sphereAndTorus: TrackedPair = {
  name: "torus, sphere",
  a: new Torus({ radius: 1, tubeRadius: 0.4 }),
  b: new Sphere({ radius: 0.5 }),
  motionA: turning,
  motionB: circling,
};
const closedForms = [
  ...quadrics.filter((pair) => pair !== ellipsoids),
  find("plane, torus"),
  find("plane, spindle"),
  sphereAndTorus,
];

/**
 * Points and velocities of a pair, evaluated once per call. Warmed up: the optimising compiler's time is not the
 * tracker's. Formulas cost the same at every pose and stay at one; the others go to and fro through poses 1 ms apart.
 */
function createWork(pair: TrackedPair, name: TrackerName): () => void {
  const [a, b, moveTo] = createFrames(pair);
  const tracker = createTracker(name, a, b);
  const poses = Array.from({ length: POSES }, (_, i) => {
    moveTo(0.001 * i);
    return Float64Array.of(...b.r, ...b.T);
  });
  moveTo(0);
  tracker.start();
  const step = name === "closed-form" ? createStep(tracker) : createMovingStep(tracker, b, poses);
  for (let i = 0; i < 50000; i++) step();
  return step;
}

function createStep(tracker: Tracker): () => void {
  return () => {
    tracker.track();
    tracker.calcVelocities();
  };
}

function createMovingStep(tracker: Tracker, { r, T }: SurfaceFrame, poses: Float64Array[]): () => void {
  let count = 0;
  return () => {
    const k = count % (2 * POSES);
    const pose = poses[k < POSES ? k : 2 * POSES - 1 - k];
    count++;
    for (let i = 0; i < 3; i++) r[i] = pose[i];
    for (let i = 0; i < 9; i++) T[i] = pose[3 + i];
    tracker.track();
    tracker.calcVelocities();
  };
}

/** The slowest of the pairs. */
function timeWorst(list: TrackedPair[], name: TrackerName): Timing {
  const timings = list.map((pair) => timeInterleaved(createWork(pair, name), { calls: 500, rounds: 150 }));
  return timings.reduce((worst, timing) => (timing.ratio > worst.ratio ? timing : worst));
}

const speed = (name: string, max: number, list: TrackedPair[], kind: TrackerName): BenchRow => ({
  name: `tracker/${name}`,
  unit: "µs",
  promised: { max },
  kind: "speed",
  measure: () => timeWorst(list, kind),
});

const accuracy = (name: string, max: number, measure: (pair: TrackedPair) => number, unit = "m"): BenchRow => ({
  name: `tracker/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure: () => Math.max(...pairs.map(measure)),
});

export const rows: BenchRow[] = [
  speed("closed-form", 0.2, closedForms, "closed-form"),
  speed("algebraic/warm", 2, quadrics, "algebraic"),
  speed("differential/quadrics", 3, quadrics, "differential"),
  {
    name: "allocation/trackers",
    unit: "B",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () =>
      Math.max(
        ...closedForms.map((pair) => findBytes(createWork(pair, "closed-form"))),
        ...quadrics.map((pair) => findBytes(createWork(pair, "algebraic"))),
        ...quadrics.map((pair) => findBytes(createWork(pair, "differential"))),
      ),
  },
  accuracy("brute-force/gap", 1e-12, (pair) => measureBruteForce(pair).gap),
  accuracy("brute-force/points", 1e-7, (pair) => measureBruteForce(pair).points),
  accuracy("agreement", 1e-10, (pair) => measureDifferential(pair, 10, false).difference, "m, m/s"),
  accuracy("velocities", 1e-7, measureVelocities, "m/s"),
];
