import test from "ava";
import { Linearization as Result } from "../../lib/analysis/Linearization.ts";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  DistanceRod,
  ForceElement,
  Gear,
  Ground,
  Inertia,
  type Linearization,
  ModelError,
  type Motion,
  Pair,
  type PairPlace,
  PlanarJoint,
  PrismaticJoint,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  ScalarBond,
  SimulationError,
  type Snapshot,
  SpringDamper,
  System,
  sliding,
  turning,
  UniversalJoint,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { assemble, read } from "../helpers/compareModels.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawLoop, drawRedundantLoop } from "../helpers/randomLoops.ts";
import { steadyPrecession } from "../reference/heavyTop.ts";
import { A04 } from "../reference/iftomm.ts";
import { hangingChain, nutation, sleepingTop } from "../reference/smallMotions.ts";

// ---------------------------------------------------------------- models

const Z: Vector3 = [0, 0, 1];
const G = 9.81;
type Point = readonly [number, number];
type AngleOptions = Partial<ConstructorParameters<typeof RevoluteJoint>[3]>;

/** A slender rod between two points of the plane, 1 kg. */
function addRod(system: System, name: string, a: Point, b: Point, mass = 1): RigidBody {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const inertia = Inertia.rod({ mass, length: Math.hypot(x, y), axis: "x" });
  const position: Vector3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];
  return system.add(new RigidBody(name, { inertia, position, orientation: quaternionAbout(Z, Math.atan2(y, x)) }));
}

function addHinge(
  system: System,
  name: string,
  a: Body,
  b: Body,
  at: Point,
  options: AngleOptions = {},
): RevoluteJoint {
  return system.add(new RevoluteJoint(name, a, b, { point: [at[0], at[1], 0], axis: Z, ...options }));
}

const FOUR_BAR: readonly [Point, Point, Point, Point] = [
  [0, 0],
  [0.3, 0.4],
  [1.5, 1.2],
  [1.4, 0],
];

/** Crank, coupler and rocker between hinges at four points; the ground is the fourth side. */
function createFourBar([o, a, b, c] = FOUR_BAR, options: Record<string, AngleOptions> = {}): System {
  const system = new System();
  const crank = addRod(system, "crank", o, a);
  const coupler = addRod(system, "coupler", a, b);
  const rocker = addRod(system, "rocker", c, b);
  addHinge(system, "A", system.ground, crank, o, options.A);
  addHinge(system, "B", crank, coupler, a, options.B);
  addHinge(system, "C", coupler, rocker, b, options.C);
  addHinge(system, "D", system.ground, rocker, c, options.D);
  return system;
}

function createBricard(): System {
  const system = new System({ gravity: [0, -A04.gravity, 0] });
  const rods = A04.joints.slice(0, 5).map(({ point }, k) => {
    const next = A04.joints[k + 1].point;
    const size = point.map((x, i) => (x === next[i] ? A04.side : A04.length)) as [number, number, number];
    const position = point.map((x, i) => (x + next[i]) / 2) as [number, number, number];
    return system.add(new RigidBody(`rod${k}`, { inertia: Inertia.box({ mass: A04.mass, size }), position }));
  });
  A04.joints.forEach(({ point, axis }, k) => {
    const [a, b] = [rods[k - 1] ?? system.ground, rods[k] ?? system.ground];
    system.add(new RevoluteJoint(`hinge${k}`, a, b, { point, axis }));
  });
  return system;
}

/** Point masses on massless links, hanging. */
function createHangingChain(count: number, length: number): System {
  const system = new System();
  let parent: Body = system.ground;
  for (let i = 0; i < count; i++) {
    const inertia = Inertia.point({ mass: 0.3 });
    const bob = system.add(new RigidBody(`bob${i}`, { inertia, position: [0, -(i + 1) * length, 0] }));
    addHinge(system, `link${i}`, parent, bob, [0, -i * length]);
    parent = bob;
  }
  return system;
}

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

/** A spring and a damper in series along x; its state is the force. */
class Maxwell extends ForceElement {
  readonly stiffness: number;
  readonly damping: number;

  constructor(name: string, a: Body, b: Body, stiffness: number, damping: number) {
    super(name, a, b);
    this.stiffness = stiffness;
    this.damping = damping;
  }

  override get stateCount(): number {
    return 1;
  }

  override get initialStates(): readonly number[] {
    return [3];
  }

  override calcStateRates(): void {
    this.stateRates[0] = this.stiffness * (this.portB.v[0] - this.portA.v[0] - this.states[0] / this.damping);
  }

  protected override calcWrench(): void {
    this.wrenchB.F[0] = -this.states[0];
    this.wrenchB.P.set(this.portB.r);
  }
}

/** Moves along B's x axis only: non-holonomic. */
class Skate extends RowConstraint {
  constructor(name: string, ice: Body, blade: Body) {
    super(name, ice, blade, 1);
  }

  override get holonomic(): boolean {
    return false;
  }

  protected override calcRowTerms(): void {
    const { T, v, w } = this.portB;
    const [x, y, z] = [T[1], T[4], T[7]];
    this.jacobian.set([-x, -y, -z, 0, 0, 0, x, y, z, 0, 0, 0]);
    this.accelerationTargets[0] = -(
      (w[1] * z - w[2] * y) * v[0] +
      (w[2] * x - w[0] * z) * v[1] +
      (w[0] * y - w[1] * x) * v[2]
    );
  }

  protected override calcPositionTerms(): void {}
}

/** Distance of an eigenvalue from the nearest one found, relative to its size. */
function findOff({ eigenvalues }: Linearization, re: number, im: number): number {
  const size = Math.hypot(re, im) || 1;
  return Math.min(...eigenvalues.map((value) => Math.hypot(value.re - re, value.im - im))) / size;
}

/** Number of zero eigenvalues; rounding may make a pair of them. */
const countNeutral = ({ modes }: Linearization) =>
  modes.reduce((sum, { isNeutral, eigenvalue }) => sum + (isNeutral ? (eigenvalue.im === 0 ? 1 : 2) : 0), 0);

