import { FlyingBodies } from "../../test/helpers/flyingBodies.ts";
import type { BenchRow } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { timeAgainst } from "../timeAgainst.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

/**
 * How much longer a step of 10,000 bodies takes than one of 100, by how much n log n grows. Boxes are found from poses and
 * velocities, and bodies move on, in both. What processors remember of the smaller scene, and memory that is farther away
 * for the larger one, count against the promise: there is no margin for them.
 */
function findGrowth(): number {
  const [few, many] = [100, 10_000];
  const [small, large] = [few, many].map((count) => new FlyingBodies(count));
  const repeat = (bodies: FlyingBodies, times: number) => () => {
    for (let i = 0; i < times; i++) bodies.advance();
  };
  const steps = 10;
  const factor = many / few;
  const perBody = timeAgainst(repeat(large, steps), repeat(small, factor * steps), 30);
  return perBody / (Math.log(many) / Math.log(few));
}

export const rows: BenchRow[] = [
  {
    name: "collision/broad-phase/growth",
    unit: "n log n",
    promised: { max: 1 },
    kind: "speed",
    measure: findGrowth,
  },
  {
    name: "collision/broad-phase/1000-bodies",
    unit: "µs",
    // Twice the usual, for machines that are busy.
    promised: { max: 400 },
    kind: "speed",
    measure: () => {
      const bodies = new FlyingBodies(1000);
      return timeInterleaved(() => bodies.advance(), { calls: 30 });
    },
  },
  {
    name: "collision/broad-phase/allocation",
    unit: "B",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => {
      const bodies = new FlyingBodies(30);
      return findBytes(() => bodies.advance());
    },
  },
];
