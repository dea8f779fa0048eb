import test, { type ExecutionContext } from "ava";
import {
  AppliedWrench,
  type Body,
  Contact,
  ContactTracking,
  Coupler,
  compareTrackers,
  createRunReader,
  DistanceRod,
  type EventActions,
  ForceElement,
  followRun,
  followTask,
  Gear,
  Gravity,
  Ground,
  getSealKind,
  Inertia,
  JointBond,
  JointFriction,
  JointLimit,
  KinematicPort,
  ModelError,
  NearestPoints,
  NormalLaw,
  Plane,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  ScalarBond,
  type SimulateOptions,
  SimulationError,
  Snapshot,
  Sphere,
  SpringDamper,
  System,
  serveTasks,
  simulateModel,
  sliding,
  sortSeals,
  TaskClient,
  Trajectory,
  takeParts,
  turnAbout,
  turning,
  UniformGravity,
  Unilateral,
  WeldJoint,
  WrenchPort,
} from "../../lib/index.ts";
import { isAbove, isBelow } from "../helpers/compare.ts";

/** What the types forbid and JavaScript does not. */
const wrong = (value: unknown): never => value as never;

type Case = readonly [() => unknown, string];

/** Each call is refused with a ModelError that says exactly this. */
function refuse(t: ExecutionContext, cases: readonly Case[]): void {
  for (const [work, message] of cases) t.throws(work, { instanceOf: ModelError, message }, message);
}

async function refuseAsync(t: ExecutionContext, cases: readonly Case[]): Promise<void> {
  for (const [work, message] of cases) {
    await t.throwsAsync(async () => work(), { instanceOf: ModelError, message }, message);
  }
}

