/**
 * Values that come one after the other, read by `for await`. Who reads slowly gets the newest value and misses those between.
 * Leaving the loop calls `cancel`.
 */
export class LatestValues<T> implements AsyncIterableIterator<T> {
  private readonly cancel: () => void;
  private waiting: { value: T } | undefined;
  private sleepers: (() => void)[] = [];
  private isOver = false;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  /** Gives a value to the reader. */
  push(value: T): void {
    this.waiting = { value };
    this.wake();
  }

  /** No more values come. */
  end(): void {
    this.isOver = true;
    this.wake();
  }

  private wake(): void {
    for (const wake of this.sleepers.splice(0)) wake();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (!this.waiting && !this.isOver) {
      await new Promise<void>((resolve) => this.sleepers.push(resolve));
    }
    const { waiting } = this;
    this.waiting = undefined;
    return waiting ? { value: waiting.value, done: false } : { value: undefined, done: true };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.waiting = undefined;
    if (!this.isOver) this.cancel();
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
