import test from "ava";
import { isAbove, isAtMost } from "../helpers/compare.ts";
import { measureHulls } from "../helpers/measureDistance.ts";

test("10,000 pairs of polyhedra, touching and degenerate ones too, against trying everything", (t) => {
  const { distance, consistency, worst, fallbacks, failures, overlapping } = measureHulls(10_000);
  // Rounding, magnified by needles a thousand times longer than wide; promised are 1e-9.
  isAtMost(t, distance, 1e-13, worst);
  isAtMost(t, consistency, 1e-13);
  t.is(failures, 0);
  t.is(fallbacks, 0);
  isAbove(t, overlapping, 4000);
});
