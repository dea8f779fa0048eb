import type { DrawnBond } from "../../bondgraph/export/DrawingModel.ts";
import { type Point, shiftBox, shiftPoint } from "../geometry.ts";
import type { PlacedBond, PlacedElement, PlacedGroup } from "./Layout.ts";

export type Side = "W" | "E";

/** A bond that leaves a block: the element inside, and the side on which it leaves. */
export interface Exit {
  readonly bond: DrawnBond;
  /** Id of the element inside. */
  readonly element: string;
  readonly side: Side;
}

/** A way from an element to the side of its block. */
export interface Port {
  readonly points: readonly Point[];
  /** Ports of the same number belong to one element and side: their bonds may be exchanged. */
  readonly lot: number;
  readonly side: Side;
}

/** A block with everything in it placed; the upper left corner is the origin. */
export interface Arrangement {
  readonly width: number;
  readonly height: number;
  readonly elements: readonly PlacedElement[];
  readonly bonds: readonly PlacedBond[];
  readonly groups: readonly PlacedGroup[];
  /** By the id of the bond. */
  readonly ports: ReadonlyMap<string, Port>;
}

export const endOf = ({ points }: Port): Point => points[points.length - 1];

/** Upside down; there are no groups inside. */
export function flipArrangement({ elements, bonds, ports, ...rest }: Arrangement): Arrangement {
  const flipAll = (points: readonly Point[]) => points.map(({ x, y }) => ({ x, y: rest.height - y }));
  return {
    ...rest,
    elements: elements.map((box) => ({ ...box, y: rest.height - box.y - box.height, isFlipped: true })),
    bonds: bonds.map((bond) => ({ ...bond, points: flipAll(bond.points) })),
    ports: new Map([...ports].map(([id, port]) => [id, { ...port, points: flipAll(port.points) }])),
  };
}

/** The contents of an arrangement at another place. */
export function shiftArrangement({ elements, bonds, groups, ports, ...rest }: Arrangement, dx: number, dy: number) {
  const shiftAll = (points: readonly Point[]) => points.map((point) => shiftPoint(point, dx, dy));
  return {
    ...rest,
    elements: elements.map((box) => shiftBox(box, dx, dy)),
    bonds: bonds.map((bond) => ({ ...bond, points: shiftAll(bond.points) })),
    groups: groups.map((box) => ({ ...shiftBox(box, dx, dy), title: shiftBox(box.title, dx, dy) })),
    ports: new Map([...ports].map(([id, port]) => [id, { ...port, points: shiftAll(port.points) }])),
  } satisfies Arrangement;
}
