import test from "ava";
import { BondGraph, Circuit, Element, ModelError } from "../../lib/index.ts";
import { createGraph, createMotor, createQuarterCar, createRLC, createTanks } from "../helpers/circuits.ts";
import { createZoo } from "../helpers/createZoo.ts";

const R = { parameters: { resistance: 2 } };
const I = { parameters: { inertance: 2 } };
const C = { parameters: { capacitance: 2 } };
const Se = { parameters: { effort: 2 } };
const Sf = { parameters: { flow: 2 } };

test("the strokes of a series circuit: the coil decides the current, the others the voltages", (t) => {
  const graph = createRLC();
  const causality = graph.causality();
  t.is(causality.strokeAt(graph.bond("V → loop")), "to");
  t.is(causality.strokeAt(graph.bond("loop → R")), "from");
  t.is(causality.strokeAt(graph.bond("loop → L")), "to");
  t.is(causality.strokeAt(graph.bond("loop → C")), "from");
  t.true(causality.isComplete);
  t.deepEqual(causality.issues, []);
  t.deepEqual(
    causality.integral.map(({ name }) => name),
    ["L", "C"],
  );
});

test("every junction has one bond that decides, transformers pass on, gyrators exchange", (t) => {
  for (const graph of [createRLC(), createMotor(), createTanks(), createQuarterCar()]) {
    const causality = graph.causality();
    for (const element of graph.elements) {
      const gets = graph.bondsOf(element).map((bond) => causality.getsEffort(element, bond));
      if (element.kind === "0") t.is(gets.filter(Boolean).length, 1, element.label);
      if (element.kind === "1") t.is(gets.filter((value) => !value).length, 1, element.label);
      if (element.kind === "TF") t.not(gets[0], gets[1]);
      if (element.kind === "GY") t.is(gets[0], gets[1]);
    }
    t.is(causality.derivative.length, 0);
  }
});

test("derivative causality names the storage element, what decides it, and the remedy", (t) => {
  const graph = createGraph(
    [
      ["Se", "V", Se],
      ["1", "first"],
      ["I", "J1", I],
      ["TF", "gear", { parameters: { ratio: 4 } }],
      ["1", "second"],
      ["I", "J2", I],
    ],
    ["V > first", "first > J1", "first > gear", "gear > second", "second > J2"],
    new BondGraph(),
  );
  const { derivative, issues, report, isComplete } = graph.causality();
  t.deepEqual(
    derivative.map(({ name }) => name),
    ["J2"],
  );
  t.is(
    issues[0].message,
    'the flow of I "J2" is given by I "J1", so it has no state of its own; keep it so where it is linear (it is solved ' +
      "with the others), or put a C on a 0-junction between them",
  );
  t.true(isComplete);
  t.regex(report, /^5 bonds, 5 with a causal stroke; 1 storage element in integral causality \(I "J1"\)/);
});

test("algebraic loops name their resistors", (t) => {
  const graph = createGraph(
    [
      ["Se", "V", Se],
      ["1", "a"],
      ["R", "R1", R],
      ["0", "b"],
      ["R", "R2", R],
      ["1", "c"],
      ["R", "R3", R],
      ["C", "C", C],
    ],
    ["V > a", "a > R1", "a > b", "b > R2", "b > c", "c > R3", "c > C"],
    new BondGraph(),
  );
  const { issues } = graph.causality();
  t.deepEqual(
    issues.map(({ kind }) => kind),
    ["loop"],
  );
  t.regex(issues[0].message, /^R "R1", R "R2", R "R3" depend on each other without a state between them/);
});

