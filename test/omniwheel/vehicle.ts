import test from "ava";
import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import {
  followPath,
  IdealVehicle,
  mecanumLayout,
  Odometry,
  ringLayout,
  splinePath,
  Vehicle,
  type VehicleOptions,
} from "../../lib/omniwheel/index.ts";
import { Ground, Inertia, sliding, turning } from "../../lib/rigidbody/index.ts";
import { System } from "../../lib/system/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { createVehicle, DISC, LAYOUTS, RADIUS } from "../helpers/measureVehicle.ts";

const rolling = new IdealRolling();

test("mecanum kinematics: the textbook's matrix, and back", (t) => {
  const { kinematics } = createVehicle("mecanum").vehicle;
  const rates = kinematics.inverse({ vx: 0.5, vy: 0.2, wz: 0.3 });
  const k = 0.2 + 0.15;
  const expected = [
    [1, -1, -k],
    [1, 1, k],
    [1, 1, -k],
    [1, -1, k],
  ].map(([a, b, c]) => (0.5 * a + 0.2 * b + 0.3 * c) / RADIUS);
  for (const [i, rate] of rates.entries()) isClose(t, rate, expected[i], 1e-12);
  const { vx, vy, wz, misfit } = kinematics.forward(rates);
  isBelow(t, Math.abs(vx - 0.5) + Math.abs(vy - 0.2) + Math.abs(wz - 0.3) + misfit, 1e-12);
  // One wheel that spins shows as a contradiction.
  isAbove(t, kinematics.forward(rates.map((rate, i) => rate + (i === 0 ? 4 : 0))).misfit, 0.9);
});

test("the rate of a row is its derivative by the angle of the roller", (t) => {
  const [a, b, d] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (const wheels of [LAYOUTS.mecanum, ringLayout({ distance: 0.2, count: 5, psi: 0.4, turn: 0.3 })]) {
    const { kinematics } = createVehicle("mecanum", { wheels }).vehicle;
    for (const i of wheels.keys()) {
      kinematics.calcRow(i, 0.2 - 1e-6, 0, a);
      kinematics.calcRow(i, 0.2 + 1e-6, 0, b);
      kinematics.calcRowRate(i, 0.2, d);
      for (let k = 0; k < 3; k++) isClose(t, (b[k] - a[k]) / 2e-6, d[k], 1e-7);
    }
  }
});

test("a vehicle starts with the twist that is given, and rolls without slip", (t) => {
  const angles = [0.1, -0.25, 1.3, 2];
  for (const [layout, rows] of [
    [LAYOUTS.mecanum, 1],
    [LAYOUTS.mecanum, 2],
    [ringLayout({ distance: 0.2, psi: 0.4 }), 2],
  ] as const) {
    const wheels = layout.map((wheel, i) => ({ ...wheel, angle: angles[i] }));
    const { system, vehicle } = createVehicle("mecanum", {
      wheels,
      wheel: { rollers: 8, rows },
      pose: { x: 1, y: 2, heading: 0.5 },
      twist: { vx: 0.4, vy: 0.3, wz: 1 },
    });
    system.evaluate().show();
    const { slips, twist, pose } = vehicle.readState();
    isBelow(t, Math.max(...slips), 1e-12, `${slips}`);
    isBelow(t, Math.hypot(twist.vx - 0.4, twist.vy - 0.3, twist.wz - 1), 1e-12);
    isBelow(t, Math.hypot(pose.x - 1, pose.y - 2, pose.heading - 0.5), 1e-12);
  }
});

test("a layout that cannot be commanded is refused, and the motion that is missing is named", (t) => {
  const left = { axle: [0, 0, -1] as const };
  const drive = (wheels: VehicleOptions["wheels"]) => createVehicle("kiwi", { wheels, command: { vx: 1 } });
  const two = [
    { ...left, position: [0, 0, -0.2] },
    { ...left, position: [0, 0, 0.2] },
  ];
  t.throws(() => drive(two), {
    message: /cannot be commanded: no rates of its wheels bring about vy \(sideways\); add/,
  });
  t.throws(() => drive([{ axle: [1, 0, 0], position: [0.2, 0, 0] }]), { message: /bring about/ });
  // Mecanum wheels of the wrong hand on a square: rollers on the floor point to the middle.
  const wrong = mecanumLayout({ length: 0.3, width: 0.3, psi: -Math.PI / 4 });
  t.throws(() => drive(wrong), { message: /bring about wz \(turning\)/ });
  const same = mecanumLayout({ length: 0.4, width: 0.3 }).map((wheel) => ({ ...wheel, psi: Math.PI / 4 }));
  t.throws(() => drive(same), { message: /the motion vx : vy : wz = / });
  // Without a command it may roll as it can.
  t.notThrows(() => createVehicle("kiwi", { wheels: two }));
});

