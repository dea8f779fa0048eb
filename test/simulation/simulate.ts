import test from "ava";
import {
  BallJoint,
  type Body,
  Bushing,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  SimulationError,
  SpringDamper,
  System,
  Trajectory,
  type Vector3,
} from "../../lib/index.ts";
import { areClose, isAbove, isAtLeast, isAtMost } from "../helpers/compare.ts";
import { BALL, makeOscillator, makePendulum, makeSwitched, Switch } from "../helpers/runModels.ts";

/** A slider-crank that goes round, with a torsion spring in the crank pin, which closes the loop. */
function makeLoop(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const make = (name: string, length: number, x: number) =>
    system.add(
      new RigidBody(name, { inertia: Inertia.box({ mass: 1, size: [length, 0.1, 0.1] }), position: [x, 0, 0] }),
    );
  const [crank, rod, slider] = [make("crank", 1, 0.5), make("rod", 3, 2.5), make("slider", 0.1, 4)];
  const axis: Vector3 = [0, 0, 1];
  system.add(new PrismaticJoint("guide", system.ground, slider, { point: [4, 0, 0], axis: [1, 0, 0] }));
  system.add(new RevoluteJoint("bearing", system.ground, crank, { point: [0, 0, 0], axis, rate: 8 }));
  system.add(new RevoluteJoint("wristPin", rod, slider, { point: [4, 0, 0], axis }));
  system.add(new RevoluteJoint("pin", crank, rod, { point: [1, 0, 0], axis, stiffness: 0.2 }));
  return system;
}

test("a run goes on from a trajectory as if it had not stopped, also through JSON and in its mode", (t) => {
  const options: SimulateOptions = { until: 2, tolerance: 1e-12 };
  const whole = makePendulum().simulateSync(options);
  const system = makePendulum();
  const first = system.simulateSync({ ...options, until: 0.8 });
  const second = system.simulateSync({ ...options, from: first });
  t.is(second.start, 0.8);
  t.deepEqual(second.point(0).state, first.last.state);
  // Two seconds of a chaotic motion at 1e-12.
  areClose(t, second.last.state, whole.last.state, 1e-9);
  const read = Trajectory.fromJSON(JSON.stringify(first), system);
  t.deepEqual(system.simulateSync({ ...options, from: read }).last.state, second.last.state);
  // A file without its system is enough to go on with.
  const alone = Trajectory.fromJSON(JSON.stringify(first));
  t.deepEqual(makePendulum().simulateSync({ ...options, from: alone }).last.state, second.last.state);

  // Turns of a joint that closes a loop go on too.
  const loop = makeLoop();
  const round = loop.simulateSync({ until: 2, tolerance: 1e-11 });
  const next = loop.simulateSync({
    until: 4,
    tolerance: 1e-11,
    from: Trajectory.fromJSON(JSON.stringify(round), loop),
  });
  isAbove(t, Math.abs(round.last.joint("pin").position), 7);
  areClose(t, [next.point(0).joint("pin").position], [round.last.joint("pin").position], 1e-12);
  const full = makeLoop().simulateSync({ until: 4, tolerance: 1e-11 });
  const readLoop = ({ last }: Trajectory) => [last.joint("pin").position, last.joint("bearing").rate];
  areClose(t, readLoop(next), readLoop(full), 1e-8);

  const all = makeSwitched().simulateSync({ until: 4, tolerance: 1e-12 });
  const switched = makeSwitched();
  const begun = switched.simulateSync({ until: 1, tolerance: 1e-12 });
  t.is(begun.events.at(-1)?.after, "left");
  const ended = switched.simulateSync({ until: 4, tolerance: 1e-12, from: begun });
  areClose(t, ended.last.state, all.last.state, 1e-9);
  const events = [...begun.events, ...ended.events];
  t.is(events.length, all.events.length);
  events.forEach((event, i) => {
    areClose(t, [event.t], [all.events[i].t], 1e-10);
    t.is(event.after, all.events[i].after);
  });
});

