import test from "ava";
import { createGovernor } from "../../bench/governor.ts";
import { createChain, createHeavyTop, createPendulum, createSliderCrank } from "../../bench/models.ts";
import {
  type Body,
  Inertia,
  type Method,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SpringDamper,
  System,
  Trajectory,
} from "../../lib/index.ts";
import { Kernel } from "../../lib/kernel/Kernel.ts";
import { KernelProblem } from "../../lib/simulation/KernelProblem.ts";
import { findSettings } from "../../lib/simulation/SimulateOptions.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";

const calcDistance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

/** A slider that a damper holds against a force; `force` at 1 kg and a decay rate of 1e4. */
function createSlider(force: (t: number) => number): System {
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  system.add(
    new PrismaticJoint("slide", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], damping: 1e4, force }),
  );
  return system;
}

test("radau: the governor at every tolerance, with an error in proportion", (t) => {
  const run = (tolerance: number, method: Method) => createGovernor().simulateSync({ until: 2, tolerance, method });
  const reference = run(1e-12, "dop853").lastState.y;
  const ratios = [1e-4, 1e-6, 1e-8, 1e-10, 1e-11].map(
    (tolerance) => calcDistance(run(tolerance, "radau").lastState.y, reference) / tolerance,
  );
  t.log(`error / tolerance: ${ratios.map((r) => r.toFixed(2)).join(" ")}`);
  isBelow(t, Math.max(...ratios), 20);
});

test("radau: closed loops are projected, the dense output follows", (t) => {
  // A four-bar with stiff dampers in its joints.
  const create = () => {
    const system = new System();
    const rod = (name: string, length: number, position: [number, number, number], axis: "x" | "y") =>
      system.add(new RigidBody(name, { inertia: Inertia.rod({ mass: 1, length, axis }), position }));
    const join = (name: string, a: Body, b: Body, point: [number, number, number], damping: number) =>
      system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], damping }));
    const left = rod("left", 1, [0, 0.5, 0], "y");
    const top = rod("top", 2, [1, 1, 0], "x");
    const right = rod("right", 1, [2, 0.5, 0], "y");
    system.add(
      new RevoluteJoint("a", system.ground, left, { point: [0, 0, 0], axis: [0, 0, 1], rate: 1, damping: 0.1 }),
    );
    join("b", left, top, [0, 1, 0], 3e3);
    join("c", top, right, [2, 1, 0], 0.1);
    join("d", system.ground, right, [2, 0, 0], 0.1);
    return system;
  };
  const explicit = create().simulateSync({ until: 1, tolerance: 1e-9, method: "dop853" });
  const implicit = create().simulateSync({ until: 1, tolerance: 1e-7, method: "radau" });
  isBelow(t, implicit.statistics.evaluations, explicit.statistics.evaluations / 10);
  for (const time of [0.1, 0.333, 0.77, 1]) {
    const angles = [explicit, implicit].map((run) => run.at(time).joint("a").position);
    isClose(t, angles[0], angles[1], 1e-5, `${angles}`);
  }
  isBelow(t, implicit.violation.position, 1e-12);
});

test("radau: events come in time, the run goes on behind them", (t) => {
  // A ball falls 1 m and comes back with 0.8 of its speed.
  const tolerance = 1e-9;
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 1, 0] }),
  );
  const run = system.simulateSync({
    until: 2,
    tolerance,
    method: "radau",
    events: [
      {
        name: "floor",
        direction: -1,
        value: (now) => now.body("ball").position[1],
        action: (actions, now) => actions.applyImpulse(ball, [0, -1.8 * now.body("ball").velocity[1], 0]),
      },
    ],
  });
  const fall = Math.sqrt(2 / 9.81);
  const times = [fall, fall * (1 + 2 * 0.8), fall * (1 + 2 * 0.8 + 2 * 0.64)];
  t.is(run.events.length, 3);
  run.events.forEach((event, i) => {
    isClose(t, event.t, times[i], 10 * tolerance);
  });
});

