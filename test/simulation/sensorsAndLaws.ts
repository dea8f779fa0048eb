import test from "ava";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  Constraint,
  Ellipsoid,
  type Fragment,
  Ground,
  Inertia,
  NearestPoints,
  Plane,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  Sphere,
  System,
} from "../../lib/index.ts";
import { isAbove, isClose } from "../helpers/compare.ts";

const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });

/** A ball of radius 0.1 that slides along y over the plane y = 0, from y = 1. */
function createSlide() {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 1, 0] }));
  const surfaces = { surfaceA: new Plane({ normal: [0, 1, 0] }), surfaceB: new Sphere({ radius: 0.1 }) };
  const probe = new NearestPoints("probe", system.ground, ball, surfaces);
  const along = { axis: [0, 1, 0], point: [0, 1, 0] };
  return { system, ball, probe, along };
}

const cushion = (gap: number) => 30 * Math.exp(-3 * gap);

test("an effort of a joint reads a sensor where the model is, as a force does", (t) => {
  const heights = (["coordinate", "sensor", "force"] as const).map((kind) => {
    const { system, ball, probe, along } = createSlide();
    system.add(probe);
    const force =
      kind === "coordinate"
        ? (_t: number, y: number) => cushion(0.9 + y)
        : kind === "sensor"
          ? () => cushion(probe.present.gap)
          : undefined;
    system.add(new PrismaticJoint("guide", system.ground, ball, { ...along, ...(force && { force }) }));
    if (kind === "force") {
      system.add(new AppliedWrench("air", system.ground, ball, { force: () => [0, cushion(probe.present.gap), 0] }));
    }
    const run = system.simulateSync({ until: 2, tolerance: 1e-10 });
    t.deepEqual(run.notes, []);
    return run.column("guide.position");
  });
  const last = heights.map((column) => column[column.length - 1]);
  // Without the law the ball would be twenty metres below the plane.
  isAbove(t, last[0], -0.9);
  // Ten times the tolerance: gap and coordinate are the same number but for rounding.
  isClose(t, last[1], last[0], 1e-9);
  isClose(t, last[2], last[0], 1e-9);
});

test("a law of a sensor that searches from where it was is not accused", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const egg = system.add(new RigidBody("egg", { inertia, position: [0, 1, 0], angularVelocity: [1, 2, 3] }));
  const probe = system.add(
    new NearestPoints("probe", system.ground, egg, {
      surfaceA: new Ellipsoid({ semiAxes: [0.5, 0.2, 0.4] }),
      surfaceB: new Ellipsoid({ semiAxes: [0.3, 0.2, 0.1] }),
      tracker: "algebraic",
    }),
  );
  system.add(new AppliedWrench("air", system.ground, egg, { force: () => [0, Math.sin(5 * probe.present.gap), 0] }));
  t.deepEqual(system.simulateSync({ until: 2 }).notes, []);
});

/** A sensor of one's own: how high a body is. */
class Height extends Constraint {
  y = Number.NaN;

  sense(): void {
    this.y = this.portB.r[1];
  }

  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}

test("a law may read a sensor of one's own", (t) => {
  const { system, ball, along } = createSlide();
  const height = system.add(new Height("height", system.ground, ball));
  const force = () => cushion((height.present.y || 1) - 0.1);
  system.add(new PrismaticJoint("guide", system.ground, ball, { ...along, force }));
  t.deepEqual(system.simulateSync({ until: 1 }).notes, []);
});

test("a force that remembers its calls is refused, whatever else in the model is sensed", (t) => {
  for (const isSensed of [false, true]) {
    const { system, ball, probe } = createSlide();
    if (isSensed) system.add(probe);
    let [sum, last] = [0, 0];
    const force = (time: number) => {
      if (time > last) {
        sum += time - last;
        last = time;
      }
      return [sum, 0, 0];
    };
    system.add(new AppliedWrench("push", system.ground, ball, { force }));
    t.throws(() => system.simulateSync({ until: 1 }), {
      instanceOf: SimulationError,
      message: /AppliedWrench "push": the force was .* at t = 0 s, and is .* it remembers its calls/,
    });
  }
});

function createPendulum(enabled = true) {
  const system = new System();
  const bob = system.add(new RigidBody("bob", { inertia, position: [1, 0, 0] }));
  const hinge = new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] });
  hinge.enabled = enabled;
  return { system, bob, hinge: system.add(hinge) };
}

test("the value of an event sleeps while the joint that it reads is cut, and wakes without an event", (t) => {
  const { system, hinge } = createPendulum();
  const run = system.simulateSync({
    until: 2,
    events: [
      {
        name: "cut",
        value: (now) => now.joint("hinge").position + 0.5,
        action: (actions) => actions.switchOff(hinge),
      },
      { name: "also", value: (now) => 0.25 - now.joint("hinge").position ** 2 + now.t / 1e3, direction: 1 },
    ],
  });
  t.is(run.end, 2);
  t.deepEqual(
    run.events.map(({ owner }) => owner),
    ["cut"],
  );
  t.is(run.at(1).joint("hinge").position, Number.NaN);
});

