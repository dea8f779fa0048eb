import {
  Ellipsoid,
  Inertia,
  NearestPoints,
  Plane,
  RigidBody,
  System,
  type TrackerName,
  type Trajectory,
} from "../../lib/index.ts";

export interface TrackingParameters {
  /** What the body flies past: only a plane has formulas for the nearest points. */
  partner: "ellipsoid" | "plane";
  /** Semi-axes of the ellipsoid at rest, cm. */
  a: number;
  b: number;
  c: number;
  /** Semi-axes of the one that flies past, cm. */
  p: number;
  q: number;
  r: number;
  /** Distance at which its centre passes, cm. */
  distance: number;
  /** Angular speed at the start, rad/s. */
  spin: number;
  /** The tolerance is ten to minus this. */
  digits: number;
}

const [START, SPEED, END] = [-0.6, 0.2, 6];

export function createFlyby({ partner, a, b, c, p, q, r, distance, spin, digits }: TrackingParameters) {
  const still = [a / 100, b / 100, c / 100];
  const flying = [p / 100, q / 100, r / 100];
  const start = {
    position: [START, distance / 100, 0],
    velocity: [SPEED, 0, 0],
    angularVelocity: [0.36 * spin, 0.48 * spin, 0.8 * spin],
  };
  //#region model
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.ellipsoid({ mass: 1, semiAxes: flying });
  const stone = system.add(new RigidBody("stone", { inertia, ...start }));
  const surfaceA = partner === "plane" ? new Plane() : new Ellipsoid({ semiAxes: still });
  const surfaceB = new Ellipsoid({ semiAxes: flying });
  system.add(new NearestPoints("probe", system.ground, stone, { surfaceA, surfaceB }));
  //#endregion
  return { system, options: { until: END, tolerance: 10 ** -digits } };
}

/** The trackers that apply, the reference first. */
export const listTrackers = ({ partner }: Pick<TrackingParameters, "partner">): TrackerName[] =>
  partner === "plane" ? ["closed-form", "algebraic", "differential"] : ["algebraic", "differential"];

/** The least distance of the surfaces in a run, m, and when, s: where the gap has its smallest value between the stored points. */
export function findLeastGap(run: Trajectory): { t: number; gap: number } {
  const read = (t: number) => run.sample({ times: [t], columns: ["probe.gap"] })["probe.gap"][0];
  const times = Float64Array.from({ length: 301 }, (_, i) => run.start + ((run.end - run.start) * i) / 300);
  const gaps = run.sample({ times, columns: ["probe.gap"] })["probe.gap"];
  const best = gaps.reduce((least, gap, i) => (gap < gaps[least] ? i : least), 0);
  // Golden section between the neighbours of the smallest sample.
  const part = (Math.sqrt(5) - 1) / 2;
  let [from, to] = [times[Math.max(0, best - 1)], times[Math.min(300, best + 1)]];
  for (let i = 0; i < 40; i++) {
    const [left, right] = [to - part * (to - from), from + part * (to - from)];
    if (read(left) < read(right)) to = right;
    else from = left;
  }
  const t = (from + to) / 2;
  return { t, gap: read(t) };
}
