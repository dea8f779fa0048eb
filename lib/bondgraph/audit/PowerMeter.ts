import { explainThrown, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";

/** Efforts, flows and powers of all bonds at the state shown. */
export class PowerMeter {
  readonly powers: Float64Array;
  /** What is summed to the power of each bond, before anything cancels; see `WorstSum`. */
  readonly throughputs: Float64Array;
  readonly efforts: readonly Float64Array[];
  readonly flows: readonly Float64Array[];
  readonly places: ReadonlyMap<Bond, number>;
  /** The largest throughput of any bond so far. */
  largest = 0;
  private readonly bonds: readonly Bond[];

  constructor(bonds: readonly Bond[]) {
    this.bonds = bonds;
    this.powers = new Float64Array(bonds.length);
    this.throughputs = new Float64Array(bonds.length);
    this.efforts = bonds.map(({ dimension }) => new Float64Array(dimension));
    this.flows = bonds.map(({ dimension }) => new Float64Array(dimension));
    this.places = new Map(bonds.map((bond, i) => [bond, i]));
    const unknown = bonds.find(({ effort, flow }) => !effort || !flow);
    if (!unknown) return;
    throw new ModelError(
      `power audit: the bond "${unknown.name}" carries no numbers; audit the graph of a system, system.bondGraph(), ` +
        "or of the run of a circuit, run.bondGraph()",
    );
  }

  read(t: number): void {
    this.bonds.forEach((bond, b) => {
      const { [b]: effort } = this.efforts;
      const { [b]: flow } = this.flows;
      try {
        bond.effort?.(effort);
        bond.flow?.(flow);
      } catch (cause) {
        throw explainThrown(`power audit, bond "${bond.name}"`, "its signal", cause);
      }
      let sum = 0;
      for (let i = 0; i < effort.length; i++) sum += effort[i] * flow[i];
      if (!Number.isFinite(sum)) {
        throw new ModelError(
          `power audit: the power of the bond "${bond.name}" is ${sum} at t = ${t} s; look at what it carries`,
        );
      }
      this.powers[b] = sum;
      this.throughputs[b] = calcThroughput(effort, flow);
      this.largest = Math.max(this.largest, this.throughputs[b]);
    });
  }
}

/** `|F| |v| + |M| |ω|` of a twist and a wrench, `|e| |f|` of any other bond. */
function calcThroughput(effort: Float64Array, flow: Float64Array): number {
  const block = effort.length === 6 ? 3 : effort.length;
  let throughput = 0;
  for (let start = 0; start < effort.length; start += block) {
    let squareE = 0;
    let squareF = 0;
    for (let i = start; i < start + block; i++) {
      squareE += effort[i] * effort[i];
      squareF += flow[i] * flow[i];
    }
    throughput += Math.sqrt(squareE) * Math.sqrt(squareF);
  }
  return throughput;
}
