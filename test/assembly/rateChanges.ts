import test from "ava";
import { Contact, IdealRolling, JointFriction, JointLimit } from "../../lib/constraints/contact/index.ts";
import { Ground, Inertia, RevoluteJoint, RigidBody, System, turning, type Vector3 } from "../../lib/index.ts";
import { Ellipsoid, Plane, Sphere } from "../../lib/tracking/index.ts";
import { areClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

interface Start {
  velocity?: Vector3;
  angularVelocity?: Vector3;
}

const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });

/** A ball of 0.1 m on a floor. */
function createBall(start: Start, laws: object, floor = (system: System): Ground => system.ground): System {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.1, 0], ...start }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", floor(system), ball, { ...surfaces, ...laws }));
  return system;
}

const rolling = { friction: new IdealRolling() };
const until = 0.01;

test("a start that contradicts ideal rolling is named, with what it became and what would do", (t) => {
  const read = (start: Start, laws: object = rolling) => {
    const run = createBall(start, laws).simulateSync({ until });
    return { notes: run.notes, ...run.point(0).body("ball") };
  };
  // The impulse at the floor leaves 5/7 of the speed.
  const slides = read({ velocity: [1, 0, 0] });
  areClose(t, [...slides.velocity, ...slides.angularVelocity], [5 / 7, 0, 0, 0, 0, -50 / 7], 1e-14);
  const because = 'Contact "floor" rolls without slip from the start';
  t.deepEqual(slides.notes, [
    `RigidBody "ball" starts with velocity [0.714286, 0, 0] m/s, not [1, 0, 0]: ${because}; ` +
      "give angularVelocity [0, 0, -10], or friction that may slip",
  ]);
  t.deepEqual(read({ angularVelocity: [0, 3, -10] }).notes, [
    `RigidBody "ball" starts with angular velocity [0, 3, -2.85714] rad/s, not [0, 3, -10]: ${because}; ` +
      "give velocity [1, 0, 0], or friction that may slip",
  ]);
  t.deepEqual(read({ velocity: [1, 0, 0], angularVelocity: [0, 3, -10.1] }).notes, [
    'RigidBody "ball" starts with velocity [1.00286, 0, 0] m/s, not [1, 0, 0] and angular velocity [0, 3, -10.0286] rad/s, not ' +
      `[0, 3, -10.1]: ${because}; give angularVelocity [0, 3, -10], or friction that may slip`,
  ]);
  // What fits, what rests, and what may slip.
  t.deepEqual(read({ velocity: [1, 0, 0], angularVelocity: [0, 3, -10] }).notes, []);
  t.deepEqual(read({}).notes, []);
  t.deepEqual(read({ velocity: [1, 0, 0] }, { friction: 0.3 }).notes, []);
});

test("a start into what it touches is struck at once, and named", (t) => {
  const run = createBall({ velocity: [0, -1, 0] }, { impact: 0.5 }).simulateSync({ until });
  t.deepEqual(run.notes, [
    'RigidBody "ball" starts with velocity [0, 0.5, 0] m/s, not [0, -1, 0]: Contact "floor" touches and was struck at once; ' +
      "start with a gap to have an event, or without approaching",
  ]);
});

test("what is suggested rolls: balls and ellipsoids on turntables", (t) => {
  const random = new RandomSource(11);
  const draw = (size: number): Vector3 => {
    const next = () => random.number(-size, size);
    return [next(), next(), next()];
  };
  const suggestion = /give (angularVelocity|velocity) \[(.*)\], or friction that may slip$/;
  let suggested = 0;
  for (let n = 0; n < 20; n++) {
    const rate = random.number(-3, 3);
    const place = draw(0.5);
    const create = (start: Start): System => {
      const system = new System();
      const table = system.add(
        new Ground("table", { motion: turning({ axis: [0, 1, 0], angle: (time) => [rate * time, rate, 0] }) }),
      );
      const height = n % 2 === 0 ? 0.1 : 0.07;
      const shape = n % 2 === 0 ? new Sphere({ radius: 0.1 }) : new Ellipsoid({ semiAxes: [0.1, 0.07, 0.15] });
      const position: Vector3 = [place[0], height, place[2]];
      const body = system.add(new RigidBody("body", { inertia, position, ...start }));
      system.add(new Contact("floor", table, body, { surfaceA: new Plane(), surfaceB: shape, ...rolling }));
      return system;
    };
    const [x, , z] = draw(1);
    const velocity: Vector3 = [x, 0, z];
    const start: Start = n % 3 === 0 ? { angularVelocity: draw(5) } : { velocity, angularVelocity: draw(5) };
    const [note] = create(start).simulateSync({ until }).notes;
    const [, name, numbers] = suggestion.exec(note) ?? [];
    if (!name) continue;
    suggested++;
    const fitting = { ...start, [name]: numbers.split(",").map(Number) } as Start;
    const run = create(fitting).simulateSync({ until });
    // Six digits were written: what is left changes less than the sixth, or is noted with less than the fifth.
    const found = run.point(0).body("body");
    areClose(t, found.velocity, fitting.velocity ?? [], 1e-4);
    areClose(t, found.angularVelocity, fitting.angularVelocity ?? [], 1e-4);
  }
  t.is(suggested, 20);
});

