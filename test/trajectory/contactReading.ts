import test from "ava";
import { Contact, JointLimit, Resistance, SmoothFriction, SpringNormal } from "../../lib/constraints/contact/index.ts";
import {
  AppliedWrench,
  Inertia,
  RevoluteJoint,
  RigidBody,
  System,
  Trajectory,
  type UserEvent,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { Testbench } from "../../lib/omniwheel/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isClose } from "../helpers/compare.ts";
import { DEFAULTS } from "../helpers/measureOmniwheel.ts";
import { refuse } from "../helpers/refuse.ts";

const g = 9.81;

/** A ball of 2 kg and 0.1 m on the floor that slides with 1 m/s, μ = 0.3. */
function createSlider(isReversed = false): System {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.1, 0], velocity: [1, 0, 0] }));
  const [floor, sphere] = [new Plane(), new Sphere({ radius: 0.1 })];
  system.add(
    isReversed
      ? new Contact("floor", ball, system.ground, { surfaceA: sphere, surfaceB: floor, friction: 0.3 })
      : new Contact("floor", system.ground, ball, { surfaceA: floor, surfaceB: sphere, friction: 0.3 }),
  );
  return system;
}

for (const isReversed of [false, true]) {
  test(`a ball slides, then rolls: everything about its contact${isReversed ? ", the ball being A" : ""}`, (t) => {
    const run = createSlider(isReversed).simulateSync({ until: 0.5, tolerance: 1e-11 });
    const sign = isReversed ? -1 : 1;
    const time = 0.05;
    const slides = run.at(time).contact("floor");
    // v = v0 − μ g t; the material at the floor gains another 5/2 μ g t by the spin.
    const x = time - (0.3 * g * time ** 2) / 2;
    t.is(slides.name, "floor");
    t.deepEqual(slides.bodies, isReversed ? ["ball", "ground"] : ["ground", "ball"]);
    t.is(slides.mode, "slip");
    for (const point of [slides.point, slides.pointA, slides.pointB]) areClose(t, point, [x, 0, 0], 1e-11);
    areClose(t, slides.normal, [0, sign, 0], 1e-14);
    areClose(t, slides.force, [-sign * 0.3 * 2 * g, sign * 2 * g, 0], 1e-12);
    areClose(t, slides.friction, [-sign * 0.3 * 2 * g, 0, 0], 1e-12);
    isClose(t, slides.normalForce, 2 * g, 1e-12);
    isClose(t, slides.frictionForce, 0.3 * 2 * g, 1e-12);
    areClose(t, slides.slip, [sign * (1 - 3.5 * 0.3 * g * time), 0, 0], 1e-10);
    isClose(t, slides.slipSpeed, 1 - 3.5 * 0.3 * g * time, 1e-10);
    t.deepEqual(slides.torque, [0, 0, 0]);
    isClose(t, slides.gap, 0, 1e-13);
    const rolls = run.last.contact("floor");
    t.is(rolls.mode, "stick");
    areClose(t, [...rolls.slip, rolls.slipSpeed, ...rolls.friction, rolls.frictionForce], Array(8).fill(0), 1e-12);
    t.regex(
      String(slides),
      isReversed
        ? /^Contact "floor" of ball and ground: slip at \[0\.0463212, /
        : /^Contact "floor" of ground and ball: slip at \[0\.0463212, .*\] m, normal \[0, 1, 0\], force \[-5\.886, 19\.62, 0\] N \(19\.62 along, 5\.886 across\), slip \[0\.484975, .*\] m\/s$/,
    );
    // The values stay what they are.
    t.is(slides.mode, "slip");
  });
}

test("a contact is told in numbers as its columns are, open, pressing and rubbing", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(
    new RigidBody("ball", { inertia, position: [0, 0.15, 0], velocity: [0.4, 0, 0.1], angularVelocity: [3, 2, 1] }),
  );
  system.add(
    new Contact("floor", system.ground, ball, {
      surfaceA: new Plane({ normal: [-0.1, 1, 0.2] }),
      surfaceB: new Sphere({ radius: 0.1 }),
      normal: new SpringNormal({ stiffness: 2e4, damping: 30 }),
      friction: new SmoothFriction({ coefficient: 0.4, velocity: 0.01 }),
      resistance: new Resistance({ rolling: 1e-3, spinning: 1e-3, velocity: 0.1 }),
    }),
  );
  const run = system.simulateSync({ until: 0.2, tolerance: 1e-9 });
  const times = Array.from({ length: 41 }, (_, i) => 0.005 * i);
  const names = ["normalForce", "frictionForce", "slip", "gap", "mode", "pointA.x", "pointB.z", "normal.y"];
  const table = run.sample({ times, columns: [...names, "reaction.torque.x"].map((name) => `floor.${name}`) });
  const seen = new Set<string>();
  times.forEach((time, i) => {
    const contact = run.at(time).contact("floor");
    seen.add(contact.mode);
    const read = (name: string) => table[`floor.${name}`][i];
    t.is(contact.normalForce, read("normalForce"));
    // Roots of the same sums of squares; the same velocity, along the tangents and in world axes.
    isClose(t, contact.frictionForce, read("frictionForce"), 1e-13);
    isClose(t, contact.slipSpeed, read("slip"), 1e-14);
    t.is(contact.gap, read("gap"));
    t.is(["open", "unloaded", "touch"].indexOf(contact.mode), read("mode"));
    t.is(contact.pointA[0], read("pointA.x"));
    t.is(contact.pointB[2], read("pointB.z"));
    t.is(contact.normal[1], read("normal.y"));
    t.is(contact.torque[0], read("reaction.torque.x"));
    // Independently of how it was found: the force is normal force and friction.
    const whole = contact.normal.map((n, k) => n * contact.normalForce + contact.friction[k]);
    areClose(t, contact.force, whole, 1e-12);
    isClose(t, Math.hypot(...contact.friction), contact.frictionForce, 1e-12);
    isClose(
      t,
      contact.friction.reduce((sum, f, k) => sum + f * contact.normal[k], 0),
      0,
      1e-12,
    );
    // Velocity of the ball's material at the point, without its part along the normal.
    const { position, velocity, angularVelocity: w } = run.at(time).body("ball");
    const [x, y, z] = contact.point.map((p, k) => p - position[k]);
    const v = [velocity[0] + w[1] * z - w[2] * y, velocity[1] + w[2] * x - w[0] * z, velocity[2] + w[0] * y - w[1] * x];
    const along = v.reduce((sum, value, k) => sum + value * contact.normal[k], 0);
    areClose(
      t,
      contact.slip,
      v.map((value, k) => value - along * contact.normal[k]),
      1e-14,
    );
  });
  t.deepEqual([...seen], ["open", "touch"]);
  t.regex(String(run.at(0).contact("floor")), /^Contact "floor" of ground and ball: open, 0\.0\d+ m apart along \[/);
});

test("contacts that do not exist, or are none, are refused with those that are", (t) => {
  const system = createSlider();
  const arm = system.add(
    new RigidBody("arm", { inertia: Inertia.box({ mass: 1, size: [1, 0.1, 0.1] }), position: [5, 5, 0] }),
  );
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [4.5, 5, 0], axis: [0, 0, 1] }));
  system.add(new JointLimit("stop", hinge, { lower: -1 }));
  const now = system.evaluate();
  const empty = new System();
  empty.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }) }));
  refuse(t, [
    [() => now.contact("flor"), 'no contact is called "flor"; did you mean "floor"? There are "floor"'],
    [() => empty.evaluate().contact("x"), 'no contact is called "x"; there is none'],
    ...[
      ["hinge", "RevoluteJoint"],
      ["stop", "JointLimit"],
    ].map(
      ([name, label]) =>
        [
          () => now.contact(name),
          `${label} "${name}" is no contact; read its reaction("${name}"). Of contacts there are "floor"`,
        ] as const,
    ),
  ]);
  t.deepEqual(
    now.contacts.map(({ name }) => name),
    ["floor"],
  );
});

