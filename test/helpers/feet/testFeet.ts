import test from "ava";
import { isAtMost } from "../compare.ts";
import { AGREEMENT, measureThrows, TOLERANCE } from "./ellipsoids.ts";
import type { FootedKind } from "./FootedBody.ts";
import { measureManyFeet } from "./measureFeet.ts";

/** Bodies on feet of all kinds, seeds `from` to `to − 1`: at rest they stick, within their limits, and do not creep. */
export function testFeet(from: number, to: number, kinds: readonly FootedKind[]): void {
  for (const kind of kinds) {
    test(`${kind}: what comes to rest sticks within its limits and does not creep, starts ${from} to ${to - 1}`, (t) => {
      const { seeds, ...found } = measureManyFeet(kind, from, to);
      t.log(JSON.stringify(found));
      t.deepEqual(seeds.failed, [], "runs that stopped");
      t.is(found.moving, 0, "runs that have not come to rest");
      t.deepEqual(seeds.slipping, [], "runs with a foot in slip at rest");
      t.deepEqual(seeds.beyond, [], "runs with a force beyond its limit");
      // Rounding of positions of some metres.
      isAtMost(t, found.creep, 1e-12, `seed ${seeds.creep}`);
      isAtMost(t, found.evaluations, 3000, `seed ${seeds.evaluations}`);
    });
  }
}

/** Thrown ellipsoids, seeds `from` to `to − 1`: few changes of slip, and the end as finer runs say. */
export function testThrows(from: number, to: number): void {
  test(`thrown ellipsoids do not chatter and end where finer runs do, throws ${from} to ${to - 1}`, (t) => {
    const { seeds, ...found } = measureThrows(from, to);
    t.log(JSON.stringify(found));
    t.deepEqual(seeds.failed, [], "runs that stopped");
    isAtMost(t, found.slipEvents, 10, `seed ${seeds.slipEvents}`);
    isAtMost(t, found.error, AGREEMENT * TOLERANCE, `seed ${seeds.error}`);
    // Few throws are so sensitive that fine runs differ; else nothing would be compared.
    isAtMost(t, to - from - found.comparable, 0.2 * (to - from));
  });
}
