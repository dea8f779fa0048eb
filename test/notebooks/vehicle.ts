import test from "ava";
import { DriveSampler, type Pose, type Twist } from "../../lib/omniwheel/index.ts";
import { RunStore } from "../../lib/trajectory/RunStore.ts";
import { Trajectory } from "../../lib/trajectory/Trajectory.ts";
import { appendParts } from "../../lib/worker/runParts.ts";
import { driveAs, KINDS, measureDistance } from "../../notebooks/models/vehicle/compareDrives.ts";
import { createDrive, createVehicle, type VehicleParameters } from "../../notebooks/models/vehicle/createVehicle.ts";
import { DriveTape, PART } from "../../notebooks/models/vehicle/DriveTape.ts";
import { type DriveName, writeDrive } from "../../notebooks/models/vehicle/drives.ts";
import { LiveDrive } from "../../notebooks/models/vehicle/LiveDrive.ts";
import { Pace } from "../../notebooks/models/vehicle/Pace.ts";
import { type DriveReport, drive } from "../../notebooks/tasks/drive.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { passTurns, until } from "../helpers/turns.ts";

const MECANUM: VehicleParameters = {
  layout: "mecanum",
  rollers: 9,
  psi: 45,
  contact: "rolling",
  friction: 0.6,
  mass: 10,
  control: "exact",
  speed: 0.8,
};
const KIWI: VehicleParameters = { ...MECANUM, layout: "kiwi", psi: 0 };

/** Where a tape leads: the commands integrated in small steps, each with the twist of its middle. */
function integrate(tape: DriveTape): Pose {
  const pose = { x: 0, y: 0, heading: 0 };
  const count = 20 * (tape.twists.length - 1);
  const h = tape.end / count;
  for (let i = 0; i < count; i++) {
    const { vx, vy, wz } = tape.at((i + 0.5) * h);
    const heading = pose.heading + (wz * h) / 2;
    pose.x += h * (Math.cos(heading) * vx - Math.sin(heading) * vy);
    pose.y += h * (Math.sin(heading) * vx + Math.cos(heading) * vy);
    pose.heading += wz * h;
  }
  return pose;
}

test("a tape goes in straight lines from command to command, and on with the last one", (t) => {
  const tape = new DriveTape([
    { vx: 0, vy: 0, wz: 0 },
    { vx: 1, vy: -2, wz: 4 },
  ]);
  t.deepEqual(tape.at(PART / 4), { vx: 0.25, vy: -0.5, wz: 1 });
  t.deepEqual(tape.at(-1), { vx: 0, vy: 0, wz: 0 });
  t.deepEqual(tape.at(9), { vx: 1, vy: -2, wz: 4 });
  t.deepEqual(new DriveTape().at(1), { vx: 0, vy: 0, wz: 0 });
});

test("a wish becomes a command with limited acceleration, along a straight line", (t) => {
  const tape = new DriveTape();
  while (tape.twists.length < 20) tape.steer({ vx: 0.6, vy: 0.8, wz: -3 });
  tape.twists.slice(1).forEach(({ vx, vy, wz }, i) => {
    const speed = Math.min(1, 1.5 * PART * (i + 1));
    isClose(t, vx, 0.6 * speed, 1e-14);
    isClose(t, vy, 0.8 * speed, 1e-14);
    isClose(t, wz + Math.min(3, 6 * PART * (i + 1)), 0, 1e-14);
  });
});

