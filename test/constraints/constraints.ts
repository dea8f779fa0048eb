import test, { type ExecutionContext } from "ava";
import {
  type AngleOptions,
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  type Constraint,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  ForceElement,
  Gear,
  Ground,
  Inertia,
  KinematicPort,
  type Motion,
  normalizeQuaternion,
  Pair,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  type Quaternion,
  quaternionFromMatrix,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  ScalarBond,
  ScrewJoint,
  type SimulateOptions,
  type Snapshot,
  SpringDamper,
  System,
  type Trajectory,
  turning,
  UniversalJoint,
  type Vector3,
  WeldJoint,
  type WrenchPort,
} from "../../lib/index.ts";
import {
  add,
  cross,
  dot,
  multiply,
  norm,
  normalize,
  rotate,
  rotateBack,
  rotationAbout,
  scale,
  subtract,
  type Triple,
  transpose,
} from "../../lib/math/index.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";

/** A small linear congruential generator on (−1, 1): the same numbers in every run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 4294967296;
    return state / 2147483648 - 1;
  };
}

type Random = () => number;

const makeVector = (random: Random, size = 1): Triple => [size * random(), size * random(), size * random()];
const makeQuaternion = (random: Random): Quaternion => normalizeQuaternion([random(), random(), random(), random()]);

/** A body drawn somewhere, turned somehow. */
const makeBody = (random: Random, name: string) =>
  new RigidBody(name, {
    inertia: new Inertia({ mass: 1.5, tensor: [0.2, 0.3, 0.4, 0.02, -0.03, 0.04] }),
    position: makeVector(random, 2),
    orientation: makeQuaternion(random),
  });

// ---------------------------------------------------------------------------------------------------------------------
// Hand-written ports: a constraint without a system.

/** A motion `t ↦ port` with exact velocities. */
type Path = (t: number) => KinematicPort;

/**
 * A smooth motion: `r = r0 + v0 t + a0 t²/2` and `T = exp(θ) T0`, `θ = w0 t + e0 t²/2`, so that at t = 0 velocities are
 * `v0, w0` and accelerations `a0, e0`. The angular velocity is `J(θ) θ̇`, with the left Jacobian of the rotation vector.
 */
function makePath(random: Random, size = 1): Path {
  const [r0, v0, a0, w0, e0] = Array.from({ length: 5 }, () => makeVector(random, size));
  const T0 = rotationOf(makeQuaternion(random));
  return (t) => {
    const port = new KinematicPort();
    const turn = add(scale(w0, t), scale(e0, 0.5 * t * t));
    const rate = add(w0, scale(e0, t));
    const angle = norm(turn);
    const [c, s] =
      angle < 1e-4 ? [0.5, 1 / 6] : [(1 - Math.cos(angle)) / angle ** 2, (angle - Math.sin(angle)) / angle ** 3];
    const once = cross(turn, rate);
    port.r.set(add(r0, add(scale(v0, t), scale(a0, 0.5 * t * t))));
    port.v.set(add(v0, scale(a0, t)));
    port.T.set(angle === 0 ? T0 : multiply(rotationAbout(scale(turn, 1 / angle), angle), T0));
    port.w.set(add(rate, add(scale(once, c), scale(cross(turn, once), s))));
    port.a.set(a0);
    port.e.set(e0);
    return port;
  };
}

function rotationOf(q: Quaternion): number[] {
  return [...KinematicPort.of({ orientation: q }).T];
}

/** A copy of a port, moved by a small step of one of its six freedoms: three shifts, three turns, in world axes. */
function nudge(port: KinematicPort, freedom: number, step: number): KinematicPort {
  const moved = new KinematicPort();
  for (const key of ["r", "T", "v", "w", "a", "e"] as const) moved[key].set(port[key]);
  if (freedom < 3) moved.r[freedom] += step;
  else
    moved.T.set(
      multiply(
        rotationAbout(
          [0, 1, 2].map((i) => (i === freedom - 3 ? 1 : 0)),
          step,
        ),
        port.T,
      ),
    );
  return moved;
}

/** Central difference of order four. */
const differentiate = (f: (x: number) => number, h = 1e-3): number =>
  (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h);

/** Force and moment about the centre of mass, as the body feels the wrench. */
function atCentre(wrench: WrenchPort, port: KinematicPort): number[] {
  return [...wrench.F, ...add(wrench.M, cross(subtract(wrench.P, port.r), wrench.F))];
}

/** Power of a wrench into its body: `F·v_P + M·ω`. */
function calcPower(wrench: WrenchPort, port: KinematicPort): number {
  const v = add(port.v, cross(port.w, subtract(wrench.P, port.r)));
  return dot(wrench.F, v) + dot(wrench.M, port.w);
}

/** `F_A + F_B = 0` and, about a common point, `M_A + M_B + [r_PA − r_PB, F_A] = 0`. */
function checkThirdLaw(t: ExecutionContext, { wrenchA: a, wrenchB: b, label }: Constraint, size = 1): void {
  areClose(t, add(a.F, b.F), [0, 0, 0], 1e-14 * size, `${label}: forces`);
  const moment = add(add(a.M, b.M), cross(subtract(a.P, b.P), a.F));
  areClose(t, moment, [0, 0, 0], 1e-13 * size, `${label}: moments`);
}

/** Wrenches of a force element on both bodies against minus the gradient of its energy, freedom by freedom. */
function checkGradient(t: ExecutionContext, element: ForceElement, ports: KinematicPort[], tolerance: number): void {
  for (const side of [0, 1]) {
    element.connect(ports);
    element.calcReaction(0);
    checkThirdLaw(t, element, 100);
    const found = atCentre(side === 0 ? element.wrenchA : element.wrenchB, ports[side]);
    const expected = [0, 1, 2, 3, 4, 5].map((freedom) =>
      differentiate((x) => {
        element.connect(ports.map((port, i) => (i === side ? nudge(port, freedom, x) : port)));
        return -element.getPotentialEnergy();
      }),
    );
    areClose(t, found, expected, tolerance, `${element.label}, side ${side}`);
  }
  element.connect(ports);
}

test("spring: the wrench is minus the gradient of the energy, on both bodies; the damper takes c l̇²", (t) => {
  const random = makeRandom(1);
  for (let i = 0; i < 20; i++) {
    const bodies = [makeBody(random, "a"), makeBody(random, "b")] as const;
    const ends = { pointA: makeVector(random), pointB: makeVector(random) };
    const spring = new SpringDamper("spring", ...bodies, { ...ends, stiffness: 30, restLength: 0.7 });
    const ports = [makePath(random)(0), makePath(random)(0)];
    checkGradient(t, spring, ports, 1e-8);

    // Length and force by hand.
    const ends3 = ports.map((port, k) => add(port.r, rotate(port.T, k === 0 ? ends.pointA : ends.pointB)));
    const line = subtract(ends3[1], ends3[0]);
    spring.calcReaction(0);
    isClose(t, spring.length, norm(line), 1e-15);
    areClose(t, spring.wrenchB.F, scale(normalize(line), -30 * (norm(line) - 0.7)), 1e-13);
    areClose(t, spring.wrenchB.P, ends3[1], 1e-15);
    areClose(t, spring.wrenchB.M, [0, 0, 0], 0);

    const damper = new SpringDamper("damper", ...bodies, { ...ends, damping: 4 });
    damper.connect(ports);
    damper.calcReaction(0);
    checkThirdLaw(t, damper);
    const speeds = ports.map((port, k) => add(port.v, cross(port.w, subtract(ends3[k], port.r))));
    const rate = dot(normalize(line), subtract(speeds[1], speeds[0]));
    isClose(t, damper.rate, rate, 1e-14);
    const power = calcPower(damper.wrenchA, ports[0]) + calcPower(damper.wrenchB, ports[1]);
    isClose(t, power, -4 * rate * rate, 1e-13);
    isBelow(t, power, 0);
    t.is(damper.getPotentialEnergy(), 0);
  }
});

test("spring: rest length as drawn, ends in the world or in body axes, a law of one's own pushes apart", (t) => {
  const random = makeRandom(2);
  const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
  const from = makeVector(random);
  const to = makeVector(random, 3);
  const drawn = new SpringDamper("s", a, b, { from, to, stiffness: 10 });
  isClose(t, drawn.restLength, norm(subtract(to, from)), 1e-15);
  drawn.calcReaction(0);
  areClose(t, drawn.wrenchB.F, [0, 0, 0], 1e-14);
  const toBody = (body: Body, point: Vector3) => rotateBack(body.drawn.T, subtract(point, body.drawn.r));
  const points = { pointA: toBody(a, from), pointB: toBody(b, to) };
  const seen: number[] = [];
  const law = new SpringDamper("s", a, b, {
    ...points,
    stiffness: 10,
    restLength: 0.5,
    force: (time, length, rate) => {
      seen.splice(0, 3, time, length, rate);
      return 7;
    },
  });
  law.calcReaction(1.25);
  areClose(t, seen, [1.25, norm(subtract(to, from)), 0], 1e-15);
  const u = normalize(subtract(to, from));
  areClose(t, law.wrenchB.F, scale(u, 7 - 10 * (norm(subtract(to, from)) - 0.5)), 1e-13);
  // The centres are the default ends.
  const plain = new SpringDamper("s", a, b, { stiffness: 1 });
  isClose(t, plain.restLength, norm(subtract(b.position, a.position)), 1e-15);
});

