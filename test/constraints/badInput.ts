import test, { type ExecutionContext } from "ava";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  type Constraint,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  InverseSquareGravity,
  type Jet,
  ModelError,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  ScrewJoint,
  type SimulateOptions,
  SimulationError,
  SpringDamper,
  System,
  sliding,
  Trajectory,
  turning,
  UniversalJoint,
  WeldJoint,
} from "../../lib/index.ts";
import { areClose, isBelow, isClose } from "../helpers/compare.ts";

/** What the types forbid and JavaScript does not. */
const wrong = (value: unknown): never => value as never;

/** A call and the message it is refused with: a text, or a pattern. */
type Case = readonly [() => unknown, string | RegExp];

/** Each call is refused with a ModelError that says exactly this: object, value, cause, remedy. */
function refuse(t: ExecutionContext, cases: readonly Case[]): void {
  for (const [work, message] of cases) {
    const error = t.throws(work, { instanceOf: ModelError }, String(message));
    if (typeof message === "string") t.is(error?.message, message);
    else t.regex(error?.message ?? "", message);
    // One line, no trailing full stop, nothing that was not turned into text.
    t.notRegex(error?.message ?? "", /\n|\.$|\[object|undefined undefined/);
  }
}

const SPHERE = Inertia.sphere({ mass: 1, radius: 0.1 });
const PLACE = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
const ground = new Ground("base");
const makeArm = (options: object = {}) => new RigidBody("arm", { inertia: SPHERE, position: [1, 0, 0], ...options });
const [NAN, INF] = [Number.NaN, Number.POSITIVE_INFINITY];

test("names", (t) => {
  const remedy = 'the first argument has to be a text, such as "arm"';
  const make = (name: unknown) => () => new RigidBody(wrong(name), { inertia: SPHERE });
  refuse(t, [
    [make(""), `RigidBody: the name is ""; ${remedy}`],
    [make("  "), `RigidBody: the name is "  "; ${remedy}`],
    [make(3), `RigidBody: the name is 3; ${remedy}`],
    [make('a"b'), 'RigidBody: the name "a\\"b" holds a quote; take another, such as "a-b"'],
    [make("a\nb"), 'RigidBody: the name "a\\nb" holds a line break; take another, such as "a-b"'],
    [
      make("left.arm"),
      'RigidBody: the name "left.arm" holds a dot, which separates names in columns; take another, such as "left-arm"',
    ],
    [make(Symbol("arm")), `RigidBody: the name is Symbol(arm); ${remedy}`],
    // The name forgotten: the bodies have moved up.
    [
      () => new RevoluteJoint(wrong(ground), wrong(makeArm()), wrong(PLACE), wrong(undefined)),
      `RevoluteJoint: the name is an object of class Ground; ${remedy}`,
    ],
    [
      () => new BallJoint(wrong(ground), wrong(makeArm()), wrong({ point: [0, 0, 0] }), wrong(undefined)),
      `BallJoint: the name is an object of class Ground; ${remedy}`,
    ],
    [
      () => new SpringDamper(wrong(ground), wrong(makeArm()), wrong({ stiffness: 1 })),
      `SpringDamper: the name is an object of class Ground; ${remedy}`,
    ],
  ]);
});

test("bodies: numbers that are not finite, wrong lengths, no inertia, options that do not exist", (t) => {
  const three = "give three numbers [x, y, z]";
  const options = "inertia, position, orientation, velocity, angularVelocity, bodyAngularVelocity, shapes";
  const example = "give an Inertia, such as Inertia.sphere({ mass: 1, radius: 0.1 })";
  refuse(t, [
    [() => new RigidBody("arm", wrong(undefined)), `RigidBody "arm": inertia is undefined; ${example}`],
    [() => new RigidBody("arm", wrong({})), `RigidBody "arm": inertia is undefined; ${example}`],
    [
      () => new RigidBody("arm", wrong({ inertia: { mass: 1 } })),
      `RigidBody "arm": inertia is an object of class Object; ${example}`,
    ],
    [
      () => new RigidBody("arm", wrong(null)),
      'RigidBody "arm": the options are null; give an object such as { inertia: … }',
    ],
    [
      () => makeArm({ position: [0, NAN, 0] }),
      `RigidBody "arm": position [0, NaN, 0] has NaN in place 1; ${three}, all finite`,
    ],
    [() => makeArm({ position: [0, 1] }), `RigidBody "arm": position [0, 1] has 2 numbers; ${three}`],
    [() => makeArm({ position: 5 }), `RigidBody "arm": position is 5; ${three}`],
    [
      () => makeArm({ velocity: [INF, 0, 0] }),
      `RigidBody "arm": velocity [Infinity, 0, 0] has Infinity in place 0; ${three}, all finite`,
    ],
    [() => makeArm({ velocity: NAN }), `RigidBody "arm": velocity is NaN; ${three}`],
    [() => makeArm({ velocity: 0 }), `RigidBody "arm": velocity is 0; ${three}`],
    [() => makeArm({ angularVelocity: NAN }), `RigidBody "arm": angularVelocity is NaN; ${three}`],
    [() => makeArm({ bodyAngularVelocity: 0 }), `RigidBody "arm": bodyAngularVelocity is 0; ${three}`],
    [
      () => makeArm({ angularVelocity: [0, 0, 1], bodyAngularVelocity: [0, 0, 1] }),
      'RigidBody "arm": angularVelocity and bodyAngularVelocity are both given; give one of them',
    ],
    [
      () => makeArm({ orientation: [0, 0, 0, 0] }),
      'RigidBody "arm": orientation [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation',
    ],
    [
      () => makeArm({ orientation: [0, 0, 1] }),
      'RigidBody "arm": orientation [0, 0, 1] has 3 numbers; give four numbers [q0, q1, q2, q3], scalar first',
    ],
    [
      () => makeArm({ postion: [0, 0, 0] }),
      `RigidBody "arm": unknown option "postion"; did you mean "position"? The options are ${options}`,
    ],
    [() => makeArm({ mass: 1 }), `RigidBody "arm": unknown option "mass"; the options are ${options}`],
  ]);
});

test("masses and inertias that no body has", (t) => {
  const order = "check the order Ixx, Iyy, Izz, Ixy, Ixz, Iyz";
  refuse(t, [
    [() => Inertia.sphere({ mass: 0, radius: 1 }), "Inertia.sphere: mass is 0; give a number greater than zero"],
    [() => Inertia.point({ mass: -2 }), "Inertia.point: mass is -2; give a number greater than zero"],
    [() => Inertia.point({ mass: NAN }), /^Inertia\.point: mass is NaN; give a finite number/],
    [
      () => new Inertia({ mass: 1, tensor: [1, 1, 3] }),
      "Inertia: principal moments 1, 1, 3 break the triangle inequality (1 + 1 < 3); no body has them; " +
        `${order} and the units`,
    ],
    [
      () => new Inertia({ mass: 1, tensor: [1, 1, 1, 5, 0, 0] }),
      "Inertia: principal moment -4 of the tensor [1, 1, 1, 5, 0, 0] is negative; no body has it; " +
        `${order}, and that Ixy is minus the product of inertia`,
    ],
    [
      () => new Inertia({ mass: 1, tensor: [1, 1] }),
      /^Inertia: tensor \[1, 1\] is not a list of 3 or 6 numbers; give /,
    ],
  ]);
});

test("joints: axis, point, bodies", (t) => {
  const arm = makeArm();
  const make =
    (options: object | undefined, a: unknown = ground, b: unknown = arm) =>
    () =>
      new RevoluteJoint("elbow", wrong(a), wrong(b), wrong(options));
  const label = 'RevoluteJoint "elbow"';
  const point = "give point (world, as drawn), or pointA and pointB (body axes)";
  const body = "give a RigidBody or a Ground, such as system.ground";
  refuse(t, [
    [make({ ...PLACE, axis: [0, 0, 0] }), `${label}: axis [0, 0, 0] has no direction; give a non-zero vector`],
    [make({ point: [0, 0, 0] }), `${label}: axis is missing; give a direction such as [0, 0, 1]`],
    [
      make({ ...PLACE, axis: [0, INF, 0] }),
      `${label}: axis [0, Infinity, 0] has Infinity in place 1; give three numbers [x, y, z], all finite`,
    ],
    [make({ ...PLACE, axis: [1, 0] }), `${label}: axis [1, 0] has 2 numbers; give three numbers [x, y, z]`],
    [
      make({ ...PLACE, axisA: [1, 0, 0] }),
      `${label}: axis (world) and axisA (body axes) are both given; give one of them`,
    ],
    [
      make({ ...PLACE, axisB: [1, 0, 0] }),
      `${label}: axis (world) and axisB (body axes) are both given; give axisA with axisB`,
    ],
    [
      make({ point: [0, 0, 0], axisA: [1, 0, 0], axisB: [-1, 0, 0] }),
      `${label}: axisA [1, 0, 0] and axisB [-1, 0, 0] point against each other as drawn; turn one of them round`,
    ],
    [make(undefined), `${label}: no point is given; ${point}`],
    [make({ axis: [0, 0, 1] }), `${label}: no point is given; ${point}`],
    [make({ axis: [0, 0, 1], pointA: [0, 0, 0] }), `${label}: pointA is given without pointB; ${point}`],
    [make({ axis: [0, 0, 1], pointB: [0, 0, 0] }), `${label}: pointB is given without pointA; ${point}`],
    [
      make({ ...PLACE, pointA: [0, 0, 0] }),
      `${label}: point (world) and pointA (body axes) are both given; give one of them`,
    ],
    [
      make({ ...PLACE, point: [0, NAN, 0] }),
      `${label}: point [0, NaN, 0] has NaN in place 1; give three numbers [x, y, z], all finite`,
    ],
    [make(PLACE, arm, arm), `${label}: both sides are the body "arm"; a constraint joins two different bodies`],
    [make(PLACE, ground, null), `${label}: body B is null; ${body}`],
    [make(PLACE, "ground"), `${label}: body A is "ground"; ${body}`],
    [make(PLACE, new System()), `${label}: body A is an object of class System; ${body}`],
    [make(null as never), `${label}: the options are null; give an object such as { point: … }`],
  ]);
});

test("joints: coordinates, springs, laws, motions, under the names the user gave", (t) => {
  const arm = makeArm();
  const make = (options: object) => () => new RevoluteJoint("elbow", ground, arm, { ...PLACE, ...options });
  const slide = (options: object) => () => new PrismaticJoint("rail", ground, arm, { ...PLACE, ...options });
  const finite = "give a finite number (a division by zero upstream?)";
  const all = "a prescribed motion says all about the coordinate: drop one or the other";
  const label = 'RevoluteJoint "elbow"';
  const drive: Jet = (x) => [x, 1, 0];
  refuse(t, [
    [make({ angle: NAN }), `${label}: angle is NaN; ${finite}`],
    [make({ angle: "90" }), `${label}: angle is "90", not a number; give a finite number`],
    [make({ rate: INF }), `${label}: rate is Infinity; ${finite}`],
    [make({ restAngle: NAN }), `${label}: restAngle is NaN; ${finite}`],
    [make({ stiffness: -1 }), `${label}: stiffness is -1; give zero or a positive number`],
    [make({ damping: -0.1 }), `${label}: damping is -0.1; give zero or a positive number`],
    [make({ torque: 5 }), `${label}: torque is 5; give a function`],
    [make({ motion: 5 }), `${label}: motion is 5; give a function`],
    [make({ motion: () => 0 }), `${label}: motion gives 0 at t = 0; return [x, ẋ, ẍ]`],
    [make({ motion: () => [0, 1] }), `${label}: motion gives [0, 1] at t = 0; return [x, ẋ, ẍ]`],
    [make({ motion: drive, angle: 1 }), `${label}: motion is given together with angle; ${all}`],
    [
      make({ motion: drive, torque: () => 1, damping: 2 }),
      `${label}: motion is given together with damping and torque; ${all}`,
    ],
    [slide({ position: NAN }), `PrismaticJoint "rail": position is NaN; ${finite}`],
    [slide({ force: 3 }), 'PrismaticJoint "rail": force is 3; give a function'],
    [
      make({ dampng: 1 }),
      /^RevoluteJoint "elbow": unknown option "dampng"; did you mean "damping"\? The options are point, .*, motion$/,
    ],
    [make({ force: () => 1 }), /^RevoluteJoint "elbow": unknown option "force"; /],
    // A screw's pitch is no option of a hinge.
    [make({ pitch: 0.1 }), /^RevoluteJoint "elbow": unknown option "pitch"; /],
    [slide({ pitch: 0.1 }), /^PrismaticJoint "rail": unknown option "pitch"; /],
    [
      () => new ScrewJoint("nut", ground, arm, wrong(PLACE)),
      'ScrewJoint "nut": pitch is missing; give metres per radian (lead divided by 2π)',
    ],
    [() => new ScrewJoint("nut", ground, arm, { ...PLACE, pitch: NAN }), `ScrewJoint "nut": pitch is NaN; ${finite}`],
    [
      () => new CylindricalJoint("pin", ground, arm, { ...PLACE, translation: wrong({ stifness: 1 }) }),
      'CylindricalJoint "pin", translation: unknown option "stifness"; did you mean "stiffness"? ' +
        "The options are start, rate, stiffness, damping, rest, effort, motion",
    ],
    [
      () => new CylindricalJoint("pin", ground, arm, { ...PLACE, rotation: { start: NAN } }),
      `CylindricalJoint "pin", rotation: start is NaN; ${finite}`,
    ],
    [
      () => new CylindricalJoint("pin", ground, arm, { ...PLACE, rotation: { motion: drive, stiffness: 3 } }),
      'CylindricalJoint "pin", rotation: a prescribed motion is given together with an effort, spring or damper; ' +
        "a bond is sealed by one of the two: drop one of them",
    ],
    [
      () => new CylindricalJoint("pin", ground, arm, { ...PLACE, translation: wrong(3) }),
      'CylindricalJoint "pin", translation: the options are 3; give an object such as { start: … }',
    ],
  ]);
});

test("the other joints", (t) => {
  const arm = makeArm();
  const point = [0, 0, 0] as const;
  const missing = "no point is given; give point (world, as drawn), or pointA and pointB (body axes)";
  refuse(t, [
    [() => new WeldJoint("weld", ground, wrong(undefined)), /^WeldJoint "weld": body B is undefined; /],
    [
      () => new WeldJoint("weld", ground, arm, wrong({ axis: [0, 0, 1] })),
      /^WeldJoint "weld": unknown option "axis"; the options are point, pointA, pointB/,
    ],
    [() => new BallJoint("ball", ground, arm, wrong({})), `BallJoint "ball": ${missing}`],
    [() => new BallJoint("ball", ground, arm, wrong(undefined)), `BallJoint "ball": ${missing}`],
    [
      () => new BallJoint("ball", ground, arm, { point, rotation: [0, 0, 0, 0] }),
      'BallJoint "ball": rotation [0, 0, 0, 0] is zero; give a quaternion, [1, 0, 0, 0] for no rotation',
    ],
    [
      () => new BallJoint("ball", ground, arm, { point, rate: wrong(0) }),
      'BallJoint "ball": rate is 0; give three numbers [x, y, z]',
    ],
    [
      () => new BallJoint("ball", ground, arm, { point, damping: -3 }),
      'BallJoint "ball": damping is -3; give zero or a positive number',
    ],
    [
      () => new UniversalJoint("cardan", ground, arm, wrong({ point })),
      'UniversalJoint "cardan": axes are undefined; give two vectors: [the one fixed in A, the one fixed in B]',
    ],
    [
      () => new UniversalJoint("cardan", ground, arm, wrong({ point, axes: [[1, 0, 0]] })),
      'UniversalJoint "cardan": axes are [[1, 0, 0]]; give two vectors: [the one fixed in A, the one fixed in B]',
    ],
    [
      () => new UniversalJoint("cardan", ground, arm, wrong({ point, axes: [PLACE.axis, point] })),
      'UniversalJoint "cardan": axes[1] [0, 0, 0] has no direction; give a non-zero vector',
    ],
    [
      () => new UniversalJoint("cardan", ground, arm, wrong({ point, axes: [PLACE.axis, [0, 0, -2]] })),
      'UniversalJoint "cardan": the axes [0, 0, 1] and [0, 0, -2] are parallel; ' +
        "give two directions, usually at right angles",
    ],
    [
      () =>
        new UniversalJoint(
          "cardan",
          ground,
          arm,
          wrong({ point, axes: [PLACE.axis, [1, 0, 0]], second: { rate: NAN } }),
        ),
      'UniversalJoint "cardan", second: rate is NaN; give a finite number (a division by zero upstream?)',
    ],
    [
      () => new PlanarJoint("floor", ground, arm, { point }),
      'PlanarJoint "floor": normal is missing; give a direction such as [0, 0, 1]',
    ],
    [
      () => new PlanarJoint("floor", ground, arm, { point, normal: [0, 0, 1], along: [0, 0, 2] }),
      'PlanarJoint "floor": along [0, 0, 2] is parallel to the normal; give a direction in the plane',
    ],
    [
      () => new PlanarJoint("floor", ground, arm, { point, normal: [0, 0, 1], along: wrong(0) }),
      'PlanarJoint "floor": along is 0; give three numbers [x, y, z]',
    ],
    [
      () => new PointOnLine("slot", ground, arm),
      'PointOnLine "slot": direction is missing; give a direction such as [0, 0, 1]',
    ],
    [
      () => new PointOnLine("slot", ground, arm, { direction: [0, 0, 0] }),
      'PointOnLine "slot": direction [0, 0, 0] has no direction; give a non-zero vector',
    ],
    [
      () => new PointOnLine("slot", ground, arm, { direction: [0, 0, 1], through: point, pointA: point }),
      'PointOnLine "slot": through (world) and pointA (body axes) are both given; give one of them',
    ],
    [
      () => new DistanceRod("rod", ground, makeArm({ position: [0, 0, 0] })),
      'DistanceRod "rod": both ends are at the same point as drawn, so the rod has no direction; ' +
        "give different points, or use a BallJoint to hold them together",
    ],
    [
      () => new DistanceRod("rod", ground, arm, { length: 0 }),
      'DistanceRod "rod": length is 0; give a number greater than zero',
    ],
    [() => new DistanceRod("rod", ground, arm, { length: NAN }), /^DistanceRod "rod": length is NaN; give a finite/],
    [
      () => new DistanceRod("rod", ground, arm, wrong({ lenght: 1 })),
      'DistanceRod "rod": unknown option "lenght"; did you mean "length"? ' +
        "The options are from, to, pointA, pointB, length",
    ],
  ]);
});

test("gears and couplers", (t) => {
  const bodies = ["a", "b", "c", "d", "e"].map((name) => new RigidBody(name, { inertia: SPHERE }));
  const one = new RevoluteJoint("one", ground, bodies[0], PLACE);
  const two = new RevoluteJoint("two", ground, bodies[1], PLACE);
  const pin = new CylindricalJoint("pin", ground, bodies[2], PLACE);
  const weld = new WeldJoint("weld", ground, bodies[3]);
  const rail = new PrismaticJoint("rail", ground, bodies[4], PLACE);
  const either = "give either teeth: [first, second] or ratio";
  refuse(t, [
    [() => new Gear("gear", one, two), `Gear "gear": neither teeth nor ratio is given; ${either}`],
    [
      () => new Gear("gear", one, two, { ratio: 2, teeth: [1, 2] }),
      `Gear "gear": teeth and ratio are both given; ${either}`,
    ],
    [
      () => new Gear("gear", one, two, { teeth: [10, 0] }),
      'Gear "gear": a number of teeth is 0; give a number greater than zero',
    ],
    [
      () => new Gear("gear", one, two, { teeth: wrong([10]) }),
      'Gear "gear": teeth are [10]; give two numbers [first, second]',
    ],
    [
      () => new Gear("gear", one, one, { ratio: 2 }),
      'Gear "gear": both bonds are the same bond of "one"; give two different ones',
    ],
    [
      () => new Gear("gear", one, weld, { ratio: 2 }),
      'Gear "gear": the second joint, WeldJoint "weld", does not move; give one that turns or slides',
    ],
    [
      () => new Gear("gear", one, pin, { ratio: 2 }),
      'Gear "gear": CylindricalJoint "pin" has the open bonds translation and rotation; ' +
        'name one: { joint, bond: "translation" }',
    ],
    [
      () => new Gear("gear", { joint: one, bond: "translation" }, two, { ratio: 2 }),
      'Gear "gear": RevoluteJoint "one" has the open bond rotation, not "translation"; ' +
        'name one: { joint, bond: "rotation" }',
    ],
    [
      () => new Gear("gear", one, rail, { ratio: 2 }),
      'Gear "gear": PrismaticJoint "rail" gives its translation; a gear joins two rotations: use a Coupler for a rack',
    ],
    [
      () => new Gear("gear", one, wrong(ground), { ratio: 2 }),
      'Gear "gear": the second bond is an object of class Ground; ' +
        'give a joint, or { joint, bond: "rotation" } of a cylindrical one',
    ],
    [
      () => new Coupler("rack", rail, one, { ratio: 0 }),
      'Coupler "rack": ratio is 0; give rate of the first bond divided by rate of the second',
    ],
    [
      () => new Coupler("rack", rail, one, wrong(undefined)),
      'Coupler "rack": ratio is undefined, not a number; give a finite number',
    ],
    [() => new Coupler("rack", rail, one, { ratio: NAN }), /^Coupler "rack": ratio is NaN; give a finite number/],
  ]);
});

test("forces", (t) => {
  const arm = makeArm();
  const point = [0, 0, 0] as const;
  refuse(t, [
    [
      () => new SpringDamper("spring", ground, arm),
      'SpringDamper "spring": neither stiffness, damping nor force is given, so it would do nothing; give one of them',
    ],
    [
      () => new SpringDamper("spring", ground, makeArm({ position: point }), { stiffness: 1 }),
      'SpringDamper "spring": both ends are at the same point, so the line between them has no direction; ' +
        "give different points, or a Bushing if they are meant to coincide",
    ],
    [
      () => new SpringDamper("spring", ground, arm, { stiffness: -1 }),
      'SpringDamper "spring": stiffness is -1; give zero or a positive number',
    ],
    [
      () => new SpringDamper("spring", ground, arm, { damping: INF }),
      'SpringDamper "spring": damping is Infinity; give a finite number (a division by zero upstream?)',
    ],
    [() => new SpringDamper("spring", ground, arm, { stiffness: 1, restLength: NAN }), /: restLength is NaN; give a/],
    [
      () => new SpringDamper("spring", ground, arm, { force: wrong(5) }),
      'SpringDamper "spring": force is 5; give a function',
    ],
    [
      () => new SpringDamper("spring", ground, arm, { stiffness: 1, from: point, pointA: point }),
      'SpringDamper "spring": from (world) and pointA (body axes) are both given; give one of them',
    ],
    [
      () => new Bushing("pad", ground, arm),
      'Bushing "pad": no point is given; give point (world, as drawn), or pointA and pointB (body axes)',
    ],
    [
      () => new Bushing("pad", ground, arm, { point }),
      'Bushing "pad": none of stiffness, damping, angularStiffness, angularDamping is given, so it would do nothing; ' +
        "give one of them",
    ],
    [
      () => new Bushing("pad", ground, arm, { point, stiffness: wrong([1, 2]) }),
      'Bushing "pad": stiffness [1, 2] has 2 numbers; give three numbers [x, y, z]',
    ],
    [
      () => new Bushing("pad", ground, arm, { point, angularDamping: [1, 2, -3] }),
      'Bushing "pad": angularDamping[2] is -3; give zero or a positive number',
    ],
    [
      () => new AppliedWrench("load", ground, arm),
      'AppliedWrench "load": neither force nor torque is given; give { force: [x, y, z] } or { torque: … }',
    ],
    [
      () => new AppliedWrench("load", ground, arm, { force: wrong(5) }),
      'AppliedWrench "load": force is 5; give three numbers [x, y, z], or a function of time that returns them',
    ],
    [
      () => new AppliedWrench("load", ground, arm, { torque: wrong(() => 5) }),
      'AppliedWrench "load": torque(0) is 5; give three numbers [x, y, z]',
    ],
    [
      () => new AppliedWrench("load", ground, arm, { force: [0, 0, 1], axes: wrong("C") }),
      'AppliedWrench "load": axes are "C"; give "world", "A" or "B"',
    ],
  ]);
});

test("bases and gravity", (t) => {
  const three = "give three numbers [x, y, z]";
  refuse(t, [
    [() => new Ground("base", { motion: wrong(3) }), 'Ground "base": motion is 3; give a function'],
    [
      () => new Ground("base", wrong({ postion: [0, 0, 0] })),
      'Ground "base": unknown option "postion"; did you mean "position"? The options are position, orientation, motion, shapes',
    ],
    [() => turning(wrong(undefined)), `turning: axis is undefined; ${three}`],
    [
      () => turning({ axis: [0, 0, 0], angle: (x) => [x, 1, 0] }),
      "turning: axis [0, 0, 0] has no direction; give a non-zero vector",
    ],
    [
      () => turning({ axis: [0, 0, 1], angle: wrong((x: number) => x) }),
      "turning: angle gives 0 at t = 0; return [x, ẋ, ẍ]",
    ],
    [
      () => turning({ axis: [0, 0, 1], angle: (x) => [x, 2, 0] }),
      "turning: the first derivative of angle is 2 at t = 0, but a difference quotient gives 1; " +
        "return [x, ẋ, ẍ] of one smooth function",
    ],
    [
      () => sliding({ direction: [0, 0, 1], distance: (x) => [x * x, 2 * x, 1] }),
      "sliding: the second derivative of distance is 1 at t = 0, but a difference quotient gives 2; " +
        "return [x, ẋ, ẍ] of one smooth function",
    ],
    [() => sliding({ direction: [0, 1, 0], distance: wrong(5) }), "sliding: distance is 5; give a function"],
    [() => new System({ gravity: wrong(9.81) }), `System: gravity is 9.81; ${three}`],
    [() => new System({ gravity: wrong([0, -9.81]) }), `System: gravity [0, -9.81] has 2 numbers; ${three}`],
    [
      () => new System({ gravity: [0, NAN, 0] }),
      `System: gravity [0, NaN, 0] has NaN in place 1; ${three}, all finite`,
    ],
    [
      () => new System(wrong({ gravty: [0, 0, 0] })),
      'System: unknown option "gravty"; did you mean "gravity"? The options are gravity',
    ],
    [() => new InverseSquareGravity({ mu: 0 }), "InverseSquareGravity: mu is 0; give a number greater than zero"],
  ]);
});

/** A pendulum called "arm" on a joint called "hinge". */
function makePendulum(body: object = {}, joint: object = {}): System {
  const system = new System();
  const arm = system.add(makeArm(body));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { ...PLACE, ...joint }));
  return system;
}

