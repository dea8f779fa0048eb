import test from "ava";
import {
  AppliedWrench,
  type Body,
  Contact,
  ContactTracking,
  Coupler,
  DistanceRod,
  ForceElement,
  Gear,
  Gravity,
  Ground,
  getClosureKind,
  Inertia,
  JointBond,
  JointFriction,
  JointLimit,
  KinematicPort,
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
  Sphere,
  SpringDamper,
  System,
  sliding,
  sortClosures,
  turnAbout,
  turning,
  Unilateral,
  WeldJoint,
  WrenchPort,
} from "../../lib/index.ts";
import { isBelow } from "../helpers/compare.ts";
import { BALL, boom, explode, fails, later, makePendulum, makeScene } from "../helpers/hostileCalls.ts";
import { refuse, wrong } from "../helpers/refuse.ts";
import { passTurns } from "../helpers/turns.ts";

/** After the start. */
const explodeAt =
  <T>(time: number, usual: T) =>
  (t: number): T =>
    t > time ? explode() : usual;

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
      'Coupler: the name is 5n; the first argument has to be a text, such as "arm"',
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
      'Inertia.rod: axis 5n is unknown; give "x", "y" or "z"',
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
  t.is(new Ground("belt", { motion: wrong(moving) }).referencePose.v[0], 1);
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
  get stateCount(): number {
    return 1;
  }
  get eventCount(): number {
    return 1;
  }
  calcStateRates(t: number): void {
    this.stateRates[0] = 0;
    this.meet("calcStateRates", t > 0.1);
  }
  calcEvents(t: number, out: Float64Array): void {
    out[0] = t - 0.1;
    this.meet("calcEvents", t > 0.1);
  }
  handleEvent(): void {
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
  // The speed along the rod is more than there are numbers.
  const velocity = [1.7e308, 1.7e308, 0];
  const stone = fast.add(new RigidBody("stone", { inertia: BALL, position: [1, 1, 0], velocity }));
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
  const slow = () => passTurns(20).then(explode);
  await check({ until: 1, progress: (done) => (done < 1 ? undefined : slow()) }, false);
  // The run waits for it.
  let isReady = false;
  const progress = async (done: number) => {
    await passTurns(20);
    isReady ||= done === 1;
  };
  t.is((await system.simulate({ until: 1, progress })).end, 1);
  t.true(isReady);
  // … unless it is cancelled.
  const abort = new AbortController();
  const never = () => {
    void passTurns(20).then(() => abort.abort());
    return new Promise(() => {});
  };
  await t.throwsAsync(system.simulate({ until: 1, progress: never, signal: abort.signal }), { name: "AbortError" });
  fails(
    t,
    () => system.simulateSync({ until: 1, progress: later }),
    "simulateSync: progress answers with a promise; give a function that is not async",
  );
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
      "OwnStop: the number of tangents is 5n; give a whole number from 0 to 2",
    ],
    [() => new WrenchPort(wrong([])), "WrenchPort: the memory is []; give a Float64Array of 9 numbers, or nothing"],
    [() => sortClosures(wrong(5)), "sortClosures: the closures is 5; give a list of { kind, name, direction }"],
    [() => getClosureKind(wrong(5)), "getClosureKind: the motion is 5; give one of the motions of a joint, or nothing"],
    [
      () => turnAbout(wrong(undefined), [0, 0, 1]),
      "direction of a closure: the matrix is undefined and the vector [0, 0, 1]; give nine numbers, row by row, and three",
    ],
  ]);
});
