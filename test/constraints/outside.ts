import test from "ava";
import {
  BallJoint,
  type Body,
  Bushing,
  DistanceRod,
  ForceElement,
  Ground,
  Inertia,
  type Motion,
  Pair,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  type Quaternion,
  RigidBody,
  RowConstraint,
  ScalarBond,
  type Snapshot,
  System,
  turning,
  type Vector3,
} from "../../lib/index.ts";
import { add, cross, dot, rotate, rotateBack, rotationAbout, scale, subtract } from "../../lib/math/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import {
  build,
  compare,
  copyStart,
  GRAVITY,
  PLACE,
  PointOnPlane,
  readAll,
  readBodies,
  readWrench,
  SameDirection,
  SECOND,
  sumWrenches,
} from "../helpers/equivalentModels.ts";
import { checkDuality, checkRows, makeBody, makePath, makeRandom, makeVector } from "../helpers/rowChecks.ts";

test("rows defined outside the library, by hand-written ports", (t) => {
  const random = makeRandom(11);
  for (let i = 0; i < 10; i++) {
    const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
    for (const rows of [
      new SameDirection("same", a, b, makeVector(random)),
      new PointOnPlane("plane", a, b, makeVector(random), makeVector(random)),
    ]) {
      checkRows(t, rows, [makePath(random), makePath(random)], { tolerance: 1e-7 });
      checkDuality(t, rows, random);
    }
  }
});

// ---------------------------------------------------------------------------------------------------------------------
// Joints and laws defined outside the library, with public exports only.

/** Three turns about axes through one point: a gimbal. */
class Gimbal extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, point: Vector3, rates: Vector3) {
    super(name, bodyA, bodyB, { point });
    this.motions = rates.map((rate, i): Motion => {
      const axis = rotateBack(bodyA.referencePose.T, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0]);
      return { kind: "rotate", name: `turn${i}`, axis, bond: new ScalarBond(this.label, `turn${i}`, { rate }) };
    });
  }
}

test("outside: a pair with three turns moves as a ball joint does, and shows in columns and in the bond graph", (t) => {
  const rates: Vector3 = [1, -0.5, 2];
  const gimbal = build((system, arm, tip) => {
    system.add(new Gimbal("joint", arm, tip, PLACE.point, rates));
  });
  const ball = build((system, arm, tip) => {
    system.add(new BallJoint("joint", arm, tip, { point: PLACE.point }));
  }, copyStart(gimbal));
  compare(t, gimbal, ball, [readAll("joint"), readAll("joint")], "gimbal");
  const run = gimbal.simulateSync({ until: 0.1 });
  t.deepEqual(
    run.columns.filter((name) => /^joint\.turn\d$/.test(name)),
    ["joint.turn0", "joint.turn1", "joint.turn2"],
  );
  t.is(run.getUnit("joint.turn1"), "rad");
  t.is(run.getUnit("joint.turn1.rate"), "rad/s");
  areClose(
    t,
    [0, 1, 2].map((i) => run.column(`joint.turn${i}.rate`)[0]),
    rates,
    1e-15,
  );
  t.notThrows(() => gimbal.bondGraph());
});

/** A blade: the point of B under its centre moves only along B's x axis. One non-holonomic row. */
class KnifeEdge extends RowConstraint {
  constructor(name: string, bodyA: Body, bodyB: Body) {
    super(name, bodyA, bodyB, 1);
  }

  override get holonomic(): boolean {
    return false;
  }

  protected override calcRowTerms(): void {
    const { T, v, w, r } = this.portB;
    const n = rotate(T, [0, 1, 0]);
    const d = subtract(r, this.portA.r);
    this.jacobian.set([...scale(n, -1), ...scale(cross(d, n), -1), ...n, 0, 0, 0]);
    this.accelerationTargets[0] = -dot(cross(w, n), v);
  }

  protected override calcPositionTerms(): void {}
}

