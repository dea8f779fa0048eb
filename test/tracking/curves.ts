import test from "ava";
import {
  CircularEdge,
  Contact,
  Cylinder,
  createTracker,
  Edge,
  Ellipsoid,
  IdealRolling,
  Inertia,
  KinematicPort,
  Plane,
  Point,
  quaternionAbout,
  RigidBody,
  Sphere,
  Superellipsoid,
  type Surface,
  SurfaceFrame,
  System,
  Torus,
} from "../../lib/index.ts";
import { findNearestOfCurve } from "../helpers/bruteCurve.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { followPair } from "../helpers/followPair.ts";
import type { Motion } from "../helpers/surfaceMotions.ts";
import { turning } from "../helpers/trackedPairs.ts";
import { pendulum } from "../reference/pendulum.ts";

function place(surface: Surface, ...position: [number, number, number]): SurfaceFrame {
  const frame = new SurfaceFrame(surface);
  frame.update(KinematicPort.of({ position }));
  return frame;
}

/** Circles about, turning all the time, so that no nearest point jumps. */
const around = (reach: number): Motion => ({
  position: [
    { amplitude: reach, frequency: 0.5 },
    { amplitude: reach, frequency: 0.5, phase: Math.PI / 2 },
    { value: 0.3, amplitude: 0.4, frequency: 0.8 },
  ],
  angles: [{ value: 0.3, rate: -0.5 }, { value: 1.2, amplitude: 0.2, frequency: 1.1 }, { rate: 0.3 }],
});

/** Stays on one side, upright. */
const beside: Motion = {
  position: [
    { value: 1.2, amplitude: 0.1 },
    { amplitude: 0.2, frequency: 0.7 },
    { value: 0.3, rate: 0.2 },
  ],
  angles: [{ value: 0.3, amplitude: 0.2 }, { value: 1.2, amplitude: 0.2, frequency: 1.1 }, { rate: 0.3 }],
};

const ellipsoid = new Ellipsoid({ semiAxes: [1, 0.7, 0.5] });
const torus = new Torus({ radius: 0.9, tubeRadius: 0.3, axis: "z" });
const box = new Superellipsoid({ semiAxes: [0.8, 0.7, 0.6], exponent: 4 });
const rod = new Cylinder({ radius: 0.5, axis: "z" });
const hollow = new Ellipsoid({ semiAxes: [1, 0.9, 1.1], inside: true });
const corner = new Point({ position: [0.1, -0.05, 0.2] });
const rim = new CircularEdge({ radius: 0.3, axis: "z" });
const edge = new Edge({ from: [-0.6, 0.1, 0], to: [0.7, 0.1, 0.2] });

const cases: { name: string; smooth: Surface; curve: Surface; motion: Motion; isFormula?: boolean }[] = [
  {
    name: "point at a sphere",
    smooth: new Sphere({ radius: 0.8 }),
    curve: corner,
    motion: around(1.4),
    isFormula: true,
  },
  { name: "point at a cylinder", smooth: rod, curve: corner, motion: around(1.4), isFormula: true },
  { name: "point at a torus", smooth: torus, curve: corner, motion: around(1.6), isFormula: true },
  { name: "point at an ellipsoid", smooth: ellipsoid, curve: corner, motion: around(1.5) },
  { name: "point at a rounded box", smooth: box, curve: corner, motion: around(1.4) },
  { name: "point in a hollow ellipsoid", smooth: hollow, curve: corner, motion: around(0.4) },
  { name: "rim at a sphere", smooth: new Sphere({ radius: 0.8 }), curve: rim, motion: around(1.6), isFormula: true },
  { name: "rim at an ellipsoid", smooth: ellipsoid, curve: rim, motion: around(1.7) },
  { name: "rim at a cylinder", smooth: rod, curve: rim, motion: beside },
  { name: "rim in a hollow ellipsoid", smooth: hollow, curve: rim, motion: around(0.3) },
  { name: "edge at a sphere", smooth: new Sphere({ radius: 0.8 }), curve: edge, motion: around(1.8) },
  { name: "edge at an ellipsoid", smooth: ellipsoid, curve: edge, motion: around(1.8) },
  { name: "edge at a cylinder", smooth: rod, curve: edge, motion: around(1.5) },
];

for (const { name, smooth, curve, motion, isFormula } of cases) {
  test(`${name}: against brute force and differences, in both orders`, (t) => {
    for (const isSwapped of [false, true]) {
      const [a, b] = isSwapped ? [curve, smooth] : [smooth, curve];
      const [motionA, motionB] = isSwapped ? [motion, turning] : [turning, motion];
      for (const way of ["auto", "algebraic"] as const) {
        const errors = followPair({ name, a, b, motionA, motionB }, way, 3, findNearestOfCurve);
        t.is(errors.name, way === "auto" && isFormula ? "closed-form" : "algebraic");
        isBelow(t, errors.gap, 1e-11, `${way}, gap`);
        isBelow(t, errors.points, 1e-5, `${way}, points`);
        isBelow(t, errors.start, 1e-9, `${way}, start`);
        // The curvature of the box changes fast: what differences leave is 1e-9.
        isBelow(t, errors.velocities, smooth === box ? 5e-9 : 1e-9, `${way}, velocities`);
      }
    }
  });
}

