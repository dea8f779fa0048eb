import test from "ava";
import {
  BallJoint,
  type Body,
  CylindricalJoint,
  Ground,
  Inertia,
  KinematicPort,
  type Pair,
  PlanarJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  UniversalJoint,
  type Vector3,
} from "../../lib/index.ts";
import { growTree } from "../../lib/kernel/growTree.ts";
import { PairChain } from "../../lib/kernel/PairChain.ts";
import { planTree, type TreePlan } from "../../lib/kernel/planTree.ts";
import { matrixFromQuaternion, multiply, quaternionFromMatrix, rotate, rotationAbout } from "../../lib/math/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
const Z: Vector3 = [0, 0, 1];

const createBody = (name: string, position: Vector3 = [0, 0, 0]) => new RigidBody(name, { inertia, position });

/** Bodies `0 … n−1`, the first a base, and a hinge between each two that are named. */
function createGraph(
  count: number,
  edges: readonly (readonly [number, number])[],
  options: (edge: number) => object = () => ({}),
): { bodies: Body[]; pairs: Pair[] } {
  const bodies = [new Ground("base"), ...Array.from({ length: count - 1 }, (_, i) => createBody(`body ${i + 1}`))];
  const pairs = edges.map(([a, b], i) => {
    const joint = new RevoluteJoint(`pair ${i}`, bodies[a], bodies[b], { point: [0, 0, 0], axis: Z, ...options(i) });
    joint.prepare();
    return joint;
  });
  return { bodies, pairs };
}

const listEdges = ({ steps }: TreePlan) => steps.flatMap((step) => (step.kind === "pair" ? [step.pair] : []));

test("a tree begins at the bases, breadth first, and has each body once", (t) => {
  // 0 is the base; 5 and 6 hang together but on nothing.
  const { bodies, pairs } = createGraph(7, [
    [2, 3],
    [0, 1],
    [2, 1],
    [4, 1],
    [5, 6],
  ]);
  const plan = planTree(bodies, pairs, false);
  t.deepEqual(
    plan.steps.map((step) => [step.kind, step.body, ...(step.kind === "pair" ? [step.parent, step.pair] : [])]),
    [
      ["base", 0],
      ["pair", 1, 0, 1],
      ["pair", 2, 1, 2],
      ["pair", 4, 1, 3],
      ["pair", 3, 2, 0],
      ["free", 5],
      ["pair", 6, 5, 4],
    ],
  );
  t.deepEqual(plan.closing, []);
});

test("a loop is closed by the pair that says least: starts first, then springs, then the order", (t) => {
  const loop = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ] as const;
  const close = (options: (edge: number) => object) => {
    const { bodies, pairs } = createGraph(4, loop, options);
    return planTree(bodies, pairs, false).closing;
  };
  t.deepEqual(
    close(() => ({})),
    [3],
  );
  t.deepEqual(
    close((edge) => (edge === 3 ? { rate: 1 } : {})),
    [2],
  );
  t.deepEqual(
    close((edge) => (edge >= 2 ? { stiffness: 1 } : {})),
    [1],
  );
  t.deepEqual(
    close((edge) => (edge >= 2 ? { stiffness: 1 } : { angle: 0 })),
    [3],
  );
  t.deepEqual(
    close((edge) => (edge === 0 ? { switchable: true, rate: 1 } : {})),
    [0],
  );
});

