import test, { type ExecutionContext } from "ava";
import { Matrix, pseudoInverse, solve } from "ml-matrix";
import * as given from "../../lib/math/givenQuaternions.ts";
import {
  add,
  checkDirection,
  checkFunction,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  checkQuaternion,
  checkVector3,
  cross,
  describe,
  dot,
  findNearest,
  findPerpendicular,
  identity3,
  ModelError,
  matrixFromQuaternion,
  multiply,
  multiplyQuaternions,
  norm,
  normalize,
  normalizeQuaternion,
  quaternionAbout,
  quaternionFromMatrix,
  RankRevealingSolver,
  rotate,
  rotateBack,
  rotationAbout,
  scale,
  subtract,
  toVector3,
  transpose,
} from "../../lib/math/index.ts";
import { areClose, isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";

/** A small linear congruential generator on (−1, 1): the same numbers in every run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 4294967296;
    return state / 2147483648 - 1;
  };
}

const makeList = (random: () => number, length: number) => Array.from({ length }, random);

/** `v` turned by the definition of a quaternion: the vector part of `q (0, v) q*`, for a unit `q`. */
function turnByDefinition(q: readonly number[], v: readonly number[]): number[] {
  const [w, ...u] = q;
  const inner = add(cross(u, v), scale(v, w));
  return add(scale(u, dot(u, v)), add(scale(inner, w), cross(u, inner)));
}

test("vectors: sums, products, length, against their definition", (t) => {
  const a = [1, -2, 3];
  const b = [-4, 5, 6];
  t.deepEqual(add(a, b), [-3, 3, 9]);
  t.deepEqual(subtract(a, b), [5, -7, -3]);
  t.deepEqual(scale(a, -2), [-2, 4, -6]);
  t.is(dot(a, b), 4);
  t.is(norm([2, -3, 6]), 7);
  t.deepEqual(cross([1, 0, 0], [0, 1, 0]), [0, 0, 1]);
  t.deepEqual(cross(a, b), [-27, -18, -3]);
  areClose(t, normalize([2, -3, 6]), [2 / 7, -3 / 7, 6 / 7], 1e-16);
  t.deepEqual(toVector3(Float64Array.of(9, 1, 2, 3), 1), [1, 2, 3]);
  t.deepEqual(toVector3([4, 5, 6]), [4, 5, 6]);
  // |a × b|² + (a·b)² = |a|² |b|²
  t.is(dot(cross(a, b), cross(a, b)) + dot(a, b) ** 2, dot(a, a) * dot(b, b));
});

test("a perpendicular is a unit vector at right angles, for every direction and every branch", (t) => {
  const random = makeRandom(1);
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [-1, 0, 0],
    [0.6, 0.8, 0],
    [0, 0.6, -0.8],
    [0.8, 0, 0.6],
    ...Array.from({ length: 200 }, () => normalize(makeList(random, 3))),
  ];
  for (const n of directions) {
    const e = findPerpendicular(n);
    isClose(t, dot(e, n), 0, 5e-16);
    isClose(t, norm(e), 1, 5e-16);
    t.deepEqual(findPerpendicular(n), e);
  }
});