test("bushing: the wrench is minus the gradient of the energy for large turns and unequal stiffness", (t) => {
  const random = makeRandom(3);
  let largest = 0;
  for (let i = 0; i < 40; i++) {
    const bodies = [makeBody(random, "a"), makeBody(random, "b")] as const;
    const bushing = new Bushing("bushing", ...bodies, {
      pointA: makeVector(random),
      pointB: makeVector(random),
      stiffness: [10, 20, 40],
      angularStiffness: [1, 5, 12],
    });
    const A = makePath(random)(0);
    const B = makePath(random)(0);
    // Turn B relative to A from the drawn pose, by angles from tiny to 2.8 rad: half a turn is the limit.
    const angle = [1e-9, 1e-5, 5e-4, 2e-3, 0.3, 1, 2, 2.8][i % 8];
    largest = Math.max(largest, angle);
    const rest = multiply(transpose(bodies[0].drawn.T), bodies[1].drawn.T);
    B.T.set(multiply(A.T, multiply(rotationAbout(normalize(makeVector(random)), angle), rest)));
    // At 2.8 rad the rotation vector's fifth derivative is large: the difference quotient is good to 1e-6.
    checkGradient(t, bushing, [A, B], angle > 2.5 ? 3e-6 : 3e-8);
  }
  t.is(largest, 2.8);
});

test("bushing: no wrench as drawn; along A's axes by hand; about an axis the torque is k φ", (t) => {
  const random = makeRandom(4);
  const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
  const bushing = new Bushing("bushing", a, b, { point: [0.3, 0.2, 0.1], stiffness: [1, 2, 3], angularStiffness: 5 });
  bushing.calcReaction(0);
  areClose(t, [...bushing.wrenchB.F, ...bushing.wrenchB.M], [0, 0, 0, 0, 0, 0], 1e-14);
  areClose(t, bushing.wrenchB.P, [0.3, 0.2, 0.1], 1e-15);
  const port = KinematicPort.of({ position: b.position });
  const shift: Vector3 = [0.1, -0.2, 0.3];
  const axis = normalize([1, 2, 3]);
  const turn = multiply(rotationAbout(rotate(a.drawn.T, axis), 2), b.drawn.T);
  // The point of B moves by the shift in A's axes, B turns by 2 rad about an axis of A.
  const arm = rotateBack(b.drawn.T, subtract([0.3, 0.2, 0.1], b.position));
  port.T.set(turn);
  port.r.set(subtract(add([0.3, 0.2, 0.1], rotate(a.drawn.T, shift)), rotate(turn, arm)));
  bushing.connect([a.drawn, port]);
  bushing.calcReaction(0);
  areClose(t, rotateBack(a.drawn.T, bushing.wrenchB.F), [-0.1, 0.4, -0.9], 1e-14);
  areClose(t, rotateBack(a.drawn.T, bushing.wrenchB.M), scale(axis, -10), 1e-13);
  isClose(t, bushing.getPotentialEnergy(), 0.5 * (0.01 + 2 * 0.04 + 3 * 0.09) + 0.5 * 5 * 4, 1e-14);
});

test("bushing: the dampers take power along and about every axis, never give it, and nothing when A carries B along", (t) => {
  const random = makeRandom(5);
  for (let i = 0; i < 20; i++) {
    const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
    const pointB = makeVector(random);
    const bushing = new Bushing("bushing", a, b, {
      pointA: makeVector(random),
      pointB,
      damping: [1, 2, 3],
      angularDamping: [4, 5, 6],
    });
    const ports = [makePath(random)(0), makePath(random)(0)];
    bushing.connect(ports);
    bushing.calcReaction(0);
    checkThirdLaw(t, bushing, 10);
    const [A, B] = ports;
    const P = add(B.r, rotate(B.T, pointB));
    const slip = rotateBack(
      A.T,
      subtract(add(B.v, cross(B.w, subtract(P, B.r))), add(A.v, cross(A.w, subtract(P, A.r)))),
    );
    const spin = rotateBack(A.T, subtract(B.w, A.w));
    const loss =
      slip.reduce((sum, x, k) => sum + (1 + k) * x * x, 0) + spin.reduce((sum, x, k) => sum + (4 + k) * x * x, 0);
    const power = calcPower(bushing.wrenchA, A) + calcPower(bushing.wrenchB, B);
    isClose(t, power, -loss, 1e-12);
    // Carried along as one rigid body with A: no force.
    B.w.set(A.w);
    B.v.set(add(A.v, cross(A.w, subtract(B.r, A.r))));
    bushing.calcReaction(0);
    areClose(t, [...bushing.wrenchB.F, ...bushing.wrenchB.M], [0, 0, 0, 0, 0, 0], 1e-13);
  }
});

test("applied wrench: axes of the world, of A, of B; point in the world or in B; laws of time", (t) => {
  const random = makeRandom(6);
  const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
  const ports = [makePath(random)(0), makePath(random)(0)];
  const force: Vector3 = [1, -2, 3];
  const torque: Vector3 = [0.5, 0.25, -1];
  const pointB: Vector3 = [0.1, 0.2, 0.3];
  for (const axes of ["world", "A", "B"] as const) {
    const wrench = new AppliedWrench("load", a, b, { force, torque, pointB, axes });
    wrench.connect(ports);
    wrench.calcReaction(0);
    checkThirdLaw(t, wrench, 10);
    const turn = (v: Vector3) => (axes === "world" ? v : rotate(ports[axes === "A" ? 0 : 1].T, v));
    areClose(t, wrench.wrenchB.F, turn(force), 1e-15);
    areClose(t, wrench.wrenchB.M, turn(torque), 1e-15);
    areClose(t, wrench.wrenchB.P, add(ports[1].r, rotate(ports[1].T, pointB)), 1e-15);
    areClose(t, wrench.wrenchA.F, scale(turn(force), -1), 1e-15);
  }
  const law = new AppliedWrench("load", a, b, { force: (time) => [time, 0, 1], torque: (time) => [0, 2 * time, 0] });
  law.connect(ports);
  law.calcReaction(3);
  areClose(t, [...law.wrenchB.F, ...law.wrenchB.M], [3, 0, 1, 0, 6, 0], 0);
  areClose(t, law.wrenchB.P, ports[1].r, 0);
  const drawn = new AppliedWrench("load", a, b, { force, point: [4, 5, 6] });
  drawn.calcReaction(0);
  areClose(t, drawn.wrenchB.P, [4, 5, 6], 1e-14);
  areClose(t, drawn.wrenchB.M, [0, 0, 0], 0);
});

/**
 * Rows against difference quotients, along paths of the bodies: `J` is the gradient of `g`; `d g/dt = J V − ν`;
 * `d/dt (J V − ν) = J A − γ`. The reaction is `Jᵀλ`, so its power is `Σ λ (J V)`.
 */
function checkRows(
  t: ExecutionContext,
  rows: RowConstraint,
  paths: readonly Path[],
  options: { tolerance: number; gradient?: boolean; prepare?: (x: number) => void },
): void {
  const { tolerance } = options;
  const bodies = paths.length;
  const show = (x: number) => {
    rows.connect(paths.map((path) => path(x)));
    options.prepare?.(x);
    rows.calcRows(x);
    rows.calcPositionErrors(x);
  };
  show(0);
  const ports = rows.ports;
  const jacobian = rows.jacobian.slice();
  const targets = rows.accelerationTargets.slice();
  for (let row = 0; row < rows.rowCount; row++) {
    const J = jacobian.slice(6 * bodies * row, 6 * bodies * (row + 1));
    if (options.gradient !== false) {
      const gradient = [...J].map((_, k) =>
        differentiate((x) => {
          rows.connect(ports.map((port, b) => (b === Math.floor(k / 6) ? nudge(port, k % 6, x) : port)));
          rows.calcPositionErrors(0);
          return rows.positionErrors[row];
        }),
      );
      areClose(t, J, gradient, tolerance, `${rows.label}, row ${row}: J`);
    }
    show(0);
    const slope = differentiate((x) => {
      show(x);
      return rows.positionErrors[row];
    });
    show(0);
    if (rows.holonomic) isClose(t, rows.getVelocityError(row), slope, tolerance, `${rows.label}, row ${row}: velocity`);
    let acceleration = -targets[row];
    ports.forEach(({ a, e }, b) => {
      acceleration += dot(J.subarray(6 * b, 6 * b + 3), a) + dot(J.subarray(6 * b + 3, 6 * b + 6), e);
    });
    const expected = differentiate((x) => {
      show(x);
      return rows.getVelocityError(row);
    });
    isClose(t, acceleration, expected, 10 * tolerance, `${rows.label}, row ${row}: acceleration`);
  }
  show(0);
}

