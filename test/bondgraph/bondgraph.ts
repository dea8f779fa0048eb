import test from "ava";
import {
  assignCausality,
  Bond,
  BondGraph,
  baseFragment,
  bodyFragment,
  CircuitModel,
  constraintFragment,
  copyFragment,
  couplerFragment,
  Element,
  type ElementKind,
  Fragment,
  findStateEquations,
  registerLaw,
  type Signal,
  toModelica,
} from "../../lib/bondgraph/index.ts";
import { Circuit } from "../../lib/index.ts";
import {
  add,
  cross,
  dot,
  ModelError,
  matrixFromQuaternion,
  rotate,
  rotateBack,
  subtract,
} from "../../lib/math/index.ts";
import { isAbove, isClose } from "../helpers/compare.ts";

type Vector = [number, number, number];

const give =
  (...values: number[]): Signal =>
  (out) =>
    out.set(values);

const REVOLUTE = { flowConstraints: ["x", "y", "z", "rx", "ry"], effortConstraints: ["M"] };

const makeBody = (name: string) => bodyFragment(name, { mass: 2, inertia: [1, 1, 1, 0, 0, 0] });

const count = (graph: BondGraph, ...kinds: ElementKind[]) =>
  graph.elements.filter((element) => kinds.includes(element.kind)).length;

const ends = (bond: Bond) => [bond.from.element.name, bond.to.element.name];

test("junctions with numbers: power sums to zero, and only there", (t) => {
  const graph = new BondGraph();
  graph.create("0", "zero");
  graph.create("1", "one");
  graph.create("Se", "battery");
  graph.create("R", "r1");
  graph.create("R", "r2");
  graph.create("C", "c");
  // 12 V drive 3 A; 2 A go through r1, 1 A through r2 and c in series, 5 V and 7 V.
  graph.connect("battery", "zero", { effort: give(12), flow: give(3) });
  graph.connect("zero", "r1", { effort: give(12), flow: give(2) });
  graph.connect("zero", "one", { effort: give(12), flow: give(1), name: "branch" });
  graph.connect("one", "r2", { effort: give(5), flow: give(1) });
  graph.connect("one", "c", { effort: give(7), flow: give(1) });
  t.is(graph.calcPowerInto("zero"), 0);
  t.is(graph.calcPowerInto("one"), 0);
  t.is(graph.calcPowerInto("battery"), -36);
  t.is(graph.calcPowerInto("r1"), 24);
  t.is(graph.bond("branch").calcPower(), 12);
  t.deepEqual(graph.validate(), []);
  t.deepEqual(graph.bondsOf("c").map(ends), [["one", "c"]]);

  graph.create("R", "r3");
  graph.connect("one", "r3", { flow: give(1) });
  t.is(graph.calcPowerInto("r3"), undefined);
  t.is(graph.calcPowerInto("one"), undefined);
  t.is(graph.calcPowerInto("zero"), 0);
});

test("multibonds: the power is the sum over their components", (t) => {
  const graph = new BondGraph();
  graph.create("Se", "source", { dimension: 6 });
  graph.create("R", "damper", { dimension: 6 });
  const bond = graph.connect("source", "damper", { effort: give(1, 2, 3, 4, 5, 6), flow: give(1, 1, 1, 1, 1, -1) });
  t.is(bond.dimension, 6);
  t.is(bond.calcPower(), 9);
  t.is(bond.name, "source → damper");
});

test("a signal is read at every call", (t) => {
  const graph = new BondGraph();
  let speed = 1;
  graph.create("Sf", "pump");
  graph.create("R", "pipe");
  const bond = graph.connect("pump", "pipe", {
    effort: give(2),
    flow: (out) => {
      out[0] = speed;
    },
  });
  t.is(bond.calcPower(), 2);
  speed = 5;
  t.is(bond.calcPower(), 10);
});

