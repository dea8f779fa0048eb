import { type Followed, followReports } from "./followReports.ts";
import type { TaskClient } from "./TaskClient.ts";

/** Something that a worker does, as far as it is known. */
export interface FollowedTask<T> extends Followed {
  /** What the task reported last; undefined before. */
  readonly value: T | undefined;
}

/**
 * Lets a worker do a task that reports `{ done, value }` now and then, and follows it. Leaving the loop cancels the task. A
 * failure is a value, too: the last one.
 */
export function followTask<T>(
  client: TaskClient,
  name: string,
  parameters: unknown,
): AsyncIterableIterator<FollowedTask<T>> {
  type Known = Pick<FollowedTask<T>, "value">;
  return followReports<Known>(client, { name, parameters }, { value: undefined }, () => {
    const reader = {
      known: { value: undefined } as Known,
      restart: () => {
        reader.known = { value: undefined };
      },
      read: ({ value }: { value: T }) => {
        reader.known = { value };
      },
    };
    return reader;
  });
}
