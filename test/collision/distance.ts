import test from "ava";
import { CorePair } from "../../lib/collision/CorePair.ts";
import { ConvexDistance, ConvexShape } from "../../lib/collision/index.ts";
import { MinkowskiDifference } from "../../lib/collision/MinkowskiDifference.ts";
import type { NormalPolish } from "../../lib/collision/NormalPolish.ts";
import { KinematicPort } from "../../lib/index.ts";
import { quaternionAbout, quaternionFromMatrix } from "../../lib/math/index.ts";
import { createTracker, Ellipsoid, SurfaceFrame } from "../../lib/tracking/index.ts";
import { areClose, isAbove, isAtMost, isClose } from "../helpers/compare.ts";
import { makers, measureShapes } from "../helpers/convexCases.ts";
import { bruteForce, createPose, drawPair } from "../helpers/hullPairs.ts";
import { measureClosedForms } from "../helpers/measureClosedForms.ts";
import { measureHulls } from "../helpers/measureDistance.ts";
import { RandomSource } from "../helpers/random.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

test("the lines of the documentation: a ball over a box", (t) => {
  const pair = new ConvexDistance(ConvexShape.box({ size: [1, 1, 1] }), ConvexShape.sphere({ radius: 0.5 }));
  pair.calc(KinematicPort.of({}), KinematicPort.of({ position: [0.2, 2, 0.1] }));
  t.is(pair.distance, 1);
  t.deepEqual([...pair.normal], [0, 1, 0]);
  t.deepEqual([...pair.pointA], [0.2, 0.5, 0.1]);
  t.deepEqual([...pair.pointB], [0.2, 1.5, 0.1]);
  t.true(pair.isClosedForm);
});

test("distances are those of formulas", (t) => {
  const { error, worst, fallbacks } = measureClosedForms(200);
  // Rounding of poses and formulas; promised are 1e-12.
  isAtMost(t, error, 2e-14, worst);
  t.is(fallbacks, 0);
});

// All 10,000 are in test/long.
test("2,000 pairs of polyhedra, touching and degenerate ones too, against trying everything", (t) => {
  const { distance, consistency, worst, fallbacks, failures, overlapping } = measureHulls(2000);
  // Rounding, magnified by needles a thousand times longer than wide; promised are 1e-9.
  isAtMost(t, distance, 1e-13, worst);
  isAtMost(t, consistency, 1e-13);
  t.is(failures, 0);
  t.is(fallbacks, 0);
  isAbove(t, overlapping, 1000);
});

for (const isPlain of [false, true]) {
  test(`all pairs of shapes ${isPlain ? "with axes alike" : "in any pose"}: points, bounds and depth prove themselves`, (t) => {
    const names = Object.keys(makers);
    names.forEach((a, i) => {
      for (const b of names.slice(i)) {
        const { bounds, points, depth, worst } = measureShapes(a, b, 25, { isPlain, seed: 3 });
        // Newton's method ends where its residual is below 1e-12; the distance is better than that.
        isAtMost(t, bounds, 1e-12, `${a}, ${b}: bounds, ${worst}`);
        isAtMost(t, points, 1e-12, `${a}, ${b}: points`);
        isAtMost(t, depth, 1e-12, `${a}, ${b}: depth, ${worst}`);
      }
    });
  });
}

test("formulas and the general way agree, in both orders", (t) => {
  const random = new RandomSource(2);
  for (const [nameA, nameB] of [
    ["sphere", "box"],
    ["sphere", "cylinder"],
    ["sphere", "cone"],
    ["cone", "sphere"],
    ["sphere", "capsule"],
    ["capsule", "capsule"],
  ]) {
    for (let i = 0; i < 100; i++) {
      const [a, b] = [makers[nameA](random).shape, makers[nameB](random).shape];
      const [poseA, poseB] = [createPose(random.vector(1), random.quaternion()), createPose(random.vector(1))];
      const pair = new ConvexDistance(a, b);
      t.true(pair.isClosedForm);
      pair.calc(poseA, poseB);
      // Cores without volume have no inside that an expansion could find its way out of.
      if (nameB === "capsule" && pair.distance < 1e-3 - a.radius - b.radius) continue;
      const general = new CorePair(a, b);
      general.difference.setPoses(poseA, poseB);
      general.calc();
      const size = a.reach + b.reach;
      isClose(t, pair.distance, general.distance - a.radius - b.radius, 1e-13 * size, `${nameA}, ${nameB}, ${i}`);
    }
  }
});

