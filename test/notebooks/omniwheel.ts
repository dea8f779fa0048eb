import test from "ava";
import type { TestbenchComparison } from "../../lib/index.ts";
import { compareOnTestbench } from "../../lib/omniwheel/index.ts";
import {
  createGeometry,
  createOmniwheel,
  describeBench,
  type OmniwheelParameters,
} from "../../notebooks/models/omniwheel.ts";
import { findJump, listJumps, readContact, summarize } from "../../notebooks/models/omniwheelContact.ts";
import { findHeight, findRipples, listShapes } from "../../notebooks/models/rollerShapes.ts";
import { compareOnWheel, type WheelComparison } from "../../notebooks/tasks/compareOnWheel.ts";
import { isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";

const parameters: OmniwheelParameters = {
  ...{ psi: 30, rollers: 8, distance: 0.95, rows: 1, friction: "smooth" },
  ...{ along: 1, across: 0.5, turning: 0.2, spin: 0.3, torque: 0 },
};

test("the contact point is where its closed form says, and jumps by 2 R1 tanα tanψ", (t) => {
  for (const rows of [1, 2] as const) {
    const { bench, system, options } = createOmniwheel({ ...parameters, rows });
    const run = system.simulateSync({ ...options, until: 5 });
    const found = readContact(bench, run, 50);
    const { deviation, ripple, load, handOvers } = summarize(bench, found);
    isAtLeast(t, handOvers, 2);
    // Rounding of lengths of 1 m, and of an angle.
    isBelow(t, deviation, 1e-14);
    isBelow(t, ripple, 1e-14);
    isBelow(t, load, 1e-11);
    const { geometry } = bench.wheel;
    for (const { jump, from, to, x1, z1, x2, z2 } of listJumps(found)) {
      t.is(Math.abs(to - from) % (geometry.count - 2), 1);
      const step = rows === 1 ? 0 : (from % 2 === 1 ? -1 : 1) * geometry.rowDistance;
      const isOnwards = jump - step > 0;
      // The point moves by some 1e-9 m in the 1e-9 s before the jump.
      isClose(t, jump - step, (isOnwards ? 1 : -1) * findJump(geometry), 1e-8);
      isClose(t, Math.hypot(x2 - x1, z2 - z1), Math.abs(jump), 1e-8);
    }
  }
});

test("a wheel thrown straight stays on its line only with straight rollers in one row", (t) => {
  const throwStraight = (psi: number, rows: 1 | 2) => {
    const start = { along: 1, across: 0, turning: 0, spin: 0 };
    const { system, options } = createOmniwheel({ ...parameters, ...start, psi, rows });
    return system.simulateSync(options);
  };
  const aside = (psi: number, rows: 1 | 2, time: number) => throwStraight(psi, rows).at(time).body("wheel").position[2];
  t.is(Math.abs(aside(0, 1, 10)), 0);
  const inclined = aside(45, 1, 2);
  isClose(t, inclined, -0.25, 0.005, `${inclined}`);
  // The mirror image goes the other way, to the tolerance of the run.
  isClose(t, aside(-45, 1, 2) + inclined, 0, 1e-6);
  const run = throwStraight(0, 2);
  isClose(t, run.last.body("wheel").position[2], 2.5, 0.05);
  isAbove(t, Math.abs(run.last.body("wheel").angularVelocity[1]), 0.01);
});

test("the right shape carries the wheel without ripple, a ball by R1 (1 − cosα)", (t) => {
  for (const psi of [-50, 0, 30, 45]) {
    const geometry = createGeometry({ ...parameters, psi });
    const [right, spindle, ellipsoid, ball] = findRipples(geometry);
    isBelow(t, right.ripple, 1e-14);
    for (const { height } of right.rows) isClose(t, height, 0, 1e-14);
    isClose(t, ball.ripple, geometry.rollerDistance * (1 - Math.cos(geometry.alpha)), 1e-14);
    t.is(spindle.ripple < 1e-14, psi === 0);
    isAbove(t, ellipsoid.ripple, 1e-4);
    isBelow(t, ellipsoid.ripple, ball.ripple);
  }
});

test("an ellipsoid reaches down by √(a² s² + b² (1 − s²))", (t) => {
  const geometry = createGeometry(parameters);
  const { width, tipRadius, length, rollerDistance, alpha, psi } = geometry;
  const ellipsoid = listShapes(geometry)[2];
  const a = length / 2 / Math.sqrt(1 - (tipRadius / width) ** 2);
  for (const q of [0, 0.3 * alpha, 0.6 * alpha]) {
    const s = Math.cos(psi) * Math.sin(q);
    const height = rollerDistance * Math.cos(q) + Math.sqrt((a * s) ** 2 + width ** 2 * (1 - s * s));
    isClose(t, findHeight(geometry, ellipsoid, q), height, 1e-14);
  }
});

test("the comparison of trackers comes in parts, ends as that of the library, and can be cancelled", async (t) => {
  const reports: { done: number; value: TestbenchComparison }[] = [];
  const abort = new AbortController();
  const given = { ...parameters, tolerance: 1e-6 };
  const report = (value: unknown) => reports.push(structuredClone(value) as (typeof reports)[number]);
  await compareOnWheel(given, { report, signal: abort.signal, listen: () => {} });
  isAbove(t, reports.length, 1);
  const { value } = reports[reports.length - 1];
  const own = await compareOnTestbench({ ...describeBench(parameters), tolerance: 1e-6, samples: 400 });
  t.deepEqual(
    value.runs.map(({ roller }) => roller),
    own.runs.map(({ roller }) => roller),
  );
  const first = reports[0].value.runs;
  isBelow(t, first[0].roller.length, 401);
  t.deepEqual(first[0].roller, value.runs[0].roller.slice(0, first[0].roller.length));
  abort.abort();
  const error = await t.throwsAsync(() =>
    Promise.resolve(compareOnWheel(given, { report, signal: abort.signal, listen: () => {} })),
  );
  t.is(error?.name, "AbortError");
});

test("where a general tracker loses the point, the wheel's own two are compared alone, and why is told", async (t) => {
  const extreme = { psi: 60, rollers: 16, distance: 0.99, rows: 1, friction: "smooth" };
  const start = { along: 2, across: 2, turning: 2, spin: 5, torque: 0.5, tolerance: 1e-6 };
  let value: WheelComparison | undefined;
  await compareOnWheel(
    { ...extreme, ...start },
    {
      report: (report) => {
        value = (report as { value: WheelComparison }).value;
      },
      signal: new AbortController().signal,
      listen: () => {},
    },
  );
  t.deepEqual(
    value?.runs.map(({ tracker }) => tracker),
    ["explicit", "implicit"],
  );
  t.regex(value?.failure ?? "", /algebraic tracker/);
});
