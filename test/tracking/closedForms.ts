import test from "ava";
import { ModelError, matrixFromQuaternion } from "../../lib/math/index.ts";
import {
  AlgebraicTracker,
  CircularEdge,
  CircularSpindle,
  Cylinder,
  createTracker,
  Ellipsoid,
  Plane,
  Sphere,
  type Surface,
  SurfaceFrame,
  Torus,
  type TrackerName,
  TrackingError,
} from "../../lib/tracking/index.ts";
import { isBelow, isClose } from "../helpers/compare.ts";
import { differ, evaluate } from "../helpers/measureTrackers.ts";
import { RandomSource } from "../helpers/random.ts";
import { type Motion, move } from "../helpers/surfaceMotions.ts";
import { circling, floor, rocking, tumbling, turning } from "../helpers/trackedPairs.ts";

const plane = new Plane({ normal: [1, 2, 2], point: [0.1, -0.2, 0.05], orientation: [0.8, -0.2, 0.3, 0.1] });
// Leans the plane's normal back to z.
const standing = new Plane({ normal: [0, 0, 1], point: [0.3, -0.2, 0.05] });
const sphere = new Sphere({ radius: 0.5 });

/** A reaches from near the origin, B moves outside it; every pair is tried in both orders. */
const cases: { name: string; a: Surface; b: Surface; motionA: Motion; motionB: Motion }[] = [
  { name: "sphere on an inclined plane", a: plane, b: sphere, motionA: floor, motionB: tumbling },
  {
    name: "ellipsoid on an inclined plane",
    a: plane,
    b: new Ellipsoid({ semiAxes: [0.9, 0.6, 0.4] }),
    motionA: floor,
    motionB: tumbling,
  },
  {
    name: "torus on a plane",
    a: standing,
    b: new Torus({ radius: 0.7, tubeRadius: 0.25, axis: "z" }),
    motionA: floor,
    motionB: rocking,
  },
  {
    name: "spindle on a plane",
    a: standing,
    b: new CircularSpindle({ radius: 1, offset: 0.5, axis: "z" }),
    motionA: floor,
    motionB: rocking,
  },
  { name: "two spheres", a: sphere, b: new Sphere({ radius: 0.8 }), motionA: turning, motionB: circling },
  {
    name: "sphere and cylinder",
    a: new Cylinder({ radius: 0.6, axis: "z" }),
    b: sphere,
    motionA: turning,
    motionB: circling,
  },
  {
    name: "two cylinders",
    a: new Cylinder({ radius: 0.6, axis: "z" }),
    b: new Cylinder({ radius: 0.3, axis: "x" }),
    motionA: { position: turning.position, angles: [{ rate: 0.4 }, { value: 0.3, amplitude: 0.2 }, { rate: 0.6 }] },
    motionB: {
      position: [{ value: 0.7 }, { value: 1.9, amplitude: 0.5 }, { amplitude: 0.6, frequency: 0.7 }],
      angles: [{ value: 0.2, amplitude: 0.4 }, { rate: 0.3 }, { amplitude: 0.3, frequency: 1.3 }],
    },
  },
  {
    name: "sphere and torus",
    a: new Torus({ radius: 1, tubeRadius: 0.4, axis: "x" }),
    b: sphere,
    motionA: turning,
    motionB: circling,
  },
  {
    name: "sphere and spindle",
    a: new CircularSpindle({ radius: 2, offset: 1.2, axis: "z" }),
    b: sphere,
    motionA: { position: turning.position, angles: [{ rate: 0.4 }, { value: 0.1, amplitude: 0.1 }, { rate: 0.6 }] },
    motionB: circling,
  },
];

