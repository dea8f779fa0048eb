import test from "ava";
import { calcGeometryInertia, createGeometryMesh, GeometryBounds } from "../../lib/collision/objects/geometry/index.ts";
import {
  box,
  calcVolume,
  capsule,
  cone,
  cylinder,
  ellipsoid,
  type Geometry,
  heightField,
  hull,
  mesh,
  Object3D,
  sphere,
  surface,
} from "../../lib/collision/objects/index.ts";
import { add, matrixFromQuaternion, rotate } from "../../lib/math/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { calcMeshMoments, Mesh, readOBJ, readSTL, writeOBJ, writeSTL, writeTextSTL } from "../../lib/shape/index.ts";
import { Ellipsoid, Plane, Torus } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

/** Sums of some hundred terms in double precision. */
const ROUNDING = 2e-14;

test("the integrals of a mesh: a box anywhere, turned any way, as the closed form says", (t) => {
  const random = new RandomSource(1);
  for (let i = 0; i < 20; i++) {
    const size = [random.number(0.1, 2), random.number(0.1, 2), random.number(0.1, 2)];
    const position = random.vector(5);
    const orientation = random.quaternion();
    const { volume, center, tensor } = calcMeshMoments(Mesh.box(size).place({ position, orientation }));
    const expected = Inertia.box({ density: 1, size }).rotated(orientation);
    isClose(t, volume, size[0] * size[1] * size[2], ROUNDING * 10);
    areClose(t, center, position, ROUNDING * 5);
    areClose(t, tensor, expected.tensor, ROUNDING * 10);
  }
});

test("the integrals of a tetrahedron, which no symmetry helps, against sums over its points", (t) => {
  const corners = [
    [0.1, 0.2, -0.3],
    [1.3, 0.1, 0.2],
    [0.2, 1.1, 0.4],
    [0.3, 0.4, 1.7],
  ];
  const solid = new Mesh({ positions: corners.flat(), triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] });
  t.deepEqual(solid.findDefects(), []);
  const { volume, center, tensor } = calcMeshMoments(solid);
  areClose(
    t,
    center,
    [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k] / 4, 0)),
    ROUNDING,
  );
  isClose(t, volume, solid.volume, ROUNDING);
  // Degree 2 is integrated exactly by the four points a (1 − 3b) + b Σ others with a = (5 + 3√5)/20, b = (5 − √5)/20.
  const [a, b] = [(5 + 3 * Math.sqrt(5)) / 20, (5 - Math.sqrt(5)) / 20];
  const sum = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const weights = corners.map((_, k) => (k === i ? a : b));
    const [x, y, z] = [0, 1, 2].map((k) => corners.reduce((s, corner, n) => s + weights[n] * corner[k], 0) - center[k]);
    [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].forEach((entry, k) => {
      sum[k] += (volume / 4) * entry;
    });
  }
  areClose(t, tensor, sum, ROUNDING);
});

/** A geometry, and a mesh of it that is fine enough to compare with. */
const ROUND: readonly [Geometry, Mesh][] = [
  [sphere({ radius: 0.7 }), Mesh.sphere({ radius: 0.7, sides: 1000 })],
  [ellipsoid({ semiAxes: [0.5, 1, 0.3] }), Mesh.ellipsoid({ semiAxes: [0.5, 1, 0.3], sides: 1000 })],
  ...(["x", "y", "z"] as const).flatMap((axis): [Geometry, Mesh][] => {
    const sizes = { radius: 0.3, length: 1.1, axis };
    return [
      [cylinder(sizes), Mesh.cylinder({ ...sizes, sides: 1000 })],
      [cone(sizes), Mesh.cone({ ...sizes, sides: 1000 })],
      [capsule(sizes), Mesh.capsule({ ...sizes, sides: 1000 })],
    ];
  }),
];

test("volume, centre and inertia of round geometries are those of fine meshes", (t) => {
  for (const [geometry, fine] of ROUND) {
    const what = JSON.stringify(geometry);
    const inertia = calcGeometryInertia("test", geometry, { density: 1 });
    const { volume, center, tensor } = calcMeshMoments(fine);
    // A circle of n sides lacks (2π/n)²/6 of its area, and about twice as much of its second moments; half circles as well.
    const share = 3 * ((2 * Math.PI) / 1000) ** 2;
    isClose(t, inertia.mass, volume, share * volume, what);
    areClose(t, inertia.center, center, share, what);
    areClose(t, inertia.tensor, tensor, 2 * share * Math.max(...tensor), what);
  }
});

