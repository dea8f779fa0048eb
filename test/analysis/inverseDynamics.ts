import test from "ava";
import {
  BallJoint,
  type Body,
  DistanceRod,
  Ground,
  Inertia,
  Pair,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  type Snapshot,
  System,
  turning,
  UniversalJoint,
  type Vector3,
} from "../../lib/index.ts";
import {
  type AngleOptions,
  addHinge,
  addRod,
  createFourBar,
  createHangingChain,
  createLockedDrive,
  createSkate,
  FOUR_BAR,
  G,
  type Point,
  refused,
} from "../helpers/analysisModels.ts";
import { isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawRedundantLoop } from "../helpers/randomLoops.ts";

/** A tree of bodies on all kinds of joints, hung one on another at random; `law` gives the efforts of motions, if any. */
function createRandomTree(seed: number, law?: (i: number) => (t: number) => number): System {
  const random = new RandomSource(seed);
  const system = new System({ gravity: random.vector(10) });
  const bodies: Body[] = [system.ground];
  for (let i = 0; i < 6; i++) {
    const inertia = new Inertia({
      mass: random.number(0.5, 3),
      tensor: [random.number(0.1, 0.2), random.number(0.1, 0.2), random.number(0.1, 0.2), 0.01, -0.02, 0.015],
    });
    const position = random.vector(2);
    const body = system.add(new RigidBody(`body${i}`, { inertia, position, orientation: random.quaternion() }));
    const parent = random.pick(bodies);
    const place = { point: random.vector(2) };
    const options = () => {
      const passive = { stiffness: random.number(0, 5), damping: random.number(0, 1) };
      const start = random.number(-1, 1);
      const rate = random.number(-2, 2);
      return { ...passive, start, rate };
    };
    const kind = random.integer(0, 3);
    const [own, other] = [options(), options()];
    const effort = law?.(i);
    const { start, ...rest } = own;
    if (kind === 0) {
      const torque = effort && { torque: effort };
      const axis = random.direction();
      system.add(new RevoluteJoint(`joint${i}`, parent, body, { ...place, axis, angle: start, ...rest, ...torque }));
    } else if (kind === 1) {
      const force = effort && { force: effort };
      const axis = random.direction();
      system.add(new PrismaticJoint(`joint${i}`, parent, body, { ...place, axis, position: start, ...rest, ...force }));
    } else if (kind === 2) {
      const axes: [Vector3, Vector3] = [random.direction(), random.direction()];
      const second = effort ? { ...other, effort } : other;
      system.add(new UniversalJoint(`joint${i}`, parent, body, { ...place, axes, first: own, second }));
    } else {
      const rotation = random.quaternion();
      system.add(
        new BallJoint(`joint${i}`, parent, body, { ...place, rotation, rate: random.vector(2), damping: 0.3 }),
      );
    }
    bodies.push(body);
  }
  return system;
}

/** All motions of joints at a snapshot, as `inverseDynamics` takes them. */
function readMotion(system: System, snapshot: Snapshot): Record<string, [number, number, number]> {
  const motion: Record<string, unknown> = {};
  for (const pair of system.constraints) {
    if (!(pair instanceof Pair)) continue;
    const { name, coordinates, rates, accelerations } = snapshot.get(pair);
    if (pair.motions[0].kind === "ball") motion[name] = [[...coordinates], [...rates], [...accelerations]];
    else
      pair.rateNames.forEach((text, i) => {
        motion[`${name}.${text}`] = [coordinates[i], rates[i], accelerations[i]];
      });
  }
  return motion as Record<string, [number, number, number]>;
}