test("ports: two-port elements take power in first and give it out last; others in turn", (t) => {
  const graph = new BondGraph();
  graph.create("Se", "e");
  graph.create("TF", "tf", { ports: [1, 1] });
  graph.create("1", "one");
  graph.create("R", "r");
  const after = graph.connect("tf", "one");
  const before = graph.connect("e", "tf");
  const last = graph.connect("one", "r");
  t.is(after.from.port, 1);
  t.is(before.to.port, 0);
  t.deepEqual([after.to.port, last.from.port], [0, 1]);

  const mixed = graph.create("MTF", "mixed", { ports: [6, 1] });
  graph.create("1", "twist", { dimension: 6 });
  t.is(mixed.dimension, 6);
  t.is(graph.connect("mixed", "twist").dimension, 6);
  t.is(graph.connect("one", "mixed").to.port, 1);

  graph.create("DS", "sum", { ports: [3, 2, 1] });
  graph.create("I", "flat", { dimension: 2 });
  graph.create("I", "line");
  graph.create("1", "space", { dimension: 3 });
  t.is(graph.connect("sum", "line").from.port, 2);
  t.is(graph.connect("sum", "flat").from.port, 1);
  t.is(graph.connect("space", "sum").to.port, 0);
});

test("one rigid body: twist, inertia, gyristor, gravity", (t) => {
  const body = makeBody("bob");
  t.deepEqual(
    body.elements.map(({ kind, name, dimension, group }) => [kind, name, dimension, group]),
    [
      ["1", "bob.1", 6, "bob"],
      ["I", "bob.I", 6, "bob"],
      ["MGY", "bob.MGY", 6, "bob"],
      ["Se", "bob.gravity", 6, "bob"],
    ],
  );
  t.deepEqual(body.bonds.map(ends), [
    ["bob.1", "bob.I"],
    ["bob.1", "bob.MGY"],
    ["bob.gravity", "bob.1"],
  ]);
  t.deepEqual(body.element("bob.I").parameters, { mass: 2, inertia: [1, 1, 1, 0, 0, 0] });
  t.is(body.port("port").element, body.element("bob.1"));
  t.deepEqual(body.validate(), []);
});

test("a base: its twist comes from a flow source", (t) => {
  const base = baseFragment("floor");
  t.deepEqual(base.bonds.map(ends), [["floor.Sf", "floor.1"]]);
  t.deepEqual(base.element("floor.Sf").parameters, { moving: false });
  t.deepEqual(new BondGraph().merge(base).validate(), [], "a base that nothing is bonded to is complete");
});

test("a constraint has the shape of figure 2 and six sealed scalar bonds", (t) => {
  for (let flows = 0; flows <= 6; flows++) {
    const labels = ["a", "b", "c", "d", "e", "f"];
    const hinge = constraintFragment("hinge", {
      flowConstraints: labels.slice(0, flows),
      effortConstraints: labels.slice(flows),
    });
    t.is(count(hinge, "FC"), flows);
    t.is(count(hinge, "FC", "EC"), 6);
    t.is(hinge.bonds.filter((bond) => bond.dimension === 1).length, 6);
    for (const element of hinge.elements) {
      if (element.kind !== "FC" && element.kind !== "EC") continue;
      const [bond, ...others] = hinge.bondsOf(element);
      t.is(others.length, 0);
      t.is(bond.from.element.kind, "DS");
      t.is(bond.from.port, 1 + labels.indexOf(element.name.slice(-1)));
    }
    t.deepEqual(hinge.bonds.filter((bond) => bond.dimension === 6).map(ends), [
      ["hinge.shiftB", "hinge.0"],
      ["hinge.0", "hinge.shiftA"],
      ["hinge.0", "hinge.axes"],
      ["hinge.axes", "hinge.DS"],
    ]);
    t.deepEqual([...hinge.ports.keys()], ["A", "B"]);
    t.deepEqual([hinge.port("A").direction, hinge.port("B").direction], ["out", "in"]);
    t.deepEqual(hinge.validate(), []);
  }
  const law = constraintFragment("hinge", { ...REVOLUTE, parameters: { M: { law: "-c λ", c: 3 } } });
  t.deepEqual(law.element("hinge.EC.M").parameters, { law: "-c λ", c: 3 });
});

