import test from "ava";
import { calcPlacedPose } from "../../lib/collision/calcPlacedPose.ts";
import {
  box,
  Collisions,
  type CollisionsOptions,
  ConvexDistance,
  ConvexShape,
  connect,
  createSystem,
  cylinder,
  type Geometry,
  heightField,
  mesh,
  Object3D,
  sphere,
  surface,
} from "../../lib/collision/index.ts";
import { createHeightFieldMesh } from "../../lib/collision/objects/geometry/createHeightFieldMesh.ts";
import { ShapeBounds } from "../../lib/collision/ShapeBounds.ts";
import { Ground, Inertia, KinematicPort, RevoluteJoint, RigidBody, System, WeldJoint } from "../../lib/index.ts";
import type { ContactMaterial } from "../../lib/shape/index.ts";
import { calcMeshMoments, Mesh } from "../../lib/shape/index.ts";
import { Sphere } from "../../lib/tracking/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import { calcHullVolume } from "../helpers/hullVolume.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

const size = [1, 1, 1];
const inertia = Inertia.box({ mass: 1, size });
const cube = ConvexShape.box({ size });
const floor = { shape: ConvexShape.box({ size: [4, 0.1, 4] }), position: [0, -0.05, 0] };

/** A floor and so many cubes, `a`, `b` …, each above the last. */
function createStack(count: number, options?: CollisionsOptions) {
  const system = new System();
  system.ground.colliders = [floor];
  const bodies = Array.from({ length: count }, (_, i) =>
    system.add(
      new RigidBody(String.fromCharCode(97 + i), { inertia, position: [0, 0.5 + i, 0], colliders: [{ shape: cube }] }),
    ),
  );
  const collisions = system.add(new Collisions(options));
  return { system, bodies, collisions };
}

/** Names of bodies of all pairs that may meet, by the predicate and by the broad phase. */
function listPairs({ system, collisions }: { system: System; collisions: Collisions }): [string[], string[]] {
  system.assemble();
  const { shapes } = collisions;
  const name = (a: number, b: number) => `${shapes[a].body.name}-${shapes[b].body.name}`;
  const asked = shapes.flatMap((_, a) =>
    shapes.flatMap((__, b) => (a < b && collisions.mayMeet(a, b) ? [name(a, b)] : [])),
  );
  const broadPhase = collisions.createBroadPhase();
  const all = Float64Array.of(-9, -9, -9, 9, 9, 9);
  for (const { index } of shapes) broadPhase.setMotion(index, all, new Float64Array(3));
  const count = broadPhase.findPairs();
  const found = Array.from({ length: count }, (_, i) => name(broadPhase.pairs[2 * i], broadPhase.pairs[2 * i + 1]));
  return [asked, found];
}

test("each pair of bodies with colliders may meet", (t) => {
  const stack = createStack(3);
  stack.system.add(new RigidBody("bare", { inertia }));
  const [asked, found] = listPairs(stack);
  t.deepEqual(asked, ["ground-a", "ground-b", "ground-c", "a-b", "a-c", "b-c"]);
  t.deepEqual(found, asked);
  t.is(stack.collisions.name, "collisions");
  t.is(stack.system.get("collisions"), stack.collisions);
});

test("what a joint joins or a weld holds does not, unless asked", (t) => {
  const join = (options?: CollisionsOptions) => {
    const stack = createStack(4, options);
    const { system, bodies } = stack;
    const [a, b, c] = bodies;
    system.add(new RevoluteJoint("hinge", a, b, { point: [0, 1, 0], axis: [0, 0, 1] }));
    system.add(new WeldJoint("weld", b, c));
    return listPairs(stack);
  };
  const alone = ["ground-a", "ground-b", "ground-c", "ground-d", "a-d", "b-d", "c-d"];
  t.deepEqual(join(), [alone, alone]);
  const free = ["ground-a", "ground-b", "ground-c", "ground-d", "a-b", "a-c", "a-d", "b-d", "c-d"];
  // The hinge is named, or all joints that let something move.
  t.deepEqual(join({ joined: true }), [free, free]);
  t.deepEqual(join({ joined: ["hinge"] }), [free, free]);
  t.deepEqual(join({ joined: ["hinge", "weld"] })[0], [...free.slice(0, 7), "b-c", ...free.slice(7)]);
  t.throws(() => join({ joined: ["hinges"] }), { message: /joined names "hinges", and there is no joint/ });
});

test("bases do not meet, what is welded to one is one of them, and edits count at the next run", (t) => {
  const stack = createStack(2);
  const { system, bodies } = stack;
  const belt = system.add(new Ground("belt", { position: [3, 0, 0], colliders: [cube] }));
  const weld = system.add(new WeldJoint("weld", system.ground, bodies[0]));
  t.deepEqual(listPairs(stack)[1], ["ground-b", "a-b", "b-belt"]);
  system.remove(weld);
  belt.colliders = undefined;
  t.deepEqual(listPairs(stack)[1], ["ground-a", "ground-b", "a-b"]);
  system.remove(stack.collisions);
  t.deepEqual(system.extensions, []);
  t.is(stack.collisions.owner, undefined);
});

