/** Thrown in the middle of a step where the caller's signal is seen to be aborted. */
export class Cancelled extends Error {}

/** Throws once the signal is aborted; undefined if there is none to look at. */
export function createCancelCheck(signal: AbortSignal | undefined): (() => void) | undefined {
  return (
    signal &&
    (() => {
      if (signal.aborted) throw new Cancelled();
    })
  );
}
