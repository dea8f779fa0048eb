import test from "ava";
import { Linearization as Result } from "../../lib/analysis/Linearization.ts";
import {
  BallJoint,
  type Body,
  DistanceRod,
  ForceElement,
  Ground,
  Inertia,
  type Linearization,
  type Motion,
  Pair,
  type PairPlace,
  PrismaticJoint,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  ScalarBond,
  type Snapshot,
  System,
  sliding,
  turning,
  type Vector3,
} from "../../lib/index.ts";
import {
  addHinge,
  addRod,
  createBricard,
  createFourBar,
  createHangingChain,
  createLockedDrive,
  createSkate,
  findOff,
  G,
  Maxwell,
  type Point,
  refused,
  Z,
} from "../helpers/analysisModels.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { steadyPrecession } from "../reference/heavyTop.ts";
import { hangingChain, nutation, sleepingTop } from "../reference/smallMotions.ts";

const TOP = { mass: 2, distance: 0.4, across: 0.05, along: 0.03 };

/** About the tip. */
const TOP_TRANSVERSE = TOP.across + TOP.mass * TOP.distance ** 2;

function createTop(spin: number): System {
  const system = new System({ gravity: [0, 0, -G] });
  const inertia = new Inertia({ mass: TOP.mass, tensor: [TOP.across, TOP.across, TOP.along] });
  const top = system.add(
    new RigidBody("top", { inertia, position: [0, 0, TOP.distance], angularVelocity: [0, 0, spin] }),
  );
  system.add(new BallJoint("tip", system.ground, top, { point: [0, 0, 0] }));
  return system;
}

/** Precession, nutation and spin one after the other. */
class EulerJoint extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, a: Body, b: Body, place: PairPlace, start: readonly [number, number][]) {
    super(name, a, b, place);
    const axes: Vector3[] = [Z, [1, 0, 0], Z];
    this.motions = ["precession", "nutation", "spin"].map((text, i) => ({
      kind: "rotate",
      name: text,
      axis: axes[i],
      bond: new ScalarBond(this.label, text, { start: start[i][0], rate: start[i][1] }),
    }));
  }
}

/** Number of zero eigenvalues; rounding may make a pair of them. */
const countNeutral = ({ modes }: Linearization) =>
  modes.reduce((sum, { isNeutral, eigenvalue }) => sum + (isNeutral ? (eigenvalue.im === 0 ? 1 : 2) : 0), 0);

test("linearize: a hanging chain has the zeros of Laguerre's polynomials", async (t) => {
  for (const count of [1, 2, 3, 10]) {
    const length = 0.7;
    const result = await createHangingChain(count, length).linearize();
    t.is(result.modes.length, count);
    t.true(result.isSteady && result.isStable);
    hangingChain(count, length, G).forEach((frequency, i) => {
      const { eigenvalue, frequency: hertz, naturalFrequency, dampingRatio } = result.modes[i];
      // Differences and eigenvalues are good to about 1e-14; 1e-12 leaves room for the condition of ten links.
      isBelow(t, Math.hypot(eigenvalue.re, eigenvalue.im - frequency), 1e-12 * frequency);
      isClose(t, hertz, frequency / (2 * Math.PI), 1e-12 * hertz);
      isClose(t, naturalFrequency, hertz, 1e-12 * hertz);
      isClose(t, dampingRatio, 0, 1e-12);
    });
  }
});

