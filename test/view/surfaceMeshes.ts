import test from "ava";
import { CircularEdge, Cylinder, Edge, Inertia, type Mesh, Plane, Point, Sphere, Surface } from "../../lib/index.ts";
import { norm, type Vector3 } from "../../lib/math/index.ts";
import { EquivalentSolid } from "../../lib/rigidbody/EquivalentSolid.ts";
import { isCavity } from "../../lib/view/appearance/createSurfaceMesh.ts";
import { createSurfaceMesh } from "../../lib/view/index.ts";
import { measureDistance } from "../helpers/appearance.ts";
import { areClose, isAbove, isAtMost, isClose } from "../helpers/compare.ts";
import { Hollow } from "../helpers/Hollow.ts";
import { RandomSource } from "../helpers/random.ts";
import { createCompiled, createReadyMade } from "../helpers/surfaceCases.ts";

test("a solid has the inertia it was made of", (t) => {
  const random = new RandomSource(7);
  const compare = (inertia: Inertia, kind: EquivalentSolid["kind"], size: readonly number[]) => {
    const solid = EquivalentSolid.of(inertia);
    t.is(solid.kind, kind);
    areClose(t, [...solid.size].sort(), [...size].sort(), 1e-9);
    const { mass } = inertia;
    const [x, y] = solid.size;
    const own =
      kind === "sphere"
        ? Inertia.sphere({ mass, radius: x / 2 })
        : kind === "cylinder"
          ? Inertia.cylinder({ mass, radius: x / 2, length: y })
          : Inertia.box({ mass, size: solid.size });
    areClose(t, own.rotated(solid.orientation).tensor, inertia.tensor, 1e-12 * mass);
    const mesh = solid.createMesh();
    areClose(
      t,
      [...mesh.bounds.max],
      [...solid.size].map((length) => length / 2),
      1e-12,
    );
  };
  for (let i = 0; i < 20; i++) {
    const orientation = random.quaternion();
    const [a, b, c] = [random.number(0.1, 0.3), random.number(0.4, 0.6), random.number(0.7, 1)];
    const mass = random.number(0.1, 10);
    compare(Inertia.sphere({ mass, radius: a }).rotated(orientation), "sphere", [2 * a, 2 * a, 2 * a]);
    compare(Inertia.cylinder({ mass, radius: a, length: c }).rotated(orientation), "cylinder", [2 * a, c, 2 * a]);
    compare(Inertia.cylinder({ mass, radius: c, length: a }).rotated(orientation), "cylinder", [2 * c, a, 2 * c]);
    compare(Inertia.box({ mass, size: [a, b, c] }).rotated(orientation), "box", [a, b, c]);
  }
  t.deepEqual(EquivalentSolid.of(Inertia.point({ mass: 1 }), 0.1).size, [0.1, 0.1, 0.1]);
});

test("a solid says what is inside, and how far it reaches", (t) => {
  const quarter = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const rod = EquivalentSolid.of(Inertia.cylinder({ mass: 1, radius: 0.1, length: 2 }).rotated(quarter));
  // Along y, turned about z by 90°: along −x.
  t.true(rod.contains([1, 0, 0]) && !rod.contains([1.001, 0, 0]) && !rod.contains([0, 0.101, 0]));
  areClose(
    t,
    [rod.findHalf([1, 0, 0]), rod.findHalf([0, 0.6, 0.8]), rod.findHalf([0.6, 0.8, 0])],
    [1, 0.1, 0.68],
    1e-9,
  );
  const box = EquivalentSolid.of(Inertia.box({ mass: 1, size: [1, 2, 3] }));
  t.true(box.contains([0.5, 1, 1.5]) && !box.contains([0.51, 0, 0]) && !box.contains([0, 0, 1.51]));
  areClose(t, [box.findHalf([1, 0, 0]), box.findHalf([0, 0.6, 0.8])], [0.5, 1.8], 1e-9);
  const ball = EquivalentSolid.of(Inertia.sphere({ mass: 1, radius: 2 }));
  t.true(ball.contains([1.15, 1.15, 1.15]) && !ball.contains([1.16, 1.16, 1.16]));
  areClose(t, [ball.findHalf([0.6, 0, 0.8]), ball.reach], [2, 2], 1e-9);
});

test("every ready-made surface is meshed: closed, with its vertices on the surface", (t) => {
  const random = new RandomSource(3);
  for (let i = 0; i < 5; i++) {
    for (const { name, surface } of createReadyMade(random)) {
      const mesh = createSurfaceMesh(surface, { center: [0.1, 0.2, 0.3], extent: 2 });
      t.deepEqual(mesh.findDefects(), [], name);
      const vertices = Array.from({ length: mesh.vertexCount }, (_, k) => mesh.getVertex(k));
      const off = vertices.filter((point) => Math.abs(measureDistance(surface, point)) > 1e-9 * surface.size);
      if (surface instanceof Plane) t.is(off.length, 4, "the lower side of a floor");
      else if (surface instanceof CircularEdge) {
        const rim = vertices.filter((point) => Math.abs(norm(point) - surface.radius) < 1e-12 * surface.radius);
        t.is(rim.length, 64, "the rim of a disc");
      }
      // Tips have no gradient; the middles of flat ends are not on the surface.
      else isAtMost(t, off.length, 2, `${name}: ${off.length} of ${vertices.length}`);
    }
  }
});