test("an edge is followed to its ends and back: the distance of a ball from a beam", (t) => {
  const [a, b] = [place(new Sphere({ radius: 0.3 }), 0, 0, 0), new SurfaceFrame(edge)];
  const tracker = createTracker("auto", a, b);
  const orientation = quaternionAbout([1, 2, -1], 0.7);
  const kinds = new Set<number>();
  for (let i = 0; i <= 400; i++) {
    const angle = (i / 400) * 4 * Math.PI;
    b.update(KinematicPort.of({ position: [1.1 * Math.sin(angle), 0.4 * Math.cos(angle), 0.3], orientation }));
    if (i === 0) tracker.start();
    else tracker.track();
    const [p, q] = [edge.from, edge.to].map((own) =>
      [0, 1, 2].map((k) => b.r[k] + b.T[3 * k] * own[0] + b.T[3 * k + 1] * own[1] + b.T[3 * k + 2] * own[2]),
    );
    const way = q.map((x, k) => x - p[k]);
    const part = -way.reduce((sum, x, k) => sum + x * p[k], 0) / way.reduce((sum, x) => sum + x * x, 0);
    const s = Math.min(Math.max(part, 0), 1);
    kinds.add(s);
    const nearest = p.map((x, k) => x + s * way[k]);
    areClose(t, tracker.pointB, nearest, 1e-12);
    isClose(t, tracker.gap, Math.hypot(...nearest) - 0.3, 1e-13);
  }
  t.true(kinds.has(0) && kinds.has(1));
  isAbove(t, kinds.size, 50);
});

test("the functions of points and edges are distances, with their derivatives", (t) => {
  const h = 1e-5;
  for (const surface of [edge, corner]) {
    for (const point of [
      [0.2, 0.5, 0.3],
      [-0.9, 0.3, -0.2],
      [1.1, -0.2, 0.4],
    ]) {
      const at = (shift: readonly number[]) => {
        const out = new Float64Array(10);
        surface.calc(
          Float64Array.from(point, (x, i) => x + shift[i]),
          out,
        );
        return out;
      };
      const here = at([0, 0, 0]);
      const entries = [
        [1, 2, 3],
        [4, 7, 8],
        [7, 5, 9],
        [8, 9, 6],
      ];
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [-h, h].map((x) => at([0, 1, 2].map((i) => (i === axis ? x : 0))));
        // Second order, steps of 1e-5, third derivatives of some tens.
        for (let row = 0; row < 4; row++) isClose(t, (high[row] - low[row]) / (2 * h), here[entries[row][axis]], 1e-8);
      }
    }
  }
  const out = new Float64Array(10);
  corner.calc(Float64Array.of(3, 4, 0), out);
  t.is(out[0], 5);
  edge.calc(Float64Array.of(-0.6, 0.1, 0), out);
  t.true(out.every(Number.isFinite));
});

test("what does not go with points and edges is refused by name", (t) => {
  const refuse = (
    name: "auto" | "algebraic" | "differential" | "closed-form",
    a: Surface,
    b: Surface,
    message: RegExp,
  ) => t.throws(() => createTracker(name, new SurfaceFrame(a), new SurfaceFrame(b)), { message });
  refuse(
    "differential",
    ellipsoid,
    rim,
    /tracker "differential" of Ellipsoid.*CircularEdge.* has no normal of its own, its points are no states; leave the choice to "auto"/,
  );
  refuse("auto", rim, edge, /has no normal of its own, nor has the other; use it against a smooth surface/);
  refuse("auto", new Plane(), edge, /Edge.*touches a plane at its ends; use a Point at each end instead/);
  refuse("closed-form", ellipsoid, corner, /tracker "closed-form" of Ellipsoid.* and Point .*no formulas/);
  t.throws(() => new Edge({ from: [1, 2, 3], to: [1, 2, 3] }), {
    message: /Edge: from \[1, 2, 3\] to \[1, 2, 3\] there is no length/,
  });
  t.throws(() => new Edge({ from: [1, 2, 3] } as never), { message: /Edge: to is undefined/ });
  t.throws(() => new Point({ point: [1, 2, 3] } as object), { message: /Point: unknown option "point"/ });
  // A rim about the axis of a ball in a hollow of revolution: a whole circle is nearest.
  const egg = new Ellipsoid({ semiAxes: [1, 1, 0.5], inside: true });
  const tracker = createTracker("auto", place(egg, 0, 0, 0), place(rim, 0, 0, 0.1));
  t.throws(() => tracker.start(), { message: /no pair of points found that is nearest/ });
});

