import {
  BallJoint,
  type Body,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SpringDamper,
  System,
  type Vector3,
} from "../lib/index.ts";
import { CRANK_LOOP } from "../test/reference/crankLoop.ts";
import { HEAVY_TOP } from "../test/reference/heavyTop.ts";
import { SLIDER_CRANK } from "../test/reference/sliderCrank.ts";
import { DZHANIBEKOV } from "../test/reference/torqueFree.ts";

const Z: Vector3 = [0, 0, 1];

/** A rod of 1 kg and 1 m on a hinge, drawn hanging, released at `angle` from there. */
export function createPendulum(angle: number): System {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "y" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0, -0.5, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: Z, angle }));
  return system;
}

/** IFToMM benchmark A01: a point mass of 1 kg on a massless bar of 1 m, at rest at (−1, 0). */
export function createA01(): System {
  const system = new System();
  const bob = system.add(new RigidBody("bob", { inertia: Inertia.point({ mass: 1 }), position: [-1, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: Z }));
  return system;
}

/** A torque-free body that tumbles about its intermediate axis. */
export function createTumbler(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = new Inertia({ mass: 1, tensor: [...DZHANIBEKOV.inertia] });
  system.add(new RigidBody("body", { inertia, bodyAngularVelocity: [...DZHANIBEKOV.omega] }));
  return system;
}

export function createHeavyTop(): System {
  const { mass, inertia, centre } = HEAVY_TOP.top;
  const system = new System({ gravity: [0, 0, -HEAVY_TOP.top.gravity] });
  const top = system.add(
    new RigidBody("top", {
      inertia: new Inertia({ mass, tensor: [inertia[0], inertia[1], inertia[2]] }),
      position: [centre[0], centre[1], centre[2]],
      bodyAngularVelocity: [HEAVY_TOP.omega[0], HEAVY_TOP.omega[1], HEAVY_TOP.omega[2]],
    }),
  );
  system.add(new BallJoint("tip", system.ground, top, { point: [0, 0, 0] }));
  return system;
}

/** A crank at constant speed pulls a piston by a spring and a damper: a driven slider-crank without a loop. */
export function createSliderCrank(): System {
  const p = SLIDER_CRANK;
  const system = new System({ gravity: [0, 0, 0] });
  const crankInertia = Inertia.rod({ mass: (3 * p.crankInertia) / p.radius ** 2, length: p.radius, axis: "x" });
  const crank = system.add(new RigidBody("crank", { inertia: crankInertia, position: [p.radius / 2, 0, 0] }));
  const piston = system.add(
    new RigidBody("piston", { inertia: Inertia.sphere({ mass: p.mass, radius: 0.02 }), position: [p.position, 0, 0] }),
  );
  const motion = (t: number) => [p.speed * t, p.speed, 0] as const;
  system.add(new RevoluteJoint("motor", system.ground, crank, { point: [0, 0, 0], axis: Z, motion }));
  const guide = { point: [p.position, 0, 0] as Vector3, axis: [1, 0, 0] as Vector3, rate: p.velocity };
  system.add(new PrismaticJoint("guide", system.ground, piston, guide));
  system.add(
    new SpringDamper("rod", crank, piston, {
      from: [p.radius, 0, 0],
      stiffness: p.stiffness,
      damping: p.damping,
      restLength: p.restLength,
    }),
  );
  return system;
}

/** Slender rods of 1 kg and 1 m in a plane, hinged one to the next, released from the horizontal. */
export function createPlanarChain(count: number): System {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  let parent: Body = system.ground;
  for (let i = 0; i < count; i++) {
    const rod = system.add(new RigidBody(`rod${i}`, { inertia, position: [i + 0.5, 0, 0] }));
    system.add(new RevoluteJoint(`joint${i}`, parent, rod, { point: [i, 0, 0], axis: Z }));
    parent = rod;
  }
  return system;
}

export const CHAIN = { length: 0.1, mass: 0.1, radius: 0.01, gravity: 9.81 };

/**
 * The chain used to compare engines: rods along x hinged one to the next, joints turning about y and x in turn, every x
 * joint turned by 0.3 rad at the start, at rest, gravity along −z.
 */
export function createChain(count: number): System {
  const { length, mass, radius, gravity } = CHAIN;
  const system = new System({ gravity: [0, 0, -gravity] });
  const inertia = Inertia.cylinder({ mass, radius, length, axis: "x" });
  let parent: Body = system.ground;
  for (let i = 0; i < count; i++) {
    const rod = system.add(new RigidBody(`rod${i}`, { inertia, position: [(i + 0.5) * length, 0, 0] }));
    const isOdd = i % 2 === 1;
    const axis: Vector3 = isOdd ? [1, 0, 0] : [0, 1, 0];
    system.add(
      new RevoluteJoint(`joint${i}`, parent, rod, { point: [i * length, 0, 0], axis, angle: isOdd ? 0.3 : 0 }),
    );
    parent = rod;
  }
  return system;
}

/** What the chain's energy is compared with: N m g · N L/2, the drop from straight out to hanging. */
export function getChainDrop(count: number): number {
  return (count * CHAIN.mass * CHAIN.gravity * count * CHAIN.length) / 2;
}

export const FOUR_BAR = { crank: 0.1, coupler: 0.4, rocker: 0.3, base: 0.4, gravity: 9.81, radius: 0.01 };

/**
 * The four-bar used to compare engines: in the x–z plane, hinges along y, crank at 45°, the open assembly with the coupler
 * above; rods of 1 kg/m, at rest, gravity along −z. Drawn in 3D it has three redundant constraints.
 */
export function createFourBar(): System {
  const { crank, coupler, rocker, base, gravity, radius } = FOUR_BAR;
  const system = new System({ gravity: [0, 0, -gravity] });
  const A: Vector3 = [0, 0, 0];
  const D: Vector3 = [base, 0, 0];
  const B: Vector3 = [crank * Math.SQRT1_2, 0, crank * Math.SQRT1_2];
  // C is where circles about B and D meet, above.
  const dx = D[0] - B[0];
  const dz = D[2] - B[2];
  const distance = Math.hypot(dx, dz);
  const along = (coupler ** 2 - rocker ** 2 + distance ** 2) / (2 * distance);
  const across = Math.sqrt(coupler ** 2 - along ** 2);
  const C: Vector3 = [B[0] + (along * dx - across * dz) / distance, 0, B[2] + (along * dz + across * dx) / distance];
  const axis: Vector3 = [0, 1, 0];
  const rod = (name: string, from: Vector3, to: Vector3) => {
    const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
    const angle = -Math.atan2(to[2] - from[2], to[0] - from[0]);
    return system.add(
      new RigidBody(name, {
        inertia: Inertia.cylinder({ mass: length, radius, length, axis: "x" }),
        position: [(from[0] + to[0]) / 2, 0, (from[2] + to[2]) / 2],
        orientation: [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0],
      }),
    );
  };
  const bodies = [rod("crank", A, B), rod("coupler", B, C), rod("rocker", D, C)];
  system.add(new RevoluteJoint("A", system.ground, bodies[0], { point: A, axis }));
  system.add(new RevoluteJoint("B", bodies[0], bodies[1], { point: B, axis }));
  system.add(new RevoluteJoint("C", bodies[1], bodies[2], { point: C, axis }));
  system.add(new RevoluteJoint("D", system.ground, bodies[2], { point: D, axis }));
  return system;
}

/** A slider-crank as a closed loop of four joints, free to turn. Drawn in 3D it has three redundant constraints. */
export function createCrankLoop(): System {
  const p = CRANK_LOOP;
  const system = new System({ gravity: [0, -p.gravity, 0] });
  const pin: Vector3 = [p.radius * Math.cos(p.angle), p.radius * Math.sin(p.angle), 0];
  const tilt = -Math.asin(pin[1] / p.length);
  const end: Vector3 = [pin[0] + p.length * Math.cos(tilt), 0, 0];
  const add = (name: string, mass: number, inertia: number, from: Vector3, to: Vector3, angle: number) =>
    system.add(
      new RigidBody(name, {
        inertia: new Inertia({ mass, tensor: [0.6 * inertia, 0.8 * inertia, inertia] }),
        position: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0],
        orientation: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)],
      }),
    );
  const crank = add("crank", p.crankMass, p.crankInertia, [0, 0, 0], pin, p.angle);
  const rod = add("rod", p.rodMass, p.rodInertia, pin, end, tilt);
  const piston = add("piston", p.pistonMass, 1e-3, end, end, 0);
  system.add(new RevoluteJoint("main", system.ground, crank, { point: [0, 0, 0], axis: Z, rate: p.rate }));
  system.add(new RevoluteJoint("pin", crank, rod, { point: pin, axis: Z }));
  system.add(new RevoluteJoint("wrist", rod, piston, { point: end, axis: Z }));
  system.add(new PrismaticJoint("guide", system.ground, piston, { point: end, axis: [1, 0, 0] }));
  return system;
}

