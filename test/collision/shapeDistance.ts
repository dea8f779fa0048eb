import test from "ava";
import { ConvexShape, ShapeDistance, type ShapeDistanceOptions } from "../../lib/collision/index.ts";
import { Inertia, RigidBody, System } from "../../lib/index.ts";
import { Trajectory } from "../../lib/system/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

const inertia = Inertia.box({ mass: 2, size: [0.4, 0.2, 0.6] });
const box = ConvexShape.box({ size: [0.4, 0.2, 0.6] });
const floor = ConvexShape.box({ size: [10, 1, 10] });

interface Start {
  position?: number[];
  orientation?: number[];
  velocity?: number[];
  angularVelocity?: number[];
}

function createProbe(start: Start, options: ShapeDistanceOptions, first?: Start) {
  const system = new System();
  const base = first ? system.add(new RigidBody("first", { inertia, ...first })) : system.ground;
  const body = system.add(new RigidBody("body", { inertia, ...start }));
  const probe = system.add(new ShapeDistance("probe", base, body, options));
  return { system, probe };
}

const onFloor = (shapeB = box) => ({ shapeA: floor, placeA: { position: [0, -0.5, 0] }, shapeB });

test("a box that falls without turning: gap, rate, points and normal in closed form", (t) => {
  const { system } = createProbe({ position: [0, 1, 0], velocity: [0.5, 0, 0] }, onFloor());
  const run = system.simulateSync({ until: 0.3 });
  const [gap, rate] = [run.column("probe.gap"), run.column("probe.gapRate")];
  for (const [i, time] of run.times.entries()) {
    isClose(t, gap[i], 0.9 - 0.5 * 9.81 * time ** 2, 1e-12);
    isClose(t, rate[i], -9.81 * time, 1e-12);
  }
  areClose(
    t,
    ["x", "y", "z"].map((axis) => run.column(`probe.normal.${axis}`).at(-1) as number),
    [0, 1, 0],
    1e-15,
  );
  isClose(t, run.column("probe.pointA.y").at(-1) as number, 0, 1e-14);
  isClose(t, run.column("probe.pointB.y").at(-1) as number, gap.at(-1) as number, 1e-13);
});

test("the rate is the derivative of the gap, of any two shapes that tumble, apart and overlapping", (t) => {
  const random = new RandomSource(9);
  const points = Array.from({ length: 12 }, () => random.vector(0.3));
  const shapes = [
    box,
    ConvexShape.hull({ points }),
    ConvexShape.cylinder({ radius: 0.2, length: 0.5 }),
    ConvexShape.cone({ radius: 0.2, length: 0.5, axis: "x" }),
    ConvexShape.capsule({ radius: 0.1, length: 0.4, axis: "z" }),
    ConvexShape.ellipsoid({ semiAxes: [0.3, 0.1, 0.2] }),
    ConvexShape.sphere({ radius: 0.2 }),
  ];
  for (const shapeB of shapes) {
    const shapeA = random.pick(shapes);
    const start = { position: [0.1, 0.7, 0.05], velocity: random.vector(1), angularVelocity: random.vector(4) };
    const place = { position: random.vector(0.1), orientation: [1, ...random.vector(1)] as const };
    const places = { placeA: place, placeB: { position: [0, 0.02, 0] } };
    const first = { velocity: [0, 1, 0], angularVelocity: random.vector(4) };
    const { system } = createProbe(start, { shapeA, shapeB, ...places }, first);
    const run = system.simulateSync({ until: 0.4, tolerance: 1e-10 });
    const h = 1e-5;
    for (const time of [0.05, 0.13, 0.21, 0.37]) {
      const read = (at: number, column: string) => run.sample({ times: [at], columns: [column] })[column][0];
      const slope = (read(time + h, "probe.gap") - read(time - h, "probe.gap")) / (2 * h);
      // The difference has an error of h² times the third derivative, some 1e2 m/s³ here.
      isClose(t, read(time, "probe.gapRate"), slope, 1e-6, `${shapeA.label} ${shapeB.label} at ${time} s`);
    }
  }
});

