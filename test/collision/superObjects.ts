import test from "ava";
import {
  box,
  ColliderPairs,
  type Connection,
  connect,
  createSystem,
  cylinder,
  hull,
  Object3D,
  type Object3DOptions,
  type ObjectSystem,
  SuperObjects,
  sphere,
  surface,
} from "../../lib/collision/objects/index.ts";
import { Contact } from "../../lib/constraints/contact/index.ts";
import {
  AppliedWrench,
  BallJoint,
  Bushing,
  DistanceRod,
  Pair,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  SpringDamper,
  UniversalJoint,
} from "../../lib/constraints/index.ts";
import { planTree } from "../../lib/kernel/planTree.ts";
import { cross, matrixFromQuaternion, quaternionAbout, rotate } from "../../lib/math/index.ts";
import { Ground, Inertia, RigidBody } from "../../lib/rigidbody/index.ts";
import { listShapes } from "../../lib/shape/index.ts";
import { System } from "../../lib/system/index.ts";
import { Sphere } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";
import { pendulum, pendulumFrequency } from "../reference/pendulum.ts";

const names = (objects: Iterable<{ object: Object3D }>) => [...objects].map(({ object }) => object.name);

/** The 14 objects of the paper, as far as its text tells: which are joined, where a spring acts, which loop there is. */
function createPaperExample() {
  const geometry = sphere({ radius: 0.1 });
  const mass = { mass: 1 };
  const seen = { geometry, visual: {} };
  const hard = { geometry, contact: {} };
  const objects: Object3D[] = [new Object3D("1")];
  const place = (parent: number, options: Object3DOptions = {}) => {
    const name = `${objects.length + 1}`;
    const position = [objects.length, 0.3 * (objects.length % 3), 0];
    objects.push(new Object3D(name, { parent: objects[parent - 1], position, ...options }));
  };
  place(1, { free: true, ...mass }); // 2
  place(2, { ...seen }); // 3
  place(2, { free: true, ...mass, ...hard }); // 4
  place(4, { ...seen }); // 5
  place(3, { free: true, ...hard }); // 6
  place(6, { ...mass }); // 7
  place(7, { ...seen }); // 8
  place(5, { free: true, ...mass, ...seen }); // 9
  place(9, { ...seen }); // 10
  place(10); // 11
  place(8, { free: true, ...mass, ...seen, ...hard }); // 12
  place(12); // 13
  place(13, { ...seen }); // 14
  const at = (i: number) => objects[i - 1];
  const axis = { axis: [0, 0, 1] };
  const joints = [
    connect("1-2", RevoluteJoint, at(1), at(2), axis),
    connect("2-4", RevoluteJoint, at(2), at(4), axis),
    connect("3-6", RevoluteJoint, at(3), at(6), axis),
    connect("7-12", RevoluteJoint, at(7), at(12), axis),
    connect("5-13", RevoluteJoint, at(5), at(13), axis),
  ];
  const spring = connect("spring", SpringDamper, at(11), at(8), { stiffness: 1e3 });
  return { objects, joints, spring, world: objects[0] };
}

test("the example of the paper: 14 objects, six super-objects, the cut-joint between objects 5 and 13", (t) => {
  const { world, joints, spring } = createPaperExample();
  const groups = new SuperObjects(world);
  t.deepEqual(
    groups.list.map(({ members }) => names(members)),
    [["1"], ["2", "3"], ["4", "5"], ["6", "7", "8"], ["9", "10", "11"], ["12", "13", "14"]],
  );
  t.deepEqual(groups.cutJoints, [joints[4]]);
  t.deepEqual(groups.treeJoints, joints.slice(0, 4));
  t.deepEqual(groups.forceElements, [spring]);
  // Numbers from 0: the loop is 1, 2, 5, 3. A spring forbids nothing.
  t.deepEqual(groups.forbiddenPairs, [
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 5],
    [3, 5],
  ]);
  t.deepEqual(
    groups.list.map(({ colliding, massive, acting, visualOnly }) =>
      [colliding, massive, acting, visualOnly].map(names),
    ),
    [
      [[], [], ["1"], []],
      [[], ["2"], ["2", "3"], []],
      [["4"], ["4"], ["4", "5"], []],
      [["6"], ["7"], ["6", "7", "8"], []],
      [[], ["9"], ["11"], ["10"]],
      [["12"], ["12"], ["12", "13"], ["14"]],
    ],
  );
});