/** A run that fails, with the reason that it gives. */
function fails(t: ExecutionContext, work: () => unknown, reason: string, cause?: unknown): void {
  const error = t.throws(work, { instanceOf: SimulationError }, reason);
  t.regex(error?.message ?? "", /^simulate: the run stopped at t = \S+ s: .* is in the error's trajectory$/);
  t.is(error?.message.replace(/^.*? s: (.*)\. What was computed.*$/, "$1"), reason);
  t.true(error?.trajectory instanceof Trajectory);
  isAbove(t, error?.trajectory.length ?? 0, 0);
  if (cause !== undefined) t.is(error?.cause, cause);
}

const BALL = Inertia.sphere({ mass: 1, radius: 0.1 });
const boom = new Error("boom");
const explode = (): never => {
  throw boom;
};
const later = async (): Promise<never> => explode();

/** After the start. */
const explodeAt =
  <T>(time: number, usual: T) =>
  (t: number): T =>
    t > time ? explode() : usual;

function makeScene(gravity?: Gravity) {
  const system = new System(gravity ? { gravity } : {});
  const bob = system.add(new RigidBody("bob", { inertia: BALL, position: [1, 0, 0] }));
  const free = system.add(new RigidBody("free", { inertia: BALL, position: [0, 1, 0] }));
  return { system, bob, free, ground: system.ground };
}

function makePendulum(): System {
  const { system, bob, ground } = makeScene();
  system.add(new RevoluteJoint("hinge", ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  return system;
}

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
  system.add(new AppliedWrench("wind", ground, free, { force: [1, 0, 0], pointB: [1, 1e300, 0] }));
  for (const method of ["auto", "dop853", "dopri5", "radau"] as const) {
    fails(
      t,
      () => system.simulateSync({ until: 1, method }),
      'the step became 0.00e+0 s long, limited by RigidBody "free" (its rate). Look for a force that jumps or grows without bound, ' +
        "a very stiff spring or damper, or ask for a looser tolerance",
    );
  }
});

test("a run sees that it is cancelled wherever a function of the user's says so", (t) => {
  const run = (add: (system: System, abort: () => void) => Partial<SimulateOptions> | undefined, dense = true) => {
    const { system, bob, ground } = makeScene();
    const { signal, abort } = makeSignal();
    system.add(new RevoluteJoint("other", ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
    const options = add(system, abort);
    const error = t.throws(() => system.simulateSync({ until: 1, dense, ...options, signal }), {
      instanceOf: SimulationError,
      name: "AbortError",
      message:
        /^simulate: the run was cancelled at t = 0(?:\.\d+)? s; what was computed before is in the error's trajectory$/,
    });
    isBelow(t, error?.trajectory.end ?? 1, 0.6);
  };
  const makeSignal = () => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  };
  const once = (abort: () => void) => (time: number) => {
    if (time > 0.5) abort();
    return 0;
  };
  // A law: before the step has ended.
  run((system, abort) => {
    const body = system.get("free") as Body;
    const effort = once(abort);
    system.add(
      new PrismaticJoint("rail", system.ground, body, {
        point: [0, 1, 0],
        axis: [0, 1, 0],
        force: (time) => effort(time),
      }),
    );
    return undefined;
  });
  // An event: its value, and its action.
  run((_, abort) => ({ events: [{ name: "see", value: ({ t: time }) => once(abort)(time) + 1 }] }));
  run((_, abort) => ({ events: [{ name: "act", value: ({ t: time }) => time - 0.5, action: () => abort() }] }));
  // Progress.
  run((_, abort) => ({ maxStep: 1e-4, progress: (_done, time) => void once(abort)(time + 0.4) }));
});

test("a run that was cancelled before it begins, and one that stores many samples", async (t) => {
  const system = makePendulum();
  const abort = new AbortController();
  abort.abort("enough");
  const error = await t.throwsAsync(system.simulate({ until: 1, signal: abort.signal }), { name: "AbortError" });
  t.is((error as SimulationError).cause, "enough");
  // A timer that comes while samples are stored: the run breathes between them.
  const timer = new AbortController();
  setTimeout(() => timer.abort(), 1);
  await t.throwsAsync(system.simulate({ until: 1000, every: 2e-4, signal: timer.signal }), { name: "AbortError" });
});

test("functions at set-up: what they throw or answer comes with the name of the part", (t) => {
  const { system, bob, ground } = makeScene();
  const joint = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = new RevoluteJoint("hinge", ground, bob, joint);
  const slot = new PrismaticJoint("slot", ground, bob, joint);
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  const look = "threw an error: boom; look into that function";
  const promise = "answers with a promise; give a function that is not async";
  const assemble = (add: (scene: ReturnType<typeof makeScene>) => unknown, gravity?: Gravity) => () => {
    const scene = makeScene(gravity);
    add(scene);
    scene.system.evaluate();
  };
  class OwnField extends Gravity {
    readonly answer: (out: Float64Array) => unknown;
    constructor(answer: (out: Float64Array) => unknown) {
      super();
      this.answer = answer;
    }
    override calcAcceleration(_r: Float64Array, out: Float64Array): void {
      // biome-ignore lint/correctness/noVoidTypeReturn: this is what is refused
      return this.answer(out) as undefined;
    }
    override getPotential(): number {
      return Number.NaN;
    }
  }
  refuse(t, [
    [() => new RevoluteJoint("a", ground, bob, { ...joint, motion: explode }), `RevoluteJoint "a": motion ${look}`],
    [
      () => new RevoluteJoint("a", ground, bob, { ...joint, motion: wrong(later) }),
      `RevoluteJoint "a": motion ${promise}`,
    ],
    [
      () => new RevoluteJoint("a", ground, bob, { ...joint, motion: wrong(() => 5) }),
      'RevoluteJoint "a": motion gives 5 at t = 0; return [x, ẋ, ẍ]',
    ],
    [
      assemble(({ system: own, free }) =>
        own.add(new DistanceRod("rod", own.ground, free, { from: [0, 2, 0], length: explode })),
      ),
      `DistanceRod "rod": the prescribed length ${look}`,
    ],
    [
      assemble(({ system: own, free }) =>
        own.add(new DistanceRod("rod", own.ground, free, { from: [0, 2, 0], length: wrong(later) })),
      ),
      `DistanceRod "rod": the prescribed length ${promise}`,
    ],
    [() => new Ground("belt", { motion: explode }), `Ground "belt": motion ${look}`],
    [() => new Ground("belt", { motion: wrong(later) }), `Ground "belt": motion ${promise}`],
    [
      () => new Ground("belt", { motion: wrong(() => Number.NaN) }),
      'Ground "belt": the motion answers with NaN and moves nothing; it has to write into the port that it is given: ' +
        "(t, out) => { out.r[0] = …; out.v[0] = …; out.a[0] = … }, or take turning(…) or sliding(…)",
    ],
    [
      () => turning({ axis: [0, 0, 1], angle: wrong(() => Number.NaN) }),
      "turning: angle gives NaN at t = 0; return [x, ẋ, ẍ]",
    ],
    [() => sliding({ direction: [0, 0, 1], distance: explode }), `sliding: distance ${look}`],
    [() => new AppliedWrench("wind", ground, bob, { force: explode }), `AppliedWrench "wind": force ${look}`],
    [() => new AppliedWrench("wind", ground, bob, { torque: wrong(later) }), `AppliedWrench "wind": torque ${promise}`],
    [
      assemble(({ system: own, free }) =>
        own.add(new SpringDamper("spring", own.ground, free, { from: [0, 2, 0], force: explode })),
      ),
      `SpringDamper "spring": force ${look}`,
    ],
    [
      assemble(({ system: own, free }) =>
        own.add(new SpringDamper("spring", own.ground, free, { from: [0, 2, 0], force: wrong(later) })),
      ),
      `SpringDamper "spring": force ${promise}`,
    ],
    [
      assemble(({ system: own, free }) =>
        own.add(new RevoluteJoint("arm", own.ground, free, { ...joint, torque: explode })),
      ),
      `RevoluteJoint "arm": torque ${look}`,
    ],
    [
      assemble(({ system: own, free }) =>
        own.add(new PrismaticJoint("rail", own.ground, free, { ...joint, force: wrong(later) })),
      ),
      `PrismaticJoint "rail": force ${promise}`,
    ],
    [
      assemble(({ system: own, free }) => {
        const arm = own.add(new RevoluteJoint("arm", own.ground, free, joint));
        own.add(new JointFriction("brake", arm, { torque: explode }));
      }),
      `JointFriction "brake": torque ${look}`,
    ],
    [
      assemble(({ system: own, free }) => {
        const arm = own.add(new PrismaticJoint("arm", own.ground, free, joint));
        own.add(new JointFriction("brake", arm, { force: wrong(later) }));
      }),
      `JointFriction "brake": force ${promise}`,
    ],
    [
      () => new NearestPoints("probe", ground, bob, { ...surfaces, tracker: explode }),
      `NearestPoints "probe": tracker ${look}`,
    ],
    [
      () => new NearestPoints("probe", ground, bob, { ...surfaces, tracker: wrong(() => 5) }),
      'NearestPoints "probe": what tracker returned is 5; give a Tracker, new AlgebraicTracker(a, b)',
    ],
    [
      () => new NearestPoints("probe", ground, bob, { ...surfaces, tracker: wrong(Symbol("t")) }),
      'NearestPoints "probe": tracker is Symbol(t); give a text',
    ],
    [assemble(() => {}, new OwnField(explode)), `OwnField: calcAcceleration ${look}`],
    [assemble(() => {}, new OwnField(later)), `OwnField: calcAcceleration ${promise}`],
    [
      assemble(() => {}, new OwnField((out) => out.fill(Number.NaN, 1))),
      "OwnField: the acceleration is [NaN, NaN, NaN] at [1, 0, 0]; fill three finite numbers into out, wherever a body can be",
    ],
    [
      () => makeScene(new OwnField((out) => void out.fill(0))).system.evaluate().energy,
      "OwnField: the potential is NaN at [1, 0, 0]; return a number, J/kg, wherever a body can be",
    ],
    [
      () => Inertia.revolution({ mass: 1, from: 0, to: 1, generatrix: explode }),
      `Inertia.revolution: generatrix ${look}`,
    ],
    // Flags and names.
    [
      () => new WeldJoint("weld", ground, bob, { switchable: wrong("yes") }),
      'WeldJoint "weld": switchable is "yes"; give true or false',
    ],
    [
      () => new Gear("gear", hinge, new RevoluteJoint("b", ground, bob, joint), { teeth: [1, 2], internal: wrong(1) }),
      'Gear "gear": internal is 1; give true or false',
    ],
    [
      () => new Gear(wrong(Symbol("g")), hinge, slot, { ratio: 1 }),
      'Gear: the name is Symbol(g); the first argument has to be a text, such as "arm"',
    ],
    [
      () => new Coupler(wrong(5n), hinge, slot, { ratio: 1 }),
      'Coupler: the name is 5; the first argument has to be a text, such as "arm"',
    ],
    [
      () => new JointLimit(wrong(Symbol("l")), hinge, { lower: 0 }),
      'JointLimit: the name is Symbol(l); the first argument has to be a text, such as "arm"',
    ],
    [
      () => new Contact(wrong(Symbol("c")), ground, bob, surfaces),
      'Contact: the name is Symbol(c); the first argument has to be a text, such as "arm"',
    ],
    [
      () => new RigidBody("ball", { inertia: BALL, shapes: wrong(5) }),
      'RigidBody "ball", shapes: the list is 5; give a list such as [{ mesh: Mesh.box([1, 1, 1]) }], or a function that returns one',
    ],
    [
      () => new Ground("base", { shapes: wrong([5]) }),
      'Ground "base", shapes: the options are 5; give an object such as { mesh: … }',
    ],
    [
      () => KinematicPort.of(wrong(undefined)),
      "KinematicPort: the options are undefined; give an object such as { position: … }",
    ],
    [
      () => new KinematicPort(wrong(5)),
      "KinematicPort: the memory is 5; give a Float64Array of 24 numbers, or nothing",
    ],
    [() => Inertia.box(wrong(undefined)), "Inertia.box: the options are undefined; give an object such as { mass: … }"],
    [
      () => Inertia.rod({ mass: 1, length: 1, density: wrong(Symbol("d")) }),
      "Inertia.rod: mass 1 and density Symbol(d) are both given; give only one of them",
    ],
    [
      () => Inertia.rod({ mass: 1, length: 1, axis: wrong(5n) }),
      'Inertia.rod: axis 5 is unknown; give "x", "y" or "z"',
    ],
    [
      () => new Inertia({ mass: 1, tensor: [1e308, 1e308, 1e308, 1e308, 1e308, 1e308] }),
      "Inertia: the principal moments of the tensor [1e+308, 1e+308, 1e+308, 1e+308, 1e+308, 1e+308] are larger than numbers can hold; check the units",
    ],
  ]);
  t.true(new WeldJoint("weld", ground, bob, { switchable: true }).isSwitchable);
  // A motion that answers and moves is one, though its answer means nothing.
  const moving = (time: number, out: KinematicPort) => {
    [out.r[0], out.v[0]] = [time, 1];
    return 1;
  };
  t.is(new Ground("belt", { motion: wrong(moving) }).drawn.v[0], 1);
  // Defined from zero on: the law is looked at from one side.
  const motion = (time: number) => (time < 0 ? explode() : ([time, 1, 0] as const));
  system.add(new RevoluteJoint("late", ground, bob, { ...joint, motion }));
  t.is(system.simulateSync({ until: 0.1 }).last.joint("late").position, 0.1);
});

class Own extends ForceElement {
  readonly hook: string;
  constructor(system: System, hook: string) {
    super("own", system.ground, system.get("free") as Body);
    this.hook = hook;
  }
  private meet(hook: string, isTime: boolean): void {
    if (hook === this.hook && isTime) explode();
  }
  protected override calcWrench(t: number): void {
    this.meet("calcWrench", t > 0.1);
  }
  override get stateCount(): number {
    return 1;
  }
  override get eventCount(): number {
    return 1;
  }
  override calcStateRates(t: number): void {
    this.stateRates[0] = 0;
    this.meet("calcStateRates", t > 0.1);
  }
  override calcEvents(t: number, out: Float64Array): void {
    out[0] = t - 0.1;
    this.meet("calcEvents", t > 0.1);
  }
  override handleEvent(): void {
    this.meet("handleEvent", true);
  }
}

class OwnRow extends RowConstraint {
  readonly hook: string;
  constructor(system: System, hook: string) {
    super("own", system.ground, system.get("free") as Body, 1);
    this.hook = hook;
  }
  protected override calcRowTerms(t: number): void {
    this.jacobian.set([1, 0, 0], 6);
    if (this.hook === "calcRowTerms" && t > 0.1) explode();
  }
  protected override calcPositionTerms(t: number): void {
    this.positionErrors[0] = this.portB.r[0];
    if (this.hook === "calcPositionTerms" && t > 0.1) explode();
  }
}

class OwnNormal extends NormalLaw {
  override calcForce(depth: Float64Array, out: Float64Array): void {
    out[0] = depth[0] > 0 ? explode() : 0;
  }
}

test("functions during a run: the error names the part, carries the run, and keeps what was thrown", (t) => {
  const look = "threw an error: boom; look into that function";
  const joint = { point: [0, 1, 0], axis: [0, 1, 0] } as const;
  const fallen = (add: (system: System, free: Body) => void, reason: string) => {
    const { system, free } = makeScene();
    add(system, free);
    fails(t, () => system.simulateSync({ until: 1 }), reason, boom);
  };
  fallen(
    (system, free) =>
      system.add(
        new PrismaticJoint("rail", system.ground, free, { ...joint, motion: explodeAt(0.98, [0, 0, 0] as const) }),
      ),
    `PrismaticJoint "rail": motion ${look}`,
  );
  fallen(
    (system, free) =>
      system.add(new PrismaticJoint("rail", system.ground, free, { ...joint, force: explodeAt(0.1, 0) })),
    `PrismaticJoint "rail": force ${look}`,
  );
  fallen(
    (system, free) =>
      system.add(
        new DistanceRod("rod", system.ground, free, { from: [0, 2, 0], length: explodeAt(0.98, [1, 0, 0] as const) }),
      ),
    `DistanceRod "rod": the prescribed length ${look}`,
  );
  fallen(
    (system, free) => system.add(new AppliedWrench("wind", system.ground, free, { torque: explodeAt(0.1, [0, 0, 0]) })),
    `AppliedWrench "wind": torque ${look}`,
  );
  fallen(
    (system, free) =>
      system.add(new SpringDamper("spring", system.ground, free, { from: [0, 2, 0], force: explodeAt(0.1, 0) })),
    `SpringDamper "spring": force ${look}`,
  );
  fallen((system, free) => {
    const rail = system.add(new PrismaticJoint("rail", system.ground, free, joint));
    system.add(new JointFriction("brake", rail, { force: explodeAt(0.98, 1) }));
  }, `JointFriction "brake": force ${look}`);
  fallen((system, free) => {
    const options = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }), normal: new OwnNormal() };
    system.add(new Contact("floor", system.ground, free, options));
  }, `Contact "floor": the normal law ${look}`);
  fallen((system, free) => {
    const rail = system.add(new PrismaticJoint("rail", system.ground, free, joint));
    system.add(new JointLimit("stop", rail, { lower: -0.5, normal: new OwnNormal() }));
  }, `JointLimit "stop": the normal law ${look}`);
  fallen((system) => {
    const belt = system.add(new Ground("belt", { motion: explodeAt(0.98, undefined) }));
    system.add(new WeldJoint("weld", belt, system.add(new RigidBody("mug", { inertia: BALL })), { point: [0, 0, 0] }));
  }, `Ground "belt": motion ${look}`);
  fallen((system) => {
    const angle = explodeAt(0.98, [0, 0, 0] as const);
    const belt = system.add(new Ground("belt", { motion: turning({ axis: [0, 0, 1], angle }) }));
    system.add(new WeldJoint("weld", belt, system.add(new RigidBody("mug", { inertia: BALL })), { point: [0, 0, 0] }));
  }, `Ground "belt": turning: angle ${look}`);
  for (const hook of ["calcWrench", "calcStateRates", "calcEvents", "handleEvent"]) {
    fallen((system) => system.add(new Own(system, hook)), `Own "own": ${hook} ${look}`);
  }
  for (const hook of ["calcRowTerms", "calcPositionTerms"]) {
    fallen((system) => system.add(new OwnRow(system, hook)), `OwnRow "own": ${hook} ${look}`);
  }
  const { system, free, ground } = makeScene();
  system.add(new AppliedWrench("wind", ground, free, { force: (time) => (time > 0.1 ? wrong(undefined) : [0, 0, 0]) }));
  t.throws(() => system.simulateSync({ until: 1 }), {
    message: /AppliedWrench "wind": the force is undefined at t = 0\.1\d*; return three numbers \[x, y, z\]\./,
  });
});

