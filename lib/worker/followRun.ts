import { checkFunction } from "../math/index.ts";
import { RunStore } from "../trajectory/RunStore.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { type Followed, followReports, type ReportReader } from "./followReports.ts";
import { appendParts } from "./runParts.ts";
import { checkModel, type Model, type ModelFunction, makeModel, type RunReport } from "./simulateModel.ts";
import type { TaskClient } from "./TaskClient.ts";

/** A run that a worker computes, as far as it is known. */
export interface FollowedRun<M extends Model> extends Followed {
  /** The page's own copy of the model; undefined if it was refused. */
  readonly model: M | undefined;
  /** Grows until the run has ended; undefined before its first point is known. */
  readonly run: Trajectory | undefined;
}

/**
 * Lets a worker run a model, whose task there has this name (see `simulateModel`), and follows it: the run grows with every
 * value. Leaving the loop cancels the run. A failure is a value, too: the last one, with all that was computed before.
 */
export function followRun<P, M extends Model>(
  client: TaskClient,
  name: string,
  create: ModelFunction<P, M>,
  parameters: P,
): AsyncIterableIterator<FollowedRun<M>> {
  checkFunction("followRun", "what makes the model", create);
  const prepare = async () => createRunReader(await makeModel("followRun", create, parameters));
  return followReports<KnownRun<M>>(client, { name, parameters }, { model: undefined, run: undefined }, prepare);
}

/** What is known of a run. */
export type KnownRun<M extends Model> = Pick<FollowedRun<M>, "model" | "run">;

/** Puts reports of a run together. */
export function createRunReader<M extends Model>(model: M): ReportReader<KnownRun<M>> {
  const observer = checkModel("followRun", model).system.getObserver();
  const reader = {
    known: { model, run: undefined } as KnownRun<M>,
    restart: () => {
      reader.known = { model, run: undefined };
    },
    read: ({ parts }: RunReport) => {
      const { denseVectors, statistics } = parts;
      const run =
        reader.known.run ??
        new Trajectory(observer, new RunStore(observer.stateNames, denseVectors, { ...statistics }));
      appendParts(run, parts);
      reader.known = { model, run };
    },
  };
  return reader;
}