test("a chain: fragments of bodies and constraints joined at the 1-junctions of the bodies", (t) => {
  const graph = new BondGraph();
  const bodies = [baseFragment("ground"), makeBody("upper"), makeBody("lower")];
  const joints = ["shoulder", "elbow"].map((name) => constraintFragment(name, REVOLUTE));
  for (const fragment of [...bodies, ...joints]) graph.merge(fragment);
  t.deepEqual(
    graph.validate().filter((fault) => fault.includes("shoulder")),
    [
      'MTF "shoulder.shiftA" has 1 of its 2 bonds; connect the rest',
      'MTF "shoulder.shiftB" has 1 of its 2 bonds; connect the rest',
    ],
  );
  joints.forEach((joint, i) => {
    graph.join(joint.port("A"), bodies[i].port("port"));
    graph.join(joint.port("B"), bodies[i + 1].port("port"));
  });
  t.deepEqual(graph.validate(), []);
  t.is(count(graph, "FC", "EC"), 12);
  t.deepEqual(graph.bondsOf("upper.1").map(ends).slice(3), [
    ["shoulder.shiftB", "upper.1"].reverse(),
    ["elbow.shiftA", "upper.1"],
  ]);
  t.is(graph.elements.length, 2 + 4 + 4 + 2 * 11);
  t.is(graph.bonds.length, 1 + 3 + 3 + 2 * 10 + 4);
  t.is(graph.group("elbow").elements.length, 11);
  t.is(graph.group("elbow").bonds.length, 10);
  t.deepEqual(graph.group("nobody"), { elements: [], bonds: [] });
  t.is(bodies[0].bonds.length, 1, "the fragments stay as they were");
});

test("power through a moving hinge with damping is zero at every junction and transformer", (t) => {
  // Any state of two bodies whose twists differ by a rotation about the hinge axis, and any wrench with n·M = c φ̇.
  const T = matrixFromQuaternion([0.3, -0.5, 0.7, 0.2]);
  const axis = rotate(T, [0, 0, 1]);
  const [rA, rB, P]: Vector[] = [
    [0.2, -0.1, 0.5],
    [1.4, 0.3, -0.2],
    [0.6, 0.8, 0.1],
  ];
  const [vA, wA, rate, c]: [Vector, Vector, number, number] = [[0.3, -1.2, 0.4], [0.9, 0.2, -0.6], 2.5, 0.7];
  const wB = add(wA, [rate * axis[0], rate * axis[1], rate * axis[2]]);
  const atA = add(vA, cross(wA, subtract(P, rA)));
  const vB = subtract(atA, cross(wB, subtract(P, rB)));
  const force: Vector = [3, -4, 11];
  // On A, in joint axes: free about x and y, the damper's torque about z.
  const torque = rotate(T, [1.5, -2.5, c * rate]);
  const shifted = (r: Vector) => add(torque, cross(subtract(P, r), force));
  const gravity: Vector = [0, -19.62, 0];
  const relative = [0, 0, 0, ...subtract(wB, wA)];

  const holder = baseFragment("A", {
    moving: true,
    signals: { twist: give(...vA, ...wA), wrench: give(...force.map((x) => -x), ...shifted(rA).map((x) => -x)) },
  });
  const iB = subtract(gravity, force);
  const gyro = cross(wB, [0.4 * wB[0], 0.5 * wB[1], 0.6 * wB[2]]);
  const spin = shifted(rB).map((x, i) => -x - gyro[i]);
  const bob = bodyFragment("B", {
    mass: 2,
    inertia: [0.4, 0.5, 0.6, 0, 0, 0],
    signals: {
      twist: give(...vB, ...wB),
      inertia: give(...iB, ...spin),
      gyristor: give(0, 0, 0, ...gyro),
      gravity: give(...gravity, 0, 0, 0),
    },
  });
  const hinge = constraintFragment("hinge", {
    ...REVOLUTE,
    signals: {
      A: { effort: give(...force, ...shifted(rA)), flow: give(...vA, ...wA) },
      B: { effort: give(...force, ...shifted(rB)), flow: give(...vB, ...wB) },
      wrench: give(...force, ...torque),
      twistA: give(...atA, ...wA),
      twistB: give(...atA, ...wB),
      relative: give(...relative),
      axes: {
        effort: give(...rotateBack(T, force), ...rotateBack(T, torque)),
        flow: give(0, 0, 0, ...rotateBack(T, subtract(wB, wA))),
      },
    },
  });
  const graph = new BondGraph().merge(holder).merge(bob).merge(hinge);
  graph.join(hinge.port("A"), holder.port("port"));
  graph.join(hinge.port("B"), bob.port("port"));
  t.deepEqual(graph.validate(), []);
  const largest = Math.max(...graph.bonds.map((bond) => Math.abs(bond.calcPower() as number)));
  isAbove(t, largest, 10);
  for (const element of graph.elements) {
    const power = graph.calcPowerInto(element) as number;
    if (["I", "Se", "Sf", "EC"].includes(element.kind)) isAbove(t, Math.abs(power), 0.1, element.name);
    else isClose(t, power, 0, 1e-14 * largest, `${element.label}: ${power}`);
  }
  isClose(t, graph.calcPowerInto("hinge.EC.M") as number, c * rate * rate, 1e-14);
  const total = ["A.Sf", "B.I", "B.gravity", "hinge.EC.M"].reduce(
    (s, name) => s + (graph.calcPowerInto(name) as number),
    0,
  );
  isClose(t, total, 0, 1e-14 * largest);
  isClose(t, (graph.calcPowerInto("B.I") as number) - dot(iB, vB), dot(spin, wB), 1e-14 * largest);
});