test("laws that are no numbers are found, those of contacts and fields of gravity too", (t) => {
  class Hole extends Gravity {
    override calcAcceleration(r: Float64Array, out: Float64Array): void {
      out.fill(0);
      out[1] = r[1] < 0.5 ? Number.NaN : -10;
    }
    override getPotential(r: ArrayLike<number>): number {
      return 10 * r[1];
    }
  }
  const system = new System({ gravity: new Hole() });
  system.add(new RigidBody("free", { inertia: BALL, position: [0, 1, 0] }));
  t.throws(() => system.simulateSync({ until: 1 }), {
    instanceOf: SimulationError,
    message:
      /: Hole: the acceleration is \[0, NaN, 0\] at \[0, 0\.4\d*, 0\]; fill three finite numbers into out, wherever a body can be\./,
  });
  // Without a run.
  const { system: still, free: resting } = makeScene();
  const force = (_t: number, x: number) => 1 / x;
  still.add(new PrismaticJoint("rail", still.ground, resting, { point: [0, 1, 0], axis: [0, 1, 0], force }));
  refuse(t, [
    [
      () => still.evaluate(),
      'System.evaluate: the force or effort of PrismaticJoint "rail" is not a finite number at t = 0 s; check its law',
    ],
  ]);
  const fast = new System();
  const stone = fast.add(new RigidBody("stone", { inertia: BALL, position: [1, 0, 0], velocity: [1e308, 0, 0] }));
  fast.add(new DistanceRod("rod", fast.ground, stone));
  refuse(t, [
    [
      () => fast.evaluate(),
      'System: the start of RigidBody "stone" (its rate) is NaN at t = 0 s; check masses, lengths and rates: some are too large or too small for numbers',
    ],
  ]);
  class Rotten extends NormalLaw {
    override calcForce(depth: Float64Array, out: Float64Array): void {
      out[0] = depth[0] > 0.01 ? Number.NaN : 10 * depth[0];
    }
  }
  const { system: other, free, ground } = makeScene();
  const options = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }), normal: new Rotten() };
  other.add(new Contact("floor", ground, free, options));
  t.throws(() => other.simulateSync({ until: 1 }), {
    message:
      /: Contact "floor": its event function 0 is NaN at t = 0\.4\d* s; it has to be a finite number everywhere\./,
  });
});

