import { findTumble } from "../../../notebooks/models/polhodes.ts";
import {
  createTumbling,
  findMoments,
  measureTumble,
  type TumblingParameters,
} from "../../../notebooks/models/tumbling.ts";
import { isClose } from "../compare.ts";
import { compareFact } from "./compareFact.ts";
import type { PageCheck } from "./PageCheck.ts";

const START: TumblingParameters = {
  shape: "T-handle",
  length: 0.4,
  width: 0.25,
  thickness: 0.06,
  x: 0.05,
  y: 6,
  z: 0.05,
  tolerance: 1e-9,
  isNegative: false,
};

export const tumbling: PageCheck = {
  name: "tumbling",
  texts: ["Quaternions and a tumbling body", "What should not change", "Euler’s equations", "bodyAngularVelocity"],
  canvases: 1,
  async check(notebook, t) {
    const compare = async (parameters: TumblingParameters) => {
      const { system, options } = createTumbling(parameters);
      const moments = findMoments(parameters);
      const measured = measureTumble(system.simulateSync(options), moments);
      await compareFact(notebook, t, { name: "period measured", value: measured });
      await compareFact(notebook, t, { name: "moment about y", value: moments[1], tolerance: 1e-16 });
      const exact = findTumble(moments, [parameters.x, parameters.y, parameters.z]);
      await compareFact(notebook, t, { name: "period by elliptic integral", value: exact, tolerance: 1e-13 });
      isClose(t, measured / exact, 1, 1e-7);
    };
    await compare(START);
    await notebook.choose("Body", "brick");
    await compare({ ...START, shape: "brick" });
    await notebook.setRange("Spin about y (rad/s)", -9);
    await compare({ ...START, shape: "brick", y: -9 });
    // At rest nothing has a period.
    for (const axis of ["x", "y", "z"]) await notebook.setRange(`Spin about ${axis} (rad/s)`, 0);
    t.is(await notebook.readFact("period measured"), Number.NaN);
    t.is(await notebook.readFact("period by elliptic integral"), Number.POSITIVE_INFINITY);
  },
};