test("closed forms: cone and capsule", (t) => {
  const solid = calcGeometryInertia("test", cone({ radius: 0.4, length: 1.2, axis: "z" }), { mass: 5 });
  // A quarter of the height above the base; m (3/20 r² + 3/80 h²) across, 3/10 m r² along.
  areClose(t, solid.center, [0, 0, -0.3], 1e-15);
  const across = 5 * (0.15 * 0.16 + 0.0375 * 1.44);
  areClose(t, solid.tensor, [across, across, 0.3 * 5 * 0.16, 0, 0, 0], 1e-14);
  isClose(t, calcVolume(cone({ radius: 0.4, length: 1.2 })), (Math.PI * 0.16 * 1.2) / 3, 1e-15);
  // Of a cylinder and two half balls put together by parallel axes.
  const [radius, length] = [0.3, 0.8];
  const half = (2 / 3) * Math.PI * radius ** 3;
  const ball = [(83 / 320) * half * radius ** 2, 0.4 * half * radius ** 2, (83 / 320) * half * radius ** 2];
  const end = (sign: number) => ({
    inertia: new Inertia({ mass: half, tensor: ball }),
    position: [0, sign * (length / 2 + (3 / 8) * radius), 0],
  });
  const parts = Inertia.compose([{ inertia: Inertia.cylinder({ density: 1, radius, length }) }, end(1), end(-1)]);
  const whole = calcGeometryInertia("test", capsule({ radius, length }), { density: 1 });
  isClose(t, whole.mass, parts.mass, 1e-15);
  areClose(t, whole.tensor, parts.tensor, 1e-15);
});

test("a height field is a solid: a ramp has the volume and the centre of a wedge", (t) => {
  const heights = [0, 1, 2, 3].map(() => [0, 1, 2, 3, 4].map((i) => i / 4));
  const field = heightField({ size: [2, 3], heights, base: -1 });
  const solid = createGeometryMesh("test", field);
  t.deepEqual(solid.findDefects(), []);
  t.deepEqual(solid.bounds, { min: [-1, -1, -1.5], max: [1, 1, 1.5] });
  // A block of 2 × 1 × 3 under a wedge of half of that.
  const inertia = calcGeometryInertia("test", field, { density: 2 });
  isClose(t, inertia.mass, 18, 1e-13);
  areClose(t, inertia.center, [(3 * (1 / 3)) / 9, (6 * -0.5 + 3 * (1 / 3)) / 9, 0], 1e-14);
  isClose(t, heightField({ size: [2, 3], heights }).base, -0.3, 1e-15);
});

const findCorners = (size: readonly [number, number, number]): [number, number, number][] =>
  [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z): [number, number, number] => [x * size[0], y * size[1], z * size[2]])),
  );

test("a hull of the corners of a box, and of points within, is that box", (t) => {
  const points = [...findCorners([0.5, 1, 1.5]), [0.1, 0.2, 0.3] as const, [0, 1, 0] as const].map(
    (point): [number, number, number] => [point[0] + 3, point[1], point[2]],
  );
  const solid = createGeometryMesh("test", hull(points));
  t.deepEqual(solid.findDefects(), []);
  t.is(solid.triangleCount, 12);
  const { mass, center, tensor } = calcGeometryInertia("test", hull(points), { density: 2 });
  const block = Inertia.box({ density: 2, size: [1, 2, 3] });
  isClose(t, mass, block.mass, 1e-13);
  areClose(t, center, [3, 0, 0], 1e-14);
  areClose(t, tensor, block.tensor, 1e-12);
});