test("progress may be async: what it rejects with ends the run, and nothing is lost", async (t) => {
  const system = makePendulum();
  const long: SimulateOptions = { until: 30, maxStep: 1e-3 };
  const reason = "progress threw an error: boom; look into that function";
  const check = async (options: SimulateOptions, isEarly: boolean) => {
    const error = await t.throwsAsync(system.simulate(options), { instanceOf: SimulationError });
    t.regex(error?.message ?? "", new RegExp(`^simulate: the run stopped at t = \\S+ s: ${reason}\\. `));
    t.is(error?.cause, boom);
    t.is((error?.trajectory.end ?? 0) < options.until, isEarly);
  };
  await check({ ...long, progress: later }, true);
  // At the very end, and long after the run was ready.
  await check({ until: 1, progress: (done) => (done < 1 ? undefined : later()) }, false);
  const slow = () => new Promise((_, reject) => setTimeout(() => reject(boom), 20));
  await check({ until: 1, progress: (done) => (done < 1 ? undefined : slow()) }, false);
  // The run waits for it.
  let isReady = false;
  const progress = async (done: number) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    isReady ||= done === 1;
  };
  t.is((await system.simulate({ until: 1, progress })).end, 1);
  t.true(isReady);
  // … unless it is cancelled.
  const abort = new AbortController();
  const never = () => {
    setTimeout(() => abort.abort(), 5);
    return new Promise(() => {});
  };
  await t.throwsAsync(system.simulate({ until: 1, progress: never, signal: abort.signal }), { name: "AbortError" });
  fails(
    t,
    () => system.simulateSync({ until: 1, progress: later }),
    "simulateSync: progress answers with a promise; give a function that is not async",
  );
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
    [run({ from: 5n }), "simulate: from is 5; give a start time in seconds, or a trajectory to continue from its end"],
    [
      run({ from: Symbol("now") }),
      "simulate: from is Symbol(now); give a start time in seconds, or a trajectory to continue from its end",
    ],
    [run({ method: Symbol("m") }), "simulate: method is Symbol(m); choose one of auto, dop853, dopri5, radau, rk4"],
    [
      run({ method: "rk5" }),
      'simulate: method is "rk5"; did you mean "rk4"? Choose one of auto, dop853, dopri5, radau, rk4',
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
    [(x) => x.setRate(wrong(Symbol("j")), 1), `${action}setRate: Symbol(j) is not a joint; give one of the system`],
    [
      (x) => x.setRate(hinge, wrong(5n)),
      `${action}setRate: the rate of RevoluteJoint "hinge" is 5, not a number; give a finite number`,
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
      `${action}applyAngularImpulse: null is not a body of the system; give one of its bodies`,
    ],
    [(x) => x.switchOn(wrong(5)), `${action}switchOn: 5 is not a constraint of the system; give one of them`],
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

test("what own constraints are made of", (t) => {
  const { bob, ground } = makeScene();
  class OwnStop extends Unilateral {
    override readonly friction = wrong(undefined);
    override readonly impact = wrong(undefined);
    override measure(): void {}
    override get size(): number {
      return 1;
    }
    protected override calcRowTerms(): void {}
    protected override calcPositionTerms(): void {}
  }
  refuse(t, [
    [() => new ScalarBond(wrong(Symbol("o")), "x"), "ScalarBond: its owner is Symbol(o); give a text"],
    [
      () => new JointBond("Brake", wrong(5), "rotation", "joint", ""),
      "Brake: the joint is 5; give a joint with an axis, such as a RevoluteJoint",
    ],
    [
      () => new ContactTracking(wrong({}), { surfaceA: new Plane(), surfaceB: new Plane() }),
      "ContactTracking: its owner is an object of class Object; give the constraint that tracks",
    ],
    [
      () => new OwnStop("stop", ground, bob, true, wrong(5n)),
      "OwnStop: the number of tangents is 5; give a whole number from 0 to 2",
    ],
    [() => new WrenchPort(wrong([])), "WrenchPort: the memory is []; give a Float64Array of 9 numbers, or nothing"],
    [() => sortSeals(wrong(5)), "sortSeals: the seals is 5; give a list of { kind, name, direction }"],
    [() => getSealKind(wrong(5)), "getSealKind: the motion is 5; give one of the motions of a joint, or nothing"],
    [
      () => turnAbout(wrong(undefined), [0, 0, 1]),
      "direction of a seal: the matrix is undefined and the vector [0, 0, 1]; give nine numbers, row by row, and three",
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

test("workers: what is no client, task, port or model", async (t) => {
  const client = new TaskClient(() => wrong({}));
  const create = () => ({ system: makePendulum(), options: { until: 1 } });
  const run = makePendulum().simulateSync({ until: 0.1 });
  const counts = { points: 0, steps: 0, modeLists: 0, events: 0 };
  refuse(t, [
    [() => new TaskClient(wrong(5)), "TaskClient: what makes the worker is 5; give a function"],
    [
      () => new TaskClient(() => wrong({}), { patience: -1 }),
      "TaskClient: patience is -1; give zero or a positive number",
    ],
    [() => client.start(wrong(Symbol("s")), {}), "TaskClient: the name of a task is Symbol(s); give a text"],
    [
      () => client.start("a", {}, wrong(5)),
      "TaskClient: the reader is 5; give an object such as { report: (value) => … }",
    ],
    [() => client.start("a", {}, { report: wrong(5) }), "TaskClient, reader: report is 5; give a function"],
    [
      () => serveTasks(wrong(null), wrong({})),
      "serveTasks: tasks is null; give an object such as { run: simulateModel(create) }",
    ],
    [() => serveTasks({ a: wrong(5) }, wrong({})), 'serveTasks: task "a" is 5; give a function'],
    [
      () => serveTasks({}, wrong({})),
      "serveTasks: the port is an object of class Object, which cannot send or receive messages; call it in a worker, or give a MessagePort",
    ],
    [() => simulateModel(wrong(5)), "simulateModel: what makes the model is 5; give a function"],
    [() => followRun(wrong(5), "a", create, {}), "following a task: the client is 5; give a TaskClient"],
    [() => followRun(client, "a", wrong(5), {}), "followRun: what makes the model is 5; give a function"],
    [
      () => followTask(client, wrong(Symbol("s")), {}),
      "following a task: the name of the task is Symbol(s); give a text",
    ],
    [
      () => createRunReader(wrong({ system: 5 })),
      "followRun: the function made an object of class Object; it has to return { system, options: { until: … } }",
    ],
    [() => takeParts(wrong(5), counts), "takeParts: the run is 5; give a Trajectory"],
    [
      () => takeParts(run, { ...counts, points: Number.NaN }),
      `takeParts: counts.points is NaN; give a whole number from 0 to ${run.length}`,
    ],
  ]);
  const context = { report: () => {}, signal: new AbortController().signal, listen: () => {} };
  await refuseAsync(t, [
    [
      () => simulateModel(() => wrong(undefined))({}, context),
      "simulateModel: the function made undefined; it has to return { system, options: { until: … } }",
    ],
    [
      () => client.start("a", {}).result,
      "the worker cannot be made: TaskClient: the function made an object of class Object, which has no postMessage; return a Worker; " +
        "check its address, and that the page may load it",
    ],
  ]);
});

test("a reader that throws fails its task, and nothing beyond it", async (t) => {
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const sent: unknown[] = [];
  const client = new TaskClient(() =>
    wrong({
      postMessage: (message: unknown) => sent.push(message),
      addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
        if (type === "message") listeners.push(listener);
      },
      terminate: () => {},
    }),
  );
  const task = client.start("a", {}, { report: explode });
  const answer = (data: unknown) => {
    for (const listener of listeners) listener({ data });
  };
  t.notThrows(() => answer(undefined));
  t.notThrows(() => answer({ id: 1, kind: "report", value: 5 }));
  await t.throwsAsync(task.result, {
    instanceOf: ModelError,
    message: 'TaskClient, task "a": report threw an error: boom; look into that function',
  });
  t.deepEqual(sent.at(-1), { id: 1, kind: "cancel" });
  // Nobody looks at this one: its end is no unhandled rejection.
  client.start("b", {});
  client.close();
});

test("a task fails where its listener throws; messages of others are no matter", async (t) => {
  const sent: { kind: string; message?: string }[] = [];
  let listener: (event: { data: unknown }) => void = () => {};
  serveTasks(
    {
      wait: (_, { listen, signal }) => {
        listen(explode);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(5)));
      },
    },
    {
      postMessage: (message) => sent.push(message),
      addEventListener: (_, given) => {
        listener = given as typeof listener;
      },
    },
  );
  for (const data of [undefined, null, 5, {}, { kind: "tell" }]) t.notThrows(() => listener({ data }));
  listener({ data: { id: 1, kind: "start", name: "wait", parameters: {} } });
  listener({ data: { id: 1, kind: "tell", message: 5 } });
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(sent[0], { id: 1, kind: "failed", name: "Error", message: "boom" } as never);
});