/** The wrench ports against `Jᵀ λ` for random multipliers, body by body, and their power. */
function checkDuality(t: ExecutionContext, rows: RowConstraint, random: Random): void {
  for (let i = 0; i < rows.rowCount; i++) rows.multipliers[i] = random();
  rows.calcReaction();
  checkThirdLaw(t, rows, 10);
  const sums = [0, 1].map((b) =>
    [0, 1, 2, 3, 4, 5].map((k) =>
      [...rows.multipliers].reduce((sum, lambda, row) => sum + lambda * rows.jacobian[12 * row + 6 * b + k], 0),
    ),
  );
  areClose(t, atCentre(rows.wrenchA, rows.portA), sums[0], 1e-14, `${rows.label}: wrench on A`);
  areClose(t, atCentre(rows.wrenchB, rows.portB), sums[1], 1e-14, `${rows.label}: wrench on B`);
  const power = calcPower(rows.wrenchA, rows.portA) + calcPower(rows.wrenchB, rows.portB);
  const expected = [...rows.multipliers].reduce(
    (sum, lambda, row) => sum + lambda * (rows.getVelocityError(row) + rows.velocityTargets[row]),
    0,
  );
  isClose(t, power, expected, 1e-13, `${rows.label}: power`);
}

test("rod: rows, bias and reactions, of fixed and of prescribed length", (t) => {
  const random = makeRandom(7);
  for (let i = 0; i < 20; i++) {
    const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
    const points = { pointA: makeVector(random), pointB: makeVector(random) };
    const paths = [makePath(random), makePath(random)];
    const fixed = new DistanceRod("rod", a, b, points);
    checkRows(t, fixed, paths, { tolerance: 1e-7 });
    checkDuality(t, fixed, random);
    const length = (x: number) => [2 + Math.sin(3 * x), 3 * Math.cos(3 * x), -9 * Math.sin(3 * x)] as const;
    const driven = new DistanceRod("rod", a, b, { ...points, length });
    checkRows(t, driven, paths, { tolerance: 1e-7 });
    t.is(driven.velocityTargets[0], 3);
  }
});

test("rod: length as drawn, ends given in the world, tension is negative and acts along the line", (t) => {
  const random = makeRandom(8);
  const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
  const rod = new DistanceRod("rod", a, b, { from: [0, 0, 0], to: [0, 3, 4] });
  rod.calcPositionErrors(0);
  isClose(t, rod.positionErrors[0], 0, 1e-14);
  rod.calcRows(0);
  rod.multipliers[0] = -10;
  rod.calcReaction();
  // Tension pulls B towards A.
  areClose(t, rod.wrenchB.F, [0, -6, -8], 1e-14);
  areClose(t, rod.wrenchB.P, [0, 3, 4], 1e-14);
  areClose(t, rod.wrenchB.M, [0, 0, 0], 1e-14);
});

test("point on a line: rows, bias and reactions; the line turns with A", (t) => {
  const random = makeRandom(9);
  for (let i = 0; i < 20; i++) {
    const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
    const pointB = makeVector(random);
    const rows = new PointOnLine("slot", a, b, {
      pointA: makeVector(random),
      pointB,
      directionA: makeVector(random),
    });
    checkRows(t, rows, [makePath(random), makePath(random)], { tolerance: 1e-7 });
    checkDuality(t, rows, random);
    // A force at the point, no couple.
    areClose(t, rows.wrenchB.P, add(rows.portB.r, rotate(rows.portB.T, pointB)), 1e-15);
    areClose(t, rows.wrenchB.M, [0, 0, 0], 1e-15);
  }
  // As drawn the point is on the line, and stays on it when it moves along it.
  const [a, b] = [makeBody(random, "a"), makeBody(random, "b")];
  const rows = new PointOnLine("slot", a, b, { point: [1, 2, 3], direction: [0, 0, 2] });
  for (const z of [0, 1, -5]) {
    rows.connect([a.drawn, nudge(b.drawn, 2, z)]);
    rows.calcPositionErrors(0);
    areClose(t, rows.positionErrors, [0, 0], 1e-14);
  }
  rows.connect([a.drawn, nudge(nudge(b.drawn, 0, 0.3), 1, 0.4)]);
  rows.calcPositionErrors(0);
  isClose(t, Math.hypot(...rows.positionErrors), 0.5, 1e-14);
});

/** The path of B on a joint that slides by `x(t)` along and turns by `angle(t)` about its axis, from the path of A. */
function follow(joint: CylindricalJoint, path: Path, x: (t: number) => number[], angle: (t: number) => number[]): Path {
  const place = (time: number) => {
    const A = path(time);
    const port = new KinematicPort();
    const n = rotate(A.T, joint.axisA);
    port.T.set(multiply(A.T, multiply(rotationAbout(joint.axisA, angle(time)[0]), joint.rest)));
    const P = add(A.r, add(rotate(A.T, joint.pointA), scale(n, x(time)[0])));
    const arm = rotate(port.T, joint.pointB);
    const speed = add(add(A.v, cross(A.w, subtract(P, A.r))), scale(n, x(time)[1]));
    port.w.set(add(A.w, scale(n, angle(time)[1])));
    port.r.set(subtract(P, arm));
    port.v.set(subtract(speed, cross(port.w, arm)));
    return port;
  };
  return (time) => {
    const port = place(time);
    for (let i = 0; i < 3; i++) {
      port.a[i] = differentiate((h) => place(time + h).v[i]);
      port.e[i] = differentiate((h) => place(time + h).w[i]);
    }
    return port;
  };
}

test("coupler: rows and bias along motions that the joints allow, for every pair of bonds; power is passed on", (t) => {
  const random = makeRandom(10);
  for (const first of ["rotation", "translation"] as const) {
    for (const second of ["rotation", "translation"] as const) {
      for (let i = 0; i < 5; i++) {
        const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => makeBody(random, name));
        const place = () => ({ point: makeVector(random), axis: makeVector(random) });
        const joints = [
          new CylindricalJoint("one", a, b, place()),
          new CylindricalJoint("two", c, d, place()),
        ] as const;
        const ratio = -1.7;
        const coupler = new Coupler(
          "gear",
          { joint: joints[0], bond: first },
          { joint: joints[1], bond: second },
          { ratio },
        );
        const jets = Array.from({ length: 4 }, () => {
          const [p, q, r] = makeVector(random);
          return (x: number) => [p + q * x + r * x * x, q + 2 * r * x];
        });
        const paths = [makePath(random), makePath(random)];
        const all = [
          paths[0],
          follow(joints[0], paths[0], jets[0], jets[1]),
          paths[1],
          follow(joints[1], paths[1], jets[2], jets[3]),
        ];
        joints.forEach((joint) => {
          joint.prepare();
        });
        const prepare = (x: number) => {
          joints.forEach((joint, k) => {
            joint.coordinates.set([jets[2 * k](x)[0], jets[2 * k + 1](x)[0]]);
          });
        };
        checkRows(t, coupler, all, { tolerance: 1e-7, gradient: false, prepare });
        // The row is the rate of the first bond less n times that of the second.
        const [one, two] = [jets[first === "translation" ? 0 : 1], jets[second === "translation" ? 2 : 3]];
        isClose(t, coupler.getVelocityError(0), one(0)[1] - ratio * two(0)[1], 1e-12);
        // Forces and moments on each joint's two bodies cancel.
        const J = coupler.jacobian;
        for (const bond of [0, 1]) {
          const j = 12 * bond;
          areClose(t, add(J.subarray(j, j + 3), J.subarray(j + 6, j + 9)), [0, 0, 0], 1e-15);
          const [A, B] = [coupler.ports[2 * bond], coupler.ports[2 * bond + 1]];
          const moments = [A, B].map(({ r }, k) =>
            add(J.subarray(j + 6 * k + 3, j + 6 * k + 6), cross(r, J.subarray(j + 6 * k, j + 6 * k + 3))),
          );
          areClose(t, add(moments[0], moments[1]), [0, 0, 0], 1e-14);
        }
      }
    }
  }
});

// ---------------------------------------------------------------------------------------------------------------------
// Signs, by closed forms.

/** A body on one joint, the axis along z through its centre. */
function makeSingle(create: (system: System, body: RigidBody) => Pair, gravity: Vector3 = [0, 0, 0]): System {
  const system = new System({ gravity });
  const inertia = new Inertia({ mass: 2, tensor: [0.3, 0.4, 0.5] });
  system.add(create(system, system.add(new RigidBody("body", { inertia }))));
  return system;
}

