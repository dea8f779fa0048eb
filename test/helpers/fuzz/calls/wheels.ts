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
  followPath,
  followStates,
  IdealVehicle,
  Inertia,
  listHandOvers,
  mecanumLayout,
  Odometry,
  OmniWheel,
  RollerGeometry,
  ringLayout,
  runCase,
  ServoConstraint,
  SmoothFriction,
  System,
  splinePath,
  summarizeDrive,
  Testbench,
  TestbenchCase,
  type Trajectory,
  UprightMount,
  Vehicle,
  VehicleKinematics,
} from "../../../../lib/index.ts";
import { construct, type FuzzCall, invoke, method } from "../FuzzCall.ts";
import { addPatience, readRun, runShort } from "../runShort.ts";

type Call = (...args: never[]) => unknown;

const disc = Inertia.cylinder({ mass: 1, radius: 0.05, length: 0.02, axis: "z" });
const wheelOptions = () => ({
  radius: 0.06,
  rollers: 6,
  psi: 0.3,
  disc,
  friction: 0.5,
  velocity: [0.5, 0, 0],
  angularVelocity: [0, 0, -8],
});

const createGeometry = () => new RollerGeometry({ radius: 0.06, rollers: 6, psi: 0.3 });

function createWheel(): { system: System; wheel: OmniWheel } {
  const system = new System();
  return { system, wheel: new OmniWheel("wheel", system.ground, wheelOptions() as never).addTo(system) };
}

const vehicleOptions = () => ({
  wheels: mecanumLayout({ length: 0.3, width: 0.3 }),
  wheel: { radius: 0.05, rollers: 6, disc: Inertia.cylinder({ mass: 0.3, radius: 0.04, length: 0.02, axis: "z" }) },
  platform: Inertia.box({ mass: 5, size: [0.4, 0.1, 0.3] }),
  pose: { x: 0, y: 0, heading: 0 },
  twist: { vx: 0.1, vy: 0, wz: 0 },
});

/** What is read only and takes long to make is made once. */
function once<T>(create: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: create() };
    return made.value;
  };
}

const getWheel = once(() => createWheel().wheel);
const getVehicle = once(() => new Vehicle("cart", new System().ground, vehicleOptions() as never));
const getKinematics = () => getVehicle().kinematics;

const getDrive = once((): { vehicle: Vehicle; run: Trajectory } => {
  const system = new System();
  const vehicle = new Vehicle("cart", system.ground, { ...vehicleOptions(), command: { vx: 0.1 } } as never);
  vehicle.addTo(system);
  return { vehicle, run: system.simulateSync({ until: 0.02, tolerance: 1e-5 }) };
});

const getBench = once((): { bench: Testbench; run: Trajectory } => {
  const bench = new Testbench(DEFAULT_TESTBENCH);
  return { bench, run: bench.system.simulateSync({ until: 0.02, tolerance: 1e-6 }) };
});

/** The friction of the testbench. */
class CountingFriction extends SmoothFriction {
  private readonly count: () => void;

  constructor(count: () => void) {
    super({ coefficient: 0.1, velocity: 0.05 });
    this.count = count;
  }

  override calcForce(v: Float64Array, out: Float64Array): void {
    this.count();
    super.calcForce(v, out);
  }
}
/** So often the testbench may ask for friction before it is cancelled. */
const MOST_FRICTIONS = 4000;

const benchCase = () => ({
  g: 9.81,
  case: {
    wheel: { n: 4, R: 1, R1: 0.5, psi: 0, mw: 1, Iwa: 0.5, Iwt: 0.25, mr: 0.1, Ja: 0.01, Jt: 0.02, mu: 0.3, eps: 0.01 },
    start: { vx: 1, phd: -1, chd: [0, 0, 0, 0] },
    t1: 0.01,
  },
  times: [0, 0.01],
});

