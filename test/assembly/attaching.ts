import test from "ava";
import {
  type EventActions,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  type Snapshot,
  SpringDamper,
  System,
  Trajectory,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";

const at = (time: number) => (now: Snapshot) => now.t - time;
/** With products of inertia, so that axes matter. */
const BOX = new Inertia({ mass: 2, tensor: [0.04, 0.05, 0.03, -0.007, 0.004, 0.009] });
const PLATE = new Inertia({ mass: 3, tensor: [0.05, 0.07, 0.09, 0.01, -0.008, 0.006] });

/** Two bodies in free space that meet with some spin. */
function createPair(): { system: System; hand: RigidBody; box: RigidBody } {
  const system = new System({ gravity: [0, 0, 0] });
  const hand = system.add(
    new RigidBody("hand", { inertia: PLATE, velocity: [1, 0.2, -0.1], angularVelocity: [0.3, -0.2, 0.5] }),
  );
  const orientation = [0.8, 0.36, -0.48, 0] as const;
  const box = system.add(
    new RigidBody("box", { inertia: BOX, position: [1, 0.3, 0.1], orientation, angularVelocity: [0, 0.7, -0.4] }),
  );
  return { system, hand, box };
}

const addWeld = (a: RigidBody, b: RigidBody, time: number) => ({
  name: "meet",
  value: at(time),
  action: (actions: EventActions) => void actions.attach(new WeldJoint("grip", a, b)),
});

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

test("two free bodies that are welded together keep momentum and angular momentum, and move as one", (t) => {
  for (const isTurned of [false, true]) {
    const { system, hand, box } = createPair();
    const weld = isTurned ? addWeld(box, hand, 0.7) : addWeld(hand, box, 0.7);
    const run = system.simulateSync({ until: 2, tolerance: 1e-12, events: [weld] });
    const first = run.point(0).momentum;
    const place = run.times.lastIndexOf(0.7);
    const [before, after] = [run.point(place - 1), run.point(place)];
    for (const now of [before, after, run.at(1.3), run.last]) {
      const { linear, angular } = now.momentum;
      // Sizes are 3 and 4: rounding at the event; the tolerance times its steps later.
      const limit = now.t === 0.7 ? 2e-15 : 1e-12;
      areClose(t, linear, first.linear, 4 * limit, `${now.t} s`);
      areClose(t, angular, first.angular, 1e-12, `${now.t} s`);
    }
    // Nothing moves at the event but velocities.
    for (const name of ["hand", "box"]) {
      const [a, b] = [before, after].map((now) => now.body(name));
      areClose(t, a.position, b.position, 1e-15);
      areClose(t, a.orientation, b.orientation, 1e-15);
    }
    // The closed form of the bodies as one: the centre moves on; the common spin holds the angular momentum.
    const m = PLATE.mass + BOX.mass;
    const v = first.linear.map((p) => p / m);
    const states = ["hand", "box"].map((name) => after.body(name));
    const centre = [0, 1, 2].map((i) => (PLATE.mass * states[0].position[i] + BOX.mass * states[1].position[i]) / m);
    const w = states[0].angularVelocity;
    areClose(t, states[1].angularVelocity, w, 1e-14);
    for (const { position, velocity } of states) {
      const arm = position.map((x, i) => x - centre[i]);
      const turn = cross(w, arm);
      areClose(
        t,
        velocity,
        v.map((x, i) => x + turn[i]),
        1e-14,
      );
    }
    // Later they have the same distance in their own axes, and the centre is where it moves to.
    const end = run.last;
    const last = ["hand", "box"].map((name) => end.body(name));
    [0, 1, 2].forEach((i) => {
      const x = (PLATE.mass * last[0].position[i] + BOX.mass * last[1].position[i]) / m;
      isClose(t, x, centre[i] + v[i] * (2 - 0.7), 1e-11);
    });
    isBelow(t, run.at(1.5).violation.position, 1e-14);
    isBelow(t, after.energy.total, before.energy.total);
    isClose(t, end.energy.total, after.energy.total, 1e-11);
  }
});

test("the energy that a weld takes is that of the relative motion in the metric of both: ½ μ v² head on", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const add = (name: string, mass: number, x: number, velocity: Vector3) =>
    system.add(new RigidBody(name, { inertia: Inertia.sphere({ mass, radius: 0.1 }), position: [x, 0, 0], velocity }));
  const [a, b] = [add("a", 1, 0, [2, 0, 0]), add("b", 3, 1, [0.5, 0, 0])];
  const run = system.simulateSync({ until: 1, events: [addWeld(a, b, 0.5)] });
  const lost = run.energy.total[0] - run.last.energy.total;
  isClose(t, lost, 0.5 * (3 / 4) * 1.5 ** 2, 1e-14);
  isClose(t, run.last.body("b").velocity[0], (2 + 1.5) / 4, 1e-15);
});

