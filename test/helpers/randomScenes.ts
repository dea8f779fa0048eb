import {
  Contact,
  type ContactOptions,
  CoulombFriction,
  type FrictionLaw,
  HertzNormal,
  HuntCrossleyNormal,
  IdealRolling,
  type ImpactLaw,
  LinearFriction,
  type NormalLaw,
  Resistance,
  SequentialImpact,
  SimultaneousImpact,
  SmoothFriction,
  SpringNormal,
  TanhFriction,
} from "../../lib/constraints/contact/index.ts";
import { Ground, Inertia, RigidBody, System, sliding, type Trajectory, turning } from "../../lib/index.ts";
import { Ellipsoid, Plane, Sphere, type Surface } from "../../lib/tracking/index.ts";
import { RandomSource } from "./random.ts";

/** What moves the base: its velocity and rate of turn about the vertical, both constant. */
export interface Scene {
  system: System;
  contacts: Contact[];
  velocity: number;
  rate: number;
  mass: number;
}

const g = 9.81;

/** Radius of the feet of boxes, m. */
const FOOT = 0.01;

/** Bodies that fall, hit, slide, roll and spin on a base and on each other, with laws of all kinds. */
export function createScene(random: RandomSource): Scene {
  const system = new System();
  const base = addBase(random, system);
  const contacts: Contact[] = [];
  let mass = 0;
  const parts: { body: RigidBody; surfaces: Surface[]; reach: number }[] = [];
  const count = random.integer(1, 3);
  // One law of impacts for all: sequential and simultaneous ones do not mix.
  const isSequential = random.chance(0.5);
  let height = 0;
  for (let i = 0; i < count; i++) {
    const { surfaces, reach, inertia } = createShape(random);
    height += reach + random.pick([0, 0.001, 0.05]);
    const body = system.add(
      new RigidBody(`body${i}`, {
        inertia,
        position: [random.number(-0.03, 0.03), height, random.number(-0.03, 0.03)],
        orientation: random.chance(0.3) ? [1, 0, 0, 0] : random.quaternion(),
        velocity: random.chance(0.3) ? [0, 0, 0] : random.vector(0.5),
        angularVelocity: random.chance(0.3) ? [0, 0, 0] : random.vector(5),
      }),
    );
    height += reach;
    mass += inertia.mass;
    surfaces.forEach((surface, k) => {
      contacts.push(connect(random, `floor${i}${"abcdefgh"[k]}`, base.body, body, new Plane(), surface, isSequential));
    });
    for (const other of parts) {
      // Boxes with spheres for corners meet only the floor.
      if (surfaces.length > 1 || other.surfaces.length > 1) continue;
      const name = `${other.body.name} ${body.name}`;
      contacts.push(connect(random, name, other.body, body, other.surfaces[0], surfaces[0], isSequential));
    }
    parts.push({ body, surfaces, reach });
  }
  for (const contact of contacts) system.add(contact);
  return { system, contacts, velocity: base.velocity, rate: base.rate, mass };
}

function addBase(random: RandomSource, system: System): { body: Ground; velocity: number; rate: number } {
  const kind = random.integer(0, 2);
  if (kind === 0) return { body: system.ground, velocity: 0, rate: 0 };
  const value = random.number(-1, 1);
  if (kind === 1) {
    const motion = sliding({ direction: [1, 0, 0], distance: (t) => [value * t, value, 0] });
    return { body: system.add(new Ground("belt", { motion })), velocity: value, rate: 0 };
  }
  const motion = turning({ axis: [0, 1, 0], angle: (t) => [value * t, value, 0] });
  return { body: system.add(new Ground("table", { motion })), velocity: 0, rate: value };
}

function createShape(random: RandomSource): { surfaces: Surface[]; reach: number; inertia: Inertia } {
  const mass = random.number(0.2, 3);
  const kind = random.integer(0, 2);
  if (kind === 0) {
    const radius = random.number(0.05, 0.15);
    return { surfaces: [new Sphere({ radius })], reach: radius, inertia: Inertia.sphere({ mass, radius }) };
  }
  if (kind === 1) {
    const semiAxes: [number, number, number] = [
      random.number(0.07, 0.15),
      random.number(0.07, 0.15),
      random.number(0.07, 0.15),
    ];
    const inertia = Inertia.box({ mass, size: semiAxes.map((a) => 1.5 * a) as [number, number, number] });
    return { surfaces: [new Ellipsoid({ semiAxes })], reach: Math.max(...semiAxes), inertia };
  }
  const [a, b, c, r] = [random.number(0.05, 0.15), random.number(0.05, 0.1), random.number(0.05, 0.15), FOOT];
  const surfaces = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((z) =>
      (random.chance(0.5) ? [-1] : [-1, 1]).map((y) => new Sphere({ radius: r, position: [a * x, b * y, c * z] })),
    ),
  );
  return {
    surfaces,
    reach: Math.hypot(a, b, c) + r,
    inertia: Inertia.box({ mass, size: [2 * a, 2 * b, 2 * c] }),
  };
}

