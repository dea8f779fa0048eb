import test from "ava";
import type { BufferGeometry, Mesh as ThreeMesh } from "three";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { createWheelMesh, RollerGeometry } from "../../lib/omniwheel/index.ts";
import { Ground, Inertia, RigidBody } from "../../lib/rigidbody/index.ts";
import {
  calcNormals,
  findSides,
  listShapes,
  Mesh,
  readShapes,
  revolve,
  writeOBJ,
  writeSTL,
  writeTextSTL,
} from "../../lib/shape/index.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";

test("a box: volume, area, bounds, no defects", (t) => {
  const box = Mesh.box([1, 2, 3]);
  t.deepEqual(box.findDefects(), []);
  // Sums of a few products of small whole numbers: exact.
  t.is(box.volume, 6);
  t.is(box.area, 22);
  t.deepEqual(box.bounds, { min: [-0.5, -1, -1.5], max: [0.5, 1, 1.5] });
  const moved = box.place({ position: [1, 0, 0], orientation: [1, 0, 0, 1], scale: 2 });
  isClose(t, moved.volume, 48, 1e-13);
  isClose(t, moved.bounds.max[0], 3, 1e-14, "turned by 90° about z, y is along x");
});

test("a turned profile has the volume of its frusta, by the polygon's share of a circle", (t) => {
  const profile = [
    [-1, 0.3],
    [0, 0.5],
    [0.7, 0.4],
    [1.5, 0],
  ] as const;
  let frusta = 0;
  for (let i = 0; i < 3; i++) {
    const [[x0, r0], [x1, r1]] = [profile[i], profile[i + 1]];
    frusta += (Math.PI / 3) * (x1 - x0) * (r0 * r0 + r0 * r1 + r1 * r1);
  }
  for (const sides of [3, 8, 31]) {
    for (const axis of ["x", "y", "z"] as const) {
      const mesh = revolve({ profile, sides, axis });
      t.deepEqual(mesh.findDefects(), []);
      const share = Math.sin((2 * Math.PI) / sides) / ((2 * Math.PI) / sides);
      isClose(t, mesh.volume, share * frusta, 1e-14);
      t.is(mesh.bounds.max["xyz".indexOf(axis)], 1.5);
    }
  }
});

test("a ring has a hole", (t) => {
  const profile = [
    [-1, 2],
    [1, 2],
    [1, 1],
    [-1, 1],
  ] as const;
  const mesh = revolve({ profile, sides: 4, isRing: true });
  t.deepEqual(mesh.findDefects(), []);
  // Squares of half diagonals 2 and 1: areas 8 and 2.
  isClose(t, mesh.volume, 12, 1e-13);
});

test("the sides of a circle keep to the deviation, and one less would not", (t) => {
  for (const [radius, deviation] of [
    [1, 1e-3],
    [0.02, 5e-6],
  ]) {
    const sides = findSides(radius, deviation);
    const sagitta = (n: number) => radius * (1 - Math.cos(Math.PI / n));
    isAtMost(t, sagitta(sides), deviation * (1 + 1e-9));
    isAbove(t, sagitta(sides - 1), deviation);
  }
});

test("defects are found", (t) => {
  const { positions, triangles } = Mesh.box([1, 1, 1]);
  const open = new Mesh({ positions, triangles: triangles.slice(3) });
  t.deepEqual(open.findDefects(), ["3 edges have no triangle on their other side"]);
  const inward = new Mesh({ positions, triangles: [...triangles].reverse() });
  t.is(inward.volume, -1);
  t.regex(inward.findDefects().join(), /1 shells enclose no positive volume/);
  const flipped = new Mesh({ positions, triangles: [triangles[1], triangles[0], ...triangles.slice(2)] });
  t.regex(flipped.findDefects().join(), /3 edges have no triangle.*3 edges are in two triangles in the same direction/);
  // A small shell inside out is not hidden by the volume of a large one.
  const both = Mesh.merge([Mesh.box([9, 9, 9]).place({ position: [20, 0, 0] }), inward]);
  t.regex(both.findDefects().join(), /1 shells enclose no positive volume/);
  const flat = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2, 0, 2, 1] });
  t.regex(flat.findDefects().join(), /2 triangles have no area/);
});