test("a gear between two hinges: branches in their scalar bonds", (t) => {
  const [M1, rate1, ratio, own] = [3, 8, 4, 0.5];
  const rate2 = rate1 / ratio;
  const M2 = own - ratio * (M1 - own);
  const axes = (effort: number, flow: number) => ({
    axes: { effort: give(0, 0, 0, 0, 0, effort), flow: give(0, 0, 0, 0, 0, flow) },
  });
  const one = constraintFragment("one", { ...REVOLUTE, signals: axes(M1, rate1) });
  const two = constraintFragment("two", { ...REVOLUTE, signals: axes(M2, rate2) });
  const gear = couplerFragment("gear", {
    ratio,
    signals: {
      first: { effort: give(M1 - own), flow: give(rate1) },
      second: { effort: give(ratio * (M1 - own)), flow: give(rate2) },
    },
  });
  t.deepEqual(gear.validate(), []);
  const graph = new BondGraph().merge(one).merge(two).merge(gear);
  const first = graph.branch("one.EC.M", give(own));
  graph.join(gear.port("first"), first);
  graph.join(gear.port("second"), graph.branch("two.EC.M", give(own)));
  t.is(graph.branch("one.EC.M"), first, "a second branch finds the same junction");
  t.deepEqual(graph.bondsOf(first).map(ends), [
    ["one.DS", "one.EC.M.1"],
    ["one.EC.M.1", "one.EC.M"],
    ["one.EC.M.1", "gear.TF"],
  ]);
  t.is(graph.bondsOf("gear.TF")[0].to.port, 0);
  for (const name of ["one.EC.M.1", "two.EC.M.1", "gear.TF", "one.DS", "two.DS"])
    t.is(graph.calcPowerInto(name), 0, name);
  t.is(graph.calcPowerInto("one.EC.M"), own * rate1);
  t.is(count(graph, "FC", "EC"), 12);
  t.is(one.bondsOf("one.EC.M")[0].from.element.kind, "DS", "the fragment stays as it was");

  // A source points the other way.
  graph.create("Se", "push");
  graph.create("0", "node");
  graph.connect("push", "node", { effort: give(2), flow: give(3) });
  const at = graph.branch("push", give(2));
  t.deepEqual(graph.bondsOf(at).map(ends), [
    ["push.1", "node"],
    ["push", "push.1"],
  ]);
  t.is(graph.calcPowerInto(at), 0);
  t.deepEqual(
    graph.bondsOf(at).map(({ from, to }) => [from.port, to.port]),
    [
      [0, 0],
      [0, 1],
    ],
  );
  graph.create("R", "leak");
  graph.create("R", "drain");
  t.is(graph.connect("node", "leak").from.port, 1);
  const leak = graph.branch("leak");
  t.deepEqual(graph.bondsOf("node").map(ends), [
    ["push.1", "node"],
    ["node", "leak.1"],
  ]);
  t.is(graph.connect("node", "drain").from.port, 2);
  t.is(graph.connect(leak, graph.create("C", "tank")).from.port, 2);
});

