import { Matrix, solve } from "ml-matrix";
import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import type { Twist, Vehicle } from "../../lib/omniwheel/index.ts";
import type { Snapshot } from "../../lib/system/index.ts";
import { APART, createVehicle, LAYOUTS, type LayoutName } from "./measureVehicle.ts";

/**
 * A vehicle in the plane, written down by hand: rates (vx, vy, wz, turns of the wheels, turns of all rollers), with x ahead
 * and y to the left. Angles of the wheels as they are; nothing of the library but sizes and masses.
 */
class PlaneModel {
  private readonly vehicle: Vehicle;
  private readonly angles: readonly number[];
  private readonly count: number;

  constructor(vehicle: Vehicle, angles: readonly number[]) {
    this.vehicle = vehicle;
    this.angles = angles;
    this.count = vehicle.wheels[0].rollers.length;
  }

  get size(): number {
    return 3 + this.vehicle.wheels.length * (1 + this.count);
  }

  /** Place of the rate of a roller. */
  place(wheel: number, roller: number): number {
    return 3 + this.vehicle.wheels.length + wheel * this.count + roller;
  }

  createMasses(): Matrix {
    const masses = Matrix.zeros(this.size, this.size);
    /** Adds `½ m (row·rates)²` to the energy. */
    const add = (m: number, row: readonly number[]) => {
      for (let a = 0; a < row.length; a++) {
        if (row[a] === 0) continue;
        for (let b = 0; b < row.length; b++) masses.set(a, b, masses.get(a, b) + m * row[a] * row[b]);
      }
    };
    const { platform } = this.vehicle;
    const unit = (...entries: [number, number][]) => {
      const row = new Array<number>(this.size).fill(0);
      for (const [place, value] of entries) row[place] += value;
      return row;
    };
    add(platform.inertia.mass, unit([0, 1]));
    add(platform.inertia.mass, unit([1, 1]));
    add(platform.inertia.tensor[1], unit([2, 1]));
    this.vehicle.wheels.forEach((wheel, i) => {
      const { position, axle } = this.vehicle.placed[i];
      const [x, y] = [position[0], -position[2]];
      const k = [axle[0], -axle[2]];
      const i1 = [-k[1], k[0]];
      const { mass, tensor } = wheel.disc.inertia;
      const { psi, rollerDistance: R1 } = wheel.geometry;
      /** Velocity along a direction of the plane of a point that is `side` beside the wheel's centre along the axle. */
      const along = (d: readonly number[], side: number): [number, number][] => [
        [0, d[0]],
        [1, d[1]],
        [2, d[1] * (x + side * k[0]) - d[0] * (y + side * k[1])],
      ];
      add(mass, unit(...along(i1, 0)));
      add(mass, unit(...along(k, 0)));
      add(tensor[0], unit([2, 1]));
      add(tensor[2], unit([3 + i, 1]));
      wheel.rollers.forEach(({ inertia }, j) => {
        const q = this.angles[i] + (2 * Math.PI * j) / this.count;
        const [Ja, Jt] = inertia.tensor;
        // The centre is at R1 (sin q i1 − cos q j1) from that of the wheel.
        add(inertia.mass, unit(...along(i1, 0), [3 + i, R1 * Math.cos(q)]));
        add(inertia.mass, unit(...along(k, 0), [2, -R1 * Math.sin(q)]));
        add(inertia.mass, unit([3 + i, R1 * Math.sin(q)]));
        // i2·j1 = cosψ sin q, i2·k1 = sinψ
        const [up, side] = [Math.cos(psi) * Math.sin(q), Math.sin(psi)];
        add(Ja, unit([2, up], [3 + i, side], [this.place(i, j), 1]));
        add(Jt, unit([2, 1]));
        add(Jt, unit([3 + i, 1]));
        add(-Jt, unit([2, up], [3 + i, side]));
      });
    });
    return masses;
  }

