import test from "ava";
import {
  Inertia,
  ModelError,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  type Snapshot,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { isAbove, isClose } from "../helpers/compare.ts";
import { createBalls } from "../helpers/interleavedRuns.ts";

const SPHERE = Inertia.sphere({ mass: 1, radius: 0.1 });

/** A ball that is kicked upwards at 0.2 s. */
function createKicked(): { system: System; ball: RigidBody } {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia: SPHERE, position: [0, 1, 0] }));
  return { system, ball };
}

function simulateKick(read: (earlier: Trajectory) => void): number {
  const { system, ball } = createKicked();
  const earlier = system.simulateSync({ until: 1 });
  const run = system.simulateSync({
    until: 0.5,
    events: [
      {
        name: "kick",
        value: (now) => {
          read(earlier);
          return now.t - 0.2;
        },
        action: (actions) => {
          read(earlier);
          actions.applyImpulse(ball, [0, 1, 0], [0.05, 1, 0]);
          read(earlier);
        },
      },
    ],
  });
  return run.last.body("ball").position[1];
}

test("reading an earlier run in the value and the action of an event leaves the running one alone", (t) => {
  const alone = simulateKick(() => {});
  // ½ g t² of free fall, and the kick of 1 m/s for 0.3 s.
  isClose(t, alone, 1 - 0.5 * 9.81 * 0.25 + 0.3, 1e-9);
  t.is(
    simulateKick((earlier) => void earlier.at(0.9).body("ball")),
    alone,
  );
});

test("what is switched off stays off, whatever is read in the same action", (t) => {
  const simulate = (read: (earlier: Trajectory) => void) => {
    const system = new System();
    const block = system.add(new RigidBody("block", { inertia: SPHERE, position: [0, 1, 0] }));
    const hook = system.add(
      new PrismaticJoint("hook", system.ground, block, { point: [0, 1, 0], axis: [1, 0, 0], switchable: true }),
    );
    const earlier = system.simulateSync({ until: 0.3 });
    const run = system.simulateSync({
      until: 0.5,
      events: [
        {
          name: "cut",
          value: (now) => now.t - 0.1,
          action: (actions) => {
            actions.switchOff(hook);
            read(earlier);
            read(system.simulateSync({ until: 0.2 }));
            system.evaluate().body("block");
          },
        },
      ],
    });
    return run.last.body("block").position[1];
  };
  const alone = simulate(() => {});
  isClose(t, alone, 1 - 0.5 * 9.81 * 0.16, 1e-9);
  t.is(
    simulate((run) => void run.at(0.15).reaction("hook")),
    alone,
  );
});

test("snapshots that events get are values: kept, they read what they were", (t) => {
  const { system } = createKicked();
  const kept: { now: Snapshot; height: number }[] = [];
  system.simulateSync({
    until: 0.5,
    events: [
      {
        name: "look",
        value: (now) => {
          kept.push({ now, height: now.body("ball").position[1] });
          return 1;
        },
      },
    ],
  });
  isAbove(t, kept.length, 3);
  for (const { now, height } of kept) t.is(now.body("ball").position[1], height);
  isAbove(t, new Set(kept.map(({ height }) => height)).size, 2);
});

const bitsOf = (run: Trajectory): string => JSON.stringify([run.times, run.events, [...run.last.state]]);

test("runs at the same time give, bit by bit, what they give one after the other", async (t) => {
  const options = { until: 1, tolerance: 1e-7 };
  const alone = bitsOf(createBalls().simulateSync(options));
  const system = createBalls();
  const runs = await Promise.all(Array.from({ length: 4 }, () => system.simulate(options)));
  for (const run of runs) t.true(bitsOf(run) === alone);
});

test("readings while a run pauses leave no trace in it", async (t) => {
  const options = { until: 1, tolerance: 1e-7 };
  const alone = bitsOf(createBalls().simulateSync(options));
  const system = createBalls();
  const earlier = await system.simulate({ until: 0.5, tolerance: 1e-5 });
  let readings = 0;
  const progress = (_done: number, _t: number, run: Trajectory) => {
    readings++;
    earlier.at(0.4).reaction("floor 1");
    run.last.body("egg");
    run.at(0.5 * run.end).energy;
  };
  const run = await system.simulate({ ...options, progress });
  isAbove(t, readings, 0);
  t.true(bitsOf(run) === alone);
});

test("a continued run does not depend on what was read before", (t) => {
  const simulate = (read: (run: Trajectory) => void) => {
    const system = createBalls();
    const first = system.simulateSync({ until: 0.4, tolerance: 1e-7 });
    read(first);
    return bitsOf(system.simulateSync({ from: first, until: 0.8, tolerance: 1e-7 }));
  };
  const alone = simulate(() => {});
  const readBack = (run: Trajectory) => {
    for (const time of [0.3, 0.05, 0.2]) run.at(time).show();
  };
  t.true(simulate(readBack) === alone);
});

test("a law sees bodies and joints of its own run, and may not read a run that has to call it", (t) => {
  const create = (torque: (system: System) => () => number) => {
    const system = new System();
    const bob = system.add(new RigidBody("bob", { inertia: SPHERE, position: [1, 0, 0] }));
    const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
    const hinge: RevoluteJoint = system.add(
      new RevoluteJoint("hinge", system.ground, bob, { ...place, torque: () => law() }),
    );
    const law = torque(system);
    return { system, bob, hinge };
  };
  const plain = create(() => () => 0);
  const exact = plain.system.simulateSync({ until: 1, tolerance: 1e-10 });
  // Against gravity, read from the body as it is in the run: the bob then keeps its place.
  const held = create((system) => () => 9.81 * (system.get("bob") as RigidBody).kinematics.r[0]);
  const still = held.system.simulateSync({ until: 1, tolerance: 1e-10 });
  isClose(t, still.last.joint("hinge").position, 0, 1e-12);
  const damped = create((system) => () => -0.5 * (system.get("hinge") as RevoluteJoint).present.rates[0]);
  const run = damped.system.simulateSync({ until: 1, tolerance: 1e-10 });
  const same = new System();
  const bob = same.add(new RigidBody("bob", { inertia: SPHERE, position: [1, 0, 0] }));
  same.add(new RevoluteJoint("hinge", same.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1], damping: 0.5 }));
  const expected = same.simulateSync({ until: 1, tolerance: 1e-10 }).last.joint("hinge").position;
  isClose(t, run.last.joint("hinge").position, expected, 1e-8);
  t.not(exact.last.joint("hinge").position, expected);
  const endless = create((system) => () => system.evaluate().body("bob").position[0]);
  t.throws(() => endless.system.simulateSync({ until: 1 }), { message: /which would never end; let laws depend on/ });
});

/** A row whose class keeps something to itself in the way that cannot be copied. */
class Secret extends RowConstraint {
  #height = 0;

  protected override calcRowTerms(): void {
    this.jacobian.set([0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    this.accelerationTargets[0] = this.#height;
  }

  protected override calcPositionTerms(): void {}

  override get holonomic(): boolean {
    return false;
  }
}

test("private fields that a language hides are refused with what to write instead", (t) => {
  const { system, ball } = createKicked();
  system.add(new Secret("row", system.ground, ball, 1));
  t.throws(() => system.simulateSync({ until: 1 }), {
    instanceOf: ModelError,
    message:
      "System: a class of yours has the private field #height, which the copies that runs work with do not get; " +
      'declare it as "private height" instead',
  });
});