test("names are unique; a refused merge changes nothing", (t) => {
  const graph = new BondGraph().merge(makeBody("bob"));
  const other = new Fragment("other");
  other.create("1", "free", { dimension: 6 });
  other.create("Se", "bob.1");
  t.throws(() => graph.merge(other), {
    instanceOf: ModelError,
    message: 'BondGraph: the name of Se "bob.1" is taken by 1 "bob.1"; rename one of them (or was it added twice?)',
  });
  t.false(graph.has("free"));
  t.throws(() => graph.merge(makeBody("bob")), { instanceOf: ModelError, message: /"bob\.1" is taken/ });
  graph.create("R", "r", { dimension: 6 });
  graph.connect("bob.1", "r", { name: "loss" });
  graph.create("R", "r2", { dimension: 6 });
  t.throws(() => graph.connect("bob.1", "r2", { name: "loss" }), {
    instanceOf: ModelError,
    message: 'BondGraph: there is already a bond "loss"; give another name, or none',
  });
  t.is(graph.bondsOf("r2").length, 0);

  const pair = new BondGraph();
  pair.create("0", "a");
  pair.create("1", "b");
  t.deepEqual([pair.connect("a", "b").name, pair.connect("a", "b").name], ["a → b", "a → b 2"]);
});

test("what is refused, and how", (t) => {
  const graph = new BondGraph();
  graph.create("1", "twist", { dimension: 6 });
  graph.create("1", "rate");
  graph.create("Se", "e");
  graph.create("R", "r");
  graph.create("R", "spare");
  graph.create("TF", "half", { ports: [6, 1] });
  graph.connect("e", "rate");
  graph.connect("half", "rate");
  const stranger = new Element("R", "r");
  const hinge = constraintFragment("hinge", REVOLUTE);
  graph.merge(hinge).merge(constraintFragment("other", REVOLUTE));
  const element = (kind: string, options?: object) => new Element(kind as ElementKind, "x", options);
  const cases: [() => unknown, string][] = [
    [
      () => graph.connect("twist", "r"),
      'BondGraph: the bond 1 "twist" → R "r" does not fit: 1 "twist" has dimension 6, R "r" has 1; ' +
        "put a TF with ports of both dimensions between them",
    ],
    [
      () => graph.connect("rate", "r", { dimension: 3 }),
      'BondGraph: the bond 1 "rate" → R "r" does not fit: 1 "rate" has dimension 1, R "r" has 1, the bond has 3; ' +
        "put a TF with ports of both dimensions between them",
    ],
    [
      () => graph.connect("r", "half"),
      'BondGraph: the bond R "r" → TF "half" does not fit: R "r" has dimension 1, TF "half" has 6; ' +
        "put a TF with ports of both dimensions between them",
    ],
    [
      () => graph.connect("e", "r"),
      'BondGraph: Se "e" has no free port, it is bonded by "e → rate"; branch with a 0- or a 1-junction',
    ],
    [
      () => graph.connect("rate", "rate"),
      'BondGraph: 1 "rate" cannot be bonded to itself; bond two different elements',
    ],
    [
      () => graph.connect("rate", "r", { dimension: 1.5 }),
      'Bond 1 "rate" → R "r": dimension is 1.5; give a whole number, 1 for a scalar bond',
    ],
    [() => graph.connect("rate", stranger), 'BondGraph: R "r" is not in the graph; add it first'],
    [() => graph.connect("rate", "twits"), 'BondGraph: element "twits" is not in the graph; did you mean "twist"?'],
    [() => graph.bond("e → rates"), 'BondGraph: bond "e → rates" is not in the graph; did you mean "e → rate"?'],
    [() => graph.bond("zzzzzzzz"), 'BondGraph: bond "zzzzzzzz" is not in the graph; see bonds for the names'],
    [
      () => graph.add({} as Element),
      "BondGraph: an object of class Object is not an Element; give one, or use create(kind, name)",
    ],
    [
      () => graph.branch("spare"),
      'BondGraph: R "spare" has no single bond to branch from; name a connected one-port element',
    ],
    [
      () => graph.branch("rate"),
      'BondGraph: 1 "rate" has no single bond to branch from; name a connected one-port element',
    ],
    [
      () => graph.join(hinge.port("A"), { ...hinge.port("A"), element: graph.element("other.shiftA") }),
      'BondGraph: the ports at MTF "hinge.shiftA" and MTF "other.shiftA" both lead out; put a junction between them',
    ],
    [() => hinge.port("C"), 'Fragment "hinge": there is no port "C"; its ports are "A", "B"'],
    [() => hinge.open("A", "hinge.0"), 'Fragment "hinge": port "A" is open already; open another'],
    [
      () => constraintFragment("lid", { flowConstraints: ["x", "y"], effortConstraints: ["M"] }),
      'Constraint "lid": 2 flow constraints ["x", "y"] and 1 effort constraints ["M"] close 3 scalar bonds; ' +
        "close each of the six by exactly one",
    ],
    [
      () => constraintFragment("lid", { flowConstraints: ["x", "y", "z", "a", "b"], effortConstraints: ["x"] }),
      'Constraint "lid": the scalar bond "x" is closed twice; give each its own name',
    ],
    [
      () => element("Q"),
      'Element "x": kind is "Q"; choose one of 0, 1, TF, MTF, GY, MGY, Se, Sf, R, C, I, FC, EC, DS, word',
    ],
    [() => new Element("R", ""), 'Element R: name is ""; give a string that is not empty'],
    [() => element("R", { dimension: 0 }), 'R "x": dimension is 0; give a whole number, 1 for a scalar bond'],
    [() => element("TF", { ports: [1, -1] }), 'TF "x": dimension is -1; give a whole number, 1 for a scalar bond'],
    [
      () => element("1", { ports: [1, 1] }),
      '1 "x": ports [1, 1] do not fit; a junction takes any number of bonds of its dimension: leave ports out',
    ],
    [
      () => element("TF", { ports: [6] }),
      'TF "x": ports [6] do not fit; give the dimensions of two ports (of one for a gyristor)',
    ],
    [
      () => element("MGY", { ports: [1, 1, 1] }),
      'MGY "x": ports [1, 1, 1] do not fit; give the dimensions of two ports (of one for a gyristor)',
    ],
    [
      () => element("R", { ports: [1, 1] }),
      'R "x": ports [1, 1] do not fit; the element has one port: give its dimension',
    ],
    [
      () => element("DS", { ports: [6, 3, 2] }),
      'DS "x": ports [6, 3, 2] do not fit; give the dimension of the whole first, then those of its parts, which add up to it',
    ],
    [
      () => element("DS"),
      'DS "x": ports [] do not fit; give the dimension of the whole first, then those of its parts, which add up to it',
    ],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message });
  t.deepEqual(
    graph.validate().filter((fault) => !/hinge|other/.test(fault)),
    [
      '1 "twist" has no bond; connect it or leave it out',
      'R "r" has no bond; connect it or leave it out',
      'R "spare" has no bond; connect it or leave it out',
      'TF "half" has 1 of its 2 bonds; connect the rest',
    ],
  );
});

