import test from "ava";
import {
  Contact,
  CoulombFriction,
  IdealRolling,
  JointFriction,
  JointLimit,
  SequentialImpact,
  SpringNormal,
} from "../../lib/constraints/contact/index.ts";
import {
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type RunEvent,
  System,
  Trajectory,
  type UserEvent,
  type Vector3,
} from "../../lib/index.ts";
import { Testbench } from "../../lib/omniwheel/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isAtLeast, isClose } from "../helpers/compare.ts";
import { DEFAULTS } from "../helpers/measureOmniwheel.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

const g = 9.81;
const cross = (a: ArrayLike<number>, b: ArrayLike<number>) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

interface Throw {
  velocity?: Vector3;
  angularVelocity?: Vector3;
  friction?: number;
  impact?: number;
  isReversed?: boolean;
}

/** A ball of 2 kg and 0.1 m, one metre above the floor. */
function drop({ velocity, angularVelocity, friction, impact, isReversed }: Throw): System {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 1.1, 0], velocity, angularVelocity }));
  const [plane, sphere] = [new Plane(), new Sphere({ radius: 0.1 })];
  const laws = { friction, impact };
  system.add(
    isReversed
      ? new Contact("floor", ball, system.ground, { surfaceA: sphere, surfaceB: plane, ...laws })
      : new Contact("floor", system.ground, ball, { surfaceA: plane, surfaceB: sphere, ...laws }),
  );
  return system;
}

for (const isReversed of [false, true]) {
  test(`bounces: each gives m (1 + e) v${isReversed ? ", to the floor where that is B" : ""}`, (t) => {
    const [e, sign] = [0.8, isReversed ? -1 : 1];
    const run = drop({ impact: e, isReversed }).simulateSync({ until: 3 });
    const bounces = run.events.filter(({ kind }) => kind === "impact");
    isAtLeast(t, bounces.length, 6);
    const v = Math.sqrt(2 * g);
    bounces.forEach(({ impulse, impulses, angularImpulse, owner }, n) => {
      const size = 2 * (1 + e) * v * e ** n;
      // Flights are parabolas, which the integrator follows to rounding.
      areClose(t, impulse ?? [], [0, sign * size, 0], 1e-11);
      t.is(owner, "floor");
      t.deepEqual(angularImpulse, [0, 0, 0]);
      t.is(impulses.length, 1);
      t.deepEqual([impulses[0].impulse, impulses[0].contact], [impulse, "floor"]);
      t.deepEqual(impulses[0].bodies, isReversed ? ["ball", "ground"] : ["ground", "ball"]);
      isClose(t, impulses[0].normalImpulse, size, 1e-11);
      t.is(impulses[0].frictionImpulse, 0);
      areClose(t, impulses[0].point, [0, 0, 0], 1e-12);
    });
  });
}

test("an oblique blow with friction: μ of the normal part where it slips through, 2/7 m u where it sticks", (t) => {
  const [e, mass, radius] = [0.5, 2, 0.1];
  const down = mass * (1 + e) * Math.sqrt(2 * g);
  for (const friction of [0.05, 0.2, 0.6]) {
    const [velocity, angularVelocity]: Vector3[] = [
      [3, 0, -1],
      [4, 2, -10],
    ];
    const run = drop({ velocity, angularVelocity, friction, impact: e }).simulateSync({ until: 0.5 });
    // v + ω × (−radius e_y): the material of the ball at the floor.
    const [wx, , wz] = angularVelocity;
    const slip = [velocity[0] + wz * radius, velocity[2] - wx * radius];
    const speed = Math.hypot(...slip);
    // Sticking takes 1/(1/m + r²/J) = 2/7 m of slip away.
    const size = Math.min(friction * down, (2 / 7) * mass * speed);
    const [{ impulse, impulses, kind }] = run.events;
    t.is(kind, "impact");
    areClose(t, impulse ?? [], [(-size * slip[0]) / speed, down, (-size * slip[1]) / speed], 1e-11);
    isClose(t, impulses[0].normalImpulse, down, 1e-11);
    isClose(t, impulses[0].frictionImpulse, size, 1e-11);
  }
});

/** Equal balls in a row along x that touch, but for the first, which comes along with 1 m/s. */
function createCradle(count: number): System {
  const system = new System({ gravity: [0, 0, 0] });
  const balls = Array.from({ length: count }, (_, i) =>
    system.add(
      new RigidBody(`ball ${i}`, {
        inertia: Inertia.sphere({ mass: 0.5, radius: 0.1 }),
        position: [i === 0 ? -0.5 : 0.2 * i, 0, 0],
        velocity: [i === 0 ? 1 : 0, 0, 0],
      }),
    ),
  );
  for (let i = 1; i < count; i++) {
    const sphere = new Sphere({ radius: 0.1 });
    system.add(
      new Contact(`contact ${i}`, balls[i - 1], balls[i], {
        surfaceA: sphere,
        surfaceB: sphere,
        impact: new SequentialImpact({ restitution: 1 }),
      }),
    );
  }
  return system;
}