const wrongOptions: [what: string, options: object, message: RegExp][] = [
  [
    "heights",
    { wheels: LAYOUTS.kiwi.map((wheel, i) => ({ ...wheel, ...(i === 2 && { radius: 0.06 }) })) },
    /do not share a floor height: wheel 1 \(height 0, radius 0.05\) reaches -0.05 m, wheel 3 .* give wheel 3 the height 0.01/,
  ],
  ["no wheels", { wheels: [] }, /wheels are \[\]; give a list/],
  ["an axle that is not level", { wheels: [{ position: [0, 0, 0], axle: [1, 1, 0] }] }, /not level/],
  ["a command that is not finite", { command: { vx: Number.NaN } }, /vx of the command is NaN; give a finite number/],
  ["a command of another name", { command: { v: 1 } }, /unknown option "v"/],
  ["command and torque", { command: { vx: 1 }, torque: () => 0 }, /command and torque are both given/],
  ["control and torque", { control: { gain: 1 }, torque: () => 0 }, /control is for a command, but torque is given/],
  ["no platform", { platform: 3 }, /platform is 3; give its Inertia/],
  ["a misspelt option", { suspenson: {} }, /did you mean "suspension"/],
  ["a misspelt option of a wheel", { wheel: { raduis: 1 } }, /did you mean "radius"/],
  ["a suspension without a spring", { suspension: { stiffness: 0 } }, /stiffness is 0/],
  ["an unknown control", { control: { rollers: "some" }, command: {} }, /rollers is "some"; choose one of exact, mean/],
];
for (const [what, options, message] of wrongOptions) {
  test(`a vehicle is refused: ${what}`, (t) => {
    t.throws(() => createVehicle("kiwi", options), { message });
  });
}

test("a command that becomes infinite stops the run with its time", (t) => {
  const command = (time: number) => ({ vx: time > 0.05 ? Number.POSITIVE_INFINITY : 0.1 });
  const { system } = createVehicle("kiwi", { command, wheel: { friction: rolling } });
  t.throws(() => system.simulateSync({ until: 0.2, tolerance: 1e-5 }), {
    message: /vx of the command at t = .* is Infinity/,
  });
});

test("ideal vehicle: equations and closed form agree", (t) => {
  for (const layout of ["kiwi", "four", "mecanum"] as const) {
    const ideal = new IdealVehicle(createVehicle(layout).vehicle, { rollers: "mean" });
    const twist = { vx: 0.4, vy: 0.3, wz: 2 };
    const states = ideal.simulate({ until: 2, twist, step: 1e-3 });
    const last = states[states.length - 1];
    const { pose, twist: end } = ideal.solveFree(twist, 2);
    // Of order 4 in the step.
    isBelow(t, Math.hypot(pose.x - last.pose.x, pose.y - last.pose.y), 1e-10);
    isClose(t, pose.heading, last.pose.heading, 1e-10);
    isBelow(t, Math.hypot(end.vx - last.twist.vx, end.vy - last.twist.vy, end.wz - last.twist.wz), 1e-10);
    isClose(t, last.energy / states[0].energy, 1, 1e-10);
  }
});

test("κ is M/(M + N I/(2 R² cos²ψ)) for rings of wheels", (t) => {
  for (const [count, psi] of [
    [3, 0],
    [3, 0.5],
    [5, -0.3],
  ]) {
    const { vehicle } = createVehicle("kiwi", { wheels: ringLayout({ distance: 0.2, count, psi }) });
    const ideal = new IdealVehicle(vehicle, { rollers: "mean" });
    const { mass, axial } = ideal;
    const extra = (count * axial[0]) / (2 * (RADIUS * Math.cos(psi)) ** 2);
    isClose(t, ideal.kappa, mass / (mass + extra), 1e-12);
  }
  const lopsided = createVehicle("kiwi", {
    platform: new Inertia({ mass: 5, tensor: [1, 1, 1], center: [0.1, 0, 0] }),
  });
  t.throws(() => new IdealVehicle(lopsided.vehicle).kappa, { message: /no closed form/ });
});

