import test from "ava";
import {
  type AuditedRun,
  auditPower,
  auditRun,
  BondGraph,
  Circuit,
  type CircuitRun,
  Contact,
  Inertia,
  ModelError,
  Plane,
  RevoluteJoint,
  RigidBody,
  Sphere,
  System,
  Trajectory,
} from "../../lib/index.ts";
import { createGraph, createMotor, createQuarterCar, createRLC, createTanks, RLC } from "../helpers/circuits.ts";
import { isAtMost } from "../helpers/compare.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { createMotorPendulum } from "../helpers/measureCircuits.ts";
import { createSeries, SeriesSolution } from "../helpers/sweepCircuits.ts";

/** A four-bar that is released from rest. */
function createFourBar(): System {
  const system = new System();
  const axis = [0, 0, 1] as const;
  const points = { A: [0, 0, 0], B: [0, 0.1, 0], C: [0.3, 0.3, 0], D: [0.4, 0, 0] } as const;
  const create = (name: string, from: readonly number[], to: readonly number[]) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    return system.add(
      new RigidBody(name, {
        inertia: Inertia.rod({ mass: length, length, axis: "x" }),
        position: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0],
        orientation: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)],
      }),
    );
  };
  const crank = create("crank", points.A, points.B);
  const coupler = create("coupler", points.B, points.C);
  const rocker = create("rocker", points.D, points.C);
  system.add(new RevoluteJoint("A", system.ground, crank, { point: points.A, axis, damping: 0.001 }));
  system.add(new RevoluteJoint("B", crank, coupler, { point: points.B, axis }));
  system.add(new RevoluteJoint("C", coupler, rocker, { point: points.C, axis }));
  system.add(new RevoluteJoint("D", system.ground, rocker, { point: points.D, axis }));
  return system;
}

/** A run of a circuit that shows states of the test's own. */
const fake = ({ model, times }: CircuitRun, states: (t: number) => readonly number[]): AuditedRun => ({
  times,
  at: (t) => ({ show: () => model.calc(t, Float64Array.from(states(t))) }),
});

const listStores = ({ model, bondGraph }: CircuitRun, graph = bondGraph.call({ model })) =>
  graph.elements
    .filter(({ kind }) => kind === "C" || kind === "I")
    .map((element) => ({
      label: element.label,
      elements: [element],
      energy: () => model.getStoredEnergy(element),
      gross: () => model.calcGrossPower(element),
    }));

test("stores of circuits hold what their bonds bring", (t) => {
  for (const [graph, until] of [
    [createRLC(), 0.1],
    [createMotor(), 1],
    [createTanks(), 600],
    [createQuarterCar(), 5],
    [createSeries({ V: 10, R: 100, L: 1e-6, C: 1e-3 }), 1],
  ] as const) {
    for (const tolerance of [1e-5, 1e-8, 1e-11]) {
      const run = new Circuit(graph).simulateSync({ until, tolerance });
      const audit = run.audit().check();
      t.is(audit.energyTolerance, Math.min(0.05, Math.max(1e-8, tolerance * (100 + 2 * run.statistics.steps))));
      isAtMost(t, audit.worstStore?.ratio as number, 10 * tolerance);
      // Looked at seldom, it is integrated over the same steps.
      const seldom = run.audit({ times: [0, until] });
      t.true(seldom.passes, `${seldom.worstStore?.ratio}`);
    }
  }
});

test("a run of a circuit that is no solution fails the audit, though its powers sum to zero", (t) => {
  const run = new Circuit(createRLC()).simulateSync({ until: 0.05, tolerance: 1e-10 });
  const solution = new SeriesSolution(RLC);
  const graph = run.bondGraph();
  const audit = (states: (time: number) => readonly number[]) =>
    auditPower(graph, fake(run, states), { stores: listStores(run), energyTolerance: 1e-6 });
  t.true(audit((time) => solution.at(time)).passes);
  // Half a percent too much charge in the end.
  const wrong = audit((time) => solution.at(time).map((x) => x * (1 + 0.1 * time)));
  isAtMost(t, wrong.worst?.ratio as number, 1e-15);
  t.false(wrong.passes);
  t.throws(() => wrong.check(), {
    instanceOf: ModelError,
    message:
      /^power audit: the bonds of [CI] "[CL]" have brought \S+ J by t = 0\.0\S* s, but its states say \S+ J \(\S+ of the \S+ J turned over are missing\): the run does not follow its equations; simulate with a finer tolerance, or look at what changed its states$/,
  });
  // What stiff circuits did once: an explicit method beyond its limit of stability.
  const blown = audit((time) => [1e-3 * (-6) ** Math.round(1000 * time), 1e-3]);
  t.false(blown.passes);
});

