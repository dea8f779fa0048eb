import test from "ava";
import {
  auditRun,
  Contact,
  ContensouFriction,
  CoulombFriction,
  type FrictionInput,
  type FrictionKind,
  FrictionLaw,
  HertzNormal,
  IdealRolling,
  Inertia,
  Plane,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  SmoothFriction,
  Sphere,
  SpringNormal,
  System,
} from "../../lib/index.ts";
import { matrixFromQuaternion, rotate } from "../../lib/math/index.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { integrateHertzPatch } from "../helpers/hertzPatch.ts";
import { RandomSource } from "../helpers/random.ts";

const g = 9.81;
/** So small that smoothing is rounding. */
const SHARP = 1e-9;

function askPatch(law: FrictionLaw, at: readonly number[]): number[] {
  const out = new Float64Array(3);
  law.calcPatch(Float64Array.from(at), out);
  return [...out];
}

test("slip and spin: the exact form is Coulomb's law summed up over Hertz's pressure", (t) => {
  const [mu, a] = [0.4, 2e-3];
  const law = new ContensouFriction({ coefficient: mu, patchRadius: a, velocity: 1e-12 });
  for (const ratio of [0.01, 0.1, 0.19, 0.21, 0.4, 0.7, 0.9, 1.1, 1.5, 3, 20]) {
    const [v, spin] = [0.3, (ratio * 0.3) / a];
    const { force, torque } = integrateHertzPatch(ratio);
    // The quadrature is exact to about 1e-11.
    const [x, y, m] = askPatch(law, [0.6 * v, 0.8 * v, spin, 5]);
    areClose(t, [x, y, m / a], [-0.6 * mu * force, -0.8 * mu * force, -mu * torque], 1e-9, `u/v = ${ratio}`);
    areClose(t, askPatch(law, [0, -v, -spin, 5]), [0, mu * force, mu * a * torque], 1e-9);
  }
});

test("slip and spin: limits, and how far the Padé approximation is off", (t) => {
  let [inForce, inTorque] = [0, 0];
  for (const form of ["exact", "pade"] as const) {
    const law = new ContensouFriction({ coefficient: 1, patchRadius: 1, velocity: SHARP, form });
    areClose(t, askPatch(law, [2, 0, 0, 1]), [-1, 0, 0], 1e-15);
    areClose(t, askPatch(law, [0, 0, 3, 1]), [0, 0, (-3 * Math.PI) / 16], 1e-15);
    // To first order in the small one: 3π/8 v/u and u/(5v); the next order of Padé's is 1e-6.
    isClose(t, askPatch(law, [1e-6, 0, 1, 1])[0], (-3e-6 * Math.PI) / 8, 2e-12);
    isClose(t, askPatch(law, [1, 0, 1e-6, 1])[2], -2e-7, 1e-12);
  }
  const pade = new ContensouFriction({ coefficient: 1, patchRadius: 1, velocity: SHARP, form: "pade" });
  for (let i = 1; i < 40; i++) {
    const ratio = Math.tan((i / 40) * (Math.PI / 2));
    if (Math.abs(ratio - 1) < 0.05) continue;
    const { force, torque } = integrateHertzPatch(ratio);
    const [f, , m] = askPatch(pade, [1, 0, ratio, 1]);
    inForce = Math.max(inForce, force + f);
    inTorque = Math.max(inTorque, torque + m);
  }
  // Largest differences, found by the quadrature alone: 0.344 and 0.231.
  isClose(t, inForce, 0.344, 5e-3);
  isClose(t, inTorque, 0.231, 5e-3);
});