test("outside: a skate on an incline runs on a cycloid, and the ice pushes with 2 m g sin ωt", (t) => {
  const [g, rate, mass] = [3, 1.7, 2];
  const system = new System({ gravity: [g, 0, -9] });
  const inertia = Inertia.box({ mass, size: [0.3, 0.1, 0.2] });
  const skate = system.add(new RigidBody("skate", { inertia }));
  const options = { point: [0, 0, 0], normal: [0, 0, 1], along: [1, 0, 0], rotation: { rate } } as const;
  system.add(new PlanarJoint("ice", system.ground, skate, options));
  system.add(new KnifeEdge("blade", system.ground, skate));
  const run = system.simulateSync({ until: 6, tolerance: 1e-11 });
  for (const time of [0.3, 1, 2.5, 4, 6]) {
    const now = run.at(time);
    const { position, velocity } = now.body("skate");
    const phase = rate * time;
    const x = (g / (2 * rate ** 2)) * Math.sin(phase) ** 2;
    const y = (g / (2 * rate ** 2)) * (phase - 0.5 * Math.sin(2 * phase));
    areClose(t, position, [x, y, 0], 1e-9, `t = ${time}`);
    areClose(t, velocity, scale([Math.cos(phase), Math.sin(phase), 0], (g / rate) * Math.sin(phase)), 1e-9);
    const side: Vector3 = [-Math.sin(phase), Math.cos(phase), 0];
    areClose(t, now.reaction("blade").force, scale(side, 2 * mass * g * Math.sin(phase)), 1e-8);
    areClose(t, now.reaction("ice").force, [0, 0, 9 * mass], 1e-11);
  }
  isBelow(t, run.energy.drift, 1e-9);
  isBelow(t, run.violation.velocity, 1e-12);
  isBelow(t, run.violation.position, 1e-13);
});

/** A ball of radius R rolls on the plane z = 0 of A, which may turn: the touching points have the same velocity. */
class Rolling extends RowConstraint {
  private readonly radius: number;

  constructor(name: string, bodyA: Body, bodyB: Body, radius: number) {
    super(name, bodyA, bodyB, 3);
    this.radius = radius;
  }

  override get holonomic(): boolean {
    return false;
  }

  protected override calcRowTerms(): void {
    const { portA: A, portB: B, radius } = this;
    const arm = [0, 0, -radius];
    const d = subtract(add(B.r, arm), A.r);
    // d/dt (v_B + ω_B × arm − v_A − ω_A × d), arm constant, d moving with the ball's centre
    const drift = cross(A.w, subtract(B.v, A.v));
    for (let row = 0; row < 3; row++) {
      const n = [row === 0 ? 1 : 0, row === 1 ? 1 : 0, row === 2 ? 1 : 0];
      this.jacobian.set([...scale(n, -1), ...scale(cross(d, n), -1), ...n, ...cross(arm, n)], 12 * row);
      this.accelerationTargets[row] = dot(n, drift);
    }
  }

  protected override calcPositionTerms(): void {}

  protected override calcReactionPoint(out: Float64Array): void {
    out.set(add(this.portB.r, [0, 0, -this.radius]));
  }
}

