import test from "ava";
import {
  BallJoint,
  type Body,
  type Constraint,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  type Jet,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  SimulationError,
  System,
  Trajectory,
  UniversalJoint,
  WeldJoint,
} from "../../lib/index.ts";
import { ground, INF, makeArm, NAN, PLACE, SPHERE } from "../helpers/badInputParts.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import { type Case, refuse, wrong } from "../helpers/refuse.ts";

/** A pendulum called "arm" on a joint called "hinge". */
function makePendulum(body: object = {}, joint: object = {}): System {
  const system = new System();
  const arm = system.add(makeArm(body));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { ...PLACE, ...joint }));
  return system;
}

test("systems: twice, in two, taken, reserved, too early, not there", (t) => {
  const system = makePendulum();
  const other = new System();
  const loose = new RigidBody("loose", { inertia: SPHERE });
  const [arm, hinge] = [system.get("arm") as Body, system.get("hinge") as RevoluteJoint];
  refuse(t, [
    [() => system.add(arm), 'System: RigidBody "arm" is in the system already; add it once'],
    [
      () => other.add(arm),
      'System: RigidBody "arm" belongs to another system; make a new one, or remove it there first',
    ],
    [
      () => other.add(hinge),
      'System: RevoluteJoint "hinge" belongs to another system; make a new one, or remove it there first',
    ],
    [
      () => system.add(new RigidBody("arm", { inertia: SPHERE })),
      'System: the name "arm" of RigidBody "arm" is taken by RigidBody "arm"; give another name',
    ],
    [
      () => system.add(new BallJoint("arm", system.ground, arm, { point: [0, 0, 0] })),
      'System: the name "arm" of BallJoint "arm" is taken by RigidBody "arm"; give another name',
    ],
    [
      () => system.add(new Ground()),
      'System: the name "ground" of Ground "ground" is taken by Ground "ground"; give another name',
    ],
    ...["time", "energy", "momentum", "violation"].map(
      (name): Case => [
        () => system.add(new RigidBody(name, { inertia: SPHERE })),
        `System: the name "${name}" of RigidBody "${name}" is reserved for results; give another name`,
      ],
    ),
    [
      () => system.add(new RevoluteJoint("elbow", arm, loose, PLACE)),
      'System: RevoluteJoint "elbow" joins RigidBody "loose", which is not in the system; ' +
        "add the body first, and the constraint after it",
    ],
    [
      () => system.add(new RevoluteJoint("elbow", arm, ground, PLACE)),
      'System: RevoluteJoint "elbow" joins Ground "base", which is not in the system; ' +
        "add the base first, and the constraint after it",
    ],
    [
      () => system.add(new RevoluteJoint("elbow", arm, other.ground, PLACE)),
      'System: RevoluteJoint "elbow" joins Ground "ground", which is in another system; ' +
        "join a base of this one, such as its ground",
    ],
    [
      () => other.add(new RevoluteJoint("elbow", other.ground, arm, PLACE)),
      'System: RevoluteJoint "elbow" joins RigidBody "arm", which is in another system; join a body of this one',
    ],
    [
      () => system.add(new Gear("gear", hinge, new RevoluteJoint("late", system.ground, arm, PLACE), { ratio: 2 })),
      'System: Gear "gear" acts on RevoluteJoint "late", which is not in the system; add the joint first',
    ],
    [() => system.add(wrong({})), "System: an object of class Object cannot be added; add bodies and constraints"],
    [() => system.add(wrong("arm")), 'System: "arm" cannot be added; add bodies and constraints'],
    [() => system.remove(arm), 'System: RigidBody "arm" is used by RevoluteJoint "hinge"; remove that first'],
    [() => system.remove(system.ground), "System: the ground cannot be removed; every system has one"],
    [
      () => system.remove(loose),
      'System: RigidBody "loose" is not in this system, so it cannot be removed; remove what was added',
    ],
    [() => system.remove(wrong(undefined)), /^System: undefined is not in this system/],
    [
      () => system.get("hnige"),
      'no body or constraint is called "hnige"; did you mean "hinge"? There are "ground", "arm", "hinge"',
    ],
    [() => system.get("zzzzzz"), 'no body or constraint is called "zzzzzz"; there are "ground", "arm", "hinge"'],
    [() => other.evaluate(), "System: there is no body to move; add a RigidBody first"],
    [() => system.evaluate(NAN), /^System\.evaluate: the time is NaN; give a finite number/],
  ]);
  // What was refused has left nothing behind.
  t.deepEqual(
    system.bodies.map(({ name }) => name),
    ["ground", "arm"],
  );
  t.deepEqual(
    system.constraints.map(({ name }) => name),
    ["hinge"],
  );
  t.is(loose.owner, undefined);
  t.notThrows(() => system.simulateSync({ until: 0.1 }));
  // Taken out here, it can go in there.
  system.remove(hinge);
  system.remove(arm);
  t.is(other.add(arm), arm);
});