test("scales from 1e-6 to 1e6 m: the same to rounding, and mass in proportion to the cube", (t) => {
  const shapes = (s: number): Geometry[] => [
    sphere({ radius: s }),
    box({ size: [s, 2 * s, 3 * s] }),
    cone({ radius: s, length: 2 * s }),
    capsule({ radius: s, length: s }),
    mesh(Mesh.cylinder({ radius: s, length: s })),
    hull(findCorners([s, 2 * s, 3 * s])),
    heightField({
      size: [s, s],
      heights: [
        [s, s],
        [s, 2 * s],
      ],
      base: 0,
    }),
  ];
  const ones = shapes(1).map((geometry) => calcGeometryInertia("test", geometry, { density: 3 }));
  for (const s of [1e-6, 1e-3, 1e3, 1e6]) {
    shapes(s).forEach((geometry, i) => {
      const { mass, tensor, center } = calcGeometryInertia("test", geometry, { density: 3 });
      isClose(t, mass / s ** 3, ones[i].mass, 1e-13 * ones[i].mass);
      areClose(
        t,
        tensor.map((x) => x / s ** 5),
        ones[i].tensor,
        1e-13 * Math.max(...ones[i].tensor),
      );
      areClose(
        t,
        center.map((x) => x / s),
        ones[i].center,
        1e-14,
      );
    });
  }
});

test("the box around a geometry: no point of it is outside, and the smooth ones touch every side", (t) => {
  const random = new RandomSource(2);
  const round = ROUND.map(([geometry, fine]): [Geometry, Mesh, number] => [geometry, fine, 1e-5]);
  const loose = Number.POSITIVE_INFINITY;
  const block = Mesh.box([0.3, 1, 2]);
  const points = Array.from({ length: block.vertexCount }, (_, i) => block.getVertex(i));
  const cases: [Geometry, Mesh, number][] = [
    ...round,
    [box({ size: [0.3, 1, 2] }), block, 1e-14],
    [hull(points), block, 1e-14],
    [hull(points.map((point) => add(point, [3, 2, 1]))), block.place({ position: [3, 2, 1] }), 1e-14],
    [mesh(Mesh.cone({ radius: 1, length: 2, sides: 30 })), Mesh.cone({ radius: 1, length: 2, sides: 30 }), 1e-14],
    [mesh(Mesh.sphere({ radius: 1, sides: 12 })), Mesh.sphere({ radius: 1, sides: 12 }), loose],
    [mesh(Mesh.cone({ radius: 1, length: 2, sides: 200 })), Mesh.cone({ radius: 1, length: 2, sides: 200 }), loose],
    [
      surface(new Ellipsoid({ semiAxes: [0.5, 1, 0.3], position: [1, 2, 3], orientation: [1, 1, 0, 0] })),
      Mesh.ellipsoid({ semiAxes: [0.5, 1, 0.3], sides: 1000 }).place({
        position: [1, 2, 3],
        orientation: [1, 1, 0, 0],
      }),
      1e-5,
    ],
  ];
  for (const [geometry, fine, tightness] of cases) {
    const place = { position: random.vector(1), orientation: random.quaternion() };
    const bounds = new GeometryBounds(geometry, place);
    const r = random.vector(10);
    const q = random.quaternion();
    const out = new Float64Array(8);
    bounds.calcBox(r, matrixFromQuaternion(q), out, 1);
    const onBody = fine.place(place);
    const { min, max } = onBody.place({ position: r, orientation: q }).bounds;
    for (let k = 0; k < 3; k++) {
      const what = `${geometry.kind}, axis ${k}`;
      isAtMost(t, out[1 + k], min[k] + 1e-13, what);
      isAtMost(t, max[k] - 1e-13, out[4 + k], what);
      isBelow(t, min[k] - out[1 + k], tightness, what);
      isBelow(t, out[4 + k] - max[k], tightness, what);
    }
    for (let i = 0; i < onBody.vertexCount; i++) {
      const distance = Math.hypot(...onBody.getVertex(i));
      if (!(distance <= bounds.reach + 1e-14)) t.fail(`${geometry.kind} reaches ${distance}, not ${bounds.reach}`);
    }
  }
});

test("the box around a plane is a half-space, around what has no known ends everything", (t) => {
  const out = new Float64Array(6);
  const { POSITIVE_INFINITY: more, NEGATIVE_INFINITY: less } = Number;
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const bounds = new GeometryBounds(surface(new Plane({ normal: [0, 1, 0], point: [0, 2, 0] })));
  bounds.calcBox([1, 1, 1], identity, out, 0);
  t.deepEqual([...out], [less, less, less, more, 3, more]);
  t.is(bounds.reach, more);
  new GeometryBounds(surface(new Ellipsoid({ semiAxes: [1, 2, 3], inside: true }))).calcBox(
    [0, 0, 0],
    identity,
    out,
    0,
  );
  t.deepEqual([...out], [less, less, less, more, more, more]);
});

