import test from "ava";
import {
  auditPower,
  auditRun,
  Contact,
  Fragment,
  Inertia,
  JointCircuit,
  JointLimit,
  ModelError,
  Plane,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  Sphere,
  SpringDamper,
  System,
  Trajectory,
  WeldJoint,
} from "../../lib/index.ts";
import { energyPlot } from "../../lib/view/index.ts";
import { isAtMost } from "../helpers/compare.ts";

const G = 9.81;
/** Runs below keep 1e-9 of 10 J in a few hundred steps. */
const CLOSE = 1e-7;

function createBall(impact: number): System {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 1.1, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, impact }));
  return system;
}

/** A cart on a rail along x without gravity. */
function createCart(rate = 0): { system: System; cart: RigidBody; rail: PrismaticJoint } {
  const system = new System({ gravity: [0, 0, 0] });
  const cart = system.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 2, size: [1, 1, 1] }) }));
  const place = { point: [0, 0, 0], axis: [1, 0, 0] } as const;
  const rail = system.add(new PrismaticJoint("rail", system.ground, cart, { ...place, rate }));
  return { system, cart, rail };
}

test("a ball that falls dead loses its energy at the impact, and holds none", (t) => {
  const system = createBall(0);
  const run = system.simulateSync({ until: 1, tolerance: 1e-9 });
  const audit = auditRun(system, run).check();
  const stored = audit.energies.find(({ element }) => element.name === "ball.I")?.taken ?? Number.NaN;
  isAtMost(t, Math.abs(stored - run.last.energy.kinetic), CLOSE);
  t.deepEqual(
    audit.losses.map(({ owners, count }) => ({ owners, count })),
    [{ owners: ["floor"], count: 1 }],
  );
  isAtMost(t, Math.abs(audit.losses[0].lost - G), CLOSE);
  const { supplied, stored: all, dissipated, lost, missing } = audit.balance;
  isAtMost(t, Math.abs((supplied.at(-1) as number) - G), CLOSE);
  isAtMost(t, Math.abs(all.at(-1) as number), CLOSE);
  isAtMost(t, Math.abs(dissipated.at(-1) as number), CLOSE);
  isAtMost(t, Math.abs((lost.at(-1) as number) - G), CLOSE);
  isAtMost(t, Math.abs(missing.at(-1) as number), 1e-12);
  // The event is there twice: before the impact nothing is lost, and all is stored.
  const place = audit.time.findIndex((time, i) => time === audit.time[i + 1]);
  t.is(lost[place], 0);
  isAtMost(t, Math.abs(all[place] - G), CLOSE);
  isAtMost(t, Math.abs(all[place + 1]), CLOSE);
  t.regex(audit.table, /^1 event of "floor" {2,}loses {2,}9\.8100000? J$/m);
  t.regex(audit.table, /^ *lost at events {2,}9\.810000 J$/m);
  t.regex(energyPlot(audit.balance), /lost at events/);
  // Times of the caller's own, with the event between them.
  const coarse = auditRun(system, run, { times: [0, 0.2, 1] }).check();
  isAtMost(t, Math.abs((coarse.balance.lost.at(-1) as number) - G), CLOSE);
  isAtMost(t, Math.abs(coarse.balance.stored.at(-1) as number), CLOSE);
});

test("a ball that bounces loses 1 − e² of its kinetic energy at each impact", (t) => {
  const system = createBall(0.5);
  const run = system.simulateSync({ until: 1, tolerance: 1e-9 });
  const audit = auditRun(system, run).check();
  // 0.452 s, 0.903 s: two impacts.
  const count = run.events.length;
  t.is(count, 2);
  isAtMost(t, Math.abs(audit.losses[0].lost - G * (1 - 0.25 ** count)), CLOSE);
  const after = audit.time.findIndex((time, i) => time === audit.time[i - 1]);
  isAtMost(t, Math.abs(audit.balance.lost[after] - 0.75 * G), CLOSE);
  const { kinetic } = run.last.energy;
  isAtMost(t, Math.abs((audit.balance.stored.at(-1) as number) - kinetic), CLOSE);
});

test("impulses bring work in, welds that catch take it, joint limits too", (t) => {
  const events = (name: string, action: (actions: never) => void) => [
    { name, value: ({ t: time }: { t: number }) => time - 0.5, action: action as never },
  ];
  const struck = createCart(1);
  // From 1 m/s to 4 m/s: ½ 2 (16 − 1) J.
  const hit = struck.system.simulateSync({
    until: 1,
    events: events("hit", (actions: { applyImpulse: (body: RigidBody, impulse: number[]) => void }) =>
      actions.applyImpulse(struck.cart, [6, 0, 0]),
    ),
  });
  const audit = auditRun(struck.system, hit).check();
  t.is(audit.losses.length, 1);
  isAtMost(t, Math.abs(audit.losses[0].lost + 15), 1e-12);
  isAtMost(t, Math.abs((audit.balance.stored.at(-1) as number) - 15), 1e-12);
  t.regex(audit.table, /^1 event of "hit" {2,}brings {2,}15\.00000 J$/m);

  const caught = createCart(3);
  const points = { pointA: [1.5, 0, 0], pointB: [0, 0, 0] } as const;
  const weld = caught.system.add(
    new WeldJoint("brake", caught.system.ground, caught.cart, { ...points, switchable: true }),
  );
  weld.enabled = false;
  const held = caught.system.simulateSync({
    until: 1,
    events: events("catch", (actions: { switchOn: (weld: WeldJoint) => void }) => actions.switchOn(weld)),
  });
  const { balance, losses } = auditRun(caught.system, held).check();
  isAtMost(t, Math.abs(losses[0].lost - 9), 1e-12);
  isAtMost(t, Math.abs((balance.stored.at(-1) as number) + 9), 1e-12);

  const stopped = createCart(3);
  stopped.system.add(new JointLimit("stop", stopped.rail, { upper: 0.6, impact: 0.2 }));
  const back = stopped.system.simulateSync({ until: 1 });
  const limit = auditRun(stopped.system, back).check();
  t.deepEqual(limit.losses[0].owners, ["stop"]);
  isAtMost(t, Math.abs(limit.losses[0].lost - 9 * (1 - 0.04)), 1e-12);
  const { taken } = limit.energies.find(({ element }) => element.name === "cart.I") ?? { taken: Number.NaN };
  isAtMost(t, Math.abs(taken + 9 * (1 - 0.04)), 1e-12);
});