test("a run cuts the joints that the super-objects say, whichever have starts, motors and springs", (t) => {
  const { world } = createPaperExample();
  t.deepEqual(findClosing(createSystem(world)), ["5-13"]);
  const random = new RandomSource(5);
  let count = 0;
  for (let i = 0; i < 60; i++) {
    const all = [new Object3D("world")];
    for (let k = 1; k < 8; k++) {
      all.push(
        new Object3D(`o${k}`, {
          parent: random.pick(all),
          free: k < 4 || random.chance(0.7),
          mass: 1,
          position: random.vector(1),
        }),
      );
    }
    const groups = new SuperObjects(all[0]);
    for (let k = 0; k < 9; k++) {
      const [a, b] = random.shuffle(all);
      if (groups.get(a) === groups.get(b)) continue;
      const extra = random.pick([
        {},
        {},
        { angle: 0 },
        { stiffness: 1 },
        { motion: () => [0, 0, 0] as const },
        { switchable: true },
      ]);
      connect(`j${k}`, RevoluteJoint, a, b, { axis: [0, 0, 1], ...extra });
    }
    const system = createSystem(all[0]);
    t.deepEqual(
      findClosing(system),
      system.superObjects.cutJoints.map(({ name }) => name),
    );
    count += system.superObjects.cutJoints.length;
  }
  isAbove(t, count, 60, "there are loops to compare");
});

/** The pairs that the kernel closes loops with. */
function findClosing(system: System): string[] {
  const pairs = system.constraints.filter((constraint) => constraint instanceof Pair);
  return planTree(system.bodies, pairs, false).closing.map((i) => pairs[i].name);
}

test("objects are visited in the order in which they were put on their parents, branch by branch", (t) => {
  const at = (name: string, parent?: Object3D) => new Object3D(name, parent && { parent });
  const a = at("A");
  const [b, c] = ["B", "C"].map((name) => at(name, a));
  for (const [name, parent] of [
    ["D", b],
    ["E", b],
    ["F", c],
  ] as const)
    at(name, parent);
  t.deepEqual(names(new SuperObjects(a).list[0].members), ["A", "B", "D", "E", "C", "F"]);
});

test("objects are placed on the roots of their super-objects, however deep they lie", (t) => {
  const random = new RandomSource(7);
  const world = new Object3D("world");
  let parent = world;
  for (let i = 0; i < 12; i++) {
    parent = new Object3D(`o${i}`, {
      ...{ parent, free: i % 4 === 0, position: random.vector(1), orientation: random.quaternion() },
      ...(i % 4 === 2 && { geometry: box({ size: [1, 2, 3] }), density: 1 }),
    });
  }
  const system = createSystem(world);
  t.is(system.superObjects.list.length, 4);
  const start = system.evaluate();
  for (let i = 0; i < 12; i++) {
    const object = system.superObjects.getObject(`o${i}`);
    const pose = object.findPose();
    const found = system.findPose(object, start);
    // Products of up to twelve rotations.
    areClose(t, found.position, pose.position, 1e-14);
    areClose(t, matrixFromQuaternion(found.orientation), matrixFromQuaternion(pose.orientation), 1e-14);
    const member = system.superObjects.getMember(object);
    const onRoot = object.findPose(system.superObjects.get(object).root);
    areClose(t, member.position, onRoot.position, 1e-14);
  }
});

