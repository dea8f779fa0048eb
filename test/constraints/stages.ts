import test from "ava";
import { SlipDirection } from "../../lib/constraints/contact/SlipDirection.ts";
import {
  type Body,
  Constraint,
  Contact,
  ContactKinematics,
  ContactTracking,
  ForceElement,
  type HasEvents,
  type HasStates,
  Inertia,
  KinematicPort,
  NearestPoints,
  Plane,
  RevoluteJoint,
  RigidBody,
  Sphere,
  type SurfaceFrame,
  System,
  Tracker,
  TrackingError,
} from "../../lib/index.ts";
import { Kernel } from "../../lib/kernel/Kernel.ts";
import { UniformGravity } from "../../lib/rigidbody/Gravity.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";

const floor = new Plane({ normal: [0, 1, 0] });
const createBall = (values: object = {}) =>
  new RigidBody("ball", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }), ...values });

/** A ball above the floor with its port at hand, measured. */
function createContact(friction = 0.5) {
  const system = new System();
  const ball = createBall({ position: [0, 0.3, 0] });
  const contact = new Contact("contact", system.ground, ball, {
    surfaceA: floor,
    surfaceB: new Sphere({ radius: 0.1 }),
    friction,
  });
  const port = KinematicPort.of({ position: [0.2, 0.3, 0], velocity: [0.4, -0.7, 0.3], angularVelocity: [1, 2, 3] });
  contact.connect([new KinematicPort(), port]);
  contact.begin(0);
  contact.measure(0);
  return { contact, port };
}

test("stages 1 and 2 of a contact measure without forces and modes", (t) => {
  const { contact } = createContact();
  const { tracking } = contact;
  t.true(tracking instanceof ContactKinematics);
  t.true(tracking instanceof ContactTracking);
  isClose(t, tracking.tracker.gap, 0.2, 1e-16);
  isClose(t, tracking.getGapRate(), -0.7, 1e-15);
  // On the floor, since that is a plane.
  areClose(t, tracking.point, [0.2, 0, 0], 1e-16);
  // v + [ω, c] at that point, c = (0, −0.3, 0): (0.4 + 0.3·3, ·, 0.3 − 0.3·1).
  const { slip, tangents } = contact;
  const [x, z] = [0, 2].map((k) => slip[0] * tangents[k] + slip[1] * tangents[3 + k]);
  isClose(t, x, 0.4 + 0.3 * 3, 1e-15);
  isClose(t, z, 0.3 - 0.3 * 1, 1e-15);
  t.is(contact.mode, "open");
  t.is(contact.rowCount, 0);
});

