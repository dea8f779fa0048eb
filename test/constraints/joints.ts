import test from "ava";
import {
  type AngleOptions,
  BallJoint,
  type Body,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  Gear,
  Ground,
  Inertia,
  type Motion,
  Pair,
  PlanarJoint,
  PointOnLine,
  PrismaticJoint,
  type Quaternion,
  quaternionFromMatrix,
  RevoluteJoint,
  RigidBody,
  ScalarBond,
  ScrewJoint,
  type Snapshot,
  SpringDamper,
  System,
  type Trajectory,
  turning,
  UniversalJoint,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import {
  add,
  cross,
  dot,
  multiply,
  normalize,
  rotate,
  rotateBack,
  rotationAbout,
  scale,
  subtract,
  transpose,
} from "../../lib/math/index.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";
import {
  type Build,
  build,
  compare,
  copyStart,
  FIRST,
  GRAVITY,
  law,
  PLACE,
  PointOnPlane,
  RUN,
  readAll,
  readBodies,
  readWrench,
  SameDirection,
  SECOND,
  sumWrenches,
} from "../helpers/equivalentModels.ts";
import { makeBody, makeRandom, makeVector, rotationOf } from "../helpers/rowChecks.ts";

const addRevolute: Build = (system, arm, tip) => {
  system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, rate: 2, torque: law }));
};

test("revolute = cylindrical whose translation is given as zero = screw without pitch", (t) => {
  const read = (snapshot: Snapshot) => {
    const { position, rate, acceleration, effort } = snapshot.joint("joint", "angle");
    return [...readAll("joint")(snapshot), position, rate, acceleration, effort];
  };
  const cylindrical = build((system, arm, tip) => {
    const translation = { motion: () => [0, 0, 0] as const };
    const rotation = { rate: 2, effort: law };
    system.add(new CylindricalJoint("joint", arm, tip, { ...PLACE, translation, rotation }));
  });
  compare(t, build(addRevolute), cylindrical, [read, read], "cylindrical");
  const screw = build((system, arm, tip) => {
    system.add(new ScrewJoint("joint", arm, tip, { ...PLACE, pitch: 0, rate: 2, torque: law }));
  });
  compare(t, build(addRevolute), screw, [read, read], "screw");
});

const LOOSE: Build = (system, arm, tip) => {
  system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, rate: 2 }));
};