/** Solves `f(x) = 0` between two points of different sign. */
function bisect(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const sign = Math.sign(f(low));
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (Math.sign(f(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const refused = (pattern: RegExp) => ({ instanceOf: ModelError, message: pattern });

// ---------------------------------------------------------------- report

test("report: a planar four-bar in space has one degree of freedom and three redundant rows", async (t) => {
  const system = createFourBar();
  const report = await system.report();
  t.is(report.degreesOfFreedom, 1);
  t.deepEqual(report.freedoms, ["A.angle"]);
  t.is(report.redundancy, 3);
  t.deepEqual(report.redundant, [{ constraint: "D", count: 3, of: 5 }]);
  t.deepEqual([report.rates, report.rows, report.rank], [3, 5, 2]);
  t.deepEqual([...report.treeJoints].sort(), ["A", "B", "C"]);
  t.deepEqual(report.closingJoints, ["D"]);
  t.deepEqual(report.bodies, ["crank", "coupler", "rocker"]);
  t.deepEqual(report.bases, ["ground"]);
  t.deepEqual(report.conflicts, []);
  t.is(
    String(report),
    [
      "3 bodies in 1 island, 4 joints, 1 loop closed by D",
      "1 degree of freedom: 3 rates less 2 independent rows; free: A.angle",
      "3 redundant rows: D 3 of 5; the motion is unique, single reactions are not",
    ].join("\n"),
  );
  // The kernel sees the same.
  t.is(system.simulateSync({ until: 0.01 }).statistics.redundancy, 3);
});

test("report: Bricard's mechanism, a double pendulum, a free body, a gear pair, a skate, a truss", async (t) => {
  const bricard = await createBricard().report();
  t.deepEqual([bricard.degreesOfFreedom, bricard.redundancy, bricard.rows], [1, 1, 5]);
  const pendulum = await createHangingChain(2, 1).report();
  t.deepEqual([pendulum.degreesOfFreedom, pendulum.redundancy, pendulum.rows], [2, 0, 0]);
  t.deepEqual(pendulum.freedoms, ["link0.angle", "link1.angle"]);

  const free = new System();
  free.add(new RigidBody("stone", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
  const six = await free.report();
  t.is(six.degreesOfFreedom, 6);
  t.deepEqual(six.freedoms.slice(2, 4), ["stone.position.z", "stone.rotation.x"]);

  const gears = new System();
  const inertia = Inertia.cylinder({ mass: 1, radius: 0.1, length: 0.02, axis: "z" });
  const wheels = [0, 0.2].map((x, i) => gears.add(new RigidBody(`wheel${i}`, { inertia, position: [x, 0, 0] })));
  const joints = wheels.map((wheel, i) => addHinge(gears, `axle${i}`, gears.ground, wheel, [0.2 * i, 0]));
  gears.add(new Gear("mesh", joints[0], joints[1], { teeth: [20, 20] }));
  const geared = await gears.report();
  t.deepEqual([geared.degreesOfFreedom, geared.rows, geared.redundancy], [1, 1, 0]);
  t.deepEqual(geared.islands[0].constraints, ["axle0", "axle1", "mesh"]);

  const ice = new System();
  const blade = ice.add(new RigidBody("blade", { inertia: Inertia.box({ mass: 1, size: [0.3, 0.02, 0.1] }) }));
  ice.add(new PlanarJoint("ice", ice.ground, blade, { point: [0, 0, 0], normal: Z }));
  ice.add(new Skate("edge", ice.ground, blade));
  t.is((await ice.report()).degreesOfFreedom, 2);

  const truss = new System();
  const left = addRod(truss, "left", [0, 0], [1, 1]);
  const right = addRod(truss, "right", [1, 1], [2, 0]);
  addHinge(truss, "foot1", truss.ground, left, [0, 0]);
  addHinge(truss, "top", left, right, [1, 1]);
  addHinge(truss, "foot2", truss.ground, right, [2, 0]);
  const locked = await truss.report();
  t.is(locked.degreesOfFreedom, 0);
  t.regex(String(locked), /0 degrees of freedom: 2 rates less 2 independent rows; nothing can move/);
});

test("report: redundant rows are counted where they were added last", async (t) => {
  const system = createFourBar();
  const coupler = system.get("coupler") as RigidBody;
  const crank = system.get("crank") as RigidBody;
  // The angle between two sides fixes the loop; the other diagonal says the same once more.
  system.add(new DistanceRod("diagonal1", system.ground, coupler, { to: [1.5, 1.2, 0] }));
  system.add(new DistanceRod("diagonal2", crank, system.ground, { from: [0.3, 0.4, 0], to: [1.4, 0, 0] }));
  const report = await system.report();
  t.is(report.degreesOfFreedom, 0);
  t.deepEqual(report.redundant, [
    { constraint: "D", count: 3, of: 5 },
    { constraint: "diagonal2", count: 1, of: 1 },
  ]);
});

test("report: random loops have as many redundant rows as a dense rank says", async (t) => {
  let redundant = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const random = new RandomSource(seed);
    const twin = seed % 2 === 0 ? drawLoop(random) : drawRedundantLoop(random);
    const { redundancy } = assemble(twin, read(twin, twin.system.evaluate())).solveSingular(1e-11, 1e-6);
    // Near a dead point the dense rank is not clear either.
    if (redundancy === undefined) continue;
    const report = await twin.system.report();
    t.is(report.redundancy, redundancy, `seed ${seed}`);
    t.is(report.degreesOfFreedom, report.freedoms.length);
    t.is(
      report.islands.reduce((sum, island) => sum + island.degreesOfFreedom, 0),
      report.degreesOfFreedom,
    );
    t.is(
      report.redundant.reduce((sum, { count }) => sum + count, 0),
      redundancy,
    );
    if (redundancy > 0) redundant++;
  }
  isAbove(t, redundant, 30);
});

test("report: islands are joined by constraints and springs, not by bases", async (t) => {
  const system = new System();
  const bob = (name: string, x: number) => {
    const body = system.add(
      new RigidBody(name, { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [x, -1, 0] }),
    );
    addHinge(system, `pivot ${name}`, system.ground, body, [x, 0]);
    return body;
  };
  const [a, , c] = [bob("a", 0), bob("b", 1), bob("c", 2)];
  system.add(new RigidBody("d", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [5, 0, 0] }));
  system.add(new SpringDamper("spring", a, c, { stiffness: 1 }));
  const { islands, degreesOfFreedom } = await system.report();
  t.deepEqual(
    islands.map(({ bodies }) => bodies),
    [["a", "c"], ["b"], ["d"]],
  );
  t.deepEqual(
    islands.map((island) => island.degreesOfFreedom),
    [2, 1, 6],
  );
  t.is(degreesOfFreedom, 9);
  t.deepEqual(islands[0].constraints, ["pivot a", "pivot c", "spring"]);
  t.regex(String(await system.report()), /island of a, c: 2 degrees of freedom/);
});

test("report: drives are listed, and a drive in a loop that cannot move is named", async (t) => {
  const driven = await createFourBar(FOUR_BAR, { A: { motion: (time) => [time, 1, 0] } }).report();
  t.deepEqual([driven.degreesOfFreedom, driven.drives.join()], [0, "A.angle"]);
  t.regex(String(driven), /driven: A\.angle/);
  t.notRegex(String(driven), /nothing can move/);
  t.deepEqual(driven.conflicts, []);

  const truss = createLockedDrive();
  const report = await truss.report();
  t.is(report.conflicts[0].constraint, "other");
  isAbove(t, report.conflicts[0].velocity, 0.1);
  t.regex(String(report), /RevoluteJoint "other" contradicts others: .* m\/s or rad\/s/);
});

/** Two rods and the ground make a triangle; one of its corners is driven. */
function createLockedDrive(): System {
  const system = new System();
  const left = addRod(system, "left", [0, 0], [1, 1]);
  const right = addRod(system, "right", [1, 1], [2, 0]);
  addHinge(system, "foot", system.ground, left, [0, 0], { motion: (time) => [time, 1, 0] });
  addHinge(system, "top", left, right, [1, 1]);
  addHinge(system, "other", system.ground, right, [2, 0]);
  return system;
}

// ---------------------------------------------------------------- linearize

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

  override get eventCount(): number {
    return 1;
  }

  override calcEvents(_t: number, out: Float64Array): void {
    out[0] = 0.5 - this.portB.r[0];
  }

  override handleEvent(): void {
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

function createSkate(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const blade = system.add(new RigidBody("blade", { inertia: Inertia.box({ mass: 1, size: [0.3, 0.02, 0.1] }) }));
  system.add(new PlanarJoint("ice", system.ground, blade, { point: [0, 0, 0], normal: Z, along: [1, 0, 0] }));
  system.add(new Skate("edge", system.ground, blade));
  return system;
}

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

// ---------------------------------------------------------------- equilibrium

test("equilibrium: a pendulum finds its stable position from anywhere, and keeps an unstable one it is put into", async (t) => {
  const system = new System();
  const rod = addRod(system, "rod", [0, 0], [0, -1], 2);
  addHinge(system, "hinge", system.ground, rod, [0, 0], { angle: 1.2, rate: 3 });
  const guesses: Record<string, number>[] = [{}, { hinge: 3.1 }, { "hinge.angle": -2 }];
  for (const guess of guesses) {
    const result = await system.equilibrium({ guess });
    isClose(t, result.coordinates["hinge.angle"] as number, 0, 1e-12);
    t.true(result.isStable);
    isBelow(t, result.residual, 1e-10);
    const { force } = result.snapshot.reaction("hinge");
    isClose(t, force[1], 2 * G, 1e-9);
    isClose(t, force[0], 0, 1e-9);
    t.is(result.snapshot.joint("hinge").rate, 0);
  }
  const upright = await system.equilibrium({ guess: { hinge: Math.PI } });
  t.is(upright.coordinates["hinge.angle"], Math.PI);
  t.false(upright.isStable);
  t.is(String(upright), "unstable equilibrium at t = 0 s\n  hinge.angle = 3.14159");
});

test("equilibrium: springs, by the balance of moments", async (t) => {
  const system = new System();
  const rod = addRod(system, "rod", [0, 0], [1, 0], 3);
  addHinge(system, "hinge", system.ground, rod, [0, 0], { stiffness: 20, damping: 1 });
  const { coordinates, isStable, linearization } = await system.equilibrium();
  // k φ = −m g (l/2) cos φ
  const angle = bisect((x) => 20 * x + 3 * G * 0.5 * Math.cos(x), -2, 0);
  isClose(t, coordinates["hinge.angle"] as number, angle, 1e-12);
  t.true(isStable);
  const stiffness = 20 - 3 * G * 0.5 * Math.sin(angle);
  const re = -1 / (2 * 1);
  isBelow(t, findOff(linearization, re, Math.sqrt(stiffness - re * re)), 1e-10);
});

test("equilibrium: a body on four springs and a strut with a state", async (t) => {
  const system = new System();
  const box = system.add(new RigidBody("box", { inertia: Inertia.box({ mass: 2, size: [1, 0.2, 0.4] }) }));
  const corners: Vector3[] = [
    [-0.5, 0, -0.2],
    [0.5, 0, -0.2],
    [-0.5, 0, 0.2],
    [0.5, 0, 0.2],
  ];
  corners.forEach((to, i) => {
    system.add(
      new SpringDamper(`spring${i}`, system.ground, box, {
        from: [1.5 * to[0], 1, 1.5 * to[2]],
        to,
        stiffness: 100 + 10 * i,
        damping: 1,
      }),
    );
  });
  system.add(new Maxwell("strut", system.ground, box, 50, 4));
  const { snapshot, isStable, coordinates } = await system.equilibrium({ tolerance: 1e-12 });
  t.true(isStable);
  const sum = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const { force, point } = snapshot.reaction(`spring${i}`);
    const [x, y, z] = point.map((value, k) => value - snapshot.body("box").position[k]);
    const parts = [...force, y * force[2] - z * force[1], z * force[0] - x * force[2], x * force[1] - y * force[0]];
    parts.forEach((part, k) => {
      sum[k] += part;
    });
  }
  sum[1] -= 2 * G;
  // Forces of 10 N at a stiffness of 400 N/m and a tolerance of 1e-12 m.
  isBelow(t, Math.max(...sum.map(Math.abs)), 1e-9, `${sum}`);
  isClose(t, snapshot.reaction("strut").force[0], 0, 1e-9);
  t.is((coordinates["box.orientation"] as number[]).length, 4);
  t.is((coordinates["box.position"] as number[]).length, 3);
});

test("equilibrium: a loop hangs where its centre of mass is lowest", async (t) => {
  const system = createFourBar();
  const result = await system.equilibrium();
  t.true(result.isStable);
  // The same mechanism by hand: height of the three centres over the crank's angle, the coupler's point as two circles meet.
  const [o, a, b, c] = FOUR_BAR;
  const [r, l, s] = [Math.hypot(...a), Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(b[0] - c[0], b[1] - c[1])];
  const height = (angle: number) => {
    const p = [o[0] + r * Math.cos(angle), o[1] + r * Math.sin(angle)];
    const [x, y] = [c[0] - p[0], c[1] - p[1]];
    const d = Math.hypot(x, y);
    const along = (l * l - s * s + d * d) / (2 * d);
    const up = Math.sqrt(l * l - along * along);
    return p[1] / 2 + (p[1] + p[1] + (along * y + up * x) / d) / 2 + (p[1] + (along * y + up * x) / d + c[1]) / 2;
  };
  const slope = (angle: number) => (height(angle + 1e-5) - height(angle - 1e-5)) / 2e-5;
  const found = (result.coordinates["A.angle"] as number) + Math.atan2(a[1], a[0]);
  const lowest = bisect(slope, found - 0.1, found + 0.1);
  // Difference quotients of a step of 1e-5 are good to 1e-10.
  isClose(t, found, lowest, 1e-9);
  isBelow(t, slope(found - 0.05), 0);
  isAbove(t, slope(found + 0.05), 0);
  isBelow(t, result.snapshot.violation.position, 1e-13);
});

test("equilibrium: where nothing can move there is nothing to find", async (t) => {
  const system = new System();
  const post = system.add(new RigidBody("post", { inertia: Inertia.box({ mass: 5, size: [1, 1, 1] }) }));
  system.add(new WeldJoint("weld", system.ground, post));
  const { snapshot, isStable } = await system.equilibrium();
  t.true(isStable);
  t.deepEqual([...snapshot.reaction("weld").force], [0, 5 * G, 0]);
});

test("equilibrium: no rest position, a wrong guess, a guess that cannot be assembled", async (t) => {
  const falling = new System();
  falling.add(new RigidBody("stone", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  await t.throwsAsync(
    falling.equilibrium(),
    refused(
      /no state of rest .*RigidBody "stone", position y, which accelerates at -9\.81 .*nothing holds it: add a spring/,
    ),
  );
  const wind = createHangingChain(1, 1);
  wind.add(new AppliedWrench("motor", wind.ground, wind.get("bob0") as RigidBody, { torque: [0, 0, 30] }));
  await t.throwsAsync(
    wind.equilibrium(),
    refused(/RevoluteJoint "link0", angle, which accelerates at .* still: there is no rest position, or it is too far/),
  );
  const system = createFourBar();
  await t.throwsAsync(system.equilibrium({ guess: { A: Number.NaN } }), refused(/the guess for "A" is NaN/));
  await t.throwsAsync(
    system.equilibrium({ guess: { E: 1 } }),
    refused(/no motion is called "E"; there are "A\.angle"/),
  );
  await t.throwsAsync(system.equilibrium({ guess: { D: 1 } }), refused(/RevoluteJoint "D" closes a loop/));
  await t.throwsAsync(
    system.equilibrium({ guess: { A: 1, B: 1 } }),
    refused(/RevoluteJoint "B", angle cannot be chosen freely: the mechanism has 1 degree of freedom/),
  );
  await t.throwsAsync(system.equilibrium({ guess: 3 as never }), refused(/guess is 3; give coordinates/));
  await t.throwsAsync(system.equilibrium({ tolerance: -1 }), refused(/tolerance is -1/));
  const short = createFourBar([
    [0, 0],
    [0, 1],
    [1.2, 1],
    [2, 0],
  ]);
  await t.throwsAsync(
    short.equilibrium({ guess: { A: 2.5 } }),
    refused(/the loops \(RevoluteJoint "D"\) cannot be closed with A\.angle = /),
  );
  await t.throwsAsync(createLockedDrive().equilibrium(), refused(/equilibrium: the constraints contradict each other/));
});

// ---------------------------------------------------------------- inverse dynamics

/** A tree of bodies on all kinds of joints, hung one on another at random; `law` gives the efforts of motions, if any. */
function createRandomTree(seed: number, law?: (i: number) => (t: number) => number): System {
  const random = new RandomSource(seed);
  const system = new System({ gravity: random.vector(10) });
  const bodies: Body[] = [system.ground];
  for (let i = 0; i < 6; i++) {
    const inertia = new Inertia({
      mass: random.number(0.5, 3),
      tensor: [random.number(0.1, 0.2), random.number(0.1, 0.2), random.number(0.1, 0.2), 0.01, -0.02, 0.015],
    });
    const position = random.vector(2);
    const body = system.add(new RigidBody(`body${i}`, { inertia, position, orientation: random.quaternion() }));
    const parent = random.pick(bodies);
    const place = { point: random.vector(2) };
    const options = () => {
      const passive = { stiffness: random.number(0, 5), damping: random.number(0, 1) };
      const start = random.number(-1, 1);
      const rate = random.number(-2, 2);
      return { ...passive, start, rate };
    };
    const kind = random.integer(0, 3);
    const [own, other] = [options(), options()];
    const effort = law?.(i);
    const { start, ...rest } = own;
    if (kind === 0) {
      const torque = effort && { torque: effort };
      const axis = random.direction();
      system.add(new RevoluteJoint(`joint${i}`, parent, body, { ...place, axis, angle: start, ...rest, ...torque }));
    } else if (kind === 1) {
      const force = effort && { force: effort };
      const axis = random.direction();
      system.add(new PrismaticJoint(`joint${i}`, parent, body, { ...place, axis, position: start, ...rest, ...force }));
    } else if (kind === 2) {
      const axes: [Vector3, Vector3] = [random.direction(), random.direction()];
      const second = effort ? { ...other, effort } : other;
      system.add(new UniversalJoint(`joint${i}`, parent, body, { ...place, axes, first: own, second }));
    } else {
      const rotation = random.quaternion();
      system.add(
        new BallJoint(`joint${i}`, parent, body, { ...place, rotation, rate: random.vector(2), damping: 0.3 }),
      );
    }
    bodies.push(body);
  }
  return system;
}

/** All motions of joints at a snapshot, as `inverseDynamics` takes them. */
function readMotion(system: System, snapshot: Snapshot): Record<string, [number, number, number]> {
  const motion: Record<string, unknown> = {};
  for (const pair of system.constraints) {
    if (!(pair instanceof Pair)) continue;
    const { name, coordinates, rates, accelerations } = snapshot.get(pair);
    if (pair.motions[0].kind === "ball") motion[name] = [[...coordinates], [...rates], [...accelerations]];
    else
      pair.rateNames.forEach((text, i) => {
        motion[`${name}.${text}`] = [coordinates[i], rates[i], accelerations[i]];
      });
  }
  return motion as Record<string, [number, number, number]>;
}

test("inverse dynamics undoes forward dynamics: accelerations back in, efforts out", async (t) => {
  let worst = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const law = (i: number) => (time: number) => 3 * Math.sin(time + i) + i - 2;
    const driven = createRandomTree(seed, law);
    // Somewhere else than at the start, turned balls included.
    const forward = driven.simulateSync({ until: 0.1, tolerance: 1e-6, dense: false }).last;
    const time = forward.t;
    // The same model without its motors, moved in the same way.
    const bare = createRandomTree(seed);
    const { efforts, snapshot } = await bare.inverseDynamics({ motion: readMotion(driven, forward), t: time });
    for (const [key, effort] of Object.entries(efforts)) {
      const [joint, motion] = key.split(".");
      const i = Number(joint.slice(5));
      const hasLaw = ["angle", "position", "angle2"].includes(motion);
      worst = Math.max(worst, Math.abs(effort - (hasLaw ? law(i)(time) : 0)));
    }
    for (const { name } of driven.bodies) {
      const [a, b] = [forward.body(name), snapshot.body(name)];
      a.position.forEach((x, k) => {
        worst = Math.max(worst, Math.abs(x - b.position[k]));
      });
      a.velocity.forEach((x, k) => {
        worst = Math.max(worst, Math.abs(x - b.velocity[k]) / (1 + Math.abs(x)));
      });
    }
    for (const constraint of driven.constraints) {
      const [a, b] = [forward.reaction(constraint.name), snapshot.reaction(constraint.name)];
      for (const key of ["force", "torque", "point"] as const) {
        a[key].forEach((x, k) => {
          worst = Math.max(worst, Math.abs(x - b[key][k]) / (1 + Math.hypot(...a[key])));
        });
      }
    }
  }
  // Efforts of about 5; a rounding of accelerations of up to 1e3 with inertias of 10.
  isBelow(t, worst, 1e-11);
});

test("inverse dynamics: a planar arm in closed form", async (t) => {
  const system = new System();
  const [m1, m2, l1, l2] = [2, 1, 1, 0.8];
  const upper = addRod(system, "upper", [0, 0], [l1, 0], m1);
  const lower = addRod(system, "lower", [l1, 0], [l1 + l2, 0], m2);
  addHinge(system, "shoulder", system.ground, upper, [0, 0]);
  addHinge(system, "elbow", upper, lower, [l1, 0], { stiffness: 3 });
  const first = (time: number) => [Math.sin(time), Math.cos(time), -Math.sin(time)] as const;
  const second = (time: number) => [0.5 * time * time, time, 1] as const;
  const times = [0, 0.4, 1.3];
  const before = system.evaluate().joint("shoulder").acceleration;
  const results = await system.inverseDynamics({ motion: { shoulder: first, elbow: second }, times });
  // What was added is taken away again.
  t.is(system.evaluate().joint("shoulder").acceleration, before);
  results.forEach((result, k) => {
    const [q1, v1, a1] = first(times[k]);
    const [q2, v2, a2] = second(times[k]);
    const [c1, c2] = [l1 / 2, l2 / 2];
    const [i1, i2] = [(m1 * l1 * l1) / 12, (m2 * l2 * l2) / 12];
    const h = m2 * l1 * c2;
    const m11 = i1 + i2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2) + 2 * h * Math.cos(q2);
    const m12 = i2 + m2 * c2 * c2 + h * Math.cos(q2);
    const m22 = i2 + m2 * c2 * c2;
    const g2 = m2 * G * c2 * Math.cos(q1 + q2);
    const g1 = (m1 * c1 + m2 * l1) * G * Math.cos(q1) + g2;
    const sine = Math.sin(q2);
    const tau1 = m11 * a1 + m12 * a2 - h * sine * (2 * v1 * v2 + v2 * v2) + g1;
    const tau2 = m12 * a1 + m22 * a2 + h * sine * v1 * v1 + g2;
    isClose(t, result.efforts["shoulder.angle"], tau1, 1e-13 * 50);
    // The spring gives −3 q2 of it.
    isClose(t, result.efforts["elbow.angle"], tau2 + 3 * q2, 1e-13 * 50);
    isClose(t, result.snapshot.joint("elbow").effort, tau2, 1e-13 * 50);
    t.is(result.t, times[k]);
  });
  t.regex(String(results[0]), /efforts at t = 0 s \(N or Nm\)\n {2}shoulder\.angle: [\d.]+\n {2}elbow\.angle: /);
  t.is(system.evaluate().joint("shoulder").acceleration, before);
});

test("inverse dynamics: a loop, against the same loop with a driven joint", async (t) => {
  const law = (time: number) => [0.4 * time + 0.3 * time * time, 0.4 + 0.6 * time, 0.6] as const;
  const driven = createFourBar(FOUR_BAR, { A: { motion: law }, D: { stiffness: 4, damping: 1 } });
  const free = createFourBar(FOUR_BAR, { D: { stiffness: 4, damping: 1 } });
  for (const time of [0, 1.1]) {
    const expected = driven.evaluate(time);
    const { efforts, snapshot } = await free.inverseDynamics({ motion: { A: law }, t: time });
    isClose(t, efforts["A.angle"], expected.joint("A").effort, 1e-11);
    for (const name of ["A", "B", "C", "D"]) {
      const [a, b] = [expected.joint(name), snapshot.joint(name)];
      for (const key of ["position", "rate", "acceleration", "effort"] as const) {
        isClose(t, a[key], b[key], 1e-11, `${name} ${key}`);
      }
      const [r, s] = [expected.reaction(name).force, snapshot.reaction(name).force];
      r.forEach((x, i) => {
        isClose(t, x, s[i], 1e-10);
      });
    }
  }
});

test("inverse dynamics: a loop with two freedoms on a turntable, against the same with two motors", async (t) => {
  const points: Point[] = [
    [0, 0],
    [-0.4, 0.9],
    [0.5, 1.6],
    [1.3, 0.8],
    [1, 0],
  ];
  const laws = {
    A: (time: number) => [0.2 - 0.2 * Math.cos(time), 0.2 * Math.sin(time), 0.2 * Math.cos(time)] as const,
    B: (time: number) => [-0.1 * time * time, -0.2 * time, -0.2] as const,
  };
  const create = (motors: Partial<typeof laws>) => {
    const system = new System();
    const angle = (time: number) => [time + time * time, 1 + 2 * time, 2] as const;
    const table = system.add(new Ground("table", { motion: turning({ axis: [0.6, 0.8, 0], angle }) }));
    const rods = points.slice(1).map((point, i) => addRod(system, `rod${i}`, points[i], point));
    points.forEach((point, i) => {
      const name = "ABCDE"[i];
      const [a, b] = [rods[i - 1] ?? table, rods[i] ?? table];
      const motion = motors[name as "A" | "B"];
      addHinge(system, name, a, b, point, motion && { motion });
    });
    return system;
  };
  t.is((await create({}).report()).degreesOfFreedom, 2);
  for (const time of [0, 0.8]) {
    const expected = create(laws).evaluate(time);
    const { efforts, snapshot } = await create({}).inverseDynamics({ motion: laws, t: time });
    for (const name of ["A", "B"]) {
      isClose(t, efforts[`${name}.angle`], expected.joint(name).effort, 1e-11);
      isClose(t, snapshot.joint(name).acceleration, laws[name as "A" | "B"](time)[2], 1e-12);
    }
    // One of them alone, from rest: the other freedom follows the forces.
    if (time > 0) continue;
    const single = create({ A: laws.A }).evaluate(time);
    const alone = await create({}).inverseDynamics({ motion: { A: laws.A }, t: time });
    isClose(t, alone.efforts["A.angle"], single.joint("A").effort, 1e-11);
    isClose(t, alone.snapshot.joint("B").acceleration, single.joint("B").acceleration, 1e-11);
  }
});

test("inverse dynamics: what is not given stays free", async (t) => {
  // A cart that nobody holds under a driven pole: the cart recoils.
  const create = (options: AngleOptions) => {
    const system = new System();
    const cart = system.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 2, size: [1, 0.1, 0.1] }) }));
    const pole = addRod(system, "pole", [0, 0], [0.3, 1]);
    system.add(new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], rate: 0.7 }));
    addHinge(system, "pivot", cart, pole, [0, 0], options);
    return system;
  };
  const motion = (time: number) => [0.2 + time, 1, 0] as const;
  const expected = create({ motion }).evaluate();
  const { efforts, snapshot } = await create({}).inverseDynamics({ motion: { pivot: motion } });
  isClose(t, efforts["pivot.angle"], expected.joint("pivot").effort, 1e-12);
  isClose(t, snapshot.joint("rail").acceleration, expected.joint("rail").acceleration, 1e-12);
  t.is(snapshot.joint("rail").effort, 0);
  t.is(snapshot.joint("rail").rate, 0.7);
});