test("signs: an effort drives the coordinate up, springs pull back to rest, dampers brake; F and M act on A", (t) => {
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  // −5 (0.3 − 0.1) − 0.25 · 2 + 3 · 0.3 + 0.5 · 2 + 4
  const law = (time: number, x: number, rate: number) => 3 * x + 0.5 * rate + 4 + time;
  const effort = -1 - 0.5 + 0.9 + 1 + 4;
  const spring = { stiffness: 5, damping: 0.25, rate: 2 };
  const revolute = makeSingle(
    (system, body) =>
      new RevoluteJoint("joint", system.ground, body, { ...place, ...spring, angle: 0.3, restAngle: 0.1, torque: law }),
  );
  const turned = revolute.evaluate();
  const angle = turned.joint("joint");
  areClose(t, [angle.position, angle.rate, angle.effort, angle.acceleration], [0.3, 2, effort, effort / 0.5], 1e-14);
  areClose(t, turned.body("body").angularAcceleration, [0, 0, effort / 0.5], 1e-14);
  areClose(t, turned.reaction("joint").torque, [0, 0, effort], 1e-14);
  areClose(t, turned.reaction("joint").onA.torque, [0, 0, -effort], 1e-14);
  isClose(t, turned.energy.potential, 0.5 * 5 * 0.04, 1e-15);
  const hinge = (revolute.get("joint") as RevoluteJoint).present;
  areClose(t, [hinge.M, hinge.F, hinge.lambda, hinge.mu], [-effort, 0, effort / 0.5, 0], 1e-14);
  // The clock counts too.
  isClose(t, revolute.evaluate(2).joint("joint").effort, effort + 2, 1e-14);

  const prismatic = makeSingle(
    (system, body) =>
      new PrismaticJoint("joint", system.ground, body, {
        ...place,
        ...spring,
        position: 0.3,
        restPosition: 0.1,
        force: law,
      }),
  );
  const moved = prismatic.evaluate();
  const position = moved.joint("joint");
  areClose(
    t,
    [position.position, position.rate, position.effort, position.acceleration],
    [0.3, 2, effort, effort / 2],
    1e-14,
  );
  areClose(t, moved.body("body").acceleration, [0, 0, effort / 2], 1e-14);
  areClose(t, moved.reaction("joint").force, [0, 0, effort], 1e-14);
  const rail = (prismatic.get("joint") as PrismaticJoint).present;
  areClose(t, [rail.F, rail.M, rail.mu, rail.lambda], [-effort, 0, effort / 2, 0], 1e-14);

  // A right-handed thread goes up with the turn; its acceleration is (τ − m g p)/(I + m p²).
  const [pitch, g] = [0.4, 3];
  const screw = makeSingle(
    (system, body) =>
      new ScrewJoint("joint", system.ground, body, {
        ...place,
        ...spring,
        pitch,
        angle: 0.3,
        restAngle: 0.1,
        torque: law,
      }),
    [0, 0, -g],
  );
  const wound = screw.evaluate();
  const acceleration = (effort - 2 * g * pitch) / (0.5 + 2 * pitch ** 2);
  isClose(t, wound.body("body").position[2], 0.3 * pitch, 1e-15);
  areClose(t, [wound.joint("joint").acceleration, wound.joint("joint").effort], [acceleration, effort], 1e-14);
  const thread = (screw.get("joint") as ScrewJoint).present;
  areClose(t, [thread.lambda, thread.mu], [acceleration, pitch * acceleration], 1e-14);
  isClose(t, thread.F * pitch + thread.M, -effort, 1e-14);
  isClose(t, -thread.F, 2 * (g + pitch * acceleration), 1e-14);

  // Both bonds of a cylindrical joint, each with its own.
  const cylindrical = makeSingle(
    (system, body) =>
      new CylindricalJoint("joint", system.ground, body, {
        ...place,
        translation: { start: 0.1, stiffness: 10 },
        rotation: { start: 0.2, stiffness: 20, rest: 0.1 },
      }),
  ).evaluate();
  areClose(t, [cylindrical.joint("joint", "position").acceleration], [-1 / 2], 1e-14);
  areClose(t, [cylindrical.joint("joint", "angle").acceleration], [-2 / 0.5], 1e-14);

  // A ball with damping: the couple on B is against its rate, in B's axes as the rate is.
  const ball = makeSingle(
    (system, body) => new BallJoint("joint", system.ground, body, { point: [0, 0, 0], rate: [1, -2, 3], damping: 0.7 }),
  ).evaluate();
  areClose(t, ball.reaction("joint").torque, [-0.7, 1.4, -2.1], 1e-14);
  const spin = [(-0.7 - (0.5 - 0.4) * -6) / 0.3, (1.4 - (0.3 - 0.5) * 3) / 0.4, (-2.1 - (0.4 - 0.3) * -2) / 0.5];
  areClose(t, ball.body("body").angularAcceleration, spin, 1e-13);
});

test("signs: what a prescribed motion takes, and what it gives", (t) => {
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const drive = (x: number) => [x + 2 * x * x, 1 + 4 * x, 4] as const;
  const turned = makeSingle(
    (system, body) => new RevoluteJoint("joint", system.ground, body, { ...place, motion: drive }),
  ).evaluate(0.5);
  const { position, rate, acceleration, effort } = turned.joint("joint");
  areClose(t, [position, rate, acceleration, effort], [1, 3, 4, 0.5 * 4], 1e-14);
  const lifted = makeSingle(
    (system, body) => new PrismaticJoint("joint", system.ground, body, { ...place, motion: drive }),
    [0, 0, -10],
  ).evaluate(0.5);
  areClose(t, [lifted.joint("joint").effort], [2 * (4 + 10)], 1e-13);
  areClose(t, lifted.reaction("joint").force, [0, 0, 28], 1e-13);
});

test("signs: a gear, outer and inner, a rack, and wheels that start turned", (t) => {
  const make = (create: (one: RevoluteJoint, two: RevoluteJoint) => Coupler, angles: [number, number] = [0, 0]) => {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.cylinder({ mass: 2, radius: 1, length: 1, axis: "z" });
    const joints = ["one", "two"].map((name, i) => {
      const x = 3 * i;
      const wheel = system.add(new RigidBody(`wheel ${name}`, { inertia, position: [x, 0, 0] }));
      const options = { point: [x, 0, 0], axis: [0, 0, 1], angle: angles[i] } as const;
      // 3 Nm on the first wheel.
      const torque = i === 0 ? { torque: () => 3 } : {};
      return system.add(new RevoluteJoint(name, system.ground, wheel, { ...options, ...torque }));
    });
    system.add(create(joints[0], joints[1]));
    return system;
  };
  // ẍ1 = n ẍ2 and I ẍ1 = 3 + λ, I ẍ2 = −n λ with I = 1: ẍ2 = 3 n/(1 + n²).
  for (const [options, n] of [
    [{ teeth: [10, 20] }, -2],
    [{ teeth: [10, 20], internal: true }, 2],
    [{ ratio: 0.5 }, 0.5],
  ] as const) {
    const angles: [number, number] = [0.7, -0.4];
    const system = make((one, two) => new Gear("gear", one, two, options), angles);
    const [one, two] = ["one", "two"].map((name) => system.evaluate().joint(name));
    areClose(t, [one.acceleration, two.acceleration], [(3 * n * n) / (1 + n * n), (3 * n) / (1 + n * n)], 1e-13);
    // The wheels mesh as they start: turns since then keep the ratio.
    areClose(t, [one.position, two.position], angles, 1e-15);
    const end = system.simulateSync({ until: 2 }).last;
    const turns = ["one", "two"].map((name, i) => end.joint(name).position - angles[i]);
    areClose(t, turns, [(2 * 3 * n * n) / (1 + n * n), (2 * 3 * n) / (1 + n * n)], 1e-7);
    isClose(t, turns[0], n * turns[1], 1e-12);
  }
  // A rack of 2 kg on a pinion of 1 kg m² with radius 0.5: x = r φ.
  const system = make((one, two) => new Gear("gear", one, two, { ratio: 1 }));
  system.remove(system.get("gear") as Constraint);
  const rack = system.add(new RigidBody("rack", { inertia: Inertia.point({ mass: 2 }), position: [0, 5, 0] }));
  const slide = system.add(new PrismaticJoint("slide", system.ground, rack, { point: [0, 5, 0], axis: [1, 0, 0] }));
  system.add(new Coupler("mesh", slide, system.get("one") as RevoluteJoint, { ratio: 0.5 }));
  const expected = 3 / (1 + 2 * 0.25);
  areClose(
    t,
    [system.evaluate().joint("one").acceleration, system.evaluate().joint("slide").acceleration],
    [expected, 0.5 * expected],
    1e-13,
  );
});

// ---------------------------------------------------------------------------------------------------------------------
// Equivalences: the same mechanism said in two ways.

const GRAVITY: Vector3 = [1, -9, 2];

/** Kinematics of bodies, as one list of numbers. */
function readBodies(snapshot: Snapshot, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const body = snapshot.body(name);
    // A quaternion and its negative are the same rotation.
    const turn = rotationOf(body.orientation);
    return [
      ...body.position,
      ...turn,
      ...body.velocity,
      ...body.angularVelocity,
      ...body.acceleration,
      ...body.angularAcceleration,
    ];
  });
}

/** The wrench of a constraint on one of its bodies: force, and moment about the origin. */
function readWrench(snapshot: Snapshot, name: string, side: "A" | "B" = "B"): number[] {
  const reaction = snapshot.reaction(name);
  const { force, torque, point } = side === "B" ? reaction : reaction.onA;
  return [...force, ...add(torque, cross(point, force))];
}

const sumWrenches = (snapshot: Snapshot, names: readonly string[]): number[] =>
  names.map((name) => readWrench(snapshot, name)).reduce((sum, wrench) => sum.map((x, i) => x + wrench[i]));

const RUN: SimulateOptions = { until: 1, tolerance: 1e-11 };

