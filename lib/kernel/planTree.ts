import type { Pair } from "../constraints/index.ts";
import { type Body, Ground, RigidBody } from "../rigidbody/index.ts";

/** How one body gets its place: as a base, free, or on a pair that hangs on the body `parent`. Numbers are places in lists. */
export type TreeStep =
  | { readonly kind: "base"; readonly body: number }
  | { readonly kind: "free"; readonly body: number }
  | {
      readonly kind: "pair";
      readonly body: number;
      readonly parent: number;
      readonly pair: number;
      /** Whether no other pair of the tree hangs on the body, so that it may be a rotor. */
      readonly isLeaf: boolean;
    };

/** A spanning tree, searched once for a version of a model: a parent before its children; and the pairs that close loops. */
export interface TreePlan {
  readonly steps: readonly TreeStep[];
  readonly closing: readonly number[];
}

/**
 * Searches a spanning tree over the chosen pairs, breadth first from the bases and then from the first body of every part
 * that does not touch a base, in the order in which things were added. Pairs that are `absent` join nothing.
 */
export function planTree(
  bodies: readonly Body[],
  pairs: readonly Pair[],
  hasContacts: boolean,
  absent: ReadonlySet<unknown> = new Set(),
): TreePlan {
  const places = new Map(bodies.map((body, i) => [body, i]));
  const find = (body: Body) => places.get(body) as number;
  const neighbours: number[][] = bodies.map(() => []);
  for (const place of chooseEdges(pairs, absent)) {
    neighbours[find(pairs[place].bodyA)].push(place);
    neighbours[find(pairs[place].bodyB)].push(place);
  }
  const steps: TreeStep[] = [];
  const hasPlace = new Uint8Array(bodies.length);
  const isEdge = new Uint8Array(pairs.length);
  let spread = 0;
  const add = (step: TreeStep): void => {
    steps.push(step);
    hasPlace[step.body] = 1;
  };
  const grow = (): void => {
    for (; spread < steps.length; spread++) {
      const parent = steps[spread].body;
      for (const pair of neighbours[parent]) {
        const { bodyA, bodyB } = pairs[pair];
        const body = find(bodyA === bodies[parent] ? bodyB : bodyA);
        if (hasPlace[body]) continue;
        isEdge[pair] = 1;
        // Where nothing is ever switched off rotors would only be one kind of link more.
        add({ kind: "pair", body, parent, pair, isLeaf: hasContacts && neighbours[body].length === 1 });
      }
    }
  };
  bodies.forEach((body, i) => {
    if (body instanceof Ground) add({ kind: "base", body: i });
  });
  grow();
  bodies.forEach((body, i) => {
    if (hasPlace[i] || !(body instanceof RigidBody)) return;
    add({ kind: "free", body: i });
    grow();
  });
  const closing = pairs.flatMap((pair, i) => (isEdge[i] || absent.has(pair) ? [] : [i]));
  return { steps, closing };
}

/**
 * The pairs that span the tree: no loops among them. First come those whose start is given, since their coordinates then
 * are states; then those with motors, springs or threads; then the rest, in the order in which they were added.
 */
function chooseEdges(pairs: readonly Pair[], absent: ReadonlySet<unknown>): number[] {
  const levels: number[][] = [[], [], []];
  pairs.forEach((pair, i) => {
    if (!pair.isSwitchable && !absent.has(pair)) levels[rankPair(pair)].push(i);
  });
  // All bases are one.
  const roots = new Map<Body, Body | null>();
  const find = (body: Body): Body | null => {
    let at: Body | null = body instanceof Ground ? null : body;
    while (at !== null) {
      const next: Body | null | undefined = roots.get(at);
      if (next === undefined) break;
      // Shorter ways for the next search.
      const after = next && roots.get(next);
      if (after !== undefined) roots.set(at, after);
      at = next;
    }
    return at;
  };
  const chosen: number[] = [];
  for (const place of levels.flat()) {
    const [a, b] = [find(pairs[place].bodyA), find(pairs[place].bodyB)];
    if (a === b) continue;
    // The bases stay a root.
    if (a === null) roots.set(b as Body, a);
    else roots.set(a, b);
    chosen.push(place);
  }
  return chosen.sort((a, b) => a - b);
}

/** Pairs of a lower rank are preferred for the tree. */
export function rankPair({ motions, hasEfforts }: Pair): 0 | 1 | 2 {
  const bonds = motions.flatMap((motion) => (motion.kind === "ball" ? [] : [motion.bond]));
  if (bonds.some((bond) => bond.hasStart || bond.rate !== undefined)) return 0;
  return bonds.some((bond) => bond.motion) || hasEfforts || motions.some((m) => m.kind === "screw") ? 1 : 2;
}