test("inverse dynamics: wrong names and values are refused", async (t) => {
  const system = createFourBar();
  const ask = (motion: unknown, more: object = {}) => system.inverseDynamics({ motion: motion as never, ...more });
  await t.throwsAsync(ask(undefined), refused(/inverseDynamics: motion is undefined; give motions by name/));
  await t.throwsAsync(ask({}), refused(/motion is an object of class Object; give motions by name/));
  await t.throwsAsync(ask({ A: [0, 1] }), refused(/the motion of "A" is \[0, 1\] at t = 0; give \[x, ẋ, ẍ\]/));
  await t.throwsAsync(ask({ A: () => [0, Number.NaN, 0] }), refused(/the rate of "A" at t = 0 is NaN/));
  await t.throwsAsync(
    ask({ "A.angel": [0, 0, 0] }),
    refused(/no motion is called "A\.angel"; did you mean "A\.angle"\?/),
  );
  await t.throwsAsync(
    ask({ D: [0, 0, 0] }),
    refused(/RevoluteJoint "D" closes a loop.*name another joint of the loop/),
  );
  await t.throwsAsync(
    ask({ A: [0, 0, 0], C: [0, 0, 0] }),
    refused(/RevoluteJoint "C", angle cannot be chosen freely.*leave it out/),
  );
  await t.throwsAsync(ask({ A: [0, 0, 0] }, { t: 1, times: [0] }), refused(/times are .* and no t beside it/));
  await t.throwsAsync(ask({ A: [0, 0, 0] }, { times: 3 }), refused(/times are 3; give a list/));
  const given = createFourBar(FOUR_BAR, { A: { motion: (time) => [time, 1, 0] } });
  await t.throwsAsync(
    given.inverseDynamics({ motion: { A: [0, 0, 0] } }),
    refused(/RevoluteJoint "A" is driven by the model; leave "A" out/),
  );
  // The skate: along the blade and about the normal, but not sideways.
  const skate = createSkate();
  const turn = { "ice.x": [0, 1, 2], "ice.angle": [0, 3, 0] } as const;
  const { efforts, snapshot } = await skate.inverseDynamics({ motion: turn });
  isClose(t, efforts["ice.x"], 2, 1e-13);
  isClose(t, snapshot.joint("ice", "y").acceleration, 3, 1e-13);
  isClose(t, snapshot.reaction("edge").force[1], 3, 1e-13);
  await t.throwsAsync(
    skate.inverseDynamics({ motion: { ...turn, "ice.y": [0, 0, 0] } }),
    refused(/the rate of PlanarJoint "ice", y cannot be chosen freely: a non-holonomic constraint/),
  );
  const free = new System();
  free.add(new RigidBody("stone", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  await t.throwsAsync(
    free.inverseDynamics({ motion: { "stone.position": [0, 0, 0] } }),
    refused(/RigidBody "stone" is free, so no joint can drive "stone\.position"/),
  );
});

// ---------------------------------------------------------------- kinematics

test("kinematics: a slider-crank in closed form", async (t) => {
  const [r, l, rate, m] = [0.3, 1, 4, 2];
  const system = new System();
  const crank = addRod(system, "crank", [0, 0], [r, 0], m);
  const rod = addRod(system, "rod", [r, 0], [r + l, 0], m);
  const piston = system.add(
    new RigidBody("piston", { inertia: Inertia.box({ mass: m, size: [0.1, 0.1, 0.1] }), position: [r + l, 0, 0] }),
  );
  addHinge(system, "motor", system.ground, crank, [0, 0], { motion: (time) => [rate * time, rate, 0] });
  addHinge(system, "pin", crank, rod, [r, 0]);
  addHinge(system, "wrist", rod, piston, [r + l, 0]);
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: [r + l, 0, 0], axis: [1, 0, 0] }));
  t.is((await system.report()).degreesOfFreedom, 0);

  const turns = 1.5;
  const run = await system.kinematics({ to: (2 * Math.PI * turns) / rate, steps: 50 });
  t.is(run.length, 51);
  isBelow(t, run.violation.position, 1e-13);
  isBelow(t, run.violation.velocity, 1e-12);
  // x = r cos θ + √(l² − r² sin² θ) and what follows from it.
  const slant = (angle: number) => Math.sqrt(l * l - (r * Math.sin(angle)) ** 2);
  const place = (angle: number) => r * Math.cos(angle) + slant(angle);
  const first = (angle: number) => -r * Math.sin(angle) - (r * r * Math.sin(angle) * Math.cos(angle)) / slant(angle);
  const second = (angle: number) => {
    const [s, c, q] = [Math.sin(angle), Math.cos(angle), slant(angle)];
    return -r * c - (r * r * (c * c - s * s)) / q - (r * r * s * c) ** 2 / q ** 3;
  };
  // Kinetic energy at the rate one, twice, and height: the torque is ½ J′ω² + m g y′.
  const inertia = (angle: number) => {
    const turn = (r * Math.cos(angle)) / slant(angle);
    const vx = (-r * Math.sin(angle) + first(angle)) / 2;
    const vy = (r * Math.cos(angle)) / 2;
    return (m * r * r) / 3 + m * (vx * vx + vy * vy) + (m * l * l * turn * turn) / 12 + m * first(angle) ** 2;
  };
  const derivative = (f: (x: number) => number, x: number) =>
    (8 * (f(x + 1e-3) - f(x - 1e-3)) - f(x + 2e-3) + f(x - 2e-3)) / 12e-3;
  const columns = ["piston.position.x", "piston.velocity.x", "piston.acceleration.x", "motor.angle.effort"];
  const [x, v, a, effort] = columns.map((name) => run.column(name));
  run.times.forEach((time, i) => {
    const angle = rate * time;
    isClose(t, x[i], place(angle), 1e-13);
    isClose(t, v[i], rate * first(angle), 1e-12);
    isClose(t, a[i], rate * rate * second(angle), 1e-11);
    const torque = (derivative(inertia, angle) * rate * rate) / 2 + m * G * r * Math.cos(angle);
    // Difference quotients of order four with steps of 1e-3 are good to 1e-11.
    isClose(t, effort[i], torque, 1e-9);
  });
  t.is(run.statistics.method, "kinematics");
});

