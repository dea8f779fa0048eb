import {
  CircularEdge,
  Contact,
  IdealRolling,
  Inertia,
  Mesh,
  Plane,
  quaternionAbout,
  Resistance,
  RigidBody,
  type Snapshot,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import type { CheckRow } from "./CheckRow.ts";

export interface DiskParameters {
  /** Of the disk against the floor at the start, degrees. */
  tilt: number;
  /** Arm of the rolling resistance, mm. */
  resistance: number;
  /** cm */
  radius: number;
}

const GRAVITY = 9.81;
const MASS = 1.3;
/** The run ends where the disk is this flat, rad. */
const FLAT = 0.01;

/**
 * A thin disk in steady rolling with inclination α of its plane and precession Ω, both at the start. With `ω₃` about its
 * axis: `(C + m R²) ω₃ Ω sin α − A Ω² sin α cos α + m g R cos α = 0`; ω₃ is found from that if it is not given.
 */
export function createDisk(R: number, alpha: number, precession: number, spin?: number) {
  const [A, C] = [(MASS * R * R) / 4, (MASS * R * R) / 2];
  const [s, c] = [Math.sin(alpha), Math.cos(alpha)];
  const w3 = spin ?? (A * precession ** 2 * s * c - MASS * GRAVITY * R * c) / ((C + MASS * R * R) * precession * s);
  // y is up. The rim's tangent is x, e2 goes up the disk, e3 is its axis; the vertical is c e3 + s e2.
  const [e2, e3] = [
    [0, s, -c],
    [0, c, s],
  ];
  const system = new System();
  const disk = system.add(
    new RigidBody("disk", {
      inertia: new Inertia({ mass: MASS, tensor: [A, C, A] }),
      position: [0, R * s, -R * c],
      orientation: quaternionAbout([1, 0, 0], alpha),
      velocity: [-R * w3, 0, 0],
      angularVelocity: [0, 1, 2].map((i) => precession * s * e2[i] + w3 * e3[i]),
      shapes: () => drawDisk(R),
    }),
  );
  return { system, disk, R, w3, mass: MASS, surface: new CircularEdge({ radius: R }) };
}

/** A disk that settles, until it is flat. */
export function createEulerDisk({ tilt, resistance, radius }: DiskParameters) {
  const alpha = (tilt * Math.PI) / 180;
  const R = radius / 100;
  const rolling = resistance / 1000;
  const { system, disk, surface } = createDisk(R, alpha, findPrecession(R, alpha), 0);
  //#region model
  system.add(
    new Contact("floor", system.ground, disk, {
      surfaceA: new Plane(),
      surfaceB: surface,
      friction: new IdealRolling(),
      resistance: new Resistance({ rolling, velocity: 1e-3 }),
    }),
  );
  const isFlat = { name: "flat", value: (now: Snapshot) => readTilt(now, R) - FLAT, action: "stop" } as const;
  //#endregion
  const until = 1.5 * findEnd(R, rolling, alpha);
  return { system, options: { until, tolerance: 1e-8, events: [isFlat] }, R, rolling, alpha };
}

/** Angle between disk and floor, rad. */
const readTilt = (now: Snapshot, R: number) => Math.asin(Math.min(1, Math.max(-1, now.body("disk").position[1] / R)));

/** Precession of a disk that does not turn about its own axis: `Ω² = 4 g/(R sin α)`. */
export const findPrecession = (R: number, alpha: number) => Math.sqrt((4 * GRAVITY) / (R * Math.sin(alpha)));

/**
 * When it would lie flat, s. In steady precession the energy is `³⁄₂ m g R sin α`, and resistance takes
 * `ρ m g Ω sin α cos α`: hence `α̇ = −(4ρ/3R) √(g/R) √(sin α)`, and α reaches zero in finite time.
 */
export function findEnd(R: number, rolling: number, alpha: number): number {
  // ∫ dα/√(sin α) with α = u²: smooth, so that Simpson's rule is exact to rounding with few points.
  const count = 200;
  const top = Math.sqrt(alpha);
  const value = (u: number) => (u === 0 ? 2 : (2 * u) / Math.sqrt(Math.sin(u * u)));
  let sum = value(0) + value(top);
  for (let i = 1; i < count; i++) sum += (i % 2 === 1 ? 4 : 2) * value((top * i) / count);
  const rate = ((4 * rolling) / (3 * R)) * Math.sqrt(GRAVITY / R);
  return (sum * top) / (3 * count) / rate;
}

/** Angle (degrees) and precession (rad/s) over time as that theory has them. */
export function traceDecay({ R, rolling, alpha }: { R: number; rolling: number; alpha: number }) {
  const end = findEnd(R, rolling, alpha);
  return Array.from({ length: 201 }, (_, i) => {
    // Even steps of √α are about even steps of time.
    const now = (Math.sqrt(alpha) + (Math.sqrt(FLAT) - Math.sqrt(alpha)) * (i / 200)) ** 2;
    const left = findEnd(R, rolling, now);
    return { t: end - left, left, tilt: (now * 180) / Math.PI, precession: findPrecession(R, now) };
  });
}

type Table = Record<string, Float64Array>;

/** Columns for the readers. */
export const reads = [
  ...["position", "angularVelocity"].flatMap((name) => ["x", "y", "z"].map((axis) => `disk.${name}.${axis}`)),
  ...["x", "y", "z"].map((axis) => `floor.pointB.${axis}`),
];

/** Angle of the disk in degrees, and the precession in rad/s: `ω = Ω sin α e₂ + ω₃ e₃`, with e₂ from the contact to the centre. */
export const createReaders = (R: number) => {
  const tilt = (table: Table, i: number) => Math.asin(Math.min(1, table["disk.position.y"][i] / R));
  return {
    tilt: (table: Table, i: number) => (tilt(table, i) * 180) / Math.PI,
    precession: (table: Table, i: number) => {
      const along = ["x", "y", "z"].map(
        (axis) =>
          table[`disk.angularVelocity.${axis}`][i] *
          (table[`disk.position.${axis}`][i] - table[`floor.pointB.${axis}`][i]),
      );
      return along.reduce((sum, part) => sum + part, 0) / (R * Math.sin(tilt(table, i)));
    },
  };
};

/** What the run gives and the theory of slow decay says. */
export function checkDecay(run: Trajectory, { R, rolling, alpha }: ReturnType<typeof createEulerDisk>): CheckRow[] {
  const flat = run.events.find(({ owner }) => owner === "flat")?.t;
  const end = findEnd(R, rolling, alpha);
  const left = findEnd(R, rolling, FLAT);
  const table = run.sample({ times: [run.end], columns: reads });
  return [
    { name: `flat to ${((FLAT * 180) / Math.PI).toFixed(2)}° after`, unit: "s", found: flat, expected: end - left },
    {
      name: "precession then",
      unit: "rad/s",
      found: flat === undefined ? undefined : createReaders(R).precession(table, 0),
      expected: findPrecession(R, FLAT),
    },
  ];
}

/** A disk with a stripe, so that one sees how slowly it turns. */
function drawDisk(R: number) {
  return [
    { mesh: Mesh.cylinder({ radius: R, length: 0.04 * R }), color: [0.27, 0.45, 0.77], collides: false },
    {
      mesh: Mesh.box([0.14 * R, 0.012 * R, 0.8 * R]),
      position: [0, 0.026 * R, 0.5 * R],
      color: [0.95, 0.72, 0.2],
      collides: false,
    },
  ] as const;
}
