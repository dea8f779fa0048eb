import test from "ava";
import {
  AppliedWrench,
  type Body,
  compareTrackers,
  DistanceRod,
  type EventActions,
  ModelError,
  NearestPoints,
  Plane,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  type SimulationError,
  Snapshot,
  Sphere,
  SpringDamper,
  System,
  Trajectory,
  UniformGravity,
  WeldJoint,
} from "../../lib/index.ts";
import { BALL, boom, explode, fails, later, makePendulum, makeScene } from "../helpers/hostileCalls.ts";
import { refuse, refuseAsync, wrong } from "../helpers/refuse.ts";
import { passTurns } from "../helpers/turns.ts";

test("runs of more steps or points than a machine can hold are refused, with the limit", (t) => {
  const system = makePendulum();
  const run = (options: Partial<SimulateOptions>) => () => system.simulateSync({ until: 1, ...options });
  const store = ", or every and dense: false to store fewer, or a shorter run";
  refuse(t, [
    [
      run({ method: "rk4", step: 5e-324 }),
      `simulate: step is 5e-324 s, which makes Infinity of them from 0 s to 1 s, more than 10000000; give 1e-7 or more${store}`,
    ],
    [
      run({ method: "rk4", step: 1e-12, every: 0.1, dense: false }),
      "simulate: step is 1e-12 s, which makes 1000000000000 of them from 0 s to 1 s, more than 1000000000; give 1e-9 or more, or a shorter run",
    ],
    // The clock cannot tell two of these apart.
    [
      run({ method: "rk4", step: 1e-7, from: 1e9, until: 1e9 + 0.5 }),
      `simulate: step is 1e-7 s, which makes 5000000 of them from 1000000000 s to 1000000000.5 s, more than 10000000; give 4.44e-7 or more${store}`,
    ],
    [
      run({ every: 1e-9, until: 100 }),
      "simulate: every is 1e-9 s, which makes 100000000000 of them from 0 s to 100 s, more than 10000000; give 0.00001 or more, or a shorter run",
    ],
    [
      run({ maxStep: 1e-300 }),
      "simulate: maxStep is 1e-300 s, which makes 1e+300 of them from 0 s to 1 s, more than 10000000; give 1e-7 or more, or a shorter run",
    ],
    [
      run({ from: -1e308, until: 1e308 }),
      "simulate: from -1e+308 s to 1e+308 s is longer than numbers can hold; give a shorter run",
    ],
    [
      run({ events: wrong(new Array(20000)) }),
      "simulate: events has 20000 entries; give a list of { name, value, action }, with at most 10000 entries",
    ],
  ]);
  const done = system.simulateSync({ until: 1 });
  refuse(t, [
    [
      () => done.sample({ every: 1e-12 }),
      "Trajectory.sample: every is 1e-12 s, which makes 1000000000001 samples, more than 10000000; give 1e-7 or more, or times",
    ],
    [
      () => done.sample({ times: wrong(new Array(2e7)) }),
      "Trajectory.sample: times has 20000000 entries; give a list of times in seconds, with at most 10000000 entries",
    ],
    [
      () => done.toCSV({ every: 1e-6 }),
      "Trajectory.toCSV: 1000001 points of 62 columns do not fit into one text, which holds 20000000 numbers; name columns, or give a larger every",
    ],
  ]);
});

test("a run that has stored all it can ends with an error that carries it", (t) => {
  const fill: SimulateOptions["progress"] = (_done, _t, run) => {
    const { points } = run.store;
    const last = points[points.length - 1];
    points.length = 1e7;
    points.push(last);
  };
  fails(
    t,
    () => makePendulum().simulateSync({ until: 30, maxStep: 1e-2, progress: fill }),
    "it has stored 10000000 points, and more would not fit; give every and dense: false, loosen the tolerance, or run it in parts",
  );
});

