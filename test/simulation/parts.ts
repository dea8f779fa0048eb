import test from "ava";
import { createFourBar, createPendulum } from "../../bench/models.ts";
import { findStart } from "../../lib/assembly/findStart.ts";
import { Observer } from "../../lib/assembly/Observer.ts";
import {
  DormandPrince853,
  Inertia,
  ModelError,
  type OdeProblem,
  RigidBody,
  type SimulateOptions,
  System,
} from "../../lib/index.ts";
import { EventLocator } from "../../lib/simulation/EventLocator.ts";
import { EventResolver } from "../../lib/simulation/EventResolver.ts";
import { KernelLaws } from "../../lib/simulation/KernelLaws.ts";
import { KernelProblem } from "../../lib/simulation/KernelProblem.ts";
import { PurityCheck } from "../../lib/simulation/PurityCheck.ts";
import { Recorder } from "../../lib/simulation/Recorder.ts";
import { findSettings, type RunSettings } from "../../lib/simulation/SimulateOptions.ts";
import { Stepping } from "../../lib/simulation/Stepping.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";

const G = 9.81;

/** A workspace at its start, and what takes it forward. */
function begin(system: System, options: SimulateOptions) {
  const settings = findSettings(options);
  const workspace = system.assemble().createWorkspace();
  const { kernel } = workspace;
  const observer = new Observer(workspace);
  const notes: string[] = [];
  const stepping = new Stepping({ kernel, extensions: [] }, settings, notes);
  const y = new Float64Array(kernel.size);
  findStart(kernel, settings.from);
  kernel.writeState(y);
  stepping.start(settings.from, y);
  const recorder = new Recorder(settings, observer.stateNames, stepping.choice, notes);
  recorder.addPoint(settings.from, y, kernel.getModes());
  return { settings, kernel, observer, notes, stepping, y, recorder };
}

/** A ball of 2 kg that falls from 1 m: `y = 1 − ½ g t²`. */
function createBall(): System {
  const system = new System();
  system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), position: [0, 1, 0] }));
  return system;
}

test("settings: what is left out is filled in, and a run that cannot be is refused before anything is made", (t) => {
  const { from, maxStep, method, absolute, relative, dense, events } = findSettings({ until: 10 });
  t.deepEqual([from, maxStep, method, absolute, relative, dense], [0, 0.2, "auto", 1e-8, 1e-8, true]);
  t.deepEqual(events, []);
  t.is(findSettings({ from: 4, until: 10 }).maxStep, 0.02 * 6);
  // A thousand samples a step at most.
  t.is(findSettings({ until: 10, every: 1e-5 }).maxStep, 1000 * 1e-5);
  t.is(findSettings({ until: 10, maxStep: 3 }).maxStep, 3);
  t.is(findSettings({ until: 10, tolerance: { absolute: 1e-6, relative: 0 } }).relative, 0);
  t.throws(() => findSettings({ until: 1, from: 2 }), { instanceOf: ModelError, message: /time runs forwards/ });
  t.throws(() => findSettings({ until: 1, every: 1e-9 }), {
    message: /every is 1e-9 s, which makes 1000000000 of them/,
  });
});

/** `ẋ = −y, ẏ = x`, brought onto the unit circle while `isOn`. */
function createCircle(isOn: () => boolean): OdeProblem & { evaluations: number } {
  return {
    size: 2,
    evaluations: 0,
    calcDerivative(_t, y, out) {
      this.evaluations++;
      out[0] = -y[1];
      out[1] = y[0];
    },
    calcErrorScale: (_y, out) => out.fill(1e-4),
    project: (_t, y) => {
      if (!isOn()) return false;
      const length = Math.hypot(y[0], y[1]);
      y[0] /= length;
      y[1] /= length;
      return true;
    },
  };
}