test("outside: a ball rolls on a turntable in circles at 2/7 of its rate", (t) => {
  const random = makeRandom(13);
  for (let i = 0; i < 5; i++) {
    const rows = new Rolling("r", makeBody(random, "a"), makeBody(random, "b"), 0.4);
    checkRows(t, rows, [makePath(random), makePath(random)], { tolerance: 1e-7, gradient: false });
    checkDuality(t, rows, random);
  }
  const [turn, radius] = [3, 0.2];
  const system = new System({ gravity: [0, 0, -9.81] });
  const table = system.add(
    new Ground("table", { motion: turning({ axis: [0, 0, 1], angle: (x) => [turn * x, turn, 0] }) }),
  );
  const inertia = Inertia.sphere({ mass: 1.3, radius });
  const velocity: Vector3 = [0.3, 0.8, 0];
  const position: Vector3 = [0.5, -0.2, radius];
  // Rolling at the start: v + ω × (0, 0, −R) = Ω × r.
  const slip = subtract(cross([0, 0, turn], position), velocity);
  const angularVelocity: Vector3 = [slip[1] / radius, -slip[0] / radius, 0.6];
  const ball = system.add(new RigidBody("ball", { inertia, position, velocity, angularVelocity }));
  system.add(new Rolling("rolling", table, ball, radius));
  areClose(t, system.evaluate().body("ball").velocity, velocity, 1e-14);
  const run = system.simulateSync({ until: 5, tolerance: 1e-11 });
  const rate = (2 / 7) * turn;
  // r(t) = c + R(rate t)(r0 − c) with rate k × (r0 − c) = v0
  const arm: Vector3 = [velocity[1] / rate, -velocity[0] / rate, 0];
  const centre = subtract(position, arm);
  for (const time of [1, 2.5, 5]) {
    const now = run.at(time);
    const expected = add(centre, rotate(rotationAbout([0, 0, 1], rate * time), arm));
    areClose(t, now.body("ball").position, expected, 1e-9);
    areClose(t, [now.body("ball").angularVelocity[2]], [0.6], 1e-9);
    isClose(t, now.reaction("rolling").force[2], 1.3 * 9.81, 1e-11);
  }
});

/** A rope of given length: `g = (|d|² − L²)/2`, between the centres of A and B. */
class Rope extends RowConstraint {
  private readonly length: (t: number) => readonly [number, number, number];

  constructor(name: string, bodyA: Body, bodyB: Body, length: (t: number) => readonly [number, number, number]) {
    super(name, bodyA, bodyB, 1);
    this.length = length;
  }

  protected override calcRowTerms(t: number): void {
    const [l, rate, acceleration] = this.length(t);
    const d = subtract(this.portB.r, this.portA.r);
    const v = subtract(this.portB.v, this.portA.v);
    this.jacobian.set([...scale(d, -1), 0, 0, 0, ...d, 0, 0, 0]);
    this.velocityTargets[0] = l * rate;
    this.accelerationTargets[0] = rate * rate + l * acceleration - dot(v, v);
  }

  protected override calcPositionTerms(t: number): void {
    const d = subtract(this.portB.r, this.portA.r);
    this.positionErrors[0] = 0.5 * (dot(d, d) - this.length(t)[0] ** 2);
  }
}

test("outside: a rope that is pulled in keeps the angular momentum; so does a rod of prescribed length", (t) => {
  const random = makeRandom(14);
  // L² = a + b t, so that φ = (h/b) ln(1 + b t/a).
  const [a, b] = [4, -0.6];
  const length = (x: number) => {
    const l = Math.sqrt(a + b * x);
    return [l, b / (2 * l), (-b * b) / (4 * l ** 3)] as const;
  };
  checkRows(
    t,
    new Rope("r", makeBody(random, "a"), makeBody(random, "b"), length),
    [makePath(random), makePath(random)],
    {
      tolerance: 1e-7,
    },
  );
  const speed = 1.5;
  const h = 2 * speed;
  for (const create of [
    (system: System, body: Body) => new Rope("rope", system.ground, body, length),
    (system: System, body: Body) => new DistanceRod("rope", system.ground, body, { length }),
  ]) {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.sphere({ mass: 3, radius: 0.1 });
    const body = system.add(
      new RigidBody("stone", { inertia, position: [2, 0, 0], velocity: [length(0)[1], speed, 0] }),
    );
    system.add(create(system, body));
    const run = system.simulateSync({ until: 5, tolerance: 1e-11 });
    for (const time of [0, 1, 5]) {
      const [l, rate] = length(time);
      const angle = (h / b) * Math.log(1 + (b * time) / a);
      const { position, velocity } = run.at(time).body("stone");
      areClose(t, position, [l * Math.cos(angle), l * Math.sin(angle), 0], 1e-9);
      const spin = h / (l * l);
      areClose(
        t,
        velocity,
        [rate * Math.cos(angle) - l * spin * Math.sin(angle), rate * Math.sin(angle) + l * spin * Math.cos(angle), 0],
        1e-9,
      );
      // Tension m (l φ̇² − l̈) towards the centre.
      const tension = 3 * (l * spin * spin - length(time)[2]);
      areClose(t, run.at(time).reaction("rope").force, scale([Math.cos(angle), Math.sin(angle), 0], -tension), 1e-8);
    }
    isBelow(t, run.violation.position, 1e-13);
    isBelow(t, run.violation.velocity, 1e-13);
  }
});