test("revolute = ball + point on line = ball + two angle rows = three point rows + angle rows", (t) => {
  const reference = build(LOOSE);
  const start = copyStart(reference);
  const other = add(PLACE.point, normalize(PLACE.axis));
  const line = build((system, arm, tip) => {
    system.add(new BallJoint("ball", arm, tip, { point: PLACE.point }));
    system.add(new PointOnLine("line", arm, tip, { point: other, direction: PLACE.axis }));
  }, start);
  compare(t, reference, line, [readAll("joint"), readAll("ball", "line")], "ball and point on line");
  const angles = build((system, arm, tip) => {
    system.add(new BallJoint("ball", arm, tip, { point: PLACE.point }));
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, start);
  compare(t, reference, angles, [readAll("joint"), readAll("ball", "same")], "ball and angles");
  // Nothing but rows: the tip is a free body.
  const rows = build((system, arm, tip) => {
    const axes: Vector3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    axes.forEach((axis, i) => {
      system.add(new PointOnPlane(`plane${i}`, arm, tip, PLACE.point, axis));
    });
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, start);
  const names = ["plane0", "plane1", "plane2", "same"];
  compare(t, reference, rows, [readAll("joint"), readAll(...names)], "rows alone");
});

test("cylindrical = two points on a line; planar = a point in a plane + two angle rows; prismatic = no turn", (t) => {
  const other = add(PLACE.point, normalize(PLACE.axis));
  const cylindrical = build((system, arm, tip) => {
    const [translation, rotation] = [{ rate: 0.7 }, { rate: 2 }];
    system.add(new CylindricalJoint("joint", arm, tip, { ...PLACE, translation, rotation }));
  });
  const lines = build((system, arm, tip) => {
    const direction = PLACE.axis;
    system.add(new PointOnLine("one", arm, tip, { point: PLACE.point, direction }));
    system.add(new PointOnLine("two", arm, tip, { point: other, direction }));
  }, copyStart(cylindrical));
  compare(t, cylindrical, lines, [readAll("joint"), readAll("one", "two")], "cylindrical");

  const planar = build((system, arm, tip) => {
    const options = {
      point: PLACE.point,
      normal: PLACE.axis,
      x: { rate: 0.5 },
      y: { rate: -0.4 },
      rotation: { rate: 2 },
    };
    system.add(new PlanarJoint("joint", arm, tip, options));
  });
  const plane = build((system, arm, tip) => {
    system.add(new PointOnPlane("plane", arm, tip, PLACE.point, PLACE.axis));
    system.add(new SameDirection("same", arm, tip, PLACE.axis));
  }, copyStart(planar));
  compare(t, planar, plane, [readAll("joint"), readAll("plane", "same")], "planar");

  const prismatic = build((system, arm, tip) => {
    system.add(new PrismaticJoint("joint", arm, tip, { ...PLACE, rate: 0.7, force: law }));
  });
  const held = build((system, arm, tip) => {
    const rotation = { motion: () => [0, 0, 0] as const };
    system.add(
      new CylindricalJoint("joint", arm, tip, { ...PLACE, translation: { rate: 0.7, effort: law }, rotation }),
    );
  });
  compare(t, prismatic, held, [readAll("joint"), readAll("joint")], "prismatic");
});

test("weld = revolute whose angle is given as zero = one body composed of two = six rods", (t) => {
  const weld = build((system, arm, tip) => {
    system.add(new WeldJoint("joint", arm, tip, { point: PLACE.point }));
  });
  const driven = build((system, arm, tip) => {
    system.add(new RevoluteJoint("joint", arm, tip, { ...PLACE, motion: () => [0, 0, 0] }));
  });
  compare(t, weld, driven, [readAll("joint"), readAll("joint")], "revolute");

  const rods = build((system, arm, tip) => {
    const ends = makeRandom(12);
    for (let i = 0; i < 6; i++) {
      system.add(new DistanceRod(`rod${i}`, arm, tip, { from: makeVector(ends, 2), to: makeVector(ends, 2) }));
    }
  }, copyStart(weld));
  const names = Array.from({ length: 6 }, (_, i) => `rod${i}`);
  compare(t, weld, rods, [readAll("joint"), readAll(...names)], "rods", [1e-10, 1e-7]);
  isBelow(t, rods.simulateSync(RUN).violation.position, 1e-12);

  // One body: its origin is the common centre of mass.
  const { position: p, orientation: q } = weld.evaluate().body("arm");
  const tip = weld.evaluate().body("tip");
  const inertia = Inertia.compose([
    { inertia: FIRST, position: p, orientation: q },
    { inertia: SECOND, position: tip.position, orientation: tip.orientation },
  ]);
  const single = new System({ gravity: GRAVITY });
  const angularVelocity: Vector3 = [1, -2, 1.5];
  const body = single.add(new RigidBody("both", { inertia, position: inertia.center as Vector3, angularVelocity }));
  single.add(new BallJoint("shoulder", single.ground, body, { point: [0, 0, 0] }));
  const read = (name: string) => (snapshot: Snapshot) => [
    ...snapshot.body(name).angularVelocity,
    ...snapshot.body(name).angularAcceleration,
    ...readWrench(snapshot, "shoulder"),
  ];
  compare(t, weld, single, [read("arm"), read("both")], "composed body");
});

test("universal = two revolutes with a cross between them, to first order in the mass of the cross", (t) => {
  const axes: [Vector3, Vector3] = [
    [1, 2, 3],
    [2, -1, 0.5],
  ];
  const bonds = { first: { rate: 2, effort: law }, second: { rate: -1, stiffness: 4, damping: 0.1 } };
  const universal = build((system, arm, tip) => {
    system.add(new UniversalJoint("joint", arm, tip, { point: PLACE.point, axes, ...bonds }));
  });
  const withCross = (inertia: Inertia) =>
    build((system, arm, tip) => {
      const cross = system.add(new RigidBody("cross", { inertia, position: PLACE.point }));
      const [axis1, axis2] = axes;
      system.add(new RevoluteJoint("one", arm, cross, { point: PLACE.point, axis: axis1, rate: 2, torque: law }));
      const spring = { rate: -1, stiffness: 4, damping: 0.1 };
      system.add(new RevoluteJoint("two", cross, tip, { point: PLACE.point, axis: axis2, ...spring }));
    });
  const read = (snapshot: Snapshot) => readBodies(snapshot, ["arm", "tip"]);
  const expected = read(universal.simulateSync(RUN).last);
  const findError = (inertia: Inertia) => {
    const found = read(withCross(inertia).simulateSync(RUN).last);
    return Math.max(...found.map((x, i) => Math.abs(x - expected[i])));
  };
  for (const make of [
    // Without inertia of its own the cross is determined by the tip; with some, more so.
    (mass: number) => Inertia.point({ mass }),
    (mass: number) => Inertia.sphere({ mass, radius: 0.2 }),
  ]) {
    const [coarse, fine] = [findError(make(1e-3)), findError(make(1e-4))];
    isAbove(t, coarse, 1e-5, `${coarse} ${fine}`);
    isClose(t, coarse / fine, 10, 0.5, `${coarse} ${fine}`);
  }
  // Angles and efforts are those of the two revolutes.
  const cross = withCross(Inertia.point({ mass: 1e-12 }));
  for (const [name, motion] of [
    ["one", "angle1"],
    ["two", "angle2"],
  ]) {
    const [a, b] = [universal.evaluate().joint("joint", motion), cross.evaluate().joint(name)];
    areClose(t, [a.rate, a.acceleration, a.effort], [b.rate, b.acceleration, b.effort], 1e-9, motion);
  }
});

test("screw = cylindrical with a coupler of translation and rotation; a gear of one joint's bonds", (t) => {
  const pitch = 0.15;
  const screw = build((system, arm, tip) => {
    system.add(new ScrewJoint("joint", arm, tip, { ...PLACE, pitch, rate: 2, torque: law }));
  });
  const coupled = build((system, arm, tip) => {
    const joint = new CylindricalJoint("joint", arm, tip, {
      ...PLACE,
      translation: { rate: 2 * pitch },
      rotation: { rate: 2, effort: law },
    });
    system.add(joint);
    const [one, two] = [
      { joint, bond: "translation" },
      { joint, bond: "rotation" },
    ] as const;
    system.add(new Coupler("thread", one, two, { ratio: pitch }));
  });
  const read = (snapshot: Snapshot) => {
    const { position, rate, acceleration } = snapshot.joint("joint", "angle");
    return [...readBodies(snapshot, ["arm", "tip"]), ...readWrench(snapshot, "shoulder"), position, rate, acceleration];
  };
  compare(t, screw, coupled, [read, read], "screw");
});

test("prismatic joint with spring and damper = spring–damper along its line", (t) => {
  const point: Vector3 = [0.2, 0.1, 0];
  const make = (inJoint: boolean) => {
    const system = new System({ gravity: GRAVITY });
    const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
    const position: Vector3 = add(point, scale(normalize([1, 1, 0]), 2));
    const slider = system.add(new RigidBody("slider", { inertia, position }));
    const spring = { stiffness: 30, damping: 0.8 };
    const place = { point, axis: [1, 1, 0] as Vector3, rate: 1.5 };
    const own = inJoint ? { ...spring, restPosition: -0.25 } : {};
    system.add(new PrismaticJoint("rail", system.ground, slider, { ...place, ...own }));
    if (!inJoint) {
      system.add(new SpringDamper("spring", system.ground, slider, { from: point, ...spring, restLength: 1.75 }));
    }
    return system;
  };
  const read = (snapshot: Snapshot) => [
    ...readBodies(snapshot, ["slider"]),
    snapshot.joint("rail").position,
    snapshot.energy.total,
  ];
  compare(t, make(true), make(false), [read, read], "spring");
  // The whole wrench on the slider is the same, however it is shared.
  const wrenches = [
    sumWrenches(make(true).evaluate(), ["rail"]),
    sumWrenches(make(false).evaluate(), ["rail", "spring"]),
  ];
  areClose(t, wrenches[0], wrenches[1], 1e-12);
});

/** Every joint, with springs, dampers, drives and start rates; `flip` turns A and B round and every axis with them. */
const JOINTS: readonly (readonly [string, (a: Body, b: Body, flip: boolean) => Pair])[] = (() => {
  const point = PLACE.point;
  const turn = (axis: Vector3, flip: boolean): Vector3 => (flip ? scale(axis, -1) : axis);
  const axis = (flip: boolean) => turn(PLACE.axis, flip);
  const drive = (x: number) => [0.3 * Math.sin(2 * x), 0.6 * Math.cos(2 * x), -1.2 * Math.sin(2 * x)] as const;
  const spring = { stiffness: 5, damping: 0.3 };
  const other: Vector3 = [2, -1, 0.5];
  return [
    [
      "revolute",
      (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), ...spring, restAngle: 0.2, rate: 2 }),
    ],
    [
      "revolute at an angle",
      (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), angle: 1.2, rate: -1, torque: law }),
    ],
    ["driven revolute", (a, b, f) => new RevoluteJoint("j", a, b, { point, axis: axis(f), motion: drive })],
    [
      "prismatic",
      (a, b, f) => new PrismaticJoint("j", a, b, { point, axis: axis(f), ...spring, position: 0.1, rate: -0.8 }),
    ],
    ["driven prismatic", (a, b, f) => new PrismaticJoint("j", a, b, { point, axis: axis(f), motion: drive })],
    ["screw", (a, b, f) => new ScrewJoint("j", a, b, { point, axis: axis(f), pitch: 0.3, rate: 2, torque: law })],
    ["driven screw", (a, b, f) => new ScrewJoint("j", a, b, { point, axis: axis(f), pitch: -0.3, motion: drive })],
    ["weld", (a, b) => new WeldJoint("j", a, b, { point })],
    [
      "cylindrical",
      (a, b, f) => {
        const [translation, rotation] = [
          { rate: 0.6, start: -0.1, ...spring },
          { rate: 1.2, start: 0.4, effort: law },
        ];
        return new CylindricalJoint("j", a, b, { point, axis: axis(f), translation, rotation });
      },
    ],
    [
      "universal",
      (a, b, f) => {
        const bonds = [
          { rate: 1, start: 0.5, ...spring },
          { rate: -1.5, start: -0.3, effort: law },
        ];
        const [first, second] = f ? [bonds[1], bonds[0]] : bonds;
        const axes: [Vector3, Vector3] = f ? [turn(other, true), turn(PLACE.axis, true)] : [PLACE.axis, other];
        return new UniversalJoint("j", a, b, { point, axes, first, second });
      },
    ],
  ];
})();

