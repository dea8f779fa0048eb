import type { Motion, Pair } from "../constraints/index.ts";
import { identity3, rotateBack, scale, subtract, type Triple, transpose } from "../math/index.ts";
import type { Body, Ground, Inertia, RigidBody } from "../rigidbody/index.ts";
import { AxialLink } from "./AxialLink.ts";
import { BallLink } from "./BallLink.ts";
import { BaseLink } from "./BaseLink.ts";
import { FreeLink } from "./FreeLink.ts";
import { GivenLink } from "./GivenLink.ts";
import type { Link } from "./Link.ts";
import type { TreePlan } from "./planTree.ts";
import { RotateLink } from "./RotateLink.ts";
import { RotorLink } from "./RotorLink.ts";

/** A spanning tree: links, a parent before its children, and the pairs that became edges. */
export interface Tree {
  links: Link[];
  /** The link that carries each body. */
  linkOfBody: Map<Body, Link>;
  /** Pairs on the tree, with their links in the order of the motions. */
  edges: Map<Pair, Link[]>;
  /** How many trees there are without the bases. */
  count: number;
}

/** A point of a body, from the centre of mass, in body axes: where the link that carries it has its P. */
const ORIGIN: Triple = [0, 0, 0];

/** Makes the links of a spanning tree on bodies and pairs that stand in the order in which they were planned. */
export function growTree(plan: TreePlan, bodies: readonly Body[], pairs: readonly Pair[], gravity: Float64Array): Tree {
  const tree: Tree = { links: [], linkOfBody: new Map(), edges: new Map(), count: 0 };
  /** P of each body's link in body axes from the centre of mass. */
  const points = new Array<Triple>(bodies.length).fill(ORIGIN);
  const plant = (body: Body, link: Link): void => {
    link.body = body;
    register(tree, link);
    tree.linkOfBody.set(body, link);
  };
  for (const step of plan.steps) {
    const body = bodies[step.body];
    if (step.kind === "base") plant(body, new BaseLink(body as Ground, gravity));
    if (step.kind === "free") {
      const link = new FreeLink(gravity);
      link.setInertia((body as RigidBody).inertia, ORIGIN);
      plant(body, link);
    }
    if (step.kind === "pair") {
      const pair = pairs[step.pair];
      const parent = tree.linkOfBody.get(bodies[step.parent]) as Link;
      addPair(tree, pair, body, parent, points[step.parent], step.isLeaf);
      points[step.body] = body === pair.bodyB ? pair.pointB : pair.pointA;
    }
  }
  return tree;
}

function register(tree: Tree, link: Link): void {
  link.index = tree.links.length;
  if (!link.isBase) link.tree = link.parent?.tree || ++tree.count;
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
  tree.linkOfBody.set(child, last);
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