test("a gripper on a rail welds a box and lets go of it", (t) => {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.1, 0.1, 0.1] });
  const hand = system.add(new RigidBody("hand", { inertia }));
  const motion = (time: number) => [0.5 * time ** 2, time, 1] as const;
  system.add(new PrismaticJoint("rail", system.ground, hand, { point: [0, 0, 0], axis: [1, 0, 0], motion }));
  const box = system.add(new RigidBody("box", { inertia, position: [0.5, -0.1, 0] }));
  const shelf = system.add(new WeldJoint("shelf", system.ground, box));
  let grip: WeldJoint | undefined;
  const run = system.simulateSync({
    until: 3,
    tolerance: 1e-11,
    events: [
      {
        name: "grips",
        value: (now) => now.body("hand").position[0] - 0.5,
        action: (actions) => {
          actions.switchOff(shelf);
          grip = actions.attach(new WeldJoint("grip", hand, box));
        },
      },
      { name: "lets go", value: at(2), action: (actions) => actions.detach(grip as WeldJoint) },
    ],
  });
  // The rail prescribes the motion: the box takes it over at 1 s and is thrown at 2 s.
  isClose(t, run.events[0].t, 1, 1e-12);
  const carried = run.at(1.5).body("box");
  areClose(t, carried.position, [0.5 * 1.5 ** 2, -0.1, 0], 1e-12);
  const { force } = run.at(1.5).reaction("grip");
  areClose(t, force, [1, 9.81, 0], 1e-10);
  const end = run.last.body("box");
  areClose(t, end.position, [2 + 2 * 1, -0.1 - 0.5 * 9.81, 0], 1e-11);
  t.deepEqual(
    run.segments.map(({ absent, attached }) => [absent, attached]),
    [
      [[], []],
      [["shelf"], ["grip"]],
      [["shelf"], []],
    ],
  );
  // Before it is attached, and after, there is no grip.
  const column = run.sample({ columns: ["grip.reaction.force.y"], times: [0.5, 1.5, 2.5] })["grip.reaction.force.y"];
  t.deepEqual([column[0], column[2]], [Number.NaN, Number.NaN]);
  isClose(t, column[1], 9.81, 1e-10);
});