test("two ellipsoids: as the trackers of surfaces find, apart and overlapping", (t) => {
  const random = new RandomSource(4);
  for (let i = 0; i < 40; i++) {
    const [p, q] = [0, 1].map(() => random.vector(1).map((x) => 0.2 + Math.abs(x)));
    const ports = [0, 1].map(() =>
      KinematicPort.of({ position: random.vector(0.8), orientation: random.quaternion() }),
    );
    const frames = [p, q].map((semiAxes) => new SurfaceFrame(new Ellipsoid({ semiAxes })));
    frames.forEach((frame, k) => {
      frame.update(ports[k]);
    });
    const tracker = createTracker("algebraic", frames[0], frames[1]);
    tracker.start();
    const pair = new ConvexDistance(ConvexShape.ellipsoid({ semiAxes: p }), ConvexShape.ellipsoid({ semiAxes: q }));
    pair.calc(ports[0], ports[1]);
    // Both solve the same equations to rounding; points are less well conditioned than gaps.
    isClose(t, pair.distance, tracker.gap, 1e-13, `pair ${i}`);
    areClose(t, pair.pointA, tracker.pointA, 1e-9);
    areClose(t, pair.normal, tracker.normal, 1e-9);
  }
});

test("Newton's method for normals: the digits double with each step, on one, two and three branches", (t) => {
  const random = new RandomSource(10);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 400; i++) {
    const names = ["ellipsoid", "cylinder", "cone", "hull", "box"];
    const [a, b] = [makers[random.pick(names)](random).shape, makers[random.pick(names)](random).shape];
    const difference = new MinkowskiDifference(a, b);
    if (difference.isPolyhedral) continue;
    difference.setPoses(createPose(random.vector(1), random.quaternion()), createPose(random.vector(1.5)));
    const pair = new CorePair(a, b);
    pair.difference.setPoses(createPose([0, 0, 0]), createPose(difference.t, quaternionFromMatrix(difference.R)));
    pair.calc();
    // Near a centre of curvature the equations are singular.
    if (pair.distance < 0.05) continue;
    const { polish } = pair as unknown as { polish: NormalPolish };
    if (!polish.run()) continue;
    const [exact, count] = [polish.normal.slice(), polish.count];
    polish.start(exact.map((x) => x + random.number(-1e-3, 1e-3)));
    const length = Math.hypot(...polish.normal);
    for (let k = 0; k < 3; k++) polish.normal[k] /= length;
    polish.count = count;
    t.true(polish.run(), `pair ${i}`);
    // 1e-3, 1e-6, 1e-12, rounding; a step more where curvatures are strong, and one that does not help.
    isAtMost(t, polish.steps, 5, `pair ${i}, ${a.kind}, ${b.kind}, ${count} branches`);
    areClose(t, polish.normal, exact, 1e-12);
    counts[count]++;
  }
  for (const count of counts.slice(1)) isAbove(t, count, 20);
});

test("the robust search finds what the others find", (t) => {
  const random = new RandomSource(5);
  for (let i = 0; i < 140; i++) {
    const drawn = drawPair(random, i);
    const { a, b, poseA, poseB } = drawn;
    const pair = new CorePair(a, b);
    pair.difference.setPoses(poseA, poseB);
    pair.search();
    t.is(pair.fallbackCount, 1);
    isClose(t, pair.distance - a.radius - b.radius, bruteForce(drawn), 1e-12, `pair ${i}, ${drawn.kind}`);
  }
  for (let i = 0; i < 20; i++) {
    const [a, b] = [makers.ellipsoid(random).shape, makers.ellipsoid(random).shape];
    const [poseA, poseB] = [createPose(random.vector(1), random.quaternion()), createPose(random.vector(1))];
    const [pair, robust] = [new CorePair(a, b), new CorePair(a, b)];
    pair.difference.setPoses(poseA, poseB);
    pair.calc();
    robust.difference.setPoses(poseA, poseB);
    robust.search();
    isClose(t, robust.distance, pair.distance, 1e-12, `ellipsoids ${i}`);
  }
});