test("ideal mecanum vehicle that coasts sideways: speed and time by energy and a quadrature", (t) => {
  const ideal = new IdealVehicle(createVehicle("mecanum").vehicle);
  const states = ideal.simulate({ until: 0.4, twist: { vy: 0.5 }, step: 1e-3 });
  const { mass, axial } = ideal;
  // v² (M + 4 I/(R² cos² q)) is constant, |q̇| = v/(R cos q) at 45°; |q| runs to and fro below π/9.
  const m = (q: number) => mass + (4 * axial[0]) / (RADIUS * Math.cos(q)) ** 2;
  const first = 0.25 * m(0);
  const last = states[states.length - 1];
  const angle = Math.abs(last.angles[0]);
  const step = (2 * Math.PI) / 9;
  const toRoller = (phi: number) => phi - step * Math.round(phi / step);
  isClose(t, last.twist.vy, Math.sqrt(first / m(toRoller(angle))), 1e-9);
  const n = 20000;
  let time = 0;
  for (let i = 0; i < n; i++) {
    const q = toRoller((angle * (i + 0.5)) / n);
    time += ((angle / n) * RADIUS * Math.cos(q)) / Math.sqrt(first / m(q));
  }
  // The sum of the middles is good to 1e-8.
  isClose(t, time, 0.4, 1e-7);
});

test("odometry from angles read now and then: exact with the rollers known, some per cent off without", (t) => {
  const { system, vehicle } = createVehicle("mecanum", { wheel: { friction: rolling }, twist: { vy: 0.4, wz: 0.5 } });
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-8 });
  const { kinematics, axles } = vehicle;
  const errors = (["exact", "mean"] as const).map((rollers) => {
    const odometry = new Odometry(kinematics, { rollers });
    for (let i = 0; i <= 500; i++) {
      const now = run.at(i / 1000);
      odometry.update(axles.map((axle) => now.get(axle).coordinates[0]));
    }
    const { pose } = vehicle.readState();
    return Math.hypot(odometry.pose.x - pose.x, odometry.pose.y - pose.y);
  });
  isBelow(t, errors[0], 5e-5);
  isAbove(t, errors[1], 2e-3);
  t.throws(() => new Odometry(kinematics).update([1, 2]), { message: /angles \[1, 2\] has 2 numbers; give 4 numbers/ });
  t.throws(() => new Odometry(kinematics, { rollers: "some" as never }), { message: /choose one of exact, mean/ });
  const rows = createVehicle("kiwi", { wheel: { rows: 2, rowDistance: 0.02, rollers: 8 } }).vehicle.kinematics;
  t.throws(() => new Odometry(rows), { message: /two rows are not known here; take rollers: "mean"/ });
  t.notThrows(() => new Odometry(rows, { rollers: "mean" }));
});

test("a path is followed, also from beside it and by odometry", (t) => {
  const path = splinePath(
    [
      { x: 0, y: 0 },
      { x: 0.2, y: 0.1, heading: 0.3 },
      { x: 0.4, y: 0 },
    ],
    { speed: 0.3 },
  );
  for (const feedback of ["pose", "odometry"] as const) {
    const { system, vehicle } = createVehicle("kiwi", {
      wheel: { friction: rolling },
      pose: { y: 0.02 },
      command: followPath(path, { gain: 5 }),
      control: { feedback },
    });
    const run = system.simulateSync({ until: 2, tolerance: 1e-6 });
    run.last.show();
    const { pose } = vehicle.readState();
    isBelow(t, Math.hypot(pose.x - 0.4, pose.y), 1e-3, JSON.stringify(pose));
    isClose(t, pose.heading, 0.3, 1e-3);
  }
  t.throws(() => splinePath([{ x: 0 }], { speed: 1 }), { message: /two or more/ });
});

const G = 9.81;

