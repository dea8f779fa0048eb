import type { DrawnBond, DrawnElement } from "../../bondgraph/export/DrawingModel.ts";
import { centerOf, type Point } from "../geometry.ts";
import { type Arrangement, type Exit, type Port, type Side, shiftArrangement } from "./Arrangement.ts";
import type { PlacedElement } from "./Layout.ts";
import type { Net } from "./Net.ts";
import { measureElement, SIZES } from "./sizes.ts";
import { type Branch, calcReach, join, measureRow, type Placement } from "./tree.ts";

/** Deeper trees read better along the line. */
const DEEPEST = 4;
const SOURCES = ["Se", "Sf"];

/**
 * Places the elements of a block along a horizontal line, the spine: from the element whose bonds leave to the left to the one
 * whose bonds leave to the right. What hangs on the spine goes above and below. Returns undefined where that does not fit:
 * there is a circle, or what hangs is long.
 */
export function arrangeSpine(net: Net, exits: readonly Exit[], isFramed: boolean): Arrangement | undefined {
  if (net.bonds.length !== net.elements.length - 1) return undefined;
  const spine = findSpine(net, exits);
  const branches = spine.map((id) => findBranches(net, id, spine, exits));
  const flat = branches.flat();
  if (spine.length === 0 || countElements(flat) + spine.length !== net.elements.length) return undefined;
  const depth = Math.max(0, ...flat.map(calcDepth));
  if (depth > DEEPEST || (depth > 1 && spine.length < 2)) return undefined;
  return new Spine(net, spine, branches, exits, isFramed).arrange();
}

/** The way between the elements that carry the widest bonds to the left and to the right. */
function findSpine(net: Net, exits: readonly Exit[]): string[] {
  const widest = (side: Side) => {
    let best: Exit | undefined;
    for (const exit of exits) {
      if (exit.side === side && exit.bond.dimension > (best?.bond.dimension ?? 0)) best = exit;
    }
    return best?.element;
  };
  const [west, east] = [widest("W"), widest("E")];
  if (west !== undefined && east !== undefined) return net.findPath(west, east);
  const only = west ?? east;
  if (only !== undefined) return [only];
  let hub = net.elements[0].id;
  for (const { id } of net.elements) if (net.bondsOf(id).length > net.bondsOf(hub).length) hub = id;
  return [hub];
}

/** The trees that hang on an element of the spine; there are no circles. */
function findBranches(net: Net, root: string, spine: readonly string[], exits: readonly Exit[]): Branch[] {
  const walk = (id: string, by: DrawnBond): Branch => ({
    element: net.element(id),
    bond: by,
    branches: listNext(id, by),
    exits: exits.filter(({ element }) => element === id),
  });
  const listNext = (id: string, by?: DrawnBond): Branch[] => {
    const branches: Branch[] = [];
    for (const bond of net.bondsOf(id)) {
      const next = bond.from === id ? bond.to : bond.from;
      if (bond !== by && !spine.includes(next)) branches.push(walk(next, bond));
    }
    return branches;
  };
  return listNext(root);
}

const countElements = (branches: readonly Branch[]): number =>
  branches.reduce((sum, branch) => sum + 1 + countElements(branch.branches), 0);

const calcDepth = (branch: Branch): number => 1 + Math.max(0, ...branch.branches.map(calcDepth));

const isLeaf = ({ branches, exits }: Branch): boolean => branches.length === 0 && exits.length === 0;

/** An element of the spine with what stands above and below it. */
interface Column {
  readonly element: DrawnElement;
  readonly width: number;
  readonly height: number;
  readonly isBar: boolean;
  readonly above: readonly Branch[];
  readonly below: readonly Branch[];
  readonly drops: readonly Exit[];
}

class Spine {
  private readonly net: Net;
  private readonly ids: readonly string[];
  private readonly exits: readonly Exit[];
  private readonly isFramed: boolean;
  private readonly columns: Column[];
  /** One-port elements on the line itself, at a free end of it. */
  private leafW: Branch | undefined;
  private leafE: Branch | undefined;

  constructor(net: Net, ids: readonly string[], branches: Branch[][], exits: readonly Exit[], isFramed: boolean) {
    this.net = net;
    this.ids = ids;
    this.exits = exits;
    this.isFramed = isFramed;
    this.takeEndLeaves(branches);
    this.columns = ids.map((id, i) => this.createColumn(id, branches[i]));
  }

