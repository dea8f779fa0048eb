import test from "ava";
import {
  auditPower,
  auditRun,
  BondGraph,
  Circuit,
  Contact,
  DistanceRod,
  Fragment,
  Inertia,
  JointCircuit,
  JointFriction,
  ModelError,
  OmniWheel,
  Plane,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ServoConstraint,
  Sphere,
  SpringNormal,
  System,
} from "../../lib/index.ts";
import { createGearedMotor, createGraph, createRLC, GEARED } from "../helpers/circuits.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { createMotorPendulum } from "../helpers/measureCircuits.ts";

test("a word graph has one node for each body and each constraint", (t) => {
  const system = createMotorPendulum();
  const graph = system.bondGraph({ detail: "word" });
  t.deepEqual(
    graph.elements.map(({ kind, name, parameters }) => [kind, name, parameters.is]),
    [
      ["word", "ground", "Ground"],
      ["word", "arm", "RigidBody"],
      ["word", "shaft", "RevoluteJoint"],
      ["word", "motor", "JointCircuit"],
    ],
  );
  t.deepEqual(
    graph.bonds.map(({ name, dimension }) => [name, dimension]),
    [
      ["shaft → ground", 6],
      ["arm → shaft", 6],
      ["motor → shaft", 1],
    ],
  );
  t.deepEqual(graph.validate(), []);
  t.is(createZoo().bondGraph({ detail: "word" }).elements.length, 11 + createZoo().constraints.length);
  t.throws(() => system.bondGraph({ detail: "some" as never }), {
    message: 'System.bondGraph: detail is "some"; choose one of word, full',
  });
});

test("the full graph of a motor on a joint: the circuit branches off the joint's scalar bond", (t) => {
  const system = createMotorPendulum();
  const graph = system.bondGraph();
  t.deepEqual(graph.validate(), []);
  t.true(graph.has("motor.V"));
  t.is(graph.bond("motor.gearbox → shaft.EC.M.1").dimension, 1);
  t.deepEqual(graph.element("shaft.EC.M").parameters, { damping: 0.05 });
  const run = system.simulateSync({ until: 1 });
  run.at(0.7).show();
  const { rate, effort } = run.at(0.7).joint("shaft");
  run.at(0.7).show();
  isClose(t, graph.calcPowerInto("shaft.EC.M") as number, 0.05 * rate * rate, 1e-12);
  const [torque] = run.sample({ times: [0.7], columns: ["motor.effort"] })["motor.effort"];
  isClose(t, effort, torque - 0.05 * rate, 1e-12 * Math.abs(torque));
});

test("the audit of a motor on a joint: every joule of the battery is found again", (t) => {
  const system = createMotorPendulum();
  const run = system.simulateSync({ until: 1, tolerance: 1e-12 });
  const audit = auditRun(system, run).check();
  const { supplied, missing, stored, dissipated } = audit.balance;
  const last = supplied.length - 1;
  isClose(t, missing[last], 0, 1e-12 * Math.max(...supplied.map(Math.abs)));
  isAbove(t, dissipated[last], 0);
  // Kinetic energy and that in the motor, from the run itself; gravity counts as a source.
  const { kinetic, potential } = run.energy;
  const inMotor = 0.5 * GEARED.J * GEARED.n ** 2 * run.last.joint("shaft").rate ** 2;
  const current = (run.column("motor.state.0").at(-1) as number) / GEARED.L;
  const gathered =
    (kinetic.at(-1) as number) -
    kinetic[0] +
    inMotor -
    0.5 * GEARED.J * GEARED.n ** 2 * 0.3 ** 2 +
    0.5 * GEARED.L * current ** 2;
  isClose(t, stored[last], gathered, 1e-9 * Math.abs(gathered), `${stored[last]} J and ${gathered} J`);
  t.is(potential.length, kinetic.length);
  t.regex(audit.table, /Se "motor.V" +supplies +\d/);
  t.regex(audit.table, /\n +missing +\S+ J$/);
});

