import { type Point, shiftPoint } from "../geometry.ts";
import { type Arrangement, type Exit, endOf, type Port, type Side, shiftArrangement } from "./Arrangement.ts";
import type { Block, Link } from "./Block.ts";
import { Cell, type Thread } from "./Cell.ts";
import { orderCells } from "./orderCells.ts";
import { placeCells } from "./placeCells.ts";
import { rankBlocks } from "./rankBlocks.ts";
import { SIZES } from "./sizes.ts";
import { DETOUR, type LayerEdges, wrapLayers } from "./wrapLayers.ts";

/** Between layers: bonds that climb need more room, up to a limit. */
const WIDEST_GAP = 150;
const CLIMB = 0.4;

/** How many blocks are tried upside down where bonds cross. */
const MOST_FLIPS = 24;

/** Places blocks in layers from left to right, and their links between them; wrapped, long rows go on below. */
export function arrangeLayers(
  blocks: readonly Block[],
  links: readonly Link[],
  { isWrapped = false } = {},
): Arrangement {
  const ranks = rankBlocks(blocks, links);
  let flipped: readonly number[] = [];
  let best = new Layers(blocks, links, ranks, flipped);
  const candidates = best.crossings > 0 ? best.listFlippable().slice(0, MOST_FLIPS) : [];
  for (const block of candidates) {
    if (best.crossings === 0) break;
    const trial = new Layers(blocks, links, ranks, [...flipped, block]);
    if (trial.crossings >= best.crossings) continue;
    flipped = [...flipped, block];
    best = trial;
  }
  return best.arrange(isWrapped);
}

class Layers {
  private readonly blocks: readonly Block[];
  private readonly links: readonly Link[];
  private readonly ranks: readonly number[];
  private readonly cells: readonly Cell[];
  private readonly layers: Cell[][] = [];
  /** The threads of each link, from left to right. */
  private readonly threads = new Map<Link, Thread[]>();
  /** The port of each bond at either side, after exchanges. */
  private readonly ports: Map<string, Port>[] = [];
  /** Left and right edge of each layer. */
  private readonly edges: LayerEdges[] = [];
  /** Layers with a pin. */
  private readonly pinned: ReadonlySet<number>;
  /** After which layers the drawing goes on in the next row, and the height at which the bond runs back. */
  private detours: ReadonlyMap<number, number> = new Map();

  readonly crossings: number;

  constructor(blocks: readonly Block[], links: readonly Link[], ranks: readonly number[], flipped: readonly number[]) {
    this.blocks = blocks;
    this.links = links;
    this.ranks = ranks;
    const exits = this.listExits();
    this.cells = blocks.map((block, i) => new Cell(ranks[i], block.arrange(exits[i], flipped.includes(i))));
    for (const { arrangement } of this.cells) this.ports.push(new Map((arrangement as Arrangement).ports));
    const last = ranks.reduce((most, rank) => Math.max(most, rank), 0);
    for (let i = 0; i <= last; i++) this.layers.push([]);
    this.pinned = new Set(ranks.filter((_, i) => blocks[i].pin));
    for (const link of links) this.addThreads(link);
    this.fillLayers();
    this.crossings = orderCells(this.layers);
  }

  arrange(isWrapped: boolean): Arrangement {
    this.exchangePorts();
    placeCells(this.layers);
    this.placeLayers();
    if (isWrapped) this.detours = wrapLayers(this.layers, this.edges);
    const parts = this.cells.map((cell) => shiftArrangement(cell.arrangement as Arrangement, this.findX(cell), cell.y));
    const all = this.layers.flat();
    const top = all.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
    const bottom = all.reduce((most, { y, height }) => Math.max(most, y + height), Number.NEGATIVE_INFINITY);
    const outer = new Map<string, Port>();
    const room = this.detours.size > 0 ? DETOUR : 0;
    const bonds = parts.flatMap((part) => part.bonds);
    this.links.forEach((link, i) => {
      const points = this.tracePath(link);
      const pin = this.blocks[link.from].pin ?? this.blocks[link.to].pin;
      if (!pin) bonds.push({ bond: link.bond, points });
      else {
        const isOut = this.blocks[link.to].pin !== undefined;
        outer.set(link.bond.id, { points: isOut ? points : points.reverse(), lot: i, side: pin });
      }
    });
    const arrangement = {
      width: this.edges.reduce((most, { right }) => Math.max(most, right), 0) + room,
      height: bottom - top,
      elements: parts.flatMap((part) => part.elements),
      bonds,
      groups: parts.flatMap((part) => part.groups),
      ports: outer,
    };
    return shiftArrangement(arrangement, room, -top);
  }

  /** Blocks with bonds at different heights of one side. */
  listFlippable(): number[] {
    return this.blocks.flatMap((_, i) => {
      const ports = [...this.ports[i].values()];
      const lots = (side: Side) => new Set(ports.filter((port) => port.side === side).map(({ lot }) => lot)).size;
      return lots("W") > 1 || lots("E") > 1 ? [i] : [];
    });
  }

  private isLeft({ from, to }: Link, block: number): boolean {
    return this.ranks[block] < this.ranks[block === from ? to : from];
  }

  private listExits(): Exit[][] {
    const exits: Exit[][] = this.blocks.map(() => []);
    for (const link of this.links) {
      const { bond, from, to } = link;
      exits[from].push({ bond, element: bond.from, side: this.isLeft(link, from) ? "E" : "W" });
      exits[to].push({ bond, element: bond.to, side: this.isLeft(link, to) ? "E" : "W" });
    }
    return exits;
  }

