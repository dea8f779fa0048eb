import test from "ava";
import {
  Contact,
  CoulombFriction,
  HertzNormal,
  HuntCrossleyNormal,
  IdealRolling,
  Resistance,
  SequentialImpact,
  SimultaneousImpact,
  SmoothFriction,
  SpringNormal,
} from "../../lib/constraints/contact/index.ts";
import {
  type EventActions,
  Inertia,
  KinematicPort,
  ModelError,
  quaternionAbout,
  RigidBody,
  SimulationError,
  System,
} from "../../lib/index.ts";
import { Ellipsoid, Plane, Sphere, Superellipsoid, type Surface } from "../../lib/tracking/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import {
  addBallContact,
  bounceBall,
  g,
  type RunOptions,
  rollDown,
  rollOnTurntable,
  slideIntoRolling,
  stickAndSlip,
} from "../helpers/contactClosedForms.ts";
import { RandomSource } from "../helpers/random.ts";

for (const tracker of ["closed-form", "algebraic", "differential"] as const) {
  test(`closed forms with the ${tracker} tracker`, (t) => {
    const options: RunOptions = { tolerance: 1e-8, tracker };
    // The states of the differential tracker are lengths of centimetres with errors of the tolerance in metres.
    const limit = tracker === "differential" ? 2e-6 : 1e-7;
    isBelow(t, slideIntoRolling(0.4, 1, 0, options).error, limit);
    isBelow(t, slideIntoRolling(2 / 3, 0.5, 30, options).error, limit);
    isBelow(t, rollDown(0.5, options).error, limit);
    isBelow(t, rollOnTurntable(new IdealRolling(), options).error, limit);
  });
}

test("the final speeds are 5/7 v0 and (3 v0 + 2 r ω0)/5", (t) => {
  isClose(t, slideIntoRolling(0.4, 1, 0, { tolerance: 1e-9 }).run.last.body("ball").velocity[0], 5 / 7, 1e-9);
  isClose(
    t,
    slideIntoRolling(2 / 3, 1, -6, { tolerance: 1e-9 }).run.last.body("ball").velocity[0],
    (3 - 1.2) / 5,
    1e-9,
  );
});

for (const method of ["dop853", "dopri5", "radau", "rk4"] as const) {
  test(`sliding, rolling, bouncing and stick-slip with ${method}`, (t) => {
    const options: RunOptions = method === "rk4" ? { method, step: 1e-3 } : { method, tolerance: 1e-8 };
    isBelow(t, slideIntoRolling(0.4, 1, 0, options).error, 1e-6);
    isBelow(t, rollOnTurntable(0.9, options).error, 1e-6);
    const { errors, rest } = bounceBall(0.5, options);
    isBelow(t, Math.max(...errors, ...rest), 1e-8);
    const { found, all } = stickAndSlip(options);
    t.is(found.length, all.length);
    isBelow(t, Math.max(...found.map((time, i) => Math.abs(time - all[i]))), 1e-6);
  });
}

test("both orders of the bodies give the same motion, and opposite reactions", (t) => {
  for (const isReversed of [false, true]) {
    isBelow(t, slideIntoRolling(2 / 3, 0.5, 30, { tolerance: 1e-9, isReversed }).error, 1e-8);
    isBelow(t, rollOnTurntable(0.9, { tolerance: 1e-9, isReversed }).error, 1e-7);
    const { run } = slideIntoRolling(0.4, 1, 0, { tolerance: 1e-9, isReversed });
    // While it slides: weight and friction on the ball.
    const { force, onA } = run.at(0.01).reaction("contact");
    const onBall = isReversed ? onA.force : force;
    isClose(t, onBall[1], 2 * g, 1e-9);
    isClose(t, onBall[0], -0.3 * 2 * g, 1e-9);
  }
});

