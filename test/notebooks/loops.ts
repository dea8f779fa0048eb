import test from "ava";
import { LOOPS, reportLoop, reportRow } from "../../notebooks/models/loopReport.ts";
import { checkParallel, createLoop, type LoopParameters } from "../../notebooks/models/loops.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { A04 } from "../reference/iftomm.ts";

const simulate = (parameters: LoopParameters) => {
  const { system, options } = createLoop(parameters);
  return system.simulateSync(options);
};

/** By counting; real and redundant; the same with an axis off by a degree. Each row: 6 × 3 bodies less 5, 4 or 3 a joint. */
const EXPECTED: Record<string, readonly [number, number, number, number, number]> = {
  "four hinges": [-2, 1, 3, 0, 2],
  "C a cylinder": [-1, 1, 2, 0, 1],
  "C a ball": [0, 1, 1, 0, 0],
  "B a cylinder, C a ball": [1, 1, 0, 1, 0],
  "B and C balls": [2, 2, 0, 2, 0],
  "B, C, D cylinders": [1, 3, 2, 2, 1],
  "Bricard, six hinges": [0, 1, 1, 0, 0],
  "parallelogram, upright": [-2, 1, 3, 0, 2],
  "parallelogram, flat": [-2, 2, 4, 1, 3],
};

test("the table: freedoms by counting and real ones", async (t) => {
  t.deepEqual(Object.keys(LOOPS), Object.keys(EXPECTED));
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const { exact, skew } = await reportRow(name);
    const found = [exact.count, exact.degreesOfFreedom, exact.redundancy, skew.degreesOfFreedom, skew.redundancy];
    t.deepEqual(found, [...expected], name);
    t.is(exact.isSingular, name === "parallelogram, flat");
    for (const report of [exact, skew]) t.is(report.degreesOfFreedom - report.count, report.redundancy);
  }
});

test("whichever joints leave one freedom, the motion is the same", (t) => {
  const names = ["four hinges", "C a cylinder", "C a ball", "B a cylinder, C a ball", "B and C balls"];
  const [first, ...others] = names.map((name) => simulate(LOOPS[name]).last.joint("A").position);
  // The tolerance is 1e-9 a step; different coordinates, different steps.
  for (const other of others) isClose(t, other, first, 1e-7);
});

test("four hinges with an axis off do not move; with a cylinder and a ball they do", (t) => {
  const start = LOOPS["four hinges"];
  isClose(t, simulate({ ...start, skew: 0.1 }).last.joint("A").position, 0, 1e-9);
  isAbove(t, simulate({ ...start, B: "cylinder", C: "ball", skew: 10 }).last.joint("A").position, 20);
});

test("the parallelogram passes flat positions and stays one; from there it does not start", async (t) => {
  const run = simulate(LOOPS["parallelogram, upright"]);
  // It turns over several times.
  isAbove(t, run.last.joint("A").position, 4 * Math.PI);
  isBelow(t, checkParallel(run), 1e-11);
  t.regex((await reportLoop(LOOPS["parallelogram, flat"])).text, /a singular position/);
  t.throws(() => simulate(LOOPS["parallelogram, flat"]), { message: /cannot all be met/ });
});

test("Bricard's mechanism is the benchmark", (t) => {
  const run = simulate(LOOPS["Bricard, six hinges"]);
  for (const { t: time, position } of A04.points.filter((point) => point.t <= run.end)) {
    // Joint C sits at the point that starts at (1, −1, 0).
    run
      .at(time)
      .reaction("C")
      .point.forEach((x, i) => {
        // The reference is given to nine decimals.
        isClose(t, x, position[i], 2e-7, `${time} s: ${x} instead of ${position[i]}`);
      });
  }
});
