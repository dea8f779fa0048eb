import test from "ava";
import { regularize } from "../../lib/constraints/contact/friction/regularize.ts";
import {
  Contact,
  type ContactOptions,
  ElasticNormal,
  HertzNormal,
  JointLimit,
  RegularizedFriction,
  RegularizedResistance,
} from "../../lib/constraints/contact/index.ts";
import { TouchMemory } from "../../lib/constraints/contact/TouchMemory.ts";
import { type EventActions, Inertia, PrismaticJoint, RigidBody, System } from "../../lib/index.ts";
import { type Snapshot, Trajectory } from "../../lib/system/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const RADIUS = 0.1;
const MASS = 2;
const STIFFNESS = 1e7;

interface Ball {
  normal?: ElasticNormal | HertzNormal;
  gravity?: number;
  position?: number[];
  velocity?: number[];
  angularVelocity?: number[];
  options?: Partial<ContactOptions>;
}

function createBall({ normal, gravity = 0, options, position = [0, RADIUS, 0], ...start }: Ball): System {
  const system = new System({ gravity: [0, -gravity, 0] });
  const inertia = Inertia.sphere({ mass: MASS, radius: RADIUS });
  const ball = system.add(new RigidBody("ball", { inertia, position, ...start }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: RADIUS }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, normal, ...options }));
  return system;
}

const elastic = (restitution: number) => new ElasticNormal({ stiffness: STIFFNESS, restitution });

/** `e′` of `d v₀ (1 + e′) = ln((1 + d v₀)/(1 − d v₀ e′))`, by bisection: `∫ v dv/(1 + d v)` is the same in and out. */
function findRebound(damping: number): number {
  if (damping === 0) return 1;
  let [low, high] = [0, Math.min(1, 1 / damping)];
  for (let i = 0; i < 100; i++) {
    const e = (low + high) / 2;
    if (damping * (1 + e) > Math.log((1 + damping) / (1 - damping * e))) low = e;
    else high = e;
  }
  return low;
}

const getVelocity = (system: System, until: number) =>
  system.simulateSync({ until, tolerance: 1e-10 }).last.body("ball").velocity[1];

test("the rebound is what damping by the restitution gives, at any speed", (t) => {
  for (const restitution of [0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1]) {
    const exact = findRebound((1.6 * (1 - restitution)) / restitution);
    // What the formula of the damping is known for: too small a rebound, by 0.046 at most.
    isAtMost(t, exact, restitution + 1e-12);
    isBelow(t, restitution - exact, 0.046);
    for (const speed of [0.05, 1, 20]) {
      const system = createBall({
        normal: elastic(restitution),
        position: [0, RADIUS + 0.01, 0],
        velocity: [0, -speed, 0],
      });
      // Speeds are found to about ten tolerances.
      isClose(t, getVelocity(system, 0.3 / speed + 0.1) / speed, exact, 2e-8, `e = ${restitution} at ${speed} m/s`);
    }
  }
});

test("two balls that meet rebound alike, and nothing is left of e below the small velocity", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.sphere({ mass: MASS, radius: RADIUS });
  const [a, b] = [1, -1].map((side) => {
    const start = { position: [-0.11 * side, 0, 0], velocity: [0.5 * side, 0, 0] };
    return system.add(new RigidBody(side > 0 ? "a" : "b", { inertia, ...start }));
  });
  const surfaces = { surfaceA: new Sphere({ radius: RADIUS }), surfaceB: new Sphere({ radius: RADIUS }) };
  system.add(new Contact("balls", a, b, { ...surfaces, normal: elastic(0.6) }));
  const run = system.simulateSync({ until: 0.2, tolerance: 1e-10 });
  isClose(t, run.last.body("b").velocity[0], 0.5 * findRebound(1.6 * (0.4 / 0.6)), 2e-8);
  // Slower than 0.01 m/s: the most damping there is, whatever the restitution.
  const slow = createBall({ normal: elastic(0.9), velocity: [0, -0.009, 0] });
  isClose(t, getVelocity(slow, 1) / 0.009, findRebound(2000 * 0.009), 1e-6);
  const law = elastic(0.5);
  t.is(law.getDamping(0.01), 2000);
  isClose(t, law.getDamping(0.02), 80, 1e-12);
  t.is(new ElasticNormal({ stiffness: 1, restitution: 0.001 }).getDamping(0.02), 2000);
  t.is(law.getDamping(Number.NaN), 2000);
  t.is(elastic(1).getDamping(3), 0);
});

