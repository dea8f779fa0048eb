import type { Constraint } from "../../constraints/index.ts";
import {
  add,
  checkOptions,
  checkVector3,
  ModelError,
  norm,
  rotate,
  scale,
  subtract,
  type Vector3,
} from "../../math/index.ts";
import { EquivalentSolid } from "../../rigidbody/EquivalentSolid.ts";
import { type Body, RigidBody } from "../../rigidbody/index.ts";
import { Plane, type Surface } from "../../tracking/index.ts";
import { type Anchor, listAnchors } from "./listAnchors.ts";
import { listSurfaces } from "./listSurfaces.ts";

/** What looks are found for: a system, or parts of one. */
export interface AppearanceModel {
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
}

export interface AppearanceOptions {
  /** The box, in world axes, in which the bodies move: floors reach beyond it. Default: that of the bodies as drawn. */
  bounds?: { readonly min: ArrayLike<number>; readonly max: ArrayLike<number> };
}

/** Radius of bars by the span of a typical body, half a floor by half that of the model; half a rail by either. */
const BAR_SHARE = 0.022;
const FLOOR_SHARE = 1.4;
const RAIL_SHARE = 0.6;

/** What the looks of all bodies have in common: points, surfaces, and sizes that follow the model's. */
export class Scene {
  readonly anchors: readonly Anchor[];
  readonly surfaces: ReadonlyMap<Body, readonly Surface[]>;
  /** Radius of bars, m: other fittings are measured by it. */
  readonly bar: number;
  private readonly rails: { onBodies: number; onBases: number };
  /** Middle of the floors, in world axes, and half their sides, m. */
  readonly center: Vector3;
  readonly extent: number;

  constructor({ bodies, constraints }: AppearanceModel, options: AppearanceOptions) {
    checkOptions("findAppearance", options, ["bounds"]);
    this.anchors = listAnchors(constraints);
    this.surfaces = listSurfaces(constraints);
    const rigid = bodies.filter((body) => body instanceof RigidBody);
    const reaches = rigid.map((body) => this.findReach(body));
    const spans = rigid.map((body, i) => this.findSpan(body, reaches[i]));
    const drawn = this.findDrawn(rigid, reaches);
    const spread = 0.5 * norm(subtract(drawn.max, drawn.min));
    const typical = findMedian(spans.filter((span) => span > 0)) ?? (spread || 1);
    this.bar = BAR_SHARE * typical;
    const onBodies = RAIL_SHARE * typical;
    this.rails = { onBodies, onBases: Math.max(onBodies, RAIL_SHARE * spread) };
    const { min, max } = options.bounds === undefined ? drawn : checkBounds(options.bounds);
    this.center = scale(add(min, max), 0.5);
    this.extent = FLOOR_SHARE * Math.max(0.5 * norm(subtract(max, min)), typical);
  }

  /** Half the length of a rail on a body, m: what slides on a base may go anywhere. */
  getRail(body: Body): number {
    return body instanceof RigidBody ? this.rails.onBodies : this.rails.onBases;
  }

  /** How far a body reaches from its centre of mass: solid, closed surfaces, points that are held. */
  private findReach(body: RigidBody): number {
    const surfaces = (this.surfaces.get(body) ?? []).filter((surface) => !(surface instanceof Plane));
    return Math.max(
      EquivalentSolid.of(body.inertia).reach,
      ...surfaces.map(({ position, size }) => norm(position) + size),
      ...this.anchors.filter((anchor) => anchor.body === body).map(({ point }) => norm(point)),
    );
  }

  /** The longest way across a body: through its solid or its surfaces, or to a point beyond. */
  private findSpan(body: RigidBody, reach: number): number {
    const solid = EquivalentSolid.of(body.inertia).reach;
    const isHeld = this.anchors.some((anchor) => anchor.body === body && norm(anchor.point) >= reach);
    return isHeld ? Math.max(reach + solid, this.findPointSpan(body)) : 2 * reach;
  }

  private findPointSpan(body: Body): number {
    const points = this.anchors.filter((anchor) => anchor.body === body).map(({ point }) => point);
    return Math.max(...points.flatMap((a) => points.map((b) => norm(subtract(a, b)))));
  }

  /** The box around all bodies as drawn. */
  private findDrawn(rigid: readonly RigidBody[], reaches: readonly number[]) {
    const points = this.anchors.map(({ body: { referencePose: pose }, point }) => add(pose.r, rotate(pose.T, point)));
    rigid.forEach(({ referencePose: { r } }, i) => {
      const corner = [reaches[i], reaches[i], reaches[i]];
      points.push(subtract(r, corner), add(r, corner));
    });
    if (points.length === 0) points.push([0, 0, 0]);
    const find = (pick: (...values: number[]) => number) =>
      [0, 1, 2].map((i) => pick(...points.map((point) => point[i]))) as unknown as Vector3;
    return { min: find(Math.min), max: find(Math.max) };
  }
}

function findMedian(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function checkBounds(bounds: NonNullable<AppearanceOptions["bounds"]>): { min: Vector3; max: Vector3 } {
  checkOptions("findAppearance, bounds", bounds, ["min", "max"]);
  const min = checkVector3("findAppearance", "bounds.min", bounds?.min);
  const max = checkVector3("findAppearance", "bounds.max", bounds.max);
  if (min.every((x, i) => x <= max[i])) return { min, max };
  throw new ModelError(
    `findAppearance: bounds.min [${min.join(", ")}] is beyond bounds.max [${max.join(", ")}]; give the smaller numbers first`,
  );
}
