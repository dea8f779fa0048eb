import fs from "node:fs";
import test from "ava";
import { BondGraph, Circuit, copyFragment, Fragment, ModelError, registerLaw } from "../../lib/index.ts";
import {
  createGearedMotor,
  createGraph,
  createMotor,
  createQuarterCar,
  createRLC,
  createTanks,
} from "../helpers/circuits.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { createMotorPendulum } from "../helpers/measureCircuits.ts";
import { inRoot } from "../helpers/project.ts";
import { findMisfit } from "../helpers/schema.ts";

const schema = JSON.parse(fs.readFileSync(inRoot("schema/bondgraph.schema.json"), "utf8")) as Record<string, unknown>;

const lever = () =>
  createGraph(
    [
      ["Se", "F", { law: "A*sin(t)", parameters: { A: 3 } }],
      ["MTF", "lever", { law: "2 + cos(x)", signals: { x: { state: "C" } } }],
      ["C", "C", { parameters: { stiffness: 2 }, start: 0.5 }],
    ],
    ["F > lever", "lever > C"],
    new BondGraph(),
  );

test("JSON → graph → JSON is identical, and fits the schema", (t) => {
  const zoo = createZoo();
  const graphs = [
    ...[createRLC(), createMotor(), createTanks(), createQuarterCar(), lever()],
    ...[zoo.bondGraph(), zoo.bondGraph({ detail: "word" }), createMotorPendulum().bondGraph()],
  ];
  for (const graph of graphs) {
    const text = JSON.stringify(graph);
    t.is(JSON.stringify(BondGraph.fromJSON(text)), text);
    t.is(findMisfit(schema, JSON.parse(text)), undefined);
  }
  const fragment = createGearedMotor();
  const text = JSON.stringify(fragment);
  const read = Fragment.fromJSON(text);
  t.is(JSON.stringify(read), text);
  t.is(read.name, "motor");
  t.is(read.port("shaft").element.name, "gearbox");
  t.is(findMisfit(schema, JSON.parse(text)), undefined);
});

test("a graph that was read moves as the one that was written", (t) => {
  const [one, two] = [createMotor(), BondGraph.fromJSON(JSON.stringify(createMotor()))].map((graph) =>
    new Circuit(graph).simulateSync({ until: 0.1 }),
  );
  t.deepEqual(two.flow("current → K"), one.flow("current → K"));
});

test("laws: functions go out by their names and come in only if they are registered", (t) => {
  function squareRoot(x: number): number {
    return Math.sqrt(x);
  }
  const make = (law: (x: number) => number) =>
    createGraph(
      [
        ["Se", "V", { parameters: { effort: 4 } }],
        ["R", "r", { law }],
      ],
      ["V > r"],
      new BondGraph(),
    );
  const text = JSON.stringify(make(squareRoot));
  t.regex(text, /"law":\{"name":"squareRoot"\}/);
  t.throws(() => BondGraph.fromJSON(text), {
    instanceOf: ModelError,
    message:
      'bond graph JSON: $.elements[1].law.name: the law: the law "squareRoot" is not registered; call registerLaw("squareRoot", …) first',
  });
  registerLaw("squareRoot", squareRoot);
  t.is(JSON.stringify(BondGraph.fromJSON(text)), text);
  t.throws(() => registerLaw("squareRoot", (x) => x), { message: /another law has this name already/ });
  t.throws(
    () =>
      JSON.stringify(
        make(
          (
            () => (x: number) =>
              x
          )(),
        ),
      ),
    {
      message: /^R "r": its law is a function without a name, which a file cannot hold/,
    },
  );
});

