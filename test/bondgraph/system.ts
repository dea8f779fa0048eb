import test from "ava";
import { auditRun, Gear, type Pair, type RevoluteJoint, type ScrewJoint } from "../../lib/index.ts";
import { isAtMost, isClose } from "../helpers/compare.ts";
import { createZoo } from "../helpers/createZoo.ts";

test("every two-body constraint is closed by six flow or effort constraints", (t) => {
  const system = createZoo();
  const graph = system.bondGraph();
  t.deepEqual(graph.validate(), []);
  for (const constraint of system.constraints) {
    if (constraint instanceof Gear) continue;
    const { elements } = graph.group(constraint.name);
    t.is(elements.filter(({ kind }) => kind === "FC" || kind === "EC").length, 6, constraint.label);
  }
});

test("power on the bonds is that of the solver: it sums to zero at every junction, transformer and split", (t) => {
  const system = createZoo();
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-8 });
  const audit = auditRun(system, run);
  // Of |F| |v| + |M| |ω|: what is summed has the rounding of the solve.
  isAtMost(t, audit.worst?.ratio as number, 1e-12, `${audit.worst?.element.label}`);
  t.is(audit.powers.size, system.bondGraph().bonds.length);
  const { missing, supplied } = audit.balance;
  isClose(t, missing.at(-1) as number, 0, 1e-11 * Math.max(...supplied.map(Math.abs)));
});

test("flow constraints take no power unless they drive; dampers take what they should", (t) => {
  const system = createZoo();
  const graph = system.bondGraph();
  const snapshot = system.evaluate();
  snapshot.show();
  for (const element of graph.elements) {
    if (element.kind !== "FC") continue;
    const power = graph.calcPowerInto(element) as number;
    const isDriven = element.name === "cylindrical.FC.λ";
    if (!isDriven) isClose(t, power, 0, 1e-11, `${element.name}: ${power} W`);
  }
  const { rate } = snapshot.joint("hinge");
  snapshot.show();
  const taken = graph.calcPowerInto("hinge.EC.M") as number;
  // Read from a wrench of some hundred Nm, so good to some 1e-13 Nm.
  isClose(t, taken, 0.2 * rate * rate, 1e-12, `${taken} W at ${rate} rad/s`);
});

test("the power of all bodies' inertia and gravity is what bases, springs, dampers and drives give", (t) => {
  const system = createZoo();
  const graph = system.bondGraph();
  system.evaluate().show();
  let supplied = 0;
  let stored = 0;
  for (const element of graph.elements) {
    const power = graph.calcPowerInto(element) as number;
    if (["Se", "Sf", "EC", "FC"].includes(element.kind)) supplied -= power;
    if (element.kind === "I") stored += power;
  }
  isClose(t, supplied, stored, 1e-11 * Math.abs(stored), `${supplied} W and ${stored} W`);
});

test("a joint reads the paper's pairs: F and M on A, μ and λ of B relative to A", (t) => {
  const system = createZoo();
  const snapshot = system.evaluate();
  const gear = snapshot.joint("second");
  snapshot.show();
  const second = snapshot.get(system.get("second") as RevoluteJoint);
  isClose(t, second.M + gear.effort, 0, 1e-12 * Math.abs(gear.effort));
  t.is(second.lambda, gear.acceleration);
  t.is(second.mu, 0);
  const screw = snapshot.get(system.get("screw") as ScrewJoint);
  isClose(t, screw.mu, 0.1 * screw.lambda, 1e-15 * Math.abs(screw.mu) + 1e-15);
  isClose(t, 0.1 * screw.F + screw.M, 0, 1e-12 * (Math.abs(screw.M) + 1));
  t.true((system.get("weld") as Pair).coordinates.length === 0);
});

test("junctions hold in every component: gyroscopic torques, which have no power, too", (t) => {
  const system = createZoo();
  const run = system.simulateSync({ until: 0.3, tolerance: 1e-8 });
  const graph = system.bondGraph();
  run.at(0.2).show();
  for (const element of graph.elements) {
    if (element.kind !== "0" && element.kind !== "1") continue;
    const isZero = element.kind === "0";
    const sum = new Float64Array(element.dimension);
    let largest = 0;
    for (const bond of graph.bondsOf(element)) {
      const value = new Float64Array(element.dimension);
      (isZero ? bond.flow : bond.effort)?.(value);
      for (let i = 0; i < value.length; i++) {
        sum[i] += bond.to.element === element ? value[i] : -value[i];
        largest = Math.max(largest, Math.abs(value[i]));
      }
    }
    const worst = Math.max(...sum.map(Math.abs));
    isAtMost(t, worst, 1e-11 * Math.max(1, largest), `${element.label}: ${worst} of ${largest}`);
  }
});