test("a run may start at another time; laws of time see the clock", (t) => {
  const seen: number[] = [];
  const system = makeOscillator(0, (x) => {
    seen.push(x);
    return 6 * x;
  });
  const run = system.simulateSync({ from: 2, until: 3, tolerance: 1e-11 });
  t.is(run.start, 2);
  // ẍ = 6 t from rest at t = 2: x − 1 = t³ − 12 t + 16.
  areClose(t, [run.last.joint("rail").position], [27 - 36 + 16], 1e-9);
  areClose(t, [run.at(2.5).joint("rail").position], [2.5 ** 3 - 30 + 16], 1e-9);
  isAtMost(t, Math.max(...seen), 3);
  const backwards = t.throws(() => system.simulateSync({ from: 2, until: 2 }));
  t.is(backwards?.message, "simulate: until is 2 s, but the run starts at 2 s; time runs forwards: give a later end");
});

test("every: points at its multiples and at the end, dense output in between", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, every: 0.25, tolerance: 1e-10 });
  t.deepEqual([...run.times], [0, 0.25, 0.5, 0.75, 1]);
  areClose(
    t,
    run.column("body.position.x"),
    run.times.map((x) => Math.cos(3 * x)),
    1e-9,
  );
  areClose(t, [run.at(0.6).body("body").position[0]], [Math.cos(1.8)], 1e-9);
  // 3 · 0.3 is just below 0.9: no point a rounding error before the end.
  t.is(makeOscillator(3).simulateSync({ until: 0.9, every: 0.3 }).length, 4);
  t.is(makeOscillator(3).simulateSync({ until: 1, every: 0.3 }).length, 5);
  t.is(makeOscillator(3).simulateSync({ until: 1, every: 7 }).length, 2);
  // Events are stored besides.
  const switched = makeSwitched().simulateSync({ until: 1, every: 0.5 });
  t.deepEqual(
    [...new Set(switched.times)],
    [0, 0.5, 1, ...switched.events.map((event) => event.t)].sort((a, b) => a - b),
  );
  // The steps are the same as without it.
  const [a, b] = [{ every: 0.01 }, {}].map((more) => makePendulum().simulateSync({ until: 1, ...more }));
  t.is(a.statistics.steps, b.statistics.steps);
  t.deepEqual(a.last.state, b.last.state);
  // From a start other than zero the multiples count from there.
  t.deepEqual([...makeOscillator(1).simulateSync({ from: 0.1, until: 0.6, every: 0.25 }).times], [0.1, 0.35, 0.6]);
});

test("dense: false keeps the stored points only", (t) => {
  const system = makePendulum();
  const run = system.simulateSync({ until: 1, every: 0.25, dense: false });
  const dense = makePendulum().simulateSync({ until: 1, every: 0.25 });
  t.deepEqual(run.last.state, dense.last.state);
  t.deepEqual(run.at(0.5).state, dense.at(0.5).state);
  t.throws(() => run.at(0.6), {
    message:
      "Trajectory: there is no dense output at t = 0.6 s; the run was made with dense: false, so only stored points " +
      "can be read",
  });
  t.is(run.toJSON().steps.length, 0);
  t.deepEqual(run.column("bob.position.x"), dense.column("bob.position.x"));
});

test("fixed steps: points on the grid, no tolerance", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, method: "rk4", step: 0.25 });
  t.deepEqual([...run.times], [0, 0.25, 0.5, 0.75, 1]);
  t.is(run.statistics.method, "rk4");
  t.is(run.statistics.steps, 4);
  const fine = makeOscillator(3).simulateSync({ until: 1, method: "rk4", step: 1e-3 });
  areClose(t, [fine.last.body("body").position[0]], [Math.cos(3)], 1e-10);
});

