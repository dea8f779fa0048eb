import test, { type ExecutionContext } from "ava";
import { Matrix } from "ml-matrix";
import { createFourBar } from "../../bench/models.ts";
import type { Rows } from "../../lib/constraints/index.ts";
import { ContactOperator } from "../../lib/contact/ContactOperator.ts";
import {
  BallJoint,
  Contact,
  Inertia,
  Plane,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  Sphere,
  System,
  type Vector3,
} from "../../lib/index.ts";
import { Impulses } from "../../lib/kernel/Impulses.ts";
import type { Kernel } from "../../lib/kernel/Kernel.ts";
import { RowBlock } from "../../lib/kernel/RowBlock.ts";
import { RowOperator } from "../../lib/kernel/RowOperator.ts";
import { add, cross, matrixFromQuaternion, rotate, scale } from "../../lib/math/index.ts";
import { areClose, isAbove, isAtMost } from "../helpers/compare.ts";
import { DenseOperator, solveLeastNorm } from "../helpers/denseOperator.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawLoop, drawRedundantLoop } from "../helpers/randomLoops.ts";

/**
 * `count` parallelograms side by side that lean to one side, each closed by one or two hinges or by a ball; turned in space as
 * a whole, so that no row lies along an axis.
 */
function createBars(count: number, closing: "hinge" | "two hinges" | "ball", angle = 0.7): System {
  const system = new System();
  const orientation = quaternionAbout([1, 2, 3], angle);
  const turn = matrixFromQuaternion(orientation);
  const at = (x: number, y: number, z = 0): Vector3 => rotate(turn, [x + 0.4 * y, y, z]);
  const axis = rotate(turn, [0, 0, 1]);
  const body = (name: string, x: number, y: number) =>
    system.add(
      new RigidBody(name, {
        inertia: Inertia.box({ mass: 1 + 0.1 * x, size: [0.3, 0.5, 0.2] }),
        position: at(x, y),
        orientation,
      }),
    );
  const posts = Array.from({ length: count + 1 }, (_, i) => body(`post${i}`, i, 0.5));
  posts.forEach((post, i) => {
    system.add(new RevoluteJoint(`foot${i}`, system.ground, post, { point: at(i, 0), axis, rate: 1 }));
  });
  for (let i = 0; i < count; i++) {
    const bar = body(`bar${i}`, i + 0.5, 1);
    system.add(new RevoluteJoint(`left${i}`, posts[i], bar, { point: at(i, 1), axis, rate: -1 }));
    if (closing === "ball") system.add(new BallJoint(`right${i}`, bar, posts[i + 1], { point: at(i + 1, 1) }));
    else system.add(new RevoluteJoint(`right${i}`, bar, posts[i + 1], { point: at(i + 1, 1), axis }));
    if (closing === "two hinges")
      system.add(new RevoluteJoint(`again${i}`, bar, posts[i + 1], { point: at(i + 1, 1, 0.3), axis }));
  }
  return system;
}

function prepare(system: System): Kernel {
  const { kernel } = system.getObserver();
  kernel.prepareProjection(0);
  return kernel;
}

/** Largest difference, relative to the largest of the second. */
function compare(found: ArrayLike<number>, known: ArrayLike<number>): number {
  const most = Array.from(known).reduce((max, x) => Math.max(max, Math.abs(x)), 1e-3);
  return Array.from(found).reduce((max, x, i) => Math.max(max, Math.abs(x - known[i])), 0) / most;
}

interface Comparison {
  multipliers: number;
  change: number;
  redundancy: readonly [found: number, known: number];
  gap: number;
}

/** An operator on all rows of a kernel, with random right-hand sides, against `J Φ Jᵀ` of dense matrices. */
function compareOperator(kernel: Kernel, random: RandomSource): Comparison[] {
  const dense = new DenseOperator(kernel);
  kernel.prepareProjection(0);
  return kernel.rows.findIslands(kernel.links).flatMap(({ operator, links }) => {
    if (operator.rowCount === 0) return [];
    const J = dense.calcRows(operator);
    const K = J.mmul(dense.mobility).mmul(J.transpose());
    // One that can be met, and one that cannot.
    return [true, false].map((isConsistent) => {
      const any = Matrix.columnVector(Array.from({ length: K.rows }, () => random.number(-1, 1)));
      const b = (isConsistent ? K.mmul(any) : any).getColumn(0);
      operator.rhs.set(b);
      operator.solve();
      operator.clear(links);
      operator.pushAll();
      operator.sweep(links);
      const known = solveLeastNorm(K, b, dense.calcFreeResponses(operator));
      const change = dense.mobility.mmul(J.transpose()).mmul(Matrix.columnVector(known.multipliers)).getColumn(0);
      return {
        multipliers: compare(operator.multipliers, known.multipliers),
        change: compare(operator.change, change),
        redundancy: [operator.redundancy, K.rows - known.rank],
        gap: known.gap,
      };
    });
  });
}

