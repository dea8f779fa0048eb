export { type Followed, followReports, type ReportReader } from "./followReports.ts";
export { createRunReader, type FollowedRun, followRun, type KnownRun } from "./followRun.ts";
export { type FollowedTask, followTask } from "./followTask.ts";
export type { ServerPort, TaskAnswer, TaskRequest, WorkerLike } from "./protocol.ts";
export { type RunCounts, type RunParts, takeParts } from "./runParts.ts";
export { serveTasks, type Task, type TaskContext } from "./serveTasks.ts";
export { type Model, type ModelFunction, simulateModel } from "./simulateModel.ts";
export { TaskClient, type TaskClientOptions, type TaskHandle, type TaskReader } from "./TaskClient.ts";