/** Values of every motion of a joint, the first motion first, or last. */
function readMotions(snapshot: Snapshot, joint: Pair, flip = false): number[] {
  const lists = joint.rateNames.map((name) => {
    const { position, rate, acceleration, effort } = snapshot.joint(joint.name, name);
    return [position, rate, acceleration, effort].filter((x) => !Number.isNaN(x));
  });
  // A cylindrical joint names its motions in the same order either way.
  return (flip && joint instanceof UniversalJoint ? lists.reverse() : lists).flat();
}

test("a joint from A to B = the joint from B to A with its axis turned round: motion, coordinates, efforts, reactions", (t) => {
  for (const [what, create] of JOINTS) {
    const joints: Pair[] = [];
    const [there, back] = [false, true].map((flip) =>
      build((system, arm, tip) => {
        const joint = system.add(flip ? create(tip, arm, true) : create(arm, tip, false));
        joints.push(joint);
      }),
    );
    const read = (flip: boolean) => (snapshot: Snapshot) => [
      ...readBodies(snapshot, ["arm", "tip"]),
      ...readWrench(snapshot, "j", flip ? "A" : "B"),
      ...readWrench(snapshot, "shoulder"),
      ...readMotions(snapshot, joints[flip ? 1 : 0], flip),
    ];
    compare(t, there, back, [read(false), read(true)], what, [1e-11, 3e-7]);
  }
});

