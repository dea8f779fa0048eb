import test from "ava";
import { Contact, Inertia, Plane, RigidBody, Sphere, SpringNormal, System, Trajectory } from "../../lib/index.ts";
import { add, cross } from "../../lib/math/index.ts";
import { isAtMost, isBelow } from "../helpers/compare.ts";
import { measureThrow } from "../helpers/feet/ellipsoids.ts";
import { createFootedBody } from "../helpers/feet/FootedBody.ts";
import { measureFeet } from "../helpers/feet/measureFeet.ts";
import { measureMixed } from "../helpers/feet/measureMixed.ts";
import { testFeet, testThrows } from "../helpers/feet/testFeet.ts";
import { integrate } from "../reference/integrate.ts";

// A thousand starts of all kinds, and a thousand throws, are rows of the bench.
testFeet(0, 20, ["box3", "box4"]);
testThrows(0, 20);

// A foot that others bring to rest while it is fast; one that slides again at once, beside five that slide; and one that can
// neither stick nor slide while all take the least load.
testFeet(127, 128, ["box4"]);
testFeet(18, 19, ["box6"]);
testFeet(242, 243, ["box6"]);

test("a foot that carries more than the least load does so when the run is read, from a file too", (t) => {
  const { system, contacts } = createFootedBody("box6", 242, 0);
  const run = system.simulateSync({ until: 0.12, tolerance: 1e-8 });
  t.regex(run.lastState.modes[0], /^stick\*1\.\d+$/);
  const copy = Trajectory.fromJSON(JSON.parse(JSON.stringify(run)), system);
  for (const { mode, normalForce } of [run.last, copy.last].map((snapshot) => snapshot.contact(contacts[0].name))) {
    t.is(mode, "stick");
    t.is(normalForce, run.last.contact(contacts[0].name).normalForce);
  }
  // The way goes on as it does without a stop.
  const whole = system.simulateSync({ until: 0.13, tolerance: 1e-8 }).last.body("body");
  const parts = system.simulateSync({ from: copy, until: 0.13, tolerance: 1e-8 }).last.body("body");
  isBelow(t, Math.hypot(...whole.position.map((x, i) => x - parts.position[i])), 1e-9);
});

for (const tolerance of [1e-6, 1e-7, 1e-8, 1e-9, 1e-10]) {
  for (const kind of ["box3", "box4", "box6"] as const) {
    test(`${kind} that slides at (1, 0, 0.2) m/s and turns at 0.5 rad/s ends with all feet at rest, at ${tolerance}`, (t) => {
      const { modes, ratios, slips, beyond, evaluations } = measureFeet(kind, 0, { isPushed: false, tolerance });
      t.log(modes.join(", "), ratios, beyond);
      t.true(modes.every((mode) => mode === "stick" || mode === "unloaded"));
      // Nothing pulls at a box at rest on a level floor: the least forces that hold it are none.
      isBelow(t, Math.max(...ratios.filter(Number.isFinite)), 1e-9);
      isAtMost(t, Math.max(...slips), 1e-15);
      isAtMost(t, beyond, 1e-9);
      isAtMost(t, evaluations, 3000);
    });
  }
}

test("a cylinder on two rims, at (1, 0, 0.5) m/s and 1 rad/s, rolls in the end and takes few evaluations", (t) => {
  const { modes, ratios, beyond, evaluations, run } = measureFeet("rims", 0, { isPushed: false });
  t.log(modes.join(", "), ratios, evaluations);
  t.deepEqual(modes, ["stick", "stick"]);
  isBelow(t, Math.max(...ratios), 1e-9);
  isAtMost(t, beyond, 1e-9);
  isAtMost(t, evaluations, 3000);
  // Rolling without slip: nothing turns it about the vertical, and its centre is as fast as its rims turn.
  const { velocity, angularVelocity } = run.last.body("body");
  isBelow(t, Math.abs(angularVelocity[1]), 1e-12);
  isBelow(t, Math.hypot(...add(velocity, cross(angularVelocity, [0, -0.1, 0]))), 1e-12);
});

test("an ellipsoid at the onset of slip does not chatter", (t) => {
  const { slipEvents, error, isComparable } = measureThrow(0);
  t.log(slipEvents, error);
  isAtMost(t, slipEvents, 10);
  t.true(isComparable);
  isAtMost(t, error, 1e-5);
});

