import test from "ava";
import { RollerGeometry } from "../../lib/omniwheel/index.ts";
import { Ellipsoid, Superellipsoid, type Surface, SurfaceOfRevolution } from "../../lib/tracking/index.ts";
import { isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

/** A circle of radius 2 about the origin, over the angle from the middle. */
const arc = {
  from: -1,
  to: 1.2,
  calc: (q: Float64Array, out: Float64Array) => {
    const [s, c] = [Math.sin(q[0]), Math.cos(q[0])];
    out.set([2 * s, 2 * c, 2 * c, -2 * s, -2 * s, -2 * c]);
  },
};

const points = Array.from({ length: 9 }, (_, i) => [i / 4 - 1, 2 + Math.sin(i)] as const);

const SURFACES: readonly Surface[] = [
  new SurfaceOfRevolution({ generatrix: arc }),
  new SurfaceOfRevolution({ generatrix: points }),
  new SurfaceOfRevolution({ generatrix: (x) => 1 + 0.1 * Math.sin(3 * x), from: -1, to: 1 }),
  new RollerGeometry({ radius: 0.06, rollerDistance: 0.05, rollers: 12, psi: 0.5 }).createSurface(),
  new Superellipsoid({ semiAxes: [1, 2, 3], exponent: 3 }),
  new Ellipsoid({ semiAxes: [1, 2, 3] }),
];

test("runs share surfaces, so what a surface answers does not depend on what it was asked before, not by one bit", (t) => {
  const random = new RandomSource(3);
  for (const surface of SURFACES) {
    const { size } = surface;
    const at = [
      ...Array.from({ length: 40 }, () => Float64Array.from([0, 0, 0], () => random.number(-size, size))),
      // Where two pieces of a spline meet both are right, but not the same.
      ...points.map(([x]) => Float64Array.of(x, 0.3, 0.4)),
    ];
    const ask = (point: Float64Array) => {
      const out = new Float64Array(10);
      surface.calc(point, out);
      return out;
    };
    const forwards = at.map(ask);
    const backwards = [...at].reverse().map(ask).reverse();
    const shuffled = at.map((_, i) => ask(at[(17 * i) % at.length]));
    at.forEach((point, i) => {
      t.deepEqual(backwards[i], forwards[i], `${surface.label} at ${point.join(", ")}`);
      t.deepEqual(shuffled[i], forwards[(17 * i) % at.length], surface.label);
    });
  }
});

test("a curve that is searched by its place along the axis: a sphere, to rounding", (t) => {
  const surface = SURFACES[0] as SurfaceOfRevolution;
  for (let i = 0; i <= 1000; i++) {
    const x = surface.from + ((surface.to - surface.from) * i) / 1000;
    // Of a radius of 2, where its slope is below 2.6.
    isClose(t, surface.radiusAt(x), Math.sqrt(4 - x * x), 4e-15);
  }
});
