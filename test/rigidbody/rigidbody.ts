import test, { type ExecutionContext } from "ava";
import {
  type BaseMotion,
  Ground,
  Inertia,
  KinematicPort,
  ModelError,
  matrixFromQuaternion,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  System,
  sliding,
  turning,
  type Vector3,
  WrenchPort,
} from "../../lib/index.ts";
import { cross, dot, multiply, rotate, rotateBack, rotationAbout, subtract, transpose } from "../../lib/math/index.ts";
import { areClose, isBelow } from "../helpers/compare.ts";

const sphere = Inertia.sphere({ mass: 2, radius: 0.3 });

test("a kinematic port is a view of 24 numbers, in the order r, T, v, ω, a, ε", (t) => {
  const memory = Float64Array.from({ length: 24 }, (_, i) => i);
  const port = new KinematicPort(memory);
  t.deepEqual([...port.r], [0, 1, 2]);
  t.deepEqual([...port.T], [3, 4, 5, 6, 7, 8, 9, 10, 11]);
  t.deepEqual([...port.v], [12, 13, 14]);
  t.deepEqual([...port.w], [15, 16, 17]);
  t.deepEqual([...port.a], [18, 19, 20]);
  t.deepEqual([...port.e], [21, 22, 23]);
  memory[12] = -1;
  t.is(port.v[0], -1);
  port.e[2] = 7;
  t.is(memory[23], 7);
});

