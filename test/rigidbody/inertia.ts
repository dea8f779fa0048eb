import test, { type ExecutionContext } from "ava";
import { ModelError, quaternionAbout } from "../../lib/math/index.ts";
import { Inertia } from "../../lib/rigidbody/Inertia.ts";
import { areClose, isAbove, isClose } from "../helpers/compare.ts";

type Vector = readonly [number, number, number];

/** Entries that agree within `tolerance` of the largest. */
function near(t: ExecutionContext, actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-15): void {
  const size = Math.max(...Array.from(expected, Math.abs));
  areClose(t, actual, expected, tolerance * size);
}

/** Nodes and weights of Gauss–Legendre on [0, 1], by Newton's method on the Legendre polynomial. */
function gauss(n: number): [number, number][] {
  return Array.from({ length: n }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 50; step++) {
      let [p, q] = [1, 0];
      for (let k = 1; k <= n; k++) [p, q] = [((2 * k - 1) * x * p - (k - 1) * q) / k, p];
      slope = (n * (x * p - q)) / (x * x - 1);
      x -= p / slope;
    }
    return [0.5 * (1 + x), 1 / ((1 - x * x) * slope * slope)];
  });
}

/**
 * Volume, centre and tensor for density one by brute force: a product rule over the unit cube, which `map` lays over
 * the solid; it returns the point and the local volume factor. Knows nothing of the formulas under test.
 */
function integrate(map: (u: number, v: number, w: number) => { point: Vector; factor: number }) {
  const rule = gauss(24);
  const samples: { point: Vector; dm: number }[] = [];
  for (const [u, wu] of rule) {
    for (const [v, wv] of rule) {
      for (const [w, ww] of rule) {
        const { point, factor } = map(u, v, w);
        samples.push({ point, dm: wu * wv * ww * factor });
      }
    }
  }
  const sum = (f: (p: Vector) => number) => samples.reduce((total, { point, dm }) => total + f(point) * dm, 0);
  const volume = sum(() => 1);
  const center = [0, 1, 2].map((k) => sum((p) => p[k]) / volume);
  const moment = (i: number, j: number) => sum((p) => (p[i] - center[i]) * (p[j] - center[j]));
  const [xx, yy, zz] = [moment(0, 0), moment(1, 1), moment(2, 2)];
  const tensor = [yy + zz, xx + zz, xx + yy, -moment(0, 1), -moment(0, 2), -moment(1, 2)];
  return { volume, center, tensor };
}

/** A tube about x between the radii `inner` and `outer(x)`. */
const tube =
  (from: number, to: number, inner: number, outer: (x: number) => number) => (u: number, v: number, w: number) => {
    const x = from + u * (to - from);
    const r = inner + v * (outer(x) - inner);
    const angle = 2 * Math.PI * w;
    const point: Vector = [x, r * Math.cos(angle), r * Math.sin(angle)];
    return { point, factor: (to - from) * (outer(x) - inner) * r * 2 * Math.PI };
  };

const shell = (inner: number, axes: Vector) => (u: number, v: number, w: number) => {
  const r = inner + u * (1 - inner);
  const z = 2 * v - 1;
  const rho = r * Math.sqrt(1 - z * z);
  const angle = 2 * Math.PI * w;
  const point: Vector = [axes[0] * rho * Math.cos(angle), axes[1] * rho * Math.sin(angle), axes[2] * r * z];
  return { point, factor: (1 - inner) * r * r * 4 * Math.PI * axes[0] * axes[1] * axes[2] };
};

/** Entries from the axis x to the given one. */
const along = (axis: "x" | "y" | "z", [first, other]: readonly number[]) =>
  ["x", "y", "z"].map((name) => (name === axis ? first : other));

