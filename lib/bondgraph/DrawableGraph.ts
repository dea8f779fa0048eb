import type { BondGraph } from "./BondGraph.ts";
import type { DrawingOptions, LiveGraph } from "./drawing/index.ts";
import type { ExchangeOptions, PNGOptions } from "./files/index.ts";

/** What makes pictures and files of a bond graph; what they need is loaded on first use. */
export abstract class DrawableGraph {
  /** The picture as SVG: see `docs/bondgraph-pictures.md`. */
  async toSVG(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return (await import("./files/index.ts")).toSVG(this, options);
  }

  /** The picture as the bytes of a PNG file. */
  async toPNG(this: BondGraph, options?: PNGOptions): Promise<Uint8Array> {
    return (await import("./files/index.ts")).toPNG(this, options);
  }

  /** The picture as a LaTeX document with TikZ. */
  async toTikZ(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return (await import("./files/index.ts")).toTikZ(this, options);
  }

  /** A page with the drawing, alive, that needs nothing else: move, zoom, hover, fold groups. */
  async toHTML(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return (await import("./files/index.ts")).toHTML(this, options);
  }

  /** The graph for Graphviz. */
  async toDOT(this: BondGraph, options?: ExchangeOptions): Promise<string> {
    return (await import("./files/index.ts")).toDOT(this, options);
  }

  /** The graph as GraphML. */
  async toGraphML(this: BondGraph, options?: ExchangeOptions): Promise<string> {
    return (await import("./files/index.ts")).toGraphML(this, options);
  }

  /** Draws the graph inside an element of a page, alive. */
  async mount(this: BondGraph, target: HTMLElement, options?: DrawingOptions): Promise<LiveGraph> {
    return (await import("./files/index.ts")).mountGraph(target, this, options);
  }
}