test("slip that begins, ends and begins again within a step begins with the first", (t) => {
  const { error, isComparable } = measureThrow(768);
  t.true(isComparable);
  isAtMost(t, error, 1e-5);
});

test("slip that has just begun and is not looked ahead of takes no step that is too long to be stable", (t) => {
  const { error, slipEvents, isComparable } = measureThrow(793);
  t.true(isComparable);
  t.is(slipEvents, 0);
  isAtMost(t, error, 1e-5);
});

test("slip that turns about within a step, without coming to rest, is no reversal", (t) => {
  const { error, slipEvents, isComparable } = measureThrow(550);
  t.true(isComparable);
  t.is(slipEvents, 0);
  isAtMost(t, error, 1e-5);
});

test("a foot that the least forces would drive back as soon as it slips, beside seven that slide, does not chatter", (t) => {
  // A box on eight feet that rocks on all of them; there were ten thousand reversals within three milliseconds.
  const { outcome, events, evaluations } = measureMixed(6);
  t.is(outcome, "ran");
  isAtMost(t, events, 1000);
  isAtMost(t, evaluations, 50_000);
});

/** Box on two pairs of sticking feet with springs, in the plane: height, its rate, tilt and its rate. */
function rock(until: number, { mass, turn, half, low, foot, springs, depth, rate }: typeof ROCKING): readonly number[] {
  const calcRates = (_t: number, [y, vy, angle, w]: readonly number[]) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    let [force, moment] = [-9.81 * mass, 0];
    for (const [k, side] of [
      [springs[0], -half],
      [springs[1], half],
    ]) {
      const normal = 2 * k * (foot - (y + side * s - low * c));
      force += normal;
      moment += normal * (side * c + low * s);
    }
    // All feet hold the floor: ẋ = −y ω, and friction, m ẍ, turns with the lever y.
    return [vy, force / mass, w, (moment - mass * y * vy * w) / (turn + mass * y * y)];
  };
  return integrate(calcRates, [low + foot - depth, 0, 0, rate], 0, until);
}

const ROCKING = {
  mass: 1,
  turn: 0.004,
  half: 0.15,
  low: 0.05,
  foot: 0.01,
  springs: [1500, 2500],
  depth: 2e-3,
  rate: 0.05,
};

test("a box that sticks on springs of different depth rocks as its two freedoms say", (t) => {
  const { mass, turn, half, low, foot, springs, depth, rate } = ROCKING;
  const height = low + foot - depth;
  const system = new System();
  const box = system.add(
    new RigidBody("box", {
      inertia: new Inertia({ mass, tensor: [turn, turn, turn] }),
      position: [0, height, 0],
      // The feet hold the floor from the start.
      velocity: [-rate * height, 0, 0],
      angularVelocity: [0, 0, rate],
    }),
  );
  [-1, 1].forEach((x, i) => {
    for (const z of [-0.1, 0.1]) {
      const surfaceB = new Sphere({ radius: foot, position: [half * x, -low, z] });
      const options = {
        surfaceA: new Plane(),
        surfaceB,
        friction: 3,
        normal: new SpringNormal({ stiffness: springs[i] }),
      };
      system.add(new Contact(`foot ${x} ${z > 0 ? 1 : -1}`, system.ground, box, options));
    }
  });
  const run = system.simulateSync({ until: 0.1, tolerance: 1e-10 });
  const { position, velocity, orientation, angularVelocity } = run.last.body("box");
  const [y, vy, angle, w] = rock(0.1, ROCKING);
  t.log(
    position[1] - y,
    velocity[1] - vy,
    2 * Math.atan2(orientation[3], orientation[0]) - angle,
    angularVelocity[2] - w,
  );
  // A hundred times the tolerance; the comparison itself is good to 1e-12.
  isBelow(t, Math.abs(position[1] - y), 1e-8);
  isBelow(t, Math.abs(velocity[1] - vy), 1e-8);
  isBelow(t, Math.abs(2 * Math.atan2(orientation[3], orientation[0]) - angle), 1e-8);
  isBelow(t, Math.abs(angularVelocity[2] - w), 1e-8);
  isBelow(t, Math.abs(velocity[0] + w * y), 1e-8);
});