test("without loss it is Hertz's impact: depth, duration, and the depth of rest", (t) => {
  const speed = 2;
  const system = createBall({ normal: elastic(1), velocity: [0, -speed, 0] });
  const run = system.simulateSync({ until: 0.01, tolerance: 1e-11 });
  const depth = ((5 * MASS * speed ** 2) / (4 * STIFFNESS)) ** 0.4;
  // ∫₀¹ 2 dx/√(1 − x^2.5) = 2.943275…
  const duration = (2.9432751 * depth) / speed;
  const end = run.events.find(({ kind }) => kind === "leave");
  isClose(t, (end?.t ?? 0) / duration, 1, 1e-7);
  isClose(t, (RADIUS - run.at(duration / 2).body("ball").position[1]) / depth, 1, 1e-8);
  isClose(t, run.last.body("ball").velocity[1], speed, 1e-8);
  // The same bits as Hertz's law: no damping, no other stiffness.
  const hertz = new HertzNormal({ modulus: 1e10, radius: RADIUS });
  const same = new ElasticNormal({ modulus: 1e10, radius: RADIUS, restitution: 1 });
  isClose(t, same.stiffness, hertz.stiffness, 0);
  t.is(same.getEnergy(1e-3), hertz.getEnergy(1e-3));
  const materials = [
    { youngsModulus: 2e11, poissonRatio: 0.3 },
    { youngsModulus: 1.1e10, poissonRatio: 0.4 },
  ] as const;
  const law = new ElasticNormal({ materials, radius: 0.05, restitution: 0.5 });
  isClose(t, law.stiffness / ((4 / 3) * Math.sqrt(0.05) * (1 / (0.91 / 2e11 + 0.84 / 1.1e10))), 1, 1e-14);
  // Dropped from a little height it comes to rest at (m g/k)^⅔.
  const rest = createBall({ normal: elastic(0.3), gravity: 9.81, position: [0, RADIUS + 1e-3, 0] });
  const last = rest.simulateSync({ until: 3 }).last.body("ball");
  isClose(t, (RADIUS - last.position[1]) / ((MASS * 9.81) / STIFFNESS) ** (2 / 3), 1, 1e-6);
});

test("energy never grows, and the contact never pulls", (t) => {
  const random = new RandomSource(18);
  for (let n = 0; n < 6; n++) {
    const system = createBall({
      normal: elastic(random.number(0, 1)),
      gravity: 9.81,
      position: [0, RADIUS + random.number(0, 0.05), 0],
      velocity: [random.number(-1, 1), random.number(-1, 0), 0],
      angularVelocity: [0, 0, random.number(-20, 20)],
      options: {
        friction: new RegularizedFriction({ coefficient: 0.4 }),
        resistance: new RegularizedResistance({ arm: 1e-3 }),
      },
    });
    const run = system.simulateSync({ until: 0.4 });
    const energy = run.column("energy.total");
    const initial = Math.abs(energy[0]) + MASS * 9.81 * RADIUS;
    for (let i = 1; i < energy.length; i++) isBelow(t, energy[i] - energy[i - 1], 1e-6 * initial);
    isAtMost(t, -Math.min(...run.column("floor.normalForce")), 0);
  }
});

test("reading, continuing and files give the same bits, in the middle of a blow too", async (t) => {
  const create = () => createBall({ normal: elastic(0.5), gravity: 9.81, position: [0, RADIUS + 0.02, 0] });
  const system = create();
  const run = system.simulateSync({ until: 0.4 });
  const touch = run.events.find(({ kind }) => kind === "touch");
  const middle = (touch?.t ?? 0) + 5e-4;
  const force = run.at(middle).contact("floor").normalForce;
  isAbove(t, force, 100);
  isClose(t, run.at(0.3).contact("floor").normalForce, run.at(0.3).contact("floor").normalForce, 0);
  t.is(run.at(middle).contact("floor").normalForce, force);
  const { body, velocity } = { body: run.at(middle).body("ball"), velocity: Math.sqrt(2 * 9.81 * 0.02) };
  const depth = RADIUS - body.position[1];
  const expected = STIFFNESS * depth ** 1.5 * (1 - (1.6 / velocity) * body.velocity[1]);
  isClose(t, force / expected, 1, 1e-7);
  // Stored and read again.
  const read = Trajectory.fromJSON(JSON.parse(JSON.stringify(run.toJSON())), create());
  t.is(read.at(middle).contact("floor").normalForce, force);
  areClose(t, read.column("floor.normalForce"), run.column("floor.normalForce"), 0);
  // Cut in the blow and continued, from memory and from a file: the speed of touching is known.
  const first = system.simulateSync({ until: middle });
  const again = Trajectory.fromJSON(JSON.parse(JSON.stringify(first.toJSON())), system);
  const [a, b] = [first, again].map((from) => system.simulateSync({ from, until: 0.4 }).last.body("ball"));
  areClose(t, a.position, b.position, 0);
  areClose(t, a.velocity, b.velocity, 0);
  areClose(t, a.velocity, run.last.body("ball").velocity, 1e-6);
  const broken = JSON.parse(JSON.stringify(first.toJSON()).replaceAll("touch@", "touch@-"));
  t.throws(() => Trajectory.fromJSON(broken, system), { message: /the speed of touching .*zero or positive/ });
});

