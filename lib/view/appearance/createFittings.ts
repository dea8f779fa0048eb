import { Pair, PointOnLine } from "../../constraints/index.ts";
import { cross, dot, norm, normalize, rotateBack, scale, type Vector3 } from "../../math/index.ts";
import { EquivalentSolid } from "../../rigidbody/EquivalentSolid.ts";
import { type Body, RigidBody } from "../../rigidbody/index.ts";
import { Mesh, type ShapeOptions } from "../../shape/index.ts";
import type { Anchor } from "./listAnchors.ts";
import { PIN } from "./palette.ts";
import type { Scene } from "./Scene.ts";
import { turnTo } from "./turnTo.ts";

/** Sizes by the radius of a bar. */
const PIN_RADIUS = 1.5;
const PIN_HALF = 2.4;
const BALL = 1.9;
const END = 1.4;
const WIRE = 0.7;
const RAIL = 1.5;
const PLATE = 0.4;
/** Pins go through bodies that are no thicker than this. */
const THROUGH = 10;

const SIDES = 24;

/** A slim bar from the centre of mass to a point that is held. */
export function createBar({ point, constraint }: Anchor, { bar }: Scene): ShapeOptions {
  const length = norm(point);
  return {
    mesh: Mesh.capsule({ radius: bar, length, sides: SIDES }),
    name: `${constraint.name} bar`,
    position: scale(point, 0.5),
    orientation: turnTo(scale(point, 1 / length)),
  };
}

/**
 * What is seen of a joint on one of its bodies: a pin along the axis of a hinge, a ball, a rail to slide on, a plate; a
 * little ball at the ends of springs and rods.
 */
export function createFittings(anchor: Anchor, scene: Scene): ShapeOptions[] {
  const { constraint, side } = anchor;
  if (constraint instanceof Pair) return createPairFittings(anchor, constraint, scene);
  if (!(constraint instanceof PointOnLine)) return [createBall(anchor, END * scene.bar)];
  if (side === "B") return [createBall(anchor, END * scene.bar)];
  const [first, second] = constraint.normals;
  return [createRod(anchor, normalize(cross(first, second)), WIRE * scene.bar, scene.getRail(anchor.body))];
}

function createPairFittings(anchor: Anchor, pair: Pair, scene: Scene): ShapeOptions[] {
  const { bar } = scene;
  const isA = anchor.side === "A";
  if (pair.motions.some(({ kind }) => kind === "ball")) return isA ? [createBall(anchor, BALL * bar)] : [];
  const axes = pair.motions.flatMap((motion) => (motion.kind === "ball" ? [] : [motion]));
  const slides = axes.filter(({ kind }) => kind !== "rotate");
  const turns = axes.filter(({ kind }) => kind !== "slide");
  if (slides.length > 1) return isA ? [createPlate(anchor, cross(slides[0].axis, slides[1].axis), scene)] : [];
  if (slides.length === 1) {
    if (!isA) return [];
    const [{ axis }] = slides;
    return [
      turns.length > 0
        ? createRod(anchor, axis, WIRE * bar, scene.getRail(anchor.body))
        : createRail(anchor, axis, scene),
    ];
  }
  // The first axis is fixed in A, the second in B.
  const turn = turns[isA ? 0 : 1];
  if (!turn) return [];
  const axis = isA ? turn.axis : rotateBack(pair.rest, turn.axis);
  return [createPin(anchor, axis, PIN_RADIUS * bar, isA ? findPinHalf(pair, bar) : PIN_HALF * bar)];
}

/** Half the length of a pin: it sticks out of bodies that are not too thick. */
function findPinHalf(pair: Pair, bar: number): number {
  const axisA = pair.motions.flatMap((motion) => (motion.kind === "ball" ? [] : [motion.axis]))[0];
  const sides: [Body, Vector3, Vector3][] = [
    [pair.bodyA, pair.pointA, axisA],
    [pair.bodyB, pair.pointB, rotateBack(pair.rest, axisA)],
  ];
  const halves = sides.map(([body, point, axis]) => {
    if (!(body instanceof RigidBody) || Math.abs(dot(point, axis)) > bar) return 0;
    const half = EquivalentSolid.of(body.inertia).findHalf(axis);
    return half <= THROUGH * bar ? half + 1.4 * bar : 0;
  });
  return Math.max(PIN_HALF * bar, ...halves);
}

/** Pins and balls differ from what they are on, but for those of a base. */
const paint = ({ body }: Anchor) => (body instanceof RigidBody ? { color: PIN } : {});

const createBall = (anchor: Anchor, radius: number): ShapeOptions => ({
  mesh: Mesh.sphere({ radius, sides: SIDES }),
  name: `${anchor.constraint.name} ball`,
  position: anchor.point,
  ...paint(anchor),
});

const createPin = (anchor: Anchor, axis: Vector3, radius: number, half: number): ShapeOptions => ({
  ...createRod(anchor, axis, radius, half),
  name: `${anchor.constraint.name} pin`,
  ...paint(anchor),
});

const createRod = (anchor: Anchor, axis: Vector3, radius: number, half: number): ShapeOptions => ({
  mesh: Mesh.cylinder({ radius, length: 2 * half, sides: SIDES }),
  name: `${anchor.constraint.name} rod`,
  position: anchor.point,
  orientation: turnTo(axis),
});

const createRail = ({ body, constraint, point }: Anchor, axis: Vector3, scene: Scene): ShapeOptions => ({
  mesh: Mesh.box([RAIL * scene.bar, 2 * scene.getRail(body), RAIL * scene.bar]),
  name: `${constraint.name} rail`,
  position: point,
  orientation: turnTo(axis),
});

const createPlate = ({ body, constraint, point }: Anchor, normal: Vector3, scene: Scene): ShapeOptions => ({
  mesh: Mesh.box([2 * scene.getRail(body), PLATE * scene.bar, 2 * scene.getRail(body)]),
  name: `${constraint.name} plate`,
  position: point,
  orientation: turnTo(normalize(normal)),
  opacity: 0.4,
});
