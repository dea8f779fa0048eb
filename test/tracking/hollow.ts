import test from "ava";
import {
  CircularSpindle,
  Cone,
  Contact,
  Cylinder,
  createTracker,
  Ellipsoid,
  IdealRolling,
  Inertia,
  KinematicPort,
  Paraboloid,
  Plane,
  RigidBody,
  type SolidPlace,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceFrame,
  SurfaceOfRevolution,
  System,
  Torus,
} from "../../lib/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import { followPair } from "../helpers/followPair.ts";
import { Hollow } from "../helpers/Hollow.ts";
import type { Motion } from "../helpers/surfaceMotions.ts";
import { turning } from "../helpers/trackedPairs.ts";
import { pendulum } from "../reference/pendulum.ts";

const g = 9.81;

function place(surface: Surface, ...position: [number, number, number]): SurfaceFrame {
  const frame = new SurfaceFrame(surface);
  frame.update(KinematicPort.of({ position }));
  return frame;
}

const kinds: ((place: SolidPlace) => Surface)[] = [
  (place) => new Sphere({ radius: 1, ...place }),
  (place) => new Ellipsoid({ semiAxes: [1, 0.7, 0.5], ...place }),
  (place) => new Cylinder({ radius: 0.6, axis: "z", ...place }),
  (place) => new Cone({ halfAngle: 0.5, ...place }),
  (place) => new Torus({ radius: 1, tubeRadius: 0.3, ...place }),
  (place) => new Paraboloid({ radius: 0.4, ...place }),
  (place) => new Superellipsoid({ semiAxes: [1, 0.7, 0.5], exponent: 4, ...place }),
  (place) => new CircularSpindle({ radius: 1, offset: 0.4, ...place }),
  (place) =>
    new SurfaceOfRevolution({
      generatrix: [
        [-1, 0.3],
        [0, 0.5],
        [1, 0.4],
      ],
      ...place,
    }),
];

test("inside: true turns function, gradient and Hessian about; nothing is farthest, and nothing convex", (t) => {
  const [solid, hollow, support] = [new Float64Array(10), new Float64Array(10), new Float64Array(3)];
  for (const create of kinds) {
    const [a, b] = [create({}), create({ inside: true })];
    for (const point of a.listSamples()) {
      const near = point.map((x, i) => x * (1.1 + 0.02 * i) + 0.01);
      a.calc(near, solid);
      b.calc(near, hollow);
      areClose(
        t,
        hollow,
        solid.map((x) => -x),
        0,
      );
    }
    t.false(b.findSupport(Float64Array.of(0, 1, 0), support));
    t.false(b.isConvex);
    t.true(b.inside && !a.inside);
    t.is(b.label, a.label.replace("}", ", inside: true}"));
    t.is(b.listSamples().length, a.listSamples().length);
  }
  const out = new Float64Array(10);
  new Hollow([1, 0.7, 0.5]).calc(Float64Array.of(0.1, 0.2, 0.3), out);
  kinds[1]({ inside: true }).calc(Float64Array.of(0.1, 0.2, 0.3), hollow);
  areClose(t, hollow, out, 0);
});

test("inside: true of an expression, and where it has no meaning", async (t) => {
  const bowl = await Surface.from("x^2 + y^2 + z^2 - a^2", { a: 2 }, { inside: true });
  const out = new Float64Array(10);
  bowl.calc(Float64Array.of(0, 1, 0), out);
  areClose(t, out, [3, 0, -2, 0, -2, -2, -2, 0, 0, 0], 0);
  isClose(t, bowl.size, 2, 1e-12);
  const [a, b] = [place(bowl, 0, 0, 0), place(new Sphere({ radius: 0.5 }), 0, -1, 0.2)];
  for (const name of ["algebraic", "differential"] as const) {
    const tracker = createTracker(name, a, b);
    tracker.start();
    isClose(t, tracker.gap, 1.5 - Math.hypot(1, 0.2), 1e-13);
    areClose(
      t,
      tracker.normal,
      [0, 1, -0.2].map((x) => x / Math.hypot(1, 0.2)),
      1e-13,
    );
  }
  t.throws(() => new Plane({ inside: true } as object), { message: /Plane: unknown option "inside"/ });
  t.throws(() => new Sphere({ radius: 1, inside: 1 as unknown as boolean }), {
    message: /Sphere: inside is 1; give true or false/,
  });
});

