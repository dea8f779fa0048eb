import {
  checkEntries,
  checkFunction,
  describe,
  findNearest,
  getMessage,
  hasMethod,
  ModelError,
} from "../math/index.ts";
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
 * Makes the worker that calls this do tasks for a page, each by its name. They share one thread: a long one has to yield to
 * the event loop, as `simulate` does.
 */
export function serveTasks(
  tasks: Readonly<Record<string, Task>>,
  port: ServerPort = globalThis as unknown as ServerPort,
): void {
  checkTasks(tasks, port);
  const open = new Map<number, { abort: AbortController; inbox: Inbox }>();
  const fail = (id: number, error: unknown) => {
    const name = error instanceof Error ? error.name : "Error";
    port.postMessage({ id, kind: "failed", name, message: getMessage(error) });
    open.delete(id);
  };

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
      fail(id, error);
    }
    open.delete(id);
  };

  port.addEventListener("message", ({ data }) => {
    // A page may send other things, too.
    const task = open.get(data?.id);
    if (data?.kind === "start") void start(data);
    else if (data?.kind === "cancel") task?.abort.abort();
    else if (data?.kind === "tell") {
      try {
        task?.inbox.put(data.message);
      } catch (error) {
        task?.abort.abort();
        fail(data.id, error);
      }
    }
  });
}

function checkTasks(tasks: unknown, port: ServerPort): void {
  for (const [name, task] of checkEntries(
    "serveTasks",
    "tasks",
    tasks,
    "an object such as { run: simulateModel(create) }",
  )) {
    checkFunction("serveTasks", `task ${describe(name)}`, task);
  }
  if (hasMethod(port, "postMessage") && hasMethod(port, "addEventListener")) return;
  throw new ModelError(
    `serveTasks: the port is ${describe(port)}, which cannot send or receive messages; call it in a worker, or give a MessagePort`,
  );
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
    checkFunction("listen", "the callback", callback);
    this.listeners.push(callback);
    for (const message of this.waiting) callback(message);
    this.waiting = [];
  }
}

function findTask(tasks: Readonly<Record<string, Task>>, name: string): Task {
  if (Object.hasOwn(tasks, name)) return tasks[name];
  const names = Object.keys(tasks);
  const near = typeof name === "string" ? findNearest(name, names) : undefined;
  throw new ModelError(
    `the worker has no task ${describe(name)}; ${near ? `did you mean "${near}"?` : `it has ${names.map((entry) => `"${entry}"`).join(", ")}`}`,
  );
}