test("the force acts on the plane, in either order of the bodies, and in the middle of two other surfaces", (t) => {
  const { ground } = new System();
  const ball = createBall();
  const port = KinematicPort.of({ position: [0.2, 0.28, 0], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
  const sphere = new Sphere({ radius: 0.1 });
  const measure = (contact: Contact, ports: KinematicPort[]) => {
    contact.connect(ports);
    contact.begin(0);
    contact.measure(0);
    return contact.point;
  };
  const turned = new Contact("turned", ball, ground, { surfaceA: sphere, surfaceB: floor });
  areClose(t, measure(turned, [port, new KinematicPort()]), [0.2, 0, 0], 1e-16);
  // Between the tops of a ball of radius 0.1 at the origin and of one at (0.2, 0.28, 0): on the line of centres.
  const balls = new Contact("balls", ground, ball, { surfaceA: sphere, surfaceB: sphere });
  areClose(t, measure(balls, [new KinematicPort(), port]), [0.1, 0.14, 0], 1e-16);
});

/** Loses its point whenever it has not just started. */
class Forgetful extends Tracker {
  hasStarted = false;

  get name(): string {
    return "forgetful";
  }
  start(): void {
    this.hasStarted = true;
    this.result.fill(1);
  }
  track(): void {
    throw new TrackingError("gone");
  }
  calcVelocities(): void {}
}

test("a search that lost its points begins anew only where there are no others to end at", (t) => {
  for (const canRestart of [false, true]) {
    const { contact } = createContact();
    const forgetful = new Forgetful(contact.tracking.frameA, contact.tracking.frameB);
    contact.tracking.tracker = forgetful;
    contact.tracking.canRestart = canRestart;
    contact.tracking.track();
    t.is(forgetful.hasStarted, canRestart);
    t.is(contact.failure, canRestart ? undefined : "gone");
    t.is(contact.tracker.gap, canRestart ? 1 : Number.NaN);
  }
});

test("friction goes on smoothly beyond a reversal of slip", (t) => {
  const slip = new Float64Array(2);
  const direction = new SlipDirection(slip, Float64Array.of(1, 0, 0, 0, 0, 1));
  direction.restSpeed = 1e-6;
  slip.set([0.3, -0.4]);
  t.is(direction.speed, 0.5);
  direction.keep();
  isClose(t, direction.getAdvance(), 0.5, 1e-16);
  direction.calc();
  isClose(t, direction.values[0], 0.3, 1e-16);
  // Turned back by a tenth: the force is that of a slip onwards by as much.
  slip.set([-0.03, 0.04]);
  isClose(t, direction.getAdvance(), -0.05, 1e-17);
  direction.calc();
  isClose(t, direction.values[0], 0.03, 1e-16);
  isClose(t, direction.values[1], -0.04, 1e-16);
  isBelow(t, direction.getAdvance() + direction.getSlack(1), 0, "an event");
  // At rest the direction is the one it had.
  slip.fill(0);
  direction.calc();
  isClose(t, direction.values[0], 0.6, 1e-15);
  isClose(t, direction.values[1], -0.8, 1e-15);
  t.is(direction.find(0), undefined);
  slip.set([2 * direction.restSpeed, 0]);
  t.deepEqual(direction.find(0), slip);
});

test("slow slip goes where velocity and acceleration send it together", (t) => {
  const slip = Float64Array.of(2e-4, 1e-4);
  const direction = new SlipDirection(slip, Float64Array.of(1, 0, 0, 0, 0, 1));
  direction.restSpeed = 1e-6;
  direction.set([1, 0]);
  // Friction of 2 m/s² against d, twice as effective across, and a push: a(d) = push − (2 d_1, 4 d_2).
  const push = [3, 1.5];
  direction.lead = 1e-3;
  direction.slope = 3;
  direction.renew();
  for (let n = 0; n < 20; n++) {
    direction.calc();
    const [c, s] = direction.values;
    direction.tell(push[0] - 2 * c, push[1] - 4 * s);
    if (direction.turn() < 1e-15) break;
  }
  const [c, s] = direction.values;
  // A hundredth of what counts as rest ties it to where it was.
  const ahead = [slip[0] + 1e-8 + 1e-3 * (push[0] - 2 * c), slip[1] + 1e-3 * (push[1] - 4 * s)];
  isClose(t, c * ahead[1] - s * ahead[0], 0, 1e-17);
  isAbove(t, c * ahead[0] + s * ahead[1], 0);
  isClose(t, direction.across, Math.abs(c * slip[1] - s * slip[0]), 1e-18);
});

test("a deficit that was accepted after an event is none until it grows", (t) => {
  const { contact } = createContact(0);
  const out = new Float64Array(3);
  const read = (force: number) => {
    contact.multipliers[0] = force;
    contact.calcEvents(0, out);
    return out[0];
  };
  contact.mode = "touch";
  t.is(read(-1e-9), -1e-9);
  contact.accept();
  t.is(read(-1e-9), 0);
  isBelow(t, read(-2e-9), 0);
  read(3);
  contact.beginStep(0);
  t.is(read(-1e-9), -1e-9);
  contact.accept();
  contact.mode = "touch";
  t.is(read(-1e-9), -1e-9);
});

test("a sensor acts on nothing: the run is the same bit by bit, and has its columns", (t) => {
  const throwBall = (withProbe: boolean) => {
    const system = new System();
    const ball = system.add(createBall({ position: [0, 1, 0], velocity: [1, 2, 0], angularVelocity: [3, 2, 1] }));
    const probe = new NearestPoints("probe", system.ground, ball, {
      surfaceA: floor,
      surfaceB: new Sphere({ radius: 0.1 }),
    });
    if (withProbe) system.add(probe);
    return { system, probe, run: system.simulateSync({ until: 0.5 }) };
  };
  const plain = throwBall(false);
  const sensed = throwBall(true);
  t.deepEqual(sensed.run.last.state, plain.run.last.state);
  t.false(sensed.probe instanceof ForceElement);
  const height = 1 + 2 * 0.5 - 0.5 * 9.81 * 0.25;
  isClose(t, sensed.run.column("probe.gap").at(-1) as number, height - 0.1, 1e-9);
  // Six bonds closed by efforts that are zero, at the tracked point of B.
  t.is(sensed.probe.bondGraph().elements.filter(({ kind }) => kind === "EC").length, 6);
  const { force, torque, point } = sensed.run.last.reaction("probe");
  t.deepEqual([...force, ...torque], [0, 0, 0, 0, 0, 0]);
  isClose(t, point[1], height - 0.1, 1e-9);
});

/** Follows its points up to a height and then no more. */
class ShortSighted extends Forgetful {
  constructor(
    a: SurfaceFrame,
    b: SurfaceFrame,
    private readonly limit: number,
  ) {
    super(a, b);
  }
  override start(): void {
    this.track();
  }
  override track(): void {
    if (this.frameB.r[1] > this.limit) throw new TrackingError("out of sight");
    this.result[18] = this.frameB.r[1];
  }
}

test("a sensor without states that loses its points stops the run there, by name", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const ball = system.add(createBall({ velocity: [0, 1, 0] }));
  system.add(
    new NearestPoints("probe", system.ground, ball, {
      surfaceA: floor,
      surfaceB: new Sphere({ radius: 0.1 }),
      tracker: (a, b) => new ShortSighted(a, b, 0.25),
    }),
  );
  t.throws(() => system.simulateSync({ until: 1 }), {
    message: /stopped at t = 0\.2(5|499)\d* s: NearestPoints "probe": out of sight/,
  });
});

test("rows of a pair that closes a loop are rows, and no constraint of the model", (t) => {
  const system = new System();
  const rod = { inertia: Inertia.rod({ mass: 1, length: 1, axis: "x" }) };
  const one = new RigidBody("one", { ...rod, position: [0.5, 0, 0] });
  const two = new RigidBody("two", { ...rod, position: [1.5, 0, 0] });
  const hinge = (name: string, a: Body, b: Body, x: number) =>
    new RevoluteJoint(name, a, b, { point: [x, 0, 0], axis: [0, 0, 1] });
  const { ground } = system;
  const pairs = [hinge("left", ground, one, 0), hinge("middle", one, two, 1), hinge("right", ground, two, 2)];
  const kernel = new Kernel([ground, one, two], pairs, new UniformGravity([0, -9.81, 0]));
  const [rows] = kernel.loopClosures;
  t.false(rows instanceof Constraint);
  t.is(rows.rowCount, 5);
  t.is(rows.label, 'RevoluteJoint "right"');
  kernel.s.set([0.3, -0.8]);
  kernel.calcKinematics(0, true);
  rows.calcRows(0);
  rows.calcPositionErrors();
  // Tree: left and middle. The end of the second rod moves up by 2·0.3 − 0.8 and should not move at all.
  const errors = Array.from({ length: 5 }, (_, i) => rows.getVelocityError(i));
  isClose(t, Math.hypot(...errors), Math.abs(2 * 0.3 - 0.8), 1e-15);
  isClose(t, Math.hypot(...rows.positionErrors), 0, 1e-15);
  rows.pair.isOn = false;
  t.false(rows.isOn);
  kernel.updateModes();
  t.is(kernel.rows.rowCount, 0);
});

/** The least that a constraint with a state and an event needs: `ẋ = 1 − x`; an event wherever `sin πt` changes sign. */
class Lag extends ForceElement implements HasStates, HasEvents {
  readonly stateCount = 1;
  readonly eventCount = 1;

  calcStateRates(): void {
    this.stateRates[0] = 1 - this.states[0];
  }
  calcEvents(time: number, out: Float64Array): void {
    out[0] = Math.sin(Math.PI * (time + 0.5));
  }
  handleEvent(): void {}
  protected override calcWrench(): void {}
}

/** The same from where the ball is at the start. */
class PlacedLag extends Lag {
  begin(): void {
    this.states[0] = this.portB.r[0];
  }
}

test("a constraint has what it implements", (t) => {
  for (const [Kind, start] of [
    [Lag, 0],
    [PlacedLag, 3],
  ] as const) {
    const system = new System();
    const ball = system.add(createBall({ position: [3, 0, 0] }));
    system.add(new Kind("lag", system.ground, ball));
    const run = system.simulateSync({ until: 3, tolerance: 1e-11 });
    isClose(t, run.column("lag.state.0").at(-1) as number, 1 + (start - 1) * Math.exp(-3), 1e-10);
    // Both directions, always watched.
    const times = run.events.filter(({ owner }) => owner === "lag").map((event) => event.t);
    areClose(t, times, [0.5, 1.5, 2.5], 1e-10);
  }
  const system = new System();
  const hinge = new RevoluteJoint("hinge", system.ground, createBall(), { point: [0, 0, 0], axis: [0, 0, 1] });
  for (const name of ["stateCount", "calcStateRates", "eventCount", "calcEvents", "outputs", "tracking", "joints"]) {
    t.false(name in hinge, name);
  }
});
