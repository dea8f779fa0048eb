import test from "ava";
import { rows } from "../../bench/rows/collision.ts";
import { isAbove, isAtMost } from "../helpers/compare.ts";
import { measureHulls } from "../helpers/measureDistance.ts";
import { testPromises } from "../helpers/testPromises.ts";

testPromises(rows);

test("points and normals of 10,000 pairs of polyhedra contradict nothing", (t) => {
  const { consistency, worst, overlapping } = measureHulls(10_000, 2);
  // A point may be found on a triangle whose corners are 1e-12 of the scale off the plane of the face.
  isAtMost(t, consistency, 5e-12, worst);
  isAbove(t, overlapping, 4000);
});