test("a capacitor that follows its source at once: small differences of large numbers are judged by these", (t) => {
  // Its current is a millionth of what 10 V would drive through the resistor.
  const [R, C, omega] = [1e-6, 1e-6, 300];
  const graph = createGraph(
    [
      ["Se", "V", { law: "10*sin(300*t)" }],
      ["1", "loop"],
      ["R", "R", { parameters: { resistance: R } }],
      ["C", "C", { parameters: { capacitance: C } }],
    ],
    ["V > loop", "loop > R", "loop > C"],
    new BondGraph(),
  );
  for (const tolerance of [1e-6, 1e-8, 1e-11]) {
    const run = new Circuit(graph).simulateSync({ until: 0.1, tolerance });
    const audit = run.audit().check();
    isAtMost(t, audit.worstStore?.ratio as number, tolerance, `${audit.worstStore?.ratio}`);
    // A charge that is a thousandth off is found all the same.
    const charge = (time: number) => 1.001 * C * 10 * Math.sin(omega * time);
    const wrong = auditPower(
      run.bondGraph(),
      fake(run, (time) => [charge(time)]),
      {
        stores: listStores(run),
        energyTolerance: audit.energyTolerance,
      },
    );
    t.false(wrong.passes, `${wrong.worstStore?.ratio}`);
  }
});

test("states of a run that are changed afterwards fail the audit", (t) => {
  const circuit = new Circuit(createRLC());
  for (const tolerance of [1e-5, 1e-8]) {
    const run = circuit.simulateSync({ until: 0.05, tolerance });
    run.audit().check();
    const { points } = run as unknown as { points: { y: Float64Array }[] };
    points[Math.round(points.length / 2)].y[1] *= 1.01;
    const audit = run.audit();
    isAtMost(t, audit.worst?.ratio as number, 1e-15);
    t.throws(() => audit.check(), { instanceOf: ModelError, message: /the bonds of C "C" have brought/ });
  }
});

test("bodies hold what their bonds bring: events, loops, drives, contacts and motors", (t) => {
  const bouncing = () => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
    const ball = system.add(new RigidBody("ball", { inertia, position: [0, 1, 0], velocity: [1, 0, 0] }));
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: 0.3, impact: 0.7 }));
    return system;
  };
  for (const [name, system, until] of [
    ["zoo", createZoo(), 0.5],
    ["motor", createMotorPendulum(), 1],
    ["four-bar", createFourBar(), 1],
    ["bouncing ball", bouncing(), 2],
  ] as const) {
    const run = system.simulateSync({ until, tolerance: 1e-8 });
    const audit = auditRun(system, run).check();
    isAtMost(t, audit.worstStore?.ratio as number, 1e-7, `${name}: ${audit.worstStore?.ratio}`);
    t.true(auditRun(system, run, { times: [0, until] }).passes, name);
  }
});

test("transformers that carry nothing but rounding pass the audit", (t) => {
  const system = createFourBar();
  for (const options of [{}, { tolerance: 1e-5 }, { method: "rk4", step: 5e-3 } as const]) {
    const audit = auditRun(system, system.simulateSync({ until: 0.5, ...options }));
    t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.sum} W`);
    // The joints move in a plane: across it there are 1e-15 W beside 10 W.
    isAtMost(t, audit.worst?.ratio as number, 1e-12);
  }
});

test("a run of a system whose velocities were changed fails the audit", (t) => {
  const system = createFourBar();
  const run = system.simulateSync({ until: 0.5 });
  const file = JSON.parse(JSON.stringify(run)) as { steps: { dense: number[] }[] };
  for (const step of file.steps.slice(10, 20)) {
    step.dense = step.dense.map((x) => (typeof x === "number" ? 1.001 * x : x));
  }
  const changed = Trajectory.fromJSON(file, system);
  const audit = auditRun(system, changed);
  t.false(audit.passes);
  t.throws(() => audit.check(), {
    instanceOf: ModelError,
    message: /^power audit: the bonds of RigidBody "\w+" have brought/,
  });
});

test("audits refuse what is no run", (t) => {
  const run = new Circuit(createRLC()).simulateSync({ until: 0.05 });
  const system = createFourBar();
  const refusals: [() => unknown, string][] = [
    [() => auditPower(null as never, run), "auditPower: the graph is null; give a BondGraph"],
    [() => auditPower(run.bondGraph(), 3 as never), "auditPower: the run is 3; give what simulate returns"],
    [
      () => run.audit({ times: [0, Number.NaN] }),
      "auditPower: times [0, NaN] has NaN in place 1; give a list of times of the run, in seconds, all finite",
    ],
    [() => run.audit({ tolerance: 0 }), "auditPower: tolerance is 0; give a number greater than zero"],
    [
      () => run.audit({ stores: [] } as never),
      'CircuitRun.audit: unknown option "stores"; did you mean "times"? The options are tolerance, energyTolerance, times',
    ],
    [
      () => auditRun(system, run as never),
      "auditRun: the run is an object of class CircuitRun; give what system.simulate returns",
    ],
    [() => auditRun({} as never, {} as never), "auditRun: the system is an object of class Object; give a System"],
  ];
  for (const [call, message] of refusals) t.throws(call, { instanceOf: ModelError, message });
});
