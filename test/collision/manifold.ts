import test from "ava";
import { ContactManifold, ConvexShape } from "../../lib/collision/index.ts";
import { dot, quaternionAbout, rotate, subtract, type Triple } from "../../lib/math/index.ts";
import { areClose, isAbove, isAtMost, isClose } from "../helpers/compare.ts";
import { makers } from "../helpers/convexCases.ts";
import { createPose, type TestPose } from "../helpers/hullPairs.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

const floor = ConvexShape.box({ size: [10, 1, 10] });
const floorPose = createPose([0, -0.5, 0]);
const about = (axis: readonly number[], angle: number) => quaternionAbout(axis, angle);

function touch(a: ConvexShape, poseA: TestPose, b: ConvexShape, poseB: TestPose): ContactManifold {
  const manifold = new ContactManifold(a, b);
  manifold.calc(poseA, poseB);
  return manifold;
}

const onFloor = (shape: ConvexShape, height: number, q: readonly number[] = [1, 0, 0, 0]) =>
  touch(floor, floorPose, shape, createPose([0.3, height, -0.2], q));

/** The points of one side, sorted, so that their order does not count. */
function listPoints({ count }: ContactManifold, list: Float64Array): number[][] {
  const points = Array.from({ length: count }, (_, k) => [...list.subarray(3 * k, 3 * k + 3)]);
  return points.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
}

/** Every point is consistent, its names are its own, and the least gap is the distance. */
function check(t: Parameters<typeof isAtMost>[0], manifold: ContactManifold, what: string, least = 1e-12): void {
  const { count, pointsA, pointsB, gaps, featuresA, featuresB, pair } = manifold;
  isAbove(t, count, 0, what);
  for (let k = 0; k < count; k++) {
    const way = [0, 1, 2].map((i) => pointsB[3 * k + i] - pointsA[3 * k + i]);
    areClose(
      t,
      way,
      [...pair.normal].map((x) => x * gaps[k]),
      1e-13,
      what,
    );
  }
  const names = new Set(Array.from({ length: count }, (_, k) => `${featuresA[k]} ${featuresB[k]}`));
  isClose(t, names.size, count, 0, `${what}: names`);
  isClose(t, Math.min(...gaps.subarray(0, count)), pair.distance, least, `${what}: least gap`);
}

test("a box flat on the floor touches at its four corners", (t) => {
  const m = onFloor(ConvexShape.box({ size: [1, 2, 0.6] }), 1.25, about([0, 1, 0], 0.3));
  t.is(m.count, 4);
  check(t, m, "box");
  areClose(t, m.gaps.subarray(0, 4), [0.25, 0.25, 0.25, 0.25], 1e-15);
  const corners = [-0.5, 0.5].flatMap((x) => [-0.3, 0.3].map((z) => [x, z]));
  const expected = corners.map(([x, z]) => [
    0.3 + x * Math.cos(0.3) + z * Math.sin(0.3),
    0.25,
    -0.2 - x * Math.sin(0.3) + z * Math.cos(0.3),
  ]);
  expected.sort((p, q) => p[0] - q[0]);
  areClose(t, listPoints(m, m.pointsB).flat(), expected.flat(), 1e-14);
  // Corners of the box over the upper face of the floor.
  t.deepEqual([...m.featuresB.subarray(0, 4)].sort(), [0, 1, 4, 5]);
  t.is(new Set(m.featuresA.subarray(0, 4)).size, 1);
});

test("faces on faces: the corners of their common part, by another way", (t) => {
  const random = new RandomSource(1);
  for (let i = 0; i < 200; i++) {
    const [p, q] = [0, 1].map(() => [random.number(0.5, 2), 1, random.number(0.5, 2)]);
    const [x, z, angle] = [random.number(-1, 1), random.number(-1, 1), random.number(-Math.PI, Math.PI)];
    const turn = random.quaternion();
    const poseA = createPose(random.vector(2), turn);
    const way = rotate(poseA.T, [x, 1.01, z]);
    const poseB = createPose([0, 1, 2].map((k) => poseA.r[k] + way[k]));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const spin = [c, 0, s, 0, 1, 0, -s, 0, c];
    poseB.T.set(
      [0, 1, 2].flatMap((r) =>
        [0, 1, 2].map((k) => dot(poseA.T.subarray(3 * r, 3 * r + 3), [spin[k], spin[3 + k], spin[6 + k]])),
      ),
    );
    const [a, b] = [p, q].map((size) => ConvexShape.box({ size }));
    const expected = listCommon(p, q, x, z, angle);
    const m = touch(a, poseA, b, poseB);
    // Beside each other there is an edge or a corner instead.
    if (expected.length < 3) continue;
    check(t, m, `pair ${i}`);
    const local = listPoints(m, m.pointsA).map((point) => {
      const d = subtract(point, poseA.r);
      return [0, 2].map((k) => poseA.T[k] * d[0] + poseA.T[3 + k] * d[1] + poseA.T[6 + k] * d[2]);
    });
    isClose(t, local.length, expected.length, 0, `pair ${i}: corners`);
    for (const corner of expected) {
      isAtMost(t, Math.min(...local.map((l) => Math.hypot(l[0] - corner[0], l[1] - corner[1]))), 1e-12, `pair ${i}`);
    }
    const turned = touch(b, poseB, a, poseA);
    isClose(t, turned.count, m.count, 0, `pair ${i}: the other way round`);
  }
});