for (const { name, a, b, motionA, motionB } of cases) {
  for (const isSwapped of [false, true]) {
    test(`${name}${isSwapped ? ", the other way round" : ""}: closed form and algebraic tracker agree`, (t) => {
      const first = new SurfaceFrame(a);
      const second = new SurfaceFrame(b);
      const frames = isSwapped ? ([second, first] as const) : ([first, second] as const);
      const moveTo = (time: number) => {
        move(first, motionA, time);
        move(second, motionB, time);
      };
      moveTo(0);
      const closed = createTracker("closed-form", ...frames);
      const algebraic = new AlgebraicTracker(...frames);
      t.is(createTracker("auto", ...frames).name, "closed-form");
      t.is(createTracker(undefined, ...frames).constructor, closed.constructor);
      closed.start();
      algebraic.start();
      t.is(closed.stateCount, 0);
      for (let i = 0; i <= 200; i++) {
        moveTo(0.05 * i);
        const expected = evaluate(algebraic);
        const result = evaluate(closed);
        const [place, speed] = [0, 9].map((from) =>
          differ(result.subarray(from, from + 9), expected.subarray(from, from + 9)),
        );
        isBelow(t, place, 1e-13, `at ${0.05 * i}`);
        isClose(t, result[18], expected[18], 1e-13, `at ${0.05 * i}: ${place}`);
        // Where a whole circle is almost nearest the points run fast, and rounding grows with them.
        const fastest = Math.max(1, ...result.subarray(9, 18).map(Math.abs));
        isBelow(t, speed, 1e-12 * fastest, `at ${0.05 * i}`);
      }
    });
  }
}

for (const axis of ["x", "y", "z"] as const) {
  test(`surfaces about ${axis}: closed form and algebraic tracker agree`, (t) => {
    const random = new RandomSource(21);
    const ball = new Sphere({ radius: 0.3 });
    const bars = [new Torus({ radius: 0.7, tubeRadius: 0.2, axis }), new Cylinder({ radius: 0.4, axis })];
    const crossed = new Cylinder({ radius: 0.2, axis: axis === "x" ? "y" : "x" });
    for (const [a, b] of [
      ...bars.map((bar) => [ball, bar]),
      [standing, bars[0]],
      [bars[1], crossed],
      [crossed, bars[1]],
    ]) {
      for (let i = 0; i < 5; i++) {
        const frames = [new SurfaceFrame(a), new SurfaceFrame(b)] as const;
        for (const frame of frames) {
          frame.T.set(matrixFromQuaternion(random.quaternion()));
          frame.v.set(random.vector(1));
          frame.w.set(random.vector(1));
        }
        frames[1].r.set(random.direction().map((x) => 2 * x));
        const [closed, algebraic] = [createTracker("closed-form", ...frames), new AlgebraicTracker(...frames)];
        closed.start();
        algebraic.start();
        const expected = evaluate(algebraic);
        const fastest = Math.max(1, ...expected.map(Math.abs));
        isBelow(t, differ(evaluate(closed), expected), 1e-12 * fastest ** 2, `${a.label}, ${b.label}`);
      }
    }
  });
}

test("a circular edge is a torus whose tube has shrunk", (t) => {
  const edge = new CircularEdge({ radius: 0.7, axis: "z" });
  // The tube adds its radius along the normal and nothing else.
  const tube = 1e-3;
  const torus = new Torus({ radius: 0.7, tubeRadius: tube, axis: "z" });
  for (const [other, motionA, motionB] of [
    [standing, floor, rocking],
    [sphere, circling, turning],
  ] as const) {
    const ground = new SurfaceFrame(other);
    const frames = [edge, torus].map((surface) => new SurfaceFrame(surface));
    const [thin, thick] = frames.map((frame) => createTracker("closed-form", ground, frame));
    for (let i = 0; i <= 50; i++) {
      move(ground, motionA, 0.1 * i);
      for (const frame of frames) move(frame, motionB, 0.1 * i);
      evaluate(thin);
      evaluate(thick);
      isClose(t, thin.gap - thick.gap, tube, 1e-14);
      for (let k = 0; k < 3; k++) {
        isClose(t, thin.pointB[k] - thick.pointB[k], tube * thin.normal[k], 1e-14);
        isClose(t, thin.velocityB[k] - thick.velocityB[k], tube * thin.normalRate[k], 1e-13);
        isClose(t, thin.velocityA[k], thick.velocityA[k], 1e-12);
      }
    }
  }
});

const place = (surface: Surface, ...r: number[]) => {
  const frame = new SurfaceFrame(surface);
  frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  frame.r.set(r);
  return frame;
};