test("systems: twice, in two, taken, reserved, too early, not there", (t) => {
  const system = makePendulum();
  const other = new System();
  const loose = new RigidBody("loose", { inertia: SPHERE });
  const [arm, hinge] = [system.get("arm") as Body, system.get("hinge") as RevoluteJoint];
  refuse(t, [
    [() => system.add(arm), 'System: RigidBody "arm" is in the system already; add it once'],
    [
      () => other.add(arm),
      'System: RigidBody "arm" belongs to another system; make a new one, or remove it there first',
    ],
    [
      () => other.add(hinge),
      'System: RevoluteJoint "hinge" belongs to another system; make a new one, or remove it there first',
    ],
    [
      () => system.add(new RigidBody("arm", { inertia: SPHERE })),
      'System: the name "arm" of RigidBody "arm" is taken by RigidBody "arm"; give another name',
    ],
    [
      () => system.add(new BallJoint("arm", system.ground, arm, { point: [0, 0, 0] })),
      'System: the name "arm" of BallJoint "arm" is taken by RigidBody "arm"; give another name',
    ],
    [
      () => system.add(new Ground()),
      'System: the name "ground" of Ground "ground" is taken by Ground "ground"; give another name',
    ],
    ...["time", "energy", "momentum", "violation"].map(
      (name): Case => [
        () => system.add(new RigidBody(name, { inertia: SPHERE })),
        `System: the name "${name}" of RigidBody "${name}" is reserved for results; give another name`,
      ],
    ),
    [
      () => system.add(new RevoluteJoint("elbow", arm, loose, PLACE)),
      'System: RevoluteJoint "elbow" joins RigidBody "loose", which is not in the system; ' +
        "add the body first, and the constraint after it",
    ],
    [
      () => system.add(new RevoluteJoint("elbow", arm, ground, PLACE)),
      'System: RevoluteJoint "elbow" joins Ground "base", which is not in the system; ' +
        "add the base first, and the constraint after it",
    ],
    [
      () => system.add(new RevoluteJoint("elbow", arm, other.ground, PLACE)),
      'System: RevoluteJoint "elbow" joins Ground "ground", which is in another system; ' +
        "join a base of this one, such as its ground",
    ],
    [
      () => other.add(new RevoluteJoint("elbow", other.ground, arm, PLACE)),
      'System: RevoluteJoint "elbow" joins RigidBody "arm", which is in another system; join a body of this one',
    ],
    [
      () => system.add(new Gear("gear", hinge, new RevoluteJoint("late", system.ground, arm, PLACE), { ratio: 2 })),
      'System: Gear "gear" acts on RevoluteJoint "late", which is not in the system; add the joint first',
    ],
    [() => system.add(wrong({})), "System: an object of class Object cannot be added; add bodies and constraints"],
    [() => system.add(wrong("arm")), 'System: "arm" cannot be added; add bodies and constraints'],
    [() => system.remove(arm), 'System: RigidBody "arm" is used by RevoluteJoint "hinge"; remove that first'],
    [() => system.remove(system.ground), "System: the ground cannot be removed; every system has one"],
    [
      () => system.remove(loose),
      'System: RigidBody "loose" is not in this system, so it cannot be removed; remove what was added',
    ],
    [() => system.remove(wrong(undefined)), /^System: undefined is not in this system/],
    [
      () => system.get("hnige"),
      'no body or constraint is called "hnige"; did you mean "hinge"? There are "ground", "arm", "hinge"',
    ],
    [() => system.get("zzzzzz"), 'no body or constraint is called "zzzzzz"; there are "ground", "arm", "hinge"'],
    [() => other.evaluate(), "System: there is no body to move; add a RigidBody first"],
    [() => system.evaluate(NAN), /^System\.evaluate: the time is NaN; give a finite number/],
  ]);
  // What was refused has left nothing behind.
  t.deepEqual(
    system.bodies.map(({ name }) => name),
    ["ground", "arm"],
  );
  t.deepEqual(
    system.constraints.map(({ name }) => name),
    ["hinge"],
  );
  t.is(loose.owner, undefined);
  t.notThrows(() => system.simulateSync({ until: 0.1 }));
  // Taken out here, it can go in there.
  system.remove(hinge);
  system.remove(arm);
  t.is(other.add(arm), arm);
});