/** Corners of the common part of two rectangles: those inside of the other one, and where sides cross. */
function listCommon(p: number[], q: number[], x: number, z: number, angle: number): number[][] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const signs = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ];
  const first = signs.map(([i, j]) => [(i * p[0]) / 2, (j * p[2]) / 2]);
  const second = signs.map(([i, j]) => {
    const [u, v] = [(i * q[0]) / 2, (j * q[2]) / 2];
    return [x + c * u + s * v, z - s * u + c * v];
  });
  const inFirst = ([u, v]: number[]) => Math.abs(u) <= p[0] / 2 && Math.abs(v) <= p[2] / 2;
  const inSecond = ([u, v]: number[]) => {
    const [du, dv] = [u - x, v - z];
    return Math.abs(c * du - s * dv) <= q[0] / 2 && Math.abs(s * du + c * dv) <= q[2] / 2;
  };
  const crossings = first.flatMap((a, i) =>
    second.flatMap((e, j) => {
      const [b, f] = [first[(i + 1) % 4], second[(j + 1) % 4]];
      const [ux, uz, vx, vz] = [b[0] - a[0], b[1] - a[1], f[0] - e[0], f[1] - e[1]];
      const det = ux * vz - uz * vx;
      const k = ((e[0] - a[0]) * vz - (e[1] - a[1]) * vx) / det;
      const l = ((e[0] - a[0]) * uz - (e[1] - a[1]) * ux) / det;
      return k >= 0 && k <= 1 && l >= 0 && l <= 1 ? [[a[0] + k * ux, a[1] + k * uz]] : [];
    }),
  );
  return [...first.filter(inSecond), ...second.filter(inFirst), ...crossings];
}

test("a box a little tilted keeps its corners, each with its own gap; tilted more it stands on an edge or a corner", (t) => {
  const box = ConvexShape.box({ size: [1, 1, 1] });
  const tilt = 0.005;
  const m = onFloor(box, 0.6, about([0, 0, 1], tilt));
  t.is(m.count, 4);
  check(t, m, "tilted");
  const [low, high] = [0.5 * Math.cos(tilt) + 0.5 * Math.sin(tilt), 0.5 * Math.cos(tilt) - 0.5 * Math.sin(tilt)];
  areClose(t, [...m.gaps.subarray(0, 4)].sort(), [0.6 - low, 0.6 - low, 0.6 - high, 0.6 - high], 1e-15);
  const edge = onFloor(box, 0.6, about([0, 0, 1], 0.3));
  t.is(edge.count, 2);
  check(t, edge, "edge");
  isClose(t, Math.abs(edge.pointsB[2] - edge.pointsB[5]), 1, 1e-15, "its length");
  const corner = onFloor(box, 1, about([0.6, 0, 0.8], 0.5));
  t.is(corner.count, 1);
  check(t, corner, "corner");
});

test("cylinders, cones, capsules and spheres on a floor: lines, rims and points", (t) => {
  const options = { radius: 0.5, length: 2, axis: "y" } as const;
  const lying = about([0, 0, 1], Math.PI / 2);
  const cylinder = ConvexShape.cylinder(options);
  const line = onFloor(cylinder, 0.6, lying);
  t.is(line.count, 2, "a line");
  check(t, line, "lying cylinder");
  areClose(t, listPoints(line, line.pointsB).flat(), [-0.7, 0.1, -0.2, 1.3, 0.1, -0.2], 1e-14);
  const standing = onFloor(cylinder, 1.1);
  t.is(standing.count, 8, "a rim");
  check(t, standing, "standing cylinder");
  for (let k = 0; k < 8; k++) {
    isClose(t, Math.hypot(standing.pointsB[3 * k] - 0.3, standing.pointsB[3 * k + 2] + 0.2), 0.5, 1e-15, "on the rim");
  }
  t.is(onFloor(cylinder, 2, about([0, 0, 1], 0.5)).count, 1, "on its rim");
  const cone = ConvexShape.cone(options);
  t.is(onFloor(cone, 1.1).count, 8, "a cone on its base");
  // On its flank: the axis is tilted by the half angle.
  const flank = onFloor(cone, 1, about([0, 0, 1], Math.PI / 2 + Math.atan(0.25)));
  t.is(flank.count, 2, "a cone on its flank");
  check(t, flank, "flank");
  areClose(t, flank.gaps.subarray(0, 2), [flank.pair.distance, flank.pair.distance], 1e-14);
  const capsule = onFloor(ConvexShape.capsule(options), 0.6, lying);
  t.is(capsule.count, 2, "a lying capsule");
  check(t, capsule, "capsule");
  areClose(t, listPoints(capsule, capsule.pointsB).flat(), [-0.7, 0.1, -0.2, 1.3, 0.1, -0.2], 1e-14);
  t.is(onFloor(ConvexShape.sphere({ radius: 1 }), 1).count, 1);
  t.is(onFloor(ConvexShape.ellipsoid({ semiAxes: [1, 2, 3] }), 2).count, 1);
  const rounded = onFloor(ConvexShape.box({ size: [1, 1, 1], rounding: 0.1 }), 0.7);
  t.is(rounded.count, 4);
  check(t, rounded, "rounded box");
  areClose(t, rounded.gaps.subarray(0, 4), [0.1, 0.1, 0.1, 0.1], 1e-15);
});