test("solids against closed forms", (t) => {
  near(t, Inertia.box({ mass: 12, size: [1, 2, 3] }).tensor, [13, 10, 5, 0, 0, 0]);
  near(t, Inertia.sphere({ mass: 5, radius: 3 }).tensor, [18, 18, 18, 0, 0, 0]);
  near(t, Inertia.hollowSphere({ mass: 3, radius: 2 }).tensor, [8, 8, 8, 0, 0, 0]);
  near(t, Inertia.hollowSphere({ mass: 5, radius: 3, innerRadius: 0 }).tensor, [18, 18, 18, 0, 0, 0]);
  // 2/5 m (2⁵ − 1)/(2³ − 1)
  near(t, Inertia.hollowSphere({ mass: 35, radius: 2, innerRadius: 1 }).tensor, [62, 62, 62, 0, 0, 0]);
  near(t, Inertia.rod({ mass: 12, length: 2 }).tensor, [0, 4, 4, 0, 0, 0]);
  near(t, Inertia.rod({ mass: 12, length: 2, axis: "z" }).tensor, [4, 4, 0, 0, 0, 0]);
  near(t, Inertia.rod({ mass: 12, length: 2, radius: 1 }).tensor, [6, 7, 7, 0, 0, 0]);
  near(t, Inertia.cylinder({ mass: 12, radius: 1, length: 2 }).tensor, [7, 6, 7, 0, 0, 0]);
  near(
    t,
    Inertia.cylinder({ mass: 12, radius: 2, innerRadius: 1, length: 3, axis: "z" }).tensor,
    [24, 24, 30, 0, 0, 0],
  );
  near(t, Inertia.ellipsoid({ mass: 5, semiAxes: [1, 2, 3] }).tensor, [13, 10, 5, 0, 0, 0]);
  t.deepEqual([...Inertia.point({ mass: 2 }).tensor], [0, 0, 0, 0, 0, 0]);
  t.deepEqual([...Inertia.sphere({ mass: 5, radius: 3 }).center], [0, 0, 0]);
  t.is(Inertia.box({ mass: 12, size: [1, 2, 3] }).mass, 12);
});

test("a thin wall loses no digits", (t) => {
  const thin = Inertia.hollowSphere({ mass: 3, radius: 2, innerRadius: 2 - 1e-12 });
  near(t, thin.tensor, [8, 8, 8, 0, 0, 0], 2e-12);
  // ρ 4π R² d, with a wall d that is one of the numbers between 2 − 1e-9 and 2.
  const inner = 2 - 2 ** -30;
  isClose(
    t,
    Inertia.hollowSphere({ density: 1, radius: 2, innerRadius: inner }).mass / (16 * Math.PI * 2 ** -30),
    1,
    1e-9,
  );
  isClose(
    t,
    Inertia.cylinder({ density: 1, radius: 2, innerRadius: inner, length: 1 }).mass / (4 * Math.PI * 2 ** -30),
    1,
    1e-9,
  );
});

test("solids with a density against volume integrals", (t) => {
  const density = 1.7;
  const compare = (found: Inertia, exact: ReturnType<typeof integrate>) => {
    isClose(t, found.mass / (density * exact.volume), 1, 1e-13);
    near(
      t,
      found.tensor,
      exact.tensor.map((entry) => density * entry),
      1e-13,
    );
  };
  const box = (u: number, v: number, w: number) => ({
    point: [0.3 * (u - 0.5), 0.5 * (v - 0.5), 1.1 * (w - 0.5)] as Vector,
    factor: 0.3 * 0.5 * 1.1,
  });
  compare(Inertia.box({ density, size: [0.3, 0.5, 1.1] }), integrate(box));
  compare(Inertia.sphere({ density, radius: 0.7 }), integrate(shell(0, [0.7, 0.7, 0.7])));
  compare(Inertia.ellipsoid({ density, semiAxes: [0.7, 1.3, 0.2] }), integrate(shell(0, [0.7, 1.3, 0.2])));
  compare(Inertia.hollowSphere({ density, radius: 0.8, innerRadius: 0.6 }), integrate(shell(0.75, [0.8, 0.8, 0.8])));
  const bar = integrate(tube(-0.45, 0.45, 0, () => 0.4));
  compare(Inertia.rod({ density, length: 0.9, radius: 0.4 }), bar);
  compare(Inertia.cylinder({ density, length: 0.9, radius: 0.4, axis: "x" }), bar);
  compare(
    Inertia.cylinder({ density, length: 0.9, radius: 0.4, innerRadius: 0.3, axis: "x" }),
    integrate(tube(-0.45, 0.45, 0.3, () => 0.4)),
  );
  const bulge = (x: number) => 1 + 0.3 * x - 0.2 * x * x;
  const exact = integrate(tube(-1, 2, 0, bulge));
  const turned = Inertia.revolution({ density, generatrix: bulge, from: -1, to: 2 });
  compare(turned, exact);
  near(t, turned.center, exact.center, 1e-13);
});

