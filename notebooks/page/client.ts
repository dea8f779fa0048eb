import {
  type FollowedRun,
  type FollowedTask,
  followRun,
  followTask,
  type Model,
  type ModelFunction,
  TaskClient,
} from "../../lib/worker/index.ts";
import { models } from "../models/index.ts";
import type { tasks } from "../tasks/index.ts";

/** The worker of this page. */
export const client = new TaskClient(
  () => new Worker(new URL("../worker.ts", import.meta.url), { type: "module", name: "multibond" }),
).prepare();

/** What a page knows of the run of a model. */
export type Result = FollowedRun<Model>;

/** Lets the worker run a model: a cell that is this has one value after the other, and cancels the run when it starts anew. */
export function follow(name: keyof typeof models, parameters: object): AsyncIterableIterator<Result> {
  const create = async (given: object) => {
    const make = (await models[name]()) as ModelFunction<object, Model>;
    return make(given);
  };
  return followRun(client, name, create, parameters);
}

/** The same for a task that is no run of a system. */
export function followOther<T>(name: keyof typeof tasks, parameters: object): AsyncIterableIterator<FollowedTask<T>> {
  return followTask<T>(client, name, parameters);
}
