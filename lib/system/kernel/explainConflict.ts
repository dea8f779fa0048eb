import { type Pair, RowConstraint } from "../../constraints/index.ts";
import type { Kernel } from "./Kernel.ts";
import type { Link } from "./Link.ts";
import { listMisfits, rankMisfits } from "./listMisfits.ts";
import { PairRows } from "./PairRows.ts";

/** So many names at most in one list. */
const LONGEST = 6;
/** What has been driven this far (m or rad) is not locked: a locked loop comes apart long before. */
const MOVED = 1e-4;

/**
 * Why rows are not met at the present state, and what to do: the worst of them, the loops it is part of, and what is driven
 * there. All was well from `start` to `end`.
 */
export function explainConflict(kernel: Kernel, limit: number, ofRates: boolean, start: number, end: number): string {
  const missing = listMisfits(kernel, limit, ofRates);
  const { row } = rankMisfits(kernel, limit, ofRates)[0];
  const reason = describeDrive(kernel, findPath(kernel, row), start, end);
  return `the constraints cannot all be met; ${missing}. ${reason || "Look for a base that moves what is locked or out of its reach"}`;
}

/** What is driven in the loops that contain one of the links, and why that may fail; empty if nothing is. */
export function describeDrive(kernel: Kernel, seeds: readonly Link[], start: number, end: number): string {
  const driven: string[] = [];
  const others: string[] = [];
  let hasMoved = false;
  for (const part of traceLoops(kernel, seeds)) {
    let isDriven: boolean;
    let read: (t: number) => number[];
    if (part instanceof RowConstraint) {
      isDriven = part.velocityTargets.some((rate) => rate !== 0);
      read = (t) => {
        part.calcRows(t);
        part.calcPositionErrors(t);
        return [...part.positionErrors];
      };
    } else {
      const laws = part.motions.flatMap((m) => (m.kind === "ball" ? [] : (m.bond.motion ?? [])));
      isDriven = laws.length > 0;
      read = (t) => laws.map((law) => law(t)[0]);
    }
    (isDriven ? driven : others).push(part.label);
    if (!isDriven) continue;
    const first = read(start);
    if (read(end).some((x, i) => Math.abs(x - first[i]) > MOVED)) hasMoved = true;
  }
  if (driven.length === 0) return "";
  const list = (all: string[]) => all.slice(0, LONGEST).join(", ") + (all.length > LONGEST ? " …" : "");
  const loop = `driven in the loop with ${list(others)}`;
  if (driven.length > 1) {
    return `${list(driven)} are ${loop}, and their motions disagree: drive fewer of them, or give motions that fit`;
  }
  return (
    `${driven[0]} is ${loop}, ` +
    (hasMoved
      ? "beyond its reach: give a motion that the lengths allow"
      : "which is locked: nothing in it can move; take the motion away, or set one of the others free")
  );
}

/** The constraints of all loops that contain one of the links, or share links with such a loop. */
function traceLoops(kernel: Kernel, seeds: readonly Link[]): Set<Pair | RowConstraint> {
  const links = new Set(seeds);
  const rows = new Set<RowConstraint>();
  for (let size = -1; size < rows.size; ) {
    size = rows.size;
    for (const row of kernel.rows.constraints) {
      const path = findPath(kernel, row);
      if (!path.some((link) => links.has(link))) continue;
      rows.add(row);
      for (const link of path) links.add(link);
    }
  }
  if (rows.size === 0) return rows;
  const pairs = kernel.links.flatMap((link) => (links.has(link) && link.pair) || []);
  return new Set([...pairs, ...[...rows].map((row) => (row instanceof PairRows ? row.pair : row))]);
}

/** The links between the bodies of a row: those that not all of them hang on. */
function findPath(kernel: Kernel, { bodies }: RowConstraint): Link[] {
  const counts = new Map<Link, number>();
  for (const body of bodies) {
    for (let link: Link | null = kernel.getLink(body); link; link = link.parent) {
      if (!link.isBase) counts.set(link, (counts.get(link) ?? 0) + 1);
    }
  }
  return [...counts.keys()].filter((link) => counts.get(link) !== bodies.length);
}
