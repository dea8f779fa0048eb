import {
  checkCount,
  checkInstance,
  checkOptions,
  checkPositive,
  cross,
  dot,
  ModelError,
  norm,
  scale,
  subtract,
} from "../../math/index.ts";
import { Mesh } from "../../shape/index.ts";
import { ConvexShape } from "../ConvexShape.ts";
import { createHull } from "../hull/createHull.ts";
import type { Polyhedron } from "../hull/Polyhedron.ts";
import { ConvexCell, calcHeights, calcMean, type Fragment, type Plane } from "./ConvexCell.ts";
import { calcWinding } from "./calcWinding.ts";

export interface SplitMeshOptions {
  /** How far parts may stand out of the mesh where it is hollow, m. Default: a hundredth of its largest extent. */
  tolerance?: number;
  /** As many parts as there may be. Default: 256. */
  most?: number;
}

const OWNER = "splitMesh";

/** In parts of the largest extent: what is rounding, and how thick cells are at least. */
const ROUNDING = 1e-10;
const THINNEST = 1e-7;

/** So many planes are compared for each cut. */
const CANDIDATES = 24;

/** How far from the surface it is asked what lies behind it, in parts of the largest extent. */
const BEHIND = 1e-6;

/** How much worse it is that a cut goes through a fragment than that it leaves it on one side. */
const THROUGH = 2;

/** So many points at most along an edge of a triangle are asked whether they stand out. */
const MOST_POINTS = 6;

/** How far corners are moved towards the middle of their cell, in parts of the way, to be asked whether they are inside. */
const INWARDS = 1e-6;

/**
 * The convex parts of a solid, of its closed mesh: the convex hull is cut along planes of the mesh, and along the middle of cells,
 * until what the solid fills of each is convex to the `tolerance` (a partition of space by the planes of the surface [Thibault]).
 * The hulls of these pieces are the parts: they cover the solid, and stand out of it by no more than the tolerance. The parts of a
 * solid with few flat faces are exact and do not overlap.
 */
export function splitMesh(mesh: Mesh, options: SplitMeshOptions = {}): ConvexShape[] {
  checkInstance(OWNER, "the mesh", mesh, Mesh);
  checkSplitOptions(OWNER, options);
  const [defect] = mesh.findDefects();
  if (defect !== undefined) {
    throw new ModelError(`${OWNER}: the mesh is not the surface of a solid: ${defect}; repair it`);
  }
  const { min, max } = mesh.bounds;
  const extent = Math.max(...max.map((x, k) => x - min[k]));
  const { tolerance = 0.01 * extent, most = 256 } = options;
  const parts: ConvexShape[] = [];
  const pending = [new ConvexCell(createHull(OWNER, mesh.positions), listFragments(mesh))];
  for (let cell = pending.pop(); cell; cell = pending.pop()) {
    const piece = fill(cell, mesh, extent);
    const children = piece && cut(cell, piece, mesh, Math.max(tolerance, THINNEST * extent), extent);
    if (children) pending.push(...children);
    else if (piece) parts.push(piece);
    if (parts.length <= most) continue;
    throw new ModelError(
      `${OWNER}: the mesh of ${mesh.triangleCount} triangles has more than ${most} convex parts within ${tolerance} m; ` +
        "give a larger tolerance, allow more parts (most), or take its hull",
    );
  }
  return parts;
}

/** Refuses options that cannot be right. */
export function checkSplitOptions(owner: string, options: SplitMeshOptions): void {
  checkOptions(owner, options, ["tolerance", "most"], true);
  if (options.tolerance !== undefined) checkPositive(owner, "tolerance", options.tolerance);
  if (options.most !== undefined) checkCount(owner, "most", options.most, 1, 100_000);
}

function listFragments(mesh: Mesh): Fragment[] {
  return Array.from({ length: mesh.triangleCount }, (_, i) => {
    const [a, b, c] = mesh.getTriangle(i);
    const across = cross(subtract(b, a), subtract(c, a));
    const normal = scale(across, 1 / norm(across));
    return { points: [...a, ...b, ...c], plane: [...normal, dot(normal, a)] as const };
  }).filter(({ plane }) => plane.every(Number.isFinite));
}

