import test, { type ExecutionContext } from "ava";
import { ConvexShape } from "../../lib/collision/index.ts";
import {
  BallJoint,
  type Body,
  Contact,
  Cylinder,
  DistanceRod,
  Ellipsoid,
  Ground,
  Inertia,
  Mesh,
  mecanumLayout,
  Plane,
  PrismaticJoint,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  type Shape,
  Sphere,
  SpringDamper,
  Superellipsoid,
  System,
  Testbench,
  Torus,
  UniversalJoint,
  Vehicle,
} from "../../lib/index.ts";
import { add, matrixFromQuaternion, norm, rotate, rotateBack, subtract, type Vector3 } from "../../lib/math/index.ts";
import { type Appearance, createSurfaceMesh, findAppearance, findLinks } from "../../lib/view/index.ts";
import { measureDistance } from "../helpers/appearance.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { Hollow } from "../helpers/Hollow.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawLoop } from "../helpers/randomLoops.ts";
import { drawTree } from "../helpers/randomModels.ts";
import { createScene } from "../helpers/randomScenes.ts";
import { trackedSystems } from "../helpers/trackedSystems.ts";

const findShapes = (looks: readonly Appearance[], body: Body): readonly Shape[] =>
  looks.find((look) => look.body === body)?.shapes ?? [];
const named = (shapes: readonly Shape[], name: string): Shape => shapes.find((shape) => shape.name === name) as Shape;

/** A direction of a shape's mesh, in body axes. */
const turn = ({ orientation }: Shape, direction: Vector3) => rotate(matrixFromQuaternion(orientation), direction);

/** Vertices in body axes. */
const listVertices = ({ mesh, position, orientation }: Shape): Vector3[] => {
  const T = matrixFromQuaternion(orientation);
  return Array.from({ length: mesh.vertexCount }, (_, i) => add(position, rotate(T, mesh.getVertex(i))));
};

/** Every body has one look, every mesh is closed and finite, only bases may be bare. */
function checkAppearance(t: ExecutionContext, name: string, looks: readonly Appearance[], bodies: readonly Body[]) {
  t.deepEqual(
    looks.map(({ body }) => body),
    [...bodies],
    name,
  );
  const checked = new Set<Mesh>();
  for (const { body, shapes } of looks) {
    if (!(body instanceof Ground)) isAbove(t, shapes.length, 0, `${name}: nothing is seen of ${body.name}`);
    for (const { mesh } of shapes) {
      if (!checked.has(mesh)) t.deepEqual(mesh.findDefects(), [], `${name}, ${body.name}`);
      checked.add(mesh);
    }
  }
}

