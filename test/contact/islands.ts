import test from "ava";
import { findStart } from "../../lib/assembly/findStart.ts";
import { resolveContacts } from "../../lib/contact/solver.ts";
import {
  AppliedWrench,
  Contact,
  Inertia,
  Plane,
  RigidBody,
  Sphere,
  SpringDamper,
  System,
  type Vector3,
} from "../../lib/index.ts";
import type { Kernel } from "../../lib/kernel/Kernel.ts";
import { areClose, isAbove, isClose } from "../helpers/compare.ts";

const g = 9.81;
const FOOT = 0.01;
const HEIGHT = 0.06;
const CORNERS = [
  [-0.15, -0.1],
  [-0.15, 0.1],
  [0.15, -0.1],
  [0.15, 0.1],
] as const;

/** How often contacts, by their names, were taken as the solver found them. */
const accepted = new Map<string, number>();

class CountedContact extends Contact {
  override accept(): void {
    accepted.set(this.name, (accepted.get(this.name) ?? 0) + 1);
    super.accept();
  }
}

interface BoxStart {
  x?: number;
  velocity?: Vector3;
  yaw?: number;
  friction?: number;
}

/** A box of 1 kg on four feet on a level floor. */
function addBox(system: System, name: string, { x = 0, velocity, yaw = 0, friction = 0.5 }: BoxStart): RigidBody {
  const inertia = Inertia.box({ mass: 1, size: [0.4, 0.1, 0.3] });
  const start = { position: [x, HEIGHT, 0], velocity: velocity ?? [0, 0, 0], angularVelocity: [0, yaw, 0] };
  const box = system.add(new RigidBody(name, { inertia, ...start }));
  CORNERS.forEach(([px, pz], i) => {
    const surfaceB = new Sphere({ radius: FOOT, position: [px, -HEIGHT + FOOT, pz] });
    const options = { surfaceA: new Plane(), surfaceB, friction };
    system.add(new CountedContact(`${name} foot ${i}`, system.ground, box, options));
  });
  return box;
}

/** How often the feet of a box were solved after the start of a run, where they are solved for the run and for its reader. */
const count = (name: string): number => (accepted.get(`${name} foot 0`) ?? 0) - 2;

const createSystem = (): System => new System({ gravity: [0, -g, 0] });

const SLIDING: BoxStart = { velocity: [1, 0, 0.2], yaw: 0.5 };

test.beforeEach(() => accepted.clear());

test.serial("a box that slides to rest leaves the feet of another alone: not solved again, not moved by a bit", (t) => {
  const system = createSystem();
  addBox(system, "one", SLIDING);
  const two = addBox(system, "two", { x: 3 });
  system.add(new AppliedWrench("push", system.ground, two, { force: [2, 0, 1] }));
  const run = system.simulateSync({ until: 1, tolerance: 1e-8 });
  const events = new Set(run.events.map((event) => event.t)).size;
  isAbove(t, events, 0);
  t.true(run.events.every(({ owner }) => owner.startsWith("one")));
  t.is(count("one"), events);
  t.is(count("two"), 0);
  t.deepEqual(run.last.body("two").position, [3, HEIGHT, 0]);
  t.true(run.last.body("two").velocity.every((v) => v === 0));
});

const read = (owner: object, name: string): unknown => (owner as Record<string, unknown>)[name];

/** What a contact remembers, and what it carries. */
function readMemory(kernel: Kernel, name: string) {
  return kernel.contacts
    .filter((contact) => contact.name.startsWith(name))
    .map((contact) => {
      const { mode, discreteState, direction, weights, multipliers, sharedMargin, isShared } = contact;
      const { lead, slope, isHeld, values } = direction;
      const { deficits, repeats, peak } = read(contact, "events") as Record<string, unknown>;
      const reference = read(direction, "reference");
      const memory = { mode, discreteState, lead, slope, isHeld, values, weights, deficits, repeats, peak };
      return structuredClone({ ...memory, reference, multipliers, sharedMargin, isShared });
    });
}