test("linearize: names, matrix and shapes of a double pendulum", async (t) => {
  const result = await createHangingChain(2, 1).linearize();
  t.deepEqual(result.names, ["link0.angle", "link1.angle", "link0.angle.rate", "link1.angle.rate"]);
  // Equal masses and lengths, in relative angles: φ̈ = −(g/l) [[1, −1], [−1, 3]] φ.
  const expected = [
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [-G, G, 0, 0],
    [G, -3 * G, 0, 0],
  ];
  for (const [i, row] of expected.entries()) {
    for (const [j, x] of row.entries()) isClose(t, result.matrix[i][j], x, 1e-12);
  }
  // The absolute angles are as 1 : ±√2, so the second relative one is √2 − 1 or −√2 − 1 times the first.
  for (const [i, ratio] of [Math.SQRT2 - 1, -Math.SQRT2 - 1].entries()) {
    const [first, second] = result.modes[i].joints.map(({ amplitude }) => amplitude.re);
    isClose(t, second / first, ratio, 1e-12);
    t.is(Math.max(Math.abs(first), Math.abs(second)), 1);
    t.deepEqual(
      result.modes[i].joints.map(({ name }) => name),
      ["link0.angle", "link1.angle"],
    );
    const [upper, lower] = result.modes[i].bodies;
    t.is(upper.name, "bob0");
    // Sideways by the angle times the length, turned about z.
    isClose(t, upper.translation[0].re, first, 1e-12);
    isClose(t, lower.translation[0].re, 2 * first + second, 1e-12);
    isClose(t, lower.rotation[2].re, first + second, 1e-12);
    isClose(t, lower.translation[1].re, 0, 1e-12);
  }
  t.regex(
    String(result),
    /4 states, stable\n {2}1\. .*0\.381526 Hz, damping ratio .*: link0\.angle 1, link1\.angle 0\.414214/,
  );
});

test("linearize: a spherical pendulum by a ball joint has every frequency twice, with independent shapes", async (t) => {
  const system = new System();
  let parent: Body = system.ground;
  for (let i = 0; i < 2; i++) {
    const inertia = new Inertia({ mass: 1, tensor: [0.01, 0.004, 0.01] });
    const body = system.add(
      new RigidBody(`b${i}`, { inertia, position: [0, -1 - i, 0], orientation: [0.8, 0, 0.6, 0] }),
    );
    system.add(
      new BallJoint(`ball${i}`, parent, body, { point: [0, -i, 0], rotation: quaternionAbout([0, 1, 0], 0.3) }),
    );
    parent = body;
  }
  const result = await system.linearize();
  t.is(result.names[0], "ball0.x");
  // In the plane: M φ̈ = −K φ in absolute angles with M = [[J + 2m, m], [m, J + m]], J the inertia about the centre.
  const [a, b, c] = [2.01, 1, 1.01];
  const [p, q] = [2 * G, G];
  // (p − a λ)(q − c λ) − b² λ² = 0
  const half = (p * c + q * a) / 2;
  const root = Math.sqrt(half * half - (a * c - b * b) * p * q);
  for (const square of [(half - root) / (a * c - b * b), (half + root) / (a * c - b * b)]) {
    const own = result.modes.filter(({ eigenvalue }) => Math.abs(eigenvalue.im - Math.sqrt(square)) < 1e-9);
    t.is(own.length, 2);
    isBelow(t, findOff(result, 0, Math.sqrt(square)), 1e-12);
    const [x, y] = own.map(({ bodies }) => bodies[1].translation.filter((_, i) => i !== 1));
    isAbove(t, Math.abs(x[0].re * y[1].re - x[1].re * y[0].re), 1e-3);
  }
  // Turning about the vertical is free: two double zeros.
  t.is(countNeutral(result), 4);
  t.true(result.isStable);
});

test("linearize: a sleeping top, seen from beside it and from the top itself", async (t) => {
  const moment = TOP.mass * G * TOP.distance;
  const spin = 400;
  const [precession, nutationRate] = sleepingTop({ transverse: TOP_TRANSVERSE, axial: TOP.along, spin, moment });
  const beside = await createTop(spin).linearize({ axes: "space" });
  t.true(beside.isSteady && beside.isStable);
  isBelow(t, findOff(beside, 0, precession), 1e-11);
  isBelow(t, findOff(beside, 0, nutationRate), 1e-12);
  const own = await createTop(spin).linearize();
  isBelow(t, findOff(own, 0, spin - precession), 1e-12);
  isBelow(t, findOff(own, 0, spin - nutationRate), 1e-12);
  // Too slow: (J3 ω)² < 4 J1 m g l.
  const slow = 60;
  const fast = await createTop(slow).linearize({ axes: "space" });
  const b = (TOP.along * slow) / (2 * TOP_TRANSVERSE);
  isBelow(t, findOff(fast, Math.sqrt(moment / TOP_TRANSVERSE - b * b), b), 1e-12);
  t.false(fast.isStable);
});