/**
 * Six motions, three slides and three turns: a joint that forbids nothing, so that whatever is added beside it closes a
 * loop. It starts with B in the pose of `start`.
 */
class FreePair extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, bodyA: Body, bodyB: Body, start: { position: Vector3; orientation: Quaternion }) {
    super(name, bodyA, bodyB, { point: [0.3, -0.2, 0.4] });
    const T = rotationOf(start.orientation);
    const A = bodyA.referencePose;
    const point = add(start.position, rotate(T, this.pointB));
    const shift = subtract(rotateBack(A.T, subtract(point, A.r)), this.pointA);
    // R = Rx(a) Ry(b) Rz(c)
    const R = multiply(multiply(transpose(A.T), T), transpose(this.rest));
    const turns = [Math.atan2(-R[5], R[8]), Math.asin(R[2]), Math.atan2(-R[1], R[0])];
    this.motions = [...shift, ...turns].map((x, i): Motion => {
      const axis: Vector3 = [i % 3 === 0 ? 1 : 0, i % 3 === 1 ? 1 : 0, i % 3 === 2 ? 1 : 0];
      const name = `free${i}`;
      return { kind: i < 3 ? "slide" : "rotate", name, axis, bond: new ScalarBond(this.label, name, { start: x }) };
    });
  }
}

