import {
  BallJoint,
  Bushing,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  PlanarJoint,
  PointOnLine,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  SpringDamper,
  System,
  turning,
  UniversalJoint,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";

/** One of everything, moving, loaded, driven and damped, with a closed loop and a base that turns. */
export function createZoo(): System {
  const system = new System();
  const inertia = Inertia.compose([
    { inertia: Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] }) },
    { inertia: Inertia.sphere({ mass: 0.3, radius: 0.05 }), position: [0.1, 0.1, 0.05] },
  ]);
  const table = system.add(
    new Ground("table", { motion: turning({ axis: [0, 1, 0], angle: (t) => [0.3 + 0.7 * t, 0.7, 0] }) }),
  );
  const bodies = Array.from({ length: 9 }, (_, i) =>
    system.add(new RigidBody(`body${i}`, { inertia, position: [i, 0.1 * i, 0] })),
  );
  const at = (i: number): Vector3 => [i - 0.5, 0.05, 0.02 * i];
  const hinge = system.add(
    new RevoluteJoint("hinge", table, bodies[0], { point: at(0), axis: [0, 0, 1], rate: 1, damping: 0.2 }),
  );
  const second = system.add(new RevoluteJoint("second", bodies[0], bodies[1], { point: at(1), axis: [0, 1, 1] }));
  system.add(
    new UniversalJoint("universal", bodies[1], bodies[2], {
      point: at(2),
      axes: [
        [1, 0, 0],
        [0, 1, 0.2],
      ],
      first: { rate: 1 },
      second: { rate: -1, stiffness: 3, start: 0.2 },
    }),
  );
  system.add(
    new PlanarJoint("planar", bodies[2], bodies[3], {
      point: at(3),
      normal: [0, 0, 1],
      x: { rate: 1, start: 0.1 },
      y: { rate: 0.4 },
      rotation: { rate: 2 },
    }),
  );
  system.add(new ScrewJoint("screw", bodies[3], bodies[4], { point: at(4), axis: [1, 0, 0], pitch: 0.1, rate: 3 }));
  system.add(new BallJoint("ball", bodies[4], bodies[5], { point: at(5), rate: [1, 2, 3], damping: 0.1 }));
  system.add(
    new CylindricalJoint("cylindrical", bodies[5], bodies[6], {
      point: at(6),
      axis: [1, 1, 0],
      translation: { rate: 1 },
      rotation: { motion: (t) => [t * t, 2 * t, 2] },
    }),
  );
  // The tree reaches this pair from its B.
  system.add(new WeldJoint("weld", bodies[7], bodies[6]));
  system.add(new RevoluteJoint("loose", bodies[8], system.ground, { point: [8, 3, 0], axis: [0, 0, 1], rate: 1 }));
  system.add(
    new Bushing("bushing", bodies[7], bodies[8], { point: at(8), stiffness: 40, angularStiffness: 3, damping: 1 }),
  );
  system.add(
    new SpringDamper("spring", system.ground, bodies[7], { from: [3, 3, 3], stiffness: 10, damping: 1, restLength: 1 }),
  );
  system.add(new DistanceRod("rod", system.ground, bodies[3], { from: [0, 5, 0] }));
  system.add(new PointOnLine("slot", bodies[0], bodies[2], { direction: [1, 0.5, 0] }));
  system.add(new Gear("gear", hinge, second, { teeth: [20, 10] }));
  return system;
}