test("drives that are known beforehand end where they shall, at no more than the speed asked for", (t) => {
  const ends: Record<DriveName, Pose> = {
    eight: { x: 0, y: 0, heading: 2 * Math.PI },
    square: { x: 0, y: 0, heading: 0 },
    circle: { x: 0, y: 0, heading: 2 * Math.PI },
    spin: { x: 1.6, y: 0, heading: 4 * Math.PI },
  };
  for (const [name, end] of Object.entries(ends)) {
    const tape = writeDrive(name as DriveName, 0.8);
    const pose = integrate(tape);
    // Straight lines between the commands cut corners: a part in (turn per part)²/12, most where it spins.
    const error = Math.hypot(pose.x - end.x, pose.y - end.y, pose.heading - end.heading);
    isBelow(t, error, name === "spin" ? 1e-2 : 3e-3, `${name}: ${error}`);
    const speeds = tape.twists.map(({ vx, vy }) => Math.hypot(vx, vy));
    // The commands need not hit the fastest instant.
    isBelow(t, Math.max(...speeds), 0.8 + 1e-9, `${name}: ${Math.max(...speeds)}`);
    isAbove(t, Math.max(...speeds), 0.78, `${name}: ${Math.max(...speeds)}`);
    t.deepEqual(tape.last, { vx: 0, vy: 0, wz: 0 });
  }
});

const WISHES: readonly Twist[] = [
  ...Array.from({ length: 8 }, () => ({ vx: 0.8, vy: 0, wz: 0 })),
  ...Array.from({ length: 8 }, () => ({ vx: 0.4, vy: -0.4, wz: 2 })),
  ...Array.from({ length: 14 }, () => ({ vx: 0, vy: 0, wz: 0 })),
];

/** All parts of a live drive in one run, as a page has them. */
async function driveLive(parameters: VehicleParameters) {
  const live = new LiveDrive(parameters);
  const model = createVehicle(parameters, live.tape);
  const observer = model.system.getObserver();
  const states: boolean[] = [];
  let run: Trajectory | undefined;
  for (const wish of WISHES) {
    states.push(live.isStanding);
    const parts = await live.advance(wish);
    run ??= new Trajectory(observer, new RunStore(observer.stateNames, parts.denseVectors, { ...parts.statistics }));
    appendParts(run, parts);
  }
  return { live, model, run: run as Trajectory, states: [...states, live.isStanding] };
}

const readPoses = ({ model, run }: Awaited<ReturnType<typeof driveLive>>) => {
  const sampler = new DriveSampler(model.vehicle);
  for (let i = 0; i < 3 * WISHES.length; i++) sampler.add(run, Math.min(run.end, (i * PART) / 3));
  return sampler.samples;
};

for (const [name, parameters] of Object.entries({
  mecanum: MECANUM,
  kiwi: { ...KIWI, contact: "friction" as const },
})) {
  test(`a live drive is the run of its tape: ${name}`, async (t) => {
    const whole = await driveLive(parameters);
    const { live, run, states } = whole;
    t.is(run.end, WISHES.length * PART);
    t.true(states[0] && !states[1] && (states.at(-1) as boolean));
    const samples = readPoses(whole);
    const { system, vehicle, options } = createDrive({ ...parameters, drive: live.tape.twists });
    const once = system.simulateSync(options);
    const sampler = new DriveSampler(vehicle);
    samples.forEach((sample) => {
      const other = sampler.add(once, sample.t);
      // Other steps at a tolerance of 1e-3.
      isBelow(t, Math.hypot(sample.pose.x - other.pose.x, sample.pose.y - other.pose.y), 1e-4);
      // In the joined run the roller is the one that touches: another one would slide or hang in the air.
      isBelow(t, Math.max(...sample.slips), parameters.contact === "rolling" ? 1e-9 : 0.05);
      for (const [i, load] of sample.loads.entries()) isClose(t, load, other.loads[i], 15);
    });
    t.is(run.statistics.steps > once.statistics.steps / 2, true);
    t.is(run.events.length > 10, true);
    // The same wishes are the same drive, to the last bit.
    const again = await driveLive(parameters);
    t.deepEqual(again.run.lastState.y, run.lastState.y);
    t.deepEqual(again.live.tape.twists, live.tape.twists);
  });
}

