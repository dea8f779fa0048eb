import { KinematicPort } from "../../rigidbody/index.ts";
import { ConvexDistance } from "../ConvexDistance.ts";
import { calcPlacedPose } from "../calcPlacedPose.ts";
import { calcCross, calcDot, calcMaterialVelocity, FeaturePair } from "./FeaturePair.ts";
import type { BodyFrame, PlacedShape } from "./PlacedShape.ts";
import { SurfaceBend } from "./SurfaceBend.ts";

/**
 * The nearest points of two shapes, whatever features they are on: of shapes that are apart, and of those that touch at one point
 * of a curved one. Each answer depends on the poses alone.
 *
 * How they move follows from how the surfaces are bent: a surface point with the normal `n` moves over its body by `H (ṅ − [ω, n])`, so
 * `(H_A + H_B + g) ṅ = v_t + H_A [ω_A, n] + H_B [ω_B, n]` with the relative velocity `v_t` of the material across the normal. Along a
 * straight line `ṅ` is that of its body, and what is missing follows from `P_B − P_A = g n`.
 */
export class NearestPair extends FeaturePair {
  private readonly pair: ConvexDistance;
  private readonly bodyA: PlacedShape;
  private readonly bodyB: PlacedShape;
  private readonly poseA = new KinematicPort();
  private readonly poseB = new KinematicPort();
  private readonly bendA: SurfaceBend;
  private readonly bendB: SurfaceBend;
  /** Velocities of the material, its difference, turns of the normal with the bodies, the turn, and two directions across. */
  private readonly va = new Float64Array(3);
  private readonly vb = new Float64Array(3);
  private readonly u = new Float64Array(3);
  private readonly turnA = new Float64Array(3);
  private readonly turnB = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly first = new Float64Array(3);
  private readonly second = new Float64Array(3);
  private readonly spare = new Float64Array(3);
  private readonly way = new Float64Array(3);

  constructor(name: string, bodyA: PlacedShape, bodyB: PlacedShape) {
    super(name);
    this.pair = new ConvexDistance(bodyA.shape, bodyB.shape);
    this.bodyA = bodyA;
    this.bodyB = bodyB;
    this.bendA = new SurfaceBend(bodyA.shape);
    this.bendB = new SurfaceBend(bodyB.shape);
  }

  override track(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { pair, poseA, poseB } = this;
    calcPlacedPose(a, this.bodyA.place, poseA);
    calcPlacedPose(b, this.bodyB.place, poseB);
    pair.forget();
    pair.calc(poseA, poseB);
    for (let i = 0; i < 3; i++) {
      out[i] = pair.pointA[i];
      out[3 + i] = pair.pointB[i];
      out[6 + i] = pair.normal[i];
    }
    out[18] = pair.distance;
  }

  override calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void {
    const { pair, va, vb, u, turn, turnA, turnB, bendA, bendB } = this;
    const { normal: n, distance } = pair;
    calcMaterialVelocity(a, pair.pointA, 0, va);
    calcMaterialVelocity(b, pair.pointB, 0, vb);
    for (let i = 0; i < 3; i++) u[i] = vb[i] - va[i];
    const rise = calcDot(n, u);
    for (let i = 0; i < 3; i++) u[i] -= rise * n[i];
    bendA.find(this.poseA, n, 1, pair.pointA);
    bendB.find(this.poseB, n, -1, pair.pointB);
    calcCross(a.w, n, turnA);
    calcCross(b.w, n, turnB);
    this.findTurn();
    // Over the bodies: H (ṅ − [ω, n]), of B with the normal the other way round.
    for (let i = 0; i < 3; i++) {
      turnA[i] = turn[i] - turnA[i];
      turnB[i] = turn[i] - turnB[i];
    }
    bendA.addWay(turnA, 1, va);
    bendB.addWay(turnB, -1, vb);
    if (bendA.kind === "line" && bendB.kind === "line") this.addWaysAlong();
    else if (bendA.kind !== "round") {
      // What is not round follows the other one.
      for (let i = 0; i < 3; i++) va[i] = vb[i] - rise * n[i] - distance * turn[i];
    } else if (bendB.kind !== "round") for (let i = 0; i < 3; i++) vb[i] = va[i] + rise * n[i] + distance * turn[i];
    for (let i = 0; i < 3; i++) {
      out[9 + i] = va[i];
      out[12 + i] = vb[i];
      out[15 + i] = turn[i];
    }
  }