test("a hinge is cut and caught again and again: the books of energy are kept", (t) => {
  const system = new System();
  const inertia = Inertia.cylinder({ mass: 1, radius: 0.05, length: 1, axis: "x" });
  const arm = system.add(new RigidBody("arm", { inertia, position: [0.5, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
  let held: RevoluteJoint | undefined = hinge;
  const events = [0.3, 0.35, 0.6, 0.62, 0.9, 1].map((time, i) => ({
    name: `event ${i}`,
    value: at(time),
    action: (actions: EventActions, now: Snapshot) => {
      if (held) {
        actions.detach(held);
        held = undefined;
        return;
      }
      // At the end of the arm, wherever it is: the joint is drawn there.
      const { position, orientation } = now.body("arm");
      const [c, , , s] = orientation;
      const point: Vector3 = [position[0] - 0.5 * (c * c - s * s), position[1] - c * s, 0];
      held = actions.attach(new RevoluteJoint(`hinge ${i}`, system.ground, arm, { point, axis: [0, 0, 1] }));
    },
  }));
  const run = system.simulateSync({ until: 1.4, tolerance: 1e-12, events });
  t.is(run.segments.length, 7);
  let energy = run.point(0).energy.total;
  for (const { t: time, owner } of run.events) {
    const place = run.times.lastIndexOf(time);
    const [before, after] = [place - 1, place].map((i) => run.point(i));
    // Between events nothing is lost.
    isClose(t, before.energy.total, energy, 1e-10);
    const { mass, tensor } = inertia;
    const [{ velocity, angularVelocity, orientation }, caught] = [before, after].map((now) => now.body("arm"));
    const isCatch = Number(owner.slice(-1)) % 2 === 1;
    // Caught at its end the arm keeps its angular momentum about that point.
    const [c, , , s] = orientation;
    const arm = [0.5 * (c * c - s * s), c * s];
    const momentum = mass * (arm[0] * velocity[1] - arm[1] * velocity[0]) + tensor[2] * angularVelocity[2];
    const spin = isCatch ? momentum / (tensor[2] + 0.25 * mass) : angularVelocity[2];
    isClose(t, caught.angularVelocity[2], spin, 1e-12, owner);
    const kinetic = isCatch ? 0.5 * (tensor[2] + 0.25 * mass) * spin ** 2 : before.energy.kinetic;
    isClose(t, after.energy.kinetic, kinetic, 1e-12, owner);
    isClose(t, after.energy.potential, before.energy.potential, 1e-13, owner);
    energy = after.energy.total;
  }
  isClose(t, run.last.energy.total, energy, 1e-10);
});

test("a joint that was cut is caught where its bodies meet again, and refused where they do not", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.box({ mass: 1, size: [0.1, 0.1, 0.1] });
  const cart = system.add(new RigidBody("cart", { inertia }));
  const post = system.add(new RigidBody("post", { inertia, position: [0, 0.5, 0] }));
  system.add(new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], rate: 1 }));
  system.add(new PrismaticJoint("slide", system.ground, post, { point: [0, 0.5, 0], axis: [1, 0, 0], stiffness: 4 }));
  const coupling = system.add(new WeldJoint("coupling", cart, post, { switchable: false }));
  coupling.enabled = false;
  const meet = (time: number) => ({
    name: "meet",
    value: at(time),
    action: (actions: EventActions) => actions.switchOn(coupling),
  });
  const error = t.throws(() => system.simulateSync({ until: 1, events: [meet(0.5)] }));
  t.regex(error.message, /not met after the event.*WeldJoint "coupling" by 0\.5.*Bring together/);
  // At a thousandth of the size apart it catches: both move by what their masses say.
  const run = system.simulateSync({ until: 0.01, events: [meet(4e-4)] });
  const [a, b] = ["cart", "post"].map((name) => run.at(4e-4).body(name));
  areClose(t, [a.position[0], b.position[0]], [2e-4, 2e-4], 1e-15);
  areClose(t, [a.velocity[0], b.velocity[0]], [0.5, 0.5], 1e-12);
});

test("springs can be attached and detached, and keep to the instant they were made for", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, velocity: [1, 0, 0] }));
  let spring: SpringDamper | undefined;
  const attach = (actions: EventActions) => {
    spring = actions.attach(
      new SpringDamper("spring", system.ground, ball, { from: [-1, 0, 0], stiffness: 4, restLength: 2 }),
    );
  };
  const quarter = Math.PI / 4;
  const run = system.simulateSync({
    until: 3,
    tolerance: 1e-12,
    events: [
      { name: "hook", value: at(1), action: attach },
      { name: "off", value: at(1 + quarter), action: (actions) => actions.detach(spring as SpringDamper) },
    ],
  });
  // From its rest length: a quarter of a period brings the ball to rest, half a metre on.
  const end = run.last.body("ball");
  areClose(t, [end.position[0], end.velocity[0]], [1.5, 0], 1e-11);
});