test("analyses and comparisons of more instants than anybody waits for are refused", async (t) => {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: BALL, position: [1, 0, 0] }));
  const motion = (rate: number) => (time: number) => [rate * time, rate, 0] as const;
  const joint = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  system.add(new RevoluteJoint("motor", system.ground, arm, { ...joint, motion: motion(1) }));
  const { system: watched, bob, ground } = makeScene();
  watched.add(
    new NearestPoints("probe", ground, bob, { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) }),
  );
  const compare = (options: object, trackers = ["algebraic", "differential"]) =>
    compareTrackers(watched, wrong(trackers), { until: 0.1, ...options });
  await refuseAsync(t, [
    [
      () => system.kinematics({ to: 1, steps: 1e300 }),
      "kinematics: steps is 1e+300; give a whole number from 1 to 1000000",
    ],
    [() => system.kinematics({ to: 1, steps: 2.5 }), "kinematics: steps is 2.5; give a whole number from 1 to 1000000"],
    [
      () => system.kinematics({ from: 1e9, to: 1e9 + 1e-6, steps: 1000 }),
      "kinematics: 1000 steps from 1000000000 s to 1000000000.000001 s are shorter or longer than the clock can tell; give fewer steps, or other times",
    ],
    [
      () => system.kinematics({ to: Number.NaN }),
      "kinematics: to is NaN; give a finite number (a division by zero upstream?)",
    ],
    [
      () => makePendulum().inverseDynamics({ motion: { hinge: [0, 0, 0] }, times: new Float64Array(2e6) }),
      "inverseDynamics: times has 2000000 entries; give a list of instants in seconds, with at most 1000000 entries",
    ],
    [
      () => compare({ every: 1e-12 }),
      "compareTrackers: every is 1e-12 s, which makes 100000000000 times from 0 s to 0.1 s, more than 1000000; give a longer one",
    ],
    [
      () => compare({}, new Array(200).fill("algebraic")),
      'compareTrackers: the list of trackers has 200 entries; give at least two names, the reference first, such as ["algebraic", "differential"], with at most 100 entries',
    ],
    [
      () => compare({ of: ["bob", "bob"] }),
      'compareTrackers, tracker "algebraic": of is ["bob", "bob"]; give names of bodies or of constraints that track, each once',
    ],
    [
      () => compareTrackers(explode, ["algebraic", "differential"], { until: 1 }),
      'compareTrackers, tracker "algebraic": the function that makes the system threw an error: boom; look into it',
    ],
  ]);
});

test("forces beyond all numbers stop a run at once", (t) => {
  const { system, free, ground } = makeScene();
  system.add(new AppliedWrench("wind", ground, free, { force: () => [1e300, 0, 0], pointB: [1, 1, 0] }));
  for (const method of ["auto", "dop853", "dopri5", "radau"] as const) {
    fails(
      t,
      () => system.simulateSync({ until: 1, method }),
      'the step became 0.00e+0 s long, limited by RigidBody "free" (its rate). Look for a force that jumps or grows without bound, ' +
        "a very stiff spring or damper, or ask for a looser tolerance",
    );
  }
});

test("a run that was cancelled before it begins, and one that stores many samples", async (t) => {
  const system = makePendulum();
  const abort = new AbortController();
  abort.abort("enough");
  const error = await t.throwsAsync(system.simulate({ until: 1, signal: abort.signal }), { name: "AbortError" });
  t.is((error as SimulationError).cause, "enough");
  // Others have their turn while samples are stored: the run breathes between them.
  const other = new AbortController();
  void passTurns(3).then(() => other.abort());
  await t.throwsAsync(system.simulate({ until: 1000, every: 2e-4, signal: other.signal }), { name: "AbortError" });
});