test("contacts that are switched off are told as such, and not listed", (t) => {
  const system = createSlider();
  const floor = system.get("floor") as Contact;
  const lift: UserEvent = {
    name: "lift",
    value: (now) => now.t - 0.1,
    action: (actions) => actions.switchOff(floor),
  };
  const run = system.simulateSync({ until: 0.2, events: [lift] });
  t.is(run.at(0.05).contacts.length, 1);
  t.is(run.last.contacts.length, 0);
  const gone = run.last.contact("floor");
  t.is(gone.mode, "off");
  t.deepEqual([gone.normalForce, gone.frictionForce, ...gone.force, ...gone.friction], [0, 0, 0, 0, 0, 0, 0, 0]);
  t.is(String(gone), 'Contact "floor" of ground and ball: off');
});

test("a contact is the same across segments, from a file, and while another run is made", (t) => {
  const system = createSlider();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const [a, b] = [0, 1].map((i) =>
    system.add(new RigidBody(`part ${i}`, { inertia, position: [i, 3, 0], velocity: [0.5, 0, 0] })),
  );
  const weld = new WeldJoint("weld", a, b);
  const events: UserEvent[] = [
    { name: "joins", value: (now) => now.t - 0.04, action: (actions) => actions.attach(weld) },
  ];
  const run = system.simulateSync({ until: 0.3, events });
  t.is(run.segments.length, 2);
  const times = [0, 0.02, 0.04, 0.06, 0.0971, 0.2, 0.3];
  const own = times.map((time) => run.at(time).contact("floor"));
  const alone = createSlider().simulateSync({ until: 0.3 });
  times.forEach((time, i) => {
    const other = alone.at(time).contact("floor");
    // Other steps, the same motion: errors are those of the default tolerance.
    areClose(t, own[i].force, other.force, 1e-6);
    areClose(t, own[i].point, other.point, 1e-6);
    areClose(t, own[i].slip, other.slip, 1e-6);
    t.is(own[i].mode, other.mode);
  });
  const back = Trajectory.fromJSON(JSON.stringify(run), system, { attached: [weld] });
  t.deepEqual(
    times.map((time) => back.at(time).contact("floor")),
    own,
  );
  // Read backwards while another run of the same system is under way.
  const read: unknown[] = [];
  const again = system.simulateSync({
    until: 0.3,
    events: [{ ...events[0], action: (actions) => actions.attach(new WeldJoint("weld", a, b)) }],
    progress: () => {
      const time = times[(times.length - 1 - read.length + 10 * times.length) % times.length];
      read.push(run.at(time).contact("floor"));
      t.deepEqual(read.at(-1), own[times.indexOf(time)]);
    },
  });
  isAbove(t, read.length, 0);
  t.deepEqual(again.last.state, run.last.state);
});