test("places on the bodies count in the axes of the bodies", (t) => {
  const orientation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const { system, probe } = createProbe(
    { position: [0, 2, 0], orientation },
    { ...onFloor(ConvexShape.sphere({ radius: 0.1 })), placeB: { position: [-1, 0, 0] } },
  );
  system.simulateSync({ until: 0.01 }).at(0).show();
  // Turned by 90° about z, −x of the body looks down.
  isClose(t, probe.present.gap, 2 - 1 - 0.1, 1e-12);
});

test("it is the function of an event, located to rounding, and reading gives the same bits", (t) => {
  const angularVelocity = [1, 2, 3];
  const { system, probe } = createProbe({ position: [0, 1, 0], angularVelocity }, onFloor());
  const events = [{ name: "touch", value: () => probe.present.gap, direction: -1, action: "stop" } as const];
  const run = system.simulateSync({ until: 2, events, tolerance: 1e-10 });
  t.is(run.events[0].owner, "touch");
  isBelow(t, Math.abs(run.column("probe.gap").at(-1) as number), 1e-12);
  const read = Trajectory.fromJSON(JSON.parse(JSON.stringify(run.toJSON())), system);
  for (const column of ["probe.gap", "probe.gapRate", "probe.pointB.x"]) {
    areClose(t, read.column(column), run.column(column), 0);
  }
});

test("what is read of a pose does not depend on what was read before", (t) => {
  const random = new RandomSource(4);
  const round = [
    ConvexShape.cylinder({ radius: 0.2, length: 0.5 }),
    ConvexShape.ellipsoid({ semiAxes: [0.3, 0.1, 0.2] }),
  ];
  const points = Array.from({ length: 60 }, () => random.vector(0.3));
  for (const shapeA of [...round, ConvexShape.hull({ points })]) {
    const start = { position: [0.1, 0.6, 0.05], angularVelocity: [3, 4, 5] };
    const { system, probe } = createProbe(start, { shapeA, shapeB: round[0] });
    const run = system.simulateSync({ until: 0.4 });
    const times = Array.from({ length: 30 }, (_, i) => 0.4 * Math.sin(i + 0.5) ** 2);
    const read = (time: number) => {
      run.at(time).show();
      return [probe.present.gap, ...probe.present.pointB];
    };
    const values = new Map(times.map((time) => [time, read(time)]));
    for (const time of random.shuffle(times)) t.deepEqual(read(time), values.get(time));
  }
});

test("it acts on nothing, and shows six efforts of zero", (t) => {
  const start = { position: [0, 1, 0], angularVelocity: [1, 2, 3] };
  const { system } = createProbe(start, onFloor());
  const free = new System();
  free.add(new RigidBody("body", { inertia, ...start }));
  const [a, b] = [system, free].map((one) => one.simulateSync({ until: 1 }).last);
  areClose(t, a.body("body").position, b.body("body").position, 0);
  areClose(t, a.reaction("probe").force, [0, 0, 0], 0);
  t.notThrows(() => system.bondGraph());
});

test("bad options are refused by name", (t) => {
  const refuse = (options: object, message: RegExp) =>
    t.throws(() => createProbe({}, options as ShapeDistanceOptions), { message });
  refuse({ shapeA: floor }, /ShapeDistance "probe": shapeB/);
  refuse({ shapeA: {}, shapeB: box }, /ShapeDistance "probe": shapeA/);
  refuse({ ...onFloor(), placeB: { position: [0, 1] } }, /ShapeDistance "probe", placeB: position/);
  refuse({ ...onFloor(), placeB: 5 }, /ShapeDistance "probe", placeB/);
  refuse({ ...onFloor(), place: {} }, /place/);
});
