import { grow, segmentsCross } from "./geometry.ts";
import type { Layout } from "./layout/Layout.ts";
import { forEachSegment } from "./layout/labelBonds.ts";
import { Occupancy } from "./layout/Occupancy.ts";

/** What disturbs a reader of a drawing, each as a sentence; all lists are empty for a good one. */
export interface LayoutFaults {
  /** Elements, dimensions and titles of groups that lie on each other. */
  readonly overlaps: string[];
  /** Bonds that run over an element, a dimension or a title. */
  readonly strikes: string[];
  /** Bonds that cross each other. */
  readonly crossings: string[];
  /** Frames of groups that overlap, or that hold what is not theirs. */
  readonly frames: string[];
  /** Multibonds that found no room for their dimension. */
  readonly unlabelled: string[];
}

/** Looks for everything that overlaps or crosses in a layout. */
export function measureLayout(layout: Layout): LayoutFaults {
  const faults: LayoutFaults = { overlaps: [], strikes: [], crossings: [], frames: [], unlabelled: [] };
  const boxes = [
    ...layout.elements.map((box) => ({ box, name: box.element.name, ends: box.element.id })),
    ...layout.bonds.flatMap(({ bond, label }) =>
      label ? [{ box: label, name: `dimension of ${bond.name}`, ends: "" }] : [],
    ),
    ...layout.groups.map(({ name, title }) => ({ box: title, name: `title of ${name}`, ends: "" })),
  ];
  const bonds = new Occupancy<string>();
  const byId = new Map(layout.bonds.map((placed) => [placed.bond.id, placed]));
  for (const { bond, points, label } of layout.bonds) {
    forEachSegment(points, (a, b) => bonds.addSegment(a, b, bond.id));
    if (bond.dimension > 1 && !label) faults.unlabelled.push(bond.name);
  }
  const seen = new Occupancy<string>();
  for (const { box, name, ends } of boxes) {
    for (const other of seen.findBoxes(box)) faults.overlaps.push(`${name} and ${other}`);
    seen.addBox(box, name);
    for (const id of bonds.findSegments(box)) {
      const { bond } = byId.get(id) as Layout["bonds"][number];
      // A bond keeps off the letters of its own ends too.
      faults.strikes.push(`${bond.name} over ${name}${bond.from === ends || bond.to === ends ? ", its own end" : ""}`);
    }
  }
  const crossed = new Set<string>();
  for (const { bond, points } of layout.bonds) {
    forEachSegment(points, (a, b) => {
      for (const other of bonds.listSegmentsNear(a, b)) {
        if (other.owner <= bond.id || !segmentsCross(a, b, other.a, other.b)) continue;
        crossed.add(`${bond.name} and ${byId.get(other.owner)?.bond.name}`);
      }
    });
  }
  faults.crossings.push(...crossed);
  findFrameFaults(layout, faults.frames);
  return faults;
}

function findFrameFaults({ groups, elements }: Layout, faults: string[]): void {
  const frames = new Occupancy<string>();
  for (const group of groups) {
    for (const other of frames.findBoxes(group)) faults.push(`${group.name} and ${other}`);
    frames.addBox(group, group.name);
  }
  for (const box of elements) {
    for (const name of frames.findBoxes(grow(box, -0.5))) {
      if (name !== box.element.group) faults.push(`${box.element.name} in ${name}`);
    }
  }
}