test("mass is merged by parallel axes: eight cubes are one cube, a dumbbell is its closed form", (t) => {
  const random = new RandomSource(8);
  const world = new Object3D("world");
  const cube = new Object3D("cube", {
    parent: world,
    free: true,
    position: [1, 2, 3],
    orientation: random.quaternion(),
  });
  for (let i = 0; i < 8; i++) {
    const position = [i & 1, i & 2, i & 4].map((bit) => (bit ? 0.25 : -0.25) + 0.3);
    // A cube turned about its own middle has the same inertia; a frame between makes the way longer.
    const frame = new Object3D(`frame ${i}`, { parent: cube, position, orientation: random.quaternion() });
    new Object3D(`part ${i}`, { parent: frame, geometry: box({ size: [0.5, 0.5, 0.5] }), density: 8 });
  }
  const bell = new Object3D("bell", {
    parent: world,
    free: true,
    geometry: cylinder({ radius: 0.02, length: 1, axis: "x" }),
    mass: 0.5,
  });
  new Object3D("left", { parent: bell, position: [-0.5, 0, 0], geometry: sphere({ radius: 0.1 }), mass: 2 });
  new Object3D("right", { parent: bell, position: [0.5, 0, 0], geometry: sphere({ radius: 0.2 }), mass: 3 });
  const [, one, two] = new SuperObjects(world).list.map(({ inertia }) => inertia as Inertia);
  isClose(t, one.mass, 8, 1e-14);
  areClose(t, one.center, [0.3, 0.3, 0.3], 1e-15);
  areClose(t, one.tensor, [8 / 6, 8 / 6, 8 / 6, 0, 0, 0], 5e-15);
  const center = 0.5 / 5.5;
  const along = 0.25 * 0.02 ** 2 + 0.4 * (2 * 0.01 + 3 * 0.04);
  const rod = 0.5 * ((3 * 0.02 ** 2 + 1) / 12 + center ** 2);
  const across = rod + 2 * (0.4 * 0.01 + (0.5 + center) ** 2) + 3 * (0.4 * 0.04 + (0.5 - center) ** 2);
  areClose(t, two.center, [center, 0, 0], 1e-15);
  areClose(t, two.tensor, [along, across, across, 0, 0, 0], 1e-14);
});

