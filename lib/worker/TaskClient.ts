import {
  callGiven,
  checkEntries,
  checkFunction,
  checkNotNegative,
  checkOptions,
  checkText,
  describe,
  explainThrown,
  getMessage,
  hasMethod,
  ModelError,
  refusePromise,
} from "../math/index.ts";
import type { TaskAnswer, TaskRequest, WorkerLike } from "./protocol.ts";

/** What a page does with the answers to a task. */
export interface TaskReader {
  /** An intermediate result. */
  report?(value: unknown): void;
  /** The task begins anew, since its worker died: what it reported so far comes again. */
  restart?(): void;
}

/** A task that was started. */
export interface TaskHandle {
  /** The result; fails with what the task threw. A cancelled task fails with an `AbortError`. */
  readonly result: Promise<unknown>;
  /** Sends something to the task while it works. */
  tell(message: unknown): void;
  cancel(): void;
}

export interface TaskClientOptions {
  /** How long a cancelled task may go on before its worker is replaced, ms. Default: 1000. */
  patience?: number;
}

const OWNER = "TaskClient";
/** What timers can hold, ms. */
const LONGEST_WAIT = 2 ** 31 - 1;

interface OpenTask {
  request: Extract<TaskRequest, { kind: "start" }>;
  reader: TaskReader;
  resolve(value: unknown): void;
  reject(error: Error): void;
  isCancelled: boolean;
  /** Whether a worker died with it once. */
  wasRestarted: boolean;
}

/**
 * A page's side of a worker that serves tasks. The worker is made at the first task. If it dies it is replaced, and its tasks
 * begin anew, each once; those with which a worker dies again fail.
 */
export class TaskClient {
  private readonly createWorker: () => WorkerLike;
  private readonly patience: number;
  private readonly open = new Map<number, OpenTask>();
  private worker: WorkerLike | undefined;
  private count = 0;
  /** Whether the present worker has answered anything. */
  private hasAnswered = false;

  constructor(createWorker: () => WorkerLike, options: TaskClientOptions = {}) {
    checkFunction(OWNER, "what makes the worker", createWorker);
    checkOptions(OWNER, options, ["patience"]);
    this.createWorker = createWorker;
    this.patience = Math.min(LONGEST_WAIT, checkNotNegative(OWNER, "patience", options.patience ?? 1000));
  }

  /** Makes the worker before there is a task, so that its script is loaded meanwhile. */
  prepare(): this {
    this.getWorker(0);
    return this;
  }

  start(name: string, parameters: unknown, reader: TaskReader = {}): TaskHandle {
    checkText(OWNER, "the name of a task", name);
    checkEntries(OWNER, "the reader", reader, "an object such as { report: (value) => … }");
    for (const key of ["report", "restart"] as const) {
      const given = callGiven(OWNER, `${key} of the reader`, () => reader[key]);
      if (given !== undefined) checkFunction(`${OWNER}, reader`, key, given);
    }
    const id = ++this.count;
    const request = { id, kind: "start", name, parameters } as const;
    const result = new Promise<unknown>((resolve, reject) => {
      this.open.set(id, { request, reader, resolve, reject, isCancelled: false, wasRestarted: false });
    });
    // Who does not look at the result has lost nothing when the task is cancelled.
    result.catch(() => {});
    this.send(request);
    return {
      result,
      tell: (message) => {
        if (this.open.has(id)) this.send({ id, kind: "tell", message });
      },
      cancel: () => this.cancel(id),
    };
  }

  /** Ends the worker and all tasks. */
  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const id of [...this.open.keys()]) this.settle(id, (task) => task.reject(createAbort()));
  }

  private send(request: TaskRequest): void {
    const worker = this.getWorker(request.id);
    try {
      worker?.postMessage(request);
    } catch (cause) {
      const message = `this cannot be sent to the worker: ${getMessage(cause)}; send numbers, texts, lists and plain objects`;
      if (request.kind === "tell") throw new ModelError(message, { cause });
      this.settle(request.id, (task) => task.reject(new ModelError(message, { cause })));
    }
  }

  /** The worker, made if there is none; if that fails, so does the task. */
  private getWorker(id: number): WorkerLike | undefined {
    if (this.worker) return this.worker;
    let worker: WorkerLike;
    try {
      const made: unknown = this.createWorker();
      refusePromise(OWNER, "what makes the worker", made);
      worker = checkWorker(made as WorkerLike);
    } catch (cause) {
      const message = `the worker cannot be made: ${getMessage(cause)}; check its address, and that the page may load it`;
      this.settle(id, (task) => task.reject(new ModelError(message, { cause })));
      return undefined;
    }
    this.hasAnswered = false;
    worker.addEventListener("message", ({ data }) => {
      if (worker !== this.worker) return;
      this.hasAnswered = true;
      this.read(data);
    });
    for (const type of ["error", "messageerror"] as const) {
      worker.addEventListener(type, ({ message }) => {
        if (worker === this.worker) this.bury(message);
      });
    }
    this.worker = worker;
    return worker;
  }

  private read(answer: TaskAnswer): void {
    const task = this.open.get(answer?.id);
    if (!task) return;
    if (answer.kind === "report") {
      if (!task.isCancelled) this.call(answer.id, task, "report", answer.value);
      return;
    }
    this.settle(answer.id, ({ resolve, reject }) => {
      if (answer.kind === "done") resolve(answer.value);
      else reject(Object.assign(new Error(answer.message), { name: answer.name }));
    });
  }

  /** Calls a function of the reader's; a task whose reader fails is of no use. */
  private call(id: number, task: OpenTask, what: "report" | "restart", value?: unknown): void {
    try {
      task.reader[what]?.(value);
    } catch (cause) {
      task.reject(explainThrown(`${OWNER}, task ${describe(task.request.name)}`, what, cause));
      this.cancel(id);
    }
  }

  private settle(id: number, settle: (task: OpenTask) => void): void {
    const task = this.open.get(id);
    if (!task) return;
    this.open.delete(id);
    if (task.isCancelled) task.reject(createAbort());
    else settle(task);
  }

  private cancel(id: number): void {
    const task = this.open.get(id);
    if (!task || task.isCancelled) return;
    task.isCancelled = true;
    this.send({ id, kind: "cancel" });
    setTimeout(() => {
      if (this.open.has(id)) this.replace();
    }, this.patience);
  }

  /** The worker died. */
  private bury(cause: string | undefined): void {
    const reason = cause ? ` (${cause})` : "";
    const message = this.hasAnswered
      ? `the worker stopped twice${reason}; change the model, or reload the page and try again`
      : `the worker stopped twice before it answered${reason}; its script may be missing or may not load: check its address and what it imports, or reload the page`;
    for (const [id, task] of [...this.open]) {
      if (task.wasRestarted) this.settle(id, ({ reject }) => reject(new Error(message)));
      task.wasRestarted = true;
    }
    this.replace();
  }

  /** A new worker does what is still wanted. */
  private replace(): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const [id, task] of [...this.open]) {
      if (task.isCancelled) {
        this.settle(id, () => {});
        continue;
      }
      this.call(id, task, "restart");
      this.send(task.request);
    }
  }
}

function checkWorker(worker: WorkerLike): WorkerLike {
  for (const key of ["postMessage", "addEventListener", "terminate"] as const) {
    if (hasMethod(worker, key)) continue;
    throw new ModelError(`${OWNER}: the function made ${describe(worker)}, which has no ${key}; return a Worker`);
  }
  return worker;
}

const createAbort = () => Object.assign(new Error("the task was cancelled"), { name: "AbortError" });
