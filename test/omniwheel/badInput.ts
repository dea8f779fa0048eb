import test from "ava";
import {
  compareOnTestbench,
  createHubMesh,
  createRollerMesh,
  createWheelMesh,
  DEFAULT_TESTBENCH,
  DriveRecord,
  DriveSampler,
  describeVehicle,
  describeWheel,
  ExplicitTracker,
  followPath,
  followStates,
  IdealVehicle,
  type KinematicWheel,
  listHandOvers,
  mecanumLayout,
  Odometry,
  OmniWheel,
  RollerContact,
  RollerGeometry,
  ringLayout,
  runCase,
  splinePath,
  summarizeDrive,
  Testbench,
  TestbenchCase,
  UprightMount,
  Vehicle,
  VehicleKinematics,
} from "../../lib/omniwheel/index.ts";
import { Inertia, RigidBody } from "../../lib/rigidbody/index.ts";
import { type SimulationError, System, type Trajectory } from "../../lib/system/index.ts";
import { Plane, Sphere, SurfaceFrame } from "../../lib/tracking/index.ts";
import { createVehicle, DISC } from "../helpers/measureVehicle.ts";

const geometry = new RollerGeometry({ radius: 0.05, rollers: 9, rollerDistance: 0.04 });
const wheel: KinematicWheel = { x: 0.1, y: 0, axle: [1, 0], geometry };
const { vehicle } = createVehicle("kiwi");
const any = <T>(value: unknown): T => value as T;
const throwing = () => {
  throw new Error("no entry");
};
const THROWN = "threw an error: no entry; look into that function";
const PROMISE = "answers with a promise; give a function that is not async";
const FINITE = "give a finite number (a division by zero upstream?)";

/** A run of another model. */
function runBall(): Trajectory {
  const system = new System();
  system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 1 }) }));
  return system.simulateSync({ until: 1 });
}

type Refusals = [create: () => unknown, message: string | RegExp][];

