import {
  createDrawingModel,
  drawGraph,
  findLayout,
  foldGroups,
  listGroups,
  measureLayout,
  mountGraph,
  paint,
  writeSVG,
} from "../../../../lib/drawing/index.ts";
import {
  assignCausality,
  auditPower,
  auditRun,
  Bond,
  BondGraph,
  baseFragment,
  bodyFragment,
  Circuit,
  CircuitModel,
  type CircuitRun,
  constraintFragment,
  copyFragment,
  couplerFragment,
  Element,
  Fragment,
  findStateEquations,
  Inertia,
  RevoluteJoint,
  RigidBody,
  registerLaw,
  System,
  toModelica,
} from "../../../../lib/index.ts";
import { construct, type FuzzCall, invoke, method } from "../FuzzCall.ts";

type Call = (...args: never[]) => unknown;

/** The series circuit of the README. */
export function createCircuit(law?: unknown): BondGraph {
  const graph = new BondGraph();
  graph.create("Se", "V", { parameters: { effort: 10 } });
  graph.create("1", "loop");
  graph.create("R", "R", law === undefined ? { parameters: { resistance: 20 } } : { law: law as never });
  graph.create("I", "L", { parameters: { inertance: 0.1 } });
  graph.create("C", "C", { parameters: { capacitance: 1e-4 }, start: 0 });
  graph.connect("V", "loop");
  for (const name of ["R", "L", "C"]) graph.connect("loop", name);
  return graph;
}

const fillFragment = (fragment: Fragment) => {
  fragment.create("1", "node");
  fragment.create("R", "load", { parameters: { resistance: 1 } });
  fragment.connect("node", "load");
  fragment.open("port", "node", "in");
  return fragment;
};

const createFragment = () => fillFragment(new Fragment("part"));

let known: CircuitRun | undefined;
const getRun = (): CircuitRun => {
  known ??= new Circuit(createCircuit()).simulateSync({ until: 0.01 });
  return known;
};

/** What a user does with an element: runs it in a circuit. */
const runElement = (element: Element) => {
  const graph = new BondGraph();
  graph.create("Se", "V", { parameters: { effort: 10 } });
  graph.create("1", "loop");
  graph.create("R", "damping", { parameters: { resistance: 1 } });
  graph.connect("V", "loop");
  graph.connect("loop", "damping");
  graph.add(element);
  graph.connect("loop", element);
  const run = new Circuit(graph).simulateSync({ until: 0.001 });
  return [run.effort("V → loop"), run.flow("V → loop"), typeof element.law === "function" ? "" : toModelica(graph)];
};

const runCircuit = (options: never) => {
  const run = new Circuit(createCircuit()).simulateSync(options);
  return [run.state("C"), run.state("L")];
};

const RIGHT = Symbol("the right one") as never;

const createScene = () => drawGraph(createCircuit());

export const bondgraph: readonly FuzzCall[] = [
  construct(Element, () => ["R", "load", { parameters: { resistance: 2 } }], runElement as (made: never) => unknown),
  construct(
    Element,
    () => ["C", "store", { parameters: { capacitance: 2 }, start: 0.1 }],
    runElement as (made: never) => unknown,
  ),
  construct(Element, () => ["R", "valve", { law: (f: number) => 2 * f }], runElement as (made: never) => unknown),
  construct(
    Element,
    () => ["R", "valve", { law: "k*f + f^3", parameters: { k: 2 }, signals: {}, group: "pump" }],
    runElement as (made: never) => unknown,
  ),
  construct(Bond, () => {
    const graph = createCircuit();
    const [from, to] = [graph.element("V"), graph.element("loop")];
    return ["bond", { element: from, port: 0 }, { element: to, port: 0 }, 1, { effort: () => {}, flow: () => {} }];
  }),
  method(createCircuit, "BondGraph", "add", () => [new Element("R", "other", { parameters: { resistance: 1 } })]),
  method(createCircuit, "BondGraph", "create", () => ["R", "other", { parameters: { resistance: 1 } }]),
  invoke(
    "BondGraph.connect",
    ((...args: Parameters<BondGraph["connect"]>) => {
      const graph = createCircuit();
      graph.create("R", "other", { parameters: { resistance: 1 } });
      return graph.connect(...args);
    }) as Call,
    () => ["loop", "other", { name: "bond", dimension: 1 }],
  ),
  method(createCircuit, "BondGraph", "merge", () => [new BondGraph()]),
  invoke(
    "BondGraph.join",
    ((...args: Parameters<BondGraph["join"]>) => {
      const graph = createCircuit();
      const fragment = createFragment();
      graph.merge(fragment);
      const [port, element] = args;
      // The right ones belong to this graph.
      return graph.join(
        port === RIGHT ? fragment.port("port") : port,
        element === RIGHT ? graph.element("loop") : element,
      );
    }) as Call,
    () => [RIGHT, RIGHT],
  ),
  method(createCircuit, "BondGraph", "branch", () => ["C"]),
  method(createCircuit, "BondGraph", "has", () => ["C"]),
  method(createCircuit, "BondGraph", "element", () => ["C"]),
  method(createCircuit, "BondGraph", "bond", () => ["V → loop"]),
  method(createCircuit, "BondGraph", "bondsOf", () => ["C"]),
  method(createCircuit, "BondGraph", "group", () => ["C"]),
  method(createCircuit, "BondGraph", "calcPowerInto", () => ["C"]),
  invoke("BondGraph.fromJSON", BondGraph.fromJSON as Call, () => [JSON.parse(JSON.stringify(createCircuit()))]),
  invoke("Fragment.fromJSON", Fragment.fromJSON as Call, () => [JSON.parse(JSON.stringify(createFragment()))]),
  construct(Fragment, () => ["part"]),
  method(createFragment, "Fragment", "open", () => ["other", "node", "out"]),
  method(createFragment, "Fragment", "port", () => ["port"]),
  invoke("assignCausality", assignCausality as Call, () => [createCircuit()]),
  invoke("Causality.strokeAt", ((bond: never) => createCircuit().causality().strokeAt(bond)) as Call, () => [
    createCircuit().bond("V → loop"),
  ]),
  invoke("copyFragment", copyFragment as Call, () => [createFragment(), "copy", () => ({})]),
  invoke("bodyFragment", bodyFragment as Call, () => ["body", { mass: 1, inertia: [1, 1, 1, 0, 0, 0] }]),
  invoke("baseFragment", baseFragment as Call, () => ["base", { moving: true }]),
  invoke("couplerFragment", couplerFragment as Call, () => ["gear", { ratio: 2 }]),
  invoke("constraintFragment", constraintFragment as Call, () => [
    "joint",
    { flowConstraints: ["x", "y", "z", "a", "b"], effortConstraints: ["M"], mode: "on", parameters: { M: {} } },
  ]),
  invoke("registerLaw", registerLaw as Call, () => ["fuzzedLaw", Math.sin, { of: "f" }]),
  invoke("findStateEquations", findStateEquations as Call, () => [createCircuit()]),
  invoke("toModelica", toModelica as Call, () => [createCircuit(), { name: "Model" }]),
];

