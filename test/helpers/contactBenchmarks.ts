import {
  Contact,
  type FrictionLaw,
  IdealRolling,
  Resistance,
  SequentialImpact,
  SimultaneousImpact,
} from "../../lib/constraints/contact/index.ts";
import { Inertia, quaternionAbout, RigidBody, System, type Vector3 } from "../../lib/index.ts";
import { Ellipsoid, Plane, Sphere, type TrackerName } from "../../lib/tracking/index.ts";
import { createDisc, g } from "./contactClosedForms.ts";

type Quaternion = readonly number[];

/** `q v q*` of a unit quaternion. */
function rotate([w, x, y, z]: Quaternion, [a, b, c]: readonly number[]): Vector3 {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]];
}

const rotateBack = ([w, x, y, z]: Quaternion, v: readonly number[]) => rotate([w, -x, -y, -z], v);

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

/** Kane and Levinson's rattleback, started with the spin `w3` about its third axis. */
export function spinRattleback(w3: number, until: number, tracker: TrackerName = "auto", tolerance = 1e-10) {
  const angle = Math.PI / 360;
  const down: Vector3 = [-Math.cos(angle) * Math.sin(angle), Math.sin(angle), Math.cos(angle) * Math.cos(angle)];
  const semiAxes: Vector3 = [0.2, 0.03, 0.02];
  const h = 0.01;
  // The rotation that takes `down` to −z, about their common normal down × (−z).
  const axis: Vector3 = [-down[1], down[0], 0];
  const sine = Math.hypot(...axis);
  const q = quaternionAbout([axis[0] / sine, axis[1] / sine, 0], Math.atan2(sine, -down[2]));
  const reach = Math.hypot(...semiAxes.map((a, i) => a * down[i]));
  const contact = semiAxes.map((a, i) => (a * a * down[i]) / reach - (i === 2 ? h : 0)) as unknown as Vector3;
  const arm = rotate(q, contact);
  const w = rotate(q, [0, 0, w3]);
  const system = new System({ gravity: [0, 0, -g] });
  const stone = system.add(
    new RigidBody("stone", {
      inertia: new Inertia({ mass: 1, tensor: [2e-4, 1.6e-3, 1.7e-3, -2e-5, 0, 0] }),
      position: [-arm[0], -arm[1], -arm[2]],
      orientation: q,
      angularVelocity: w,
      // v = ω × (centre of mass − contact)
      velocity: [-(w[1] * arm[2] - w[2] * arm[1]), -(w[2] * arm[0] - w[0] * arm[2]), -(w[0] * arm[1] - w[1] * arm[0])],
    }),
  );
  system.add(
    new Contact("floor", system.ground, stone, {
      surfaceA: new Plane({ normal: [0, 0, 1] }),
      surfaceB: new Ellipsoid({ semiAxes, position: [0, 0, -h] }),
      friction: new IdealRolling(),
      tracker,
    }),
  );
  const readSpin = (body: { orientation: readonly number[]; angularVelocity: Vector3 }) =>
    rotateBack(body.orientation, body.angularVelocity)[2];
  const run = system.simulateSync({
    until,
    tolerance,
    events: [{ name: "turn", value: (now) => readSpin(now.body("stone")) }],
  });
  const turns = run.events.filter(({ owner }) => owner === "turn").map(({ t }) => t);
  return { run, turns, spin: -readSpin(run.at(1).body("stone")), energy: run.at(0).energy.total };
}

/** A disc that rolls to rest: largest relative error of Ω² = 4 g/(R sin α) until α falls below `least`. */
export function rollEulersDisc(alpha: number, until: number, least: number) {
  const R = 0.2;
  const { system, disc, surface } = createDisc(alpha, Math.sqrt((4 * g) / (R * Math.sin(alpha))), 0);
  system.add(
    new Contact("contact", system.ground, disc, {
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
    const { position, angularVelocity } = now.body("disc");
    const { point } = now.reaction("contact");
    last = Math.asin(position[1] / R);
    // ω = Ω sin α e₂ + ω₃ e₃ with e₂ from the contact to the centre.
    const rate = angularVelocity.reduce((sum, w, i) => sum + (w * (position[i] - point[i])) / R, 0) / Math.sin(last);
    error = Math.max(error, Math.abs((rate * rate * R * Math.sin(last)) / (4 * g) - 1));
  }
  return { run, error, last };
}

/** A tippe top: a ball with its centre of mass below its middle, spun fast. */
export function spinTippeTop(until: number, friction: FrictionLaw | number) {
  const [mass, radius, eccentricity] = [0.02, 0.02, 0.3];
  const inertia = new Inertia({ mass, tensor: [2.1e-6, 1.8e-6, 2.1e-6] });
  const system = new System();
  const tilt = quaternionAbout([1, 0, 0], 0.1);
  const offset = rotate(tilt, [0, -eccentricity * radius, 0]);
  const top = system.add(
    new RigidBody("top", {
      inertia,
      position: [0, radius + offset[1], offset[2]],
      orientation: tilt,
      angularVelocity: rotate(tilt, [0, 160, 0]),
    }),
  );
  system.add(
    new Contact("floor", system.ground, top, {
      surfaceA: new Plane(),
      surfaceB: new Sphere({ radius, position: [0, eccentricity * radius, 0] }),
      friction,
    }),
  );
  const run = system.simulateSync({ until, tolerance: 1e-8 });
  const up = rotate(run.last.body("top").orientation, [0, 1, 0])[1];
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
