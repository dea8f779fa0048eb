import test from "ava";
import {
  AppliedWrench,
  type Body,
  BondGraph,
  Circuit,
  DistanceRod,
  ForceElement,
  Fragment,
  Gravity,
  Ground,
  Inertia,
  JointCircuit,
  JointFriction,
  NearestPoints,
  Plane,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  SimulationError,
  Sphere,
  SpringDamper,
  System,
  type SystemOptions,
  sliding,
  type Vector3,
} from "../../lib/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { createBalls, RUN_CASES } from "../helpers/interleavedRuns.ts";
import { RandomSource } from "../helpers/random.ts";
import { createScene } from "../helpers/randomScenes.ts";

const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });

/** Answers differently at every call: 0, 1, 2, … */
const count = () => {
  let calls = 0;
  return () => calls++;
};

type RevoluteJointOptions = ConstructorParameters<typeof RevoluteJoint>[3];

interface Swing {
  system: System;
  bob: RigidBody;
  hinge: RevoluteJoint;
}

function createSwing(options: Partial<RevoluteJointOptions> = {}, more: SystemOptions = {}): Swing {
  const system = new System(more);
  const bob = system.add(new RigidBody("bob", { inertia, position: [1, 0, 0] }));
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, bob, { ...place, ...options }));
  return { system, bob, hinge };
}

/** A force of the user's own: `draw` gives its size, and the rate of its state. */
class Own extends ForceElement {
  readonly force: () => number;
  readonly rate: () => number;

  constructor(name: string, a: Body, b: Body, force: () => number, rate: () => number) {
    super(name, a, b);
    this.force = force;
    this.rate = rate;
  }

  get stateCount(): number {
    return 1;
  }

  calcStateRates(): void {
    this.stateRates[0] = this.rate();
  }

  protected override calcWrench(): void {
    this.wrenchB.F[0] = this.force();
  }
}

class Field extends Gravity {
  readonly draw: () => number;

  constructor(draw: () => number) {
    super();
    this.draw = draw;
  }

  override calcAcceleration(_r: Float64Array, out: Float64Array): void {
    out.set([0, -9.81 - this.draw(), 0]);
  }

  override getPotential(): number {
    return 0;
  }
}

/** A source of effort that a law of the user's gives, on a resistor, with the port open to a joint. */
function createDrive(law: () => number): Fragment {
  const fragment = new Fragment("drive");
  fragment.create("Se", "V", { law });
  fragment.create("1", "current");
  fragment.create("R", "R", { parameters: { resistance: 2 } });
  fragment.create("GY", "K", { parameters: { ratio: 0.5 } });
  fragment.connect("V", "current");
  fragment.connect("current", "R");
  fragment.connect("current", "K");
  fragment.open("shaft", "K", "out");
  return fragment;
}

const zero = () => 0;

/** Every place where a run calls a function of the user's: how a message names it, and a model with it. */
const PLACES: readonly [string, string, (draw: () => number) => System][] = [
  ["a torque", 'RevoluteJoint "hinge": the torque', (draw) => createSwing({ torque: draw }).system],
  [
    "a spring",
    'SpringDamper "spring": the force',
    (draw) => {
      const { system, bob } = createSwing();
      system.add(new SpringDamper("spring", system.ground, bob, { from: [0, 2, 0], force: draw }));
      return system;
    },
  ],
  [
    "a wrench",
    'AppliedWrench "wind": the torque',
    (draw) => {
      const { system, bob } = createSwing();
      system.add(
        new AppliedWrench("wind", system.ground, bob, { force: () => [1, 0, 0], torque: () => [0, 0, draw()] }),
      );
      return system;
    },
  ],
  [
    "a force of one's own",
    'Own "own": the force',
    (draw) => {
      const { system, bob } = createSwing();
      system.add(new Own("own", system.ground, bob, draw, zero));
      return system;
    },
  ],
  [
    "a state of one's own",
    'Own "own": the rate of its state 0',
    (draw) => {
      const { system, bob } = createSwing();
      system.add(new Own("own", system.ground, bob, zero, draw));
      return system;
    },
  ],
  ["a field", "Field: the acceleration", (draw) => createSwing({}, { gravity: new Field(draw) }).system],
  [
    "a brake",
    'JointFriction "brake": the limit',
    (draw) => {
      const { system, hinge } = createSwing();
      system.add(new JointFriction("brake", hinge, { torque: () => 1 + draw() }));
      return system;
    },
  ],
  [
    "a circuit",
    'JointCircuit "drive": Se "V"',
    (draw) => {
      const { system, hinge } = createSwing();
      system.add(new JointCircuit("drive", hinge, createDrive(draw)));
      return system;
    },
  ],
];

