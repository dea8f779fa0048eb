import type { BenchRow } from "../../bench/BenchRow.ts";
import { rows as allocation } from "../../bench/rows/allocation.ts";
import { rows as analysis } from "../../bench/rows/analysis.ts";
import { rows as benchmarks } from "../../bench/rows/benchmarks.ts";
import { rows as bondgraphPictures } from "../../bench/rows/bondgraphPictures.ts";
import { rows as bondgraphs } from "../../bench/rows/bondgraphs.ts";
import { rows as broadPhase } from "../../bench/rows/broadPhase.ts";
import { rows as chain } from "../../bench/rows/chain.ts";
import { rows as contacts } from "../../bench/rows/contacts.ts";
import { rows as events } from "../../bench/rows/events.ts";
import { rows as exports } from "../../bench/rows/exports.ts";
import { rows as jointImpacts } from "../../bench/rows/jointImpacts.ts";
import { rows as loops } from "../../bench/rows/loops.ts";
import { rows as omniwheel } from "../../bench/rows/omniwheel.ts";
import { rows as orders } from "../../bench/rows/orders.ts";
import { rows as overlaps } from "../../bench/rows/overlaps.ts";
import { rows as proportion } from "../../bench/rows/proportion.ts";
import { rows as stiff } from "../../bench/rows/stiff.ts";
import { rows as surfaces } from "../../bench/rows/surfaces.ts";
import { rows as trackedSystems } from "../../bench/rows/trackedSystems.ts";
import { rows as trackers } from "../../bench/rows/trackers.ts";
import { rows as vehicles } from "../../bench/rows/vehicles.ts";
import { testPromises } from "../helpers/testPromises.ts";

const all: BenchRow[] = [
  ...allocation,
  ...analysis,
  ...benchmarks,
  ...bondgraphPictures,
  ...bondgraphs,
  ...broadPhase,
  ...chain,
  ...contacts,
  ...events,
  ...exports,
  ...jointImpacts,
  ...loops,
  ...omniwheel,
  ...orders,
  ...overlaps,
  ...proportion,
  ...stiff,
  ...surfaces,
  ...trackedSystems,
  ...trackers,
  ...vehicles,
];

testPromises(all);