function judge(t: ExecutionContext, what: string, list: readonly Comparison[]): void {
  for (const { multipliers, change, redundancy, gap } of list) {
    t.is(redundancy[0], redundancy[1], what);
    // Both solve with a matrix of condition 1/gap; squares of it come in through inconsistent right-hand sides.
    isAtMost(t, multipliers, 1e-11 / gap, what);
    isAtMost(t, change, 1e-11 / gap, what);
  }
}

test("the operator is J M⁻¹ Jᵀ: random loops against dense matrices", (t) => {
  let redundant = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const draw = seed % 3 === 0 ? drawRedundantLoop : drawLoop;
    const list = compareOperator(prepare(draw(new RandomSource(seed)).system), new RandomSource(seed));
    // Where the rank is doubtful there is nothing to compare.
    const clear = list.filter(({ gap }) => gap > 1e-6);
    redundant += clear.filter(({ redundancy }) => redundancy[1] > 0).length;
    judge(t, `${draw.name} ${seed}`, clear);
  }
  isAbove(t, redundant, 20);
});

test("rows and wrenches of any kind: what their features make together is J Φ C of dense matrices", (t) => {
  let shared = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = new RandomSource(seed);
    const draw = seed % 3 === 0 ? drawRedundantLoop : drawLoop;
    const kernel = prepare(seed > 38 ? createBars(5, seed === 39 ? "two hinges" : "ball") : draw(random).system);
    const dense = new DenseOperator(kernel);
    kernel.prepareProjection(0);
    const blocks = kernel.rows.findIslands(kernel.links).flatMap(({ operator }) => operator.blocks);
    const list = blocks.map(({ constraint, features }) => {
      const { bodies, jacobian } = constraint as Rows;
      const columns = jacobian.map(() => random.number(-1, 1));
      features.calc({ jacobian, columns } as Rows, true);
      const onRates = (J: Float64Array, row: number) => {
        const out = Matrix.zeros(1, 6 * kernel.bodies.length);
        bodies.forEach((body, b) => {
          for (let k = 0; k < 6; k++) {
            const place = 6 * kernel.bodies.indexOf(body) + k;
            out.set(0, place, out.get(0, place) + J[6 * (row * bodies.length + b) + k]);
          }
        });
        return out.mmul(dense.twists);
      };
      return { features, J: (row: number) => onRates(jacobian, row), C: (row: number) => onRates(columns, row) };
    });
    for (const one of list) {
      for (const two of list) {
        const common = one.features.findShared(two.features);
        if (one !== two && common.length > 0) shared++;
        for (let row = 0; row < one.features.count; row++) {
          for (let column = 0; column < two.features.count; column++) {
            const { efforts, width } = one.features;
            const { answers, width: other } = two.features;
            let sum = 0;
            for (let k = 0; k < common.length; k += 3) {
              for (let i = 0; i < common[k + 2]; i++) {
                sum += efforts[row * width + common[k] + i] * answers[column * other + common[k + 1] + i];
              }
            }
            const C = two.C(column).transpose();
            const known = one.J(row).mmul(dense.mobility).mmul(C).get(0, 0);
            const size = Math.sqrt(
              one.J(row).mmul(dense.mobility).mmul(one.J(row).transpose()).get(0, 0) *
                C.transpose().mmul(dense.mobility).mmul(C).get(0, 0),
            );
            // Rounding, with mass matrices of conditions up to 1e4 or so.
            isAtMost(t, Math.abs(sum - known), 1e-11 * (1 + size), `${seed}`);
          }
        }
      }
    }
  }
  isAbove(t, shared, 20);
});

test("many loops: block by block as with a full matrix, redundant rows and all", (t) => {
  const kinds = [
    ["hinge", 3],
    ["two hinges", 8],
    ["ball", 1],
  ] as const;
  for (const [closing, redundant] of kinds) {
    for (const angle of [0, 0.7]) {
      const count = 12;
      const list = compareOperator(prepare(createBars(count, closing, angle)), new RandomSource(7));
      judge(t, `${closing}, turned by ${angle}`, list);
      for (const { redundancy } of list) t.is(redundancy[0], redundant * count, closing);
    }
  }
});