test("inverse dynamics undoes forward dynamics: accelerations back in, efforts out", async (t) => {
  let worst = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const law = (i: number) => (time: number) => 3 * Math.sin(time + i) + i - 2;
    const driven = createRandomTree(seed, law);
    // Somewhere else than at the start, turned balls included.
    const forward = driven.simulateSync({ until: 0.1, tolerance: 1e-6, dense: false }).last;
    const time = forward.t;
    // The same model without its motors, moved in the same way.
    const bare = createRandomTree(seed);
    const { efforts, snapshot } = await bare.inverseDynamics({ motion: readMotion(driven, forward), t: time });
    for (const [key, effort] of Object.entries(efforts)) {
      const [joint, motion] = key.split(".");
      const i = Number(joint.slice(5));
      const hasLaw = ["angle", "position", "angle2"].includes(motion);
      worst = Math.max(worst, Math.abs(effort - (hasLaw ? law(i)(time) : 0)));
    }
    for (const { name } of driven.bodies) {
      const [a, b] = [forward.body(name), snapshot.body(name)];
      a.position.forEach((x, k) => {
        worst = Math.max(worst, Math.abs(x - b.position[k]));
      });
      a.velocity.forEach((x, k) => {
        worst = Math.max(worst, Math.abs(x - b.velocity[k]) / (1 + Math.abs(x)));
      });
    }
    for (const constraint of driven.constraints) {
      const [a, b] = [forward.reaction(constraint.name), snapshot.reaction(constraint.name)];
      for (const key of ["force", "torque", "point"] as const) {
        a[key].forEach((x, k) => {
          worst = Math.max(worst, Math.abs(x - b[key][k]) / (1 + Math.hypot(...a[key])));
        });
      }
    }
  }
  // Efforts of about 5; a rounding of accelerations of up to 1e3 with inertias of 10.
  isBelow(t, worst, 1e-11);
});

test("inverse dynamics: a planar arm in closed form", async (t) => {
  const system = new System();
  const [m1, m2, l1, l2] = [2, 1, 1, 0.8];
  const upper = addRod(system, "upper", [0, 0], [l1, 0], m1);
  const lower = addRod(system, "lower", [l1, 0], [l1 + l2, 0], m2);
  addHinge(system, "shoulder", system.ground, upper, [0, 0]);
  addHinge(system, "elbow", upper, lower, [l1, 0], { stiffness: 3 });
  const first = (time: number) => [Math.sin(time), Math.cos(time), -Math.sin(time)] as const;
  const second = (time: number) => [0.5 * time * time, time, 1] as const;
  const times = [0, 0.4, 1.3];
  const before = system.evaluate().joint("shoulder").acceleration;
  const results = await system.inverseDynamics({ motion: { shoulder: first, elbow: second }, times });
  // What was added is taken away again.
  t.is(system.evaluate().joint("shoulder").acceleration, before);
  results.forEach((result, k) => {
    const [q1, v1, a1] = first(times[k]);
    const [q2, v2, a2] = second(times[k]);
    const [c1, c2] = [l1 / 2, l2 / 2];
    const [i1, i2] = [(m1 * l1 * l1) / 12, (m2 * l2 * l2) / 12];
    const h = m2 * l1 * c2;
    const m11 = i1 + i2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2) + 2 * h * Math.cos(q2);
    const m12 = i2 + m2 * c2 * c2 + h * Math.cos(q2);
    const m22 = i2 + m2 * c2 * c2;
    const g2 = m2 * G * c2 * Math.cos(q1 + q2);
    const g1 = (m1 * c1 + m2 * l1) * G * Math.cos(q1) + g2;
    const sine = Math.sin(q2);
    const tau1 = m11 * a1 + m12 * a2 - h * sine * (2 * v1 * v2 + v2 * v2) + g1;
    const tau2 = m12 * a1 + m22 * a2 + h * sine * v1 * v1 + g2;
    isClose(t, result.efforts["shoulder.angle"], tau1, 1e-13 * 50);
    // The spring gives −3 q2 of it.
    isClose(t, result.efforts["elbow.angle"], tau2 + 3 * q2, 1e-13 * 50);
    isClose(t, result.snapshot.joint("elbow").effort, tau2, 1e-13 * 50);
    t.is(result.t, times[k]);
  });
  t.regex(String(results[0]), /efforts at t = 0 s \(N or Nm\)\n {2}shoulder\.angle: [\d.]+\n {2}elbow\.angle: /);
  t.is(system.evaluate().joint("shoulder").acceleration, before);
});

test("inverse dynamics: a loop, against the same loop with a driven joint", async (t) => {
  const law = (time: number) => [0.4 * time + 0.3 * time * time, 0.4 + 0.6 * time, 0.6] as const;
  const driven = createFourBar(FOUR_BAR, { A: { motion: law }, D: { stiffness: 4, damping: 1 } });
  const free = createFourBar(FOUR_BAR, { D: { stiffness: 4, damping: 1 } });
  for (const time of [0, 1.1]) {
    const expected = driven.evaluate(time);
    const { efforts, snapshot } = await free.inverseDynamics({ motion: { A: law }, t: time });
    isClose(t, efforts["A.angle"], expected.joint("A").effort, 1e-11);
    for (const name of ["A", "B", "C", "D"]) {
      const [a, b] = [expected.joint(name), snapshot.joint(name)];
      for (const key of ["position", "rate", "acceleration", "effort"] as const) {
        isClose(t, a[key], b[key], 1e-11, `${name} ${key}`);
      }
      const [r, s] = [expected.reaction(name).force, snapshot.reaction(name).force];
      r.forEach((x, i) => {
        isClose(t, x, s[i], 1e-10);
      });
    }
  }
});

