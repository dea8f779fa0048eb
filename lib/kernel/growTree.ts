import type { Motion, Pair } from "../constraints/index.ts";
import { identity3, rotateBack, scale, subtract, type Triple, transpose } from "../math/index.ts";
import { type Body, Ground, type Inertia, RigidBody } from "../rigidbody/index.ts";
import { AxialLink } from "./AxialLink.ts";
import { BallLink } from "./BallLink.ts";
import { BaseLink } from "./BaseLink.ts";
import { FreeLink } from "./FreeLink.ts";
import { GivenLink } from "./GivenLink.ts";
import type { Link } from "./Link.ts";
import { RotateLink } from "./RotateLink.ts";
import { RotorLink } from "./RotorLink.ts";

/** A spanning tree: links, a parent before its children; the pairs that became edges; the pairs that close loops. */
export interface Tree {
  links: Link[];
  /** The link that carries each body. */
  carriers: Map<Body, Link>;
  /** Pairs on the tree, with their links in the order of the motions. */
  edges: Map<Pair, Link[]>;
  closing: Pair[];
}

/** A point of a body, from the centre of mass, in body axes: where the link that carries it has its P. */
const ORIGIN: Triple = [0, 0, 0];

/**
 * Grows a spanning tree over the chosen pairs, breadth first from the bases and then from the first body of every part
 * that does not touch a base, in the order in which things were added.
 */
export function growTree(
  bodies: readonly Body[],
  pairs: readonly Pair[],
  gravity: Float64Array,
  hasContacts: boolean,
): Tree {
  const tree: Tree = { links: [], carriers: new Map(), edges: new Map(), closing: [] };
  const neighbours = new Map<Body, Pair[]>(bodies.map((body) => [body, []]));
  for (const pair of chooseEdges(pairs)) {
    neighbours.get(pair.bodyA)?.push(pair);
    neighbours.get(pair.bodyB)?.push(pair);
  }
  /** P of each body's link in body axes from the centre of mass. */
  const points = new Map<Body, Triple>();
  const queue: Body[] = [];
  const plant = (body: Body, link: Link): void => {
    link.body = body;
    register(tree, link);
    tree.carriers.set(body, link);
    points.set(body, ORIGIN);
    queue.push(body);
  };
  const spread = (): void => {
    for (let body = queue.shift(); body; body = queue.shift()) {
      for (const pair of neighbours.get(body) ?? []) {
        if (tree.edges.has(pair)) continue;
        const child = pair.bodyA === body ? pair.bodyB : pair.bodyA;
        if (tree.carriers.has(child)) continue;
        // Where nothing is ever switched off rotors would only be one kind of link more.
        const isLeaf = hasContacts && neighbours.get(child)?.length === 1;
        addPair(tree, pair, child, tree.carriers.get(body) as Link, points.get(body) as Triple, isLeaf);
        points.set(child, child === pair.bodyB ? pair.pointB : pair.pointA);
        queue.push(child);
      }
    }
  };
  for (const body of bodies) if (body instanceof Ground) plant(body, new BaseLink(body, gravity));
  spread();
  for (const body of bodies) {
    if (tree.carriers.has(body) || !(body instanceof RigidBody)) continue;
    const link = new FreeLink(gravity);
    link.setInertia(body.inertia, ORIGIN);
    plant(body, link);
    spread();
  }
  tree.closing = pairs.filter((pair) => !tree.edges.has(pair));
  return tree;
}

/**
 * The pairs that span the tree: no loops among them. First come those whose start is given, since their coordinates then
 * are states; then those with motors, springs or threads; then the rest, in the order in which they were added.
 */