test("what cannot be: named, with the remedy", (t) => {
  const between = (kindA: "Se" | "Sf", kindB: "Se" | "Sf", junction: "0" | "1") =>
    createGraph(
      [
        [kindA, "a", kindA === "Se" ? Se : Sf],
        [kindB, "b", kindB === "Se" ? Se : Sf],
        [junction, "x"],
        ["R", "r", R],
      ],
      ["a > x", "b > x", "x > r"],
      new BondGraph(),
    );
  const pair = createGraph(
    [
      ["Se", "a", Se],
      ["Se", "b", Se],
    ],
    ["a > b"],
    new BondGraph(),
  );
  const open = createGraph(
    [
      ["Se", "a", Se],
      ["1", "x"],
      ["TF", "half", { parameters: { ratio: 2 } }],
    ],
    ["a > x", "x > half"],
    new BondGraph(),
  );
  const unsealed = createGraph(
    [
      ["Se", "a", Se],
      ["Se", "b", Se],
      ["1", "x"],
    ],
    ["a > x", "b > x"],
    new BondGraph(),
  );
  const modulated = createGraph(
    [
      ["Se", "a", Se],
      ["MTF", "lever"],
      ["R", "r", R],
    ],
    ["a > lever", "lever > r"],
    new BondGraph(),
  );
  const cases: [BondGraph, string, RegExp][] = [
    [
      pair,
      "over-sealed",
      /^Se "b" and Se "a" both give the effort on the bond "a → b", which can have only one; put an R/,
    ],
    [between("Se", "Se", "0"), "over-sealed", /^Se "b" and Se "a" both give the effort at 0 "x"/],
    [
      between("Sf", "Sf", "1"),
      "over-sealed",
      /^Sf "b" and Sf "a" both give the flow at 1 "x".*put an R between them \(on a 0/,
    ],
    [open, "under-sealed", /^TF "half" has 1 of its 2 bonds; connect the rest/],
    [
      unsealed,
      "under-sealed",
      /^nothing gives the flow at 1 "x": all of its bonds take it; bond an I, an R or an Sf to it/,
    ],
    [modulated, "under-sealed", /^MTF "lever": it is modulated, but has no law; give both, such as law: /],
  ];
  for (const [graph, kind, message] of cases) {
    const { issues, isComplete } = graph.causality();
    t.false(isComplete);
    const found = issues.find((issue) => issue.kind === kind);
    t.regex(found?.message ?? "", message);
    t.throws(() => new Circuit(graph), { instanceOf: ModelError });
  }
  const wide = new BondGraph();
  wide.create("Se", "a", Se);
  wide.create("R", "r", { dimension: 3 });
  t.throws(() => wide.connect("a", "r"), { instanceOf: ModelError, message: /does not fit: .* put a TF with ports/ });
});

test("a system's graph: bodies decide flows, constraints efforts, and nothing is left open", (t) => {
  const graph = createZoo().bondGraph();
  const causality = graph.causality();
  for (const bond of graph.bonds) t.not(causality.strokeAt(bond), undefined, bond.name);
  for (const element of graph.elements) {
    if (element.kind === "I") t.true(causality.integral.includes(element), element.label);
    if (element.kind === "EC" || element.kind === "FC") {
      t.false(causality.getsEffort(element, graph.bondsOf(element)[0]), element.label);
    }
  }
  t.true(causality.isComplete, causality.report);
  t.true(causality.issues.some(({ kind, elements }) => kind === "multiplier" && elements[0].name === "gear.TF"));
});

test("flow sources that decide a storage element, and effort sources that do", (t) => {
  const graph = createGraph(
    [
      ["Se", "V", { law: "3*t^2" }],
      ["0", "node"],
      ["C", "C", C],
      ["R", "R", R],
    ],
    ["V > node", "node > C", "node > R"],
    new BondGraph(),
  );
  const { derivative } = graph.causality();
  t.deepEqual(
    derivative.map(({ name }) => name),
    ["C"],
  );
  const { model } = new Circuit(graph);
  model.calc(2, new Float64Array(0));
  // i = C dV/dt = 2 · 6t
  t.is(model.getFlow("node → C"), 24);
  t.is(model.getFlow("V → node"), 24 + 12 / 2);
});

test("words take bonds of any dimension", (t) => {
  const graph = new BondGraph();
  graph.add(new Element("word", "body"));
  graph.add(new Element("word", "joint"));
  t.is(graph.connect("body", "joint", { dimension: 6 }).dimension, 6);
  t.is(graph.connect("body", "joint", { dimension: 1 }).dimension, 1);
  t.deepEqual(graph.validate(), []);
  t.deepEqual(graph.causality().issues, []);
});