  arrange(): Arrangement {
    const into: Placement = { elements: [], bonds: [], drops: [] };
    const middles = this.placeColumns(into);
    this.placeEnds(middles, into);
    const ports = new Map<string, Port>();
    const bottom = Math.max(...into.elements.map((box) => box.y + box.height));
    const left = Math.min(...into.elements.map((box) => box.x), ...into.drops.map(({ points }) => points[1].x - 8));
    const right = Math.max(
      ...into.elements.map((box) => box.x + box.width),
      ...into.drops.map(({ points }) => points[1].x + 8),
    );
    const padding = this.isFramed ? SIZES.padding : 0;
    const hasExits = (side: Side) => this.isFramed || this.exits.some((exit) => exit.side === side);
    const sideW = left - (hasExits("W") ? SIZES.padding : 0);
    const sideE = right + (hasExits("E") ? SIZES.padding : 0);
    for (const side of ["W", "E"] as const) this.addLinePorts(side, side === "W" ? sideW : sideE, into, ports);
    const channels = this.addDropPorts(bottom, { W: sideW, E: sideE }, into, ports);
    const top = Math.min(...into.elements.map((box) => box.y)) - padding;
    const foot = bottom + channels + padding;
    const { elements, bonds } = into;
    const arrangement = { width: sideE - sideW, height: foot - top, elements, bonds, groups: [], ports };
    return shiftArrangement(arrangement, -sideW, -top);
  }

  /** Exits of an element straight to the side. */
  private lineExits(id: string, side: Side): Exit[] {
    const isEnd = id === (side === "W" ? this.ids[0] : this.ids[this.ids.length - 1]);
    return isEnd ? this.exits.filter((exit) => exit.element === id && exit.side === side) : [];
  }

  private takeEndLeaves(branches: Branch[][]): void {
    const take = (list: Branch[], find: (kind: string) => boolean): Branch | undefined => {
      const i = list.findIndex((branch) => isLeaf(branch) && find(branch.element.kind));
      return i < 0 ? undefined : list.splice(i, 1)[0];
    };
    const hasExits = (side: Side) => this.exits.some((exit) => exit.side === side);
    const last = branches[branches.length - 1];
    if (!hasExits("W")) this.leafW = take(branches[0], (kind) => SOURCES.includes(kind));
    if (this.isFramed || hasExits("E")) return;
    for (const kinds of [["R"], ["C"], ["I"], SOURCES]) this.leafE ??= take(last, (kind) => kinds.includes(kind));
    this.leafE ??= take(last, () => true);
  }

  private createColumn(id: string, branches: readonly Branch[]): Column {
    const element = this.net.element(id);
    const { width, height } = measureElement(element);
    const lanes = Math.max(this.lineExits(id, "W").length, this.lineExits(id, "E").length);
    const leaves = branches.filter(isLeaf);
    const trees = branches.filter((branch) => !isLeaf(branch));
    const up = trees.length > 0 ? leaves.length : Math.ceil(leaves.length / 2);
    const drops = this.exits.filter((exit) => exit.element === id && !this.lineExits(id, exit.side).includes(exit));
    return {
      element,
      width: lanes > 1 ? width + 10 : width,
      height: Math.max(height, lanes > 1 ? SIZES.lane * lanes : 0),
      isBar: lanes > 1,
      above: leaves.slice(0, up),
      below: [...leaves.slice(up), ...trees],
      drops,
    };
  }

  /** Columns as near to each other as what stands on, above and below the line allows. Returns the boxes on the line. */
  private placeColumns(into: Placement): PlacedElement[] {
    const line: PlacedElement[] = [];
    let before: { x: number; line: number; above: number; below: number } | undefined;
    let last: PlacedElement | undefined;
    this.columns.forEach((column, i) => {
      const above = measureRow(column.above, []);
      const below = measureRow(column.below, column.drops);
      let x = 0;
      if (before) {
        const gaps = [
          (before.line + column.width) / 2 + SIZES.bond + 2 * SIZES.margin,
          before.above > 0 && above.width > 0 ? (before.above + above.width) / 2 + SIZES.gap : 0,
          before.below > 0 && below.width > 0 ? (before.below + below.width) / 2 + SIZES.gap : 0,
        ];
        x = before.x + Math.ceil(Math.max(...gaps));
      }
      const { element, width, height } = column;
      const shape = element.kind === "word" ? "word" : column.isBar ? "bar" : "text";
      const box: PlacedElement = { element, shape, x: x - width / 2, y: -height / 2, width, height };
      into.elements.push(box);
      line.push(box);
      placeAbove(column.above, box, into);
      below.place(x, height / 2 + calcReach(below.span / 2), box, false, into);
      if (last) into.bonds.push(this.joinLine(this.findBond(this.ids[i - 1], this.ids[i]), last, box));
      last = box;
      before = { x, line: width, above: above.width, below: below.width };
    });
    return line;
  }