test("inverse dynamics: a loop with two freedoms on a turntable, against the same with two motors", async (t) => {
  const points: Point[] = [
    [0, 0],
    [-0.4, 0.9],
    [0.5, 1.6],
    [1.3, 0.8],
    [1, 0],
  ];
  const laws = {
    A: (time: number) => [0.2 - 0.2 * Math.cos(time), 0.2 * Math.sin(time), 0.2 * Math.cos(time)] as const,
    B: (time: number) => [-0.1 * time * time, -0.2 * time, -0.2] as const,
  };
  const create = (motors: Partial<typeof laws>) => {
    const system = new System();
    const angle = (time: number) => [time + time * time, 1 + 2 * time, 2] as const;
    const table = system.add(new Ground("table", { motion: turning({ axis: [0.6, 0.8, 0], angle }) }));
    const rods = points.slice(1).map((point, i) => addRod(system, `rod${i}`, points[i], point));
    points.forEach((point, i) => {
      const name = "ABCDE"[i];
      const [a, b] = [rods[i - 1] ?? table, rods[i] ?? table];
      const motion = motors[name as "A" | "B"];
      addHinge(system, name, a, b, point, motion && { motion });
    });
    return system;
  };
  t.is((await create({}).report()).degreesOfFreedom, 2);
  for (const time of [0, 0.8]) {
    const expected = create(laws).evaluate(time);
    const { efforts, snapshot } = await create({}).inverseDynamics({ motion: laws, t: time });
    for (const name of ["A", "B"]) {
      isClose(t, efforts[`${name}.angle`], expected.joint(name).effort, 1e-11);
      isClose(t, snapshot.joint(name).acceleration, laws[name as "A" | "B"](time)[2], 1e-12);
    }
    // One of them alone, from rest: the other freedom follows the forces.
    if (time > 0) continue;
    const single = create({ A: laws.A }).evaluate(time);
    const alone = await create({}).inverseDynamics({ motion: { A: laws.A }, t: time });
    isClose(t, alone.efforts["A.angle"], single.joint("A").effort, 1e-11);
    isClose(t, alone.snapshot.joint("B").acceleration, single.joint("B").acceleration, 1e-11);
  }
});

test("inverse dynamics: what is not given stays free", async (t) => {
  // A cart that nobody holds under a driven pole: the cart recoils.
  const create = (options: AngleOptions) => {
    const system = new System();
    const cart = system.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 2, size: [1, 0.1, 0.1] }) }));
    const pole = addRod(system, "pole", [0, 0], [0.3, 1]);
    system.add(new PrismaticJoint("rail", system.ground, cart, { point: [0, 0, 0], axis: [1, 0, 0], rate: 0.7 }));
    addHinge(system, "pivot", cart, pole, [0, 0], options);
    return system;
  };
  const motion = (time: number) => [0.2 + time, 1, 0] as const;
  const expected = create({ motion }).evaluate();
  const { efforts, snapshot } = await create({}).inverseDynamics({ motion: { pivot: motion } });
  isClose(t, efforts["pivot.angle"], expected.joint("pivot").effort, 1e-12);
  isClose(t, snapshot.joint("rail").acceleration, expected.joint("rail").acceleration, 1e-12);
  t.is(snapshot.joint("rail").effort, 0);
  t.is(snapshot.joint("rail").rate, 0.7);
});