/** IFToMM benchmark A02: N four-bars side by side, upright at the start, the first upper point at 1 m/s along x. */
export function createA02(count: number): System {
  const system = new System();
  const rod = (name: string, position: Vector3, axis: "x" | "y") =>
    system.add(new RigidBody(name, { inertia: Inertia.rod({ mass: 1, length: 1, axis }), position }));
  const verticals = Array.from({ length: count + 1 }, (_, i) => rod(`vertical${i}`, [i, 0.5, 0], "y"));
  verticals.forEach((body, i) => {
    system.add(new RevoluteJoint(`foot${i}`, system.ground, body, { point: [i, 0, 0], axis: Z, rate: -1 }));
  });
  for (let i = 0; i < count; i++) {
    const bar = rod(`horizontal${i}`, [i + 0.5, 1, 0], "x");
    system.add(new RevoluteJoint(`left${i}`, verticals[i], bar, { point: [i, 1, 0], axis: Z, rate: 1 }));
    system.add(new RevoluteJoint(`right${i}`, bar, verticals[i + 1], { point: [i + 1, 1, 0], axis: Z }));
  }
  return system;
}

/** IFToMM benchmark A04, Bricard's mechanism: five rods and the ground in a loop of six hinges, one of them too many. */
export function createA04(): System {
  const system = new System();
  const points: Vector3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, -1, 0],
    [1, -1, 1],
    [0, -1, 1],
    [0, 0, 1],
  ];
  const axes: Vector3[] = [[0, 1, 0], Z, [1, 0, 0], [0, 1, 0], Z, [1, 0, 0]];
  let parent: Body = system.ground;
  for (let i = 0; i < 5; i++) {
    const [from, to] = [points[i], points[i + 1]];
    const size = from.map((x, k) => (x === to[k] ? 0.1 : 1)) as unknown as Vector3;
    const position = from.map((x, k) => (x + to[k]) / 2) as unknown as Vector3;
    const rod = system.add(new RigidBody(`rod${i}`, { inertia: Inertia.box({ mass: 1, size }), position }));
    system.add(new RevoluteJoint(`joint${i}`, parent, rod, { point: from, axis: axes[i] }));
    parent = rod;
  }
  system.add(new RevoluteJoint("joint5", parent, system.ground, { point: points[5], axis: axes[5] }));
  return system;
}