test("what cannot be attached is refused by name", (t) => {
  const { system, hand, box } = createPair();
  const other = new System();
  const stranger = other.add(new RigidBody("stranger", { inertia: BOX }));
  const attach = (create: () => unknown) => () =>
    system.simulateSync({
      until: 1,
      events: [{ name: "x", value: at(0.5), action: (actions) => void actions.attach(create() as WeldJoint) }],
    });
  const refuse = (create: () => unknown, pattern: RegExp) => t.regex(t.throws(attach(create)).message, pattern);
  refuse(() => 3, /attach: 3 cannot be attached; give a joint/);
  refuse(() => new WeldJoint("hand", hand, box), /the name "hand" of WeldJoint "hand" is taken; give another name/);
  refuse(() => new WeldJoint("energy", hand, box), /"energy".*reserved for results/);
  refuse(() => new WeldJoint("w", hand, stranger), /joins "stranger", which is not in the system/);
  refuse(() => new WeldJoint("w", system.ground, system.add(new RigidBody("late", { inertia: BOX }))), /joins "late"/);
  const kept: EventActions[] = [];
  system.simulateSync({
    until: 1,
    events: [{ name: "x", value: at(0.5), action: (actions) => void kept.push(actions) }],
  });
  t.regex(t.throws(() => kept[0].attach(new WeldJoint("w", hand, box))).message, /the event at t = 0\.5 s is over/);
  t.regex(t.throws(() => kept[0].detach(new WeldJoint("w", hand, box))).message, /the event at t = 0\.5 s is over/);
});

/** A run with three segments. */
function createGrip(): { system: System; run: () => Trajectory; grips: WeldJoint[] } {
  const { system, hand, box } = createPair();
  const grips: WeldJoint[] = [];
  const run = () =>
    system.simulateSync({
      until: 1.5,
      events: [
        {
          name: "grip",
          value: at(0.5),
          action: (actions) => void grips.push(actions.attach(new WeldJoint("grip", hand, box))),
        },
        { name: "let go", value: at(1), action: (actions) => actions.detach(grips.at(-1) as WeldJoint) },
      ],
    });
  return { system, run, grips };
}

test("reading across segments, in any order and while it runs, changes nothing", async (t) => {
  const { system, run, grips } = createGrip();
  const alone = run();
  const read = (one: Trajectory) => [0.2, 1.4, 0.7, 0.5, 1, 0.1, 1.2].map((time) => one.at(time).body("box"));
  const first = read(alone);
  t.deepEqual(read(alone), first);
  const { hand, box } = { hand: system.get("hand") as RigidBody, box: system.get("box") as RigidBody };
  let grip: WeldJoint | undefined;
  const disturbed = system.simulateSync({
    until: 1.5,
    events: [
      {
        name: "grip",
        value: (now) => {
          alone.at(1.2).body("box");
          return now.t - 0.5;
        },
        action: (actions) => {
          alone.at(0.7).reaction("grip");
          grip = actions.attach(new WeldJoint("grip", hand, box));
          alone.at(0.7).reaction("grip");
        },
      },
      {
        name: "let go",
        value: at(1),
        action: (actions) => {
          actions.detach(grip as WeldJoint);
          alone.at(1.3).body("hand");
        },
      },
    ],
  });
  t.deepEqual(disturbed.lastState, alone.lastState);
  t.deepEqual(disturbed.column("hand.position.x"), alone.column("hand.position.x"));
  // Two at once, interleaved.
  const parts: WeldJoint[][] = [[], []];
  const both = await Promise.all(
    parts.map((own) =>
      system.simulate({
        until: 1.5,
        events: [
          {
            name: "grip",
            value: at(0.5),
            action: (actions) => void own.push(actions.attach(new WeldJoint("grip", hand, box))),
          },
          { name: "let go", value: at(1), action: (actions) => actions.detach(own[0]) },
        ],
      }),
    ),
  );
  for (const one of both) t.deepEqual(one.lastState, alone.lastState);
  t.is(grips.length, 1);
});