test("what does not fit is refused with its path, by the reader and by the schema", (t) => {
  type Data = Record<string, never> & { elements: Record<string, unknown>[]; bonds: Record<string, unknown>[] };
  const change = (edit: (data: Data) => void): Data => {
    const data = JSON.parse(JSON.stringify(lever())) as Data;
    edit(data);
    return data;
  };
  const misfits: [edit: (data: Data) => void, path: string][] = [
    [(data) => Object.assign(data, { format: "other" }), "$.format"],
    [(data) => Object.assign(data, { version: 2 }), "$.version"],
    [(data) => Object.assign(data, { extra: 1 }), "$.extra"],
    [(data) => Object.assign(data, { elements: {} }), "$.elements"],
    [(data) => delete (data as Record<string, unknown>).bonds, "$.bonds"],
    [(data) => Object.assign(data.elements[0], { name: "" }), "$.elements[0].name"],
    [(data) => Object.assign(data.elements[0], { dimension: 0.5 }), "$.elements[0].dimension"],
    [(data) => Object.assign(data.elements[0], { group: 1 }), "$.elements[0].group"],
    [(data) => Object.assign(data.elements[0], { parameters: [] }), "$.elements[0].parameters"],
    [(data) => Object.assign(data.elements[0], { ports: [1, "1"] }), "$.elements[0].ports[1]"],
    [(data) => Object.assign(data.elements[2], { start: "1" }), "$.elements[2].start"],
    [(data) => Object.assign(data.elements[1], { signals: { x: { torque: "C" } } }), "$.elements[1].signals.x.torque"],
    [(data) => Object.assign(data.elements[1], { signals: { x: {} } }), "$.elements[1].signals.x"],
    [(data) => Object.assign(data.bonds[0], { dimension: "1" }), "$.bonds[0].dimension"],
    [(data) => Object.assign(data.bonds[1].from as object, { port: -1 }), "$.bonds[1].from.port"],
    [(data) => Object.assign(data.bonds[1], { to: "C" }), "$.bonds[1].to"],
    [(data) => Object.assign(data, { ports: [] }), "$"],
  ];
  for (const [edit, path] of misfits) {
    const data = change(edit);
    const error = t.throws(() => BondGraph.fromJSON(data), { instanceOf: ModelError });
    t.true(error.message.startsWith(`bond graph JSON: ${path}: `), error.message);
    t.is(findMisfit(schema, data), path);
  }
  const wrong: [edit: (data: Data) => void, message: RegExp][] = [
    [
      (data) => Object.assign(data.elements[0], { kind: "Q" }),
      /\$\.elements\[0\]: Element "F": kind is "Q"; choose one of 0, 1, TF/,
    ],
    [
      (data) => Object.assign(data.elements[0], { name: "C" }),
      /\$\.elements\[2\]: BondGraph: the name of C "C" is taken/,
    ],
    [(data) => Object.assign(data.bonds[1].to as object, { element: "D" }), /\$\.bonds\[1\]: BondGraph: element "D"/],
    [
      (data) => Object.assign(data.bonds[1].to as object, { port: 1 }),
      /\$\.bonds\[1\]: BondGraph: the bond .* does not fit/,
    ],
    [(data) => Object.assign(data.elements[1], { dimension: 2 }), /\$\.elements\[1\]\.dimension: it is not that of/],
    [(data) => Object.assign(data, { name: "x", ports: [] }), /\$\.ports: it has open ports; read it with Fragment/],
  ];
  for (const [edit, message] of wrong)
    t.throws(() => BondGraph.fromJSON(change(edit)), { instanceOf: ModelError, message });
  t.throws(() => BondGraph.fromJSON("{"), { instanceOf: ModelError, message: /the text is not JSON/ });
  t.throws(() => Fragment.fromJSON(JSON.stringify(lever())), {
    message: /it has no open ports; read it with BondGraph/,
  });
});