/** Wanders about in a hollow, out of its middle. */
const within = (x: number, y: number, z: number): Motion => ({
  position: [
    { value: x, amplitude: 0.1, frequency: 0.6 },
    { value: y, amplitude: 0.1, frequency: 0.9 },
    { value: z, amplitude: 0.1, frequency: 1.1, phase: 1 },
  ],
  angles: [{ rate: 0.5 }, { value: 0.4, rate: 0.8 }, { rate: 0.7, amplitude: 0.5 }],
});

const rocking: Motion = {
  position: turning.position.map((wave) => ({ ...wave, amplitude: 0.05 })) as Motion["position"],
  angles: [{ amplitude: 0.2 }, { value: 0.1, amplitude: 0.05, frequency: 0.7 }, { amplitude: 0.2, frequency: 1.3 }],
};

for (const { name, hollow, solid, motion, formulas } of [
  {
    name: "ball in a bowl",
    hollow: kinds[0],
    solid: new Sphere({ radius: 0.2 }),
    motion: within(0.3, 0.2, -0.3),
    formulas: true,
  },
  {
    name: "ball in a pipe",
    hollow: kinds[2],
    solid: new Sphere({ radius: 0.2 }),
    motion: within(0.05, -0.3, 0.2),
    formulas: true,
  },
  {
    name: "ball in a ring",
    hollow: (place: SolidPlace) => new Torus({ radius: 1, tubeRadius: 0.5, axis: "z", ...place }),
    solid: new Sphere({ radius: 0.1 }),
    motion: within(0.8, -0.6, 0),
    formulas: true,
  },
  {
    name: "ball in an ellipsoid",
    hollow: kinds[1],
    solid: new Sphere({ radius: 0.1 }),
    motion: within(0.3, 0.15, 0.2),
    formulas: false,
  },
  {
    name: "egg in a bowl",
    hollow: kinds[0],
    solid: new Ellipsoid({ semiAxes: [0.2, 0.15, 0.1] }),
    motion: within(0.3, 0.2, -0.3),
    formulas: false,
  },
]) {
  test(`${name}: trackers against brute force and differences, in both orders`, (t) => {
    const cavity = hollow({ inside: true });
    for (const isSwapped of [false, true]) {
      const [a, b] = isSwapped ? [solid, cavity] : [cavity, solid];
      const [motionA, motionB] = isSwapped ? [motion, rocking] : [rocking, motion];
      const pair = { name, a, b, motionA, motionB };
      for (const way of ["auto", "algebraic"] as const) {
        const errors = followPair(pair, way, 3);
        t.is(errors.name, way === "auto" && formulas ? "closed-form" : "algebraic");
        // Brute force ends at 1e-12 in its parameters; the distance is flat there.
        isBelow(t, errors.gap, 1e-12, `${way}, gap`);
        isBelow(t, errors.points, 1e-7, `${way}, points`);
        isBelow(t, errors.start, 1e-9, `${way}, start`);
        isBelow(t, errors.velocities, 1e-9, `${way}, velocities`);
      }
      if (!formulas) {
        t.throws(() => createTracker("closed-form", new SurfaceFrame(a), new SurfaceFrame(b)), {
          message: /inside: true.*there are no formulas for this pair/s,
        });
      }
    }
  });
}

test("a ball that is pressed through its bowl: the gap is the way back", (t) => {
  const [a, b] = [
    place(new Sphere({ radius: 1, inside: true }), 0, 0, 0),
    place(new Sphere({ radius: 0.2 }), 0.54, 0.72, 0),
  ];
  for (const name of ["closed-form", "algebraic"] as const) {
    const tracker = createTracker(name, a, b);
    tracker.start();
    isClose(t, tracker.gap, -0.1, 1e-13);
    areClose(t, tracker.pointA, [0.6, 0.8, 0], 1e-13);
    areClose(t, tracker.normal, [-0.6, -0.8, 0], 1e-13);
  }
});

