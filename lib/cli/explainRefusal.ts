import { ModelError } from "../math/index.ts";
import { UsageError } from "./Command.ts";

/** What a model refuses is a wrong call. A module of the user's may use another copy of the library, with other classes. */
export async function explainRefusal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ModelError) && (cause as Error)?.name !== "ModelError") throw cause;
    throw new UsageError((cause as Error).message, { cause });
  }
}
