import test from "ava";
import {
  CircularEdge,
  CircularSpindle,
  Cone,
  Cylinder,
  Ellipsoid,
  Paraboloid,
  Plane,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceOfRevolution,
  Torus,
} from "../../lib/tracking/index.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";
import { createCompiled, createReadyMade, createRoller, findError, pickPoint } from "../helpers/surfaceCases.ts";

const calc = (surface: Surface, ...point: number[]) => {
  const out = new Float64Array(10);
  surface.calc(Float64Array.from(point), out);
  return out;
};

// Jets are exact but for rounding; what is left is that of both calculations, and of a series at its ends.
const TOLERANCE = 1e-12;

test("ready-made surfaces: value, gradient and Hessian agree with jets of their formulas", (t) => {
  const random = new RandomSource(1);
  for (let round = 0; round < 40; round++) {
    for (const one of createReadyMade(random)) {
      for (let k = 0; k < 5; k++) {
        const point = pickPoint(random, one.surface);
        const error = findError(one, point);
        isAtMost(t, error, TOLERANCE, `${one.name} at ${point}`);
      }
    }
  }
});

test("compiled surfaces: value, gradient and Hessian agree with jets of their formulas", async (t) => {
  const random = new RandomSource(2);
  for (let round = 0; round < 8; round++) {
    for (const one of await createCompiled(random)) {
      for (let k = 0; k < 10; k++) {
        const point = pickPoint(random, one.surface);
        const error = findError(one, point);
        isAtMost(t, error, TOLERANCE, `${one.name} at ${point}`);
      }
    }
  }
});

test("samples lie on the surface, with material below and a gradient of order one", async (t) => {
  const random = new RandomSource(3);
  for (const { name, surface } of [...createReadyMade(random), ...(await createCompiled(random))]) {
    const samples = surface.listSamples();
    isAbove(t, samples.length, 3, name);
    for (const sample of samples) {
      const [f, ...g] = calc(surface, ...sample);
      const slope = Math.hypot(g[0], g[1], g[2]);
      if (surface.isCurve) isClose(t, f, 0, 1e-14 * surface.size, `${name}: ${f}`);
      else {
        const reach = Math.max(surface.size, Math.hypot(...sample));
        isClose(t, f, 0, 1e-13 * slope * reach, `${name} at ${sample}`);
        const h = 1e-4 * surface.size;
        isBelow(t, calc(surface, ...sample.map((x, i) => x - (h * g[i]) / slope))[0], 0, name);
      }
    }
  }
});

test("the support is the farthest point: on the surface, with the normal along the direction", (t) => {
  const random = new RandomSource(4);
  let checked = 0;
  for (let round = 0; round < 20; round++) {
    for (const { name, surface } of createReadyMade(random)) {
      const direction = Float64Array.from(random.direction());
      const point = new Float64Array(3);
      if (!surface.findSupport(direction, point)) continue;
      const far = direction.reduce((sum, x, i) => sum + x * point[i], 0);
      for (const sample of surface.listSamples()) {
        const reach = direction.reduce((sum, x, i) => sum + x * sample[i], 0);
        isAtMost(t, reach, far + 1e-9 * surface.size, name);
      }
      isClose(t, calc(surface, ...point)[0], 0, 1e-9 * surface.size, name);
      // At tips and ends there is no normal, or another one.
      const isEnd =
        surface instanceof Cone || surface instanceof CircularEdge || surface instanceof SurfaceOfRevolution;
      const isTip = surface instanceof CircularSpindle && Math.hypot(...point) >= surface.halfLength;
      if (isEnd || isTip) continue;
      const [, ...g] = calc(surface, ...point);
      const slope = Math.hypot(g[0], g[1], g[2]);
      direction.forEach((x, i) => {
        isClose(t, g[i] / slope, x, 1e-9, `${name}: normal ${g.slice(0, 3)} for ${direction}`);
      });
      checked++;
    }
  }
  isAbove(t, checked, 100);
});

test("directions without a farthest point are answered with false", (t) => {
  const out = new Float64Array(3);
  const ask = (surface: Surface, ...direction: number[]) => surface.findSupport(Float64Array.from(direction), out);
  t.false(ask(new Plane(), 1, 0, 0));
  t.true(ask(new Plane({ point: [0, 2, 0] }), 0, 3, 0));
  t.deepEqual([...out], [0, 2, 0]);
  t.false(ask(new Cylinder({ radius: 1 }), 0.1, 1, 0));
  t.true(ask(new Cylinder({ radius: 2 }), 0.6, 0, 0.8));
  t.deepEqual([...out], [1.2, 0, 1.6]);
  t.false(ask(new Paraboloid({ radius: 1 }), 0, 1, 0));
  t.true(ask(new Paraboloid({ radius: 1 }), 0, -2, 0));
  t.false(ask(new Cone({ halfAngle: 0.5 }), 1, 0, 0));
  t.true(ask(new Cone({ halfAngle: 0.5 }), 0.1, -1, 0));
  t.true(new CircularEdge({ radius: 1 }).isCurve);
  t.false(new Sphere({ radius: 1 }).isCurve);
});

