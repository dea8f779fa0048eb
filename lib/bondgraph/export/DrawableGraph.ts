import type { BondGraph } from "../BondGraph.ts";
import type { LiveGraph } from "./LiveDrawing.ts";
import { mountGraph } from "./mountGraph.ts";
import type { DrawingOptions, ExchangeOptions, PNGOptions } from "./PictureOptions.ts";
import { toDOT, toGraphML, toHTML, toPNG, toSVG, toTikZ } from "./writeGraph.ts";

/** What makes pictures and files of a bond graph; what they need is loaded on first use. */
export abstract class DrawableGraph {
  /** The picture as SVG: see `docs/bondgraph-pictures.md`. */
  async toSVG(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return toSVG(this, options);
  }

  /** The picture as the bytes of a PNG file. */
  async toPNG(this: BondGraph, options?: PNGOptions): Promise<Uint8Array> {
    return toPNG(this, options);
  }

  /** The picture as a LaTeX document with TikZ. */
  async toTikZ(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return toTikZ(this, options);
  }

  /** A page with the drawing, alive, that needs nothing else: move, zoom, hover, fold groups. */
  async toHTML(this: BondGraph, options?: DrawingOptions): Promise<string> {
    return toHTML(this, options);
  }

  /** The graph for Graphviz. */
  async toDOT(this: BondGraph, options?: ExchangeOptions): Promise<string> {
    return toDOT(this, options);
  }

  /** The graph as GraphML. */
  async toGraphML(this: BondGraph, options?: ExchangeOptions): Promise<string> {
    return toGraphML(this, options);
  }

  /** Draws the graph inside an element of a page, alive. */
  async mount(this: BondGraph, target: HTMLElement, options?: DrawingOptions): Promise<LiveGraph> {
    return mountGraph(target, this, options);
  }
}