/** Two bodies with ellipsoids, moving in any way, and the contact between them. */
function createPair(random: RandomSource) {
  const bodies = ["a", "b"].map((name) => new RigidBody(name, { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const contact = new Contact("contact", bodies[0], bodies[1], {
    surfaceA: new Ellipsoid({ semiAxes: [0.3, 0.2, 0.25], position: [0.02, 0.01, 0] }),
    surfaceB: new Ellipsoid({ semiAxes: [0.1, 0.2, 0.15] }),
    friction: 0.5,
  });
  const motions = bodies.map((_, i) => ({
    r: [0.7 * i, 0.1 * i, 0].map((x) => x + random.number(-0.05, 0.05)),
    v: random.vector(1),
    a: random.vector(1),
    axis: random.direction(),
    w: random.number(-2, 2),
    e: random.number(-2, 2),
    q: random.number(-3, 3),
  }));
  /** Poses, velocities and accelerations at `s`: straight lines and turns about fixed axes. */
  const moveTo = (s: number) => {
    const ports = motions.map(({ r, v, a, axis, w, e, q }) => {
      const rate = w + e * s;
      const port = KinematicPort.of({
        position: r.map((x, i) => x + v[i] * s + 0.5 * a[i] * s * s) as [number, number, number],
        orientation: quaternionAbout(axis, q + w * s + 0.5 * e * s * s),
        velocity: v.map((x, i) => x + a[i] * s) as [number, number, number],
        angularVelocity: axis.map((x) => x * rate) as [number, number, number],
      });
      port.a.set(a);
      port.e.set(axis.map((x) => x * e));
      return port;
    });
    contact.connect(ports);
    return ports;
  };
  return { contact, moveTo };
}

test("rows are the rates of gap and slip, and their biases those of the rows", (t) => {
  const random = new RandomSource(7);
  for (let n = 0; n < 20; n++) {
    const { contact, moveTo } = createPair(random);
    moveTo(0);
    contact.begin(0);
    const measure = (s: number) => {
      moveTo(s);
      contact.measure(0);
      const { slip, tangents: d } = contact;
      return [contact.gap, contact.getVelocityError(0), ...[0, 1, 2].map((k) => slip[0] * d[k] + slip[1] * d[3 + k])];
    };
    const ports = moveTo(0);
    contact.measure(0);
    const { jacobian: J, accelerationTargets, tracker } = contact;
    // Independently: a unit force along the direction at P has this power.
    const directions = [tracker.normal, contact.tangents.subarray(0, 3), contact.tangents.subarray(3, 6)];
    directions.forEach((d, row) => {
      ports.forEach(({ r }, b) => {
        const sign = b === 0 ? -1 : 1;
        const arm = [0, 1, 2].map((i) => contact.point[i] - r[i]);
        const turn = [arm[1] * d[2] - arm[2] * d[1], arm[2] * d[0] - arm[0] * d[2], arm[0] * d[1] - arm[1] * d[0]];
        for (let i = 0; i < 3; i++) {
          isClose(t, J[12 * row + 6 * b + i], sign * d[i], 1e-15);
          isClose(t, J[12 * row + 6 * b + 3 + i], sign * turn[i], 1e-15);
        }
      });
    });
    const now = measure(0);
    const tangents = contact.tangents.slice();
    const rows = [0, 1, 2].map((row) => {
      let sum = -accelerationTargets[row];
      ports.forEach(({ a, e }, b) => {
        for (let i = 0; i < 3; i++) sum += J[12 * row + 6 * b + i] * a[i] + J[12 * row + 6 * b + 3 + i] * e[i];
      });
      return sum;
    });
    const h = 1e-5;
    const [before, after] = [measure(-h), measure(h)];
    // Differences of second order with h = 1e-5: errors of about 1e-9 by rounding and truncation.
    isClose(t, (after[0] - before[0]) / (2 * h), now[1], 1e-7);
    isClose(t, (after[1] - before[1]) / (2 * h), rows[0], 1e-6);
    // The slip as a vector, along the tangents as they are now.
    const change = [2, 3, 4].map((k) => (after[k] - before[k]) / (2 * h));
    [0, 1].forEach((i) => {
      isClose(
        t,
        change[0] * tangents[3 * i] + change[1] * tangents[3 * i + 1] + change[2] * tangents[3 * i + 2],
        rows[1 + i],
        1e-6,
      );
    });
  }
});

test("friction points against slip, and the harder way with two coefficients", (t) => {
  const out = new Float64Array(2);
  const law = new CoulombFriction({ coefficient: [0.2, 0.6], axis: [1, 0, 0] });
  law.calcForce(Float64Array.of(0.3, 0.4), out);
  const length = Math.hypot(0.2 * 0.3, 0.6 * 0.4);
  isClose(t, out[0], (-0.2 * 0.2 * 0.3) / length, 1e-15);
  isClose(t, out[1], (-0.6 * 0.6 * 0.4) / length, 1e-15);
  // On the ellipse, and no other force on it takes more power.
  isClose(t, (out[0] / 0.2) ** 2 + (out[1] / 0.6) ** 2, 1, 1e-15);
  for (let k = 0; k < 100; k++) {
    const other = 0.2 * Math.cos(k) * 0.3 + 0.6 * Math.sin(k) * 0.4;
    isAtLeast(t, other, out[0] * 0.3 + out[1] * 0.4 - 1e-15);
  }
});

test("anisotropic friction follows the equations of a sliding point", (t) => {
  // A ball that cannot turn, as good as: a huge inertia.
  const system = new System();
  const radius = 0.1;
  const J = 1e12;
  const ball = system.add(
    new RigidBody("ball", {
      inertia: new Inertia({ mass: 1, tensor: [J, J, J] }),
      position: [0, radius, 0],
      velocity: [1, 0, 2],
    }),
  );
  const friction = new CoulombFriction({ coefficient: [0.2, 0.5], axis: [1, 0, 0] });
  addBallContact(system, system.ground, ball, radius, { friction });
  const run = system.simulateSync({ until: 0.3, tolerance: 1e-11 });
  let state = [0, 0, 1, 2];
  const rate = ([, , x, z]: number[]) => {
    const length = Math.hypot(0.2 * x, 0.5 * z);
    return [x, z, (-g * 0.04 * x) / length, (-g * 0.25 * z) / length];
  };
  const h = 1e-4;
  for (let n = 0; n < 3000; n++) {
    const add = (k: number[], f: number) => state.map((y, i) => y + f * k[i]);
    const k1 = rate(state);
    const k2 = rate(add(k1, h / 2));
    const k3 = rate(add(k2, h / 2));
    const k4 = rate(add(k3, h));
    state = state.map((y, i) => y + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  const { position, velocity } = run.last.body("ball");
  isClose(t, position[0], state[0], 1e-10);
  isClose(t, position[2], state[1], 1e-10);
  isClose(t, velocity[0], state[2], 1e-10);
  isClose(t, velocity[2], state[3], 1e-10);
});

test("rolling and spinning resistance brake as they say", (t) => {
  const [mass, radius, v0, w0] = [2, 0.1, 1, 20];
  const system = new System();
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass, radius }),
      position: [0, radius, 0],
      velocity: [v0, 0, 0],
      angularVelocity: [0, w0, -v0 / radius],
    }),
  );
  const resistance = new Resistance({ rolling: 1e-3, spinning: 2e-3, velocity: 1e-7 });
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: new IdealRolling(), resistance }));
  const { velocity, angularVelocity } = system.simulateSync({ until: 1, tolerance: 1e-10 }).last.body("ball");
  // (J/r + m r) a = −ρ m g, and J ẇ = −ρ m g
  isClose(t, velocity[0], v0 - (1e-3 * g) / (1.4 * radius), 1e-9);
  isClose(t, angularVelocity[1], w0 - (2e-3 * g) / (0.4 * radius * radius), 1e-8);
});

