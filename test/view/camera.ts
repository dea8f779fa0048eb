import test from "ava";
import { Inertia, RigidBody, System } from "../../lib/index.ts";
import { add, cross, dot, norm, normalize, scale, subtract, toVector3, type Vector3 } from "../../lib/math/index.ts";
import { Box } from "../../lib/view/viewer/scene/Box.ts";
import { chooseDirection, fitCamera, getAxis, getSides } from "../../lib/view/viewer/scene/fitCamera.ts";
import { Hull } from "../../lib/view/viewer/scene/Hull.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { createScene } from "../helpers/createScene.ts";
import { runCart } from "../helpers/runCart.ts";

test("the camera sees all points, and could not be nearer", (t) => {
  const box = new Box();
  box.add(-1, 0, 2);
  box.add(3, 0.5, 2.5);
  for (const aspect of [0.5, 1, 2.4]) {
    const from = chooseDirection(box, "y");
    const angle = 0.6;
    const { position, target } = fitCamera(box.corners, { from, up: [0, 1, 0], angle, aspect, margin: 1 });
    const view = scale(subtract(target, position), 1 / norm(subtract(target, position)));
    const right = scale(cross(view, [0, 1, 0]), 1 / norm(cross(view, [0, 1, 0])));
    const up = cross(right, view);
    const reaches = box.corners.map((corner) => {
      const arm = subtract(corner, position);
      const depth = dot(arm, view);
      isAbove(t, depth, 0);
      const tan = Math.tan(angle / 2) * depth;
      return Math.max(Math.abs(dot(arm, right)) / (tan * aspect), Math.abs(dot(arm, up)) / tan);
    });
    isClose(t, Math.max(...reaches), 1, 1e-12, `${reaches}`);
    // Moved to any side it would lose one of them.
    const isSeen = (eye: readonly number[]) =>
      box.corners.every((corner) => {
        const arm = subtract(corner, eye);
        const tan = Math.tan(angle / 2) * dot(arm, view) * (1 + 1e-12);
        return Math.abs(dot(arm, right)) <= tan * aspect && Math.abs(dot(arm, up)) <= tan;
      });
    t.true(isSeen(position));
    const nearer = add(position, scale(view, 0.01));
    for (const x of [-0.05, 0, 0.05]) {
      for (const y of [-0.05, 0, 0.05]) t.false(isSeen(add(nearer, add(scale(right, x), scale(up, y)))));
    }
  }
  const flat = new Box();
  flat.add(-1, -1, 0);
  flat.add(1, 1, 0.05);
  isAbove(t, chooseDirection(flat, "y")[2], 0.9, "what moves in a plane is seen from its front");
  const side = new Box();
  side.add(0, -1, -1);
  side.add(0.05, 1, 1);
  isAbove(t, chooseDirection(side, "y")[0], 0.9);
  isBelow(t, chooseDirection(flat, "z")[1], 0);
  isAbove(t, chooseDirection(flat, "z")[2], 0);
});

test("a hull keeps the points that stick out", (t) => {
  const hull = new Hull();
  t.deepEqual(hull.points, []);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2] as const);
  for (const [x, y, z] of [[0.5, 0.5, 0.5], ...corners, [0.2, 0.7, 0.9]] as const) hull.add(x, y, z);
  const kept = new Set(hull.points.map((point) => point.join()));
  t.deepEqual([...kept].sort(), corners.map((point) => point.join()).sort());
});

test("up is against gravity, or as told", (t) => {
  const run = (gravity: [number, number, number]) => {
    const system = new System({ gravity });
    system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
    return system.simulateSync({ until: 0.1 });
  };
  t.is(createScene(run([0, -9.81, 0])).up, "y");
  t.is(createScene(run([0.1, 0, -9.81])).up, "z");
  t.is(createScene(run([0, 0, 9.81])).up, "-z");
  t.is(createScene(run([0, 1, 0.1])).up, "-y");
  t.is(createScene(run([3, 0, 0])).up, "-x");
  t.is(createScene(run([0, 0, 0])).up, "y");
  t.is(createScene(run([0, 0, 0]), { up: "x" }).up, "x");
  t.is(createScene(run([0, 0, -9.81]), { up: "-z" }).up, "-z");
});

