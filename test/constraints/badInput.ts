import test from "ava";
import {
  AppliedWrench,
  BallJoint,
  Bushing,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  InverseSquareGravity,
  type Jet,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  ScrewJoint,
  SpringDamper,
  System,
  sliding,
  turning,
  UniversalJoint,
  WeldJoint,
} from "../../lib/index.ts";
import { ground, INF, makeArm, NAN, PLACE, SPHERE } from "../helpers/badInputParts.ts";
import { refuse, wrong } from "../helpers/refuse.ts";

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
  const options = "inertia, position, orientation, velocity, angularVelocity, bodyAngularVelocity, shapes, colliders";
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
        "a bond is closed by one of the two: drop one of them",
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
      'Ground "base": unknown option "postion"; did you mean "position"? The options are position, orientation, motion, shapes, colliders',
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