test("STL, binary and text, and OBJ come back as they were written", (t) => {
  for (const source of [Mesh.box([1, 2, 3]), Mesh.torus({ radius: 1, tubeRadius: 0.25, sides: 12 })]) {
    for (const [read, rounding] of [
      [readSTL(writeSTL(source)), 2 ** -24],
      [readSTL(writeTextSTL(source)), 0],
      [readSTL(new TextEncoder().encode(writeTextSTL(source))), 0],
      [readSTL(writeSTL(source).slice().buffer), 2 ** -24],
      [readOBJ(writeOBJ(source)), 0],
    ] as const) {
      t.deepEqual(read.findDefects(), []);
      t.is(read.vertexCount, source.vertexCount, "corners at one place are one vertex");
      t.is(read.triangleCount, source.triangleCount);
      for (let i = 0; i < source.triangleCount; i++) {
        read.getTriangle(i).forEach((corner, k) => {
          areClose(t, corner, source.getTriangle(i)[k], 4 * rounding);
        });
      }
    }
  }
  const pyramid =
    "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.5 1 0.5\nf 1 2 3 4\nf -1 -4/1 -5//2\nf 5 3 2\nf 5 4/2/2 3\nf 5 1 4 # end\n";
  isClose(t, readOBJ(pyramid).volume, 1 / 3, 1e-15);
});

test("damaged files are refused before anything is made of them", (t) => {
  const bytes = writeSTL(Mesh.box([1, 1, 1]));
  const huge = bytes.slice();
  new DataView(huge.buffer).setUint32(80, 4_000_000_000, true);
  const broken = bytes.slice();
  new DataView(broken.buffer).setFloat32(84 + 12, Number.NaN, true);
  refuse(t, [
    [
      () => readSTL(huge),
      "readSTL: the file has 684 bytes, while 4000000000 triangles, as it says, take 200000000084; it is cut off, or it is no STL file: get it again",
    ],
    [() => readSTL(bytes.slice(0, 600)), /has 600 bytes, while 12 triangles, as it says, take 684/],
    [
      () => readSTL(new Uint8Array(10)),
      "readSTL: the file has 10 bytes; it is cut off, or it is no STL file: get it again",
    ],
    [() => readSTL(broken), /corner 0 of triangle 0 has the coordinates NaN/],
    [() => readSTL(wrong(3)), "readSTL: the file is 3; give its bytes (a Uint8Array), or its text"],
    [
      () => readSTL("solid x\nendsolid x"),
      "readSTL: there is no triangle in it; give a file of a mesh that is not empty",
    ],
    [() => readSTL("vertex 0 0 0 vertex 1 0 0 endloop"), /triangle 0 has 2 corners; each needs 3/],
    [() => readSTL("vertex 0 0 0 vertex 1 0 0"), /triangle 0 has no end; the file is cut off/],
    [
      () => readSTL(writeTextSTL(Mesh.box([1, 1, 1])).replace(/endsolid.*/, "")),
      "readSTL: there is no endsolid after 12 triangles; the file is cut off: get it again",
    ],
    [() => readSTL("parts/wheel.stl"), 'readSTL: "parts/wheel.stl" looks like the name of a file; give what is in it'],
    [() => readOBJ("wheel.obj"), 'readOBJ: "wheel.obj" looks like the name of a file; give what is in it'],
    [
      () => readSTL(Uint8Array.from([...bytes, 0, 0, 0])),
      "readSTL: the file has 687 bytes, while 12 triangles, as it says, take 684; something was added to it, or it is no STL file: get it again",
    ],
    [() => readSTL("vertex 0 0 x vertex 1 0 0"), /corner 0 of triangle 0 has the coordinates 0, 0, NaN/],
    [
      () => readOBJ("v 0 0 0\nf 1 2 999999999"),
      'readOBJ: the face in line 2 names vertex "2"; there are 1 before it, counted from 1',
    ],
    [() => readOBJ("v 0 0\n"), /the vertex in line 1 has the coordinates 0, 0, NaN/],
    [() => readOBJ("v 0 0 0\nf 1 1"), /the face in line 2 has 2 corners; each needs 3 or more/],
    [() => readOBJ("f 1.5 1 1"), /names vertex "1.5"; there are 0 before it/],
    [() => readOBJ(""), /there is no triangle in it/],
    [() => readOBJ(wrong(7)), "readOBJ: the file is 7; give a text"],
  ]);
});

