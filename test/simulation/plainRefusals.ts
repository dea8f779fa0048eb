import test from "ava";
import {
  BondGraph,
  Circuit,
  Inertia,
  JointFriction,
  ModelError,
  Plane,
  RevoluteJoint,
  RigidBody,
  registerLaw,
  SpringDamper,
  System,
  WeldJoint,
} from "../../lib/index.ts";

// What a model or a run refuses, or notes, in words that name the part, the value and the remedy.

const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });

function createPendulum(joint: object = {}, body: object = {}) {
  const system = new System();
  const rod = system.add(new RigidBody("rod", { inertia, position: [0.5, 0, 0], ...body }));
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, rod, { ...place, ...joint }));
  return { system, rod, hinge };
}

function createLoop(parts: { V?: object; R?: object; L?: object } = {}): Circuit {
  const graph = new BondGraph();
  graph.create("Se", "V", { parameters: { effort: 1 }, ...parts.V });
  graph.create("1", "loop");
  graph.create("R", "R", { parameters: { resistance: 1 }, ...parts.R });
  graph.create("I", "L", { parameters: { inertance: 1 }, ...parts.L });
  graph.connect("V", "loop");
  for (const name of ["R", "L"]) graph.connect("loop", name);
  return new Circuit(graph);
}

const run = (joint: object) => createPendulum(joint).system.simulateSync({ until: 1 });
const act = (name: string, ...given: unknown[]) => {
  const action = (actions: unknown) => (actions as Record<string, (...list: unknown[]) => void>)[name](...given);
  const event = { name: "now", value: ({ t }: { t: number }) => t - 0.5, action };
  return createPendulum().system.simulateSync({ until: 1, events: [event] });
};