/** The two parts of a cell whose piece is not convex to the tolerance; nothing where it is, or nothing is left to cut. */
function cut(
  cell: ConvexCell,
  piece: ConvexShape,
  mesh: Mesh,
  tolerance: number,
  extent: number,
): [ConvexCell, ConvexCell] | undefined {
  const whole = new ConvexCell(piece.polyhedron as Polyhedron, cell.fragments);
  if (isWhole(whole, extent)) return undefined;
  const deep = cell.fragments
    .map((fragment) => ({ fragment, depth: whole.findIntrusion(fragment) }))
    .filter(({ depth }) => depth > tolerance)
    .sort((a, b) => b.depth - a.depth);
  if (deep.length === 0 && !standsOut(whole, mesh, tolerance)) return undefined;
  const step = Math.max(1, Math.floor(deep.length / CANDIDATES));
  const faces = deep.filter((_, i) => i % step === 0).map(({ fragment }) => fragment.plane);
  const center = cell.center;
  const middles = [0, 1, 2].map((k): Plane => [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, center[k]]);
  const planes = [...faces, ...middles].map((plane) => ({
    plane,
    cost: calcCost(plane, deep, ROUNDING * extent),
    // Where nothing else tells, across the longest way.
    span: calcSpan(piece, plane),
  }));
  planes.sort((a, b) => a.cost - b.cost || b.span - a.span);
  for (const { plane } of planes) {
    const children = cell.split(plane, THINNEST * extent, ROUNDING * extent);
    if (children) return children;
  }
  return undefined;
}

/** How long a shape is across a plane. */
function calcSpan({ vertices }: ConvexShape, plane: Plane): number {
  const heights = calcHeights(vertices, plane);
  return Math.max(...heights) - Math.min(...heights);
}

/** Whether no part of the surface lies inside of a cell: the solid fills it, or nothing of it. */
const isWhole = (cell: ConvexCell, extent: number): boolean =>
  cell.fragments.every((fragment) => cell.findIntrusion(fragment) <= THINNEST * extent);

/** Whether the hull of a piece is farther from the solid than the tolerance somewhere on its faces. */
function standsOut(piece: ConvexCell, mesh: Mesh, tolerance: number): boolean {
  const { center, fragments, polyhedron } = piece;
  const { vertices, faceStart, faceVertices, faceCount } = polyhedron;
  const isOut = (point: readonly number[]): boolean => {
    if (fragments.some((fragment) => isNear(point, fragment, tolerance))) return false;
    const inside = point.map((x, k) => x + INWARDS * (center[k] - x));
    return calcWinding(mesh, inside) < 0.5;
  };
  for (let f = 0; f < faceCount; f++) {
    const corners = [...faceVertices.subarray(faceStart[f], faceStart[f + 1])].map((i) => [
      ...vertices.subarray(3 * i, 3 * i + 3),
    ]);
    const middle = calcMean(corners.flat());
    // Corners belong to the solid: what is near them is near it.
    if (corners.every((corner) => norm(subtract(corner, middle)) <= tolerance)) continue;
    for (let i = 0; i < corners.length; i++) {
      if (listPoints(middle, corners[i], corners[(i + 1) % corners.length], tolerance).some(isOut)) return true;
    }
  }
  return false;
}

/** Points of a triangle, about as far from one another as told, its first corner among them. */
function listPoints(a: readonly number[], b: readonly number[], c: readonly number[], distance: number): number[][] {
  const [u, v] = [subtract(b, a), subtract(c, a)];
  const n = Math.min(MOST_POINTS, Math.ceil(Math.max(norm(u), norm(v), norm(subtract(u, v))) / distance));
  const points: number[][] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; i + j <= n; j++) points.push(a.map((x, k) => x + (i * u[k] + j * v[k]) / n));
  }
  return points;
}