test("in an event the contact is read as it is there", (t) => {
  const system = createSlider();
  let seen: { mode: string; slip: Vector3 } | undefined;
  const look: UserEvent = {
    name: "look",
    // Half the slip is gone.
    value: (now) => now.contact("floor").slipSpeed - 0.5,
    action: (_actions, now) => {
      seen = now.contact("floor");
    },
  };
  const run = system.simulateSync({ until: 0.3, tolerance: 1e-11, events: [look] });
  isClose(t, run.events[0].t, 0.5 / (3.5 * 0.3 * g), 1e-10);
  t.is(seen?.mode, "slip");
  areClose(t, seen?.slip ?? [], [0.5, 0, 0], 1e-10);
});

test("of an omni wheel the roller that touches is listed, with the weight of the wheel", (t) => {
  const { system } = new Testbench(DEFAULTS);
  const run = system.simulateSync({ until: 1, tolerance: 1e-9 });
  const names = new Set<string>();
  for (const time of [0, 0.1, 0.3, 0.5, 0.7, 0.9]) {
    const { contacts } = run.at(time);
    t.is(contacts.length, 1);
    const [contact] = contacts;
    names.add(contact.name);
    // The centre of mass is the centre of the wheel, which keeps its height.
    isClose(t, contact.normalForce, 1.4 * g, 1e-8);
    areClose(t, contact.normal, [0, 1, 0], 1e-12);
    isClose(t, contact.point[1], 0, 1e-9);
    t.deepEqual(run.at(time).contact(contact.name), contact);
  }
  isAbove(t, names.size, 0);
});

test("friction is read against the slip however far that has turned since it began", (t) => {
  const system = new System();
  // So hard to turn that it slides.
  const inertia = new Inertia({ mass: 1, tensor: [1e6, 1e6, 1e6] });
  const puck = system.add(new RigidBody("puck", { inertia, position: [0, 0.1, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, puck, { ...surfaces, friction: 0.2 }));
  // Grows beyond the limit, 1.962 N, and turns.
  const force = (time: number): [number, number, number] => {
    const size = Math.min(4 * time, 3);
    return [size * Math.cos(2 * Math.max(0, time - 1)), 0, size * Math.sin(2 * Math.max(0, time - 1))];
  };
  system.add(new AppliedWrench("push", system.ground, puck, { force }));
  const run = system.simulateSync({ until: 4, tolerance: 1e-8 });
  const begin = run.events.find(({ kind }) => kind === "slip")?.t ?? 4;
  isClose(t, begin, 1.962 / 4, 1e-6);
  const turns = [0.6, 1.5, 2.2, 2.6, 3, 3.5, 4].map((time) => {
    const { slip, friction } = run.at(time).contact("floor");
    const along = slip[0] * friction[0] + slip[2] * friction[2];
    isClose(t, along / (Math.hypot(...slip) * Math.hypot(...friction)), -1, 1e-9, `at ${time} s`);
    return Math.atan2(slip[2], slip[0]);
  });
  isAbove(t, Math.max(...turns.map(Math.abs)), Math.PI / 2);
});
