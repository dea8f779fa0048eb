import type { DrawingModel, DrawnBond, DrawnElement } from "../../bondgraph/export/DrawingModel.ts";
import { isSource } from "../../bondgraph/export/drawnGroups.ts";
import { elide } from "../../bondgraph/export/labels.ts";
import { calcTextWidth } from "../textWidth.ts";
import { type Arrangement, type Exit, flipArrangement, type Port, shiftArrangement } from "./Arrangement.ts";
import { arrangeLayers } from "./arrangeLayers.ts";
import { arrangeSpine } from "./arrangeSpine.ts";
import type { Block, Link } from "./Block.ts";
import type { Layout } from "./Layout.ts";
import { labelBonds } from "./labelBonds.ts";
import { Net } from "./Net.ts";
import { SIZES } from "./sizes.ts";

/** Room around the picture, and between parts that are not bonded to each other. */
const BORDER = 16;
const PART_GAP = 40;
const TWO_PORTS = ["TF", "MTF", "GY", "MGY"];

/**
 * Finds a place for everything: groups in layers from left to right, the elements of a group along a line, one-port elements
 * above and below. The same model gives the same layout.
 */
export function findLayout(model: DrawingModel): Layout {
  const net = new Net(model.elements, model.bonds);
  const parts: Arrangement[] = [];
  for (const elements of listParts(net)) {
    const blocks = createBlocks(new Net(elements, model.bonds));
    parts.push(arrangeLayers(blocks, createLinks(blocks, model.bonds), { isWrapped: true }));
  }
  let y = BORDER;
  const placed = parts.map((part) => {
    const shifted = shiftArrangement(part, BORDER, y);
    y += part.height + PART_GAP;
    return shifted;
  });
  const elements = placed.flatMap((part) => part.elements);
  const groups = placed.flatMap((part) => part.groups);
  return {
    width: Math.ceil(Math.max(0, ...parts.map(({ width }) => width)) + 2 * BORDER),
    height: Math.ceil(Math.max(0, y - PART_GAP) + BORDER),
    elements,
    bonds: labelBonds(
      placed.flatMap((part) => part.bonds),
      elements,
      groups,
    ),
    groups,
  };
}

/** Elements that hang together by bonds or groups, each list in the order of the model. */
function listParts(net: Net): DrawnElement[][] {
  const members = groupBy(net.elements, ({ group }) => group);
  members.delete("");
  const partOf = new Map<string, number>();
  let count = 0;
  for (const { id } of net.elements) {
    if (partOf.has(id)) continue;
    const queue = [id];
    partOf.set(id, count);
    for (const at of queue) {
      for (const next of [
        ...net.neighboursOf(at),
        ...(members.get(net.element(at).group) ?? []).map((member) => member.id),
      ]) {
        if (partOf.has(next)) continue;
        partOf.set(next, count);
        queue.push(next);
      }
    }
    count++;
  }
  const parts: DrawnElement[][] = Array.from({ length: count }, () => []);
  for (const element of net.elements) parts[partOf.get(element.id) as number].push(element);
  return parts;
}

