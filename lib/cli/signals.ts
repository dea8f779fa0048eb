/** Signals that ask a process to end, with the exit codes that shells know. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof CODES;

const handlers = Object.entries(CODES).map(([signal, code]) => [signal as Signal, () => process.exit(code)] as const);

/**
 * Ends the process with an exit code when the event loop turns next, which runs let it do: never in the middle of writing
 * files.
 */
export function endOnSignals(): void {
  for (const [signal, handler] of handlers) process.on(signal, handler);
}

/** While a module of the user's runs, signals end the process at once: it may never let the event loop turn. */
export async function withoutHandlers<T>(work: () => Promise<T>): Promise<T> {
  const installed = handlers.filter(([signal, handler]) => process.listeners(signal).includes(handler));
  for (const [signal, handler] of installed) process.off(signal, handler);
  try {
    return await work();
  } finally {
    for (const [signal, handler] of installed) process.on(signal, handler);
  }
}