test("matrices: products, transposes, turns by hand", (t) => {
  const random = makeRandom(2);
  const a = makeList(random, 9);
  const b = makeList(random, 9);
  const v = makeList(random, 3);
  const rows = (m: readonly number[]) => new Matrix([m.slice(0, 3), m.slice(3, 6), m.slice(6, 9)]);
  areClose(t, multiply(a, b), rows(a).mmul(rows(b)).to1DArray(), 1e-15);
  areClose(t, transpose(a), rows(a).transpose().to1DArray(), 0);
  areClose(t, rotate(a, v), rows(a).mmul(Matrix.columnVector(v)).to1DArray(), 1e-15);
  areClose(t, rotateBack(a, v), rows(a).transpose().mmul(Matrix.columnVector(v)).to1DArray(), 1e-15);
  areClose(t, multiply(identity3(), a), a, 0);
  // A quarter turn about z takes x to y.
  areClose(t, rotate(rotationAbout([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0], 1e-16);
  areClose(t, rotate(rotationAbout([1, 0, 0], Math.PI / 2), [0, 1, 0]), [0, 0, 1], 1e-16);
  areClose(t, rotate(rotationAbout([0, 1, 0], Math.PI / 2), [0, 0, 1]), [1, 0, 0], 1e-16);
});

test("quaternions: the matrix turns vectors as q v q* does, whatever the length of q", (t) => {
  const random = makeRandom(3);
  for (let i = 0; i < 500; i++) {
    const q = makeList(random, 4);
    const unit = normalizeQuaternion(q);
    isClose(t, Math.hypot(...unit), 1, 4e-16);
    const m = matrixFromQuaternion(q);
    const v = makeList(random, 3);
    areClose(t, rotate(m, v), turnByDefinition(unit, v), 2e-15);
    areClose(t, multiply(m, transpose(m)), identity3(), 1e-15);
    for (const length of [1e-100, -3, 1e100]) areClose(t, matrixFromQuaternion(scaleAll(unit, length)), m, 2e-15);
  }
});

const scaleAll = (q: readonly number[], k: number) => q.map((x) => k * x);

test("quaternions: about an axis they are Rodrigues' rotation", (t) => {
  const random = makeRandom(4);
  for (let i = 0; i < 200; i++) {
    const axis = normalize(makeList(random, 3));
    const angle = 20 * random();
    areClose(t, matrixFromQuaternion(quaternionAbout(axis, angle)), rotationAbout(axis, angle), 3e-15);
  }
});

test("quaternions: the product turns by the second factor first", (t) => {
  const random = makeRandom(5);
  for (let i = 0; i < 200; i++) {
    const a = normalizeQuaternion(makeList(random, 4));
    const b = normalizeQuaternion(makeList(random, 4));
    const ab = multiplyQuaternions(a, b);
    isClose(t, Math.hypot(...ab), 1, 1e-15);
    areClose(t, matrixFromQuaternion(ab), multiply(matrixFromQuaternion(a), matrixFromQuaternion(b)), 2e-15);
    areClose(t, multiplyQuaternions(a, [a[0], -a[1], -a[2], -a[3]]), [1, 0, 0, 0], 1e-15);
  }
  // i j = k and j i = −k
  t.deepEqual(multiplyQuaternions([0, 1, 0, 0], [0, 0, 1, 0]), [0, 0, 0, 1]);
  t.deepEqual(multiplyQuaternions([0, 0, 1, 0], [0, 1, 0, 0]), [0, 0, 0, -1]);
});

test("quaternions: from a matrix and back, near half turns about every axis", (t) => {
  const random = makeRandom(6);
  const branch = [0, 0, 0, 0];
  for (let i = 0; i < 4000; i++) {
    // Every fourth has a small scalar part and one large component: the branches of a negative trace.
    const q = normalizeQuaternion(makeList(random, 4).map((x, k) => (i % 4 === 0 && k === 0 ? 1e-9 * x : x)));
    const m = matrixFromQuaternion(q);
    const trace = m[0] + m[4] + m[8];
    branch[trace > 0 ? 0 : 1 + [m[0], m[4], m[8]].indexOf(Math.max(m[0], m[4], m[8]))]++;
    const back = quaternionFromMatrix(m);
    isAtLeast(t, back[0], 0);
    areClose(t, back, scaleAll(q, q[0] < 0 ? -1 : 1), 1e-15);
    // With a neighbour the sign follows it.
    areClose(t, quaternionFromMatrix(m, scaleAll(q, 7)), q, 1e-15);
    areClose(t, quaternionFromMatrix(m, scaleAll(q, -7)), scaleAll(q, -1), 1e-15);
  }
  for (const count of branch) isAbove(t, count, 100, `${branch}`);
  for (const half of [
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ]) {
    areClose(t, quaternionFromMatrix(matrixFromQuaternion(half)), half, 0);
  }
  // Ties of the largest diagonal entry.
  for (const half of [
    [0, 1, 1, 0],
    [0, 0, 1, 1],
    [0, 1, 0, 1],
    [0, 1, 1, 1],
  ]) {
    areClose(t, quaternionFromMatrix(matrixFromQuaternion(half)), normalizeQuaternion(half), 2e-16);
  }
});

test("quaternions of users are checked, and are what the bare ones are", (t) => {
  const random = makeRandom(10);
  for (let i = 0; i < 100; i++) {
    const [q, p, axis] = [makeList(random, 4), makeList(random, 4), makeList(random, 3)];
    const m = matrixFromQuaternion(q);
    areClose(t, given.matrixFromQuaternion(q), m, 2e-15);
    areClose(t, given.normalizeQuaternion(q), normalizeQuaternion(q), 2e-16);
    t.deepEqual(given.multiplyQuaternions(q, Float64Array.from(p)), multiplyQuaternions(q, p));
    areClose(t, given.quaternionAbout(scale(axis, 7), 0.3), quaternionAbout(normalize(axis), 0.3), 2e-16);
    t.deepEqual(given.quaternionFromMatrix(m, scaleAll(q, -1)), quaternionFromMatrix(m, scaleAll(q, -1)));
  }
  // Any size that numbers hold.
  areClose(t, given.matrixFromQuaternion([1e300, 0, 1e300, 0]), [0, 0, 1, 0, 1, 0, -1, 0, 0], 1e-15);
  t.deepEqual(given.normalizeQuaternion([0, 0, 0, -1e-140]), [0, 0, 0, -1]);
  const bad = (call: () => unknown, message: string) => t.throws(call, { instanceOf: ModelError, message });
  const form = "give four numbers [q0, q1, q2, q3], scalar first";
  bad(
    () => given.matrixFromQuaternion([0, 0, 0, 0]),
    "matrixFromQuaternion: the quaternion [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation",
  );
  bad(
    () => given.matrixFromQuaternion(undefined as never),
    `matrixFromQuaternion: the quaternion is undefined; ${form}`,
  );
  bad(
    () => given.normalizeQuaternion([1, 0, Number.NaN, 0]),
    `normalizeQuaternion: the quaternion [1, 0, NaN, 0] has NaN in place 2; ${form}, all finite`,
  );
  bad(
    () => given.multiplyQuaternions([1, 0, 0, 0], [1, 0]),
    `multiplyQuaternions: the second factor [1, 0] has 2 numbers; ${form}`,
  );
  bad(
    () => given.multiplyQuaternions([1e300, 0, 0, 0], [1e300, 0, 0, 0]),
    "multiplyQuaternions: the product is [Infinity, 0, 0, 0]; give quaternions of a length near one",
  );
  bad(
    () => given.quaternionAbout([0, 0, 0], 1),
    "quaternionAbout: the axis [0, 0, 0] has no direction; give a non-zero vector",
  );
  bad(
    () => given.quaternionAbout([0, 0, 1], "1" as never),
    'quaternionAbout: the angle is "1", not a number; give a finite number',
  );
  const nine = "give the nine numbers of a rotation matrix, row by row";
  bad(
    () => given.quaternionFromMatrix([1, 0, 0, 0]),
    `quaternionFromMatrix: the matrix [1, 0, 0, 0] has 4 numbers; ${nine}`,
  );
  bad(
    () => given.quaternionFromMatrix([2, 0, 0, 0, 1, 0, 0, 0, 1]),
    `quaternionFromMatrix: the rows of the matrix [2, 0, 0, 0, 1, 0, 0, 0, 1] are no unit vectors at right angles; ${nine}`,
  );
  bad(
    () => given.quaternionFromMatrix([1, 0, 0, 0, 1, 0, 0, 0, -1]),
    "quaternionFromMatrix: the matrix [1, 0, 0, 0, 1, 0, 0, 0, -1] mirrors; turn one of its columns round to make it a rotation",
  );
  bad(
    () => given.quaternionFromMatrix(identity3(), [0, 0, 0, 0]),
    "quaternionFromMatrix: near [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation",
  );
});

/** A solver on a matrix given by rows. */
function factor(matrix: Matrix, cutoff = 1e-12, capacity = matrix.rows): RankRevealingSolver {
  const solver = new RankRevealingSolver(capacity);
  solver.matrix.set(matrix.transpose().to1DArray());
  solver.factor(matrix.rows, cutoff);
  return solver;
}

/** Solves into `x` and returns the residual. */
function solveInto(solver: RankRevealingSolver, b: ArrayLike<number>, x: Float64Array): number {
  solver.solve(Float64Array.from(b), x);
  return solver.residual;
}

const makeMatrix = (random: () => number, rows: number, columns: number) =>
  new Matrix(Array.from({ length: rows }, () => makeList(random, columns)));

test("linear systems of full rank, against ml-matrix and by substitution", (t) => {
  const random = makeRandom(7);
  for (let n = 1; n <= 12; n++) {
    for (let trial = 0; trial < 10; trial++) {
      const a = makeMatrix(random, n, n).add(Matrix.eye(n, n).mul(2));
      const b = makeList(random, n);
      // Room for more than is used.
      const solver = factor(a, 1e-12, n + 3);
      t.is(solver.rank, n);
      const given = Float64Array.from(b);
      const x = new Float64Array(n);
      solver.solve(given, x);
      const { residual } = solver;
      t.is(residual, 0);
      t.deepEqual([...given], b);
      areClose(t, x, solve(a, Matrix.columnVector(b)).to1DArray(), 1e-12);
      areClose(t, a.mmul(Matrix.columnVector([...x])).to1DArray(), b, 1e-13);
    }
  }
});

test("linear systems of lower rank: least norm, least squares, residual, against the pseudoinverse", (t) => {
  const random = makeRandom(8);
  for (let n = 2; n <= 10; n++) {
    for (let rank = 0; rank < n; rank++) {
      const a = rank === 0 ? Matrix.zeros(n, n) : makeMatrix(random, n, rank).mmul(makeMatrix(random, rank, n));
      const solver = factor(a, 1e-10);
      t.is(solver.rank, rank);
      const b = makeList(random, n);
      const x = new Float64Array(n);
      solver.solve(Float64Array.from(b), x);
      const { residual } = solver;
      const column = Matrix.columnVector(b);
      const expected = rank === 0 ? Matrix.zeros(n, 1) : pseudoInverse(a, 1e-10).mmul(column);
      // The condition of such a product of random matrices can be a few thousand.
      areClose(t, x, expected.to1DArray(), 1e-11 * (1 + expected.norm()), `n ${n}, rank ${rank}:`);
      const left = Matrix.sub(column, a.mmul(expected)).norm();
      isClose(t, residual, left, 1e-12);
    }
  }
});

test("linear systems: a consistent right-hand side leaves no residual, and a solver can be used again", (t) => {
  const random = makeRandom(9);
  const solver = new RankRevealingSolver(6);
  for (const [n, rank] of [
    [6, 3],
    [4, 4],
    [5, 2],
    [1, 1],
  ]) {
    const a = makeMatrix(random, n, rank).mmul(makeMatrix(random, rank, n));
    const b = a.mmul(Matrix.columnVector(makeList(random, n)));
    solver.matrix.set(a.transpose().to1DArray());
    solver.factor(n, 1e-10);
    t.is(solver.rank, rank);
    const x = new Float64Array(n);
    solveInto(solver, b.to1DArray(), x);
    isBelow(t, solver.residual, 1e-14);
    areClose(t, a.mmul(Matrix.columnVector([...x])).to1DArray(), b.to1DArray(), 1e-13);
  }
});

test("linear systems: the cutoff decides what counts as zero, and repeated rows share the load", (t) => {
  const a = new Matrix([
    [1, 0],
    [0, 1e-6],
  ]);
  t.is(factor(a, 1e-7).rank, 2);
  t.is(factor(a, 1e-5).rank, 1);
  // Two equal rows: the least-norm answer is half and half.
  const twice = factor(
    new Matrix([
      [3, 3],
      [3, 3],
    ]),
  );
  const x = new Float64Array(2);
  t.is(twice.rank, 1);
  solveInto(twice, [6, 6], x);
  isBelow(t, twice.residual, 5e-15);
  areClose(t, x, [1, 1], 5e-15);
  // Inconsistent: the mean is met, the rest is the residual.
  solveInto(twice, [5, 7], x);
  areClose(t, x, [1, 1], 5e-15);
  isClose(t, twice.residual, Math.SQRT2, 5e-15);
});

test("linear systems: pivots are the largest columns of what is left, and no digit is lost to signs", (t) => {
  // Diagonal matrices of all signs and zeros: a reflection with the wrong sign would divide by zero.
  const choices = [-2, -1e-14, 0, 1e-14, 1];
  for (const a of choices) {
    for (const b of choices) {
      for (const c of choices) {
        const diagonal = [a, b, c];
        const largest = Math.max(...diagonal.map(Math.abs));
        const kept = diagonal.map((x) => (Math.abs(x) > 1e-10 * largest ? x : 0));
        const solver = factor(Matrix.diag(diagonal), 1e-10);
        t.is(solver.rank, kept.filter((x) => x !== 0).length, `${diagonal}`);
        const x = new Float64Array(3);
        solver.solve(Float64Array.of(3 * a, 4 * b, 5 * c), x);
        areClose(t, x, [a !== 0 && kept[0] ? 3 : 0, kept[1] ? 4 : 0, kept[2] ? 5 : 0], 1e-9, `${diagonal}:`);
      }
    }
  }
  // The second column is long, but nothing is left of it beside the first; the third is short and independent.
  const repeated = factor(
    new Matrix([
      [3, 3, 0],
      [0, 0, 1],
      [0, 0, 0],
    ]),
  );
  t.is(repeated.rank, 2);
  const x = new Float64Array(3);
  isBelow(t, solveInto(repeated, [6, 7, 0], x), 1e-14);
  areClose(t, x, [1, 1, 7], 1e-14);
});

/** The message of a refusal, which has to be a ModelError. */
function refusal(t: ExecutionContext, work: () => unknown): string {
  return t.throws(work, { instanceOf: ModelError })?.message ?? "";
}

test("checks give back what is good", (t) => {
  t.is(checkNumber("Arm", "angle", -0.5), -0.5);
  t.is(checkPositive("Arm", "mass", 2), 2);
  t.is(checkNotNegative("Arm", "damping", 0), 0);
  t.deepEqual(checkVector3("Arm", "point", Float64Array.of(1, 2, 3)), [1, 2, 3]);
  areClose(t, checkDirection("Arm", "axis", [0, 3, 4]), [0, 0.6, 0.8], 1e-16);
  areClose(t, checkDirection("Arm", "axis", [0, 0, 1e-140]), [0, 0, 1], 1e-16);
  areClose(t, checkDirection("Arm", "axis", [1e200, 0, 1e200]), [Math.SQRT1_2, 0, Math.SQRT1_2], 2e-16);
  areClose(t, checkQuaternion("Arm", "orientation", [0, 0, 0, -2]), [0, 0, 0, -1], 0);
  checkFunction("Arm", "law", () => 0);
  checkOptions("Arm", undefined, ["mass"]);
  checkOptions("Arm", { mass: 1 }, ["mass", "length"]);
  t.pass();
});

test("checks name the owner, the value and the remedy", (t) => {
  const cases: readonly (readonly [() => unknown, string])[] = [
    [() => checkNumber("Arm", "angle", "3"), 'Arm: angle is "3", not a number; give a finite number'],
    [() => checkNumber("Arm", "angle", undefined), "Arm: angle is undefined, not a number; give a finite number"],
    [
      () => checkNumber("Arm", "angle", Number.NaN),
      "Arm: angle is NaN; give a finite number (a division by zero upstream?)",
    ],
    [
      () => checkNumber("Arm", "angle", Number.NEGATIVE_INFINITY),
      "Arm: angle is -Infinity; give a finite number (a division by zero upstream?)",
    ],
    [() => checkPositive("Arm", "mass", 0), "Arm: mass is 0; give a number greater than zero"],
    [() => checkPositive("Arm", "mass", -2), "Arm: mass is -2; give a number greater than zero"],
    [() => checkNotNegative("Arm", "damping", -0.1), "Arm: damping is -0.1; give zero or a positive number"],
    [() => checkVector3("Arm", "point", 5), "Arm: point is 5; give three numbers [x, y, z]"],
    [() => checkVector3("Arm", "point", [1, 2]), "Arm: point [1, 2] has 2 numbers; give three numbers [x, y, z]"],
    [
      () => checkVector3("Arm", "point", [1, Number.NaN, 2]),
      "Arm: point [1, NaN, 2] has NaN in place 1; give three numbers [x, y, z], all finite",
    ],
    [
      () => checkVector3("Arm", "point", [1, 2, "3"]),
      'Arm: point [1, 2, "3"] has "3" in place 2; give three numbers [x, y, z], all finite',
    ],
    [
      () => checkVector3("Arm", "point", new Map()),
      "Arm: point is an object of class Map; give three numbers [x, y, z]",
    ],
    [() => checkDirection("Arm", "axis", [0, 0, 0]), "Arm: axis [0, 0, 0] has no direction; give a non-zero vector"],
    [
      () => checkQuaternion("Arm", "orientation", [0, 0, 0, 0]),
      "Arm: orientation [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation",
    ],
    [
      () => checkQuaternion("Arm", "orientation", [0, 0, 1]),
      "Arm: orientation [0, 0, 1] has 3 numbers; give four numbers [q0, q1, q2, q3], scalar first",
    ],
    [() => checkFunction("Arm", "law", 3), "Arm: law is 3; give a function"],
    [
      () => checkOptions("Arm", null as never, ["mass"]),
      "Arm: the options are null; give an object such as { mass: … }",
    ],
    [() => checkOptions("Arm", 7 as never, ["mass"]), "Arm: the options are 7; give an object such as { mass: … }"],
    [
      () => checkOptions("Arm", { lenght: 2 }, ["mass", "length"]),
      'Arm: unknown option "lenght"; did you mean "length"? The options are mass, length',
    ],
    [
      () => checkOptions("Arm", { colour: 2 }, ["mass", "length"]),
      'Arm: unknown option "colour"; the options are mass, length',
    ],
  ];
  for (const [work, message] of cases) t.is(refusal(t, work), message);
});

test("values in messages are short and never throw", (t) => {
  t.is(describe(null), "null");
  t.is(describe("a\nb"), '"a\\nb"');
  t.is(describe("x".repeat(80)).length, 60);
  t.is(describe([1, [2, 3]]), "[1, [2, 3]]");
  t.is(describe(Float64Array.of(1, 2)), "[1, 2]");
  t.is(describe(Array.from({ length: 20 }, (_, i) => i)), "[0, 1, 2, 3, 4, 5, 6, 7, …]");
  t.is(describe({}), "an object of class Object");
  t.is(describe(Object.create(null)), "an object of class Object");
  t.is(
    describe(() => 0),
    "a function",
  );
  t.is(describe(Symbol("s")), "Symbol(s)");
  t.is(describe(12n), "12n");
  t.is(describe(true), "true");
  const round: unknown[] = [];
  round.push(1, round);
  t.is(describe(round), "[1, [1, […]]]");
});

test("the nearest name, and none if nothing is near", (t) => {
  const names = ["stiffness", "damping", "restLength", "from", "to"];
  t.is(findNearest("stifness", names), "stiffness");
  t.is(findNearest("Damping", names), "damping");
  t.is(findNearest("restlenght", names), "restLength");
  t.is(findNearest("form", names), "from");
  t.is(findNearest("colour", names), undefined);
  t.is(findNearest("x", []), undefined);
});
