/** What a page sends to its worker. */
export type TaskRequest =
  | { id: number; kind: "start"; name: string; parameters: unknown }
  | { id: number; kind: "tell"; message: unknown }
  | { id: number; kind: "cancel" };

/** What the worker answers. */
export type TaskAnswer =
  | { id: number; kind: "report"; value: unknown }
  | { id: number; kind: "done"; value: unknown }
  | { id: number; kind: "failed"; name: string; message: string };

/** The side of a channel that a worker has: its global scope, or a port. */
export interface ServerPort {
  postMessage(message: TaskAnswer): void;
  addEventListener(type: "message", listener: (event: { data: TaskRequest }) => void): void;
}

/** The side that a page has: a `Worker`, or what behaves like one. */
export interface WorkerLike {
  postMessage(message: TaskRequest): void;
  addEventListener(type: "message", listener: (event: { data: TaskAnswer }) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: { message?: string }) => void): void;
  terminate(): void;
}
