import { checkFunction, checkInstance, checkOptions, checkText, getMessage } from "../math/index.ts";
import { LatestValues } from "./LatestValues.ts";
import { TaskClient, type TaskHandle } from "./TaskClient.ts";

/** How far something is that a worker does. */
export interface Followed {
  readonly state: "running" | "done" | "cancelled" | "failed";
  /** The part that is done, 0 to 1. */
  readonly done: number;
  /** Why it failed. */
  readonly error?: Error;
  /** Stops it; what is known so far stays. The same function in all values of a task. */
  cancel(): void;
}

/** What is known so far, made of reports. */
export interface ReportReader<X> {
  known: X;
  read(report: never): void;
  /** The task begins anew. */
  restart(): void;
  /** Gets the task once it is started, to tell it something. */
  start?(task: TaskHandle): void;
}

/**
 * Follows a task whose reports are `{ done, … }`: each value says how far it is and what is known. Leaving the loop cancels
 * the task. A failure is a value, too: the last one, with all that was known before.
 */
export function followReports<X extends object>(
  client: TaskClient,
  task: { name: string; parameters: unknown },
  unknown: X,
  prepare: () => ReportReader<X> | Promise<ReportReader<X>>,
): AsyncIterableIterator<Followed & X> {
  const owner = "following a task";
  checkInstance(owner, "the client", client, TaskClient);
  checkOptions(`${owner}, task`, task, ["name", "parameters"]);
  checkText(owner, "the name of the task", task?.name);
  checkFunction(owner, "what prepares the reader", prepare);
  let isLeft = false;
  let cancel = () => {
    isLeft = true;
  };
  let known = unknown;
  let done = 0;
  const values = new LatestValues<Followed & X>(() => cancel());
  /** The same in all values: they tell one task from another by it. */
  const stop = () => cancel();
  const publish = (state: Followed["state"], error?: Error) =>
    values.push({ ...known, state, done, ...(error && { error }), cancel: stop });

  const follow = async () => {
    const reader = await prepare();
    if (isLeft) return;
    const handle = client.start(task.name, task.parameters, {
      restart: () => {
        reader.restart();
        done = 0;
      },
      report: (report) => {
        reader.read(report as never);
        known = reader.known;
        done = (report as { done: number }).done;
        publish("running");
      },
    });
    cancel = handle.cancel;
    reader.start?.(handle);
    await handle.result;
    done = 1;
    publish("done");
  };

  follow()
    .catch((cause: unknown) => {
      const error = cause instanceof Error ? cause : new Error(getMessage(cause), { cause });
      if (error.name === "AbortError") publish("cancelled");
      else publish("failed", error);
    })
    .finally(() => values.end());
  return values;
}