test("circuits are audited on their own; what is wrong is named", (t) => {
  const run = new Circuit(createRLC()).simulateSync({ until: 0.05, tolerance: 1e-12 });
  const audit = run.audit();
  t.true(audit.passes);
  t.deepEqual(audit.powers.get("V → loop"), run.power("V → loop"));
  const { stored, supplied, dissipated, missing } = audit.balance;
  const last = stored.length - 1;
  // The charged capacitor holds ½ C V² = 5 mJ; as much is lost on the way.
  const [flux, charge] = [run.state("L").at(-1) as number, run.state("C").at(-1) as number];
  isClose(t, stored[last], flux ** 2 / 0.2 + charge ** 2 / 2e-4, 1e-12 * stored[last]);
  isClose(t, missing[last], 0, 1e-12 * supplied[last]);
  isClose(t, dissipated[last] / stored[last], 1, 0.1);
  const graph = run.bondGraph();
  const bad = new BondGraph();
  for (const element of graph.elements) bad.add(element);
  for (const { name, from, to, effort, flow } of graph.bonds) {
    const wrong = (out: Float64Array) => {
      flow?.(out);
      out[0] *= name === "loop → C" ? 1 + 1e-9 : 1;
    };
    bad.connect(from.element, to.element, { name, effort, flow: wrong });
  }
  const failed = auditPower(bad, run);
  t.false(failed.passes);
  t.throws(() => failed.check(), {
    instanceOf: ModelError,
    message:
      /^power audit: .* W of .* W \(.* of it\) do not come out of 1 "loop" at t = .* s; the bond "loop → C" fits least/,
  });
  t.throws(() => auditPower(createRLC(), run), {
    message: /the bond "V → loop" carries no numbers; audit the graph of/,
  });
});

test("a cylinder on a slider: hydraulic pressure moves a mass", (t) => {
  // Pump (flow) → oil (C) → piston area (TF) → slider; the frequency is that of a mass on the oil's stiffness.
  const [area, capacity, mass] = [2e-3, 4e-11, 50];
  const cylinder = createGraph(
    [
      ["Sf", "pump", { parameters: { flow: 0 } }],
      ["0", "oil"],
      ["C", "C", { parameters: { capacitance: capacity }, start: 1e-5 * area }],
      ["TF", "piston", { parameters: { ratio: area } }],
    ],
    ["pump > oil", "oil > C", "oil > piston"],
    new Fragment("cylinder"),
  );
  cylinder.open("rod", "piston", "out");
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.box({ mass, size: [1, 1, 1] });
  const slide = system.add(new RigidBody("slide", { inertia }));
  const rail = system.add(new PrismaticJoint("rail", system.ground, slide, { point: [0, 0, 0], axis: [1, 0, 0] }));
  system.add(new JointCircuit("cylinder", rail, cylinder));
  const run = system.simulateSync({ until: 0.1, tolerance: 1e-13 });
  const omega = area / Math.sqrt(capacity * mass);
  // The oil is compressed by what 1e-5 m of stroke displace: x = 1e-5 (1 − cos ωt).
  for (const time of [0.02, 0.05, 0.1]) {
    const wanted = 1e-5 * (1 - Math.cos(omega * time));
    isClose(t, run.at(time).joint("rail").position, wanted, 1e-13);
  }
  const { total } = run.energy;
  isClose(t, total.at(-1) as number, total[0], 1e-11 * total[0]);
});