  /** `ṅ`, from two equations: of lines along them, and of what is round. */
  private findTurn(): void {
    const { bendA, bendB, turn, turnA, turnB, u, way, first, second, pair } = this;
    const { normal: n } = pair;
    if (bendA.kind === "face" || bendB.kind === "face") {
      turn.set(bendA.kind === "face" ? turnA : turnB);
      return;
    }
    way.set(u);
    bendA.addWay(turnA, 1, way);
    bendB.addWay(turnB, 1, way);
    const line = bendA.kind === "line" ? bendA : bendB;
    if (line.kind === "line") first.set(line.along);
    else {
      const k = Math.abs(n[0]) < 0.6 ? 0 : 1;
      for (let i = 0; i < 3; i++) first[i] = (i === k ? 1 : 0) - n[k] * n[i];
      const size = Math.sqrt(calcDot(first, first));
      for (let i = 0; i < 3; i++) first[i] /= size;
    }
    calcCross(n, first, second);
    const one = line.kind === "line" ? calcDot(first, line === bendA ? turnA : turnB) : this.weigh(first);
    if (bendA.kind === "line" && bendB.kind === "line") {
      second.set(bendB.along);
      solveAcross(first, second, one, calcDot(second, turnB), n, turn);
    } else solveAcross(first, second, one, this.weigh(second), n, turn);
  }

  /** `d·(H_A + H_B + g)` into the direction `d` across the normal; returns what its product with `ṅ` is. */
  private weigh(d: Float64Array): number {
    const { bendA, bendB, spare, way, pair } = this;
    const right = calcDot(d, way);
    spare.set(d);
    for (let i = 0; i < 3; i++) d[i] *= pair.distance;
    bendA.addWay(spare, 1, d);
    bendB.addWay(spare, 1, d);
    return right;
  }

  /** Of two lines that cross: how fast the points run along them. */
  private addWaysAlong(): void {
    const { bendA, bendB, va, vb, turn, way, pair } = this;
    const { normal: n, distance } = pair;
    const { along: ea } = bendA;
    const { along: eb } = bendB;
    for (let i = 0; i < 3; i++) way[i] = vb[i] - va[i] - distance * turn[i];
    calcCross(ea, eb, this.spare);
    const sine = calcDot(this.spare, n);
    calcCross(way, eb, this.spare);
    const s = calcDot(this.spare, n) / sine;
    calcCross(way, ea, this.spare);
    const t = calcDot(this.spare, n) / sine;
    for (let i = 0; i < 3; i++) {
      va[i] += s * ea[i];
      vb[i] += t * eb[i];
    }
  }

  /** Whatever is nearest is followed. */
  override calcRoom(_a: BodyFrame, _b: BodyFrame, out: Float64Array): void {
    out[0] = Number.POSITIVE_INFINITY;
    out[1] = 0;
  }
}

/** The vector across `n` with the products `one` and `two` with two others. */
function solveAcross(
  first: Float64Array,
  second: Float64Array,
  one: number,
  two: number,
  n: Float64Array,
  out: Float64Array,
): void {
  // x = (r₁ [b, n] − r₂ [a, n])/([a, b]·n), which has no part along n.
  const bx = second[1] * n[2] - second[2] * n[1];
  const by = second[2] * n[0] - second[0] * n[2];
  const bz = second[0] * n[1] - second[1] * n[0];
  const ax = first[1] * n[2] - first[2] * n[1];
  const ay = first[2] * n[0] - first[0] * n[2];
  const az = first[0] * n[1] - first[1] * n[0];
  const size = first[0] * bx + first[1] * by + first[2] * bz;
  out[0] = (one * bx - two * ax) / size;
  out[1] = (one * by - two * ay) / size;
  out[2] = (one * bz - two * az) / size;
}