test("kinematics: a parallelogram passes through its singular positions and stays one", async (t) => {
  const points: [Point, Point, Point, Point] = [
    [0, 0],
    [0, 1],
    [2, 1],
    [2, 0],
  ];
  const rate = 2 * Math.PI;
  const system = createFourBar(points, { A: { motion: (time) => [rate * time, rate, 0] } });
  const run = await system.kinematics({ to: 2, steps: 16 });
  const [times, angles, efforts] = [run.times, run.column("D.angle"), run.column("A.angle.effort")];
  times.forEach((time, i) => {
    // Every fourth instant would be flat; it is passed over by a hundredth of a step.
    isClose(t, time, i / 8, i % 4 === 2 ? 0.0126 : 0);
    isClose(t, angles[i], rate * time, 1e-10);
    isClose(t, run.point(i).body("coupler").angularVelocity[2], 0, 1e-6);
    isClose(t, efforts[i] + 2 * G * Math.sin(rate * time), 0, 1e-6);
  });
});

test("kinematics: few steps lead to the same branch as many", async (t) => {
  const rate = 2 * Math.PI;
  const system = createFourBar(FOUR_BAR, { A: { motion: (time) => [rate * time, rate, 0] } });
  const fine = await system.kinematics({ to: 3, steps: 360 });
  for (const steps of [2, 3, 7]) {
    const coarse = await system.kinematics({ to: 3, steps });
    for (const name of ["C.angle", "D.angle", "C.angle.acceleration", "A.angle.effort"]) {
      // Over any number of turns.
      isClose(t, coarse.column(name).at(-1) ?? 0, fine.column(name).at(-1) ?? 1, 1e-9, `${steps} ${name}`);
    }
  }
});