test("runs: times that run backwards, tolerances, options", async (t) => {
  const system = makePendulum();
  const run = (options: object) => () => system.simulateSync(wrong(options));
  const positive = "give a number greater than zero";
  const finite = "give a finite number (a division by zero upstream?)";
  refuse(t, [
    [() => system.simulateSync(wrong(undefined)), "simulate: until is undefined, not a number; give a finite number"],
    [run({ until: NAN }), `simulate: until is NaN; ${finite}`],
    [run({ until: INF }), `simulate: until is Infinity; ${finite}`],
    [run({ until: "10" }), 'simulate: until is "10", not a number; give a finite number'],
    [run({ until: -1 }), "simulate: until is -1 s, but the run starts at 0 s; time runs forwards: give a later end"],
    [
      run({ from: 3, until: 2 }),
      "simulate: until is 2 s, but the run starts at 3 s; time runs forwards: give a later end",
    ],
    [run({ from: NAN, until: 2 }), `simulate: from is NaN; ${finite}`],
    [
      run({ from: "x", until: 2 }),
      'simulate: from is "x"; give a start time in seconds, or a trajectory to continue from its end',
    ],
    [run({ until: 1, tolerance: 0 }), `simulate: tolerance is 0; ${positive}`],
    [run({ until: 1, tolerance: -0.5 }), `simulate: tolerance is -0.5; ${positive}`],
    [run({ until: 1, tolerance: NAN }), `simulate: tolerance is NaN; ${finite}`],
    [run({ until: 1, tolerance: "tight" }), 'simulate: tolerance is "tight", not a number; give a finite number'],
    [run({ until: 1, tolerance: { absolute: 0 } }), `simulate: the absolute tolerance is 0; ${positive}`],
    [
      run({ until: 1, tolerance: { absolute: 1, relative: -1 } }),
      "simulate: the relative tolerance is -1; give zero or a positive number",
    ],
    [
      run({ until: 1, tolerance: { abs: 1e-3 } }),
      'simulate, tolerance: unknown option "abs"; did you mean "absolute"? The options are absolute, relative',
    ],
    [run({ until: 1, maxStep: 0 }), `simulate: maxStep is 0; ${positive}`],
    [run({ until: 1, every: -1 }), `simulate: every is -1; ${positive}`],
    [run({ until: 1, progress: 1 }), "simulate: progress is 1; give a function"],
    [run({ until: 1, method: "euler" }), 'simulate: method is "euler"; choose one of auto, dop853, dopri5, radau, rk4'],
    [run({ until: 1, method: "rk4" }), "simulate: rk4 has fixed steps; give step in seconds, such as 0.001"],
    [run({ until: 1, method: "rk4", step: -1 }), `simulate: step is -1; ${positive}`],
    [
      run({ until: 1, method: "rk4", step: 0.1, tolerance: 1e-3 }),
      "simulate: rk4 has fixed steps and keeps no tolerance; leave tolerance away, or use dop853",
    ],
    [
      run({ until: 1, method: "rk4", step: 0.1, maxStep: 0.1 }),
      "simulate: rk4 takes every step as long as step says; leave maxStep away, or use dop853",
    ],
    [run({ until: 1, step: 0.1 }), "simulate: step is for rk4; auto chooses its steps: give tolerance or maxStep"],
    [
      run({ until: 1, signal: new AbortController() }),
      "simulate: signal is an object of class AbortController; give the signal of an AbortController",
    ],
    [
      run({ until: 1, tolerence: 1 }),
      /^simulate: unknown option "tolerence"; did you mean "tolerance"\? The options are until, from, tolerance, /,
    ],
  ]);
  // The asynchronous kind rejects, with the same text.
  const options = { until: 1, tolerance: 0 } as SimulateOptions;
  await t.throwsAsync(system.simulate(options), { message: `simulate: tolerance is 0; ${positive}` });
  // Going on from the end, to before it.
  const past = system.simulateSync({ until: 1 });
  refuse(t, [
    [
      run({ from: past, until: 0.5 }),
      "simulate: until is 0.5 s, but the run starts at 1 s; time runs forwards: give a later end",
    ],
  ]);
});