test("a line is cut where the other one ends", (t) => {
  const table = ConvexShape.box({ size: [2, 1, 2] });
  const cylinder = ConvexShape.cylinder({ radius: 0.5, length: 4, axis: "x" });
  const m = touch(table, createPose([0, -0.5, 0]), cylinder, createPose([1.5, 0.5, 0.25]));
  t.is(m.count, 2);
  check(t, m, "over the edge of a table");
  areClose(t, listPoints(m, m.pointsA).flat(), [-0.5, 0, 0.25, 1, 0, 0.25], 1e-14);
  const beside = touch(cylinder, createPose([0, 0, 0]), cylinder, createPose([3, 1.2, 0]));
  t.is(beside.count, 2);
  check(t, beside, "two side by side");
  areClose(t, listPoints(beside, beside.pointsA).flat(), [1, 0.5, 0, 2, 0.5, 0], 1e-14);
  const across = touch(cylinder, createPose([0, 0, 0]), cylinder, createPose([0, 1.2, 0], about([0, 1, 0], 1)));
  t.is(across.count, 1, "across each other");
  check(t, across, "across");
});

test("points keep their names while shapes slide and turn a little", (t) => {
  const [a, b] = [ConvexShape.box({ size: [2, 1, 2] }), ConvexShape.box({ size: [1.5, 1, 1.5] })];
  const manifold = new ContactManifold(a, b);
  const poseA = createPose([0, 0, 0]);
  const calc = (x: number, angle: number) => {
    manifold.calc(poseA, createPose([x, 1.001, 0.1], about([0, 1, 0], angle)));
    const points = new Map<string, number[]>();
    for (let k = 0; k < manifold.count; k++) {
      const name = `${manifold.featuresA[k]} ${manifold.featuresB[k]}`;
      points.set(name, [...manifold.pointsA.subarray(3 * k, 3 * k + 3)]);
    }
    return points;
  };
  const before = calc(0.4, 0.5);
  isAbove(t, before.size, 4);
  for (let i = 1; i <= 20; i++) {
    const now = calc(0.4 + 1e-4 * i, 0.5 + 1e-4 * i);
    t.deepEqual([...now.keys()].sort(), [...before.keys()].sort());
    // Sides cross at about 0.5 rad: the crossing moves some times faster than the sides.
    for (const [name, point] of now) isAtMost(t, Math.hypot(...subtract(point, before.get(name)!)), 1e-3 * i, name);
  }
});

test("any two shapes in any pose: points that are consistent, and never none", (t) => {
  const random = new RandomSource(3);
  const names = Object.keys(makers);
  for (let i = 0; i < 2000; i++) {
    random.isPlain = i % 2 === 0;
    const [a, b] = [makers[random.pick(names)](random), makers[random.pick(names)](random)];
    const poseA = createPose(random.vector(1), random.quaternion());
    const poseB = createPose(random.vector(1), random.quaternion());
    const m = touch(a.shape, poseA, b.shape, poseB);
    // Where neither face is across the normal, both being tilted within the angle, gaps are right to that.
    check(t, m, `pair ${i}: ${a.name}, ${b.name}`, 0.05);
    for (let k = 0; k < m.count; k++) {
      for (const [shape, pose, points] of [
        [a, poseA, m.pointsA],
        [b, poseB, m.pointsB],
      ] as const) {
        const d = [0, 1, 2].map((j) => points[3 * k + j] - pose.r[j]);
        const own = [0, 1, 2].map((j) => pose.T[j] * d[0] + pose.T[3 + j] * d[1] + pose.T[6 + j] * d[2]);
        // A flat face, seen along a normal that is tilted by less than 0.01.
        isAtMost(t, shape.isOutsideBy(own as Triple), 0.03, `pair ${i}: ${a.name}, ${b.name}, point ${k}`);
      }
    }
  }
});

test("angles that are none are refused", (t) => {
  const ball = ConvexShape.sphere({ radius: 1 });
  refuse(t, [
    [
      () => new ContactManifold(ball, ball, { angle: 2 }),
      "ContactManifold: angle is 2 rad; give one greater than 0, up to 0.5",
    ],
    [() => new ContactManifold(ball, ball, { angle: Number.NaN }), /^ContactManifold: angle is NaN/],
    [() => new ContactManifold(ball, ball, wrong({ angel: 1 })), /unknown option "angel"; did you mean "angle"/],
    [() => new ContactManifold(wrong(null), ball), /the first shape is null/],
  ]);
});