test("kinematics: rods, moving bases and several drives at once; a later start", async (t) => {
  // A hydraulic cylinder lifts a boom.
  const system = new System();
  const boom = addRod(system, "boom", [0, 0], [2, 0]);
  addHinge(system, "foot", system.ground, boom, [0, 0]);
  const length = (time: number) => [Math.SQRT2 + 0.1 * time, 0.1, 0] as const;
  system.add(new DistanceRod("cylinder", system.ground, boom, { from: [0, -1, 0], to: [1, 0, 0], length }));
  const run = await system.kinematics({ from: 1, to: 2, steps: 4 });
  t.is(run.start, 1);
  const angles = run.column("foot.angle");
  run.times.forEach((time, i) => {
    // Law of cosines in the triangle 1, 1, L.
    const [L] = length(time);
    isClose(t, angles[i], 2 * Math.asin(L / 2) - Math.PI / 2, 1e-13);
  });
});

test("kinematics: a mechanism that can still move, or no longer, or not at all", async (t) => {
  await t.throwsAsync(
    createFourBar().kinematics({ to: 1 }),
    refused(/1 degree of freedom is not driven: RevoluteJoint "A", angle\. Give it a motion, .*use simulate\(\)/),
  );
  await t.throwsAsync(
    createHangingChain(3, 1).kinematics({ to: 1 }),
    refused(/3 degrees of freedom are not driven: RevoluteJoint "link0", angle; RevoluteJoint "link1", angle; /),
  );
  const short = createFourBar(
    [
      [0, 0],
      [0, 1],
      [1.2, 1],
      [2, 0],
    ],
    { A: { motion: (time) => [6 * time, 6, 0] } },
  );
  // The crank turns until coupler and rocker are stretched: law of cosines with 1.2 + √1.64 against 1 and 2.
  const reach = 1.2 + Math.hypot(0.8, 1);
  const angle = Math.acos((1 + 4 - reach * reach) / 4) - Math.PI / 2;
  const error = await t.throwsAsync(short.kinematics({ to: 1, steps: 20 }), {
    instanceOf: SimulationError,
    message:
      /^kinematics: the mechanism locks at t = [\d.]+ s: RevoluteJoint "D" .*RevoluteJoint "A" is driven in the loop with .*, beyond its reach: give a motion that the lengths allow\. What was/,
  });
  isClose(t, Number(error?.message.match(/t = ([\d.]+) s/)?.[1]), angle / 6, 1e-5);
  // What was computed before: all steps of 0.05 s until then, with the angle of the drive.
  const { trajectory } = error as SimulationError;
  t.is(trajectory.length, 1 + Math.floor(angle / 6 / 0.05));
  t.is(trajectory.statistics.steps, trajectory.length - 1);
  for (const [i, x] of trajectory.column("A.angle").entries()) isClose(t, x, 0.3 * i, 1e-12);
  await t.throwsAsync(
    createLockedDrive().kinematics({ to: 1 }),
    refused(
      /no velocities meet them all; .* RevoluteJoint "other" by .*RevoluteJoint "foot" is driven in the loop with .*which is locked/,
    ),
  );
  const twice = createFourBar(FOUR_BAR, {
    A: { motion: (time) => [time, 1, 0] },
    D: { motion: (time) => [time, 1, 0] },
  });
  await t.throwsAsync(
    twice.kinematics({ to: 1 }),
    refused(/RevoluteJoint "A", RevoluteJoint "D" are driven in the loop with .*their motions disagree: drive fewer/),
  );
  const driven = createFourBar(FOUR_BAR, { A: { motion: (time) => [time, 1, 0] } });
  await t.throwsAsync(driven.kinematics({ to: 0 }), refused(/to is 0 s, but from is 0 s/));
  await t.throwsAsync(driven.kinematics({ to: 1, steps: 2.5 }), refused(/steps is 2\.5; give a whole number/));
  await t.throwsAsync(driven.kinematics({} as { to: number }), refused(/to is undefined/));
  await t.throwsAsync(driven.kinematics({ until: 1 } as never), refused(/unknown option "until"/));
});

