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

/** A star with five tips at a distance of 1 and corners at 0.4 in between, 0.3 thick. */
const star = extrude(
  Array.from({ length: 10 }, (_, i) => {
    const [radius, phi] = [i % 2 === 0 ? 1 : 0.4, (Math.PI * i) / 5];
    return [radius * Math.cos(phi), radius * Math.sin(phi)];
  }),
  [...[1, 3, 5, 7, 9].map((i) => [i, (i + 1) % 10, (i + 2) % 10]), [1, 3, 5], [1, 5, 7], [1, 7, 9]],
  0.3,
);

for (const [name, mesh, tolerance, most] of [
  ["a ring", Mesh.torus({ radius: 1, tubeRadius: 0.3 }), 0.1, 60],
  ["a ring", Mesh.torus({ radius: 1, tubeRadius: 0.3 }), 0.04, 120],
  ["a thin ring", Mesh.torus({ radius: 1, tubeRadius: 0.03 }), 0.02, 60],
  ["a ring that is thinner than the tolerance", Mesh.torus({ radius: 1, tubeRadius: 0.03 }), 0.1, 60],
  ["a star", star, 0.2, 12],
  ["a plate with a thin fin", fin(0.01), 0.02, 12],
  ["a plate with a fin thinner than the tolerance", fin(0.06), 0.1, 12],
] as const) {
  test(`parts of ${name} cover it and stand out by no more than ${tolerance} m`, (t) => {
    const parts = splitMesh(mesh, { tolerance });
    isAtMost(t, parts.length, most);
    const random = new RandomSource(3);
    const { min, max } = mesh.bounds;
    let inside = 0;
    const surface = listSamples(mesh);
    for (let n = 0; n < 1500; n++) {
      // In the box around it, and near its surface, where thin solids are.
      const base = n % 2 === 0 ? min.map((low, k) => random.number(low, max[k])) : random.pick(surface);
      const x = base.map((value) => value + (n % 2 === 0 ? 0 : random.number(-1e-3, 1e-3)));
      const height = Math.min(...parts.map((part) => findHeight(part, x)));
      if (calcWinding(mesh, x) > 0.5) {
        inside++;
        isAtMost(t, height, 1e-9);
      } else if (height < 0) {
        const distance = Math.min(...surface.map((p) => Math.hypot(p[0] - x[0], p[1] - x[1], p[2] - x[2])));
        // Distances to samples of the surface are too large by what lies between these.
        isAtMost(t, distance, tolerance + 0.06);
      }
    }
    isAbove(t, inside, 100);
  });
}

/** A box of 1 m with a fin of this thickness on top, 1 m high. */
function fin(thickness: number): Mesh {
  const half = thickness / 2;
  return extrude(
    [
      [-0.5, 0],
      [0.5, 0],
      [0.5, 1],
      [half, 1],
      [half, 2],
      [-half, 2],
      [-half, 1],
      [-0.5, 1],
    ],
    [
      [0, 1, 6],
      [0, 6, 7],
      [1, 3, 6],
      [1, 2, 3],
      [3, 4, 5],
      [3, 5, 6],
    ],
    1,
  );
}

/** Points all over a mesh, no farther than about 0.1 m from one another. */
function listSamples(mesh: Mesh): number[][] {
  return Array.from({ length: mesh.triangleCount }, (_, i) => mesh.getTriangle(i)).flatMap(([a, b, c]) => {
    const n = Math.max(1, Math.ceil(Math.max(span(a, b), span(b, c), span(c, a)) / 0.1));
    return Array.from({ length: n + 1 }, (_, i) =>
      Array.from({ length: n + 1 - i }, (_, j) => a.map((x, k) => x + (i / n) * (b[k] - x) + (j / n) * (c[k] - x))),
    ).flat();
  });
}

const span = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

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
