import type { Observer } from "../assembly/Observer.ts";
import { describe, ModelError } from "../math/index.ts";
import type { EventSource } from "./EventSource.ts";

/** Evaluates a model as far as event functions need it, and reads them. */
export class SourceReader {
  /** The state at which they are read. */
  readonly y: Float64Array;
  private readonly observer: Observer;

  constructor(observer: Observer) {
    this.observer = observer;
    this.y = new Float64Array(observer.kernel.size);
  }

  /** Values of functions at the state in `y`. */
  calc(t: number, sources: readonly EventSource[], out: Float64Array): void {
    this.evaluate(t, sources);
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      out[i] = this.read(source, t);
      source.peak = Math.max(source.peak, Math.abs(out[i]) || 0);
    }
  }

  /** Evaluates the model at the state in `y` as far as the sources need it. */
  evaluate(t: number, sources: readonly EventSource[]): void {
    const { observer, y } = this;
    let withForces = false;
    for (let i = 0; i < sources.length; i++) {
      const needs = sources[i].getNeeds();
      if (needs === "everything") {
        observer.show(t, y);
        return;
      }
      withForces ||= needs === "multipliers";
    }
    observer.prepare(t, y, withForces, sources);
  }

  read(source: EventSource, t: number): number {
    const value = source.read(t);
    if (Number.isFinite(value) || (Number.isNaN(value) && source.canSleep())) return value;
    const failure = source.contact?.failure;
    throw new ModelError(
      failure
        ? `${source.contact?.label}: ${failure} (t = ${t} s)`
        : `${source.label} is ${describe(value)} at t = ${t} s; it has to be a finite number everywhere`,
    );
  }
}