test("analyses leave a run that is under way alone", async (t) => {
  const alone = createHangingChain(2, 1);
  const system = createHangingChain(2, 1);
  for (const each of [alone, system]) {
    const bob = each.get("bob1") as RigidBody;
    each.add(new AppliedWrench("wind", each.ground, bob, { force: (time) => [Math.sin(3 * time), 0, 0] }));
  }
  let ran = 0;
  const progress = async () => {
    ran++;
    await system.linearize();
    await system.equilibrium();
    await system.report();
  };
  const run = await system.simulate({ until: 3, tolerance: 1e-10, progress: () => void progress() });
  const expected = alone.simulateSync({ until: 3, tolerance: 1e-10 });
  isAbove(t, ran, 0);
  t.deepEqual(run.lastState, expected.lastState);
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

test("analyses name a law that is not a finite number, and a motion that contradicts its derivatives", async (t) => {
  const create = (options: object) => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const bob = system.add(new RigidBody("bob", { inertia, position: [1, 0, 0] }));
    system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1], ...options }));
    return system;
  };
  const system = create({ torque: () => Number.NaN });
  const message = /effort of RevoluteJoint "hinge" is not a finite number/;
  await t.throwsAsync(async () => system.linearize(), { message });
  await t.throwsAsync(async () => system.equilibrium(), { message });
  await t.throwsAsync(async () => system.inverseDynamics({ motion: { hinge: [0, 0, 0] } }), { message });
  await t.throwsAsync(async () => create({ motion: (time: number) => [Math.sin(time), 1, 0] }).kinematics({ to: 2 }), {
    message: /the first derivative of the prescribed motion is 1/,
  });
});

