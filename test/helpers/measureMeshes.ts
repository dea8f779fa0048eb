import { add, cross, dot, norm, scale, subtract, type Vector3 } from "../../lib/math/index.ts";
import { createRollerMesh, createWheelMesh, RollerGeometry } from "../../lib/omniwheel/index.ts";
import type { Mesh } from "../../lib/shape/index.ts";
import { degrees } from "./measureOmniwheel.ts";

/** Wheels with few and many rollers, straight and inclined, of either hand, in one row and two, cut and pointed. */
export const MESHED_WHEELS: readonly RollerGeometry[] = [
  { rollers: 3 },
  { rollers: 4, psi: 30 * degrees },
  { rollers: 6, psi: -45 * degrees },
  { rollers: 9, psi: 45 * degrees },
  { rollers: 12, rows: 2 as const },
  { rollers: 12, psi: 60 * degrees, rows: 2 as const },
  { rollers: 12, psi: -45 * degrees, rollerDistance: 0.05 * Math.cos(Math.PI / 12) },
  { rollers: 24, psi: 30 * degrees },
].map((options) => new RollerGeometry({ radius: 0.05, ...options }));

/** Distance of a place in the plane of a meridian from the generatrix, by Newton's iteration from a near angle. */
function findDistance(geometry: RollerGeometry, x: number, r: number, start: number): number {
  const curve = geometry.createGeneratrix();
  const out = new Float64Array(6);
  let q = start;
  for (let i = 0; i < 20; i++) {
    curve.calc(Float64Array.of(q), out);
    const [dx, dr] = [out[0] - x, out[1] - r];
    const slope = dx * out[2] + dr * out[3];
    const bend = out[2] ** 2 + out[3] ** 2 + dx * out[4] + dr * out[5];
    q = Math.min(geometry.alpha, Math.max(-geometry.alpha, q - slope / bend));
  }
  curve.calc(Float64Array.of(q), out);
  return Math.hypot(out[0] - x, out[1] - r);
}

const AT = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((k) => [i / 4, k / 4])).filter(([a, b]) => a + b <= 1);

/** Largest distance of a roller's triangles from its true surface, in radii of the wheel. */
export function measureTriangles(geometry: RollerGeometry, mesh: Mesh): number {
  const half = geometry.length / 2;
  const isEnd = (x: number) => Math.abs(Math.abs(x) - half) < 1e-12 * half;
  let most = 0;
  for (let i = 0; i < mesh.triangleCount; i++) {
    const [a, b, c] = mesh.getTriangle(i);
    // All are alike around the axis: one sector is enough.
    if (Math.atan2(a[2], a[1]) < 0 || Math.atan2(a[2], a[1]) > 0.3) continue;
    for (const [u, v] of AT) {
      const p = add(add(a, scale(subtract(b, a), u)), scale(subtract(c, a), v));
      const r = Math.hypot(p[1], p[2]);
      if (isEnd(p[0])) most = Math.max(most, r - geometry.tipRadius);
      else most = Math.max(most, findDistance(geometry, p[0], r, (-geometry.alpha * p[0]) / half));
    }
  }
  return most / geometry.radius;
}

/** Distance of a point from a triangle. */
function findTriangleDistance(p: Vector3, [a, b, c]: readonly [Vector3, Vector3, Vector3]): number {
  const normal = cross(subtract(b, a), subtract(c, a));
  const corners = [a, b, c];
  const isInside = corners.every((corner, i) => {
    const edge = subtract(corners[(i + 1) % 3], corner);
    return dot(cross(edge, subtract(p, corner)), normal) >= 0;
  });
  if (isInside) return Math.abs(dot(subtract(p, a), normal)) / norm(normal);
  return Math.min(
    ...corners.map((corner, i) => {
      const edge = subtract(corners[(i + 1) % 3], corner);
      const part = Math.min(1, Math.max(0, dot(subtract(p, corner), edge) / dot(edge, edge)));
      return norm(subtract(p, add(corner, scale(edge, part))));
    }),
  );
}

/** Largest distance of places on a roller's true surface from its mesh, in radii of the wheel. */
export function measureSurface(geometry: RollerGeometry, mesh: Mesh): number {
  // Those of the sector that is looked at, and of the caps, are enough: a distance from some of them is no smaller.
  const triangles = Array.from({ length: mesh.triangleCount }, (_, i) => mesh.getTriangle(i)).filter((corners) =>
    corners.some(([, y, z]) => Math.hypot(y, z) > 0 && Math.abs(Math.atan2(z, y) - 0.715) < 0.2),
  );
  let most = 0;
  for (let i = 0; i <= 40; i++) {
    const [x, r] = geometry.calcPoint(geometry.alpha * ((2 * i) / 40 - 1) * (1 - 1e-9));
    for (const turn of [0.7, 0.717, 0.731]) {
      const p: Vector3 = [x, r * Math.cos(turn), r * Math.sin(turn)];
      let least = Number.POSITIVE_INFINITY;
      for (const triangle of triangles) least = Math.min(least, findTriangleDistance(p, triangle));
      most = Math.max(most, least);
    }
  }
  return most / geometry.radius;
}

/** The worst of all wheels, both ways. */
export function measureDeviation(): number {
  return Math.max(
    ...MESHED_WHEELS.map((geometry) => {
      const mesh = createRollerMesh(geometry);
      return Math.max(measureTriangles(geometry, mesh), measureSurface(geometry, mesh));
    }),
  );
}

/** How many defects the meshes of whole wheels have. */
export function countDefects(): number {
  return MESHED_WHEELS.reduce((sum, geometry) => sum + createWheelMesh(geometry).findDefects().length, 0);
}

/** Difference of a roller's volume from the closed form, in parts of what a shell of 1e-4 R around it would be. */
export function measureVolume(): number {
  return Math.max(
    ...MESHED_WHEELS.map((geometry) => {
      const mesh = createRollerMesh(geometry);
      return Math.abs(mesh.volume - geometry.volume) / (1e-4 * geometry.radius * mesh.area);
    }),
  );
}