test("rows that respond to nothing and rates that are wanted are rows like others", (t) => {
  const kernel = prepare(createBars(10, "hinge"));
  const [island] = kernel.rows.findIslands(kernel.links);
  const size = kernel.rateCount;
  const rates = [0, 3].map((rate) => RowBlock.ofRate(rate, kernel.links.find((link) => link.rate === rate) as never));
  const rows = island.operator.blocks.map(({ constraint, ends }) => RowBlock.ofConstraint(constraint as never, ends));
  const operator = new RowOperator([...rows, rates[0]], new Float64Array(size), new Float64Array(size));
  operator.factor(false);
  const dense = new DenseOperator(kernel);
  kernel.prepareProjection(0);
  const J = dense.calcRows(operator);
  const K = J.mmul(dense.mobility).mmul(J.transpose());
  // All turns with one rate; the other, wanted too, would say the same once more.
  t.is(operator.redundancy, 30);
  const wanted = new Float64Array(operator.rowCount);
  wanted[rates[0].first] = 0.5;
  operator.respondTo(island.links, () => {}, wanted);
  const { multipliers } = solveLeastNorm(K, wanted, dense.calcFreeResponses(operator));
  isAtMost(t, compare(operator.multipliers, multipliers), 1e-9);
  for (const link of kernel.links) {
    if (link.rateCount === 0) continue;
    const isBar = link.pair?.name.startsWith("left");
    isAtMost(t, Math.abs(operator.change[link.rate] - (isBar ? -0.5 : 0.5)), 1e-12, link.pair?.name);
  }
  const both = new RowOperator([...rows, ...rates], new Float64Array(size), new Float64Array(size));
  both.factor(false);
  t.is(both.redundancy, 31);
});

test("mechanisms that share no tree are islands of their own; nothing of one is felt in another", (t) => {
  const system = createFourBar();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const far = [0, 1, 2].map((i) => system.add(new RigidBody(`far${i}`, { inertia, position: [5 + i, 0, 0] })));
  system.add(new BallJoint("first", far[0], far[1], { point: [5.5, 0, 0] }));
  system.add(new BallJoint("second", far[1], far[2], { point: [6.5, 0, 0] }));
  system.add(new BallJoint("third", far[2], far[0], { point: [6, 1, 0] }));
  system.add(new RigidBody("alone", { inertia, position: [0, 9, 0] }));
  const kernel = prepare(system);
  const islands = kernel.rows.findIslands(kernel.links);
  t.is(islands.length, 3);
  t.deepEqual(
    islands.map(({ operator }) => operator.rowCount),
    [5, 3, 0],
  );
  t.is(
    islands.reduce((sum, { links }) => sum + new Set(links).size, 0),
    kernel.links.filter((l) => !l.isBase).length,
  );
  const body = kernel.bodies.find(({ name }) => name === "far0") as RigidBody;
  t.is(kernel.rows.findIslands([kernel.getLink(body)]).length, 1);
  const impulses = new Impulses(kernel);
  impulses.addWrench(kernel.getLink(body), [1, 2, 3, 0, 0, 0]);
  const change = impulses.solve(new Array(kernel.rows.rowCount).fill(0), []);
  for (const [i, island] of islands.entries()) {
    const moved = island.links.some(({ rate, rateCount }) => change.slice(rate, rate + rateCount).some((x) => x !== 0));
    t.is(moved, i === 1);
  }
});

/** Momentum, and angular momentum about the origin, of a change of the rates. */
function calcMomentum(kernel: Kernel, change: ArrayLike<number>): number[] {
  const dense = new DenseOperator(kernel);
  const momenta = dense
    .calcMasses()
    .mmul(dense.twists)
    .mmul(Matrix.columnVector([...Array.from(change)]))
    .getColumn(0);
  let [linear, angular]: [Vector3, Vector3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  dense.bodies.forEach(({ port }, i) => {
    const p = momenta.slice(6 * i, 6 * i + 3);
    linear = add(linear, p);
    angular = add(angular, add(momenta.slice(6 * i + 3, 6 * i + 6), cross(port.r, p)));
  });
  return [...linear, ...angular];
}

test("a blow on a floating closed chain gives it its momentum, keeps the loop and takes the least energy", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const corners: Vector3[] = [
    [0, 0, 0],
    [1, 0.2, 0],
    [1.1, 1, 0.3],
    [0.1, 1.2, 0.1],
    [-0.4, 0.6, 0.2],
  ];
  const middle = (i: number) => scale(add(corners[i], corners[(i + 1) % 5]), 0.5);
  const inertia = Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] });
  const rods = corners.map((_, i) => system.add(new RigidBody(`rod${i}`, { inertia, position: middle(i) })));
  rods.forEach((rod, i) => {
    system.add(new BallJoint(`joint${i}`, rods[(i + 4) % 5], rod, { point: corners[i] }));
  });
  const kernel = prepare(system);
  const struck = kernel.bodies.find(({ name }) => name === "rod2") as RigidBody;
  const [F, M]: Vector3[] = [
    [0.3, -1, 0.7],
    [0.05, 0.1, -0.2],
  ];
  const impulses = new Impulses(kernel);
  impulses.addWrench(kernel.getLink(struck), [...F, ...M]);
  const change = impulses.solve(new Array(kernel.rows.rowCount).fill(0), []);
  areClose(t, calcMomentum(kernel, change), [...F, ...add(M, cross(struck.port.r, F))], 1e-12);
  // Gauss: among all changes that keep the loop this one is nearest to the free one, in the metric of the masses.
  const dense = new DenseOperator(kernel);
  kernel.prepareProjection(0);
  const [{ operator }] = kernel.rows.findIslands([kernel.getLink(struck)]);
  const J = dense.calcRows(operator);
  const place = 6 * kernel.bodies.indexOf(struck);
  const wrench = Matrix.zeros(6 * kernel.bodies.length, 1);
  [...F, ...M].forEach((value, i) => {
    wrench.set(place + i, 0, value);
  });
  const free = dense.mobility.mmul(dense.twists.transpose()).mmul(wrench);
  const K = J.mmul(dense.mobility).mmul(J.transpose());
  const { multipliers } = solveLeastNorm(K, J.mmul(free).mul(-1).getColumn(0), dense.calcFreeResponses(operator));
  const known = Matrix.add(free, dense.mobility.mmul(J.transpose()).mmul(Matrix.columnVector(multipliers)));
  isAtMost(t, compare(change, known.getColumn(0)), 1e-12);
  isAtMost(
    t,
    Math.max(
      ...J.mmul(Matrix.columnVector([...change]))
        .getColumn(0)
        .map(Math.abs),
    ),
    1e-12,
  );
});

