import type { BodyShape } from "../BodyShape.ts";
import type { BroadPhase } from "../broadphase/index.ts";
import type { Collisions } from "../Collisions.ts";
import type { Pose } from "../Pose.ts";
import {
  ARM_A,
  ARM_B,
  BODY_A,
  BODY_B,
  ContactPoints,
  FEATURE_A,
  FEATURE_B,
  FRICTION,
  GAP,
  IMPULSE,
  LINKS,
  NORMAL,
  RESTITUTION,
  SHAPE_A,
  SHAPE_B,
  STRIDE,
  TANGENT,
} from "./ContactPoints.ts";
import type { FreeBodies } from "./FreeBodies.ts";
import { LawTable } from "./LawTable.ts";
import { ManifoldPool } from "./ManifoldPool.ts";

/** Boxes have room for so many steps at the present speed, and for this part of the reach of the smallest shape. */
const ROOM = 4;
const ROOM_PART = 0.02;

/**
 * Finds the points where shapes touch, or may do so within the step, in the middle of it. Impulses of the step before are
 * kept by the names of points.
 */
export class ContactSearch {
  /** In the order of pairs. */
  points = new ContactPoints();
  private before = new ContactPoints();
  private readonly shapes: readonly BodyShape[];
  private readonly owners: Int32Array;
  private readonly bodies: FreeBodies;
  private readonly broadPhase: BroadPhase;
  private readonly laws: LawTable;
  private readonly poses: readonly Pose[];
  private readonly centers: Float64Array;
  /** Of balls; zero of everything else. */
  private readonly radii: Float64Array;
  private readonly margins: Float64Array;
  /** How far each shape may still move before boxes have to be placed anew. */
  private readonly rooms: Float64Array;
  private readonly room: number;
  private readonly box = new Float64Array(6);
  private readonly still = new Float64Array(3);
  private readonly pool = new ManifoldPool();
  private readonly normal = new Float64Array(3);
  /** Where it is, and its gap. */
  private readonly point = new Float64Array(4);
  /** Of this step to the one before. */
  private readonly ratio = new Float64Array(1);
  /** Where the search for points of the step before goes on. */
  private last = 0;

