import type { BenchRow } from "../BenchRow.ts";
import { createChain } from "../models.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

export const rows: BenchRow[] = [
  {
    name: "assembly/chain-1000",
    unit: "ms",
    promised: { max: 50 },
    kind: "speed",
    measure: () => {
      const system = createChain(1000);
      return timeInterleaved(
        () => {
          system.forgetAssembly();
          system.assemble();
        },
        { calls: 1, rounds: 40, unit: "ms" },
      );
    },
  },
  {
    // Spanning trees searched by a second run of the same model.
    name: "assembly/second-run",
    unit: "1",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => {
      const system = createChain(10);
      const count = () => system.assemble().searches;
      system.simulateSync({ until: 0.01 }).last.show();
      const before = count();
      system.simulateSync({ until: 0.01 }).last.show();
      return count() - before;
    },
  },
];
