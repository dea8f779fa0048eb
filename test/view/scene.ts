import test from "ava";
import { createFourBar, createPendulum } from "../../bench/models.ts";
import { Contact, Inertia, Plane, RigidBody, Sphere, SpringDamper, System } from "../../lib/index.ts";
import {
  add,
  cross,
  dot,
  matrixFromQuaternion,
  norm,
  rotate,
  scale,
  subtract,
  toVector3,
} from "../../lib/math/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createScene } from "../helpers/createScene.ts";

/** A ball that slides, then rolls. */
function createBall(): System {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.1, 0], velocity: [1, 0, 0.4] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: 0.3 }));
  return system;
}

/** A body on a spring. */
function createBouncer(): System {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] });
  const body = system.add(new RigidBody("weight", { inertia, position: [0, -1, 0], angularVelocity: [1, 2, 0.5] }));
  system.add(
    new SpringDamper("spring", system.ground, body, {
      to: [0.1, -0.9, 0],
      stiffness: 40,
      damping: 0.2,
      restLength: 0.7,
    }),
  );
  return system;
}

test("poses are those of the run", (t) => {
  for (const run of [createFourBar().simulateSync({ until: 1 }), createBall().simulateSync({ until: 0.5 })]) {
    const scene = createScene(run);
    for (const time of [0, 0.123, run.end]) {
      scene.update(time);
      t.is(scene.time, time);
      const poses = scene.poses.slice();
      scene.appearances.forEach(({ body }, i) => {
        const { position, orientation } = run.at(time).body(body.name);
        t.deepEqual(toVector3(poses, 12 * i), position);
        // The matrix of the quaternion is that of the port but for rounding.
        matrixFromQuaternion(orientation).forEach((x, k) => {
          isClose(t, x, poses[12 * i + 3 + k], 1e-14);
        });
      });
    }
  }
});

test("arrows are the reactions on B, and those of contacts are split along the normal", (t) => {
  const run = createFourBar().simulateSync({ until: 1 });
  const scene = createScene(run);
  scene.update(0.37);
  const found = scene.arrows.map(({ kind, constraint, point, vector, magnitude }) => ({
    kind,
    name: constraint.name,
    point: toVector3(point),
    vector: toVector3(vector),
    magnitude,
  }));
  isAbove(t, found.length, 0);
  for (const { kind, name, point, vector, magnitude } of found) {
    const reaction = run.at(0.37).reaction(name);
    t.deepEqual(vector, kind === "torque" ? reaction.torque : reaction.force);
    t.deepEqual(point, reaction.point);
    isClose(t, magnitude, norm(vector), 1e-15 * magnitude);
  }

  const slide = createBall().simulateSync({ until: 0.5 });
  const ball = createScene(slide);
  ball.update(0.05);
  const [normal, friction] = ["normal", "friction"].map((kind) => {
    const arrow = ball.arrows.find((entry) => entry.kind === kind);
    return toVector3(arrow?.vector ?? []);
  });
  // 2 kg press with their weight; Coulomb's friction is 0.3 of it against the slip.
  isBelow(t, norm(subtract(normal, [0, 2 * 9.81, 0])), 1e-9);
  isClose(t, norm(friction), 0.3 * 2 * 9.81, 1e-9);
  isBelow(t, norm(cross(friction, [1, 0, 0.4])), 1e-9);
  isBelow(t, dot(friction, [1, 0, 0.4]), 0);
  const total = slide.at(0.05).reaction("floor").force;
  isBelow(t, norm(subtract(add(normal, friction), total)), 1e-14 * norm(total));
  const [mark] = ball.contacts;
  t.true(mark.isOn);
  const place = slide.at(0.05).body("ball").position;
  isBelow(t, norm(subtract(mark.point, [place[0], 0, place[2]])), 1e-12);
});

test("contacts are marked while they are closed", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 0.5, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, surfaces));
  const scene = createScene(system.simulateSync({ until: 1 }));
  // It falls 0.4 m in √(2·0.4/9.81) = 0.286 s.
  scene.update(0.28);
  t.false(scene.contacts[0].isOn);
  scene.update(0.29);
  t.true(scene.contacts[0].isOn);
});

test("traces are paths of points of bodies", (t) => {
  const run = createPendulum(1).simulateSync({ until: 2 });
  const scene = createScene(run, { traces: ["rod", { body: "rod", point: [0, -0.5, 0], color: "red" }] });
  scene.survey.advance(1000);
  t.true(scene.survey.isComplete);
  const { times, points } = scene.survey.getPaths();
  t.is(times.length, 513);
  t.is(times[0], 0);
  t.is(times[512], 2);
  for (const i of [0, 100, 257, 512]) {
    const { position, orientation } = run.at(times[i]).body("rod");
    isBelow(t, norm(subtract(toVector3(points[0], 3 * i), position)), 1e-14);
    const tip = add(position, rotate(matrixFromQuaternion(orientation), [0, -0.5, 0]));
    isBelow(t, norm(subtract(toVector3(points[1], 3 * i), tip)), 1e-14);
    // The tip of a rod of 1 m stays on its circle.
    isClose(t, norm(toVector3(points[1], 3 * i)), 1, 1e-12);
  }
  scene.update(1.234);
  isBelow(t, norm(subtract(toVector3(scene.traceEnds, 3), scale(run.at(1.234).body("rod").position, 2))), 1e-14);
  t.is(scene.traces[1].color, "red");
  // Unless they are named, those of the heavier bodies.
  t.deepEqual(
    createScene(run).traces.map(({ body }) => body.name),
    ["rod"],
  );
});

