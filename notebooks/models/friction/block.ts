import {
  type Body,
  Contact,
  CoulombFriction,
  type FrictionLaw,
  Inertia,
  Plane,
  type Quaternion,
  RigidBody,
  Sphere,
  type System,
  TanhFriction,
  type Vector3,
} from "../../../lib/index.ts";

/** What all scenes have. */
export interface LawParameters {
  /** Coulomb's law sticks; the smooth one creeps. */
  law: "coulomb" | "tanh";
  /** Coefficient of sliding friction. */
  coefficient: number;
  /** Static over sliding friction, at least 1. */
  surplus: number;
  /** Of the smooth law: k in `tanh(k v)`, s/m. */
  steepness: number;
}

//#region laws
export function createLaw({ law, coefficient, surplus, steepness }: LawParameters): FrictionLaw {
  if (law === "tanh") return new TanhFriction({ coefficient, steepness });
  return new CoulombFriction({ coefficient, staticCoefficient: surplus * coefficient });
}
//#endregion

export const GRAVITY = 9.81;
export const MASS = 2;
export const HEIGHT = 0.12;
export const FEET = ["foot1", "foot2", "foot3", "foot4"] as const;

/** How a block starts, and what it stands on. */
export interface BlockOptions {
  friction: FrictionLaw;
  velocity: Vector3;
  normal?: Vector3;
  orientation?: Quaternion;
}

/** A block of 40 × 20 × 30 cm on four round feet, above the origin of a plane. */
export function addBlock(system: System, floor: Body, options: BlockOptions): RigidBody {
  const { friction, velocity, normal = [0, 1, 0], orientation } = options;
  //#region block
  const inertia = Inertia.box({ mass: MASS, size: [0.4, 0.2, 0.3] });
  const position = normal.map((n) => HEIGHT * n);
  const block = system.add(new RigidBody("block", { inertia, position, orientation, velocity }));
  const places = [-0.15, 0.15].flatMap((x) => [-0.1, 0.1].map((z) => [x, -0.1, z]));
  places.forEach((place, i) => {
    const surfaceB = new Sphere({ radius: 0.02, position: place });
    system.add(new Contact(FEET[i], floor, block, { surfaceA: new Plane({ normal }), surfaceB, friction }));
  });
  //#endregion
  return block;
}
