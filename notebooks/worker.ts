import { type Model, type ModelFunction, serveTasks, simulateModel, type Task } from "../lib/worker/index.ts";
import { models } from "./models/index.ts";
import { tasks } from "./tasks/index.ts";

const runs: Record<string, Task> = {};
for (const [name, load] of Object.entries(models)) {
  runs[name] = simulateModel(async (parameters: never) => {
    const create = (await load()) as ModelFunction<never, Model>;
    return create(parameters);
  });
}
serveTasks({ ...runs, ...tasks });