test("Newton's cradle: one event function, and the impulse of every contact", (t) => {
  const run = createCradle(5).simulateSync({ until: 1 });
  const blows = run.events.filter(({ kind }) => kind === "impact");
  t.is(blows.length, 1);
  const [{ owner, impulse, impulses }] = blows;
  t.is(owner, "contact 1");
  areClose(t, impulse ?? [], [0.5, 0, 0], 1e-14);
  t.deepEqual(
    impulses.map(({ contact, bodies }) => [contact, ...bodies]),
    [1, 2, 3, 4].map((i) => [`contact ${i}`, `ball ${i - 1}`, `ball ${i}`]),
  );
  // Each ball passes all of m v on.
  for (const blow of impulses) areClose(t, blow.impulse, [0.5 * 1, 0, 0], 1e-14);
  impulses.forEach(({ point }, i) => {
    areClose(t, point, [0.1 + 0.2 * i, 0, 0], 1e-12);
  });
});

test("stops of joints: J (1 + e) ω in Nms, m (1 + e) v in Ns", (t) => {
  const [mass, length, e, rate] = [2, 1, 0.5, 1.5];
  const system = new System({ gravity: [0, 0, 0] });
  const arm = system.add(
    new RigidBody("arm", { inertia: Inertia.rod({ mass, length, axis: "x" }), position: [length / 2, 0, 0] }),
  );
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1], rate }));
  system.add(new JointLimit("stop", hinge, { lower: -0.5, upper: 1, impact: e }));
  const slider = system.add(
    new RigidBody("slider", { inertia: Inertia.sphere({ mass, radius: 0.1 }), position: [0, 3, 0.2] }),
  );
  const axis: Vector3 = [0.6, 0, 0.8];
  const rail = system.add(new PrismaticJoint("rail", system.ground, slider, { point: [0, 3, 0], axis, rate: -rate }));
  system.add(new JointLimit("bumper", rail, { lower: -0.9, impact: e }));
  const run = system.simulateSync({ until: 3 });
  const J = (mass * length ** 2) / 3;
  const [first, second] = run.events.filter(({ owner }) => owner === "stop");
  // The upper stop drives the angle down, the lower one up.
  areClose(t, first.angularImpulse ?? [], [0, 0, -J * (1 + e) * rate], 1e-12);
  areClose(t, second.angularImpulse ?? [], [0, 0, J * (1 + e) * e * rate], 1e-12);
  t.deepEqual([first.kind, second.kind], ["impact", "impact"]);
  t.deepEqual(first.impulse, [0, 0, 0]);
  isClose(t, first.impulses[0].normalImpulse, J * (1 + e) * rate, 1e-12);
  const bump = run.events.find(({ owner }) => owner === "bumper");
  areClose(
    t,
    bump?.impulse ?? [],
    axis.map((x) => x * mass * (1 + e) * rate),
    1e-12,
  );
  t.deepEqual(bump?.angularImpulse, [0, 0, 0]);
  areClose(t, bump?.impulses[0].point ?? [], [-0.9 * 0.6, 3, -0.9 * 0.8], 1e-12);
});