test("circuits on joints refuse what cannot be", (t) => {
  const system = new System();
  const arm = system.add(
    new RigidBody("arm", { inertia: Inertia.sphere({ mass: 1, radius: 1 }), position: [1, 0, 0] }),
  );
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, place));
  const driven = new RevoluteJoint("driven", system.ground, arm, { ...place, motion: (time) => [time, 1, 0] });
  const closed = new Fragment("closed").merge(createRLC()) as Fragment;
  const two = createGearedMotor();
  two.open("other", "turn", "in");
  const flywheel = createGraph(
    [
      ["Sf", "w", { parameters: { flow: 1 } }],
      ["1", "x"],
    ],
    ["w > x"],
    new Fragment("flywheel"),
  );
  flywheel.open("end", "x", "out");
  const tied = createGraph(
    [
      ["0", "z"],
      ["1", "v"],
      ["I", "m", { parameters: { inertance: 1 } }],
      ["1", "w"],
      ["I", "n", { parameters: { inertance: 1 } }],
    ],
    ["z > v", "v > m", "z > w", "w > n"],
    new Fragment("tied"),
  );
  tied.open("end", "z", "in");
  const broken = createGraph(
    [
      [
        "R",
        "rub",
        {
          law: () => {
            throw new Error("worn out");
          },
        },
      ],
    ],
    [],
    new Fragment("broken"),
  );
  broken.open("end", "rub", "in");
  const cases: [() => unknown, RegExp][] = [
    [() => new JointCircuit("m", arm as never, two), /^JointCircuit "m": the joint is an object of class RigidBody/],
    [
      () => new JointCircuit("m", hinge, createRLC() as never),
      /the circuit is an object of class BondGraph; give a Fragment/,
    ],
    [() => new JointCircuit("m", hinge, closed), /the circuit has no open port; open one: fragment.open/],
    [() => new JointCircuit("m", hinge, two), /the circuit has 2 open ports, "shaft", "other"; only one can be bonded/],
    [
      () => new JointCircuit("m", hinge, createGearedMotor(), { port: "x" }),
      /there is no port "x"; its ports are "shaft"/,
    ],
    [
      () => new JointCircuit("m", driven, createGearedMotor()),
      /RevoluteJoint "driven" has a prescribed motion, which leaves/,
    ],
    [() => new JointCircuit("m", hinge, flywheel), /both give the flow .*\(the joint gives the flow at the port\)$/],
    [
      () => new JointCircuit("m", hinge, tied),
      /follows the joint and I "\w" at once \(derivative causality\); put a C/,
    ],
    [() => new JointCircuit("m", hinge, createGearedMotor(), { start: { Q: 1 } }), /there is no state of "Q"/],
    [
      () => new JointCircuit("m", hinge, createGearedMotor(), { start: 3 as never }),
      /start is 3; give states by the names of their elements, such as \{ C: 0.1 \}/,
    ],
    [
      () => new JointCircuit(Symbol("m") as never, hinge, createGearedMotor()),
      /^JointCircuit: the name is Symbol\(m\); the first argument has to be a text/,
    ],
    [
      () => new JointCircuit("m", hinge, createGearedMotor(), null as never),
      /^JointCircuit "m": the options are null; give an object such as \{ port: … \}$/,
    ],
    [
      () => new JointCircuit("m", hinge, broken),
      /^JointCircuit "m": R "rub": the law threw an error: worn out; look into that function$/,
    ],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message });
});

