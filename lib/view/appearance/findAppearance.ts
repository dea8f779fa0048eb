import { norm, quaternionFromMatrix, rotate, rotateBack, subtract, type Vector3 } from "../../math/index.ts";
import { EquivalentSolid } from "../../rigidbody/EquivalentSolid.ts";
import { type Body, type Inertia, RigidBody } from "../../rigidbody/index.ts";
import { readColliders } from "../../shape/Collider.ts";
import { readShapes, type Shape, type ShapeOptions } from "../../shape/index.ts";
import { AxialSurface, Plane, type Surface } from "../../tracking/index.ts";
import type { Cut } from "./Cut.ts";
import { checkModel } from "./checkModel.ts";
import { createBar, createFittings } from "./createFittings.ts";
import { createSurfaceMesh, isCavity } from "./createSurfaceMesh.ts";
import type { Anchor } from "./listAnchors.ts";
import { BASE, findColor } from "./palette.ts";
import { type AppearanceModel, type AppearanceOptions, Scene } from "./Scene.ts";

export type { AppearanceModel, AppearanceOptions } from "./Scene.ts";

/** A body and what it looks like: shapes from its centre of mass (a base: its origin), in its axes. */
export interface Appearance {
  readonly body: Body;
  readonly shapes: readonly Shape[];
}

/** Least thickness of a solid and of a ball, by the radius of a bar. */
const LEAST = 2;
const LEAST_BALL = 6;

/** A surface smaller than this part of the solid is not the whole body. */
const COVER = 0.4;

/** A floor takes on some of what is behind, so that it is bright on light and dark on dark; one looks into a cavity. */
const FLOOR = 0.45;
const CAVITY = 0.25;

/**
 * What the bodies of a model look like, in their order. A body has its own `shapes`; if it has none, its colliders, the surfaces
 * of its contacts and the solid with its mass and inertia, with bars to the points by which it hangs, and the pins and rails of
 * its joints. A base has colliders, floors, pins and rails only.
 */
export function findAppearance(model: AppearanceModel, options: AppearanceOptions = {}): Appearance[] {
  const checked = checkModel("findAppearance", model);
  const scene = new Scene(checked, options);
  let painted = 0;
  return checked.bodies.map((body): Appearance => {
    const isRigid = body instanceof RigidBody;
    const color = isRigid ? findColor(painted) : BASE;
    if (body.shapes !== undefined) return { body, shapes: readShapes("findAppearance", body.name, body.shapes, color) };
    if (isRigid) painted++;
    const shapes = isRigid ? createBodyShapes(body, scene) : createBaseShapes(body, scene);
    const still = shapes.map((shape) => ({ collides: false, ...shape }));
    return { body, shapes: readShapes("findAppearance", body.name, still, color) };
  });
}

const listOwn = (body: Body, { anchors }: Scene): Anchor[] => anchors.filter((anchor) => anchor.body === body);

function createBaseShapes(body: Body, scene: Scene): ShapeOptions[] {
  const { r, T } = body.referencePose;
  const center = rotateBack(T, subtract(scene.center, r));
  const surfaces = (scene.surfaces.get(body) ?? []).map((surface) =>
    createSurfaceShape(surface, toSurface(surface, center), scene.extent),
  );
  const fittings = listOwn(body, scene).flatMap((anchor) => createFittings(anchor, scene));
  return [...createColliderShapes(body), ...surfaces, ...fittings];
}

/** The shapes that a body touches others with. */
function createColliderShapes(body: Body): ShapeOptions[] {
  if (body.colliders === undefined) return [];
  return readColliders(`findAppearance, colliders of "${body.name}"`, body.colliders).map(
    ({ shape, position, orientation }) => ({ mesh: shape.createMesh(), position, orientation }),
  );
}

function createBodyShapes(body: RigidBody, scene: Scene): ShapeOptions[] {
  const { inertia } = body;
  const solid = findSolid(inertia, scene);
  const surfaces = scene.surfaces.get(body) ?? [];
  const shapes = surfaces.map((surface) =>
    createSurfaceShape(surface, toSurface(surface, [0, 0, 0]), findExtent(surface, inertia, solid)),
  );
  const colliders = createColliderShapes(body);
  const isCovered =
    colliders.length > 0 ||
    shapes.some(({ mesh }, i) => {
      const surface = surfaces[i];
      return !(surface instanceof Plane) && covers(mesh.bounds, toSurface(surface, [0, 0, 0]), solid.reach);
    });
  shapes.unshift(...colliders);
  if (!isCovered) shapes.push({ mesh: solid.createMesh(), orientation: solid.orientation });
  const values = new Float64Array(10);
  const isInside = (point: Vector3) =>
    (!isCovered && solid.contains(point)) ||
    surfaces.some((surface) => {
      surface.calc(Float64Array.from(toSurface(surface, point)), values);
      return values[0] <= 0;
    });
  const anchors = listOwn(body, scene);
  const known = new Set<string>();
  for (const anchor of anchors) {
    const { point } = anchor;
    const key = point.map((x) => Math.round((1e3 * x) / scene.bar)).join();
    if (known.has(key) || norm(point) < scene.bar || isInside(point)) continue;
    known.add(key);
    shapes.push(createBar(anchor, scene));
  }
  return [...shapes, ...anchors.flatMap((anchor) => createFittings(anchor, scene))];
}

function findSolid(inertia: Inertia, { bar }: Scene): EquivalentSolid {
  const solid = EquivalentSolid.of(inertia, LEAST * bar);
  return solid.kind === "sphere" ? EquivalentSolid.of(inertia, LEAST_BALL * bar) : solid;
}

/** A point in body axes, in the surface's. */
const toSurface = ({ position, rotation }: Surface, point: ArrayLike<number>): Vector3 =>
  rotateBack(rotation, subtract(point, position));

/** Half the length of what has no end: along its axis as long as the cylinder with the inertia, `l² = 12 ∫h² dm/m`. */
function findExtent(surface: Surface, { tensor, mass }: Inertia, solid: EquivalentSolid): number {
  if (!(surface instanceof AxialSurface)) return solid.reach;
  const axis = [0, 0, 0];
  axis["xyz".indexOf(surface.axis)] = 1;
  const [x, y, z] = rotate(surface.rotation, axis);
  const [a, b, c, d, e, f] = tensor;
  const about = a * x * x + b * y * y + c * z * z + 2 * (d * x * y + e * x * z + f * y * z);
  const square = (12 * Math.max(0, 0.5 * (a + b + c) - about)) / mass;
  return Math.max(0.5 * Math.sqrt(square), 0.1 * solid.reach);
}

function createSurfaceShape(surface: Surface, center: Vector3, extent: number): ShapeOptions {
  const cut: Cut = { center, extent };
  const mesh = createSurfaceMesh(surface, cut);
  return {
    mesh,
    position: surface.position,
    orientation: quaternionFromMatrix(surface.rotation),
    ...(surface instanceof Plane ? { opacity: FLOOR } : isCavity(surface, mesh) && { opacity: CAVITY }),
  };
}

/** Whether a box has a point inside and is not small beside a size. */
function covers({ min, max }: { min: Vector3; max: Vector3 }, point: Vector3, size: number): boolean {
  const half = 0.5 * Math.max(...subtract(max, min));
  return half >= COVER * size && point.every((x, i) => x >= min[i] && x <= max[i]);
}
