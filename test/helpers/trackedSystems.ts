import { NearestPoints } from "../../lib/constraints/contact/index.ts";
import {
  Bushing,
  Ground,
  Inertia,
  multiplyQuaternions,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  System,
  turning,
} from "../../lib/core.ts";
import {
  CircularSpindle,
  Cylinder,
  Ellipsoid,
  Plane,
  Sphere,
  Superellipsoid,
  type Surface,
  Torus,
  type TrackerName,
} from "../../lib/tracking/index.ts";

/** A system in tumbling motion with a `NearestPoints` called `probe`; z is up. */
export interface TrackedSystem {
  name: string;
  create: (tracker: TrackerName, Probe?: typeof NearestPoints) => System;
}

type Kind = typeof NearestPoints;
const floor = new Plane({ normal: [0, 0, 1] });
const X = [1, 0, 0] as const;
const Z = [0, 0, 1] as const;
const lean = (angle: number, own = 0) => multiplyQuaternions(quaternionAbout(X, angle), quaternionAbout(Z, own));

const createSystem = () => new System({ gravity: [0, 0, 0] });

/** Tumbles freely about its centre of mass, which swings on springs: sometimes down through the floor. */
function createTumbling(surface: Surface, inertia: Inertia) {
  return (tracker: TrackerName, Probe: Kind = NearestPoints) => {
    const system = createSystem();
    const body = system.add(
      new RigidBody("body", {
        inertia,
        position: [0.4, -0.3, 1],
        velocity: [0.4, -0.3, 0.6],
        angularVelocity: [0.9, 1.3, 0.5],
      }),
    );
    system.add(new Bushing("springs", system.ground, body, { point: [0.4, -0.3, 1], stiffness: [1, 0.6, 1.9] }));
    system.add(new Probe("probe", system.ground, body, { surfaceA: floor, surfaceB: surface, tracker }));
    return system;
  };
}

/** Spins about its axis z in a frame that rocks on springs: shows the floor one side only. */
function createRocking(surface: Surface) {
  return (tracker: TrackerName, Probe: Kind = NearestPoints) => {
    const system = createSystem();
    const position = [0.1, 0.2, 1.1] as const;
    const orientation = lean(1.4);
    const inertia = Inertia.cylinder({ mass: 1, radius: 0.7, length: 0.5, axis: "z" });
    const frame = system.add(
      new RigidBody("frame", {
        inertia,
        position,
        orientation,
        velocity: [0, 0.2, 0.5],
        angularVelocity: [0.3, 0.2, 0.1],
      }),
    );
    const body = system.add(new RigidBody("body", { inertia, position, orientation }));
    const axis = [0, -Math.sin(1.4), Math.cos(1.4)] as const;
    const options = { point: position, stiffness: [1, 2, 4], angularStiffness: 2 };
    system.add(new Bushing("springs", system.ground, frame, options));
    system.add(new RevoluteJoint("spin", frame, body, { point: position, axis, rate: 1.5 }));
    system.add(new Probe("probe", system.ground, body, { surfaceA: floor, surfaceB: surface, tracker }));
    return system;
  };
}

/** Two bodies that tumble side by side, each on springs. */
function createPair(a: Surface, b: Surface, angularStiffness: number) {
  return (tracker: TrackerName, Probe: Kind = NearestPoints) => {
    const system = createSystem();
    const add = (name: string, x: number, tilt: number, spin: readonly number[]) => {
      const inertia = Inertia.box({ mass: 1, size: [1, 0.8, 1.3] });
      const orientation = lean(tilt, 0.4);
      const velocity = [0.3 * spin[1], 0.2, -0.3] as const;
      const body = new RigidBody(name, {
        inertia,
        position: [x, 0, 0],
        orientation,
        velocity,
        angularVelocity: [...spin],
      });
      system.add(body);
      const options = {
        point: [x, 0, 0],
        stiffness: [2, 1, 1.5],
        angularStiffness: name === "first" ? angularStiffness : 0,
      };
      system.add(new Bushing(`springs of ${name}`, system.ground, body, options));
      return body;
    };
    const first = add("first", 0, 0.3, [0.4, 0.7, 0.6]);
    const second = add("second", 2.6, 0.8, [-0.5, 1.1, 0.8]);
    system.add(new Probe("probe", first, second, { surfaceA: a, surfaceB: b, tracker }));
    return system;
  };
}

/** Nods on springs on a turning table. The faces of a superellipsoid are flat along its planes of symmetry: it keeps off them. */
function createNodding(surface: Surface) {
  return (tracker: TrackerName, Probe: Kind = NearestPoints) => {
    const system = createSystem();
    const motion = turning({ axis: Z, angle: (t) => [0.6 * t, 0.6, 0] });
    const table = system.add(new Ground("table", { motion }));
    const inertia = Inertia.ellipsoid({ mass: 1, semiAxes: [0.8, 0.6, 0.7] });
    const body = system.add(
      new RigidBody("body", {
        inertia,
        position: [0, 0, 1.1],
        orientation: lean(0.9, 0.8),
        velocity: [0.2, 0.1, 0.5],
        angularVelocity: [0.3, 0.1, 0.8],
      }),
    );
    const options = { point: [0, 0, 1.1], stiffness: [1, 2, 3], angularStiffness: [0.8, 1, 0.6] };
    system.add(new Bushing("springs", table, body, options));
    system.add(new Probe("probe", system.ground, body, { surfaceA: floor, surfaceB: surface, tracker }));
    return system;
  };
}

export const trackedSystems: TrackedSystem[] = [
  {
    name: "plane, ellipsoid",
    create: createTumbling(
      new Ellipsoid({ semiAxes: [0.9, 0.6, 0.4] }),
      Inertia.ellipsoid({ mass: 1, semiAxes: [0.9, 0.6, 0.4] }),
    ),
  },
  {
    name: "two ellipsoids",
    create: createPair(new Ellipsoid({ semiAxes: [1.1, 0.7, 0.9] }), new Ellipsoid({ semiAxes: [0.8, 0.5, 0.6] }), 0),
  },
  { name: "plane, torus", create: createRocking(new Torus({ radius: 0.7, tubeRadius: 0.25, axis: "z" })) },
  { name: "plane, spindle", create: createRocking(new CircularSpindle({ radius: 1, offset: 0.5, axis: "z" })) },
  {
    name: "cylinder, sphere",
    create: createPair(new Cylinder({ radius: 0.6, axis: "z" }), new Sphere({ radius: 0.5 }), 1),
  },
  {
    name: "plane, superellipsoid",
    create: createNodding(new Superellipsoid({ semiAxes: [0.8, 0.6, 0.7], exponent: 4 })),
  },
];