/** Compares two models at the start, at rounding, and at the end of a run, at its tolerance. */
function compare(
  t: ExecutionContext,
  first: System,
  second: System,
  read: readonly [(snapshot: Snapshot) => number[], (snapshot: Snapshot) => number[]],
  what: string,
  tolerances: readonly [number, number] = [1e-11, 1e-7],
): void {
  areClose(t, read[0](first.evaluate()), read[1](second.evaluate()), tolerances[0], `${what}, at the start:`);
  const runs = [first.simulateSync(RUN), second.simulateSync(RUN)];
  areClose(t, read[0](runs[0].last), read[1](runs[1].last), tolerances[1], `${what}, at the end:`);
}

const PLACE = { point: [0.4, 0.1, -0.2], axis: [1, 2, 3] } as const;
const FIRST = new Inertia({ mass: 2, tensor: [0.3, 0.4, 0.5, 0.02, -0.03, 0.01] });
const SECOND = new Inertia({ mass: 1.5, tensor: [0.2, 0.25, 0.15, 0.01, 0.02, -0.03] });

type Start = { velocity?: Vector3; angularVelocity?: Vector3 };
type Build = (system: System, arm: RigidBody, tip: RigidBody) => void;

/** Two bodies, the first on a ball joint and turning: whatever joins the second to it feels all inertial forces. */
function build(join: Build, start: Start = {}): System {
  const system = new System({ gravity: GRAVITY });
  const arm = new RigidBody("arm", {
    inertia: FIRST,
    position: [0.2, -0.1, 0.1],
    orientation: [0.8, 0.3, -0.4, 0.2],
    angularVelocity: [1, -2, 1.5],
    velocity: cross([1, -2, 1.5], [0.2, -0.1, 0.1]),
  });
  const place = { position: [0.9, 0.3, 0.2], orientation: [0.5, -0.5, 0.6, 0.1] } as const;
  const tip = new RigidBody("tip", { inertia: SECOND, ...place, ...start });
  system.add(arm);
  system.add(tip);
  system.add(new BallJoint("shoulder", system.ground, arm, { point: [0, 0, 0] }));
  join(system, arm, tip);
  return system;
}

/** The velocities of the tip at the start of another model. */
function copyStart(system: System): Start {
  const { velocity, angularVelocity } = system.evaluate().body("tip");
  return { velocity, angularVelocity };
}

/** Both bodies, the wrench in the shoulder, and the wrench of the given constraints on the tip. */
const readAll =
  (...joints: string[]) =>
  (snapshot: Snapshot) => [
    ...readBodies(snapshot, ["arm", "tip"]),
    ...readWrench(snapshot, "shoulder"),
    ...sumWrenches(snapshot, joints),
  ];

/** A torque or force law with all its arguments. */
const law = (time: number, x: number, rate: number) => 1 + 0.5 * Math.sin(3 * time) - 3 * x - 0.2 * rate;

const addRevolute: Build = (system, arm, tip) => {
  system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, rate: 2, torque: law }));
};

test("revolute = cylindrical whose translation is given as zero = screw without pitch", (t) => {
  const read = (snapshot: Snapshot) => {
    const { position, rate, acceleration, effort } = snapshot.joint("joint", "angle");
    return [...readAll("joint")(snapshot), position, rate, acceleration, effort];
  };
  const cylindrical = build((system, arm, tip) => {
    const translation = { motion: () => [0, 0, 0] as const };
    const rotation = { rate: 2, effort: law };
    system.add(new CylindricalJoint("joint", arm, tip, { ...PLACE, translation, rotation }));
  });
  compare(t, build(addRevolute), cylindrical, [read, read], "cylindrical");
  const screw = build((system, arm, tip) => {
    system.add(new ScrewJoint("joint", arm, tip, { ...PLACE, pitch: 0, rate: 2, torque: law }));
  });
  compare(t, build(addRevolute), screw, [read, read], "screw");
});

/** Rows that keep the direction `n` of B along the same direction of A: `e_i · n_B = 0` for two `e_i` across `n_A`. */
class SameDirection extends RowConstraint {
  private readonly inA: readonly [Triple, Triple];
  private readonly inB: Triple;

  constructor(name: string, bodyA: Body, bodyB: Body, direction: Vector3) {
    super(name, bodyA, bodyB, 2);
    const n = normalize(direction);
    const e = normalize(cross(n, Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]));
    this.inA = [rotateBack(bodyA.drawn.T, e), rotateBack(bodyA.drawn.T, cross(n, e))];
    this.inB = rotateBack(bodyB.drawn.T, n);
  }

  protected override calcRowTerms(): void {
    const { portA: A, portB: B, jacobian: J } = this;
    const n = rotate(B.T, this.inB);
    this.inA.forEach((inA, row) => {
      const e = rotate(A.T, inA);
      // d/dt (e·n) = (ω_B − ω_A)·(n × e)
      const m = cross(n, e);
      J.set([0, 0, 0, ...scale(m, -1), 0, 0, 0, ...m], 12 * row);
      const change = add(cross(cross(B.w, n), e), cross(n, cross(A.w, e)));
      this.accelerationTargets[row] = -dot(subtract(B.w, A.w), change);
    });
  }

  protected override calcPositionTerms(): void {
    const n = rotate(this.portB.T, this.inB);
    this.inA.forEach((inA, row) => {
      this.positionErrors[row] = dot(rotate(this.portA.T, inA), n);
    });
  }
}

/** One row: a point of B stays on a plane of A. */
class PointOnPlane extends RowConstraint {
  private readonly pointA: Triple;
  private readonly pointB: Triple;
  private readonly inA: Triple;

  constructor(name: string, bodyA: Body, bodyB: Body, point: Vector3, normal: Vector3) {
    super(name, bodyA, bodyB, 1);
    this.pointA = rotateBack(bodyA.drawn.T, subtract(point, bodyA.drawn.r));
    this.pointB = rotateBack(bodyB.drawn.T, subtract(point, bodyB.drawn.r));
    this.inA = rotateBack(bodyA.drawn.T, normalize(normal));
  }

  protected override calcRowTerms(): void {
    const { portA: A, portB: B } = this;
    const n = rotate(A.T, this.inA);
    const arm = rotate(B.T, this.pointB);
    const d = subtract(add(B.r, arm), A.r);
    const velocity = subtract(add(B.v, cross(B.w, arm)), add(A.v, cross(A.w, d)));
    this.jacobian.set([...scale(n, -1), ...scale(cross(d, n), -1), ...n, ...cross(arm, n)]);
    const inner = subtract(cross(B.w, cross(B.w, arm)), cross(A.w, cross(A.w, d)));
    this.accelerationTargets[0] = -dot(n, subtract(inner, scale(cross(A.w, velocity), 2)));
  }

  protected override calcPositionTerms(): void {
    const { portA: A, portB: B } = this;
    const d = subtract(add(B.r, rotate(B.T, this.pointB)), A.r);
    this.positionErrors[0] = dot(this.inA, subtract(rotateBack(A.T, d), this.pointA));
  }
}

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

const LOOSE: Build = (system, arm, tip) => {
  system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, rate: 2 }));
};

