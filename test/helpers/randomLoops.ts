import type { Body } from "../../lib/index.ts";
import { read } from "./compareModels.ts";
import { PAIR_KINDS, type PairKind } from "./densePairs.ts";
import { outer, plus, type Triple, times, unit } from "./jets.ts";
import type { RandomSource } from "./random.ts";
import {
  addForces,
  addRows,
  drawAcross,
  drawBody,
  drawGravity,
  drawMotion,
  drawPair,
  PLAIN_SHARE,
} from "./randomModels.ts";
import { TwinModel } from "./twinModel.ts";

type Vector = readonly [number, number, number];

/**
 * A pair of a mechanism: its bodies by number (−1 is the base), and its place as drawn; without one it lies anywhere.
 */
interface Edge {
  ends: readonly [number, number];
  kind: PairKind;
  place?: { point: Vector; axis?: Vector };
}

/** A base at rest, or one that slides and turns: loops on it stay closed. */
function addBase(random: RandomSource, twin: TwinModel): Body {
  if (random.chance(0.5)) return twin.system.ground;
  return twin.addBase("base", {
    kind: "both",
    position: random.vector(1),
    orientation: random.quaternion(),
    direction: random.direction(),
    distance: drawMotion(random, 0.5),
    axis: random.direction(),
    angle: drawMotion(random, 1),
  });
}

/**
 * A tree as drawn with one or two more joints between any of its bodies: they fit, because everything starts as drawn.
 * Whether they leave anything free to move, or are redundant, is left to chance. Some have forces, rods, slots and
 * gears.
 */
export function drawLoop(random: RandomSource): TwinModel {
  random.isPlain = random.chance(PLAIN_SHARE);
  const twin = new TwinModel(drawGravity(random, false));
  const base = addBase(random, twin);
  const isFloating = random.chance(0.2);
  const count = random.integer(isFloating ? 3 : 2, 6);
  // Joints with more freedom come more often, so that something moves in about half of the models.
  const kinds: readonly PairKind[] = [...PAIR_KINDS, "ball", "universal", "planar", "cylindrical"];
  const drivenShare = random.chance(0.3) ? 0.15 : 0;
  const bodies: Body[] = [];
  const join = (name: string, bodyA: Body, bodyB: Body) => {
    const ends = random.chance(0.5) ? [bodyA, bodyB] : [bodyB, bodyA];
    const kind = random.pick(kinds);
    twin.addPair(name, ends[0], ends[1], drawPair(random, twin, kind, ends[0], ends[1], drivenShare, true));
  };
  for (let i = 0; i < count; i++) bodies.push(twin.addBody(`body ${i}`, drawBody(random, random.vector(1.2))));
  const joined = new Set<string>();
  const parents = bodies.map((_, i) => (i === 0 ? -1 : random.chance(0.7) ? i - 1 : random.integer(0, i - 1)));
  for (const i of random.shuffle(bodies.map((_, k) => k))) {
    if (parents[i] < 0 && isFloating) continue;
    joined.add(`${parents[i]} ${i}`);
    join(`joint ${i}`, parents[i] < 0 ? base : bodies[parents[i]], bodies[i]);
  }
  const closings = random.chance(0.3) ? 2 : 1;
  for (let i = 0; i < closings; i++) {
    const last = random.integer(1, count - 1);
    const first = random.integer(isFloating ? 0 : -1, last - 1);
    if (joined.has(`${first} ${last}`)) continue;
    joined.add(`${first} ${last}`);
    join(`closing ${i}`, first < 0 ? base : bodies[first], bodies[last]);
  }
  const everything = isFloating ? bodies : [...bodies, base];
  if (random.chance(0.5)) addForces(random, twin, everything, twin.system.evaluate(0));
  if (random.chance(0.4)) addRows(random, twin, everything, read(twin, twin.system.evaluate(0)));
  twin.hasRows = true;
  return twin;
}