test("slip and spin: force and torque take power at any motion, without spin they are SmoothFriction's", (t) => {
  const random = new RandomSource(3);
  const smooth = new SmoothFriction({ coefficient: 0.7, velocity: 0.01 });
  for (let i = 0; i < 500; i++) {
    const form = random.pick(["exact", "pade"] as const);
    const law = new ContensouFriction({
      coefficient: 0.7,
      patchRadius: 10 ** random.number(-4, 0),
      velocity: 0.01,
      form,
    });
    const at = [...random.vector(10 ** random.number(-6, 1)), random.number(0, 100)];
    const [x, y, m] = askPatch(law, at);
    isAtMost(t, x * at[0] + y * at[1], 0);
    isAtMost(t, m * at[2], 0);
    isAtMost(t, Math.hypot(x, y), 0.7);
    const [out, plain] = [new Float64Array(2), new Float64Array(2)];
    smooth.calcForce(Float64Array.of(at[0], at[1]), plain);
    law.calcForce(Float64Array.of(at[0], at[1]), out);
    areClose(t, out, plain, 1e-15);
    areClose(t, askPatch(law, [at[0], at[1], 0, 1]).slice(0, 2), plain, 1e-15);
  }
});

function spinBall(options: { law: FrictionLaw; normal?: SpringNormal; velocity?: number[]; turn: number[] }) {
  const system = new System();
  const radius = 0.05;
  const inertia = Inertia.sphere({ mass: 2, radius });
  // Pressed by its weight, a compliant contact does not oscillate.
  const sunk = options.normal ? (2 * g) / 1e7 : 0;
  const start = { position: [0, radius - sunk, 0], velocity: options.velocity, angularVelocity: options.turn };
  const ball = system.add(new RigidBody("ball", { inertia, ...start }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: options.law, normal: options.normal }));
  return { system, mass: 2, radius, moment: 0.4 * 2 * radius ** 2 };
}

test("a spinning ball slows down at a constant rate, on a given patch and on Hertz's, rigid and compliant", (t) => {
  const [modulus, mu] = [1e9, 0.5];
  const hertz = Math.cbrt((0.75 * 2 * g * 0.05) / modulus);
  for (const [law, a] of [
    [new ContensouFriction({ coefficient: mu, patchRadius: 1e-3, velocity: SHARP }), 1e-3],
    [new ContensouFriction({ coefficient: mu, modulus, radius: 0.05, velocity: SHARP }), hertz],
  ] as const) {
    for (const normal of [undefined, new SpringNormal({ stiffness: 1e7 })]) {
      const { system, moment, mass } = spinBall({ law, normal, turn: [0, 30, 0] });
      const run = system.simulateSync({ until: 0.5, tolerance: 1e-10 });
      const expected = 30 - ((3 * Math.PI) / 16) * ((mu * mass * g * a) / moment) * 0.5;
      isClose(t, run.last.body("ball").angularVelocity[1], expected, 1e-7);
    }
  }
});

test("a ball that slips and spins moves as its equations say, integrated apart", (t) => {
  const [mu, a, h] = [0.3, 4e-3, 1e-5];
  const law = new ContensouFriction({ coefficient: mu, patchRadius: a, velocity: 1e-2 });
  const { system, mass, radius, moment } = spinBall({ law, velocity: [0.5, 0, 0.2], turn: [1, 80, 3] });
  const run = system.simulateSync({ until: 0.2, tolerance: 1e-11 });
  // v_x, v_z, ω_x, ω_y, ω_z; the contact is at −r e_y: slip (v_x + r ω_z, v_z − r ω_x).
  const rate = (y: number[]) => {
    const [sx, sz, u] = [y[0] + radius * y[4], y[1] - radius * y[2], a * Math.abs(y[3])];
    const [V, U] = [Math.hypot(sx, sz, 1e-2), Math.hypot(u, 1e-2)];
    const N = mass * g;
    const force = (-mu * N * integrateHertzPatch(u / V, 24).force) / V;
    const torque = (-mu * N * a * integrateHertzPatch(U / Math.hypot(sx, sz), 24).torque * u * Math.sign(y[3])) / U;
    const [fx, fz] = [force * sx, force * sz];
    return [fx / mass, fz / mass, (-radius * fz) / moment, torque / moment, (radius * fx) / moment];
  };
  let y = [0.5, 0.2, 1, 80, 3];
  const steps = 100;
  const dt = 0.2 / steps;
  const add = (x: number[], k: number[], part: number) => x.map((value, i) => value + part * k[i]);
  for (let i = 0; i < steps; i++) {
    const k1 = rate(y);
    const k2 = rate(add(y, k1, dt / 2));
    const k3 = rate(add(y, k2, dt / 2));
    const k4 = rate(add(y, k3, dt));
    y = y.map((value, n) => value + (dt / 6) * (k1[n] + 2 * k2[n] + 2 * k3[n] + k4[n]));
  }
  const { velocity: v, angularVelocity: w } = run.last.body("ball");
  // Fourth order with steps of 2 ms, and the quadrature: h is what they leave.
  areClose(t, [v[0], v[2], w[0], w[1], w[2]], y, h);
  const { balance } = auditRun(system, run);
  isAtMost(t, Math.max(...balance.missing.map(Math.abs)), 1e-9);
  isAbove(t, balance.dissipated.at(-1) ?? 0, 0.05);
});

