import test from "ava";
import { ConvexShape } from "../../lib/collision/ConvexShape.ts";
import { encodeEdge } from "../../lib/collision/features/CoreEdge.ts";
import { createFeaturePair } from "../../lib/collision/features/createFeaturePair.ts";
import type { PlacedShape } from "../../lib/collision/features/PlacedShape.ts";
import { KinematicPort } from "../../lib/index.ts";
import { multiply, normalizeQuaternion, rotationAbout } from "../../lib/math/index.ts";
import { areClose, isAbove, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const random = new RandomSource(1801);
const vector = (size: number) => [0, 1, 2].map(() => random.number(-size, size));

const place = (shape: ConvexShape): PlacedShape => ({
  shape,
  place: KinematicPort.of({ position: vector(0.2), orientation: normalizeQuaternion([1, ...vector(1)]) }),
});

const box = ConvexShape.box({ size: [1, 0.8, 0.6] });
const soft = ConvexShape.box({ size: [1, 0.8, 0.6], rounding: 0.1 });
const ball = ConvexShape.sphere({ radius: 0.3 });
const pill = ConvexShape.capsule({ radius: 0.2, length: 0.7 });
const drum = ConvexShape.cylinder({ radius: 0.4, length: 0.9 });
const hat = ConvexShape.cone({ radius: 0.4, length: 0.9 });
const egg = ConvexShape.ellipsoid({ semiAxes: [0.5, 0.3, 0.4] });

/** A motion with constant velocity and angular velocity. */
function createMotion(position: readonly number[]) {
  const [v, w] = [vector(1), vector(2)];
  const orientation = normalizeQuaternion([1, ...vector(1)]);
  const start = KinematicPort.of({ position, orientation, velocity: v, angularVelocity: w });
  const rate = Math.hypot(...w);
  return (t: number): KinematicPort => {
    const now = KinematicPort.of({ velocity: v, angularVelocity: w });
    now.r.set(start.r.map((x, i) => x + t * v[i]));
    now.T.set(
      multiply(
        rotationAbout(
          w.map((x) => x / rate),
          t * rate,
        ),
        start.T,
      ),
    );
    return now;
  };
}

/** Step of the differences, s: of sixth order, so that rounding of 1e-12 is all that is left where nothing turns fast. */
const H = 2e-4;
const WEIGHTS = [
  [1, 3 / 4],
  [2, -3 / 20],
  [3, 1 / 60],
] as const;

/** Names of features, with a few of each kind; edges by their corners. */
const cases: readonly (readonly [name: string, a: ConvexShape, b: ConvexShape])[] = [
  ["f3.5", box, box],
  ["p2.4", soft, box],
  ["f2.0", soft, ball],
  ["p1.0", pill, box],
  ["f1.1", box, drum],
  ["p0.2", drum, soft],
  ["f4.0", box, egg],
  ["f0.1", drum, hat],
  ["f1.0", drum, ball],
  [
    `e${encodeEdge({ shape: box, place: new KinematicPort() }, 0, 1)}.${encodeEdge({ shape: box, place: new KinematicPort() }, 3, 7)}`,
    box,
    box,
  ],
  [`d${encodeEdge({ shape: soft, place: new KinematicPort() }, 2, 6)}.1`, soft, pill],
  ["l1.0", pill, ball],
  [`m0.${encodeEdge({ shape: box, place: new KinematicPort() }, 4, 5)}`, ball, box],
  ["v7.0", box, ball],
  ["v0.0", ball, ball],
  ["v1.0", pill, pill],
];

const nearest: readonly (readonly [a: ConvexShape, b: ConvexShape])[] = [
  [ball, egg],
  [egg, egg],
  [egg, drum],
  [drum, ball],
  [hat, ball],
  [drum, drum],
  [hat, egg],
  [box, ball],
  [box, egg],
  [pill, drum],
  [pill, egg],
  [box, box],
  [soft, hat],
  [pill, pill],
];

function follow(
  t: Parameters<typeof areClose>[0],
  name: string,
  shapes: readonly [ConvexShape, ConvexShape],
  limit: number,
): boolean {
  const [a, b] = shapes.map(place);
  const [moveA, moveB] = [
    createMotion(vector(0.3)),
    createMotion([1.6, 1.2, -0.9].map((x) => x + random.number(-0.3, 0.3))),
  ];
  const pair = createFeaturePair(name, a, b);
  const [result, room] = [new Float64Array(19), new Float64Array(3)];
  const read = (time: number) => {
    const [frameA, frameB] = [moveA(time), moveB(time)];
    pair.track(frameA, frameB, result);
    pair.calcVelocities(frameA, frameB, result);
    pair.calcRoom(frameA, frameB, room);
    return { result: result.slice(), room: room.slice() };
  };
  const differ = (h: number) => {
    const sum = new Array<number>(20).fill(0);
    for (const [k, weight] of WEIGHTS) {
      const [ahead, back] = [read(k * h), read(-k * h)].map((now) => [...now.result, now.room[0]]);
      for (let i = 0; i < sum.length; i++) sum[i] += (weight / h) * (ahead[i] - back[i]);
    }
    return sum;
  };
  const what = `${name} of ${shapes.map(({ label }) => label).join(" and ")}`;
  const now = read(0);
  const rates = differ(H);
  const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 18, ...(Number.isFinite(now.room[0]) ? [19] : [])];
  // Where other features become nearest there is a kink.
  const coarse = differ(2 * H);
  if (places.some((i) => Math.abs(rates[i] - coarse[i]) > 0.1 * limit)) return false;
  areClose(t, now.result.subarray(9, 15), rates.slice(0, 6), limit, `${what}: points`);
  areClose(t, now.result.subarray(15, 18), rates.slice(6, 9), limit, `${what}: normal`);
  // P_B − P_A = g n, and the gap grows as the material moves there.
  const [n, gap] = [now.result.subarray(6, 9), now.result[18]];
  areClose(
    t,
    now.result.subarray(3, 6),
    now.result.subarray(0, 3).map((x, i) => x + gap * n[i]),
    1e-13,
    `${what}: gap`,
  );
  const [frameA, frameB] = [moveA(0), moveB(0)];
  const velocity = ({ r, v, w }: KinematicPort, at: number) => {
    const [x, y, z] = [0, 1, 2].map((i) => now.result[at + i] - r[i]);
    return [v[0] + w[1] * z - w[2] * y, v[1] + w[2] * x - w[0] * z, v[2] + w[0] * y - w[1] * x];
  };
  const [va, vb] = [velocity(frameA, 0), velocity(frameB, 3)];
  const rise = n.reduce((sum, x, i) => sum + x * (vb[i] - va[i]), 0);
  isClose(t, rise, rates[18], limit, `${what}: rate of the gap`);
  if (Number.isFinite(now.room[0])) isClose(t, now.room[1], rates[19], limit, `${what}: room`);
  return true;
}

function followMany(
  t: Parameters<typeof areClose>[0],
  name: string,
  shapes: readonly [ConvexShape, ConvexShape],
  limit: number,
): void {
  let count = 0;
  for (let i = 0; i < 40; i++) if (follow(t, name, shapes, limit)) count++;
  isAbove(t, count, 20, "motions without a kink");
}

for (const [name, ...shapes] of cases) {
  test(`features ${name} of ${shapes.map(({ label }) => label).join(" and ")} move as differences say`, (t) => {
    followMany(t, name, shapes, 1e-8);
  });
}

for (const shapes of nearest) {
  test(`nearest points of ${shapes.map(({ label }) => label).join(" and ")} move as differences say`, (t) => {
    // Nearest points on curved shapes are known to 1e-11 where distances are to 1e-13.
    followMany(t, "n", shapes, 1e-7);
  });
}
