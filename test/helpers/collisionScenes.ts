import { calcPlacedPose } from "../../lib/collision/calcPlacedPose.ts";
import {
  type CollisionResponse,
  Collisions,
  ConvexDistance,
  ConvexShape,
  MATERIALS,
} from "../../lib/collision/index.ts";
import {
  Inertia,
  KinematicPort,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { readColliders } from "../../lib/shape/Collider.ts";
import { RandomSource } from "./random.ts";

/** Scenes in which everything may touch everything. */
const floor = { shape: ConvexShape.box({ size: [40, 1, 40] }), position: [0, -0.5, 0] };

export function createFloor(): System {
  const system = new System();
  system.ground.colliders = [floor];
  return system;
}

/** Bricks of 0.4 × 0.2 × 0.3 m. */
export const BRICK = [0.4, 0.2, 0.3];
const brick = ConvexShape.box({ size: BRICK });
const brickInertia = Inertia.box({ mass: 2, size: BRICK });

/** A ball that falls by 1 m and bounces. */
export function createBouncingBall(restitution: number): System {
  const system = createFloor();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const colliders = [ConvexShape.sphere({ radius: 0.1 })];
  system.add(new RigidBody("ball", { inertia, position: [0, 1.1, 0], colliders }));
  system.add(new Collisions({ restitution }));
  return system;
}

/** A ball and a brick at rest on an incline. */
export function createIncline(angle: number, friction: number): System {
  const system = new System();
  const orientation = quaternionAbout([0, 0, 1], -angle);
  const at = (height: number, z: number) => [height * Math.sin(angle), height * Math.cos(angle), z];
  system.ground.colliders = [{ shape: floor.shape, position: at(-0.5, 0), orientation }];
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  system.add(
    new RigidBody("ball", { inertia, position: at(0.1, 1), colliders: [ConvexShape.sphere({ radius: 0.1 })] }),
  );
  system.add(new RigidBody("brick", { inertia: brickInertia, position: at(0.1, -1), orientation, colliders: [brick] }));
  system.add(new Collisions({ friction }));
  return system;
}

/** A tower of bricks at rest. */
export function createStack(count: number, response: CollisionResponse = "rigid"): System {
  const system = createFloor();
  const isElastic = response === "elastic";
  const material = isElastic ? MATERIALS.dryWood.contact : {};
  system.ground.colliders = [{ ...floor, material }];
  for (let i = 0; i < count; i++) {
    const colliders = [{ shape: brick, material }];
    system.add(new RigidBody(`brick${i}`, { inertia: brickInertia, position: [0, 0.1 + 0.2 * i, 0], colliders }));
  }
  system.add(new Collisions({ friction: 0.5, restitution: 0.2, response }));
  return system;
}

/** A brick that falls tumbling. */
export function createFallingBrick(options: ConstructorParameters<typeof Collisions>[0] = {}): System {
  const system = createFloor();
  const start = { position: [0, 1, 0], orientation: [1, 0.2, 0.1, 0.15], angularVelocity: [1, 2, 3] };
  system.add(new RigidBody("brick", { inertia: brickInertia, ...start, colliders: [brick] }));
  system.add(new Collisions({ friction: 0.5, restitution: 0.2, ...options }));
  return system;
}

/** A brick that slides over the edge of a table, tips, and falls to the floor. */
export function createTable(): System {
  const system = createFloor();
  system.ground.colliders = [floor, { shape: ConvexShape.box({ size: [2, 0.1, 1] }), position: [-1, 0.95, 0] }];
  const start = { position: [-0.4, 1.1, 0], velocity: [1.6, 0, 0] };
  system.add(new RigidBody("brick", { inertia: brickInertia, ...start, colliders: [brick] }));
  system.add(new Collisions({ friction: 0.3, restitution: 0.3 }));
  return system;
}

/** Fifteen balls in a triangle, a tenth of a millimetre apart, and one that strikes them. */
export function createBilliard(): System {
  const system = createFloor();
  const radius = 0.03;
  const apart = 2 * radius + 1e-4;
  const inertia = Inertia.sphere({ mass: 0.17, radius });
  const colliders = [ConvexShape.sphere({ radius })];
  const add = (name: string, x: number, z: number, velocity: number[]) =>
    system.add(new RigidBody(name, { inertia, position: [x, radius, z], velocity, colliders }));
  for (let row = 0; row < 5; row++) {
    for (let k = 0; k <= row; k++)
      add(`${row}${k}`, row * apart * Math.cos(Math.PI / 6), (k - row / 2) * apart, [0, 0, 0]);
  }
  add("cue", -0.5, 0.004, [5, 0, 0]);
  system.add(new Collisions({ friction: 0.2, restitution: 0.95 }));
  return system;
}

/** Five pendulums side by side, a tenth of a millimetre apart; the first is lifted by `angle`. */
export function createCradle(angle: number): System {
  const system = new System();
  const [radius, length] = [0.05, 0.5];
  const inertia = Inertia.sphere({ mass: 1, radius });
  for (let i = 0; i < 5; i++) {
    const x = i * (2 * radius + 1e-4);
    const start = i === 0 ? -angle : 0;
    const position = [x + length * Math.sin(start), -length * Math.cos(start), 0];
    const ball = system.add(
      new RigidBody(`ball${i}`, { inertia, position, colliders: [ConvexShape.sphere({ radius })] }),
    );
    system.add(new RevoluteJoint(`hook${i}`, system.ground, ball, { point: [x, 0, 0], axis: [0, 0, 1] }));
  }
  system.add(new Collisions({ restitution: 1 }));
  return system;
}

/** A row of dominoes, the first of which leans over. */
export function createDominoes(count: number): System {
  const system = createFloor();
  const size = [0.02, 0.2, 0.1];
  const [inertia, colliders] = [Inertia.box({ mass: 0.2, size }), [ConvexShape.box({ size })]];
  const lean = 0.15;
  const [sine, cosine] = [Math.sin(lean), Math.cos(lean)];
  for (let i = 0; i < count; i++) {
    const place =
      i > 0
        ? { position: [0.08 * i, 0.1, 0] }
        : {
            position: [0.1 * sine - 0.01 * cosine, 0.1 * cosine + 0.01 * sine, 0],
            orientation: quaternionAbout([0, 0, 1], -lean),
          };
    system.add(new RigidBody(`domino${i}`, { inertia, ...place, colliders }));
  }
  system.add(new Collisions({ friction: 0.4, restitution: 0.1 }));
  return system;
}

/** The largest energy of a run above the one at its start, J, at its points. */
export function findEnergyGrowth(run: Trajectory): number {
  const first = run.at(run.times[0]).energy.total;
  return run.times.reduce((most, t) => Math.max(most, run.at(t).energy.total - first), 0);
}

/** The largest gap of contacts that were struck or began to touch, at the instants at which that was found, m. */
export function findTouchError(run: Trajectory): number {
  const touches = run.events.filter(({ kind }) => kind === "impact" || kind === "touch");
  return touches.reduce((most, { t, impulses, owner }) => {
    const { contacts } = run.at(t);
    const struck = [owner, ...impulses.map(({ contact }) => contact)];
    const gaps = contacts.filter(({ name }) => struck.includes(name)).map(({ gap }) => Math.abs(gap));
    return Math.max(most, ...gaps);
  }, 0);
}

/** How far bodies have gone between two instants, m: the farthest of them. */
export function findCreep(run: Trajectory, from: number, to: number, names: readonly string[]): number {
  const [a, b] = [run.at(from), run.at(to)];
  return names.reduce((most, name) => {
    const [p, q] = [a.body(name), b.body(name)];
    return Math.max(most, Math.hypot(...p.position.map((x, i) => x - q.position[i])));
  }, 0);
}

const SHAPES = {
  ball: ConvexShape.sphere({ radius: 0.15 }),
  brick,
  pill: ConvexShape.capsule({ radius: 0.1, length: 0.3 }),
  drum: ConvexShape.cylinder({ radius: 0.15, length: 0.3 }),
  hat: ConvexShape.cone({ radius: 0.2, length: 0.4 }),
  egg: ConvexShape.ellipsoid({ semiAxes: [0.2, 0.12, 0.15] }),
  stone: ConvexShape.hull({
    points: [
      [0.2, 0, 0],
      [-0.2, 0.05, 0],
      [0, 0.2, 0.1],
      [0.05, -0.2, 0],
      [0, 0, 0.2],
      [0.02, 0.03, -0.2],
      [0.15, 0.15, 0.1],
      [-0.15, -0.1, -0.12],
    ],
  }),
};

/** Bodies that fall one onto the other, each turned and turning in a way of its own. */
export function createHeap(names: readonly (keyof typeof SHAPES)[], seed: number): System {
  const system = createFloor();
  const random = new RandomSource(seed);
  const vector = () => [0, 1, 2].map(() => random.number(-1, 1));
  const inertia = Inertia.box({ mass: 1, size: [0.3, 0.3, 0.3] });
  names.forEach((name, i) => {
    const position = [random.number(-0.05, 0.05), 0.5 + 0.55 * i, random.number(-0.05, 0.05)];
    const start = { position, orientation: [1, ...vector()], angularVelocity: vector() };
    system.add(new RigidBody(`${name}${i}`, { inertia, ...start, colliders: [SHAPES[name]] }));
  });
  system.add(new Collisions({ friction: 0.4, restitution: 0.3 }));
  return system;
}

/** The deepest overlap of any two shapes at the points of a run, m: by distances that know nothing of contacts. */
export function findOverlap(run: Trajectory, system: System): number {
  const parts = system.bodies.flatMap((body) =>
    readColliders(body.name, body.colliders ?? []).map((collider) => ({ body, collider })),
  );
  const shapes = parts.map(({ collider }) => collider.shape as ConvexShape);
  const pairs = parts.flatMap((one, i) =>
    parts.flatMap((two, j) =>
      i < j && one.body !== two.body ? [[i, j, new ConvexDistance(shapes[i], shapes[j])] as const] : [],
    ),
  );
  return run.times.reduce((most, t) => {
    const now = run.at(t);
    const poses = parts.map(({ body, collider }) => {
      const place = KinematicPort.of({ position: collider.position, orientation: collider.orientation });
      const pose = new KinematicPort();
      calcPlacedPose(now.get(body).kinematics, place, pose);
      return pose;
    });
    return pairs.reduce((deepest, [i, j, pair]) => {
      pair.calc(poses[i], poses[j]);
      return Math.max(deepest, -pair.distance);
    }, most);
  }, 0);
}
