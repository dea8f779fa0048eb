import {
  CircularEdge,
  CircularSpindle,
  Cone,
  Cylinder,
  Ellipsoid,
  type GeneratrixCurve,
  Paraboloid,
  Plane,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceOfRevolution,
  Torus,
} from "../../lib/tracking/index.ts";
import * as j from "./fieldJets.ts";
import type { RandomSource } from "./random.ts";
import { createRandomExpression } from "./randomExpressions.ts";

type Formula = (x: j.Field, y: j.Field, z: j.Field) => j.Field;

/** A surface and its function written again in jets. */
export interface SurfaceCase {
  name: string;
  surface: Surface;
  formula: Formula;
}

const rho = (u: j.Field, v: j.Field) => j.root(j.plus(j.square(u), j.square(v)));

/** The formula with h along the axis and u, v across it. */
function about(axis: "x" | "y" | "z", formula: (h: j.Field, u: j.Field, v: j.Field) => j.Field): Formula {
  const k = "xyz".indexOf(axis);
  return (...p) => formula(p[k], p[(k + 1) % 3], p[(k + 2) % 3]);
}

/** The roller of a mecanum wheel: x, r and their derivatives by q, from `out[k] = x or r` with plain calculus. */
export function createRoller(R: number, R1: number, psi: number, alpha: number): GeneratrixCurve {
  const c = Math.cos(psi);
  return {
    from: -alpha,
    to: alpha,
    calc(q, out) {
      const sin = Math.sin(q[0]);
      const cos = Math.cos(q[0]);
      const t = sin / cos;
      const sec = 1 / cos;
      const h = R - R1 * sec;
      const h1 = -R1 * sec * t;
      const h2 = -R1 * sec * (t * t + sec * sec);
      out[0] = -((R1 * t) / c + h * c * sin);
      out[2] = -((R1 * sec * sec) / c + c * (h1 * sin + h * cos));
      out[4] = -((2 * R1 * sec * sec * t) / c + c * (h2 * sin + 2 * h1 * cos - h * sin));
      const w = 1 - c * c * sin * sin;
      const w1 = -2 * c * c * sin * cos;
      const w2 = -2 * c * c * (cos * cos - sin * sin);
      const g = Math.sqrt(w);
      const g1 = w1 / (2 * g);
      const g2 = w2 / (2 * g) - (w1 * w1) / (4 * w * g);
      out[1] = h * g;
      out[3] = h1 * g + h * g1;
      out[5] = h2 * g + 2 * h1 * g1 + h * g2;
    },
  };
}

/** The square of the roller's radius at a place along the axis: Newton's method in jets finds q with its derivatives. */
function rollerSquare(h: j.Field, R: number, R1: number, psi: number): j.Field {
  const c = Math.cos(psi);
  const arm = (q: j.Field) => j.minus(R, j.over(R1, j.cosine(q)));
  const place = (q: j.Field) => j.times(-1, j.plus(j.times(R1 / c, j.tangent(q)), j.times(c, arm(q), j.sine(q))));
  let q = j.number(0);
  for (let i = 0; i < 60; i++) {
    const slope = (place(j.number(q.value + 1e-6)).value - place(j.number(q.value - 1e-6)).value) / 2e-6;
    q = j.plus(q, j.times(-1 / slope, j.minus(place(q), h)));
  }
  return j.times(j.square(arm(q)), j.minus(1, j.times(c * c, j.square(j.sine(q)))));
}