test("a circuit that is switched off gives nothing and keeps its states", (t) => {
  const system = createMotorPendulum({ rotor: false });
  const motor = system.get("motor") as JointCircuit;
  const run = system.simulateSync({
    until: 1,
    tolerance: 1e-10,
    events: [{ name: "off", value: ({ t: time }) => time - 0.5, action: (actions) => actions.switchOff(motor) }],
  });
  const { "motor.effort": effort, "motor.state.0": state } = run.sample({
    times: [0.4, 0.6, 1],
    columns: ["motor.effort", "motor.state.0"],
  });
  isAbove(t, effort[0], 0.1);
  t.is(effort[1], 0);
  t.is(state[2], state[1]);
  // What it is not in force for carries nothing either: the audit looks at both halves of the run.
  const audit = auditRun(system, run);
  t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.ratio}`);
  const graph = system.bondGraph();
  run.at(0.8).show();
  for (const bond of graph.group("motor").bonds) t.is(bond.calcPower(), 0, bond.name);
});

test("contacts tell their present state in the graph, and pass the audit", (t) => {
  const createSystem = (height: number) => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
    const ball = system.add(new RigidBody("ball", { inertia, position: [0, height, 0], velocity: [1, 0, 0] }));
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: 0.3 }));
    return system;
  };
  const readMode = (system: System, detail: "word" | "full") => {
    const graph = system.bondGraph({ detail });
    return graph.element(detail === "word" ? "floor" : "floor.0").parameters.mode;
  };
  const system = createSystem(0.1);
  const run = system.simulateSync({ until: 0.5 });
  for (const [time, mode] of [
    [0.05, "slip"],
    [0.4, "stick"],
  ] as const) {
    run.at(time).show();
    t.is(readMode(system, "word"), mode);
    t.is(readMode(system, "full"), mode);
    const audit = auditPower(system.bondGraph(), run, { times: [time] });
    t.true(audit.passes, `${audit.worst?.ratio}`);
  }
  t.is(readMode(createSystem(0.3), "full"), "open");
  // A ball that begins to roll loses 2/7 of its energy by friction, whichever mode the graph is asked for in.
  for (const time of [0.05, 0.4]) {
    run.at(time).show();
    const { balance, energies } = auditRun(system, run);
    isClose(t, balance.dissipated.at(-1) as number, 2 / 7, 1e-9, `${balance.dissipated.at(-1)}`);
    t.is(Math.abs(balance.supplied.at(-1) as number), 0);
    t.is(energies.find(({ element }) => /C\.t1$/.test(element.name))?.role, "dissipates");
  }
});

test("rows that act beside the centres, and stops of joints, pass the audit", (t) => {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] });
  const [a, b] = [0, 1].map((i) =>
    system.add(new RigidBody(`body${i}`, { inertia, position: [i, 0, 0], angularVelocity: [1, 2, 3] })),
  );
  system.add(new DistanceRod("rod", system.ground, a, { from: [0, 1, 0], to: [0.1, 0.2, 0.05] }));
  system.add(new DistanceRod("link", a, b, { from: [0.3, 0.1, 0], to: [0.8, -0.1, 0.1] }));
  system.add(new PointOnLine("slot", system.ground, b, { direction: [1, 0.3, 0], point: [1.1, 0.1, 0.1] }));
  const hinge = system.add(
    new RevoluteJoint("hinge", b, system.add(new RigidBody("flap", { inertia, position: [1.5, 0, 0] })), {
      ...{ point: [1.25, 0.1, 0], axis: [0, 0, 1], rate: 2 },
    }),
  );
  system.add(new JointFriction("brake", hinge, { torque: 0.05 }));
  const run = system.simulateSync({ until: 0.3 });
  const audit = auditRun(system, run);
  t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.ratio}`);
});

test("the graph of an omni wheel passes the audit", (t) => {
  const system = new System();
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.06, rollers: 4, psi: 0.3, friction: 0.5, velocity: [0.5, 0, 0.1], angularVelocity: [0, 0, -8] },
    disc: Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" }),
  }).addTo(system);
  system.add(new ServoConstraint("upright", system.ground, wheel.disc));
  const run = system.simulateSync({ until: 0.3 });
  for (const time of [0.01, 0.15, 0.3]) {
    run.at(time).show();
    const graph = system.bondGraph();
    t.deepEqual(graph.validate(), []);
    t.true(graph.has("wheel contact.0"));
    const audit = auditPower(graph, run, { times: [time] });
    t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.ratio}`);
    t.true(graph.causality().isComplete);
  }
});

test("a circuit whose port leads in: damper and rotor take from the joint", (t) => {
  const create = (isCircuit: boolean) => {
    const system = new System();
    // Of a rotor that turns with the joint: in the circuit, or in the body.
    const own = isCircuit ? 0 : 0.05;
    const inertia = new Inertia({ mass: 1, tensor: [0.1, 0.1, 0.1 + own] });
    const arm = system.add(new RigidBody("arm", { inertia, position: [0.5, 0, 0] }));
    const damping = isCircuit ? {} : { damping: 0.3 };
    const hinge = system.add(
      new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1], rate: 1, ...damping }),
    );
    if (!isCircuit) return system;
    const fragment = new Fragment("drag");
    fragment.create("1", "turn");
    fragment.create("R", "damper", { parameters: { resistance: 0.3 } });
    fragment.create("I", "rotor", { parameters: { inertance: 0.05 } });
    fragment.connect("turn", "damper");
    fragment.connect("turn", "rotor");
    fragment.open("shaft", "turn", "in");
    const drag = system.add(new JointCircuit("drag", hinge, fragment));
    isClose(t, drag.inertia, 0.05, 1e-15);
    return system;
  };
  const [wanted, found] = [false, true].map((isCircuit) => {
    const system = create(isCircuit);
    const run = system.simulateSync({ until: 1, tolerance: 1e-11 });
    const audit = auditRun(system, run);
    t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.ratio}`);
    return run.last.joint("hinge");
  });
  isClose(t, found.position, wanted.position, 1e-9, `${found.position} and ${wanted.position}`);
  isClose(t, found.rate, wanted.rate, 1e-9);
});