/** Every group is a block; what has none makes blocks of a hub with its one-port elements. */
function createBlocks(net: Net): Block[] {
  const groups = groupBy(net.elements, ({ group }) => group);
  const bonds = groupBy(net.bonds, ({ from }) => net.element(from).group);
  const hubs = createHubs(groups.get("") ?? [], net);
  groups.delete("");
  const framed = [...groups].map(([name, elements]) => createGroupBlock(name, elements, bonds.get(name) ?? []));
  const order = new Map(net.elements.map(({ id }, i) => [id, i]));
  const placeOf = ({ elements }: Block) => order.get(elements[0]) as number;
  return [...hubs, ...framed].sort((a, b) => placeOf(a) - placeOf(b));
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const members = groups.get(keyOf(item));
    if (members) members.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Hubs of some elements of a net; `exits` are bonds that leave the net. */
function createHubs(elements: readonly DrawnElement[], all: Net, exits: readonly Exit[] = []): Block[] {
  const net = new Net(elements, all.bonds);
  const countBonds = (id: string) => all.bondsOf(id).length + exits.filter(({ element }) => element === id).length;
  const hubOf = new Map<string, string>();
  for (const { id, kind } of elements) {
    const [neighbour] = net.neighboursOf(id);
    const isLeaf = countBonds(id) === 1 && neighbour !== undefined && kind !== "word";
    const isPair = isLeaf && countBonds(neighbour) === 1;
    if (isLeaf && !(isPair && !hubOf.has(neighbour)))
      hubOf.set(id, isPair ? (hubOf.get(neighbour) as string) : neighbour);
    else hubOf.set(id, id);
  }
  const members = groupBy(elements, ({ id }) => hubOf.get(id) as string);
  return [...members].map(([hub, list]) => {
    const own = new Net(list, net.bondsOf(hub));
    return {
      elements: list.map(({ id }) => id),
      hasSource: hasSource(list),
      isTwoPort: TWO_PORTS.includes(all.element(hub).kind) || all.element(hub).isJoining === true,
      arrange: (exits: readonly Exit[]) => arrangeSpine(own, exits, false) as Arrangement,
    };
  });
}

const hasSource = (elements: readonly DrawnElement[]) => elements.some(isSource);

function createGroupBlock(name: string, elements: readonly DrawnElement[], bonds: readonly DrawnBond[]): Block {
  const net = new Net(elements, bonds);
  return {
    elements: elements.map(({ id }) => id),
    hasSource: hasSource(elements),
    isTwoPort: false,
    arrange: (exits, isFlipped) => {
      const line = arrangeSpine(net, exits, true);
      const turned = line && isFlipped ? flipArrangement(line) : line;
      return frame(name, turned ?? arrangeInside(net, exits));
    },
  };
}

/** A group that does not fit along a line is laid out in layers of its own; bonds that leave it are pinned to its sides. */
function arrangeInside(net: Net, exits: readonly Exit[]): Arrangement {
  const hubs = createHubs(net.elements, net, exits);
  const pins = exits.map((exit) => createPin(exit));
  const blocks: Block[] = [...hubs, ...pins];
  const links = createLinks(hubs, net.bonds);
  exits.forEach(({ bond, element }, i) => {
    const inner = hubs.findIndex(({ elements }) => elements.includes(element));
    const pin = hubs.length + i;
    links.push(bond.from === element ? { bond, from: inner, to: pin } : { bond, from: pin, to: inner });
  });
  const inside = shiftArrangement(arrangeLayers(blocks, links), 0, SIZES.padding);
  const padW = exits.some(({ side }) => side === "W") ? 0 : SIZES.padding;
  const padE = exits.some(({ side }) => side === "E") ? 0 : SIZES.padding;
  const { width, height } = inside;
  return {
    ...shiftArrangement(inside, padW, 0),
    width: width + padW + padE,
    height: height + 2 * SIZES.padding,
  };
}

function createPin({ bond, side }: Exit): Block {
  const port: Port = { points: [{ x: 0, y: 0 }], lot: 0, side: side === "W" ? "E" : "W" };
  const ports = new Map([[bond.id, port]]);
  const arrangement: Arrangement = { width: 0, height: 0, elements: [], bonds: [], groups: [], ports };
  return { elements: [], hasSource: false, isTwoPort: false, pin: side, arrange: () => arrangement };
}

/** Puts a frame with the name of the group around its contents; ports reach the frame. */
function frame(name: string, inside: Arrangement): Arrangement {
  const width = Math.max(inside.width, Math.ceil(calcTextWidth(elide(name), SIZES.title)) + 16);
  const room = (width - inside.width) / 2;
  const moved = shiftArrangement(inside, room, SIZES.titleHeight - 4);
  const height = inside.height + SIZES.titleHeight - 4;
  const ports = new Map<string, Port>();
  for (const [id, port] of moved.ports) {
    const { y } = port.points[port.points.length - 1];
    ports.set(id, { ...port, points: [...port.points, { x: port.side === "W" ? 0 : width, y }] });
  }
  const title = { x: 6, y: 3, width: Math.ceil(calcTextWidth(elide(name), SIZES.title)), height: SIZES.title + 4 };
  return { ...moved, width, height, ports, groups: [...moved.groups, { name, x: 0, y: 0, width, height, title }] };
}

function createLinks(blocks: readonly Block[], bonds: readonly DrawnBond[]): Link[] {
  const blockOf = new Map(blocks.flatMap(({ elements }, i) => elements.map((id) => [id, i] as const)));
  const links: Link[] = [];
  for (const bond of bonds) {
    const from = blockOf.get(bond.from);
    const to = blockOf.get(bond.to);
    if (from !== undefined && to !== undefined && from !== to) links.push({ bond, from, to });
  }
  return links;
}