test("a pendulum: a bob on a bar from a pin", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const bob = system.add(new RigidBody("bob", { inertia, position: [0.6, -0.8, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const looks = findAppearance(system);
  checkAppearance(t, "pendulum", looks, system.bodies);
  const [ball, bar] = findShapes(looks, bob);
  areClose(t, ball.mesh.bounds.max, [0.1, 0.1, 0.1], 1e-9);
  t.is(ball.name, "bob");
  t.is(bar.name, "hinge bar");
  areClose(t, bar.position, [-0.3, 0.4, 0], 1e-12);
  areClose(t, turn(bar, [0, 1, 0]), [-0.6, 0.8, 0], 1e-12);
  const radius = bar.mesh.bounds.max[0];
  areClose(t, [bar.mesh.bounds.max[1]], [0.5 + radius], 1e-12);
  isAbove(t, radius, 0.01, "slim beside a length of 1");
  isBelow(t, radius, 0.05, "slim beside a length of 1");
  const pins = findShapes(looks, system.ground);
  t.deepEqual(
    pins.map(({ name }) => name),
    ["hinge pin"],
  );
  areClose(t, pins[0].position, [0, 0, 0], 1e-12);
  areClose(t, turn(pins[0], [0, 1, 0]).map(Math.abs), [0, 0, 1], 1e-12);
  t.notDeepEqual(pins[0].color, ball.color);
});

test("sizes follow the model: ten times as large, ten times as thick", (t) => {
  const draw = (k: number) => {
    const system = new System();
    const body = system.add(
      new RigidBody("rod", { inertia: Inertia.rod({ mass: 1, length: k }), position: [k / 2, 0, 0] }),
    );
    system.add(new BallJoint("ball", system.ground, body, { point: [0, 0, 0] }));
    return findAppearance(system).flatMap(({ shapes }) => shapes.map(({ mesh }) => [...mesh.bounds.max]));
  };
  // A rod is as long as it is, and its joint at its end needs no bar.
  t.is(draw(1).length, 2);
  areClose(
    t,
    draw(10).flat(),
    draw(1)
      .flat()
      .map((x) => 10 * x),
    1e-12,
  );
  areClose(t, [Math.max(...draw(3).flat())], [1.5], 1e-12);
});

test("a slider on its rail, a rod and a spring as links", (t) => {
  const system = new System();
  const block = system.add(new RigidBody("block", { inertia: Inertia.box({ mass: 1, size: [0.2, 0.15, 0.1] }) }));
  const bob = system.add(new RigidBody("bob", { inertia: Inertia.point({ mass: 1 }), position: [0.1, -0.4, 0] }));
  system.add(new PrismaticJoint("slide", system.ground, block, { point: [0, 0, 0], axis: [1, 0, 0] }));
  system.add(new DistanceRod("rod", block, bob, { pointA: [0.1, 0, 0] }));
  system.add(new SpringDamper("spring", system.ground, block, { from: [-0.4, 0, 0], to: [-0.1, 0, 0], stiffness: 1 }));
  const looks = findAppearance(system);
  const box = findShapes(looks, block)[0];
  const size = listVertices(box).reduce<Vector3>(
    (most, p) => most.map((x, i) => Math.max(x, p[i])) as never,
    [0, 0, 0],
  );
  areClose(t, size, [0.1, 0.075, 0.05], 1e-9);
  const rail = named(findShapes(looks, system.ground), "slide rail");
  areClose(t, turn(rail, [0, 1, 0]), [1, 0, 0], 1e-12);
  t.false(
    findShapes(looks, block).some(({ name }) => name.endsWith("bar")),
    "all its points are inside",
  );
  t.deepEqual(findLinks(system), [
    {
      kind: "rod",
      name: "rod",
      from: { body: block, point: [0.1, 0, 0] },
      to: { body: bob, point: [0, 0, 0] },
    },
    {
      kind: "spring",
      name: "spring",
      from: { body: system.ground, point: [-0.4, 0, 0] },
      to: { body: block, point: [-0.1, 0, 0] },
    },
  ]);
});

test("pins are along both axes of a universal joint, and stick out of a disc", (t) => {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1 });
  const first = system.add(new RigidBody("first", { inertia, orientation: [0.8, 0, 0, 0.6] }));
  const second = system.add(new RigidBody("second", { inertia, orientation: [0.6, 0, 0.8, 0] }));
  const axes = [
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  system.add(new UniversalJoint("cross", first, second, { point: [1, 0, 0], axes }));
  const disc = Inertia.cylinder({ mass: 1, radius: 0.5, length: 0.2, axis: "z" });
  const wheel = system.add(new RigidBody("wheel", { inertia: disc, position: [3, 0, 0] }));
  system.add(new RevoluteJoint("axle", system.ground, wheel, { point: [3, 0, 0], axis: [0, 0, 1] }));
  const looks = findAppearance(system);
  for (const [i, body] of [first, second].entries()) {
    const pin = named(findShapes(looks, body), "cross pin");
    areClose(t, rotate(body.referencePose.T, turn(pin, [0, 1, 0])).map(Math.abs), axes[i], 1e-12);
    areClose(t, add(body.referencePose.r, rotate(body.referencePose.T, pin.position)), [1, 0, 0], 1e-12);
  }
  const axle = named(findShapes(looks, system.ground), "axle pin");
  isAbove(t, axle.mesh.bounds.max[1], 0.11);
  isBelow(t, axle.mesh.bounds.max[1], 0.2);
});

test("one looks into a cavity, and through a floor", (t) => {
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, -0.4, 0] }),
  );
  const surfaceB = new Sphere({ radius: 0.1 });
  for (const [i, surfaceA] of [new Hollow([0.5, 0.5, 0.5]), new Plane({ point: [0, -1, 0] })].entries()) {
    system.add(new Contact(`contact${i}`, system.ground, ball, { surfaceA, surfaceB, tracker: "algebraic" }));
  }
  const opacities = findAppearance(system).map(({ shapes }) => shapes.map(({ opacity }) => opacity));
  t.deepEqual(opacities, [[0.25, 0.45], [1]]);
});