test("normals are smooth around and sharp at the caps", (t) => {
  const profile = [
    [0, 1],
    [2, 1],
  ] as const;
  const mesh = revolve({ profile, sides: 24 });
  const { positions, normals, triangles, sources } = calcNormals(mesh);
  t.is(triangles.length, mesh.triangles.length);
  t.is(sources.length, mesh.vertexCount + 2 * 24, "each corner of a cap twice");
  for (let i = 0; i < sources.length; i++) {
    const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
    const normal = normals.subarray(3 * i, 3 * i + 3);
    const isCap = Math.abs(normal[0]) > 0.5;
    // By symmetry exactly radial, but for the weights of triangles that are not alike on both sides.
    const expected = isCap ? [x > 1 ? 1 : -1, 0, 0] : [0, y, z];
    for (let k = 0; k < 3; k++) isClose(t, normal[k], expected[k], 0.05, `${normal} ${expected}`);
  }
});

const wrong: [work: () => unknown, message: RegExp][] = [
  [() => new Mesh({ positions: [0, 0], triangles: [] }), /positions are \[0, 0\]; give x, y, z/],
  [() => new Mesh({ positions: [0, 0, Number.NaN], triangles: [0, 0, 0] }), /coordinate z of vertex 0 is NaN/],
  [() => new Mesh({ positions: [0, 0, 0], triangles: [0, 0, 1] }), /triangle 0 has vertex 1; there are 1/],
  [() => new Mesh({ positions: [0, 0, 0], triangels: [0, 0, 1] } as never), /did you mean "triangles"/],
  [() => Mesh.box([1, 0, 1]), /size\[1\] is 0/],
  [() => Mesh.box([1, 1, 1]).place({ scale: -1 }), /scale is -1/],
  [() => revolve({ profile: [[0, 1]], sides: 8 }), /give corners/],
  [
    () =>
      revolve({
        profile: [
          [0, 1],
          [1, 0],
          [2, 1],
        ],
        sides: 8,
      }),
    /r of corner 1 is 0; give a positive radius, or zero at the ends/,
  ],
  [
    () =>
      revolve({
        profile: [
          [0, 1],
          [1, 1],
        ],
        sides: 2,
      }),
    /^revolve: sides is 2; give a whole number from 3 to 10000$/,
  ],
];
for (const [work, message] of wrong) {
  test(`refused: ${message.source}`, (t) => {
    t.throws(work, { name: "ModelError", message });
  });
}

/** The positions of a loaded geometry as a mesh: vertices at the same place are one. */
function readGeometry(geometry: BufferGeometry): Mesh {
  const { array } = geometry.getAttribute("position");
  const known = new Map<string, number>();
  const positions: number[] = [];
  const triangles = Array.from({ length: array.length / 3 }, (_, i) => {
    const point = [...array.slice(3 * i, 3 * i + 3)].map((x) => x + 0);
    const key = point.join();
    const index = known.get(key) ?? positions.push(...point) / 3 - 1;
    known.set(key, index);
    return index;
  });
  return new Mesh({ positions, triangles });
}

const wheel = createWheelMesh(new RollerGeometry({ radius: 0.05, rollers: 8, psi: 0.7 }), { deviation: 1e-3 });

const loaded: [format: string, load: () => BufferGeometry, digits: number][] = [
  ["binary STL", () => new STLLoader().parse(writeSTL(wheel).buffer as ArrayBuffer), 1e-6],
  ["STL as text", () => new STLLoader().parse(writeTextSTL(wheel, "wheel\none")), 1e-6],
  ["OBJ", () => (new OBJLoader().parse(writeOBJ(wheel, "my wheel")).children[0] as ThreeMesh).geometry, 1e-6],
];
for (const [format, load, digits] of loaded) {
  test(`three.js reads the wheel from ${format}, closed and with the same numbers`, (t) => {
    const geometry = load();
    const mesh = readGeometry(geometry);
    t.is(mesh.triangleCount, wheel.triangleCount);
    t.is(mesh.vertexCount, wheel.vertexCount);
    t.deepEqual(mesh.findDefects(), []);
    // Single precision: seven digits of coordinates.
    isClose(t, mesh.volume / wheel.volume, 1, digits);
    for (let i = 0; i < wheel.triangleCount; i += 7) {
      const [read, written] = [mesh.getTriangle(i).flat(), wheel.getTriangle(i).flat()];
      for (let k = 0; k < 9; k++) isClose(t, read[k], written[k], 1e-8);
    }
    const normals = geometry.getAttribute("normal").array;
    t.is(normals.length, 9 * wheel.triangleCount);
    for (let i = 0; i < normals.length; i += 3) {
      isClose(t, Math.hypot(normals[i], normals[i + 1], normals[i + 2]), 1, 1e-6);
    }
  });
}