test("a port of one's own is at rest, unturned; set changes only what is given", (t) => {
  const port = new KinematicPort();
  t.deepEqual([...port.T], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  for (const part of [port.r, port.v, port.w, port.a, port.e]) t.deepEqual([...part], [0, 0, 0]);
  const other = KinematicPort.of({ position: [1, 2, 3], orientation: [0, 0, 0, 2], velocity: [4, 5, 6] });
  areClose(t, other.T, rotationAbout([0, 0, 1], Math.PI), 2e-16);
  other.set({ angularVelocity: [1, 1, 1], acceleration: [2, 2, 2], angularAcceleration: [3, 3, 3] });
  t.deepEqual([...other.r], [1, 2, 3]);
  t.deepEqual([...other.v], [4, 5, 6]);
  t.deepEqual([...other.w], [1, 1, 1]);
  t.deepEqual([...other.a], [2, 2, 2]);
  t.deepEqual([...other.e], [3, 3, 3]);
  t.throws(() => other.set({ velocity: [1, 2] as never }), {
    instanceOf: ModelError,
    message: "KinematicPort: velocity [1, 2] has 2 numbers; give three numbers [x, y, z]",
  });
});

test("a wrench port is a view of nine numbers: F, M, P", (t) => {
  const memory = Float64Array.from({ length: 9 }, (_, i) => i);
  const port = new WrenchPort(memory);
  t.deepEqual([...port.F], [0, 1, 2]);
  t.deepEqual([...port.M], [3, 4, 5]);
  t.deepEqual([...port.P], [6, 7, 8]);
  t.deepEqual([...new WrenchPort().F], [0, 0, 0]);
});

test("a body keeps what it was given: unit quaternion, angular velocity in world axes, its drawn port", (t) => {
  const orientation = quaternionAbout([0, 0, 1], Math.PI / 2).map((x) => 3 * x) as never;
  const body = new RigidBody("arm", {
    inertia: sphere,
    position: [1, 2, 3],
    orientation,
    velocity: [0, 1, 0],
    bodyAngularVelocity: [5, 0, 7],
  });
  areClose(t, [Math.hypot(...body.orientation)], [1], 2e-16);
  // A quarter turn about z takes the body's x to the world's y.
  areClose(t, body.angularVelocity as Vector3, [0, 5, 7], 2e-15);
  areClose(t, body.referencePose.w, [0, 5, 7], 2e-15);
  areClose(t, body.referencePose.T, rotationAbout([0, 0, 1], Math.PI / 2), 3e-16);
  t.deepEqual([...body.referencePose.r], [1, 2, 3]);
  t.deepEqual([...body.referencePose.v], [0, 1, 0]);
  const still = new RigidBody("still", { inertia: sphere });
  t.is(still.velocity, undefined);
  t.is(still.angularVelocity, undefined);
  t.deepEqual(still.orientation, [1, 0, 0, 0]);
});

test("a base at rest sits where it was put", (t) => {
  const base = new Ground("table", { position: [1, 0, 2], orientation: quaternionAbout([1, 0, 0], 0.3) });
  t.deepEqual([...base.referencePose.r], [1, 0, 2]);
  areClose(t, base.referencePose.T, rotationAbout([1, 0, 0], 0.3), 2e-16);
  base.checkMotion(5);
  t.is(base.motion, undefined);
});

/** Fourth-order difference quotient of a vector function. */
function differentiate(f: (t: number) => ArrayLike<number>, t: number, h = 3e-4): number[] {
  const [a, b, c, d] = [f(t - 2 * h), f(t - h), f(t + h), f(t + 2 * h)];
  return Array.from(b, (_, i) => (a[i] - 8 * b[i] + 8 * c[i] - d[i]) / (12 * h));
}

function sample(motion: BaseMotion, t: number): KinematicPort {
  const port = new KinematicPort();
  motion(t, port);
  return port;
}

/** Velocities and accelerations of a motion against difference quotients of its positions. */
function checkDerivatives(t: ExecutionContext, motion: BaseMotion, time: number): void {
  const here = sample(motion, time);
  areClose(
    t,
    here.v,
    differentiate((x) => sample(motion, x).r.slice(), time),
    1e-9,
    "v",
  );
  areClose(
    t,
    here.a,
    differentiate((x) => sample(motion, x).v.slice(), time),
    1e-9,
    "a",
  );
  areClose(
    t,
    here.e,
    differentiate((x) => sample(motion, x).w.slice(), time),
    1e-9,
    "ε",
  );
  const rate = differentiate((x) => sample(motion, x).T.slice(), time);
  const spin = multiply(rate, transpose(here.T));
  const [x, y, z] = here.w;
  areClose(t, spin, [0, -z, y, z, 0, -x, -y, x, 0], 1e-10, "ω");
  areClose(t, multiply(here.T, transpose(here.T)), [1, 0, 0, 0, 1, 0, 0, 0, 1], 1e-15);
}

test("turning: position, velocity, acceleration and rotation fit one another, about a point away from the origin", (t) => {
  const motion = turning({
    axis: [1, 2, -2],
    point: [0.5, -1, 2],
    position: [1, 1, 1],
    angle: (x) => [0.3 + 2 * x + Math.sin(3 * x), 2 + 3 * Math.cos(3 * x), -9 * Math.sin(3 * x)],
  });
  for (const time of [0, 0.4, 1.7]) checkDerivatives(t, motion, time);
  // The turn itself: the point stays, the rest goes round it.
  const time = 0.7;
  const angle = 0.3 + 2 * time + Math.sin(3 * time);
  const { r, T, w } = sample(motion, time);
  const turn = rotationAbout([1 / 3, 2 / 3, -2 / 3], angle);
  areClose(t, T, turn, 2e-15);
  areClose(t, subtract(r, [0.5, -1, 2]), rotate(turn, [0.5, 2, -1]), 3e-15);
  t.is(Math.sign(dot(w, [1, 2, -2])), Math.sign(2 + 3 * Math.cos(3 * time)));
});

test("turning without a position: the base's origin is the point on the axis", (t) => {
  const motion = turning({ axis: [0, 0, 1], point: [1, 2, 3], angle: (x) => [x, 1, 0] });
  const { r, v, a, w } = sample(motion, 1);
  t.deepEqual([...r], [1, 2, 3]);
  areClose(t, [...v, ...a], [0, 0, 0, 0, 0, 0], 0);
  t.deepEqual([...w], [0, 0, 1]);
});

test("sliding: along a direction of any length, in metres", (t) => {
  const motion = sliding({
    direction: [0, 3, 4],
    position: [1, 0, 0],
    distance: (x) => [Math.sin(x), Math.cos(x), -Math.sin(x)],
  });
  for (const time of [0, 0.4, 1.7]) checkDerivatives(t, motion, time);
  areClose(t, sample(motion, 1).r, [1, 0.6 * Math.sin(1), 0.8 * Math.sin(1)], 1e-16);
});

test("a moving base draws itself at time zero, and its port moves in a run", (t) => {
  const system = new System();
  const motion = turning({ axis: [0, 1, 0], point: [0, 0, 0], position: [1, 0, 0], angle: (x) => [0.5 + 2 * x, 2, 0] });
  const table = system.add(new Ground("table", { motion }));
  areClose(t, table.referencePose.r, [Math.cos(0.5), 0, -Math.sin(0.5)], 2e-16);
  system.add(new RigidBody("ball", { inertia: sphere }));
  const { position, velocity, acceleration, angularVelocity } = system.evaluate(0.25).body("table");
  areClose(t, position, [Math.cos(1), 0, -Math.sin(1)], 2e-16);
  areClose(t, velocity, cross([0, 2, 0], position), 1e-15);
  areClose(t, acceleration, [-4 * position[0], 0, -4 * position[2]], 2e-15);
  areClose(t, angularVelocity, [0, 2, 0], 0);
});

test("fast motions are accepted: a shaft at 10,000 rpm, a shaker at 1 kHz", (t) => {
  const rate = (10000 * 2 * Math.PI) / 60;
  new Ground("shaft", { motion: turning({ axis: [0, 0, 1], angle: (x) => [rate * x, rate, 0] }) }).checkMotion(0);
  const w = 2 * Math.PI * 1000;
  const distance = (x: number) =>
    [1e-3 * Math.sin(w * x), 1e-3 * w * Math.cos(w * x), -1e-3 * w * w * Math.sin(w * x)] as const;
  new Ground("shaker", { motion: sliding({ direction: [0, 1, 0], distance }) }).checkMotion(0);
  // Far away and slow: the quotient of large numbers is rough, but not that rough.
  const orbit = turning({ axis: [0, 0, 1], position: [4.2e7, 0, 0], angle: (x) => [7.3e-5 * x, 7.3e-5, 0] });
  new Ground("station", { motion: orbit }).checkMotion(0);
  t.pass();
});

test("a base whose derivatives do not fit is refused, whichever part is wrong", (t) => {
  const good = turning({
    axis: [1, 1, 1],
    position: [1, 0, 0],
    angle: (x) => [x + x * x, 1 + 2 * x, 2],
  });
  new Ground("base", { motion: good }).checkMotion(0);
  const parts = [
    ["v", "velocity"],
    ["a", "acceleration"],
    ["w", "angular velocity"],
    ["e", "angular acceleration"],
  ] as const;
  for (const [key, what] of parts) {
    const motion: BaseMotion = (time, out) => {
      good(time, out);
      out[key][1] += 0.05;
    };
    const error = t.throws(() => new Ground("base", { motion }).checkMotion(0), { instanceOf: ModelError });
    t.regex(
      error?.message ?? "",
      new RegExp(
        `^Ground "base": ${what} component 1 is [-\\d.e]+ at t = 0, but a difference quotient gives [-\\d.e]+; `,
      ),
      key,
    );
    t.true(error?.message.endsWith("the motion has to fill r, T, v, w, a and e so that they fit one another"));
  }
  const broken: BaseMotion = (time, out) => {
    good(time, out);
    out.a[0] = 1 / time;
  };
  t.throws(() => new Ground("base", { motion: broken }).checkMotion(0), {
    message: 'Ground "base": the motion gives a number that is not finite near t = 0; check its formulas',
  });
});

test("a thrown body: a parabola, and a constant spin about a principal axis", (t) => {
  const system = new System({ gravity: [0, -10, 0] });
  const orientation = quaternionAbout([0, 1, 0], 0.4);
  system.add(
    new RigidBody("stone", {
      inertia: Inertia.box({ mass: 3, size: [1, 2, 3] }),
      position: [1, 2, 3],
      orientation,
      velocity: [4, 5, 6],
      bodyAngularVelocity: [0, 0, 7],
    }),
  );
  const run = system.simulateSync({ until: 2, tolerance: 1e-11 });
  const { position, velocity, orientation: q, angularVelocity } = run.last.body("stone");
  areClose(t, position, [9, 2 + 10 - 20, 15], 1e-12);
  areClose(t, velocity, [4, -15, 6], 1e-12);
  // The axis stays; the body turns about it by 14 rad.
  const turn = matrixFromQuaternion(orientation);
  areClose(t, angularVelocity, rotate(turn, [0, 0, 7]), 1e-11);
  areClose(t, matrixFromQuaternion(q), multiply(turn, rotationAbout([0, 0, 1], 14)), 1e-9);
  areClose(t, [Math.hypot(...q)], [1], 3e-16);
  isBelow(t, run.energy.drift, 1e-9);
});

test("Euler's equations of a free body: I ε + ω × I ω = M about the centre, in a turned pose with products of inertia", (t) => {
  const inertia = new Inertia({ mass: 2, tensor: [3, 4, 5, 0.3, -0.4, 0.5] });
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(
    new RigidBody("body", {
      inertia,
      orientation: [0.3, -0.5, 0.7, 0.2],
      angularVelocity: [1, -2, 3],
      velocity: [1, 1, 1],
    }),
  );
  const { acceleration, angularAcceleration } = system.evaluate().body("body");
  areClose(t, acceleration, [0, 0, 0], 1e-15);
  const { T } = body.referencePose;
  const [xx, yy, zz, xy, xz, yz] = inertia.tensor;
  const apply = (v: ArrayLike<number>) => rotate(T, rotate([xx, xy, xz, xy, yy, yz, xz, yz, zz], rotateBack(T, v)));
  const w = [1, -2, 3];
  areClose(t, apply(angularAcceleration), cross(apply(w), w), 1e-13);
});

test("the length of a quaternion does not matter: a run is the same to the bit for any length given", (t) => {
  const run = (factor: number) => {
    const system = new System();
    const q = [0.5, -0.5, 0.5, 0.5].map((x) => x * factor) as never;
    const inertia = new Inertia({ mass: 2, tensor: [3, 4, 5] });
    system.add(new RigidBody("body", { inertia, orientation: q, angularVelocity: [1, -2, 3] }));
    return [...system.simulateSync({ until: 1 }).last.state];
  };
  t.deepEqual(run(4), run(1));
  t.deepEqual(run(0.25), run(1));
});

test("a body follows what it hangs on: no velocity given, the base's motion is taken over", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const base = system.add(new Ground("base", { motion: turning({ axis: [0, 0, 1], angle: (x) => [3 * x, 3, 0] }) }));
  const arm = system.add(new RigidBody("arm", { inertia: sphere, position: [2, 0, 0] }));
  system.add(new RevoluteJoint("pin", base, arm, { point: [1, 0, 0], axis: [0, 1, 0] }));
  const { velocity, angularVelocity } = system.evaluate().body("arm");
  areClose(t, velocity, [0, 6, 0], 1e-15);
  areClose(t, angularVelocity, [0, 0, 3], 0);
});