test("a Hertz contact lasts as long as it should, and gives everything back", (t) => {
  const [mass, k, v] = [2, 1e7, 1.5];
  const system = new System({ gravity: [0, 0, 0] });
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass, radius: 0.1 }),
      position: [0, 0.11, 0],
      velocity: [0, -v, 0],
    }),
  );
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, normal: new HertzNormal({ stiffness: k }) }));
  const run = system.simulateSync({ until: 0.05, tolerance: 1e-10 });
  t.is(run.events.length, 2);
  // ½ m v² = 2/5 k δ^{5/2}; duration (2 δ/v) ∫ dx/√(1 − x^{5/2}) = 2.9432750… δ/v.
  const depth = ((5 * mass * v * v) / (4 * k)) ** 0.4;
  let integral = 0;
  const count = 200000;
  for (let i = 0; i < count; i++) {
    // x = 1 − u² takes the root out of the end.
    const u = (i + 0.5) / count;
    integral += (2 * u) / Math.sqrt(1 - (1 - u * u) ** 2.5) / count;
  }
  isClose(t, run.events[1].t - run.events[0].t, (2 * depth * integral) / v, 1e-9);
  // The force has an infinite second derivative at both ends.
  isClose(t, run.last.body("ball").velocity[1], v, 1e-8);
});