test("velocities of a body that its joint forbids", (t) => {
  const remedy = "leave the velocities of the body away and give the rate of the joint";
  refuse(t, [
    [
      () => makePendulum({ velocity: [2, 0, 0] }).evaluate(),
      'RigidBody "arm": its velocity does not fit RevoluteJoint "hinge": 2.00 m/s or rad/s are left that the joint ' +
        `forbids; ${remedy}`,
    ],
    [
      () => makePendulum({ angularVelocity: [3, 0, 0] }).evaluate(),
      'RigidBody "arm": its angular velocity does not fit RevoluteJoint "hinge": 3.00 m/s or rad/s are left that the ' +
        `joint forbids; ${remedy}`,
    ],
    [
      () => makePendulum({ velocity: [0, 1, 0], angularVelocity: [0, 0, 2] }).evaluate(),
      /^RigidBody "arm": its velocity and angular velocity do not fit RevoluteJoint "hinge": /,
    ],
    [
      () => makePendulum({ velocity: [0, 1, 0] }, { rate: 2 }).evaluate(),
      /^RigidBody "arm": its velocity does not fit /,
    ],
  ]);
  // Those that fit are taken as the joint's rate.
  t.is(
    makePendulum({ velocity: [0, 3, 0] })
      .evaluate()
      .joint("hinge").rate,
    3,
  );
  t.is(
    makePendulum({ angularVelocity: [0, 0, 3] })
      .evaluate()
      .joint("hinge").rate,
    3,
  );
});