/** Whether a point is near a fragment: above it, or near one of its edges. */
function isNear([x, y, z]: readonly number[], { points, plane }: Fragment, tolerance: number): boolean {
  const [nx, ny, nz, distance] = plane;
  if (Math.abs(nx * x + ny * y + nz * z - distance) > tolerance) return false;
  let isAbove = true;
  for (let i = 0; i < points.length; i += 3) {
    const j = (i + 3) % points.length;
    const [ax, ay, az] = [points[j] - points[i], points[j + 1] - points[i + 1], points[j + 2] - points[i + 2]];
    const [px, py, pz] = [x - points[i], y - points[i + 1], z - points[i + 2]];
    const side = nx * (ay * pz - az * py) + ny * (az * px - ax * pz) + nz * (ax * py - ay * px);
    if (side <= 0) isAbove = false;
    const square = ax * ax + ay * ay + az * az;
    const part = square > 0 ? Math.max(0, Math.min(1, (ax * px + ay * py + az * pz) / square)) : 0;
    const [dx, dy, dz] = [px - part * ax, py - part * ay, pz - part * az];
    if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) return true;
  }
  return isAbove;
}

/** What a cut leaves to be cut: depths of fragments on its sides, more for those that it goes through, none for those in it. */
function calcCost(plane: Plane, deep: readonly { fragment: Fragment; depth: number }[], rounding: number): number {
  const sums = [0, 0];
  for (const { fragment, depth } of deep) {
    const heights = calcHeights(fragment.points, plane);
    const [isFront, isBack] = [Math.max(...heights) > rounding, Math.min(...heights) < -rounding];
    const share = isFront && isBack ? THROUGH / 2 : 1;
    if (isFront) sums[0] += share * depth;
    if (isBack) sums[1] += share * depth;
  }
  // Of cuts that leave as much, the one that halves it.
  return sums[0] + sums[1] + 0.5 * Math.abs(sums[0] - sums[1]);
}

/** The hull of what the solid fills of a cell; nothing, if that has no volume. */
function fill(cell: ConvexCell, mesh: Mesh, extent: number): ConvexShape | undefined {
  const { center, polyhedron, fragments } = cell;
  const { vertices } = polyhedron;
  // Of the surface what has the solid on its inner side within the cell: the cell may also lie beside it.
  const own = fragments.filter(({ points, plane }) => {
    const behind = calcMean(points).map((x, k) => x - BEHIND * extent * plane[k]);
    return cell.findDepth(behind) > 0;
  });
  if (own.length === 0 && calcWinding(mesh, center) < 0.5) return undefined;
  const points = own.flatMap((fragment) => fragment.points);
  const surface = new Set(points.flatMap((_, i) => (i % 3 === 0 ? `${points.slice(i, i + 3)}` : [])));
  for (let i = 0; i < vertices.length; i += 3) {
    const corner = [...vertices.subarray(i, i + 3)];
    if (surface.has(`${corner}`)) continue;
    const inside = corner.map((x, k) => x + INWARDS * (center[k] - x));
    if (calcWinding(mesh, inside) > 0.5) points.push(...corner);
  }
  if (!isThick(points, extent)) return undefined;
  const piece = ConvexShape.hull({ points });
  const whole = new ConvexCell(piece.polyhedron as Polyhedron, fragments);
  return isWhole(whole, extent) && calcWinding(mesh, whole.center) < 0.5 ? undefined : piece;
}

/** Whether points enclose a volume: they are not all near a plane through three of them. */
function isThick(points: readonly number[], extent: number): boolean {
  const middle = calcMean(points);
  const from = (i: number) => [0, 1, 2].map((k) => points[3 * i + k] - middle[k]) as [number, number, number];
  const all = Array.from({ length: points.length / 3 }, (_, i) => from(i));
  const findMost = (measure: (p: [number, number, number]) => number) =>
    all.reduce((best, p) => (measure(p) > measure(best) ? p : best), all[0]);
  const a = findMost(norm);
  const b = findMost((p) => norm(cross(a, p)));
  const across = cross(a, b);
  if (!(norm(across) > (THINNEST * extent) ** 2)) return false;
  const normal = scale(across, 1 / norm(across));
  return (
    Math.abs(
      dot(
        normal,
        findMost((p) => Math.abs(dot(normal, p))),
      ),
    ) >
    THINNEST * extent
  );
}