test("integrators: a step is brought onto the equations of its problem, dense output included, where there are some", (t) => {
  let isOn = false;
  const problem = createCircle(() => isOn);
  const stepper = new DormandPrince853(problem, { initialStep: 1 });
  stepper.start(0, Float64Array.of(1, 0));
  stepper.advance(1);
  const [x, y] = stepper.y;
  const { evaluations } = problem;
  stepper.project();
  t.deepEqual([...stepper.y], [x, y]);
  t.is(problem.evaluations, evaluations);
  const miss = Math.abs(Math.hypot(x, y) - 1);
  isAbove(t, miss, 1e-12);
  isOn = true;
  stepper.project();
  // Rounding of a quotient.
  isClose(t, Math.hypot(...stepper.y), 1, 2e-16);
  t.is(problem.evaluations, evaluations + 1);
  t.deepEqual([...stepper.dydt], [-stepper.y[1], stepper.y[0]]);
  const end = new Float64Array(2);
  const near = new Float64Array(2);
  stepper.interpolate(stepper.t, end);
  stepper.interpolate(stepper.t - 1e-9, near);
  t.deepEqual([...end], [...stepper.y]);
  isBelow(t, Math.hypot(near[0] - end[0], near[1] - end[1]), 2e-9);
  t.throws(() => new DormandPrince853({ ...problem, project: 5 as never }), { message: /project is 5/ });
});

test("stepping: lands on the end, reads inside the last step, and begins again with steps no longer than the last", (t) => {
  const { stepping, kernel } = begin(createBall(), { until: 0.4 });
  const y = new Float64Array(kernel.size);
  const height = kernel.stateCount + 1;
  let steps = 0;
  while (stepping.t < 0.4) {
    stepping.advance();
    const { tOld, h } = stepping.stepper;
    for (const part of [0, 0.3, 1]) {
      const time = part === 1 ? stepping.t : tOld + part * h;
      stepping.readState(time, y);
      // Rounding of what is near one.
      isClose(t, y[height], 1 - 0.5 * G * time * time, 1e-14);
    }
    stepping.endStep();
    steps++;
  }
  t.is(stepping.t, 0.4);
  t.is(stepping.stepper.accepted, steps);
  const { h } = stepping.stepper;
  stepping.restart(0.2, y);
  t.is(stepping.t, 0.2);
  isAtMost(t, stepping.stepper.hNext, h);
  stepping.advance();
  t.is(stepping.stepper.tOld, 0.2);
  stepping.restart(0.4, y);
  t.is(stepping.t, 0.4);
});

test("stepping: ends of steps and what is read between them are on the rows", (t) => {
  const { stepping, kernel } = begin(createFourBar(), { until: 0.5, tolerance: 1e-6 });
  const y = new Float64Array(kernel.size);
  let off = 0;
  const measure = (time: number, isRaw: boolean) => {
    if (isRaw) stepping.stepper.interpolate(time, y);
    else stepping.readState(time, y);
    kernel.readState(y);
    kernel.calcKinematics(time, true);
    const { position, velocity } = kernel.findRowErrors(time);
    return Math.max(position, velocity);
  };
  for (let i = 0; i < 20; i++) {
    stepping.advance();
    const { tOld, t: time } = stepping.stepper;
    // Newton's method aims at 1e-14 m; velocities are of some m/s.
    isBelow(t, measure(time, true), 1e-12);
    isBelow(t, measure((tOld + time) / 2, false), 1e-12);
    off = Math.max(off, measure((tOld + time) / 2, true));
    stepping.endStep();
  }
  // Without projection the dense output is as good as the tolerance.
  isAbove(t, off, 1e-12);
  isBelow(t, off, 1e-4);
});

test("a state that contradicts the rows stops the projection, and is marked", (t) => {
  const { kernel, y, settings } = begin(createFourBar(), { until: 1 });
  const problem = new KernelProblem(kernel, settings);
  // What is on the rows already is left alone; what is off by a millionth is brought back.
  t.false(problem.project(0, y.slice()));
  const near = y.map((x, i) => (i < kernel.coordinateCount ? x + 1e-6 : x));
  t.true(problem.project(0, near));
  kernel.readState(near);
  kernel.calcKinematics(0, true);
  isBelow(t, kernel.findRowErrors(0).position, 1e-14);
  t.false(problem.isBroken);
  // A loop of 0.1, 0.4, 0.3 and 0.4 m whose joints are turned far away cannot be closed in four Newton steps.
  const far = y.map((x, i) => (i < kernel.coordinateCount ? x + 2 : x));
  t.throws(() => problem.project(0, far), { instanceOf: ModelError, message: /the constraints cannot all be met/ });
  t.true(problem.isBroken);
  const free = begin(createPendulum(1), { until: 1 });
  const before = free.y.slice();
  t.false(new KernelProblem(free.kernel, free.settings).project(0, free.y));
  t.deepEqual(free.y, before);
});