test("on the planes of symmetry, at poles and on the axis everything is finite and right", async (t) => {
  const ball = new Superellipsoid({ semiAxes: [2, 1, 3], exponent: 2 });
  // An ellipsoid in another guise: at its pole the curvature is b/a², b/c² times the scale of f.
  const m = Math.cbrt(6);
  const [f, fx, fy, fz, fxx, fyy, fzz, fxy] = calc(ball, 0, 1, 0);
  for (const [value, exact] of [
    [f, 0],
    [fx, 0],
    [fy, m],
    [fz, 0],
    [fxx, m / 4],
    [fyy, 0],
    [fzz, m / 9],
    [fxy, 0],
  ]) {
    isClose(t, value, exact, 1e-15);
  }
  const box = new Superellipsoid({ semiAxes: [1, 1, 1], exponent: [4, 6] });
  t.deepEqual([...calc(box, 0, 1, 0)].map(Math.abs), [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  t.true(calc(box, 0, 0, 0).every(Number.isFinite));
  // |x|ᵖ on the plane x = 0: 2 for p = 2, nothing for more.
  const compiled = await Surface.from("abs(x)^p + abs(y)^q + z^2 - 1", { p: 2, q: 2.5 });
  t.deepEqual([...calc(compiled, 0, 0, 1)], [0, 0, 0, 2, 2, 0, 2, 0, 0, 0]);
  for (const surface of [
    new Torus({ radius: 2, tubeRadius: 1 }),
    new CircularSpindle({ radius: 1, offset: 0.5 }),
    new Cone({ halfAngle: 0.3 }),
    new CircularEdge({ radius: 1 }),
  ]) {
    t.true(calc(surface, 0, 0, 0).every(Number.isFinite), surface.label);
  }
  t.true(calc(new CircularEdge({ radius: 1 }), 1, 0, 0).every(Number.isFinite));
});

test("a spline through points of a ball is the ball, tips included, and any spline is smooth at its points", (t) => {
  const x = [-1, -0.8, -0.1, 0.3, 0.9, 1];
  const ball = new SurfaceOfRevolution({ generatrix: x.map((h) => [h, Math.sqrt(1 - h * h)]) });
  const random = new RandomSource(5);
  for (let k = 0; k < 50; k++) {
    const [px, py, pz] = random.direction();
    // The spline's scale is the largest radius it meets at 65 places: 1 at x = 0, its rounding is that of four numbers.
    isClose(t, calc(ball, px, py, pz)[0], 0, 1e-14);
  }
  const wave = new SurfaceOfRevolution({
    generatrix: [0, 1, 1.5, 3, 4].map((h) => [h, 1 + 0.3 * Math.sin(2 * h)]),
    axis: "z",
  });
  for (const h of [1, 1.5, 3]) {
    const before = calc(wave, 0, 1, h - 1e-9);
    const after = calc(wave, 0, 1, h + 1e-9);
    before.forEach((value, i) => {
      // Over 2e-9 m the third derivative, of order 10, changes the second by 2e-8.
      isClose(t, value, after[i], 1e-7);
    });
  }
  isClose(t, wave.radiusAt(1.5), 1 + 0.3 * Math.sin(3), 1e-15);
  t.deepEqual(
    [
      new SurfaceOfRevolution({
        generatrix: [
          [0, 1],
          [2, 1],
        ],
      }).radiusAt(1.3),
    ],
    [1],
  );
  t.is(
    new SurfaceOfRevolution({
      generatrix: [
        [0, 1],
        [1, 2],
        [2, 1],
      ],
    }).radiusAt(1),
    2,
  );
});

test("beyond its ends a surface of revolution goes on with the curvature it has there", (t) => {
  const knots = [-1, -0.5, 0.1, 0.4, 1].map((h): [number, number] => [h, Math.sqrt(3 + h - h * h)]);
  const quadratic = new SurfaceOfRevolution({ generatrix: knots });
  // r² is a quadratic: the continuation is the same quadratic.
  const [f, fx, , , fxx] = calc(quadratic, 1.5, 0, 2);
  const k = 0.5 / quadratic.size;
  isClose(t, f, k * (4 - (3 + 1.5 - 2.25)), 1e-14);
  isClose(t, fx, k * 2, 1e-14);
  isClose(t, fxx, k * 2, 1e-13);
});

test("a roller without inclination is the circular spindle, whatever was asked before", (t) => {
  const roller = new SurfaceOfRevolution({ generatrix: createRoller(1, 0.8, 0, 0.6) });
  const again = new SurfaceOfRevolution({ generatrix: createRoller(1, 0.8, 0, 0.6) });
  const random = new RandomSource(6);
  for (let k = 0; k < 200; k++) {
    const h = random.number(roller.from, roller.to);
    const exact = Math.sqrt(1 - h * h) - 0.8;
    isClose(t, roller.radiusAt(h), exact, 4e-15);
  }
  // Asked for places far apart and in turn, Newton's method ends at the same place but for rounding.
  for (const h of [roller.from, 0.1, roller.to, -0.2, 0]) {
    roller.radiusAt(-h);
    isClose(t, roller.radiusAt(h), again.radiusAt(h), 1e-15);
  }
});

test("place, axis and names", (t) => {
  const torus = new Torus({ radius: 2, tubeRadius: 0.5, axis: "z", position: [1, 2, 3], orientation: [2, 0, 0, 0] });
  t.deepEqual([...torus.position], [1, 2, 3]);
  t.deepEqual([...torus.rotation], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  t.is(calc(torus, 2.5, 0, 0)[0], 0);
  t.is(calc(new Torus({ radius: 2, tubeRadius: 0.5 }), 2, 0.5, 0)[0], 0);
  t.is(torus.label, "Torus {radius: 2, tubeRadius: 0.5}");
  t.is(new Ellipsoid({ semiAxes: [2, 1, 1] }).label, "Ellipsoid {semiAxes: [2, 1, 1]}");
});