test("inverse dynamics: wrong names and values are refused", async (t) => {
  const system = createFourBar();
  const ask = (motion: unknown, more: object = {}) => system.inverseDynamics({ motion: motion as never, ...more });
  await t.throwsAsync(ask(undefined), refused(/inverseDynamics: motion is undefined; give motions by name/));
  await t.throwsAsync(ask({}), refused(/motion is an object of class Object; give motions by name/));
  await t.throwsAsync(ask({ A: [0, 1] }), refused(/the motion of "A" is \[0, 1\] at t = 0; give \[x, ẋ, ẍ\]/));
  await t.throwsAsync(ask({ A: () => [0, Number.NaN, 0] }), refused(/the rate of "A" at t = 0 is NaN/));
  await t.throwsAsync(
    ask({ "A.angel": [0, 0, 0] }),
    refused(/no motion is called "A\.angel"; did you mean "A\.angle"\?/),
  );
  await t.throwsAsync(
    ask({ D: [0, 0, 0] }),
    refused(/RevoluteJoint "D" closes a loop.*name another joint of the loop/),
  );
  await t.throwsAsync(
    ask({ A: [0, 0, 0], C: [0, 0, 0] }),
    refused(/RevoluteJoint "C", angle cannot be chosen freely.*leave it out/),
  );
  await t.throwsAsync(ask({ A: [0, 0, 0] }, { t: 1, times: [0] }), refused(/times are .* and no t beside it/));
  await t.throwsAsync(ask({ A: [0, 0, 0] }, { times: 3 }), refused(/times are 3; give a list/));
  const given = createFourBar(FOUR_BAR, { A: { motion: (time) => [time, 1, 0] } });
  await t.throwsAsync(
    given.inverseDynamics({ motion: { A: [0, 0, 0] } }),
    refused(/RevoluteJoint "A" is driven by the model; leave "A" out/),
  );
  // The skate: along the blade and about the normal, but not sideways.
  const skate = createSkate();
  const turn = { "ice.x": [0, 1, 2], "ice.angle": [0, 3, 0] } as const;
  const { efforts, snapshot } = await skate.inverseDynamics({ motion: turn });
  isClose(t, efforts["ice.x"], 2, 1e-13);
  isClose(t, snapshot.joint("ice", "y").acceleration, 3, 1e-13);
  isClose(t, snapshot.reaction("edge").force[1], 3, 1e-13);
  await t.throwsAsync(
    skate.inverseDynamics({ motion: { ...turn, "ice.y": [0, 0, 0] } }),
    refused(/the rate of PlanarJoint "ice", y cannot be chosen freely: a non-holonomic constraint/),
  );
  const free = new System();
  free.add(new RigidBody("stone", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  await t.throwsAsync(
    free.inverseDynamics({ motion: { "stone.position": [0, 0, 0] } }),
    refused(/RigidBody "stone" is free, so no joint can drive "stone\.position"/),
  );
});

// ---------------------------------------------------------------- kinematics

test("kinematics: a slider-crank in closed form", async (t) => {
  const [r, l, rate, m] = [0.3, 1, 4, 2];
  const system = new System();
  const crank = addRod(system, "crank", [0, 0], [r, 0], m);
  const rod = addRod(system, "rod", [r, 0], [r + l, 0], m);
  const piston = system.add(
    new RigidBody("piston", { inertia: Inertia.box({ mass: m, size: [0.1, 0.1, 0.1] }), position: [r + l, 0, 0] }),
  );
  addHinge(system, "motor", system.ground, crank, [0, 0], { motion: (time) => [rate * time, rate, 0] });
  addHinge(system, "pin", crank, rod, [r, 0]);
  addHinge(system, "wrist", rod, piston, [r + l, 0]);
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: [r + l, 0, 0], axis: [1, 0, 0] }));
  t.is((await system.report()).degreesOfFreedom, 0);

  const turns = 1.5;
  const run = await system.kinematics({ to: (2 * Math.PI * turns) / rate, steps: 50 });
  t.is(run.length, 51);
  isBelow(t, run.violation.position, 1e-13);
  isBelow(t, run.violation.velocity, 1e-12);
  // x = r cos θ + √(l² − r² sin² θ) and what follows from it.
  const slant = (angle: number) => Math.sqrt(l * l - (r * Math.sin(angle)) ** 2);
  const place = (angle: number) => r * Math.cos(angle) + slant(angle);
  const first = (angle: number) => -r * Math.sin(angle) - (r * r * Math.sin(angle) * Math.cos(angle)) / slant(angle);
  const second = (angle: number) => {
    const [s, c, q] = [Math.sin(angle), Math.cos(angle), slant(angle)];
    return -r * c - (r * r * (c * c - s * s)) / q - (r * r * s * c) ** 2 / q ** 3;
  };
  // Kinetic energy at the rate one, twice, and height: the torque is ½ J′ω² + m g y′.
  const inertia = (angle: number) => {
    const turn = (r * Math.cos(angle)) / slant(angle);
    const vx = (-r * Math.sin(angle) + first(angle)) / 2;
    const vy = (r * Math.cos(angle)) / 2;
    return (m * r * r) / 3 + m * (vx * vx + vy * vy) + (m * l * l * turn * turn) / 12 + m * first(angle) ** 2;
  };
  const derivative = (f: (x: number) => number, x: number) =>
    (8 * (f(x + 1e-3) - f(x - 1e-3)) - f(x + 2e-3) + f(x - 2e-3)) / 12e-3;
  const columns = ["piston.position.x", "piston.velocity.x", "piston.acceleration.x", "motor.angle.effort"];
  const [x, v, a, effort] = columns.map((name) => run.column(name));
  run.times.forEach((time, i) => {
    const angle = rate * time;
    isClose(t, x[i], place(angle), 1e-13);
    isClose(t, v[i], rate * first(angle), 1e-12);
    isClose(t, a[i], rate * rate * second(angle), 1e-11);
    const torque = (derivative(inertia, angle) * rate * rate) / 2 + m * G * r * Math.cos(angle);
    // Difference quotients of order four with steps of 1e-3 are good to 1e-11.
    isClose(t, effort[i], torque, 1e-9);
  });
  t.is(run.statistics.method, "kinematics");
});

