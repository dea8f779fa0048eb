import test from "ava";
import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import { IdealVehicle, listHandOvers, OmniWheel, RollerGeometry } from "../../lib/omniwheel/index.ts";
import { System } from "../../lib/system/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { createVehicle, DISC, LAYOUTS, RADIUS } from "../helpers/measureVehicle.ts";

const LAP = 0.03;
const ALPHA = Math.PI / 9;

test("a roller with a lap is as long as its end says, and of the same shape before", (t) => {
  const plain = new RollerGeometry({ radius: 1, rollers: 9, psi: 0.7, rollerDistance: 0.85 });
  const long = new RollerGeometry({ radius: 1, rollers: 9, psi: 0.7, rollerDistance: 0.85, lap: LAP });
  t.is(long.end, ALPHA + LAP);
  t.is(long.alpha, plain.alpha);
  const q = ALPHA + LAP;
  const length = 2 * (Math.cos(0.7) * Math.sin(q) + (0.85 * Math.tan(q) * Math.sin(0.7) ** 2) / Math.cos(0.7));
  isClose(t, long.length, length, 1e-14);
  for (const at of [0, 0.2, ALPHA]) t.deepEqual(long.calcPoint(at), plain.calcPoint(at));
  isBelow(t, long.tipRadius, plain.tipRadius);
  isAbove(t, long.tipRadius, 0);
  isAbove(t, long.volume, plain.volume);
  // The default leaves a finite tip here as well.
  const own = new RollerGeometry({ radius: 1, rollers: 9, lap: LAP });
  isClose(t, own.rollerDistance, 0.95 * Math.cos(q), 1e-15);
});

test("a lap that is none is refused", (t) => {
  const make = (lap: number) => () => new RollerGeometry({ radius: 1, rollers: 9, lap });
  t.throws(make(-0.01), { message: /lap is -0.01/ });
  t.throws(make(Number.NaN), { message: /lap/ });
  t.throws(make(0.4), { message: /lap is 0.4 rad, but a roller of 9 takes 0.6981 rad of the rim; give a small angle/ });
  t.throws(() => new RollerGeometry({ radius: 1, rollers: 9, lap: LAP, rollerDistance: 0.935 }), {
    message: /leave gaps on the rim; give at most R cos\(π\/n \+ lap\)/,
  });
  const wheel = new OmniWheel("wheel", new System().ground, { radius: RADIUS, rollers: 9, lap: LAP, disc: DISC });
  t.is(wheel.geometry.lap, LAP);
});

test("the roller that carries goes on to its end, there and back", (t) => {
  // One wheel ahead: its axle points ahead, so it turns while the vehicle goes sideways.
  const command = (time: number) => ({ vy: time < 1 ? 0.1 : -0.1 });
  const { system, vehicle } = createVehicle("kiwi", {
    wheel: { friction: new IdealRolling(), lap: LAP },
    command,
    control: { ramp: 0.1 },
  });
  const run = system.simulateSync({ until: 2, tolerance: 1e-8 });
  const angles = run.events
    .filter(({ owner, index }) => owner.startsWith("cart wheel 1 ") && index === 3)
    .map(({ t: time }) => {
      return run.at(time).get(vehicle.axles[0]).coordinates[0];
    });
  const sign = Math.sign(angles[0]);
  // Onwards at α + lap, 3α + lap …; back at 3α − lap, α − lap.
  const expected = [ALPHA + LAP, 3 * ALPHA + LAP, 5 * ALPHA + LAP, 5 * ALPHA - LAP, 3 * ALPHA - LAP, ALPHA - LAP];
  t.is(angles.length, expected.length);
  // As exactly as events are located.
  angles.forEach((angle, i) => {
    isClose(t, sign * angle, expected[i], 1e-9, `${sign * angle} instead of ${expected[i]}`);
  });
  for (const height of run.column("cart.position.y")) isClose(t, height, RADIUS, 1e-9);
});

test("a wheel that stands between two rollers while the vehicle turns changes them for ever, unless they overlap", (t) => {
  const wz = 2;
  const row = new Float64Array(3);
  const drive = (lap: number) => {
    const { kinematics } = createVehicle("mecanum").vehicle;
    kinematics.calcRow(0, 0, 0, row);
    const wheels = LAYOUTS.mecanum.map((wheel, i) => ({ ...wheel, angle: i === 0 ? 0.3 : 0 }));
    // On the whole the first wheel stands.
    const command = { vx: (-row[2] / row[0]) * wz, wz };
    const wheel = { friction: new IdealRolling(), lap };
    const { system } = createVehicle("mecanum", { wheels, wheel, command, control: { ramp: 0.2 } });
    return system.simulateSync({ until: 1, tolerance: 1e-4, method: "dopri5" });
  };
  t.throws(() => drive(0), { message: /cart wheel 1 contact".* changes sign again and again/ });
  const run = drive(0.02);
  const own = run.events.filter(({ owner, index }) => owner.startsWith("cart wheel 1 ") && index === 3);
  isAbove(t, own.length, 2, String(own.length));
  isBelow(t, own.length, 20, String(own.length));
  isAbove(t, listHandOvers(run).length, own.length);
});

test("the ideal vehicle changes its rollers at the same places", (t) => {
  const wheel = { friction: new IdealRolling(), lap: LAP };
  const { vehicle } = createVehicle("mecanum", { wheel });
  const seen = new Set<string>();
  const torque = (_t: number, i: number, angle: number, _rate: number, q: number) => {
    const turns = Math.round((angle - q) / (2 * ALPHA));
    seen.add(`${i} ${turns}`);
    // Of one roller, and never farther than to its end, but for the trial steps of a millisecond.
    if (Math.abs(q) > ALPHA + LAP + 0.02 || Math.abs(angle - q - 2 * ALPHA * turns) > 1e-9) t.fail(`q = ${q}`);
    return 0;
  };
  const ideal = new IdealVehicle(vehicle);
  // Half a second at 10 rad/s: through seven rollers.
  ideal.simulate({ until: 0.5, twist: { vx: 0.5 }, torque });
  t.is([...seen].filter((name) => name.startsWith("0 ")).length, Math.floor((5 - ALPHA - LAP) / (2 * ALPHA)) + 2);
});
