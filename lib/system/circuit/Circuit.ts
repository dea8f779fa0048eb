import { type BondGraph, CircuitModel } from "../../bondgraph/index.ts";
import { checkNumber, checkOptions, checkPositive, describe, ModelError } from "../../math/index.ts";
import { DormandPrince853, type OdeProblem, Radau, type Stepper } from "../integrators/index.ts";
import { createPause } from "../pause.ts";
import { CircuitRun } from "./CircuitRun.ts";
import { EnergyScale } from "./EnergyScale.ts";

export interface CircuitSimulateOptions {
  /** End of the run, s. */
  until: number;
  /** Start time, s. Default 0. */
  from?: number;
  /** Error per step that is tolerated, absolute and relative. Default 1e-8. */
  tolerance?: number;
  /** `dop853`, `radau` for stiff circuits, or `auto` (default): the first, and the second where the circuit is stiff. */
  method?: "auto" | "dop853" | "radau";
  /** Upper limit of the step, s. Default: a fiftieth of the run. */
  maxStep?: number;
  /** States at the start by the names of their elements, where they differ from the elements' own. */
  start?: Readonly<Record<string, number>>;
}

const OWNER = "Circuit.simulate";
const METHODS = ["auto", "dop853", "radau"];

/** From this tolerance on, or with more explicit steps to come than this, a stiff circuit gets the implicit method. */
const COARSE = 1e-9;
const MANY = 5000;

/** Steps between two breaths for the page or the event loop. */
const BREATH = 500;

/**
 * A scalar bond graph on its own: electrical, hydraulic, mechanical. Its states are the displacements of `C` and the
 * momenta of `I` elements.
 */
export class Circuit {
  readonly graph: BondGraph;
  /** The numbers of the graph: `calc(t, states)`, then `getEffort`, `getFlow`, `rates`. */
  readonly model: CircuitModel;

  constructor(graph: BondGraph) {
    this.graph = graph;
    this.model = new CircuitModel(graph);
  }

  /** Runs the circuit; gives the page or the event loop a breath now and then. */
  async simulate(options: CircuitSimulateOptions): Promise<CircuitRun> {
    const run = this.begin(options);
    const pause = createPause();
    try {
      for (let i = 1; run.advance(); i++) if (i % BREATH === 0) await pause.rest();
    } finally {
      pause.close();
    }
    return run.run;
  }

  /** Runs the circuit without a pause. */
  simulateSync(options: CircuitSimulateOptions): CircuitRun {
    const run = this.begin(options);
    while (run.advance());
    return run.run;
  }

  private begin(options: CircuitSimulateOptions): Advance {
    checkOptions(OWNER, options, ["until", "from", "tolerance", "method", "maxStep", "start"]);
    const { from = 0, tolerance = 1e-8, method = "auto" } = options;
    const until = checkNumber(OWNER, "until", options?.until);
    checkNumber(OWNER, "from", from);
    checkPositive(OWNER, "tolerance", tolerance);
    if (!(until > from))
      throw new ModelError(`${OWNER}: until ${until} s does not lie after ${from} s; give a later end`);
    if (!METHODS.includes(method)) {
      throw new ModelError(`${OWNER}: method is ${describe(method)}; choose one of ${METHODS.join(", ")}`);
    }
    const maxStep =
      options.maxStep === undefined ? (until - from) / 50 : checkPositive(OWNER, "maxStep", options.maxStep);
    const { model } = this;
    const start = model.findStart(options.start);
    // Without a state there is still time to go through.
    const size = Math.max(1, model.size);
    const problem: OdeProblem = {
      size,
      calcDerivative: (t, y, out) => {
        model.calc(t, y);
        if (model.size === 0) out[0] = 0;
        else out.set(model.rates);
      },
      calcErrorScale: (y, out) => scale.calc(tolerance, y, out),
    };
    const scale = new EnergyScale(model, from, start, maxStep);
    const y = new Float64Array(size);
    y.set(start);
    const create = (isStiff: boolean) =>
      isStiff ? new Radau(problem, { maxStep }) : new DormandPrince853(problem, { maxStep });
    return new Advance(this, create, { from, until, y, method, tolerance });
  }
}

/** One run of a circuit, step by step. */
class Advance {
  readonly run: CircuitRun;
  private stepper: Stepper;
  private readonly create: (isStiff: boolean) => Stepper;
  private readonly until: number;
  private readonly isFree: boolean;
  private readonly tolerance: number;

  constructor(
    circuit: Circuit,
    create: (isStiff: boolean) => Stepper,
    options: { from: number; until: number; y: Float64Array; method: string; tolerance: number },
  ) {
    this.create = create;
    this.until = options.until;
    this.isFree = options.method === "auto";
    this.tolerance = options.tolerance;
    this.stepper = create(options.method === "radau");
    this.stepper.start(options.from, options.y);
    this.run = new CircuitRun(circuit.model, options.from, options.y);
  }

  /** Whether the implicit method, of lower order, takes fewer steps for what is left. */
  private isWorthwhile(): boolean {
    const { stepper } = this;
    if (stepper instanceof Radau) return false;
    return this.tolerance >= COARSE || (this.until - stepper.t) / stepper.h > MANY;
  }

  /** Takes one step; false at the end. */
  advance(): boolean {
    this.stepper.advance(this.until);
    this.run.addStep(this.stepper);
    if (this.stepper.t >= this.until) return false;
    if (this.isFree && this.stepper.isStiff && this.isWorthwhile()) {
      const next = this.create(true);
      next.continueFrom(this.stepper);
      this.stepper = next;
    }
    return true;
  }
}
