import type { BenchRow } from "../BenchRow.ts";
import { calcSize, findSite, listNotebooks, timeFirstResult, timeFrame } from "../measurePages.ts";

/** Two seconds from opening to the first result, and thirty frames a second. */
const OPENING = 2000;
const FRAME = 1000 / 30;

export const rows: BenchRow[] = [
  {
    name: "notebooks/site",
    unit: "MB",
    promised: { max: 15 },
    kind: "size",
    measure: () => calcSize(findSite()) / 1e6,
  },
  ...listNotebooks().flatMap((name): BenchRow[] => [
    {
      name: `notebooks/${name}/first-result`,
      unit: "ms",
      promised: { max: OPENING },
      kind: "speed",
      measure: () => timeFirstResult(name),
    },
    {
      name: `notebooks/${name}/frame`,
      unit: "ms",
      promised: { max: FRAME },
      kind: "speed",
      measure: () => timeFrame(name),
    },
  ]),
];