/** A kernel at the start of a system, in which some feet of box "one" have come to rest. */
function createStopped(others: (system: System) => void): { kernel: Kernel; rates: Float64Array } {
  const system = createSystem();
  const box = addBox(system, "one", SLIDING);
  others(system);
  const { kernel } = system.assemble().createWorkspace();
  findStart(kernel, 0);
  const own = [...kernel.linkOfBody].find(([body]) => body.name === box.name)?.[1];
  const { rate } = own as { rate: number };
  const rates = kernel.s.subarray(rate, rate + 6);
  rates.fill(0);
  kernel.calcKinematics(0, true);
  for (const contact of kernel.contacts) contact.measure(0);
  return { kernel, rates };
}

for (const [what, start] of [
  ["slides", { x: 3, velocity: [0.3, 0, 0.4], yaw: 1 }],
  ["rests", { x: 3 }],
] as const satisfies readonly (readonly [string, BoxStart])[]) {
  test.serial(`an event in one island gives what it gives alone, bit for bit, while another box ${what}`, (t) => {
    const resolve = (kernel: Kernel) =>
      resolveContacts(kernel, 0, { touched: kernel.contacts.filter(({ name }) => name === "one foot 1") });
    const alone = createStopped(() => {});
    const both = createStopped((system) => addBox(system, "two", start));
    const memory = readMemory(both.kernel, "two");
    const states = [both.kernel.q.slice(), both.kernel.s.slice()];
    resolve(alone.kernel);
    accepted.clear();
    resolve(both.kernel);
    t.deepEqual(
      [...accepted.keys()],
      CORNERS.map((_, i) => `one foot ${i}`),
    );
    t.true(readMemory(alone.kernel, "one").every(({ mode }) => mode === "stick"));
    t.deepEqual(readMemory(both.kernel, "one"), readMemory(alone.kernel, "one"));
    t.deepEqual([...both.rates], [...alone.rates]);
    t.deepEqual(readMemory(both.kernel, "two"), memory);
    t.deepEqual([both.kernel.q, both.kernel.s], states);
  });
}

test.serial("two boxes in one system go the ways they go alone", (t) => {
  const starts = { one: SLIDING, two: { x: 3, velocity: [-0.4, 0, 0.9], yaw: -1.5, friction: 0.3 } } as const;
  const both = createSystem();
  for (const [name, start] of Object.entries(starts)) addBox(both, name, start);
  const run = both.simulateSync({ until: 1, tolerance: 1e-10 });
  for (const [name, start] of Object.entries(starts)) {
    const system = createSystem();
    addBox(system, name, start);
    const alone = system.simulateSync({ until: 1, tolerance: 1e-10 });
    const events = run.events.filter(({ owner }) => owner.startsWith(name));
    const describe = (list: readonly (typeof events)[number][]) =>
      list.map(({ owner, kind, before, after }) => ({ owner, kind, before, after }));
    t.deepEqual(describe(events), describe(alone.events));
    // Both share their steps, which are others than alone: the ways are the same to the tolerance, a hundred times.
    areClose(
      t,
      events.map((event) => event.t),
      alone.events.map((event) => event.t),
      1e-8,
    );
    areClose(t, run.last.body(name).position, alone.last.body(name).position, 1e-8);
    areClose(t, run.last.body(name).orientation, alone.last.body(name).orientation, 1e-8);
  }
});

// Both have their events at once. (With spin, feet slip slowly in several directions in the end, and Newton's method for those is
// one of all contacts: there the ways are the same to rounding.)
test.serial("two boxes that are alike, in fixed steps, go the same way bit for bit, and so does one alone", (t) => {
  const simulate = (names: readonly string[]) => {
    const system = createSystem();
    for (const name of names) addBox(system, name, { velocity: [1, 0, 0.2] });
    return system.simulateSync({ until: 0.6, method: "rk4", step: 1e-3 });
  };
  const alone = simulate(["one"]);
  const both = simulate(["one", "two"]);
  for (const name of ["one", "two"]) {
    for (const time of [0.1, 0.3, 0.6]) {
      const [a, b] = [alone.at(time).body("one"), both.at(time).body(name)];
      t.deepEqual([b.position, b.velocity, b.orientation], [a.position, a.velocity, a.orientation]);
    }
  }
});