/** The events of a falling ball, step by step, without any effect. */
function locateAll(events: NonNullable<SimulateOptions["events"]>, until = 0.4) {
  const { stepping, observer, settings, y, kernel } = begin(createBall(), { until, events, maxStep: until });
  const locator = new EventLocator(observer, settings.events);
  locator.start(stepping.stepper);
  const found: { t: number; owners: string[] }[] = [];
  while (stepping.t < until) {
    stepping.advance();
    const event = locator.find(stepping);
    stepping.endStep();
    if (!event) continue;
    found.push({ t: event.t, owners: event.sources.map(({ owner }) => owner) });
    stepping.readState(event.t, y);
    stepping.restart(event.t, y);
    locator.start(stepping.stepper, event.sources);
    if (found.length > 50) throw new Error(`too many events of a state of ${kernel.size}`);
  }
  return found;
}

test("locating: to the resolution of the clock, on the far side, in order, those of one instant together", (t) => {
  const height = (level: number) => ({
    name: `at ${level}`,
    value: (now: { body(name: string): { position: readonly number[] } }) => now.body("ball").position[1] - level,
  });
  const clock = { name: "clock", value: (now: { t: number }) => now.t - 0.3 };
  const found = locateAll([height(0.6), clock, height(0.9), { ...clock, name: "other clock" }]);
  t.deepEqual(
    found.map(({ owners }) => owners),
    [["at 0.9"], ["at 0.6"], ["clock", "other clock"]],
  );
  for (const [i, level] of [0.9, 0.6].entries()) {
    const exact = Math.sqrt((2 * (1 - level)) / G);
    // Some roundings of one metre, one or two a step, at more than 1 m/s.
    isClose(t, found[i].t, exact, 3e-15);
  }
  isAtLeast(t, found[2].t, 0.3);
  isAtMost(t, found[2].t - 0.3, 2 * Number.EPSILON * 0.3);
});

test("locating: short excursions inside a step, directions, and none that comes back at once", (t) => {
  const dip = { name: "dip", value: (now: { t: number }) => (now.t - 0.2) ** 2 - 1e-6 };
  t.deepEqual(
    locateAll([dip]).map(({ t: time }) => Math.round(1e6 * time)),
    [199000, 201000],
  );
  for (const [direction, expected] of [
    [-1, [199000]],
    [1, [201000]],
  ] as const) {
    const found = locateAll([{ ...dip, direction }]);
    t.deepEqual(
      found.map(({ t: time }) => Math.round(1e6 * time)),
      [...expected],
    );
  }
});

test("resolving: the state before and after an event, what happened, and what was asked for", (t) => {
  const system = createBall();
  const ball = system.get("ball") as RigidBody;
  const events: SimulateOptions["events"] = [
    {
      name: "kick",
      value: (now) => now.t - 0.3,
      action: (actions) => {
        actions.applyImpulse(ball, [1, 4, 0]);
        actions.stop("enough");
      },
    },
  ];
  const { settings, kernel, observer, stepping, recorder, notes } = begin(system, { until: 1, events });
  const locator = new EventLocator(observer, settings.events);
  const purity = new PurityCheck(new KernelLaws(kernel), kernel.size, (note) => notes.push(note));
  const resolver = new EventResolver(observer, stepping, purity, settings);
  locator.start(stepping.stepper);
  let found: ReturnType<EventLocator["find"]>;
  while (!found) {
    stepping.advance();
    found = locator.find(stepping);
    stepping.endStep();
  }
  const actions = resolver.resolve(found, recorder);
  t.is(actions.stopReason, "enough");
  t.deepEqual(
    recorder.store.events.map(({ owner, t: time }) => [owner, time]),
    [["kick", found.t]],
  );
  const points = recorder.store.points.slice(-2);
  t.deepEqual(
    points.map(({ t: time }) => time),
    [found.t, found.t],
  );
  t.deepEqual(points[1].y, resolver.y);
  // Rates come after coordinates; those of a free body are the velocity and the angular velocity.
  const [before, after] = points.map(({ y }) => y.slice(kernel.coordinateCount, kernel.coordinateCount + 3));
  // Impulse by mass: 1/2 and 4/2 m/s.
  const jump = after.map((v, i) => v - before[i]);
  isBelow(t, Math.hypot(jump[0] - 0.5, jump[1] - 2, jump[2]), 1e-14);
});