/** One surface of every ready-made kind with random sizes. */
export function createReadyMade(random: RandomSource): SurfaceCase[] {
  const axis = random.pick(["x", "y", "z"] as const);
  const n = random.direction();
  const q = random.vector(2);
  const [r, tube] = [random.number(0.5, 3), random.number(0.1, 0.4)];
  const [a, b, c] = [0, 1, 2].map(() => random.number(0.4, 3));
  const mean = Math.cbrt(a * b * c);
  const angle = random.number(0.1, 1.4);
  const offset = r * random.number(0.2, 0.9);
  const [p, e] = [random.number(2, 8), random.number(2, 8)];
  const arc = (center: number, radius: number) =>
    about(axis, (h, u, v) =>
      j.times(0.5 / radius, j.plus(j.square(j.minus(rho(u, v), center)), j.square(h), -radius * radius)),
    );
  const square = (h: j.Field) => j.plus(4, h, j.times(-0.5, j.square(h)), j.times(0.1, h, j.square(h)));
  const knots = [-1, -0.5, 0.1, 0.4, 1.2, 1.5].map((x): [number, number] => [x, Math.sqrt(square(j.number(x)).value)]);
  const spline = new SurfaceOfRevolution({ generatrix: knots, axis });
  const [R1, psi] = [random.number(0.7, 0.85), random.number(0, 1)];
  const roller = new SurfaceOfRevolution({ generatrix: createRoller(1, R1, psi, 0.45), axis });
  const chebyshev = new SurfaceOfRevolution({
    generatrix: (t) => [t + 0.1 * t * t, 1 + 0.2 * Math.sin(t)],
    from: -1,
    to: 1,
    axis,
  });
  const turned = (surface: SurfaceOfRevolution, s: (h: j.Field) => j.Field) =>
    about(axis, (h, u, v) => j.times(0.5 / surface.size, j.minus(j.plus(j.square(u), j.square(v)), s(h))));
  const list: [Surface, Formula][] = [
    [
      new Plane({ normal: n, point: q }),
      (x, y, z) =>
        j.plus(j.times(n[0], j.minus(x, q[0])), j.times(n[1], j.minus(y, q[1])), j.times(n[2], j.minus(z, q[2]))),
    ],
    [new Sphere({ radius: r }), (x, y, z) => j.times(0.5 / r, j.plus(j.square(x), j.square(y), j.square(z), -r * r))],
    [
      new Ellipsoid({ semiAxes: [a, b, c] }),
      (x, y, z) =>
        j.times(mean / 2, j.plus(j.square(j.over(x, a)), j.square(j.over(y, b)), j.square(j.over(z, c)), -1)),
    ],
    [
      new Cylinder({ radius: r, axis }),
      about(axis, (_, u, v) => j.times(0.5 / r, j.plus(j.square(u), j.square(v), -r * r))),
    ],
    [
      new Cone({ halfAngle: angle, axis }),
      about(axis, (h, u, v) => j.minus(j.times(Math.cos(angle), rho(u, v)), j.times(Math.sin(angle), h))),
    ],
    [new Torus({ radius: r, tubeRadius: tube, axis }), arc(r, tube)],
    [
      new Paraboloid({ radius: r, axis }),
      about(axis, (h, u, v) => j.minus(j.times(0.5 / r, j.plus(j.square(u), j.square(v))), h)),
    ],
    [new CircularSpindle({ radius: r, offset, axis }), arc(-offset, r)],
    [
      new CircularEdge({ radius: r, axis }),
      about(axis, (h, u, v) => j.root(j.plus(j.square(j.minus(rho(u, v), r)), j.square(h)))),
    ],
    [
      new Superellipsoid({ semiAxes: [a, b, c], exponent: [p, e], axis }),
      (...xyz) => {
        const k = "xyz".indexOf(axis);
        const part = (i: number) => j.magnitude(j.over(xyz[i % 3], [a, b, c][i % 3]));
        const ring = j.plus(j.power(part(k + 1), e), j.power(part(k + 2), e));
        return j.times(mean, j.minus(j.power(j.plus(j.power(ring, p / e), j.power(part(k), p)), 1 / p), 1));
      },
    ],
    [spline, turned(spline, square)],
    [roller, turned(roller, (h) => rollerSquare(h, 1, R1, psi))],
    [
      chebyshev,
      // t from h = t + t²/10 by the formula for quadratic equations.
      turned(chebyshev, (h) => {
        const t = j.times(5, j.minus(j.root(j.plus(1, j.times(0.4, h))), 1));
        return j.square(j.plus(1, j.times(0.2, j.sine(t))));
      }),
    ],
  ];
  return list.map(([surface, formula]) => ({ name: surface.label, surface, formula }));
}

/** About how large some surfaces are: farther out their functions are not defined. */
const SIZES = new Map([
  [
    "x^2 + y^2 + z^2 + (2 + sin(x))^(1 + y^2/9) - tanh(z)*cosh(x) + sinh(y) - tan(z/4) + acos(x/20) - 3*pi",
    { size: 0.1 },
  ],
]);

