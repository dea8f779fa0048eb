/** Milliseconds of work after which a run lets the event loop turn, so that pages and timers go on. */
export const YIELD_INTERVAL = 8;

/** Lets the event loop turn once each time it is asked to. */
export interface Yielder {
  yield(): Promise<void>;
  close(): void;
}

/** Node has a call of its own for this; pages throttle timers, but not messages. */
export function createYielder(): Yielder {
  const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => unknown };
  if (setImmediate) return { yield: () => new Promise((resolve) => void setImmediate(resolve)), close: () => {} };
  const channel = new MessageChannel();
  return {
    yield: () =>
      new Promise((resolve) => {
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(0);
      }),
    close: () => {
      channel.port1.close();
      channel.port2.close();
    },
  };
}
