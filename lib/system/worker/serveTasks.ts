import { findNearest } from "../../math/index.ts";
import type { ServerPort, TaskRequest } from "./protocol.ts";

/** What a task has to do with the page that started it. */
export interface TaskContext {
  /** Sends an intermediate result. */
  report(value: unknown): void;
  /** Aborted when the page no longer wants the result. */
  readonly signal: AbortSignal;
  /** Calls back with what the page tells the task while it works; what it told before somebody listens comes first. */
  listen(callback: (message: unknown) => void): void;
}

/** Work in a worker: parameters in, a result out; both have to survive a structured clone. */
// biome-ignore lint/suspicious/noExplicitAny: a list of tasks holds ones with parameters of any type
export type Task = (parameters: any, context: TaskContext) => unknown;

/**
 * Makes the worker that calls this do tasks for a page, each by its name. They share one thread: a long one has to breathe,
 * as `simulate` does.
 */
export function serveTasks(
  tasks: Readonly<Record<string, Task>>,
  port: ServerPort = globalThis as unknown as ServerPort,
): void {
  const open = new Map<number, { abort: AbortController; inbox: Inbox }>();

  const start = async ({ id, name, parameters }: Extract<TaskRequest, { kind: "start" }>) => {
    const abort = new AbortController();
    const inbox = new Inbox();
    open.set(id, { abort, inbox });
    const context: TaskContext = {
      report: (value) => port.postMessage({ id, kind: "report", value }),
      signal: abort.signal,
      listen: (callback) => inbox.listen(callback),
    };
    try {
      const value = await findTask(tasks, name)(parameters, context);
      port.postMessage({ id, kind: "done", value });
    } catch (error) {
      const { name = "Error", message = String(error) } = error instanceof Error ? error : {};
      port.postMessage({ id, kind: "failed", name, message });
    }
    open.delete(id);
  };

  port.addEventListener("message", ({ data }) => {
    if (data.kind === "start") void start(data);
    else if (data.kind === "cancel") open.get(data.id)?.abort.abort();
    else open.get(data.id)?.inbox.put(data.message);
  });
}

/** Messages to a task. They wait for the first listener. */
class Inbox {
  private readonly listeners: ((message: unknown) => void)[] = [];
  private waiting: unknown[] = [];

  put(message: unknown): void {
    if (this.listeners.length === 0) this.waiting.push(message);
    for (const listener of this.listeners) listener(message);
  }

  listen(callback: (message: unknown) => void): void {
    this.listeners.push(callback);
    for (const message of this.waiting) callback(message);
    this.waiting = [];
  }
}

function findTask(tasks: Readonly<Record<string, Task>>, name: string): Task {
  if (Object.hasOwn(tasks, name)) return tasks[name];
  const names = Object.keys(tasks);
  const near = findNearest(name, names);
  throw new Error(
    `the worker has no task "${name}"; ${near ? `did you mean "${near}"?` : `it has ${names.map((entry) => `"${entry}"`).join(", ")}`}`,
  );
}
