import { BondGraph, CircuitModel } from "../bondgraph/index.ts";
import { checkInstance } from "../math/index.ts";
import { createYielder, YIELD_INTERVAL } from "../simulation/yieldToEventLoop.ts";
import { CircuitAdvance, type CircuitSimulateOptions } from "./CircuitAdvance.ts";
import type { CircuitRun } from "./CircuitRun.ts";

/** Steps between two reports of a run that does not yield. */
const REPORT = 256;

/**
 * A scalar bond graph on its own: electrical, hydraulic, mechanical. Its states are the displacements of `C` and the
 * momenta of `I` elements.
 */
export class Circuit {
  readonly graph: BondGraph;
  /** The numbers of the graph: `calc(t, states)`, then `getEffort`, `getFlow`, `rates`. */
  readonly model: CircuitModel;

  constructor(graph: BondGraph) {
    this.graph = checkInstance("Circuit", "the graph", graph, BondGraph);
    this.model = new CircuitModel(graph);
  }

  /** Runs the circuit. Yields to the event loop every few milliseconds; `progress` is called then. */
  async simulate(options: CircuitSimulateOptions): Promise<CircuitRun> {
    const advance = new CircuitAdvance(this.model, options);
    const yielder = createYielder();
    try {
      let last = performance.now();
      while (advance.step()) {
        if (performance.now() - last < YIELD_INTERVAL) continue;
        await advance.settle(advance.report());
        await yielder.yield();
        last = performance.now();
      }
    } finally {
      yielder.close();
    }
    await advance.settle(advance.report());
    return advance.run;
  }

  /** Runs the circuit without a pause. */
  simulateSync(options: CircuitSimulateOptions): CircuitRun {
    const advance = new CircuitAdvance(this.model, options);
    for (let i = 1; advance.step(); i++) if (i % REPORT === 0) advance.refuse(advance.report());
    advance.refuse(advance.report());
    return advance.run;
  }
}