/** A box that slides against a wall at 1 m/s and bounces; when it does so. */
function addStriking(system: System): { box: RigidBody; blow: number } {
  const box = addBox(system, "one", { velocity: [1, 0, 0], friction: 0 });
  const wall = new Plane({ normal: [-1, 0, 0], point: [0.7, 0, 0] });
  const nose = new Sphere({ radius: FOOT, position: [0.19, 0, 0] });
  system.add(new Contact("wall", system.ground, box, { surfaceA: wall, surfaceB: nose, impact: 1 }));
  return { box, blow: 0.5 };
}

test.serial(
  "what a law reads of another island counts at once: a push that follows a blow there makes feet slip",
  (t) => {
    const system = createSystem();
    const { box, blow } = addStriking(system);
    const two = addBox(system, "two", { x: 3 });
    // Below the limit of 4.905 N before the blow, above it from then on.
    const force = (): Vector3 => [box.kinematics.v[0] > 0 ? 1 : 6, 0, 0];
    system.add(new AppliedWrench("push", system.ground, two, { force }));
    const run = system.simulateSync({ until: 1, tolerance: 1e-10 });
    isClose(t, run.events[0].t, blow, 1e-9);
    isClose(t, run.last.body("one").velocity[0], -1, 1e-9);
    const acceleration = 6 - 0.5 * g;
    isClose(t, run.last.body("two").velocity[0], acceleration * (1 - blow), 1e-7);
    isClose(t, run.last.body("two").position[0], 3 + 0.5 * acceleration * (1 - blow) ** 2, 1e-7);
  },
);

test.serial("boxes that a damper joins are one island, and so are boxes that touch", (t) => {
  const system = createSystem();
  const { box } = addStriking(system);
  const two = addBox(system, "two", { x: -2 });
  const three = addBox(system, "three", { x: -0.5 });
  addBox(system, "four", { x: 5 });
  system.add(new SpringDamper("damper", box, two, { damping: 0.1 }));
  // The third one is struck in the end.
  const surfaceA = new Sphere({ radius: 0.05 });
  const surfaceB = new Sphere({ radius: 0.05 });
  system.add(new CountedContact("between", three, box, { surfaceA, surfaceB, impact: 1 }));
  const run = system.simulateSync({ until: 2, tolerance: 1e-8 });
  const times = (owners: RegExp) =>
    new Set(run.events.filter(({ owner }) => owners.test(owner)).map(({ t: at }) => at));
  isAbove(t, times(/between/).size, 0);
  t.is(count("one"), times(/wall|between|one|two/).size);
  t.is(count("two"), count("one"));
  // The one that is struck has no part in what was before; the one that nothing reaches has none at all.
  t.is(count("three"), times(/between|three/).size);
  isAbove(t, times(/wall/).size, 0);
  t.is(count("four"), 0);
});

test.serial("an event of the user's that acts opens all, one that is listed or stops nothing", (t) => {
  const simulate = (action?: "stop" | (() => void)) => {
    accepted.clear();
    const system = createSystem();
    addBox(system, "one", { velocity: [1, 0, 0] });
    addBox(system, "two", { x: 3 });
    const events = [{ name: "half", value: ({ t: time }: { t: number }) => time - 0.05, action }];
    return system.simulateSync({ until: 0.1, events });
  };
  t.is(simulate().events.length, 1);
  t.deepEqual([count("one"), count("two")], [0, 0]);
  t.is(simulate("stop").last.t, simulate("stop").events[0].t);
  t.deepEqual([count("one"), count("two")], [0, 0]);
  simulate(() => {});
  t.deepEqual([count("one"), count("two")], [1, 1]);
});
