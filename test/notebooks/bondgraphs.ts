import test from "ava";
import { Circuit, type Trajectory } from "../../lib/index.ts";
import {
  type BondParameters,
  bondEntries,
  createBondSystem,
  findCurrent,
  findEntry,
  isCircuit,
} from "../../notebooks/models/bondgraphs/index.ts";
import { auditGraph, type GraphAudit } from "../../notebooks/tasks/auditGraph.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";

const models = Object.keys(bondEntries) as BondParameters["model"][];

function findDefaults(model: BondParameters["model"]): BondParameters {
  const settings = Object.entries(bondEntries[model].settings);
  return { model, values: Object.fromEntries(settings.map(([name, { value }]) => [name, value])) };
}

async function audit(parameters: BondParameters): Promise<GraphAudit> {
  let last: GraphAudit | undefined;
  const report = (given: unknown) => {
    last = structuredClone(given as { value: GraphAudit }).value;
  };
  await auditGraph(parameters, { report, signal: new AbortController().signal, listen: () => {} });
  return last as GraphAudit;
}

test("the current of the circuit has its closed form: swinging, creeping, and between", (t) => {
  for (const R of [1, 20, 2 * Math.sqrt(0.1 / 1e-4), 120]) {
    const values = { V: 10, R, L: 100, C: 100 };
    const run = new Circuit(bondEntries["RLC circuit"].createGraph(values)).simulateSync({
      until: 0.1,
      tolerance: 1e-11,
    });
    for (const time of [0, 0.003, 0.02, 0.1]) {
      isClose(t, run.at(time).flow("loop → L"), findCurrent(values, time), 1e-9, `${R} ${time}`);
    }
  }
});

test("tanks fill to Q R2 and Q (R1 + R2)", (t) => {
  const { values } = findDefaults("two tanks");
  const run = new Circuit(bondEntries["two tanks"].createGraph(values)).simulateSync({ until: 1e5, tolerance: 1e-10 });
  isClose(t, run.at(1e5).effort("p2 → C2"), 8000, 1e-3);
  isClose(t, run.at(1e5).effort("p1 → C1"), 12000, 1e-3);
});

test("a car on a road that stands still is at rest", (t) => {
  const { values } = findDefaults("quarter car");
  const graph = bondEntries["quarter car"].createGraph({ ...values, amplitude: 0 });
  const run = new Circuit(graph).simulateSync({ until: 3, tolerance: 1e-10 });
  isClose(t, run.at(3).flow("body velocity → ms"), 0, 1e-10);
});

test("no energy is missing in any graph of the page, and scalar ones have equations", async (t) => {
  for (const model of models) {
    const { balance, missing, energies, equations, series } = await audit(findDefaults(model));
    const most = balance.supplied.reduce((largest, energy) => Math.max(largest, Math.abs(energy)), 0);
    isAbove(t, most, 0, `${model}: ${missing} of`);
    isBelow(t, missing, 1e-12 * most, `${model}: ${missing} of ${most}`);
    isAbove(t, energies.length, 2);
    t.is(series === undefined, !isCircuit(findEntry({ model, values: {} })));
    t.is(equations === undefined, model === "four-bar");
  }
});

test("the motor's equations have the back voltage and the load", async (t) => {
  const { equations } = await audit(findDefaults("motor on a pendulum"));
  t.regex(equations ?? "", /V-\\frac\{R p_\{L\}\}\{L\}-\\frac\{K p_\{J\}\}\{J\}/);
});

test("a locked motor draws V/R, and its arm hangs at K V/R by the gear", async (t) => {
  const parameters = findDefaults("motor on a pendulum");
  // Too weak to lift the arm over: it comes to rest where the torques are equal.
  const values = { ...parameters.values, voltage: 2, gear: 20, mass: 2 };
  const { system, options } = createBondSystem({ ...parameters, values });
  const run: Trajectory = system.simulateSync({ ...options, until: 20 });
  const torque = (0.05 * 20 * 2) / 1.5;
  isClose(t, run.column("motor.V → current.flow").at(-1) as number, 2 / 1.5, 1e-6);
  isClose(t, Math.sin(run.last.joint("shaft").position), torque / (2 * 9.81 * 0.25), 1e-6);
});