test("the sum of all impulses is the change of momentum, of each body, in impacts of many contacts", (t) => {
  const random = new RandomSource(4);
  for (let scene = 0; scene < 6; scene++) {
    const system = new System();
    const between = (low: number, high: number) => random.number(low, high);
    const impact = scene % 2 === 0 ? 0.4 : new SequentialImpact({ restitution: 0.4 });
    const friction = scene < 4 ? 0.4 : new IdealRolling();
    const inertia = Inertia.box({ mass: 3, size: [0.6, 0.2, 0.4] });
    const box = system.add(
      new RigidBody("box", {
        inertia,
        position: [0, 0.4, 0],
        velocity: [between(-1, 1), -1, between(-1, 1)],
        angularVelocity: scene < 2 ? [0, between(-2, 2), 0] : [between(-2, 2), between(-2, 2), between(-2, 2)],
      }),
    );
    for (const x of [-0.3, 0.3]) {
      for (const z of [-0.2, 0.2]) {
        system.add(
          new Contact(`foot ${x > 0} ${z > 0}`, system.ground, box, {
            surfaceA: new Plane(),
            surfaceB: new Sphere({ radius: 0.02, position: [x, -0.1, z] }),
            friction,
            impact,
          }),
        );
      }
    }
    const ball = system.add(
      new RigidBody("ball", {
        inertia: Inertia.sphere({ mass: 1, radius: 0.1 }),
        position: [0.05, 0.9, 0.03],
        velocity: [0, -2, 0],
        angularVelocity: [3, 4, 5],
      }),
    );
    system.add(
      new Contact("top", box, ball, {
        surfaceA: new Sphere({ radius: 0.2 }),
        surfaceB: new Sphere({ radius: 0.1 }),
        friction: 0.3,
        impact,
      }),
    );
    const run = system.simulateSync({ until: 0.6, tolerance: 1e-9 });
    const times = [...new Set(run.events.filter(({ impulses }) => impulses.length > 0).map((event) => event.t))];
    isAtLeast(t, times.length, 3);
    for (const time of times) {
      const blows = run.events.filter((event) => event.t === time).flatMap(({ impulses }) => impulses);
      t.is(new Set(blows.map(({ contact }) => contact)).size, blows.length, "each is listed once");
      const place = run.times.indexOf(time);
      const [before, after] = [place, run.times.lastIndexOf(time)].map((i) => run.point(i));
      for (const name of ["box", "ball"]) {
        const [from, to] = [before.body(name), after.body(name)];
        const { mass, tensor } = name === "box" ? inertia : Inertia.sphere({ mass: 1, radius: 0.1 });
        const change = to.velocity.map((v, i) => mass * (v - from.velocity[i]));
        const spin = turnInertia(
          tensor,
          from.orientation,
          to.angularVelocity.map((w, i) => w - from.angularVelocity[i]),
        );
        const sum = [0, 0, 0, 0, 0, 0];
        for (const { bodies, impulse, point } of blows) {
          const sign = bodies[1] === name ? 1 : bodies[0] === name ? -1 : 0;
          const about = cross(
            point.map((x, i) => x - from.position[i]),
            impulse,
          );
          for (let i = 0; i < 3; i++) {
            sum[i] += sign * impulse[i];
            sum[3 + i] += sign * about[i];
          }
        }
        // A foot that would hop lower than 2e-12 of its size, with up to √(2 · 20 · 8e-14) m/s, is held without an impulse.
        areClose(t, sum, [...change, ...spin], 3 * 1.8e-6, `${name} in scene ${scene} at ${time} s`);
      }
    }
  }
});

/** `T J Tᵀ w` with the principal moments, or the tensor, of a body. */
function turnInertia(tensor: ArrayLike<number>, [a, b, c, d]: ArrayLike<number> & Iterable<number>, w: number[]) {
  const T = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
  ];
  const own = [0, 1, 2].map((i) => tensor[i] * (T[0][i] * w[0] + T[1][i] * w[1] + T[2][i] * w[2]));
  return T.map((row) => row[0] * own[0] + row[1] * own[1] + row[2] * own[2]);
}

test("a blow of the user's on what rests: the event is the user's, the floor's answer is listed", (t) => {
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), position: [0, 0.1, 0] }),
  );
  system.add(
    new Contact("floor", system.ground, ball, { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) }),
  );
  // The name of the contact, to no confusion.
  const kick: UserEvent = {
    name: "floor",
    value: (now) => now.t - 0.5,
    action: (actions) => actions.applyImpulse(ball, [0, -3, 0]),
  };
  const run = system.simulateSync({ until: 1, events: [kick] });
  t.is(run.events.length, 1);
  const [{ kind, impulse, impulses }] = run.events;
  t.deepEqual([kind, impulse], ["user", undefined]);
  t.is(impulses.length, 1);
  areClose(t, impulses[0].impulse, [0, 3, 0], 1e-12);
  t.deepEqual(Trajectory.fromJSON(JSON.stringify(run), system).events, run.events);
});

const listKinds = (events: readonly Readonly<RunEvent>[], owner: string) =>
  events.filter((event) => event.owner === owner).map(({ kind, before, after }) => `${kind}: ${before} → ${after}`);

test("kinds: bounces that end, friction that gives way and takes hold", (t) => {
  const dropped = drop({ impact: 0.5, velocity: [0.1, 0, 0], friction: 0.4 }).simulateSync({ until: 3 });
  const kinds = dropped.events.map(({ kind }) => kind);
  t.deepEqual([...new Set(kinds)], ["impact", "rest"]);
  t.is(kinds.at(-1), "rest");
  // A crate that is pushed ever harder, then less: what holds it gives way, and takes hold again.
  const system = new System();
  const crate = system.add(
    new RigidBody("crate", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 0.1, 0] }),
  );
  const rail = system.add(
    new PrismaticJoint("rail", system.ground, crate, {
      point: [0, 0, 0],
      axis: [1, 0, 0],
      force: (time) => 20 * time * Math.exp(-3 * time),
    }),
  );
  system.add(new JointFriction("brake", rail, { force: 2 }));
  const run = system.simulateSync({ until: 2.2 });
  t.deepEqual(listKinds(run.events, "brake"), ["slip: stick → slip", "stick: slip → stick"]);
});