test("stops of joints remember how fast they were met", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const cart = system.add(new RigidBody("cart", { inertia: Inertia.sphere({ mass: MASS, radius: RADIUS }) }));
  const rail = new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], rate: 1 });
  system.add(new JointLimit("stop", system.add(rail), { lower: -0.05, upper: 0.05, normal: elastic(0.5) }));
  const e = findRebound(1.6);
  const run = system.simulateSync({ until: 0.1, tolerance: 1e-10 });
  isClose(t, run.last.joint("rail").rate, -e, 2e-8);
  // The other stop is met slower.
  isClose(t, system.simulateSync({ until: 0.35, tolerance: 1e-10 }).last.joint("rail").rate, e * e, 2e-8);
});

test("what is left overlapping and pressed again keeps the speed with which it was met", (t) => {
  // Torn out in the middle of the blow, and thrown back while the bodies still overlap.
  const system = createBall({ normal: elastic(0.2), velocity: [0, -0.5, 0] });
  const ball = system.bodies.find(({ name }) => name === "ball") as RigidBody;
  const kick = (name: string, at: number, impulse: number) => ({
    name,
    value: ({ t: time }: Snapshot) => time - at,
    action: (actions: EventActions) => actions.applyImpulse(ball, [0, impulse, 0]),
  });
  const events = [kick("out", 1e-3, 4), kick("in", 1.1e-3, -4)];
  const run = system.simulateSync({ until: 2e-3, events });
  const modes = run.toJSON().modeLists.map(([mode]) => mode);
  t.deepEqual(modes, ["touch@0.5", "open@0.5", "touch@0.5"]);
  t.is(run.last.contact("floor").mode, "touch");
  // A blow right after they met changes nothing about it.
  const slowed = system.simulateSync({ until: 1e-4, events: [kick("brake", 1e-11, 0.2)] });
  t.deepEqual([...new Set(slowed.toJSON().modeLists.flat())], ["touch@0.5"]);
  const memory = new TouchMemory();
  t.is(memory.restore("contact", "touch@0.5"), "touch");
  t.is(memory.restore("contact", "open"), "open");
  t.is(memory.describe("open"), "open");
  // Switched off and on in the middle of a blow, it meets anew.
  const [contact] = system.constraints;
  const flips = [
    { name: "off", value: ({ t: time }: Snapshot) => time - 1e-3, action: (a: EventActions) => a.switchOff(contact) },
    { name: "on", value: ({ t: time }: Snapshot) => time - 1.1e-3, action: (a: EventActions) => a.switchOn(contact) },
  ];
  const flipped = system.simulateSync({ until: 2e-3, events: flips });
  const speed = -flipped.at(1.05e-3).body("ball").velocity[1];
  t.is(flipped.toJSON().modeLists.at(-1)?.[0], `touch@${speed}`);
});

