import test from "ava";
import {
  IdealRolling,
  Inertia,
  JointFriction,
  type Linearization,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  System,
  type Vector3,
} from "../../lib/index.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";
import {
  BALL,
  BICYCLE_BODIES,
  createBicycle,
  createCirclingDisc,
  createHeavyBall,
  createRollingDisc,
  DISC,
  findEigenError,
  findRoots,
} from "../helpers/rollingModels.ts";
import { findBicycleEigenvalues, findDiscSquare, findSpin, linearizeBicycle } from "../reference/rolling.ts";

/** Modes that are neither neutral nor the other member of a pair. */
const listOwn = ({ modes }: Linearization) => modes.filter(({ isNeutral }) => !isNeutral);

/** Eigenvalues by size, then sign, for comparisons between charts. */
const list = (result: Linearization) =>
  listOwn(result)
    .map(({ eigenvalue }) => eigenvalue)
    .sort((a, b) => a.re - b.re || a.im - b.im);

test("a disc that rolls straight ahead, below and above the critical speed", async (t) => {
  // The critical speed: C (C + m R²) ω² = A m g R, ω = 2.557 rad/s, 1.279 m/s.
  for (const speed of [0, 0.3, 1.2, 1.3, 2, 5, 20]) {
    const square = findDiscSquare(DISC, -speed / DISC.radius);
    const { mass: m, radius: R, across: A, along: C, gravity: g } = DISC;
    const w = speed / R;
    const expected = (A * m * g * R - C * (C + m * R * R) * w * w) / (A * (A + m * R * R));
    isClose(t, square, expected, 1e-14 * (20 + 2 * w * w));
    if (speed === 2) t.is(Math.sqrt(-square).toFixed(4), "4.7649");
    const result = await createRollingDisc(speed).linearize();
    // Derivatives by extrapolated differences are good to some twelve digits.
    isBelow(t, findEigenError(result, findRoots(square)), 1e-11, `${speed}: ${result}`);
    // Place, heading, lean, turn; three rates: all but two eigenvalues are zero, exactly.
    t.is(result.names.length, 8);
    t.is(result.modes.filter(({ isNeutral }) => isNeutral).length, 6, `${speed}`);
    t.true(result.modes.every(({ isNeutral, eigenvalue: { re, im } }) => !isNeutral || (re === 0 && im === 0)));
    t.true(result.isSteady);
    t.is(result.isStable, speed > 1.25);
  }
});

test("it does not matter where the disc heads, how it is turned, which body it is and what was added before", async (t) => {
  const roots = findRoots(findDiscSquare(DISC, 4));
  for (const options of [
    { turned: 0.4 },
    { turned: 2.5, heading: 1 },
    { heading: -2.2, isFirst: true },
    { turned: -1, isLast: true },
    { turned: 1.1, heading: 0.6, isFirst: true, isLast: true },
  ]) {
    const result = await createRollingDisc(2, options).linearize();
    isBelow(t, findEigenError(result, roots), 1e-11, JSON.stringify(options));
    t.is(listOwn(result).length, 1);
    t.true(result.isSteady && result.isStable);
  }
});

test("a disc that rolls is steady in axes that do not turn with it, and in no others", async (t) => {
  const chosen = await createRollingDisc(2, { turned: 0.3 }).linearize();
  t.is(chosen.axes, "space");
  const space = await createRollingDisc(2, { turned: 0.3 }).linearize({ axes: "space" });
  t.deepEqual(space.matrix, chosen.matrix);
  t.true(space.isSteady);
  // Seen from the disc the floor goes round: the matrix is that of the moment, and its eigenvalues say nothing.
  const body = await createRollingDisc(2, { turned: 0.3 }).linearize({ axes: "body" });
  t.is(body.axes, "body");
  t.false(body.isSteady);
  isAbove(t, findEigenError(body, findRoots(findDiscSquare(DISC, 4))), 0.1);
  // At rest there is no difference.
  t.is((await createRollingDisc(0).linearize()).axes, "body");
});

