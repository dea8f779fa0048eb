import { SmoothFriction } from "../../lib/constraints/contact/index.ts";
import { type Constraint, ForceElement } from "../../lib/constraints/index.ts";
import {
  ExplicitTracker,
  ImplicitTracker,
  type OmniWheel,
  RollerGeometry,
  type RollerTrackerName,
  Testbench,
  type TestbenchOptions,
} from "../../lib/omniwheel/index.ts";
import { Inertia, KinematicPort } from "../../lib/rigidbody/index.ts";
import type { SimulateOptions, Trajectory } from "../../lib/system/index.ts";
import { Plane, SurfaceFrame } from "../../lib/tracking/index.ts";
import { RandomSource } from "./random.ts";

export const degrees = Math.PI / 180;

/** The wheel of the paper's kind: four rollers, free motion with slip. */
export const DEFAULTS: TestbenchOptions = {
  radius: 1,
  rollers: 4,
  rollerDistance: 0.65,
  disc: new Inertia({ mass: 1, tensor: [0.25, 0.25, 0.5] }),
  roller: new Inertia({ mass: 0.1, tensor: [0.004, 0.006, 0.006] }),
  friction: new SmoothFriction({ coefficient: 0.1, velocity: 0.02 }),
  velocity: [1, 0, 0.5],
  headingRate: 0.2,
  rate: 0.3,
};

/** Largest distance between the points of the explicit and the implicit tracker, relative to the wheel's centre, by R. */
export function measurePoses(count: number): number {
  const source = new RandomSource(7);
  const random = () => source.next();
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const radius = 1;
    const rollers = 3 + Math.floor(random() * 22);
    const psi = (random() * 2 - 1) * 60 * degrees;
    const geometry = new RollerGeometry({ radius, rollers, psi });
    const mount = { radius, rollerDistance: geometry.rollerDistance, psi, center: [0, 0, 0], axis: [0, 0, 1] };
    const q = (random() * 2 - 1) * geometry.alpha;
    const heading = (random() * 2 - 1) * Math.PI;
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    // i1, j1, k1 in world axes
    const axes = [
      [c, 0, -s],
      [0, 1, 0],
      [s, 0, c],
    ];
    const combine = (...f: number[]) => [0, 1, 2].map((k) => f[0] * axes[0][k] + f[1] * axes[1][k] + f[2] * axes[2][k]);
    const sign = random() < 0.5 ? -1 : 1;
    const i2 = combine(Math.cos(psi) * Math.cos(q), Math.cos(psi) * Math.sin(q), Math.sin(psi)).map((x) => sign * x);
    const wheel = new KinematicPort();
    wheel.r.set([0, radius, 0]);
    const [i1, j1, k1] = [combine(Math.cos(q), Math.sin(q), 0), combine(-Math.sin(q), Math.cos(q), 0), axes[2]];
    for (let k = 0; k < 3; k++) wheel.T.set([i1[k], j1[k], k1[k]], 3 * k);
    const roller = new SurfaceFrame(geometry.createSurface());
    const center = combine(geometry.rollerDistance * Math.sin(q), -geometry.rollerDistance * Math.cos(q), 0);
    roller.r.set(center.map((x, k) => x + wheel.r[k]));
    for (let k = 0; k < 3; k++) roller.T[3 * k] = i2[k];
    const plane = new Plane();
    const floor = new SurfaceFrame(plane);
    floor.update(new KinematicPort());
    const trackers = [ExplicitTracker, ImplicitTracker].map((Kind) => new Kind(floor, roller, plane, mount, wheel));
    for (const tracker of trackers) tracker.track();
    const [a, b] = trackers.map(({ pointB }) => pointB);
    worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / radius);
  }
  return worst;
}

/** Position, velocity and acceleration of roller 1's centre at some times. */
export function followRoller(bench: Testbench, run: Trajectory, times: readonly number[]): number[][] {
  const { name } = bench.wheel.rollers[0];
  return times.map((t) => {
    const { position, velocity, acceleration } = run.at(t).body(name);
    return [...position, ...velocity, ...acceleration];
  });
}

const runs = new Map<string, number[][]>();

/** The motion of roller 1 over 10 s with a tracker. */
export function moveRoller(tracker: RollerTrackerName, psi: number, options: Partial<SimulateOptions>): number[][] {
  const key = JSON.stringify([tracker, psi, options]);
  const known = runs.get(key);
  if (known) return known;
  const bench = new Testbench({ ...DEFAULTS, psi, tracker });
  const run = bench.system.simulateSync({ until: 10, ...options });
  const times = Array.from({ length: 201 }, (_, i) => Math.min(10, 0.05 * i + 1e-4));
  const rows = followRoller(bench, run, times);
  runs.set(key, rows);
  return rows;
}