test("options of a run, its events and what they do", (t) => {
  const system = makePendulum();
  const hinge = system.get("hinge") as RevoluteJoint;
  const bob = system.get("bob") as RigidBody;
  const run = (options: object) => () => system.simulateSync({ until: 1, ...options });
  // biome-ignore lint/suspicious/noSparseArray: this is what is refused
  const sparse = [, { name: "a", value: () => 1 }];
  refuse(t, [
    [run({ dense: 1 }), "simulate: dense is 1; give true or false"],
    [
      run({ signal: new AbortController() }),
      "simulate: signal is an object of class AbortController; give the signal of an AbortController",
    ],
    [run({ signal: null }), "simulate: signal is null; give the signal of an AbortController"],
    [run({ from: 5n }), "simulate: from is 5n; give a start time in seconds, or a trajectory to continue from its end"],
    [
      run({ from: Symbol("now") }),
      "simulate: from is Symbol(now); give a start time in seconds, or a trajectory to continue from its end",
    ],
    [
      run({ method: Symbol("m") }),
      "simulate: method is Symbol(m); choose one of auto, dop853, dopri5, radau, bdf, rk4, moreau",
    ],
    [
      run({ method: "rk5" }),
      'simulate: method is "rk5"; did you mean "rk4"? Choose one of auto, dop853, dopri5, radau, bdf, rk4, moreau',
    ],
    [run({ tolerance: [1, 2] }), "simulate, tolerance: the options are [1, 2]; give an object such as { absolute: … }"],
    [
      run({ events: sparse }),
      "simulate, events[0] is undefined; give an event such as { name, value, action }, and no holes in the list",
    ],
    [run({ events: [null] }), "simulate, events[0]: the options are null; give an object such as { name: … }"],
    [
      run({ events: [{ name: Symbol("e"), value: () => 1 }] }),
      'simulate, events[0]: the name is Symbol(e); give a text such as "lands"',
    ],
  ]);
  const event = (value: unknown, action?: unknown) =>
    run({ events: [{ name: "e", value, ...(action === undefined ? {} : { action }) }] });
  fails(t, event(explode), 'the value of the event "e": boom', boom);
  fails(t, event(later), 'the event "e": value answers with a promise; give a function that is not async');
  fails(
    t,
    event(() => Symbol("v")),
    'the value of the event "e" is Symbol(v) at t = 0 s; it has to be a finite number everywhere',
  );
  const at = ({ t: time }: { t: number }) => time - 0.5;
  const act = (work: (actions: EventActions) => unknown) => event(at, work);
  const action = 'the action of the event "e": ';
  let kept: EventActions | undefined;
  const weld = system.add(
    new WeldJoint("weld", system.ground, system.add(new RigidBody("mug", { inertia: BALL })), { point: [0, 0, 0] }),
  );
  for (const [work, reason] of [
    [explode, `${action}boom`],
    [later, 'the event "e": action answers with a promise; give a function that is not async'],
    [(x) => x.setRate(wrong(Symbol("j")), 1), `${action}setRate: Symbol(j) is not a joint; give a joint of the system`],
    [
      (x) => x.setRate(hinge, wrong(5n)),
      `${action}setRate: the rate of RevoluteJoint "hinge" is 5n, not a number; give a finite number`,
    ],
    [
      (x) => x.setRate(hinge, 1, wrong(Symbol("m"))),
      `${action}setRate: RevoluteJoint "hinge" has the motions angle, not Symbol(m); name one of them`,
    ],
    [
      (x) => x.setRate(weld, 1),
      `${action}setRate: WeldJoint "weld" does not move, so it has no rate; give a joint that turns or slides`,
    ],
    [
      (x) => x.applyImpulse(bob, [1, 0, 0], wrong(0)),
      `${action}applyImpulse: the point is 0; give three numbers [x, y, z]`,
    ],
    [
      (x) => x.applyImpulse(bob, wrong([1, Number.NaN, 0])),
      `${action}applyImpulse: the impulse [1, NaN, 0] has NaN in place 1; give three numbers [x, y, z], all finite`,
    ],
    [
      (x) => x.applyAngularImpulse(wrong(null), [1, 0, 0]),
      `${action}applyAngularImpulse: null is not a body of the system; give a body of the system`,
    ],
    [
      (x) => x.switchOn(wrong(5)),
      `${action}switchOn: 5 is not a constraint of the system; give a constraint of the system`,
    ],
    [(x) => x.stop(wrong(Symbol("s"))), `${action}stop: the reason is Symbol(s); give a text`],
  ] as [(actions: EventActions) => unknown, string][]) {
    fails(t, act(work), reason);
  }
  t.notThrows(
    act((actions) => {
      kept = actions;
    }),
  );
  t.throws(() => kept?.applyImpulse(bob, [1, 0, 0]), {
    instanceOf: ModelError,
    message: "applyImpulse: the event at t = 0.5 s is over; act on the model while its action runs",
  });
  // What a function does with the system has no part in the run that calls it.
  t.notThrows(act(() => system.evaluate().body("bob")));
  t.notThrows(act(() => system.simulateSync({ until: 1 })));
  t.is(system.simulateSync({ until: 1, progress: () => system.evaluate().body("bob") }).end, 1);
});

