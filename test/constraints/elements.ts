import test, { type ExecutionContext } from "ava";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  type Constraint,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  type ForceElement,
  Gear,
  Inertia,
  KinematicPort,
  type Pair,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  SpringDamper,
  System,
  type Vector3,
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
  transpose,
} from "../../lib/math/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import {
  atCentre,
  calcPower,
  checkDuality,
  checkRows,
  checkThirdLaw,
  differentiate,
  makeBody,
  makePath,
  makeRandom,
  makeVector,
  nudge,
  type Path,
} from "../helpers/rowChecks.ts";

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
  const toBody = (body: Body, point: Vector3) =>
    rotateBack(body.referencePose.T, subtract(point, body.referencePose.r));
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
    const rest = multiply(transpose(bodies[0].referencePose.T), bodies[1].referencePose.T);
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
  const turn = multiply(rotationAbout(rotate(a.referencePose.T, axis), 2), b.referencePose.T);
  // The point of B moves by the shift in A's axes, B turns by 2 rad about an axis of A.
  const arm = rotateBack(b.referencePose.T, subtract([0.3, 0.2, 0.1], b.position));
  port.T.set(turn);
  port.r.set(subtract(add([0.3, 0.2, 0.1], rotate(a.referencePose.T, shift)), rotate(turn, arm)));
  bushing.connect([a.referencePose, port]);
  bushing.calcReaction(0);
  areClose(t, rotateBack(a.referencePose.T, bushing.wrenchB.F), [-0.1, 0.4, -0.9], 1e-14);
  areClose(t, rotateBack(a.referencePose.T, bushing.wrenchB.M), scale(axis, -10), 1e-13);
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
    rows.connect([a.referencePose, nudge(b.referencePose, 2, z)]);
    rows.calcPositionErrors(0);
    areClose(t, rows.positionErrors, [0, 0], 1e-14);
  }
  rows.connect([a.referencePose, nudge(nudge(b.referencePose, 0, 0.3), 1, 0.4)]);
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
