import fs from "node:fs";
import { CoulombFriction } from "../../lib/constraints/contact/index.ts";
import {
  OmniWheel,
  ROLLER_TRACKERS,
  type RollerTrackerName,
  runCase,
  TestbenchCase,
  UprightMount,
} from "../../lib/omniwheel/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { System } from "../../lib/system/index.ts";
import { compareRoller, degrees, moveRoller } from "../../test/helpers/measureOmniwheel.ts";
import { inRoot } from "../../test/helpers/project.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { createWheelPeer } from "../mujocoPeers.ts";
import { timeAgainst } from "../timeAgainst.ts";
import { timeInterleaved } from "../timeInterleaved.ts";
import { accuracy } from "./omniwheel.ts";

const readCases = () => TestbenchCase.parse(fs.readFileSync(inRoot("test/reference/data/omniwheel.json"), "utf8"));

const INCLINATIONS = [0, 30 * degrees];
const PARTS = ["position", "velocity", "acceleration"] as const;
const UNITS = ["m", "m/s", "m/s²"];

/** Roller 1's centre over 10 s with two trackers: rows for position, velocity and acceleration. */
function agreement(
  name: string,
  others: readonly RollerTrackerName[],
  options: Parameters<typeof moveRoller>[2],
  limits: readonly number[],
): BenchRow[] {
  const measure = (part: number) => () =>
    Math.max(
      ...INCLINATIONS.flatMap((psi) => {
        const base = moveRoller("explicit", psi, options);
        return others.map((tracker) => compareRoller(base, moveRoller(tracker, psi, options))[part]);
      }),
    );
  return PARTS.map((part, i) => accuracy(`agreement/${name}/${part}`, limits[i], UNITS[i], measure(i)));
}

/** The wheel by which engines are compared: 12 rollers, half a metre a second forwards, 0.3 m/s sideways. */
export function createBenchmarkWheel(tracker: RollerTrackerName = "explicit"): System {
  const system = new System();
  const mass = 0.02;
  const across = (mass * (3 * 0.01 ** 2 + 0.026 ** 2)) / 12;
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.06, rollerDistance: 0.05, rollers: 12, tracker },
    disc: Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" }),
    roller: new Inertia({ mass, tensor: [(mass * 0.01 ** 2) / 2, across, across] }),
    friction: new CoulombFriction({ coefficient: 0.8 }),
  }).addTo(system);
  system.add(new UprightMount("hub", system.ground, wheel, { velocity: [0.5, 0, 0.3], rate: -0.5 / 0.06 }));
  return system;
}

const BENCHMARK = { until: 2, tolerance: 1e-6, dense: false };

/** µs for one simulated millisecond. */
function timeBenchmark(): Timing {
  const system = createBenchmarkWheel();
  const { value, ratio } = timeInterleaved(() => system.simulateSync(BENCHMARK), { calls: 1, rounds: 60 });
  return { value: value / 2000, ratio: ratio / 2000 };
}

/** The same by the time of MuJoCo with ellipsoids for rollers and steps of a millisecond. */
async function compareWithMujoco(): Promise<number> {
  const peer = await createWheelPeer();
  const system = createBenchmarkWheel();
  return timeAgainst(
    () => system.simulateSync(BENCHMARK),
    () => peer(BENCHMARK.until),
    40,
  );
}

/** How many times as long the first case takes with a friction law two thousand times as steep, at the tolerance of the references. */
function findStiffRatio(): number {
  const time = (eps: number) => {
    const entry = readCases()[0];
    entry.parameters.wheel.eps = eps;
    const { system } = entry.createTestbench();
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 4; i++) {
      const start = performance.now();
      system.simulateSync({ until: 10, tolerance: 1e-11, method: "radau" });
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  return time(1e-5) / time(2e-2);
}

/** The time of the fastest other tracker by that of the explicit one; trackers alone, at one pose. */
function findExplicitLead(): number {
  const [explicit, ...others] = ROLLER_TRACKERS.map((name) => {
    const bench = readCases()[1].createTestbench(name);
    bench.system.evaluate().show();
    const { tracker } = bench.wheel.contact.present;
    const step = () => {
      tracker.track();
      tracker.calcVelocities();
    };
    for (let i = 0; i < 50000; i++) step();
    return timeInterleaved(step, { calls: 2000, rounds: 100 }).ratio;
  });
  return Math.min(...others) / explicit;
}

/** Runs of ten seconds and more: those of accuracy are checked with the long tests. */
export const rows: BenchRow[] = [
  ...agreement("adaptive", ["implicit"], { tolerance: 1e-12 }, [1e-11, 1e-10, 1e-8]),
  ...agreement("fixed", ["implicit"], { method: "rk4", step: 5e-4 }, [1e-12, 1e-11, 1e-9]),
  ...agreement("general", ["algebraic", "differential"], { tolerance: 1e-12 }, [1e-9, 1e-8, 1e-6]),
  ...ROLLER_TRACKERS.map((tracker) =>
    accuracy(`reference/${tracker}`, 1e-8, "1", async () => {
      const results = await Promise.all(readCases().map((entry) => runCase(entry, { tracker })));
      return Math.max(...results.map(({ difference }) => difference));
    }),
  ),
  { name: "omniwheel/speed", unit: "µs", promised: { max: 6.5 }, kind: "speed", measure: timeBenchmark },
  { name: "omniwheel/speed/mujoco", unit: "1", promised: { max: 0.3 }, kind: "speed", measure: compareWithMujoco },
  { name: "omniwheel/stiff", unit: "1", promised: { max: 5 }, kind: "speed", measure: findStiffRatio },
  { name: "omniwheel/explicit-lead", unit: "1", promised: { min: 1 }, kind: "speed", measure: findExplicitLead },
];
