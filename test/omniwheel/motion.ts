import fs from "node:fs";
import test from "ava";
import {
  CoulombFriction,
  type FrictionLaw,
  HuntCrossleyNormal,
  IdealRolling,
  LinearFriction,
  SmoothFriction,
  TanhFriction,
} from "../../lib/constraints/contact/index.ts";
import {
  DEFAULT_TESTBENCH,
  OmniWheel,
  runCase,
  ServoConstraint,
  Testbench,
  TestbenchCase,
} from "../../lib/omniwheel/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { System, type Trajectory } from "../../lib/system/index.ts";
import { Plane } from "../../lib/tracking/index.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { DEFAULTS, degrees, measureWheel } from "../helpers/measureOmniwheel.ts";
import { inRoot } from "../helpers/project.ts";

const cases = TestbenchCase.parse(fs.readFileSync(inRoot("test/reference/data/omniwheel.json"), "utf8"));

test("the inclined reference case, good to 1e-8", async (t) => {
  const { difference, switches } = await runCase(cases[1], { tolerance: 1e-10 });
  isBelow(t, difference, 1e-8);
  t.is(switches.length, 4);
});

test("a torque and a force drive the wheel: frictionless, they are all that acts", (t) => {
  const { friction: _, ...free } = DEFAULTS;
  const bench = new Testbench({
    ...free,
    torque: 0.3,
    force: [0.5, -0.2],
    velocity: [0, 0, 0],
    headingRate: 0,
    rate: 0,
  });
  const run = bench.system.simulateSync({ until: 2, tolerance: 1e-10 });
  run.last.show();
  const { x, z, phi, energy } = bench.readState();
  const mass = 1.4;
  isClose(t, x, (0.5 / mass / 2) * 4, 1e-9);
  isClose(t, z + (0.2 / mass / 2) * 4, 0, 1e-9);
  // Rollers turn with the disc; about the axle each has R1² m and its transverse inertia.
  const axial = 0.5 + 4 * (0.1 * 0.65 ** 2 + 0.006);
  isClose(t, phi, (0.3 / axial / 2) * 4, 1e-9);
  isAbove(t, energy, 0);
});

test("general trackers follow rollers to their ends at every tolerance", (t) => {
  for (const tolerance of [1e-5, 1e-7, 1e-8, 1e-9]) {
    const bench = new Testbench({ ...DEFAULT_TESTBENCH, tracker: "algebraic" });
    const { events } = bench.system.simulateSync({ until: 2.2, tolerance });
    t.is(events.length, 1);
    isClose(t, events[0].t, 1.9969453, 10 * tolerance + 1e-7);
  }
});

test("a run is read before a change of roller after it was read behind it", (t) => {
  const bench = new Testbench({ ...DEFAULT_TESTBENCH, tracker: "algebraic" });
  const run = bench.system.simulateSync({ until: 2.2, tolerance: 1e-9, maxStep: 0.2 });
  t.deepEqual(
    run.events.map(({ owner, index }) => [owner, index]),
    [["wheel contact", 3]],
  );
  for (const time of [0.03, 1.52, 1.9]) {
    run.last.show();
    t.is(bench.wheel.contact.present.roller, 2);
    run.at(time).show();
    t.is(bench.wheel.contact.present.roller, 1, `${time} s`);
    isClose(t, bench.wheel.contact.present.normalForce, 1.4 * 9.81, 1e-9);
    isClose(t, bench.wheel.getCenter()[1], 1, 1e-12);
  }
});

const laws: [string, FrictionLaw][] = [
  ["smooth", new SmoothFriction({ coefficient: 0.3, velocity: 0.05 })],
  ["tanh", new TanhFriction({ coefficient: 0.3 })],
  ["linear", new LinearFriction({ coefficient: 0.3 })],
  ["coulomb", new CoulombFriction({ coefficient: 0.3 })],
  ["rolling", new IdealRolling()],
];
for (const [name, friction] of laws) {
  test(`${name} friction: rollers take over, energy never grows, the centre keeps its height`, (t) => {
    const bench = new Testbench({ ...DEFAULTS, rollers: 6, rollerDistance: 0.8, psi: 0.4, friction, rate: -1 });
    const run = bench.system.simulateSync({ until: 2, tolerance: 1e-7 });
    const energy = run.column("energy.kinetic");
    t.true(run.events.some(({ index }) => index === 3));
    // As large as the tolerance lets it be.
    for (let i = 1; i < energy.length; i++) isAtMost(t, energy[i], energy[i - 1] + 1e-6, `${i}`);
    for (const y of run.column("wheel.position.y")) isClose(t, y, 1, 1e-12);
  });
}

test("general trackers keep the height and the normal reaction too", (t) => {
  for (const tracker of ["algebraic", "differential"] as const) {
    const { height, normal, jump, handOvers } = measureWheel(6, 30 * degrees, tracker);
    isAbove(t, handOvers, 2);
    // States of the differential tracker are projected to about 1e-12.
    isBelow(t, height, 1e-11);
    isBelow(t, normal, 1e-9);
    isBelow(t, jump, 1e-10);
  }
});

test("a wheel that is thrown lands and rolls on", (t) => {
  const bench = new Testbench({ ...DEFAULTS, psi: 0.3, velocity: [1, 2, 0.2], rate: -2, impact: 0.3 });
  const run = bench.system.simulateSync({ until: 3, tolerance: 1e-9 });
  const heights = run.column("wheel.position.y");
  isClose(t, Math.max(...heights), 1 + 4 / (2 * 9.81), 1e-3);
  isClose(t, heights[heights.length - 1], 1, 1e-9);
  for (const y of heights) isAbove(t, y, 1 - 1e-9);
  const first = run.events.find(({ index, before, after }) => index === 0 && before === "open" && after !== undefined);
  isClose(t, first?.t ?? 0, 4 / 9.81, 1e-7);
});

