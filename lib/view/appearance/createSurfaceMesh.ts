import {
  add,
  callGiven,
  checkInstance,
  checkList,
  checkOptions,
  checkVector3,
  dot,
  norm,
  scale,
  subtract,
  type Vector3,
} from "../../math/index.ts";
import { Mesh, revolve } from "../../shape/index.ts";
import {
  AxialSurface,
  CircularEdge,
  CircularSpindle,
  Cone,
  Cylinder,
  Edge,
  Ellipsoid,
  Paraboloid,
  Plane,
  Point,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceOfRevolution,
  Torus,
} from "../../tracking/index.ts";
import { checkLength } from "../../tracking/surfaces/checkLength.ts";
import type { Cut } from "./Cut.ts";
import { meshByCells } from "./meshByCells.ts";
import { meshByColumns } from "./meshByColumns.ts";
import { meshByRays } from "./meshByRays.ts";
import { turnTo } from "./turnTo.ts";

const SIDES = 64;
const PARTS = 48;
/** Thickness of a floor by half its side, and of the rim of a thin disc by its radius. */
const FLOOR_SHARE = 0.02;
const RIM_SHARE = 0.03;
/** Radius of a drawn corner by the size of its body, and of an edge by its length. */
const CORNER_SHARE = 0.02;
const EDGE_SHARE = 0.01;

type Profile = [x: number, r: number][];

/**
 * The mesh of a surface, in its own axes: closed, its vertices on the surface. A surface without end is cut: a plane is a
 * thin square, cylinders, cones and paraboloids end flat. Cavities are drawn as what fills them, corners and edges as small
 * balls and thin rods.
 */
export function createSurfaceMesh(surface: Surface, cut: Cut): Mesh {
  const owner = "createSurfaceMesh";
  checkInstance(owner, "the surface", surface, Surface, "a Surface, such as new Sphere({ radius: 1 })");
  checkOptions(owner, cut, ["center", "extent"]);
  const center = checkVector3(owner, "center", cut?.center);
  const extent = checkLength(owner, "extent", cut.extent);
  if (surface instanceof Plane) return meshPlane(surface, { center, extent });
  if (surface instanceof Point) return Mesh.sphere({ radius: CORNER_SHARE * extent });
  if (surface instanceof Edge) return meshEdge(surface);
  if (surface instanceof Sphere) return Mesh.sphere({ radius: surface.radius, sides: SIDES });
  if (surface instanceof Ellipsoid) return Mesh.ellipsoid({ semiAxes: surface.semiAxes, sides: SIDES });
  if (surface instanceof Superellipsoid) return meshSuperellipsoid(surface);
  if (surface instanceof Torus) {
    const { radius, tubeRadius, axis } = surface;
    return Mesh.torus({ radius, tubeRadius, axis, sides: SIDES });
  }
  const profile = surface instanceof AxialSurface && findProfile(surface, { center, extent });
  if (profile) return revolve({ profile, sides: SIDES, axis: (surface as AxialSurface).axis });
  return callGiven(owner, "a method of the surface", () => meshAny(surface, { center, extent }));
}

/** Whether a mesh is that of a cavity: material is outside. */
export function isCavity(surface: Surface, mesh: Mesh): boolean {
  const { min, max } = mesh.bounds;
  const [corner] = mesh.getTriangle(0);
  const middle = scale(add(min, max), 0.5);
  const values = new Float64Array(10);
  surface.calc(Float64Array.from(add(middle, scale(subtract(corner, middle), 1.01))), values);
  const beyond = values[0];
  surface.calc(Float64Array.from(add(middle, scale(subtract(corner, middle), 0.99))), values);
  return beyond < 0 && values[0] > 0;
}

function meshPlane({ normal, point }: Plane, { center, extent }: Cut): Mesh {
  const height = dot(normal, subtract(center, point));
  const thickness = FLOOR_SHARE * extent;
  return Mesh.box([2 * extent, thickness, 2 * extent]).place({
    position: subtract(center, scale(normal, height + 0.5 * thickness)),
    orientation: turnTo(normal),
  });
}

/** A thin rod; the ends of its axis are those of the edge. */
function meshEdge({ from, to, size }: Edge): Mesh {
  return Mesh.cylinder({ radius: EDGE_SHARE * size, length: size }).place({
    position: scale(add(from, to), 0.5),
    orientation: turnTo(scale(subtract(to, from), 1 / size)),
  });
}

