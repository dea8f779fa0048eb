import test from "ava";
import {
  BallJoint,
  Bushing,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  type Pair,
  PlanarJoint,
  PointOnLine,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  SpringDamper,
  System,
  turning,
  UniversalJoint,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";

/** One of everything, moving, loaded, driven and damped, with a closed loop and a base that turns. */
function createZoo(): System {
  const system = new System();
  const inertia = Inertia.compose([
    { inertia: Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] }) },
    { inertia: Inertia.sphere({ mass: 0.3, radius: 0.05 }), position: [0.1, 0.1, 0.05] },
  ]);
  const table = system.add(
    new Ground("table", { motion: turning({ axis: [0, 1, 0], angle: (t) => [0.3 + 0.7 * t, 0.7, 0] }) }),
  );
  const bodies = Array.from({ length: 9 }, (_, i) =>
    system.add(new RigidBody(`body${i}`, { inertia, position: [i, 0.1 * i, 0] })),
  );
  const at = (i: number): Vector3 => [i - 0.5, 0.05, 0.02 * i];
  const hinge = system.add(
    new RevoluteJoint("hinge", table, bodies[0], { point: at(0), axis: [0, 0, 1], rate: 1, damping: 0.2 }),
  );
  const second = system.add(new RevoluteJoint("second", bodies[0], bodies[1], { point: at(1), axis: [0, 1, 1] }));
  system.add(
    new UniversalJoint("universal", bodies[1], bodies[2], {
      point: at(2),
      axes: [
        [1, 0, 0],
        [0, 1, 0.2],
      ],
      first: { rate: 1 },
      second: { rate: -1, stiffness: 3, start: 0.2 },
    }),
  );
  system.add(
    new PlanarJoint("planar", bodies[2], bodies[3], {
      point: at(3),
      normal: [0, 0, 1],
      x: { rate: 1, start: 0.1 },
      y: { rate: 0.4 },
      rotation: { rate: 2 },
    }),
  );
  system.add(new ScrewJoint("screw", bodies[3], bodies[4], { point: at(4), axis: [1, 0, 0], pitch: 0.1, rate: 3 }));
  system.add(new BallJoint("ball", bodies[4], bodies[5], { point: at(5), rate: [1, 2, 3], damping: 0.1 }));
  system.add(
    new CylindricalJoint("cylindrical", bodies[5], bodies[6], {
      point: at(6),
      axis: [1, 1, 0],
      translation: { rate: 1 },
      rotation: { motion: (t) => [t * t, 2 * t, 2] },
    }),
  );
  // The tree reaches this pair from its B.
  system.add(new WeldJoint("weld", bodies[7], bodies[6]));
  system.add(new RevoluteJoint("loose", bodies[8], system.ground, { point: [8, 3, 0], axis: [0, 0, 1], rate: 1 }));
  system.add(
    new Bushing("bushing", bodies[7], bodies[8], { point: at(8), stiffness: 40, angularStiffness: 3, damping: 1 }),
  );
  system.add(
    new SpringDamper("spring", system.ground, bodies[7], { from: [3, 3, 3], stiffness: 10, damping: 1, restLength: 1 }),
  );
  system.add(new DistanceRod("rod", system.ground, bodies[3], { from: [0, 5, 0] }));
  system.add(new PointOnLine("slot", bodies[0], bodies[2], { direction: [1, 0.5, 0] }));
  system.add(new Gear("gear", hinge, second, { teeth: [20, 10] }));
  return system;
}

test("every two-body constraint is sealed by six flow or effort constraints", (t) => {
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
  const graph = system.bondGraph();
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-8 });
  for (const time of [0, 0.21, 0.5]) {
    run.at(time).show();
    for (const element of graph.elements) {
      if (!["0", "1", "TF", "MTF", "DS", "MGY"].includes(element.kind)) continue;
      const powers = graph.bondsOf(element).map((bond) => Math.abs(bond.calcPower() as number));
      const sum = Math.abs(graph.calcPowerInto(element) as number);
      // Wrenches of some hundred newtons times rates of some m/s, each with the rounding of the solve.
      t.true(
        sum <= 1e-11 * Math.max(1, ...powers),
        `${element.label} at t = ${time}: ${sum} of ${Math.max(...powers)} W`,
      );
    }
  }
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
    if (!isDriven) t.true(Math.abs(power) <= 1e-11, `${element.name}: ${power} W`);
  }
  const { rate } = snapshot.joint("hinge");
  snapshot.show();
  const taken = graph.calcPowerInto("hinge.EC.M") as number;
  // Read from a wrench of some hundred Nm, so good to some 1e-13 Nm.
  t.true(Math.abs(taken - 0.2 * rate * rate) <= 1e-12, `${taken} W at ${rate} rad/s`);
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
  t.true(Math.abs(supplied - stored) <= 1e-11 * Math.abs(stored), `${supplied} W and ${stored} W`);
});

test("a joint reads the paper's pairs: F and M on A, μ and λ of B relative to A", (t) => {
  const system = createZoo();
  const snapshot = system.evaluate();
  const gear = snapshot.joint("second");
  snapshot.show();
  const second = system.get("second") as RevoluteJoint;
  t.true(Math.abs(second.M + gear.effort) <= 1e-12 * Math.abs(gear.effort));
  t.is(second.lambda, gear.acceleration);
  t.is(second.mu, 0);
  const screw = system.get("screw") as ScrewJoint;
  t.true(Math.abs(screw.mu - 0.1 * screw.lambda) <= 1e-15 * Math.abs(screw.mu) + 1e-15);
  t.true(Math.abs(0.1 * screw.F + screw.M) <= 1e-12 * (Math.abs(screw.M) + 1));
  t.true((system.get("weld") as Pair).coordinates.length === 0);
});