test("axes x, y, z of rod, cylinder and solid of revolution", (t) => {
  for (const axis of ["x", "y", "z"] as const) {
    const cylinder = Inertia.cylinder({ mass: 12, radius: 1, length: 2, axis });
    near(t, cylinder.tensor, [...along(axis, [6, 7]), 0, 0, 0]);
    near(t, Inertia.rod({ mass: 12, length: 2, axis }).tensor, [...along(axis, [0, 4]), 0, 0, 0]);
    const cone = Inertia.revolution({
      mass: 80,
      generatrix: [
        [0, 0],
        [4, 2],
      ],
      axis,
    });
    near(t, cone.tensor, [...along(axis, [96, 96]), 0, 0, 0]);
    near(t, cone.center, along(axis, [3, 0]));
  }
});

test("a cone: 3/10 m r² along, 3/20 m r² + 3/80 m h² across, centre at three quarters", (t) => {
  const [m, r, h] = [2, 0.3, 0.7];
  const tensor = [0.3 * m * r * r, 0, 0, 0, 0, 0];
  tensor[1] = tensor[2] = 0.15 * m * r * r + 0.0375 * m * h * h;
  const shapes = [
    {
      generatrix: [
        [1, 0],
        [1 + h, r],
      ] as [number, number][],
    },
    { generatrix: (x: number) => (r * (x - 1)) / h, from: 1, to: 1 + h },
  ];
  for (const shape of shapes) {
    const cone = Inertia.revolution({ mass: m, ...shape });
    near(t, cone.tensor, tensor, 2e-15);
    near(t, cone.center, [1 + 0.75 * h, 0, 0], 2e-15);
    const heavy = Inertia.revolution({ density: 10, ...shape });
    isClose(t, heavy.mass / ((10 * Math.PI * r * r * h) / 3), 1, 2e-15);
  }
});

test("a hemisphere: 2/5 m R² along, 83/320 m R² across, centre at 3/8 R", (t) => {
  const R = 0.4;
  const half = Inertia.revolution({
    mass: 320,
    generatrix: (x) => Math.sqrt(R * R - x * x),
    from: 0,
    to: R,
    axis: "y",
  });
  near(t, half.tensor, [83 * R * R, 128 * R * R, 83 * R * R, 0, 0, 0], 4e-15);
  near(t, half.center, [0, 0.375 * R, 0], 4e-15);
});

test("a circular spindle, pointed and truncated, against its integrals in closed form", (t) => {
  const [R, R1] = [1, 0.8];
  for (const a of [Math.sqrt(R * R - R1 * R1), 0.5]) {
    // Integrals over −a … a of S = √(R² − x²), of its powers, and with x².
    const s = Math.sqrt(R * R - a * a);
    const arc = R * R * Math.asin(a / R);
    const one = 2 * a;
    const x2 = (2 * a ** 3) / 3;
    const x4 = (2 * a ** 5) / 5;
    const S1 = a * s + arc;
    const S2 = R * R * one - x2;
    const S3 = 0.5 * a * s ** 3 + 0.75 * R * R * S1;
    const S4 = R ** 4 * one - 2 * R * R * x2 + x4;
    const x2S1 = -0.5 * a * s ** 3 + 0.25 * R * R * S1;
    const r2 = S2 - 2 * R1 * S1 + R1 * R1 * one;
    const r4 = S4 - 4 * R1 * S3 + 6 * R1 ** 2 * S2 - 4 * R1 ** 3 * S1 + R1 ** 4 * one;
    const x2r2 = R * R * x2 - x4 - 2 * R1 * x2S1 + R1 * R1 * x2;
    const k = 1200 * Math.PI;
    const found = Inertia.revolution({
      density: 1200,
      generatrix: (x) => Math.sqrt(R * R - x * x) - R1,
      from: -a,
      to: a,
    });
    // The closed forms subtract numbers a thousand times larger than the result.
    isClose(t, found.mass / (k * r2), 1, 1e-12);
    near(t, found.tensor, [0.5 * k * r4, k * (0.25 * r4 + x2r2), k * (0.25 * r4 + x2r2), 0, 0, 0], 1e-12);
    isClose(t, found.center[0], 0, 1e-15);
  }
});