test("linearize: nutation about a steady precession, in Euler's angles", async (t) => {
  const [tilt, precession] = [0.7, 3];
  const motion = steadyPrecession({
    mass: TOP.mass,
    gravity: G,
    distance: TOP.distance,
    transverse: TOP_TRANSVERSE,
    axial: TOP.along,
    tilt,
    precession,
  });
  const system = new System({ gravity: [0, 0, -G] });
  const inertia = new Inertia({ mass: TOP.mass, tensor: [TOP.across, TOP.across, TOP.along] });
  const top = system.add(new RigidBody("top", { inertia, position: [0, 0, TOP.distance] }));
  system.add(
    new EulerJoint("tip", system.ground, top, { point: [0, 0, 0] }, [
      [0.4, precession],
      [tilt, 0],
      [1.1, motion.spin],
    ]),
  );
  const result = await system.linearize();
  t.true(result.isSteady && result.isStable);
  const rate = nutation({
    transverse: TOP_TRANSVERSE,
    axial: TOP.along,
    axialRate: motion.axialRate,
    rate: precession,
    tilt,
  });
  isBelow(t, findOff(result, 0, rate), 1e-11);
  // The other two angles do not matter.
  t.is(countNeutral(result), 4);
});

test("linearize: a torque-free body about its axes of greatest, middle and least inertia", async (t) => {
  const I = [1, 2, 3];
  for (const [axis, isStable] of [true, false, true].entries()) {
    const system = new System({ gravity: [0, 0, 0] });
    const spin = 5;
    const bodyAngularVelocity: [number, number, number] = [0, 0, 0];
    bodyAngularVelocity[axis] = spin;
    system.add(
      new RigidBody("body", {
        inertia: new Inertia({ mass: 1, tensor: [1, 2, 3] }),
        bodyAngularVelocity,
        orientation: [0.5, 0.1, -0.7, 0.2],
        velocity: [1, 2, 3],
      }),
    );
    const [a, b, c] = [I[axis], I[(axis + 1) % 3], I[(axis + 2) % 3]];
    const square = ((a - b) * (a - c)) / (b * c);
    const rate = spin * Math.sqrt(Math.abs(square));
    const result = await system.linearize();
    isBelow(t, findOff(result, square > 0 ? 0 : rate, square > 0 ? rate : 0), 1e-12);
    isBelow(t, findOff(result, 0, spin), 1e-12);
    t.is(result.isStable, isStable);
  }
});

test("linearize: damping, and a state of a constraint", async (t) => {
  const [m, k, c] = [2, 50, 4];
  const create = () => {
    const system = new System({ gravity: [0, 0, 0] });
    return system;
  };
  const damped = create();
  const cart = damped.add(new RigidBody("cart", { inertia: Inertia.box({ mass: m, size: [1, 1, 1] }) }));
  damped.add(
    new PrismaticJoint("rail", damped.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], stiffness: k, damping: c }),
  );
  const one = await damped.linearize();
  const re = -c / (2 * m);
  const im = Math.sqrt(k / m - re * re);
  isBelow(t, findOff(one, re, im), 1e-13);
  const [mode] = one.modes;
  isClose(t, mode.naturalFrequency, Math.sqrt(k / m) / (2 * Math.PI), 1e-13);
  isClose(t, mode.dampingRatio, c / (2 * Math.sqrt(k * m)), 1e-13);
  isClose(t, mode.frequency, im / (2 * Math.PI), 1e-13);

  const series = create();
  const body = series.add(new RigidBody("cart", { inertia: Inertia.box({ mass: m, size: [1, 1, 1] }) }));
  series.add(new PrismaticJoint("rail", series.ground, body, { point: [0, 0, 0], axis: [1, 0, 0] }));
  series.add(new Maxwell("strut", series.ground, body, k, c));
  const two = await series.linearize();
  t.deepEqual(two.names, ["rail.position", "rail.position.rate", "strut.state.0"]);
  t.false(two.isSteady); // the spring begins stretched
  // λ (λ² + (k/c) λ + k/m) = 0: both real
  const half = k / c / 2;
  const root = Math.sqrt(half * half - k / m);
  for (const value of [0, -half - root, -half + root]) isBelow(t, findOff(two, value, 0), 1e-12);
  t.true(two.modes.every(({ joints }) => joints[1].name === "strut.state.0"));
});

