import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import type { Element } from "../Element.ts";
import type { CausalityIssue } from "./Causality.ts";
import { listLabels } from "./explain.ts";
import type { StrokeBoard } from "./StrokeBoard.ts";

/** Algebraic loops: efforts and flows that depend on each other through resistors and junctions, past every state. */
export function findLoops(graph: BondGraph, board: StrokeBoard): CausalityIssue[] {
  const { bonds } = graph;
  const place = new Map(bonds.map((bond, i) => [bond, i]));
  const targets: number[][] = Array.from({ length: 2 * bonds.length }, () => []);
  const variable = (bond: Bond, isEffort: boolean) => 2 * (place.get(bond) as number) + (isEffort ? 0 : 1);
  for (const element of graph.elements) {
    for (const [output, inputs] of listDependencies(element, board)) {
      for (const input of inputs) targets[variable(...input)].push(variable(...output));
    }
  }
  return findCircles(targets).map((circle) => {
    const looped = circle.map((index) => bonds[index >> 1]);
    const inLoop = [...new Set(looped)];
    const elements = [...new Set(inLoop.flatMap(({ from, to }) => [from.element, to.element]))];
    const resistors = elements.filter(({ kind }) => kind === "R");
    const named = resistors.length > 0 ? resistors : elements;
    return {
      kind: "loop" as const,
      elements: named,
      bonds: inLoop,
      message:
        `${listLabels(named)} ${named.length === 1 ? "depends on itself" : "depend on each other"} without a state between ` +
        "them; the equations are solved together, or put a C or an I between them",
    };
  });
}

type Variable = [bond: Bond, isEffort: boolean];

/** What an element makes of what, at once; storage elements make nothing at once. */
function listDependencies(element: Element, board: StrokeBoard): [output: Variable, inputs: Variable[]][] {
  const bonds = board.listBonds(element).filter((bond) => board.strokes.has(bond));
  const gets = (bond: Bond) => board.getsEffort(element, bond) as boolean;
  const output = (bond: Bond): Variable => [bond, !gets(bond)];
  const input = (bond: Bond): Variable => [bond, gets(bond)];
  switch (element.kind) {
    case "0":
    case "1": {
      const strong = element.kind === "0";
      const decider = bonds.find((bond) => gets(bond) === strong);
      if (!decider) return [];
      const rest = bonds.filter((bond) => bond !== decider);
      return [
        ...rest.map((bond): [Variable, Variable[]] => [output(bond), [input(decider)]]),
        [output(decider), rest.map(input)],
      ];
    }
    case "TF":
    case "MTF":
    case "GY":
    case "MGY":
      if (bonds.length !== 2) return [];
      return [
        [output(bonds[0]), [input(bonds[1])]],
        [output(bonds[1]), [input(bonds[0])]],
      ];
    case "R":
      return bonds.map((bond) => [output(bond), [input(bond)]]);
    default:
      return [];
  }
}

/** Strongly connected parts with more than one node ([Tarjan], without recursion). */
function findCircles(targets: readonly (readonly number[])[]): number[][] {
  const index = new Int32Array(targets.length).fill(-1);
  const low = new Int32Array(targets.length);
  const isOnStack = new Uint8Array(targets.length);
  const stack: number[] = [];
  const circles: number[][] = [];
  let count = 0;
  for (let root = 0; root < targets.length; root++) {
    if (index[root] >= 0) continue;
    const work: { node: number; next: number }[] = [{ node: root, next: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1];
      const { node } = frame;
      if (frame.next === 0) {
        index[node] = low[node] = count++;
        stack.push(node);
        isOnStack[node] = 1;
      }
      if (frame.next < targets[node].length) {
        const target = targets[node][frame.next++];
        if (index[target] < 0) work.push({ node: target, next: 0 });
        else if (isOnStack[target]) low[node] = Math.min(low[node], index[target]);
        continue;
      }
      work.pop();
      const parent = work[work.length - 1];
      if (parent) low[parent.node] = Math.min(low[parent.node], low[node]);
      if (low[node] !== index[node]) continue;
      const circle: number[] = [];
      for (let top = -1; top !== node; ) {
        top = stack.pop() as number;
        isOnStack[top] = 0;
        circle.push(top);
      }
      if (circle.length > 1) circles.push(circle.sort((a, b) => a - b));
    }
  }
  return circles;
}