test("round meshes are closed, and their volumes tend to those of the solids with the square of the sides", (t) => {
  const cases: [name: string, create: (sides: number) => Mesh, volume: number][] = [
    ["sphere", (sides) => Mesh.sphere({ radius: 0.3, sides }), (4 / 3) * Math.PI * 0.3 ** 3],
    ["ellipsoid", (sides) => Mesh.ellipsoid({ semiAxes: [1, 2, 3], sides }), 8 * Math.PI],
    ["cylinder", (sides) => Mesh.cylinder({ radius: 2, length: 3, sides }), 12 * Math.PI],
    ["tube", (sides) => Mesh.cylinder({ radius: 2, innerRadius: 1, length: 3, axis: "x", sides }), 9 * Math.PI],
    ["cone", (sides) => Mesh.cone({ radius: 2, length: 3, axis: "z", sides }), 4 * Math.PI],
    ["capsule", (sides) => Mesh.capsule({ radius: 1, length: 3, sides }), (3 + 4 / 3) * Math.PI],
    ["torus", (sides) => Mesh.torus({ radius: 2, tubeRadius: 0.5, axis: "x", sides }), Math.PI ** 2],
  ];
  for (const [name, create, volume] of cases) {
    const errors = [48, 96].map((sides) => {
      const mesh = create(sides);
      t.deepEqual(mesh.findDefects(), [], name);
      return 1 - mesh.volume / volume;
    });
    // Corners lie on the surface, so the mesh is smaller; of second order: 4, but for terms of the fourth.
    isAbove(t, errors[0], 0, `${name}: ${errors[0]}`);
    isBelow(t, errors[0], 0.015, `${name}`);
    isClose(t, errors[0] / errors[1], 4, 0.02, `${name}`);
  }
});

test("round meshes: where they are, and which way they point", (t) => {
  const near = (actual: Mesh["bounds"], min: number[], max: number[]) => {
    const numbers = [...actual.min, ...actual.max];
    // Circles of 48 sides have corners on both axes.
    for (const [i, x] of [...min, ...max].entries()) isClose(t, x, numbers[i], 1e-14, numbers.join());
  };
  near(Mesh.sphere({ radius: 2 }).bounds, [-2, -2, -2], [2, 2, 2]);
  near(Mesh.ellipsoid({ semiAxes: [1, 2, 3] }).bounds, [-1, -2, -3], [1, 2, 3]);
  near(Mesh.cylinder({ radius: 1, length: 4 }).bounds, [-1, -2, -1], [1, 2, 1]);
  near(Mesh.cylinder({ radius: 1, length: 4, axis: "x" }).bounds, [-2, -1, -1], [2, 1, 1]);
  near(Mesh.capsule({ radius: 1, length: 4, axis: "z" }).bounds, [-1, -1, -3], [1, 1, 3]);
  near(Mesh.torus({ radius: 2, tubeRadius: 0.5 }).bounds, [-2.5, -0.5, -2.5], [2.5, 0.5, 2.5]);
  const cone = Mesh.cone({ radius: 1, length: 4 });
  near(cone.bounds, [-1, -2, -1], [1, 2, 1]);
  const tips = Array.from({ length: cone.vertexCount }, (_, i) => cone.getVertex(i)).filter(([, y]) => y > 0);
  t.deepEqual(tips, [[0, 2, 0]]);
});

test("round meshes: what is refused", (t) => {
  const refuse = (create: () => unknown, message: RegExp) => t.throws(create, { name: "ModelError", message });
  refuse(() => Mesh.sphere({ radius: Number.NaN }), /^Mesh\.sphere: radius is NaN/);
  refuse(() => Mesh.sphere({ radius: 1, sides: 2 }), /^Mesh\.sphere: sides is 2; give a whole number from 3 to 1000$/);
  refuse(() => Mesh.sphere({ radius: 1, side: 8 } as never), /unknown option "side"; did you mean "sides"/);
  refuse(() => Mesh.sphere(undefined as never), /radius is undefined/);
  refuse(() => Mesh.ellipsoid({ semiAxes: [1, 0, 1] }), /semiAxes\[1\] is 0/);
  refuse(() => Mesh.cylinder({ radius: 1, length: 1, innerRadius: 1 }), /innerRadius 1 leaves no wall/);
  refuse(
    () => Mesh.cylinder({ radius: 1, length: 1, axis: "w" as never }),
    /axis "w" is unknown; give "x", "y" or "z"/,
  );
  refuse(() => Mesh.cone({ radius: 1, length: -1 }), /length is -1/);
  refuse(() => Mesh.capsule({ radius: 0, length: 1 }), /radius is 0/);
  refuse(() => Mesh.torus({ radius: 1, tubeRadius: 1 }), /leaves no hole/);
});