test("a pendulum of objects swings as one of a body, and as Jacobi's functions say", (t) => {
  // A rod that hangs at one end, in a frame whose origin is the hinge; the ball at its end is a part of its own.
  const world = new Object3D("world");
  const arm = new Object3D("arm", { parent: world, free: true });
  new Object3D("rod", {
    parent: arm,
    position: [0.5, 0, 0],
    geometry: cylinder({ radius: 0.01, length: 1, axis: "x" }),
    mass: 1,
  });
  new Object3D("ball", { parent: arm, position: [1, 0, 0], geometry: sphere({ radius: 0.1 }), mass: 2, visual: {} });
  const hinge = connect("hinge", RevoluteJoint, world, arm, { axis: [0, 0, 1] });
  const objects = createSystem(world);
  const bodies = new System();
  const inertia = Inertia.compose([
    { inertia: Inertia.cylinder({ mass: 1, radius: 0.01, length: 1, axis: "x" }), position: [0.5, 0, 0] },
    { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), position: [1, 0, 0] },
  ]);
  const body = bodies.add(new RigidBody("arm", { inertia, position: inertia.center }));
  bodies.add(new RevoluteJoint("hinge", bodies.ground, body, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const options = { until: 4, tolerance: 1e-10 };
  const [a, b] = [objects.simulateSync(options), bodies.simulateSync(options)];
  const about = 1 / 12 + (3 * 1e-4) / 12 + 0.25 + 2 * (0.4 * 0.01 + 1);
  // Released from the horizontal: a quarter of a turn from where it hangs.
  const motion = pendulum(pendulumFrequency(3, 9.81, 2.5 / 3, about), Math.PI / 2);
  for (const time of [0.5, 1, 2, 3, 4]) {
    const angle = a.at(time).joint("hinge").position;
    t.is(angle, b.at(time).joint("hinge").position, "the same numbers, bit by bit");
    // Some thousand tolerances, as runs of a few swings promise.
    isClose(t, angle, motion.angle(time) - Math.PI / 2, 3e-8);
    const { position } = objects.findPose(objects.superObjects.getObject("ball"), a.at(time));
    areClose(t, position, [Math.cos(angle), Math.sin(angle), 0], 1e-14);
  }
  t.true(objects.getConstraint(hinge) instanceof RevoluteJoint);
});

/** Three moving bars of a four-bar, with how each is made and joined. */
const BARS = [
  { name: "crank", from: [0, 0, 0], to: [0.3, 0.4, 0] },
  { name: "coupler", from: [0.3, 0.4, 0], to: [1.4, 0.9, 0] },
  { name: "rocker", from: [1, 0, 0], to: [1.4, 0.9, 0] },
] as const;

test("a four-bar of objects runs to the same numbers as one of bodies; its loop is cut by itself", (t) => {
  const world = new Object3D("world");
  const bodies = new System();
  const objects: Object3D[] = [];
  const parts: RigidBody[] = [];
  for (const { name, from, to } of BARS) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const orientation = quaternionAbout([0, 0, 1], Math.atan2(dy, dx));
    // An object begins at its first pin; the bar itself is fixed to it half a length on.
    const bar = new Object3D(name, { parent: world, free: true, position: from, orientation });
    const geometry = box({ size: [length, 0.05, 0.02] });
    new Object3D(`${name} bar`, { parent: bar, position: [length / 2, 0, 0], geometry, density: 2700 });
    new Object3D(`${name} end`, { parent: bar, position: [length, 0, 0] });
    objects.push(bar);
    const inertia = Inertia.box({ density: 2700, size: [length, 0.05, 0.02] });
    const position = from.map((x, i) => 0.5 * (x + to[i]));
    parts.push(bodies.add(new RigidBody(name, { inertia, position, orientation })));
  }
  const [crank, coupler, rocker] = objects;
  const end = (bar: Object3D) => bar.children[1];
  const joints = [
    ["a", world, crank, BARS[0].from],
    ["b", end(crank), coupler, BARS[0].to],
    ["c", world, rocker, BARS[2].from],
    ["d", end(coupler), end(rocker), BARS[1].to],
  ] as const;
  const find = (object: Object3D) => parts.find((part) => object.listPath().some(({ name }) => name === part.name));
  for (const [name, a, b, point] of joints) {
    // Left out, the point is the origin of B: the ends of the bars say where the pins are.
    connect(name, RevoluteJoint, a, b, { axis: [0, 0, 1] });
    const [partA, partB] = [a, b].map((object) => find(object) ?? bodies.ground);
    bodies.add(new RevoluteJoint(name, partA, partB, { point, axis: [0, 0, 1] }));
  }
  const system = createSystem(world);
  t.deepEqual(
    system.superObjects.cutJoints.map(({ name }) => name),
    ["d"],
  );
  const options = { until: 3, tolerance: 1e-9 };
  const [first, second] = [system, bodies].map((model) => model.simulateSync(options));
  for (const time of [0.7, 1.5, 3]) {
    for (const { name } of BARS) {
      const [p, q] = [first, second].map((run) => run.at(time).body(name));
      // Places differ by rounding when they are put together, and that grows with the motion.
      areClose(t, p.position, q.position, 1e-10);
      areClose(t, p.velocity, q.velocity, 1e-9);
    }
    areClose(t, first.at(time).reaction("d").force, second.at(time).reaction("d").force, 1e-7);
  }
});