test("prescribed motions whose derivatives do not fit", (t) => {
  const make = (motion: Jet) => () => makePendulum({}, { motion }).evaluate();
  const rod = (length: unknown) => () => {
    const system = new System();
    const arm = system.add(makeArm());
    system.add(new DistanceRod("rod", system.ground, arm, { length: wrong(length) }));
    system.evaluate();
  };
  const smooth = "return [x, ẋ, ẍ] of one smooth function";
  refuse(t, [
    [
      make((x) => [Math.sin(x), Math.sin(x), 0]),
      'RevoluteJoint "hinge", angle: the first derivative of the prescribed motion is 0 at t = 0, but a difference ' +
        `quotient gives 1; ${smooth}`,
    ],
    [
      make((x) => [x + x * x, 1 + 2 * x, -2]),
      'RevoluteJoint "hinge", angle: the second derivative of the prescribed motion is -2 at t = 0, but a difference ' +
        `quotient gives 2; ${smooth}`,
    ],
    [
      // Where one side is not defined, the other counts.
      make((x) => [Math.sqrt(x), 0, 0]),
      /^RevoluteJoint "hinge", angle: the first derivative of the prescribed motion is 0 at t = 0/,
    ],
    [
      rod((x: number) => [1 + x, 0, 0]),
      'DistanceRod "rod": the first derivative of the prescribed length is 0 at t = 0, but a difference quotient ' +
        `gives 1; ${smooth}`,
    ],
    [rod((x: number) => x), 'DistanceRod "rod": the prescribed length gives 0 at t = 0; return [x, ẋ, ẍ]'],
    [rod(() => [-1, 0, 0]), 'DistanceRod "rod": the prescribed length is -1 at t = 0; give a length greater than zero'],
  ]);
  // A shaft at 60,000 rpm and a vibration at 2 kHz are no mistakes.
  const rate = 2000 * Math.PI;
  t.notThrows(make((x) => [rate * x, rate, 0]));
  const w = 4000 * Math.PI;
  t.notThrows(make((x) => [1e-4 * Math.sin(w * x), 1e-4 * w * Math.cos(w * x), -1e-4 * w * w * Math.sin(w * x)]));
});

