import test from "ava";
import { compareTrackers } from "../../lib/comparison/index.ts";
import { Contact, NearestPoints } from "../../lib/constraints/contact/index.ts";
import {
  DistanceRod,
  Inertia,
  ModelError,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  System,
  Trajectory,
  type Vector3,
} from "../../lib/core.ts";
import {
  CircularSpindle,
  Ellipsoid,
  Plane,
  Sphere,
  type Surface,
  Torus,
  type TrackerName,
  TrackingError,
} from "../../lib/tracking/index.ts";
import { comparisonPlot } from "../../lib/view/index.ts";
import { isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";
import { Hollow } from "../helpers/Hollow.ts";
import { measureAgreement, measureBruteInRun, measureResidual } from "../helpers/measureSystems.ts";
import { differ } from "../helpers/measureTrackers.ts";
import { trackedSystems } from "../helpers/trackedSystems.ts";

const NAMES: TrackerName[] = ["closed-form", "algebraic", "differential"];
const floor = new Plane({ normal: [0, 0, 1] });
const semiAxes = [0.9, 0.6, 0.4];
const egg = new Ellipsoid({ semiAxes });
const ellipsoid = Inertia.ellipsoid({ mass: 1, semiAxes });

for (const model of trackedSystems) {
  test(`${model.name}: algebraic and differential runs agree over 10 s`, async (t) => {
    const { position, velocity, acceleration } = await measureAgreement(model);
    // The tolerance is 1e-12 per step; runs with other steps differ by some times that.
    isBelow(t, position, 1e-11);
    isBelow(t, velocity, 1e-11);
    // Accelerations of points come from differences: rounding of 1e-13 by steps of 4e-3.
    isBelow(t, acceleration, 1e-10);
  });

  test(`${model.name}: runs against brute force`, async (t) => {
    for (const tracker of ["algebraic", "differential"] as const) {
      const { gap, points } = await measureBruteInRun(model, tracker);
      isBelow(t, gap, 1e-12, `${tracker}`);
      // The brute force knows its derivatives to 1e-11 only; on a face that is nearly flat a point is less sure.
      isBelow(t, points, 1e-8, `${tracker}`);
    }
  });

  test(`${model.name}: what drifts in a step is within the tolerance, and gone after it`, async (t) => {
    const { before, after } = await measureResidual(model, 20, 1e-12);
    isBelow(t, before, 1e-10);
    isAbove(t, before, 1e-15, "nothing was integrated");
    // Rounding of positions of some metres against the smaller size.
    isBelow(t, after, 2e-13);
  });
}

/** A body over the floor, or in `under`, tracked by `probe`. */
function createOne(
  tracker: TrackerName,
  surface: Surface,
  place: Partial<ConstructorParameters<typeof RigidBody>[1]>,
  more: { under?: Surface; startAt?: readonly [Vector3, Vector3] } = {},
): System {
  const { under = floor, ...rest } = more;
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.sphere({ mass: 1, radius: 0.3 });
  const body = system.add(new RigidBody("body", { inertia, ...place }));
  system.add(new NearestPoints("probe", system.ground, body, { surfaceA: under, surfaceB: surface, tracker, ...rest }));
  return system;
}

test("a thrown ball over a plane: every column in closed form", async (t) => {
  for (const tracker of NAMES) {
    const system = new System({ gravity: [0, 0, -9] });
    const inertia = Inertia.sphere({ mass: 2, radius: 0.3 });
    const place = { position: [0.1, 0.2, 1], velocity: [1, -2, 4], angularVelocity: [3, 1, 2] } as const;
    const ball = system.add(new RigidBody("ball", { inertia, ...place }));
    const surfaceB = new Sphere({ radius: 0.3 });
    system.add(new NearestPoints("probe", system.ground, ball, { surfaceA: floor, surfaceB, tracker }));
    const run = await system.simulate({ until: 1, tolerance: 1e-12 });
    const table = run.sample({ every: 0.125 });
    table.time.forEach((s, i) => {
      const z = 1 + 4 * s - 4.5 * s * s;
      const expected: Record<string, number[]> = {
        pointA: [0.1 + s, 0.2 - 2 * s, 0],
        pointB: [0.1 + s, 0.2 - 2 * s, z - 0.3],
        normal: [0, 0, 1],
        velocityA: [1, -2, 0],
        velocityB: [1, -2, 4 - 9 * s],
        normalRate: [0, 0, 0],
        accelerationA: [0, 0, 0],
        accelerationB: [0, 0, -9],
        "reaction.force": [0, 0, 0],
        "reaction.torque": [0, 0, 0],
      };
      const near = (value: number, goal: number, limit: number, name: string) =>
        isClose(t, value, goal, limit, `${tracker} ${name} at ${s}: ${value}, not ${goal}`);
      near(table["probe.gap"][i], z - 0.3, 1e-12, "gap");
      for (const [name, vector] of Object.entries(expected)) {
        const limit = name.startsWith("acceleration") ? 1e-11 : 1e-12;
        for (const [k, goal] of vector.entries()) near(table[`probe.${name}.${"xyz"[k]}`][i], goal, limit, name);
      }
    });
    t.is(run.getUnit("probe.velocityA.x"), "m/s");
    t.is(run.stateNames.length, tracker === "differential" ? 21 : 13);
  }
});

test("accelerations of tracked points are numbers, whatever little a body turns", (t) => {
  for (const rate of [1e-300, 1e-200, 1e-160, 1e-30]) {
    const system = createOne("closed-form", new Sphere({ radius: 0.3 }), {
      position: [0, 0, 1],
      angularVelocity: [rate, 0, 0],
    });
    const run = system.simulateSync({ until: 0.1 });
    for (const side of ["A", "B"]) {
      for (const axis of ["x", "y", "z"]) {
        const value = run.column(`probe.acceleration${side}.${axis}`).at(-1) ?? Number.NaN;
        // Differences of positions near 1 m, taken by a step of 4 ms.
        isClose(t, value, 0, 1e-12, `${value} at ${rate}`);
      }
    }
  }
});

test("accelerations of tracked points are derivatives of their velocities, of a tumbling egg on a spring too", async (t) => {
  for (const { name, create } of trackedSystems) {
    for (const tracker of ["algebraic", "differential"] as const) {
      const run = await create(tracker).simulate({ until: 2, tolerance: 1e-13 });
      // Fourth order: truncation near 1e-9, and dense output is good to 1e-11 by a step of 2e-3.
      const h = 2e-3;
      for (const time of [0.3, 0.9, 1.7]) {
        for (const side of ["A", "B"]) {
          for (const axis of ["x", "y", "z"]) {
            const column = `probe.velocity${side}.${axis}`;
            const { [column]: v } = run.sample({
              times: [-2, -1, 1, 2].map((k) => time + k * h),
              columns: [column],
            });
            const slope = (8 * (v[2] - v[1]) - (v[3] - v[0])) / (12 * h);
            const own = `probe.acceleration${side}.${axis}`;
            const { [own]: a } = run.sample({ times: [time], columns: [own] });
            isClose(t, a[0], slope, 1e-7, `${name}, ${tracker}: ${own} ${a[0]}, slope ${slope}`);
          }
        }
      }
    }
  }
});

test("a probe moves nothing: the run is the same to the last bit without it", async (t) => {
  const place = { inertia: ellipsoid, position: [0, 0, 2], angularVelocity: [1, 2, 0.5] } as const;
  const system = new System();
  const body = system.add(new RigidBody("body", place));
  const without = await system.simulate({ until: 3 });
  system.add(new NearestPoints("probe", system.ground, body, { surfaceA: floor, surfaceB: egg, tracker: "algebraic" }));
  const withProbe = await system.simulate({ until: 3 });
  t.deepEqual(withProbe.times, without.times);
  t.deepEqual(withProbe.lastState.y, without.lastState.y);
});

test("a loop, whose rows are met before the points are found, and a probe with states", async (t) => {
  const runs = await Promise.all(
    (["algebraic", "differential"] as const).map((tracker) => {
      const system = createOne(tracker, egg, { inertia: ellipsoid, position: [0, 0, 2], velocity: [1, 0.5, 0] });
      const body = system.get("body") as RigidBody;
      system.add(new DistanceRod("rod", system.ground, body, { pointA: [0, 0, 3], pointB: [0, 0.2, 0] }));
      return system.simulate({ until: 2, tolerance: 1e-12 });
    }),
  );
  for (const run of runs) t.is(run.last.t, 2);
  const [gap, other] = runs.map((run) => run.sample({ times: [2] })["probe.gap"][0]);
  isClose(t, gap, other, 1e-10);
});

test("its bond graph is six effort constraints without power", async (t) => {
  const system = createOne("differential", egg, { position: [0, 0, 1], angularVelocity: [1, 2, 0.5] });
  const run = await system.simulate({ until: 1 });
  run.at(0.5).show();
  const graph = system.bondGraph();
  const closures = graph.elements.filter(({ name, kind }) => name.startsWith("probe.") && kind === "EC");
  t.is(closures.length, 6);
  t.is(graph.elements.filter(({ name, kind }) => name.startsWith("probe.") && kind === "FC").length, 0);
  for (const bond of graph.bonds.filter(({ name }) => name.includes("probe")))
    t.is(Math.abs(bond.calcPower() ?? Number.NaN), 0);
});

test("runs with other trackers stay readable, in any order; continued and read from JSON too", async (t) => {
  const system = createOne("auto", egg, { inertia: ellipsoid, position: [0, 0, 2], angularVelocity: [1, 2, 0.5] });
  const probe = system.get("probe") as NearestPoints;
  const runs: Trajectory[] = [];
  for (const name of NAMES) {
    probe.setTracker(name);
    runs.push(await system.simulate({ until: 4, tolerance: 1e-12 }));
    t.is(probe.tracker.name, name);
  }
  const columns = ["probe.gap", "probe.pointB.x", "probe.accelerationB.z"];
  const read = (run: Trajectory, time: number) => {
    const table = run.sample({ times: [time], columns });
    return columns.map((name) => table[name][0]);
  };
  for (const time of [3.9, 0.1, 2.2]) {
    const [first, ...others] = runs.map((run) => read(run, time));
    for (const other of others) isBelow(t, differ(other, first), 1e-10, `${other} ${first}`);
  }
  for (const [i, name] of NAMES.entries()) {
    probe.setTracker(name);
    const copy = Trajectory.fromJSON(JSON.stringify(runs[i]), system);
    const on = await system.simulate({ from: copy, until: 5, tolerance: 1e-12 });
    const all = await system.simulate({ until: 5, tolerance: 1e-12 });
    isClose(t, read(on, 5)[0], read(all, 5)[0], 1e-10);
  }
});

test("a jump in time is no failure for a tracker that begins at its last points", async (t) => {
  const { create } = trackedSystems[0];
  const system = create("algebraic");
  const probe = system.get("probe") as NearestPoints;
  const run = await system.simulate({ until: 10 });
  for (const time of [0, 7.3, 1.1, 9.9, 3.3, 5.8, 0.4]) {
    const { gap, failure } = run.at(time).get(probe);
    t.true(Number.isFinite(gap), `${time}`);
    t.is(failure, undefined);
  }
});

const explain = async (t: { regex: (text: string, part: RegExp) => void }, error: unknown, ...parts: RegExp[]) => {
  for (const part of parts) t.regex((error as Error).message, part);
};

test("bad surfaces, points and names are explained", (t) => {
  const system = new System();
  const body = system.add(new RigidBody("body", { inertia: ellipsoid, position: [0, 1, 0] }));
  const create = (options: object) => new NearestPoints("probe", system.ground, body, options as never);
  const refuse = (options: object, message: RegExp, kind = ModelError) =>
    t.throws(() => create(options), { instanceOf: kind, message });
  refuse({}, /^NearestPoints "probe": surfaceA is undefined; give a surface such as new Sphere/);
  refuse({ surfaceA: floor, surfaceB: 3 }, /surfaceB is 3; give a surface/);
  refuse(
    { surfaceA: floor, surfaceB: egg, tracker: "magic" },
    /^NearestPoints "probe": tracker "magic".*choose one of/,
  );
  refuse(
    { surfaceA: egg, surfaceB: egg, tracker: "closed-form" },
    /^NearestPoints "probe": tracker "closed-form".*no formulas.*"auto"/,
    TrackingError,
  );
  refuse({ surfaceA: floor, surfaceB: egg, startAt: [0, 0, 0] }, /startAt is \[0, 0, 0\]; give two points/);
  refuse(
    {
      surfaceA: floor,
      surfaceB: egg,
      startAt: [
        [0, 0, 0],
        [0, 0],
      ],
    },
    /the second point of startAt/,
  );
  refuse({ surfaceA: floor, surfaceB: egg, friction: 1 }, /friction/);
  const probe = create({ surfaceA: egg, surfaceB: egg });
  t.throws(() => probe.setTracker("closed-form"), { message: /NearestPoints "probe".*no formulas/ });
  t.is(probe.tracker.name, "algebraic");
});

test("a tip that becomes the nearest point: the run says when and where, and keeps what it had", async (t) => {
  const spindle = new CircularSpindle({ radius: 1, offset: 0.5, axis: "z" });
  for (const tracker of NAMES) {
    const standing = createOne(tracker, spindle, { position: [0, 0, 2] });
    const start = await t.throwsAsync(() => standing.simulate({ until: 1 }), { instanceOf: ModelError });
    await explain(t, start, /NearestPoints "probe" at t = 0 s: /, new RegExp(`${tracker} tracker of Plane.*Spindle`));
    // It leans over at half a radian per second. The tip's cone of normals begins where cos = offset/radius: 60° on.
    const orientation = quaternionAbout([1, 0, 0], Math.PI / 2);
    const falling = createOne(tracker, spindle, { position: [0, 0, 2], orientation, angularVelocity: [-0.5, 0, 0] });
    const error = await t.throwsAsync(() => falling.simulate({ until: 10 }), { instanceOf: SimulationError });
    await explain(
      t,
      error,
      /the run stopped at t = 2\.0943\d+ s: NearestPoints "probe": /,
      tracker === "closed-form"
        ? /the nearest point is a tip.*keep the body lying/
        : /no normal at \[.*\] of A and \[0, -\S+, -0\.866025\] of B.*an edge or a tip.*keep the points/,
      /What was computed before is in the error's trajectory/,
    );
    const { trajectory } = error as SimulationError;
    // Points within a millionth of the size count as the tip.
    isClose(t, trajectory.end, (2 * Math.PI) / 3, 1e-5, `${tracker}`);
    t.true(Number.isFinite(trajectory.sample({ times: [2], columns: ["probe.gap"] })["probe.gap"][0]));
  }
});

test("a start outside the basin is refused, and says what to do", async (t) => {
  for (const tracker of ["algebraic", "differential"] as const) {
    const startAt = [
      [0, 0, 0],
      [0, 0, 3],
    ] as const;
    const system = createOne(tracker, new Sphere({ radius: 1 }), { position: [0, 0, 2] }, { startAt });
    const error = await t.throwsAsync(() => system.simulate({ until: 1 }), { instanceOf: ModelError });
    await explain(
      t,
      error,
      /NearestPoints "probe" at t = 0 s: /,
      /another branch at .* do not face/,
      /give points nearer/,
    );
  }
});

test("a ball in the middle of a hollow: always the same one of two pairs, or the one that is chosen", async (t) => {
  const hollow = new Hollow([1, 0.7, 0.5]);
  const ball = new Sphere({ radius: 0.1 });
  for (const tracker of ["algebraic", "differential"] as const) {
    const run = async (startAt?: readonly [Vector3, Vector3]) => {
      const place = { position: [0, 0, 0], velocity: [0.01, 0.02, 0.03] } as const;
      const system = createOne(tracker, ball, place, { under: hollow, ...(startAt ? { startAt } : {}) });
      return (await system.simulate({ until: 2 })).column("probe.pointA.z");
    };
    t.deepEqual(await run(), await run());
    for (const side of [1, -1]) {
      const heights = await run([
        [0, 0, 0.5 * side],
        [0, 0, 0.1 * side],
      ]);
      for (const z of heights) isClose(t, z, 0.5 * side, 0.05);
    }
  }
});

test("a torus that lies down, and a ball that leaves the reach of its pair: lost at the right instant", async (t) => {
  const torus = new Torus({ radius: 0.5, tubeRadius: 0.2, axis: "z" });
  const lean = {
    position: [0, 0, 2],
    orientation: quaternionAbout([0, 1, 0], 0.5),
    angularVelocity: [0, -0.1, 0],
  } as const;
  const hollow = new Hollow([1, 0.7, 0.5]);
  const ball = new Sphere({ radius: 0.1 });
  const rise = { position: [0, 0, -0.2], velocity: [0, 0, 0.1] } as const;
  for (const tracker of ["algebraic", "differential"] as const) {
    // Lies flat when it has turned by half a radian. The centre of curvature 0.7²/0.5 above the lowest point is at z = 0.48.
    for (const [system, end, place] of [
      [createOne(tracker, torus, lean), 5, /at \[0\.5, 0, 0\] of A and \[0\.5, 0, -0\.2\] of B/],
      [createOne(tracker, ball, rise, { under: hollow }), 6.8, /at \[0, 0, -0\.5\] of A and \[0, 0, -0\.1\] of B/],
    ] as const) {
      const error = await t.throwsAsync(() => system.simulate({ until: 10 }), { instanceOf: SimulationError });
      await explain(
        t,
        error,
        /the run stopped at t = \d/,
        /NearestPoints "probe": /,
        place,
        /not single/,
        /tilt the bodies/,
      );
      const { trajectory } = error as SimulationError;
      isClose(t, trajectory.end, end, 1e-6, `${tracker} ${trajectory.end}`);
      isClose(t, trajectory.last.t, end, 1e-6);
      t.true(trajectory.column("probe.gap").every(Number.isFinite));
    }
  }
});

test("a system that is singular at its start is refused", async (t) => {
  for (const tracker of ["algebraic", "differential"] as const) {
    const system = createOne(tracker, new Plane({ normal: [0, 0, -1] }), { position: [0, 0, 1] });
    const error = await t.throwsAsync(() => system.simulate({ until: 1 }), { instanceOf: ModelError });
    await explain(t, error, /NearestPoints "probe" at t = 0 s: /, /curvatures cancel \(flat on flat/, /tilt/);
  }
});

test("compareTrackers: data, table, picture; the system gets its own trackers back", async (t) => {
  const system = createOne("auto", egg, { inertia: ellipsoid, position: [0, 0, 2], angularVelocity: [1, 2, 0.5] });
  const probe = system.get("probe") as NearestPoints;
  const own = probe.tracker;
  const before = await system.simulate({ until: 1 });
  const calls: [number, TrackerName][] = [];
  const comparison = await compareTrackers(system, NAMES, {
    until: 4,
    tolerance: 1e-11,
    progress: (done, _t, tracker) => calls.push([done, tracker]),
  });
  t.is(probe.tracker, own);
  t.is(before.sample({ times: [0.5], columns: ["probe.gap"] })["probe.gap"].length, 1);
  t.is(comparison.reference, "closed-form");
  t.is(comparison.times.length, 201);
  t.is(comparison.times[200], 4);
  t.deepEqual(
    comparison.rows.map(({ tracker, of }) => `${tracker} ${of}`),
    ["algebraic body", "algebraic probe", "differential body", "differential probe"],
  );
  for (const row of comparison.rows) {
    isBelow(t, row.position, 1e-9, JSON.stringify(row));
    isBelow(t, row.velocity, 1e-9, JSON.stringify(row));
    isBelow(t, row.acceleration, 1e-8, JSON.stringify(row));
  }
  // Same steps, same motion: the algebraic run differs in rounding of the points alone.
  t.is(comparison.rows[0].position, 0);
  isAbove(t, comparison.rows[3].position, 1e-15);
  const entry = comparison.get("differential", "probe");
  t.is(entry.velocity.length, 201);
  t.is(Math.max(...entry.velocity), comparison.rows[3].velocity);
  t.deepEqual(
    comparison.runs.map(({ tracker }) => tracker),
    NAMES,
  );
  for (const { evaluations, steps, seconds, trajectory } of comparison.runs) {
    isAbove(t, evaluations, steps);
    isAbove(t, steps, 10);
    isAbove(t, seconds, 0);
    t.is(trajectory.end, 4);
    t.true(Number.isFinite(trajectory.column("probe.gap")[3]));
  }
  t.deepEqual([...new Set(calls.map(([, tracker]) => tracker))], NAMES);
  for (let i = 1; i < calls.length; i++) isAtLeast(t, calls[i][0], calls[i - 1][0]);
  t.is(calls.at(-1)?.[0], 1);
  const text = String(comparison);
  t.regex(text, /^0 s to 4 s at 201 times, against "closed-form"\ntracker +of +position \(m\)/);
  t.regex(text, /\ndifferential {2}probe +\d\.\de-\d+ +\d\.\de-\d+ +\d\.\de-\d+\n/);
  t.regex(text, /\ntracker +steps +rejected +evaluations +time \(s\)\nclosed-form +\d+ +\d+ +\d+ +\S+\n/);
  const svg = comparisonPlot(comparison, { title: "egg & plane" });
  t.regex(svg, /^<svg /);
  t.regex(svg, /egg &amp; plane/);
  t.regex(svg, /differential, acceleration \(m\/s²\)/);
  t.regex(svg, />1e-1\d</);
  t.notRegex(svg, /NaN|Infinity|undefined/);
  t.notRegex(comparisonPlot(comparison, { of: "body", quantities: ["velocity"] }), /acceleration/);
  t.throws(() => comparison.get("auto", "probe"), { message: /"auto".*"algebraic", "differential"/ });
  t.throws(() => comparison.get("algebraic", "probes"), { message: /did you mean "probe"/ });
  t.throws(() => comparisonPlot(comparison, { quantities: ["jerk" as never] }), {
    message: /a quantity is "jerk"; choose one of position, velo/,
  });
  t.throws(() => comparisonPlot({} as never), { message: /give what compareTrackers returned/ });
});

test("compareTrackers: models made by a function, and chosen names", async (t) => {
  const { create } = trackedSystems[1];
  const comparison = await compareTrackers(async (tracker) => create(tracker), ["algebraic", "differential"], {
    until: 1,
    of: "second",
    every: 0.3,
  });
  t.deepEqual([...comparison.times], [0, 0.3, 0.6, 0.3 * 3, 1]);
  t.deepEqual(
    comparison.rows.map(({ of }) => of),
    ["second"],
  );
  isBelow(t, comparison.rows[0].position, 1e-6);
});

test("compareTrackers: a contact with friction, through impacts", async (t) => {
  const system = new System({ gravity: [0, 0, -9.81] });
  const place = { inertia: ellipsoid, position: [0, 0, 1], orientation: quaternionAbout([1, 0, 0], 0.4) } as const;
  const body = system.add(new RigidBody("body", { ...place, velocity: [0.5, 0, 0] }));
  system.add(new Contact("floor", system.ground, body, { surfaceA: floor, surfaceB: egg, friction: 0.3 }));
  const comparison = await compareTrackers(system, NAMES, { until: 0.8, tolerance: 1e-11 });
  for (const { trajectory } of comparison.runs) isAbove(t, trajectory.events.length, 0);
  for (const { tracker, of, position, velocity } of comparison.rows) {
    isBelow(t, position, 1e-8, `${tracker} ${of}: ${position} ${velocity}`);
    isBelow(t, velocity, 1e-7, `${tracker} ${of}: ${position}`);
  }
});

test("compareTrackers: runs that end at an event are compared as far as all go", async (t) => {
  const { create } = trackedSystems[0];
  const stop = { name: "stop", value: (now: { t: number }) => now.t - 0.55, action: (a: { stop(): void }) => a.stop() };
  const comparison = await compareTrackers(create("auto"), ["algebraic", "differential"], {
    until: 1,
    every: 0.1,
    events: [stop],
  });
  t.is(comparison.times.length, 7);
  isClose(t, comparison.times[6], 0.55, 1e-9);
});

test("compareTrackers: bad input is explained", async (t) => {
  const { create } = trackedSystems[1];
  const two: TrackerName[] = ["algebraic", "differential"];
  const refuse = async (message: RegExp, ...args: [unknown, unknown, unknown]) => {
    const call = compareTrackers as (...list: unknown[]) => Promise<unknown>;
    await t.throwsAsync(() => call(...args), { instanceOf: ModelError, message });
  };
  const system = create("auto");
  const probe = system.get("probe") as NearestPoints;
  await refuse(/compareTrackers: the model is 3; give a System, or a function/, 3, two, { until: 1 });
  await refuse(/the trackers are \["algebraic"\]; give at least two/, system, ["algebraic"], { until: 1 });
  await refuse(/the list of trackers is "algebraic"; give at least two/, system, "algebraic", { until: 1 });
  await refuse(/"algebraic" is given twice/, system, ["algebraic", "algebraic"], { until: 1 });
  await refuse(/until is undefined/, system, two, {});
  await refuse(/until is -1 s, but the runs start at 0 s/, system, two, { until: -1 });
  await refuse(/every is 0/, system, two, { until: 1, every: 0 });
  await refuse(/progress is 1/, system, two, { until: 1, progress: 1 });
  await refuse(/untill.*until/, system, two, { untill: 1 });
  await refuse(/no body that moves or constraint that tracks is called "prob"; did you mean "probe"/, system, two, {
    until: 1,
    of: "prob",
  });
  await refuse(/of is \[\]; give names/, system, two, { until: 1, of: [] });
  await refuse(
    /compareTrackers, tracker "closed-form": NearestPoints "probe": .*no formulas for this pair/,
    system,
    ["algebraic", "closed-form"],
    { until: 1 },
  );
  t.is(probe.tracker.name, "algebraic");
  await refuse(/tracker "magic": .*choose one of auto/, system, ["algebraic", "magic"], { until: 1 });
  await refuse(/the function made 7; it has to return a System/, () => 7, two, { until: 1 });
  await refuse(
    /tracker "differential": the system that was made for it has the trackers algebraic; give the name on/,
    () => create("algebraic"),
    two,
    { until: 1 },
  );
  await refuse(
    /all models have to have the same bodies and constraints/,
    (tracker: TrackerName) => trackedSystems[tracker === "algebraic" ? 1 : 0].create(tracker),
    two,
    { until: 0.1 },
  );
  const bare = new System();
  const rod = bare.add(new RigidBody("rod", { inertia: ellipsoid }));
  bare.add(new RevoluteJoint("hinge", bare.ground, rod, { point: [0, 1, 0], axis: [0, 0, 1] }));
  await refuse(/no constraint of the system tracks points; add a NearestPoints or a Contact/, bare, two, { until: 1 });
});

test("compareTrackers: a run that fails or is cancelled says which, and carries its trajectory", async (t) => {
  const torus = new Torus({ radius: 0.5, tubeRadius: 0.2, axis: "z" });
  const lean = {
    position: [0, 0, 2],
    orientation: quaternionAbout([0, 1, 0], 0.5),
    angularVelocity: [0, -0.1, 0],
  } as const;
  const system = createOne("auto", torus, lean);
  const probe = system.get("probe") as NearestPoints;
  const error = await t.throwsAsync(() => compareTrackers(system, ["closed-form", "differential"], { until: 8 }), {
    instanceOf: SimulationError,
    message: /^compareTrackers, tracker "differential": simulate: the run stopped at t = (5|4\.99)/,
  });
  isAbove(t, (error as SimulationError).trajectory.end, 4.9);
  t.true((error as SimulationError).trajectory.column("probe.gap").every(Number.isFinite));
  t.is((await system.simulate({ until: 0.1 })).stateNames.length, 13);
  t.is(probe.tracker.name, "closed-form");

  const controller = new AbortController();
  const { create } = trackedSystems[0];
  const model = create("auto");
  const cancelled = await t.throwsAsync(
    () =>
      compareTrackers(model, ["algebraic", "differential"], {
        until: 1e6,
        signal: controller.signal,
        every: 1,
        progress: () => controller.abort(),
      }),
    { instanceOf: SimulationError, name: "AbortError", message: /compareTrackers, tracker "algebraic": .*cancelled/ },
  );
  isAbove(t, (cancelled as SimulationError).trajectory.length, 0);
  t.is((model.get("probe") as NearestPoints).tracker.name, "closed-form");
});
