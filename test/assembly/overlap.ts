import test from "ava";
import {
  type Constraint,
  Contact,
  type EventActions,
  Inertia,
  JointLimit,
  Plane,
  PrismaticJoint,
  RigidBody,
  SimulationError,
  type Snapshot,
  Sphere,
  SpringDamper,
  SpringNormal,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { areClose, isClose } from "../helpers/compare.ts";

const RADIUS = 0.1;
const G = 9.81;
const at = (time: number) => (now: Snapshot) => now.t - time;
const BALL = Inertia.sphere({ mass: 2, radius: RADIUS });

/** A ball that falls past the plane y = 0. */
function createBall(y: number, velocity = 0): { system: System; ball: RigidBody } {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia: BALL, position: [0, y, 0], velocity: [0, velocity, 0] }));
  return { system, ball };
}

const createFloor = (system: System, ball: RigidBody, options: object = {}): Contact =>
  new Contact("floor", system.ground, ball, {
    surfaceA: new Plane(),
    surfaceB: new Sphere({ radius: RADIUS }),
    impact: 0,
    ...options,
  });

type Raise = (system: System, part: Constraint) => (actions: EventActions) => void;
/** The two ways to put a part in force at an event. */
const WAYS: Record<string, Raise> = {
  attach: (_, part) => (actions) => void actions.attach(part),
  switchOn: (system, part) => {
    part.enabled = false;
    system.add(part);
    return (actions) => actions.switchOn(part);
  },
};

const run = (system: System, action: (actions: EventActions) => void, time: number, until = 0.5): Trajectory =>
  system.simulateSync({ until, tolerance: 1e-11, events: [{ name: "raise", value: at(time), action }] });

test("a rigid contact that is put in force where its bodies overlap is refused, and nothing is moved", (t) => {
  for (const [name, raise] of Object.entries(WAYS)) {
    const { system, ball } = createBall(0.05);
    const action = raise(system, createFloor(system, ball));
    const error = t.throws(() => run(system, action, 0.1), { instanceOf: SimulationError }, name);
    // 0.1 - (0.05 - g t²/2) = 0.09905
    t.regex(
      error.message,
      /stopped at t = 0\.1 s: Contact "floor": ground and ball overlap by 0\.099\d m where it is switched on; move them apart before, or use a compliant/,
      name,
    );
    const { last } = error.trajectory;
    t.is(last.t, 0.1, name);
    // Free fall up to there, by a method that is exact for it but for rounding.
    isClose(t, last.body("ball").position[1], 0.05 - (G * 0.1 ** 2) / 2, 1e-14, name);
    isClose(t, last.body("ball").velocity[1], -G * 0.1, 1e-14, name);
  }
});

test("other actions of the same event do not hide an overlap", (t) => {
  for (const [name, raise] of Object.entries(WAYS)) {
    const { system, ball } = createBall(0.05);
    const action = raise(system, createFloor(system, ball));
    const spring = new SpringDamper("spring", system.ground, ball, {
      pointA: [0, 1, 0],
      pointB: [0, 0, 0],
      stiffness: 1,
    });
    const others: Record<string, (actions: EventActions) => void> = {
      impulse: (actions) => actions.applyImpulse(ball, [0, 5, 0]),
      spring: (actions) => void actions.attach(spring),
    };
    for (const [other, act] of Object.entries(others)) {
      const both = (actions: EventActions) => {
        action(actions);
        act(actions);
      };
      const message = /Contact "floor": ground and ball overlap by 0\.099\d m/;
      t.throws(() => run(system, both, 0.1), { message }, `${name}, ${other}`);
    }
  }
});

test("a contact that is switched on and off again at one event may overlap", (t) => {
  const { system, ball } = createBall(0.05);
  const floor = createFloor(system, ball);
  const action = WAYS.switchOn(system, floor);
  const none = (actions: EventActions) => {
    action(actions);
    actions.switchOff(floor);
  };
  isClose(t, run(system, none, 0.1).last.body("ball").velocity[1], -G * 0.5, 1e-13);
});

test("a rigid contact that is put in force where its bodies touch, or apart, holds them", (t) => {
  for (const [name, raise] of Object.entries(WAYS)) {
    // Thrown up from where it touches, the ball is there again after 2 v/g.
    const touching = createBall(RADIUS, 1);
    const action = raise(touching.system, createFloor(touching.system, touching.ball));
    const touched = run(touching.system, action, 2 / G);
    const after = touched.at(2 / G).body("ball");
    areClose(t, [after.position[1], after.velocity[1]], [RADIUS, 0], 1e-12, name);
    areClose(t, touched.last.body("ball").position, [0, RADIUS, 0], 1e-12, name);
    isClose(t, touched.last.reaction("floor").force[1], 2 * G, 1e-10, name);
    const above = createBall(0.2);
    const caught = run(above.system, raise(above.system, createFloor(above.system, above.ball)), 0.1);
    isClose(t, caught.last.body("ball").position[1], RADIUS, 1e-12, name);
  }
});

test("a compliant contact may be put in force where its bodies overlap: it pushes, it does not move them", (t) => {
  const k = 1000;
  for (const [name, raise] of Object.entries(WAYS)) {
    const { system, ball } = createBall(0.05);
    const normal = new SpringNormal({ stiffness: k });
    const action = raise(system, createFloor(system, ball, { normal }));
    const time = 0.01;
    const trajectory = run(system, action, time, 0.02);
    const y = 0.05 - (G * time ** 2) / 2;
    const after = trajectory.at(time).body("ball");
    areClose(t, [after.position[1], after.velocity[1]], [y, -G * time], 1e-14, name);
    isClose(t, after.acceleration[1], (k * (RADIUS - y)) / BALL.mass - G, 1e-9, name);
  }
});

test("a stop that is put in force beyond it is refused, on it or within it is not", (t) => {
  for (const [name, raise] of Object.entries(WAYS)) {
    const create = () => {
      const { system, ball } = createBall(0);
      const slide = system.add(new PrismaticJoint("slide", system.ground, ball, { point: [0, 0, 0], axis: [0, 1, 0] }));
      return { system, slide };
    };
    const depth = (G * 0.1 ** 2) / 2;
    const beyond = create();
    const error = t.throws(
      () =>
        run(
          beyond.system,
          raise(beyond.system, new JointLimit("stop", beyond.slide, { lower: -0.02, upper: 1, impact: 0 })),
          0.1,
        ),
      { instanceOf: SimulationError },
      name,
    );
    t.regex(
      error.message,
      /JointLimit "stop": PrismaticJoint "slide" is 0\.029\d m beyond the lower stop at -0\.02 m; move it within the stops before they are switched on, or use a compliant/,
      name,
    );
    isClose(t, error.trajectory.last.joint("slide").position, -depth, 1e-14, name);
    const on = create();
    const held = run(
      on.system,
      raise(on.system, new JointLimit("stop", on.slide, { lower: -depth, upper: 1, impact: 0 })),
      0.1,
    );
    isClose(t, held.last.joint("slide").position, -depth, 1e-12, name);
  }
});
