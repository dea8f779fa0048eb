import {
  type AuditOptions,
  auditPower,
  type Bond,
  BondGraph,
  type CircuitModel,
  type PowerAudit,
} from "../../bondgraph/index.ts";
import { checkNumber, describe, findNearest, ModelError } from "../../math/index.ts";
import { evaluateDense, type Stepper } from "../integrators/index.ts";

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

/** A run of a circuit: states at the steps, dense output between them, and every effort and flow on demand. */
export class CircuitRun {
  /** The model of the circuit; `at(t).show()` evaluates it. */
  readonly model: CircuitModel;
  private readonly points: { t: number; y: Float64Array }[];
  private readonly steps: DenseStep[] = [];
  private readonly y: Float64Array;

  constructor(model: CircuitModel, from: number, y: Float64Array) {
    this.model = model;
    this.points = [{ t: from, y: y.slice() }];
    this.y = new Float64Array(y.length);
  }

  /** Takes over the step that was just made. */
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
  audit(options: Pick<AuditOptions, "tolerance" | "times"> = {}): PowerAudit {
    return auditPower(this.bondGraph(), this, options);
  }

  /** The states at a time of the run, by dense output. */
  private findStates(time: number): Float64Array {
    checkNumber("CircuitRun", "the time", time);
    const { points, steps, y, start, end } = this;
    const slack = 1e-12 * Math.max(1, Math.abs(start), Math.abs(end));
    const t = time > end && time <= end + slack ? end : time;
    if (t < start || t > end) {
      throw new ModelError(`CircuitRun: t = ${t} s is outside the run, which goes from ${start} s to ${end} s`);
    }
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
  state(element: string, times: ArrayLike<number> = this.times): Float64Array {
    const names = this.model.states.map((state) => state.element.name);
    const index = names.indexOf(element);
    if (index < 0) {
      const near = findNearest(element, names);
      throw new ModelError(
        `CircuitRun: there is no state of ${describe(element)}; ${near ? `did you mean "${near}"?` : `the states belong to ${names.join(", ")}`}`,
      );
    }
    return Float64Array.from(times, (t) => this.findStates(t)[index]);
  }

  /** The effort of a bond at given times (default: those of the steps). */
  effort(bond: Bond | string, times: ArrayLike<number> = this.times): Float64Array {
    return this.read(2 * this.model.findPlace(bond), times);
  }

  /** The flow of a bond at given times (default: those of the steps). */
  flow(bond: Bond | string, times: ArrayLike<number> = this.times): Float64Array {
    return this.read(2 * this.model.findPlace(bond) + 1, times);
  }

  /** The power of a bond at given times, W. */
  power(bond: Bond | string, times: ArrayLike<number> = this.times): Float64Array {
    const flow = this.flow(bond, times);
    return this.effort(bond, times).map((effort, i) => effort * flow[i]);
  }

  private read(place: number, times: ArrayLike<number>): Float64Array {
    return Float64Array.from(times, (t) => {
      this.at(t).show();
      return this.model.values[place];
    });
  }
}