test("mass of an object: explicit, of a geometry with a density or a mass, or a point", (t) => {
  const inertia = new Inertia({ mass: 2, tensor: [1, 1, 1], center: [0.1, 0, 0] });
  t.is(new Object3D("a", { inertia }).inertia, inertia);
  const die = new Object3D("b", { geometry: box({ size: [0.1, 0.2, 0.3] }), density: 700 });
  isClose(t, die.inertia?.mass ?? 0, 4.2, 1e-15);
  t.is(new Object3D("c", { geometry: sphere({ radius: 0.5 }), mass: 10 }).inertia?.tensor[0], 1);
  t.deepEqual(new Object3D("d", { mass: 3 }).inertia?.tensor, [0, 0, 0, 0, 0, 0]);
  t.is(new Object3D("e", { geometry: sphere({ radius: 1 }) }).inertia, undefined);
  const wedge = Mesh.cone({ radius: 1, length: 1, sides: 5 });
  isClose(t, new Object3D("f", { geometry: mesh(wedge), density: 2 }).inertia?.mass ?? 0, 2 * wedge.volume, 1e-14);
});

test("a geometry is drawn only with a visual material and collides only with a contact material", (t) => {
  const geometry = sphere({ radius: 1 });
  for (const visual of [undefined, {}]) {
    for (const contact of [undefined, { friction: 0.3 }]) {
      const object = new Object3D("x", { geometry, ...(visual && { visual }), ...(contact && { contact }) });
      t.deepEqual([object.isDrawn, object.canCollide], [visual !== undefined, contact !== undefined]);
    }
  }
});

test("poses along the tree are those of products of rotations", (t) => {
  const random = new RandomSource(3);
  const world = new Object3D("world");
  let parent = world;
  let [position, T] = [[0, 0, 0], matrixFromQuaternion([1, 0, 0, 0])];
  for (let i = 0; i < 6; i++) {
    const options = { position: random.vector(1), orientation: random.quaternion() };
    parent = new Object3D(`o${i}`, { parent, ...options });
    position = add(position, rotate(T, options.position));
    const turn = matrixFromQuaternion(options.orientation);
    T = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + T[3 * row + k] * turn[3 * k + column], 0)),
    );
    const pose = parent.findPose();
    areClose(t, pose.position, position, 1e-14);
    areClose(t, matrixFromQuaternion(pose.orientation), T, 1e-14);
  }
  t.deepEqual(
    parent.listPath().map(({ name }) => name),
    ["world", "o0", "o1", "o2", "o3", "o4", "o5"],
  );
});

test("objects are moved to other parents; a cycle is refused with its path, and nothing is changed by it", (t) => {
  const world = new Object3D("world");
  const arm = new Object3D("arm", { parent: world });
  const hand = new Object3D("hand", { parent: arm });
  const finger = new Object3D("finger", { parent: hand });
  refuse(t, [
    [
      () => {
        arm.parent = finger;
      },
      'Object3D "arm": with the parent "finger" the objects would form a cycle, "arm" -> "hand" -> "finger" -> "arm"; ' +
        "give a parent that does not lie on this one",
    ],
    [
      () => {
        arm.parent = arm;
      },
      /would form a cycle, "arm" -> "arm"; give/,
    ],
  ]);
  t.is(arm.parent, world);
  finger.parent = world;
  t.deepEqual([world.children, hand.children], [[arm, finger], []]);
  arm.parent = finger;
  t.deepEqual(hand.listPath(), [world, finger, arm, hand]);
  arm.parent = undefined;
  t.deepEqual(finger.children, []);
});

