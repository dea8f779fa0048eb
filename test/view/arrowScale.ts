import test from "ava";
import { Contact, Inertia, Plane, RigidBody, Sphere, System } from "../../lib/index.ts";
import { findLargest, findRound, writeQuantity } from "../../lib/view/viewer/scene/chooseScale.ts";
import { isAbove, isClose } from "../helpers/compare.ts";
import { createScene } from "../helpers/createScene.ts";

test("the largest of values leaves short peaks out", (t) => {
  const wave = Array.from({ length: 200 }, (_, i) => 10 + 5 * Math.sin(i / 10));
  t.is(findLargest(wave), Math.max(...wave), "what comes and goes is all of it");
  // Three times what 90 of 100 values do not exceed is the limit.
  const values = Array.from({ length: 100 }, (_, i) => (i === 40 ? 5e18 : 1 + (4 * i) / 99));
  const usual = [...values].sort((a, b) => a - b)[89];
  t.is(findLargest(values), 3 * usual);
  // In the air there is no force, or the rounding of none: it is not what is usual.
  t.is(findLargest([...new Array<number>(500).fill(0), ...new Array<number>(500).fill(1e-16), 20, 21]), 21);
  t.is(findLargest([1e-15, 2e-15]), 2e-15);
  t.is(findLargest([0, 0]), 0);
  t.is(findLargest([]), 0);
});

test("one peak does not make all other arrows tiny, and is no longer than the largest", (t) => {
  // A ball of 2 kg on the floor; at one instant that is looked at, it seems to press 1e15 times as hard.
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.1, 0], velocity: [1, 0, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, surfaces));
  const run = system.simulateSync({ until: 1 });
  const scene = createScene(run);
  const { arrows } = scene.survey as unknown as { arrows: { kind: string; magnitude: number; read(): void }[] };
  const normal = arrows.find(({ kind }) => kind === "normal");
  if (!normal) throw new Error("a contact has an arrow along its normal");
  const read = normal.read.bind(normal);
  let count = 0;
  normal.read = () => {
    read();
    if (count++ === 100) normal.magnitude *= 1e15;
  };
  scene.survey.advance(1000);
  t.true(scene.survey.isComplete);
  isAbove(t, count, 100);
  const weight = 2 * 9.81;
  const longest = scene.size / 4;
  isClose(t, scene.scales.force * 3 * weight, longest, 1e-9 * longest);
  scene.update(0.5);
  const shown = scene.arrows.find(({ kind }) => kind === "normal");
  if (!shown) throw new Error("it is in the scene, too");
  isClose(t, scene.measure(shown), longest / 3, 1e-9 * longest);
  shown.magnitude *= 1e15;
  t.is(scene.measure(shown), longest);
  // A scale that is given is kept.
  const given = createScene(run, { forceScale: 0.5 });
  given.update(0.5);
  const long = given.arrows.find(({ kind }) => kind === "normal");
  isClose(t, long ? given.measure(long) : Number.NaN, 0.5 * weight, 1e-9);
});

test("legends have round numbers", (t) => {
  const cases: [number, number][] = [
    [1, 1],
    [1.99, 1],
    [2, 2],
    [4.9, 2],
    [5, 5],
    [99, 50],
    [100, 100],
    [0.0031, 0.002],
    [0.3, 0.2],
  ];
  for (const [value, round] of cases) t.is(findRound(value), round);
  t.is(writeQuantity(20, "N"), "20 N");
  t.is(writeQuantity(5000, "N"), "5 kN");
  t.is(writeQuantity(0.2, "Nm"), "200 mNm");
  t.is(writeQuantity(2e-8, "N"), "20 nN");
  t.is(writeQuantity(5e11, "N"), "500 GN");
  t.is(writeQuantity(1e12, "N"), "1·10¹² N");
  t.is(writeQuantity(5e18, "N"), "5·10¹⁸ N");
  t.is(writeQuantity(2e-13, "Nm"), "2·10⁻¹³ Nm");
});