test("four rigid wheels: the least normal forces carry weight and moments", (t) => {
  const stand = (x: number, z: number) => {
    const platform = new Inertia({ mass: 10, tensor: [0.1, 0.2, 0.15], center: [x, 0.02, z] });
    const { system, vehicle } = createVehicle("mecanum", { platform });
    system.evaluate().show();
    const wheels = (vehicle.mass - 10) / 4;
    // Corners at ±0.2 and ±0.15: mean, pitch and roll are what statics asks for; the rest is free.
    return vehicle.readState().loads.map((load, i) => {
      const [ahead, right] = [i < 2 ? 1 : -1, i % 2 === 0 ? -1 : 1];
      return load - G * (wheels + 2.5 + (10 * x * ahead) / 0.8 + (10 * z * right) / 0.6);
    });
  };
  // By symmetry nothing is left to share.
  for (const [x, z] of [
    [0, 0],
    [0.05, 0],
    [0, 0.03],
  ]) {
    isBelow(t, Math.max(...stand(x, z).map(Math.abs)), 1e-9);
  }
  // Else only the diagonal part is free, and the least by energy is small.
  const [a, b, c, d] = stand(0.05, 0.03);
  isBelow(t, Math.abs(a + b) + Math.abs(a + c) + Math.abs(a - d), 1e-9);
  isClose(t, a, 0, 3);
});

test("springs: each wheel carries what its spring says", (t) => {
  const platform = new Inertia({ mass: 10, tensor: [0.1, 0.2, 0.15], center: [0.02, 0.02, 0.01] });
  const suspension = { stiffness: 2e4, damping: 800 };
  const { system, vehicle } = createVehicle("mecanum", { platform, suspension });
  const run = system.simulateSync({ until: 0.6, tolerance: 1e-6 });
  run.last.show();
  const { loads } = vehicle.readState();
  const own = (vehicle.mass - 10) / 4;
  vehicle.struts.forEach((strut, i) => {
    const spring = 2e4 * strut.present.coordinates[0] + (10 * G) / 4;
    isClose(t, loads[i] - spring, G * own, 0.05, `${i}: ${loads[i]} ${spring + G * own}`);
  });
  isClose(
    t,
    loads.reduce((sum, load) => sum + load, 0),
    G * vehicle.mass,
    0.05,
  );
  isAbove(t, loads[1], loads[2] + 5);
});

test("a slope: a Kiwi vehicle rolls down as its mass and its wheels say", (t) => {
  const system = new System();
  const slope = 0.1;
  const floor = system.add(new Ground("slope", { orientation: [Math.cos(slope / 2), 0, 0, -Math.sin(slope / 2)] }));
  const vehicle = new Vehicle("cart", floor, {
    wheels: LAYOUTS.kiwi,
    wheel: { radius: RADIUS, rollers: 9, disc: DISC, friction: rolling, density: 1 },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
  }).addTo(system);
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-8 });
  run.last.show();
  const { kappa } = new IdealVehicle(vehicle, { rollers: "mean" });
  const { twist, pose } = vehicle.readState();
  // Rollers of a gram per litre are some 1e-5 of the mass.
  isClose(t, twist.vx / (kappa * G * Math.sin(slope) * 0.5), 1, 1e-4, `${twist.vx}`);
  isClose(t, pose.x, twist.vx / 4, 1e-5);
  isBelow(t, Math.abs(twist.vy) + Math.abs(twist.wz), 1e-7);
});

test("on a floor that moves along evenly everything is as on one at rest", (t) => {
  const drive = (isMoving: boolean) => {
    const system = new System();
    const motion = sliding({ direction: [1, 0, 0], distance: (time) => [0.3 * time, 0.3, 0] });
    const floor = isMoving ? system.add(new Ground("belt", { motion })) : system.ground;
    const vehicle = new Vehicle("cart", floor, {
      wheels: LAYOUTS.kiwi,
      wheel: { radius: RADIUS, rollers: 9, disc: DISC, friction: rolling },
      platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
      twist: { vx: 0.3, vy: 0.1, wz: 1 },
    }).addTo(system);
    const run = system.simulateSync({ until: 0.4, tolerance: 1e-9 });
    run.last.show();
    return vehicle.readState();
  };
  const [a, b] = [drive(false), drive(true)];
  isBelow(t, Math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y, a.pose.heading - b.pose.heading), 1e-7);
  isBelow(t, Math.hypot(a.twist.vx - b.twist.vx, a.twist.vy - b.twist.vy, a.twist.wz - b.twist.wz), 1e-6);
});

