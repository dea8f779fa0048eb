import { ConvexDistance, ConvexShape } from "../../lib/collision/index.ts";
import { cross, dot, norm, rotate, subtract } from "../../lib/math/index.ts";
import { createPose, type TestPose } from "./hullPairs.ts";
import { RandomSource } from "./random.ts";

interface FormCase {
  a: ConvexShape;
  b: ConvexShape;
  poseA: TestPose;
  poseB: TestPose;
  expected: number;
}

type Draw = (random: RandomSource) => FormCase;

const pose = (random: RandomSource) => createPose(random.vector(1.5), random.quaternion());

/** A large box whose upper face is the plane y = 0. */
const floor = ConvexShape.box({ size: [40, 4, 40] });
const floorPose = createPose([0, -2, 0]);

/** Something over the floor at a height: its distance is the height less how far it reaches down. */
const overFloor = (random: RandomSource, b: ConvexShape, reachDown: (down: number[]) => number): FormCase => {
  const poseB = createPose([random.number(-3, 3), random.number(-0.5, 3), random.number(-3, 3)], random.quaternion());
  // The downward direction in B's axes.
  const down = [-poseB.T[3], -poseB.T[4], -poseB.T[5]];
  return { a: floor, b, poseA: floorPose, poseB, expected: poseB.r[1] - reachDown(down) };
};

/** Pairs whose distance is a formula, apart and overlapping, as far as the formula goes. */
const draws: Readonly<Record<string, Draw>> = {
  "two spheres": (random) => {
    const [r, s] = [random.number(0.1, 1), random.number(0.1, 1)];
    const [poseA, poseB] = [pose(random), pose(random)];
    const expected = norm(subtract(poseB.r, poseA.r)) - r - s;
    return { a: ConvexShape.sphere({ radius: r }), b: ConvexShape.sphere({ radius: s }), poseA, poseB, expected };
  },
  "balls as ellipsoids": (random) => {
    const [r, s] = [random.number(0.1, 1), random.number(0.1, 1)];
    const [poseA, poseB] = [pose(random), pose(random)];
    const ball = (radius: number) => ConvexShape.ellipsoid({ semiAxes: [radius, radius, radius] });
    return { a: ball(r), b: ball(s), poseA, poseB, expected: norm(subtract(poseB.r, poseA.r)) - r - s };
  },
  "ellipsoid over a plane": (random) => {
    const semiAxes = random.vector(1).map((x) => 0.1 + Math.abs(x));
    return overFloor(random, ConvexShape.ellipsoid({ semiAxes }), (d) =>
      Math.hypot(...semiAxes.map((a, i) => a * d[i])),
    );
  },
  "cylinder over a plane": (random) => {
    const [radius, length] = [random.number(0.1, 1), random.number(0.1, 1)];
    return overFloor(
      random,
      ConvexShape.cylinder({ radius, length }),
      (d) => (Math.abs(d[1]) * length) / 2 + radius * Math.hypot(d[0], d[2]),
    );
  },
  "cone over a plane": (random) => {
    const [radius, length] = [random.number(0.1, 1), random.number(0.1, 1)];
    return overFloor(random, ConvexShape.cone({ radius, length }), (d) =>
      Math.max((d[1] * length) / 2, (-d[1] * length) / 2 + radius * Math.hypot(d[0], d[2])),
    );
  },
  "capsule over a plane": (random) => {
    const [radius, length] = [random.number(0.1, 1), random.number(0.1, 1)];
    return overFloor(random, ConvexShape.capsule({ radius, length }), (d) => (Math.abs(d[1]) * length) / 2 + radius);
  },
  "box over a plane": (random) => {
    const size = random.vector(1).map((x) => 0.1 + Math.abs(x));
    return overFloor(random, ConvexShape.box({ size }), (d) =>
      size.reduce((sum, x, i) => sum + (Math.abs(d[i]) * x) / 2, 0),
    );
  },
  "crossing capsules": (random) => {
    // Long ones, so that the common perpendicular of their axes meets both.
    const [poseA, poseB] = [pose(random), pose(random)];
    const [u, v] = [poseA, poseB].map(({ T }) => [T[1], T[4], T[7]]);
    const n = cross(u, v);
    const expected = Math.abs(dot(subtract(poseB.r, poseA.r), n)) / norm(n) - 0.3;
    const a = ConvexShape.capsule({ radius: 0.1, length: 200 });
    const b = ConvexShape.capsule({ radius: 0.2, length: 200 });
    return norm(n) > 0.2 ? { a, b, poseA, poseB, expected } : draws["crossing capsules"](random);
  },
  "crossing cylinders": (random) => {
    const q = random.quaternion();
    const poseA = createPose(random.vector(1), q);
    const axis = rotate(poseA.T, [1, 0, 0]);
    const gap = random.number(0.35, 2);
    const poseB = createPose([0, 0, 0]);
    poseB.r.set(poseA.r.map((x, i) => x + gap * axis[i]));
    // B's axis is across A's and across the way to it.
    poseB.T.set([0, 1, 2].flatMap((i) => [poseA.T[3 * i], poseA.T[3 * i + 2], -poseA.T[3 * i + 1]]));
    const [a, b] = [0.5, 0.3].map((radius) => ConvexShape.cylinder({ radius, length: 4 }));
    return { a, b, poseA, poseB, expected: gap - 0.8 };
  },
  "sphere over the edge of a box": (random) => {
    const poseA = pose(random);
    const way = [0, random.number(0.01, 1), random.number(0.01, 1)];
    const poseB = createPose(poseA.r.map((x, i) => x + rotate(poseA.T, [0.1, 0.5 + way[1], 0.5 + way[2]])[i]));
    const a = ConvexShape.box({ size: [1, 1, 1] });
    return { a, b: ConvexShape.sphere({ radius: 0.2 }), poseA, poseB, expected: Math.hypot(way[1], way[2]) - 0.2 };
  },
  "corner over corner": (random) => {
    // Boxes with parallel axes, the way between the nearest corners in the first octant.
    const poseA = pose(random);
    const way = [1, 1, 1].map(() => random.number(0.001, 1));
    const poseB = createPose([0, 0, 0]);
    poseB.T.set(poseA.T);
    poseB.r.set(
      poseA.r.map(
        (x, i) =>
          x +
          rotate(
            poseA.T,
            way.map((y) => y + 1),
          )[i],
      ),
    );
    const a = ConvexShape.box({ size: [1, 1, 1] });
    return { a, b: ConvexShape.box({ size: [1, 1, 1] }), poseA, poseB, expected: Math.hypot(...way) };
  },
};

/** Largest differences from formulas, as parts of the shapes' size, in both orders. */
export function measureClosedForms(count: number, seed = 1): { error: number; worst: string; fallbacks: number } {
  const random = new RandomSource(seed);
  let error = 0;
  let worst = "";
  let fallbacks = 0;
  for (const [name, draw] of Object.entries(draws)) {
    for (let i = 0; i < count; i++) {
      const { a, b, poseA, poseB, expected } = draw(random);
      for (const pair of [new ConvexDistance(a, b), new ConvexDistance(b, a)]) {
        if (pair.a === a) pair.calc(poseA, poseB);
        else pair.calc(poseB, poseA);
        fallbacks += pair.fallbackCount;
        const here = Math.abs(pair.distance - expected) / (a.reach + b.reach);
        if (here <= error) continue;
        error = here;
        worst = `${name} ${i}: ${pair.distance}, not ${expected}`;
      }
    }
  }
  return { error, worst, fallbacks };
}