test("groups and masks: both have to want it", (t) => {
  const stack = createStack(3);
  stack.bodies[0].colliders = [{ shape: cube, group: 2 }];
  stack.bodies[1].colliders = [{ shape: cube, group: 4, mask: ~2 }];
  t.deepEqual(listPairs(stack)[0], ["ground-a", "ground-b", "ground-c", "a-c", "b-c"]);
  t.deepEqual(listPairs(stack)[1], listPairs(stack)[0]);
});

test("materials by pair: what was given, else the table, else the mean of what both say", (t) => {
  const find = (first: ContactMaterial | undefined, second: ContactMaterial | undefined) => {
    const { system, bodies, collisions } = createStack(2, {
      friction: 0.4,
      restitution: 0.25,
      pairs: [
        { materials: ["steel", "rubber"], friction: 0.8 },
        { materials: ["rubber", "steel"], friction: 0.9 },
        { materials: ["steel", "steel"], restitution: 0.1 },
      ],
    });
    bodies[0].colliders = [{ shape: cube, ...(first && { material: first }) }];
    bodies[1].colliders = [{ shape: cube, ...(second && { material: second }) }];
    system.assemble();
    return [collisions.findLaws(1, 2), collisions.findLaws(2, 1)];
  };
  const both = <T>(laws: T) => [laws, laws];
  t.deepEqual(find(undefined, {}), both({ friction: 0.4, restitution: 0.25 }));
  t.deepEqual(find({ name: "steel" }, { name: "rubber" }), both({ friction: 0.9, restitution: 0.25 }));
  t.deepEqual(find({ name: "steel" }, { name: "steel" }), both({ friction: 0.5, restitution: 0.1 }));
  t.deepEqual(find({ name: "dry wood" }, { name: "dry wood" }), both({ friction: 0.3, restitution: 0.6 }));
  t.deepEqual(find({ friction: 0.9 }, undefined), both({ friction: Math.sqrt(0.9 * 0.4), restitution: 0.25 }));
  const given = [
    { friction: 0.9, restitution: 0 },
    { friction: 0.4, restitution: 1 },
  ] as const;
  t.deepEqual(find(...given), both({ friction: Math.sqrt(0.9 * 0.4), restitution: 0 }));
});

test("objects with a contact material are colliders of their bodies", (t) => {
  const world = new Object3D("world");
  const material = { friction: 0.3 };
  new Object3D("table", { parent: world, position: [0, -1, 0], geometry: box({ size: [2, 2, 2] }), contact: material });
  const arm = new Object3D("arm", { parent: world, free: true, geometry: sphere({ radius: 0.1 }), density: 1000 });
  const rod = { geometry: cylinder({ radius: 0.01, length: 1, axis: "x" }), mass: 1, contact: {}, group: 2, mask: 5 };
  new Object3D("rod", { parent: arm, position: [0.5, 0, 0], ...rod });
  const shell = { geometry: mesh(Mesh.box([1, 2, 3])), density: 1, contact: {} };
  const crate = new Object3D("crate", { parent: world, free: true, position: [0, 5, 0], ...shell });
  connect("hinge", RevoluteJoint, world, arm, { axis: [0, 0, 1] });
  connect("slide", RevoluteJoint, world, crate, { axis: [0, 0, 1], canCollide: true });
  const system = createSystem(world);
  const collisions = system.add(new Collisions());
  t.deepEqual(listPairs({ system, collisions })[0], ["ground-crate", "arm-crate"]);
  const [, second, third] = collisions.shapes;
  t.is(second.body, system.getBody(arm));
  t.deepEqual([second.group, second.mask, second.shape.kind, third.shape.kind], [2, 5, "cylinder", "hull"]);
  // From the centre of mass of ball and rod together.
  const ball = (4 / 3) * Math.PI * 0.1 ** 3 * 1000;
  isClose(t, second.place.r[0], 0.5 - 0.5 / (1 + ball), 1e-15);
  t.is(collisions.shapes[0].material, material);
});

/** The shapes of a world with one solid of this geometry. */
function listShapes(geometry: Geometry) {
  const world = new Object3D("world");
  new Object3D("solid", { parent: world, geometry, contact: {} });
  const stone = { geometry: sphere({ radius: 0.1 }), density: 1000, contact: {} };
  new Object3D("stone", { parent: world, free: true, position: [0, 50, 0], ...stone });
  const system = createSystem(world);
  const collisions = system.add(new Collisions());
  system.assemble();
  return collisions.shapes.filter(({ body }) => body === system.ground).map(({ shape }) => shape);
}