/** A ball that rolls, or slides, from `angle` in a bowl or a pipe along z. */
function swing(surfaceA: Surface, angle: number, rolls: boolean, tracker: "auto" | "algebraic" | "differential") {
  const [R, r] = [0.5, 0.1];
  const system = new System();
  const position = [(R - r) * Math.sin(angle), -(R - r) * Math.cos(angle), 0];
  const ball = system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: r }), position }));
  const friction = rolls ? new IdealRolling() : undefined;
  system.add(
    new Contact("bowl", system.ground, ball, { surfaceA, surfaceB: new Sphere({ radius: r }), friction, tracker }),
  );
  return { system, length: R - r };
}

test("a ball in a bowl and in a pipe swings as a pendulum of the length R − r, rolling of 7/5 of it; energy stays", (t) => {
  for (const surface of [
    new Sphere({ radius: 0.5, inside: true }),
    new Cylinder({ radius: 0.5, axis: "z", inside: true }),
    new Ellipsoid({ semiAxes: [0.5, 0.5, 0.8], inside: true }),
  ]) {
    for (const rolls of [true, false]) {
      for (const tracker of ["auto", "differential"] as const) {
        const { system, length } = swing(surface, 0.8, rolls, tracker);
        const motion = pendulum(Math.sqrt(g / (length * (rolls ? 1.4 : 1))), 0.8);
        const run = system.simulateSync({ until: 2, tolerance: 1e-10 });
        t.is(run.events.length, 0);
        for (let i = 0; i <= 20; i++) {
          const { position } = run.at(0.1 * i).body("ball");
          // Tolerance 1e-10, times some tens over 2 s.
          isClose(t, Math.atan2(position[0], -position[1]), motion.angle(0.1 * i), 1e-8);
          isClose(t, Math.hypot(...position), length, 1e-10);
        }
        const total = run.column("energy.total");
        isBelow(t, Math.max(...total.map((value) => Math.abs(value - total[0]))), 1e-8);
      }
    }
  }
});

test("small swings in a bowl take 2π √(7 (R − r)/(5 g))", (t) => {
  const { system, length } = swing(new Sphere({ radius: 0.5, inside: true }), 1e-4, true, "auto");
  const period = 2 * Math.PI * Math.sqrt((7 * length) / (5 * g));
  const run = system.simulateSync({ until: period, tolerance: 1e-11 });
  const { position, velocity } = run.last.body("ball");
  // A swing by 1e-4 rad is longer by 1e-8/16.
  isClose(t, position[0] / length, 1e-4, 1e-10);
  isBelow(t, Math.abs(velocity[0]), 1e-8);
});

test("a ball thrown around in an upright pipe comes up again: √(2/7) of its turns", (t) => {
  const [R, r, turn] = [0.5, 0.1, 6];
  const system = new System();
  const speed = turn * (R - r);
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass: 2, radius: r }),
      position: [R - r, 0, 0],
      velocity: [0, 0, -speed],
      // No slip at the wall, r away along x: [ω, r e_x] = −v.
      angularVelocity: [0, -speed / r, 0],
    }),
  );
  const surfaces = { surfaceA: new Cylinder({ radius: R, inside: true }), surfaceB: new Sphere({ radius: r }) };
  system.add(new Contact("wall", system.ground, ball, { ...surfaces, friction: new IdealRolling() }));
  const run = system.simulateSync({ until: 3, tolerance: 1e-10 });
  const lowest = (2.5 * g) / turn ** 2;
  let deepest = 0;
  for (let i = 0; i <= 30; i++) {
    const { position } = run.at(0.1 * i).body("ball");
    const expected = -lowest * (1 - Math.cos(Math.sqrt(2 / 7) * turn * 0.1 * i));
    isClose(t, position[1], expected, 1e-8);
    deepest = Math.min(deepest, expected);
  }
  isBelow(t, deepest, -1.3);
});