test("regularize is continuous with two derivatives, and friction and couples follow it", (t) => {
  const s = 0.01;
  isClose(t, regularize(s, s), s, 1e-17);
  isClose(t, regularize(0, s), s / 3, 1e-17);
  for (const a of [0.3 * s, 0.8 * s, s, 2 * s]) {
    const h = 1e-6;
    const slope = (regularize(a + h, s) - regularize(a - h, s)) / (2 * h);
    const x = Math.min(a / s, 1);
    isClose(t, slope, 2 * x - x * x, 1e-6);
  }
  const second = (a: number) => (regularize(a + 1e-5, s) - 2 * regularize(a, s) + regularize(a - 1e-5, s)) / 1e-10;
  isBelow(t, Math.abs(second(s)), 0.2, "of 2/s = 200 at zero");
  isBelow(t, Math.abs(regularize(0.5 * s, s) - (s / 4) * (1 - 1 / 6) - s / 3), 1e-17);

  const out = new Float64Array(2);
  const law = new RegularizedFriction({ coefficient: 0.5 });
  law.calcForce(Float64Array.of(0.3, -0.4), out);
  areClose(t, out, [-0.3, 0.4], 1e-15);
  law.calcForce(Float64Array.of(0.003, 0.004), out);
  areClose(t, out, [(-0.5 * 0.003) / regularize(0.005, s), (-0.5 * 0.004) / regularize(0.005, s)], 1e-15);
  law.calcForce(Float64Array.of(0, 0), out);
  areClose(t, out, [0, 0], 0);
  const couple = new Float64Array(3);
  const resistance = new RegularizedResistance({ arm: 2e-3 });
  resistance.calcTorque(Float64Array.of(3, 0, -4), Float64Array.of(0, 1, 0), couple);
  areClose(t, couple, [-1.2e-3, 0, 1.6e-3], 1e-16);
  resistance.calcTorque(Float64Array.of(0, 0.005, 0), Float64Array.of(0, 1, 0), couple);
  areClose(t, couple, [0, (-2e-3 * 0.005) / regularize(0.005, s), 0], 1e-16);
});

test("a body slides as regularised friction lets it", (t) => {
  // v̇ = −μ g v/reg(v): with the full force down to s, then t = ∫ reg(v)/(μ g v) dv.
  const [mu, s, v0, v1] = [0.3, 0.05, 0.5, 0.005];
  const system = new System();
  const inertia = new Inertia({ mass: MASS, tensor: [1e9, 1e9, 1e9] });
  const body = new RigidBody("body", { inertia, position: [0, RADIUS, 0], velocity: [v0, 0, 0] });
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: RADIUS }) };
  const friction = new RegularizedFriction({ coefficient: mu, velocity: s });
  system.add(new Contact("floor", system.ground, system.add(body), { ...surfaces, friction }));
  const slow = (s * s - v1 * v1) / (2 * s) - (s ** 3 - v1 ** 3) / (9 * s * s) + (s / 3) * Math.log(s / v1);
  const g = 9.81;
  const run = system.simulateSync({ until: (v0 - s + slow) / (mu * g), tolerance: 1e-10 });
  isClose(t, run.last.body("body").velocity[0], v1, 1e-9);
});

test("bodies that were apart meet again, however late it is", (t) => {
  const bounce = (from: number) => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: MASS, radius: RADIUS });
    const ball = system.add(new RigidBody("ball", { inertia, position: [0, RADIUS + 1, 0] }));
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: RADIUS }) };
    const normal = new ElasticNormal({ stiffness: 1e7, restitution: 0.6 });
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, normal }));
    const { modeLists } = system.simulateSync({ from, until: from + 2 }).toJSON();
    return [...new Set(modeLists.flatMap(([mode]) => (mode.startsWith("touch@") ? Number(mode.slice(6)) : [])))];
  };
  const speeds = bounce(0);
  isAbove(t, speeds.length, 4);
  // A touch is located to the resolution of the clock, here 2e-9 s, times 4 m/s: deeper than what rounding makes of a gap.
  areClose(t, bounce(1e7), speeds, 1e-6);
});

test("bad options are refused by name", (t) => {
  const refuse = (options: object, message: RegExp) => t.throws(() => new ElasticNormal(options as never), { message });
  refuse({ stiffness: 1, restitution: 1.2 }, /ElasticNormal: restitution is 1.2; give a number from 0/);
  refuse({ restitution: 0.5 }, /nothing says how stiff it is; give one of stiffness, modulus and materials/);
  refuse({ restitution: 0.5, stiffness: 1, modulus: 1 }, /several options say how stiff/);
  refuse({ restitution: 0.5, modulus: 1e9 }, /radius/);
  refuse({ restitution: 0.5, materials: [{ youngsModulus: 1 }], radius: 1 }, /list of two/);
  refuse({ restitution: 0.5, materials: [{ youngsModulus: 1 }, {}], radius: 1 }, /youngsModulus of materials\[1\]/);
  refuse(
    { restitution: 0.5, materials: [{ youngsModulus: 1, poissonRatio: 0.6 }, {}], radius: 1 },
    /poissonRatio of materials\[0\] is 0.6; give a number above -1/,
  );
  refuse({ restitution: 0.5, stiffness: 1, dampingLimit: 0 }, /dampingLimit/);
  t.throws(() => new RegularizedFriction({ coefficient: -1 }), { message: /RegularizedFriction: coefficient/ });
  t.throws(() => new RegularizedResistance({ arm: -1 }), { message: /RegularizedResistance: arm/ });
});
