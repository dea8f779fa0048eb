import {
  CircularSpindle,
  Cone,
  Cylinder,
  Ellipsoid,
  Paraboloid,
  Plane,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceFrame,
  SurfaceOfRevolution,
  Torus,
} from "../../lib/tracking/index.ts";
import { alongRays, knownParameters, turnedCurve } from "./parametrise.ts";
import { type Motion, move } from "./surfaceMotions.ts";

/** Two surfaces in prescribed tumbling motion; `A` first. */
export interface TrackedPair {
  name: string;
  a: Surface;
  b: Surface;
  motionA: Motion;
  motionB: Motion;
}

const still: Motion = { position: [{}, {}, {}], angles: [{}, {}, {}] };

/** A floor that heaves and sways. */
export const floor: Motion = {
  position: [
    { amplitude: 0.2, frequency: 0.7 },
    { amplitude: 0.3, frequency: 0.31 },
    { amplitude: 0.1, frequency: 1.3 },
  ],
  angles: [{ rate: 0.2 }, { amplitude: 0.15, frequency: 0.9 }, { amplitude: 0.3, frequency: 0.4 }],
};

/** Tumbles over a floor, sometimes through it. */
export const tumbling: Motion = {
  position: [
    { value: 0.4, amplitude: 0.5, frequency: 0.6 },
    { value: -0.3, amplitude: 0.4, frequency: 0.23 },
    { value: 1.1, amplitude: 0.4, frequency: 1.1, phase: 1 },
  ],
  angles: [{ rate: 0.9 }, { value: 0.4, rate: 1.3 }, { rate: 0.7, amplitude: 0.5 }],
};

/** Rocks within limits: the surface shows the floor one side only. */
export const rocking: Motion = {
  position: tumbling.position,
  angles: [{ rate: 0.9 }, { value: 1.5, amplitude: 0.35, frequency: 1.3 }, { rate: 0.7 }],
};

/** A direction of the floor within one octant of the body: the faces of a superellipsoid are flat along its planes of symmetry. */
const nodding: Motion = {
  position: tumbling.position,
  angles: [
    { rate: 0.6 },
    { value: 0.9, amplitude: 0.15, frequency: 1.3 },
    { value: 0.8, amplitude: 0.2, frequency: 0.8 },
  ],
};

/** Circles around the origin at a distance. */
export const circling: Motion = {
  position: [
    { amplitude: 3.2, frequency: 0.5 },
    { amplitude: 3.2, frequency: 0.5, phase: Math.PI / 2 },
    { amplitude: 0.8, frequency: 0.8 },
  ],
  angles: [{ rate: -0.5 }, { rate: 1.1 }, { rate: 0.8 }],
};

export const turning: Motion = {
  position: [{ amplitude: 0.1 }, { amplitude: 0.15, frequency: 0.37 }, { amplitude: 0.1, frequency: 2 }],
  angles: [{ rate: 0.4 }, { value: 0.3, amplitude: 0.4, frequency: 0.7 }, { rate: 0.6 }],
};

const ground = new Plane({ normal: [0, 0, 1] });

/** Stays beside what turns about its axis. */
const beside = (x: number, z: number): Motion => ({
  position: [
    { value: x, amplitude: 0.3, frequency: 0.6 },
    { value: 0.2, amplitude: 0.4, frequency: 0.9 },
    { value: z, amplitude: 0.3, frequency: 1.1, phase: 1 },
  ],
  angles: [{ rate: 0.5 }, { value: 0.4, rate: 0.8 }, { rate: 0.7, amplitude: 0.5 }],
});

const swaying: Motion = {
  position: turning.position,
  angles: [{ rate: 0.4 }, { amplitude: 0.2, frequency: 0.7 }, { rate: 0.6 }],
};

/** The pear of the generatrix `[x, r]`, by a function and so by Chebyshev polynomials. */
const pear = (q: number) => [Math.sin(q), 0.7 * Math.cos(q) * (1 + 0.1 * Math.sin(q))] as const;