test("statistics count, and tolerances are kept", (t) => {
  const run = makePendulum().simulateSync({ until: 1, tolerance: { absolute: 1e-9, relative: 1e-7 } });
  const { method, absolute, relative, steps, rejected, evaluations, redundancy } = run.statistics;
  t.is(method, "dop853");
  t.is(absolute, 1e-9);
  t.is(relative, 1e-7);
  t.is(steps, run.length - 1);
  isAtLeast(t, evaluations, 12 * (steps + rejected));
  t.is(redundancy, 0);
  t.is(makePendulum().simulateSync({ until: 1, method: "dopri5" }).statistics.method, "dopri5");
});

test("progress rises to 1, in both kinds of run, with the simulated time", async (t) => {
  for (const kind of ["async", "sync"]) {
    const seen: [number, number][] = [];
    const options: SimulateOptions = {
      until: 3,
      maxStep: 1e-3,
      progress: (done, time) => {
        seen.push([done, time]);
      },
    };
    await (kind === "sync" ? makePendulum().simulateSync(options) : makePendulum().simulate(options));
    isAbove(t, seen.length, 2, kind);
    t.deepEqual(seen.at(-1), [1, 3]);
    for (let i = 0; i < seen.length; i++) {
      isAtLeast(t, seen[i][0], 0, kind);
      if (i > 0 && seen[i][0] !== 1) isAbove(t, seen[i][0], seen[i - 1][0], kind);
      areClose(t, [seen[i][0]], [seen[i][1] / 3], 1e-15);
    }
  }
});

test("a signal cancels a run; the error is an AbortError that carries what was computed", async (t) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const error = await t.throwsAsync(
    makePendulum().simulate({
      until: 1e4,
      signal: controller.signal,
      progress: () => {
        controller.abort(reason);
      },
    }),
    { instanceOf: SimulationError, name: "AbortError" },
  );
  t.regex(
    error?.message ?? "",
    /^simulate: the run was cancelled at t = [\d.]+ s; what was computed before is in the error's trajectory$/,
  );
  t.is(error?.cause, reason);
  const { trajectory } = error as SimulationError;
  isAbove(t, trajectory.end, 0);
  isAbove(t, trajectory.length, 1);
  t.true(Number.isFinite(trajectory.last.body("bob").position[0]));
  t.true(Number.isFinite(trajectory.at(trajectory.end / 2).energy.total));

  // Cancelled before it began.
  const early = await t.throwsAsync(makePendulum().simulate({ until: 1, signal: AbortSignal.abort() }), {
    name: "AbortError",
  });
  t.is((early as SimulationError).trajectory.length, 1);
  const sync = t.throws(() => makePendulum().simulateSync({ until: 1, signal: AbortSignal.abort() }));
  t.is(sync?.name, "AbortError");
  // Cancelled runs can go on.
  const system = makePendulum();
  const half = system.simulateSync({ until: 0.5, tolerance: 1e-11 });
  t.is(system.simulateSync({ until: 1, from: half, tolerance: 1e-11 }).end, 1);
});