test("generatrices with corners, steps and steep ends", (t) => {
  const shaft: [number, number][] = [
    [0, 1],
    [2, 1],
    [2, 3],
    [3, 3],
    [3, 0],
    [4, 0],
  ];
  const parts = Inertia.compose([
    { inertia: Inertia.cylinder({ density: 1, radius: 1, length: 2, axis: "x" }), position: [1, 0, 0] },
    { inertia: Inertia.cylinder({ density: 1, radius: 3, length: 1, axis: "x" }), position: [2.5, 0, 0] },
  ]);
  const exact = Inertia.revolution({ density: 1, generatrix: shaft });
  near(t, exact.tensor, parts.tensor, 2e-15);
  near(t, exact.center, parts.center, 2e-15);
  const stepped = Inertia.revolution({ density: 1, generatrix: (x) => (x < 2.1 ? 1 : 3), from: 0, to: 3 });
  const same = Inertia.revolution({
    density: 1,
    generatrix: [
      [0, 1],
      [2.1, 1],
      [2.1, 3],
      [3, 3],
    ],
  });
  near(t, stepped.tensor, same.tensor, 1e-13);
  const tent = Inertia.revolution({ density: 1, generatrix: (x) => 1 - Math.abs(x - 0.3), from: -0.7, to: 1.3 });
  const tentPoints = Inertia.revolution({
    density: 1,
    generatrix: [
      [-0.7, 0],
      [0.3, 1],
      [1.3, 0],
    ],
  });
  near(t, tent.tensor, tentPoints.tensor, 1e-13);
  near(t, tent.center, tentPoints.center, 1e-13);
  // r = x^(1/4): ∫r² = 2/3, ∫r⁴ = 1/2, centre 3/5.
  const steep = Inertia.revolution({ mass: 1, generatrix: (x) => x ** 0.25, from: 0, to: 1 });
  isClose(t, steep.tensor[0], 0.375, 1e-13);
  isClose(t, steep.center[0], 0.6, 1e-13);
  // Far from the origin nothing is lost but the digits of x itself.
  const far = Inertia.revolution({
    mass: 12,
    generatrix: [
      [1024, 1],
      [1026, 1],
    ],
  });
  near(t, far.tensor, [6, 7, 7, 0, 0, 0], 2e-15);
  t.is(far.center[0], 1025);
});

test("a function is integrated to the same share of the result at any size", (t) => {
  const tent = (size: number) =>
    Inertia.revolution({
      mass: 1,
      generatrix: (x) => size - Math.abs(x - 0.3 * size),
      from: -0.7 * size,
      to: 1.3 * size,
    });
  const one = tent(1);
  for (const size of [1e-30, 1e-3, 1e3, 1e30]) {
    near(
      t,
      tent(size).tensor.map((entry) => entry / size ** 2),
      one.tensor,
      1e-13,
    );
  }
  // The rounding of a pointed tip may be below zero.
  const dip = (depth: number) => (x: number) => (x < 0.5 ? -depth : 1);
  near(t, Inertia.revolution({ mass: 12, generatrix: dip(1e-14), from: 0, to: 1 }).center, [0.75, 0, 0], 1e-13);
  t.throws(() => Inertia.revolution({ mass: 12, generatrix: dip(1e-11), from: 0, to: 1 }), { instanceOf: ModelError });
  t.notThrows(() => Inertia.revolution({ mass: 12, generatrix: (x) => dip(1e-11)(x / 1e3), from: 0, to: 1e3 }));
});