/** Joints whose coordinates change their meaning when A and B change places. */
const ONE_WAY: typeof JOINTS = [
  ["ball", (a, b) => new BallJoint("j", a, b, { point: PLACE.point, rate: [1, -2, 0.5], damping: 0.2 })],
  [
    "planar",
    (a, b) => {
      const [x, y] = [
        { rate: 0.5, start: 0.1, stiffness: 7 },
        { rate: -0.4, effort: law },
      ];
      const rotation = { rate: 2, start: 0.3, stiffness: 3, damping: 0.1 };
      return new PlanarJoint("j", a, b, { point: PLACE.point, normal: PLACE.axis, along: [1, 0, 0], x, y, rotation });
    },
  ],
];

test("a joint on the tree = the same joint closing a loop: motion, coordinates, efforts, reactions", (t) => {
  for (const [what, create] of [...JOINTS, ...ONE_WAY]) {
    for (const flip of JOINTS.some(([name]) => name === what) ? [false, true] : [false]) {
      const joints: Pair[] = [];
      const tree = build((system, arm, tip) => {
        joints.push(system.add(flip ? create(tip, arm, true) : create(arm, tip, false)));
      });
      const start = tree.evaluate().body("tip");
      const loop = build((system, arm, tip) => {
        system.add(new FreePair("free", arm, tip, start));
        joints.push(system.add(flip ? create(tip, arm, true) : create(arm, tip, false)));
      }, copyStart(tree));
      const read = (k: number) => (snapshot: Snapshot) => [
        ...readBodies(snapshot, ["arm", "tip"]),
        ...readWrench(snapshot, "j"),
        ...readWrench(snapshot, "shoulder"),
        ...readMotions(snapshot, joints[k]),
      ];
      compare(t, tree, loop, [read(0), read(1)], `${what}${flip ? ", turned round" : ""}`, [1e-10, 3e-7]);
      const run = loop.simulateSync(RUN);
      isBelow(t, run.violation.position, 1e-12, what);
      isBelow(t, run.violation.velocity, 1e-11, what);
      // The joint that forbids nothing carries nothing.
      areClose(t, readWrench(run.last, "free"), [0, 0, 0, 0, 0, 0], 1e-10, what);
    }
  }
});