test("runs: times that run backwards, tolerances, options", async (t) => {
  const system = makePendulum();
  const run = (options: object) => () => system.simulateSync(wrong(options));
  const positive = "give a number greater than zero";
  const finite = "give a finite number (a division by zero upstream?)";
  refuse(t, [
    [() => system.simulateSync(wrong(undefined)), "simulate: until is undefined, not a number; give a finite number"],
    [run({ until: NAN }), `simulate: until is NaN; ${finite}`],
    [run({ until: INF }), `simulate: until is Infinity; ${finite}`],
    [run({ until: "10" }), 'simulate: until is "10", not a number; give a finite number'],
    [run({ until: -1 }), "simulate: until is -1 s, but the run starts at 0 s; time runs forwards: give a later end"],
    [
      run({ from: 3, until: 2 }),
      "simulate: until is 2 s, but the run starts at 3 s; time runs forwards: give a later end",
    ],
    [run({ from: NAN, until: 2 }), `simulate: from is NaN; ${finite}`],
    [
      run({ from: "x", until: 2 }),
      'simulate: from is "x"; give a start time in seconds, or a trajectory to continue from its end',
    ],
    [run({ until: 1, tolerance: 0 }), `simulate: tolerance is 0; ${positive}`],
    [run({ until: 1, tolerance: -0.5 }), `simulate: tolerance is -0.5; ${positive}`],
    [run({ until: 1, tolerance: NAN }), `simulate: tolerance is NaN; ${finite}`],
    [run({ until: 1, tolerance: "tight" }), 'simulate: tolerance is "tight", not a number; give a finite number'],
    [run({ until: 1, tolerance: { absolute: 0 } }), `simulate: the absolute tolerance is 0; ${positive}`],
    [
      run({ until: 1, tolerance: { absolute: 1, relative: -1 } }),
      "simulate: the relative tolerance is -1; give zero or a positive number",
    ],
    [
      run({ until: 1, tolerance: { abs: 1e-3 } }),
      'simulate, tolerance: unknown option "abs"; did you mean "absolute"? The options are absolute, relative',
    ],
    [run({ until: 1, maxStep: 0 }), `simulate: maxStep is 0; ${positive}`],
    [run({ until: 1, every: -1 }), `simulate: every is -1; ${positive}`],
    [run({ until: 1, progress: 1 }), "simulate: progress is 1; give a function"],
    [
      run({ until: 1, method: "euler" }),
      'simulate: method is "euler"; choose one of auto, dop853, dopri5, radau, bdf, rk4, moreau',
    ],
    [run({ until: 1, method: "rk4" }), "simulate: rk4 has fixed steps; give step in seconds, such as 0.001"],
    [run({ until: 1, method: "rk4", step: -1 }), `simulate: step is -1; ${positive}`],
    [
      run({ until: 1, method: "rk4", step: 0.1, tolerance: 1e-3 }),
      "simulate: rk4 has fixed steps and keeps no tolerance; leave tolerance away, or use dop853",
    ],
    [
      run({ until: 1, method: "rk4", step: 0.1, maxStep: 0.1 }),
      "simulate: rk4 takes every step as long as step says; leave maxStep away, or use dop853",
    ],
    [
      run({ until: 1, step: 0.1 }),
      "simulate: step is for rk4 and moreau; auto chooses its steps: give tolerance or maxStep",
    ],
    [
      run({ until: 1, signal: new AbortController() }),
      "simulate: signal is an object of class AbortController; give the signal of an AbortController",
    ],
    [
      run({ until: 1, tolerence: 1 }),
      /^simulate: unknown option "tolerence"; did you mean "tolerance"\? The options are until, from, tolerance, /,
    ],
  ]);
  // The asynchronous kind rejects, with the same text.
  const options = { until: 1, tolerance: 0 } as SimulateOptions;
  await t.throwsAsync(system.simulate(options), { message: `simulate: tolerance is 0; ${positive}` });
  // Going on from the end, to before it.
  const past = system.simulateSync({ until: 1 });
  refuse(t, [
    [
      run({ from: past, until: 0.5 }),
      "simulate: until is 0.5 s, but the run starts at 1 s; time runs forwards: give a later end",
    ],
  ]);
});