test("a run with segments goes through JSON, with its constraints or without", (t) => {
  const { system, run: simulate, grips } = createGrip();
  const run = simulate();
  const text = JSON.stringify(run);
  const back = Trajectory.fromJSON(text, system, { attached: grips });
  t.is(JSON.stringify(back), text);
  for (const time of [0.3, 0.5, 0.77, 1, 1.31]) {
    t.deepEqual(back.at(time).body("box"), run.at(time).body("box"));
    t.deepEqual(back.at(time).momentum, run.at(time).momentum);
  }
  t.deepEqual(back.at(0.77).reaction("grip"), run.at(0.77).reaction("grip"));
  t.deepEqual(back.segments, run.segments);
  // Without its system: columns. With it, but without what was attached: what can be read.
  const bare = Trajectory.fromJSON(text);
  t.deepEqual(bare.column("grip.reaction.force.x"), run.column("grip.reaction.force.x"));
  t.is(JSON.stringify(bare), text);
  const part = Trajectory.fromJSON(text, system);
  t.deepEqual(part.at(1.31).body("box"), run.at(1.31).body("box"));
  t.deepEqual(part.column("grip.reaction.force.x"), run.column("grip.reaction.force.x"));
  t.regex(
    t.throws(() => part.at(0.77)).message,
    /"grip" was attached by an event.*fromJSON\(text, system, \{ attached/,
  );
  const another = new WeldJoint("grip", system.get("hand") as RigidBody, system.get("box") as RigidBody);
  t.regex(
    t.throws(() => Trajectory.fromJSON(text, system, { attached: [another] })).message,
    /belongs to another model: (pointA|rest) of WeldJoint "grip"/,
  );
  const damage =
    (change: (file: { segments: { point: number; step: number; stateNames: string[] }[] }) => unknown) => () => {
      const file = JSON.parse(text);
      change(file);
      return Trajectory.fromJSON(file, system);
    };
  t.regex(
    t.throws(damage((file) => Object.assign(file.segments[1], { point: 0 }))).message,
    /segments\[1\]\.point is 0/,
  );
  t.regex(t.throws(damage((file) => Object.assign(file.segments[2], { step: 1e9 }))).message, /segments\[2\]\.step/);
  t.regex(t.throws(damage((file) => file.segments[1].stateNames.pop())).message, /states\[\d+\] has 13 entries/);
  t.regex(t.throws(damage((file) => Object.assign(file, { segments: [] }))).message, /segments is \[\]/);
});

test("a run is continued with what its end has: cut joints, attached constraints", (t) => {
  const { system, hand, box } = createPair();
  const whole = system.simulateSync({ until: 1.5, tolerance: 1e-12, events: [addWeld(hand, box, 0.5)] });
  const first = system.simulateSync({ until: 1, tolerance: 1e-12, events: [addWeld(hand, box, 0.5)] });
  const second = system.simulateSync({ until: 1.5, from: first, tolerance: 1e-12 });
  t.deepEqual(second.segments[0].attached, ["grip"]);
  const [a, b] = [whole, second].map((run) => run.last.body("box").position);
  areClose(t, a, b, 1e-11);
  const text = JSON.stringify(second);
  t.regex(t.throws(() => Trajectory.fromJSON(text, system)).message, /at its start "grip" was attached/);
  // A part of the run continues from where it is: also what is detached then.
  const third = system.simulateSync({
    until: 2,
    from: second,
    events: [{ name: "off", value: at(1.7), action: (actions) => actions.detach(findAttached(second)) }],
  });
  t.deepEqual(
    third.segments.map(({ attached }) => attached),
    [["grip"], []],
  );
  const { linear } = third.last.momentum;
  areClose(t, linear, whole.point(0).momentum.linear, 1e-12);
});

const findAttached = (run: Trajectory) => run.store.assemblies[0]?.attached[0] as WeldJoint;
