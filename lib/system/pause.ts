/** Lets the event loop turn once. Timers are throttled in pages; messages are not. */
export interface Pause {
  rest(): Promise<void>;
  close(): void;
}

export function createPause(): Pause {
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