test("revolute = ball + point on line = ball + two angle rows = three point rows + angle rows", (t) => {
  const reference = build(LOOSE);
  const start = copyStart(reference);
  const other = add(PLACE.point, normalize(PLACE.axis));
  const line = build((system, arm, tip) => {
    system.add(new BallJoint("ball", arm, tip, { point: PLACE.point }));
    system.add(new PointOnLine("line", arm, tip, { point: other, direction: PLACE.axis }));
  }, start);
  compare(t, reference, line, [readAll("joint"), readAll("ball", "line")], "ball and point on line");
  const angles = build((system, arm, tip) => {
    system.add(new BallJoint("ball", arm, tip, { point: PLACE.point }));
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, start);
  compare(t, reference, angles, [readAll("joint"), readAll("ball", "same")], "ball and angles");
  // Nothing but rows: the tip is a free body.
  const rows = build((system, arm, tip) => {
    const axes: Vector3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    axes.forEach((axis, i) => {
      system.add(new PointOnPlane(`plane${i}`, arm, tip, PLACE.point, axis));
    });
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, start);
  const names = ["plane0", "plane1", "plane2", "same"];
  compare(t, reference, rows, [readAll("joint"), readAll(...names)], "rows alone");
});

test("cylindrical = two points on a line; planar = a point in a plane + two angle rows; prismatic = no turn", (t) => {
  const other = add(PLACE.point, normalize(PLACE.axis));
  const cylindrical = build((system, arm, tip) => {
    const [translation, rotation] = [{ rate: 0.7 }, { rate: 2 }];
    system.add(new CylindricalJoint("joint", arm, tip, { ...PLACE, translation, rotation }));
  });
  const lines = build((system, arm, tip) => {
    const direction = PLACE.axis;
    system.add(new PointOnLine("one", arm, tip, { point: PLACE.point, direction }));
    system.add(new PointOnLine("two", arm, tip, { point: other, direction }));
  }, copyStart(cylindrical));
  compare(t, cylindrical, lines, [readAll("joint"), readAll("one", "two")], "cylindrical");

  const planar = build((system, arm, tip) => {
    const options = {
      point: PLACE.point,
      normal: PLACE.axis,
      x: { rate: 0.5 },
      y: { rate: -0.4 },
      rotation: { rate: 2 },
    };
    system.add(new PlanarJoint("joint", arm, tip, options));
  });
  const plane = build((system, arm, tip) => {
    system.add(new PointOnPlane("plane", arm, tip, PLACE.point, PLACE.axis));
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, copyStart(planar));
  compare(t, planar, plane, [readAll("joint"), readAll("plane", "same")], "planar");

  const prismatic = build((system, arm, tip) => {
    system.add(new PrismaticJoint("joint", arm, tip, { ...PLACE, rate: 0.7, force: law }));
  });
  const held = build((system, arm, tip) => {
    const rotation = { motion: () => [0, 0, 0] as const };
    system.add(
      new CylindricalJoint("joint", arm, tip, { ...PLACE, translation: { rate: 0.7, effort: law }, rotation }),
    );
  });
  compare(t, prismatic, held, [readAll("joint"), readAll("joint")], "prismatic");
});

test("weld = revolute whose angle is given as zero = one body composed of two = six rods", (t) => {
  const weld = build((system, arm, tip) => {
    system.add(new WeldJoint("joint", arm, tip, { point: PLACE.point }));
  });
  const driven = build((system, arm, tip) => {
    system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, motion: () => [0, 0, 0] }));
  });
  compare(t, weld, driven, [readAll("joint"), readAll("joint")], "revolute");

  const rods = build((system, arm, tip) => {
    const ends = makeRandom(12);
    for (let i = 0; i < 6; i++) {
      system.add(new DistanceRod(`rod${i}`, arm, tip, { from: makeVector(ends, 2), to: makeVector(ends, 2) }));
    }
  }, copyStart(weld));
  const names = Array.from({ length: 6 }, (_, i) => `rod${i}`);
  compare(t, weld, rods, [readAll("joint"), readAll(...names)], "rods", [1e-10, 1e-7]);
  isBelow(t, rods.simulateSync(RUN).violation.position, 1e-12);

  // One body: its origin is the common centre of mass.
  const { position: p, orientation: q } = weld.evaluate().body("arm");
  const tip = weld.evaluate().body("tip");
  const inertia = Inertia.compose([
    { inertia: FIRST, position: p, orientation: q },
    { inertia: SECOND, position: tip.position, orientation: tip.orientation },
  ]);
  const single = new System({ gravity: GRAVITY });
  const angularVelocity: Vector3 = [1, -2, 1.5];
  const body = single.add(new RigidBody("both", { inertia, position: inertia.center as Vector3, angularVelocity }));
  single.add(new BallJoint("shoulder", single.ground, body, { point: [0, 0, 0] }));
  const read = (name: string) => (snapshot: Snapshot) => [
    ...snapshot.body(name).angularVelocity,
    ...snapshot.body(name).angularAcceleration,
    ...readWrench(snapshot, "shoulder"),
  ];
  compare(t, weld, single, [read("arm"), read("both")], "composed body");
});

test("universal = two revolutes with a cross between them, to first order in the mass of the cross", (t) => {
  const axes: [Vector3, Vector3] = [
    [1, 2, 3],
    [2, -1, 0.5],
  ];
  const bonds = { first: { rate: 2, effort: law }, second: { rate: -1, stiffness: 4, damping: 0.1 } };
  const universal = build((system, arm, tip) => {
    system.add(new UniversalJoint("joint", arm, tip, { point: PLACE.point, axes, ...bonds }));
  });
  const withCross = (inertia: Inertia) =>
    build((system, arm, tip) => {
      const cross = system.add(new RigidBody("cross", { inertia, position: PLACE.point }));
      const [axis1, axis2] = axes;
      system.add(new RevoluteJoint("one", arm, cross, { point: PLACE.point, axis: axis1, rate: 2, torque: law }));
      const spring = { rate: -1, stiffness: 4, damping: 0.1 };
      system.add(new RevoluteJoint("two", cross, tip, { point: PLACE.point, axis: axis2, ...spring }));
    });
  const read = (snapshot: Snapshot) => readBodies(snapshot, ["arm", "tip"]);
  const expected = read(universal.simulateSync(RUN).last);
  const findError = (inertia: Inertia) => {
    const found = read(withCross(inertia).simulateSync(RUN).last);
    return Math.max(...found.map((x, i) => Math.abs(x - expected[i])));
  };
  for (const make of [
    // Without inertia of its own the cross is determined by the tip; with some, more so.
    (mass: number) => Inertia.point({ mass }),
    (mass: number) => Inertia.sphere({ mass, radius: 0.2 }),
  ]) {
    const [coarse, fine] = [findError(make(1e-3)), findError(make(1e-4))];
    isAbove(t, coarse, 1e-5, `${coarse} ${fine}`);
    isClose(t, coarse / fine, 10, 0.5, `${coarse} ${fine}`);
  }
  // Angles and efforts are those of the two revolutes.
  const cross = withCross(Inertia.point({ mass: 1e-12 }));
  for (const [name, motion] of [
    ["one", "angle1"],
    ["two", "angle2"],
  ]) {
    const [a, b] = [universal.evaluate().joint("joint", motion), cross.evaluate().joint(name)];
    areClose(t, [a.rate, a.acceleration, a.effort], [b.rate, b.acceleration, b.effort], 1e-9, motion);
  }
});

test("screw = cylindrical with a coupler of translation and rotation; a gear of one joint's bonds", (t) => {
  const pitch = 0.15;
  const screw = build((system, arm, tip) => {
    system.add(new ScrewJoint("joint", arm, tip, { ...PLACE, pitch, rate: 2, torque: law }));
  });
  const coupled = build((system, arm, tip) => {
    const joint = new CylindricalJoint("joint", arm, tip, {
      ...PLACE,
      translation: { rate: 2 * pitch },
      rotation: { rate: 2, effort: law },
    });
    system.add(joint);
    const [one, two] = [
      { joint, bond: "translation" },
      { joint, bond: "rotation" },
    ] as const;
    system.add(new Coupler("thread", one, two, { ratio: pitch }));
  });
  const read = (snapshot: Snapshot) => {
    const { position, rate, acceleration } = snapshot.joint("joint", "angle");
    return [...readBodies(snapshot, ["arm", "tip"]), ...readWrench(snapshot, "shoulder"), position, rate, acceleration];
  };
  compare(t, screw, coupled, [read, read], "screw");
});

test("prismatic joint with spring and damper = spring–damper along its line", (t) => {
  const point: Vector3 = [0.2, 0.1, 0];
  const make = (inJoint: boolean) => {
    const system = new System({ gravity: GRAVITY });
    const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
    const position: Vector3 = add(point, scale(normalize([1, 1, 0]), 2));
    const slider = system.add(new RigidBody("slider", { inertia, position }));
    const spring = { stiffness: 30, damping: 0.8 };
    const place = { point, axis: [1, 1, 0] as Vector3, rate: 1.5 };
    const own = inJoint ? { ...spring, restPosition: -0.25 } : {};
    system.add(new PrismaticJoint("rail", system.ground, slider, { ...place, ...own }));
    if (!inJoint) {
      system.add(new SpringDamper("spring", system.ground, slider, { from: point, ...spring, restLength: 1.75 }));
    }
    return system;
  };
  const read = (snapshot: Snapshot) => [
    ...readBodies(snapshot, ["slider"]),
    snapshot.joint("rail").position,
    snapshot.energy.total,
  ];
  compare(t, make(true), make(false), [read, read], "spring");
  // The whole wrench on the slider is the same, however it is shared.
  const wrenches = [
    sumWrenches(make(true).evaluate(), ["rail"]),
    sumWrenches(make(false).evaluate(), ["rail", "spring"]),
  ];
  areClose(t, wrenches[0], wrenches[1], 1e-12);
});

/** Every joint, with springs, dampers, drives and start rates; `flip` turns A and B round and every axis with them. */
const JOINTS: readonly (readonly [string, (a: Body, b: Body, flip: boolean) => Pair])[] = (() => {
  const point = PLACE.point;
  const turn = (axis: Vector3, flip: boolean): Vector3 => (flip ? scale(axis, -1) : axis);
  const axis = (flip: boolean) => turn(PLACE.axis, flip);
  const drive = (x: number) => [0.3 * Math.sin(2 * x), 0.6 * Math.cos(2 * x), -1.2 * Math.sin(2 * x)] as const;
  const spring = { stiffness: 5, damping: 0.3 };
  const other: Vector3 = [2, -1, 0.5];
  return [
    [
      "revolute",
      (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), ...spring, restAngle: 0.2, rate: 2 }),
    ],
    [
      "revolute at an angle",
      (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), angle: 1.2, rate: -1, torque: law }),
    ],
    ["driven revolute", (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), motion: drive })],
    [
      "prismatic",
      (a, b, f) => new PrismaticJoint("j", a, b, { point, axis: axis(f), ...spring, position: 0.1, rate: -0.8 }),
    ],
    ["driven prismatic", (a, b, f) => new PrismaticJoint("j", a, b, { point, axis: axis(f), motion: drive })],
    ["screw", (a, b, f) => new ScrewJoint("j", a, b, { point, axis: axis(f), pitch: 0.3, rate: 2, torque: law })],
    ["driven screw", (a, b, f) => new ScrewJoint("j", a, b, { point, axis: axis(f), pitch: -0.3, motion: drive })],
    ["weld", (a, b) => new WeldJoint("j", a, b, { point })],
    [
      "cylindrical",
      (a, b, f) => {
        const [translation, rotation] = [
          { rate: 0.6, start: -0.1, ...spring },
          { rate: 1.2, start: 0.4, effort: law },
        ];
        return new CylindricalJoint("j", a, b, { point, axis: axis(f), translation, rotation });
      },
    ],
    [
      "universal",
      (a, b, f) => {
        const bonds = [
          { rate: 1, start: 0.5, ...spring },
          { rate: -1.5, start: -0.3, effort: law },
        ];
        const [first, second] = f ? [bonds[1], bonds[0]] : bonds;
        const axes: [Vector3, Vector3] = f ? [turn(other, true), turn(PLACE.axis, true)] : [PLACE.axis, other];
        return new UniversalJoint("j", a, b, { point, axes, first, second });
      },
    ],
  ];
})();

