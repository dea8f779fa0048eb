import test from "ava";
import { rows } from "../../bench/rows/collision.ts";
import { isAbove, isAtMost } from "../helpers/compare.ts";
import { measureHulls } from "../helpers/measureDistance.ts";
import { testPromises } from "../helpers/testPromises.ts";

testPromises(rows);

test("points and normals of 10,000 pairs of polyhedra contradict nothing", (t) => {
  const { consistency, worst, overlapping } = measureHulls(10_000, 2);
  // Rounding, magnified by needles a thousand times longer than wide.
  isAtMost(t, consistency, 1e-13, worst);
  isAbove(t, overlapping, 4000);
});