test("coordinates start where the options say, at the rates they say, and turn B about the axis relative to A", (t) => {
  const [n, point] = [normalize(PLACE.axis), PLACE.point];
  const system = build((model, arm, tip) => {
    model.add(new CylindricalJoint("j", arm, tip, { ...PLACE, translation: { start: 0.3 }, rotation: { start: 0.8 } }));
  });
  const drawn = system.get("tip") as Body;
  const { position, orientation } = system.evaluate().body("tip");
  const turn = rotationAbout(n, 0.8);
  areClose(t, rotationOf(orientation), multiply(turn, drawn.referencePose.T), 1e-14);
  const expected = add(add(point, scale(n, 0.3)), rotate(turn, subtract(drawn.referencePose.r, point)));
  areClose(t, position, expected, 1e-14);
});

test("a turning base = a driven revolute joint that carries a body", (t) => {
  const angle = (x: number) => [0.4 + Math.sin(2 * x), 2 * Math.cos(2 * x), -4 * Math.sin(2 * x)] as const;
  const axis: Vector3 = [1, 3, -1];
  const point: Vector3 = [0.1, 0.2, 0.3];
  const inertia = SECOND;
  const place = { point: [0.8, 0.1, 0] as Vector3, axis: [0, 0, 1] as Vector3 };

  const base = new System({ gravity: GRAVITY });
  const table = base.add(new Ground("table", { motion: turning({ axis, point, position: [0.5, 0, 0], angle }) }));
  // A joint is drawn on the table as it is at time zero: turned by 0.4 already.
  const turn = rotationAbout(normalize(axis), 0.4);
  const toTurned = (x: Vector3) => add(point, rotate(turn, subtract(x, point)));
  const orientation = quaternionFromMatrix(turn);
  const first = base.add(new RigidBody("arm", { inertia, position: toTurned([1, 0.5, 0]), orientation }));
  const turned = { point: toTurned(place.point), axis: rotate(turn, place.axis) };
  base.add(new RevoluteJoint("pin", table, first, { ...turned, rate: 1 }));

  const driven = new System({ gravity: GRAVITY });
  const disc = driven.add(new RigidBody("table", { inertia: FIRST, position: [0.5, 0, 0] }));
  const second = driven.add(new RigidBody("arm", { inertia, position: [1, 0.5, 0] }));
  driven.add(new RevoluteJoint("motor", driven.ground, disc, { point, axis, motion: angle }));
  driven.add(new RevoluteJoint("pin", disc, second, { ...place, rate: 1 }));

  const read = (snapshot: Snapshot) => [...readBodies(snapshot, ["table", "arm"]), ...readWrench(snapshot, "pin")];
  compare(t, base, driven, [read, read], "table");
  // The motor's power, less what the arm gets through the pin, goes into the disc: Newton and Euler by hand.
  const now = driven.simulateSync(RUN).last;
  const { position, acceleration, angularAcceleration: e, angularVelocity: w, orientation: q } = now.body("table");
  const T = rotationOf(q);
  const [xx, yy, zz, xy, xz, yz] = FIRST.tensor;
  const apply = (v: ArrayLike<number>) => rotate(T, rotate([xx, xy, xz, xy, yy, yz, xz, yz, zz], rotateBack(T, v)));
  const force = scale(subtract(acceleration, GRAVITY), FIRST.mass);
  const moment = add(add(apply(e), cross(w, apply(w))), cross(position, force));
  const motor = readWrench(now, "motor");
  const pin = readWrench(now, "pin", "A");
  areClose(
    t,
    motor.map((x, i) => x + pin[i]),
    [...force, ...moment],
    1e-10,
  );
  isClose(t, now.joint("motor").effort, dot(now.reaction("motor").torque, normalize(axis)), 1e-12);
});