/** Largest differences of position, velocity and acceleration. */
export function compareRoller(a: readonly number[][], b: readonly number[][]): [number, number, number] {
  const worst: [number, number, number] = [0, 0, 0];
  a.forEach((row, i) => {
    for (const part of [0, 1, 2]) {
      const d = Math.hypot(...[0, 1, 2].map((k) => row[3 * part + k] - b[i][3 * part + k]));
      worst[part] = Math.max(worst[part], d);
    }
  });
  return worst;
}

export interface WheelMeasures {
  /** Largest distance of the wheel's centre from the height R, by R. */
  height: number;
  /** Largest difference of the normal reaction from the weight, by the weight. */
  normal: number;
  /** Largest jump of a rate at a hand-over. */
  impulse: number;
  /** Largest difference of the contact point's jump from `2 R1 tanα tanψ`, by R. */
  jump: number;
  handOvers: number;
}

/** A wheel that rolls and slips over many hand-overs. */
export function measureWheel(rollers: number, psi: number, tracker: RollerTrackerName = "explicit"): WheelMeasures {
  const { friction, disc, roller } = DEFAULTS;
  const geometry = new RollerGeometry({ radius: 1, rollers, psi });
  const speed = 3 * geometry.alpha;
  const bench = new Testbench({
    ...{ radius: 1, rollers, psi, friction, disc, roller, tracker },
    velocity: [speed, 0, 0.2],
    rate: -speed,
    headingRate: 0.1,
  });
  const run = bench.system.simulateSync({ until: 3, tolerance: 1e-10 });
  const weight =
    9.81 * bench.system.bodies.reduce((sum, body) => sum + ("inertia" in body ? (body.inertia as Inertia).mass : 0), 0);
  const result: WheelMeasures = { height: 0, normal: 0, impulse: 0, jump: 0, handOvers: 0 };
  const jump = 2 * geometry.rollerDistance * Math.tan(geometry.alpha) * Math.tan(Math.abs(psi));
  let before: { t: number; roller: number; point: number[]; y: Float64Array } | undefined;
  for (let i = 0; i < run.length; i++) {
    const now = run.point(i);
    now.show();
    result.height = Math.max(result.height, Math.abs(bench.wheel.getCenter()[1] - 1));
    const { roller, normalForce, point: touched } = bench.wheel.contact.present;
    result.normal = Math.max(result.normal, Math.abs(normalForce / weight - 1));
    const point = [...touched];
    if (before && before.t === now.t && before.roller !== roller) {
      result.handOvers++;
      const moved = Math.hypot(...point.map((x, k) => x - (before?.point[k] ?? 0)));
      result.jump = Math.max(result.jump, Math.abs(moved - jump));
      now.state.forEach((y, k) => {
        result.impulse = Math.max(result.impulse, Math.abs(y - (before?.y[k] ?? 0)));
      });
    }
    before = { t: now.t, roller, point, y: now.state };
  }
  // Between the stored points too.
  for (let i = 0; i <= 200; i++) {
    run.at((3 * i) / 200).show();
    result.height = Math.max(result.height, Math.abs(bench.wheel.getCenter()[1] - 1));
  }
  return result;
}

/** Adds up the power of friction at the contact of a wheel in a state of its own; acts on nothing. */
class WorkMeter extends ForceElement {
  private readonly wheel: OmniWheel;
  private readonly force = new Float64Array(2);

  constructor(name: string, wheel: OmniWheel, base: Constraint["bodyA"]) {
    super(name, base, wheel.disc);
    this.wheel = wheel;
  }

  get stateCount(): number {
    return 1;
  }

  calcStateRates(): void {
    const { contact } = this.wheel;
    contact.calcTangentForce(this.force);
    this.stateRates[0] = this.force[0] * contact.slip[0] + this.force[1] * contact.slip[1];
  }

  protected override calcWrench(): void {}
}

/** Kinetic energy lost less the work of friction, by the energy at the start. */
export function measureEnergy(psi: number): number {
  const bench = new Testbench({ ...DEFAULTS, psi });
  const meter = bench.system.add(new WorkMeter("meter", bench.wheel, bench.system.ground));
  const run = bench.system.simulateSync({ until: 10, tolerance: 1e-11 });
  const energy = run.column("energy.kinetic");
  const work = run.column(`${meter.name}.state.0`);
  return energy.reduce((worst, e, i) => Math.max(worst, Math.abs(e - energy[0] - work[i])), 0) / energy[0];
}