test("links go from point to point", (t) => {
  const run = createBouncer().simulateSync({ until: 1 });
  const scene = createScene(run);
  t.is(scene.links.length, 1);
  scene.update(0.6);
  const ends = scene.linkEnds.slice();
  const { position, orientation } = run.at(0.6).body("weight");
  const tip = add(position, rotate(matrixFromQuaternion(orientation), [0.1, 0.1, 0]));
  t.is(norm(toVector3(ends)), 0);
  isBelow(t, norm(subtract(toVector3(ends, 3), tip)), 1e-13);
});

test("the swept box holds every body at every instant, and the largest force is a quarter of it", (t) => {
  const run = createPendulum(2).simulateSync({ until: 3 });
  const scene = createScene(run);
  scene.survey.advance(1000);
  const { box } = scene.survey;
  // Released at 2 rad, the rod of 1 m swings over ±2 rad: 1 m to both sides, 0.416 m up.
  isClose(t, box.min[0], -1, 0.06, `${box.min} ${box.max}`);
  isClose(t, box.max[0], 1, 0.06, `${box.min} ${box.max}`);
  isClose(t, box.min[1], -1, 0.06, `${box.min} ${box.max}`);
  isAbove(t, box.max[1], 0.416, `${box.min} ${box.max}`);
  isBelow(t, box.max[1], 0.5, `${box.min} ${box.max}`);
  const { times } = scene.survey.getPaths();
  let largest = 0;
  for (const time of times) largest = Math.max(largest, norm(run.at(time).reaction("hinge").force));
  isClose(t, scene.scales.force * largest, scene.size / 4, 1e-12);
  t.is(createScene(run, { forceScale: 0.02 }).scales.force, 0.02);
  // The couple of a hinge in a plane is rounding: no arrow, no scale.
  t.is(scene.scales.torque, 0);
  t.false(scene.arrows.some((arrow) => arrow.isTorque && scene.isSeen(arrow)));
});

test("a run that continues another adds to its paths", (t) => {
  const system = createPendulum(1);
  const first = system.simulateSync({ until: 1 });
  const scene = createScene(first, { traces: ["rod"] });
  scene.survey.advance(1000);
  const second = system.simulateSync({ from: first, until: 1.5 });
  t.true(scene.takes(second));
  scene.survey.advance(1000);
  const { times, points } = scene.survey.getPaths();
  t.is(times[0], 0);
  t.is(times.at(-1), 1.5);
  for (let i = 1; i < times.length; i++) isAtLeast(t, times[i], times[i - 1]);
  isBelow(t, norm(subtract(toVector3(points[0]), first.at(0).body("rod").position)), 1e-14);
  isBelow(t, norm(subtract(toVector3(points[0], 3 * (times.length - 1)), second.last.body("rod").position)), 1e-14);
  t.true(scene.takes(first), "another run of the same model");
  t.is(scene.survey.getPaths().times.at(-1), 1);
  t.false(scene.takes(createPendulum(1).simulateSync({ until: 1 })), "another model");
});

test("a run is watched while it grows", (t) => {
  const run = createPendulum(1).simulateSync({ until: 4 });
  // The points of a run come one by one while it is made.
  const { points } = (run as unknown as { store: { points: { t: number }[] } }).store;
  const rest = points.splice(Math.floor(points.length / 3));
  const scene = createScene(run, { traces: ["rod"] });
  scene.survey.advance(1000);
  while (rest.length > 0) {
    points.push(...rest.splice(0, Math.ceil(points.length / 2)));
    t.true(scene.takes(run));
    t.false(scene.survey.isComplete);
    scene.survey.advance(1000);
    const { times } = scene.survey.getPaths();
    isAbove(t, times.length, 250, `${times.length} samples`);
    isAtMost(t, times.length, 514, `${times.length} samples`);
    isBelow(t, run.end - times[times.length - 1], run.end / 256);
    for (let i = 1; i < times.length; i++) isAbove(t, times[i], times[i - 1]);
  }
  t.is(run.end, 4);
});

test("a run without dense output stands still between its points", (t) => {
  const run = createPendulum(1).simulateSync({ until: 1, dense: false });
  const scene = createScene(run);
  const middle = run.times[5];
  scene.update(middle + 1e-6);
  const rod = scene.appearances.findIndex(({ body }) => body.name === "rod");
  t.deepEqual(toVector3(scene.poses, 12 * rod), run.at(middle).body("rod").position);
});

test("a floor of the model is found, none is made up", (t) => {
  const scene = createScene(createBall().simulateSync({ until: 0.5 }));
  const floor = scene.findFloor();
  isClose(t, floor?.point[1] ?? 1, 0, 1e-12);
  t.deepEqual(
    floor?.normal.map((x) => Math.round(1e12 * x) / 1e12 + 0),
    [0, 1, 0],
  );
  t.is(createScene(createPendulum(1).simulateSync({ until: 1 })).findFloor(), undefined);
});
