import test from "ava";
import { dormandPrince5Table } from "../../lib/integrators/dormandPrince5Table.ts";
import { dormandPrince853Table } from "../../lib/integrators/dormandPrince853Table.ts";
import type { Tableau } from "../../lib/integrators/index.ts";
import { isAbove, isAtMost } from "../helpers/compare.ts";

/** A rooted tree is the list of its branches. */
type Tree = readonly Tree[];

/** All rooted trees with `n` vertices: 1, 1, 2, 4, 9, 20, 48, 115. */
const treesBySize: Tree[][] = [[], [[]]];

function listTrees(n: number): Tree[] {
  if (treesBySize[n]) return treesBySize[n];
  const trees: Tree[] = [];
  // Branches in descending order of (size, index), so that each multiset comes once.
  const addBranches = (branches: Tree[], left: number, size: number, index: number) => {
    if (left === 0) trees.push(branches);
    for (let s = Math.min(left, size); s > 0; s--) {
      const choices = listTrees(s);
      for (let j = s === size ? Math.min(index, choices.length - 1) : choices.length - 1; j >= 0; j--) {
        addBranches([...branches, choices[j]], left - s, s, j);
      }
    }
  };
  addBranches([], n - 1, n - 1, Number.POSITIVE_INFINITY);
  treesBySize[n] = trees;
  return trees;
}

const calcSize = (tree: Tree): number => tree.reduce((sum, branch) => sum + calcSize(branch), 1);

const calcDensity = (tree: Tree): number => tree.reduce((product, b) => product * calcDensity(b), calcSize(tree));

/** The sums of a tableau as full rows over all stages. */
function expand({ nodes, weights, columns, offsets }: Tableau): number[][] {
  return columns.map((stages, sum) => {
    const row = Array.from(nodes, () => 0);
    stages.forEach((stage, j) => {
      row[stage] += weights[offsets[sum] + j];
    });
    return row;
  });
}

interface PairTheory {
  readonly table: Tableau;
  readonly order: number;
  /** Up to which order each error estimate vanishes. */
  readonly errorOrders: readonly number[];
  readonly denseOrder: number;
}

const pairs: Record<string, PairTheory> = {
  dopri5: { table: dormandPrince5Table, order: 5, errorOrders: [4], denseOrder: 4 },
  dop853: { table: dormandPrince853Table, order: 8, errorOrders: [5, 3], denseOrder: 7 },
};

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

const abs = (a: readonly number[]) => a.map(Math.abs);

/** The coefficients of θⁿ in the nested form of the dense output: alternately split off the value at 0 and at 1. */
function nestPower(n: number): number[] {
  let rest = [...Array(n).fill(0), 1] as number[];
  const nested: number[] = [];
  while (rest.length > 0) {
    if (nested.length % 2 === 0) {
      nested.push(rest[0]);
      rest = rest.slice(1);
    } else {
      // (p(θ) − p(1)) / (1 − θ): partial sums from the highest power down, with the other sign.
      const sums: number[] = [];
      rest.reduceRight((sum, x, i) => {
        sums[i] = sum + x;
        return sums[i];
      }, 0);
      nested.push(sums[0]);
      rest = sums.slice(1).map((x) => -x);
    }
  }
  return nested;
}

/**
 * The worst violation of the order conditions, in units of the rounding error of their own sums: `Σ b Φ(tree) = 1/γ`
 * for every rooted tree up to the order, 0 for error estimates, `θ^size / γ` for the dense output (vector by vector), and
 * `Σ a = c` for every stage.
 */
function calcViolation(pair: PairTheory, table: Tableau = pair.table): number {
  const { nodes, last, firstError, firstDense } = table;
  const rows = expand(table);
  const a = rows.slice(0, firstError);
  let worst = 0;
  const check = (sum: number, expected: number, size: number) => {
    worst = Math.max(worst, Math.abs(sum - expected) / (size * Number.EPSILON));
  };
  const ones = Array.from(nodes, () => 1);
  for (let s = 1; s < firstError; s++) check(dot(a[s], ones), nodes[s], dot(abs(a[s]), ones));

  // Elementary weights of all trees per stage, and the same sums without cancellation, which tell the rounding error.
  const known = new Map<Tree, [number[], number[]]>();
  const calcWeights = (tree: Tree): [number[], number[]] => {
    const cached = known.get(tree);
    if (cached) return cached;
    const value = a.map(() => 1);
    const size = a.map(() => 1);
    for (const branch of tree) {
      const [v, z] = calcWeights(branch);
      for (let s = 0; s < a.length; s++) {
        value[s] *= dot(a[s], v);
        size[s] *= dot(abs(a[s]), z);
      }
    }
    known.set(tree, [value, size]);
    return [value, size];
  };
  const checkSum = (row: readonly number[], order: number, calcExpected: (n: number) => number) => {
    for (let n = 1; n <= order; n++) {
      for (const tree of listTrees(n)) {
        const [v, z] = calcWeights(tree);
        check(dot(row, v), calcExpected(n) / calcDensity(tree), dot(abs(row), z));
      }
    }
  };
  checkSum(a[last], pair.order, () => 1);
  pair.errorOrders.forEach((order, e) => {
    checkSum(rows[firstError + e], order, () => 0);
  });
  const units = (stage: number) => Array.from(nodes, (_, s) => (s === stage ? 1 : 0));
  const c1 = a[last];
  const c2 = units(0).map((x, s) => x - c1[s]);
  const c3 = c1.map((x, s) => x - units(last)[s] - c2[s]);
  [c1, c2, c3, ...rows.slice(firstDense)].forEach((vector, k) => {
    checkSum(vector, pair.denseOrder, (n) => nestPower(n)[k + 1] ?? 0);
  });
  return worst;
}

/** Half a rounding per weight and some of the additions; measured: 0.6. */
const largestViolation = 1;

test("rooted trees are counted right", (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => listTrees(n).length),
    [1, 1, 2, 4, 9, 20, 48, 115],
  );
});

for (const [name, pair] of Object.entries(pairs)) {
  test(`${name}: every order condition holds`, (t) => {
    const violation = calcViolation(pair);
    isAtMost(t, violation, largestViolation, `${violation} roundings`);
  });

  test(`${name}: one unit in the 12th digit of any coefficient is noticed`, (t) => {
    let least = Number.POSITIVE_INFINITY;
    let where = "";
    for (const part of ["weights", "nodes"] as const) {
      pair.table[part].forEach((value, j) => {
        if (value === 0) return;
        const changed = Float64Array.from(pair.table[part]);
        changed[j] += 10 ** (Math.floor(Math.log10(Math.abs(value))) - 11);
        const violation = calcViolation(pair, { ...pair.table, [part]: changed });
        if (violation < least) [least, where] = [violation, `${part}[${j}]`];
      });
    }
    isAbove(t, least, largestViolation, `${where}: ${least} roundings`);
  });
}