test("kinematics: a parallelogram passes through its singular positions and stays one", async (t) => {
  const points: [Point, Point, Point, Point] = [
    [0, 0],
    [0, 1],
    [2, 1],
    [2, 0],
  ];
  const rate = 2 * Math.PI;
  const system = createFourBar(points, { A: { motion: (time) => [rate * time, rate, 0] } });
  const run = await system.kinematics({ to: 2, steps: 16 });
  const [times, angles, efforts] = [run.times, run.column("D.angle"), run.column("A.angle.effort")];
  times.forEach((time, i) => {
    // Every fourth instant would be flat; it is passed over by a hundredth of a step.
    isClose(t, time, i / 8, i % 4 === 2 ? 0.0126 : 0);
    isClose(t, angles[i], rate * time, 1e-10);
    isClose(t, run.point(i).body("coupler").angularVelocity[2], 0, 1e-6);
    isClose(t, efforts[i] + 2 * G * Math.sin(rate * time), 0, 1e-6);
  });
});

test("kinematics: few steps lead to the same branch as many", async (t) => {
  const rate = 2 * Math.PI;
  const system = createFourBar(FOUR_BAR, { A: { motion: (time) => [rate * time, rate, 0] } });
  const fine = await system.kinematics({ to: 3, steps: 360 });
  for (const steps of [2, 3, 7]) {
    const coarse = await system.kinematics({ to: 3, steps });
    for (const name of ["C.angle", "D.angle", "C.angle.acceleration", "A.angle.effort"]) {
      // Over any number of turns.
      isClose(t, coarse.column(name).at(-1) ?? 0, fine.column(name).at(-1) ?? 1, 1e-9, `${steps} ${name}`);
    }
  }
});

test("kinematics: rods, moving bases and several drives at once; a later start", async (t) => {
  // A hydraulic cylinder lifts a boom.
  const system = new System();
  const boom = addRod(system, "boom", [0, 0], [2, 0]);
  addHinge(system, "foot", system.ground, boom, [0, 0]);
  const length = (time: number) => [Math.SQRT2 + 0.1 * time, 0.1, 0] as const;
  system.add(new DistanceRod("cylinder", system.ground, boom, { from: [0, -1, 0], to: [1, 0, 0], length }));
  const run = await system.kinematics({ from: 1, to: 2, steps: 4 });
  t.is(run.start, 1);
  const angles = run.column("foot.angle");
  run.times.forEach((time, i) => {
    // Law of cosines in the triangle 1, 1, L.
    const [L] = length(time);
    isClose(t, angles[i], 2 * Math.asin(L / 2) - Math.PI / 2, 1e-13);
  });
});