test("Hunt and Crossley's restitution is 1 − d v for small d v", (t) => {
  for (const dissipation of [0.01, 0.02]) {
    const system = new System({ gravity: [0, 0, 0] });
    const ball = system.add(
      new RigidBody("ball", {
        inertia: Inertia.sphere({ mass: 1, radius: 0.1 }),
        position: [0, 0.11, 0],
        velocity: [0, -1, 0],
      }),
    );
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
    const normal = new HuntCrossleyNormal({ stiffness: 1e6, dissipation });
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, normal }));
    const e = system.simulateSync({ until: 0.1, tolerance: 1e-10 }).last.body("ball").velocity[1];
    // The exact relation: with a = 3d/2, a (v + e v) = ln((1 + a v)/(1 − a e v)).
    const a = 1.5 * dissipation;
    isClose(t, a * (1 + e), Math.log((1 + a) / (1 - a * e)), 1e-9);
    isClose(t, e, 1 - dissipation, dissipation * dissipation);
  }
});

/** Kane's example: a double pendulum that hits the floor; with Newton's law and friction a naive solution gains energy. */
function hitFloor(friction: number, restitution: number, isSequential: boolean): number {
  const system = new System({ gravity: [0, 0, 0] });
  const angle = 1.1;
  const rod = system.add(
    new RigidBody("rod", {
      inertia: Inertia.box({ mass: 1, size: [1, 0.01, 0.01] }),
      orientation: quaternionAbout([0, 0, 1], angle),
      position: [0, 0.5 * Math.sin(angle) + 0.005, 0],
      velocity: [-0.6, -1, 0],
      angularVelocity: [0, 0, 1.5],
    }),
  );
  const Law = isSequential ? SequentialImpact : SimultaneousImpact;
  system.add(
    new Contact("floor", system.ground, rod, {
      surfaceA: new Plane(),
      surfaceB: new Sphere({ radius: 0.005, position: [-0.5, 0, 0] }),
      friction,
      impact: new Law({ restitution }),
    }),
  );
  const run = system.simulateSync({ until: 1e-3 });
  const before = 0.5 * (0.36 + 1) + 0.5 * ((1 + 0.0001) / 12) * 2.25;
  return run.last.energy.kinetic / before - 1;
}

test("no impact with friction gains energy", (t) => {
  for (const isSequential of [true, false]) {
    for (const friction of [0, 0.1, 0.3, 0.5, 0.8]) {
      for (const restitution of [0, 0.3, 0.7, 1]) {
        const gain = hitFloor(friction, restitution, isSequential);
        isAtMost(t, gain, 1e-12, `friction ${friction}, restitution ${restitution}: ${gain}`);
      }
    }
  }
  isClose(t, hitFloor(0, 1, false), 0, 1e-12);
});