  /** All rates from the free ones: the twist and the rollers in the air; `touching` rollers do not slip. */
  createFreedoms(touching: readonly number[]): Matrix {
    const { wheels, placed } = this.vehicle;
    const air = wheels.flatMap((_, i) =>
      Array.from({ length: this.count }, (_v, j) => [i, j] as const).filter(([, j]) => j !== touching[i]),
    );
    const V = Matrix.zeros(this.size, 3 + air.length);
    for (let a = 0; a < 3; a++) V.set(a, a, 1);
    air.forEach(([i, j], n) => {
      V.set(this.place(i, j), 3 + n, 1);
    });
    wheels.forEach(({ geometry }, i) => {
      const { radius: R, rollerDistance: R1, psi } = geometry;
      const whole = this.angles[i] + (2 * Math.PI * touching[i]) / this.count;
      const q = whole - 2 * Math.PI * Math.round(whole / (2 * Math.PI));
      const { position, axle } = placed[i];
      const k = [axle[0], -axle[2]];
      const i1 = [-k[1], k[0]];
      const side = -R1 * Math.tan(q) * Math.tan(psi);
      const [x, y] = [position[0] + side * k[0], -position[2] + side * k[1]];
      const h = R - R1 / Math.cos(q);
      // Material of the roller: u + R φ̇ i1 − χ̇ h (cosψ cos q k − sinψ i1) = 0, along i1 and along k.
      for (let a = 0; a < 3; a++) {
        const u = [a === 0 ? 1 : a === 2 ? -y : 0, a === 1 ? 1 : a === 2 ? x : 0];
        const [u1, uk] = [u[0] * i1[0] + u[1] * i1[1], u[0] * k[0] + u[1] * k[1]];
        const chi = uk / (h * Math.cos(psi) * Math.cos(q));
        V.set(this.place(i, touching[i]), a, chi);
        V.set(3 + i, a, -(u1 + chi * h * Math.sin(psi)) / R);
      }
    });
    return V;
  }
}

/** Rates of a vehicle in the order of the plane model, with angles of the wheels and which rollers touch. */
function readRates(now: Snapshot, drawn: Vehicle) {
  const vehicle = now.get(drawn);
  const { twist, rates } = vehicle.readState();
  return {
    rates: [
      twist.vx,
      twist.vy,
      twist.wz,
      ...rates,
      ...vehicle.wheels.flatMap((w) => w.bearings.map((b) => b.rates[0])),
    ],
    angles: vehicle.axles.map(({ coordinates }) => coordinates[0]),
    touching: vehicle.wheels.map(({ contact }) => contact.roller - 1),
  };
}

/** Changes that are this near to each other are of one instant, s: rollers change every few milliseconds at least. */
const INSTANT = 1e-7;

/**
 * A free vehicle on massive rollers without slip: largest difference of any rate behind a change of roller from
 * `ν⁺ = (VᵀMV)⁻¹ VᵀM q̇⁻`, relative to the largest rate; that of the energy lost from `½ ΔᵀMΔ`, relative to the energy;
 * and the number of instants at which rollers change. Where wheels start alike, several change in one instant, which is one
 * impact; `together` is the most of them.
 */
export function measureImpacts(layout: LayoutName, twist: Partial<Twist>, until: number, angles = APART) {
  const wheels = LAYOUTS[layout].map((place, i) => ({ ...place, angle: angles[i] }));
  const wheel = { friction: new IdealRolling(), density: 8000 };
  const { system, vehicle } = createVehicle(layout, { wheels, wheel, twist });
  const run = system.simulateSync({ until, tolerance: 1e-10 });
  const worst = { rate: 0, energy: 0, changes: 0, lost: 0, together: 0 };
  const energies = run.column("energy.kinetic");
  const { times } = run;
  for (let first = 0, last = 1; last < run.length; first = last, last++) {
    while (last < run.length && times[last] - times[last - 1] <= INSTANT) last++;
    // Points `first` … `last − 1` are of one instant.
    if (last - first < 2) continue;
    const before = readRates(run.point(first), vehicle);
    const after = readRates(run.point(last - 1), vehicle);
    const model = new PlaneModel(vehicle, after.angles);
    const M = model.createMasses();
    const V = model.createFreedoms(after.touching);
    const W = V.transpose().mmul(M);
    const was = Matrix.columnVector(before.rates);
    const expected = V.mmul(solve(W.mmul(V), W.mmul(was))).to1DArray();
    const largest = Math.max(...expected.map(Math.abs));
    const step = expected.map((value, k) => value - before.rates[k]);
    const lost = 0.5 * Matrix.rowVector(step).mmul(M).mmul(Matrix.columnVector(step)).get(0, 0);
    worst.rate = Math.max(worst.rate, ...expected.map((value, k) => Math.abs(value - after.rates[k]) / largest));
    worst.energy = Math.max(worst.energy, Math.abs(energies[first] - energies[last - 1] - lost) / energies[0]);
    worst.lost += lost / energies[0];
    worst.changes++;
    const changed = after.touching.filter((roller, i) => roller !== before.touching[i]);
    worst.together = Math.max(worst.together, changed.length);
  }
  return worst;
}

/** Motions in which wheels that start alike change their rollers in one instant. */
export const JOINT_DRIVES = {
  straight: { vx: 1 },
  sideways: { vy: 1 },
  turning: { wz: 4 },
} as const;

/** The same with all wheels alike: impacts of several wheels at once. */
export function measureJointImpacts(layout: LayoutName, drive: keyof typeof JOINT_DRIVES) {
  return measureImpacts(layout, JOINT_DRIVES[drive], 0.3, [0, 0, 0, 0]);
}