test("a snapshot of a disc that rolls says the same as its start", async (t) => {
  const system = createRollingDisc(2);
  const run = system.simulateSync({ until: 0.7, tolerance: 1e-12 });
  const result = await system.linearize({ at: run.last });
  t.true(result.isSteady);
  isBelow(t, findEigenError(result, findRoots(findDiscSquare(DISC, 4))), 1e-10);
});

test("small departures of a run go as the eigenvalues say", (t) => {
  const spin = -4;
  const rate = Math.sqrt(-findDiscSquare(DISC, spin));
  const lean = 1e-5;
  const run = createCirclingDisc({ ...DISC, tilt: Math.PI / 2 + lean }, spin, 0).simulateSync({
    until: 2,
    tolerance: 1e-13,
  });
  // From a lean at rest, δΩ = δω₃ = 0: δθ̈ = m g R δ₀/(A + m R²) at first, then δθ swings about its mean.
  const { mass: m, radius: R, across: A, gravity: g } = DISC;
  const push = (m * g * R * lean) / (A + m * R * R);
  for (const time of [0.3, 0.9, 2]) {
    const expected = lean + (push / rate ** 2) * (1 - Math.cos(rate * time));
    // What is left of second order is 1e-10; the run is good to some 1e-12.
    isClose(t, run.at(time).joint("way", "lean").position, expected, 2e-6 * lean);
  }
});

test("without acceleration for an instant is not steady", async (t) => {
  // A mass on a spring that passes the middle: the matrix is the same everywhere, the motion is none that stays.
  const system = new System({ gravity: [0, 0, 0] });
  const cart = system.add(new RigidBody("cart", { inertia: Inertia.box({ mass: 1, size: [1, 1, 1] }) }));
  const place = { point: [0, 0, 0], axis: [1, 0, 0] } as const;
  system.add(new PrismaticJoint("rail", system.ground, cart, { ...place, rate: 1, stiffness: 4 }));
  const passing = await system.linearize();
  t.false(passing.isSteady);
  isBelow(t, findEigenError(passing, findRoots(-4)), 1e-12);
});

test("a rotor of unequal moments in a frame that does not turn has no constant matrix", async (t) => {
  // Two gimbals on springs hold the rotor: what it feels from them goes round, seen from it, and it is unlike around.
  const create = (tensor: readonly [number, number, number]) => {
    const system = new System({ gravity: [0, 0, 0] });
    const frame = new Inertia({ mass: 1, tensor: [0.1, 0.1, 0.1] });
    const [outer, inner] = ["outer", "inner"].map((name) => system.add(new RigidBody(name, { inertia: frame })));
    const rotor = system.add(new RigidBody("rotor", { inertia: new Inertia({ mass: 1, tensor }) }));
    const point: Vector3 = [0, 0, 0];
    system.add(new RevoluteJoint("first", system.ground, outer, { point, axis: [1, 0, 0], stiffness: 5 }));
    system.add(new RevoluteJoint("second", outer, inner, { point, axis: [0, 1, 0], stiffness: 5 }));
    system.add(new RevoluteJoint("spin", inner, rotor, { point, axis: [0, 0, 1], rate: 10 }));
    return system.linearize();
  };
  t.true((await create([0.2, 0.2, 0.3])).isSteady);
  t.false((await create([0.15, 0.25, 0.3])).isSteady);
});

test("a disc that rolls around in circles, by its angles", async (t) => {
  for (const [tilt, precession] of [
    [1.2, 2],
    [0.5, 7],
    [1.5, -1],
    [1.5, 0.2],
  ]) {
    const disc = { ...DISC, tilt, precession };
    const spin = findSpin(disc);
    for (const heading of [0.3, 2]) {
      const result = await createCirclingDisc(disc, spin, heading).linearize();
      isBelow(
        t,
        findEigenError(result, findRoots(findDiscSquare(disc, spin))),
        1e-10,
        `${tilt} ${precession}: ${result}`,
      );
      // Its place accelerates; what is free, height (or lean), heading and spin, does not.
      t.true(result.isSteady, String(result));
      t.deepEqual(result.names.slice(-3), ["way.y.rate", "way.heading.rate", "way.spin.rate"]);
    }
    // With another spin it falls, or rises: no steady motion.
    t.false((await createCirclingDisc(disc, spin + 0.5).linearize()).isSteady);
  }
});