  constructor(collisions: Collisions, bodies: FreeBodies) {
    this.shapes = collisions.shapes;
    this.bodies = bodies;
    this.broadPhase = collisions.createBroadPhase();
    this.laws = new LawTable(collisions);
    this.owners = Int32Array.from(this.shapes, ({ body }) => bodies.places.get(body) as number);
    this.poses = this.shapes.map(() => ({ r: new Float64Array(3), T: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) }));
    this.centers = new Float64Array(3 * this.shapes.length);
    this.radii = Float64Array.from(this.shapes, ({ shape }) => (shape.kind === "point" ? shape.radius : 0));
    this.margins = new Float64Array(this.shapes.length);
    this.rooms = new Float64Array(this.shapes.length);
    this.room = ROOM_PART * this.shapes.reduce((least, { shape }) => Math.min(least, shape.reach), Number.MAX_VALUE);
    this.forget();
  }

  /** Bodies may be elsewhere: boxes are placed anew. */
  forget(): void {
    this.rooms.fill(-1);
  }

  /** All points whose gap is less than what their bodies may go in a step of `h`; `ratio` is that of steps, now to before. */
  find(h: number, ratio: number): void {
    const { points, broadPhase } = this;
    this.points = this.before;
    this.before = points;
    this.points.count = 0;
    this.last = 0;
    this.ratio[0] = ratio;
    if (this.placeShapes(h)) this.placeBoxes();
    this.pool.begin();
    for (let i = 0; i < broadPhase.pairCount; i++) this.addPair(broadPhase.pairs[2 * i], broadPhase.pairs[2 * i + 1]);
    this.pool.end();
  }

  /** Poses of shapes, and how far they may come in a step; whether any may leave the box that it was searched with. */
  private placeShapes(h: number): boolean {
    const { shapes, owners, bodies, poses, centers, margins, rooms } = this;
    const { velocities: v, starts, shifts } = bodies;
    let leaves = false;
    for (let i = 0; i < shapes.length; i++) {
      const o = 6 * owners[i];
      const { reach } = shapes[i].bounds;
      shapes[i].calcPose(bodies.ports[owners[i]], poses[i]);
      for (let k = 0; k < 3; k++) centers[3 * i + k] = poses[i].r[k];
      // The faster of both ends of the step, linear and turning.
      const speed = Math.max(calcLength(v, o), calcLength(starts, o));
      const spin = Math.max(calcLength(v, o + 3), calcLength(starts, o + 3));
      margins[i] = h * (speed + spin * reach);
      rooms[i] -= margins[i] + calcLength(shifts, o) + calcLength(shifts, o + 3) * reach;
      leaves ||= !(rooms[i] >= margins[i]);
    }
    return leaves;
  }

  /** Boxes with so much room that they serve several steps, and the pairs of them. */
  private placeBoxes(): void {
    const { shapes, owners, bodies, margins, rooms, box, still, broadPhase } = this;
    for (let i = 0; i < shapes.length; i++) {
      const { bounds } = shapes[i];
      const { r, T } = bodies.ports[owners[i]];
      rooms[i] = ROOM * margins[i] + this.room;
      bounds.calcBox(r, T, box, 0);
      for (let k = 0; k < 3; k++) {
        box[k] -= rooms[i];
        box[3 + k] += rooms[i];
      }
      broadPhase.setMotion(i, box, still);
    }
    broadPhase.findPairs();
  }

  /** Two balls: gap, normal and the point in the middle between them. */
  private addBalls(a: number, b: number): void {
    const { radii, centers: c, margins, normal, point } = this;
    const x = c[3 * b] - c[3 * a];
    const y = c[3 * b + 1] - c[3 * a + 1];
    const z = c[3 * b + 2] - c[3 * a + 2];
    const square = x * x + y * y + z * z;
    const near = radii[a] + radii[b] + margins[a] + margins[b];
    if (square > near * near) return;
    const distance = Math.sqrt(square);
    // Balls about one centre: any way out will do.
    const f = distance > 0 ? 1 / distance : 0;
    normal[0] = f * x;
    normal[1] = distance > 0 ? f * y : 1;
    normal[2] = f * z;
    const gap = distance - radii[a] - radii[b];
    for (let i = 0; i < 3; i++) point[i] = c[3 * a + i] + (radii[a] + 0.5 * gap) * normal[i];
    point[3] = gap;
    this.addPoint(a, b, 0, 0);
  }

  private addPair(a: number, b: number): void {
    if (this.radii[a] > 0 && this.radii[b] > 0) {
      this.addBalls(a, b);
      return;
    }
    const { shapes, poses, margins, normal, point } = this;
    const first = shapes[a].shape;
    const second = shapes[b].shape;
    const reach = margins[a] + margins[b];
    const manifold = this.pool.take(a, b, first, second);
    const { pair, pointsA, pointsB, gaps, featuresA, featuresB } = manifold;
    // A ball has one point, that of the distance.
    const isRound = first.kind === "point" || second.kind === "point";
    if (isRound) pair.calc(poses[a], poses[b]);
    else manifold.calc(poses[a], poses[b]);
    if (pair.distance > reach) return;
    for (let i = 0; i < 3; i++) {
      normal[i] = pair.normal[i];
      point[i] = 0.5 * (pair.pointA[i] + pair.pointB[i]);
    }
    if (isRound) {
      point[3] = pair.distance;
      this.addPoint(a, b, 0, 0);
      return;
    }
    for (let k = 0; k < manifold.count; k++) {
      if (gaps[k] > reach) continue;
      for (let i = 0; i < 3; i++) point[i] = 0.5 * (pointsA[3 * k + i] + pointsB[3 * k + i]);
      point[3] = gaps[k];
      this.addPoint(a, b, featuresA[k], featuresB[k]);
    }
  }

  /** A point at `point` with `normal`: both bodies have it in the same place, so that moments balance, too. */
  private addPoint(a: number, b: number, featureA: number, featureB: number): void {
    const { points, bodies, owners, normal: n, point, laws } = this;
    const place = points.add();
    const { numbers, links } = points;
    const o = place * STRIDE;
    const l = place * LINKS;
    links[l + BODY_A] = owners[a];
    links[l + BODY_B] = owners[b];
    links[l + SHAPE_A] = a;
    links[l + SHAPE_B] = b;
    links[l + FEATURE_A] = featureA;
    links[l + FEATURE_B] = featureB;
    const rA = bodies.ports[owners[a]].r;
    const rB = bodies.ports[owners[b]].r;
    for (let i = 0; i < 3; i++) {
      numbers[o + NORMAL + i] = n[i];
      numbers[o + ARM_A + i] = point[i] - rA[i];
      numbers[o + ARM_B + i] = point[i] - rB[i];
    }
    setTangents(numbers, o);
    for (let i = 0; i < 3; i++) numbers[o + IMPULSE + i] = 0;
    numbers[o + GAP] = point[3];
    numbers[o + FRICTION] = laws.getFriction(a, b);
    numbers[o + RESTITUTION] = laws.getRestitution(a, b);
    this.recall(place);
  }

  /** The impulse that the same point had in the step before, turned into its new axes. */
  private recall(place: number): void {
    const { points, before } = this;
    const { numbers, links } = points;
    const l = place * LINKS;
    const a = links[l + SHAPE_A];
    const b = links[l + SHAPE_B];
    // Both lists are in the order of pairs.
    while (this.last < before.count && isEarlier(before.links, this.last * LINKS, a, b)) this.last++;
    for (let i = this.last; i < before.count; i++) {
      const m = i * LINKS;
      if (before.links[m + SHAPE_A] !== a || before.links[m + SHAPE_B] !== b) return;
      if (before.links[m + FEATURE_A] !== links[l + FEATURE_A]) continue;
      if (before.links[m + FEATURE_B] !== links[l + FEATURE_B]) continue;
      turnImpulse(before.numbers, i * STRIDE, this.ratio, numbers, place * STRIDE);
      return;
    }
  }
}