test("velocities of a body that its joint forbids", (t) => {
  const remedy = "leave the velocities of the body away and give the rate of the joint";
  refuse(t, [
    [
      () => makePendulum({ velocity: [2, 0, 0] }).evaluate(),
      'RigidBody "arm": its velocity does not fit RevoluteJoint "hinge": 2.00 m/s or rad/s are left that the joint ' +
        `forbids; ${remedy}`,
    ],
    [
      () => makePendulum({ angularVelocity: [3, 0, 0] }).evaluate(),
      'RigidBody "arm": its angular velocity does not fit RevoluteJoint "hinge": 3.00 m/s or rad/s are left that the ' +
        `joint forbids; ${remedy}`,
    ],
    [
      () => makePendulum({ velocity: [0, 1, 0], angularVelocity: [0, 0, 2] }).evaluate(),
      /^RigidBody "arm": its velocity and angular velocity do not fit RevoluteJoint "hinge": /,
    ],
    [
      () => makePendulum({ velocity: [0, 1, 0] }, { rate: 2 }).evaluate(),
      /^RigidBody "arm": its velocity does not fit /,
    ],
  ]);
  // Those that fit are taken as the joint's rate.
  t.is(
    makePendulum({ velocity: [0, 3, 0] })
      .evaluate()
      .joint("hinge").rate,
    3,
  );
  t.is(
    makePendulum({ angularVelocity: [0, 0, 3] })
      .evaluate()
      .joint("hinge").rate,
    3,
  );
});

test("prescribed motions whose derivatives do not fit", (t) => {
  const make = (motion: Jet) => () => makePendulum({}, { motion }).evaluate();
  const rod = (length: unknown) => () => {
    const system = new System();
    const arm = system.add(makeArm());
    system.add(new DistanceRod("rod", system.ground, arm, { length: wrong(length) }));
    system.evaluate();
  };
  const smooth = "return [x, ẋ, ẍ] of one smooth function";
  refuse(t, [
    [
      make((x) => [Math.sin(x), Math.sin(x), 0]),
      'RevoluteJoint "hinge", angle: the first derivative of the prescribed motion is 0 at t = 0, but a difference ' +
        `quotient gives 1; ${smooth}`,
    ],
    [
      make((x) => [x + x * x, 1 + 2 * x, -2]),
      'RevoluteJoint "hinge", angle: the second derivative of the prescribed motion is -2 at t = 0, but a difference ' +
        `quotient gives 2; ${smooth}`,
    ],
    [
      // Where one side is not defined, the other counts.
      make((x) => [Math.sqrt(x), 0, 0]),
      /^RevoluteJoint "hinge", angle: the first derivative of the prescribed motion is 0 at t = 0/,
    ],
    [
      rod((x: number) => [1 + x, 0, 0]),
      'DistanceRod "rod": the first derivative of the prescribed length is 0 at t = 0, but a difference quotient ' +
        `gives 1; ${smooth}`,
    ],
    [rod((x: number) => x), 'DistanceRod "rod": the prescribed length gives 0 at t = 0; return [x, ẋ, ẍ]'],
    [rod(() => [-1, 0, 0]), 'DistanceRod "rod": the prescribed length is -1 at t = 0; give a length greater than zero'],
  ]);
  // A shaft at 60,000 rpm and a vibration at 2 kHz are no mistakes.
  const rate = 2000 * Math.PI;
  t.notThrows(make((x) => [rate * x, rate, 0]));
  const w = 4000 * Math.PI;
  t.notThrows(make((x) => [1e-4 * Math.sin(w * x), 1e-4 * w * Math.cos(w * x), -1e-4 * w * w * Math.sin(w * x)]));
});

/** One bead without inertia at (1, 0, 0), held by what `join` adds. */
function makeBead(join: (system: System, bead: RigidBody) => Constraint | undefined): System {
  const system = new System();
  const bead = system.add(new RigidBody("bead", { inertia: Inertia.point({ mass: 2 }), position: [1, 0, 0] }));
  const joint = join(system, bead);
  if (joint) system.add(joint);
  return system;
}