test("the scalar bonds of a contact keep their directions when its mode changes", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.0999, 0], velocity: [1, 0, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  const normal = new SpringNormal({ stiffness: 1e5, damping: 50 });
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, normal, friction: 0.3 }));
  const run = system.simulateSync({ until: 0.5 });
  // At the start it slips, at the end it sticks.
  const lists = [0, 0.5].map((time) => {
    run.at(time).show();
    const { energies } = auditRun(system, run);
    return ["n", "t1", "t2"].map((bond) => {
      const entry = energies.find(({ element }) => new RegExp(`^floor\\.[EF]C\\.${bond}$`).test(element.name));
      return entry?.taken;
    });
  });
  t.deepEqual(lists[0], lists[1]);
  isBelow(t, Math.min(...lists[0].slice(1, 3).map((x) => Math.abs((x as number) - 2 / 7))), 1e-3);
});

test("charges of small capacitors on a joint are followed: tolerances are those of volts and amperes", (t) => {
  // A motor behind a supply with a filter, whose charge is far below any tolerance in coulombs.
  const create = (capacitance: number | undefined) => {
    const motor = createGraph(
      [
        ["Se", "V", { parameters: { effort: 12 } }],
        ["1", "in"],
        ["R", "Rs", { parameters: { resistance: 1 } }],
        ["0", "node"],
        ...(capacitance === undefined ? [] : ([["C", "C", { parameters: { capacitance } }]] as const)),
        ["1", "current"],
        ["R", "R", { parameters: { resistance: 1.5 } }],
        ["I", "L", { parameters: { inertance: 2e-3 } }],
        ["GY", "K", { parameters: { ratio: 0.05 } }],
      ],
      [
        ...["V > in", "in > Rs", "in > node", "node > current", "current > R", "current > L", "current > K"],
        ...(capacitance === undefined ? [] : ["node > C"]),
      ],
      new Fragment("motor"),
    );
    motor.open("shaft", "K", "out");
    const system = new System();
    const inertia = Inertia.rod({ mass: 0.01, length: 0.1, axis: "y" });
    const arm = system.add(new RigidBody("arm", { inertia, position: [0, -0.05, 0] }));
    const place = { point: [0, 0, 0], axis: [0, 0, 1], damping: 1e-3 } as const;
    const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, place));
    system.add(new JointCircuit("motor", hinge, motor));
    return system;
  };
  const plain = create(undefined).simulateSync({ until: 0.2 }).last.joint("hinge");
  for (const capacitance of [1e-9, 1e-12]) {
    const system = create(capacitance);
    const run = system.simulateSync({ until: 0.2 });
    const voltage = run.column("motor.node → C.effort");
    for (const v of voltage) {
      isAtLeast(t, v, 0, `${capacitance} F: up to ${Math.max(...voltage)} V`);
      isAtMost(t, v, 12 + 1e-6, `${capacitance} F: up to ${Math.max(...voltage)} V`);
    }
    const { position, rate } = run.last.joint("hinge");
    isClose(t, position, plain.position, 1e-6);
    isClose(t, rate, plain.rate, 1e-5);
    auditRun(system, run).check();
  }
});
