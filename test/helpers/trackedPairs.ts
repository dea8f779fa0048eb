import {
  CircularSpindle,
  Cylinder,
  Ellipsoid,
  Plane,
  Sphere,
  Superellipsoid,
  type Surface,
  SurfaceFrame,
  Torus,
} from "../../lib/tracking/index.ts";
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