export const drawing: readonly FuzzCall[] = [
  method(createCircuit, "BondGraph", "toSVG", () => [{ causality: true, power: "width" }]),
  method(createCircuit, "BondGraph", "toTikZ", () => [{}]),
  method(createCircuit, "BondGraph", "toDOT", () => [{ causality: true }]),
  method(createCircuit, "BondGraph", "toGraphML", () => [{ causality: true }]),
  method(createCircuit, "BondGraph", "toPNG", () => [{ scale: 0.2 }]),
  invoke("createDrawingModel", createDrawingModel as Call, () => [createCircuit(), { causality: true }]),
  invoke("drawGraph", drawGraph as Call, () => [createCircuit(), { causality: true }]),
  invoke("findLayout", findLayout as Call, () => [createDrawingModel(createCircuit())]),
  invoke("listGroups", listGroups as Call, () => [createDrawingModel(createCircuit())]),
  invoke("foldGroups", foldGroups as Call, () => [createDrawingModel(createCircuit()), ["pump"]]),
  invoke("measureLayout", measureLayout as Call, () => [findLayout(createDrawingModel(createCircuit()))]),
  invoke("paint", paint as Call, () => [findLayout(createDrawingModel(createCircuit())), {}]),
  invoke("writeSVG", writeSVG as Call, () => [createScene()]),
  invoke(
    "mountGraph",
    ((target: never, graph: never, options: never) =>
      // In Node there is no page: a right target is refused, too.
      mountGraph(target === RIGHT ? (null as never) : target, graph, options)) as Call,
    () => [RIGHT, createCircuit(), {}],
  ),
];

export const circuit: readonly FuzzCall[] = [
  construct(Circuit, () => [createCircuit()]),
  construct(CircuitModel, () => [createCircuit(), []]),
  invoke("Circuit.simulateSync", runCircuit as Call, () => [
    { until: 0.01, from: 0, tolerance: 1e-6, method: "dop853", maxStep: 0.005, start: { C: 0.1 } },
  ]),
  invoke("Circuit.simulateSync", runCircuit as Call, () => [{ until: 0.01, method: "radau" }]),
  invoke("Circuit.simulate", ((options: never) => new Circuit(createCircuit()).simulate(options)) as Call, () => [
    { until: 0.01, method: "auto" },
  ]),
  invoke(
    "Circuit with a law",
    ((law: never) => {
      const run = new Circuit(createCircuit(law)).simulateSync({ until: 0.01 });
      return [run.state("C"), run.state("L")];
    }) as Call,
    () => [(f: number) => 20 * f],
  ),
  method(getRun, "CircuitRun", "at", () => [0.005]),
  method(getRun, "CircuitRun", "effort", () => ["V → loop", [0, 0.005]]),
  method(getRun, "CircuitRun", "flow", () => ["V → loop", [0, 0.005]]),
  method(getRun, "CircuitRun", "power", () => ["V → loop", [0, 0.005]]),
  method(getRun, "CircuitRun", "state", () => ["C", [0, 0.005]]),
  method(getRun, "CircuitRun", "audit", () => [{ tolerance: 1e-9, times: [0, 0.005, 0.01] }]),
  invoke("auditPower", auditPower as Call, () => [
    getRun().bondGraph(),
    getRun(),
    { tolerance: 1e-9, times: [0, 0.005, 0.01] },
  ]),
  invoke("auditRun", auditRun as Call, () => {
    const system = new System();
    const bob = system.add(
      new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [1, 0, 0] }),
    );
    system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
    return [system, system.simulateSync({ until: 0.05 }), { tolerance: 1e-9 }];
  }),
];
