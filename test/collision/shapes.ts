import test from "ava";
import { calcCurvature } from "../../lib/collision/calcCurvature.ts";
import { calcBranch, findSupport } from "../../lib/collision/findSupport.ts";
import { ConvexShape } from "../../lib/collision/index.ts";
import { matrixFromQuaternion, rotate } from "../../lib/math/index.ts";
import { areClose, isAtMost, isClose } from "../helpers/compare.ts";
import { makers } from "../helpers/convexCases.ts";
import { getPolyhedron } from "../helpers/hullPairs.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

/** Every given point is inside, every face is flat and has its corners in order, and Euler's formula holds. */
function checkHull(
  t: Parameters<typeof isAtMost>[0],
  shape: ConvexShape,
  points: readonly (readonly number[])[],
): void {
  const { vertices, faceStart, faceVertices, planes, neighbours, faceCount } = getPolyhedron(shape);
  const size = Math.max(...points.flat().map(Math.abs));
  let [outside, uneven] = [0, 0];
  for (let f = 0; f < faceCount; f++) {
    const [x, y, z, offset] = planes.subarray(4 * f, 4 * f + 4);
    for (const p of points) outside = Math.max(outside, x * p[0] + y * p[1] + z * p[2] - offset);
    for (const i of faceVertices.subarray(faceStart[f], faceStart[f + 1])) {
      const height = x * vertices[3 * i] + y * vertices[3 * i + 1] + z * vertices[3 * i + 2] - offset;
      uneven = Math.max(uneven, Math.abs(height));
    }
  }
  // Faces are merged within 1e-11 of the extent.
  isAtMost(t, outside / size, 4e-11);
  isAtMost(t, uneven / size, 4e-11);
  isClose(t, vertices.length / 3 - neighbours.length / 2 + faceCount, 2, 0, "Euler");
}

const turned = (points: readonly number[][], random: RandomSource): number[][] => {
  const T = matrixFromQuaternion(random.quaternion());
  return points.map((p) => rotate(T, p));
};

test("a box is the hull of its corners, whatever else lies in it, on its faces and on its edges", (t) => {
  const random = new RandomSource(1);
  const grid = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3].flatMap((j) => [0, 1, 2].map((k) => [i, j, k])));
  for (let i = 0; i < 20; i++) {
    const points = i === 0 ? grid : turned(random.shuffle(grid), random);
    const shape = ConvexShape.hull({ points: [...points, ...points.slice(0, 7)] });
    const { vertices, faceCount } = getPolyhedron(shape);
    t.is(vertices.length, 24, `turn ${i}`);
    t.is(faceCount, 6);
    checkHull(t, shape, points);
  }
});

test("hulls of balls, prisms, needles, plates and lattices", (t) => {
  const random = new RandomSource(2);
  const ring = (sides: number, y: number) =>
    Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      return [Math.cos(angle), y, Math.sin(angle)];
    });
  for (let i = 0; i < 30; i++) {
    const ball = Array.from({ length: 200 }, () => random.direction());
    const shape = ConvexShape.hull({ points: ball });
    t.is(getPolyhedron(shape).vertices.length, 600, "all points of a ball are corners");
    checkHull(t, shape, ball);
    const sides = random.integer(3, 40);
    const prism = turned([...ring(sides, 1), ...ring(sides, -1), [0, 1, 0], [0.1, 0.2, 0.3]], random);
    const solid = ConvexShape.hull({ points: prism });
    t.is(getPolyhedron(solid).faceCount, sides + 2, `prism of ${sides} sides`);
    checkHull(t, solid, prism);
    const plate = turned(
      ball.map(([x, y, z]) => [x, 1e-6 * y, z]),
      random,
    );
    checkHull(t, ConvexShape.hull({ points: plate }), plate);
    const lattice = Array.from({ length: 60 }, () => [0, 1, 2].map(() => random.integer(-2, 2)));
    checkHull(t, ConvexShape.hull({ points: lattice }), lattice);
  }
});

test("the farthest points are those of the definitions, by climbing too", (t) => {
  const random = new RandomSource(3);
  const out = new Float64Array(3);
  for (const [name, make] of Object.entries(makers)) {
    for (let i = 0; i < 50; i++) {
      const { shape, reachAlong, isOutsideBy } = make(random);
      const d = random.direction();
      findSupport(
        shape,
        Float64Array.from(d, (x) => 3 * x),
        0,
        out,
      );
      const value = d[0] * out[0] + d[1] * out[1] + d[2] * out[2] + shape.radius;
      isClose(t, value, reachAlong(d), 1e-14, name);
      isAtMost(t, isOutsideBy([out[0], out[1], out[2]]), 1e-14, name);
    }
  }
  const points = Array.from({ length: 500 }, () => random.direction());
  const large = ConvexShape.hull({ points });
  for (let i = 0; i < 200; i++) {
    const d = random.direction();
    findSupport(large, Float64Array.from(d), random.integer(-1, 600), out);
    const best = Math.max(...points.map((p) => d[0] * p[0] + d[1] * p[1] + d[2] * p[2]));
    isClose(t, d[0] * out[0] + d[1] * out[1] + d[2] * out[2], best, 1e-15);
  }
});

