import { findEnergyTolerance } from "../bondgraph/audit/findEnergyTolerance.ts";
import {
  type AuditOptions,
  auditPower,
  type Bond,
  BondGraph,
  CircuitModel,
  type PowerAudit,
} from "../bondgraph/index.ts";
import { evaluateDense, type Stepper } from "../integrators/index.ts";
import {
  checkInstance,
  checkNumber,
  checkNumbers,
  checkOptions,
  describe,
  findNearest,
  ModelError,
} from "../math/index.ts";

interface DenseStep {
  readonly t: number;
  readonly h: number;
  readonly coefficients: Float64Array;
  readonly vectors: number;
}

/** A circuit at one instant of a run. */
export interface CircuitInstant {
  readonly t: number;
  show(): void;
  effort(bond: Bond | string): number;
  flow(bond: Bond | string): number;
  state(element: string): number;
}

/** What a run of a circuit took. */
export interface CircuitStatistics {
  /** The methods in use, in their order. */
  method: string;
  /** Error per step, as part of the largest value of each state. */
  tolerance: number;
  /** Accepted and rejected steps. */
  steps: number;
  rejected: number;
  /** Evaluations of the rates. */
  evaluations: number;
  /** Jumps of sources and laws that were stepped over, each as near as the clock can tell. */
  jumps: number;
}

const OWNER = "CircuitRun";

/** A run of a circuit: states at the steps, dense output between them, and every effort and flow on demand. */
export class CircuitRun {
  /** The model of the circuit; `at(t).show()` evaluates it. */
  readonly model: CircuitModel;
  private readonly points: { t: number; y: Float64Array }[];
  private readonly steps: DenseStep[] = [];
  private readonly y: Float64Array;
  private readonly noted: string[] = [];
  private counts: CircuitStatistics = {
    method: "",
    tolerance: Number.NaN,
    steps: 0,
    rejected: 0,
    evaluations: 0,
    jumps: 0,
  };

  /** Made by `Circuit.simulate`. */
  constructor(model: CircuitModel, from: number, y: Float64Array) {
    this.model = checkInstance(OWNER, "the model", model, CircuitModel, "the model of a Circuit");
    const t = checkNumber(OWNER, "the start", from);
    const state = Float64Array.from(checkNumbers(OWNER, "the state", y, "one number for each state"));
    this.points = [{ t, y: state }];
    this.y = new Float64Array(state.length);
  }

  /** What happened on the way, one sentence each: where the method was changed, and why. */
  get notes(): readonly string[] {
    return [...this.noted];
  }

  get statistics(): CircuitStatistics {
    return { ...this.counts };
  }

  /** @internal */
  addNote(text: string): void {
    this.noted.push(text);
  }

  /** @internal */
  setStatistics(counts: CircuitStatistics): void {
    this.counts = counts;
  }

  /**
   * Takes over the step that was just made.
   * @internal
   */
  addStep(stepper: Stepper): void {
    const coefficients = new Float64Array(stepper.denseVectors * stepper.size);
    stepper.copyDense(coefficients, 0);
    this.steps.push({ t: stepper.tOld, h: stepper.h, coefficients, vectors: stepper.denseVectors });
    this.points.push({ t: stepper.t, y: stepper.y.slice() });
  }

  /** Times of the steps, s. */
  get times(): Float64Array {
    return Float64Array.from(this.points, ({ t }) => t);
  }

  get start(): number {
    return this.points[0].t;
  }

  get end(): number {
    return this.points[this.points.length - 1].t;
  }

  /** The circuit at a time of the run; `show` evaluates the model there, so that efforts and flows can be read. */
  at(t: number): CircuitInstant {
    const { model } = this;
    this.checkTime(t);
    const show = () => model.calc(t, this.findStates(t));
    const read = (get: () => number) => {
      show();
      return get();
    };
    return {
      t,
      show,
      effort: (bond) => read(() => model.getEffort(bond)),
      flow: (bond) => read(() => model.getFlow(bond)),
      state: (element) => this.state(element, [t])[0],
    };
  }