test("a spring that is switched off takes its energy with it", (t) => {
  const { system, cart } = createCart();
  const points = { pointA: [2, 0, 0], pointB: [0, 0, 0] } as const;
  const spring = system.add(
    new SpringDamper("spring", system.ground, cart, { ...points, stiffness: 8, restLength: 1 }),
  );
  const run = system.simulateSync({
    until: 2,
    tolerance: 1e-9,
    events: [
      // x = 1 − cos 2 t: half of the way, with ¼ of 4 J left in the spring.
      { name: "off", value: (now) => now.joint("rail").position - 0.5, action: (actions) => actions.switchOff(spring) },
    ],
  });
  const { balance, losses } = auditRun(system, run).check();
  isAtMost(t, Math.abs(losses[0].lost - 1), CLOSE);
  isAtMost(t, Math.abs((balance.stored.at(-1) as number) + 1), CLOSE);
  isAtMost(t, Math.abs(balance.dissipated.at(-1) as number), CLOSE);
  isAtMost(t, Math.abs(run.last.energy.potential), 0);
  isAtMost(t, Math.abs(run.last.energy.kinetic - 3), CLOSE);
});

test("the flywheel of a circuit loses its part at the event, the coil nothing", (t) => {
  const drive = new Fragment("drive");
  drive.create("Se", "V", { parameters: { effort: 12 } });
  drive.create("1", "current");
  drive.create("R", "R", { parameters: { resistance: 2 } });
  drive.create("I", "L", { parameters: { inertance: 0.02 } });
  drive.create("GY", "K", { parameters: { ratio: 0.5 } });
  drive.create("1", "shaft");
  drive.create("I", "wheel", { parameters: { inertance: 0.3 } });
  drive.connect("V", "current");
  for (const name of ["R", "L", "K"]) drive.connect("current", name);
  drive.connect("K", "shaft");
  drive.connect("shaft", "wheel");
  drive.open("shaft", "shaft", "out");
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.cylinder({ mass: 4, radius: 0.5, length: 0.1, axis: "z" });
  const disc = system.add(new RigidBody("disc", { inertia }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, disc, { point: [0, 0, 0], axis: [0, 0, 1] }));
  system.add(new JointCircuit("motor", hinge, drive));
  const run = system.simulateSync({
    until: 1,
    events: [{ name: "grab", value: ({ t: time }) => time - 0.5, action: (actions) => actions.setRate(hinge, 0) }],
  });
  const before = run.point(run.times.indexOf(0.5)).joint("hinge").rate;
  const audit = auditRun(system, run).check();
  // Disc and wheel: ½ (0.5 + 0.3) ω².
  isAtMost(t, Math.abs(audit.losses[0].lost - 0.4 * before * before), 1e-9);
  isAtMost(t, Math.abs(audit.balance.missing.at(-1) as number), 1e-9);
  const end = run.last.joint("hinge").rate;
  const wheel = audit.energies.find(({ element }) => element.name === "motor.wheel")?.taken as number;
  isAtMost(t, Math.abs(wheel - 0.15 * end * end), 1e-6);
});

test("a state after an event that the run does not follow fails the audit", (t) => {
  const system = createBall(0.5);
  const run = system.simulateSync({ until: 1 });
  const file = JSON.parse(JSON.stringify(run)) as { times: number[]; states: number[][]; stateNames: string[] };
  const place = file.times.findIndex((time, i) => time === file.times[i - 1]);
  const rate = file.states[place].findIndex((x) => Math.abs(x - 0.5 * Math.sqrt(2 * G)) < 1e-3);
  t.not(rate, -1);
  file.states[place][rate] *= 1.1;
  const changed = Trajectory.fromJSON(file, system);
  t.throws(() => auditRun(system, changed).check(), {
    instanceOf: ModelError,
    message: /^power audit: the bonds of RigidBody "ball" have brought .* does not follow its equations/,
  });
});

test("a run of somebody's own with events has to show points before and after them", (t) => {
  const system = createBall(0.5);
  const { times, events, at } = system.simulateSync({ until: 1 });
  t.throws(() => auditPower(system.bondGraph(), { times, events, at }), {
    instanceOf: ModelError,
    message:
      /^auditPower: the run has events, but no method point; give point\(i\), the model at the i-th of its times/,
  });
});