/** Pairs with the other kinds of surfaces: cone, paraboloid, of revolution, by expression. */
export async function createOtherPairs(): Promise<TrackedPair[]> {
  const turnedPear = new SurfaceOfRevolution({ generatrix: (q) => [...pear(q)], from: -1.5, to: 1.5, axis: "z" });
  knownParameters.set(turnedPear, turnedCurve(pear, [-1.4, 1.4]));
  const [a, b, k] = [0.9, 0.7, 0.3];
  const egg = await Surface.from("x^2/a^2 + (y^2 + z^2)/b^2*(1 + k*x) - 1", { a, b, k });
  const calcEgg = ([x, y, z]: number[]) => (x * x) / (a * a) + ((y * y + z * z) / (b * b)) * (1 + k * x) - 1;
  knownParameters.set(egg, alongRays(calcEgg, 1.5));
  const cone = new Cone({ halfAngle: 0.5, axis: "z" });
  const dish = new Paraboloid({ radius: 0.8, axis: "z" });
  const ball = new Sphere({ radius: 0.4 });
  const rock = new Ellipsoid({ semiAxes: [0.5, 0.3, 0.4] });
  return [
    { name: "cone, sphere", a: cone, b: ball, motionA: swaying, motionB: beside(2.5, 2) },
    { name: "cone, ellipsoid", a: cone, b: rock, motionA: swaying, motionB: beside(2.5, 2) },
    { name: "paraboloid, ellipsoid", a: dish, b: rock, motionA: swaying, motionB: beside(0.8, -1.4) },
    { name: "plane, pear of revolution", a: ground, b: turnedPear, motionA: floor, motionB: rocking },
    { name: "ellipsoid, pear of revolution", a: rock, b: turnedPear, motionA: beside(2.5, 0), motionB: swaying },
    { name: "plane, expression", a: ground, b: egg, motionA: floor, motionB: tumbling },
    { name: "expression, ellipsoid", a: egg, b: rock, motionA: turning, motionB: beside(2.6, 0.3) },
  ];
}

export const pairs: TrackedPair[] = [
  {
    name: "plane, ellipsoid",
    a: ground,
    b: new Ellipsoid({ semiAxes: [0.9, 0.6, 0.4] }),
    motionA: floor,
    motionB: tumbling,
  },
  {
    name: "two ellipsoids",
    a: new Ellipsoid({ semiAxes: [1.1, 0.7, 0.9] }),
    b: new Ellipsoid({ semiAxes: [0.8, 0.5, 0.6] }),
    motionA: turning,
    motionB: circling,
  },
  {
    name: "plane, torus",
    a: ground,
    b: new Torus({ radius: 0.7, tubeRadius: 0.25, axis: "z" }),
    motionA: floor,
    motionB: rocking,
  },
  {
    name: "plane, spindle",
    a: ground,
    b: new CircularSpindle({ radius: 1, offset: 0.5, axis: "z" }),
    motionA: floor,
    motionB: rocking,
  },
  {
    name: "cylinder, sphere",
    a: new Cylinder({ radius: 0.6, axis: "z" }),
    b: new Sphere({ radius: 0.5 }),
    motionA: turning,
    motionB: circling,
  },
  {
    name: "plane, superellipsoid",
    a: ground,
    b: new Superellipsoid({ semiAxes: [0.8, 0.6, 0.7], exponent: 4 }),
    motionA: still,
    motionB: nodding,
  },
];

/** The two frames of a pair and a function that moves them. */
export function createFrames(pair: TrackedPair): [SurfaceFrame, SurfaceFrame, (t: number) => void] {
  const a = new SurfaceFrame(pair.a);
  const b = new SurfaceFrame(pair.b);
  const moveTo = (t: number) => {
    move(a, pair.motionA, t);
    move(b, pair.motionB, t);
  };
  moveTo(0);
  return [a, b, moveTo];
}