test("a rate that is wanted is met, with the rows, and nothing else acts", (t) => {
  const kernel = prepare(createBars(9, "hinge"));
  const impulses = new Impulses(kernel);
  impulses.setTarget(2, 3);
  impulses.apply(0);
  for (const link of kernel.links) {
    if (link.rateCount === 0) continue;
    isAtMost(t, Math.abs(kernel.s[link.rate] - (link.pair?.name.startsWith("left") ? -3 : 3)), 1e-12);
  }
});

test("contacts see the operator with the rows held", (t) => {
  const system = createBars(8, "hinge");
  const posts = [2, 3].map((i) => system.bodies.find(({ name }) => name === `post${i}`) as RigidBody);
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 0.5, radius: 0.2 }), position: [40, 0, 0] }),
  );
  posts.forEach((post, i) => {
    const surfaceA = new Sphere({ radius: 0.1 });
    system.add(
      new Contact(`touch${i}`, post, ball, { surfaceA, surfaceB: new Sphere({ radius: 0.2 }), friction: 0.5 }),
    );
  });
  system.add(
    new Contact("floor", system.ground, ball, {
      surfaceA: new Plane({ normal: [0, 1, 0], point: [0, -20, 0] }),
      surfaceB: new Sphere({ radius: 0.2 }),
      friction: 0.5,
    }),
  );
  const kernel = prepare(system);
  for (const contact of kernel.contacts) contact.measure(0);
  const { matrix, size } = new ContactOperator(kernel, kernel.contacts);
  const dense = new DenseOperator(kernel);
  kernel.prepareProjection(0);
  const [{ operator }] = kernel.rows.findIslands(kernel.links);
  const J = dense.calcRows(operator);
  const C = Matrix.zeros(size, kernel.rateCount);
  kernel.contacts.forEach((contact, i) => {
    for (let row = 0; row < 1 + contact.tangentCount; row++) {
      contact.bodies.forEach((body, b) => {
        const from = 6 * kernel.bodies.indexOf(body);
        for (let rate = 0; rate < kernel.rateCount; rate++) {
          for (let k = 0; k < 6; k++) {
            const part = contact.jacobian[6 * (row * contact.bodies.length + b) + k] * dense.twists.get(from + k, rate);
            C.set(3 * i + row, rate, C.get(3 * i + row, rate) + part);
          }
        }
      });
    }
  });
  const cross = J.mmul(dense.mobility).mmul(C.transpose());
  const K = J.mmul(dense.mobility).mmul(J.transpose());
  const W = C.mmul(dense.mobility).mmul(C.transpose());
  for (let i = 0; i < size; i++) {
    const { multipliers } = solveLeastNorm(K, cross.getColumn(i), dense.calcFreeResponses(operator));
    const held = cross.transpose().mmul(Matrix.columnVector(multipliers)).getColumn(0);
    for (let j = 0; j < size; j++) isAtMost(t, Math.abs(matrix[j * size + i] - (W.get(j, i) - held[j])), 1e-11);
  }
  isAbove(t, Math.abs(matrix[3 * size]), 1e-3, "posts feel each other through the bars");
});