/** A rod that leans by an angle, with its tip on a floor with friction 2.5; the tip slides away from under it. */
function createRod(angle: number, speed: number): { system: System; rod: RigidBody } {
  const system = new System();
  const [c, s] = [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)];
  const rod = system.add(
    new RigidBody("rod", {
      inertia: Inertia.box({ mass: 1, size: [1, 0.001, 0.001] }),
      orientation: quaternionAbout([0, 0, 1], angle),
      position: [c, s + 0.005, 0],
      velocity: [-speed, 0, 0],
    }),
  );
  const surfaceB = new Sphere({ radius: 0.005, position: [-0.5, 0, 0] });
  system.add(new Contact("floor", system.ground, rod, { surfaceA: new Plane(), surfaceB, friction: 2.5 }));
  return { system, rod };
}

test("a rod that slides on a rough floor jams: Painlevé's paradox is named, and what was computed is kept", (t) => {
  const text = /Contact "floor": friction is so large for this position .*Painlevé's paradox.* Lower the friction/;
  // 1 + 3 cos θ (cos θ − μ sin θ) is negative at 1.1 rad.
  t.regex(t.throws(() => createRod(1.1, 3).system.simulateSync({ until: 1 })).message, text);
  // At rest the tip sticks; then a push makes it slide.
  const { system, rod } = createRod(1.1, 0);
  const push = {
    name: "push",
    value: (now: { t: number }) => now.t - 0.1,
    action: (actions: EventActions) => actions.applyImpulse(rod, [-3, 0, 0]),
  };
  const error = t.throws(() => system.simulateSync({ until: 1, events: [push] }), { instanceOf: SimulationError });
  t.regex(error.message, text);
  isClose(t, error.trajectory.end, 0.1, 1e-9);
});

test("bad input is named", (t) => {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  const create = (options: object) => () => new Contact("c", system.ground, ball, { ...surfaces, ...options } as never);
  const refuses = (options: object, text: RegExp) => t.regex(t.throws(create(options)).message, text);
  refuses({ friction: -0.1 }, /Contact "c": friction is -0.1; a coefficient is zero or positive/);
  refuses({ impact: 1.2 }, /Contact "c": impact is 1.2; give a restitution from 0 .* to 1/);
  refuses({ impact: -0.2 }, /impact is -0.2/);
  refuses({ normal: 3 }, /Contact "c": normal is 3; give new RigidNormal\(\)/);
  refuses({ surfaceB: "ball" }, /surfaceB is "ball"; give a surface such as/);
  refuses({ fricton: 1 }, /fricton.*friction/);
  const throwing = () => {
    throw new Error("no entry");
  };
  refuses({ tracker: throwing }, /^Contact "c": tracker threw an error: no entry; look into that function$/);
  refuses({ tracker: async () => {} }, /^Contact "c": tracker answers with a promise; give a function that is not/);
  refuses({ tracker: () => 3 }, /^Contact "c": what tracker returned is 3; give a Tracker, new AlgebraicTracker/);
  t.throws(() => new SequentialImpact({ restitution: 2 }), { message: /restitution is 2; give a number from 0/ });
  t.throws(() => new CoulombFriction({ coefficient: -1 }), { message: /coefficient/ });
  t.throws(() => new CoulombFriction({ coefficient: 0.5, staticCoefficient: 0.4 }), { message: /below the sliding/ });
  t.throws(() => new CoulombFriction({ coefficient: [0.5, 0.4] }), { message: /need an axis/ });
  t.throws(() => new SpringNormal({ stiffness: -5 }), { message: /stiffness/ });
  t.throws(() => new SmoothFriction({ coefficient: 0.3, velocity: 0 }), { message: /velocity/ });
  system.add(new Contact("low", system.ground, ball, surfaces));
  const error = t.throws(() => system.simulateSync({ until: 1 }));
  t.regex(
    error.message,
    /Contact "low": ground and ball overlap by 0.100 m at the start; move them apart, or use a compliant/,
  );
  t.false(error instanceof SimulationError);
});