/** A ball with a recorder that was fed step by step, without events. */
function record(options: Partial<SimulateOptions>): { recorder: Recorder; settings: RunSettings; stepping: Stepping } {
  const { recorder, settings, stepping, kernel } = begin(createBall(), { until: 0.4, ...options });
  while (stepping.t < settings.until) {
    stepping.advance();
    recorder.addStep(stepping, stepping.t, kernel.getModes());
    stepping.endStep();
    recorder.addEnd(stepping, kernel.getModes());
    recorder.updateStatistics(stepping);
  }
  return { recorder, settings, stepping };
}

test("recording: every step and its dense output, or samples at equal distances and the end", (t) => {
  const all = record({}).recorder.store;
  t.is(all.points.length, all.statistics.steps + 1);
  t.is(all.steps.length, all.statistics.steps);
  t.deepEqual(
    all.steps.map(({ end }) => end),
    all.points.slice(1).map(({ t: time }) => time),
  );
  isClose(t, all.interpolate(0.25)?.y[1] ?? Number.NaN, 1 - 0.5 * G * 0.0625, 1e-14);
  const sampled = record({ every: 0.15, dense: false }).recorder.store;
  t.deepEqual(
    sampled.points.map(({ t: time }) => time),
    [0, 0.15, 0.3, 0.4],
  );
  for (const { t: time, y: state } of sampled.points) isClose(t, state[1], 1 - 0.5 * G * time * time, 1e-14);
  t.is(sampled.steps.length, 0);
  // The end is no sample and a rounding error later once more.
  const even = record({ every: 0.1, until: 0.3 }).recorder.store;
  t.deepEqual(
    even.points.map(({ t: time }) => time),
    [0, 0.1, 0.2, 0.3],
  );
});

test("recording: an event at the time of a sample takes its place; the last step is kept where samples end before it", (t) => {
  const { recorder, stepping, kernel, y } = begin(createBall(), { until: 1, every: 0.25, maxStep: 0.4 });
  const event = { owner: "tick", index: 0, before: "", after: "", kind: "user", impulses: [] } as const;
  recorder.addEvents([{ ...event, t: 0.25 }], 0.25, y, kernel.getModes());
  // The sample of 0.25 s is there: the next is that of 0.5 s.
  while (stepping.t <= 0.5) {
    stepping.advance();
    recorder.addStep(stepping, stepping.t, kernel.getModes());
    stepping.endStep();
  }
  const times = () => recorder.store.points.map(({ t: time }) => time);
  t.deepEqual(times(), [0, 0.25, 0.5]);
  t.is(recorder.store.events.length, 1);
  recorder.addLast(stepping, kernel.getModes());
  recorder.addLast(stepping, kernel.getModes());
  t.deepEqual(times(), [0, 0.25, 0.5, stepping.t]);
  // A step whose dense output was not stored can be read nowhere.
  stepping.advance();
  recorder.addLast(stepping, kernel.getModes());
  t.is(times().length, 4);
  recorder.finish(stepping);
  t.is(recorder.store.statistics.steps, stepping.stepper.accepted);
  t.truthy(recorder.store.diagnosis);
});

test("recording: a cancelled run stops between two samples", (t) => {
  const { settings, stepping, observer, kernel } = begin(createBall(), { until: 1, every: 1e-3 });
  let samples = 0;
  const recorder = new Recorder(settings, observer.stateNames, stepping.choice, [], () => {
    if (samples++ === 3) throw new ModelError("cancelled here");
  });
  const fill = () => {
    for (let i = 0; i < 20; i++) {
      stepping.advance();
      recorder.addStep(stepping, stepping.t, kernel.getModes());
      stepping.endStep();
    }
  };
  t.throws(fill, { message: "cancelled here" });
  t.is(recorder.store.points.length, 3);
});