test("bad input is refused by name, with cause and remedy", (t) => {
  const open = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3] });
  const parent = new Object3D("world");
  refuse(t, [
    [() => parent.findPose(new Object3D("x")), 'Object3D "world": it does not lie on "x"; give an object above it'],
    [() => box({ size: [1, 0, 1] }), "box: size[1] is 0; give a number greater than zero"],
    [() => sphere({ radius: Number.NaN }), /sphere: radius is NaN; give a finite number/],
    [() => sphere({ radius: 1e-12 }), "sphere: radius is 1e-12 m; give 1e-9 to 1000000000 m (another unit?)"],
    [() => capsule({ radius: 1, length: 1, axis: wrong("w") }), 'capsule: axis "w" is unknown; give "x", "y" or "z"'],
    [() => hull([[0, 0, 0]]), "hull: 1 points enclose nothing; give four or more that do not lie in a plane"],
    [
      () =>
        hull([
          [0, 1, 0],
          [1, 1, 0],
          [0, 1, 1],
          [1, 1, 1],
        ]),
      "hull: all of it has y = 1, so it encloses nothing; give points that do not lie in a plane",
    ],
    [
      () =>
        hull([
          [0, 0, 0],
          [1, Number.NaN, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
      /hull: point 1 .* NaN/,
    ],
    [() => mesh(wrong({})), /mesh: the mesh is .*; give a Mesh/],
    [() => mesh(new Mesh({ positions: [], triangles: [] })), /Mesh: positions are/],
    [() => surface(wrong("plane")), 'surface: the surface is "plane"; give a Surface'],
    [() => heightField({ size: [1, 1], heights: [[1, 2]] }), /the heights are 1 rows of 2; give two or more of each/],
    [() => heightField({ size: [1, 1], heights: [[1, 2], [1]] }), /heightField: row 1 .*has 1 numbers; give 2 heights/],
    [
      () =>
        heightField({
          size: [1, 1],
          heights: [
            [1, 2],
            [1, 2],
          ],
          base: 1,
        }),
      /base 1 is not below the lowest height, 1/,
    ],
    [
      () => new Object3D("rock", { geometry: mesh(open), density: 1 }),
      'Object3D "rock": density is given to a mesh of 3 triangles that is not the surface of a solid: ' +
        "3 edges have no triangle on their other side; repair the mesh, or only draw it",
    ],
    [() => new Object3D("rock", { geometry: mesh(open), contact: {} }), /contact is given to a mesh of 3 triangles/],
    [() => new Object3D("x", { geometry: wrong({ kind: "box" }) }), /geometry is .*; make one by sphere, box/],
    [
      () => new Object3D("x", { density: 2 }),
      'Object3D "x": density 2 is given without a geometry; give one, or the mass',
    ],
    [
      () => new Object3D("x", { geometry: sphere({ radius: 1 }), density: 2, mass: 1 }),
      'Object3D "x": density and mass are given; give one of them',
    ],
    [
      () => new Object3D("x", { geometry: surface(new Torus({ radius: 1, tubeRadius: 0.2 })), density: 2 }),
      /the volume of Torus .* is not known; give its inertia: an Inertia with its center/,
    ],
    [() => new Object3D("x", { mass: -1 }), 'Object3D "x": mass is -1; give a number greater than zero'],
    [() => new Object3D("x", { contact: {} }), /contact is given without a geometry; give one, such as sphere/],
    [() => new Object3D("x", { visual: {} }), /visual is given without a geometry/],
    [
      () => new Object3D("x", { geometry: sphere({ radius: 1 }), visual: { color: [2, 0, 0] } }),
      'Object3D "x", visual: color is [2, 0, 0]; give red, green and blue from 0 to 1',
    ],
    [
      () => new Object3D("x", { geometry: sphere({ radius: 1 }), contact: { restitution: 2 } }),
      'Object3D "x", contact: restitution is 2; give a number from 0 (no rebound) to 1',
    ],
    [
      () => new Object3D("x", { geometry: sphere({ radius: 1 }), contact: { poissonRatio: 0.6 } }),
      'Object3D "x", contact: poissonRatio is 0.6; give a number above -1, at most 0.5',
    ],
    [() => new Object3D("x", wrong({ positon: [0, 0, 0] })), /unknown option "positon"; did you mean "position"/],
    [() => new Object3D("x", { parent: wrong("world") }), 'Object3D "x": parent is "world"; give an Object3D'],
    [
      () => new Object3D("x", { parent, velocity: [1, 0, 0] }),
      /a velocity is given to an object that is fixed to its parent/,
    ],
    [() => new Object3D("x", { group: 1.5 }), /group, as bits, is 1.5; give a whole number/],
    [() => createGeometryMesh("x", surface(new Torus({ radius: 1, tubeRadius: 0.2 }))), /is not convex and bounded/],
  ]);
  const drawn = createGeometryMesh("x", surface(new Ellipsoid({ semiAxes: [1, 2, 3] })));
  isAbove(t, drawn.volume, 0.98 * (4 / 3) * Math.PI * 6, "a picture of a surface: 48 sides lack a hundredth or so");
});