test("random graphs: the tree spans every part, and every other pair closes a loop", (t) => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = new RandomSource(seed);
    const count = random.integer(2, 12);
    const edges = Array.from({ length: random.integer(0, 18) }, () => {
      const a = random.integer(0, count - 1);
      return [a, (a + random.integer(1, count - 1)) % count] as const;
    });
    const isSwitchable = edges.map(() => random.chance(0.2));
    const { bodies, pairs } = createGraph(count, edges, (i) => (isSwitchable[i] ? { switchable: true } : {}));
    const absent = new Set(pairs.filter((pair) => !pair.isSwitchable && random.chance(0.2)));
    const plan = planTree(bodies, pairs, false, absent);
    const chosen = listEdges(plan);
    // An independent count of parts: labels that spread until nothing changes.
    const labels = bodies.map((_, i) => i);
    const used = edges.filter((_, i) => !isSwitchable[i] && !absent.has(pairs[i]));
    for (let k = 0; k < count; k++) {
      for (const [a, b] of used) labels[a] = labels[b] = Math.min(labels[a], labels[b]);
    }
    const parts = new Set(labels).size;
    t.is(chosen.length, count - parts);
    t.is(plan.steps.filter(({ kind }) => kind === "free").length, parts - 1);
    t.deepEqual(
      plan.steps.map(({ body }) => body).sort((a, b) => a - b),
      bodies.map((_, i) => i),
    );
    const places = new Map(plan.steps.map(({ body }, i) => [body, i]));
    for (const [i, step] of plan.steps.entries()) {
      if (step.kind === "pair") isBelow(t, places.get(step.parent) as number, i);
    }
    t.true(chosen.every((i) => !isSwitchable[i] && !absent.has(pairs[i])));
    const others = pairs.flatMap((pair, i) => (chosen.includes(i) || absent.has(pair) ? [] : [i]));
    t.deepEqual(plan.closing, others);
    // Links come in the order of the plan, from any copies of the parts.
    const tree = growTree(plan, bodies, pairs, new Float64Array(3));
    t.deepEqual(
      tree.links.map(({ body }) => bodies.indexOf(body as Body)),
      plan.steps.map(({ body }) => body),
    );
    t.deepEqual(
      [...tree.edges.keys()].map((pair) => pairs.indexOf(pair)),
      chosen,
    );
  }
});

const create: ((a: Body, b: Body, point: Vector3) => Pair)[] = [
  (a, b, point) => new RevoluteJoint("pair", a, b, { point, axis: [1, 2, -1] }),
  (a, b, point) => new CylindricalJoint("pair", a, b, { point, axis: [0, 1, 3] }),
  (a, b, point) => new ScrewJoint("pair", a, b, { point, axis: [0, 1, 3], pitch: 0.3 }),
  (a, b, point) => new UniversalJoint("pair", a, b, { point, axes: [Z, [1, 0.2, 0.1]] }),
  (a, b, point) => new PlanarJoint("pair", a, b, { point, normal: [1, 1, 2] }),
];

const add = (...list: ArrayLike<number>[]) => [0, 1, 2].map((i) => list.reduce((sum, v) => sum + v[i], 0));
const times = (v: ArrayLike<number>, factor: number) => [0, 1, 2].map((i) => factor * v[i]);

/** Where B is, by the definition of a chain of motions: each about, or along, an axis that the ones before have moved. */
function place(pair: Pair, A: KinematicPort, x: readonly number[]): { r: number[]; T: number[] } {
  let T = Array.from(A.T);
  let point = add(A.r, rotate(T, pair.pointA));
  pair.motions.forEach((motion, i) => {
    if (motion.kind === "ball") return;
    const slide = motion.kind === "slide" ? x[i] : motion.kind === "screw" ? motion.pitch * x[i] : 0;
    point = add(point, times(rotate(T, motion.axis), slide));
    if (motion.kind !== "slide") T = multiply(T, rotationAbout(motion.axis, x[i]));
  });
  T = multiply(T, pair.rest);
  return { r: add(point, times(rotate(T, pair.pointB), -1)), T };
}

