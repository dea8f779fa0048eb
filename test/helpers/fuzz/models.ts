import {
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  Contact,
  DistanceRod,
  Ellipsoid,
  Fragment,
  Inertia,
  JointCircuit,
  JointFriction,
  JointLimit,
  Plane,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  Sphere,
  SpringDamper,
  SpringNormal,
  System,
  type Trajectory,
  UniversalJoint,
  type UserEvent,
  WeldJoint,
} from "../../../lib/index.ts";
import { RandomSource } from "../random.ts";
import { type Fault, judgeResult, judgeThrown } from "./judge.ts";
import type { Outcome } from "./tryCall.ts";

/** Evaluations of a law before the run is cancelled, and those that may follow before it has ended. */
const PATIENCE = 1500;
const GRACE = 2000;

/** A law that counts how often it is asked, cancels the run when that is too often, and sees whether it ends. */
class Meter {
  readonly controller = new AbortController();
  private asked = 0;
  private limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  readonly calc = (): [number, number, number] => {
    if (++this.asked > this.limit) this.controller.abort();
    if (this.asked > this.limit + GRACE) throw new IgnoredSignal();
    return [0, 0, 0];
  };
}

class IgnoredSignal extends Error {
  override readonly name = "IgnoredSignal";
}

/** Any size: six decades up and down. */
const drawSize = (random: RandomSource, decades: number) => 10 ** random.number(-decades, decades);

function drawInertia(random: RandomSource): Inertia {
  const mass = random.chance(0.5) ? drawSize(random, 6) : drawSize(random, 0.5);
  const radius = random.chance(0.3) ? drawSize(random, 2) : random.number(0.05, 0.5);
  return random.chance(0.5)
    ? Inertia.sphere({ mass, radius })
    : Inertia.box({ mass, size: [radius, radius * drawSize(random, 1), radius * drawSize(random, 1)] });
}

function addJoint(random: RandomSource, system: System, name: string, a: Body, b: RigidBody): void {
  const point = [...a.referencePose.r].map((x, i) => 0.5 * (x + b.referencePose.r[i])) as [number, number, number];
  const axis = random.direction();
  const rate = random.chance(0.5) ? random.number(-5, 5) * drawSize(random, 1) : 0;
  const stiffness = random.chance(0.3) ? drawSize(random, 6) : 0;
  const damping = random.chance(0.3) ? drawSize(random, 5) : 0;
  switch (random.integer(0, 6)) {
    case 0:
    case 1: {
      const hinge = system.add(new RevoluteJoint(name, a, b, { point, axis, rate, stiffness, damping }));
      if (random.chance(0.2))
        system.add(new JointLimit(`${name} stop`, hinge, { lower: -0.5, upper: 0.3, impact: 0.5 }));
      if (random.chance(0.2)) system.add(new JointFriction(`${name} brake`, hinge, { torque: drawSize(random, 3) }));
      if (random.chance(0.2)) system.add(new JointCircuit(`${name} motor`, hinge, drawMotor(random)));
      return;
    }
    case 2:
      system.add(new PrismaticJoint(name, a, b, { point, axis, rate, stiffness, damping }));
      return;
    case 3:
      system.add(new BallJoint(name, a, b, { point, damping }));
      return;
    case 4:
      system.add(new WeldJoint(name, a, b, { point }));
      return;
    case 5:
      system.add(new UniversalJoint(name, a, b, { point, axes: [axis, random.direction()] }));
      return;
    default:
    // Free.
  }
}

function drawMotor(random: RandomSource): Fragment {
  const motor = new Fragment("motor");
  motor.create("Se", "V", { parameters: { effort: random.number(-10, 10) } });
  motor.create("1", "current");
  motor.create("R", "R", { parameters: { resistance: drawSize(random, 4) } });
  motor.create("I", "L", { parameters: { inertance: drawSize(random, 4) } });
  motor.create("GY", "K", { parameters: { ratio: drawSize(random, 3) } });
  for (const [from, to] of [
    ["V", "current"],
    ["current", "R"],
    ["current", "L"],
    ["current", "K"],
  ]) {
    motor.connect(from, to);
  }
  motor.open("shaft", "K", "out");
  return motor;
}