/** A spring and a damper in series (Maxwell) along x from the origin; the state is the place where they meet. */
class Maxwell extends ForceElement {
  private readonly stiffness: number;
  private readonly damping: number;

  constructor(name: string, bodyA: Body, bodyB: Body, options: { stiffness: number; damping: number }) {
    super(name, bodyA, bodyB);
    this.stiffness = options.stiffness;
    this.damping = options.damping;
  }

  get stateCount(): number {
    return 1;
  }

  get initialStates(): readonly number[] {
    return [0.25];
  }

  calcStateRates(): void {
    this.stateRates[0] = (this.stiffness / this.damping) * (this.portB.r[0] - this.states[0]);
  }

  protected override calcWrench(): void {
    this.wrenchB.F.set([-this.stiffness * (this.portB.r[0] - this.states[0]), 0, 0]);
    this.wrenchB.P.set(this.portB.r);
  }

  override getPotentialEnergy(): number {
    return 0.5 * this.stiffness * (this.portB.r[0] - this.states[0]) ** 2;
  }
}

/** `exp(A t) y` of a small matrix by scaling and squaring of its power series. */
function propagate(A: readonly (readonly number[])[], t: number, y: readonly number[]): number[] {
  const n = y.length;
  const multiplyRows = (P: readonly (readonly number[])[], Q: readonly (readonly number[])[]) =>
    P.map((row) => Array.from({ length: n }, (_, j) => row.reduce((sum, x, k) => sum + x * Q[k][j], 0)));
  const step = A.map((row) => row.map((x) => (x * t) / 1024));
  const unit = A.map((_, i) => A.map((__, j) => (i === j ? 1 : 0)));
  let power: readonly (readonly number[])[] = unit;
  for (let k = 12; k >= 1; k--) {
    const product = multiplyRows(step, power).map((row) => row.map((x) => x / k));
    power = product.map((row, i) => row.map((x, j) => x + unit[i][j]));
  }
  for (let k = 0; k < 10; k++) power = multiplyRows(power, power);
  return power.map((row) => row.reduce((sum, x, j) => sum + x * y[j], 0));
}

test("outside: a Maxwell element with a state of its own follows the linear equation", (t) => {
  const [m, k, c] = [2, 30, 4];
  const system = new System({ gravity: [0, -9, 0] });
  const inertia = Inertia.sphere({ mass: m, radius: 0.1 });
  const body = system.add(new RigidBody("body", { inertia, position: [1, 0, 0] }));
  system.add(new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], rate: -0.5 }));
  system.add(new Maxwell("maxwell", system.ground, body, { stiffness: k, damping: c }));
  const run = system.simulateSync({ until: 3, tolerance: 1e-12 });
  t.true(run.columns.includes("maxwell.state.0"));
  // x, ẋ, z
  const A = [
    [0, 1, 0],
    [-k / m, 0, k / m],
    [k / c, 0, -k / c],
  ];
  for (const time of [0, 0.5, 1, 3]) {
    const [x, v, z] = propagate(A, time, [1, -0.5, 0.25]);
    const now = run.at(time);
    const joint = now.joint("rail");
    areClose(t, [joint.position + 1, joint.rate], [x, v], 1e-10);
    isClose(t, now.reaction("maxwell").force[0], -k * (x - z), 1e-8);
    isClose(t, now.reaction("maxwell").onA.force[0], k * (x - z), 1e-8);
  }
  isClose(t, run.column("maxwell.state.0")[run.length - 1], propagate(A, 3, [1, -0.5, 0.25])[2], 1e-10);
  t.is(run.column("maxwell.state.0")[0], 0.25);
  // The damper takes what is missing: energy only falls.
  const { total } = run.energy;
  for (let i = 1; i < total.length; i++) isBelow(t, total[i], total[i - 1] + 1e-12);
});