test("a point mass is fine where the joints leave its motion determined", (t) => {
  const pendulum = makeBead((system, bead) => new RevoluteJoint("hinge", system.ground, bead, PLACE));
  areClose(t, pendulum.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
  // At the bottom v² = 2 g l, and the hinge carries 3 m g.
  const run = pendulum.simulateSync({ until: 1, tolerance: 1e-10 });
  const { position, velocity } = run.last.body("bead");
  areClose(t, [velocity[0] ** 2 + velocity[1] ** 2], [-2 * 9.81 * position[1]], 1e-8);
  areClose(t, [run.last.energy.total], [0], 1e-8);
  const slider = makeBead(
    (system, bead) => new PrismaticJoint("rail", system.ground, bead, { ...PLACE, axis: [0, 1, 0] }),
  );
  areClose(t, slider.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
  const held = makeBead((system, bead) => new WeldJoint("weld", system.ground, bead));
  areClose(t, held.evaluate().reaction("weld").force, [0, 2 * 9.81, 0], 1e-14);
  const cardan = makeBead(
    (system, bead) =>
      new UniversalJoint("cardan", system.ground, bead, {
        point: [0, 0, 0],
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ],
      }),
  );
  areClose(t, cardan.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
});

test("a point mass that is free to turn is refused by name", (t) => {
  const cause = "because nothing that moves with it has inertia there";
  const centre = [1, 0, 0] as const;
  const evaluate = (join: (system: System, bead: RigidBody) => Constraint | undefined) => () =>
    makeBead(join).evaluate();
  refuse(t, [
    [
      evaluate(() => undefined),
      /^RigidBody "bead": its rotation is not determined, because it has no inertia .*; give the body an inertia, such as Inertia\.sphere/,
    ],
    [
      evaluate((system, bead) => new BallJoint("ball", system.ground, bead, { point: [0, 0, 0] })),
      new RegExp(`^BallJoint "ball": its rotation is not determined, ${cause}; give the body an inertia`),
    ],
    [
      evaluate((system, bead) => new RevoluteJoint("hinge", system.ground, bead, { point: centre, axis: [0, 0, 1] })),
      new RegExp(`^RevoluteJoint "hinge": its angle is not determined, ${cause}; give the body an inertia`),
    ],
    [
      evaluate(
        (system, bead) => new RevoluteJoint("hinge", system.ground, bead, { point: [0, 0, 0], axis: [1, 0, 0] }),
      ),
      /^RevoluteJoint "hinge": its angle is not determined/,
    ],
    [
      evaluate((system, bead) => new DistanceRod("rod", system.ground, bead)),
      /^RigidBody "bead": its rotation is not determined/,
    ],
    [
      // A thin rod has no inertia about itself.
      () => {
        const system = new System();
        const needle = system.add(new RigidBody("needle", { inertia: Inertia.rod({ mass: 1, length: 1 }) }));
        system.add(new RevoluteJoint("spin", system.ground, needle, { point: [0, 0, 0], axis: [1, 0, 0] }));
        system.evaluate();
      },
      /^RevoluteJoint "spin": its angle is not determined/,
    ],
    [
      () => {
        const system = new System();
        system.add(
          new RigidBody("needle", { inertia: Inertia.rod({ mass: 1, length: 1 }), orientation: [3, 1, 2, 5] }),
        );
        system.evaluate();
      },
      /^RigidBody "needle": its rotation is not determined/,
    ],
  ]);
});

test("of several joints, the one whose motion has no inertia is named", (t) => {
  const arm = (system: System) => system.add(makeArm());
  refuse(t, [
    [
      () =>
        makeBead((system, bead) => {
          const other = arm(system);
          system.add(new RevoluteJoint("shoulder", system.ground, other, PLACE));
          return new RevoluteJoint("wrist", other, bead, { point: [1, 0, 0], axis: [0, 0, 1] });
        }).evaluate(),
      /^RevoluteJoint "wrist": its angle is not determined/,
    ],
    [
      () =>
        makeBead(
          (system, bead) =>
            new UniversalJoint("cardan", system.ground, bead, {
              point: [0, 0, 0],
              axes: [
                [0, 0, 1],
                [1, 0, 0],
              ],
            }),
        ).evaluate(),
      /^UniversalJoint "cardan": its angle2 is not determined/,
    ],
  ]);
});

test("loops that cannot be closed name what is missing, and by how much", (t) => {
  const remedy = "Check lengths and points, or draw the bodies nearer to where they belong";
  const start = "System: the constraints cannot all be met at the start; what is missing (m or rad): ";
  refuse(t, [
    [
      () => {
        const system = makePendulum();
        const arm = system.get("arm") as Body;
        system.add(new DistanceRod("rod", system.ground, arm, { from: [5, 0, 0], length: 1 }));
        system.evaluate();
      },
      `${start}DistanceRod "rod" by 3.00. ${remedy}`,
    ],
    [
      () => {
        const system = makePendulum();
        const arm = system.get("arm") as Body;
        const far = system.add(new RigidBody("far", { inertia: SPHERE, position: [9, 0, 0] }));
        system.add(new RevoluteJoint("second", system.ground, far, { point: [10, 0, 0], axis: [0, 0, 1] }));
        system.add(new BallJoint("tie", arm, far, { pointA: [0, 0, 0], pointB: [0, 0, 0] }));
        system.evaluate();
      },
      /^System: the constraints cannot all be met at the start; what is missing \(m or rad\): BallJoint "tie" by \d.*\. Check/,
    ],
  ]);
});

/** Bars in a row from (0, 0) over the corners to the last one, hinged to the ground at both ends; joints A, B, C … */
function makeBars(corners: readonly (readonly [number, number])[], options: Record<string, object> = {}): System {
  const system = new System();
  const points = corners.map(([x, y]) => [x, y, 0] as const);
  const bars = points.slice(1).map((to, i) => {
    const position = to.map((x, k) => (x + points[i][k]) / 2);
    return system.add(new RigidBody(`bar${i}`, { inertia: SPHERE, position }));
  });
  points.forEach((point, i) => {
    const name = "ABCDE"[i];
    const [a, b] = [bars[i - 1] ?? system.ground, bars[i] ?? system.ground];
    system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], ...options[name] }));
  });
  return system;
}