test("data that cannot be read, has holes, or nests without end is refused", (t) => {
  type Data = { elements: { parameters: Record<string, unknown> }[]; bonds: unknown[] };
  const change = (edit: (data: Data) => void) => {
    const data = JSON.parse(JSON.stringify(createRLC())) as Data;
    edit(data);
    return data;
  };
  const refuse = () => {
    throw new Error("hostile");
  };
  const sparse: unknown[] = [];
  sparse.length = 2;
  const long: unknown[] = [];
  long.length = 1e8;
  const endless: { inner?: unknown } = {};
  endless.inner = endless;
  const deep = JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`) as unknown;
  const cases: [unknown, string][] = [
    [null, "bond graph JSON: $: it is null; give an object"],
    [Symbol("file"), "bond graph JSON: $: it is Symbol(file); give an object"],
    [new Proxy({}, { get: refuse, ownKeys: refuse }), "bond graph JSON: $ cannot be read (hostile); give plain data"],
    [
      change((data) => Object.defineProperty(data, "elements", { get: refuse, enumerable: true })),
      "bond graph JSON: $ cannot be read (hostile); give plain data",
    ],
    [
      change((data) => Object.assign(data, { elements: sparse })),
      "bond graph JSON: $.elements[0]: it is undefined; give an object",
    ],
    [
      change((data) => Object.assign(data, { bonds: long })),
      "bond graph JSON: $.bonds: it has 100000000 entries; give at most 1000000",
    ],
    [
      change(({ elements }) => Object.assign(elements[0].parameters, { list: sparse })),
      "bond graph JSON: $.elements[0].parameters.list[0]: it is undefined; give a number, a text or an object, or leave it away",
    ],
    [
      change(({ elements }) => Object.assign(elements[0].parameters, { deep })),
      `bond graph JSON: $.elements[0].parameters.deep${"[0]".repeat(16)}: it is nested in more than 16 levels; flatten it`,
    ],
    [
      change(({ elements }) => Object.assign(elements[0].parameters, { endless })),
      `bond graph JSON: $.elements[0].parameters.endless${".inner".repeat(16)}: it is nested in more than 16 levels; flatten it`,
    ],
    [
      change(({ elements }) => Object.assign(elements[0], { dimension: 1e9 })),
      'bond graph JSON: $.elements[0]: Se "V": dimension is 1000000000; give a whole number up to 6000, 1 for a scalar bond',
    ],
  ];
  for (const [data, message] of cases) {
    t.throws(() => BondGraph.fromJSON(data), { instanceOf: ModelError, message });
    t.throws(() => Fragment.fromJSON(data), { instanceOf: ModelError });
  }
});

test("keys cannot pollute prototypes", (t) => {
  for (const key of ["__proto__", "constructor", "prototype"]) {
    const text = JSON.stringify(createRLC()).replace('"effort":10', `"effort":10,"${key}":{"polluted":true}`);
    const error = t.throws(() => BondGraph.fromJSON(text), { instanceOf: ModelError });
    t.true(error.message.includes(`$.elements[0].parameters.${key}: this key is not allowed`), error.message);
    t.is(findMisfit(schema, JSON.parse(text)), `$.elements[0].parameters.${key}`);
  }
  t.is(({} as Record<string, unknown>).polluted, undefined);
});

test("a fragment is used twice under two names, and its signals follow", (t) => {
  const part = createGraph(
    [
      ["1", "v"],
      ["C", "spring", { parameters: { stiffness: 3 }, start: 0.1 }],
      ["R", "rub", { law: "(1 + x^2)*f", signals: { x: { state: "spring" } } }],
    ],
    ["v > spring", "v > rub"],
    new Fragment("part"),
  );
  part.open("end", "v", "in");
  const graph = new BondGraph();
  graph.create("Se", "F", { parameters: { effort: 1 } });
  graph.create("1", "x");
  graph.create("I", "m", { parameters: { inertance: 2 } });
  graph.connect("F", "x");
  graph.connect("x", "m");
  for (const name of ["left", "right"]) {
    const copy = copyFragment(part, name);
    graph.merge(copy);
    graph.join(copy.port("end"), graph.element("x"));
  }
  t.deepEqual(graph.validate(), []);
  t.deepEqual(graph.element("right.rub").signals, { x: { state: "right.spring" } });
  const { model } = new Circuit(graph);
  model.calc(0, Float64Array.of(4, 0.1, 0.2));
  t.is(model.getEffort("left.v → rub"), (1 + 0.1 ** 2) * 2);
  t.is(model.getEffort("right.v → rub"), (1 + 0.2 ** 2) * 2);
});

test("what would come back as something else is not written", (t) => {
  const twice = new BondGraph();
  twice.create("R", "a", { law: (f) => 2 * f });
  t.regex(JSON.stringify(twice), /"law":\{"name":"law"\}/);
  twice.create("R", "b", { law: (f) => 3 * f });
  t.throws(() => twice.toJSON(), {
    instanceOf: ModelError,
    message: /^R "b": its law is a function with the name "law", which another law has too/,
  });
  function orifice(x: number): number {
    return x * Math.abs(x);
  }
  const make = (kind: "R" | "Se") => {
    const graph = new BondGraph();
    graph.create(kind, "a", { law: orifice });
    return graph;
  };
  registerLaw("orifice", orifice, { of: "e" });
  // A bare function of an R is one of the flow.
  t.throws(() => make("R").toJSON(), { message: /^R "a": its law is a function with the name "orifice"/ });
  t.notThrows(() => make("Se").toJSON());
  const odd = new BondGraph();
  odd.create("C", "c", { parameters: { stiffness: 1, limits: [0, Number.POSITIVE_INFINITY] } });
  t.throws(() => odd.toJSON(), { message: 'C "c": parameters.limits[1]: it is Infinity; give a finite number' });
  t.throws(() => new BondGraph().create("C", "c", { parameters: { stiffness: 1 }, start: Number.NaN }), {
    message: 'C "c": start is NaN; give a finite number (a division by zero upstream?)',
  });
});

test("a branch at a junction keeps the order of its bonds, so that the file is read back", (t) => {
  const graph = createGraph(
    [
      ["0", "node", {}],
      ["C", "c", { parameters: { capacitance: 1 } }],
      ["R", "r", { parameters: { resistance: 2 } }],
      ["Sf", "s", { parameters: { flow: 1 } }],
    ],
    ["node > c", "node > r", "s > node"],
    new BondGraph(),
  );
  graph.branch("c");
  t.deepEqual(graph.validate(), []);
  t.deepEqual(
    graph.bondsOf("node").map(({ name }) => name),
    ["node → c.1", "node → r", "s → node"],
  );
  const text = JSON.stringify(graph);
  t.is(JSON.stringify(BondGraph.fromJSON(text)), text);
});

test("signals of an element do not change with the object they were given in", (t) => {
  const signals: Record<string, { state: string }> = { x: { state: "c" } };
  const element = new BondGraph().create("Sf", "s", { law: "x", signals });
  signals.x = { state: "d" };
  t.deepEqual(element.signals, { x: { state: "c" } });
});