const refusals: [what: string, work: () => unknown, message: string | RegExp][] = [
  [
    "a parameter that is undefined",
    () => createLoop({ R: { parameters: { resistance: undefined } } }),
    'R "R": parameters.resistance: it is undefined; give a number, a text or an object, or leave it away',
  ],
  [
    "a stiffness of 1e300",
    () => run({ stiffness: 1e300 }),
    'RevoluteJoint "hinge": angle stiffness, damping and rest is [1e+300, 0, 0]; give numbers of at most 1e+150',
  ],
  [
    "a damping of 1e300",
    () => run({ damping: 1e300 }),
    /^RevoluteJoint "hinge": .*\[0, 1e\+300, 0\]; give numbers of at/,
  ],
  [
    "a point too far away",
    () => run({ point: [1e300, 0, 0] }),
    /^RevoluteJoint "hinge": pointA is \[1e\+300, 0, 0\]; give/,
  ],
  [
    "a friction of 1e300",
    () => {
      const { system, hinge } = createPendulum();
      system.add(new JointFriction("dry", hinge, { torque: 1e300 }));
      system.simulateSync({ until: 1 });
    },
    'JointFriction "dry": torque is 1e+300; give numbers of at most 1e+150',
  ],
  [
    "a spring of 1e300",
    () => {
      const { system, rod } = createPendulum();
      const ends = { pointA: [0, 1, 0], pointB: [0.5, 0, 0], restLength: 1 } as const;
      system.add(new SpringDamper("spring", system.ground, rod, { ...ends, stiffness: 1e300 }));
      system.simulateSync({ until: 1 });
    },
    'SpringDamper "spring": stiffness is 1e+300; give numbers of at most 1e+150',
  ],
  [
    "an effort of 1e300",
    () => createLoop({ V: { parameters: { effort: 1e300 } } }),
    'Se "V": effort is 1e+300; give at most 1e+150',
  ],
  [
    "a run that is shorter than steps",
    () => createPendulum().system.simulateSync({ until: 1e-320 }),
    "simulate: until is 1e-320 s, 1e-320 s after the start; give 1e-250 s or more",
  ],
  [
    "a run of a circuit that is shorter than steps",
    () => createLoop().simulateSync({ until: 5e-324 }),
    "Circuit.simulate: until is 5e-324 s, 5e-324 s after the start; give 1e-250 s or more",
  ],
  ["setRate by name", () => act("setRate", "hinge", 0), /"hinge" is not a joint; give the joint itself, not its name/],
  [
    "an impulse by name",
    () => act("applyImpulse", "rod", [0, 0, 1]),
    /"rod" is not a body .*; give the body itself, not its/,
  ],
  [
    "switchOff by name",
    () => act("switchOff", "hinge"),
    /"hinge" is not a constraint .*; give the constraint itself, not/,
  ],
  [
    "a body of another kind",
    () => act("applyImpulse", 3, [0, 0, 1]),
    /: 3 is not a body of the system; give a body of the/,
  ],
  [
    "a bigint",
    () => run({ damping: 10n }),
    'RevoluteJoint "hinge": damping is 10n, not a number; give a finite number',
  ],
  [
    "a position of null",
    () => createPendulum({}, { position: null }),
    'RigidBody "rod": position is null; give three numbers [x, y, z]',
  ],
  [
    "an orientation of null",
    () => createPendulum({}, { orientation: null }),
    /^RigidBody "rod": orientation is null; give four/,
  ],
  [
    "an axis of null",
    () => Inertia.rod({ mass: 1, length: 1, axis: null as never }),
    'Inertia.rod: axis null is unknown; give "x", "y" or "z"',
  ],
  [
    "a normal of null",
    () => new Plane({ normal: null as never }),
    "Plane: normal is null; give three numbers [x, y, z]",
  ],
  [
    "a switch of null",
    () => {
      const { system, rod } = createPendulum();
      return new WeldJoint("weld", system.ground, rod, { point: [0, 0, 0], switchable: null as never });
    },
    'WeldJoint "weld": switchable is null; give true or false',
  ],
  [
    "a torque that becomes infinite",
    () => run({ torque: (t: number) => (t > 0.3 ? Number.POSITIVE_INFINITY : 0) }),
    /effort of RevoluteJoint "hinge" is not a finite number there; check its law, which gives Infinity just after t = 0\.(?:3|29)/,
  ],
  [
    "a control character in a name",
    () => new RigidBody("a\u0007b", { inertia }),
    'RigidBody: the name "a\\u0007b" holds a control character; take another, such as "a-b"',
  ],
  [
    "half of a letter in a name",
    () => new RigidBody("a\ud800b", { inertia }),
    'RigidBody: the name "a\\ud800b" holds half of a letter (a lone surrogate); take another, such as "a-b"',
  ],
  [
    "a law called like a function",
    () => registerLaw("sin", (x) => x),
    'registerLaw "sin": expressions have "sin" already; give another name',
  ],
  [
    "a law with a blank in its name",
    () => registerLaw("x y", (x) => x),
    /^registerLaw "x y": it is no name; give letters/,
  ],
  [
    "an empty law",
    () => createLoop({ R: { law: "", parameters: {} } }),
    /^R "R": the end is not expected at column 1 of ""; give/,
  ],
  [
    "a cut law",
    () => createLoop({ R: { law: "2*f +", parameters: {} } }),
    /the end is not expected at column 6 of "2\*f \+"; give/,
  ],
];

for (const [what, work, message] of refusals) {
  test(`${what} is refused by name`, (t) => {
    const error = t.throws(work, { message });
    t.true(error instanceof ModelError || error?.name === "SimulationError");
  });
}

test("what is legal but often a mistake is noted", (t) => {
  t.deepEqual(createLoop().simulateSync({ until: 0.1 }).notes, []);
  const { notes } = createLoop({ R: { parameters: { resistance: -1 } } }).simulateSync({ until: 0.1 });
  t.deepEqual(notes, ['R "R": resistance is -1, so its power is negative']);
  const coil = createLoop({ L: { parameters: { inertance: -2 } } }).simulateSync({ until: 0.1 });
  t.deepEqual(coil.notes, ['I "L": inertance is -2, so its energy is negative']);

  const first = createPendulum({ damping: 1 }).system;
  const before = first.simulateSync({ until: 0.5 });
  t.deepEqual(first.simulateSync({ from: before, until: 1 }).notes, []);
  t.deepEqual(createPendulum({ damping: 2 }).system.simulateSync({ from: before, until: 1 }).notes, [
    't = 0.5 s: angle stiffness, damping and rest of RevoluteJoint "hinge" is [0, 1, 0] in the run that is continued and [0, 2, 0] in the system',
  ]);
});

test("names that spreadsheets would take for formulas are written as text", (t) => {
  const system = new System();
  system.add(new RigidBody("=1+1", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
  const text = system.simulateSync({ until: 0.1 }).toCSV({ columns: ["=1+1.position.x", "energy.total"] });
  t.is(text.split("\n")[0], `time,"'=1+1.position.x",energy.total`);
});
