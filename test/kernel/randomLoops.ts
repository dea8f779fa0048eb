import test from "ava";
import type { Body } from "../../lib/index.ts";
import { isAtLeast, isAtMost } from "../helpers/compare.ts";
import { LoopReport, TOLERANCE } from "../helpers/compareLoops.ts";
import { assemble, compare, read } from "../helpers/compareModels.ts";
import type { Triple } from "../helpers/jets.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawLoop, drawRedundantLoop } from "../helpers/randomLoops.ts";
import { drawBody } from "../helpers/randomModels.ts";
import { TwinModel } from "../helpers/twinModel.ts";

test("random loops have the accelerations and reactions of a dense solve", (t) => {
  const report = new LoopReport();
  for (let seed = 1; seed <= 240; seed++) report.add(seed, drawLoop);
  const { counts, worst, failures } = report;
  t.log(JSON.stringify(counts), String(worst));
  t.deepEqual(failures, []);
  isAtLeast(t, counts.independent, 150);
  isAtLeast(t, counts.redundant, 30);
  isAtMost(t, counts.nearSingular, 5);
});

test("mechanisms with redundant rows have the accelerations and resultant reactions of a dense solve", (t) => {
  const report = new LoopReport();
  for (let seed = 1001; seed <= 1120; seed++) report.add(seed, drawRedundantLoop);
  t.log(JSON.stringify([...report.redundancies]), String(report.worst));
  t.deepEqual(report.failures, []);
  t.is(report.counts.redundant, 120);
  // One too many in Sarrus' linkage, three in planar and spherical ones, three to five in doors.
  t.deepEqual([...report.redundancies.keys()].sort(), [1, 3, 4, 5]);
});

test("a gear may couple a joint that closes a loop", (t) => {
  const choices = [
    ["revolute", "rotation"],
    ["screw", "rotation"],
    ["cylindrical", "rotation"],
    ["cylindrical", "translation"],
    ["prismatic", "translation"],
  ] as const;
  for (const [kind, bond] of choices) {
    const random = new RandomSource(7);
    const twin = new TwinModel([0, -9.81, 0]);
    const { ground } = twin.system;
    const [a, b, c] = ["a", "b", "c"].map((name, i) => twin.addBody(name, drawBody(random, [i, 1, 0.2 * i * i])));
    const hinge = twin.addPair("hinge", ground, a, {
      kind: "revolute",
      place: { point: [0, 0, 0], axis: [0, 0.3, 1] },
      bonds: [{ rate: 1 }],
    });
    twin.addPair("ball", a, b, { kind: "ball", place: { point: [0.4, 1.2, 0.1] }, damping: 0.5 });
    // Both of its bodies are nearer to the ground by other joints.
    const closing = twin.addPair("closing", b, c, {
      kind,
      place: { point: [1.6, 1, 0.3], axis: [0, 0.2, 1] },
      ...(kind === "screw" ? { pitch: 0.4 } : {}),
      bonds: [{ stiffness: 3, rest: 0.2 }, { damping: 2 }],
    });
    twin.addPair("socket", ground, c, { kind: "ball", place: { point: [2, 0, 0] } });
    twin.addCoupler("gear", { pair: hinge, bond: "rotation" }, { pair: closing, bond }, { ratio: -1.5 });
    const reading = read(twin, twin.system.evaluate(0));
    const errors = compare(twin, reading, assemble(twin, reading).solve());
    t.deepEqual(errors.above(TOLERANCE), [], `${bond} of a ${kind} joint`);
  }
});

test("light wheels beside a heavy mechanism, or mounted on it, leave its rod alone", (t) => {
  // The rod's row answers by about 1/1000 kg, the gear's by 1/4e-8 kg m²; both rows are needed all the same.
  for (const mount of ["ground", "left"] as const) {
    const twin = new TwinModel([0, -9.81, 0]);
    const { ground } = twin.system;
    const add = (name: string, parent: Body, mass: number, inertia: number, center: Triple, point: Triple) => {
      const tensor = [0.8 * inertia, 0.6 * inertia, inertia, 0.1 * inertia, 0.05 * inertia, 0] as const;
      const body = twin.addBody(name, { mass, tensor, position: center, orientation: [1, 0, 0, 0] });
      const data = { place: { point, axis: [0, 0, 1] as const }, bonds: [{ effort: () => 0.8 * mass * center[0] }] };
      return { body, hinge: twin.addPair(`${name} hinge`, parent, body, { kind: "revolute", ...data }) };
    };
    const left = add("left", ground, 1000, 50, [0, 1, 0], [0, 0, 0]).body;
    const right = add("right", ground, 1000, 50, [2, 1, 0], [2, 0, 0]).body;
    twin.addRod("rod", left, right, { pointA: [0, 0.2, 0], pointB: [0, 0.4, 0], length: Math.hypot(2, 0.2) });
    const [first, second] = [0.5, 0.52].map((x, i) => {
      const parent = mount === "left" ? left : ground;
      return { pair: add(`wheel ${i}`, parent, 1e-3, 4e-8, [x, 1, 0], [x, 1, 0]).hinge, bond: "rotation" as const };
    });
    twin.addCoupler("gear", first, second, { ratio: -1, teeth: [20, 20] });
    const reading = read(twin, twin.system.evaluate(0));
    const errors = compare(twin, reading, assemble(twin, reading).solve());
    t.deepEqual(errors.above(TOLERANCE), [], `wheels on ${mount}`);
  }
});
