import { Graph, type Node } from "./Graph.ts";
import { COORDINATE, execute, NUMBER, writeOperation } from "./operations.ts";

/** Writes the results at `point` into `out`. */
export type Evaluation = (point: Float64Array, out: Float64Array) => void;

interface Step {
  operation: number;
  node: Node;
  a: Node;
  b: Node;
}

/**
 * Straight-line code for the nodes of a graph. It exists twice: as generated JavaScript, and interpreted for pages that
 * forbid generated code. Both do the same operations in the same order, so they agree to the last bit.
 */
export class Program {
  /** Numbers that the code uses; generated code reads them from here, so that no text is made of them. */
  private readonly constants: number[] = [];
  private readonly constantNodes: Node[] = [];
  private readonly coordinateNodes: Node[] = [];
  private readonly steps: Step[] = [];
  private readonly results: Node[];
  private readonly size: number;

  constructor(source: Graph, roots: readonly Node[]) {
    const graph = new Graph();
    this.results = source.lower(roots, graph);
    this.size = graph.operations.length;
    const isNeeded = new Array<boolean>(this.size).fill(false);
    for (const root of this.results) isNeeded[root] = true;
    for (let node = this.size - 1; node >= 0; node--) {
      if (!isNeeded[node] || graph.operations[node] === NUMBER || graph.operations[node] === COORDINATE) continue;
      isNeeded[graph.left[node]] = true;
      isNeeded[graph.right[node]] = true;
    }
    for (let node = 0; node < this.size; node++) {
      if (!isNeeded[node]) continue;
      const operation = graph.operations[node];
      if (operation === NUMBER) {
        this.constants.push(graph.values[node]);
        this.constantNodes.push(node);
      } else if (operation === COORDINATE) this.coordinateNodes[graph.values[node]] = node;
      else this.steps.push({ operation, node, a: graph.left[node], b: graph.right[node] });
    }
  }

  /** Whether no number in it is infinite or not a number. */
  get isFinite(): boolean {
    return this.constants.every(Number.isFinite);
  }

  /** Generated code, or the interpreter where a page's security policy throws at generated code. */
  link(): Evaluation {
    try {
      return this.generate();
    } catch {
      return this.interpret();
    }
  }

  generate(): Evaluation {
    const lines = ['"use strict";'];
    this.constantNodes.forEach((node, i) => {
      lines.push(`const t${node} = constants[${i}];`);
    });
    lines.push("return (point, out) => {");
    this.coordinateNodes.forEach((node, i) => {
      lines.push(`const t${node} = point[${i}];`);
    });
    for (const { operation, node, a, b } of this.steps) {
      lines.push(`const t${node} = ${writeOperation(operation, `t${a}`, `t${b}`)};`);
    }
    this.results.forEach((node, i) => {
      lines.push(`out[${i}] = t${node};`);
    });
    lines.push("};");
    return new Function("constants", lines.join("\n"))(Float64Array.from(this.constants)) as Evaluation;
  }

  interpret(): Evaluation {
    const r = new Float64Array(this.size);
    this.constantNodes.forEach((node, i) => {
      r[node] = this.constants[i];
    });
    const coordinates = Int32Array.from(this.coordinateNodes, (node) => node ?? -1);
    const code = Int32Array.from(this.steps.flatMap(({ operation, node, a, b }) => [operation, node, a, b]));
    const results = Int32Array.from(this.results);
    return (point, out) => {
      for (let i = 0; i < coordinates.length; i++) if (coordinates[i] >= 0) r[coordinates[i]] = point[i];
      for (let i = 0; i < code.length; i += 4) execute(code[i], r, code[i + 1], code[i + 2], code[i + 3]);
      for (let i = 0; i < results.length; i++) out[i] = r[results[i]];
    };
  }
}