function connect(
  random: RandomSource,
  name: string,
  bodyA: Ground | RigidBody,
  bodyB: RigidBody,
  surfaceA: Surface,
  surfaceB: Surface,
  isSequential: boolean,
): Contact {
  const options: ContactOptions = {
    surfaceA,
    surfaceB,
    normal: createNormal(random),
    friction: createFriction(random, surfaceB instanceof Sphere && surfaceB.radius === FOOT),
    impact: createImpact(random, isSequential),
  };
  if (random.chance(0.3)) {
    options.resistance = new Resistance({ rolling: random.pick([0, 1e-3]), spinning: 1e-3, velocity: 0.05 });
  }
  if (random.chance(0.2)) {
    return new Contact(name, bodyB, bodyA, { ...options, surfaceA: surfaceB, surfaceB: surfaceA });
  }
  return new Contact(name, bodyA, bodyB, options);
}

function createNormal(random: RandomSource): NormalLaw | undefined {
  const kind = random.integer(0, 5);
  if (kind === 3) return new SpringNormal({ stiffness: random.number(2e3, 2e4), damping: random.pick([0, 5, 50]) });
  if (kind === 4) return new HertzNormal({ stiffness: random.number(1e5, 1e6) });
  if (kind === 5)
    return new HuntCrossleyNormal({ stiffness: random.number(1e5, 1e6), dissipation: random.number(0, 0.5) });
  return undefined;
}

function createFriction(random: RandomSource, isFoot: boolean): FrictionLaw | number | undefined {
  const coefficient = random.number(0.05, 0.7);
  const velocity = 0.01;
  switch (random.integer(0, 8)) {
    case 0:
      return undefined;
    case 1:
      // Several feet that roll ideally contradict one another.
      return isFoot ? 0.4 : new IdealRolling();
    case 2:
      return new SmoothFriction({ coefficient, velocity });
    case 3:
      return new TanhFriction({ coefficient, steepness: 100 });
    case 4:
      return new LinearFriction({ coefficient, velocity });
    case 5:
      return new CoulombFriction({ coefficient, staticCoefficient: coefficient * random.number(1, 1.5) });
    case 6:
      return new CoulombFriction({ coefficient: [coefficient, random.number(0.05, 0.7)], axis: [1, 0, 0.3] });
    default:
      return coefficient;
  }
}

function createImpact(random: RandomSource, isSequential: boolean): ImpactLaw {
  const restitution = random.pick([0, 0, 0.3, 0.8, 1]);
  return isSequential ? new SequentialImpact({ restitution }) : new SimultaneousImpact({ restitution });
}

/**
 * Growth of the energy as seen from the base (relative to what it is at the start, potential energy counted from the
 * floor), and the deepest overlap of rigid contacts.
 */
export function measureScene(
  { contacts, velocity, rate, mass }: Scene,
  run: Trajectory,
): { growth: number; overlap: number } {
  const energy = run.column("energy.total");
  const momentum = run.column("momentum.linear.x");
  const spin = run.column("momentum.angular.y");
  const seen = energy.map((e, i) => e - velocity * momentum[i] - rate * spin[i] + 0.5 * mass * velocity * velocity);
  const scale = Math.max(Math.abs(seen[0]), mass * g * 0.1);
  let growth = 0;
  let least = seen[0];
  for (const value of seen) {
    growth = Math.max(growth, (value - least) / scale);
    least = Math.min(least, value);
  }
  let overlap = 0;
  for (const { name, normal } of contacts) {
    if (!normal.isRigid) continue;
    for (const gap of run.column(`${name}.gap`)) overlap = Math.max(overlap, -gap);
  }
  return { growth, overlap };
}

/** The worst of several scenes, each run for a second. */
export function measureScenes(
  from: number,
  to: number,
  tolerance: number,
): { growth: number; overlap: number; seeds: { growth: number; overlap: number } } {
  const worst = { growth: 0, overlap: 0, seeds: { growth: from, overlap: from } };
  for (let seed = from; seed < to; seed++) {
    const scene = createScene(new RandomSource(seed));
    const found = measureScene(scene, scene.system.simulateSync({ until: 1, tolerance }));
    for (const what of ["growth", "overlap"] as const) {
      if (found[what] <= worst[what]) continue;
      worst[what] = found[what];
      worst.seeds[what] = seed;
    }
  }
  return worst;
}