test("bodies in contact are their surfaces, where these sit on them", (t) => {
  const random = new RandomSource(11);
  const surfaces = [
    new Ellipsoid({ semiAxes: [0.2, 0.1, 0.15], position: [0.01, 0.02, 0.03], orientation: random.quaternion() }),
    new Torus({ radius: 0.2, tubeRadius: 0.05, orientation: random.quaternion() }),
    new Superellipsoid({ semiAxes: [0.2, 0.1, 0.15], exponent: 6, orientation: random.quaternion() }),
  ];
  for (const surface of surfaces) {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 1, radius: 0.15 });
    const body = system.add(new RigidBody("body", { inertia, position: [5, 1, 0], orientation: random.quaternion() }));
    for (const name of ["first", "second"]) {
      system.add(new Contact(name, system.ground, body, { surfaceA: new Plane(), surfaceB: surface }));
    }
    const looks = findAppearance(system);
    checkAppearance(t, surface.label, looks, system.bodies);
    const shapes = findShapes(looks, body);
    t.is(shapes.length, 1, "surface and floor of two contacts are drawn once, and nothing else");
    for (const point of listVertices(shapes[0])) {
      const own = rotateBack(surface.rotation, subtract(point, surface.position));
      isClose(t, measureDistance(surface, own), 0, 1e-12);
    }
    const floors = findShapes(looks, system.ground);
    t.is(floors.length, 1);
    const points = listVertices(floors[0]);
    isClose(t, Math.max(...points.map(([, y]) => y)), 0, 1e-15, "the upper side of the floor");
    areClose(t, [Math.min(...points.map(([x]) => x)) + Math.max(...points.map(([x]) => x))], [10], 1e-9);
    const wide = findAppearance(system, { bounds: { min: [-50, 0, 0], max: [50, 1, 1] } });
    isAbove(t, Math.max(...listVertices(findShapes(wide, system.ground)[0]).map(([x]) => x)), 50);
  }
});

test("feet are not the whole body; a cylinder is as long as its inertia says", (t) => {
  const system = new System();
  const box = system.add(new RigidBody("box", { inertia: Inertia.box({ mass: 1, size: [0.4, 0.2, 0.3] }) }));
  for (const [i, x] of [-0.2, 0.2].entries()) {
    const surfaceB = new Sphere({ radius: 0.01, position: [x, -0.1, 0] });
    system.add(new Contact(`foot${i}`, system.ground, box, { surfaceA: new Plane({ point: [0, -0.2, 0] }), surfaceB }));
  }
  const dot = system.add(new RigidBody("dot", { inertia: box.inertia, position: [0, 2, 0] }));
  const small = { surfaceA: new Plane({ point: [0, -0.2, 0] }), surfaceB: new Sphere({ radius: 0.01 }) };
  system.add(new Contact("small", system.ground, dot, small));
  const inertia = Inertia.cylinder({ mass: 1, radius: 0.1, length: 0.7, axis: "x" });
  const roll = system.add(new RigidBody("roll", { inertia, position: [3, 0, 0] }));
  const surfaceB = new Cylinder({ radius: 0.1, axis: "x", position: [0.3, 0, 0] });
  system.add(
    new Contact("line", system.ground, roll, {
      surfaceA: new Sphere({ radius: 0.1, position: [3, -0.3, 0] }),
      surfaceB,
    }),
  );
  const looks = findAppearance(system);
  t.is(findShapes(looks, box).length, 3, "two feet and the box");
  t.is(findShapes(looks, dot).length, 2, "what is small beside its inertia, and the box");
  const ends = listVertices(findShapes(looks, roll)[0]).map(([x]) => x);
  areClose(t, [Math.min(...ends), Math.max(...ends)], [-0.35, 0.35], 1e-9);
});