/** A spring along x that is harder in compression; it changes its mode where x changes sign. */
class TwoSprings extends ForceElement {
  private current = "pull";
  readonly stiffness: Readonly<Record<string, number>> = { pull: 4, push: 25 };
  /** Event functions and what they are for: the sign of x, and of x − 0.5 (which changes nothing). */
  get eventCount(): number {
    return 2;
  }

  override get mode(): string {
    return this.current;
  }

  override set mode(value: string) {
    this.current = value;
  }

  calcEvents(_t: number, out: Float64Array): void {
    out[0] = this.portB.r[0];
    out[1] = this.portB.r[0] - 0.5;
  }

  handleEvent(index: number): void {
    if (index === 0) this.current = this.portB.r[0] >= 0 ? "pull" : "push";
  }

  protected override calcWrench(): void {
    this.wrenchB.F.set([-this.stiffness[this.current] * this.portB.r[0], 0, 0]);
    this.wrenchB.P.set(this.portB.r);
  }

  override getPotentialEnergy(): number {
    return 0.5 * this.stiffness[this.current] * this.portB.r[0] ** 2;
  }
}

function makeTwoSprings(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const body = system.add(new RigidBody("body", { inertia, position: [1, 0, 0] }));
  system.add(new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0] }));
  system.add(new TwoSprings("spring", system.ground, body));
  return system;
}

test("outside: a spring with two modes switches at the right times, and the run lists its events", (t) => {
  const run = makeTwoSprings().simulateSync({ until: 4, tolerance: 1e-12 });
  // x = cos 2t until π/4; then −0.4 sin 5(t − π/4) for π/5; then sin 2(t − 9π/20) for π/2; and so on.
  const quarter = Math.PI / 4;
  const period = Math.PI / 5 + Math.PI / 2;
  const third = Math.acos(0.5) / 2;
  const expected = [
    [third, 1, "pull", "pull"],
    [quarter, 0, "pull", "push"],
    [quarter + Math.PI / 5, 0, "push", "pull"],
    [quarter + Math.PI / 5 + (Math.PI / 4 - third), 1, "pull", "pull"],
    [quarter + Math.PI / 5 + (Math.PI / 4 + third), 1, "pull", "pull"],
    [quarter + period, 0, "pull", "push"],
    [quarter + period + Math.PI / 5, 0, "push", "pull"],
    [quarter + period + Math.PI / 5 + (Math.PI / 4 - third), 1, "pull", "pull"],
  ] as const;
  t.is(run.events.length, expected.length);
  run.events.forEach((event, i) => {
    const [time, index, before, after] = expected[i];
    isClose(t, event.t, time, 1e-10, `event ${i}`);
    t.deepEqual([event.owner, event.index, event.before, event.after], ["spring", index, before, after]);
    // A stored point lies on every event.
    t.true(run.times.includes(event.t));
  });
  // Between the events, by dense output, in the mode that held there.
  for (const [time, x, force] of [
    [0.3, Math.cos(0.6), -4 * Math.cos(0.6)],
    [quarter + 0.2, -0.4 * Math.sin(1), 10 * Math.sin(1)],
    [quarter + Math.PI / 5 + 0.4, Math.sin(0.8), -4 * Math.sin(0.8)],
    [quarter + period + 0.1, -0.4 * Math.sin(0.5), 10 * Math.sin(0.5)],
  ]) {
    isClose(t, run.at(time).body("body").position[0], x, 1e-10);
    isClose(t, run.at(time).reaction("spring").force[0], force, 1e-9);
  }
  isBelow(t, run.energy.drift, 1e-10);
});