const REMEDY =
  "A law has to depend on time and on the state of the model alone: draw random numbers before the run (a table over time), " +
  "and keep what it remembers (an integral, a filter) in a state: a JointCircuit, or a constraint of your own with stateCount";

for (const [place, name, create] of PLACES) {
  test(`${place}: what answers differently at each call is refused at the start by name`, (t) => {
    const error = t.throws(() => create(count()).simulateSync({ until: 1 }), { instanceOf: SimulationError });
    const numbers =
      error.message
        .match(/ is (\S+) and then (\S+) when/)
        ?.slice(1, 3)
        .map(Number) ?? [];
    isAbove(t, Math.abs(numbers[1] - numbers[0]), 0.1, error.message);
    t.is(
      error.message,
      `simulate: the run stopped at t = 0 s: ${name} is ${numbers[0]} and then ${numbers[1]} when it is asked twice at ` +
        `t = 0 s with the same motion. ${REMEDY}. What was computed before is in the error's trajectory`,
    );
    t.is(error.trajectory?.length, 1);
  });

  test(`${place}: a pure law in the same place is not accused`, (t) => {
    t.deepEqual(create(() => 0.1).simulateSync({ until: 1 }).notes, []);
  });

  // Rates of states may depend on accelerations: they are asked only twice in a row.
  if (name.includes("the rate of")) continue;
  test(`${place}: a variable that an action changes is noted once, by name`, (t) => {
    let value = 0.1;
    const run = create(() => value).simulateSync({
      until: 1,
      events: [
        {
          name: "turn",
          value: (now) => Math.sin(10 * now.t - 1),
          action: () => {
            value += 0.25;
          },
        },
      ],
    });
    isAbove(t, run.events.length, 2);
    t.is(run.notes.length, 1, run.notes.join("\n"));
    t.true(run.notes[0].startsWith(`t = 0.1 s: ${name} was `), run.notes[0]);
    t.regex(
      run.notes[0],
      / before the event "turn" acted and is \S+ after it, at the same instant, so reading the run back shows other values than acted\. .*: let the action switch constraints on and off, or keep what changes in a mode or a state of a constraint of your own$/,
    );
  });
}

test("a random prescribed motion, length or base is refused before the run by its derivatives", (t) => {
  const draw = count();
  const motion = () => [draw(), 0, 0] as const;
  t.throws(() => createSwing({ motion }).system.simulateSync({ until: 1 }), { message: /RevoluteJoint "hinge"/ });
});

test("motions of joints, rods and bases that change their mind later are noted by name", (t) => {
  const until = 1;
  let offset = 0;
  const jet = () => [0.2 + offset, 0, 0] as const;
  const events: SimulateOptions["events"] = [
    {
      name: "shift",
      value: (now) => now.t - 0.5,
      action: () => {
        offset = 1e-9;
      },
    },
  ];
  const find = (system: System) => {
    offset = 0;
    return system
      .simulateSync({ until, events })
      .notes.filter((note) => note.includes('before the event "shift" acted'));
  };
  const driven = createSwing({ motion: jet }).system;
  t.regex(find(driven)[0], /^t = 0\.5 s: RevoluteJoint "hinge", angle: the prescribed motion was 0\.2 /);
  const { system, bob } = createSwing();
  system.add(new DistanceRod("rod", system.ground, bob, { from: [1, 1, 0], length: () => [1 + offset, 0, 0] }));
  t.regex(find(system)[0], /^t = 0\.5 s: DistanceRod "rod": what it prescribes was /);
  const moved = createSwing().system;
  moved.add(new Ground("shaker", { motion: sliding({ direction: [1, 0, 0], distance: jet }) }));
  t.regex(find(moved)[0], /^t = 0\.5 s: Ground "shaker": the motion was 0\.2 /);
});

test("Math.random() in a law is refused at once, not after millions of steps", (t) => {
  const { system } = createSwing({ torque: () => Math.random() });
  const error = t.throws(() => system.simulateSync({ until: 1 }), { instanceOf: SimulationError });
  t.regex(error.message, /the run stopped at t = 0 s: RevoluteJoint "hinge": the torque is \S+ and then \S+ when/);
  t.is(error.trajectory?.statistics.steps, 0);
});

test("the integral of a controller kept in a callback is refused after the first step", (t) => {
  let integral = 0;
  let last = 0;
  const { system } = createSwing({
    torque: (time, angle, rate) => {
      const error = 1 - angle;
      integral += error * (time - last);
      last = time;
      return 20 * error - 3 * rate + 5 * integral;
    },
  });
  const error = t.throws(() => system.simulateSync({ until: 1 }), { instanceOf: SimulationError });
  t.regex(error.message, /RevoluteJoint "hinge": the torque was 20 at t = 0 s, and is \S+ when it is asked for that/);
  t.regex(error.message, /again after the first step: it remembers its calls\. A law has to depend on time/);
  t.is(error.trajectory?.statistics.steps, 1);
});