const g = 9.81;

test("a corner slides in a bowl as a pendulum, and startAt chooses where", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const bead = system.add(new RigidBody("bead", { inertia, position: [0.3, -0.4, 0] }));
  const surfaceA = new Ellipsoid({ semiAxes: [0.5, 0.5, 0.9], inside: true });
  const startAt = [
    [0.3, -0.4, 0],
    [0.3, -0.4, 0],
  ] as const;
  system.add(new Contact("bowl", system.ground, bead, { surfaceA, surfaceB: new Point(), startAt }));
  const run = system.simulateSync({ until: 1, tolerance: 1e-10 });
  t.is(run.events.length, 0);
  for (let i = 0; i <= 10; i++) {
    const at = run.at(0.1 * i);
    const { position: p, velocity: v } = at.body("bead");
    isClose(t, Math.hypot(...p), 0.5, 1e-10);
    const square = 2 * g * (-0.4 - p[1]);
    isClose(t, Math.hypot(...v) ** 2, square, 1e-8);
    // N = m (v²/R − g·n)
    isClose(t, Math.hypot(...at.reaction("bowl").force), 2 * (square / 0.5 - (g * p[1]) / 0.5), 1e-6);
  }
});

test("a disc on its rim rolls in a pipe: a pendulum of 3/2 of the length R − r", (t) => {
  const [R, r] = [0.5, 0.15];
  const system = new System();
  const inertia = Inertia.cylinder({ mass: 2, radius: r, length: 1e-3, axis: "z" });
  const position = [(R - r) * Math.sin(0.6), -(R - r) * Math.cos(0.6), 0];
  const disc = system.add(new RigidBody("disc", { inertia, position }));
  const surfaces = {
    surfaceA: new Cylinder({ radius: R, axis: "z", inside: true }),
    surfaceB: new CircularEdge({ radius: r, axis: "z" }),
  };
  system.add(new Contact("pipe", system.ground, disc, { ...surfaces, friction: new IdealRolling() }));
  const run = system.simulateSync({ until: 2, tolerance: 1e-10 });
  const moment = inertia.tensor[2] / (2 * r * r);
  const motion = pendulum(Math.sqrt(g / ((1 + moment) * (R - r))), 0.6);
  for (let i = 0; i <= 10; i++) {
    const { position: p } = run.at(0.2 * i).body("disc");
    isClose(t, Math.atan2(p[0], -p[1]), motion.angle(0.2 * i), 1e-8);
  }
  isClose(t, moment, 0.5, 1e-12);
});

test("a plank rocks on a barrel, by its lower edge", (t) => {
  const [R, length, mass] = [0.4, 1.2, 3];
  const system = new System();
  const inertia = Inertia.box({ mass, size: [length, 0.02, 0.1] });
  const start = 0.5;
  // Touches at the angle φ from the top, with its middle R φ back along it.
  const middle = (phi: number) => [
    R * Math.sin(phi) - R * phi * Math.cos(phi),
    R * Math.cos(phi) + R * phi * Math.sin(phi),
  ];
  const plank = system.add(
    new RigidBody("plank", {
      inertia,
      position: [...middle(start), 0],
      orientation: quaternionAbout([0, 0, 1], -start),
    }),
  );
  const surfaceB = new Edge({ from: [-length / 2, 0, 0], to: [length / 2, 0, 0] });
  const surfaces = { surfaceA: new Cylinder({ radius: R, axis: "z" }), surfaceB };
  system.add(new Contact("barrel", system.ground, plank, { ...surfaces, friction: new IdealRolling() }));
  const run = system.simulateSync({ until: 3, tolerance: 1e-10 });
  t.is(run.events.length, 0);
  const moment = (mass * (length ** 2 + 0.02 ** 2)) / 12;
  const height = (phi: number) => R * (Math.cos(phi) + phi * Math.sin(phi));
  let turns = 0;
  for (let i = 0; i <= 30; i++) {
    const { position, orientation: q, angularVelocity: w } = run.at(0.1 * i).body("plank");
    const phi = -2 * Math.atan2(q[3], q[0]);
    areClose(t, position, [...middle(phi), 0], 1e-9);
    // ½ (J + m R² φ²) φ̇² + m g h(φ) stays.
    isClose(t, w[2] ** 2, (2 * mass * g * (height(start) - height(phi))) / (moment + mass * R * R * phi * phi), 1e-7);
    if (phi < -0.3) turns++;
  }
  isAbove(t, turns, 2);
});