test("points and axes in the axes of objects are those of the bodies that carry them", (t) => {
  const random = new RandomSource(11);
  const world = new Object3D("world");
  const base = new Object3D("base", { parent: world, position: random.vector(1), orientation: random.quaternion() });
  const root = new Object3D("root", {
    parent: world,
    free: true,
    position: random.vector(1),
    orientation: random.quaternion(),
  });
  const part = new Object3D("part", {
    ...{ parent: root, position: random.vector(1), orientation: random.quaternion() },
    ...{ geometry: box({ size: [0.2, 0.3, 0.4] }), density: 1000 },
  });
  // Another part, so that the centre of mass is at no origin.
  new Object3D("weight", {
    parent: root,
    position: random.vector(1),
    geometry: sphere({ radius: 0.2 }),
    density: 1000,
  });
  const system0 = createSystem(world);
  const inWorld = (object: Object3D, point: readonly number[], isPoint = true) => {
    const { position, orientation } = object.findPose();
    return rotate(matrixFromQuaternion(orientation), point).map((x, i) => x + (isPoint ? position[i] : 0));
  };
  const [pointA, pointB, axisA] = [random.vector(1), random.vector(1), random.direction()];
  const place = (object: Object3D) => system0.getPlace(object);
  // Each kind of connection, and where its points are to be found.
  const check = (
    constraint: { pointA?: ArrayLike<number>; pointB?: ArrayLike<number> },
    a: number[] | undefined,
    b: number[],
  ) => {
    for (const [object, point, expected] of [
      [base, constraint.pointA, a],
      [part, constraint.pointB, b],
    ] as const) {
      if (!expected || !point) continue;
      const { body } = place(object);
      const { r, T } = body.referencePose;
      areClose(
        t,
        rotate(T, point).map((x, i) => x + r[i]),
        expected,
        1e-14,
      );
    }
  };
  const made = (connection: Connection) => connection.create(place(base), place(part)) as never;
  check(
    made(connect("a", SpringDamper, base, part, { pointA, pointB, stiffness: 1 })),
    inWorld(base, pointA),
    inWorld(part, pointB),
  );
  const origins = [inWorld(base, [0, 0, 0]), inWorld(part, [0, 0, 0])] as const;
  check(made(connect("b", SpringDamper, base, part, { stiffness: 1 })), ...origins);
  check(made(connect("c", DistanceRod, base, part)), ...origins);
  check(made(connect("d", BallJoint, base, part)), origins[1], origins[1]);
  check(made(connect("e", Bushing, base, part, { stiffness: 1 })), origins[1], origins[1]);
  check(made(connect("f", AppliedWrench, base, part, { force: [1, 0, 0] })), undefined, origins[1]);
  check(made(connect("g", PointOnLine, base, part, { directionA: [1, 0, 0] })), origins[1], origins[1]);
  check(made(connect("h", DistanceRod, base, part, { from: [1, 2, 3], pointB })), [1, 2, 3], inWorld(part, pointB));
  const hinge = connect("i", RevoluteJoint, base, part, { axisA }).create(place(base), place(part));
  areClose(t, rotate(place(base).body.referencePose.T, hinge.axisA), inWorld(base, axisA, false), 1e-14);
  const slide = connect("j", PrismaticJoint, base, part, { pointA, pointB, axisA, axisB: axisA });
  check(made(slide), inWorld(base, pointA), inWorld(part, pointB));
});

test("the velocity of an object is that of its origin; the centre of mass moves with it", (t) => {
  const random = new RandomSource(13);
  const world = new Object3D("world");
  const [velocity, angularVelocity, orientation] = [random.vector(1), random.vector(1), random.quaternion()];
  const free = { parent: world, free: true, orientation };
  const inertia = new Inertia({ mass: 1, tensor: [1, 1, 1], center: [0.3, 0.2, 0.1] });
  const arm = rotate(matrixFromQuaternion(orientation), inertia.center);
  new Object3D("both", { ...free, inertia, velocity, angularVelocity });
  new Object3D("turning", { ...free, inertia, angularVelocity, position: [5, 0, 0] });
  new Object3D("sliding", { ...free, inertia, velocity, position: [9, 0, 0] });
  const hung = new Object3D("hung", { ...free, inertia, angularVelocity: [0, 0, 2], position: [12, 0, 0] });
  connect("pin", BallJoint, world, hung, { point: [12, 1, 0] });
  const start = createSystem(world).evaluate();
  const turn = cross(angularVelocity, arm);
  areClose(
    t,
    start.body("both").velocity,
    velocity.map((x, i) => x + turn[i]),
    1e-15,
  );
  areClose(t, start.body("turning").velocity, turn, 1e-15);
  areClose(t, start.body("sliding").velocity, velocity, 1e-15);
  // On a joint the centre of mass follows, about the pin that is a metre above the origin.
  areClose(t, start.body("hung").velocity, cross([0, 0, 2], [arm[0], arm[1] - 1, arm[2]]), 1e-14);
});

