import { ContactManifold, ConvexDistance, ConvexShape } from "../../lib/collision/index.ts";
import { makers, measureShapes } from "../../test/helpers/convexCases.ts";
import { createPose } from "../../test/helpers/hullPairs.ts";
import { measureClosedForms } from "../../test/helpers/measureClosedForms.ts";
import { measureHulls } from "../../test/helpers/measureDistance.ts";
import { RandomSource } from "../../test/helpers/random.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { once } from "../once.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const PAIRS = 200;

/**
 * One query of the next of 200 pairs of two 20-vertex hulls, about a third of them overlapping, that move by a thousandth of
 * their size between queries.
 */
function createWork(isCold: boolean): () => void {
  const random = new RandomSource(1);
  const createHull = () => ConvexShape.hull({ points: Array.from({ length: 20 }, () => random.direction()) });
  const scenes = Array.from({ length: PAIRS }, () => {
    const pair = new ConvexDistance(createHull(), createHull());
    const poseA = createPose(random.vector(1), random.quaternion());
    const way = random.direction();
    const far = random.number(1.3, 2.4);
    const poseB = createPose(
      way.map((x, i) => poseA.r[i] + far * x),
      random.quaternion(),
    );
    return { pair, poseA, poseB, step: random.vector(1e-3) };
  });
  let count = 0;
  return () => {
    const { pair, poseA, poseB, step } = scenes[count % PAIRS];
    // To and fro: sixteen steps each way.
    const sign = Math.floor(count / PAIRS) % 32 < 16 ? 1 : -1;
    count++;
    for (let i = 0; i < 3; i++) poseB.r[i] += sign * step[i];
    if (isCold) pair.forget();
    pair.calc(poseA, poseB);
  };
}

/** Queries a second; the ratio is that of the time of one, as in all rows. */
function timeQueries(isCold: boolean): Timing {
  const work = createWork(isCold);
  for (let i = 0; i < 50_000; i++) work();
  const { value, ratio } = timeInterleaved(work, { calls: 2000, rounds: 60, unit: "s" });
  return { value: 1 / value, ratio };
}

/** One query of a manifold: a box on a box, a cylinder on a box, two ellipsoids, in turn, moving a little. */
function createManifoldWork(): () => void {
  const box = ConvexShape.box({ size: [1, 1, 1] });
  const egg = ConvexShape.ellipsoid({ semiAxes: [0.5, 0.4, 0.6] });
  const cylinder = ConvexShape.cylinder({ radius: 0.5, length: 1, axis: "x" });
  const manifolds = [new ContactManifold(box, box), new ContactManifold(box, cylinder), new ContactManifold(egg, egg)];
  const poseA = createPose([0, 0, 0]);
  const poseB = createPose([0, 0, 0], [1, 0, 0.3, 0]);
  let count = 0;
  return () => {
    count++;
    poseB.r[0] = 1e-4 * (count % 1000);
    poseB.r[1] = 0.99 + 1e-5 * (count % 1000);
    manifolds[count % 3].calc(poseA, poseB);
  };
}

const closedForms = once(() => measureClosedForms(500));
const hulls = once(() => measureHulls(10_000));
const shapes = once(() => {
  const names = Object.keys(makers);
  return names.flatMap((a, i) =>
    names.slice(i).flatMap((b) => [false, true].map((isPlain) => measureShapes(a, b, 100, { isPlain, seed: 11 }))),
  );
});

const accuracy = (name: string, unit: string, max: number, measure: () => number): BenchRow => ({
  name: `collision/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

const speed = (name: string, min: number, isCold: boolean): BenchRow => ({
  name: `collision/${name}`,
  unit: "1/s",
  promised: { min },
  kind: "speed",
  measure: () => timeQueries(isCold),
});

export const rows: BenchRow[] = [
  accuracy("closed-forms", "of the size", 1e-12, () => closedForms().error),
  accuracy("hulls-10000", "of the size", 1e-9, () => hulls().distance),
  accuracy("hulls-10000/failures", "pairs", 0, () => hulls().failures),
  accuracy("hulls-10000/fallbacks", "pairs", 0, () => hulls().fallbacks),
  accuracy("shapes", "of the size", 1e-12, () =>
    Math.max(...shapes().map(({ bounds, points, depth }) => Math.max(bounds, points, depth))),
  ),
  accuracy("shapes/fallbacks", "of 5600 pairs", 10, () => shapes().reduce((sum, { fallbacks }) => sum + fallbacks, 0)),
  speed("hulls/warm", 500_000, false),
  speed("hulls/cold", 250_000, true),
  accuracy("allocation", "B", 0, () =>
    Math.max(...[createWork(false), createWork(true), createManifoldWork()].map(findBytes)),
  ),
];
