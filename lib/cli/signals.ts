/** Signals that ask a process to end, with the exit codes that shells know. */
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof CODES;

/** What is at work and can be stopped with what it has computed so far. */
let running: AbortController | undefined;

const handlers = (Object.keys(CODES) as Signal[]).map((signal) => [signal, () => interrupt(signal)] as const);

function interrupt(signal: Signal): void {
  if (running && !running.signal.aborted) running.abort(signal);
  else process.exit(CODES[signal]);
}

/**
 * Stops what is `interruptible`, or ends the process with an exit code, when the event loop turns next, which runs let it do:
 * never in the middle of writing files. A second signal ends the process in any case.
 */
export function endOnSignals(): void {
  for (const [signal, handler] of handlers) process.on(signal, handler);
}

/** Work that gets a signal to stop, with the name of what was sent to the process as its reason. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  running = controller;
  try {
    return await work(controller.signal);
  } finally {
    running = undefined;
  }
}

/** The exit code for the reason of an interruption; undefined if it was none. */
export function findSignalCode(reason: unknown): number | undefined {
  return typeof reason === "string" && Object.hasOwn(CODES, reason) ? CODES[reason as Signal] : undefined;
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