  /** Blocks at the ends of the drawing stand near to their neighbours, others in the middle of their layer. */
  private findX({ layer, arrangement }: Cell): number {
    const { left, right } = this.edges[layer];
    const free = right - left - (arrangement?.width ?? 0);
    return left + Math.round(layer === 0 ? free : layer === this.layers.length - 1 ? 0 : free / 2);
  }

  private addThreads(link: Link): void {
    const [a, b] = this.isLeft(link, link.from) ? [link.from, link.to] : [link.to, link.from];
    const list: Thread[] = [];
    let left = this.cells[a];
    for (let layer = this.ranks[a] + 1; layer <= this.ranks[b]; layer++) {
      const right = layer === this.ranks[b] ? this.cells[b] : new Cell(layer);
      const leftOffset = left === this.cells[a] ? this.findLotOffset(a, link) : 0;
      const rightOffset = right === this.cells[b] ? this.findLotOffset(b, link) : 0;
      const thread: Thread = { link, left, right, leftOffset, rightOffset };
      left.next.push(thread);
      right.before.push(thread);
      list.push(thread);
      left = right;
    }
    this.threads.set(link, list);
  }

  /** Ports that may be exchanged count as one until the order of the cells is known: their middle. */
  private findLotOffset(block: number, { bond }: Link): number {
    const { lot, side } = this.ports[block].get(bond.id) as Port;
    const heights = this.listLot(block, lot, side).map(([, port]) => endOf(port).y);
    return heights.reduce((sum, y) => sum + y, 0) / heights.length;
  }

  private listLot(block: number, lot: number, side: Side): [string, Port][] {
    return [...this.ports[block]].filter(([, port]) => port.lot === lot && port.side === side);
  }

  /** The first order: as a walk from the left meets them. */
  private fillLayers(): void {
    const seen = new Set<Cell>();
    const visit = (cell: Cell) => {
      if (seen.has(cell)) return;
      seen.add(cell);
      this.layers[cell.layer].push(cell);
      for (const { right } of cell.next) visit(right);
      for (const { left } of cell.before) visit(left);
    };
    for (const cell of [...this.cells].sort((a, b) => a.layer - b.layer)) visit(cell);
  }

  /** Gives the ports of one lot to its bonds in the order in which these arrive from the next layer. */
  private exchangePorts(): void {
    this.cells.forEach((cell, block) => {
      for (const side of ["W", "E"] as const) {
        const threads = side === "W" ? cell.before : cell.next;
        const portOf = ({ link }: Thread) => this.ports[block].get(link.bond.id) as Port;
        for (const lot of new Set(threads.map((thread) => portOf(thread).lot))) {
          const members = threads.filter((thread) => portOf(thread).lot === lot);
          const ports = members.map(portOf).sort((a, b) => endOf(a).y - endOf(b).y);
          const far = (thread: Thread) =>
            side === "W"
              ? thread.left.order + thread.leftOffset / (thread.left.height + 1)
              : thread.right.order + thread.rightOffset / (thread.right.height + 1);
          members.sort((a, b) => far(a) - far(b));
          members.forEach((thread, i) => {
            this.ports[block].set(thread.link.bond.id, ports[i]);
            if (side === "W") thread.rightOffset = endOf(ports[i]).y;
            else thread.leftOffset = endOf(ports[i]).y;
          });
        }
      }
    });
  }

  private placeLayers(): void {
    let x = 0;
    this.layers.forEach((cells, i) => {
      const width = Math.max(0, ...cells.map(({ arrangement }) => arrangement?.width ?? 0));
      this.edges.push({ left: x, right: x + width });
      const climbs = cells.flatMap(({ next }) =>
        next.map(({ left, right, leftOffset, rightOffset }) => Math.abs(left.y + leftOffset - right.y - rightOffset)),
      );
      const isPinned = [i, i + 1].some((layer) => this.pinned.has(layer));
      const least = isPinned ? 0 : SIZES.layerGap;
      x += width + Math.round(Math.max(least, Math.min(WIDEST_GAP, CLIMB * Math.max(0, ...climbs))));
    });
  }

  /** From element to element, in the direction of the half arrow. */
  private tracePath(link: Link): Point[] {
    const isForward = this.isLeft(link, link.from);
    const portPoints = (block: number): Point[] => {
      const cell = this.cells[block];
      const { points } = this.ports[block].get(link.bond.id) as Port;
      return points.map((point) => shiftPoint(point, this.findX(cell), cell.y));
    };
    const points = portPoints(isForward ? link.from : link.to);
    for (const { left, right, leftOffset, rightOffset } of this.threads.get(link) as Thread[]) {
      const start = { x: this.edges[left.layer].right, y: left.y + leftOffset };
      const end = { x: this.edges[right.layer].left, y: right.y + rightOffset };
      const detour = this.detours.get(left.layer);
      points.push(start);
      if (detour !== undefined) {
        points.push({ x: start.x + DETOUR, y: start.y }, { x: start.x + DETOUR, y: detour });
        points.push({ x: end.x - DETOUR, y: detour }, { x: end.x - DETOUR, y: end.y });
      }
      points.push(end);
    }
    points.push(...portPoints(isForward ? link.to : link.from).reverse());
    return simplify(isForward ? points : points.reverse());
  }
}

/** Without points that lie on the way between their neighbours. */
export function simplify(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (last && last.x === point.x && last.y === point.y) continue;
    const before = kept.at(-2);
    if (last && before) {
      const turn = (last.x - before.x) * (point.y - last.y) - (last.y - before.y) * (point.x - last.x);
      if (Math.abs(turn) < 1e-6) kept.pop();
    }
    kept.push(point);
  }
  return kept;
}