/** A parallelogram: both cranks turn alike. */
function createLoop(rates: { left?: number; right?: number }): System {
  const system = new System();
  const rod = Inertia.rod({ mass: 1, length: 0.5, axis: "y" });
  const left = system.add(new RigidBody("left", { inertia: rod, position: [0, 0.25, 0] }));
  const right = system.add(new RigidBody("right", { inertia: rod, position: [1, 0.25, 0] }));
  const bar = system.add(
    new RigidBody("bar", { inertia: Inertia.rod({ mass: 1, length: 1, axis: "x" }), position: [0.5, 0.5, 0] }),
  );
  const axis: Vector3 = [0, 0, 1];
  system.add(new RevoluteJoint("A", system.ground, left, { point: [0, 0, 0], axis, rate: rates.left }));
  system.add(new RevoluteJoint("B", system.ground, right, { point: [1, 0, 0], axis, rate: rates.right }));
  system.add(new RevoluteJoint("C", left, bar, { point: [0, 0.5, 0], axis }));
  system.add(new RevoluteJoint("D", bar, right, { point: [1, 0.5, 0], axis }));
  return system;
}

test("given rates that a loop does not allow are named; what follows from others is not", (t) => {
  t.deepEqual(createLoop({ left: 2 }).simulateSync({ until }).notes, []);
  t.deepEqual(createLoop({ left: 2, right: 2 }).simulateSync({ until }).notes, []);
  const fit =
    "its constraints allow no other; give velocities and rates that fit them, or fewer, and the rest will follow";
  const { notes } = createLoop({ left: 2, right: 1 }).simulateSync({ until });
  // Cranks have J = 1/12 about their pins. The bar, 1 kg, hangs on the left one and turns with it: v = (−1, 1) at its middle.
  // Of that the loop keeps what goes along w (−0.5, 0): w = (2 J + J + 0.5)/(2 J + 0.25) = 1.8.
  t.deepEqual(notes, [
    `RevoluteJoint "B" starts with the rate of angle 1.8 rad/s, not 1: ${fit}`,
    `RevoluteJoint "A" starts with the rate of angle 1.8 rad/s, not 2: ${fit}`,
  ]);
});

test("locked joints and stops that are struck at the start are named", (t) => {
  const create = (add: (hinge: RevoluteJoint) => JointFriction | JointLimit) => {
    const system = new System();
    const arm = system.add(
      new RigidBody("arm", { inertia: Inertia.rod({ mass: 1, length: 1, axis: "x" }), position: [0.5, 0, 0] }),
    );
    const hinge = system.add(
      new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1], rate: 2 }),
    );
    system.add(add(hinge));
    return system.simulateSync({ until }).notes;
  };
  t.deepEqual(
    create((hinge) => new JointFriction("lock", hinge, { torque: 1, friction: new IdealRolling() })),
    [
      'RevoluteJoint "hinge" starts with the rate of angle 0 rad/s, not 2: JointFriction "lock" holds it from the start; leave the rate away',
    ],
  );
  t.deepEqual(
    create((hinge) => new JointLimit("stop", hinge, { upper: 0, impact: 0.5 })),
    [
      'RevoluteJoint "hinge" starts with the rate of angle -1 rad/s, not 2: JointLimit "stop" touches and was struck at once; ' +
        "start with a gap to have an event, or without approaching",
    ],
  );
});
