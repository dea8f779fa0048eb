import test from "ava";
import { rotate } from "../../lib/math/index.ts";
import {
  createHubMesh,
  createRollerMesh,
  createWheelMesh,
  describeWheel,
  OmniWheel,
  RollerGeometry,
} from "../../lib/omniwheel/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { System } from "../../lib/system/index.ts";
import { isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";
import { MESHED_WHEELS, measureSurface, measureTriangles } from "../helpers/measureMeshes.ts";

const name = ({ count, psi, rows }: RollerGeometry) =>
  `${count} rollers at ${Math.round((psi * 180) / Math.PI)}° in ${rows} row(s)`;

for (const geometry of MESHED_WHEELS) {
  test(`meshes of ${name(geometry)}: closed, outwards, on the surface`, (t) => {
    const roller = createRollerMesh(geometry);
    t.deepEqual(roller.findDefects(), []);
    const surface = geometry.createSurface();
    for (let i = 0; i < roller.vertexCount; i++) {
      const [x, y, z] = roller.getVertex(i);
      const r = Math.hypot(y, z);
      const isMiddleOfCap = r === 0 && Math.abs(Math.abs(x) - geometry.length / 2) < 1e-15;
      // Rounding, and near pointed tips that of a square root.
      if (!isMiddleOfCap) isClose(t, r, surface.radiusAt(x), 1e-9 * geometry.radius);
    }
    // As little as the deviation allows: half of it would not do.
    const off = measureTriangles(geometry, roller);
    isBelow(t, off, 1e-4);
    isAbove(t, off, 5e-5);
    // The volume is that of regular polygons on the frusta of the profile; missing is less than a shell of the deviation.
    const missing = geometry.volume - roller.volume;
    isAbove(t, missing, 0);
    isBelow(t, missing, 1e-4 * geometry.radius * roller.area);
    const wheel = createWheelMesh(geometry);
    t.deepEqual(wheel.findDefects(), []);
    const hub = createHubMesh(geometry);
    isClose(t, wheel.volume / (hub.volume + geometry.count * roller.volume), 1, 1e-12);
    // The hub stays off the floor, the rollers reach it.
    const reach = (mesh: typeof hub) =>
      Math.max(...Array.from({ length: mesh.vertexCount }, (_, i) => Math.hypot(...mesh.getVertex(i).slice(0, 2))));
    isBelow(t, reach(hub), 0.995 * geometry.radius, `${reach(hub) / geometry.radius}`);
    isClose(t, reach(wheel) / geometry.radius, 1, 1e-4);
  });
}

test("a finer mesh is nearer: the volume's error falls in proportion", (t) => {
  const geometry = MESHED_WHEELS[3];
  const errors = [4e-4, 1e-4].map((deviation) => geometry.volume - createRollerMesh(geometry, { deviation }).volume);
  isAbove(t, errors[0] / errors[1], 3.5, `${errors}`);
  isBelow(t, errors[0] / errors[1], 4.5, `${errors}`);
});

test("the true surface is nowhere farther from the mesh than the mesh from it", (t) => {
  const geometry = MESHED_WHEELS[2];
  isBelow(t, measureSurface(geometry, createRollerMesh(geometry)), 1e-4);
});

test("the mesh of a wheel rolls without ripple, turned by any angle", (t) => {
  const geometry = new RollerGeometry({ radius: 1, rollers: 9, psi: -0.8 });
  const wheel = createWheelMesh(geometry);
  for (let angle = 0; angle < 0.8; angle += 0.0437) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    let lowest = 0;
    for (let i = 0; i < wheel.vertexCount; i++) {
      const [x, y] = wheel.getVertex(i);
      lowest = Math.min(lowest, s * x + c * y);
    }
    isAtLeast(t, lowest, -1 - 1e-12);
    isBelow(t, lowest, -1 + 1e-4);
  }
});

test("handedness: the other hand is the mirror image", (t) => {
  const of = (psi: number) => createWheelMesh(new RollerGeometry({ radius: 1, rollers: 6, psi }), { deviation: 1e-3 });
  const [left, right] = [of(0.7), of(-0.7)];
  const key = (x: number, y: number, z: number) => [x, y, z].map((c) => Math.round(c * 1e9) + 0).join();
  const places = (mesh: typeof left, sign: number) =>
    new Set(
      Array.from({ length: mesh.vertexCount }, (_, i) => mesh.getVertex(i)).map(([x, y, z]) => key(x, y, sign * z)),
    );
  const [a, b, mirrored] = [places(left, 1), places(right, 1), places(right, -1)];
  const shared = (p: Set<string>, q: Set<string>) => [...p].filter((text) => q.has(text)).length / p.size;
  isBelow(t, shared(a, b), 0.5);
  // Circles of rollers begin at their y axes, which the mirror keeps.
  isAbove(t, shared(a, mirrored), 0.95);
});

test("the parts of a wheel stand where its bodies are, and touch the floor", (t) => {
  const system = new System();
  const disc = new Inertia({ mass: 1, tensor: [1e-3, 1e-3, 1e-3], center: [0.003, 0.002, 0.004] });
  const options = { radius: 0.05, rollers: 10, psi: -0.6, rows: 2, disc, friction: 0.4 } as const;
  const wheel = new OmniWheel("wheel", system.ground, { ...options, orientation: [0.9, 0, 0.3, 0] });
  const { parts, joints } = describeWheel(wheel);
  t.is(parts.length, 11);
  t.deepEqual(joints, [...wheel.bearings]);
  t.deepEqual(
    parts.map(({ body }) => body),
    [wheel.disc, ...wheel.rollers],
  );
  wheel.rollers.forEach((body, i) => {
    // x of the mesh is the axis of the bearing.
    const axis = rotate(wheel.disc.referencePose.T, wheel.bearings[i].axisA);
    for (const [k, x] of rotate(body.referencePose.T, [1, 0, 0]).entries()) isClose(t, x, axis[k], 1e-15);
  });
  let lowest = 1;
  for (const { body, shapes = [] } of parts.slice(1)) {
    t.true(shapes[0].mesh === parts[1].shapes?.[0].mesh, "one mesh for all rollers");
    t.is(shapes[0].friction, 0.4);
    for (let i = 0; i < shapes[0].mesh.vertexCount; i++) {
      lowest = Math.min(lowest, body.referencePose.r[1] + rotate(body.referencePose.T, shapes[0].mesh.getVertex(i))[1]);
    }
  }
  isClose(t, lowest, 0, 1e-4 * 0.05);
  // The hub is about the centre of the wheel, not about the centre of mass.
  const [hub] = parts[0].shapes ?? [];
  t.false(hub.collides);
  t.deepEqual(hub.position, [-0.003, -0.002, -0.004]);
});

test("a deviation that makes no sense is refused", (t) => {
  const [geometry] = MESHED_WHEELS;
  for (const deviation of [0, -1, Number.NaN, 1, 1e-9]) {
    t.throws(() => createRollerMesh(geometry, { deviation }), { message: /createRollerMesh: deviation is/ });
  }
  t.throws(() => createHubMesh(geometry, { deviaton: 1 } as never), { message: /did you mean "deviation"/ });
});
