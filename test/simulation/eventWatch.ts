import test from "ava";
import { createBenchmarkWheel } from "../../bench/rows/omniwheelRuns.ts";
import type { HasEvents } from "../../lib/constraints/capabilities/HasEvents.ts";
import { Contact, CoulombFriction } from "../../lib/constraints/contact/index.ts";
import { AppliedWrench, Inertia, RigidBody, System } from "../../lib/index.ts";
import { Radau } from "../../lib/integrators/index.ts";
import type { LocatedEvents } from "../../lib/simulation/EventLocator.ts";
import type { EventSource } from "../../lib/simulation/EventSource.ts";
import { EventWatch } from "../../lib/simulation/EventWatch.ts";
import { mergeEvents } from "../../lib/simulation/mergeEvents.ts";
import type { Snapshot } from "../../lib/system/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createVehicle } from "../helpers/measureVehicle.ts";

/** An event function of time alone. */
function createTimeSource(
  owner: string,
  options: { value: (t: number) => number } & Partial<EventSource>,
): EventSource {
  const { value, ...others } = options;
  return {
    ...{ owner, label: owner, index: 0, isSilent: false, direction: -1, peak: 0, isUnilateral: true, canAct: true },
    contact: undefined,
    isActive: () => true,
    getNeeds: () => "kinematics",
    measure: () => {},
    getRate: () => Number.NaN,
    isFollowed: () => false,
    getResolution: () => 0,
    canSleep: () => false,
    read: value,
    handle: () => {},
    getMode: () => "",
    getKind: () => "user",
    ...others,
  };
}

/** A watch of one function with a known rate over a step from `from` to `to`. */
function watchStep(value: (t: number) => number, rate: (t: number) => number, from: number, to: number) {
  let t = from;
  const source = createTimeSource("f", { value, getRate: () => rate(t) });
  const watch = new EventWatch(1);
  watch.before[0] = value(from);
  watch.start([source]);
  t = to;
  watch.after[0] = value(to);
  watch.readRates();
  return watch;
}

test("an event is expected where the cubic through two ends, or the line at a start, comes to zero", (t) => {
  const value = (x: number) => 1 - x - 0.3 * x ** 2 - 0.2 * x ** 3;
  const rate = (x: number) => -1 - 0.6 * x - 0.6 * x ** 2;
  // 1 − x − 0.3 x² − 0.2 x³ = 0, by bisection
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++)
    [low, high] = value((low + high) / 2) > 0 ? [(low + high) / 2, high] : [low, (low + high) / 2];
  const watch = watchStep(value, rate, 0.1, 0.4);
  isClose(t, watch.predict(0.1, 1, 0), 0.1 - value(0.1) / rate(0.1), 1e-12);
  t.false(watch.canChange(0, 0.3, false));
  watch.next();
  isClose(t, watch.predict(0.4, 0.5, 0.3), low, 1e-12);
  // Half-way where it is a little farther than a step; not at all where it is far, or next to nothing.
  isClose(t, watch.predict(0.4, 0.3, 0.3), 0.4 + (low - 0.4) / 2, 1e-12);
  t.is(watch.predict(0.4, 0.1, 0.3), Number.POSITIVE_INFINITY);
  t.is(watch.predict(0.4, 10, 0.3), Number.POSITIVE_INFINITY);
  // A kink: of what has turned only the present rate counts.
  const kinked = watchStep(
    (x) => 1 - Math.abs(x),
    (x) => -Math.sign(x),
    -0.2,
    0.3,
  );
  kinked.next();
  isClose(t, kinked.predict(0.3, 1, 0.5), 1, 1e-12);
});