export const omniwheel: readonly FuzzCall[] = [
  construct(
    RollerGeometry,
    () => [{ radius: 0.06, rollers: 6, psi: 0.3, rollerDistance: 0.045, lap: 0.01, rows: 1 }],
    ((geometry: RollerGeometry) => [geometry.length, geometry.volume, geometry.tipRadius, geometry.width]) as (
      made: never,
    ) => unknown,
  ),
  method(createGeometry, "RollerGeometry", "createInertia", () => [1000]),
  method(createGeometry, "RollerGeometry", "calcPoint", () => [0.1]),
  method(createGeometry, "RollerGeometry", "createGeneratrix", () => [-0.1, 0.1]),
  invoke("createRollerMesh", createRollerMesh as Call, () => [createGeometry(), { deviation: 1e-3 }]),
  invoke("createHubMesh", createHubMesh as Call, () => [createGeometry(), { deviation: 1e-3 }]),
  invoke("createWheelMesh", createWheelMesh as Call, () => [createGeometry(), { deviation: 1e-3 }]),
  {
    name: "new OmniWheel",
    make: () => ["wheel", new System().ground, wheelOptions()],
    call: (...args) => {
      const wheel = new OmniWheel(...(args as unknown as ConstructorParameters<typeof OmniWheel>));
      const system = wheel.disc && ((args[1] as { owner?: System }).owner as System);
      wheel.addTo(system);
      system.add(new ServoConstraint("upright", system.ground, wheel.disc));
      return readRun(runShort(system, 0.002));
    },
  },
  {
    name: "new ServoConstraint",
    make: () => {
      const { system, wheel } = createWheel();
      return ["upright", system.ground, wheel.disc, { axis: [0, 0, 1], normal: [0, 1, 0] }];
    },
    call: (...args) => {
      const servo = new ServoConstraint(...(args as unknown as ConstructorParameters<typeof ServoConstraint>));
      const system = servo.bodyB.owner as System;
      system.add(servo);
      return readRun(runShort(system, 0.002));
    },
  },
  {
    name: "new UprightMount",
    make: () => {
      const { system, wheel } = createWheel();
      return ["mount", system.ground, wheel, { velocity: [0.1, 0, 0], rate: 1 }];
    },
    call: (...args) => new UprightMount(...(args as unknown as ConstructorParameters<typeof UprightMount>)),
  },
  construct(
    Testbench,
    () => [
      {
        ...DEFAULT_TESTBENCH,
        heading: 0.1,
        angle: 0.1,
        headingRate: 0.1,
        rate: 1,
        torque: 0.1,
        force: [1, 0],
        gravity: 9,
      },
    ],
    ((made: Testbench) => readRun(runShort(made.system, 0.002))) as (made: never) => unknown,
  ),
  construct(TestbenchCase, () => ["case", benchCase()]),
  invoke("TestbenchCase.parse", TestbenchCase.parse as Call, () => [JSON.stringify({ roll: benchCase() })]),
  invoke("runCase", runCase as Call, () => [new TestbenchCase("case", benchCase()), { tracker: "explicit" }]),
  invoke(
    "compareOnTestbench",
    // Its defaults are ten seconds with four trackers: the beginning tells.
    ((options: never) =>
      compareOnTestbench(
        addPatience(options ?? {}, (count) => ({ friction: new CountingFriction(count) }), MOST_FRICTIONS),
      )) as Call,
    () => [
      { trackers: ["explicit", "implicit"], until: 0.01, tolerance: 1e-6, samples: 5, clock: () => 0, heading: 0.1 },
    ],
  ),
  invoke("listHandOvers", listHandOvers as Call, () => [getBench().run]),
  invoke("followStates", followStates as Call, () => [getBench().bench, getBench().run, [0, 0.01]]),
  invoke("describeWheel", describeWheel as Call, () => [getWheel(), { deviation: 1e-3 }]),
];

