import type { Polyhedron } from "../../lib/collision/hull/Polyhedron.ts";
import { ConvexDistance, ConvexShape } from "../../lib/collision/index.ts";
import { matrixFromQuaternion, rotate } from "../../lib/math/index.ts";
import { bruteDistance, placeHull, type WorldHull } from "./bruteHulls.ts";
import type { RandomSource } from "./random.ts";

export interface PosedPair {
  kind: string;
  a: ConvexShape;
  b: ConvexShape;
  poseA: TestPose;
  poseB: TestPose;
}

export interface TestPose {
  r: Float64Array;
  T: Float64Array;
}

export const createPose = (position: ArrayLike<number>, orientation: ArrayLike<number> = [1, 0, 0, 0]): TestPose => ({
  r: Float64Array.from(position),
  T: Float64Array.from(matrixFromQuaternion(orientation)),
});

export const place = (shape: ConvexShape, pose: TestPose): WorldHull => placeHull(getPolyhedron(shape), pose);

export function getPolyhedron({ polyhedron, label }: ConvexShape): Polyhedron {
  if (!polyhedron) throw new Error(`${label} has no faces`);
  return polyhedron;
}

/** Shapes with corners: on a ball, inside of a box, on a lattice, boxes, prisms, needles, plates. */
const shapes: readonly ((random: RandomSource) => ConvexShape)[] = [
  (random) => ConvexShape.hull({ points: Array.from({ length: 20 }, () => random.direction()) }),
  (random) => ConvexShape.hull({ points: Array.from({ length: random.integer(6, 30) }, () => random.vector(1)) }),
  (random) => {
    // Many in one plane and on one line.
    const points = Array.from({ length: 25 }, () => [0, 1, 2].map(() => random.integer(-1, 1)));
    return ConvexShape.hull({ points: [...points, [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] });
  },
  (random) => ConvexShape.box({ size: [1, 1, 1].map(() => random.pick([0.5, 1, 2])) }),
  (random) => {
    const sides = random.integer(3, 9);
    const points = Array.from({ length: 2 * sides }, (_, i) => {
      const angle = (2 * Math.PI * (i >> 1)) / sides;
      return [Math.cos(angle), i & 1 ? 0.5 : -0.5, Math.sin(angle)];
    });
    return ConvexShape.hull({ points });
  },
  (random) => {
    const factors = random.pick([
      [1e-3, 1, 1],
      [1e-3, 1e-3, 1],
      [1e-5, 1, 1],
    ]);
    return ConvexShape.hull({
      points: Array.from({ length: 12 }, () => random.direction().map((x, i) => x * factors[i])),
    });
  },
];

/** Kinds of places, in turn: anywhere near; axes alike; one upon the other; the same; touching; nearly touching; deep. */
export function drawPair(random: RandomSource, index: number): PosedPair {
  const kind = ["near", "parallel", "stacked", "same", "touching", "nearly touching", "deep"][index % 7];
  const a = random.pick(shapes)(random);
  const b = kind === "same" && random.chance(0.5) ? a : random.pick(shapes)(random);
  const turn = random.quaternion();
  const poseA = createPose(random.vector(2), turn);
  const poseB = createPose(random.vector(2), random.quaternion());
  const shift = (way: ArrayLike<number>) => {
    for (let i = 0; i < 3; i++) poseB.r[i] = poseA.r[i] + way[i];
  };
  if (["parallel", "stacked", "same"].includes(kind)) poseB.T.set(poseA.T);
  if (kind === "near") shift(random.direction().map((x) => x * random.number(0.5, 2.5)));
  if (kind === "parallel")
    shift(
      rotate(
        poseA.T,
        [0, 1, 2].map(() => 0.5 * random.integer(-4, 4)),
      ),
    );
  if (kind === "same") shift([0, 0, 0]);
  if (kind === "deep") shift(random.vector(0.2));
  if (kind === "stacked") {
    // Along one of the axes of A until faces meet, and a little aside.
    const k = random.integer(0, 2);
    const n = rotate(
      poseA.T,
      [0, 1, 2].map((i) => (i === k ? 1 : 0)),
    );
    const aside = rotate(
      poseA.T,
      [0, 1, 2].map((i) => (i === k ? 0 : random.number(-0.3, 0.3))),
    );
    shift(n.map((x, i) => 10 * x + aside[i]));
    const gap = calcGap(place(a, poseA), place(b, poseB), n);
    shift(n.map((x, i) => (10 - gap) * x + aside[i]));
  }
  if (kind.includes("touching")) {
    // Together or apart along the normal, until what is left is nothing or next to nothing.
    shift(random.direction().map((x) => x * random.number(0.5, 2.5)));
    const pair = new ConvexDistance(a, b);
    pair.calc(poseA, poseB);
    const rest = kind === "touching" ? 0 : random.pick([1, -1]) * 10 ** random.integer(-14, -3);
    poseB.r.set(poseB.r.map((x, i) => x - (pair.distance - rest) * pair.normal[i]));
  }
  return { kind, a, b, poseA, poseB };
}

/** How far B can go against n: until it meets A, if it goes straight and all of it could meet. */
function calcGap(a: WorldHull, b: WorldHull, n: readonly number[]): number {
  const values = ({ corners }: WorldHull) => corners.map((p) => p[0] * n[0] + p[1] * n[1] + p[2] * n[2]);
  return Math.min(...values(b)) - Math.max(...values(a));
}

export const bruteForce = ({ a, b, poseA, poseB }: PosedPair): number =>
  bruteDistance(place(a, poseA), place(b, poseB));