test("continuing a run of a system with more constraints", (t) => {
  const run = makePendulum().simulateSync({ until: 0.1 });
  const more = makePendulum();
  more.add(new SpringDamper("spring", more.ground, more.get("bob") as Body, { from: [3, 0, 0], stiffness: 1 }));
  refuse(t, [
    [
      () => more.simulateSync({ from: run, until: 1 }),
      "simulate: the trajectory to continue has 1 constraints, the system 2; continue with the system the run was made with",
    ],
  ]);
});

test("reading runs, snapshots and systems with anything", (t) => {
  const system = makePendulum();
  const run = system.simulateSync({ until: 0.5 });
  const now = run.at(0.1);
  const symbol = wrong(Symbol("s"));
  const columns = run.columns.slice(0, 12).map((name) => `"${name}"`);
  const unknownColumn = `no column is called Symbol(s); there are ${columns.join(", ")}, "…"`.replace('"…"', "…");
  const points = (what: string) => `Trajectory: there is no stored point ${what}; there are ${run.length}, from 0`;
  refuse(t, [
    [() => run.column(symbol), unknownColumn],
    [() => run.getUnit(symbol), unknownColumn],
    [() => run.sample({ columns: [symbol] }), unknownColumn],
    [
      () => run.sample({ times: [0.1, wrong("x")] }),
      'Trajectory.sample: times [0.1, "x"] has "x" in place 1; give a list of times in seconds, all finite',
    ],
    [() => run.point(Number.NaN), points("NaN")],
    [() => run.point(0.5), points("0.5")],
    [() => run.point(symbol), points("Symbol(s)")],
    [() => run.point(wrong("1")), points('"1"')],
    [() => run.at(symbol), "Trajectory: the time is Symbol(s), not a number; give a finite number"],
    [() => now.body(symbol), 'no body is called Symbol(s); there are "ground", "bob", "free"'],
    [() => now.reaction(symbol), 'no constraint is called Symbol(s); there are "hinge"'],
    [() => now.joint(symbol), 'no joint is called Symbol(s); there are "hinge"'],
    [() => now.joint("hinge", symbol), 'RevoluteJoint "hinge" has the motion "angle", not Symbol(s); name none'],
    [() => system.get(symbol), 'no body or constraint is called Symbol(s); there are "ground", "bob", "free", "hinge"'],
    [() => system.add(symbol), "System: Symbol(s) cannot be added; add bodies and constraints"],
    [
      () => system.remove(wrong(null)),
      "System: null is not in this system, so it cannot be removed; remove what was added",
    ],
    [() => system.bondGraph({ detail: symbol }), "System.bondGraph: detail is Symbol(s); choose one of word, full"],
    [
      () => new Snapshot(wrong({}), 0, new Float64Array(1), []),
      "Snapshot: it cannot be made of an object of class Object; take run.at(t) or system.evaluate(t)",
    ],
    [
      () => new Trajectory(undefined, wrong({})),
      "Trajectory: it cannot be made of an object of class Object; take system.simulate(…) or Trajectory.fromJSON(text, system)",
    ],
  ]);
  // A column of a file that the system does not know.
  const file = run.toJSON();
  file.columns["bob.colour"] = file.columns["bob.position.x"];
  const read = Trajectory.fromJSON(file, system);
  t.deepEqual(read.column("bob.colour"), run.column("bob.position.x"));
  refuse(t, [
    [
      () => read.sample({ every: 0.1 }),
      'Trajectory.sample: column "bob.colour" comes from a file and is unknown to the system, so it is known at stored points only; leave every and times away',
    ],
  ]);
});