export const vehicle: readonly FuzzCall[] = [
  invoke("ringLayout", ringLayout as Call, () => [{ distance: 0.2, count: 3, turn: 0.1, psi: 0.1 }]),
  invoke("mecanumLayout", mecanumLayout as Call, () => [{ length: 0.3, width: 0.2, psi: 0.7 }]),
  {
    name: "new Vehicle",
    make: () => [
      "cart",
      new System().ground,
      { ...vehicleOptions(), command: { vx: 0.1 }, control: { gain: 1, ramp: 0.1 } },
    ],
    call: (...args) => {
      const cart = new Vehicle(...(args as unknown as ConstructorParameters<typeof Vehicle>));
      const system = (args[1] as { owner?: System }).owner as System;
      cart.addTo(system);
      return readRun(runShort(system, 0.001));
    },
  },
  {
    name: "new Vehicle with functions",
    make: () => [(t: number) => ({ vx: t }), undefined],
    call: (command, torque) => {
      const system = new System();
      const given = torque === undefined ? { command } : { torque };
      new Vehicle("cart", system.ground, { ...vehicleOptions(), ...given } as never).addTo(system);
      return readRun(runShort(system, 0.001));
    },
  },
  construct(
    VehicleKinematics,
    () => [
      [
        { x: 0.1, y: 0.1, axle: [0, 1], geometry: createGeometry() },
        { x: 0.1, y: -0.1, axle: [0, 1], geometry: createGeometry() },
        { x: -0.1, y: 0, axle: [1, 0], geometry: createGeometry() },
      ],
    ],
    ((made: VehicleKinematics) => made.inverse({ vx: 1, vy: 0, wz: 0 })) as (made: never) => unknown,
  ),
  method(getKinematics, "VehicleKinematics", "inverse", () => [{ vx: 1, vy: 0, wz: 0 }, [0, 0, 0, 0]]),
  method(getKinematics, "VehicleKinematics", "forward", () => [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
  ]),
  construct(
    Odometry,
    () => [getKinematics(), { pose: { x: 0, y: 0, heading: 0 }, angles: [0, 0, 0, 0], rollers: "exact" }],
    ((made: Odometry) => made.update([0.1, 0.1, 0.1, 0.1])) as (made: never) => unknown,
  ),
  method(
    () => new Odometry(getKinematics()),
    "Odometry",
    "update",
    () => [[0.1, 0.1, 0.1, 0.1]],
  ),
  construct(IdealVehicle, () => [getVehicle(), { rollers: "mean" }]),
  method(
    () => new IdealVehicle(getVehicle()),
    "IdealVehicle",
    "simulate",
    () => [{ until: 0.01, step: 0.002, twist: { vx: 1 }, pose: { x: 1 }, angles: [0, 0, 0, 0], torque: () => 0.01 }],
  ),
  method(
    () => new IdealVehicle(getVehicle(), { rollers: "mean" }),
    "IdealVehicle",
    "solveFree",
    () => [{ vx: 1 }, 0.1, { x: 0 }],
  ),
  construct(DriveRecord, () => [getDrive().vehicle, getDrive().run, { samples: 5, settled: 0.01 }]),
  construct(DriveSampler, () => [getDrive().vehicle]),
  invoke(
    "DriveSampler.add",
    ((...args: Parameters<DriveSampler["add"]>) => new DriveSampler(getDrive().vehicle).add(...args)) as Call,
    () => [getDrive().run, 0.01],
  ),
  invoke("summarizeDrive", summarizeDrive as Call, () => [
    getDrive().vehicle,
    new DriveRecord(getDrive().vehicle, getDrive().run, { samples: 5 }).samples,
    0.01,
  ]),
  invoke(
    "followPath",
    ((...args: Parameters<typeof followPath>) => {
      const command = followPath(...args);
      return typeof command === "function" ? command(0.1, { x: 0, y: 0, heading: 0 }) : command;
    }) as Call,
    () => [(t: number) => ({ x: t, y: 0, heading: 0 }), { gain: 2, headingGain: 3 }],
  ),
  invoke("splinePath", ((...args: Parameters<typeof splinePath>) => splinePath(...args)(0.1)) as Call, () => [
    [
      { x: 0, y: 0 },
      { x: 1, y: 0.5 },
      { x: 2, y: 0, heading: 0.1 },
    ],
    { speed: 0.5 },
  ]),
  invoke("describeVehicle", describeVehicle as Call, () => [getVehicle(), { deviation: 1e-3 }]),
];