test("where no single point is nearest, closed forms say so", (t) => {
  const fail = (a: SurfaceFrame, b: SurfaceFrame, ...parts: RegExp[]) => {
    const error = t.throws(() => createTracker("closed-form", a, b).start(), { instanceOf: TrackingError });
    for (const part of parts) t.regex(error?.message ?? "", part);
    t.true(error instanceof ModelError);
  };
  const ground = place(standing, 0, 0, 0);
  const upright = new Torus({ radius: 1, tubeRadius: 0.2, axis: "z" });
  const spindle = new CircularSpindle({ radius: 1, offset: 0.5, axis: "x" });
  fail(ground, place(upright, 0, 0, 2), /Plane.*Torus/, /whole circle/, /tilt/);
  fail(place(sphere, 0, 0, 3), place(upright, 0, 0, 0), /Sphere.*Torus/, /whole circle/, /off it/);
  fail(place(sphere, 1, 0, 0), place(upright, 0, 0, 0), /core/, /move the sphere/);
  fail(place(sphere, 2, 0, 0), place(sphere, 2, 0, 0), /core/);
  const rod = new Cylinder({ radius: 0.2 });
  fail(place(rod, 0, 0, 0), place(rod, 2, 0, 0), /Cylinder.*Cylinder/, /parallel/, /turn/);
  fail(place(sphere, 3, 0.1, 0), place(spindle, 0, 0, 0), /tip/, /beside/);
  const standingUp = place(spindle, 0, 0, 2);
  standingUp.T.set([Math.cos(1.4), 0, -Math.sin(1.4), 0, 1, 0, Math.sin(1.4), 0, Math.cos(1.4)]);
  fail(ground, standingUp, /tip/, /side/);
});

test("names that do not apply are refused with the reason", (t) => {
  const ellipsoid = place(new Ellipsoid({ semiAxes: [1, 2, 3] }), 0, 0, 0);
  const edge = place(new CircularEdge({ radius: 1 }), 0, 0, 9);
  const ground = place(standing, 0, 0, -9);
  t.is(createTracker("auto", ellipsoid, ellipsoid).name, "algebraic");
  t.is(createTracker("differential", ellipsoid, ellipsoid).name, "differential");
  t.is(createTracker("algebraic", ellipsoid, ground).name, "algebraic");
  const refuse = (name: string, a: SurfaceFrame, b: SurfaceFrame, message: RegExp) =>
    t.throws(() => createTracker(name as TrackerName, a, b), { instanceOf: TrackingError, message });
  refuse("closed-form", ellipsoid, ellipsoid, /"closed-form" of Ellipsoid.*no formulas.*"auto"/);
  t.is(createTracker("algebraic", edge, ground).name, "algebraic");
  t.is(createTracker("auto", edge, ellipsoid).name, "algebraic");
  refuse("differential", edge, ground, /"differential".*CircularEdge.*is a curve or a point.*"auto"/);
  refuse("newton", ground, ellipsoid, /"newton".*no such tracker.*algebraic, differential/);
});

test("a sphere beside a spindle is lost where the normal of the tip begins, and not before", (t) => {
  const [radius, offset] = [1, 0.4];
  const limit = Math.acos(offset / radius);
  for (const [angle, isLost] of [
    [limit - 0.01, false],
    [limit + 0.01, true],
  ] as const) {
    const ball = new SurfaceFrame(new Sphere({ radius: 0.3 }));
    const spindle = new SurfaceFrame(new CircularSpindle({ radius, offset, axis: "x" }));
    for (const frame of [ball, spindle]) frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    // From the centre of the meridian's circle, which lies beyond the axis.
    ball.r.set([2 * Math.sin(angle), 2 * Math.cos(angle) - offset, 0]);
    const tracker = createTracker("closed-form", ball, spindle);
    if (isLost) t.throws(() => tracker.track(), { instanceOf: TrackingError, message: /tip/ });
    else {
      tracker.track();
      isClose(t, tracker.gap, 2 - radius - 0.3, 1e-14);
    }
  }
});

test("two balls of the same size on the same place are refused", (t) => {
  const [one, other] = [0, 1].map(() => new SurfaceFrame(new Sphere({ radius: 0.5 })));
  for (const frame of [one, other]) frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  other.r[0] = 1e-10;
  t.throws(() => createTracker("closed-form", one, other).track(), { message: /no point is nearest.*move the sphere/ });
});