  private findBond(a: string, b: string): DrawnBond {
    return this.net.bondsOf(a).find(({ from, to }) => from === b || to === b) as DrawnBond;
  }

  private joinLine(bond: DrawnBond, left: PlacedElement, right: PlacedElement) {
    const points = [
      { x: left.x + left.width + SIZES.margin, y: 0 },
      { x: right.x - SIZES.margin, y: 0 },
    ];
    return { bond, points: bond.from === left.element.id ? points : points.reverse() };
  }

  private placeEnds(line: readonly PlacedElement[], into: Placement): void {
    for (const [leaf, at, sign] of [
      [this.leafW, line[0], -1],
      [this.leafE, line[line.length - 1], 1],
    ] as const) {
      if (!leaf) continue;
      const { width, height } = measureElement(leaf.element);
      const reach = at.width / 2 + SIZES.bond + 2 * SIZES.margin + width / 2;
      const x = centerOf(at).x + sign * reach - width / 2;
      const box: PlacedElement = { element: leaf.element, shape: "text", x, y: -height / 2, width, height };
      into.elements.push(box);
      into.bonds.push(sign < 0 ? this.joinLine(leaf.bond, box, at) : this.joinLine(leaf.bond, at, box));
    }
  }

  private addLinePorts(side: Side, x: number, into: Placement, ports: Map<string, Port>): void {
    const id = side === "W" ? this.ids[0] : this.ids[this.ids.length - 1];
    const box = into.elements.find(({ element }) => element.id === id) as PlacedElement;
    const list = this.lineExits(id, side);
    list.forEach(({ bond }, i) => {
      const y = SIZES.lane * (i - (list.length - 1) / 2);
      const start = side === "W" ? box.x - SIZES.margin : box.x + box.width + SIZES.margin;
      ports.set(bond.id, {
        points: [
          { x: start, y },
          { x, y },
        ],
        lot: 0,
        side,
      });
    });
  }

  /** Bonds that come down between the trees turn to the side below everything. Returns the height that they need. */
  private addDropPorts(bottom: number, sides: Record<Side, number>, into: Placement, ports: Map<string, Port>): number {
    let depth = 0;
    for (const side of ["W", "E"] as const) {
      const drops = into.drops.filter(({ exit }) => exit.side === side);
      // The nearest to the side turns first, so that they do not cross.
      drops.sort((a, b) => (side === "W" ? a.points[1].x - b.points[1].x : b.points[1].x - a.points[1].x));
      drops.forEach(({ exit, points }, i) => {
        const y = bottom + SIZES.lane * (i + 0.5);
        const foot: Point = { x: points[1].x, y };
        ports.set(exit.bond.id, { points: [...points, foot, { x: sides[side], y }], lot: 1 + i, side });
      });
      depth = Math.max(depth, SIZES.lane * drops.length);
    }
    return depth;
  }
}

/** One-port elements in a row above an element of the spine. */
function placeAbove(branches: readonly Branch[], at: PlacedElement, into: Placement): void {
  const sizes = branches.map(({ element }) => measureElement(element));
  const width = sizes.reduce((sum, size) => sum + size.width, 0) + SIZES.gap * Math.max(0, sizes.length - 1);
  const span = sizes.length === 0 ? 0 : width - (sizes[0].width + sizes[sizes.length - 1].width) / 2;
  let x = centerOf(at).x - width / 2;
  branches.forEach(({ element, bond }, i) => {
    const { width, height } = sizes[i];
    const y = at.y - calcReach(span / 2) - height;
    const shape = element.kind === "word" ? "word" : "text";
    const box: PlacedElement = { element, shape, x, y, width, height };
    into.elements.push(box);
    into.bonds.push({ bond, points: join(bond, at, box, { index: i, count: branches.length }) });
    x += width + SIZES.gap;
  });
}
