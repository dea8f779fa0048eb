import {
  add,
  checkInstance,
  checkNotNegative,
  checkNumbers,
  checkOptions,
  checkPositive,
  checkQuaternion,
  checkVector3,
  cross,
  ModelError,
  matrixFromQuaternion,
  otherwise,
  type QuaternionInput,
  rotate,
  type VectorInput,
} from "../math/index.ts";
import { type Body, Inertia, RigidBody } from "../rigidbody/index.ts";
import { Plane, Surface } from "../tracking/index.ts";
import type { RollerFloorOptions } from "./RollerContact.ts";
import { GEOMETRY_OPTIONS, type RollerGeometry, type RollerGeometryOptions } from "./RollerGeometry.ts";
import type { RollerTrackerName } from "./trackers/createRollerTracker.ts";

/** What a roller's bearing does against its turning. */
export interface BearingOptions {
  /** Nms/rad */
  damping?: number;
  /** Torque of dry friction, Nm: `−M ω/√(ω² + ω_ε²)`. */
  friction?: number;
  /** `ω_ε`, rad/s. Default: 1e-2. */
  velocity?: number;
}

export interface OmniWheelOptions extends RollerGeometryOptions, RollerFloorOptions {
  /** Mass and inertia of the disc; z is the axle, and its `center` counts from the centre of the wheel. */
  disc: Inertia;
  /** Mass and inertia of one roller; x is its axis … */
  roller?: Inertia;
  /** … or the density of solid ones, kg/m³. Default: 1100 (rubber). */
  density?: number;
  /** Default: free. */
  bearing?: BearingOptions;
  /** Surface of the floor, in the axes of the base. Default: the plane y = 0. */
  floor?: Surface;
  /** Default: `explicit`. */
  tracker?: RollerTrackerName;
  /** Centre of the wheel as drawn. Default: above the base's origin, touching the plane of the floor. */
  position?: VectorInput;
  /** Turn of the disc as drawn: z is the axle, and roller 1 is at −y. Default: aligned with the world. */
  orientation?: QuaternionInput;
  /** Velocity of the wheel's centre. Left out, the wheel follows what it hangs on. */
  velocity?: VectorInput;
  /** In world axes. */
  angularVelocity?: VectorInput;
  /** Rates of the rollers about their axes at the start, rad/s. Default: 0. */
  rollerRates?: readonly number[];
}

export const OMNIWHEEL_OPTIONS: readonly string[] = [
  ...GEOMETRY_OPTIONS,
  "disc",
  "roller",
  "density",
  "bearing",
  "floor",
  "normal",
  "friction",
  "resistance",
  "impact",
  "tracker",
  "position",
  "orientation",
  "velocity",
  "angularVelocity",
  "rollerRates",
];

const RUBBER = 1100;

export function pick<T extends object, K extends keyof T>(options: T | undefined, names: readonly K[]): Pick<T, K> {
  const picked = names.filter((name) => options?.[name] !== undefined).map((name) => [name, options?.[name]]);
  return Object.fromEntries(picked) as Pick<T, K>;
}

export function createDisc(
  name: string,
  label: string,
  base: Body,
  options: OmniWheelOptions,
  { radius }: RollerGeometry,
): RigidBody {
  const { disc, floor } = options;
  const example = 'Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" })';
  checkInstance(label, "disc", disc, Inertia, `its Inertia, such as ${example}`);
  if (floor !== undefined) checkInstance(label, "floor", floor, Surface, "a surface, such as new Plane()");
  const orientation = checkQuaternion(label, "orientation", otherwise(options.orientation, [1, 0, 0, 0]));
  const center = options.position === undefined ? undefined : checkVector3(label, "position", options.position);
  const position = add(
    center ?? findPlace(label, base, floor, radius),
    rotate(matrixFromQuaternion(orientation), disc.center),
  );
  const arm = rotate(matrixFromQuaternion(orientation), disc.center);
  const angularVelocity = options.angularVelocity && checkVector3(label, "angularVelocity", options.angularVelocity);
  const velocity =
    options.velocity &&
    add(checkVector3(label, "velocity", options.velocity), cross(angularVelocity ?? [0, 0, 0], arm));
  return new RigidBody(name, {
    inertia: disc,
    position,
    orientation,
    ...(velocity && { velocity }),
    ...(angularVelocity && { angularVelocity }),
  });
}

/** The centre of a wheel that touches the plane of the floor above the origin of the base. */
function findPlace(label: string, base: Body, floor: Surface | undefined, radius: number): number[] {
  const plane = floor ?? new Plane();
  if (!(plane instanceof Plane)) {
    throw new ModelError(`${label}: on ${plane.label} the wheel has no place of its own; give position`);
  }
  const { r, T } = base.referencePose;
  const { normal, point, position, rotation } = plane;
  const height = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] + radius;
  const inBase = add(
    position,
    rotate(
      rotation,
      normal.map((x) => x * height),
    ),
  );
  return add(r, rotate(T, inBase));
}

export function findRollerInertia(label: string, options: OmniWheelOptions, geometry: RollerGeometry): Inertia {
  const { roller, density } = options;
  if (roller !== undefined && density !== undefined) {
    throw new ModelError(`${label}: roller and density are both given; give one of them`);
  }
  if (roller === undefined) return geometry.createInertia(checkPositive(label, "density", density ?? RUBBER));
  return checkInstance(label, "roller", roller, Inertia, "the Inertia of one roller, or a density");
}

export function checkRates(label: string, rates: readonly number[] | undefined, count: number): number[] {
  if (rates === undefined) return new Array<number>(count).fill(0);
  return checkNumbers(label, "rollerRates", rates, `${count} numbers, one for each roller`, count);
}

export function readBearing(label: string, bearing: BearingOptions | undefined) {
  const owner = `${label}, bearing`;
  checkOptions(owner, bearing, ["damping", "friction", "velocity"]);
  const damping = checkNotNegative(owner, "damping", bearing?.damping ?? 0);
  const friction = checkNotNegative(owner, "friction", bearing?.friction ?? 0);
  const velocity = checkPositive(owner, "velocity", bearing?.velocity ?? 1e-2);
  return {
    ...(damping > 0 && { damping }),
    ...(friction > 0 && {
      torque: (_t: number, _angle: number, rate: number) =>
        (-friction * rate) / Math.sqrt(rate * rate + velocity * velocity),
    }),
  };
}

export function listNotes(label: string, geometry: RollerGeometry): string[] {
  const depth = geometry.overlap;
  if (!(depth > 1e-9 * geometry.radius)) return [];
  const remedy = geometry.rows === 1 && geometry.count % 2 === 0 ? "; real wheels have two rows: rows: 2" : "";
  return [
    `${label}: neighbouring rollers reach into each other by ${depth.toPrecision(3)} m (computed, not acted on)${remedy}`,
  ];
}
