import test from "ava";
import { KinematicPort, type NearestPoints, SimulationError, SurfaceFrame } from "../../lib/index.ts";
import { createFlyby, findLeastGap, type TrackingParameters } from "../../notebooks/models/tracking.ts";
import { compareFlyby, type FlybyComparison } from "../../notebooks/tasks/compareFlyby.ts";
import { findNearest } from "../helpers/bruteNearest.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";

const usual: TrackingParameters = {
  partner: "ellipsoid",
  a: 22,
  b: 8,
  c: 14,
  p: 16,
  q: 9,
  r: 5,
  distance: 26,
  spin: 3,
  digits: 9,
};

test("the least gap of a fly-by is the one that brute force finds at that instant", (t) => {
  const { system, options } = createFlyby(usual);
  const run = system.simulateSync(options);
  const least = findLeastGap(run);
  const { tracking } = system.constraints.find(({ name }) => name === "probe") as NearestPoints;
  const [still, flying] = [tracking.frameA, tracking.frameB].map(({ surface }) => new SurfaceFrame(surface));
  still.update(KinematicPort.of({}));
  const { position, orientation } = run.at(least.t).body("stone");
  flying.update(KinematicPort.of({ position, orientation }));
  // Brute force is exact to about 1e-15 m.
  isClose(t, findNearest(still, flying).gap, least.gap, 1e-13);
  for (const t1 of [least.t - 0.05, least.t + 0.05]) {
    isAbove(t, run.sample({ times: [t1], columns: ["probe.gap"] })["probe.gap"][0], least.gap);
  }
});

test("two balls fly past at the distance of their centres less the radii, in the middle of the run", (t) => {
  const { system, options } = createFlyby({ ...usual, a: 10, b: 10, c: 10, p: 7, q: 7, r: 7 });
  const least = findLeastGap(system.simulateSync(options));
  isClose(t, least.gap, 0.09, 1e-14);
  // The gap is flat there: the place of its minimum is known to the root of rounding.
  isClose(t, least.t, 3, 1e-6);
});

test("bodies that go through each other lose their nearest points; what was computed can be read at all times", (t) => {
  const { system, options } = createFlyby({ ...usual, distance: 5, digits: 8 });
  const { trajectory: run } = t.throws(() => system.simulateSync(options), { instanceOf: SimulationError });
  isAbove(t, run.end, 2);
  isBelow(t, run.end, 3);
  const gaps = run.sample({ every: run.end / 100, columns: ["probe.gap"] })["probe.gap"];
  t.true(gaps.every(Number.isFinite));
  isBelow(t, gaps[100], -0.05);
});

test("the trackers are compared with a formula where there is one, and what the tolerance allows", async (t) => {
  for (const partner of ["plane", "ellipsoid"] as const) {
    const reports: { done: number; value?: FlybyComparison }[] = [];
    const context = {
      report: (value: unknown) => reports.push(value as (typeof reports)[number]),
      signal: new AbortController().signal,
      listen: () => {},
    };
    await compareFlyby({ ...usual, partner }, context);
    const { done, value } = reports[reports.length - 1];
    t.is(done, 1);
    t.is(value?.reference, partner === "plane" ? "closed-form" : "algebraic");
    for (const { tracker, position } of value?.divergences ?? []) {
      // Newton's iteration ends at rounding; states are as good as the tolerance.
      isBelow(t, Math.max(...position), tracker === "algebraic" ? 1e-14 : 1e-9, tracker);
    }
    for (const { cost } of value?.costs ?? []) {
      isAbove(t, cost, 0);
      isBelow(t, cost, 1000);
    }
    t.is(value?.costs?.length, value?.runs.length);
  }
});