test("a vehicle with 36 rollers: every look, four contacts, and the camera goes along", (t) => {
  const run = runCart();
  const scene = createScene(run, { follow: "cart" });
  t.is(scene.appearances.length, 42);
  t.is(scene.contacts.filter(({ isOn }) => isOn).length, 4);
  scene.update(0.1);
  t.deepEqual(toVector3(scene.followed ?? []), run.at(0.1).body("cart").position);
});

test("a camera that goes along with a body sees what is around it, not all of its way", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.box({ mass: 1, size: [0.2, 0.2, 0.2] });
  system.add(new RigidBody("fast", { inertia, velocity: [10, 0, 0] }));
  system.add(new RigidBody("beside", { inertia, position: [0, 0, 1], velocity: [10, 0, 0] }));
  const run = system.simulateSync({ until: 1 });
  const all = createScene(run).view.box;
  isClose(t, all.size[0] - 10, all.size[1], 1e-12);
  const scene = createScene(run, { follow: "fast" });
  for (const time of [0, 0.5, 1]) {
    scene.update(time);
    const { size, center } = scene.view.box;
    // Both bodies look the same from the fast one, at every time.
    isClose(t, size[0], all.size[1], 1e-12);
    isClose(t, size[2], all.size[2], 1e-12);
    isClose(t, center[0], 10 * time, 1e-12);
    isClose(t, center[2], 0.5, 1e-12);
  }
});

test("an axis that points down turns the picture, it does not mirror it", (t) => {
  for (const name of ["x", "y", "z", "-x", "-y", "-z"] as const) {
    const up = getAxis(name);
    t.is(up["xyz".indexOf(name.slice(-1))], name.startsWith("-") ? -1 : 1);
    const { right, front } = getSides(up);
    t.true(norm(subtract(cross(right, up), front)) === 0, name);
    const box = new Box();
    box.add(-1, -1, -1);
    box.add(1, 1, 1);
    const from = chooseDirection(box, name);
    isAbove(t, dot(from, up), 0.3, `${name}: ${from}`);
    isAbove(t, dot(from, front), 0.3, `${name}: ${from}`);
    isAbove(t, dot(from, right), 0.3, `${name}: ${from}`);
  }
});

test("a camera looks from straight above and below, too", (t) => {
  const box = new Box();
  box.add(-1, 0, 2);
  box.add(3, 0.5, 2.5);
  const [angle, aspect] = [0.6, 1.5];
  for (const name of ["x", "y", "z", "-x", "-y", "-z"] as const) {
    const up = getAxis(name);
    for (const side of [1, -1]) {
      const from: Vector3 = scale(up, side);
      const { position, target } = fitCamera(box.corners, { from, up, angle, aspect, margin: 1 });
      const way = normalize(subtract(position, target));
      // The direction is tilted by 2e-4 rad to know what is right; that is less than a pixel in a thousand.
      isBelow(t, norm(subtract(way, from)), 3e-4, `${name}: ${way}`);
      const right = normalize(cross(up, way));
      isBelow(t, norm(subtract(right, getSides(up).right)), 1e-9, `${name}: ${right}`);
      const above = cross(way, right);
      const reaches = box.corners.map((corner) => {
        const arm = subtract(corner, position);
        const tan = -Math.tan(angle / 2) * dot(arm, way);
        return Math.max(Math.abs(dot(arm, right)) / (tan * aspect), Math.abs(dot(arm, above)) / tan);
      });
      isClose(t, Math.max(...reaches), 1, 1e-9, `${name}: ${reaches}`);
    }
  }
});