test("auto: goes over to radau where dop853 is limited by stability, says so, and comes out at the same state", (t) => {
  const explicit = createGovernor().simulateSync({ until: 2, tolerance: 1e-7, method: "dop853" });
  const run = createGovernor().simulateSync({ until: 2, tolerance: 1e-7, method: "auto" });
  t.is(run.statistics.method, "dop853, radau");
  t.is(run.notes.length, 1);
  t.regex(
    run.notes[0],
    /^t = 0\.0\d+ s: dop853 was limited by stability \(\w+Joint "\w+", \w+ \(its rate\)\), continued with radau$/,
  );
  isBelow(t, run.statistics.evaluations, explicit.statistics.evaluations / 8);
  isBelow(t, calcDistance(run.lastState.y, explicit.lastState.y), 20e-7);
  // The dense output runs through, over the change as well.
  const times = run.times;
  for (let i = 0; i + 1 < times.length; i++) {
    isAbove(t, times[i + 1], times[i]);
    const middle = 0.5 * (times[i] + times[i + 1]);
    const positions = [run, explicit].map((each) => each.at(middle).joint("guide").position);
    isClose(t, positions[0], positions[1], 5e-6, `${positions} at ${middle}`);
  }
  // The default is the same.
  const unnamed = createGovernor().simulateSync({ until: 2, tolerance: 1e-7 });
  t.deepEqual(unnamed.lastState.y, run.lastState.y);
  t.deepEqual(unnamed.notes, run.notes);
  // Stored points only.
  const sampled = createGovernor().simulateSync({ until: 2, tolerance: 1e-7, every: 0.01, dense: false });
  t.is(sampled.length, 201);
  t.deepEqual(sampled.lastState.y, run.lastState.y);
});

test("auto: a run that is not stiff is that of dop853 to the last bit", (t) => {
  for (const create of [() => createPendulum(2.5), createHeavyTop, createSliderCrank, () => createChain(5)]) {
    for (const tolerance of [1e-3, 1e-6, 1e-10]) {
      const [auto, explicit] = (["auto", "dop853"] as const).map((method) =>
        create().simulateSync({ until: 1, tolerance, method }),
      );
      t.deepEqual(auto.notes, []);
      t.is(auto.statistics.method, "dop853");
      t.deepEqual(auto.lastState.y, explicit.lastState.y);
    }
  }
});

test("auto: goes back where radau is no gain, and does not flutter", (t) => {
  // Slow for half a second, then at a frequency that needs short steps of any method.
  const force = (time: number) => (time < 0.5 ? 100 * Math.sin(time) : 1e5 * Math.sin(3e4 * (time - 0.5)));
  const run = createSlider(force).simulateSync({ until: 0.7, tolerance: 1e-8, dense: false });
  const explicit = createSlider(force).simulateSync({ until: 0.7, tolerance: 1e-8, dense: false, method: "dop853" });
  t.log(run.notes.join("\n"), run.statistics.evaluations, explicit.statistics.evaluations);
  t.regex(run.notes[0], /continued with radau$/);
  t.regex(run.notes[1], /^t = 0\.5\d* s: radau was no faster \(.*\), continued with dop853$/);
  isBelow(t, run.notes.length, 6);
  isBelow(t, calcDistance(run.lastState.y, explicit.lastState.y), 1e-7);
  isBelow(t, run.statistics.evaluations, 1.1 * explicit.statistics.evaluations);
});

test("an explicit method that was asked for stays, with a note", (t) => {
  for (const method of ["dop853", "dopri5"] as const) {
    const run = createSlider((time) => 100 * Math.sin(time)).simulateSync({ until: 1, tolerance: 1e-6, method });
    t.is(run.statistics.method, method);
    t.is(run.notes.length, 1);
    t.regex(
      run.notes[0],
      new RegExp(
        `^t = 0\\.\\d+ s: stability, not the tolerance, limits the steps of ${method} \\(PrismaticJoint "slide", position ` +
          '\\(its rate\\)\\); method "radau" is made for stiff problems and may be much faster$',
      ),
    );
  }
  const implicit = createSlider((time) => 100 * Math.sin(time)).simulateSync({ until: 1, method: "radau" });
  t.deepEqual(implicit.notes, []);
});

