import type { MjData, MjModel } from "@mujoco/mujoco";
import { describeVehicle, Machine, type RollerGeometry, writeMJCF } from "../lib/index.ts";
import type { Twist } from "../lib/omniwheel/index.ts";
import { createDrivenMecanum } from "../test/helpers/measureVehicle.ts";
import { createRollingMachine, getMujoco, ROLLER_VARIANTS } from "../test/helpers/mujoco.ts";

const STEP = 1e-3;

/** Runs a model of MuJoCo from a start for some seconds, in steps of a millisecond. */
export type PeerRun = (until: number) => void;

/** `begin` fills rates, and what is set once of the controls. */
async function createRun(xml: string, begin: (data: MjData) => void): Promise<PeerRun> {
  const mujoco = await getMujoco();
  const model = mujoco.MjModel.from_xml_string(xml) as MjModel;
  const data = new mujoco.MjData(model) as MjData;
  return (until) => {
    mujoco.mj_resetData(model, data);
    begin(data);
    const count = Math.round(until / STEP);
    for (let i = 0; i < count; i++) mujoco.mj_step(model, data);
  };
}

/** The wheel by which engines are compared, rolling ahead and sideways, with ellipsoids for rollers. */
export function createWheelPeer(): Promise<PeerRun> {
  const xml = ROLLER_VARIANTS.ellipsoid(writeMJCF(createRollingMachine().machine, { timestep: STEP }));
  return createRun(xml, ({ qvel }) => {
    qvel[0] = 0.5;
    qvel[2] = 0.3;
    qvel[3] = -0.5 / 0.06;
  });
}

/**
 * The ellipsoid with the curvatures of a roller in its middle. Along its axis that is `cos²ψ/(R1 + b cos²ψ)`: spheres of radius
 * `R − √(R1² + s² cos²ψ)` about the points of the axis touch the wheel's cylinder, and the roller is their envelope.
 */
function fitEllipsoid({ radius, rollerDistance, psi }: RollerGeometry): readonly [number, number, number] {
  const b = radius - rollerDistance;
  return [Math.sqrt(b * (rollerDistance / Math.cos(psi) ** 2 + b)), b, b];
}

/** The mecanum vehicle of the pace rows, with fitted ellipsoids, its motors as actuators that follow a rate with the same gain. */
export function createVehiclePeer(command: Partial<Twist>): Promise<PeerRun> {
  const { vehicle } = createDrivenMecanum(command);
  const { wheels, drive, kinematics } = vehicle;
  const size = fitEllipsoid(wheels[0].geometry).join(" ");
  const xml = writeMJCF(new Machine("cart", describeVehicle(vehicle)), { timestep: STEP })
    .replace(/type="mesh" mesh="cart wheel \d roller" pos="0 0 0" quat="1 0 0 0"/g, `type="ellipsoid" size="${size}"`)
    .replace(/<motor /g, `<velocity kv="${drive.gain}" `);
  const { vx = 0, vy = 0, wz = 0 } = command;
  const row = new Float64Array(3);
  const rates = wheels.map((_, i) => {
    kinematics.calcRow(i, 0, 0, row);
    return row[0] * vx + row[1] * vy + row[2] * wz;
  });
  const perWheel = 1 + wheels[0].rollers.length;
  return createRun(xml, ({ qvel, ctrl }) => {
    // Up is z there; the angular velocity is in the axes of the platform, where it is y.
    [qvel[0], qvel[1], qvel[4]] = [vx, vy, wz];
    rates.forEach((rate, i) => {
      qvel[6 + perWheel * i] = rate;
      ctrl[i] = rate;
    });
  });
}

/** Balls of a density of 1000 kg/m³ in a box of a square metre, y up, one step of a millisecond a call. */
export async function createHeapPeer(
  balls: readonly { radius: number; position: readonly number[] }[],
): Promise<() => void> {
  const wall = (at: string, size: string) => `<geom type="box" pos="${at}" size="${size}"/>`;
  const bodies = balls.map(
    ({ radius, position }) =>
      `<body pos="${position.join(" ")}"><freejoint/><geom type="sphere" size="${radius}" density="1000"/></body>`,
  );
  const mujoco = await getMujoco();
  const model = mujoco.MjModel.from_xml_string(`<mujoco>
    <option timestep="${STEP}" gravity="0 -9.81 0" solver="CG" jacobian="sparse"/>
    <size memory="1G"/>
    <default><geom friction="0.5 0 0" condim="3"/></default>
    <worldbody>
      ${wall("0 -1 0", "50 1 50")}
      ${wall("1.5 5 0", "1 5 2.5")}${wall("-1.5 5 0", "1 5 2.5")}
      ${wall("0 5 1.5", "2.5 5 1")}${wall("0 5 -1.5", "2.5 5 1")}
      ${bodies.join("")}
    </worldbody>
  </mujoco>`) as MjModel;
  const data = new mujoco.MjData(model) as MjData;
  return () => mujoco.mj_step(model, data);
}