const caught = (work: () => unknown): SimulationError => {
  try {
    work();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

test("a law that is not finite any more stops the run; what was computed is kept", (t) => {
  const law = (x: number) => (x > 1 ? Number.NaN : 0);
  const error = caught(() => makeOscillator(3, law).simulateSync({ until: 2 }));
  t.is(error.name, "SimulationError");
  t.regex(
    error.message,
    /^simulate: the run stopped at t = (1|0\.99\d*) s: the force or effort of PrismaticJoint "rail" is not a finite number there; check its law, which gives (NaN|-?Infinity) just after t = \S+ s\. What was computed before is in the error's trajectory$/,
  );
  const { trajectory } = error;
  isAbove(t, trajectory.end, 0.99);
  isAtMost(t, trajectory.end, 1);
  areClose(t, [trajectory.at(0.5).body("body").position[0]], [Math.cos(1.5)], 1e-7);
  areClose(t, [trajectory.last.body("body").position[0]], [Math.cos(3 * trajectory.end)], 1e-7);
  isAbove(t, trajectory.statistics.steps, 0);
  isAbove(t, trajectory.statistics.rejected, 0);
  // Stored rarely: the last step is kept nevertheless.
  const rare = caught(() => makeOscillator(3, law).simulateSync({ until: 2, every: 0.75, dense: false }));
  t.deepEqual([...rare.trajectory.times].slice(0, 2), [0, 0.75]);
  t.is(rare.trajectory.length, 3);
  t.is(rare.trajectory.end, trajectory.end);
  // From the first instant on: the start is kept.
  const never = caught(() => makeOscillator(3, () => Number.NaN).simulateSync({ until: 2 }));
  t.regex(
    never.message,
    /stopped at t = 0 s: the force or effort of PrismaticJoint "rail" is not a finite number there/,
  );
  t.is(never.trajectory.length, 1);
  t.is(never.trajectory.start, 0);
});

test("a law that throws stops the run with its own message", (t) => {
  const cause = new RangeError("the table ends at 1.5");
  const error = caught(() =>
    makeOscillator(3, (x) => {
      if (x > 1.5) throw cause;
      return 0;
    }).simulateSync({ until: 2 }),
  );
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 1\.[0-5]\d* s: PrismaticJoint "rail": force threw an error: the table ends at 1\.5; look into that function\. What was computed before is in the error's trajectory$/,
  );
  t.is(error.cause, cause);
  isAbove(t, error.trajectory.end, 1);
  isAtMost(t, error.trajectory.end, 1.5);
  const odd = caught(() =>
    makeOscillator(3, (x) => {
      if (x > 0.5) throw "a text";
      return 0;
    }).simulateSync({ until: 2 }),
  );
  t.regex(
    odd.message,
    /stopped at t = 0\.\d+ s: PrismaticJoint "rail": force threw an error: "a text"; look into that function\. What/,
  );
});

test("a progress callback that throws loses nothing either", (t) => {
  const error = caught(() =>
    makePendulum().simulateSync({
      until: 3,
      maxStep: 1e-3,
      progress: () => {
        throw new Error("no screen");
      },
    }),
  );
  t.regex(error.message, /stopped at t = 0\.\d+ s: progress threw an error: no screen; look into that function\./);
  isAbove(t, error.trajectory.length, 100);
});

test("a step that underflows names the joint or the body that limits it", (t) => {
  // ẍ = 6 x² with x(0) = 1, ẋ(0) = 2 is x = 1/(1 − t)²: infinite at t = 1.
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("body", { inertia: BALL, position: [1, 0, 0] }));
  const force = (_: number, x: number) => 6 * (x + 1) ** 2;
  system.add(new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], rate: 2, force }));
  const error = caught(() => system.simulateSync({ until: 2 }));
  t.regex(
    error.message,
    /^simulate: the run stopped at t = (1\.000000\d*|0\.99999\d*) s: the step became \d\.\d+e-\d+ s long, limited by PrismaticJoint "rail", position \(its rate\)\. Look for a force that jumps or grows without bound, a very stiff spring or damper, or ask for a looser tolerance\. What was computed before is in the error's trajectory$/,
  );
  areClose(t, [error.trajectory.at(0.5).body("body").position[0]], [4], 1e-6);

  // A free body pulled into a point.
  const free = new System({ gravity: [0, 0, 0] });
  const stone = free.add(new RigidBody("stone", { inertia: BALL, position: [1, 0, 0] }));
  free.add(new SpringDamper("pull", free.ground, stone, { force: (_, length) => -1 / (length * length) }));
  const crash = caught(() => free.simulateSync({ until: 5 }));
  t.regex(crash.message, /limited by RigidBody "stone" \(its rate\)|first in RigidBody "stone" \(its rate\)/);
  // Free fall to the centre from rest at 1 takes π/√8.
  areClose(t, [crash.trajectory.end], [Math.PI / Math.sqrt(8)], 1e-4);
});

