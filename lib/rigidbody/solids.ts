import {
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  checkVector3,
  describe,
  ModelError,
  otherwise,
} from "../math/index.ts";

/** The six entries `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` of a symmetric matrix. */
export type InertiaTensor = readonly [number, number, number, number, number, number];

/** What the constructor of `Inertia` takes. */
export interface InertiaOptions {
  mass: number;
  /** About the centre of mass, in body axes: `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`. */
  tensor: ArrayLike<number>;
  /** Centre of mass in the frame in which the shape was described; `[0, 0, 0]` if left out. */
  center?: ArrayLike<number>;
}

/** Exactly one of the two: the mass in kg, or the density in kg/m³. */
export type MassOrDensity = { mass: number; density?: undefined } | { density: number; mass?: undefined };

export type AxisName = "x" | "y" | "z";

export type BoxOptions = MassOrDensity & {
  /** Edge lengths along x, y, z. */
  size: ArrayLike<number>;
};
export type SphereOptions = MassOrDensity & { radius: number };
export type HollowSphereOptions = MassOrDensity & {
  radius: number;
  /** Without it the wall is infinitely thin; a density then has no volume to fill and is refused. */
  innerRadius?: number;
};
export type RodOptions = MassOrDensity & {
  length: number;
  axis?: AxisName;
  /** Without it the rod is infinitely thin: no inertia about its own axis, and no volume for a density. */
  radius?: number;
};
export type CylinderOptions = MassOrDensity & {
  radius: number;
  length: number;
  axis?: AxisName;
  innerRadius?: number;
};
export type EllipsoidOptions = MassOrDensity & {
  /** Half the diameters along x, y, z. */
  semiAxes: ArrayLike<number>;
};

export function calcBox(options: BoxOptions): InertiaOptions {
  const owner = "Inertia.box";
  checkOptions(owner, options, ["mass", "density", "size"], true);
  const [x, y, z] = checkLengths(owner, "size", options.size);
  const mass = findMass(owner, options, x * y * z);
  return { mass, tensor: calcDiagonal(mass / 12, x, y, z) };
}

export function calcEllipsoid(options: EllipsoidOptions): InertiaOptions {
  const owner = "Inertia.ellipsoid";
  checkOptions(owner, options, ["mass", "density", "semiAxes"], true);
  const [a, b, c] = checkLengths(owner, "semiAxes", options.semiAxes);
  const mass = findMass(owner, options, (4 / 3) * Math.PI * a * b * c);
  return { mass, tensor: calcDiagonal(mass / 5, a, b, c) };
}

export function calcSphere(options: SphereOptions): InertiaOptions {
  const owner = "Inertia.sphere";
  checkOptions(owner, options, ["mass", "density", "radius"], true);
  return calcShell(owner, options, checkPositive(owner, "radius", options.radius), 0);
}

export function calcHollowSphere(options: HollowSphereOptions): InertiaOptions {
  const owner = "Inertia.hollowSphere";
  checkOptions(owner, options, ["mass", "density", "radius", "innerRadius"], true);
  const radius = checkPositive(owner, "radius", options.radius);
  return calcShell(owner, options, radius, findInnerRadius(owner, options.innerRadius, radius) ?? radius);
}

/**
 * A shell between the radii `r ≤ R`: `I = 2/5 m (R⁵ − r⁵)/(R³ − r³)`, divided by `R − r` above and below, so that thin
 * shells lose no digits and `r = R` is the infinitely thin one, `I = 2/3 m R²`.
 */
function calcShell(owner: string, options: MassOrDensity, radius: number, inner: number): InertiaOptions {
  const t = inner / radius;
  const cubes = 1 + t + t * t;
  const mass = findMass(
    owner,
    options,
    (4 / 3) * Math.PI * (radius - inner) * radius * radius * cubes,
    "an innerRadius",
  );
  const moment = 0.4 * mass * radius * radius * ((1 + t * (1 + t * (1 + t * (1 + t)))) / cubes);
  return { mass, tensor: [moment, moment, moment] };
}

export function calcRod(options: RodOptions): InertiaOptions {
  const owner = "Inertia.rod";
  checkOptions(owner, options, ["mass", "density", "length", "axis", "radius"], true);
  const radius = options.radius === undefined ? 0 : checkPositive(owner, "radius", options.radius);
  return calcTube(owner, options, otherwise(options.axis, "x"), options.length, radius, 0);
}

export function calcCylinder(options: CylinderOptions): InertiaOptions {
  const owner = "Inertia.cylinder";
  checkOptions(owner, options, ["mass", "density", "radius", "length", "axis", "innerRadius"], true);
  const radius = checkPositive(owner, "radius", options.radius);
  const inner = findInnerRadius(owner, options.innerRadius, radius) ?? 0;
  return calcTube(owner, options, otherwise(options.axis, "y"), options.length, radius, inner);
}

function calcTube(
  owner: string,
  options: MassOrDensity,
  axis: AxisName,
  givenLength: number,
  radius: number,
  inner: number,
): InertiaOptions {
  const length = checkPositive(owner, "length", givenLength);
  const mass = findMass(owner, options, Math.PI * (radius - inner) * (radius + inner) * length, "a radius");
  const squares = radius * radius + inner * inner;
  return { mass, tensor: alongAxis(owner, axis, (mass / 2) * squares, (mass / 12) * (3 * squares + length * length)) };
}

const calcDiagonal = (k: number, x: number, y: number, z: number): number[] => [
  k * (y * y + z * z),
  k * (x * x + z * z),
  k * (x * x + y * y),
];

/** `along` in the place of the axis, `across` in the other two. */
export function alongAxis(owner: string, axis: AxisName, along: number, across: number): [number, number, number] {
  if (axis !== "x" && axis !== "y" && axis !== "z") {
    throw new ModelError(`${owner}: axis ${describe(axis)} is unknown; give "x", "y" or "z"`);
  }
  return [axis === "x" ? along : across, axis === "y" ? along : across, axis === "z" ? along : across];
}

/** The mass, or density times volume; `needed` is the option without which the shape has no volume. */
export function findMass(owner: string, options: MassOrDensity, volume: number, needed = "larger sizes"): number {
  const { mass, density } = options;
  if (mass !== undefined && density !== undefined) {
    throw new ModelError(
      `${owner}: mass ${describe(mass)} and density ${describe(density)} are both given; give only one of them`,
    );
  }
  if (mass === undefined && density === undefined) {
    throw new ModelError(`${owner}: neither mass nor density is given; give one of them`);
  }
  if (mass !== undefined) return checkPositive(owner, "mass", mass);
  checkPositive(owner, "density", density);
  if (volume === 0) {
    throw new ModelError(`${owner}: density ${density} fills no volume; give the mass, or ${needed}`);
  }
  return checkNumber(owner, "mass from density and volume", density * volume);
}

function checkLengths(owner: string, what: string, value: unknown): [number, number, number] {
  const lengths = checkVector3(owner, what, value);
  lengths.forEach((x, i) => {
    checkPositive(owner, `${what}[${i}]`, x);
  });
  return lengths;
}

function findInnerRadius(owner: string, value: number | undefined, radius: number): number | undefined {
  if (value === undefined) return undefined;
  const inner = checkNotNegative(owner, "innerRadius", value);
  if (inner >= radius) {
    throw new ModelError(`${owner}: innerRadius ${inner} leaves no wall inside radius ${radius}; give a smaller one`);
  }
  return inner;
}
