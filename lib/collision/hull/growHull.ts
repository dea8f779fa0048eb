import { orient } from "./orient.ts";

/** A triangle, anticlockwise seen from outside; `across[i]` is the one beyond the edge from corner i to the next. */
export interface HullTriangle {
  corners: [number, number, number];
  across: [HullTriangle, HullTriangle, HullTriangle];
}

interface Facet extends HullTriangle {
  across: [Facet, Facet, Facet];
  /** Points that are outside of it, and of no other facet's list. */
  outside: number[];
  isRemoved: boolean;
}

/**
 * The triangles of the convex hull of points with whole coordinates, grown from a first simplex: the farthest point outside
 * of a facet takes the place of all facets that it sees. A point in the plane of a facet does not see it; with exact signs
 * a new triangle therefore always has an area.
 */
export function growHull(p: Float64Array, [a, b, c, d]: readonly [number, number, number, number]): HullTriangle[] {
  const facets = createSimplex([a, b, c, d]);
  const points = Array.from({ length: p.length / 3 }, (_, i) => i);
  assign(p, points, facets);
  const waiting = [...facets];
  const all = new Set(facets);
  for (let facet = waiting.pop(); facet; facet = waiting.pop()) {
    if (facet.isRemoved || facet.outside.length === 0) continue;
    const apex = findFarthest(p, facet);
    const seen: Facet[] = [];
    const made: Facet[] = [];
    const sees = (other: Facet) => orient(p, ...other.corners, apex) > 0;
    replaceVisible(facet, apex, sees, seen, made);
    assign(
      p,
      seen.flatMap(({ outside }) => outside),
      made,
    );
    for (const other of seen) all.delete(other);
    for (const other of made) {
      all.add(other);
      waiting.push(other);
    }
  }
  return [...all];
}

function createSimplex([a, b, c, d]: readonly [number, number, number, number]): Facet[] {
  const facets = [createFacet(a, b, c), createFacet(a, d, b), createFacet(b, d, c), createFacet(c, d, a)];
  for (const facet of facets) {
    for (let i = 0; i < 3; i++) {
      const [from, to] = [facet.corners[i], facet.corners[(i + 1) % 3]];
      facet.across[i] = facets.find(
        (other) => other !== facet && other.corners.includes(from) && other.corners.includes(to),
      )!;
    }
  }
  return facets;
}

const createFacet = (a: number, b: number, c: number): Facet => ({
  corners: [a, b, c],
  across: [] as unknown as Facet["across"],
  outside: [],
  isRemoved: false,
});

/** Gives each point to the first facet that it is outside of; what is outside of none is inside of the hull. */
function assign(p: Float64Array, points: readonly number[], facets: readonly Facet[]): void {
  for (const point of points) {
    facets.find(({ corners }) => orient(p, ...corners, point) > 0)?.outside.push(point);
  }
}

function findFarthest(p: Float64Array, { corners, outside }: Facet): number {
  let best = outside[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const point of outside) {
    const height = orient(p, ...corners, point);
    if (height > most) {
      most = height;
      best = point;
    }
  }
  return best;
}

/** Takes away what the apex sees and joins it with the edges of the hole, which are met in order, anticlockwise. */
function replaceVisible(
  first: Facet,
  apex: number,
  sees: (facet: Facet) => boolean,
  seen: Facet[],
  made: Facet[],
): void {
  // A stack of edges, each as the facet it is left by and its number there: hulls are too large for recursion.
  const edges: [Facet, number][] = [];
  const remove = (facet: Facet, entry: number) => {
    facet.isRemoved = true;
    seen.push(facet);
    for (let k = 3; k > 0; k--) edges.push([facet, (entry + k) % 3]);
  };
  remove(first, 0);
  for (let edge = edges.pop(); edge; edge = edges.pop()) {
    const [facet, i] = edge;
    const beyond = facet.across[i];
    if (beyond.isRemoved) continue;
    const from = facet.corners[i];
    const j = beyond.corners.indexOf(facet.corners[(i + 1) % 3]);
    if (sees(beyond)) {
      remove(beyond, j);
      continue;
    }
    const made1 = createFacet(from, facet.corners[(i + 1) % 3], apex);
    made1.across[0] = beyond;
    beyond.across[j] = made1;
    made.push(made1);
  }
  made.forEach((facet, i) => {
    const next = made[(i + 1) % made.length];
    facet.across[1] = next;
    next.across[2] = facet;
  });
}