test("a chain finds its coordinates and rates from two bodies, over several turns", (t) => {
  const random = new RandomSource(7);
  for (const make of create) {
    const a = new RigidBody("a", { inertia, position: random.vector(1), orientation: random.quaternion() });
    const b = new RigidBody("b", { inertia, position: random.vector(1), orientation: random.quaternion() });
    const pair = make(a, b, random.vector(1));
    pair.prepare();
    const chain = new PairChain(pair);
    const A = KinematicPort.of({ position: random.vector(1), orientation: random.quaternion() });
    const rates = pair.motions.map(() => random.number(0.5, 2));
    const port = (time: number) => {
      const x = rates.map((rate) => rate * time);
      const { r, T } = place(pair, A, x);
      const h = 1e-5;
      const [before, after] = [-h, h].map((d) =>
        place(
          pair,
          A,
          rates.map((rate) => rate * (time + d)),
        ),
      );
      const turn = multiply(
        after.T,
        [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => before.T[i]),
      );
      const w = times([turn[7] - turn[5], turn[2] - turn[6], turn[3] - turn[1]], 1 / (4 * h));
      const v = [0, 1, 2].map((i) => (after.r[i] - before.r[i]) / (2 * h));
      const B = new KinematicPort();
      B.v.set(v);
      B.w.set(w);
      B.r.set(r);
      B.T.set(T);
      return { x, B };
    };
    for (let time = 0; time <= 10; time += 0.25) {
      const { x, B } = port(time);
      chain.calc(0, A, B);
      chain.writePair();
      areClose(t, pair.coordinates, x, 1e-11, `${pair.constructor.name} at ${time}`);
      // Central differences of 1e-5: the third derivative over 6 times 1e-10, and rounding.
      areClose(t, pair.rates, rates, 1e-8, `${pair.constructor.name}, rates at ${time}`);
      isBelow(t, Math.max(...chain.misfit.map(Math.abs)), 1e-11);
    }
    // Far off, it starts from quarter turns.
    const { x, B } = port(1.2);
    const fresh = new PairChain(pair);
    fresh.findStart(0, A, B);
    pair.motions.forEach((motion, i) => {
      const turn = motion.kind === "slide" ? 0 : Math.round((fresh.x[i] - x[i]) / (2 * Math.PI));
      isClose(t, fresh.x[i], x[i] + 2 * Math.PI * turn, 1e-11, pair.constructor.name);
    });
    // A body off the chain is told by how far.
    const off = port(0.3).B;
    const normal = pair instanceof PlanarJoint ? (pair.motions[2] as { axis: Vector3 }).axis : undefined;
    const way = normal ? rotate(A.T, normal) : [0.01, -0.02, 0.005];
    for (let i = 0; i < 3; i++) off.r[i] += normal ? 0.01 * way[i] : way[i];
    chain.calc(0, A, off);
    isBelow(t, 0.005, Math.hypot(...chain.misfit));
  }
});

test("the chain of a ball reads the turn of B as a quaternion, and its rates in the axes of B", (t) => {
  const random = new RandomSource(11);
  const [a, b] = [createBody("a", [1, 0, 0]), createBody("b", [0, 1, 0])];
  const pair = new BallJoint("ball", a, b, { point: [0.3, 0.2, 0.1] });
  pair.prepare();
  const chain = new PairChain(pair);
  const A = KinematicPort.of({ orientation: random.quaternion(), angularVelocity: [0.1, 0.2, -0.3] });
  const q = random.quaternion();
  const T = multiply(A.T, matrixFromQuaternion(q));
  const B = new KinematicPort();
  B.T.set(T);
  B.w.set(add(A.w, rotate(T, [1, 2, 3])));
  const arms = [rotate(A.T, pair.pointA), rotate(T, pair.pointB)];
  B.r.set(add(A.r, arms[0], times(arms[1], -1)));
  const cross = (u: ArrayLike<number>, v: ArrayLike<number>) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  B.v.set(add(cross(A.w, arms[0]), times(cross(B.w, arms[1]), -1)));
  chain.calc(0, A, B);
  chain.writePair();
  areClose(t, pair.coordinates, quaternionFromMatrix(matrixFromQuaternion(q)), 1e-14);
  areClose(t, pair.rates, [1, 2, 3], 1e-13);
  isBelow(t, Math.max(...chain.misfit.map(Math.abs)), 1e-14);
});