function chooseEdges(pairs: readonly Pair[]): Pair[] {
  const rank = (pair: Pair): number => {
    const bonds = pair.motions.flatMap((motion) => (motion.kind === "ball" ? [] : [motion.bond]));
    if (bonds.some((bond) => bond.hasStart || bond.rate !== undefined)) return 0;
    return bonds.some((bond) => bond.motion) || pair.hasEfforts || pair.motions.some((m) => m.kind === "screw") ? 1 : 2;
  };
  const parents = new Map<Body | null, Body | null>();
  // All bases are one.
  const find = (body: Body): Body | null => {
    let at: Body | null = body instanceof Ground ? null : body;
    while (parents.has(at)) at = parents.get(at) as Body | null;
    return at;
  };
  const chosen = new Set<Pair>();
  const candidates = pairs.filter((pair) => !pair.isSwitchable);
  for (const pair of [0, 1, 2].flatMap((level) => candidates.filter((candidate) => rank(candidate) === level))) {
    const [a, b] = [find(pair.bodyA), find(pair.bodyB)];
    if (a === b) continue;
    // The bases stay a root.
    if (a === null) parents.set(b, a);
    else parents.set(a, b);
    chosen.add(pair);
  }
  return pairs.filter((pair) => chosen.has(pair));
}

function register(tree: Tree, link: Link): void {
  link.index = tree.links.length;
  tree.links.push(link);
}

/**
 * The links of one pair. From A to B: `T_B = T_A R_1 … R_k C`. From B to A the chain runs backwards, every axis turned
 * round: `T_A = T_B Cᵀ R_kᵀ … R_1ᵀ`, and `Cᵀ R(n, −φ) = R(−Cᵀn, φ) Cᵀ`, so the coordinates keep their meaning.
 */
function addPair(tree: Tree, pair: Pair, child: Body, parent: Link, parentPoint: Triple, isLeaf: boolean): void {
  const isReversed = child === pair.bodyA;
  const motions: (Motion | null)[] = pair.motions.length === 0 ? [null] : [...pair.motions];
  if (isReversed) motions.reverse();
  const links: Link[] = [];
  const point = isReversed ? pair.pointA : pair.pointB;
  let from = parent;
  motions.forEach((motion, i) => {
    const isFirst = i === 0;
    const isLast = i === motions.length - 1;
    const offset = isFirst ? subtract(isReversed ? pair.pointB : pair.pointA, parentPoint) : ORIGIN;
    let rest = identity3();
    if (isReversed && isFirst) rest = transpose(pair.rest);
    if (!isReversed && isLast) rest = pair.rest;
    const turn = (axis: ArrayLike<number>): Triple =>
      isReversed ? scale(isFirst ? rotateBack(pair.rest, axis) : axis, -1) : scale(axis, 1);
    const carried = isLast && isLeaf ? { inertia: (child as RigidBody).inertia, centre: scale(point, -1) } : undefined;
    const link = createLink(motion, from, offset, rest, turn, isReversed, carried);
    link.pair = pair;
    link.motionIndex = isReversed ? motions.length - 1 - i : i;
    register(tree, link);
    links.push(link);
    from = link;
  });
  const last = links[links.length - 1];
  last.body = child;
  last.setInertia((child as RigidBody).inertia, scale(point, -1));
  tree.carriers.set(child, last);
  tree.edges.set(pair, isReversed ? links.reverse() : links);
}

function createLink(
  motion: Motion | null,
  parent: Link,
  offset: Triple,
  rest: number[],
  turn: (axis: ArrayLike<number>) => Triple,
  isReversed: boolean,
  carried: { inertia: Inertia; centre: Triple } | undefined,
): Link {
  if (motion === null) return new GivenLink(parent, { offset, axis: [1, 0, 0], rest, slide: 0, turn: 0 }, null);
  if (motion.kind === "ball") return new BallLink(parent, offset, rest, isReversed);
  const place = {
    offset,
    axis: turn(motion.axis),
    rest,
    slide: motion.kind === "slide" ? 1 : motion.kind === "screw" ? motion.pitch : 0,
    turn: motion.kind === "slide" ? 0 : 1,
  };
  if (motion.bond.motion) return new GivenLink(parent, place, motion.bond.motion);
  if (motion.kind !== "rotate") return new AxialLink(parent, place);
  if (!carried || !RotorLink.fits(carried.inertia, carried.centre, rotateBack(rest, place.axis)))
    return new RotateLink(parent, place.offset, place.axis, place.rest);
  return new RotorLink(parent, place.offset, place.axis, place.rest, carried.inertia);
}