test("the curvature of a branch is how its farthest point moves", (t) => {
  const random = new RandomSource(4);
  const [p, q, m] = [new Float64Array(3), new Float64Array(3), new Float64Array(6)];
  for (const name of ["ellipsoid", "cylinder", "cone", "box"]) {
    for (let i = 0; i < 30; i++) {
      const { shape } = makers[name](random);
      const d = Float64Array.from(random.direction());
      const branch = findSupport(shape, d, 0, p);
      calcCurvature(shape, branch, d, m);
      const rows = [
        [m[0], m[3], m[4]],
        [m[3], m[1], m[5]],
        [m[4], m[5], m[2]],
      ];
      const h = 1e-5;
      for (let k = 0; k < 3; k++) {
        const [e, f] = [d.slice(), d.slice()];
        e[k] += h;
        f[k] -= h;
        calcBranch(shape, branch, e, p);
        calcBranch(shape, branch, f, q);
        const slope = [0, 1, 2].map((j) => (p[j] - q[j]) / (2 * h));
        // Third derivatives times h² and rounding over h; near its axis the rim turns fast.
        const across = Math.max(1e-3, Math.hypot(d[(shape.axis + 1) % 3], d[(shape.axis + 2) % 3]));
        areClose(t, rows[k], slope, 1e-8 / across ** 3, `${name} ${i}`);
      }
    }
  }
});

test("shapes that are none are refused by name", (t) => {
  const four = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ];
  const remedy = "give at least four points that do not lie in a plane";
  refuse(t, [
    [() => ConvexShape.hull({ points: [] }), `ConvexShape.hull: 0 points enclose no volume; ${remedy}`],
    [
      () => ConvexShape.hull({ points: four }),
      `ConvexShape.hull: the 4 points lie in a plane, so they enclose no volume; ${remedy}`,
    ],
    [
      () => ConvexShape.hull({ points: four.map(([x]) => [x, 2 * x, 3 * x]) }),
      `ConvexShape.hull: the 4 points lie on a line, so they enclose no volume; ${remedy}`,
    ],
    [
      () => ConvexShape.hull({ points: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }),
      `ConvexShape.hull: all 4 points are one; ${remedy}`,
    ],
    [
      () => ConvexShape.hull({ points: [1, 2, 3, 4] }),
      /points are 4 numbers, which is no multiple of three; give points/,
    ],
    [() => ConvexShape.hull({ points: [...four, [0, 0, Number.NaN]] }), /^ConvexShape.hull: points\[4\] .*NaN/],
    [() => ConvexShape.hull({ points: wrong(undefined) }), /^ConvexShape.hull: points is undefined; give points/],
    [() => ConvexShape.hull(wrong(undefined)), /^ConvexShape.hull: the options are undefined/],
    [
      () => ConvexShape.hull({ points: four.map((p) => p.map((x) => 1e308 * (2 * x - 1))) }),
      /spread over more than numbers hold/,
    ],
    [() => ConvexShape.sphere({ radius: 0 }), "ConvexShape.sphere: radius is 0; give a number greater than zero"],
    [() => ConvexShape.sphere({ radius: 1e40 }), /it reaches 1e\+40 m; give lengths from 1e-30 to 1e\+30 m/],
    [() => ConvexShape.box({ size: [1, 0, 1] }), "ConvexShape.box: size[1] is 0; give a number greater than zero"],
    [
      () => ConvexShape.box({ size: [1, 1, 1], rounding: -1 }),
      /^ConvexShape.box: rounding is -1; give zero or a positive/,
    ],
    [
      () => ConvexShape.capsule({ radius: 1, length: Number.NaN }),
      /^ConvexShape.capsule: length is NaN; give a finite/,
    ],
    [() => ConvexShape.cylinder({ radius: 1, length: 1, axis: wrong("w") }), /^ConvexShape.cylinder: axis/],
    [() => ConvexShape.cone(wrong({ radius: 1, lenght: 1 })), /unknown option "lenght"; did you mean "length"/],
    [() => ConvexShape.ellipsoid({ semiAxes: [1, -1, 1] }), /^ConvexShape.ellipsoid: semiAxes\[1\] is -1/],
  ]);
});

test("the mesh of a shape is closed and reaches as far as the shape in every direction", (t) => {
  const random = new RandomSource(5);
  const rounded = [
    ConvexShape.box({ size: [1, 2, 3], rounding: 0.2 }),
    ConvexShape.hull({ points: Array.from({ length: 12 }, () => random.vector(1)), rounding: 0.1 }),
  ];
  const shapes = [...Object.values(makers).map((make) => make(random).shape), ...rounded];
  const [d, point] = [new Float64Array(3), new Float64Array(3)];
  for (const shape of shapes) {
    const mesh = shape.createMesh();
    t.deepEqual(mesh.findDefects(), [], shape.label);
    for (let n = 0; n < 40; n++) {
      d.set(random.direction());
      findSupport(shape, d, 0, point);
      const height = d[0] * point[0] + d[1] * point[1] + d[2] * point[2] + shape.radius;
      let reached = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < mesh.vertexCount; i++) {
        const [x, y, z] = mesh.getVertex(i);
        reached = Math.max(reached, d[0] * x + d[1] * y + d[2] * z);
      }
      // Inside, by what 48 sides cut off: 1 − cos(π/48) is 0.2 %.
      isAtMost(t, reached - height, 1e-12 * shape.reach, shape.label);
      isAtMost(t, height - reached, 0.01 * shape.reach, shape.label);
    }
  }
});