  /** The graph of the circuit with bonds that carry the numbers of the instant shown last. */
  bondGraph(): BondGraph {
    const { model } = this;
    const { graph } = model;
    const copy = new BondGraph();
    for (const element of graph.elements) copy.add(element);
    for (const { name, from, to, dimension } of graph.bonds) {
      const place = 2 * model.findPlace(name);
      const signal = (index: number) => (out: Float64Array) => {
        out[0] = model.values[index];
      };
      const ports = [from.port, to.port] as const;
      copy.connect(from.element, to.element, {
        ...{ name, dimension, ports },
        ...{ effort: signal(place), flow: signal(place + 1) },
      });
    }
    return copy;
  }

  /** Power on every bond, and the energy that is stored, supplied and dissipated. */
  audit(options: Pick<AuditOptions, "tolerance" | "energyTolerance" | "times"> = {}): PowerAudit {
    const { model } = this;
    const graph = this.bondGraph();
    const stores = graph.elements
      .filter(({ kind }) => kind === "C" || kind === "I")
      .map((element) => ({
        label: element.label,
        elements: [element],
        energy: () => model.getStoredEnergy(element),
        gross: () => model.calcGrossPower(element),
      }));
    checkOptions("CircuitRun.audit", options, ["tolerance", "energyTolerance", "times"]);
    const { tolerance, steps } = this.counts;
    const energyTolerance = findEnergyTolerance(tolerance || 0, steps);
    return auditPower(graph, this, { energyTolerance, ...options, stores });
  }

  /** A time inside the run; a rounding error behind the end is the end. */
  private checkTime(time: number): number {
    checkNumber(OWNER, "the time", time);
    const { start, end } = this;
    const slack = 1e-12 * Math.max(1, Math.abs(start), Math.abs(end));
    const t = time > end && time <= end + slack ? end : time;
    if (t >= start && t <= end) return t;
    throw new ModelError(
      `${OWNER}: t = ${t} s is outside the run, which goes from ${start} s to ${end} s; give a time between them`,
    );
  }

  /** The states at a time of the run, by dense output. */
  private findStates(time: number): Float64Array {
    const { points, steps, y } = this;
    const t = this.checkTime(time);
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle].t <= t) low = middle;
      else high = middle;
    }
    if (t === points[low].t) return points[low].y;
    if (t === points[high].t) return points[high].y;
    const { t: from, h, coefficients, vectors } = steps[low];
    evaluateDense(coefficients, 0, vectors, y.length, (t - from) / h, y);
    return y;
  }

  /** The state of a `C` or an `I` at given times (default: those of the steps). */
  state(element: string, times?: ArrayLike<number>): Float64Array {
    if (typeof element !== "string") {
      throw new ModelError(`${OWNER}: the element of a state is ${describe(element)}; give its name`);
    }
    const names = this.model.states.map((state) => state.element.name);
    const index = names.indexOf(element);
    if (index < 0) {
      const near = findNearest(element, names);
      const owners = names.length > 0 ? `the states belong to ${names.join(", ")}` : "the circuit has no states";
      throw new ModelError(
        `${OWNER}: there is no state of ${describe(element)}; ${near ? `did you mean "${near}"?` : owners}`,
      );
    }
    return Float64Array.from(this.listTimes(times), (t) => this.findStates(t)[index]);
  }

  /** The effort of a bond at given times (default: those of the steps). */
  effort(bond: Bond | string, times?: ArrayLike<number>): Float64Array {
    return this.read(2 * this.model.findPlace(bond), times);
  }

  /** The flow of a bond at given times (default: those of the steps). */
  flow(bond: Bond | string, times?: ArrayLike<number>): Float64Array {
    return this.read(2 * this.model.findPlace(bond) + 1, times);
  }

  /** The power of a bond at given times, W. */
  power(bond: Bond | string, times?: ArrayLike<number>): Float64Array {
    const flow = this.flow(bond, times);
    return this.effort(bond, times).map((effort, i) => effort * flow[i]);
  }

  private read(place: number, times: ArrayLike<number> | undefined): Float64Array {
    const { model } = this;
    return Float64Array.from(this.listTimes(times), (t) => {
      model.calc(t, this.findStates(t));
      return model.values[place];
    });
  }

  private listTimes(given: ArrayLike<number> | undefined): ArrayLike<number> {
    if (given === undefined) return this.times;
    return checkNumbers(OWNER, "times", given, "a list of times of the run, in seconds");
  }
}