function isEarlier(links: Int32Array, l: number, a: number, b: number): boolean {
  return links[l + SHAPE_A] < a || (links[l + SHAPE_A] === a && links[l + SHAPE_B] < b);
}

function turnImpulse(from: Float64Array, f: number, ratio: Float64Array, to: Float64Array, o: number): void {
  const n = from[f + IMPULSE];
  if (n === 0) return;
  const s = from[f + IMPULSE + 1];
  const t = from[f + IMPULSE + 2];
  for (let i = 0; i < 3; i++) {
    const p = ratio[0] * (n * from[f + NORMAL + i] + s * from[f + TANGENT + i] + t * from[f + TANGENT + 3 + i]);
    to[o + IMPULSE] += p * to[o + NORMAL + i];
    to[o + IMPULSE + 1] += p * to[o + TANGENT + i];
    to[o + IMPULSE + 2] += p * to[o + TANGENT + 3 + i];
  }
}

/** Two unit vectors across the normal. [Duff] */
function setTangents(list: Float64Array, o: number): void {
  const x = list[o + NORMAL];
  const y = list[o + NORMAL + 1];
  const z = list[o + NORMAL + 2];
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  list[o + TANGENT] = 1 + sign * x * x * a;
  list[o + TANGENT + 1] = sign * b;
  list[o + TANGENT + 2] = -sign * x;
  list[o + TANGENT + 3] = b;
  list[o + TANGENT + 4] = sign + y * y * a;
  list[o + TANGENT + 5] = -y;
}

function calcLength(list: Float64Array, o: number): number {
  return Math.sqrt(list[o] * list[o] + list[o + 1] * list[o + 1] + list[o + 2] * list[o + 2]);
}