/** Crank of length 1 that goes round, rod of length 3, slider on the x axis. */
const [CRANK, ROD] = [1, 3];

/**
 * A slider-crank. Joints become edges of the tree in the order in which they are added; the one that is left closes the
 * loop: the crank pin with the slider first, the wrist pin with the crank first.
 */
function makeSliderCrank(closing: "crankPin" | "wristPin", options: AngleOptions = {}): System {
  const system = new System({ gravity: [0, 0, 0] });
  const make = (name: string, length: number, x: number) =>
    system.add(
      new RigidBody(name, { inertia: Inertia.box({ mass: 1, size: [length, 0.1, 0.1] }), position: [x, 0, 0] }),
    );
  const [crank, rod, slider] = [
    make("crank", CRANK, 0.5),
    make("rod", ROD, CRANK + 1.5),
    make("slider", 0.1, CRANK + ROD),
  ];
  const axis: Vector3 = [0, 0, 1];
  const bearing = new RevoluteJoint("bearing", system.ground, crank, { point: [0, 0, 0], axis, rate: 8 });
  const guide = new PrismaticJoint("guide", system.ground, slider, { point: [CRANK + ROD, 0, 0], axis: [1, 0, 0] });
  const crankPin = new RevoluteJoint("crankPin", crank, rod, { point: [CRANK, 0, 0], axis, ...options });
  const wristPin = new RevoluteJoint("wristPin", rod, slider, { point: [CRANK + ROD, 0, 0], axis });
  const joints = closing === "crankPin" ? [guide, bearing, wristPin, crankPin] : [bearing, guide, crankPin, wristPin];
  for (const joint of joints) system.add(joint);
  return system;
}

/** The angle of the rod relative to the crank when the crank has turned by `x`: `sin ψ = −(r/l) sin x`. */
const findPinAngle = (x: number) => -Math.asin((CRANK / ROD) * Math.sin(x)) - x;

test("a loop that goes round many times: the redundant rows are found, and nothing drifts", (t) => {
  for (const closing of ["crankPin", "wristPin"] as const) {
    const run = makeSliderCrank(closing).simulateSync({ until: 5, tolerance: 1e-9 });
    t.is(run.statistics.redundancy, 3);
    isBelow(t, run.violation.position, 1e-13);
    isBelow(t, run.violation.velocity, 1e-12);
    const { position, rate } = run.last.joint("bearing");
    isAbove(t, position, 20);
    const x = CRANK * Math.cos(position) + Math.sqrt(ROD ** 2 - (CRANK * Math.sin(position)) ** 2);
    isClose(t, run.last.joint("guide").position, x - CRANK - ROD, 1e-13);
    // Energy is kinetic alone and stays: the crank's rate is a function of its angle.
    isBelow(t, run.energy.drift, 1e-6);
    isAbove(t, rate, 0);
  }
});

test("the joint that closes a loop counts its turns along the run, whatever was read before", (t) => {
  const run = makeSliderCrank("crankPin").simulateSync({ until: 5, tolerance: 1e-9 });
  const expected = run.column("bearing.angle").map(findPinAngle);
  areClose(t, run.column("crankPin.angle"), expected, 1e-12);
  const times = [5, 0, 2.5, 5, 0.1, 4.9];
  for (const time of times) {
    const now = run.at(time);
    isClose(t, now.joint("crankPin").position, findPinAngle(now.joint("bearing").position), 1e-12, `t = ${time}`);
  }
  isBelow(t, run.last.joint("crankPin").position, -20);
});