/** Values of every motion of a joint, the first motion first, or last. */
function readMotions(snapshot: Snapshot, joint: Pair, flip = false): number[] {
  const lists = joint.rateNames.map((name) => {
    const { position, rate, acceleration, effort } = snapshot.joint(joint.name, name);
    return [position, rate, acceleration, effort].filter((x) => !Number.isNaN(x));
  });
  // A cylindrical joint names its motions in the same order either way.
  return (flip && joint instanceof UniversalJoint ? lists.reverse() : lists).flat();
}

test("a joint from A to B = the joint from B to A with its axis turned round: motion, coordinates, efforts, reactions", (t) => {
  for (const [what, create] of JOINTS) {
    const joints: Pair[] = [];
    const [there, back] = [false, true].map((flip) =>
      build((system, arm, tip) => {
        const joint = system.add(flip ? create(tip, arm, true) : create(arm, tip, false));
        joints.push(joint);
      }),
    );
    const read = (flip: boolean) => (snapshot: Snapshot) => [
      ...readBodies(snapshot, ["arm", "tip"]),
      ...readWrench(snapshot, "j", flip ? "A" : "B"),
      ...readWrench(snapshot, "shoulder"),
      ...readMotions(snapshot, joints[flip ? 1 : 0], flip),
    ];
    compare(t, there, back, [read(false), read(true)], what, [1e-11, 3e-7]);
  }
});

/**
 * Six motions, three slides and three turns: a joint that forbids nothing, so that whatever is added beside it closes a
 * loop. It starts with B in the pose of `start`.
 */
class FreePair extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, start: { position: Vector3; orientation: Quaternion }) {
    super(name, bodyA, bodyB, { point: [0.3, -0.2, 0.4] });
    const T = rotationOf(start.orientation);
    const A = bodyA.drawn;
    const point = add(start.position, rotate(T, this.pointB));
    const shift = subtract(rotateBack(A.T, subtract(point, A.r)), this.pointA);
    // R = Rx(a) Ry(b) Rz(c)
    const R = multiply(multiply(transpose(A.T), T), transpose(this.rest));
    const turns = [Math.atan2(-R[5], R[8]), Math.asin(R[2]), Math.atan2(-R[1], R[0])];
    this.motions = [...shift, ...turns].map((x, i): Motion => {
      const axis: Vector3 = [i % 3 === 0 ? 1 : 0, i % 3 === 1 ? 1 : 0, i % 3 === 2 ? 1 : 0];
      const name = `free${i}`;
      return { kind: i < 3 ? "slide" : "rotate", name, axis, bond: new ScalarBond(this.label, name, { start: x }) };
    });
  }
}

/** Joints whose coordinates change their meaning when A and B change places. */
const ONE_WAY: typeof JOINTS = [
  ["ball", (a, b) => new BallJoint("j", a, b, { point: PLACE.point, rate: [1, -2, 0.5], damping: 0.2 })],
  [
    "planar",
    (a, b) => {
      const [x, y] = [
        { rate: 0.5, start: 0.1, stiffness: 7 },
        { rate: -0.4, effort: law },
      ];
      const rotation = { rate: 2, start: 0.3, stiffness: 3, damping: 0.1 };
      return new PlanarJoint("j", a, b, { point: PLACE.point, normal: PLACE.axis, along: [1, 0, 0], x, y, rotation });
    },
  ],
];

test("a joint on the tree = the same joint closing a loop: motion, coordinates, efforts, reactions", (t) => {
  for (const [what, create] of [...JOINTS, ...ONE_WAY]) {
    for (const flip of JOINTS.some(([name]) => name === what) ? [false, true] : [false]) {
      const joints: Pair[] = [];
      const tree = build((system, arm, tip) => {
        joints.push(system.add(flip ? create(tip, arm, true) : create(arm, tip, false)));
      });
      const start = tree.evaluate().body("tip");
      const loop = build((system, arm, tip) => {
        system.add(new FreePair("free", arm, tip, start));
        joints.push(system.add(flip ? create(tip, arm, true) : create(arm, tip, false)));
      }, copyStart(tree));
      const read = (k: number) => (snapshot: Snapshot) => [
        ...readBodies(snapshot, ["arm", "tip"]),
        ...readWrench(snapshot, "j"),
        ...readWrench(snapshot, "shoulder"),
        ...readMotions(snapshot, joints[k]),
      ];
      compare(t, tree, loop, [read(0), read(1)], `${what}${flip ? ", turned round" : ""}`, [1e-10, 3e-7]);
      const run = loop.simulateSync(RUN);
      isBelow(t, run.violation.position, 1e-12, what);
      isBelow(t, run.violation.velocity, 1e-11, what);
      // The joint that forbids nothing carries nothing.
      areClose(t, readWrench(run.last, "free"), [0, 0, 0, 0, 0, 0], 1e-10, what);
    }
  }
});

test("coordinates start where the options say, at the rates they say, and turn B about the axis relative to A", (t) => {
  const [n, point] = [normalize(PLACE.axis), PLACE.point];
  const system = build((model, arm, tip) => {
    model.add(new CylindricalJoint("j", arm, tip, { ...PLACE, translation: { start: 0.3 }, rotation: { start: 0.8 } }));
  });
  const drawn = system.get("tip") as Body;
  const { position, orientation } = system.evaluate().body("tip");
  const turn = rotationAbout(n, 0.8);
  areClose(t, rotationOf(orientation), multiply(turn, drawn.drawn.T), 1e-14);
  const expected = add(add(point, scale(n, 0.3)), rotate(turn, subtract(drawn.drawn.r, point)));
  areClose(t, position, expected, 1e-14);
});

test("a turning base = a driven revolute joint that carries a body", (t) => {
  const angle = (x: number) => [0.4 + Math.sin(2 * x), 2 * Math.cos(2 * x), -4 * Math.sin(2 * x)] as const;
  const axis: Vector3 = [1, 3, -1];
  const point: Vector3 = [0.1, 0.2, 0.3];
  const inertia = SECOND;
  const place = { point: [0.8, 0.1, 0] as Vector3, axis: [0, 0, 1] as Vector3 };

  const base = new System({ gravity: GRAVITY });
  const table = base.add(new Ground("table", { motion: turning({ axis, point, position: [0.5, 0, 0], angle }) }));
  // A joint is drawn on the table as it is at time zero: turned by 0.4 already.
  const turn = rotationAbout(normalize(axis), 0.4);
  const toTurned = (x: Vector3) => add(point, rotate(turn, subtract(x, point)));
  const orientation = quaternionFromMatrix(turn);
  const first = base.add(new RigidBody("arm", { inertia, position: toTurned([1, 0.5, 0]), orientation }));
  const turned = { point: toTurned(place.point), axis: rotate(turn, place.axis) };
  base.add(new RevoluteJoint("pin", table, first, { ...turned, rate: 1 }));

  const driven = new System({ gravity: GRAVITY });
  const disc = driven.add(new RigidBody("table", { inertia: FIRST, position: [0.5, 0, 0] }));
  const second = driven.add(new RigidBody("arm", { inertia, position: [1, 0.5, 0] }));
  driven.add(new RevoluteJoint("motor", driven.ground, disc, { point, axis, motion: angle }));
  driven.add(new RevoluteJoint("pin", disc, second, { ...place, rate: 1 }));

  const read = (snapshot: Snapshot) => [...readBodies(snapshot, ["table", "arm"]), ...readWrench(snapshot, "pin")];
  compare(t, base, driven, [read, read], "table");
  // The motor's power, less what the arm gets through the pin, goes into the disc: Newton and Euler by hand.
  const now = driven.simulateSync(RUN).last;
  const { position, acceleration, angularAcceleration: e, angularVelocity: w, orientation: q } = now.body("table");
  const T = rotationOf(q);
  const [xx, yy, zz, xy, xz, yz] = FIRST.tensor;
  const apply = (v: ArrayLike<number>) => rotate(T, rotate([xx, xy, xz, xy, yy, yz, xz, yz, zz], rotateBack(T, v)));
  const force = scale(subtract(acceleration, GRAVITY), FIRST.mass);
  const moment = add(add(apply(e), cross(w, apply(w))), cross(position, force));
  const motor = readWrench(now, "motor");
  const pin = readWrench(now, "pin", "A");
  areClose(
    t,
    motor.map((x, i) => x + pin[i]),
    [...force, ...moment],
    1e-10,
  );
  isClose(t, now.joint("motor").effort, dot(now.reaction("motor").torque, normalize(axis)), 1e-12);
});