/** Boxes on four feet at places along z, each pushed down an incline. */
function slideBoxes(places: readonly number[]): number[] {
  const system = new System({ gravity: [5.2, -9, 0] });
  places.forEach((z, n) => {
    const box = system.add(
      new RigidBody(`box${z}`, {
        inertia: Inertia.box({ mass: 1 + n * 0, size: [0.4, 0.2, 0.3] }),
        position: [0, 0.12, z],
      }),
    );
    [-0.15, 0.15].forEach((x, i) => {
      [-0.1, 0.1].forEach((dz, k) => {
        const surfaceB = new Sphere({ radius: 0.02, position: [x, -0.1, dz] });
        system.add(
          new Contact(`foot${z} ${i}${k}`, system.ground, box, { surfaceA: new Plane(), surfaceB, friction: 0.5 }),
        );
      });
    });
  });
  const run = system.simulateSync({ until: 1, tolerance: 1e-9 });
  return places.map((z) => run.last.body(`box${z}`).position[0]);
}

test("separate piles do as they would alone", (t) => {
  const [alone] = slideBoxes([0]);
  for (const x of slideBoxes([0, 5])) isClose(t, x, alone, 1e-9);
  isClose(t, alone, 0.5 * (5.2 - 4.5), 1e-8);
});

test("forces, mode and points are columns, in every mode the bonds are closed and powers balance", (t) => {
  const { run } = slideIntoRolling(0.4, 1, 0, { tolerance: 1e-8 });
  const columns = ["gap", "normalForce", "frictionForce", "slip", "mode", "pointA.x", "pointB.y", "normal.y"];
  for (const name of columns) t.true(run.columns.includes(`contact.${name}`), name);
  isClose(t, run.column("contact.normalForce")[0], 2 * g, 1e-12);
  isClose(t, run.column("contact.frictionForce")[0], 0.6 * g, 1e-12);
  t.is(run.getUnit("contact.mode"), "open unloaded touch slip stick roll");
  for (const friction of [undefined, 0.3, new IdealRolling(), new SmoothFriction({ coefficient: 0.3 })]) {
    for (const height of [0, 0.5]) {
      for (const speed of [0, 1]) {
        const system = new System();
        const ball = system.add(
          new RigidBody("ball", {
            inertia: Inertia.sphere({ mass: 1, radius: 0.1 }),
            position: [0, 0.1 + height, 0],
            velocity: [speed, 0, 0],
            angularVelocity: [0, 1, -speed / 0.1],
          }),
        );
        addBallContact(system, system.ground, ball, 0.1, { friction });
        system.evaluate();
        const graph = system.bondGraph();
        t.deepEqual(graph.validate(), []);
        const { elements } = graph.group("contact");
        t.is(elements.filter(({ kind }) => kind === "FC" || kind === "EC").length, 6);
        for (const element of graph.elements) {
          if (!["0", "1", "TF", "MTF", "DS", "MGY"].includes(element.kind)) continue;
          isClose(t, graph.calcPowerInto(element) as number, 0, 1e-10, element.label);
        }
      }
    }
  }
});

test("what stands still on contacts that stick is no frame: there is no note", (t) => {
  const system = new System();
  const box = system.add(
    new RigidBody("box", { inertia: Inertia.box({ mass: 2, size: [0.4, 0.2, 0.3] }), position: [0, 0.12, 0] }),
  );
  for (const [i, [x, z]] of [
    [-0.2, -0.15],
    [-0.2, 0.15],
    [0.2, -0.15],
    [0.2, 0.15],
  ].entries()) {
    const surfaceB = new Sphere({ radius: 0.02, position: [x, -0.1, z] });
    system.add(new Contact(`foot ${i}`, system.ground, box, { surfaceA: new Plane(), surfaceB, friction: 0.5 }));
  }
  const run = system.simulateSync({ until: 0.1 });
  t.deepEqual(run.notes, []);
  t.is(run.last.body("box").velocity[1], 0);
});

