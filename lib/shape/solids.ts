import { checkNotNegative, checkOptions, checkPositive, checkVector3, ModelError } from "../math/index.ts";
import type { MeshOptions } from "./Mesh.ts";
import { checkSides, findAxis, type Profile, turnProfile } from "./turnProfile.ts";

/** What round meshes have in common. */
export interface RoundMeshOptions {
  /** How many sides the circles have, 3 to 1000. Default: 48. */
  sides?: number;
}

export interface SphereMeshOptions extends RoundMeshOptions {
  radius: number;
}

export interface EllipsoidMeshOptions extends RoundMeshOptions {
  /** Half the diameters along x, y, z. */
  semiAxes: ArrayLike<number>;
}

/** A mesh about an axis, `"y"` if left out. */
export interface AxialMeshOptions extends RoundMeshOptions {
  axis?: "x" | "y" | "z";
}

export interface CylinderMeshOptions extends AxialMeshOptions {
  radius: number;
  length: number;
  innerRadius?: number;
}

export interface ConeMeshOptions extends AxialMeshOptions {
  /** Of the base. */
  radius: number;
  length: number;
}

export interface CapsuleMeshOptions extends AxialMeshOptions {
  radius: number;
  /** Between the centres of the half balls. */
  length: number;
}

export interface TorusMeshOptions extends AxialMeshOptions {
  /** From the axis to the middle of the tube. */
  radius: number;
  tubeRadius: number;
}

const SIDES = 48;

export function calcBox(size: ArrayLike<number>): MeshOptions {
  const [x, y, z] = checkVector3("Mesh.box", "size", size).map(
    (length, i) => 0.5 * checkPositive("Mesh.box", `size[${i}]`, length),
  );
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
  const faces = ["0231", "4576", "0154", "2673", "0462", "1375"];
  const triangles = faces.flatMap((face) => {
    const [a, b, c, d] = [...face].map(Number);
    return [a, b, c, a, c, d];
  });
  return { positions: corners, triangles };
}

export function calcSphere(options: SphereMeshOptions): MeshOptions {
  const owner = "Mesh.sphere";
  checkOptions(owner, options, ["radius", "sides"]);
  const radius = checkPositive(owner, "radius", options?.radius);
  return calcBall(checkSides(owner, options.sides ?? SIDES), [radius, radius, radius]);
}

export function calcEllipsoid(options: EllipsoidMeshOptions): MeshOptions {
  const owner = "Mesh.ellipsoid";
  checkOptions(owner, options, ["semiAxes", "sides"]);
  const semiAxes = checkVector3(owner, "semiAxes", options?.semiAxes).map((length, i) =>
    checkPositive(owner, `semiAxes[${i}]`, length),
  );
  return calcBall(checkSides(owner, options.sides ?? SIDES), semiAxes);
}

/** The poles are on y. */
function calcBall(sides: number, semiAxes: readonly number[]): MeshOptions {
  const half = Math.max(2, Math.round(sides / 2));
  const { positions, triangles } = turnProfile(listArc(0, 1, half, -Math.PI / 2, Math.PI / 2), sides, 1);
  return { positions: Array.from(positions, (x, i) => x * semiAxes[i % 3]), triangles };
}

export function calcCylinder(options: CylinderMeshOptions): MeshOptions {
  const owner = "Mesh.cylinder";
  checkOptions(owner, options, ["radius", "length", "axis", "innerRadius", "sides"]);
  const radius = checkPositive(owner, "radius", options?.radius);
  const half = 0.5 * checkPositive(owner, "length", options.length);
  const inner = checkNotNegative(owner, "innerRadius", options.innerRadius ?? 0);
  if (inner >= radius) {
    throw new ModelError(`${owner}: innerRadius ${inner} leaves no wall inside radius ${radius}; give a smaller one`);
  }
  const outside: Profile = [
    [-half, radius],
    [half, radius],
  ];
  const inside: Profile = [
    [half, inner],
    [-half, inner],
  ];
  const isTube = inner > 0;
  return turnProfile(
    isTube ? [...outside, ...inside] : outside,
    checkSides(owner, options.sides ?? SIDES),
    findAxis(owner, options.axis ?? "y"),
    isTube,
  );
}

export function calcCone(options: ConeMeshOptions): MeshOptions {
  const owner = "Mesh.cone";
  checkOptions(owner, options, ["radius", "length", "axis", "sides"]);
  const radius = checkPositive(owner, "radius", options?.radius);
  const half = 0.5 * checkPositive(owner, "length", options.length);
  const profile: Profile = [
    [-half, radius],
    [half, 0],
  ];
  return turnProfile(profile, checkSides(owner, options.sides ?? SIDES), findAxis(owner, options.axis ?? "y"));
}

export function calcCapsule(options: CapsuleMeshOptions): MeshOptions {
  const owner = "Mesh.capsule";
  checkOptions(owner, options, ["radius", "length", "axis", "sides"]);
  const radius = checkPositive(owner, "radius", options?.radius);
  const half = 0.5 * checkPositive(owner, "length", options.length);
  const sides = checkSides(owner, options.sides ?? SIDES);
  const quarter = Math.max(2, Math.round(sides / 4));
  const profile: Profile = [
    ...listArc(-half, radius, quarter, -Math.PI / 2, 0),
    ...listArc(half, radius, quarter, 0, Math.PI / 2),
  ];
  return turnProfile(profile, sides, findAxis(owner, options.axis ?? "y"));
}

export function calcTorus(options: TorusMeshOptions): MeshOptions {
  const owner = "Mesh.torus";
  checkOptions(owner, options, ["radius", "tubeRadius", "axis", "sides"]);
  const radius = checkPositive(owner, "radius", options?.radius);
  const tube = checkPositive(owner, "tubeRadius", options.tubeRadius);
  if (tube >= radius) {
    throw new ModelError(
      `${owner}: tubeRadius ${tube} leaves no hole in a ring of radius ${radius}; give a smaller one`,
    );
  }
  const sides = checkSides(owner, options.sides ?? SIDES);
  const count = Math.max(3, Math.round(sides / 2));
  const profile = Array.from({ length: count }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / count;
    return [tube * Math.sin(angle), radius + tube * Math.cos(angle)];
  });
  // Anticlockwise from the outer side: x grows where r is the outer radius.
  return turnProfile(profile, sides, findAxis(owner, options.axis ?? "y"), true);
}

/** Corners on an arc about `[center, 0]`, by its angle from the radius; its ends at ±π/2 are on the axis. */
function listArc(center: number, radius: number, parts: number, from: number, to: number): [number, number][] {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / parts;
    const isPole = Math.abs(angle) === Math.PI / 2;
    return [center + radius * Math.sin(angle), isPole ? 0 : radius * Math.cos(angle)];
  });
}