/** A crank of 0.1 m and a link of 0.3 m, drawn with the crank at an angle; the piston is driven. */
function createDrivenPiston(angle: number, motion: (time: number) => [number, number, number]): System {
  const system = new System({ gravity: [0, 0, 0] });
  const pin: Point = [0.1 * Math.cos(angle), 0.1 * Math.sin(angle)];
  const wrist = pin[0] + Math.sqrt(0.09 - pin[1] ** 2);
  const crank = addRod(system, "crank", [0, 0], pin);
  const link = addRod(system, "link", pin, [wrist, 0]);
  const inertia = Inertia.box({ mass: 1, size: [0.05, 0.05, 0.05] });
  const piston = system.add(new RigidBody("piston", { inertia, position: [wrist, 0, 0] }));
  addHinge(system, "main", system.ground, crank, [0, 0]);
  addHinge(system, "pin", crank, link, pin);
  addHinge(system, "wrist", link, piston, [wrist, 0]);
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: [wrist, 0, 0], axis: [1, 0, 0], motion }));
  return system;
}

test("a piston that is driven from its dead centre is called singular, by runs and analyses alike", async (t) => {
  const singular =
    /PrismaticJoint "guide" is driven in the loop with .*which is in a singular position, as a crank at its dead centre: .*; draw it a little away/;
  const steady = (time: number): [number, number, number] => [-0.1 * time, -0.1, 0];
  const smooth = (time: number): [number, number, number] => [
    0.05 * (Math.cos(time) - 1),
    -0.05 * Math.sin(time),
    -0.05 * Math.cos(time),
  ];
  for (const motion of [steady, smooth]) {
    const system = createDrivenPiston(0, motion);
    t.throws(() => system.simulateSync({ until: 1 }), { instanceOf: SimulationError, message: singular });
    await t.throwsAsync(system.kinematics({ to: 1 }), refused(singular));
  }
  const report = await createDrivenPiston(0, steady).report();
  t.true(report.isSingular);
  t.regex(String(report), /a singular position: next to it there are fewer freedoms/);
  t.notRegex(String(report), /the motion is unique/);
  // A little away it goes, and is not singular; nor is a loop that is redundant or locked.
  const away = createDrivenPiston(0.3, steady);
  t.is((await away.kinematics({ to: 0.5 })).end, 0.5);
  t.false((await away.report()).isSingular);
  const fourBar = await createFourBar().report();
  t.false(fourBar.isSingular);
  t.regex(String(fourBar), /the motion is unique, single reactions are not/);
  const locked = await createLockedDrive().report();
  t.false(locked.isSingular);
  t.notRegex(String(locked), /the motion is unique/);
  const flat = await createFourBar([
    [0, 0],
    [1, 0],
    [3, 0],
    [2, 0],
  ]).report();
  t.deepEqual([flat.isSingular, flat.degreesOfFreedom], [true, 2]);
  for (const seed of [1, 2, 3]) {
    const { system } = drawRedundantLoop(new RandomSource(seed));
    t.false((await system.report()).isSingular);
  }
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

test("inverse dynamics: a motion that contradicts its derivatives, and one that throws, are refused by name", async (t) => {
  const system = new System();
  const arm = addRod(system, "arm", [0, 0], [1, 0]);
  addHinge(system, "h", system.ground, arm, [0, 0]);
  const ask = (h: (time: number) => [number, number, number], time = 1) =>
    system.inverseDynamics({ motion: { h }, t: time });
  await t.throwsAsync(
    ask((time) => [time * time, 1, 0]),
    refused(
      /^inverseDynamics: the first derivative of the motion of "h" is 1 at t = 1, but a difference quotient gives 2;/,
    ),
  );
  await t.throwsAsync(
    ask((time) => [time * time, 2 * time, 0]),
    refused(/the second derivative of the motion of "h" is 0 at t = 1, but a difference quotient gives 2;/),
  );
  await t.throwsAsync(
    ask(() => {
      throw new Error("no table");
    }),
    refused(/^inverseDynamics: the motion of "h" threw an error: no table; look into that function$/),
  );
  await t.notThrowsAsync(ask((time) => [time * time, 2 * time, 2]));
  // Defined from zero on only.
  await t.notThrowsAsync(
    ask((time) => {
      if (time < 0) throw new Error("too early");
      return [time * time, 2 * time, 2];
    }, 0),
  );
  await t.throwsAsync(
    system.inverseDynamics({ motion: { g: [0, 0, 0] } }),
    refused(/no motion is called "g"; .*there is "h\.angle"$/),
  );
  const ball = new System();
  const inertia = Inertia.box({ mass: 1, size: [1, 0.1, 0.1] });
  const bob = ball.add(new RigidBody("bob", { inertia, position: [0.5, 0, 0] }));
  ball.add(new BallJoint("socket", ball.ground, bob, { point: [0, 0, 0] }));
  // About a fixed axis by t²: ω = 2t, ω̇ = 2.
  const turn = (rate: number, acceleration: number) => (time: number) =>
    [
      [Math.cos(time ** 2 / 2), 0, 0, Math.sin(time ** 2 / 2)],
      [0, 0, rate * time],
      [0, 0, acceleration],
    ] as const;
  const roll = (socket: ReturnType<typeof turn>) => ball.inverseDynamics({ motion: { socket }, t: 1 });
  await t.notThrowsAsync(roll(turn(2, 2)));
  await t.throwsAsync(
    roll(turn(1, 1)),
    refused(/the angular velocity z of the motion of "socket" is 1 at t = 1, but a difference quotient gives 2;/),
  );
  await t.throwsAsync(
    roll(turn(2, 0)),
    refused(/the angular acceleration z of the motion of "socket" is 0 at t = 1, but a difference quotient gives 2;/),
  );
});