/** Leine and Glocker's tippe top: a ball and a stem with a round end. */
function spinTippeTop(friction: FrictionLaw | number, until: number) {
  const T = matrixFromQuaternion(quaternionAbout([1, 0, 0], 0.1));
  const system = new System();
  const top = system.add(
    new RigidBody("top", {
      inertia: new Inertia({ mass: 6e-3, tensor: [8e-7, 7e-7, 8e-7] }),
      position: [0, 15e-3 - 3e-3 * Math.cos(0.1), 0],
      orientation: quaternionAbout([1, 0, 0], 0.1),
      angularVelocity: rotate(T, [0, 180, 0]),
    }),
  );
  for (const [name, radius, height] of [
    ["ball", 15e-3, 3e-3],
    ["stem", 5e-3, 16e-3],
  ] as const) {
    const surfaceB = new Sphere({ radius, position: [0, height, 0] });
    system.add(new Contact(name, system.ground, top, { surfaceA: new Plane(), surfaceB, friction }));
  }
  const run = system.simulateSync({ until, tolerance: 1e-8 });
  return { run, up: matrixFromQuaternion(run.last.body("top").orientation)[4] };
}

test("the tippe top stands up on its stem with slip and spin coupled, by either form, and on Hertz's patch", (t) => {
  for (const options of [
    { patchRadius: 5e-4 },
    { patchRadius: 5e-4, form: "pade" },
    { modulus: 1e7, radius: 0.015 },
  ] as const) {
    const { run, up } = spinTippeTop(new ContensouFriction({ coefficient: 0.3, ...options }), 2.6);
    isBelow(t, up, -0.97);
    const total = run.column("energy.total");
    let least = total[0];
    for (const value of total) {
      isAtMost(t, value, least + 1e-9);
      least = Math.min(least, value);
    }
  }
});

test("the tippe top does not turn over with Coulomb's law at a point: it rolls, and stands up the way it was", (t) => {
  const { up } = spinTippeTop(0.3, 2.6);
  isAbove(t, up, 0.99);
});

/** A law made outside, of public parts: pushes along its axis the less per load the greater the load. */
class Yielding extends FrictionLaw {
  readonly unit: number;

  constructor(unit: number) {
    super();
    this.unit = unit;
  }

  override get kind(): FrictionKind {
    return "given";
  }

  override get reads(): FrictionInput {
    return "load";
  }

  override get axis(): readonly [number, number, number] {
    return [1, 0, 0];
  }

  override calcForce(_v: Float64Array, out: Float64Array): void {
    out.fill(0);
  }

  override calcPatch(at: Float64Array, out: Float64Array): void {
    out[0] = 1 / (1 + at[3] / this.unit);
    out[1] = 0;
    out[2] = 1e-3 * at[2];
  }
}