test("bounces that the tolerance cannot tell from rest end, however elastic; others go on", (t) => {
  const drop = (height: number, tolerance: number) => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.1 + height, 0] }));
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, impact: 1 }));
    return system.simulateSync({ until: 0.2, tolerance });
  };
  // A hundredth of the tolerance, in metres, is the limit.
  const low = drop(5e-6, 1e-3);
  t.is(low.events.length, 1);
  t.is(low.last.contact("floor").mode, "touch");
  isBelow(t, Math.abs(low.last.body("ball").velocity[1]), 1e-15);
  const high = drop(1e-5, 1e-6);
  // Flights of 2 √(2h/g) = 2.86 ms after a fall of half of that.
  t.is(high.events.filter(({ kind }) => kind === "impact").length, Math.floor((0.2 / Math.sqrt(2e-5 / 9.81) + 1) / 2));
  isBelow(t, Math.abs(high.energy.total[high.energy.total.length - 1] - high.energy.total[0]), 1e-9);
});

test("a stored direction of slip that is none is refused by name", (t) => {
  const { contact } = createBallOn();
  for (const text of ["slip x y", "slip 1", "slip 1 0 0 -5", "slip 0 0 0 1e-9", "slip 1 0 0 1e-9 3"]) {
    t.throws(() => (contact.discreteState = text), {
      instanceOf: ModelError,
      message: `Contact "floor": "${text.slice(5)}" is no direction of slip; it is a unit vector and the speed that counts as rest, m/s`,
    });
  }
  contact.discreteState = "slip 0.6 0 0.8 1e-9";
  t.is(contact.mode, "slip");
});

function createBallOn() {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  return { contact: system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: 0.3 })) };
}

/** A ball of 0.1 m in something hollow. */
function createInside(surfaceA: Surface, start: { position: number[]; velocity?: number[] }, gravity: number) {
  const system = new System({ gravity: [0, -gravity, 0] });
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, ...start }));
  const surfaces = { surfaceA, surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("wall", system.ground, ball, { ...surfaces, impact: 1 }));
  return system;
}

test("a ball that starts at the ceiling of a hollow lands on its floor", (t) => {
  const semiAxes = [1, 0.5, 1];
  const hollows = [
    new Ellipsoid({ semiAxes, inside: true }),
    new Ellipsoid({ semiAxes: [0.6, 0.5, 0.5], inside: true }),
    ...[3, 8].map((exponent) => new Superellipsoid({ semiAxes, exponent, inside: true })),
  ];
  for (const hollow of hollows) {
    const system = createInside(hollow, { position: [0, 0.3, 0] }, g);
    const run = system.simulateSync({ until: 0.5 });
    // From 0.3 m to 0.1 m above the floor at −0.5 m.
    isClose(t, run.events[0].t, Math.sqrt((2 * 0.7) / g), 1e-8, hollow.label);
    t.is(run.events[0].kind, "impact");
    // Beside the axis, where nearest points change from the ceiling to the walls and to the floor.
    const other = createInside(hollow, { position: [0.05, 0.2, 0.03] }, g).simulateSync({ until: 1.5 });
    isAbove(t, other.events.length, 1);
    isBelow(t, other.energy.drift, 1e-6);
    for (let n = 0; n <= 30; n++) isAtLeast(t, other.at(0.05 * n).contact("wall").gap, -1e-7);
  }
});

test("a ball flies from wall to wall of a hollow, read in any order", (t) => {
  const room = new Superellipsoid({ semiAxes: [1, 0.5, 1], exponent: 4, inside: true });
  const start = { position: [-0.5, 0, 0], velocity: [2, 0, 0] };
  const run = createInside(room, start, 0).simulateSync({ until: 5 });
  // From −0.5 m to 0.9 m, then 1.8 m each way.
  const times = [0.7, 1.6, 2.5, 3.4, 4.3];
  times.forEach((time, i) => {
    isClose(t, run.events[i].t, time, 1e-9);
  });
  t.is(run.events.length, times.length);
  const read = (order: readonly number[]) => new Map(order.map((time) => [time, run.at(time).contact("wall").gap]));
  const order = [0.1, 1.3, 2, 0.6, 4.5, 1.59];
  t.deepEqual(new Map([...read([...order].reverse())].reverse()), read(order));
});
