import {
  listHandOvers,
  type OmniWheel,
  type RollerGeometry,
  type Testbench,
  type Trajectory,
} from "../../lib/index.ts";

/** Where the wheel stands at one instant. */
export interface ContactRow {
  t: number;
  /** Number of the touching roller, from 1; 0 in the air. */
  roller: number;
  /** Counts the hand-overs so far: rows with the same number belong to one piece of the path. */
  piece: number;
  /** The contact point and the centre of the wheel on the floor, m. */
  x: number;
  z: number;
  centerX: number;
  centerZ: number;
  /** Height of the centre above the floor, m. */
  height: number;
  /** Turn of the wheel since the touching roller was straight below the centre, rad. */
  q: number;
  /** The contact point from the centre of the wheel, along the axle, m; found, and by its closed form. */
  side: number;
  expected: number;
  /** N */
  normal: number;
}

/** Before a hand-over by so much, s. */
const BEFORE = 1e-9;

/** The contact over a run: at even times, and at both sides of every hand-over. */
export function readContact(bench: Testbench, run: Trajectory, samples = 400): ContactRow[] {
  const handOvers = listHandOvers(run);
  const even = Array.from({ length: samples + 1 }, (_, i) => run.start + ((run.end - run.start) * i) / samples);
  const sides = handOvers.flatMap((t) => [Math.max(run.start, t - BEFORE), t]);
  const times = [...new Set([...even, ...sides])].sort((a, b) => a - b);
  return times.map((t) => {
    const wheel = run.at(t).get(bench.wheel);
    const piece = handOvers.filter((handOver) => handOver <= t).length;
    return { ...readInstant(bench, wheel), t, piece };
  });
}

function readInstant(bench: Testbench, wheel: OmniWheel): Omit<ContactRow, "t" | "piece"> {
  const { geometry, contact } = wheel;
  const index = contact.roller - 1;
  const [cx, cy, cz] = wheel.getCenter();
  const { T } = wheel.disc.kinematics;
  const [x, y, z] = contact.point;
  const q = wrap(bench.readState().phi + (2 * Math.PI * index) / geometry.count);
  return {
    roller: contact.isClosed ? contact.roller : 0,
    ...{ x, z, centerX: cx, centerZ: cz, height: cy, q },
    side: (x - cx) * T[2] + (y - cy) * T[5] + (z - cz) * T[8],
    expected: findSide(geometry, index, q),
    normal: contact.normalForce,
  };
}

const wrap = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Where an upright wheel touches, along the axle from its centre: `−R₁ tan q tan ψ` from the plane of the roller's row. */
export function findSide({ rollerDistance, psi, rows, rowDistance }: RollerGeometry, index: number, q: number): number {
  const row = rows === 2 ? (index % 2 === 0 ? 0.5 : -0.5) * rowDistance : 0;
  return row - rollerDistance * Math.tan(q) * Math.tan(psi);
}

/** By how much the contact point jumps when one roller hands over to the next: `2 R₁ tan α tan ψ`, m. */
export const findJump = ({ rollerDistance, alpha, psi }: RollerGeometry): number =>
  2 * rollerDistance * Math.tan(alpha) * Math.tan(psi);

export interface Jump {
  t: number;
  /** Numbers of the rollers. */
  from: number;
  to: number;
  /** Along the axle, m. */
  jump: number;
  /** The ends of the jump on the floor. */
  x1: number;
  z1: number;
  x2: number;
  z2: number;
}

/** The jumps between the pieces of a path. */
export function listJumps(rows: readonly ContactRow[]): Jump[] {
  const jumps: Jump[] = [];
  for (let i = 1; i < rows.length; i++) {
    const [a, b] = [rows[i - 1], rows[i]];
    if (a.piece === b.piece || a.roller === 0 || b.roller === 0) continue;
    const ends = { x1: a.x, z1: a.z, x2: b.x, z2: b.z };
    jumps.push({ t: b.t, from: a.roller, to: b.roller, jump: b.side - a.side, ...ends });
  }
  return jumps;
}

/** What a run says about the contact. */
export interface ContactSummary {
  /** `(largest − smallest height)/R` */
  ripple: number;
  /** Largest distance of the contact point from its closed form, m. */
  deviation: number;
  /** Largest `|N/(M g) − 1|` */
  load: number;
  handOvers: number;
}

export function summarize(bench: Testbench, rows: readonly ContactRow[]): ContactSummary {
  const { disc, rollers, geometry } = bench.wheel;
  const mass = [disc, ...rollers].reduce((sum, { inertia }) => sum + inertia.mass, 0);
  const weight = 9.81 * mass;
  const largest = (read: (row: ContactRow) => number) => rows.reduce((most, row) => Math.max(most, read(row)), 0);
  const highest = largest(({ height }) => height);
  return {
    ripple: largest(({ height }) => highest - height) / geometry.radius,
    deviation: largest(({ side, expected }) => Math.abs(side - expected)),
    load: largest(({ normal }) => Math.abs(normal / weight - 1)),
    handOvers: rows.at(-1)?.piece ?? 0,
  };
}