test("a height field collides with a prism below each of its triangles", (t) => {
  const heights = [
    [1, 2, 1.5],
    [3, 4, 0.5],
  ];
  const field = heightField({ size: [2, 3], heights, base: -1 });
  const prisms = listShapes(field);
  t.is(prisms.length, 4);
  // Each prism: the area of its triangle, 1 × 3 / 2, times the mean of its three heights above the base.
  const means = [(1 + 3 + 4) / 3, (1 + 4 + 2) / 3, (2 + 4 + 0.5) / 3, (2 + 0.5 + 1.5) / 3];
  const volumes = prisms.map(calcHullVolume);
  areClose(
    t,
    volumes,
    means.map((mean) => 1.5 * (mean + 1)),
    1e-13,
  );
  isClose(
    t,
    volumes.reduce((sum, x) => sum + x),
    calcMeshMoments(createHeightFieldMesh(field)).volume,
    1e-13,
  );
});

test("a mesh collides with its hull, or with its convex parts", (t) => {
  const twins = Mesh.merge([Mesh.box([1, 1, 1]), Mesh.box([1, 1, 1]).place({ position: [3, 0, 0] })]);
  t.deepEqual(
    listShapes(mesh(twins)).map(({ vertices }) => vertices.length / 3),
    [8],
  );
  for (const parts of [true, { tolerance: 0.1, most: 2 }]) {
    t.deepEqual(
      listShapes(mesh(twins, { parts })).map(({ center }) => center[0]),
      [0, 3],
    );
  }
  refuse(t, [
    [() => mesh(twins, { parts: { tolerance: -1 } }), /^mesh, parts: tolerance is -1/],
    [() => mesh(twins, { parts: wrong(3) }), /^mesh, parts: the options are 3/],
    [() => listShapes(mesh(twins, { parts: { most: 1 } })), /more than 1 convex parts/],
    [
      () => listShapes(surface(new Sphere({ radius: 1 }))),
      /Object3D "solid": its Sphere .* has no convex shape to collide with; give it convex parts/,
    ],
  ]);
});

test("the box of a shape on a body touches it on all six sides", (t) => {
  const random = new RandomSource(3);
  const points = Array.from({ length: 60 }, () => random.vector(0.5));
  const shapes = [
    ConvexShape.sphere({ radius: 0.3 }),
    ConvexShape.capsule({ radius: 0.1, length: 1, axis: "z" }),
    ConvexShape.box({ size: [1, 0.2, 0.5], rounding: 0.05 }),
    ConvexShape.cylinder({ radius: 0.2, length: 1 }),
    ConvexShape.cone({ radius: 0.2, length: 1, axis: "x" }),
    ConvexShape.ellipsoid({ semiAxes: [0.1, 0.2, 0.3] }),
    ConvexShape.hull({ points, rounding: 0.1 }),
  ];
  for (const shape of shapes) {
    const place = KinematicPort.of({ position: random.vector(1), orientation: random.quaternion() });
    const body = KinematicPort.of({ position: random.vector(1), orientation: random.quaternion() });
    const bounds = new ShapeBounds(shape, place);
    const out = new Float64Array(6);
    bounds.calcBox(body.r, body.T, out, 0);
    const pose = new KinematicPort();
    calcPlacedPose(body, place, pose);
    // Blocks that lie against the six faces from outside touch the shape; rounding of distances of curved shapes is 4e-13.
    const pair = new ConvexDistance(shape, ConvexShape.box({ size: [8, 8, 8] }));
    for (let i = 0; i < 6; i++) {
      const position = [...body.r];
      position[i % 3] = out[i] + (i < 3 ? -4 : 4);
      pair.calc(pose, KinematicPort.of({ position }));
      isBelow(t, Math.abs(pair.distance), 1e-12);
    }
    for (let i = 0; i < 6; i++) isBelow(t, Math.abs(out[i] - body.r[i % 3]), bounds.reach + 1e-15);
  }
});

function createWith(colliders: readonly object[]): void {
  const system = new System();
  system.add(new RigidBody("a", { inertia, colliders: wrong(colliders) }));
  system.add(new Collisions());
  system.assemble();
}

test("what cannot be is refused, with object, value and remedy", (t) => {
  refuse(t, [
    [() => new Collisions({ friction: -1 }), /"collisions": friction is -1; give zero or a positive number/],
    [() => new Collisions({ restitution: 2 }), /restitution is 2; give a number from 0/],
    [() => new Collisions({ pairs: [{ materials: wrong(["steel"]) }] }), /pairs\[0\]: materials are 1 names; give two/],
    [() => new Collisions(wrong({ fricton: 1 })), /did you mean "friction"/],
    [() => new Collisions({ joined: wrong(3) }), /joined is 3; give true, false, or a list of names/],
    [() => new RigidBody("a", { inertia, colliders: wrong(cube) }), /"a", colliders: the list is .*; give a list/],
    [() => createWith([{}]), /"a", colliders\[0\]: shape is undefined; give a ConvexShape/],
    [
      () => createWith([{ kind: "box", label: "box", reach: 1 }]),
      /"a", colliders\[0\]: shape is .*; give a ConvexShape/,
    ],
    [() => createWith([{ shape: cube, material: { friction: -1 } }]), /material: friction is -1; give zero/],
    [() => createWith([{ shape: cube, group: 0.5 }]), /group, as bits, is 0.5; give a whole number/],
  ]);
});
