import { COORDINATE, type Graph, type Node } from "../../math/expression/index.ts";
import type { Algebra } from "./Algebra.ts";
import { Piece } from "./Piece.ts";
import { TermBuilder } from "./TermBuilder.ts";

/** Derivatives by x, y, z, and by xx, yy, zz, xy, xz, yz. */
interface Derivatives {
  first: Node[];
  second: Node[];
}

/** The pairs of coordinates in the order of a surface's Hessian. */
const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** A derivative takes a few milliseconds: with these it is a few seconds at worst. */
const MOST_QUESTIONS = 1000;

/**
 * The ten nodes `[f, fx, fy, fz, fxx, fyy, fzz, fxy, fxz, fyz]`. The algebra differentiates each piece `F(s)` by its
 * symbols, and the chain rule joins the pieces: `D_j F = Σ F_i D_j s_i` and
 * `D_jk F = Σ F_i D_jk s_i + Σ F_il D_j s_i D_k s_l`.
 */
export function differentiate(graph: Graph, root: Node, algebra: Algebra): Node[] {
  const { first, second } = new Differentiation(graph, algebra).find(root);
  return [root, ...first, ...second];
}

class Differentiation {
  private readonly graph: Graph;
  private readonly algebra: Algebra;
  private readonly found = new Map<Node, Derivatives>();

  constructor(graph: Graph, algebra: Algebra) {
    this.graph = graph;
    this.algebra = algebra;
  }

  find(node: Node): Derivatives {
    let found = this.found.get(node);
    if (found === undefined) {
      found = Piece.isAtom(this.graph, node) ? this.findAtom(node) : this.findPiece(node);
      this.found.set(node, found);
    }
    return found;
  }

  private findAtom(node: Node): Derivatives {
    const { graph } = this;
    const zero = graph.number(0);
    const first = [zero, zero, zero];
    if (graph.operations[node] === COORDINATE) first[graph.values[node]] = graph.number(1);
    return { first, second: PAIRS.map(() => zero) };
  }

  private findPiece(node: Node): Derivatives {
    const { graph } = this;
    const piece = new Piece(graph, node);
    const variables = piece.listVariables();
    const inner = variables.map((index) => this.find(piece.symbols[index]));
    if (this.algebra.asked > MOST_QUESTIONS) throw new RangeError(`more than ${MOST_QUESTIONS} derivatives`);
    const outer = this.algebra.differentiate(piece.text, variables);
    const builder = new TermBuilder(graph, piece.symbols);
    const F = outer.first.map((term) => builder.build(term));
    const zero = graph.number(0);

    const first = [0, 1, 2].map((j) =>
      F.reduce((sum, slope, i) => graph.add(sum, graph.multiply(slope, inner[i].first[j])), zero),
    );
    const second = PAIRS.map(([j, k], pair) => {
      let sum = F.reduce((part, slope, i) => graph.add(part, graph.multiply(slope, inner[i].second[pair])), zero);
      outer.second.forEach((row, i) => {
        row.forEach((term, l) => {
          sum = graph.add(sum, graph.multiply(builder.build(term), this.cross(inner[i], inner[l], j, k, i === l)));
        });
      });
      return sum;
    });
    return { first, second };
  }

  /** `D_j s D_k t`, and for different symbols the mirror image too. */
  private cross(s: Derivatives, t: Derivatives, j: number, k: number, isSame: boolean): Node {
    const { graph } = this;
    const straight = graph.multiply(s.first[j], t.first[k]);
    if (isSame) return straight;
    if (j === k) return graph.multiply(graph.number(2), straight);
    return graph.add(straight, graph.multiply(s.first[k], t.first[j]));
  }
}