test("composition: pieces of a box are the box", (t) => {
  const whole = Inertia.box({ mass: 8, size: [1, 2, 3] });
  const half = Inertia.box({ mass: 4, size: [0.5, 2, 3] });
  const two = Inertia.compose([
    { inertia: half, position: [-0.25, 0, 0] },
    { inertia: half, position: [0.25, 0, 0] },
  ]);
  near(t, two.tensor, whole.tensor, 1e-15);
  t.deepEqual([...two.center], [0, 0, 0]);
  t.is(two.mass, 8);

  // Eighths, drawn away from the origin, each lying on its side and turned back up.
  const eighth = Inertia.box({ mass: 1, size: [1, 0.5, 1.5] });
  const turn = quaternionAbout([0, 0, 1], Math.PI / 2);
  const parts = [-1, 1].flatMap((i) =>
    [-1, 1].flatMap((j) =>
      [-1, 1].map((k) => ({
        inertia: eighth,
        position: [3 + 0.25 * i, -2 + 0.5 * j, 5 + 0.75 * k] as Vector,
        orientation: turn,
      })),
    ),
  );
  const built = Inertia.compose(parts);
  near(t, built.tensor, whole.tensor, 1e-15);
  near(t, built.center, [3, -2, 5], 1e-15);
});

test("composition: signs of the off-diagonal entries, unequal masses, nested parts", (t) => {
  const point = Inertia.point({ mass: 1 });
  const pair = (x: Vector) =>
    Inertia.compose([
      { inertia: point, position: x },
      { inertia: point, position: [-x[0], -x[1], -x[2]] },
    ]).tensor;
  t.deepEqual([...pair([1, 2, 3])], [26, 20, 10, -4, -6, -12]);

  const barbell = Inertia.compose([
    { inertia: Inertia.point({ mass: 3 }), position: [0, 0, 0] },
    { inertia: point, position: [4, 0, 0] },
  ]);
  t.deepEqual([...barbell.center], [1, 0, 0]);
  t.deepEqual([...barbell.tensor], [0, 12, 12, 0, 0, 0]);

  // A part that has a centre of its own is placed by the origin of its description, and turned about it.
  const cone = Inertia.revolution({
    mass: 80,
    generatrix: [
      [0, 0],
      [4, 2],
    ],
  });
  const upright = Inertia.compose([
    { inertia: cone, position: [1, 1, 1], orientation: quaternionAbout([0, 0, 1], Math.PI / 2) },
  ]);
  near(t, upright.center, [1, 4, 1], 1e-15);
  t.deepEqual([...Inertia.compose([{ inertia: barbell }]).center], [1, 0, 0]);
  const nested = Inertia.compose([
    { inertia: barbell, position: [10, 0, 0] },
    { inertia: point, position: [12, 5, 0] },
  ]);
  const flat = Inertia.compose([
    { inertia: Inertia.point({ mass: 3 }), position: [10, 0, 0] },
    { inertia: point, position: [14, 0, 0] },
    { inertia: point, position: [12, 5, 0] },
  ]);
  near(t, nested.tensor, flat.tensor, 1e-15);
  near(t, nested.center, flat.center, 1e-15);
});

test("rotation: direction, products, principal moments", (t) => {
  const rod = Inertia.rod({ mass: 24, length: 1 });
  near(t, rod.rotated(quaternionAbout([0, 0, 1], Math.PI / 2)).tensor, [2, 0, 2, 0, 0, 0], 1e-15);
  // Along (1, 1, 0)/√2: x and y have one sign, so Ixy = −∫xy dm < 0.
  near(t, rod.rotated(quaternionAbout([0, 0, 1], Math.PI / 4)).tensor, [1, 1, 2, -1, 0, 0], 1e-15);
  near(t, rod.rotated(quaternionAbout([0, 1, 0], Math.PI / 4)).tensor, [1, 2, 1, 0, 1, 0], 1e-15);
  near(
    t,
    Inertia.rod({ mass: 24, length: 1, axis: "y" }).rotated(quaternionAbout([1, 0, 0], Math.PI / 4)).tensor,
    [2, 1, 1, 0, 0, -1],
  );

  const box = Inertia.box({ mass: 12, size: [1, 2, 3] });
  const turned = box.rotated([2, -1, 1.5, 1]);
  isAbove(t, Math.min(...turned.tensor.slice(3).map(Math.abs)), 0.1);
  const { moments, axes } = turned.principal();
  near(t, moments, [5, 10, 13], 1e-15);
  const [xx, yy, zz, xy, xz, yz] = turned.tensor;
  axes.forEach(([x, y, z], k) => {
    near(
      t,
      [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z],
      [moments[k] * x, moments[k] * y, moments[k] * z],
      2e-15,
    );
  });
  near(t, turned.rotated([2, 1, -1.5, -1]).tensor, box.tensor, 2e-15);
  near(t, turned.rotated([-4, -2, 3, 2]).tensor, box.tensor, 2e-15);
});