test("a long chain is built complete", (t) => {
  const graph = new BondGraph().merge(baseFragment("body 0"));
  for (let i = 1; i <= 500; i++) {
    const body = makeBody(`body ${i}`);
    const joint = constraintFragment(`joint ${i}`, REVOLUTE);
    graph.merge(body).merge(joint);
    graph.join(joint.port("A"), graph.element(`body ${i - 1}.1`));
    graph.join(joint.port("B"), body.port("port"));
  }
  t.deepEqual(graph.validate(), []);
  t.is(graph.elements.length, 2 + 500 * 15);
});

test("whatever is given in place of graphs, elements, bonds and fragments is refused with what to give", async (t) => {
  const graph = new BondGraph();
  const [source, resistor] = [graph.create("Se", "V", { parameters: { effort: 1 } }), graph.create("R", "R")];
  const bond = graph.connect(source, resistor);
  const fragment = new Fragment("part");
  fragment.create("1", "v");
  const symbol = Symbol("x") as never;
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error("hostile");
      },
    },
  ) as never;
  const inertia = [1, 1, 1, 0, 0, 0];
  const closures = { flowConstraints: ["x", "y", "z"], effortConstraints: ["a", "b", "c"] };
  const cases: [() => unknown, string][] = [
    [
      () => new Element(symbol, symbol),
      "Element Symbol(x): kind is Symbol(x); choose one of 0, 1, TF, MTF, GY, MGY, Se, Sf, R, C, I, FC, EC, DS, word",
    ],
    [() => new Element("R", symbol), "Element R: name is Symbol(x); give a string that is not empty"],
    [
      () => new Element("R", "x".repeat(501)),
      `Element R: the name "${"x".repeat(57)}…" has 501 letters; give at most 500`,
    ],
    [
      () => new Element("R", "x", null as never),
      'R "x": the options are null; give an object such as { dimension: … }',
    ],
    [
      () => new Element("R", "x", { parametres: {} } as never),
      'R "x": unknown option "parametres"; did you mean "parameters"? The options are dimension, ports, parameters, law, signals, start, group',
    ],
    [() => new Element("R", "x", { parameters: 3 as never }), 'R "x": parameters: it is 3; give an object'],
    [
      () => new Element("R", "x", { parameters: { a: symbol } }),
      'R "x": parameters.a: it is Symbol(x); give an object',
    ],
    [
      () => new Element("R", "x", { parameters: hostile }),
      'R "x": parameters cannot be read (hostile); give a plain value',
    ],
    [
      () => new Element("R", "x", { law: 5 as never }),
      'R "x": the law is 5; give an expression, { name } of a registered law, or a function',
    ],
    [
      () => new Element("R", "x", { law: { name: "a", parameters: { k: "2" as never } } }),
      'R "x": law.parameters.k: it is "2"; give a finite number',
    ],
    [() => new Element("R", "x", { signals: { s: null as never } }), 'R "x": signals.s: it is null; give an object'],
    [
      () => new Element("R", "x", { signals: { s: { effort: "a", flow: "b" } as never } }),
      'R "x": signals.s: it names 2 sources; name one effort, flow or state',
    ],
    [() => new Element("C", "x", { start: "1" as never }), 'C "x": start is "1", not a number; give a finite number'],
    [() => new Element("C", "x", { group: 1 as never }), 'C "x": group is 1; give a text'],
    [
      () => new Element("C", "x", { dimension: 1e300 }),
      'C "x": dimension is 1e+300; give a whole number up to 6000, 1 for a scalar bond',
    ],
    [() => new Element("TF", "x", { ports: "11" as never }), 'TF "x": ports is "11"; give a list of dimensions'],
    [() => graph.element(null as never), "BondGraph: null is no element; give one of the graph, or its name"],
    [() => graph.element(symbol), "BondGraph: Symbol(x) is no element; give one of the graph, or its name"],
    [() => graph.bond(symbol), "BondGraph: Symbol(x) is no bond; give the name of one"],
    [() => graph.group(symbol), "BondGraph: the group is Symbol(x); give a text"],
    [
      () => graph.connect("V", "R", null as never),
      "BondGraph: connect: the options are null; give an object such as { dimension: … }",
    ],
    [
      () => graph.connect("V", "R", { nmae: "x" } as never),
      'BondGraph: connect: unknown option "nmae"; did you mean "name"? The options are dimension, name, ports, effort, flow',
    ],
    [
      () => graph.connect("V", "R", { ports: [0] as never }),
      'Bond Se "V" → R "R": ports are [0]; give the places of two ports, [0, 0]',
    ],
    [() => graph.branch("R", 3 as never), 'BondGraph: branch at R "R": effort is 3; give a function'],
    [
      () => graph.merge({} as never),
      "BondGraph: merge: the other graph is an object of class Object; give a BondGraph",
    ],
    [
      () => graph.join(null as never, resistor),
      "BondGraph: join: the element of a port is undefined; give what fragment.port(name) returns, or an Element",
    ],
    [
      () => graph.join({ element: resistor, direction: "up" as never }, source),
      'BondGraph: join: the direction of the port at R "R" is "up"; choose one of in, out, any',
    ],
    [() => new Bond(symbol, bond.from, bond.to, 1), "Bond: the name is Symbol(x); give a text that is not empty"],
    [() => new Bond("b", null as never, bond.to, 1), 'Bond "b": the element at an end is null; give { element, port }'],
    [
      () => new Bond("b", { element: source, port: -1 }, bond.to, 1),
      'Bond "b": the port at Se "V" is -1; give its place, from 0 on',
    ],
    [() => new Bond("b", bond.from, bond.to, 1, { effort: 3 as never }), 'Bond "b": effort is 3; give a function'],
    [() => new Fragment(symbol), "Fragment: the name is Symbol(x); give a text that is not empty"],
    [
      () => fragment.open(symbol, "v"),
      'Fragment "part": the name of the port is Symbol(x); give a text that is not empty',
    ],
    [
      () => fragment.open("a", "v", "sideways" as never),
      'Fragment "part": the direction of port "a" is "sideways"; choose one of in, out, any',
    ],
    [
      () => fragment.open("a", "v", "in", null as never),
      'Fragment "part": the signals are null; give an object { effort, flow }',
    ],
    [() => fragment.port(symbol), 'Fragment "part": there is no port Symbol(x); its ports are none'],
    [
      () => copyFragment(graph as never, "x"),
      "copyFragment: the fragment is an object of class BondGraph; give a Fragment",
    ],
    [() => copyFragment(fragment, "x", 3 as never), "copyFragment: signals is 3; give a function"],
    [
      () => bodyFragment("b", undefined as never),
      'bodyFragment "b": the options are undefined; give an object such as { mass: … }',
    ],
    [
      () => bodyFragment("b", { mass: Number.NaN, inertia }),
      'bodyFragment "b": mass is NaN; give a finite number (a division by zero upstream?)',
    ],
    [
      () => bodyFragment("b", { mass: 1, inertia: [1] }),
      'bodyFragment "b": inertia [1] has 1 numbers; give [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]',
    ],
    [
      () => bodyFragment("b", { mass: 1, inertia, signals: { twist: 3 as never } }),
      'bodyFragment "b": the signal twist is 3; give a function',
    ],
    [() => baseFragment("b", { moving: 1 as never }), 'baseFragment "b": moving is 1; give true or false'],
    [
      () => constraintFragment("c", { flowConstraints: 3 as never, effortConstraints: [] }),
      'Constraint "c": flowConstraints is 3; give a list of names of scalar bonds, such as ["x", "y", "z"]',
    ],
    [
      () => constraintFragment("c", { ...closures, parameters: { d: { law: 1 } } }),
      'Constraint "c": there are parameters of "d", but the scalar bonds are ["x", "y", "z", "a", "b", "c"]; name one of these',
    ],
    [
      () => constraintFragment("c", { ...closures, signals: { wrench: 3 as never } }),
      'Constraint "c": the signal wrench is 3; give a function',
    ],
    [
      () => couplerFragment("c", { ratio: "2" as never }),
      'couplerFragment "c": ratio is "2", not a number; give a finite number',
    ],
    [() => new Circuit({} as never), "Circuit: the graph is an object of class Object; give a BondGraph"],
    [() => new CircuitModel(3 as never), "CircuitModel: the graph is 3; give a BondGraph"],
    [() => toModelica(null as never), "toModelica: the graph is null; give a BondGraph"],
    [() => toModelica(graph, { name: symbol }), "toModelica: name is Symbol(x); give a text"],
    [() => assignCausality(hostile), "assignCausality: the graph is a value that cannot be read; give a BondGraph"],
    [() => registerLaw(symbol, () => 0), "registerLaw: the name is Symbol(x); give a string that is not empty"],
    [() => registerLaw("refused", null as never), 'registerLaw "refused": the law is null; give a function'],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message }, message);
  await t.throwsAsync(findStateEquations(undefined as never), {
    instanceOf: ModelError,
    message: "findStateEquations: the graph is undefined; give a BondGraph",
  });
});

test("what is inherited is no parameter, and parameters cannot be changed from outside", (t) => {
  const closures = { flowConstraints: ["constructor", "__proto__", "z"], effortConstraints: ["toString", "b", "c"] };
  const fragment = constraintFragment("odd", closures);
  for (const name of ["FC.constructor", "FC.__proto__", "EC.toString"]) {
    t.deepEqual(fragment.element(`odd.${name}`).parameters, {});
  }
  const list = [1, 2];
  const element = new Element("R", "x", { parameters: { list } });
  list[0] = 7;
  t.deepEqual(element.parameters, { list: [1, 2] });
  t.true(Object.isFrozen(element.parameters.list));
});
