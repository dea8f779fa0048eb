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

/** How much worse it is that a cut goes through a fragment than that it leaves it on one side. */
const THROUGH = 2;

/** How far corners are moved towards the middle of their cell, in parts of the way, to be asked whether they are inside. */
const INWARDS = 1e-6;

/**
 * The convex parts of a solid, of its closed mesh: the convex hull is cut along planes of the mesh, and along the middle of cells,
 * until its surface goes no deeper than the `tolerance` into any of them (a partition of space by the planes of the surface
 * [Thibault]). Cells outside are left out; of each other one what the mesh fills of it is a part. The parts of a solid with few
 * flat faces are exact and do not overlap.
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
    const children = cut(cell, Math.max(tolerance, THINNEST * extent), extent);
    if (children) pending.push(...children);
    else parts.push(...fill(cell, mesh, extent));
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

/** The two parts of a cell that the surface goes through; nothing where it does not, or no cut leaves anything on both sides. */
function cut(cell: ConvexCell, tolerance: number, extent: number): [ConvexCell, ConvexCell] | undefined {
  const deep = cell.fragments
    .map((fragment) => ({ fragment, depth: cell.findIntrusion(fragment) }))
    .filter(({ depth }) => depth > tolerance)
    .sort((a, b) => b.depth - a.depth);
  if (deep.length === 0) return undefined;
  const step = Math.max(1, Math.floor(deep.length / CANDIDATES));
  const faces = deep.filter((_, i) => i % step === 0).map(({ fragment }) => fragment.plane);
  const center = cell.center;
  const middles = [0, 1, 2].map((k): Plane => [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, center[k]]);
  const planes = [...faces, ...middles].map((plane) => ({ plane, cost: calcCost(plane, deep, ROUNDING * extent) }));
  planes.sort((a, b) => a.cost - b.cost);
  for (const { plane } of planes) {
    const children = cell.split(plane, THINNEST * extent, ROUNDING * extent);
    if (children) return children;
  }
  return undefined;
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

/** What the solid fills of a cell through which its surface does not go: all, or nothing. */
function fill(cell: ConvexCell, mesh: Mesh, extent: number): ConvexShape[] {
  const { center, polyhedron, fragments } = cell;
  const { vertices } = polyhedron;
  if (calcWinding(mesh, center) < 0.5) return [];
  const points = fragments.flatMap((fragment) => fragment.points);
  const surface = new Set(points.flatMap((_, i) => (i % 3 === 0 ? `${points.slice(i, i + 3)}` : [])));
  for (let i = 0; i < vertices.length; i += 3) {
    const corner = [...vertices.subarray(i, i + 3)];
    if (surface.has(`${corner}`)) continue;
    const inside = corner.map((x, k) => x + INWARDS * (center[k] - x));
    if (calcWinding(mesh, inside) > 0.5) points.push(...corner);
  }
  return isThick(points, extent) ? [ConvexShape.hull({ points })] : [];
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