test("an event function that is not finite stops the run and is named", (t) => {
  class Broken extends Switch {
    override calcEvents(time: number, out: Float64Array): void {
      out[0] = time > 0.5 ? Number.NaN : 1;
    }
  }
  const system = makeOscillator(3);
  system.add(new Broken("sensor", system.ground, system.get("body") as Body));
  const error = caught(() => system.simulateSync({ until: 1 }));
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 0\.\d+ s: Broken "sensor": its event function 0 is NaN at t = 0\.\d+( s)?; it has to be (a )?finite( number)? everywhere\. What/,
  );
  isAbove(t, error.trajectory.length, 1);
});

test("editing the system afterwards does not change a trajectory", (t) => {
  const system = makePendulum();
  const run = system.simulateSync({ until: 1 });
  const before = JSON.stringify(makePendulum().simulateSync({ until: 1 }));
  const bob = system.get("bob") as Body;
  system.remove(system.get("spring"));
  const extra = system.add(new RigidBody("extra", { inertia: BALL, position: [2.5, 0, 0] }));
  system.add(new BallJoint("wrist", bob, extra, { point: [2, 0, 0] }));
  system.add(new Bushing("pad", system.ground, extra, { point: [2.5, 0, 0], stiffness: 10 }));
  const other = system.simulateSync({ until: 1 });
  t.notDeepEqual(other.columns, run.columns);
  t.is(JSON.stringify(run), before);
  t.is(run.at(0.5).reaction("spring").force.length, 3);
  t.throws(() => run.at(0.5).body("extra"), { message: /no body is called "extra"/ });
  // Reading the two in turn does not mix them.
  const [a, b] = [run.at(0.3).body("bob"), other.at(0.3).body("bob")];
  t.notDeepEqual(a, b);
  t.deepEqual(run.at(0.3).body("bob"), a);
  t.deepEqual(other.at(0.3).body("bob"), b);
  t.throws(() => system.simulateSync({ until: 2, from: run }), {
    message: /^simulate: the trajectory to continue has the state \[.*continue with the system the run was made with$/,
  });
});

test("two identical runs give identical bits", (t) => {
  const options: SimulateOptions = { until: 3 };
  const system = makePendulum();
  const texts = [system, system, makePendulum()].map((model) => JSON.stringify(model.simulateSync(options)));
  t.is(texts[1], texts[0]);
  t.is(texts[2], texts[0]);
});

test("the asynchronous run is the synchronous one, and runs in turn on one system do not disturb each other", async (t) => {
  const options: SimulateOptions[] = [
    { until: 3, maxStep: 1e-3 },
    { until: 2, maxStep: 7e-4, method: "dopri5" },
  ];
  // Loops are closed by iteration, which starts where the last one ended: the last bits depend on what was read before.
  for (const [make, tolerance] of [
    [makePendulum, 0],
    [makeSwitched, 0],
    [makeLoop, 1e-9],
  ] as const) {
    const alone = options.map((choice) => make().simulateSync(choice).last.state);
    const system = make();
    const order: number[] = [];
    const runs = await Promise.all(
      options.map((choice, i) => {
        const progress = () => {
          order.push(i);
          // Somebody reads the model meanwhile.
          system.evaluate().energy;
        };
        return system.simulate({ ...choice, progress });
      }),
    );
    runs.forEach((run, i) => {
      areClose(t, run.last.state, alone[i], tolerance, make.name);
    });
    isAbove(t, order.lastIndexOf(0), order.indexOf(1), `${order}`);
    isAbove(t, order.lastIndexOf(1), order.indexOf(0), `${order}`);
  }
});

test("reading a finished run while another goes on does not disturb it, modes included", (t) => {
  const system = makeSwitched();
  const first = system.simulateSync({ until: 1 });
  const start = { from: first, until: 4, maxStep: 1e-3 };
  const expected = [...system.simulateSync(start).last.state];
  const seen: string[] = [];
  const progress = () => {
    for (const time of [0.1, 0.9]) seen.push(`${first.at(time).reaction("switch").force[0]}`);
  };
  t.deepEqual([...system.simulateSync({ ...start, progress }).last.state], expected);
  t.deepEqual(new Set(seen), new Set(["-1", "1"]));
});