/** Corners of the generatrix of a surface of revolution, for those classes that have one. */
function findProfile(surface: AxialSurface, { center, extent }: Cut): Profile | undefined {
  const middle = center["xyz".indexOf(surface.axis)];
  if (surface instanceof Cylinder) {
    return [
      [middle - extent, surface.radius],
      [middle + extent, surface.radius],
    ];
  }
  if (surface instanceof Cone) {
    const length = Math.min(surface.length, 2 * extent);
    return [
      [0, 0],
      [length, length * Math.tan(surface.halfAngle)],
    ];
  }
  if (surface instanceof Paraboloid) {
    const { radius } = surface;
    const most = Math.min(extent, 2 * Math.sqrt(extent * radius));
    return listCorners((i) => {
      const rho = (most * i) / PARTS;
      return [(rho * rho) / (2 * radius), rho];
    });
  }
  if (surface instanceof CircularEdge) {
    const { radius } = surface;
    const inner = (1 - RIM_SHARE) * radius;
    return [
      [-RIM_SHARE * radius, inner],
      [0, radius],
      [RIM_SHARE * radius, inner],
    ];
  }
  if (surface instanceof CircularSpindle) {
    const { radius, offset } = surface;
    const reach = Math.acos(offset / radius);
    return listCorners((i) => {
      const angle = reach * ((2 * i) / PARTS - 1);
      return [radius * Math.sin(angle), i === 0 || i === PARTS ? 0 : radius * Math.cos(angle) - offset];
    });
  }
  if (surface instanceof SurfaceOfRevolution) {
    const { from, to, size } = surface;
    const least = 1e-6 * size;
    return listCorners((i) => {
      // Denser at the ends, which may be round.
      const x = 0.5 * (from + to) - 0.5 * (to - from) * Math.cos((Math.PI * i) / PARTS);
      const r = surface.radiusAt(x);
      const isEnd = i === 0 || i === PARTS;
      return [x, isEnd && r < least ? 0 : Math.max(r, least)];
    });
  }
  return undefined;
}

const listCorners = (corner: (i: number) => [number, number]): Profile =>
  Array.from({ length: PARTS + 1 }, (_, i) => corner(i));

/** A ball's vertices moved onto the surface: `|h| = |d_h|^(2/p)` and so on turn `Σ d² = 1` into its equation. */
function meshSuperellipsoid({ semiAxes, exponents: [p, q], axis }: Superellipsoid): Mesh {
  const h = "xyz".indexOf(axis);
  const [u, v] = [(h + 1) % 3, (h + 2) % 3];
  const ball = Mesh.sphere({ radius: 1, sides: SIDES });
  const positions = new Float64Array(ball.positions.length);
  const power = (x: number, e: number) => Math.sign(x) * Math.abs(x) ** (2 / e);
  for (let i = 0; i < ball.vertexCount; i++) {
    const d = ball.getVertex(i);
    const across = Math.hypot(d[u], d[v]);
    const ring = power(across, p);
    positions[3 * i + h] = semiAxes[h] * power(d[h], p);
    positions[3 * i + u] = across > 0 ? semiAxes[u] * ring * power(d[u] / across, q) : 0;
    positions[3 * i + v] = across > 0 ? semiAxes[v] * ring * power(d[v] / across, q) : 0;
  }
  return new Mesh({ positions, triangles: ball.triangles });
}

/** Any other surface: by rays from its middle or its origin, else cell by cell. */
function meshAny(surface: Surface, cut: Cut): Mesh {
  const form = "a list of points";
  const samples = checkList("createSurfaceMesh", "listSamples() of the surface", surface.listSamples(), form).map(
    (point, i) => Float64Array.from(checkVector3("createSurfaceMesh", `point ${i} of listSamples()`, point)),
  );
  const mean = scale(
    samples.reduce((sum, sample) => add(sum, sample), [0, 0, 0]),
    1 / samples.length,
  );
  for (const center of [mean, [0, 0, 0] as const]) {
    const mesh = meshByRays(surface, center);
    if (mesh) return mesh;
  }
  const values = new Float64Array(10);
  const point = new Float64Array(3);
  const isInside = (p: Vector3): boolean => {
    point.set(p);
    surface.calc(point, values);
    return values[0] < 0;
  };
  const box = findBox(samples, isInside);
  const corner: Vector3 = [cut.extent, cut.extent, cut.extent];
  const mesh = box
    ? meshByCells(isInside, box.min, box.max)
    : (meshByColumns(surface, samples, cut) ??
      meshByCells(isInside, subtract(cut.center, corner), add(cut.center, corner)));
  if (mesh) return mesh;
  // Nothing of it is within the cut: a speck where it is nearest.
  const distance = (sample: Float64Array) => norm(subtract(sample, cut.center));
  const nearest = samples.reduce((best, sample) => (distance(sample) < distance(best) ? sample : best));
  return Mesh.sphere({ radius: FLOOR_SHARE * cut.extent }).place({ position: nearest });
}

/** The box around a surface, if it is bounded. */
function findBox(samples: readonly Float64Array[], isInside: (p: Vector3) => boolean) {
  const min = [0, 1, 2].map((i) => Math.min(...samples.map((point) => point[i])));
  const max = [0, 1, 2].map((i) => Math.max(...samples.map((point) => point[i])));
  const middle = scale(add(min, max), 0.5);
  const half = Math.max(...subtract(max, min));
  for (const factor of [0.6, 1, 2]) {
    const reach = factor * half;
    const corner: Vector3 = [reach, reach, reach];
    if (!touchesSides(isInside, middle, reach)) {
      return { min: subtract(middle, corner), max: add(middle, corner) };
    }
  }
  return undefined;
}

/** Whether there is material on the sides of a cube. */
function touchesSides(isInside: (p: Vector3) => boolean, middle: Vector3, reach: number): boolean {
  const ticks = Array.from({ length: 17 }, (_, i) => i / 8 - 1);
  return [0, 1, 2].some((axis) =>
    [-1, 1].some((side) =>
      ticks.some((a) =>
        ticks.some((b) => {
          const offset = [0, 0, 0];
          offset[axis] = side * reach;
          offset[(axis + 1) % 3] = a * reach;
          offset[(axis + 2) % 3] = b * reach;
          return isInside(add(middle, offset));
        }),
      ),
    ),
  );
}
