import { measureDeepOverlaps } from "../../test/helpers/deepOverlaps.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Nearly concentric ellipsoids with centres within 3 mm, and others that overlap less or not at all. */
export const rows: BenchRow[] = [
  { name: "deep", count: 1000, reach: 0.003 },
  { name: "any", count: 200, reach: 0.2 },
].flatMap(({ name, count, reach }): BenchRow[] => [
  {
    name: `tracker/overlap/${name}/refused`,
    unit: "1",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => measureDeepOverlaps(count, reach).refused,
  },
  {
    // The steps of the search by directions end at 1e-9, and the gap is flat there.
    name: `tracker/overlap/${name}/error`,
    unit: "m",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => measureDeepOverlaps(count, reach).error,
  },
]);
