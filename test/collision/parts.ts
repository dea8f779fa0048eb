import test from "ava";
import { type ConvexShape, splitMesh } from "../../lib/collision/index.ts";
import { calcWinding } from "../../lib/collision/parts/calcWinding.ts";
import { Mesh } from "../../lib/shape/index.ts";
import { isAbove, isAtLeast, isAtMost, isClose } from "../helpers/compare.ts";
import { getPolyhedron } from "../helpers/hullPairs.ts";
import { calcHullVolume } from "../helpers/hullVolume.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

/** A plate of thickness `h` with this outline, whose triangles are given. */
function extrude(outline: readonly (readonly number[])[], faces: readonly (readonly number[])[], h: number): Mesh {
  const n = outline.length;
  const at = (z: number) => outline.flatMap(([x, y]) => [x, y, z]);
  const caps = faces.flatMap(([a, b, c]) => [a, c, b, a + n, b + n, c + n]);
  const walls = outline.flatMap((_, i) => {
    const j = (i + 1) % n;
    return [i, j, j + n, i, j + n, i + n];
  });
  return new Mesh({ positions: [...at(0), ...at(h)], triangles: [...caps, ...walls] });
}

const corner = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const angle = extrude(
  corner,
  [
    [0, 1, 3],
    [1, 2, 3],
    [0, 3, 5],
    [3, 4, 5],
  ],
  1,
);
const channel = extrude(
  [
    [0, 0],
    [3, 0],
    [3, 2],
    [2, 2],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ],
  [
    [0, 1, 5],
    [1, 4, 5],
    [1, 2, 4],
    [2, 3, 4],
    [0, 5, 7],
    [5, 6, 7],
  ],
  1,
);
const tube = Mesh.cylinder({ radius: 1, innerRadius: 0.6, length: 1, sides: 16 });

/** How far a point is outside of a part; negative inside. */
function findHeight(shape: ConvexShape, x: ArrayLike<number>): number {
  const { planes } = getPolyhedron(shape);
  let most = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < planes.length; f += 4) {
    most = Math.max(most, planes[f] * x[0] + planes[f + 1] * x[1] + planes[f + 2] * x[2] - planes[f + 3]);
  }
  return most;
}

for (const [name, mesh, count, most = count] of [
  ["a box", Mesh.box([1, 2, 3]), 1],
  ["an angle", angle, 2],
  ["a channel", channel, 3],
  // As many as the hole has sides, and a few more where cuts go through a wall.
  ["a tube of sixteen sides", tube, 16, 20],
] as const) {
  test(`${name} is cut into its convex parts exactly, wherever it lies and however large it is`, (t) => {
    const random = new RandomSource(7);
    for (const scale of [1, 1e-6, 1e6]) {
      const orientation = random.quaternion();
      const position = [0, 1, 2].map(() => random.number(-scale, scale)) as [number, number, number];
      const placed = mesh.place({ position, orientation, scale });
      const parts = splitMesh(placed);
      isAtLeast(t, parts.length, count);
      isAtMost(t, parts.length, most);
      // Cells are told apart to 1e-10 of the extent.
      isClose(t, parts.reduce((sum, part) => sum + calcHullVolume(part), 0) / placed.volume, 1, 1e-9);
      const { min, max } = placed.bounds;
      let inside = 0;
      for (let n = 0; n < 300; n++) {
        const x = min.map((low, k) => random.number(low, max[k]));
        const holding = parts.filter((part) => findHeight(part, x) < 0).length;
        // Parts do not overlap, and fill what the mesh surrounds.
        isClose(t, calcWinding(placed, x), holding, 1e-6);
        inside += holding;
      }
      isAbove(t, inside, 30);
    }
  });
}

test("parts of a ring stand out of it by no more than the tolerance, and fill it to the tolerance", (t) => {
  const [radius, tubeRadius] = [1, 0.3];
  const ring = Mesh.torus({ radius, tubeRadius });
  const counts = [0.1, 0.04].map((tolerance) => {
    const parts = splitMesh(ring, { tolerance });
    for (const part of parts) {
      const { vertices: p } = getPolyhedron(part);
      for (let i = 0; i < p.length; i += 3) {
        const out = Math.hypot(Math.hypot(p[i], p[i + 2]) - radius, p[i + 1]) - tubeRadius;
        isAtMost(t, out, tolerance);
      }
    }
    const random = new RandomSource(3);
    for (let n = 0; n < 2000; n++) {
      const x = [random.number(-1.3, 1.3), random.number(-0.3, 0.3), random.number(-1.3, 1.3)];
      const out = Math.hypot(Math.hypot(x[0], x[2]) - radius, x[1]) - tubeRadius;
      const height = Math.min(...parts.map((part) => findHeight(part, x)));
      // The mesh lies inside of the ring, by less than a hundredth of it.
      if (out < -tolerance) isAtMost(t, height, 0);
      if (out > tolerance) isAbove(t, height, 0);
    }
    return parts.length;
  });
  isAbove(t, counts[1], counts[0]);
  isAtMost(t, counts[1], 60);
});

test("a mesh surrounds what is inside once, each hole in it not at all", (t) => {
  const hollow = Mesh.merge([Mesh.box([4, 4, 4]), Mesh.box([1, 1, 1]).place({ position: [10, 0, 0] })]);
  for (const [x, times] of [
    [[0, 0, 0], 1],
    [[10, 0.4, 0], 1],
    [[5, 0, 0], 0],
    [[2.01, 0, 0], 0],
    [[1.99, 1.99, -1.99], 1],
  ] as const) {
    isClose(t, calcWinding(hollow, x), times, 1e-12);
  }
});

test("solids that touch nothing of one another are parts of their own", (t) => {
  const parts = splitMesh(Mesh.merge([Mesh.box([1, 1, 1]), Mesh.box([1, 1, 1]).place({ position: [3, 1, 0] })]));
  t.is(parts.length, 2);
  for (const part of parts) isClose(t, calcHullVolume(part), 1, 1e-12);
});

test("what has no parts is refused by name", (t) => {
  const { positions, triangles } = Mesh.box([1, 1, 1]);
  refuse(t, [
    [() => splitMesh(wrong(3)), /^splitMesh: the mesh is 3/],
    [
      () => splitMesh(new Mesh({ positions, triangles: triangles.slice(3) })),
      /^splitMesh: the mesh is not the surface of a solid: .*; repair it$/,
    ],
    [() => splitMesh(tube, { tolerance: 0 }), /^splitMesh: tolerance is 0/],
    [
      () => splitMesh(tube, { most: 5 }),
      "splitMesh: the mesh of 128 triangles has more than 5 convex parts within 0.02 m; give a larger tolerance, allow more parts (most), or take its hull",
    ],
    [() => splitMesh(tube, wrong({ tolerence: 1 })), /did you mean "tolerance"/],
  ]);
});