test("linearize: loops count as many coordinates as they are free, redundant or not", async (t) => {
  // Hanging parallelogram: a physical pendulum with the moment (1/2 + 1 + 1/2) and the inertia (1/3 + 1 + 1/3).
  const points: [Point, Point, Point, Point] = [
    [0, 0],
    [0, -1],
    [2, -1],
    [2, 0],
  ];
  const result = await createFourBar(points).linearize();
  t.deepEqual(result.names, ["A.angle", "A.angle.rate"]);
  isBelow(t, findOff(result, 0, Math.sqrt((G * 2) / (5 / 3))), 1e-12);
  const { joints, bodies } = result.modes[0];
  t.deepEqual(joints.map(({ name }) => name).sort(), ["A.angle", "B.angle", "C.angle"]);
  for (const { name, amplitude } of joints) isClose(t, amplitude.re, name === "B.angle" ? -1 : 1, 1e-12);
  isClose(t, bodies[1].translation[0].re, 1, 1e-12);
  isClose(t, bodies[1].rotation[2].re, 0, 1e-12);
});

test("linearize: Bricard's mechanism at rest swings as the efforts that hold and push it say", async (t) => {
  const system = createBricard();
  const { snapshot, linearization, isStable } = await system.equilibrium();
  t.true(isStable);
  t.deepEqual(linearization.names, ["hinge0.angle", "hinge0.angle.rate"]);
  const middle = snapshot.joint("hinge0").position;
  const find = async (angle: number, acceleration: number) => {
    const { efforts } = await system.inverseDynamics({ motion: { hinge0: [middle + angle, 0, acceleration] } });
    return efforts["hinge0.angle"];
  };
  const h = 0.01;
  const slope = async (step: number) => ((await find(step, 0)) - (await find(-step, 0))) / (2 * step);
  const stiffness = (4 * (await slope(h)) - (await slope(2 * h))) / 3;
  const inertia = await find(0, 1);
  // Difference quotients of order four.
  isBelow(t, findOff(linearization, 0, Math.sqrt(stiffness / inertia)), 1e-6);
});

test("linearize: a plate on three strings sways and twists", async (t) => {
  // Sways with g/l, twists with m g r²/(l J), r the distance of the strings from the middle.
  const [length, radius, mass] = [1.5, 0.3, 2];
  const system = new System();
  const inertia = new Inertia({ mass, tensor: [0.05, 0.12, 0.07] });
  const orientation = quaternionAbout([0, 1, 0], 0.4);
  const plate = system.add(new RigidBody("plate", { inertia, position: [0.2, 0, 0.1], orientation }));
  for (let i = 0; i < 3; i++) {
    const angle = 0.3 + (2 * Math.PI * i) / 3;
    const to: Vector3 = [0.2 + radius * Math.cos(angle), 0, 0.1 + radius * Math.sin(angle)];
    system.add(new DistanceRod(`string${i}`, system.ground, plate, { from: [to[0], length, to[2]], to }));
  }
  const result = await system.linearize();
  t.is(result.names.length, 6);
  t.true(result.isStable);
  const sway = Math.sqrt(G / length);
  t.is(result.modes.filter(({ eigenvalue }) => Math.abs(eigenvalue.im - sway) < 1e-9).length, 2);
  isBelow(t, findOff(result, 0, sway), 1e-11);
  const twist = Math.sqrt((mass * G * radius * radius) / (length * 0.12));
  isBelow(t, findOff(result, 0, twist), 1e-11);
  const mode = result.modes.find(({ eigenvalue }) => Math.abs(eigenvalue.im - twist) < 1e-9);
  isClose(t, mode?.bodies[0].rotation[1].re ?? 0, 1, 1e-9);
  isClose(t, mode?.bodies[0].translation[0].re ?? 1, 0, 1e-9);
});