// ---------------------------------------------------------------------------------------------------------------------
// Joints and laws defined outside the library, with public exports only.

/** Three turns about axes through one point: a gimbal. */
class Gimbal extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, point: Vector3, rates: Vector3) {
    super(name, bodyA, bodyB, { point });
    this.motions = rates.map((rate, i): Motion => {
      const axis = rotateBack(bodyA.drawn.T, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0]);
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

  override get stateCount(): number {
    return 1;
  }

  override get initialStates(): readonly number[] {
    return [0.25];
  }

  override calcStateRates(): void {
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
  override get eventCount(): number {
    return 2;
  }

  override get mode(): string {
    return this.current;
  }

  override set mode(value: string) {
    this.current = value;
  }

  override calcEvents(_t: number, out: Float64Array): void {
    out[0] = this.portB.r[0];
    out[1] = this.portB.r[0] - 0.5;
  }

  override handleEvent(index: number): void {
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

/** Crank of length 1 that goes round, rod of length 3, slider on the x axis. */
const [CRANK, ROD] = [1, 3];

/**
 * A slider-crank. Joints become edges of the tree in the order in which they are added; the one that is left closes the
 * loop: the crank pin with the slider first, the wrist pin with the crank first.
 */
function makeSliderCrank(closing: "crankPin" | "wristPin", options: AngleOptions = {}): System {
  const system = new System({ gravity: [0, 0, 0] });
  const make = (name: string, length: number, x: number) =>
    system.add(
      new RigidBody(name, { inertia: Inertia.box({ mass: 1, size: [length, 0.1, 0.1] }), position: [x, 0, 0] }),
    );
  const [crank, rod, slider] = [
    make("crank", CRANK, 0.5),
    make("rod", ROD, CRANK + 1.5),
    make("slider", 0.1, CRANK + ROD),
  ];
  const axis: Vector3 = [0, 0, 1];
  const bearing = new RevoluteJoint("bearing", system.ground, crank, { point: [0, 0, 0], axis, rate: 8 });
  const guide = new PrismaticJoint("guide", system.ground, slider, { point: [CRANK + ROD, 0, 0], axis: [1, 0, 0] });
  const crankPin = new RevoluteJoint("crankPin", crank, rod, { point: [CRANK, 0, 0], axis, ...options });
  const wristPin = new RevoluteJoint("wristPin", rod, slider, { point: [CRANK + ROD, 0, 0], axis });
  const joints = closing === "crankPin" ? [guide, bearing, wristPin, crankPin] : [bearing, guide, crankPin, wristPin];
  for (const joint of joints) system.add(joint);
  return system;
}

/** The angle of the rod relative to the crank when the crank has turned by `x`: `sin ψ = −(r/l) sin x`. */
const findPinAngle = (x: number) => -Math.asin((CRANK / ROD) * Math.sin(x)) - x;

test("a loop that goes round many times: the redundant rows are found, and nothing drifts", (t) => {
  for (const closing of ["crankPin", "wristPin"] as const) {
    const run = makeSliderCrank(closing).simulateSync({ until: 5, tolerance: 1e-9 });
    t.is(run.statistics.redundancy, 3);
    isBelow(t, run.violation.position, 1e-13);
    isBelow(t, run.violation.velocity, 1e-12);
    const { position, rate } = run.last.joint("bearing");
    isAbove(t, position, 20);
    const x = CRANK * Math.cos(position) + Math.sqrt(ROD ** 2 - (CRANK * Math.sin(position)) ** 2);
    isClose(t, run.last.joint("guide").position, x - CRANK - ROD, 1e-13);
    // Energy is kinetic alone and stays: the crank's rate is a function of its angle.
    isBelow(t, run.energy.drift, 1e-6);
    isAbove(t, rate, 0);
  }
});

test("the joint that closes a loop counts its turns along the run, whatever was read before", (t) => {
  const run = makeSliderCrank("crankPin").simulateSync({ until: 5, tolerance: 1e-9 });
  const expected = run.column("bearing.angle").map(findPinAngle);
  areClose(t, run.column("crankPin.angle"), expected, 1e-12);
  const times = [5, 0, 2.5, 5, 0.1, 4.9];
  for (const time of times) {
    const now = run.at(time);
    isClose(t, now.joint("crankPin").position, findPinAngle(now.joint("bearing").position), 1e-12, `t = ${time}`);
  }
  isBelow(t, run.last.joint("crankPin").position, -20);
});

test("a spring on a joint that closes a loop winds up over many turns as it does on the tree", (t) => {
  // Relaxed 20 rad away: the motion swings over several turns, to and fro.
  const spring = { stiffness: 1.5, restAngle: -20, damping: 0.01 };
  const runs = (["crankPin", "wristPin"] as const).map((closing) =>
    makeSliderCrank(closing, spring).simulateSync({ until: 5, tolerance: 1e-10 }),
  );
  const read = (run: Trajectory, time: number) => {
    const now = run.at(time);
    const { position, rate, acceleration, effort } = now.joint("crankPin");
    return [position, rate, acceleration, effort, now.joint("bearing").position, now.energy.potential];
  };
  for (const time of [0, 1, 2.5, 4, 5, 0.5]) areClose(t, read(runs[0], time), read(runs[1], time), 1e-6, `t = ${time}`);
  const angles = runs[0].column("crankPin.angle");
  isAbove(t, Math.max(...angles) - Math.min(...angles), 20);
});

test("a gear works on a joint that closes a loop", (t) => {
  const [closed, open] = (["crankPin", "wristPin"] as const).map((closing) => {
    const system = makeSliderCrank(closing);
    const inertia = Inertia.sphere({ mass: 1, radius: 0.4 });
    const rotor = system.add(new RigidBody("rotor", { inertia, position: [0, 5, 0] }));
    const shaft = system.add(new RevoluteJoint("shaft", system.ground, rotor, { point: [0, 5, 0], axis: [0, 0, 1] }));
    system.add(new Gear("gear", shaft, system.get("crankPin") as RevoluteJoint, { ratio: 2 }));
    return system.simulateSync({ until: 3, tolerance: 1e-10 });
  });
  const read = (run: Trajectory) =>
    ["shaft", "bearing", "crankPin"].flatMap((name) => {
      const { position, rate, acceleration } = run.last.joint(name);
      return [position, rate, acceleration];
    });
  areClose(t, read(closed), read(open), 1e-6);
  isClose(t, closed.last.joint("shaft").position, 2 * closed.last.joint("crankPin").position, 1e-12);
  isAbove(t, Math.abs(closed.last.joint("shaft").position), 20);
});

/**
 * A slide along x of the body on the slide's side and a ball, with a spring in the slide. From A to B the slide comes
 * first, or, the other way round, last; its axis then turns with the ball.
 */
class SlidingBall extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, isSlideFirst: boolean) {
    super(name, bodyA, bodyB, { point: [0, 0, 0] });
    const axis: Vector3 = isSlideFirst ? [1, 0, 0] : rotateBack(bodyA.drawn.T, [-1, 0, 0]);
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
      const point = { pointA: [0.2, 0, 0], pointB: rotateBack(body.drawn.T, [-0.3, 0.5, -0.2]) } as const;
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

test("points and axes in body axes bring bodies together that were drawn apart", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const random = makeRandom(15);
  const [a, b] = [system.add(makeBody(random, "a")), system.add(makeBody(random, "b"))];
  const [pointA, pointB, axisA, axisB] = Array.from({ length: 4 }, () => makeVector(random));
  const joint = system.add(new RevoluteJoint("joint", a, b, { pointA, pointB, axisA, axisB, angle: 0.7 }));
  const now = system.evaluate();
  const [first, second] = ["a", "b"].map((name) => now.body(name));
  const [A, B] = [rotationOf(first.orientation), rotationOf(second.orientation)];
  areClose(t, first.position, a.position, 1e-15);
  areClose(t, add(second.position, rotate(B, pointB)), add(first.position, rotate(A, pointA)), 1e-14);
  const n = rotate(A, normalize(axisA));
  areClose(t, rotate(B, normalize(axisB)), n, 1e-14);
  // At angle zero B is turned from its drawing by the least angle: about the common normal of the two axes.
  const drawn = rotate(b.drawn.T, normalize(axisB));
  const angle = Math.acos(dot(drawn, n));
  const least = multiply(rotationAbout(normalize(cross(drawn, n)), angle), b.drawn.T);
  areClose(t, B, multiply(rotationAbout(n, 0.7), least), 1e-14);
  // F and M are the parts of the wrench on A along the axis, wherever it points.
  now.show();
  joint.wrenchA.F.set([1, 2, 3]);
  joint.wrenchA.M.set([-3, 5, 1]);
  areClose(t, [joint.F, joint.M], [dot([1, 2, 3], n), dot([-3, 5, 1], n)], 1e-14);
});