function addContact(random: RandomSource, system: System, name: string, body: RigidBody): void {
  const radius = random.number(0.05, 0.4);
  const floor = body.referencePose.r[1] - radius - random.number(0, 0.2);
  system.add(
    new Contact(name, system.ground, body, {
      surfaceA: new Plane({ normal: [0, 1, 0], point: [0, floor, 0] }),
      surfaceB: random.chance(0.5)
        ? new Sphere({ radius })
        : new Ellipsoid({ semiAxes: [radius, radius * 0.9, radius * 0.8] }),
      friction: random.pick([0, 0.1, 0.5, 2]),
      impact: random.pick([0, 0.5, 1]),
      ...(random.chance(0.3)
        ? { normal: new SpringNormal({ stiffness: drawSize(random, 6), damping: drawSize(random, 4) }) }
        : {}),
    }),
  );
}

interface Drawn {
  system: System;
  events: UserEvent[];
  meter: Meter;
}

/** A model that nobody would build: masses, springs, loops, contacts, events and circuits of any size. */
function drawModel(random: RandomSource): Drawn {
  const system = new System(random.chance(0.8) ? {} : { gravity: random.vector(20) });
  const meter = new Meter(random.integer(1, PATIENCE));
  const bodies: RigidBody[] = [];
  const count = random.integer(1, 5);
  for (let i = 0; i < count; i++) {
    const position = [i + random.number(-0.2, 0.2), random.number(-1, 1), random.number(-1, 1)] as const;
    bodies.push(system.add(new RigidBody(`body ${i}`, { inertia: drawInertia(random), position })));
  }
  bodies.forEach((body, i) => {
    addJoint(random, system, `joint ${i}`, i === 0 || random.chance(0.3) ? system.ground : bodies[i - 1], body);
  });
  const last = bodies[count - 1];
  if (random.chance(0.3)) addJoint(random, system, "closing", system.ground, last);
  if (random.chance(0.2)) system.add(new DistanceRod("rod", system.ground, last, { from: [0, 3, 0] }));
  if (random.chance(0.4)) {
    const [stiffness, damping] = [drawSize(random, 7), drawSize(random, 5)];
    system.add(new SpringDamper("spring", system.ground, last, { from: [0, 2, 0], stiffness, damping }));
  }
  if (random.chance(0.2)) {
    const point = [...last.referencePose.r] as [number, number, number];
    system.add(new Bushing("bushing", bodies[0], system.ground, { point, stiffness: drawSize(random, 6), damping: 1 }));
  }
  for (const body of bodies) if (random.chance(0.35)) addContact(random, system, `floor of ${body.name}`, body);
  system.add(new AppliedWrench("meter", system.ground, last, { force: meter.calc }));
  return { system, events: drawEvents(random, last), meter };
}

function drawEvents(random: RandomSource, body: RigidBody): UserEvent[] {
  if (random.chance(0.5)) return [];
  const level = random.number(-0.5, 0.5);
  return [
    {
      name: "level",
      direction: random.pick([-1, 0, 1]),
      value: (now) => now.body(body.name).position[1] - level,
      action: (actions) => actions.applyImpulse(body, random.vector(1)),
    },
    { name: "clock", value: (now) => Math.sin(50 * now.t + 0.1) },
  ];
}

/** Simulates the model that a seed stands for: it runs, or is refused, or fails with what was computed. */
export async function tryModel(seed: number): Promise<Outcome> {
  const random = new RandomSource(seed);
  const name = "model";
  try {
    const { system, events, meter } = drawModel(random);
    const tolerance = 10 ** random.integer(-10, -4);
    const method = random.pick(["auto", "auto", "dop853", "radau", "dopri5", "bdf"] as const);
    const formulation = method === "bdf" && random.chance(0.5) ? "ggl" : "eliminated";
    const { signal } = meter.controller;
    const options = { until: random.number(0.05, 0.5), tolerance, method, formulation, events, signal } as const;
    const run = random.chance(0.5) ? await system.simulate(options) : system.simulateSync(options);
    return { name, isRefused: false, fault: judgeRun(run) };
  } catch (thrown) {
    if (isIgnored(thrown)) return { name, isRefused: true, fault: { kind: "signal", detail: "the run goes on" } };
    const fault = thrown instanceof SimulationError ? judgeRun(thrown.trajectory) : undefined;
    return { name, isRefused: true, fault: fault ?? judgeThrown(thrown) };
  }
}

function isIgnored(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof IgnoredSignal) return true;
  return false;
}

/** What was computed can be read, at its end and in between, and every number is one. */
function judgeRun(run: Trajectory): Fault | undefined {
  const middle = 0.5 * (run.start + run.end);
  return judgeResult([run.last.state, run.sample({ times: [run.start, middle, run.end] }), run.energy.total]);
}
