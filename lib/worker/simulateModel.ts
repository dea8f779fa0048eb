import { checkFunction, describe, explainThrown, ModelError } from "../math/index.ts";
import type { SimulateOptions } from "../simulation/SimulateOptions.ts";
import { System } from "../system/System.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";
import { type RunParts, takeParts } from "./runParts.ts";
import type { Task } from "./serveTasks.ts";

/** A system and how it is to be run. */
export interface Model {
  system: System;
  options: Omit<SimulateOptions, "progress" | "signal" | "from"> & { from?: number };
}

/** Makes a model of parameters. Called in the worker, which runs it, and in the page, which reads the run. */
export type ModelFunction<P, M extends Model> = (parameters: P) => M | Promise<M>;

/** A report of a run: how far it is, and what it has gained. */
export interface RunReport {
  done: number;
  parts: RunParts;
}

/** Time between two reports, ms; the first ones come sooner. */
const EVERY = 100;
const SOON = 10;

/** Lets the function of the user's make a model. */
export async function makeModel<P, M extends Model>(
  owner: string,
  create: ModelFunction<P, M>,
  parameters: P,
): Promise<M> {
  try {
    return await create(parameters);
  } catch (cause) {
    throw explainThrown(owner, "what makes the model", cause);
  }
}

/** Refuses what a function has made that is no model. */
export function checkModel<M extends Model>(owner: string, model: M): M {
  if (isModel(model)) return model;
  throw new ModelError(
    `${owner}: the function made ${describe(model)}; it has to return { system, options: { until: … } }`,
  );
}

function isModel(model: Model): boolean {
  try {
    return model.system instanceof System && typeof model.options === "object" && model.options !== null;
  } catch {
    return false;
  }
}

/** The task that runs a model and reports what it computes. What is computed before a failure is reported as well. */
export function simulateModel<P>(create: ModelFunction<P, Model>): Task {
  checkFunction("simulateModel", "what makes the model", create);
  return async (parameters: P, { report, signal }) => {
    const { system, options } = checkModel("simulateModel", await makeModel("simulateModel", create, parameters));
    const counts = { points: 0, steps: 0, modeLists: 0, events: 0 };
    const send = (run: Trajectory, done: number) => report({ done, parts: takeParts(run, counts) } satisfies RunReport);
    let [last, wait] = [performance.now(), SOON];
    const progress = (done: number, _t: number, run: Trajectory) => {
      if (performance.now() - last < wait) return;
      send(run, done);
      wait = Math.min(EVERY, 2 * wait);
      last = performance.now();
    };
    try {
      const run = await system.simulate({ ...options, progress, signal });
      send(run, 1);
    } catch (error) {
      if (error instanceof SimulationError && !signal.aborted) {
        const { trajectory } = error;
        const { from = 0, until } = options;
        send(trajectory, (trajectory.end - from) / (until - from));
      }
      throw error;
    }
  };
}