const throwing = () => {
  throw new Error("no entry");
};

test("counts have limits that refusals name", (t) => {
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  const round = "give a whole number from 3 to 1000";
  refuse(() => Mesh.sphere({ radius: 1, sides: 1e9 }), `Mesh.sphere: sides is 1000000000; ${round}`);
  refuse(() => Mesh.ellipsoid({ semiAxes: [1, 1, 1], sides: 1001 }), `Mesh.ellipsoid: sides is 1001; ${round}`);
  refuse(() => Mesh.cylinder({ radius: 1, length: 1, sides: 3.5 }), `Mesh.cylinder: sides is 3.5; ${round}`);
  refuse(() => Mesh.cone({ radius: 1, length: 1, sides: "8" as never }), `Mesh.cone: sides is "8"; ${round}`);
  refuse(() => Mesh.capsule({ radius: 1, length: 1, sides: Number.NaN }), `Mesh.capsule: sides is NaN; ${round}`);
  refuse(() => Mesh.torus({ radius: 2, tubeRadius: 1, sides: -8 }), `Mesh.torus: sides is -8; ${round}`);
  const profile = Array.from({ length: 1000 }, (_, i): [number, number] => [i, 1]);
  refuse(
    () => revolve({ profile, sides: 5000 }),
    "revolve: 1000 circles of 5000 sides make 10000000 triangles; give fewer of either, for at most 5000000",
  );
  const form = "give corners [[x, r], …], two or more";
  refuse(
    () => revolve({ profile: new Array(1e8), sides: 8 }),
    `revolve: the profile has 100000000 entries; ${form}, with at most 10000 entries`,
  );
  refuse(() => revolve({ profile: new Array(2), sides: 8 }), "revolve: corner 0 is undefined; give two numbers [x, r]");
  refuse(() => revolve({ profile: [[0, 1]] as never, sides: 8 }), `revolve: the profile is [[0, 1]]; ${form}`);
  refuse(() => revolve(undefined as never), `revolve: the profile is undefined; ${form}`);
  refuse(() => revolve({ profile, sides: 8, isRing: "no" as never }), 'revolve: isRing is "no"; give true or false');
  refuse(
    () => findSides(1, 1e-20),
    "findSides: a circle of 1 m with a deviation of 1e-20 m has more than 10000 sides; give a larger deviation",
  );
  refuse(
    () => findSides(Number.NaN, 1),
    "findSides: the radius is NaN; give a finite number (a division by zero upstream?)",
  );
  refuse(
    () => new Mesh({ positions: new Array(3e8), triangles: [0, 0, 0] }),
    "Mesh: positions has 300000000 entries; give x, y, z of each vertex in one list, with at most 15000000 entries",
  );
  refuse(
    () => new Mesh({ positions: ["1", 0, 0] as never, triangles: [0, 0, 0] }),
    'Mesh: coordinate x of vertex 0 is "1"; give finite numbers',
  );
  refuse(
    () => new Mesh({ positions: new Proxy([0, 0, 0], { get: throwing }), triangles: [0, 0, 0] }),
    "Mesh: positions cannot be read (no entry); give a plain value",
  );
});

test("what is given instead of a mesh, or a part of one, is refused by name", (t) => {
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  const box = Mesh.box([1, 1, 1]);
  for (const write of [writeSTL, writeTextSTL, writeOBJ, calcNormals]) {
    refuse(() => write({} as never), `${write.name}: the mesh is an object of class Object; give a Mesh`);
  }
  refuse(() => writeOBJ(box, 3 as never), "writeOBJ: the name is 3; give a text");
  refuse(
    () => Mesh.merge(box as never),
    "Mesh.merge: the meshes is an object of class Mesh; give a list of one or more",
  );
  refuse(() => Mesh.merge([box, null as never]), "Mesh.merge: mesh 1 is null; give a Mesh");
  refuse(
    () => Mesh.merge([]),
    "Mesh.merge: 0 meshes with 0 triangles; give one mesh or more, with at most 5000000 together",
  );
  refuse(() => box.equals(3 as never), "Mesh.equals: the other is 3; give a Mesh");
  refuse(() => box.getVertex(8), "Mesh.getVertex: the index is 8; give a whole number from 0 to 7");
  refuse(() => box.getTriangle(0.5), "Mesh.getTriangle: the index is 0.5; give a whole number from 0 to 11");
  refuse(() => box.place(null as never), "Mesh.place: the options are null; give an object such as { position: … }");
  t.true(box.equals(box.place()));
});