/** One bead without inertia at (1, 0, 0), held by what `join` adds. */
function makeBead(join: (system: System, bead: RigidBody) => Constraint | undefined): System {
  const system = new System();
  const bead = system.add(new RigidBody("bead", { inertia: Inertia.point({ mass: 2 }), position: [1, 0, 0] }));
  const joint = join(system, bead);
  if (joint) system.add(joint);
  return system;
}

test("a point mass is fine where the joints leave its motion determined", (t) => {
  const pendulum = makeBead((system, bead) => new RevoluteJoint("hinge", system.ground, bead, PLACE));
  areClose(t, pendulum.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
  // At the bottom v² = 2 g l, and the hinge carries 3 m g.
  const run = pendulum.simulateSync({ until: 1, tolerance: 1e-10 });
  const { position, velocity } = run.last.body("bead");
  areClose(t, [velocity[0] ** 2 + velocity[1] ** 2], [-2 * 9.81 * position[1]], 1e-8);
  areClose(t, [run.last.energy.total], [0], 1e-8);
  const slider = makeBead(
    (system, bead) => new PrismaticJoint("rail", system.ground, bead, { ...PLACE, axis: [0, 1, 0] }),
  );
  areClose(t, slider.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
  const held = makeBead((system, bead) => new WeldJoint("weld", system.ground, bead));
  areClose(t, held.evaluate().reaction("weld").force, [0, 2 * 9.81, 0], 1e-14);
  const cardan = makeBead(
    (system, bead) =>
      new UniversalJoint("cardan", system.ground, bead, {
        point: [0, 0, 0],
        axes: [
          [0, 0, 1],
          [0, 1, 0],
        ],
      }),
  );
  areClose(t, cardan.evaluate().body("bead").acceleration, [0, -9.81, 0], 1e-14);
});

test("a point mass that is free to turn is refused by name", (t) => {
  const cause = "because nothing that moves with it has inertia there";
  const centre = [1, 0, 0] as const;
  const evaluate = (join: (system: System, bead: RigidBody) => Constraint | undefined) => () =>
    makeBead(join).evaluate();
  refuse(t, [
    [
      evaluate(() => undefined),
      /^RigidBody "bead": its rotation is not determined, because it has no inertia .*; give the body an inertia, such as Inertia\.sphere/,
    ],
    [
      evaluate((system, bead) => new BallJoint("ball", system.ground, bead, { point: [0, 0, 0] })),
      new RegExp(`^BallJoint "ball": its rotation is not determined, ${cause}; give the body an inertia`),
    ],
    [
      evaluate((system, bead) => new RevoluteJoint("hinge", system.ground, bead, { point: centre, axis: [0, 0, 1] })),
      new RegExp(`^RevoluteJoint "hinge": its angle is not determined, ${cause}; give the body an inertia`),
    ],
    [
      evaluate(
        (system, bead) => new RevoluteJoint("hinge", system.ground, bead, { point: [0, 0, 0], axis: [1, 0, 0] }),
      ),
      /^RevoluteJoint "hinge": its angle is not determined/,
    ],
    [
      evaluate((system, bead) => new DistanceRod("rod", system.ground, bead)),
      /^RigidBody "bead": its rotation is not determined/,
    ],
    [
      // A thin rod has no inertia about itself.
      () => {
        const system = new System();
        const needle = system.add(new RigidBody("needle", { inertia: Inertia.rod({ mass: 1, length: 1 }) }));
        system.add(new RevoluteJoint("spin", system.ground, needle, { point: [0, 0, 0], axis: [1, 0, 0] }));
        system.evaluate();
      },
      /^RevoluteJoint "spin": its angle is not determined/,
    ],
    [
      () => {
        const system = new System();
        system.add(
          new RigidBody("needle", { inertia: Inertia.rod({ mass: 1, length: 1 }), orientation: [3, 1, 2, 5] }),
        );
        system.evaluate();
      },
      /^RigidBody "needle": its rotation is not determined/,
    ],
  ]);
});

test("of several joints, the one whose motion has no inertia is named", (t) => {
  const arm = (system: System) => system.add(makeArm());
  refuse(t, [
    [
      () =>
        makeBead((system, bead) => {
          const other = arm(system);
          system.add(new RevoluteJoint("shoulder", system.ground, other, PLACE));
          return new RevoluteJoint("wrist", other, bead, { point: [1, 0, 0], axis: [0, 0, 1] });
        }).evaluate(),
      /^RevoluteJoint "wrist": its angle is not determined/,
    ],
    [
      () =>
        makeBead(
          (system, bead) =>
            new UniversalJoint("cardan", system.ground, bead, {
              point: [0, 0, 0],
              axes: [
                [0, 0, 1],
                [1, 0, 0],
              ],
            }),
        ).evaluate(),
      /^UniversalJoint "cardan": its angle2 is not determined/,
    ],
  ]);
});

test("loops that cannot be closed name what is missing, and by how much", (t) => {
  const remedy = "Check lengths and points, or draw the bodies nearer to where they belong";
  const start = "System: the constraints cannot all be met at the start; what is missing (m or rad): ";
  refuse(t, [
    [
      () => {
        const system = makePendulum();
        const arm = system.get("arm") as Body;
        system.add(new DistanceRod("rod", system.ground, arm, { from: [5, 0, 0], length: 1 }));
        system.evaluate();
      },
      `${start}DistanceRod "rod" by 3.00. ${remedy}`,
    ],
    [
      () => {
        const system = makePendulum();
        const arm = system.get("arm") as Body;
        const far = system.add(new RigidBody("far", { inertia: SPHERE, position: [9, 0, 0] }));
        system.add(new RevoluteJoint("second", system.ground, far, { point: [10, 0, 0], axis: [0, 0, 1] }));
        system.add(new BallJoint("tie", arm, far, { pointA: [0, 0, 0], pointB: [0, 0, 0] }));
        system.evaluate();
      },
      /^System: the constraints cannot all be met at the start; what is missing \(m or rad\): BallJoint "tie" by \d.*\. Check/,
    ],
  ]);
});

/** Bars in a row from (0, 0) over the corners to the last one, hinged to the ground at both ends; joints A, B, C … */
function makeBars(corners: readonly (readonly [number, number])[], options: Record<string, object> = {}): System {
  const system = new System();
  const points = corners.map(([x, y]) => [x, y, 0] as const);
  const bars = points.slice(1).map((to, i) => {
    const position = to.map((x, k) => (x + points[i][k]) / 2);
    return system.add(new RigidBody(`bar${i}`, { inertia: SPHERE, position }));
  });
  points.forEach((point, i) => {
    const name = "ABCDE"[i];
    const [a, b] = [bars[i - 1] ?? system.ground, bars[i] ?? system.ground];
    system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], ...options[name] }));
  });
  return system;
}