test("analyses: options of other kinds", async (t) => {
  const system = makePendulum();
  const locked = {
    get hinge(): never {
      return explode();
    },
  };
  const { system: lost, free: slider } = makeScene(new UniformGravity([0, 0, 0]));
  const force = (_t: number, x: number) => (x > 0.05 ? Number.NaN : 1);
  lost.add(new PrismaticJoint("rail", lost.ground, slider, { point: [0, 1, 0], axis: [0, 1, 0], force }));
  const loop = new System();
  const rod = loop.add(new RigidBody("rod", { inertia: BALL, position: [1, 0, 0] }));
  loop.add(new RevoluteJoint("hinge", loop.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const end = loop.add(new RigidBody("end", { inertia: BALL, position: [2, 0, 0] }));
  loop.add(new RevoluteJoint("pin", rod, end, { point: [1.5, 0, 0], axis: [0, 0, 1] }));
  loop.add(new DistanceRod("strut", loop.ground, end, { from: [2, 3, 0] }));
  await refuseAsync(t, [
    [
      () => system.linearize({ at: wrong("x") }),
      'linearize: at is "x"; give a snapshot such as run.last, or its state',
    ],
    [
      () => system.linearize({ at: [Number.NaN, 0] }),
      "linearize: at [NaN, 0] has NaN in place 0; give a snapshot such as run.last, or its state, all finite",
    ],
    [
      () => system.linearize({ t: Number.NaN }),
      "linearize: the time is NaN; give a finite number (a division by zero upstream?)",
    ],
    [() => system.linearize(wrong([1])), "linearize: the options are [1]; give an object such as { at: … }"],
    [
      () => system.equilibrium({ guess: wrong(5) }),
      "equilibrium: guess is 5; give coordinates by name, such as { hinge: 0.5 }",
    ],
    [
      () => system.equilibrium({ guess: locked }),
      "equilibrium: guess cannot be read (boom); give coordinates by name, such as { hinge: 0.5 }",
    ],
    [
      () => loop.equilibrium({ guess: { hinge: 1e300 } }),
      "equilibrium: the loops would have to follow over 5e+300 positions with hinge.angle = 1e+300, more than 100000; give coordinates nearer to where the mechanism is drawn",
    ],
    [
      () => lost.equilibrium(),
      'equilibrium: the search came to a place where PrismaticJoint "rail", position accelerates at NaN (m/s² or rad/s²), after 1 steps; ' +
        "look for a force that grows without bound, or give a guess nearer to the rest",
    ],
    [
      () => system.inverseDynamics({ motion: locked }),
      "inverseDynamics: motion cannot be read (boom); give motions by name, such as { hinge: (t) => [x, ẋ, ẍ] } or { hinge: [x, ẋ, ẍ] }",
    ],
    [
      () => system.inverseDynamics({ motion: { hinge: wrong(later) } }),
      'inverseDynamics: the motion of "hinge" answers with a promise; give a function that is not async',
    ],
    [
      () => system.inverseDynamics({ motion: { hinge: [0, 0, 0] }, times: [0, Number.NaN] }),
      "inverseDynamics: times [0, NaN] has NaN in place 1; give a list of instants in seconds, all finite",
    ],
  ]);
});