/** A mechanism that moves although counting says it cannot: some of its rows depend on the others. */
export function drawRedundantLoop(random: RandomSource): TwinModel {
  random.isPlain = random.chance(PLAIN_SHARE);
  const twin = new TwinModel(drawGravity(random, false));
  const base = addBase(random, twin);
  const { count, edges } = random.pick([drawPlanar, drawSpherical, drawDoor, drawSarrus])(random);
  const bodies: Body[] = [];
  for (let i = 0; i < count; i++) bodies.push(twin.addBody(`body ${i}`, drawBody(random, random.vector(1))));
  // All of them move when one joint is turned, so one may be driven.
  const driven = random.chance(0.3) ? edges[0] : undefined;
  random.shuffle(edges).forEach((edge, i) => {
    const { ends, kind, place } = edge;
    const [bodyA, bodyB] = (random.chance(0.5) ? ends : [ends[1], ends[0]]).map((k) => (k < 0 ? base : bodies[k]));
    const data = drawPair(random, twin, kind, bodyA, bodyB, edge === driven ? 1 : 0, true);
    twin.addPair(`joint ${i}`, bodyA, bodyB, { ...data, ...(place ? { place } : {}) });
  });
  twin.hasRows = true;
  return twin;
}

interface Mechanism {
  count: number;
  edges: Edge[];
}

/** Two unit vectors at right angles to n and to each other. */
function drawPlane(random: RandomSource, n: Vector): readonly [Triple, Triple] {
  const first = unit(drawAcross(random, n));
  return [first, outer(n, first)];
}

/** Four to six bars in one plane, one of the joints perhaps a slider: three rows too many. */
function drawPlanar(random: RandomSource): Mechanism {
  const n = random.direction();
  const [x, y] = drawPlane(random, n);
  const origin = random.vector(1);
  const count = random.integer(3, 5);
  // Corners of a polygon that is nowhere near stretched.
  const corners = Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * (i + random.number(-0.25, 0.25))) / (count + 1);
    const r = random.number(0.5, 1);
    const inPlane = plus(times(r * Math.cos(angle), x), times(r * Math.sin(angle), y));
    // The joints of a planar mechanism need not lie in one plane.
    return plus(plus(origin, inPlane), times(random.number(-0.3, 0.3), n));
  });
  const slider = random.chance(0.4) ? random.integer(0, count) : -1;
  const along = unit(plus(times(random.number(0.3, 1), x), times(random.number(0.3, 1), y)));
  const edges = corners.map((point, i): Edge => {
    const ends = [i - 1, i === count ? -1 : i] as const;
    return i === slider
      ? { ends, kind: "prismatic", place: { point, axis: along } }
      : { ends, kind: "revolute", place: { point, axis: n } };
  });
  return { count, edges };
}

/** Four hinges whose axes meet in one point: three rows too many. */
function drawSpherical(random: RandomSource): Mechanism {
  const center = random.vector(1);
  const axes = Array.from({ length: 4 }, (_, i): Triple => {
    const angle = (Math.PI * (i + random.number(-0.2, 0.2))) / 2;
    return [Math.cos(angle), Math.sin(angle), random.number(0.6, 1.2)];
  });
  const edges = axes.map((axis, i): Edge => {
    const point = plus(center, times(random.number(-1, 1), axis));
    return { ends: [i - 1, i === 3 ? -1 : i], kind: "revolute", place: { point, axis } };
  });
  return { count: 3, edges };
}

/** A door on two hinges, or on a hinge and a bearing or a ball, with something hanging on it. */
function drawDoor(random: RandomSource): Mechanism {
  const axis = random.direction();
  const point = random.vector(1);
  const kinds = ["revolute", random.pick(["revolute", "cylindrical", "ball"] as const)] as const;
  const edges = kinds.map((kind, i): Edge => {
    const at = plus(point, times(0.8 * i, axis));
    return { ends: [-1, 0], kind, place: kind === "ball" ? { point: at } : { point: at, axis } };
  });
  edges.push({ ends: [0, 1], kind: random.pick(PAIR_KINDS) });
  return { count: 2, edges };
}

/** Sarrus' linkage: two legs of three parallel hinges each hold a plate that moves straight. One row too many. */
function drawSarrus(random: RandomSource): Mechanism {
  const n = random.direction();
  const [x, y] = drawPlane(random, n);
  const origin = random.vector(0.5);
  const leg = (axis: Vector, across: Vector, ends: readonly (readonly [number, number])[]): Edge[] =>
    ends.map((pair, i) => {
      const outward = times(i === 1 ? random.number(0.9, 1.2) : random.number(0.3, 0.5), across);
      const point = plus(plus(origin, outward), plus(times(0.5 * i, n), times(random.number(-0.3, 0.3), axis)));
      return { ends: pair, kind: "revolute", place: { point, axis } };
    });
  const edges = [
    ...leg(y, x, [
      [-1, 0],
      [0, 1],
      [1, 2],
    ]),
    ...leg(x, y, [
      [-1, 3],
      [3, 4],
      [4, 2],
    ]),
  ];
  return { count: 5, edges };
}