test("kinematics: a mechanism that can still move, or no longer, or not at all", async (t) => {
  await t.throwsAsync(
    createFourBar().kinematics({ to: 1 }),
    refused(/1 degree of freedom is not driven: RevoluteJoint "A", angle\. Give it a motion, .*use simulate\(\)/),
  );
  await t.throwsAsync(
    createHangingChain(3, 1).kinematics({ to: 1 }),
    refused(/3 degrees of freedom are not driven: RevoluteJoint "link0", angle; RevoluteJoint "link1", angle; /),
  );
  const short = createFourBar(
    [
      [0, 0],
      [0, 1],
      [1.2, 1],
      [2, 0],
    ],
    { A: { motion: (time) => [6 * time, 6, 0] } },
  );
  // The crank turns until coupler and rocker are stretched: law of cosines with 1.2 + √1.64 against 1 and 2.
  const reach = 1.2 + Math.hypot(0.8, 1);
  const angle = Math.acos((1 + 4 - reach * reach) / 4) - Math.PI / 2;
  const error = await t.throwsAsync(short.kinematics({ to: 1, steps: 20 }), {
    instanceOf: SimulationError,
    message:
      /^kinematics: the mechanism locks at t = [\d.]+ s: RevoluteJoint "D" .*RevoluteJoint "A" is driven in the loop with .*, beyond its reach: give a motion that the lengths allow\. What was/,
  });
  isClose(t, Number(error?.message.match(/t = ([\d.]+) s/)?.[1]), angle / 6, 1e-5);
  // What was computed before: all steps of 0.05 s until then, with the angle of the drive.
  const { trajectory } = error as SimulationError;
  t.is(trajectory.length, 1 + Math.floor(angle / 6 / 0.05));
  t.is(trajectory.statistics.steps, trajectory.length - 1);
  for (const [i, x] of trajectory.column("A.angle").entries()) isClose(t, x, 0.3 * i, 1e-12);
  await t.throwsAsync(
    createLockedDrive().kinematics({ to: 1 }),
    refused(
      /no velocities meet them all; .* RevoluteJoint "other" by .*RevoluteJoint "foot" is driven in the loop with .*which is locked/,
    ),
  );
  const twice = createFourBar(FOUR_BAR, {
    A: { motion: (time) => [time, 1, 0] },
    D: { motion: (time) => [time, 1, 0] },
  });
  await t.throwsAsync(
    twice.kinematics({ to: 1 }),
    refused(/RevoluteJoint "A", RevoluteJoint "D" are driven in the loop with .*their motions disagree: drive fewer/),
  );
  const driven = createFourBar(FOUR_BAR, { A: { motion: (time) => [time, 1, 0] } });
  await t.throwsAsync(driven.kinematics({ to: 0 }), refused(/to is 0 s, but from is 0 s/));
  await t.throwsAsync(driven.kinematics({ to: 1, steps: 2.5 }), refused(/steps is 2\.5; give a whole number/));
  await t.throwsAsync(driven.kinematics({} as { to: number }), refused(/to is undefined/));
  await t.throwsAsync(driven.kinematics({ until: 1 } as never), refused(/unknown option "until"/));
});

/** A crank of 0.1 m and a link of 0.3 m, drawn with the crank at an angle; the piston is driven. */
function createDrivenPiston(angle: number, motion: (time: number) => [number, number, number]): System {
  const system = new System({ gravity: [0, 0, 0] });
  const pin: Point = [0.1 * Math.cos(angle), 0.1 * Math.sin(angle)];
  const wrist = pin[0] + Math.sqrt(0.09 - pin[1] ** 2);
  const crank = addRod(system, "crank", [0, 0], pin);
  const link = addRod(system, "link", pin, [wrist, 0]);
  const inertia = Inertia.box({ mass: 1, size: [0.05, 0.05, 0.05] });
  const piston = system.add(new RigidBody("piston", { inertia, position: [wrist, 0, 0] }));
  addHinge(system, "main", system.ground, crank, [0, 0]);
  addHinge(system, "pin", crank, link, pin);
  addHinge(system, "wrist", link, piston, [wrist, 0]);
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: [wrist, 0, 0], axis: [1, 0, 0], motion }));
  return system;
}