test("linearize: a spinning governor, a loop in steady motion", async (t) => {
  const [m, M, l, shaft, angle] = [0.5, 2, 0.4, 0.03, 0.6];
  const rate = Math.sqrt(((m + M) * G) / (m * l * Math.cos(angle)));
  const system = new System();
  const axle = system.add(
    new RigidBody("axle", { inertia: new Inertia({ mass: 1, tensor: [shaft, shaft, shaft] }), position: [0, 0, 0] }),
  );
  const [x, y] = [l * Math.sin(angle), l * Math.cos(angle)];
  const sleeve = system.add(new RigidBody("sleeve", { inertia: Inertia.point({ mass: M }), position: [0, -2 * y, 0] }));
  system.add(new RevoluteJoint("bearing", system.ground, axle, { point: [0, 0, 0], axis: [0, 1, 0], rate }));
  system.add(new PrismaticJoint("slide", axle, sleeve, { point: [0, -2 * y, 0], axis: [0, 1, 0] }));
  for (const [i, side] of [-1, 1].entries()) {
    const ball = system.add(
      new RigidBody(`ball${i}`, { inertia: Inertia.point({ mass: m }), position: [side * x, -y, 0] }),
    );
    addHinge(system, `arm${i}`, axle, ball, [0, 0]);
    system.add(new DistanceRod(`link${i}`, ball, sleeve));
  }
  t.is((await system.report()).degreesOfFreedom, 2);
  const result = await system.linearize();
  t.true(result.isSteady && result.isStable);
  t.is(result.names.length, 4);
  // Lagrange with the angular momentum p = B ψ̇ kept: A φ̈ = −V″ φ, V = p²/2B + potential energy.
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const A = 2 * m * l * l + 4 * M * l * l * s * s;
  const B = shaft + 2 * m * l * l * s * s;
  const first = 4 * m * l * l * s * c;
  const second = 4 * m * l * l * (c * c - s * s);
  const stiffness = rate * rate * ((first * first) / B - second / 2) + 2 * (m + M) * G * l * c;
  isBelow(t, findOff(result, 0, Math.sqrt(stiffness / A)), 1e-10);
  t.is(countNeutral(result), 2);
});

test("linearize: on a turntable, gyroscopic and centrifugal terms of the base", async (t) => {
  // A pendulum whose plane turns at Ω: rests at cos φ = g/(Ω² l) and swings there with Ω sin φ.
  const [rate, length] = [5, 0.8];
  const system = new System();
  const table = system.add(
    new Ground("table", { motion: turning({ axis: [0, 1, 0], angle: (time) => [rate * time, rate, 0] }) }),
  );
  const bob = system.add(new RigidBody("bob", { inertia: Inertia.point({ mass: 1 }), position: [0, -length, 0] }));
  system.add(new RevoluteJoint("hinge", table, bob, { point: [0, 0, 0], axis: Z, angle: 0.3 }));
  for (const time of [0, 0.37]) {
    const rest = await system.equilibrium({ t: time });
    const angle = Math.acos(G / (rate * rate * length));
    isClose(t, rest.coordinates["hinge.angle"] as number, angle, 1e-12);
    t.true(rest.isStable);
    isBelow(t, findOff(rest.linearization, 0, rate * Math.sin(angle)), 1e-11);
    const down = await system.equilibrium({ t: time, guess: { hinge: 0 } });
    t.is(down.coordinates["hinge.angle"], 0);
    t.false(down.isStable);
    isBelow(t, findOff(down.linearization, Math.sqrt(rate * rate - G / length), 0), 1e-11);
  }
});

test("linearize: at a snapshot of a run, at a state vector, with the modes and the time of it", async (t) => {
  const system = createHangingChain(2, 1);
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-10 });
  const rest = await system.linearize({ at: run.last });
  t.is(rest.t, 0.5);
  isBelow(t, findOff(rest, 0, Math.sqrt(G * (2 - Math.SQRT2))), 1e-9);
  const state = run.last.state;
  state[0] = Math.PI;
  const up = await system.linearize({ at: state, t: 2 });
  t.is(up.t, 2);
  t.false(up.isStable);
  // Off the equilibrium: the matrix is that of the moment, and says so.
  state[0] = 1;
  const aside = await system.linearize({ at: [...state] });
  t.false(aside.isSteady);
  t.regex(String(aside), /not a steady state/);
});