const FRAME = [
  [0, 0],
  [1, 1],
  [2, 0],
] as const;

const FOUR_BAR = [
  [0, 0],
  [0, 1],
  [2, 1.5],
  [2, 0],
] as const;

const steady = { motion: (t: number) => [t, 1, 0] };

const smooth = { motion: (t: number) => [t * t, 2 * t, 2] };

const late = { motion: (t: number) => (t < 0.5 ? [0, 0, 0] : [(t - 0.5) ** 3, 3 * (t - 0.5) ** 2, 6 * (t - 0.5)]) };

test("driven loops that cannot follow: the driven joints, the loop, the cause and the remedy", (t) => {
  const stop = (system: System, pattern: RegExp, end: (time: number) => boolean) => {
    const error = t.throws(() => system.simulateSync({ until: 4 }), { instanceOf: SimulationError });
    t.regex(error.message, pattern);
    t.true(end(error.trajectory.end), `${error.trajectory.end}`);
    // What is kept satisfies the constraints.
    isBelow(t, error.trajectory.last.violation.position, 1e-8);
  };
  const locked = (driven: string, others: string) =>
    new RegExp(
      `: the constraints cannot all be met; what is missing \\(m(/s)? or rad(/s)?\\): RevoluteJoint "\\w" by \\S+\\. ${driven} is driven in the loop with ` +
        `${others}, which is locked: nothing in it can move; take the motion away, or set one of the others free\\. What was computed`,
    );
  const [A, B, C, D] = [..."ABCD"].map((name) => `RevoluteJoint "${name}"`);
  stop(makeBars(FRAME, { A: steady }), locked(A, `${B}, ${C}`), (end) => end === 0);
  stop(makeBars(FRAME, { A: smooth }), locked(A, `${B}, ${C}`), (end) => end < 0.001);
  stop(makeBars(FRAME, { B: smooth }), locked(B, `${A}, ${C}`), (end) => end < 0.001);
  stop(makeBars(FRAME, { A: late }), locked(A, `${B}, ${C}`), (end) => end > 0.4 && end < 0.6);
  const ram = makeBars(FRAME);
  const length: Jet = (time) => [Math.SQRT1_2 + time * time, 2 * time, 2];
  ram.add(new DistanceRod("ram", ram.ground, ram.get("bar0") as Body, { length }));
  stop(
    ram,
    /DistanceRod "ram" is driven in the loop with RevoluteJoint "A", .*, which is locked/,
    (end) => end < 0.001,
  );
  const disagree = new RegExp(
    `${A}, ${D} are driven in the loop with ${B}, ${C}, and their motions disagree: drive fewer of them, or give motions that fit\\. What`,
  );
  stop(makeBars(FOUR_BAR, { A: steady, D: steady }), disagree, (end) => end === 0);
  stop(makeBars(FOUR_BAR, { A: smooth, D: smooth }), disagree, (end) => end < 0.001);
  // The rocker cannot turn round.
  const reach = new RegExp(
    `${D} is driven in the loop with ${A}, ${B}, ${C}, beyond its reach: give a motion that the lengths allow\\. What`,
  );
  stop(makeBars(FOUR_BAR, { D: steady }), reach, (end) => end > 0.5);
});

