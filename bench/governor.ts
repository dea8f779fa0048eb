import { Inertia, PrismaticJoint, RevoluteJoint, RigidBody, SpringDamper, System, type Vector3 } from "../lib/index.ts";

/** Seconds of a run: the governor swings about five times. */
export const GOVERNOR_END = 10;

/**
 * IFToMM benchmark A05, a stiff flyball governor: instead of couplers, springs of 8e5 N/m with dampers of 4e4 Ns/m.
 *
 * A shaft of 1 × 0.01 × 0.01 m stands on a bearing at the origin, along z, and turns freely, at first with 2π rad/s. Two
 * rods of the same size are hinged to it at (±0.05, 0, 1) and hang 30° below the horizontal, with 5 kg at their far ends. A
 * slider, a cube of 0.1 m, starts at half the height of the shaft. Springs of rest length 0.5 m join the middle of each
 * rod to the side of the slider at (±0.05, 0). Density 3000 kg/m³; gravity 9.81 along −z.
 */
export function createGovernor(): System {
  const system = new System({ gravity: [0, 0, -9.81] });
  const density = 3000;
  const z: Vector3 = [0, 0, 1];
  const shaft = system.add(
    new RigidBody("shaft", { inertia: Inertia.box({ density, size: [0.01, 0.01, 1] }), position: [0, 0, 0.5] }),
  );
  system.add(new RevoluteJoint("bearing", system.ground, shaft, { point: [0, 0, 0], axis: z, rate: 2 * Math.PI }));
  const slider = system.add(
    new RigidBody("slider", { inertia: Inertia.box({ density, size: [0.1, 0.1, 0.1] }), position: [0, 0, 0.5] }),
  );
  system.add(new PrismaticJoint("guide", shaft, slider, { point: [0, 0, 0.5], axis: z }));
  for (const [name, side] of [
    ["right", 1],
    ["left", -1],
  ] as const) {
    // Drawn horizontal, described from its hinge.
    const inertia = Inertia.compose([
      { inertia: Inertia.box({ density, size: [1, 0.01, 0.01] }), position: [0.5 * side, 0, 0] },
      { inertia: Inertia.point({ mass: 5 }), position: [side, 0, 0] },
    ]);
    const hinge: Vector3 = [0.05 * side, 0, 1];
    const rod = system.add(
      new RigidBody(`${name}Rod`, { inertia, position: [hinge[0] + inertia.center[0], 0, hinge[2]] }),
    );
    system.add(new RevoluteJoint(`${name}Hinge`, shaft, rod, { point: hinge, axis: [0, side, 0], angle: Math.PI / 6 }));
    system.add(
      new SpringDamper(`${name}Spring`, rod, slider, {
        from: [hinge[0] + 0.5 * side, 0, hinge[2]],
        to: [0.05 * side, 0, 0.5],
        stiffness: 8e5,
        damping: 4e4,
        restLength: 0.5,
      }),
    );
  }
  return system;
}