test("a value that slept is looked at again once its joint holds again", (t) => {
  for (const direction of [0, 1, -1] as const) {
    const { system, hinge } = createPendulum();
    const run = system.simulateSync({
      until: 1.2,
      events: [
        { name: "cut", value: (now) => now.t - 1e-3, action: (actions) => actions.switchOff(hinge) },
        { name: "join", value: (now) => now.t - 1.1e-3, action: (actions) => actions.switchOn(hinge) },
        { name: "low", direction, value: (now) => now.joint("hinge").position + 0.5 },
      ],
    });
    t.deepEqual(
      run.events.map(({ owner }) => owner),
      direction === 1 ? ["cut", "join"] : ["cut", "join", "low"],
      `${direction}`,
    );
    if (direction !== 1) isClose(t, run.at(run.events[2].t).joint("hinge").position, -0.5, 1e-9);
  }
});

test("neither falling asleep nor waking up is an event", (t) => {
  const { system } = createPendulum(false);
  const values = [Number.NaN, -1, 1, Number.NaN, -1, Number.NaN, 1];
  const value = ({ t: time }: { t: number }) => values[Math.floor(5 * time)];
  for (const direction of [0, 1, -1] as const) {
    const { events } = system.simulateSync({
      until: 1.3,
      maxStep: 0.05,
      events: [{ name: "jumps", value, direction }],
    });
    t.is(events.length, direction < 0 ? 0 : 1, `${direction}`);
    for (const event of events) isClose(t, event.t, 0.4, 1e-12);
  }
});

test("a value that sleeps at the first instant alone has no side; a nap within a step ends on the far side", (t) => {
  const { system } = createPendulum(false);
  const asleep = (now: { t: number }) => (now.t === 0 ? Number.NaN : -1);
  t.deepEqual(system.simulateSync({ until: 1, events: [{ name: "low", value: asleep, direction: -1 }] }).events, []);
  const nap = (now: { t: number }) => (Math.abs(now.t - 0.47) < 1e-5 ? Number.NaN : 0.47 - now.t);
  const { events } = system.simulateSync({ until: 1, events: [{ name: "nap", value: nap }] });
  t.is(events.length, 1);
  isClose(t, events[0].t, 0.47001, 1e-12);
});

test("a value that slept turns round at its event once, as any other", (t) => {
  const { system, hinge } = createPendulum();
  const run = system.simulateSync({
    until: 0.5,
    events: [
      { name: "cut", value: (now) => now.t - 1e-3, action: (actions) => actions.switchOff(hinge) },
      { name: "join", value: (now) => now.t - 1.1e-3, action: (actions) => actions.switchOn(hinge) },
      {
        name: "low",
        value: (now) => now.joint("hinge").position + 0.5,
        action: (actions) => actions.setRate(hinge, 3),
      },
    ],
  });
  t.deepEqual(
    run.events.map(({ owner }) => owner),
    ["cut", "join", "low"],
  );
});

test("a value may sleep from the start; where nothing is cut no number is refused", (t) => {
  const value = (now: { joint(name: string): { position: number } }) => now.joint("hinge").position + 0.5;
  const { system } = createPendulum(false);
  t.deepEqual(system.simulateSync({ until: 1, events: [{ name: "low", value, direction: -1 }] }).events, []);
  t.throws(
    () => createPendulum().system.simulateSync({ until: 1, events: [{ name: "no", value: () => Number.NaN }] }),
    {
      message: /the value of the event "no" is NaN at t = 0 s; it has to be a finite number everywhere/,
    },
  );
  t.throws(() => system.simulateSync({ until: 1, events: [{ name: "far", value: () => Number.POSITIVE_INFINITY }] }), {
    message: /the value of the event "far" is Infinity at t = 0 s/,
  });
});

test("a law reads coordinates and rates of joints that no run has moved yet: those of the drawn pose", (t) => {
  const { system, bob, hinge } = createPendulum();
  const brake = new AppliedWrench("brake", system.ground, bob, { torque: () => [0, 0, -hinge.present.rates[0]] });
  system.add(brake);
  t.deepEqual([[...hinge.coordinates], [...hinge.rates]], [[0], [0]]);
  const run = system.simulateSync({ until: 1 });
  t.deepEqual(run.notes, []);
  const now = run.at(0.7);
  isClose(t, now.reaction("brake").torque[2], -now.joint("hinge").rate, 1e-12);
  const other: Body = new Ground("other");
  const ball = new BallJoint("ball", other, new RigidBody("arm", { inertia }), { point: [0, 0, 0] });
  t.deepEqual(
    [[...ball.coordinates], [...ball.rates]],
    [
      [1, 0, 0, 0],
      [0, 0, 0],
    ],
  );
});