test("driven loops that can follow run; a frame runs with a note", (t) => {
  for (const name of ["A", "B", "C"]) {
    const run = makeBars(FOUR_BAR, { [name]: smooth }).simulateSync({ until: 0.3 });
    t.deepEqual(run.notes, []);
  }
  // A parallelogram with two motors that agree.
  const square = [
    [0, 0],
    [0, 1],
    [2, 1],
    [2, 0],
  ] as const;
  const back = { motion: (time: number) => [-time, -1, 0] };
  const twice = makeBars(square, { A: back, D: steady }).simulateSync({ until: 1 });
  isBelow(t, twice.last.violation.position, 1e-13);
  const frame = makeBars(FRAME).simulateSync({ until: 1 });
  t.deepEqual(frame.notes, [
    "t = 0 s: nothing can move, the constraints leave no freedom; if this is no frame, look for one too many",
  ]);
  // Half of the weight of each bar, at the middle of its length, and of the thrust: m g / 2 at 45°.
  const { force } = frame.last.reaction("A");
  isClose(t, force[1], 9.81, 1e-9, `${force}`);
  isClose(t, force[0], 9.81 / 2, 1e-9, `${force}`);
});

test("results: unknown names, with what was probably meant", (t) => {
  const run = makePendulum().simulateSync({ until: 0.1 });
  const now = run.at(0.05);
  const system = new System();
  const [one, two] = ["one", "two"].map((name) => system.add(new RigidBody(name, { inertia: SPHERE })));
  system.add(new CylindricalJoint("pin", system.ground, one, PLACE));
  system.add(new WeldJoint("weld", system.ground, two));
  refuse(t, [
    [() => now.body("amr"), 'no body is called "amr"; did you mean "arm"? There are "ground", "arm"'],
    [() => now.body("wheel"), 'no body is called "wheel"; there are "ground", "arm"'],
    [() => now.body(wrong(3)), 'no body is called 3; there are "ground", "arm"'],
    [() => now.reaction("hing"), 'no constraint is called "hing"; did you mean "hinge"? There are "hinge"'],
    [() => now.joint("hinje"), 'no joint is called "hinje"; did you mean "hinge"? There are "hinge"'],
    [() => now.joint("hinge", "position"), 'RevoluteJoint "hinge" has the motion "angle", not "position"; name none'],
    [
      () => system.evaluate().joint("pin"),
      'CylindricalJoint "pin" has the motions "position", "angle"; name one of them',
    ],
    [() => system.evaluate().joint("weld"), 'WeldJoint "weld" does not move, so there is no motion to read'],
    [
      () => run.column("arm.positon.x"),
      /^no column is called "arm\.positon\.x"; did you mean "arm\.position\.x"\? There are "arm\.position\.x", .*, …$/,
    ],
    [() => run.getUnit("hinge.angel"), /^no column is called "hinge\.angel"; did you mean "hinge\.angle"\? There are /],
    [
      () => run.sample({ columns: ["energy.totl"] }),
      /^no column is called "energy\.totl"; did you mean "energy\.total"\?/,
    ],
    [
      () => run.sample({ columns: wrong("energy.total") }),
      'Trajectory.sample: columns are "energy.total"; give a list such as ["energy.total"]',
    ],
    [() => run.sample({ every: 0 }), "Trajectory.sample: every is 0; give a number greater than zero"],
    [() => run.sample({ every: 1, times: [0] }), "Trajectory.sample: every and times are both given; give one of them"],
    [() => run.sample({ times: wrong(3) }), "Trajectory.sample: times are 3; give a list of times in seconds"],
    [
      () => run.sample({ times: [2] }),
      "Trajectory: t = 2 s is outside the run, which goes from 0 s to 0.1 s; give a time of the run",
    ],
    [
      () => run.sample(wrong({ evry: 1 })),
      'Trajectory.sample: unknown option "evry"; did you mean "every"? The options are every, times, columns',
    ],
  ]);
});

