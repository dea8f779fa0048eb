import type { Assembly } from "../assembly/Assembly.ts";
import { ModelError } from "../math/index.ts";
import { type RunEvent, RunStore } from "../trajectory/RunStore.ts";
import { hasFixedSteps } from "./MethodChoice.ts";
import { MOST_POINTS, type RunSettings } from "./SimulateOptions.ts";
import type { Stepping } from "./Stepping.ts";

/** Writes a run down: points at steps or samples, dense output, events, what it cost. */
export class Recorder {
  readonly store: RunStore;
  private readonly settings: RunSettings;
  /** Called for each sample; throws where the run is to stop. */
  private readonly check: (() => void) | undefined;
  private y: Float64Array;
  /** What the segments before the present one have cost, and the methods they used. */
  private past = { steps: 0, rejected: 0, evaluations: 0, methods: [] as string[] };
  /** The number of the next sample, at a multiple of `every` after the start. */
  private nextSample = 1;

  /** `notes` is kept, not copied: the run goes on adding to it. */
  constructor(
    settings: RunSettings,
    stateNames: readonly string[],
    { name, denseVectors }: { name: string; denseVectors: number },
    notes: string[],
    check?: () => void,
  ) {
    this.settings = settings;
    this.check = check;
    this.y = new Float64Array(stateNames.length);
    const isFixed = hasFixedSteps(settings.method);
    this.store = new RunStore(stateNames, denseVectors, {
      method: name,
      absolute: isFixed ? Number.NaN : settings.absolute,
      relative: isFixed ? Number.NaN : settings.relative,
      steps: 0,
      rejected: 0,
      evaluations: 0,
      redundancy: 0,
    });
    this.store.notes = notes;
  }

  addPoint(t: number, y: Float64Array, modes: readonly string[]): void {
    this.store.addPoint(t, y, modes);
  }

  /** The run goes on with another assembly, and another stepper than that of `stepping`. */
  beginSegment(assembly: Assembly, stepping: Stepping): void {
    this.updateStatistics(stepping);
    const { steps, rejected, evaluations, method } = this.store.statistics;
    this.past = { steps, rejected, evaluations, methods: method.split(", ") };
    this.store.beginSegment(assembly);
    this.y = new Float64Array(assembly.stateNames.length);
  }

  /** The step just taken, in the modes that held in it, as far as `end`: its dense output, and samples before `end`. */
  addStep(stepping: Stepping, end: number, modes: readonly string[]): void {
    const { store } = this;
    if (store.points.length > MOST_POINTS) {
      throw new ModelError(
        `it has stored ${MOST_POINTS} points, and more would not fit; give every and dense: false, loosen the tolerance, or ` +
          "run it in parts",
      );
    }
    if (this.settings.dense) {
      const { stepper } = stepping;
      // A method with fewer vectors leaves the last ones zero.
      const coefficients = new Float64Array(store.denseVectors * stepper.size);
      stepper.copyDense(coefficients, 0);
      store.addStep(stepper.tOld, stepper.h, end, coefficients, modes);
    }
    this.addSamples(stepping, end, modes);
  }

  /** Points at multiples of `every` before `end`. */
  private addSamples(stepping: Stepping, end: number, modes: readonly string[]): void {
    const { every, from, until } = this.settings;
    if (every === undefined) return;
    for (;;) {
      const t = from + this.nextSample * every;
      // The end is stored anyway: no sample a rounding error before it.
      if (t >= end || t >= until - 1e-9 * every) return;
      this.check?.();
      stepping.readState(t, this.y);
      this.store.addPoint(t, this.y, modes);
      this.nextSample++;
    }
  }

  /** The end of a step without an event: a point where every step is one, and at the end of the run. */
  addEnd({ stepper: { t, y } }: Stepping, modes: readonly string[]): void {
    const { every, until } = this.settings;
    if (every === undefined || t >= until) this.store.addPoint(t, y, modes);
  }

  /** Events of one instant, and the state after them. */
  addEvents(events: readonly RunEvent[], t: number, y: Float64Array, modes: readonly string[]): void {
    const { store, settings } = this;
    for (const event of events) store.addEvent(event);
    store.addPoint(t, y, modes);
    if (settings.from + this.nextSample * (settings.every ?? Number.POSITIVE_INFINITY) === t) this.nextSample++;
  }

  /** With `every`, the last accepted step may lie beyond the last stored point: what was computed is not lost. */
  addLast({ stepper: { t, y } }: Stepping, modes: readonly string[]): void {
    const { store } = this;
    const last = store.points[store.points.length - 1];
    if (!last || !(t > last.t)) return;
    // A step that failed before its dense output was stored can be read nowhere but at its end: it is left out.
    if (this.settings.dense && store.steps[store.steps.length - 1]?.end !== t) return;
    store.addPoint(t, y, modes);
  }

  /** What the run has cost so far. */
  updateStatistics({ choice, stepper, problem }: Stepping): void {
    const { past } = this;
    const { statistics } = this.store;
    statistics.method = [...new Set([...past.methods, ...choice.name.split(", ")])].join(", ");
    statistics.steps = past.steps + stepper.accepted;
    statistics.rejected = past.rejected + stepper.rejected;
    statistics.evaluations = past.evaluations + stepper.evaluations;
    statistics.redundancy = Math.max(statistics.redundancy, problem.kernel.rows.redundancy);
  }

  /** The run has ended, or failed. */
  finish(stepping: Stepping): void {
    this.updateStatistics(stepping);
    this.store.diagnosis = stepping.diagnostics.diagnose(stepping.stepper);
  }
}