/** A spring along x to the origin that breaks when it is stretched too far. */
class Fuse extends ForceElement {
  private state = "whole";

  override get mode(): string {
    return this.state;
  }

  override set mode(value: string) {
    this.state = value;
  }

  get eventCount(): number {
    return 1;
  }

  calcEvents(_t: number, out: Float64Array): void {
    out[0] = 0.5 - this.portB.r[0];
  }

  handleEvent(): void {
    this.state = "broken";
  }

  protected override calcWrench(): void {
    this.wrenchB.F.fill(0);
    this.wrenchB.F[0] = this.state === "whole" ? -4 * this.portB.r[0] : 0;
    this.wrenchB.P.set(this.portB.r);
  }
}

test("linearize: in the mode of the snapshot", async (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const cart = system.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 1, size: [1, 1, 1] }) }));
  system.add(new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], rate: 2 }));
  system.add(new Fuse("fuse", system.ground, cart));
  const run = system.simulateSync({ until: 1 });
  t.is(run.events.length, 1);
  isBelow(t, findOff(await system.linearize({ at: run.at(0.1) }), 0, 2), 1e-12);
  t.true((await system.linearize({ at: run.last })).modes.every(({ isNeutral }) => isNeutral));
  isBelow(t, findOff(await system.linearize(), 0, 2), 1e-12);
});

test("linearize: rounding of a double zero is no instability", (t) => {
  const mode = (re: number, im: number, isNeutral: boolean) => ({
    eigenvalue: { re, im },
    frequency: im / (2 * Math.PI),
    naturalFrequency: Math.hypot(re, im) / (2 * Math.PI),
    dampingRatio: 0,
    isNeutral,
    joints: [],
    bodies: [],
  });
  const create = (first: ReturnType<typeof mode>) =>
    new Result({ t: 0, names: [], matrix: [], accuracy: 0, isSteady: true, modes: [first, mode(0, 1, false)] });
  t.true(create(mode(1e-8, 0, true)).isStable);
  t.false(create(mode(1e-8, 0, false)).isStable);
  t.regex(String(create(mode(1e-8, 0, true))), /1\. 1e-8 1\/s, neutral/);
});

test("linearize: a non-holonomic row binds rates, not positions", async (t) => {
  const system = createSkate();
  const result = await system.linearize();
  t.is(result.names.length, 5);
  t.deepEqual(result.names.slice(3), ["ice.x.rate", "ice.angle.rate"]);
  t.true(result.isStable);
});

test("linearize: what cannot be linearized is refused", async (t) => {
  const system = createFourBar();
  await t.throwsAsync(system.linearize({ at: [1, 2, 3] }), refused(/the state has 3 numbers, the model 7/));
  await t.throwsAsync(system.linearize({ at: [1, 2, 3, 0, 0, 0, 0] }), refused(/does not fit the loops .* by \d/));
  await t.throwsAsync(
    system.linearize({ at: "start" as unknown as Snapshot }),
    refused(/at is "start"; give a snapshot such as run\.last/),
  );
  await t.throwsAsync(
    system.linearize({ axes: "world" as "body" }),
    refused(/axes are "world"; give "body" or "space"/),
  );
  await t.throwsAsync(system.linearize({ t: Number.NaN }), refused(/linearize: the time is NaN/));
  await t.throwsAsync(
    system.linearize({ axis: "body" } as object),
    refused(/unknown option "axis"; did you mean "axes"\?/),
  );
  await t.throwsAsync(
    createLockedDrive().linearize(),
    refused(
      /linearize: the constraints contradict each other .*RevoluteJoint "other".*RevoluteJoint "foot" is driven in the loop/,
    ),
  );
  const bad = new System();
  const cart = bad.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 1, size: [1, 1, 1] }) }));
  const torque = (_t: number, angle: number) => (angle === 0 ? 0 : Number.NaN);
  addHinge(bad, "hinge", bad.ground, cart, [0, 0], { torque });
  await t.throwsAsync(bad.linearize(), refused(/no derivative with respect to hinge\.angle at t = 0 s/));
});