test("surfaces without end are cut where it is said", (t) => {
  const bounds = (surface: Surface, center: Vector3 = [0, 0, 0]) =>
    createSurfaceMesh(surface, { center, extent: 2 }).bounds;
  const floor = bounds(new Plane({ point: [0, 0.5, 0] }), [3, 7, 4]);
  areClose(t, [...floor.min, ...floor.max], [1, 0.46, 2, 5, 0.5, 6], 1e-12);
  const bar = bounds(new Cylinder({ radius: 0.5, axis: "z" }), [9, 9, 1]);
  areClose(t, [...bar.min, ...bar.max], [-0.5, -0.5, -1, 0.5, 0.5, 3], 1e-12);
  t.throws(() => createSurfaceMesh(new Plane(), { center: [0, 0, 0], extent: Number.NaN }), {
    message: /extent is NaN/,
  });
});

test("surfaces of expressions are meshed: balls by rays, a ring cell by cell, hills column by column, cavities", async (t) => {
  const cut = { center: [0, 0, 0] as const, extent: 2 };
  const check = (surface: Surface, slack = 1e-9) => {
    const mesh = createSurfaceMesh(surface, cut);
    t.deepEqual(mesh.findDefects(), [], surface.label);
    return { mesh, off: countOff(surface, mesh, slack) };
  };
  const countOff = (surface: Surface, mesh: Mesh, slack: number) => {
    let count = 0;
    for (let i = 0; i < mesh.vertexCount; i++)
      if (Math.abs(measureDistance(surface, mesh.getVertex(i))) > slack) count++;
    return count;
  };
  const egg = check(await Surface.from("x^2/a^2 + y^2/b^2 + z^2/c^2 - 1", { a: 2, b: 1, c: 1.5 }));
  t.is(egg.off, 0);
  isClose(t, egg.mesh.volume / (4 * Math.PI), 1, 0.01, "64 sides");
  const ring = check(await Surface.from("(sqrt(x^2 + z^2) - 1)^2 + y^2 - 0.09"));
  t.is(ring.off, 0);
  // 36 cells across: chords of 0.1 on a tube of 0.3.
  isClose(t, ring.mesh.volume / (2 * Math.PI ** 2 * 0.09), 1, 0.03, `${ring.mesh.volume}`);
  // A ball in a shell: rays from the middle cross it three times.
  const shell = createSurfaceMesh(
    await Surface.from("(s - 1)*(s - 0.36)*(s - 0.09)".replaceAll("s", "(x^2 + y^2 + z^2)")),
    cut,
  );
  isClose(t, shell.volume / ((4 / 3) * Math.PI * (1 - 0.216 + 0.027)), 1, 0.03, `${shell.volume}`);
  for (const [text, axis, side] of [
    ["y - 0.2*sin(2*x)*cos(z)", 1, 1],
    ["-x + 0.1*cos(3*y) + 0.1*z", 0, -1],
  ] as const) {
    const hills = check(await Surface.from(text));
    t.is(hills.off, 4 * 64 + 1, "the lower side: its rim and its middle");
    const { min, max } = hills.mesh.bounds;
    for (const i of [0, 1, 2]) if (i !== axis) areClose(t, [min[i], max[i]], [-2, 2], 1e-12);
    isClose(t, side > 0 ? max[axis] : min[axis], 0, 0.31, "the upper side is at the surface");
  }
  const hollow = check(new Hollow([1, 2, 1.5]));
  t.is(hollow.off, 0);
  isAbove(t, hollow.mesh.volume, 0);
  for (const { surface } of await createCompiled(new RandomSource(5))) check(surface);
});

test("corners and edges are drawn where they are, and hollow surfaces as what fills them", (t) => {
  const corner = createSurfaceMesh(new Point(), { center: [0, 0, 0], extent: 2 });
  areClose(t, corner.bounds.max, [0.04, 0.04, 0.04], 1e-3);
  const edge = createSurfaceMesh(new Edge({ from: [1, 1, 0], to: [1, 4, 4] }), { center: [0, 0, 0], extent: 2 });
  const { min, max } = edge.bounds;
  areClose(t, [...min, ...max], [1, 1, 0, 1, 4, 4], 0.06);
  const bowl = new Sphere({ radius: 2, inside: true });
  const mesh = createSurfaceMesh(bowl, { center: [0, 0, 0], extent: 2 });
  t.true(isCavity(bowl, mesh));
  t.false(isCavity(new Sphere({ radius: 2 }), mesh));
});
