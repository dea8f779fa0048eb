import type { ComparisonRow } from "../../lib/comparison/index.ts";
import { compareTrackers } from "../../lib/comparison/index.ts";
import { NearestPoints } from "../../lib/constraints/contact/index.ts";
import type { SmoothTracker, TrackerName } from "../../lib/tracking/index.ts";
import { findNearest } from "./bruteNearest.ts";
import { differ } from "./measureTrackers.ts";
import type { TrackedSystem } from "./trackedSystems.ts";

/** Divergence of the differential tracker from the algebraic one in 10 s of a run: the largest of bodies and points. */
export async function measureAgreement({ create }: TrackedSystem): Promise<Omit<ComparisonRow, "tracker" | "of">> {
  const { rows } = await compareTrackers(create("auto"), ["algebraic", "differential"], {
    until: 10,
    tolerance: 1e-12,
  });
  const most = (list: number[]) => list.reduce((a, b) => (b > a || Number.isNaN(b) ? b : a), 0);
  return {
    position: most(rows.map(({ position }) => position)),
    velocity: most(rows.map(({ velocity }) => velocity)),
    acceleration: most(rows.map(({ acceleration }) => acceleration)),
  };
}

/** Largest differences of gap and points from brute force in 10 s of a run, at the poses of the bodies then. */
export async function measureBruteInRun({ create }: TrackedSystem, tracker: TrackerName) {
  const system = create(tracker);
  const probe = system.get("probe") as NearestPoints;
  const run = await system.simulate({ until: 10, tolerance: 1e-10 });
  const worst = { gap: 0, points: 0 };
  for (let i = 0; i <= 20; i++) {
    run.at(0.5 * i).show();
    const { frameA, frameB } = probe.tracking;
    const brute = findNearest(frameA, frameB);
    const { pointA, pointB, gap } = probe.tracker;
    worst.gap = Math.max(worst.gap, Math.abs(gap - brute.gap));
    worst.points = Math.max(worst.points, differ(brute.a, pointA), differ(brute.b, pointB));
  }
  return worst;
}

/**
 * The largest residual of the equations of the nearest points with the differential tracker integrated with the system: at
 * the end of each step, before the states are brought back, and after it.
 */
export async function measureResidual({ create }: TrackedSystem, until: number, tolerance: number) {
  const worst = { before: 0, after: 0 };
  class Watched extends NearestPoints {
    override projectStates(t: number): void {
      const tracker = this.tracker as SmoothTracker;
      this.tracking.track();
      worst.before = Math.max(worst.before, tracker.residual);
      super.projectStates(t);
      this.tracking.track();
      worst.after = Math.max(worst.after, tracker.residual);
    }
  }
  const run = await create("differential", Watched).simulate({
    until,
    tolerance,
    every: until / 10,
    dense: false,
    maxStep: 0.2,
  });
  return { ...worst, steps: run.statistics.steps };
}
