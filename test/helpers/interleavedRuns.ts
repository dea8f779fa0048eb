import { createChain } from "../../bench/models.ts";
import { createBenchmarkWheel } from "../../bench/rows/omniwheelRuns.ts";
import {
  Contact,
  CoulombFriction,
  Inertia,
  NearestPoints,
  Plane,
  RigidBody,
  type SimulateOptions,
  Sphere,
  Superellipsoid,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { Simulation } from "../../lib/simulation/Simulation.ts";
import { countDifferentBits } from "./compareBits.ts";

export interface RunCase {
  name: string;
  create: () => System;
  options: SimulateOptions;
  /** Reads something of a run that needs all of its model. */
  read: (run: Trajectory, t: number) => void;
}

const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });

/** Balls that bounce, slip and stick on a floor, and an egg whose distance is followed by a search. */
export function createBalls(): System {
  const system = new System();
  for (let i = 0; i < 3; i++) {
    const options = { inertia, position: [i, 0.3 + 0.1 * i, 0], velocity: [0.5, 0, 0.2 * i] } as const;
    const ball = system.add(new RigidBody(`ball ${i}`, options));
    system.add(
      new Contact(`floor ${i}`, system.ground, ball, {
        surfaceA: new Plane(),
        surfaceB: new Sphere({ radius: 0.1 }),
        friction: new CoulombFriction({ coefficient: 0.3 }),
        impact: 0.6,
      }),
    );
  }
  const egg = system.add(new RigidBody("egg", { inertia, position: [0, 3, 0], angularVelocity: [1, 2, 3] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Superellipsoid({ semiAxes: [0.1, 0.2, 0.3], exponent: 3 }) };
  system.add(new NearestPoints("height", system.ground, egg, { ...surfaces, tracker: "algebraic" }));
  return system;
}

/** Models that remember different things: nothing, contacts with a tracker, many contacts that hand over. */
export const RUN_CASES: readonly RunCase[] = [
  {
    name: "chain",
    create: () => createChain(10),
    options: { until: 0.3 },
    read: (run, t) => void run.at(t).reaction("joint3"),
  },
  {
    name: "balls",
    create: createBalls,
    options: { until: 1, tolerance: 1e-7 },
    read: (run, t) => void run.at(t).reaction("floor 1"),
  },
  {
    name: "omni-wheel",
    create: () => createBenchmarkWheel("algebraic"),
    options: { until: 0.1, tolerance: 1e-6 },
    read: (run, t) => void run.at(t).energy,
  },
];

/** Takes a run to its end, with an await after each step, and does something with it there. */
async function advance(simulation: Simulation, pause: (run: Trajectory) => void): Promise<Trajectory> {
  while (simulation.advance()) {
    pause(simulation.trajectory);
    await Promise.resolve();
  }
  return simulation.trajectory;
}

/** Bits by which `count` runs of one system, step by step in turn, differ from as many one after the other. */
export async function compareParallel({ create, options }: RunCase, count: number): Promise<number> {
  const single = create();
  const inRow = Array.from({ length: count }, () => single.simulateSync(options));
  const system = create();
  const simulations = Array.from({ length: count }, () => new Simulation(system.assemble(), options, true));
  const atOnce = await Promise.all(simulations.map((simulation) => advance(simulation, () => {})));
  return atOnce.reduce((sum, run, i) => sum + countDifferentBits(run, inRow[i]), 0);
}

/** Bits by which runs that are read at every pause, together with an earlier run, differ from ones that are left alone. */
export async function compareRead({ create, options, read }: RunCase): Promise<number> {
  const alone = create().simulateSync(options);
  const system = create();
  const earlier = system.simulateSync({ ...options, tolerance: 1e-5 });
  let readings = 0;
  const pause = (run: Trajectory) => {
    // Back and forth, the run itself and the other in turn.
    const part = (0.37 * ++readings) % 1;
    for (const one of readings % 2 === 0 ? [run, earlier] : [earlier, run]) {
      read(one, one.start + part * (one.end - one.start));
      one.last.show();
    }
    if (readings % 7 === 0) system.evaluate().energy;
  };
  const simulations = [0, 1].map(() => new Simulation(system.assemble(), options, true));
  const runs = await Promise.all(simulations.map((simulation) => advance(simulation, pause)));
  if (readings === 0) return Number.NaN;
  return runs.reduce((sum, run) => sum + countDifferentBits(run, alone), 0);
}