test("what is drawn is made when somebody looks, and never by a run", (t) => {
  let asked = 0;
  class Watched extends Sphere {
    override findSupport(direction: Float64Array, out: Float64Array): boolean {
      asked++;
      return super.findSupport(direction, out);
    }
  }
  const world = new Object3D("world");
  new Object3D("table", {
    parent: world,
    position: [0, -1, 0],
    geometry: box({ size: [2, 0.1, 2] }),
    contact: { friction: 0.4 },
  });
  const body = new Object3D("body", { parent: world, free: true, geometry: sphere({ radius: 0.2 }), density: 100 });
  const cap = { geometry: surface(new Watched({ radius: 0.3 })), visual: { color: [1, 0, 0], opacity: 0.5 } };
  new Object3D("cap", { parent: body, position: [0, 0.3, 0], ...cap });
  const inertia = Inertia.sphere({ mass: 1, radius: 1 });
  const ghost = new Object3D("ghost", { parent: world, free: true, inertia, position: [3, 0, 0] });
  const system = createSystem(world);
  t.deepEqual(names(system.superObjects.list[1].visualOnly), ["cap"]);
  system.simulateSync({ until: 0.2 });
  t.is(asked, 0);
  const shapes = listShapes(system.getBody(body).shapes ?? []);
  isAbove(t, asked, 0);
  t.deepEqual(
    shapes.map(({ name, collides, opacity }) => [name, collides, opacity]),
    [["cap", false, 0.5]],
  );
  areClose(t, shapes[0].position ?? [], [0, 0.3, 0], 1e-15);
  t.deepEqual(listShapes(system.ground.shapes ?? []), [], "a geometry without a visual material is not drawn");
  t.is(system.getBody(ghost).shapes, undefined, "what has no geometry at all looks as bodies do that nobody has drawn");
});

/** An assembly is a function, or a class, that returns objects. */
function createDumbbell(name: string, parent: Object3D, position: readonly number[]): Object3D {
  const bar = new Object3D(name, {
    parent,
    free: true,
    position,
    geometry: cylinder({ radius: 0.02, length: 0.4, axis: "x" }),
    density: 7800,
  });
  for (const [side, x] of [
    ["left", -0.2],
    ["right", 0.2],
  ] as const) {
    new Object3D(`${name} ${side}`, {
      parent: bar,
      position: [x, 0, 0],
      geometry: sphere({ radius: 0.1 }),
      density: 7800,
      contact: {},
    });
  }
  return bar;
}

test("assemblies are put into worlds, and collide but for what is fixed or joined", (t) => {
  const world = new Object3D("world");
  const floor = new Object3D("floor", { parent: world, geometry: box({ size: [9, 0.1, 9] }), contact: {} });
  const bells = [0, 1, 2].map((i) => createDumbbell(`bell ${i}`, world, [0.28 * i, 0.1, 0]));
  connect("pin", BallJoint, bells[0], bells[1], {});
  connect("loose", BallJoint, bells[1], bells[2], { canCollide: true });
  const groups = new SuperObjects(world);
  const may = (a: Object3D, b: Object3D) => groups.mayCollide(a, b);
  t.false(may(bells[0].children[0], bells[0].children[1]));
  t.false(may(bells[0].children[0], bells[1].children[0]));
  t.true(may(bells[1].children[0], bells[2].children[0]));
  t.true(may(bells[0].children[0], bells[2].children[0]));
  t.true(may(floor, bells[0].children[0]));
  const pairs = new ColliderPairs(groups);
  const system = createSystem(world);
  const frames = groups.list.map(({ root }) => system.getBody(root).referencePose);
  const count = pairs.find(frames, { duration: 0.01 });
  const found = Array.from({ length: count }, (_, i) =>
    [0, 1].map((k) => pairs.colliders[pairs.broadPhase.pairs[2 * i + k]].object.name).join(" + "),
  );
  t.deepEqual(found, [
    ...["bell 0 left", "bell 0 right", "bell 1 left", "bell 1 right", "bell 2 left", "bell 2 right"].map(
      (x) => `floor + ${x}`,
    ),
    // 0.16 m and 0.12 m from middle to middle; the next ones are 0.28 m apart, and balls of 0.1 m do not reach that far.
    "bell 0 right + bell 2 left",
    "bell 1 right + bell 2 left",
  ]);
});

