import test from "ava";
import { auditRun } from "../../lib/audit/index.ts";
import {
  OmniWheel,
  type OmniWheelOptions,
  ROLLER_TRACKERS,
  RollerContact,
  UprightMount,
} from "../../lib/omniwheel/index.ts";
import { Inertia, type RigidBody } from "../../lib/rigidbody/index.ts";
import { System, Trajectory } from "../../lib/system/index.ts";
import { Plane } from "../../lib/tracking/index.ts";
import { isAbove, isAtMost, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const COUNT = 8;
const RATE = -7;

function createWheel(options: Partial<OmniWheelOptions> = {}, gravity = [0, -9.81, 0]) {
  const system = new System({ gravity });
  const wheel = new OmniWheel("wheel", system.ground, {
    ...{ radius: 0.06, rollerDistance: 0.05, rollers: COUNT, psi: 0.4, friction: 0.8, density: 1100 },
    disc: Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" }),
    ...options,
  }).addTo(system);
  const mount = system.add(new UprightMount("hub", system.ground, wheel, { velocity: [0.42, 0, 0.2], rate: RATE }));
  return { system, wheel, mount };
}

/** The roller that is nearest to straight below, from 1: that with `angle + 2π i/n` nearest to zero. */
const findRoller = (angle: number): number =>
  (((-Math.round((angle * COUNT) / (2 * Math.PI)) % COUNT) + COUNT) % COUNT) + 1;

type Wheel = ReturnType<typeof createWheel>;

/** Reads a run to and fro: the roller is the one that the angle of the wheel says, and everything agrees about it. */
function checkRollers(run: Trajectory, { wheel, mount }: Wheel, random: RandomSource): string[] {
  const wrong: string[] = [];
  for (let k = 0; k < 40; k++) {
    const time = random.number(run.start, run.end);
    const now = run.at(time);
    const { roller, bodyB, bodyA, ends, portB, point } = now.get(wheel.contact);
    const expected = findRoller(now.get(mount).coordinates[3]);
    const body = now.get(wheel.rollers[expected - 1]);
    const isThere = Math.hypot(...point.map((x, i) => x - body.kinematics.r[i])) < 0.04;
    const isRight = roller === expected && bodyB === body && ends[0] === bodyA && ends[1] === body;
    if (!isRight || portB !== body.port || !isThere) wrong.push(`${time}: ${roller} instead of ${expected}`);
  }
  return wrong;
}

for (const tracker of ROLLER_TRACKERS) {
  test(`${tracker}: whenever a run is read, its file, or the run that goes on, the contact has the lowest roller`, (t) => {
    const random = new RandomSource(17);
    const model = createWheel({ tracker, rows: 2 });
    const { system } = model;
    const first = system.simulateSync({ until: 0.7, tolerance: 1e-8 });
    isAbove(t, first.events.filter(({ index }) => index === 3).length, 5);
    t.deepEqual(checkRollers(first, model, random), []);
    const text = JSON.stringify(first);
    t.deepEqual(checkRollers(Trajectory.fromJSON(text, system), model, random), []);
    const next = system.simulateSync({ from: first, until: 1.4, tolerance: 1e-8 });
    t.deepEqual(checkRollers(next, model, random), []);
    const rollers = next.column("wheel contact.roller");
    const angles = next.column("hub.angle");
    // At a hand-over, stored before and after, both are right.
    rollers.forEach((roller, i) => {
      if (!next.events.some((event) => event.t === next.times[i])) t.is(roller, findRoller(angles[i]));
    });
  });
}

test("what is read of one roller does not depend on the roller that was read before", (t) => {
  const { system, wheel } = createWheel({ tracker: "algebraic" });
  const run = system.simulateSync({ until: 0.7, tolerance: 1e-8 });
  const read = (time: number) => {
    const { roller, point, gap, normalForce } = run.at(time).get(wheel.contact);
    return { roller, numbers: [...point, gap, normalForce] };
  };
  const times = [0.03, 0.17, 0.3, 0.42, 0.55, 0.66];
  t.is(new Set(times.map((time) => read(time).roller)).size, times.length);
  for (const time of times) {
    const others = times.filter((other) => other !== time);
    const [first, ...rest] = others.map((other) => {
      read(other);
      return read(time).numbers;
    });
    for (const numbers of rest) t.deepEqual(numbers, first);
  }
});

test("a contact that an event switches on begins at the roller that is lowest then", (t) => {
  const model = createWheel({ friction: undefined as never }, [0, 0, 0]);
  const { system, wheel, mount } = model;
  wheel.contact.enabled = false;
  const time = 0.5;
  const run = system.simulateSync({
    until: 1,
    tolerance: 1e-9,
    events: [{ name: "on", value: (now) => now.t - time, action: (actions) => actions.switchOn(wheel.contact) }],
  });
  isClose(t, run.at(time).get(mount).coordinates[3], RATE * time, 1e-9);
  const roller = findRoller(RATE * time);
  t.not(roller, 1);
  t.is(run.at(time).get(wheel.contact).roller, roller);
  t.true(run.at(time).get(wheel.contact).isOn);
  t.false(run.at(time - 1e-6).get(wheel.contact).isOn);
  t.is(run.last.get(wheel.contact).roller, findRoller(RATE));
});

test("all that is discrete is the mode and the roller; wrong ones are refused, in files as well", (t) => {
  const { system, wheel } = createWheel();
  const run = system.simulateSync({ until: 0.3 });
  const { contact } = run.last.get(wheel);
  t.is(contact.discreteState, `${contact.mode} ${contact.roller}`);
  const message = `RollerContact "wheel contact": the roller of "stick 9" is none of 1 to 8`;
  const set = (state: string) => () => {
    createWheel().wheel.contact.discreteState = state;
  };
  for (const state of ["stick 9", "stick 0", "stick 1.5", "stick x"]) {
    t.throws(set(state), { message: message.replace("stick 9", state) });
  }
  t.throws(set("dance 3"), { message: /mode is "dance"; choose/ });
  const file = JSON.parse(JSON.stringify(run));
  const place = system.constraints.indexOf(wheel.contact);
  file.modeLists[0][place] = "stick 9";
  t.throws(() => Trajectory.fromJSON(file, system), {
    message: new RegExp(`modeLists\\[0\\] does not fit .*${message}`),
  });
});

/** The model with one roller or another on the floor, sticking: rates of the state, and the island of the rows. */
function createReader(system: System) {
  const run = system.simulateSync({ until: 0.01 });
  const { y } = run.lastState;
  const { kernel } = run.getObserver();
  const contact = kernel.constraints.find((constraint) => constraint instanceof RollerContact) as RollerContact;
  const show = (roller: number) => {
    const modes = kernel.getModes();
    modes[kernel.constraints.indexOf(contact)] = `stick ${roller}`;
    kernel.setModes(modes);
    const rates = new Float64Array(kernel.size);
    kernel.calcDerivative(0.01, y, rates);
    return { rates, island: kernel.rows.findIslands(kernel.links)[0] };
  };
  return { kernel, contact, show };
}

test("islands are kept: a wheel that comes back to a roller finds the rows, and the same numbers", (t) => {
  const { system, wheel } = createWheel();
  const { kernel, contact, show } = createReader(system);
  const [one, two, again] = [show(1), show(2), show(1)];
  t.is(again.island, one.island);
  t.not(two.island, one.island);
  t.deepEqual(again.rates, one.rates);
  t.notDeepEqual(two.rates, one.rates);
  // Of its own operator: nothing but the roller that touches is acted on.
  t.deepEqual(
    two.island.operator.blocks.map(({ ends }) => ends.map(({ body }) => body?.name)),
    [["ground", "wheel roller 2"]],
  );
  // Only the one that touches takes part in the recursion between events.
  for (const roller of [1, 5]) {
    show(roller);
    kernel.dormantRotors.setDormant(true);
    const awake = contact.rollers.filter((body) => !(kernel.getLink(body) as { isDormant?: boolean }).isDormant);
    t.deepEqual(
      awake.map(({ name }) => name),
      [`wheel roller ${roller}`],
    );
    kernel.dormantRotors.setDormant(false);
  }
  t.is(wheel.contact.roller, 1);
});

test("many selections of rows: the oldest are forgotten, and made again they give the same numbers", (t) => {
  const { system } = createWheel({ rollers: 80, rollerDistance: 0.055, psi: 0 });
  const { show } = createReader(system);
  const first = show(1);
  for (let roller = 2; roller <= 80; roller++) show(roller);
  const again = show(1);
  t.not(again.island, first.island);
  t.deepEqual(again.rates, first.rates);
  t.is(show(80).island, show(80).island);
});

test("one bond graph holds along a run with hand-overs: every bond, every store", (t) => {
  const { system, wheel } = createWheel({ bearing: { damping: 1e-5 } });
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-9 });
  isAbove(t, run.events.filter(({ index }) => index === 3).length, 3);
  const audit = auditRun(system, run);
  t.true(audit.passes, `${audit.worst?.element.label}: ${audit.worst?.ratio}, ${audit.worstStore?.ratio}`);
  isAtMost(t, audit.worst?.ratio ?? 1, 1e-12);
  const graph = system.bondGraph();
  t.deepEqual(graph.validate(), []);
  t.true(graph.causality().isComplete);
  // Of all rollers the one that touches gets a wrench, and only that one.
  const wrench = new Float64Array(6);
  for (const time of [0.02, 0.2, 0.4]) {
    run.at(time).show();
    const { roller, wrenchB } = wheel.contact.present;
    wheel.rollers.forEach(({ name }, i) => {
      graph.bond(`${name}.1 → wheel contact.rollers`).effort?.(wrench);
      const force = Math.hypot(...wrench.subarray(0, 3));
      const expected = i + 1 === roller ? Math.hypot(...wrenchB.F) : 0;
      isClose(t, force, expected, 1e-12 * (1 + expected));
    });
  }
  t.is(graph.elements.filter(({ group }) => group === "wheel contact").length, 13);
  const words = system.bondGraph({ detail: "word" });
  t.is(words.bondsOf("wheel contact").length, 1 + COUNT);
});

test("what has several bodies belongs to all of them", (t) => {
  const { system, wheel } = createWheel();
  t.deepEqual(wheel.contact.bodies, [system.ground, ...wheel.rollers]);
  t.throws(() => system.remove(wheel.rollers[3]), { message: /"wheel roller 4" is used by/ });
  const { geometry, disc, rollers } = wheel;
  const options = { geometry, disc, floor: new Plane(), tracker: "explicit" as const };
  const make = (list: unknown) => () => new RollerContact("c", system.ground, list as RigidBody[], options);
  t.throws(make(rollers.slice(1)), {
    message: 'RollerContact "c": there are 7 rollers, but the geometry has 8; give one body for each',
  });
  t.throws(make(rollers[0]), { message: /^RollerContact "c": the list of rollers is .*; give a list of 8 bodies/ });
  t.throws(make([3]), { message: /^RollerContact "c": rollers\[0\] is 3; give a Body/ });
});