test("slip that turns in a plane ends in stick once the noise of the run hides it, not in ever more events", (t) => {
  const system = new System();
  const mass = 0.02;
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.06, rollerDistance: 0.05, rollers: 12 },
    disc: Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" }),
    roller: new Inertia({ mass, tensor: [1e-6, 2e-6, 2e-6] }),
    friction: new CoulombFriction({ coefficient: 0.8 }),
    velocity: [0.5, 0, 0.3],
    angularVelocity: [0, 0, -0.5 / 0.06],
  }).addTo(system);
  system.add(new ServoConstraint("upright", system.ground, wheel.disc));
  const { events } = system.simulateSync({ until: 0.5, tolerance: 1e-6 });
  const count = (before: string, after: string) =>
    events.filter((event) => event.index === 1 && event.before === before && event.after === after).length;
  // One hand-over every 63 ms, each followed by one short slip.
  t.is(count("slip", "stick"), 9);
  isAtMost(t, count("slip", "slip"), 18);
});

test("two rows: the wheel keeps its height, contact points lie in two planes", (t) => {
  const { friction: _, ...free } = DEFAULTS;
  const bench = new Testbench({ ...free, rollers: 8, rollerDistance: 0.85, rows: 2, headingRate: 0, rate: -2 });
  const run = bench.system.simulateSync({ until: 1, tolerance: 1e-9 });
  const sides = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    run.point(i).show();
    const center = bench.wheel.getCenter();
    isClose(t, center[1], 1, 1e-12);
    sides.add((bench.wheel.contact.present.point[2] - center[2]).toFixed(6));
  }
  t.deepEqual([...sides].sort(), ["-0.150000", "0.150000"]);
});

test("z may be up, and a compliant floor carries the weight", (t) => {
  const system = new System({ gravity: [0, 0, -9.81] });
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.1, rollers: 8, friction: 0.3 },
    disc: Inertia.cylinder({ mass: 1, radius: 0.08, length: 0.02, axis: "z" }),
    floor: new Plane({ normal: [0, 0, 1] }),
    orientation: [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
    normal: new HuntCrossleyNormal({ stiffness: 1e5, dissipation: 1 }),
    velocity: [0.2, 0, 0],
  }).addTo(system);
  system.add(new ServoConstraint("upright", system.ground, wheel.disc, { normal: [0, 0, 1] }));
  const run = system.simulateSync({ until: 1, tolerance: 1e-8 });
  run.last.show();
  const mass = wheel.disc.inertia.mass + 8 * wheel.rollers[0].inertia.mass;
  isClose(t, wheel.contact.present.normalForce / (9.81 * mass), 1, 0.02);
});

test("bearings brake rollers", (t) => {
  const spin = (bearing: object) => {
    const { friction: _, ...free } = DEFAULTS;
    const bench = new Testbench({
      ...free,
      bearing,
      velocity: [0, 0, 0],
      headingRate: 0,
      rate: 0,
      rollerRates: [5, 5, 5, 5],
    });
    return bench.system.simulateSync({ until: 1 }).last.joint("wheel bearing 1").rate;
  };
  t.is(spin({}), 5);
  isBelow(t, spin({ damping: 0.004 }), 3);
  isBelow(t, spin({ friction: 0.004 }), 4.5);
});

const wrongCases: [text: string, message: RegExp][] = [
  ["{", /not JSON/],
  ["[]", /give an object/],
  ['{"a":{"cas":1}}', /case "a": unknown option "cas"; did you mean "case"/],
  ['{"a":{"case":{"wheel":{"n":4},"t1":1}}}', /case "a", case, wheel: R is undefined/],
];
for (const [text, message] of wrongCases) {
  test(`a file of cases is refused: ${text}`, (t) => {
    t.throws(() => TestbenchCase.parse(text), { message });
  });
}

test("a case with a field too many, or a list of the wrong length, is refused", (t) => {
  const file = JSON.parse(fs.readFileSync(inRoot("test/reference/data/omniwheel.json"), "utf8"));
  const broken = structuredClone(file["shared-psi0"]);
  broken.case.wheel.mass = 1;
  t.throws(() => new TestbenchCase("x", broken), { message: /unknown option "mass"/ });
  const short = structuredClone(file["shared-psi0"]);
  short.states[1].chi.pop();
  t.throws(() => new TestbenchCase("x", short), {
    message: /states\[1\]: chi \[.*\] has 3 numbers; give 4 numbers, one for each roller/,
  });
});

test("whatever is read of a run, one roller touches", (t) => {
  const { system, wheel } = new Testbench({ ...DEFAULT_TESTBENCH, tracker: "algebraic" });
  const weight = 9.81 * [wheel.disc, ...wheel.rollers].reduce((sum, { inertia }) => sum + inertia.mass, 0);
  let run: Trajectory | undefined;
  for (let part = 0; part < 20; part++) {
    const begin = 0.5 * part;
    run = system.simulateSync({ until: begin + 0.5, tolerance: 1e-11, maxStep: 0.2, ...(run && { from: run }) });
    // Reading back and forth takes the search for points far away.
    for (let k = 0; k <= 10; k++) {
      const { contact } = run.at(begin + 0.05 * k).get(wheel);
      t.is(contact.bodyB.name, `wheel roller ${contact.roller}`, `t = ${begin + 0.05 * k}`);
      isClose(t, wheel.getCenter()[1], 1, 1e-12);
      isClose(t, contact.normalForce / weight, 1, 1e-9);
    }
  }
});