test("own shapes are all that is seen, made when somebody looks", (t) => {
  const system = new System();
  let asked = 0;
  const mesh = Mesh.box([1, 1, 1]);
  const shapes = () => {
    asked++;
    return [
      { mesh, position: [0, 1, 0] },
      { mesh, color: [1, 0, 0], opacity: 0.5 },
    ];
  };
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const body = system.add(new RigidBody("body", { inertia, shapes }));
  const ghost = system.add(new RigidBody("ghost", { inertia, shapes: [] }));
  const base = system.add(new Ground("base", { shapes: [{ mesh }] }));
  system.add(new RevoluteJoint("hinge", base, body, { point: [3, 0, 0], axis: [0, 0, 1] }));
  t.is(asked, 0);
  const looks = findAppearance(system);
  t.is(asked, 1);
  t.deepEqual(
    findShapes(looks, body).map(({ position, opacity }) => [...position, opacity]),
    [
      [0, 1, 0, 1],
      [0, 0, 0, 0.5],
    ],
  );
  t.deepEqual(findShapes(looks, body)[1].color, [1, 0, 0]);
  t.deepEqual(findShapes(looks, ghost), []);
  t.is(findShapes(looks, base).length, 1);
  for (const [wrong, message] of [
    [() => 3, /findAppearance, shape of "body": the list is 3; give a list/],
    [() => [{}], /mesh is undefined; give a Mesh/],
    [() => [{ mesh, opacity: 2 }], /opacity is 2; give a number from 0/],
    [() => [{ mesh, opacity: "1" }], /opacity is "1", not a number/],
    [() => [{ mesh, colour: [0, 0, 0] }], /unknown option "colour"; did you mean "color"/],
  ] as const) {
    body.shapes = wrong as never;
    t.throws(() => findAppearance(system), { name: "ModelError", message });
    t.throws(() => Object.assign(body, { shapes: wrong() }), { name: "ModelError" }, "a list is refused at once");
  }
  body.shapes = undefined;
  t.true(findShapes(findAppearance(system), body).some(({ name }) => name === "hinge bar"));
  t.throws(() => findAppearance(system, { bound: 1 } as never), { message: /unknown option "bound"/ });
  const bounds = { min: [0, 0, 1], max: [1, 1, 0] };
  t.throws(() => findAppearance(system, { bounds }), { message: /bounds\.min \[0, 0, 1\] is beyond/ });
  const refuse = (work: () => unknown, refusal: string) => t.throws(work, { name: "ModelError", message: refusal });
  const form = "give a list; a System has both, bodies and constraints";
  refuse(() => findAppearance(undefined as never), `findAppearance: bodies is undefined; ${form}`);
  refuse(
    () => findAppearance({ bodies: [3 as never], constraints: [] }),
    "findAppearance: bodies[0] is 3; give a Body",
  );
  refuse(
    () => findAppearance(system, { bounds: null as never }),
    "findAppearance, bounds: the options are null; give an object such as { min: … }",
  );
  refuse(() => findLinks(3 as never), `findLinks: constraints is undefined; ${form}`);
  refuse(() => findLinks({ constraints: new Array(1) }), "findLinks: constraints[0] is undefined; give a Constraint");
  const cut = { center: [0, 0, 0], extent: 1 } as const;
  refuse(
    () => createSurfaceMesh({} as never, cut),
    "createSurfaceMesh: the surface is an object of class Object; give a Surface, such as new Sphere({ radius: 1 })",
  );
  refuse(
    () => createSurfaceMesh(new Plane(), { ...cut, extent: 1e300 }),
    "createSurfaceMesh: extent is 1e+300; give a length from 1e-60 to 1e+60 m",
  );
});