test("torques of one's own drive the wheels", (t) => {
  const { system, vehicle } = createVehicle("mecanum", {
    wheel: { friction: rolling, density: 1 },
    torque: (time) => 0.1 + 0 * time,
  });
  const run = system.simulateSync({ until: 0.3, tolerance: 1e-8 });
  run.last.show();
  const ideal = new IdealVehicle(vehicle, { rollers: "mean" });
  const a = (4 * 0.1) / RADIUS / (ideal.mass / ideal.kappa);
  isClose(t, vehicle.readState().twist.vx / (a * 0.3), 1, 1e-4);
  isAbove(t, vehicle.readState().power, 0);
});

test("ideal vehicle with its load beside the middle: free motion keeps its energy", (t) => {
  const { tensor } = Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] });
  const platform = new Inertia({ mass: 10, tensor, center: [0.08, 0.02, -0.05] });
  for (const layout of ["kiwi", "mecanum"] as const) {
    const ideal = new IdealVehicle(createVehicle(layout, { platform }).vehicle, { rollers: "mean" });
    isAbove(t, Math.hypot(...ideal.center), 0.05);
    const states = ideal.simulate({ until: 1, twist: { vx: 0.4, vy: 0.3, wz: 2 } });
    const last = states[states.length - 1];
    isClose(t, last.energy / states[0].energy, 1, 1e-10);
    isAbove(t, Math.abs(last.twist.wz - 2), 1e-3);
  }
});

test("ideal mecanum vehicle that turns: a hand-over is the plastic impact on the row that comes", (t) => {
  const { vehicle } = createVehicle("mecanum");
  const ideal = new IdealVehicle(vehicle);
  const { alpha } = vehicle.placed[0].geometry;
  // One wheel shortly before the end of its roller, the others in the middle of theirs; it turns on at once.
  const angles = [alpha - 1e-9, 0, 0, 0];
  const sign = Math.sign(ideal.kinematics.inverse({ vx: 0, vy: 0, wz: 3 }, angles)[0]);
  const twist = { vx: 0, vy: 0, wz: 3 * sign };
  const states = ideal.simulate({ until: 1e-7, step: 1e-7, twist, angles });
  const last = states[states.length - 1];
  // Least squares: the twist whose momentum differs least, in the metric of the masses, from what was there.
  const { mass, inertia, axial, kinematics } = ideal;
  const before = kinematics.inverse(twist, angles);
  const rows = [0, 1, 2].map((k) =>
    kinematics.inverse({ vx: +(k === 0), vy: +(k === 1), wz: +(k === 2) }, [-alpha, 0, 0, 0]),
  );
  const own = [mass, mass, inertia];
  const start = [twist.vx, twist.vy, twist.wz];
  const end = [last.twist.vx, last.twist.vy, last.twist.wz];
  const after = before.map((_, i) => rows.reduce((sum, row, k) => sum + row[i] * end[k], 0));
  for (let k = 0; k < 3; k++) {
    const change = own[k] * (end[k] - start[k]);
    const wheels = axial.reduce((sum, own, i) => sum + own * rows[k][i] * (after[i] - before[i]), 0);
    isClose(t, change + wheels, 0, 1e-6, `${change} and ${wheels}`);
  }
  isBelow(t, last.energy, states[0].energy * (1 - 1e-6), `${last.energy / states[0].energy - 1}`);
});

test("on a turntable pose and twist are those over the floor", (t) => {
  const system = new System();
  const motion = turning({ axis: [0, 1, 0], angle: (time) => [0.4 + 1.5 * time, 1.5, 0], position: [3, 0, 1] });
  const floor = system.add(new Ground("table", { motion }));
  const vehicle = new Vehicle("cart", floor, {
    wheels: LAYOUTS.mecanum,
    wheel: { radius: RADIUS, rollers: 9, disc: DISC, friction: rolling },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    pose: { x: 1, y: 2, heading: 0.5 },
    twist: { vx: 0.4, vy: 0.3, wz: 1 },
  }).addTo(system);
  system.evaluate().show();
  const { slips, twist, pose } = vehicle.readState();
  isBelow(t, Math.max(...slips), 1e-12, `${slips}`);
  isBelow(t, Math.hypot(twist.vx - 0.4, twist.vy - 0.3, twist.wz - 1), 1e-12);
  isBelow(t, Math.hypot(pose.x - 1, pose.y - 2, pose.heading - 0.5), 1e-12);
});