const refusals: Record<string, Refusals> = {
  kinematics: [
    [
      () => new VehicleKinematics([{ ...wheel, axle: any("x") }]),
      'VehicleKinematics, wheel 1: axle is "x"; give two numbers [ahead, left]',
    ],
    [
      () => new VehicleKinematics([wheel, { ...wheel, axle: [0, 0] }]),
      "VehicleKinematics, wheel 2: axle [0, 0, 0] has no direction; give a non-zero vector",
    ],
    [() => new VehicleKinematics([{ ...wheel, x: Number.NaN }]), `VehicleKinematics, wheel 1: x is NaN; ${FINITE}`],
    [
      () => new VehicleKinematics([{ ...wheel, geometry: any({}) }]),
      "VehicleKinematics, wheel 1: geometry is an object of class Object; give a RollerGeometry",
    ],
    [() => new VehicleKinematics([]), /^VehicleKinematics: the wheels are \[\]; give a list with one entry/],
    [() => new VehicleKinematics(any(3)), /^VehicleKinematics: the wheels is 3; give a list with one entry/],
    [() => new VehicleKinematics(new Array(2)), /^VehicleKinematics, wheel 1: axle is undefined; give two numbers/],
    [
      () => new VehicleKinematics([{ ...wheel, x: 1e308 }]),
      "VehicleKinematics: the rates of the wheels are no numbers; give places nearer to the middle, and larger wheels",
    ],
    [
      () => vehicle.kinematics.inverse({ vx: 1, vy: 0, wz: 0 }, [0, Number.NaN, 0]),
      "VehicleKinematics.inverse: the angles [0, NaN, 0] has NaN in place 1; give 3 numbers, one for each wheel, all finite",
    ],
    [
      () => vehicle.kinematics.inverse({ vx: 1.7e308, vy: 0, wz: 0 }),
      /^VehicleKinematics\.inverse: the rates are \[.*Infinity.*\]; give a slower twist$/,
    ],
    [
      () => vehicle.kinematics.forward([1e308, 1e308, 1e308]),
      /^VehicleKinematics\.forward: the twist is \[.*NaN.*\]; give slower rates$/,
    ],
    [
      () => vehicle.kinematics.forward([1, 2]),
      "VehicleKinematics.forward: the rates [1, 2] has 2 numbers; give 3 numbers, one for each wheel",
    ],
    [
      () => vehicle.kinematics.calcRow(3, 0, 0, new Float64Array(3)),
      "VehicleKinematics: there is no wheel 3; give a number from 0 to 2",
    ],
  ],
  odometry: [
    [() => new Odometry(any({})), "Odometry: the kinematics is an object of class Object; give a VehicleKinematics"],
    [() => new Odometry(vehicle.kinematics, { angles: any("abc") }), /^Odometry: angles is "abc"; give 3 numbers/],
    [
      () => new Odometry(vehicle.kinematics).update([1.7e308, -1.7e308, 1.7e308]),
      /^Odometry: angles \[1\.7e\+308, .*\] are too far from those before; give them more often$/,
    ],
  ],
  "ideal vehicle": [
    [() => new IdealVehicle(any(null)), "IdealVehicle: the vehicle is null; give a Vehicle"],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, angles: [0, Number.NaN, 0] }),
      "IdealVehicle.simulate: angles [0, NaN, 0] has NaN in place 1; give 3, one for each wheel, all finite",
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, step: 1e-9 }),
      "IdealVehicle.simulate: until 1 s with a step of 1e-9 s takes more than 1000000 steps; give a longer step",
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, step: 5e-324 }),
      /^IdealVehicle\.simulate: until 1 s with a step of 5e-324 s takes more than 1000000 steps/,
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, torque: any(3) }),
      "IdealVehicle.simulate: torque is 3; give a function",
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, torque: throwing }),
      `IdealVehicle.simulate: torque ${THROWN}`,
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, torque: any(async () => 1) }),
      `IdealVehicle.simulate: torque ${PROMISE}`,
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, torque: any(() => "1") }),
      'IdealVehicle.simulate: what torque returned is "1", not a number; give a finite number',
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, torque: () => Number.NaN }),
      /^IdealVehicle\.simulate: behind t = 0 s the state is \[.*NaN.*\]; give a shorter step, or look at the torque$/,
    ],
    [
      () => new IdealVehicle(vehicle).simulate({ until: 1, twist: { wz: 1e300 } }),
      /^IdealVehicle\.simulate: behind t = 0 s the state is/,
    ],
    [
      () => new IdealVehicle(vehicle, { rollers: "mean" }).solveFree({ wz: 1e300 }, 1e300),
      "IdealVehicle.solveFree: at t = 1e+300 s the pose is no number any more; give an earlier time",
    ],
  ],
  paths: [
    [() => followPath(any(throwing)), `followPath: path(0) ${THROWN}`],
    [() => followPath(any(async () => ({ x: 1 }))), `followPath: path(0) ${PROMISE}`],
    [
      () => followPath(any(() => [1, 2])),
      /^followPath, path\(0\): the options are \[1, 2\]; give an object such as \{ x: … \}/,
    ],
    [
      () => splinePath(new Array(3), { speed: 1 }),
      "splinePath: point 0 is undefined; give an object { x, y, heading }",
    ],
    [() => splinePath([{ x: 0 }, any(3)], { speed: 1 }), "splinePath: point 1 is 3; give an object { x, y, heading }"],
    [
      () => splinePath([{ x: 0 }, { x: 1 }], { speed: 5e-324 }),
      "splinePath: with the speed 5e-324 m/s point 1 is reached at Infinity s, point 0 at 0 s; give another speed",
    ],
    [() => splinePath([{ x: 0 }, { x: 1 }], { speed: 1 })(Number.NaN), `splinePath: the time is NaN; ${FINITE}`],
    [
      () => ringLayout({ distance: 1, count: 1e9 }),
      "ringLayout: count is 1000000000; give a whole number from 2 to 100",
    ],
    [() => ringLayout({ distance: 1, count: 2.5 }), "ringLayout: count is 2.5; give a whole number from 2 to 100"],
    [() => mecanumLayout(any(undefined)), "mecanumLayout: length is undefined, not a number; give a finite number"],
  ],
  drives: [
    [() => new DriveSampler(any({})), "DriveSampler: the vehicle is an object of class Object; give a Vehicle"],
    [() => new DriveRecord(vehicle, any(3)), /^DriveRecord: the run is 3; give the Trajectory that simulate returned/],
    [
      () => new DriveRecord(vehicle, any(null), { samples: 1e9 }),
      "DriveRecord: samples is 1000000000; give a whole number from 3 to 100000",
    ],
    [() => new DriveRecord(vehicle, any(null), any({ sample: 5 })), /unknown option "sample"; did you mean "samples"/],
    [() => new DriveSampler(vehicle).add(any(undefined), 0), /^DriveSampler\.add: the run is undefined; give the Traj/],
    [
      () => new DriveSampler(vehicle).add(runBall(), 0),
      'DriveSampler.add: the run has no vehicle "cart"; give a run of the system that the vehicle was added to',
    ],
    [
      () => summarizeDrive(vehicle, []),
      "summarizeDrive: there are 0 samples; give the samples of a DriveSampler, two or more",
    ],
    [() => summarizeDrive(vehicle, any([{}, {}])), /^summarizeDrive: t of sample 0 is undefined, not a number/],
    [
      () => summarizeDrive(vehicle, any([{ t: 0 }, { t: 1 }])),
      "summarizeDrive: pose of sample 0 is undefined; give an object { x, y, heading }",
    ],
  ],
  wheels: [
    [
      () => new RollerGeometry({ radius: 1, rollers: 1e6 }),
      "RollerGeometry: rollers is 1000000; a wheel closes its rim with a whole number from 3 to 1000: give 1000",
    ],
    [
      () => new RollerGeometry({ radius: 5e-324, rollers: 6 }),
      "RollerGeometry: radius is 5e-324; give a length from 1e-60 to 1e+60 m",
    ],
    [() => geometry.calcPoint(Number.NaN), `RollerGeometry.calcPoint: q is NaN; ${FINITE}`],
    [
      () => new OmniWheel(any(Symbol("w")), new System().ground, any({})),
      'OmniWheel: the name is Symbol(w); the first argument has to be a text, such as "arm"',
    ],
    [
      () => new OmniWheel("w", any(3), { radius: 1, rollers: 6, disc: DISC }),
      'OmniWheel "w": the base is 3; give a Ground or a RigidBody, such as system.ground',
    ],
    [
      () => new OmniWheel("w", new System().ground, { radius: 1, rollers: 6, disc: DISC }).addTo(any({})),
      'OmniWheel "w": what it is added to is an object of class Object; give a System',
    ],
    [() => new Testbench(any(undefined)), "RollerGeometry: radius is undefined, not a number; give a finite number"],
    [
      () => new UprightMount("m", new System().ground, any({})),
      /^UprightMount: the wheel is an object .*; give an OmniWheel/,
    ],
    [
      () => new RollerContact("c", new System().ground, [vehicle.platform], any(undefined)),
      /^RollerContact "c": geometry is undefined/,
    ],
    [
      () =>
        new ExplicitTracker(
          new SurfaceFrame(new Plane()),
          new SurfaceFrame(new Sphere({ radius: 1 })),
          any(3),
          any(undefined),
          any(undefined),
        ),
      "ExplicitTracker: the plane is 3; give a Plane",
    ],
    ...[createRollerMesh, createHubMesh, createWheelMesh].map((create): Refusals[number] => [
      () => create(any({ radius: 1, count: 1e9 })),
      /^create(Roller|Hub)Mesh: the geometry is an object of class Object; give a RollerGeometry$/,
    ]),
    [
      () => createRollerMesh(new RollerGeometry({ radius: 1, rollers: 3 }), { deviation: 1e-7 }),
      "createRollerMesh: with this deviation the mesh has more than 2000 circles; give a larger deviation",
    ],
    [
      () => createRollerMesh(new RollerGeometry({ radius: 1, rollers: 3 }), { deviation: 3e-7 }),
      /^createRollerMesh: with this deviation the mesh has \d+ triangles, more than 5000000; give a larger deviation$/,
    ],
    [
      () => createWheelMesh(new RollerGeometry({ radius: 1, rollers: 900 }), { deviation: 1e-7 }),
      /^createWheelMesh: with this deviation the mesh has \d+ triangles, more than 5000000; give a larger deviation$/,
    ],
    [() => describeWheel(any({})), "describeWheel: the wheel is an object of class Object; give an OmniWheel"],
    [
      () => describeVehicle(any(null)),
      /^describeVehicle: the vehicle is null; give a Vehicle, or its parts \{ platform/,
    ],
    [() => describeVehicle(any({ platform: 3 })), "describeVehicle: platform is 3; give a RigidBody"],
    [
      () => describeVehicle({ platform: vehicle.platform, wheels: any([3]), axles: [] }),
      "describeVehicle: wheels[0] is 3; give an OmniWheel",
    ],
  ],
  cases: [
    [() => TestbenchCase.parse("{}"), /^there is no case in the file; give one or more, \{ name: \{ case, g,/],
    [() => TestbenchCase.parse(any(Symbol("x"))), /^the cases are not JSON \(/],
    [() => new TestbenchCase(any(Symbol("x")), {}), "TestbenchCase: the name is Symbol(x); give a text"],
    [() => new TestbenchCase("x", []), /^case "x": the options are \[\]; give an object such as \{ case: … \}$/],
    [() => listHandOvers(any(3)), /^listHandOvers: the run is 3; give the Trajectory that simulate returned/],
    [
      () => followStates(any({}), any(3), []),
      "followStates: the testbench is an object of class Object; give a Testbench",
    ],
  ],
  vehicles: [
    [
      () => new Vehicle(any(null), new System().ground, any({})),
      'Vehicle: the name is null; the first argument has to be a text, such as "arm"',
    ],
    [
      () => new Vehicle("v", any({}), any({})),
      /^Vehicle "v": the base is an object of class Object; give a Ground or a Ri/,
    ],
    [
      () => createVehicle("kiwi", { wheels: new Array(101) }),
      /wheels has 101 entries; give .*, with at most 100 entries$/,
    ],
    [
      () => createVehicle("kiwi", { wheels: new Array(2) }),
      /^Vehicle "cart", wheel 1: position is undefined; give three/,
    ],
    [() => createVehicle("kiwi", { pose: any(Promise.resolve({})) }), `Vehicle "cart": pose ${PROMISE}`],
    [() => vehicle.addTo(any(3)), 'Vehicle "cart": what it is added to is 3; give a System'],
  ],
};

for (const [what, list] of Object.entries(refusals)) {
  test(`refused by name: ${what}`, (t) => {
    for (const [create, message] of list) t.throws(create, { name: "ModelError", message }, `${message}`);
  });
}

test("refused by name: comparisons and cases that are run", async (t) => {
  const refuse = (promise: Promise<unknown>, message: string | RegExp) =>
    t.throwsAsync(promise, { name: "ModelError", message });
  const owner = "compareOnTestbench";
  await refuse(
    compareOnTestbench({ trackers: [] }),
    `${owner}: trackers are []; give some of explicit, implicit, algebraic, differential`,
  );
  await refuse(
    compareOnTestbench({ trackers: any(["exact"]) }),
    /^compareOnTestbench: tracker is "exact"; choose one of explicit/,
  );
  await refuse(
    compareOnTestbench({ samples: 1e9 }),
    `${owner}: samples is 1000000000; give a whole number from 1 to 100000`,
  );
  await refuse(compareOnTestbench(any({ sample: 5 })), /unknown option "sample"; did you mean "samples"/);
  await refuse(compareOnTestbench({ clock: any(5) }), `${owner}: clock is 5; give a function`);
  const short = { trackers: ["explicit"] as const, until: 0.01, samples: 2, tolerance: 1e-6 };
  await refuse(
    compareOnTestbench({ ...short, clock: any(() => "noon") }),
    /^compareOnTestbench: the clock is "noon", not a/,
  );
  await refuse(compareOnTestbench({ ...short, progress: throwing }), `${owner}: progress ${THROWN}`);
  t.true(Object.isFrozen(DEFAULT_TESTBENCH));
  await refuse(runCase(any({})), "runCase: the case is an object of class Object; give a TestbenchCase");
});

test("functions of a vehicle's drive: promises and errors are named, not taken for zero", (t) => {
  const run = (options: object) => {
    const { system } = createVehicle("kiwi", options);
    return t.throws(() => system.simulateSync({ until: 0.01, tolerance: 1e-5 })) as SimulationError;
  };
  const label = 'VehicleDrive "cart drive"';
  const at = "the command at t = 0 s";
  const expect = (options: object, text: string) => {
    const { message } = run(options);
    t.true(message.includes(text), message);
  };
  expect({ command: async () => ({ vx: 1 }) }, `${label}: ${at} ${PROMISE}`);
  expect({ command: throwing }, `${label}: ${at} ${THROWN}`);
  expect({ command: () => 3 }, `${label}: ${at} is 3; give an object { vx, vy, wz }`);
  expect({ torque: async () => 1 }, `${label}: torque ${PROMISE}`);
  expect({ torque: throwing }, `${label}: torque ${THROWN}`);
  expect({ torque: () => "1" }, `${label}: what torque returned is "1", not a number; give a finite number`);
});

test("an ideal vehicle ends its run where rollers hand over for ever", (t) => {
  const ideal = new IdealVehicle(
    createVehicle("kiwi", { platform: Inertia.box({ mass: 1, size: [1, 1, 1] }) }).vehicle,
  );
  t.throws(() => ideal.simulate({ until: 1, step: 1, twist: { vx: 1e5 } }), {
    name: "ModelError",
    message:
      /^IdealVehicle\.simulate: more than 100 rollers hand over in one step of 1 s at t = .* s; give a shorter step, or less/,
  });
});
