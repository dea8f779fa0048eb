import { createSteps, Heap, measureMoreauOrder, measurePour, measureWall } from "../../test/helpers/measureMoreau.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { createHeapPeer } from "../mujocoPeers.ts";
import { once } from "../once.ts";
import { timeAgainst } from "../timeAgainst.ts";
import { yardstick } from "../timeInterleaved.ts";

const heap = once(() => new Heap(1000));
const pour = once(() => measurePour(200, 200, 1, 4));

const accuracy = (name: string, unit: string, promised: BenchRow["promised"], measure: () => number): BenchRow => ({
  name: `collision/moreau/${name}`,
  unit,
  promised,
  kind: "accuracy",
  measure,
});

/** Time of the processor for a step of the heap, ms: the best of many rounds, since a step is too long to be left alone. */
function timeStep(): Timing {
  const [rounds, steps, calls] = [40, 5, 500];
  let best = Number.POSITIVE_INFINITY;
  let unit = Number.POSITIVE_INFINITY;
  const time = (count: number, work: () => void): number => {
    const { user } = process.cpuUsage();
    for (let i = 0; i < count; i++) work();
    return (process.cpuUsage().user - user) / count / 1000;
  };
  for (let round = 0; round < rounds; round++) {
    unit = Math.min(unit, time(calls, yardstick));
    best = Math.min(
      best,
      time(steps, () => heap().advance()),
    );
  }
  return { value: best, ratio: best / unit };
}

export const rows: BenchRow[] = [
  accuracy("order/ball", "1", { min: 0.85 }, () => measureMoreauOrder("ball").order),
  accuracy("order/box", "1", { min: 0.85 }, () => measureMoreauOrder("box").order),
  accuracy("pour-200-200/speed", "m/s", { max: 0.01 }, () => pour().speed),
  accuracy("pour-200-200/overlap", "m", { max: 5e-5 }, () => pour().overlap),
  accuracy("wall-105/stands", "m", { max: 1e-3 }, () => measureWall(10)),
  accuracy("wall-105/falls", "m", { min: 0.5 }, () => measureWall(1, 10)),
  // Of a step itself, as with any method; contacts take none.
  accuracy("allocation", "B", { max: 200 }, () => findBytes(createSteps())),
  {
    name: "collision/moreau/heap-1000",
    unit: "ms",
    promised: { max: 5 },
    kind: "speed",
    measure: timeStep,
  },
  {
    name: "collision/moreau/heap-1000/mujoco",
    unit: "1",
    promised: { max: 1 },
    kind: "speed",
    // Time of a step by that of MuJoCo from the same heap.
    measure: async () => {
      const peer = await createHeapPeer(heap().balls);
      return timeAgainst(() => heap().advance(), peer, 5);
    },
  },
];