test("outside: a second run starts in the mode the first one started in", (t) => {
  const system = makeTwoSprings();
  const [first, second] = [system.simulateSync({ until: 1 }), system.simulateSync({ until: 1 })];
  t.is(first.events.length, 2);
  t.deepEqual(second.events, first.events);
  t.deepEqual([...second.last.state], [...first.last.state]);
});

test("outside: a mode set before the constraint is added is the one runs start in; evaluate sees it too", (t) => {
  const system = makeTwoSprings();
  const spring = system.get("spring") as TwoSprings;
  system.remove(spring);
  spring.mode = "push";
  system.add(spring);
  areClose(t, system.evaluate().reaction("spring").force, [-25, 0, 0], 1e-14);
  const run = system.simulateSync({ until: 1.3 });
  areClose(t, run.point(0).reaction("spring").force, [-25, 0, 0], 1e-14);
  t.is(run.events[0].before, "push");
  // What a run leaves behind does not matter.
  const start = system.evaluate();
  areClose(t, run.at(1.2).reaction("spring").force, [-4 * run.at(1.2).body("body").position[0], 0, 0], 1e-14);
  areClose(t, start.reaction("spring").force, [-25, 0, 0], 1e-14);
});

/**
 * A slide along x of the body on the slide's side and a ball, with a spring in the slide. From A to B the slide comes
 * first, or, the other way round, last; its axis then turns with the ball.
 */
class SlidingBall extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, isSlideFirst: boolean) {
    super(name, bodyA, bodyB, { point: [0, 0, 0] });
    const axis: Vector3 = isSlideFirst ? [1, 0, 0] : rotateBack(bodyA.referencePose.T, [-1, 0, 0]);
    const bond = new ScalarBond(this.label, "position", { stiffness: 30, rest: 0.2, damping: 0.5 });
    const slide: Motion = { kind: "slide", name: "position", axis, bond };
    const ball: Motion = { kind: "ball", name: "rotation", damping: 0.3, start: [1, 0, 0, 0], rate: undefined };
    this.motions = isSlideFirst ? [slide, ball] : [ball, slide];
  }
}

test("outside: a pair of a slide and a ball = the pair from B to A = a point on a line with a spring", (t) => {
  const make = (kind: "pair" | "back" | "rows") => {
    const system = new System({ gravity: GRAVITY });
    const orientation: Quaternion = [0.5, 0.3, -0.2, 0.4];
    const body = system.add(new RigidBody("body", { inertia: SECOND, position: [0.3, -0.5, 0.2], orientation }));
    if (kind === "pair") system.add(new SlidingBall("joint", system.ground, body, true));
    else if (kind === "back") system.add(new SlidingBall("joint", body, system.ground, false));
    else {
      system.add(new PointOnLine("joint", system.ground, body, { point: [0, 0, 0], direction: [1, 0, 0] }));
      const along = { stiffness: [30, 0, 0], damping: [0.5, 0, 0], angularDamping: 0.3 } as const;
      const point = { pointA: [0.2, 0, 0], pointB: rotateBack(body.referencePose.T, [-0.3, 0.5, -0.2]) } as const;
      system.add(new Bushing("spring", system.ground, body, { ...point, ...along }));
    }
    return system;
  };
  const [pair, back, rows] = (["pair", "back", "rows"] as const).map(make);
  const read = (side: "A" | "B") => (snapshot: Snapshot) => {
    const { position, rate, acceleration, effort } = snapshot.joint("joint", "position");
    const values = [position, rate, acceleration, effort, snapshot.energy.potential];
    return [...readBodies(snapshot, ["body"]), ...readWrench(snapshot, "joint", side), ...values];
  };
  compare(t, pair, back, [read("B"), read("A")], "from B to A");
  const readRows =
    (...names: string[]) =>
    (snapshot: Snapshot) => [
      ...readBodies(snapshot, ["body"]),
      ...sumWrenches(snapshot, names),
      snapshot.energy.potential,
    ];
  compare(t, pair, rows, [readRows("joint"), readRows("joint", "spring")], "point on a line");
});
