/** Waits for so many turns of the event loop: whatever is on its way without a clock has come by then. */
export async function passTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until something is so, turn by turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await passTurns(1);
}