const FRAME = [
  [0, 0],
  [1, 1],
  [2, 0],
] as const;
const FOUR_BAR = [
  [0, 0],
  [0, 1],
  [2, 1.5],
  [2, 0],
] as const;
const steady = { motion: (t: number) => [t, 1, 0] };
const smooth = { motion: (t: number) => [t * t, 2 * t, 2] };
const late = { motion: (t: number) => (t < 0.5 ? [0, 0, 0] : [(t - 0.5) ** 3, 3 * (t - 0.5) ** 2, 6 * (t - 0.5)]) };

test("driven loops that cannot follow: the driven joints, the loop, the cause and the remedy", (t) => {
  const stop = (system: System, pattern: RegExp, end: (time: number) => boolean) => {
    const error = t.throws(() => system.simulateSync({ until: 4 }), { instanceOf: SimulationError });
    t.regex(error.message, pattern);
    t.true(end(error.trajectory.end), `${error.trajectory.end}`);
    // What is kept satisfies the constraints.
    isBelow(t, error.trajectory.last.violation.position, 1e-8);
  };
  const locked = (driven: string, others: string) =>
    new RegExp(
      `: the constraints cannot all be met; what is missing \\(m(/s)? or rad(/s)?\\): RevoluteJoint "\\w" by \\S+\\. ${driven} is driven in the loop with ` +
        `${others}, which is locked: nothing in it can move; take the motion away, or set one of the others free\\. What was computed`,
    );
  const [A, B, C, D] = [..."ABCD"].map((name) => `RevoluteJoint "${name}"`);
  stop(makeBars(FRAME, { A: steady }), locked(A, `${B}, ${C}`), (end) => end === 0);
  stop(makeBars(FRAME, { A: smooth }), locked(A, `${B}, ${C}`), (end) => end < 0.001);
  stop(makeBars(FRAME, { B: smooth }), locked(B, `${A}, ${C}`), (end) => end < 0.001);
  stop(makeBars(FRAME, { A: late }), locked(A, `${B}, ${C}`), (end) => end > 0.4 && end < 0.6);
  const ram = makeBars(FRAME);
  const length: Jet = (time) => [Math.SQRT1_2 + time * time, 2 * time, 2];
  ram.add(new DistanceRod("ram", ram.ground, ram.get("bar0") as Body, { length }));
  stop(
    ram,
    /DistanceRod "ram" is driven in the loop with RevoluteJoint "A", .*, which is locked/,
    (end) => end < 0.001,
  );
  const disagree = new RegExp(
    `${A}, ${D} are driven in the loop with ${B}, ${C}, and their motions disagree: drive fewer of them, or give motions that fit\\. What`,
  );
  stop(makeBars(FOUR_BAR, { A: steady, D: steady }), disagree, (end) => end === 0);
  stop(makeBars(FOUR_BAR, { A: smooth, D: smooth }), disagree, (end) => end < 0.001);
  // The rocker cannot turn round.
  const reach = new RegExp(
    `${D} is driven in the loop with ${A}, ${B}, ${C}, beyond its reach: give a motion that the lengths allow\\. What`,
  );
  stop(makeBars(FOUR_BAR, { D: steady }), reach, (end) => end > 0.5);
});

test("driven loops that can follow run; a frame runs with a note", (t) => {
  for (const name of ["A", "B", "C"]) {
    const run = makeBars(FOUR_BAR, { [name]: smooth }).simulateSync({ until: 0.3 });
    t.deepEqual(run.notes, []);
  }
  // A parallelogram with two motors that agree.
  const square = [
    [0, 0],
    [0, 1],
    [2, 1],
    [2, 0],
  ] as const;
  const back = { motion: (time: number) => [-time, -1, 0] };
  const twice = makeBars(square, { A: back, D: steady }).simulateSync({ until: 1 });
  isBelow(t, twice.last.violation.position, 1e-13);
  const frame = makeBars(FRAME).simulateSync({ until: 1 });
  t.deepEqual(frame.notes, [
    "t = 0 s: nothing can move, the constraints leave no freedom; if this is no frame, look for one too many",
  ]);
  // Half of the weight of each bar, at the middle of its length, and of the thrust: m g / 2 at 45°.
  const { force } = frame.last.reaction("A");
  isClose(t, force[1], 9.81, 1e-9, `${force}`);
  isClose(t, force[0], 9.81 / 2, 1e-9, `${force}`);
});