test("a law that begins to remember later is noted once; the run goes on", (t) => {
  // A controller that samples every 0.05 s, kept in variables.
  let next = 0.05;
  let held = 0;
  const { system } = createSwing({
    torque: (time, angle) => {
      if (time >= next) {
        held = -angle;
        next += 0.05;
      }
      return held;
    },
  });
  const run = system.simulateSync({ until: 1, tolerance: 1e-6 });
  t.is(run.end, 1);
  const notes = run.notes.filter((note) => note.includes('RevoluteJoint "hinge": the torque was'));
  t.is(notes.length, 1, run.notes.join("\n"));
  t.regex(notes[0], /when it is asked for that instant again, so reading the run back shows other values than acted/);
});

test("a random value of an event is refused; one that reads what its action changes is as good as any", (t) => {
  const { system, bob } = createSwing();
  t.throws(() => system.simulateSync({ until: 1, events: [{ name: "dice", value: count() }] }), {
    instanceOf: SimulationError,
    message:
      /: the value of the event "dice" is \d and then \d when it is asked twice at t = 0 s; let it depend on the snapshot that it gets, and draw random numbers before the run\. /,
  });
  let goal = 0.15;
  const run = system.simulateSync({
    until: 1,
    events: [
      {
        name: "alarm",
        value: (now) => now.t - goal,
        action: (actions) => {
          actions.applyImpulse(bob, [0, 0.1, 0]);
          goal += 0.2;
        },
      },
    ],
  });
  t.is(run.events.length, 5);
  t.deepEqual(run.notes, []);
});

test("the model itself may change at events: what is switched, struck or has another mode is not accused", (t) => {
  const { system, bob, hinge } = createSwing({ torque: (time) => Math.sin(time) });
  const wind = system.add(new AppliedWrench("wind", system.ground, bob, { force: (time) => [Math.cos(time), 0, 0] }));
  const follow = new AppliedWrench("follow", system.ground, bob, {
    force: () => [wind.present.isOn ? 1 : 2, hinge.present.rates[0], bob.kinematics.r[0]],
  });
  system.add(follow);
  const run = system.simulateSync({
    until: 1,
    events: [
      { name: "off", value: (now) => now.t - 0.3, action: (actions) => actions.switchOff(wind) },
      {
        name: "on",
        value: (now) => now.t - 0.6,
        action: (actions) => {
          actions.switchOn(wind);
          actions.setRate(hinge, 1);
        },
      },
    ],
  });
  t.is(run.events.length, 2);
  t.deepEqual(run.notes, []);
  // What the law saw is what is read back.
  t.is(run.at(0.45).reaction("follow").force[0], 2);
  t.is(run.at(0.75).reaction("follow").force[0], 1);
});

/** Pushes from 0.5 s on; whether it does is kept in its mode, or in a field that nobody brings back. */
class Relay extends ForceElement {
  private readonly isHidden: boolean;
  private current = "off";
  private engaged = false;

  constructor(name: string, a: Body, b: Body, isHidden: boolean) {
    super(name, a, b);
    this.isHidden = isHidden;
  }

  override get mode(): string {
    return this.current;
  }

  override set mode(value: string) {
    this.current = value;
  }

  get stateCount(): number {
    return 1;
  }

  calcStateRates(): void {
    this.stateRates[0] = 1;
  }

  get eventCount(): number {
    return 1;
  }

  calcEvents(t: number, out: Float64Array): void {
    out[0] = t - 0.5;
  }

  handleEvent(): void {
    if (this.isHidden) this.engaged = true;
    else this.mode = "on";
    this.states[0] = 10;
  }

  protected override calcWrench(): void {
    this.wrenchB.F[0] = this.engaged || this.mode === "on" ? 3 : 0;
  }
}

test("a constraint may change its mode and its states at an event, but not what nobody can read back", (t) => {
  const simulate = (isHidden: boolean) => {
    const { system, bob } = createSwing();
    system.add(new Relay("relay", system.ground, bob, isHidden));
    const run = system.simulateSync({ until: 1 });
    t.is(run.events.length, 1);
    // The state grows by one a second, and is set to ten half way.
    isClose(t, run.column("relay.state.0").at(-1) as number, 10.5, 1e-12);
    return run;
  };
  const open = simulate(false);
  t.deepEqual(open.notes, []);
  t.is(open.at(0.4).reaction("relay").force[0], 0);
  const hidden = simulate(true);
  t.is(hidden.notes.length, 1);
  t.regex(
    hidden.notes[0],
    /^t = 0\.5 s: Relay "relay": the force was 0 before the event "relay" acted and is 3 after it/,
  );
});

