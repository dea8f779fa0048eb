import test from "ava";
import {
  auditRun,
  type Constraint,
  type EventActions,
  Inertia,
  RigidBody,
  type Snapshot,
  SpringDamper,
  System,
  type Trajectory,
  WeldJoint,
} from "../../lib/index.ts";
import { isAbove, isAtMost, isClose } from "../helpers/compare.ts";

const at = (time: number) => (now: Snapshot) => now.t - time;
const TOLERANCE = 1e-11;
const STIFFNESS = 40;
const REST = 0.5;

/** Two bodies that fall and turn. */
function createPair(): { system: System; hand: RigidBody; box: RigidBody } {
  const system = new System();
  const inertia = Inertia.box({ mass: 2, size: [0.3, 0.2, 0.1] });
  const hand = system.add(new RigidBody("hand", { inertia, velocity: [0.4, 0, 0], angularVelocity: [0.3, -0.2, 0.5] }));
  const box = system.add(new RigidBody("box", { inertia, position: [1, 0.3, 0], angularVelocity: [0, 0.7, -0.4] }));
  return { system, hand, box };
}

const createSpring = (a: RigidBody, b: RigidBody): SpringDamper =>
  new SpringDamper("spring", a, b, { pointA: [0, 0, 0], pointB: [0, 0, 0], stiffness: STIFFNESS, restLength: REST });

function runUntil(system: System, time: number, act: (actions: EventActions) => void, from?: Trajectory): Trajectory {
  const action = (actions: EventActions) => {
    act(actions);
    actions.stop();
  };
  const events = [{ name: "meet", value: at(time), action }];
  return system.simulateSync({ until: 2, tolerance: TOLERANCE, events, from });
}

test("a run that begins with attached parts is audited with them", (t) => {
  const parts: ((a: RigidBody, b: RigidBody) => Constraint)[] = [createSpring, (a, b) => new WeldJoint("grip", a, b)];
  for (const create of parts) {
    const { system, hand, box } = createPair();
    let part: Constraint | undefined;
    const first = runUntil(system, 0.3, (actions) => {
      part = actions.attach(create(hand, box));
    });
    const next = system.simulateSync({ until: 1, tolerance: TOLERANCE, from: first });
    t.deepEqual(next.segments[0].attached, [part?.name]);
    const audit = auditRun(system, next).check();
    t.true(audit.energies.some(({ element }) => element.group === part?.name));
    // Of some 40 J.
    isAtMost(t, Math.max(...audit.balance.missing.map(Math.abs)), 1e-8, part?.name);
  }
});

test("a run may end with an event that joins or parts: its loss is in the balance", (t) => {
  const { system, hand, box } = createPair();
  let spring: SpringDamper | undefined;
  // What is lost is all energy before less all energy after, as the run has it.
  const check = (run: Trajectory, name: string): number => {
    t.is(run.segments.length, 2, name);
    t.is(run.segments[1].start, run.segments[1].end, name);
    const { total } = run.energy;
    const lost = (total.at(-2) as number) - (total.at(-1) as number);
    const audit = auditRun(system, run).check();
    isClose(t, audit.balance.lost.at(-1) as number, lost, 1e-12, name);
    isAtMost(t, Math.max(...audit.balance.missing.map(Math.abs)), 1e-8, name);
    return lost;
  };
  const first = runUntil(system, 0.3, (actions) => {
    spring = actions.attach(createSpring(hand, box));
  });
  // A stretched spring brings in its energy, k (l - l₀)²/2, and takes it away when it is detached.
  const brought = -check(first, "attach");
  const [a, b] = ["hand", "box"].map((name) => first.last.body(name));
  const length = Math.hypot(...a.position.map((x, i) => x - b.position[i]));
  isClose(t, brought, (STIFFNESS / 2) * (length - REST) ** 2, 1e-12);
  isAbove(t, brought, 0.5);
  const second = runUntil(system, 0.6, (actions) => actions.detach(spring as SpringDamper), first);
  isAbove(t, check(second, "detach"), 0);
  const third = runUntil(system, 0.9, (actions) => void actions.attach(new WeldJoint("grip", hand, box)), second);
  isAbove(t, check(third, "weld"), 0);
});

test("a run that goes on after bodies were joined is refused, and so is the system of another run", (t) => {
  const { system, hand, box } = createPair();
  const action = (actions: EventActions) => void actions.attach(createSpring(hand, box));
  const run = system.simulateSync({ until: 1, events: [{ name: "meet", value: at(0.3), action }] });
  t.throws(() => auditRun(system, run), { message: /joins or parts bodies at t = 0\.3 s.*audit the parts/ });
  t.throws(() => auditRun(createPair().system, system.simulateSync({ until: 0.1 })), {
    message: "auditRun: the run was made with other bodies than the system has; give the system of the run",
  });
});