test("the tolerance of the page leaves the path of a mecanum vehicle within a tenth of a millimetre", (t) => {
  const { system, vehicle, tape, options } = createDrive({ ...MECANUM, drive: "eight" });
  const fine = { ...options, tolerance: 1e-6, until: 3 };
  const [coarse, exact] = [{ ...options, until: 3 }, fine].map((given) => {
    const run = system.simulateSync(given);
    return tape.twists.slice(0, 60).map((_, i) => {
      run.at(i * PART).show();
      return vehicle.drive.getPose();
    });
  });
  const { largest } = measureDistance(coarse, exact);
  isBelow(t, largest, 1e-4, String(largest));
});

test("four models of one drive agree, unless the controller is the textbook's: then the textbook is off", async (t) => {
  const { twists } = writeDrive("eight", 0.8);
  const part = twists.slice(0, 61);
  const measure = async (parameters: VehicleParameters) => {
    const drives = await Promise.all(KINDS.map((kind) => driveAs(kind, parameters, part)));
    const [textbook, massless, rolling, friction] = drives.map(({ poses }) => poses);
    t.is(friction.length, part.length);
    return [textbook, massless, rolling].map((poses) => measureDistance(poses, friction).largest);
  };
  const known = await measure(MECANUM);
  const unknown = await measure({ ...MECANUM, control: "mean" });
  // Rollers of a few grams change the path by fractions of a millimetre.
  isBelow(t, Math.max(...known), 3e-4, known.join(" "));
  isAbove(t, unknown[0], 3e-3, unknown.join(" "));
  isBelow(t, unknown[1], 1e-3, unknown.join(" "));
  isBelow(t, unknown[2], 1e-3, unknown.join(" "));
  // Straight rollers: independent equations, three velocities against thirty bodies.
  const [kiwi, full] = await Promise.all((["massless", "rolling"] as const).map((kind) => driveAs(kind, KIWI, part)));
  isBelow(
    t,
    measureDistance(kiwi.poses, full.poses).largest,
    3e-4,
    String(measureDistance(kiwi.poses, full.poses).largest),
  );
});

test("the page's pace: it waits for the clock, and gives up what it cannot make up for", (t) => {
  let now = 100;
  const pace = new Pace(() => now);
  pace.restart(2);
  pace.begin();
  now += 0.01;
  isClose(t, pace.end(2.05, 0.05), 0.04, 1e-12);
  isClose(t, pace.speed, 5, 1e-9);
  now += 0.04;
  // A part that takes ten times as long as it is.
  pace.begin();
  now += 0.5;
  t.is(pace.end(2.1, 0.05), 0);
  isBelow(t, pace.speed, 5);
  // It is 0.1 s late now, not 0.45: after three quick parts it waits again.
  for (const time of [2.15, 2.2]) {
    pace.begin();
    isBelow(t, pace.end(time, 0.05), 1e-9);
  }
  pace.begin();
  isClose(t, pace.end(2.25, 0.05), 0.05, 1e-9);
});

test.serial("the task drives while somebody wants it, and stands still otherwise", async (t) => {
  // What waits for the clock comes at once: who stands still all the same waits for something else.
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((work: () => void) => setImmediate(work)) as unknown as typeof setTimeout;
  t.teardown(() => {
    globalThis.setTimeout = setTimeout;
  });
  const reports: DriveReport[] = [];
  const abort = new AbortController();
  let tell = (_: unknown) => {};
  const task = drive(KIWI, {
    report: (value) => void reports.push(value as DriveReport),
    signal: abort.signal,
    listen: (callback) => {
      tell = callback;
    },
  });
  await until(() => reports.length === 1);
  await passTurns(1000);
  t.is(reports.length, 1);
  tell({ vx: 0.5, vy: 0, wz: 0 });
  await until(() => reports.length > 8);
  tell({ vx: 0, vy: 0, wz: 0 });
  await until(() => reports[reports.length - 1].command.vx === 0);
  for (const { speed } of reports) isAbove(t, speed, 0);
  const commands = reports.map(({ command }) => command.vx);
  t.deepEqual([commands[0], Math.max(...commands), commands.at(-1)], [0, 0.5, 0]);
  abort.abort();
  // It stands by now, or is stopped in the last part.
  await task.catch(({ name }) => t.is(name, "AbortError"));
});