test("laws of all joints of a loop are pure, of the one that closes it too", (t) => {
  const system = new System();
  const rod = (name: string, position: Vector3, axis: "x" | "y") =>
    system.add(new RigidBody(name, { inertia: Inertia.rod({ mass: 1, length: 1, axis }), position }));
  const left = rod("left", [0, 0.5, 0], "y");
  const top = rod("top", [0.5, 1, 0], "x");
  const right = rod("right", [1, 0.5, 0], "y");
  const join = (name: string, a: Body, b: Body, point: Vector3, rate?: number) => {
    const torque = (_t: number, angle: number, speed: number) => -0.1 * speed - Math.sin(angle);
    system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], torque, ...(rate && { rate }) }));
  };
  join("foot", system.ground, left, [0, 0, 0], -1);
  join("elbow", left, top, [0, 1, 0]);
  join("wrist", top, right, [1, 1, 0]);
  join("heel", system.ground, right, [1, 0, 0]);
  t.is(system.getObserver().kernel.loopClosures.length, 1);
  t.deepEqual(system.simulateSync({ until: 1 }).notes, []);
});

test("a force may read what a tracker follows", (t) => {
  const { system, bob } = createSwing();
  const surfaces = { surfaceA: new Plane({ point: [0, -2, 0] }), surfaceB: new Sphere({ radius: 0.1 }) };
  const probe = system.add(new NearestPoints("probe", system.ground, bob, surfaces));
  system.add(new AppliedWrench("cushion", system.ground, bob, { force: () => [0, 1 / (0.1 + probe.present.gap), 0] }));
  t.deepEqual(system.simulateSync({ until: 1 }).notes, []);
});

test("the checks add less than a hundredth to the calls of a law", (t) => {
  for (const method of ["dop853", "dopri5", "radau"] as const) {
    let calls = 0;
    const { system } = createSwing({
      torque: (time, _angle, rate) => {
        calls++;
        return Math.sin(3 * time) - 0.1 * rate;
      },
    });
    system.assemble();
    calls = 0;
    const { steps, evaluations } = system.simulateSync({ until: 60, method }).statistics;
    isAbove(t, steps, 100);
    isAbove(t, calls, evaluations);
    isBelow(t, calls - evaluations, 0.01 * evaluations);
  }
});

const accusations = (notes: readonly string[]) => notes.filter((note) => note.includes("reading the run back"));

test("pure models are never accused: one of everything, contacts that remember, random scenes, wheels", (t) => {
  t.deepEqual(accusations(createZoo().simulateSync({ until: 1 }).notes), []);
  t.deepEqual(accusations(createBalls().simulateSync({ until: 1, tolerance: 1e-6 }).notes), []);
  for (const { create, options } of RUN_CASES) t.deepEqual(accusations(create().simulateSync(options).notes), []);
  for (let seed = 1; seed <= 20; seed++) {
    const { system } = createScene(new RandomSource(seed));
    t.deepEqual(accusations(system.simulateSync({ until: 0.05, tolerance: 1e-6 }).notes), []);
  }
});

/** A tank that is filled by a law and empties through an orifice: not linear, with an algebraic loop of two resistors. */
function createTank(inflow: (t: number) => number): BondGraph {
  const graph = new BondGraph();
  graph.create("Sf", "pump", { law: (_x: number, t: number) => inflow(t) });
  graph.create("0", "pressure");
  graph.create("C", "tank", { parameters: { capacitance: 0.5 } });
  graph.create("1", "outlet");
  graph.create("R", "pipe", { law: "a*f^3 + b*f", parameters: { a: 2, b: 1 } });
  graph.create("R", "valve", { law: "c*f + f^5", parameters: { c: 3 } });
  graph.connect("pump", "pressure");
  graph.connect("pressure", "tank");
  graph.connect("pressure", "outlet");
  graph.connect("outlet", "pipe");
  graph.connect("outlet", "valve");
  return graph;
}

test("circuits: a random law is refused with its element, one that remembers too, a pure one is not", (t) => {
  t.throws(() => new Circuit(createTank(count())).simulateSync({ until: 1 }), {
    instanceOf: SimulationError,
    message:
      /^Circuit\.simulate: the run stopped at t = 0 s: Sf "pump" is \d+ and then \d+ when it is asked twice at t = 0 s/,
  });
  let integral = 0;
  let last = 0;
  const remembers = new Circuit(
    createTank((time) => {
      integral += time * (time - last);
      last = time;
      return 1 + integral;
    }),
  );
  t.throws(() => remembers.simulateSync({ until: 1 }), {
    message: /: Sf "pump" was \S+ at t = 0 s, and is \S+ when it is asked for that instant again after the first step/,
  });
  const run = new Circuit(createTank((time) => 1 + Math.sin(time))).simulateSync({ until: 5 });
  t.deepEqual(run.notes, []);
});