test("files that are no trajectories, or damaged ones", (t) => {
  const system = makePendulum();
  const text = JSON.stringify(system.simulateSync({ until: 0.5 }));
  type File = ReturnType<Trajectory["toJSON"]>;
  const edit = (change: (file: File) => void) => () => {
    const file = JSON.parse(text) as File;
    change(file);
    return Trajectory.fromJSON(file, system);
  };
  t.notThrows(edit(() => {}));
  const number = 'it should be a number, "NaN", "Infinity", "-Infinity" or "-0"';
  const damaged = "the file is damaged or was edited";
  const other = new System();
  other.add(new RigidBody("stone", { inertia: SPHERE }));
  refuse(t, [
    [() => Trajectory.fromJSON("[1, 2"), /^trajectory JSON: the text is not JSON \(/],
    [
      () => Trajectory.fromJSON("{}"),
      "trajectory JSON: this is an object of class Object, not a trajectory; give what toJSON has written",
    ],
    [() => Trajectory.fromJSON(wrong(5)), /^trajectory JSON: this is 5, not a trajectory; /],
    [() => Trajectory.fromJSON(wrong(null)), /^trajectory JSON: this is null, not a trajectory; /],
    [
      edit((file) => Object.assign(file, { version: 2 })),
      "trajectory JSON: version 2 is not known; this library reads version 1",
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "times")),
      "trajectory JSON: times is missing; the file is not complete",
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "columns")),
      "trajectory JSON: columns is missing; the file is not complete",
    ],
    [
      edit((file) => {
        file.times = [];
        file.states = [];
        file.modes = [];
      }),
      "trajectory JSON: there is no stored point; the file is not complete",
    ],
    [
      edit((file) => {
        file.times[1] = wrong("soon");
      }),
      `trajectory JSON: times[1] is "soon"; ${number}`,
    ],
    [
      edit((file) => {
        file.states[1][0] = wrong(null);
      }),
      `trajectory JSON: states[1][0] is null; ${number}`,
    ],
    [edit((file) => file.states[1].pop()), `trajectory JSON: states[1] has 1 entries; it should have 2: ${damaged}`],
    [edit((file) => file.states.pop()), /^trajectory JSON: states has \d+ entries; it should have \d+: /],
    [
      edit((file) => {
        file.modes[1] = 7;
      }),
      "trajectory JSON: modes[1] is 7; it should be a place in modeLists, which has 1",
    ],
    [
      edit((file) => {
        file.modeLists[0] = wrong("a");
      }),
      'trajectory JSON: modeLists[0] is "a"; it should be a list of texts',
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "denseVectors")),
      "trajectory JSON: denseVectors is undefined; it should be a whole number from 1",
    ],
    [
      edit((file) => {
        file.steps[0] = wrong(null);
      }),
      "trajectory JSON: steps[0] is null; it should be an object",
    ],
    [
      edit((file) => file.steps[0].dense.pop()),
      /^trajectory JSON: steps\[0\]\.dense has \d+ entries; it should have \d+: /,
    ],
    [edit((file) => file.events.push(wrong(null))), "trajectory JSON: events[0] is null; it should be an object"],
    [
      edit((file) => {
        file.columns["hinge.angle"] = wrong(null);
      }),
      'trajectory JSON: columns["hinge.angle"] is null; it should be an object with unit and values',
    ],
    [
      edit((file) => file.columns["hinge.angle"].values.pop()),
      /^trajectory JSON: columns\["hinge\.angle"\]\.values has \d+ entries; it should have \d+: /,
    ],
    [
      edit((file) => {
        file.statistics.steps = wrong("many");
      }),
      `trajectory JSON: statistics.steps is "many"; ${number}`,
    ],
    [
      () => Trajectory.fromJSON(text, other),
      /^trajectory JSON: it belongs to another model: its state is \[RevoluteJoint "hinge", angle \(its position\); .*the system's is \[RigidBody "stone" .*; give the system the run was made with$/,
    ],
  ]);
});