test("the tensor about another point", (t) => {
  const box = Inertia.box({ mass: 12, size: [1, 2, 3] });
  t.deepEqual([...box.about([0, 0, 0])], [...box.tensor]);
  t.deepEqual([...box.about([1, 2, 3])], [13 + 156, 10 + 120, 5 + 60, -24, -36, -72]);
  // A cone about its apex: 3/20 m r² + 3/5 m h² across.
  const cone = Inertia.revolution({
    mass: 80,
    generatrix: [
      [0, 0],
      [4, 2],
    ],
  });
  near(t, cone.about([0, 0, 0]), [96, 816, 816, 0, 0, 0], 1e-15);
});

test("an Inertia never changes and goes through JSON", (t) => {
  const cone = Inertia.revolution({
    mass: 80,
    generatrix: [
      [0, 0],
      [4, 2],
    ],
  }).rotated([1, 2, 3, 4]);
  t.throws(() => Object.assign(cone, { mass: 1 }), { instanceOf: TypeError });
  t.throws(() => Object.assign(cone.tensor, { 0: 1 }), { instanceOf: TypeError });
  t.throws(() => Object.assign(cone.center, { 0: 1 }), { instanceOf: TypeError });
  t.deepEqual(new Inertia(JSON.parse(JSON.stringify(cone))), cone);
  const given = new Float64Array([1, 2, 2.5]);
  const inertia = new Inertia({ mass: 1, tensor: given });
  given[0] = 7;
  t.deepEqual([...inertia.tensor], [1, 2, 2.5, 0, 0, 0]);
});

test("tensors at the edge of what bodies can have", (t) => {
  t.notThrows(() => new Inertia({ mass: 1, tensor: [0, 0, 0] }));
  t.notThrows(() => new Inertia({ mass: 1, tensor: [0, 1, 1] }));
  t.notThrows(() => new Inertia({ mass: 1, tensor: [1, 1, 2] }));
  t.notThrows(() => new Inertia({ mass: 1, tensor: [1, 1, 2 + 1e-12] }));
  t.throws(() => new Inertia({ mass: 1, tensor: [1, 1, 2 + 4e-12] }));
  t.notThrows(() => new Inertia({ mass: 1, tensor: [-5e-13, 1, 1] }));
  t.throws(() => new Inertia({ mass: 1, tensor: [-2e-12, 1, 1] }));
  // The same in units a thousand million times smaller: the tolerance is relative.
  t.throws(() => new Inertia({ mass: 1, tensor: [1e-27, 1e-27, 3e-27] }));
  // The diagonal alone would pass.
  t.throws(() => new Inertia({ mass: 1, tensor: [1, 1, 1, 0.9, 0, 0] }));
  t.notThrows(() => new Inertia({ mass: 1, tensor: [1, 1, 1, 0.5, 0, 0] }));
});