test("the inside of a step is looked at where rates at its ends, or values at its stages, allow a change of sign", (t) => {
  const dip = (depth: number) =>
    watchStep(
      (x) => (x - 0.5) ** 2 - depth,
      (x) => 2 * (x - 0.5),
      0,
      1,
    );
  t.true(dip(0.01).canChange(0, 1, false));
  isClose(t, dip(0.01).turns.length, 0, 0);
  t.false(dip(-0.1).canChange(0, 1, false));
  const seen = dip(0.01);
  seen.canChange(0, 1, false);
  isClose(t, seen.turns[0], 0.5, 1e-15);
  // By stages: one that comes near to zero on the way, one that does not, and one that falls all the way.
  const follow = (values: readonly number[]) => {
    let value = values[0];
    const watch = new EventWatch(1);
    watch.before[0] = value;
    watch.start([createTimeSource("f", { value: () => value, isFollowed: () => true })]);
    for (value of values) watch.noteStage(0);
    watch.after[0] = value;
    watch.readRates();
    return watch.canChange(0, 1, false);
  };
  t.true(follow([1, 0.4, 0.3, 0.9]));
  t.false(follow([1, 0.9, 0.8, 0.95]));
  t.false(follow([1, 0.7, 0.4, 0.1]));
  t.true(follow([1, 0.7, 0.4, 0.001]));
});

test("events within their resolution are one, at the last of their times; those that come later wait", (t) => {
  const at = (owner: string, time: number, rate: number, resolution: number) =>
    createTimeSource(owner, { value: (x) => rate * (time - x), getResolution: () => resolution });
  const merge = (sources: readonly EventSource[]): LocatedEvents => {
    const found: LocatedEvents = { t: 0.5, sources: [sources[0]] };
    const read = (x: number, list: readonly EventSource[]) => Float64Array.from(list, (source) => source.read(x));
    mergeEvents(found, sources, { tolerance: 1e-6, begin: 0.4, end: 0.6, read });
    return found;
  };
  const first = at("first", 0.5, 2, 1e-6);
  const both = merge([first, at("soon", 0.5 + 3e-7, 1, 1e-6)]);
  t.deepEqual(
    both.sources.map(({ owner }) => owner),
    ["first", "soon"],
  );
  // On the far side of both, by rounding and one part in a hundred of the way.
  isClose(t, both.t, 0.5 + 3e-7, 4e-9);
  isAbove(t, both.t, 0.5 + 3e-7);
  // Too far off; near, but then the first would be beyond its resolution; an exact one; one that grows.
  for (const other of [
    at("late", 0.5 + 3e-6, 1, 1e-6),
    at("slow", 0.5 + 9e-7, 1, 1e-6),
    at("exact", 0.5 + 3e-7, 1, 0),
    at("growing", 0.5 + 3e-7, -1, 1e-6),
  ]) {
    const alone = merge([first, other]);
    t.is(alone.t, 0.5, other.owner);
    t.is(alone.sources.length, 1, other.owner);
  }
});

/** Largest difference between the rate of an event function and its difference quotient along a run. */
function compareRates(system: System, find: (now: Snapshot) => HasEvents, index: number, tEnd: number): number {
  const run = system.simulateSync({ until: tEnd, tolerance: 1e-10 });
  const read = (time: number) => {
    const now = run.at(time);
    now.show();
    const part = find(now);
    const out = new Float64Array(part.eventCount);
    part.calcEvents(time, out);
    return { value: out[index], rate: part.getEventRate?.(index) ?? Number.NaN };
  };
  let worst = 0;
  const h = 1e-4;
  for (let k = 1; k < 10; k++) {
    const time = (k / 10) * tEnd;
    const [a, b, c, d] = [time - 2 * h, time - h, time + h, time + 2 * h].map((x) => read(x).value);
    // Of order four: errors of h⁴ and of rounding by h.
    const slope = (a - 8 * b + 8 * c - d) / (12 * h);
    worst = Math.max(worst, Math.abs(read(time).rate - slope));
  }
  return worst;
}

