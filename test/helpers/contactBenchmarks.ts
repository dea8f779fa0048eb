import {
  Contact,
  type FrictionLaw,
  IdealRolling,
  Resistance,
  SequentialImpact,
  SimultaneousImpact,
} from "../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System } from "../../lib/index.ts";
import { matrixFromQuaternion } from "../../lib/math/index.ts";
import { Plane, Sphere, type TrackerName } from "../../lib/tracking/index.ts";
import { createDisk, findPrecession } from "../../notebooks/models/eulerDisk.ts";
import { createRattleback, readSpin, turnEvent } from "../../notebooks/models/rattleback.ts";
import { createTippeTop } from "../../notebooks/models/tippeTop.ts";
import { g } from "./contactClosedForms.ts";

/** A box on four spherical feet on an incline whose tangent is `part` of the friction coefficient. */
export function slideBox(part: number, until: number, tolerance = 1e-9) {
  const mu = 0.5;
  const angle = Math.atan(mu * part);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const system = new System({ gravity: [g * s, -g * c, 0] });
  const radius = 0.02;
  const box = system.add(
    new RigidBody("box", { inertia: Inertia.box({ mass: 3, size: [0.4, 0.2, 0.3] }), position: [0, 0.1 + radius, 0] }),
  );
  [-0.15, 0.15].forEach((x, i) => {
    [-0.1, 0.1].forEach((z, k) => {
      const foot = new Sphere({ radius, position: [x, -0.1, z] });
      const options = { surfaceA: new Plane(), surfaceB: foot, friction: mu };
      system.add(new Contact(`foot${i}${k}`, system.ground, box, options));
    });
  });
  const run = system.simulateSync({ until, tolerance });
  const { position } = run.last.body("box");
  const way = 0.5 * Math.max(0, g * (s - mu * c)) * until * until;
  return { run, way, moved: Math.hypot(position[0], position[1] - 0.1 - radius, position[2]), x: position[0] };
}

/** Kane and Levinson's rattleback [Kane], started with the spin `w3` about its third axis, which points down. */
export function spinRattleback(w3: number, until: number, tracker: TrackerName = "auto", tolerance = 1e-10) {
  const { system } = createRattleback({ spin: -w3, asymmetry: 1, resistance: 0, friction: -1 }, tracker);
  const run = system.simulateSync({ until, tolerance, events: [turnEvent] });
  const turns = run.events.filter(({ owner }) => owner === "turn").map(({ t }) => t);
  return { run, turns, spin: readSpin(run.at(1).body("stone")), energy: run.at(0).energy.total };
}

/** A disc that rolls to rest [Moffatt]: largest relative error of Ω² = 4 g/(R sin α) until α falls below `least`. */
export function rollEulersDisc(alpha: number, until: number, least: number) {
  const R = 0.2;
  const { system, disk, surface } = createDisk(R, alpha, findPrecession(R, alpha), 0);
  system.add(
    new Contact("contact", system.ground, disk, {
      surfaceA: new Plane(),
      surfaceB: surface,
      friction: new IdealRolling(),
      resistance: new Resistance({ rolling: 4e-4, velocity: 1e-3 }),
    }),
  );
  const run = system.simulateSync({ until, tolerance: 1e-8 });
  let error = 0;
  let last = alpha;
  for (let t = 0.05; t < until && last > least; t += 0.05) {
    const now = run.at(t);
    const { position, angularVelocity } = now.body("disk");
    const { point } = now.reaction("contact");
    last = Math.asin(position[1] / R);
    // ω = Ω sin α e₂ + ω₃ e₃ with e₂ from the contact to the centre.
    const rate = angularVelocity.reduce((sum, w, i) => sum + (w * (position[i] - point[i])) / R, 0) / Math.sin(last);
    error = Math.max(error, Math.abs((rate * rate * R * Math.sin(last)) / (4 * g) - 1));
  }
  return { run, error, last };
}

/** A tippe top [Jellett]: a ball with its centre of mass below its middle, spun fast. */
export function spinTippeTop(until: number, friction: FrictionLaw | number) {
  const tilt = (0.1 * 180) / Math.PI;
  const parameters = { spin: 160, friction: 0, eccentricity: 0.3, ratio: 2.1 / 1.8, tilt };
  const { system } = createTippeTop(parameters, friction);
  const run = system.simulateSync({ until, tolerance: 1e-8 });
  const up = matrixFromQuaternion(run.last.body("top").orientation)[4];
  const total = run.column("energy.total");
  let growth = 0;
  let least = total[0];
  for (const value of total) {
    growth = Math.max(growth, value - least);
    least = Math.min(least, value);
  }
  return { run, up, growth: growth / total[0] };
}

/** Newton's cradle with five balls, the first at 1 m/s: the speeds after the blow. */
export function strikeCradle(isSequential: boolean): number[] {
  const system = new System({ gravity: [0, 0, 0] });
  const radius = 0.1;
  const balls = Array.from({ length: 5 }, (_, i) =>
    system.add(
      new RigidBody(`ball${i}`, {
        inertia: Inertia.sphere({ mass: 1, radius }),
        position: [2 * radius * i + (i > 0 ? 0.1 : 0), 0, 0],
        velocity: [i > 0 ? 0 : 1, 0, 0],
      }),
    ),
  );
  const impact = isSequential ? new SequentialImpact({ restitution: 1 }) : new SimultaneousImpact({ restitution: 1 });
  for (let i = 0; i < 4; i++) {
    const surface = new Sphere({ radius });
    system.add(new Contact(`pair${i}`, balls[i], balls[i + 1], { surfaceA: surface, surfaceB: surface, impact }));
  }
  const run = system.simulateSync({ until: 0.2 });
  return balls.map(({ name }) => run.last.body(name).velocity[0]);
}