test("what is refused, and how", (t) => {
  const loose = Inertia as unknown as Record<string, (options: object) => Inertia>;
  const make = (options: object) => new Inertia(options as ConstructorParameters<typeof Inertia>[0]);
  const cases: [() => unknown, string][] = [
    [
      () => make({ mass: 1, tensor: [1, 1, 3] }),
      "Inertia: principal moments 1, 1, 3 break the triangle inequality (1 + 1 < 3); no body has them; " +
        "check the order Ixx, Iyy, Izz, Ixy, Ixz, Iyz and the units",
    ],
    [
      () => make({ mass: 1, tensor: [1, 1, 1, 2, 0, 0] }),
      "Inertia: principal moment -1 of the tensor [1, 1, 1, 2, 0, 0] is negative; no body has it; " +
        "check the order Ixx, Iyy, Izz, Ixy, Ixz, Iyz, and that Ixy is minus the product of inertia",
    ],
    [() => make({ mass: 0, tensor: [1, 1, 1] }), "Inertia: mass is 0; give a number greater than zero"],
    [() => make({ mass: -2, tensor: [1, 1, 1] }), "Inertia: mass is -2; give a number greater than zero"],
    [
      () => make({ mass: Number.NaN, tensor: [1, 1, 1] }),
      "Inertia: mass is NaN; give a finite number (a division by zero upstream?)",
    ],
    [
      () => make({ mass: 1, tensor: [1, 1, 1, 0, Number.NaN, 0] }),
      "Inertia: Ixz is NaN; give a finite number (a division by zero upstream?)",
    ],
    [
      () => make({ mass: 1, tensor: [1, 1] }),
      "Inertia: tensor [1, 1] is not a list of 3 or 6 numbers; give [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]",
    ],
    [
      () => make({ mass: 1, tensor: [1, 1, 1], center: [0, 0] }),
      "Inertia: center [0, 0] has 2 numbers; give three numbers [x, y, z]",
    ],
    [
      () => make({ mass: 1, tensr: [1, 1, 1] }),
      'Inertia: unknown option "tensr"; did you mean "tensor"? The options are mass, tensor, center',
    ],
    [() => loose.point({ mass: 0 }), "Inertia.point: mass is 0; give a number greater than zero"],
    [() => loose.box({ size: [1, 1, 1] }), "Inertia.box: neither mass nor density is given; give one of them"],
    [
      () => loose.box({ mass: 1, density: 7850, size: [1, 1, 1] }),
      "Inertia.box: mass 1 and density 7850 are both given; give only one of them",
    ],
    [() => loose.box({ density: -1, size: [1, 1, 1] }), "Inertia.box: density is -1; give a number greater than zero"],
    [() => loose.box({ mass: 1, size: [1, 0, 1] }), "Inertia.box: size[1] is 0; give a number greater than zero"],
    [
      () => loose.box({ mass: 1, size: [1, 1] }),
      "Inertia.box: size [1, 1] has 2 numbers; give three numbers [x, y, z]",
    ],
    [
      () => loose.box({ density: 1, size: [1e200, 1e200, 1] }),
      "Inertia.box: mass from density and volume is Infinity; give a finite number (a division by zero upstream?)",
    ],
    [
      () => loose.ellipsoid({ mass: 1, semiAxes: [1, 1, -1] }),
      "Inertia.ellipsoid: semiAxes[2] is -1; give a number greater than zero",
    ],
    [() => loose.sphere({ mass: 1, radius: 0 }), "Inertia.sphere: radius is 0; give a number greater than zero"],
    [
      () => loose.sphere({ mass: 1, radius: 1, innerRadius: 0.5 }),
      'Inertia.sphere: unknown option "innerRadius"; did you mean "radius"? The options are mass, density, radius',
    ],
    [
      () => loose.hollowSphere({ mass: 1, radius: 1, innerRadius: 1 }),
      "Inertia.hollowSphere: innerRadius 1 leaves no wall inside radius 1; give a smaller one",
    ],
    [
      () => loose.hollowSphere({ density: 1, radius: 1 }),
      "Inertia.hollowSphere: density 1 fills no volume; give the mass, or an innerRadius",
    ],
    [() => loose.rod({ density: 1, length: 1 }), "Inertia.rod: density 1 fills no volume; give the mass, or a radius"],
    [() => loose.rod({ mass: 1, length: 0 }), "Inertia.rod: length is 0; give a number greater than zero"],
    [() => loose.rod({ mass: 1, length: 1, axis: "w" }), 'Inertia.rod: axis "w" is unknown; give "x", "y" or "z"'],
    [
      () => loose.cylinder({ mass: 1, radius: 1, length: 1, innerRadius: 2 }),
      "Inertia.cylinder: innerRadius 2 leaves no wall inside radius 1; give a smaller one",
    ],
    [
      () => loose.cylinder({ mass: 1, radius: 1, length: 1, innerRadius: -1 }),
      "Inertia.cylinder: innerRadius is -1; give zero or a positive number",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, 1],
            [2, 1],
            [1, 1],
          ],
        }),
      "Inertia.revolution: x runs backwards from 2 to 1 at point 2; sort the points by x",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [1, 1],
            [0, 2],
          ],
        }),
      "Inertia.revolution: x runs backwards from 1 to 0 at point 1; sort the points by x",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, 1],
            [0, 2],
          ],
        }),
      "Inertia.revolution: 2 points span no length; give two or more with different x",
    ],
    [
      () => loose.revolution({ mass: 1, generatrix: [[0, 1], [1]] }),
      "Inertia.revolution: point 1 is [1]; give a pair [x, r]",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, 0],
            [1, 0],
          ],
        }),
      "Inertia.revolution: the radius is zero everywhere; give a generatrix with r > 0",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, 1],
            [1, 1],
          ],
          to: 2,
        }),
      "Inertia.revolution: from and to belong to a function; the points say themselves where they begin and end",
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, -1],
            [1, 1],
          ],
        }),
      "Inertia.revolution: radius at x = 0 is -1; a radius is zero or positive: check from, to and the sign",
    ],
    [
      () => loose.revolution({ mass: 1, generatrix: () => 1, from: 1, to: 1 }),
      "Inertia.revolution: to 1 is not beyond from 1; give from < to",
    ],
    [
      () => loose.revolution({ mass: 1, generatrix: () => 1, to: 1 }),
      "Inertia.revolution: from is undefined, not a number; give a finite number",
    ],
    [
      () => loose.revolution({ mass: 1, generatrix: "x", from: 0, to: 1 }),
      'Inertia.revolution: generatrix is "x"; give a function',
    ],
    [
      () =>
        loose.revolution({
          mass: 1,
          generatrix: [
            [0, 1],
            [1, 1],
          ],
          axis: "X",
        }),
      'Inertia.revolution: axis "X" is unknown; give "x", "y" or "z"',
    ],
    [() => Inertia.compose([]), "Inertia.compose: parts are []; give a list of { inertia, position }"],
    [
      () => Inertia.compose([{ inertia: Inertia.point({ mass: 1 }) }, { inertia: {} as Inertia }]),
      "Inertia.compose: part 1: inertia is an object of class Object; give an Inertia, such as Inertia.box(…)",
    ],
    [
      () => Inertia.compose([{ inertia: Inertia.point({ mass: 1 }), position: [1, Number.NaN, 0] }]),
      "Inertia.compose: part 0: position [1, NaN, 0] has NaN in place 1; give three numbers [x, y, z], all finite",
    ],
    [
      () => Inertia.point({ mass: 1 }).rotated([0, 0, 0, 0]),
      "Inertia.rotated: orientation [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation",
    ],
    [
      () => Inertia.point({ mass: 1 }).about([0, 0]),
      "Inertia.about: point [0, 0] has 2 numbers; give three numbers [x, y, z]",
    ],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message });

  t.throws(() => Inertia.revolution({ mass: 1, generatrix: (x) => x - 0.5, from: 0, to: 1 }), {
    instanceOf: ModelError,
    message: /^Inertia\.revolution: radius at x = \S+ is -\S+; a radius is zero or positive/,
  });
  t.throws(() => Inertia.revolution({ mass: 1, generatrix: () => Number.NaN, from: 0, to: 1 }), {
    instanceOf: ModelError,
    message: /^Inertia\.revolution: radius at x = \S+ is NaN; give a finite number/,
  });
  t.throws(() => Inertia.revolution({ mass: 1, generatrix: (x) => 5.5 - x, from: 5, to: 6 }), {
    instanceOf: ModelError,
    message: /^Inertia\.revolution: radius at x = 5\.[5-9]\d* is -0\./,
  });
  let flip = 0;
  t.throws(() => Inertia.revolution({ mass: 1, generatrix: () => 1 + (flip++ % 7), from: 0, to: 1 }), {
    instanceOf: ModelError,
    message: /^Inertia\.revolution: the generatrix is too rough near x = \S+ to be integrated; give points/,
  });
});