test("every joint of the library joins objects", async (t) => {
  const world = new Object3D("world");
  const part = new Object3D("part", {
    parent: world,
    free: true,
    position: [1, 0, 0],
    geometry: box({ size: [1, 1, 1] }),
    density: 1,
  });
  connect("cardan", UniversalJoint, world, part, {
    point: [0, 0, 0],
    axes: [
      [1, 0, 0],
      [0, 0, 1],
    ],
  });
  const system: ObjectSystem = createSystem(world, { gravity: [0, 0, 0] });
  t.is((await system.report()).degreesOfFreedom, 2);
});

test("worlds that are none are refused by name, with cause and remedy", (t) => {
  const world = () => new Object3D("world");
  const part = (parent: Object3D, options: Object3DOptions = {}) =>
    new Object3D("part", { parent, free: true, mass: 1, ...options });
  refuse(t, [
    [() => createSystem(wrong("world")), 'SuperObjects: the world is "world"; give an Object3D'],
    [
      () => createSystem(part(world())),
      'Object3D "part": it has the parent "world", so it is not the world; give "world"',
    ],
    [() => createSystem(new Object3D("world", { position: [1, 0, 0] })), /it is the world, and has a place or is free/],
    [
      () => {
        const top = world();
        connect("pin", BallJoint, new Object3D("other", { mass: 1, free: true }), part(top), {});
        createSystem(top);
      },
      'Object3D "other": it has no parent and is not the world "world", of which there is one; give it a parent, such as "world"',
    ],
    [
      () => {
        const top = world();
        part(top);
        part(top);
        createSystem(top);
      },
      'Object3D "part": two objects have this name, world -> part and world -> part; give another name',
    ],
    [
      () => {
        const top = world();
        const object = new Object3D("part", { parent: top, free: true });
        new Object3D("frame", { parent: object });
        createSystem(top);
      },
      'Object3D "part": it moves, but nothing that is fixed to it has a mass; give density, mass or inertia to "part" or "frame"',
    ],
    [
      () => {
        const top = world();
        const object = part(top);
        connect("pin", BallJoint, object, new Object3D("tip", { parent: object }), {});
        createSystem(top);
      },
      'BallJoint "pin": "part" and "tip" are both fixed to "part", so they do not move relative to each other; ' +
        "make one of them free: true",
    ],
    [() => new SuperObjects(world()).get(new Object3D("lost")), /"lost": it has no parent and is not the world/],
    [
      () => {
        const top = world();
        const groups = new SuperObjects(top);
        groups.get(part(top));
      },
      'Object3D "part": it was put into the world after the objects were grouped; group them anew',
    ],
    [() => new SuperObjects(world()).getObject("arm"), /there is no object "arm" in the world "world"/],
    [() => connect("pin", wrong(Ground), world(), world(), {}), /its kind is .*; give the class of a joint/],
    [() => connect("pin", Contact as never, world(), world(), wrong({})), /its kind is .*; give the class of a joint/],
    [
      () => {
        const top = world();
        connect("pin", BallJoint, top, top, {});
      },
      'Connection "pin": both sides are "world"; a connection joins two different objects',
    ],
    [
      () => connect("pin", BallJoint, world(), wrong(undefined), {}),
      'Connection "pin": object B is undefined; give an Object3D',
    ],
    [
      () => {
        const top = world();
        connect("pin", RevoluteJoint, top, part(top), {});
        createSystem(top);
      },
      'RevoluteJoint "pin": axis is missing; give a direction such as [0, 0, 1]',
    ],
    [
      () => {
        const top = world();
        connect("pin", BallJoint, top, part(top), wrong({ pont: [0, 0, 0] }));
        createSystem(top);
      },
      /BallJoint "pin": unknown option "pont"; did you mean "point"/,
    ],
  ]);
  const top = world();
  new Object3D("stone", { parent: top, free: true, position: [0, 1, 0], geometry: sphere({ radius: 0.1 }), mass: 1 });
  new Object3D("rock", {
    parent: top,
    geometry: hull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
    visual: {},
  });
  t.is(listShapes(createSystem(top).ground.shapes ?? [])[0].mesh.triangleCount, 4);
  isBelow(t, createSystem(top).simulateSync({ until: 0.1 }).last.body("stone").position[1], 1, "it runs all the same");
});
