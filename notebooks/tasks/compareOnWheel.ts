import { compareOnTestbench, type TestbenchComparison, type TestbenchComparisonOptions } from "../../lib/index.ts";
import type { Task } from "../../lib/worker/index.ts";
import { describeBench, type OmniwheelParameters } from "../models/omniwheel.ts";

/** Time between two reports, ms. */
const EVERY = 200;

export interface WheelComparisonParameters extends OmniwheelParameters {
  /** Of the runs. */
  tolerance: number;
}

/** The comparison, and why the general trackers are not in it, if one of them lost the point. */
export interface WheelComparison extends TestbenchComparison {
  failure?: string;
}

/**
 * The motion of the wheel with every tracker; what is known is reported part by part. Where a general tracker fails, as it
 * may on rollers that are nearly pointed, those made for the wheel are compared alone.
 */
export const compareOnWheel: Task = async (parameters: WheelComparisonParameters, { report, signal }) => {
  let last = Number.NEGATIVE_INFINITY;
  const compare = async (
    choice: Pick<TestbenchComparisonOptions, "trackers">,
    more: Pick<WheelComparison, "failure">,
  ) => {
    const send = (done: number, value: TestbenchComparison) =>
      report({ done, value: { ...value, ...more } satisfies WheelComparison });
    const comparison = await compareOnTestbench({
      ...describeBench(parameters),
      ...{ ...choice, tolerance: parameters.tolerance, samples: 400, signal },
      progress: (done, _t, known) => {
        if (performance.now() - last < EVERY) return;
        send(done, known());
        last = performance.now();
      },
    });
    send(1, comparison);
  };
  try {
    await compare({}, {});
  } catch (error) {
    if (signal.aborted) throw error;
    await compare({ trackers: ["explicit", "implicit"] }, { failure: (error as Error).message });
  }
};