test("the doctor says when stability limits the steps, since when, in what and by which force", (t) => {
  const run = (method: Method) => createGovernor().simulateSync({ until: 1, tolerance: 1e-6, method });
  for (const method of ["dop853", "dopri5"] as const) {
    const { diagnosis } = run(method);
    t.is(diagnosis?.advice.length, 1);
    t.regex(
      diagnosis?.advice[0] ?? "",
      new RegExp(
        `^Stability, not accuracy, limited the steps of ${method} from t = 0\\.0\\d+ s on, in PrismaticJoint "guide", position \\(its rate\\), ` +
          'by the force of SpringDamper "rightSpring", SpringDamper "leftSpring": try method "auto" or "radau"$',
      ),
    );
    isAbove(t, diagnosis?.stiff?.share ?? 0, 0.4);
    isBelow(t, diagnosis?.stiff?.from ?? 1, 0.02);
    t.deepEqual(run(method).diagnosis, diagnosis);
  }
  // Chosen by itself: a fact, no advice. Implicit from the start: nothing to say.
  const auto = run("auto").diagnosis;
  isBelow(t, auto?.stiff?.share ?? 1, 0.1);
  t.deepEqual(auto?.advice, []);
  t.is(run("radau").diagnosis?.stiff, undefined);
  // Of two springs the stiff one.
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const body = system.add(new RigidBody("body", { inertia, position: [0, 2, 0] }));
  system.add(new PrismaticJoint("rail", system.ground, body, { point: [0, 2, 0], axis: [0, 1, 0] }));
  system.add(new SpringDamper("soft", system.ground, body, { stiffness: 10, damping: 1 }));
  const stiff = { stiffness: 1e6, damping: 1e5, restLength: 1.9 };
  system.add(new SpringDamper("stiff", system.ground, body, stiff));
  const sprung = system.simulateSync({ until: 0.1, tolerance: 1e-6, method: "dop853" });
  t.deepEqual(sprung.diagnosis?.stiff?.forces, ['SpringDamper "stiff"']);
  t.regex(
    sprung.diagnosis?.advice.join() ?? "",
    /in PrismaticJoint "rail", .* by the force of SpringDamper "stiff": try/,
  );
  // A joint's own damper; nothing is said of a run that is not stiff.
  const slider = createSlider((time) => 100 * Math.sin(time)).simulateSync({
    until: 1,
    tolerance: 1e-6,
    method: "dop853",
  });
  t.deepEqual(slider.diagnosis?.stiff?.forces, ['PrismaticJoint "slide"']);
  t.is(createChain(3).simulateSync({ until: 1, method: "dop853" }).diagnosis?.stiff, undefined);
});

test("notes are kept in a file; one without them is read", (t) => {
  const system = createGovernor();
  const run = system.simulateSync({ until: 0.1, tolerance: 1e-6 });
  t.is(run.notes.length, 1);
  const text = JSON.stringify(run);
  const back = Trajectory.fromJSON(text, system);
  t.deepEqual(back.notes, run.notes);
  t.is(back.statistics.method, "dop853, radau");
  t.deepEqual(back.at(0.07).joint("guide").position, run.at(0.07).joint("guide").position);
  const { notes: _, ...older } = JSON.parse(text);
  t.deepEqual(Trajectory.fromJSON(older, system).notes, []);
  t.throws(() => Trajectory.fromJSON({ ...older, notes: "none" }, system), {
    message: 'trajectory JSON: notes is "none"; it should be a list of texts',
  });
});

test("a run in parts ends where one in one piece does", (t) => {
  const system = createGovernor();
  const first = system.simulateSync({ until: 1, tolerance: 1e-8, method: "radau" });
  const second = system.simulateSync({ from: first, until: 2, tolerance: 1e-8, method: "radau" });
  const whole = system.simulateSync({ until: 2, tolerance: 1e-8, method: "radau" });
  isBelow(t, calcDistance(second.lastState.y, whole.lastState.y), 20e-8);
});

test("coordinates and their rates are told to the method, for every kind of joint", (t) => {
  // The derivative of a coordinate that is said to be a rate is that rate, at any state.
  const system = createGovernor();
  system.add(new RigidBody("free", { inertia: Inertia.box({ mass: 1, size: [1, 2, 3] }), position: [3, 0, 0] }));
  const kernel = system.getObserver().kernel;
  t.true(kernel instanceof Kernel);
  const { rates } = new KernelProblem(kernel, findSettings({ until: 1 }));
  const y = Float64Array.from({ length: kernel.size }, (_, i) => 0.1 + Math.sin(i + 1));
  const out = new Float64Array(kernel.size);
  kernel.calcDerivative(0, y, out);
  rates.forEach((rate, i) => {
    if (rate >= 0) t.is(out[i], y[rate]);
  });
  // Four joints of one freedom, and the position of the free body; its quaternion and all rates are on their own.
  t.is(rates.filter((rate) => rate >= 0).length, 7);
});