test("portal refinement: the same distances apart, never less than the least depth, the same where it is shallow", (t) => {
  const random = new RandomSource(9);
  const curved = ["ellipsoid", "cylinder", "cone", "hull", "box"];
  let [overlapping, least, shallow, same] = [0, 0, 0, 0];
  for (let i = 0; i < 2000; i++) {
    const { a, b, poseA, poseB } =
      i % 2 === 0
        ? drawPair(random, i / 2)
        : {
            a: makers[random.pick(curved)](random).shape,
            b: makers[random.pick(curved)](random).shape,
            poseA: createPose(random.vector(1), random.quaternion()),
            poseB: createPose(random.vector(1), random.quaternion()),
          };
    const [pair, portal] = [new ConvexDistance(a, b), new ConvexDistance(a, b, { method: "mpr" })];
    pair.calc(poseA, poseB);
    portal.calc(poseA, poseB);
    const size = a.reach + b.reach;
    if (pair.distance > 0) isClose(t, portal.distance, pair.distance, 1e-12 * size, `pair ${i}`);
    else isAtMost(t, portal.distance, pair.distance + 1e-12 * size, `pair ${i}`);
    if (pair.distance > 0) continue;
    overlapping++;
    const isSame = Math.abs(portal.distance - pair.distance) <= 1e-12 * size;
    if (isSame) least++;
    if (pair.distance < -0.02 * size) continue;
    shallow++;
    if (isSame) same++;
  }
  isAbove(t, shallow, 200);
  // Thin plates at one place are left through their faces or not: the ray goes where the centres say.
  isAbove(t, same / shallow, 0.95);
  // With the first ray alone it would be 0.65: the others go where it is nearer.
  isAbove(t, least / overlapping, 0.75);
});

test("what is remembered changes nothing: slow and sudden moves against a fresh pair", (t) => {
  const random = new RandomSource(6);
  const kinds = ["hull", "box", "cylinder", "ellipsoid", "cone", "capsule"];
  for (const [i, nameA] of kinds.entries()) {
    const nameB = kinds[(i * 5 + 1) % kinds.length];
    const [a, b] = [makers[nameA](random).shape, makers[nameB](random).shape];
    const pair = new ConvexDistance(a, b);
    const poseA = createPose([0, 0, 0], random.quaternion());
    let [x, y] = [1.5, 0];
    for (let step = 0; step < 400; step++) {
      // To and fro through the other one, with a jump now and then.
      x = 1.6 * Math.cos(0.02 * step);
      y = step % 90 === 0 ? random.number(-1, 1) : y;
      const poseB = createPose([x, y, 0.1], quaternionAbout([0, 0.6, 0.8], 0.01 * step));
      pair.calc(poseA, poseB);
      const fresh = new ConvexDistance(a, b);
      fresh.calc(poseA, poseB);
      isClose(t, pair.distance, fresh.distance, 1e-12, `${nameA}, ${nameB}, step ${step}`);
    }
  }
});

test("the distance is continuous through touching and as steep as the approach", (t) => {
  const random = new RandomSource(7);
  for (const nameA of Object.keys(makers)) {
    for (const nameB of Object.keys(makers)) {
      const [a, b] = [makers[nameA](random).shape, makers[nameB](random).shape];
      const poseA = createPose([0, 0, 0], random.quaternion());
      const turn = random.quaternion();
      const n = random.direction();
      const at = (s: number) => {
        const pair = new ConvexDistance(a, b);
        pair.calc(
          poseA,
          createPose(
            n.map((x) => s * x),
            turn,
          ),
        );
        return pair.distance;
      };
      let [low, high] = [0, 6];
      for (let k = 0; k < 60; k++)
        [low, high] = at((low + high) / 2) < 0 ? [(low + high) / 2, high] : [low, (low + high) / 2];
      // Bounds of the depth of cylinders and cones count as equal at 1e-13 of the size of the scene.
      isClose(t, at(high), 0, 1e-12, `${nameA}, ${nameB}: it comes to zero`);
      for (const h of [1e-3, 1e-6, 1e-9]) {
        // A body that moves by h is nearer by no more than h: the distance has slope one at most, before and after.
        for (const s of [high - h, high + h]) isAtMost(t, Math.abs(at(s)), h + 1e-12, `${nameA}, ${nameB}, ${h}`);
        isAbove(t, at(high + h) - at(high - h), 0, `${nameA}, ${nameB}, ${h}`);
      }
    }
  }
});

