import test from "ava";
import { createFourBar } from "../../bench/models.ts";
import type { Kernel } from "../../lib/kernel/Kernel.ts";
import { KernelProblem } from "../../lib/simulation/KernelProblem.ts";
import type { RunSettings } from "../../lib/simulation/SimulateOptions.ts";
import { isAbove, isAtMost } from "../helpers/compare.ts";

function prepare(tolerance: number): { kernel: Kernel; problem: KernelProblem; y: Float64Array; out: Float64Array } {
  const { kernel } = createFourBar().getObserver();
  const settings = { method: "dop853", absolute: tolerance, relative: tolerance, from: 0 } as RunSettings;
  const [y, out] = [new Float64Array(kernel.size), new Float64Array(kernel.size)];
  kernel.project(0, 10, 1e-15);
  kernel.writeState(y);
  return { kernel, problem: new KernelProblem(kernel, settings), y, out };
}

test("a state on the rows stays as it is and is not evaluated again, others are brought onto them", (t) => {
  const { kernel, problem, y, out } = prepare(1e-6);
  const first = y.slice();
  // Coordinates, rates, and coordinates of the pair that closes the loop: errors of rows per unit of them are of the size of one.
  for (const place of [0, kernel.coordinateCount, kernel.size - 1]) {
    for (const isEvaluated of [false, true]) {
      const off = (size: number) => {
        y.set(first);
        y[place] += size;
        if (isEvaluated) problem.calcDerivative(0, y, out);
        return problem.project(0, y);
      };
      t.false(off(0));
      t.deepEqual(y, first);
      t.true(off(1e-11));
      t.true(kernel.isOnRows(0, y, 1e-14, 1e-14));
      t.true(off(1e-6));
      t.true(kernel.isOnRows(0, y, 1e-14, 1e-14));
    }
  }
  // Events get states that are on the rows.
  y[0] += 1e-11;
  problem.bringOntoRows(0, y);
  t.true(kernel.isOnRows(0, y, 1e-14, 1e-14));
});

test("a state is on the rows when positions, velocities and coordinates that follow are", (t) => {
  const { kernel, y } = prepare(1e-6);
  const at = kernel.coordinateCount;
  const find = (place: number, size: number) => {
    const moved = y.slice();
    moved[place] += size;
    kernel.readState(moved);
    kernel.prepareProjection(0);
    const { position, velocity } = kernel.findRowErrors(0);
    const isWithin = (limit: number) => kernel.isOnRows(0, moved, limit, limit);
    return { position, velocity, isWithin };
  };
  const moved = find(0, 1e-5);
  isAbove(t, moved.position, 1e-7);
  const faster = find(at, 1e-5);
  isAtMost(t, faster.position, 1e-14);
  const following = find(kernel.size - 1, 1e-5);
  for (const [{ isWithin }, error] of [
    [moved, moved.position],
    [faster, faster.velocity],
    [following, 1e-5],
  ] as const) {
    t.false(isWithin(error * (1 - 1e-6)));
    t.true(isWithin(1e-3));
  }
  // Errors of rates alone, and of coordinates that follow, are told exactly.
  t.true(faster.isWithin(faster.velocity * (1 + 1e-6)));
  t.true(following.isWithin(1e-5 * (1 + 1e-6)));
});

test("what is in memory is known to belong to a state until something else is evaluated", (t) => {
  const { kernel, y, out } = prepare(1e-6);
  kernel.calcDerivative(0, y, out);
  t.true(kernel.isSolvedAt(0, y));
  t.false(kernel.isSolvedAt(1, y));
  const other = y.slice();
  other[kernel.coordinateCount] += 1e-15;
  t.false(kernel.isSolvedAt(0, other));
  kernel.calcKinematics(0, true);
  t.false(kernel.isSolvedAt(0, y));
});
