import test from "ava";
import { ConvexShape } from "../../lib/collision/index.ts";
import { Contact } from "../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System, Trajectory } from "../../lib/index.ts";
import { Plane, Sphere } from "../../lib/tracking/index.ts";
import {
  createBilliard,
  createBouncingBall,
  createCradle,
  createFallingBrick,
  createHeap,
  createIncline,
  createStack,
  createTable,
  findCreep,
  findEnergyGrowth,
  findOverlap,
  findTouchError,
} from "../helpers/collisionScenes.ts";
import { areClose, isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { countDifferentBits } from "../helpers/compareBits.ts";

const TOLERANCE = 1e-8;
const G = 9.81;

test("a ball bounces as the geometric series says, and as a contact written by hand does", (t) => {
  const run = createBouncingBall(0.8).simulateSync({ until: 5 });
  const first = Math.sqrt(2 / G);
  const impacts = run.events.filter(({ kind }) => kind === "impact");
  isClose(t, impacts[0].t, first, 1e-10);
  for (let k = 1; k < 10; k++) isClose(t, impacts[k].t, first * (1 + (2 * 0.8 * (1 - 0.8 ** k)) / 0.2), 1e-8);
  isClose(t, run.events[run.events.length - 1].t, 9 * first, 1e-7);
  t.is(impacts[0].owner, "collisions ground|ball 1");
  areClose(t, impacts[0].impulse ?? [], [0, 2 * 1.8 * Math.sqrt(2 * G), 0], 1e-8);
  const twin = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const ball = twin.add(new RigidBody("ball", { inertia, position: [0, 1.1, 0] }));
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  twin.add(new Contact("floor", twin.ground, ball, { ...surfaces, impact: 0.8 }));
  const other = twin.simulateSync({ until: 5 });
  const times = other.events.filter(({ kind }) => kind === "impact").map((event) => event.t);
  areClose(
    t,
    impacts.slice(0, 20).map((event) => event.t),
    times.slice(0, 20),
    1e-9,
  );
});

test("on an incline a ball rolls with 5/7 of what slides freely, and a brick slides or sticks", (t) => {
  const angle = 0.4;
  for (const friction of [0.3, 0.6]) {
    const run = createIncline(angle, friction).simulateSync({ until: 1 });
    const slide = (name: string) => {
      const [from, to] = [run.at(0), run.last].map((now) => now.body(name).position);
      return (to[0] - from[0]) * Math.cos(angle) - (to[1] - from[1]) * Math.sin(angle);
    };
    isClose(t, slide("ball"), (0.5 * 5 * G * Math.sin(angle)) / 7, 1e-9);
    const free = 0.5 * G * (Math.sin(angle) - friction * Math.cos(angle));
    isClose(t, slide("brick"), Math.max(0, free), friction > Math.tan(angle) ? 1e-14 : 1e-9);
    const modes = run.last.contacts.map(({ mode }) => mode);
    t.deepEqual(modes, ["stick", ...new Array<string>(4).fill(friction > Math.tan(angle) ? "stick" : "slip")]);
  }
});

test("a brick that falls tumbling comes to rest on its four corners, and they share its weight", (t) => {
  const run = createFallingBrick().simulateSync({ until: 3 });
  const { contacts } = run.last;
  t.deepEqual(
    contacts.map(({ mode }) => mode),
    ["stick", "stick", "stick", "stick"],
  );
  t.deepEqual(
    contacts.map(({ name }) => name).sort(),
    [1, 2, 3, 4].map((i) => `collisions ground|brick ${i}`),
  );
  // The least forces: all alike.
  for (const { normalForce } of contacts) isClose(t, normalForce, (2 * G) / 4, 1e-9);
  isAtMost(t, findEnergyGrowth(run), 100 * TOLERANCE * run.at(0).energy.total);
  isBelow(t, findTouchError(run), TOLERANCE);
  const energies = run.times.map((time) => run.at(time).energy.total);
  const growth = energies.reduce((most, energy, i) => Math.max(most, i === 0 ? 0 : energy - energies[i - 1]), 0);
  isBelow(t, growth, 1e-7);
});

test("what is read of a run, of its file, and of what follows it has the same bits", (t) => {
  const system = createFallingBrick();
  const run = system.simulateSync({ until: 0.6 });
  const contacts = (of: Trajectory, time: number) => of.at(time).contacts.map(String).join("\n");
  const copy = Trajectory.fromJSON(JSON.parse(JSON.stringify(run.toJSON())), system);
  // Times where it lands, rocks and lies, in no order.
  for (const time of [0.6, 0.1, 0.45, 0.55, 0.47, 0.3]) t.is(contacts(copy, time), contacts(run, time), `at ${time} s`);
  const [one, two] = [run, copy].map((from) => system.simulateSync({ from, until: 1.4 }));
  t.is(countDifferentBits(one, two), 0);
  t.is(countDifferentBits(system.simulateSync({ until: 0.6 }), run), 0);
  // It goes on as the run does that does not stop there.
  const whole = system.simulateSync({ until: 1.4 });
  areClose(t, one.last.body("brick").position, whole.last.body("brick").position, 1e-6);
});

test("five pendulums in a row hand on their swing", (t) => {
  const angle = 0.5;
  const run = createCradle(angle).simulateSync({ until: 1.5 });
  const highest = run.column("hook4.angle").reduce((most, value) => Math.max(most, value), 0);
  // Those in between move by the tenths of a millimetre between them.
  isClose(t, highest, angle, 3e-3);
  isAtMost(t, findEnergyGrowth(run), 100 * TOLERANCE * 0.5 * G * (1 - Math.cos(angle)));
  isBelow(t, findTouchError(run), TOLERANCE);
});

test("a tower of ten bricks stands still", (t) => {
  const names = Array.from({ length: 10 }, (_, i) => `brick${i}`);
  const run = createStack(10).simulateSync({ until: 60 });
  isBelow(t, findCreep(run, 0, 60, names), 1e-9, "rigid");
  t.is(run.last.contacts.filter(({ mode }) => mode === "stick").length, 40);
  const elastic = createStack(10, "elastic").simulateSync({ until: 60 });
  // It sinks in first, within milliseconds.
  isBelow(t, findCreep(elastic, 5, 60, names), 1e-9, "elastic");
});

test("a brick slides off a table, tips over its edge and comes to rest on the floor", (t) => {
  const run = createTable().simulateSync({ until: 2 });
  t.true(run.events.some(({ kind, owner }) => kind === "hand-over" && owner.startsWith("collisions ground.2|brick")));
  t.is(run.last.contacts.filter(({ mode }) => mode === "stick").length, 4);
  isClose(t, run.last.body("brick").position[1], 0.1, 1e-9);
  isAtMost(t, findEnergyGrowth(run), 100 * TOLERANCE * run.at(0).energy.total);
  isBelow(t, findTouchError(run), TOLERANCE);
});

test("a break of sixteen billiard balls keeps momentum while the balls are in the air, and never gains energy", (t) => {
  const run = createBilliard().simulateSync({ until: 0.1 });
  const impacts = run.events.filter(({ kind }) => kind === "impact");
  isAbove(t, impacts.length, 20);
  isAtMost(t, findEnergyGrowth(run), 100 * TOLERANCE * run.at(0).energy.total);
  isBelow(t, findTouchError(run), TOLERANCE);
  // Side to side all is alike but for the 4 mm that the cue ball is off.
  const before = run.at(0.08).momentum.linear;
  const after = run.at(0.0899).momentum.linear;
  areClose(t, [after[0], after[2]], [before[0], before[2]], 0.02);
});

for (const names of [
  ["brick", "brick"],
  ["stone", "pill"],
  ["brick", "stone"],
  ["ball", "brick"],
  ["drum"],
  ["hat"],
  ["egg"],
] as const) {
  test(`${names.join(" and ")} fall, and nothing overlaps or gains energy`, (t) => {
    const system = createHeap(names, 1800);
    const run = system.simulateSync({ until: 1 });
    isAbove(t, run.events.filter(({ kind }) => kind === "impact").length, 2);
    isBelow(t, findOverlap(run, system), TOLERANCE);
    isAtMost(t, findEnergyGrowth(run), 100 * TOLERANCE * run.at(0).energy.total);
    isBelow(t, findTouchError(run), TOLERANCE);
  });
}

test("a start in which rigid bodies overlap is refused by name", (t) => {
  const system = createStack(2);
  system.add(
    new RigidBody("third", {
      inertia: Inertia.sphere({ mass: 1, radius: 0.1 }),
      position: [0, 0.3, 0],
      colliders: [ConvexShape.sphere({ radius: 0.1 })],
    }),
  );
  const error = t.throws(() => system.simulateSync({ until: 1 }));
  t.regex(error?.message ?? "", /collisions brick\d\|third 1.*overlap by .* at the start/);
});
