import { compareLoops } from "../../test/helpers/compareLoops.ts";
import { compareTrees } from "../../test/helpers/compareTrees.ts";
import { measureScenes } from "../../test/helpers/randomScenes.ts";
import type { BenchRow } from "../BenchRow.ts";

const SCENE_TOLERANCE = 1e-6;

let scenes: ReturnType<typeof measureScenes> | undefined;
/** A thousand random contact scenes; both rows take them from the same runs. */
const findScenes = () => {
  scenes ??= measureScenes(0, 1000, SCENE_TOLERANCE);
  return scenes;
};

/** Accelerations and reactions of seeded random models over all joint types, against a dense solve in other coordinates. */
export const rows: BenchRow[] = [
  {
    name: "random-trees/10000/worst-error",
    unit: "1",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => compareTrees(1, 10_000).worst.largest,
  },
  {
    // Where rows are redundant, the resultant reactions on each body.
    name: "random-loops/2000/worst-error",
    unit: "1",
    promised: { max: 1e-8 },
    kind: "accuracy",
    measure: () => compareLoops(2000).worst.largest,
  },
  {
    name: "contact/scenes-1000/energy-growth-over-tolerance",
    unit: "1",
    promised: { max: 100 },
    kind: "accuracy",
    measure: () => findScenes().growth / SCENE_TOLERANCE,
  },
  {
    name: "contact/scenes-1000/overlap",
    unit: "m",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => findScenes().overlap,
  },
];