test("wheels and vehicles: one mesh for all rollers of a wheel, hub, platform, carriers, and one floor", (t) => {
  const disc = Inertia.cylinder({ mass: 0.5, radius: 0.04, length: 0.04, axis: "z" });
  const system = new System();
  const vehicle = new Vehicle("cart", system.ground, {
    wheels: mecanumLayout({ length: 0.4, width: 0.3 }),
    wheel: { radius: 0.05, rollers: 9, rollerDistance: 0.04, disc },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    suspension: { stiffness: 1e4, damping: 100, carrier: Inertia.box({ mass: 1, size: [0.05, 0.04, 0.03] }) },
  }).addTo(system);
  const looks = findAppearance(system);
  checkAppearance(t, "vehicle", looks, system.bodies);
  t.true(looks.every(({ shapes }) => shapes.length === 1));
  const [wheel] = vehicle.wheels;
  t.is(new Set(wheel.rollers.map((roller) => findShapes(looks, roller)[0].mesh)).size, 1);
  const { radius } = wheel.geometry;
  const vertices = looks
    .filter(({ body }) => wheel.rollers.includes(body as RigidBody))
    .flatMap(({ body, shapes }) =>
      shapes.flatMap(listVertices).map((point) => add(body.referencePose.r, rotate(body.referencePose.T, point))),
    );
  const reach = Math.max(
    ...vertices.map((point) => norm(subtract(point, wheel.getCenter()).map((x, i) => (i === 2 ? 0 : x)))),
  );
  // As seen along the axle the rollers fill the circle of the wheel, to the deviation of the meshes.
  isAtMost(t, reach, radius * (1 + 1e-12));
  isAbove(t, reach, radius * (1 - 2e-3));
  const bench = new Testbench({ radius: 1, rollers: 6, rollerDistance: 0.8, disc });
  checkAppearance(t, "testbench", findAppearance(bench.system), bench.system.bodies);
});

test("every system of the tests has a look", async (t) => {
  const systems: [string, System][] = [["zoo", createZoo()]];
  for (const { name, create } of trackedSystems) systems.push([name, create("auto")]);
  for (let seed = 1; seed <= 5; seed++) {
    systems.push([`scene ${seed}`, createScene(new RandomSource(seed)).system]);
    systems.push([`loop ${seed}`, drawLoop(new RandomSource(seed)).system]);
    systems.push([`tree ${seed}`, drawTree(new RandomSource(seed), { rows: 0.5, forces: true }).twin.system]);
  }
  for (const [name, system] of systems) checkAppearance(t, name, findAppearance(system), system.bodies);
  t.deepEqual(
    findAppearance(new System()).map(({ shapes }) => shapes),
    [[]],
    "nothing but a base: nothing is seen",
  );
});

test("a body with colliders looks like them, and so does a base", (t) => {
  const system = new System();
  const shape = ConvexShape.box({ size: [1, 2, 3] });
  const ball = { shape: ConvexShape.sphere({ radius: 0.2 }), position: [0, 1.2, 0] };
  const inertia = Inertia.sphere({ mass: 1, radius: 0.5 });
  const crate = system.add(new RigidBody("crate", { inertia, position: [0, 2, 0], colliders: [shape, ball] }));
  const orientation = quaternionAbout([0, 0, 1], 0.3);
  system.ground.colliders = [{ shape: ConvexShape.cylinder({ radius: 2, length: 0.1 }), orientation }];
  const looks = findAppearance(system);
  const [box, knob, ...others] = findShapes(looks, crate);
  t.is(others.length, 0);
  isClose(t, box.mesh.volume, 6, 1e-14);
  t.deepEqual(knob.position, [0, 1.2, 0]);
  const [plate] = findShapes(looks, system.ground);
  t.deepEqual(plate.orientation, orientation);
  // What is drawn by hand is all.
  crate.shapes = [];
  t.is(findShapes(findAppearance(system), crate).length, 0);
});
