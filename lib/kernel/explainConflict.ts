import { type Constraint, Pair, type Rows } from "../constraints/index.ts";
import type { StepUnderflow } from "../integrators/index.ts";
import { isNearSingular } from "./isSingular.ts";
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
  return `the constraints cannot all be met; ${missing}. ${explainRows(kernel, [row], start, end)}`;
}

/** Why rows cannot be kept, and what to do; all was well from `start` to `end`. */
export function explainRows(kernel: Kernel, rows: readonly Rows[], start: number, end: number): string {
  const seeds = rows.flatMap((row) => findPath(kernel, row));
  return describeDrive(kernel, seeds, start, end) || "Look for a base that moves what is locked or out of its reach";
}

/** What a constraint with a force or effort that is no number gives. */
function findBadNumber(constraint: Constraint): number | undefined {
  const { wrenchB } = constraint;
  const numbers = constraint instanceof Pair ? [...constraint.efforts] : [...wrenchB.F, ...wrenchB.M];
  return numbers.find((value) => !Number.isFinite(value));
}

/** Why steps became too short to go on; all was well from `start` to `end`. */
export function explainUnderflow(kernel: Kernel, cause: StepUnderflow, start: number, end: number): string {
  const { limiting, h } = cause;
  const owner = kernel.describeState(limiting);
  if (cause.nonFinite) {
    const culprit = kernel.findNonFinite();
    if (culprit?.failure) return `${culprit.label}: ${culprit.failure}`;
    const gravity = kernel.findBadGravity();
    if (gravity) return gravity;
    return culprit
      ? `the force or effort of ${culprit.label} is not a finite number there; check its law, which gives ` +
          `${findBadNumber(culprit)} just after t = ${cause.t} s`
      : `the acceleration is not a finite number there, first in ${owner}. Look for a division by zero in a force law, a ` +
          "point mass that turns freely, or a mechanism in a singular position";
  }
  // Near the end of the reach of a driven loop accelerations grow without bound.
  const link = kernel.findMoved(limiting);
  const drive = link && describeDrive(kernel, [link], start, end);
  return (
    `the step became ${h.toExponential(2)} s long, limited by ${owner}. Look for a force that jumps or grows without ` +
    `bound, a very stiff spring or damper, or ask for a looser tolerance${drive ? `. Perhaps ${drive}` : ""}`
  );
}

/** What is driven in the loops that contain one of the links, and why that may fail; empty if nothing is. */
function describeDrive(kernel: Kernel, seeds: readonly Link[], start: number, end: number): string {
  const driven: string[] = [];
  const others: string[] = [];
  let hasMoved = false;
  const parts = traceLoops(kernel, seeds);
  const names = new Set([...parts].map(({ name }) => name));
  for (const part of parts) {
    let isDriven: boolean;
    let read: (t: number) => number[];
    if (!(part instanceof Pair)) {
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
  const several = driven.length > 1;
  if (!hasMoved && isNearSingular(kernel, end, ({ name }) => names.has(name))) {
    return (
      `${list(driven)} ${several ? "are" : "is"} ${loop}, which is in a singular position, as a crank at its dead centre: ` +
      "there it does not tell which way the others go; draw it a little away from there, or drive another joint of the loop"
    );
  }
  if (several) {
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
function traceLoops(kernel: Kernel, seeds: readonly Link[]): Set<Pair | Rows> {
  const links = new Set(seeds);
  const rows = new Set<Rows>();
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
function findPath(kernel: Kernel, { bodies }: Rows): Link[] {
  const counts = new Map<Link, number>();
  for (const body of bodies) {
    for (let link: Link | null = kernel.getLink(body); link; link = link.parent) {
      if (!link.isBase) counts.set(link, (counts.get(link) ?? 0) + 1);
    }
  }
  return [...counts.keys()].filter((link) => counts.get(link) !== bodies.length);
}
