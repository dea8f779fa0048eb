/** Lets the event loop turn once. */
export interface Pause {
  rest(): Promise<void>;
  close(): void;
}

/** Node has a call of its own for this; pages throttle timers, but not messages. */
export function createPause(): Pause {
  const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => unknown };
  if (setImmediate) return { rest: () => new Promise((resolve) => void setImmediate(resolve)), close: () => {} };
  const channel = new MessageChannel();
  return {
    rest: () =>
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