test("results: unknown names, with what was probably meant", (t) => {
  const run = makePendulum().simulateSync({ until: 0.1 });
  const now = run.at(0.05);
  const system = new System();
  const [one, two] = ["one", "two"].map((name) => system.add(new RigidBody(name, { inertia: SPHERE })));
  system.add(new CylindricalJoint("pin", system.ground, one, PLACE));
  system.add(new WeldJoint("weld", system.ground, two));
  refuse(t, [
    [() => now.body("amr"), 'no body is called "amr"; did you mean "arm"? There are "ground", "arm"'],
    [() => now.body("wheel"), 'no body is called "wheel"; there are "ground", "arm"'],
    [() => now.body(wrong(3)), 'no body is called 3; there are "ground", "arm"'],
    [() => now.reaction("hing"), 'no constraint is called "hing"; did you mean "hinge"? There are "hinge"'],
    [() => now.joint("hinje"), 'no joint is called "hinje"; did you mean "hinge"? There are "hinge"'],
    [() => now.joint("hinge", "position"), 'RevoluteJoint "hinge" has the motion "angle", not "position"; name none'],
    [
      () => system.evaluate().joint("pin"),
      'CylindricalJoint "pin" has the motions "position", "angle"; name one of them',
    ],
    [() => system.evaluate().joint("weld"), 'WeldJoint "weld" does not move, so there is no motion to read'],
    [
      () => run.column("arm.positon.x"),
      /^no column is called "arm\.positon\.x"; did you mean "arm\.position\.x"\? There are "arm\.position\.x", .*, …$/,
    ],
    [() => run.getUnit("hinge.angel"), /^no column is called "hinge\.angel"; did you mean "hinge\.angle"\? There are /],
    [
      () => run.sample({ columns: ["energy.totl"] }),
      /^no column is called "energy\.totl"; did you mean "energy\.total"\?/,
    ],
    [
      () => run.sample({ columns: wrong("energy.total") }),
      'Trajectory.sample: columns are "energy.total"; give a list such as ["energy.total"]',
    ],
    [() => run.sample({ every: 0 }), "Trajectory.sample: every is 0; give a number greater than zero"],
    [() => run.sample({ every: 1, times: [0] }), "Trajectory.sample: every and times are both given; give one of them"],
    [() => run.sample({ times: wrong(3) }), "Trajectory.sample: times are 3; give a list of times in seconds"],
    [
      () => run.sample({ times: [2] }),
      "Trajectory: t = 2 s is outside the run, which goes from 0 s to 0.1 s; give a time of the run",
    ],
    [
      () => run.sample(wrong({ evry: 1 })),
      'Trajectory.sample: unknown option "evry"; did you mean "every"? The options are every, times, columns',
    ],
  ]);
});

test("files that are no trajectories, or damaged ones", (t) => {
  const system = makePendulum();
  const text = JSON.stringify(system.simulateSync({ until: 0.5 }));
  type File = ReturnType<Trajectory["toJSON"]>;
  const edit = (change: (file: File) => void) => () => {
    const file = JSON.parse(text) as File;
    change(file);
    return Trajectory.fromJSON(file, system);
  };
  t.notThrows(edit(() => {}));
  const number = 'it should be a number, "NaN", "Infinity", "-Infinity" or "-0"';
  const damaged = "the file is damaged or was edited";
  const other = new System();
  other.add(new RigidBody("stone", { inertia: SPHERE }));
  refuse(t, [
    [() => Trajectory.fromJSON("[1, 2"), /^trajectory JSON: the text is not JSON \(/],
    [
      () => Trajectory.fromJSON("{}"),
      "trajectory JSON: this is an object of class Object, not a trajectory; give what toJSON has written",
    ],
    [() => Trajectory.fromJSON(wrong(5)), /^trajectory JSON: this is 5, not a trajectory; /],
    [() => Trajectory.fromJSON(wrong(null)), /^trajectory JSON: this is null, not a trajectory; /],
    [
      edit((file) => Object.assign(file, { version: 2 })),
      "trajectory JSON: version 2 is not known; this library reads version 1",
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "times")),
      "trajectory JSON: times is missing; the file is not complete",
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "columns")),
      "trajectory JSON: columns is missing; the file is not complete",
    ],
    [
      edit((file) => {
        file.times = [];
        file.states = [];
        file.modes = [];
      }),
      "trajectory JSON: there is no stored point; the file is not complete",
    ],
    [
      edit((file) => {
        file.times[1] = wrong("soon");
      }),
      `trajectory JSON: times[1] is "soon"; ${number}`,
    ],
    [
      edit((file) => {
        file.states[1][0] = wrong(null);
      }),
      `trajectory JSON: states[1][0] is null; ${number}`,
    ],
    [edit((file) => file.states[1].pop()), `trajectory JSON: states[1] has 1 entries; it should have 2: ${damaged}`],
    [edit((file) => file.states.pop()), /^trajectory JSON: states has \d+ entries; it should have \d+: /],
    [
      edit((file) => {
        file.modes[1] = 7;
      }),
      "trajectory JSON: modes[1] is 7; it should be a place in modeLists, which has 1",
    ],
    [
      edit((file) => {
        file.modeLists[0] = wrong("a");
      }),
      'trajectory JSON: modeLists[0] is "a"; it should be a list of texts',
    ],
    [
      edit((file) => Reflect.deleteProperty(file, "denseVectors")),
      "trajectory JSON: denseVectors is undefined; it should be a whole number from 1",
    ],
    [
      edit((file) => {
        file.steps[0] = wrong(null);
      }),
      "trajectory JSON: steps[0] is null; it should be an object",
    ],
    [
      edit((file) => file.steps[0].dense.pop()),
      /^trajectory JSON: steps\[0\]\.dense has \d+ entries; it should have \d+: /,
    ],
    [edit((file) => file.events.push(wrong(null))), "trajectory JSON: events[0] is null; it should be an object"],
    [
      edit((file) => {
        file.columns["hinge.angle"] = wrong(null);
      }),
      'trajectory JSON: columns["hinge.angle"] is null; it should be an object with unit and values',
    ],
    [
      edit((file) => file.columns["hinge.angle"].values.pop()),
      /^trajectory JSON: columns\["hinge\.angle"\]\.values has \d+ entries; it should have \d+: /,
    ],
    [
      edit((file) => {
        file.statistics.steps = wrong("many");
      }),
      `trajectory JSON: statistics.steps is "many"; ${number}`,
    ],
    [
      () => Trajectory.fromJSON(text, other),
      /^trajectory JSON: it belongs to another model: its state is \[RevoluteJoint "hinge", angle \(its position\); .*the system's is \[RigidBody "stone" .*; give the system the run was made with$/,
    ],
  ]);
});

test("rows and modes of one's own", (t) => {
  class Rows extends RowConstraint {
    protected override calcRowTerms(): void {}
    protected override calcPositionTerms(): void {}
  }
  refuse(t, [
    [() => new Rows("own", ground, makeArm(), 0), 'Rows "own": the number of rows is 0; give a whole number from 1'],
    [() => new Rows("own", ground, makeArm(), 1.5), /^Rows "own": the number of rows is 1\.5; /],
    [
      () => {
        new WeldJoint("weld", ground, makeArm()).mode = "broken";
      },
      'WeldJoint "weld": it has no modes, so mode "broken" cannot be set; leave it as it is',
    ],
  ]);
});
