import { Inertia, mecanumLayout, System, type Trajectory, Vehicle } from "../../lib/index.ts";

/** A short run of a mecanum vehicle with 36 rollers that goes diagonally. */
export function runCart(): Trajectory {
  const system = new System();
  new Vehicle("cart", system.ground, {
    wheels: mecanumLayout({ length: 0.4, width: 0.3 }),
    wheel: {
      radius: 0.05,
      rollers: 9,
      rollerDistance: 0.04,
      disc: Inertia.cylinder({ mass: 0.5, radius: 0.04, length: 0.04, axis: "z" }),
      friction: 0.6,
    },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    command: { vx: 0.3, vy: 0.2, wz: 0 },
  }).addTo(system);
  return system.simulateSync({ until: 0.2, tolerance: 1e-4, method: "dopri5" });
}