/** Surfaces of expressions: known ones with random sizes, and one made at random. */
export async function createCompiled(random: RandomSource): Promise<SurfaceCase[]> {
  const [a, b, c] = [0, 1, 2].map(() => random.number(0.4, 3));
  const [p, q] = [random.number(2, 5), random.number(2, 5)];
  const any = createRandomExpression(random, 4);
  const list: [string, Record<string, number>, Formula][] = [
    [
      "x^2/a^2 + y^2/b^2 + z^2/c^2 - 1",
      { a, b, c },
      (x, y, z) => j.plus(j.square(j.over(x, a)), j.square(j.over(y, b)), j.square(j.over(z, c)), -1),
    ],
    [
      "(sqrt(x^2 + z^2) - a)^2 + y^2 - (a/4)^2",
      { a },
      (x, y, z) => j.plus(j.square(j.minus(rho(x, z), a)), j.square(y), (-a * a) / 16),
    ],
    [
      "(abs(x/a)^q + abs(y/b)^q)^(p/q) + abs(z/c)^p - 1",
      { a, b, c, p, q },
      (x, y, z) => {
        const part = (u: j.Field, size: number, e: number) => j.power(j.magnitude(j.over(u, size)), e);
        return j.plus(j.power(j.plus(part(x, a, q), part(y, b, q)), p / q), part(z, c, p), -1);
      },
    ],
    // A sum in a power: multiplied out, it would lose its digits.
    [
      "((x - 100*a)^2 + (y - 100*b)^2 + (z - 100*c)^2)^3 - 1e12*a^6",
      { a, b, c },
      (x, y, z) => {
        const r = j.plus(...[x, y, z].map((u, i) => j.square(j.minus(u, 100 * [a, b, c][i]))));
        return j.minus(j.power(r, 3), 1e12 * a ** 6);
      },
    ],
    [
      "1e-20*x + e^2*y - i*z*sin(x*y)^2/exp(z)",
      { e: a, i: b },
      (x, y, z) =>
        j.minus(
          j.plus(j.times(1e-20, x), j.times(a * a, y)),
          j.over(j.times(b, z, j.square(j.sine(j.times(x, y)))), j.exponential(z)),
        ),
    ],
    [
      "x^2 + y^2 + z^2 + (2 + sin(x))^(1 + y^2/9) - tanh(z)*cosh(x) + sinh(y) - tan(z/4) + acos(x/20) - 3*pi",
      {},
      (x, y, z) =>
        j.plus(
          ...[x, y, z].map(j.square),
          j.exponential(j.times(j.plus(1, j.over(j.square(y), 9)), j.logarithm(j.plus(2, j.sine(x))))),
          j.times(-1, j.tanh(z), j.cosinus(x)),
          j.sinus(y),
          j.times(-1, j.tangent(j.over(z, 4))),
          j.arccosine(j.over(x, 20)),
          -3 * Math.PI,
        ),
    ],
    [any.text, any.parameters, any.formula],
  ];
  const cases: SurfaceCase[] = [];
  for (const [text, parameters, formula] of list) {
    cases.push({ name: text, surface: await Surface.from(text, parameters, SIZES.get(text)), formula });
  }
  return cases;
}

/** The largest relative error of value, gradient and Hessian at a point. */
export function findError({ surface, formula }: SurfaceCase, point: Float64Array): number {
  const out = new Float64Array(10);
  surface.calc(point, out);
  const [x, y, z] = j.coordinates(point);
  const exact = formula(x, y, z);
  const compare = (from: number, list: readonly number[], scale: number) =>
    list.reduce((worst, value, i) => Math.max(worst, Math.abs(out[from + i] - value) / scale || 0), 0);
  const slope = Math.max(...exact.first.map(Math.abs));
  const bend = Math.max(...exact.second.map(Math.abs));
  const errors = [
    compare(0, [exact.value], Math.max(Math.abs(exact.value), slope * surface.size)),
    compare(1, exact.first, slope),
    // Where the surface is flat there is no curvature to compare with: then one over its size is the measure.
    compare(4, exact.second, Math.max(bend, slope / surface.size)),
  ];
  return out.every(Number.isFinite) ? Math.max(...errors) : Number.POSITIVE_INFINITY;
}

/** A random point about a surface, as far from it as a search may stray. */
export function pickPoint(random: RandomSource, surface: Surface): Float64Array {
  const sample = random.pick(surface.listSamples());
  const point = sample.map((x) => x + random.number(-0.3, 0.3) * surface.size);
  if (surface instanceof SurfaceOfRevolution) {
    const k = "xyz".indexOf(surface.axis);
    point[k] = Math.min(Math.max(point[k], surface.from), surface.to);
  }
  return point;
}