// ---------------------------------------------------------------- beside something fast, and bad laws

test("linearize: an inverted pendulum is unstable, however fast something else decays", async (t) => {
  for (const damping of [1e4, 1e8, 1e10]) {
    const system = new System({ gravity: [0, -G, 0] });
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const pole = system.add(new RigidBody("pole", { inertia, position: [0, 1, 0] }));
    system.add(new RevoluteJoint("hinge", system.ground, pole, { point: [0, 0, 0], axis: [0, 0, 1] }));
    const block = system.add(new RigidBody("block", { inertia, position: [5, 0, 0] }));
    const stiff = { stiffness: damping, damping };
    system.add(new PrismaticJoint("rail", system.ground, block, { point: [5, 0, 0], axis: [1, 0, 0], ...stiff }));
    const { modes, isStable } = await system.linearize();
    t.false(isStable);
    t.true(modes.every(({ isNeutral }) => !isNeutral));
    const growth = Math.max(...modes.map(({ eigenvalue }) => eigenvalue.re));
    isClose(t, growth, Math.sqrt(G / 1.004), 1e-6);
    t.false((await system.equilibrium()).isStable);
  }
});

test("linearize: a shaft that turns freely is neutral beside something fast", async (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const cart = system.add(new RigidBody("cart", { inertia, position: [0, 0, 0] }));
  const stiff = { stiffness: 1e8, damping: 1e8 };
  system.add(new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], ...stiff }));
  const shaft = system.add(new RigidBody("shaft", { inertia, position: [0, 0, 0] }));
  system.add(new RevoluteJoint("hinge", cart, shaft, { point: [0, 0, 0], axis: [0, 0, 1], damping: 0.1 }));
  const { modes, isStable } = await system.linearize();
  t.true(isStable);
  t.deepEqual(
    modes.map(({ isNeutral }) => isNeutral),
    [true, false, false, false],
  );
});

test("a state is steady only if no drive, rod or base is given an acceleration", async (t) => {
  const create = (motion: (time: number) => [number, number, number]) => {
    const system = new System();
    const motor = addRod(system, "motor", [0, 0], [1, 0]);
    addHinge(system, "shaft", system.ground, motor, [0, 0], { motion });
    const bob = addRod(system, "bob", [1, 0], [1, -1]);
    addHinge(system, "pivot", motor, bob, [1, 0]);
    return system;
  };
  const swinging = create((time) => [Math.sin(time), Math.cos(time), -Math.sin(time)]);
  const rest = await swinging.equilibrium({ t: 1 });
  t.false(rest.isSteady);
  t.false(rest.linearization.isSteady);
  t.deepEqual(rest.linearization.accelerated, ["shaft.angle"]);
  t.regex(
    String(rest),
    /^(un)?stable relative equilibrium at t = 1 s, not steady: shaft\.angle is driven with an acceleration\n/,
  );
  t.regex(String(rest.linearization), /stable, not steady: shaft\.angle is driven with an acceleration/);
  const still = await create(() => [0.3, 0, 0]).equilibrium();
  t.true(still.isSteady && still.linearization.isSteady);
  t.regex(String(still), /^stable equilibrium at t = 0 s\n/);
  // A base that turns steadily is steady, off its axis too; one that shakes is not.
  const onBase = async (motion: ConstructorParameters<typeof Ground>[1]) => {
    const system = new System();
    const base = system.add(new Ground("table", motion));
    const bob = addRod(system, "bob", [1, 0], [1, -1]);
    addHinge(system, "pivot", base, bob, [1, 0]);
    return (await system.equilibrium({ t: 0.4 })).linearization;
  };
  const table = turning({ axis: [0, 1, 0], angle: (time) => [2 * time, 2, 0], position: [1, 0, 0] });
  t.true((await onBase({ motion: table })).isSteady);
  const shaker = sliding({
    direction: [1, 0, 0],
    distance: (time) => [Math.cos(time), -Math.sin(time), -Math.cos(time)],
  });
  t.deepEqual((await onBase({ motion: shaker })).accelerated, ["table"]);
});