test("names stay in their place in text files", (t) => {
  const box = Mesh.box([1, 1, 1]);
  const name = "a b\\\nv 0 0 0\r\u0085\u2028f 1 2 3\u0000\\";
  const [first, second] = writeOBJ(box, name).split(/[\n\r\u0085\u2028]/);
  t.is(first, "o a_b_v_0_0_0_f_1_2_3_");
  t.regex(second, /^v -0\.5 -0\.5 -0\.5$/);
  const lines = writeTextSTL(box, name)
    .trimEnd()
    .split(/[\n\r\u0085\u2028]/);
  t.is(lines[0], "solid a b v 0 0 0 f 1 2 3 ");
  t.is(lines.length, 2 + 7 * box.triangleCount);
});

test("normals are numbers whatever the size of a mesh, and of triangles without area", (t) => {
  const near = Mesh.sphere({ radius: 1, sides: 8 });
  for (const radius of [1e-310, 1e-200, 1e99]) {
    const mesh = Mesh.sphere({ radius, sides: 8 });
    const { normals } = calcNormals(mesh);
    const expected = calcNormals(near).normals;
    // Denormal coordinates have lost most of their digits.
    const slack = radius < 1e-300 ? 1e-10 : 1e-13;
    for (const [i, x] of normals.entries()) isClose(t, x, expected[i], slack);
    t.notRegex(writeTextSTL(mesh) + writeOBJ(mesh), /NaN|Infinity/);
    t.true(Number.isFinite(mesh.volume) && Number.isFinite(mesh.area));
  }
  t.throws(() => Mesh.box([1, 1e308, 1]), {
    name: "ModelError",
    message: "Mesh: coordinate y of vertex 0 is -5e+307; give coordinates of at most 1e+100 m",
  });
  const flat = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2] });
  t.deepEqual([...calcNormals(flat).normals.subarray(0, 3)], [0, 0, 1]);
  t.throws(() => writeSTL(Mesh.box([1, 1e39, 1])), {
    message:
      "writeSTL: coordinate y of vertex 0 is -5e+38; the file holds numbers up to 3.4e38: scale the mesh, or write text",
  });
});

test("shapes: lists are checked at once, functions when somebody looks, and both name the body", (t) => {
  const mesh = Mesh.box([1, 1, 1]);
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  const form = "give a list such as [{ mesh: Mesh.box([1, 1, 1]) }], or a function that returns one";
  refuse(() => listShapes(3 as never), `listShapes: the list is 3; ${form}`);
  refuse(() => listShapes(throwing), "listShapes: the function threw an error: no entry; look into that function");
  refuse(
    () => readShapes("viewer", "arm", throwing),
    'viewer, shape of "arm": the function threw an error: no entry; look into that function',
  );
  refuse(() => readShapes(Symbol("v") as never, "arm", []), "readShapes: the label is Symbol(v); give a text");
  refuse(() => readShapes("viewer", "arm", new Array(1)), 'viewer, shape of "arm": mesh is undefined; give a Mesh');
  refuse(
    () => readShapes("viewer", "arm", [{ mesh, collides: 1 as never }]),
    'viewer, shape of "arm": collides is 1; give true or false',
  );
  const inertia = Inertia.sphere({ mass: 1, radius: 1 });
  refuse(
    () => new RigidBody("arm", { inertia, shapes: [{ mesh: 3 as never }] }),
    'RigidBody "arm", shapes: mesh is 3; give a Mesh',
  );
  refuse(() => new Ground("deck", { shapes: 3 as never }), `Ground "deck", shapes: the list is 3; ${form}`);
  const arm = new RigidBody("arm", { inertia, shapes: [{ mesh }] });
  refuse(() => {
    arm.shapes = [{ mesh, colour: [1, 0, 0] } as never];
  }, 'RigidBody "arm", shapes: unknown option "colour"; did you mean "color"? The options are mesh, name, position, ' +
    "orientation, color, opacity, collides, friction");
  t.deepEqual(arm.shapes, [{ mesh }], "what was refused changes nothing");
  arm.shapes = throwing;
  t.is(arm.shapes, throwing);
});