test("a law of one's own that depends on the load it changes: a hinged arm on the floor, rigid and compliant", (t) => {
  // The arm leans down to the right; friction that pushes right at its tip helps to lift it: N (c + f(N) s) L = m g L c/2.
  const [length, angle, mass] = [0.5, 0.6, 3];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const law = new Yielding(10);
  let [low, high] = [0, 1000];
  for (let i = 0; i < 100; i++) {
    const N = (low + high) / 2;
    if (N * (c + s / (1 + N / 10)) > (mass * g * c) / 2) high = N;
    else low = N;
  }
  for (const normal of [undefined, new HertzNormal({ stiffness: 1e9 })]) {
    const system = new System();
    const sunk = normal ? (low / 1e9) ** (2 / 3) : 0;
    const tip = new Sphere({ radius: 1e-6, position: [length / 2, 0, 0] });
    const arm = system.add(
      new RigidBody("arm", {
        inertia: Inertia.rod({ mass, length, axis: "x" }),
        position: [(length / 2) * c, (length / 2) * s, 0],
        orientation: quaternionAbout([0, 0, 1], -angle),
      }),
    );
    system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, length * s, 0], axis: [0, 0, 1] }));
    const surfaceA = new Plane({ point: [0, sunk - 1e-6, 0] });
    system.add(new Contact("floor", system.ground, arm, { surfaceA, surfaceB: tip, friction: law, normal }));
    const run = system.simulateSync({ until: 0.01, tolerance: 1e-10 });
    const force = run.column("floor.normalForce");
    // The arm of the tip's radius, 1e-6 m, turns the force by 2e-6 of its part.
    isClose(t, force[normal ? 0 : force.length - 1], low, 1e-4);
    isClose(t, run.column("floor.frictionForce")[0], low / (1 + low / 10), 1e-4);
  }
});

test("spin torque of one's own law: a ball spins up by e to the power of time, as the law says", (t) => {
  const { system, mass, moment } = spinBall({ law: new Yielding(1e-12), turn: [0, 1, 0] });
  const run = system.simulateSync({ until: 0.1, tolerance: 1e-11 });
  // The push per load is 1e-13 here; B's spin about the normal grows by 1e-3 m per load.
  isClose(t, run.last.body("ball").angularVelocity[1], Math.exp((1e-3 * mass * g * 0.1) / moment), 1e-9);
});

test("laws of a patch: bad input is explained", (t) => {
  const options = { coefficient: 0.3, patchRadius: 1e-3 };
  const bad = (given: object) => () => new ContensouFriction({ ...options, ...given } as typeof options);
  t.throws(bad({ patchRadius: 0 }), { message: /ContensouFriction: patchRadius is 0/ });
  t.throws(bad({ patchRadius: undefined }), { message: /ContensouFriction: modulus/ });
  t.throws(bad({ modulus: 1e9 }), { message: /patchRadius and modulus both .* give one of them/ });
  t.throws(bad({ form: "linear" }), { message: /form is "linear"/ });
  t.throws(bad({ coefficient: -1 }), { message: /coefficient is -1/ });
  class Odd extends CoulombFriction {
    override get reads(): FrictionInput {
      return "spin";
    }
  }
  const friction = new Odd({ coefficient: 1 });
  t.throws(() => spinBall({ law: friction, turn: [0, 0, 0] }), {
    message:
      /Contact "floor": friction reads "spin" and is of the kind "coulomb"; a law of a patch has the kind "given"/,
  });
  class Broken extends Yielding {
    override calcPatch(): void {
      throw new Error("no table");
    }
  }
  const { system } = spinBall({ law: new Broken(1), turn: [0, 0, 0] });
  t.throws(() => system.simulateSync({ until: 1 }), { message: /Contact "floor".*the friction law.*no table/ });
});

/** A ball on top of a fixed one: by angles from the top. */
function rollOver(bilateral: boolean) {
  const [R, r] = [0.5, 0.1];
  const system = new System();
  const angle = 0.3;
  const position = [(R + r) * Math.sin(angle), (R + r) * Math.cos(angle), 0];
  const ball = system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: r }), position }));
  const surfaces = { surfaceA: new Sphere({ radius: R }), surfaceB: new Sphere({ radius: r }) };
  const friction = new IdealRolling();
  system.add(new Contact("rail", system.ground, ball, { ...surfaces, friction, bilateral }));
  return { system, angle, reach: R + r };
}

