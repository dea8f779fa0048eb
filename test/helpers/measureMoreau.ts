import { findStart } from "../../lib/assembly/findStart.ts";
import { ConvexDistance, type ConvexShape } from "../../lib/collision/index.ts";
import { KinematicPort, RigidBody, type System } from "../../lib/index.ts";
import type { Stepper } from "../../lib/integrators/index.ts";
import { KernelProblem } from "../../lib/simulation/KernelProblem.ts";
import { findSettings } from "../../lib/simulation/SimulateOptions.ts";
import { Simulation } from "../../lib/simulation/Simulation.ts";
import type { Snapshot } from "../../lib/system/index.ts";
import { addBall, addBox, buildWall, createGround, pourInto } from "./heaps.ts";
import { RandomSource } from "./random.ts";

const g = 9.81;
const STEPS = [8e-3, 4e-3, 2e-3, 1e-3];
const STARTS = 40;

/** Height of a ball of the restitution `e` after the time `t`, dropped from the height `h`. */
function findBounce(h: number, e: number, t: number): number {
  let left = t - Math.sqrt((2 * h) / g);
  let v = e * Math.sqrt(2 * g * h);
  while (left > (2 * v) / g) {
    left -= (2 * v) / g;
    v *= e;
  }
  return v * left - 0.5 * g * left * left;
}

/** The error of one run: a ball that has bounced, or a box that has been thrown along the floor and lies still. */
function findError(kind: "ball" | "box", step: number, random: RandomSource): number {
  if (kind === "ball") {
    const [h, e] = [random.number(0.8, 1.2), 0.8];
    const system = createGround({ friction: 0.3, restitution: e });
    addBall(system, "ball", 0.1, { position: [0, 0.1 + h, 0] });
    const run = system.simulateSync({ until: 1, method: "moreau", step, dense: false });
    return Math.abs(run.last.body("ball").position[1] - 0.1 - findBounce(h, e, 1));
  }
  const [v, mu] = [random.number(1, 2), 0.4];
  const system = createGround({ friction: mu });
  addBox(system, "box", [0.2, 0.1, 0.2], { position: [0, 0.05, 0], velocity: [v, 0, 0] });
  const run = system.simulateSync({ until: 0.6, method: "moreau", step, dense: false });
  return Math.abs(run.last.body("box").position[0] - (v * v) / (2 * mu * g));
}

/** The order that the mean errors of many starts fall with, over an eighth of the step, and the error with the shortest one. */
export function measureMoreauOrder(kind: "ball" | "box"): { order: number; error: number } {
  const errors = STEPS.map((step) => {
    const random = new RandomSource(11);
    let sum = 0;
    for (let i = 0; i < STARTS; i++) sum += findError(kind, step, random);
    return sum / STARTS;
  });
  const [first, last] = [errors[0], errors[errors.length - 1]];
  return { order: Math.log2(first / last) / (STEPS.length - 1), error: last };
}

/** How deep any two bodies with one shape each overlap at an instant, m, found by trying all pairs. */
export function findDeepest(system: System, at: Snapshot): number {
  const shapes = system.bodies.flatMap((body) => {
    if (!(body instanceof RigidBody)) return [];
    const shape = (body.colliders as readonly ConvexShape[])[0];
    const { position, orientation } = at.body(body.name);
    return [{ shape, position, pose: KinematicPort.of({ position, orientation }) }];
  });
  let deepest = 0;
  shapes.forEach((a, i) => {
    for (const b of shapes.slice(i + 1)) {
      const apart = Math.hypot(...a.position.map((x, k) => x - b.position[k]));
      if (apart > a.shape.reach + b.shape.reach) continue;
      const pair = new ConvexDistance(a.shape, b.shape);
      pair.calc(a.pose, b.pose);
      deepest = Math.max(deepest, -pair.distance);
    }
  });
  return deepest;
}

/** What is left of a pour of balls and boxes of some 5 cm into a box, after some seconds. */
export function measurePour(balls: number, boxes: number, side: number, until: number) {
  const system = createGround({ friction: 0.5, restitution: 0.1 }, side);
  pourInto(system, side, balls, boxes);
  const run = system.simulateSync({ until, method: "moreau", step: 2e-3, every: until, dense: false });
  const bodies = system.bodies.filter((body) => body instanceof RigidBody);
  const mass = bodies.reduce((sum, { inertia }) => sum + inertia.mass, 0);
  const states = bodies.map(({ name }) => run.last.body(name).position);
  return {
    /** Of a body that has the mean kinetic energy, m/s. */
    speed: Math.sqrt((2 * (run.column("energy.kinetic").at(-1) as number)) / mass),
    overlap: findDeepest(system, run.last),
    /** How far any centre is outside of the box, m, above zero: it has left it. */
    outside: Math.max(...states.map(([x, y, z]) => Math.max(Math.abs(x) - side / 2, Math.abs(z) - side / 2, -y))),
  };
}

/** How far any brick of a wall of 105 bricks moves, m; `speed` is that of a ball that hits it. */
export function measureWall(until: number, speed = 0): number {
  const system = createGround({ friction: 0.6 });
  const bricks = buildWall(system, 10, 10);
  if (speed > 0) addBall(system, "ball", 0.15, { position: [0, 0.6, 1], velocity: [0, 1, -speed] }, 3000);
  const run = system.simulateSync({ until, method: "moreau", step: 2e-3, every: until, dense: false });
  const move = ({ name, position }: RigidBody) =>
    Math.hypot(...run.last.body(name).position.map((x, i) => x - position[i]));
  return Math.max(...bricks.map(move));
}

/** A heap of balls of 4 to 5 cm in a box with a floor of a square metre, at rest, and then step by step. */
export class Heap {
  /** Radii and centres of all balls, as they lie. */
  readonly balls: readonly { radius: number; position: readonly number[] }[];
  private readonly simulation: Simulation;

  constructor(count: number, settling = 1) {
    const system = createGround({ friction: 0.5, restitution: 0.1 }, 1);
    pourInto(system, 1, count, 0);
    const steps = { method: "moreau", step: 1e-3, every: 1e3, dense: false } as const;
    const from = system.simulateSync({ until: settling, ...steps });
    this.balls = system.bodies.flatMap((body) => {
      if (!(body instanceof RigidBody)) return [];
      const [{ radius }] = body.colliders as readonly ConvexShape[];
      return [{ radius, position: from.last.body(body.name).position }];
    });
    this.simulation = new Simulation(system.assemble("moreau"), { until: 1e3, from, ...steps }, false);
  }

  advance(): void {
    this.simulation.advance();
  }
}

/** Steps of the method alone: three boxes on one another and a ball that rolls beside them. */
export function createSteps(): () => void {
  const system = createGround({ friction: 0.5, restitution: 0.2 });
  for (let i = 0; i < 3; i++) addBox(system, `box ${i}`, [0.2, 0.1, 0.2], { position: [0, 0.05 + 0.1 * i, 0] });
  addBall(system, "ball", 0.1, { position: [1, 0.1, 0], angularVelocity: [0.01, 0, 0] });
  const { kernel, extensions } = system.assemble("moreau").createWorkspace();
  const settings = findSettings({ until: 1e5, method: "moreau", step: 1e-3, every: 1, dense: false });
  const stepper = extensions[0].createTimeStepper?.(new KernelProblem(kernel, settings), 1e-3) as Stepper;
  const y = new Float64Array(kernel.size);
  findStart(kernel, 0);
  kernel.writeState(y);
  stepper.start(0, y);
  return () => stepper.advance(1e5);
}