test("a spring on a joint that closes a loop winds up over many turns as it does on the tree", (t) => {
  // Relaxed 20 rad away: the motion swings over several turns, to and fro.
  const spring = { stiffness: 1.5, restAngle: -20, damping: 0.01 };
  const runs = (["crankPin", "wristPin"] as const).map((closing) =>
    makeSliderCrank(closing, spring).simulateSync({ until: 5, tolerance: 1e-10 }),
  );
  const read = (run: Trajectory, time: number) => {
    const now = run.at(time);
    const { position, rate, acceleration, effort } = now.joint("crankPin");
    return [position, rate, acceleration, effort, now.joint("bearing").position, now.energy.potential];
  };
  for (const time of [0, 1, 2.5, 4, 5, 0.5]) areClose(t, read(runs[0], time), read(runs[1], time), 1e-6, `t = ${time}`);
  const angles = runs[0].column("crankPin.angle");
  isAbove(t, Math.max(...angles) - Math.min(...angles), 20);
});

test("a gear works on a joint that closes a loop", (t) => {
  const [closed, open] = (["crankPin", "wristPin"] as const).map((closing) => {
    const system = makeSliderCrank(closing);
    const inertia = Inertia.sphere({ mass: 1, radius: 0.4 });
    const rotor = system.add(new RigidBody("rotor", { inertia, position: [0, 5, 0] }));
    const shaft = system.add(new RevoluteJoint("shaft", system.ground, rotor, { point: [0, 5, 0], axis: [0, 0, 1] }));
    system.add(new Gear("gear", shaft, system.get("crankPin") as RevoluteJoint, { ratio: 2 }));
    return system.simulateSync({ until: 3, tolerance: 1e-10 });
  });
  const read = (run: Trajectory) =>
    ["shaft", "bearing", "crankPin"].flatMap((name) => {
      const { position, rate, acceleration } = run.last.joint(name);
      return [position, rate, acceleration];
    });
  areClose(t, read(closed), read(open), 1e-6);
  isClose(t, closed.last.joint("shaft").position, 2 * closed.last.joint("crankPin").position, 1e-12);
  isAbove(t, Math.abs(closed.last.joint("shaft").position), 20);
});

test("points and axes in body axes bring bodies together that were drawn apart", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const random = makeRandom(15);
  const [a, b] = [system.add(makeBody(random, "a")), system.add(makeBody(random, "b"))];
  const [pointA, pointB, axisA, axisB] = Array.from({ length: 4 }, () => makeVector(random));
  const joint = system.add(new RevoluteJoint("joint", a, b, { pointA, pointB, axisA, axisB, angle: 0.7 }));
  const now = system.evaluate();
  const [first, second] = ["a", "b"].map((name) => now.body(name));
  const [A, B] = [rotationOf(first.orientation), rotationOf(second.orientation)];
  areClose(t, first.position, a.position, 1e-15);
  areClose(t, add(second.position, rotate(B, pointB)), add(first.position, rotate(A, pointA)), 1e-14);
  const n = rotate(A, normalize(axisA));
  areClose(t, rotate(B, normalize(axisB)), n, 1e-14);
  // At angle zero B is turned from its drawing by the least angle: about the common normal of the two axes.
  const drawn = rotate(b.referencePose.T, normalize(axisB));
  const angle = Math.acos(dot(drawn, n));
  const least = multiply(rotationAbout(normalize(cross(drawn, n)), angle), b.referencePose.T);
  areClose(t, B, multiply(rotationAbout(n, 0.7), least), 1e-14);
  // F and M are the parts of the wrench on A along the axis, wherever it points.
  now.show();
  joint.wrenchA.F.set([1, 2, 3]);
  joint.wrenchA.M.set([-3, 5, 1]);
  areClose(t, [joint.F, joint.M], [dot([1, 2, 3], n), dot([-3, 5, 1], n)], 1e-14);
});
