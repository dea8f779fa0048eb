import { createChain, createFourBar, createPendulum } from "../../bench/models.ts";
import {
  BondGraph,
  type Element,
  Gear,
  Inertia,
  RevoluteJoint,
  RigidBody,
  System,
  Testbench,
  type Vector3,
} from "../../lib/index.ts";

const Z: Vector3 = [0, 0, 1];

/** An omni wheel on its testbench, with a force and a torque on the disc. */
export function createWheelGraph(rollers: number): BondGraph {
  const disc = Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" });
  const { system } = new Testbench({
    ...{ radius: 0.06, rollers, psi: 0.5, disc, friction: 0.5, torque: 0.1, force: [1, 0], rate: -5 },
  });
  return system.bondGraph();
}

/** A series circuit of a source, a resistor, a coil and a capacitor. */
export function createCircuitGraph(): BondGraph {
  const graph = new BondGraph();
  graph.create("Se", "source", { parameters: { effort: 5 } });
  graph.create("1", "loop");
  graph.connect("source", "loop");
  for (const [kind, name, parameters] of [
    ["R", "R", { resistance: 10 }],
    ["I", "L", { inertance: 1e-3 }],
    ["C", "C", { stiffness: 1e6 }],
  ] as const) {
    graph.connect("loop", graph.create(kind, name, { parameters }));
  }
  return graph;
}

/** A pump fills a tank, which flows over into another, which leaks. */
export function createTanksGraph(): BondGraph {
  const graph = new BondGraph();
  graph.create("Sf", "pump", { parameters: { flow: 0.01 } });
  for (const i of [1, 2]) {
    graph.create("0", `pressure ${i}`);
    graph.create("C", `tank ${i}`, { parameters: { stiffness: 2e4 } });
    graph.connect(`pressure ${i}`, `tank ${i}`);
  }
  graph.create("1", "flow");
  graph.create("R", "pipe", { parameters: { resistance: 1e5 } });
  graph.create("R", "outlet", { parameters: { resistance: 2e5 } });
  graph.connect("pump", "pressure 1");
  graph.connect("pressure 1", "flow");
  graph.connect("flow", "pipe");
  graph.connect("flow", "pressure 2");
  graph.connect("pressure 2", "outlet");
  return graph;
}

/** Road, tyre, wheel, strut and body. */
export function createQuarterCarGraph(): BondGraph {
  const graph = new BondGraph();
  const bonds = [
    ["Sf road", "0 tyre"],
    ["0 tyre", "C kt"],
    ["0 tyre", "1 wheel"],
    ["1 wheel", "I mu"],
    ["Se Gu", "1 wheel"],
    ["1 wheel", "0 strut"],
    ["0 strut", "1 stroke"],
    ["1 stroke", "C ks"],
    ["1 stroke", "R bs"],
    ["0 strut", "1 body"],
    ["1 body", "I ms"],
    ["Se Gs", "1 body"],
  ];
  const find = (text: string): Element => {
    const [kind, name] = text.split(" ");
    return graph.has(name) ? graph.element(name) : graph.create(kind as "0", name, { parameters: { value: 1 } });
  };
  for (const [from, to] of bonds) graph.connect(find(from), find(to));
  return graph;
}

/** A pendulum whose shaft is driven by a motor with a gearbox. */
export function createMotorGraph(): BondGraph {
  const graph = createPendulum(1).bondGraph();
  const rate = graph.branch("hinge.EC.M");
  const group = "motor";
  for (const [kind, name] of [
    ["Se", "voltage"],
    ["1", "current"],
    ["R", "R"],
    ["I", "L"],
    ["GY", "K"],
    ["1", "rotor"],
    ["I", "J"],
    ["R", "friction"],
    ["TF", "gearbox"],
  ] as const) {
    graph.create(kind, `motor.${name}`, { group, parameters: { value: 1 } });
  }
  for (const [from, to] of [
    ["voltage", "current"],
    ["current", "R"],
    ["current", "L"],
    ["current", "K"],
    ["K", "rotor"],
    ["rotor", "J"],
    ["rotor", "friction"],
    ["rotor", "gearbox"],
  ]) {
    graph.connect(`motor.${from}`, `motor.${to}`);
  }
  graph.connect("motor.gearbox", rate);
  return graph;
}

/** Two wheels on the ground that mesh: a coupler between the scalar bonds of two joints. */
export function createGearGraph(): BondGraph {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const joints = [0, 1].map((x) => {
    const body = system.add(new RigidBody(`wheel ${x + 1}`, { inertia, position: [x, 0, 0] }));
    return system.add(
      new RevoluteJoint(`axle ${x + 1}`, system.ground, body, { point: [x, 0, 0], axis: Z, rate: x === 0 ? 2 : -4 }),
    );
  });
  system.add(new Gear("mesh", joints[0], joints[1], { teeth: [20, 10] }));
  return system.bondGraph();
}

/** Every graph that a picture is promised of, by name. */
export const DRAWN_GRAPHS: ReadonlyMap<string, () => BondGraph> = new Map([
  ["rlc", createCircuitGraph],
  ["two-tanks", createTanksGraph],
  ["quarter-car", createQuarterCarGraph],
  ["revolute", () => createPendulum(1).bondGraph()],
  ["motor-pendulum", createMotorGraph],
  ["four-bar", () => createFourBar().bondGraph()],
  ["gears", createGearGraph],
  ["chain-5", () => createChain(5).bondGraph()],
  ["omniwheel-4", () => createWheelGraph(4)],
  ["omniwheel-12", () => createWheelGraph(12)],
]);
