import test from "ava";
import { Inertia, JointFriction, RevoluteJoint, RigidBody, SimulationError, System } from "../../lib/index.ts";
import { isAtMost } from "../helpers/compare.ts";

const createPendulum = (torque: (t: number, a: number, w: number) => number, rate = 0.5) => {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0.5, 0, 0] }));
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, rod, { ...place, rate, torque }));
  return { system, hinge };
};

test("a run that a law with a jump brings to a crawl is stopped after few steps, with the law and the remedy", (t) => {
  for (const options of [
    { until: 20 },
    { until: 20, tolerance: 1e-5 },
    { until: 1000, tolerance: 1e-5, every: 1, dense: false },
  ] as const) {
    const { system } = createPendulum((_t, _a, w) => -20 * Math.sign(w));
    const error = t.throws(() => system.simulateSync(options), { instanceOf: SimulationError });
    t.regex(error?.message as string, /the run crawls: the last 20000 steps took it forward by \S+ s/);
    t.regex(error?.message as string, /limited by RevoluteJoint "hinge", angle \(its \w+\); \S+ more are left/);
    t.regex(error?.message as string, /laws of RevoluteJoint "hinge": .*Math\.sign\(w\).* add a JointFriction/);
    // 20,000 or so until it crawls, then three windows that are no better.
    isAtMost(t, error?.trajectory.statistics.steps as number, 120_000);
    isAtMost(t, 1e-4, error?.trajectory.end as number);
  }
  const { system, hinge } = createPendulum(() => 0);
  system.add(new JointFriction("friction", hinge, { torque: 20 }));
  isAtMost(t, system.simulateSync({ until: 20 }).statistics.steps, 200);
});

test("a run of many short steps that leads somewhere is not stopped", (t) => {
  // 16 kHz and 40,000 steps: a second of a run that was asked for 10,000, until an event ends it.
  const { system } = createPendulum((_t, a) => (-1e10 / 3) * a);
  const run = system.simulateSync({
    until: 1e4,
    dense: false,
    every: 1e-2,
    method: "dop853",
    events: [{ name: "enough", value: ({ t: time }) => time - 1, action: "stop" }],
  });
  t.is(run.end, 1);
  isAtMost(t, 40_000, run.statistics.steps);
});