test("a wheel gripped by its rail goes on where another would leave: the normal force changes its sign", (t) => {
  const { system, angle, reach } = rollOver(true);
  const run = system.simulateSync({ until: 1.2, tolerance: 1e-10 });
  t.is(run.events.length, 0);
  let [least, most] = [0, 0];
  for (let i = 0; i <= 24; i++) {
    const at = run.at(i * 0.05);
    const { position: p, velocity: v } = at.body("ball");
    isClose(t, Math.hypot(...p), reach, 1e-12);
    // Energy with 7/10 m v², and Newton along the normal.
    const fall = reach * Math.cos(angle) - p[1];
    isClose(t, Math.hypot(...v) ** 2, (10 / 7) * g * fall, 1e-7);
    const N = 2 * (g * (p[1] / reach) - (10 / 7) * g * (fall / reach));
    const found = at.reaction("rail").force;
    isClose(t, (found[0] * p[0] + found[1] * p[1]) / reach, N, 1e-6);
    [least, most] = [Math.min(least, N), Math.max(most, N)];
  }
  isAbove(t, most, 10);
  isBelow(t, least, -40);
  // One that is not gripped leaves at cos φ = 10/17 cos φ₀.
  const free = rollOver(false).system.simulateSync({ until: 1.2, tolerance: 1e-10 });
  const { position } = free.at(free.events[0].t).body("ball");
  isClose(t, position[1] / reach, (10 / 17) * Math.cos(angle), 1e-8);
});

test("bilateral: friction goes with the amount of the normal force, pressing and pulling", (t) => {
  // Without weight on the outside of a ball N = −m v²/R, inside it would press; v = v₀ exp(−μ φ) either way.
  const [R, mu, v0] = [0.5, 0.4, 2];
  const system = new System({ gravity: [0, 0, 0] });
  // A heavy wheel does not begin to turn.
  const inertia = new Inertia({ mass: 1, tensor: [1e9, 1e9, 1e9] });
  const bead = system.add(new RigidBody("bead", { inertia, position: [0, R + 1e-3, 0], velocity: [v0, 0, 0] }));
  const surfaces = { surfaceA: new Sphere({ radius: R }), surfaceB: new Sphere({ radius: 1e-3 }) };
  const friction = new SmoothFriction({ coefficient: mu, velocity: 1e-6 });
  system.add(new Contact("wire", system.ground, bead, { ...surfaces, friction, bilateral: true }));
  const run = system.simulateSync({ until: 2, tolerance: 1e-10 });
  const { velocity } = run.last.body("bead");
  // v̇ = −μ v²/(R + r)
  const expected = v0 / (1 + (mu * v0 * 2) / (R + 1e-3));
  isClose(t, Math.hypot(...velocity), expected, 1e-7);
  isClose(t, run.column("wire.normalForce").at(-1) ?? 0, -(expected ** 2) / (R + 1e-3), 1e-6);
  isClose(t, run.column("wire.frictionForce").at(-1) ?? 0, (mu * expected ** 2) / (R + 1e-3), 1e-6);
});

test("bilateral: it is read as any other contact", (t) => {
  const { system } = rollOver(true);
  const { last } = system.simulateSync({ until: 0.8 });
  const rail = last.contact("rail");
  t.deepEqual(
    last.contacts.map(({ name }) => name),
    ["rail"],
  );
  isClose(t, rail.gap, 0, 1e-12);
  const { position } = last.body("ball");
  const [x, y] = last.reaction("rail").force;
  isBelow(t, rail.normalForce, 0);
  isClose(t, rail.normalForce, (x * position[0] + y * position[1]) / 0.6, 1e-10);
});

test("bilateral: what it does not go with is explained", (t) => {
  const create = (given: object) => () => {
    const system = new System();
    const ball = system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 1 }) };
    return new Contact("rail", system.ground, ball, { ...surfaces, bilateral: true, ...given });
  };
  t.throws(create({ normal: new SpringNormal({ stiffness: 1 }) }), {
    message: /Contact "rail": bilateral needs a rigid normal law, not SpringNormal; leave normal out/,
  });
  t.throws(create({ friction: 0.3 }), {
    message: /Contact "rail": bilateral does not stick and slip by CoulombFriction/,
  });
  t.throws(create({ bilateral: 1 }), { message: /bilateral is 1; give true or false/ });
});