test("a piston that is driven from its dead centre is called singular, by runs and analyses alike", async (t) => {
  const singular =
    /PrismaticJoint "guide" is driven in the loop with .*which is in a singular position, as a crank at its dead centre: .*; draw it a little away/;
  const steady = (time: number): [number, number, number] => [-0.1 * time, -0.1, 0];
  const smooth = (time: number): [number, number, number] => [
    0.05 * (Math.cos(time) - 1),
    -0.05 * Math.sin(time),
    -0.05 * Math.cos(time),
  ];
  for (const motion of [steady, smooth]) {
    const system = createDrivenPiston(0, motion);
    t.throws(() => system.simulateSync({ until: 1 }), { instanceOf: SimulationError, message: singular });
    await t.throwsAsync(system.kinematics({ to: 1 }), refused(singular));
  }
  const report = await createDrivenPiston(0, steady).report();
  t.true(report.isSingular);
  t.regex(String(report), /a singular position: next to it there are fewer freedoms/);
  t.notRegex(String(report), /the motion is unique/);
  // A little away it goes, and is not singular; nor is a loop that is redundant or locked.
  const away = createDrivenPiston(0.3, steady);
  t.is((await away.kinematics({ to: 0.5 })).end, 0.5);
  t.false((await away.report()).isSingular);
  const fourBar = await createFourBar().report();
  t.false(fourBar.isSingular);
  t.regex(String(fourBar), /the motion is unique, single reactions are not/);
  const locked = await createLockedDrive().report();
  t.false(locked.isSingular);
  t.notRegex(String(locked), /the motion is unique/);
  const flat = await createFourBar([
    [0, 0],
    [1, 0],
    [3, 0],
    [2, 0],
  ]).report();
  t.deepEqual([flat.isSingular, flat.degreesOfFreedom], [true, 2]);
  for (const seed of [1, 2, 3]) {
    const { system } = drawRedundantLoop(new RandomSource(seed));
    t.false((await system.report()).isSingular);
  }
});

test("inverse dynamics: a motion that contradicts its derivatives, and one that throws, are refused by name", async (t) => {
  const system = new System();
  const arm = addRod(system, "arm", [0, 0], [1, 0]);
  addHinge(system, "h", system.ground, arm, [0, 0]);
  const ask = (h: (time: number) => [number, number, number], time = 1) =>
    system.inverseDynamics({ motion: { h }, t: time });
  await t.throwsAsync(
    ask((time) => [time * time, 1, 0]),
    refused(
      /^inverseDynamics: the first derivative of the motion of "h" is 1 at t = 1, but a difference quotient gives 2;/,
    ),
  );
  await t.throwsAsync(
    ask((time) => [time * time, 2 * time, 0]),
    refused(/the second derivative of the motion of "h" is 0 at t = 1, but a difference quotient gives 2;/),
  );
  await t.throwsAsync(
    ask(() => {
      throw new Error("no table");
    }),
    refused(/^inverseDynamics: the motion of "h" threw an error: no table; look into that function$/),
  );
  await t.notThrowsAsync(ask((time) => [time * time, 2 * time, 2]));
  // Defined from zero on only.
  await t.notThrowsAsync(
    ask((time) => {
      if (time < 0) throw new Error("too early");
      return [time * time, 2 * time, 2];
    }, 0),
  );
  await t.throwsAsync(
    system.inverseDynamics({ motion: { g: [0, 0, 0] } }),
    refused(/no motion is called "g"; .*there is "h\.angle"$/),
  );
  const ball = new System();
  const inertia = Inertia.box({ mass: 1, size: [1, 0.1, 0.1] });
  const bob = ball.add(new RigidBody("bob", { inertia, position: [0.5, 0, 0] }));
  ball.add(new BallJoint("socket", ball.ground, bob, { point: [0, 0, 0] }));
  // About a fixed axis by t²: ω = 2t, ω̇ = 2.
  const turn = (rate: number, acceleration: number) => (time: number) =>
    [
      [Math.cos(time ** 2 / 2), 0, 0, Math.sin(time ** 2 / 2)],
      [0, 0, rate * time],
      [0, 0, acceleration],
    ] as const;
  const roll = (socket: ReturnType<typeof turn>) => ball.inverseDynamics({ motion: { socket }, t: 1 });
  await t.notThrowsAsync(roll(turn(2, 2)));
  await t.throwsAsync(
    roll(turn(1, 1)),
    refused(/the angular velocity z of the motion of "socket" is 1 at t = 1, but a difference quotient gives 2;/),
  );
  await t.throwsAsync(
    roll(turn(2, 0)),
    refused(/the angular acceleration z of the motion of "socket" is 0 at t = 1, but a difference quotient gives 2;/),
  );
});