test("any size and any place: 1e-6 m to 1e6 m, and far from the origin", (t) => {
  const random = new RandomSource(8);
  for (let i = 0; i < 30; i++) {
    const points = Array.from({ length: 20 }, () => random.direction());
    const semiAxes = random.vector(1).map((x) => 0.2 + Math.abs(x));
    const [r, q] = [random.vector(1.2), random.quaternion()];
    const calc = (k: number, far: number) => {
      const pairs = [
        [
          ConvexShape.hull({ points: points.map((p) => p.map((x) => k * x)) }),
          ConvexShape.box({ size: [k, k, 2 * k] }),
        ],
        [ConvexShape.ellipsoid({ semiAxes: semiAxes.map((x) => k * x) }), ConvexShape.cone({ radius: k, length: k })],
      ];
      return pairs.map(([a, b]) => {
        const pair = new ConvexDistance(a, b);
        pair.calc(createPose([far, 0, 0]), createPose([far + k * r[0], k * r[1], k * r[2]], q));
        return pair.distance / k;
      });
    };
    const expected = calc(1, 0);
    for (const k of [1e-6, 1e-3, 1e3, 1e6]) areClose(t, calc(k, 0), expected, 1e-13, `pair ${i}, size ${k}`);
    // At 2⁻¹³ the place keeps its digits: the same numbers but for rounding of the place itself.
    areClose(t, calc(1, 8192), expected, 1e-11, `pair ${i}, far away`);
  }
});

test("what is no shape and no pose is refused by name", (t) => {
  const ball = ConvexShape.sphere({ radius: 1 });
  refuse(t, [
    [
      () => new ConvexDistance(wrong(undefined), ball),
      "ConvexDistance: the first shape is undefined; give a ConvexShape, such as ConvexShape.sphere({ radius: 1 })",
    ],
    [
      () => new ConvexDistance(ball, ball, { method: wrong("mrp") }),
      'ConvexDistance: method is "mrp"; did you mean "mpr"? Choose one of gjk, mpr',
    ],
    [
      () => new ConvexDistance(ball, ball).calc(createPose([0, 0, 0]), wrong([0, 0, 0])),
      "ConvexDistance: the pose of ConvexShape.sphere {radius: 1} is [0, 0, 0]; give an object with three numbers r and nine numbers T, such as body.kinematics or KinematicPort.of({ position: [0, 0, 0] })",
    ],
    [() => new ConvexDistance(ball, wrong(1)), /^ConvexDistance: the second shape is 1; give a ConvexShape/],
    [
      () => new ConvexDistance(ball, ball).calc(createPose([0, 0, 0]), createPose([0, Number.NaN, 0])),
      "ConvexDistance: the pose of ConvexShape.sphere {radius: 1} is r = [0, NaN, 0], T = [1, 0, 0, 0, 1, 0, 0, 0, 1]; give finite numbers (a division by zero upstream?)",
    ],
  ]);
});

test("answers after forget() depend on the poses alone, of hulls with many corners too", (t) => {
  // A prism of 24 sides lies flat on a box and on another prism: many corners are as far, and none may be preferred.
  const ring = (y: number) =>
    Array.from({ length: 24 }, (_, i) => [Math.cos((Math.PI * i) / 12), y, Math.sin((Math.PI * i) / 12)]);
  const prism = ConvexShape.hull({ points: [...ring(-0.5), ...ring(0.5)] });
  for (const other of [ConvexShape.box({ size: [4, 1, 4] }), prism]) {
    const random = new RandomSource(4);
    const pair = new ConvexDistance(other, prism);
    const [poseA, poseB] = [createPose([0, 0, 0]), createPose([0.1, 1.2, 0.05])];
    const read = () => {
      pair.forget();
      pair.calc(poseA, poseB);
      return [pair.distance, ...pair.normal, ...pair.pointA, ...pair.pointB];
    };
    const first = read();
    for (let n = 0; n < 50; n++) {
      pair.calc(poseA, createPose(random.vector(3), random.quaternion()));
      t.deepEqual(read(), first);
    }
  }
});