test("rates of gaps and of hand-overs are those of the functions", (t) => {
  const system = new System();
  const ball = new RigidBody("ball", {
    inertia: Inertia.box({ mass: 1, size: [0.1, 0.2, 0.3] }),
    position: [0, 1, 0],
    velocity: [0.3, 1, 0.2],
    angularVelocity: [3, 5, 2],
  });
  system.add(ball);
  const contact = new Contact("floor", system.ground, ball, {
    surfaceA: new Plane(),
    surfaceB: new Sphere({ radius: 0.05, position: [0.1, 0.05, 0.02] }),
  });
  system.add(contact);
  isBelow(
    t,
    compareRates(system, (now) => now.get(contact), 0, 0.3),
    1e-8,
  );
  // Wheels that turn and are turned about, at some rad/s, before the first of them hands over.
  const { system: drive, vehicle } = createVehicle("mecanum", {
    twist: { vx: 0.4, vy: 0.2, wz: 1.5 },
    wheel: { friction: new CoulombFriction({ coefficient: 0.6 }) },
  });
  for (const wheel of [0, 2]) {
    const find = (now: Snapshot) => now.get(vehicle.wheels[wheel].contact);
    isBelow(t, compareRates(drive, find, 3, 0.012), 1e-9);
  }
});

test("radau begins anew with the matrix it has, if that serves", (t) => {
  // y' = −λ (y − cos ωt): stiff, with the same matrix everywhere.
  const size = 30;
  const rate = (i: number) => 1e3 * (i + 1);
  const problem = {
    size,
    calcDerivative: (x: number, y: Float64Array, out: Float64Array) => {
      for (let i = 0; i < size; i++) out[i] = -rate(i) * (y[i] - Math.cos(x));
    },
    calcErrorScale: (_y: Float64Array, out: Float64Array) => out.fill(1e-6),
  };
  const radau = new Radau(problem);
  radau.start(0, new Float64Array(size).fill(1));
  while (radau.t < 1) radau.advance(1);
  const { jacobians } = radau;
  radau.start(1, new Float64Array(size).fill(2), radau.h);
  while (radau.t < 2) radau.advance(2);
  t.is(radau.jacobians, jacobians);
  // y → (λ² cos t + λ sin t)/(λ² + 1)
  for (let i = 0; i < size; i++) {
    const [l, x] = [rate(i), 2];
    isClose(t, radau.y[i], (l * l * Math.cos(x) + l * Math.sin(x)) / (l * l + 1), 1e-5);
  }
});

test("steps end at hand-overs: none is rejected for them, and little is searched", (t) => {
  const run = createBenchmarkWheel().simulateSync({ until: 2, tolerance: 1e-6, dense: false });
  const { evaluations, rejected } = run.statistics;
  // With steps over them it was 3059, and 32 rejected.
  isAtMost(t, evaluations, 2400);
  isAtMost(t, rejected, 8);
  // Rolling straight, the wheel hands over every thirty degrees, at equal times.
  const times = run.events.filter(({ index }) => index === 3).map((event) => event.t);
  const period = Math.PI / 6 / (0.5 / 0.06);
  times.forEach((time, i) => {
    isClose(t, time, (i + 0.5) * period, 1e-6);
  });
});

/** A box that sticks on three feet, pushed with half of its limit and, for 0.8 s about a time, with more. */
function createPushed(middle: number): System {
  const [friction, weight] = [0.5, 9.81];
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.4, 0.02, 0.3] });
  const box = system.add(new RigidBody("box", { inertia, position: [0, 0.01, 0] }));
  [
    [-0.15, 0, -0.1],
    [-0.15, 0, 0.1],
    [0.15, 0, 0],
  ].forEach((position, i) => {
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.01, position }) };
    system.add(new Contact(`foot ${i}`, system.ground, box, { ...surfaces, friction }));
  });
  const force = (t: number) => friction * weight * (0.5 + 0.7 * Math.exp(-(((t - middle) / 0.7) ** 2)));
  system.add(new AppliedWrench("push", system.ground, box, { point: [0, 0, 0], force: (t) => [force(t), 0, 0] }));
  return system;
}

for (const options of [
  { method: "dopri5" },
  { method: "radau" },
  { method: "bdf" },
  { method: "bdf", formulation: "ggl" },
] as const) {
  test(`a push beyond the limit within a long step is not missed: ${Object.values(options).join(", ")}`, (t) => {
    for (let k = 0; k < 5; k++) {
      const system = createPushed(40.05 + 0.37 * k);
      const { last } = system.simulateSync({ until: 60, tolerance: 1e-6, ...options });
      // By quadrature of the force beyond μ m g, until the velocity is zero again.
      isClose(t, last.body("box").position[0], 0.3806418, 2e-5);
    }
  });
}