test("the benchmark bicycle: matrices as they were published", (t) => {
  const { M, C1, K0, K2 } = linearizeBicycle();
  // Fifteen digits of the paper; the last one is rounded.
  const isAs = (found: readonly (readonly number[])[], published: readonly number[]) =>
    found.flat().forEach((x, i) => {
      isClose(t, x, published[i], 2e-14 * Math.max(1, Math.abs(x)));
    });
  isAs(M, [80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686]);
  isAs(K0, [-80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618]);
  isAs(K2, [0, 76.59734589573222, 0, 2.65431523794604]);
  isAs(C1, [0, 33.86641391492494, -0.85035641456978, 1.6854039739756]);
  const still = findBicycleEigenvalues(0)
    .map(({ re }) => re)
    .sort((a, b) => a - b);
  isAs([still], [-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393]);
});

test("the benchmark bicycle: weave, capsize and castering of the model are those of the equations", async (t) => {
  for (const speed of [0, 1, 3, 4.292, 5, 6.024, 8, 10]) {
    const result = await createBicycle(speed).linearize();
    const expected = findBicycleEigenvalues(speed);
    // Derivatives by extrapolated differences; the eigenvalues meet at 0.684 m/s, and are harder to tell next to it.
    isBelow(t, findEigenError(result, expected), 1e-11, `${speed}`);
    t.is(listOwn(result).flatMap(({ eigenvalue }) => (eigenvalue.im === 0 ? [1] : [1, 1])).length, 4);
    t.true(result.isSteady);
    // Seven coordinates (place, heading, lean, steer, two wheels) and three rates (lean, steer, speed).
    t.is(result.names.length, 10);
    t.is(result.isStable, speed > 4.2924 && speed < 6.0243);
  }
  // Weave and capsize speeds as published.
  const growth = async (speed: number, isWeave: boolean) => {
    const own = listOwn(await createBicycle(speed).linearize()).map(({ eigenvalue }) => eigenvalue);
    return isWeave
      ? Math.max(...own.filter(({ im }) => im > 0).map(({ re }) => re))
      : Math.max(...own.filter(({ im }) => im === 0).map(({ re }) => re));
  };
  isAbove(t, await growth(4.29238, true), 0);
  isBelow(t, await growth(4.29239, true), 0);
  isBelow(t, await growth(6.02426, false), 0);
  isAbove(t, await growth(6.02427, false), 0);
});

test("the benchmark bicycle: the order in which bodies were added does not matter", async (t) => {
  const expected = findBicycleEigenvalues(5);
  const first = list(await createBicycle(5).linearize());
  for (let shift = 0; shift < 4; shift++) {
    for (const isReversed of [false, true]) {
      const order = [...BICYCLE_BODIES.slice(shift), ...BICYCLE_BODIES.slice(0, shift)];
      const result = await createBicycle(5, isReversed ? order.reverse() : order).linearize();
      isBelow(t, findEigenError(result, expected), 1e-11, `${order}: ${result}`);
      list(result).forEach(({ re, im }, i) => {
        isBelow(t, Math.hypot(re - first[i].re, im - first[i].im), 1e-10, `${order}`);
      });
      t.true(result.isSteady && result.isStable, `${order}`);
    }
  }
});