test("kinds: touching and leaving a spring, the user's own, and hand-overs of a wheel", (t) => {
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), position: [0, 0.3, 0] }),
  );
  system.add(
    new Contact("floor", system.ground, ball, {
      surfaceA: new Plane(),
      surfaceB: new Sphere({ radius: 0.1 }),
      normal: new SpringNormal({ stiffness: 2e4 }),
    }),
  );
  const half: UserEvent = { name: "half a second", value: (now) => now.t - 0.3 };
  const run = system.simulateSync({ until: 0.4, events: [half] });
  t.deepEqual(listKinds(run.events, "floor"), ["touch: open → touch", "leave: touch → open"]);
  t.deepEqual(listKinds(run.events, "half a second"), ["user:  → "]);
  // A force grows: no impulse.
  for (const { impulses, impulse } of run.events) t.deepEqual([impulses, impulse], [[], undefined]);
  const bench = new Testbench(DEFAULTS).system.simulateSync({ until: 2.2 });
  const handed = bench.events.filter(({ kind }) => kind === "hand-over");
  isAbove(t, handed.length, 0);
  t.deepEqual(
    handed,
    bench.events.filter(({ index }) => index === 3),
  );
});

test("kinds: what swings against friction turns back until it sticks", (t) => {
  const system = new System();
  const puck = system.add(
    new RigidBody("puck", {
      inertia: Inertia.sphere({ mass: 1, radius: 0.1 }),
      position: [0, 0.1, 0],
      velocity: [1, 0, 0],
    }),
  );
  const rail = system.add(
    new PrismaticJoint("rail", system.ground, puck, { point: [0, 0, 0], axis: [1, 0, 0], stiffness: 400 }),
  );
  system.add(new JointFriction("rub", rail, { force: 2, friction: new CoulombFriction({ coefficient: 1 }) }));
  const run = system.simulateSync({ until: 3 });
  const kinds = listKinds(run.events, "rub");
  t.is(kinds[0], "reversal: slip → slip");
  t.is(kinds.at(-1), "stick: slip → stick");
});

test("files: kinds and impulses survive; files without them are read, damaged ones refused", (t) => {
  const system = drop({ velocity: [1, 0, -0], friction: 0.2, impact: 0.5 });
  const run = system.simulateSync({ until: 1 });
  const text = JSON.stringify(run);
  const back = Trajectory.fromJSON(text, system);
  t.deepEqual(back.events, run.events);
  t.true(Object.isFrozen(back.events[0].impulses[0].impulse));
  t.true(Object.isFrozen(run.events[0].impulses[0].impulse));
  t.is(JSON.stringify(back), text);
  const old = JSON.parse(text);
  for (const event of old.events) {
    delete event.kind;
    delete event.impulses;
  }
  const { events } = Trajectory.fromJSON(old, system);
  t.deepEqual(
    events.map(({ t: time, kind, impulses, impulse }) => [time, kind, impulses, impulse]),
    run.events.map(({ t: time }) => [time, "unknown", [], undefined]),
  );
  const edit = (change: (event: Record<string, never>) => void) => () => {
    const file = JSON.parse(text);
    change(file.events[0]);
    Trajectory.fromJSON(file, system);
  };
  const first = "trajectory JSON: events[0].impulses";
  refuse(t, [
    [
      edit((event) => Object.assign(event, { kind: 5 })),
      'trajectory JSON: events[0].kind is 5; it should be a word such as "impact"',
    ],
    [edit((event) => Object.assign(event, { impulses: 5 })), `${first} is 5; it should be a list of impulses`],
    [
      edit((event) => Object.assign(event, { impulses: [null] })),
      `${first}[0] is null; it should be an object with contact, bodies, impulse, angularImpulse and point`,
    ],
    [
      edit(({ impulses }) => Object.assign((impulses as { impulse: unknown }[])[0], { impulse: [1, 2] })),
      `${first}[0].impulse is [1, 2]; it should be a list of 3`,
    ],
    [
      edit(({ impulses }) => Object.assign((impulses as { point: unknown }[])[0], { point: [1, 2, "NaN"] })),
      `${first}[0].point[2] is "NaN"; it should be a finite number: the file is damaged or was edited`,
    ],
    [
      edit(({ impulses }) => Object.assign((impulses as object[])[0], { normalImpulse: wrong("x") })),
      `${first}[0].normalImpulse is "x"; it should be a number, "NaN", "Infinity", "-Infinity" or "-0"`,
    ],
  ]);
});