test("equilibrium: a ball with its centre of mass aside rests where it has rolled to", async (t) => {
  const { radius, off, inertia, gravity } = BALL;
  // Rocking about the rest: the moment m g d φ turns it about its contact.
  const rocking = Math.sqrt((gravity * off) / (inertia + (radius - off) ** 2)) / (2 * Math.PI);
  for (const friction of [new IdealRolling(), 0.9]) {
    for (const angle of [1, -2, 3]) {
      const rest = await createHeavyBall({ angle, friction }).equilibrium();
      const [x, y, z] = rest.coordinates["ball.position"] as number[];
      // Turned by an angle its middle has gone the arc; the way is integrated to 1e-13.
      isClose(t, x, radius * angle, 1e-12);
      isClose(t, y, radius - off, 1e-13);
      t.is(z, 0);
      t.true(rest.isStable && rest.isSteady);
      isBelow(t, rest.residual, 1e-10);
      const own = listOwn(rest.linearization);
      t.is(own.length, 2);
      for (const { frequency } of own) isClose(t, frequency, rocking, 1e-11);
    }
  }
  // About another axis along the floor it goes across that.
  const axis: Vector3 = [0.6, 0, 0.8];
  const rest = await createHeavyBall({ angle: 2, axis }).equilibrium();
  const [x, , z] = rest.coordinates["ball.position"] as number[];
  // Derivatives by simple differences let the search stray by some 1e-10 to either side of the straight way.
  areClose(t, [x, z], [2 * radius * axis[2], -2 * radius * axis[0]], 1e-9);
});

test("equilibrium: on a slope, by the balance of moments about the contact", async (t) => {
  const { radius, off } = BALL;
  const slope = 0.1;
  const turn = Math.asin((radius * Math.sin(slope)) / off);
  for (const isPlanar of [true, false]) {
    const rest = await createHeavyBall({ angle: 0.2, slope, isPlanar }).equilibrium();
    const { position } = rest.snapshot.body("ball");
    // Its centre of mass is above the contact, and it has rolled up by the angle it turned.
    const way = radius * (0.2 - turn);
    const middle = [way * Math.cos(slope) - radius * Math.sin(slope), way * Math.sin(slope) + radius * Math.cos(slope)];
    isClose(t, position[0], middle[0] + off * Math.sin(turn), 1e-11, `${isPlanar}`);
    isClose(t, position[1], middle[1] - off * Math.cos(turn), 1e-11, `${isPlanar}`);
    t.true(rest.isStable);
  }
});

test("equilibrium: notes say where the place depends on the way, or on the guess", async (t) => {
  const free = await createHeavyBall({ angle: 1 }).equilibrium();
  t.is(free.notes.length, 1);
  t.regex(free.notes[0], /^Contact "floor0": rolling and sticking lead to other places on other ways/);
  t.true(String(free).endsWith(free.notes[0]));
  // Bound to a plane there is one way only, and two of them do not matter to each other.
  t.deepEqual((await createHeavyBall({ angle: 1, isPlanar: true }).equilibrium()).notes, []);
  const pair = await createHeavyBall({ angle: 1, isPlanar: true }, 2).equilibrium();
  t.deepEqual(pair.notes, []);
  isClose(t, pair.snapshot.body("ball1").position[0], BALL.radius, 1e-12);
  // Two balls that may roll as they like.
  t.is((await createHeavyBall({ angle: 1 }, 2).equilibrium()).notes.length, 1);
  const guessed = await createHeavyBall({ angle: 1 }).equilibrium({ guess: { "ball.orientation": [1, 0, 0, 0] } });
  t.regex(guessed.notes[0], /^Contact "floor0": the guess was taken as a new place to begin at/);
  // It begins at rest there.
  areClose(t, guessed.coordinates["ball.orientation"] as number[], [1, 0, 0, 0], 1e-15);
});

test("a brake that sticks holds a joint wherever it is: a neutral coordinate without a rate", async (t) => {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "y" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0, -0.5, 0] }));
  const place = { point: [0, 0, 0], axis: [0, 0, 1], angle: 0.7 } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, rod, place));
  system.add(new JointFriction("brake", hinge, { torque: 20 }));
  const rest = await system.equilibrium();
  t.is(rest.coordinates["hinge.angle"], 0.7);
  t.deepEqual(rest.linearization.names, ["hinge.angle"]);
  t.true(rest.linearization.modes[0].isNeutral && rest.isStable);
  t.deepEqual(rest.notes, []);
});
