import {
  createDrivenMecanum,
  DRIVES,
  driveMecanum,
  measureAsymmetry,
  measureDrive,
  measureLightRollers,
  measureRipple,
  simulateMecanum,
  TOGETHER,
} from "../../test/helpers/measureVehicle.ts";
import { measureImpacts } from "../../test/helpers/rollerImpact.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { createVehiclePeer } from "../mujocoPeers.ts";
import { once } from "../once.ts";
import { timeAgainst } from "../timeAgainst.ts";
import { yardstick } from "../timeInterleaved.ts";

const accuracy = (name: string, max: number, unit: string, measure: BenchRow["measure"]): BenchRow => ({
  name: `vehicle/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

const LAYOUTS = ["kiwi", "mecanum"] as const;
const SIDEWAYS = { vx: 0, vy: 0.4, wz: 0 };
const FREE = { vx: 0.4, vy: 0.3, wz: 1 };

/** So many runs are timed, the first to warm up, or as many as fit into this time (µs), but four at least. */
const ROUNDS = 16;
const ENOUGH = 6e6;

/** Seconds of simulated time per second of the processor, best of some runs. */
function findPace(command: { vx: number; vy?: number; wz?: number }): Timing {
  const until = 1;
  let best = Number.POSITIVE_INFINITY;
  let unit = Number.POSITIVE_INFINITY;
  const start = process.cpuUsage().user;
  for (let round = 0; round < ROUNDS && (round < 4 || process.cpuUsage().user - start < ENOUGH); round++) {
    const { user } = process.cpuUsage();
    for (let i = 0; i < 500; i++) yardstick();
    unit = Math.min(unit, process.cpuUsage().user - user);
    best = Math.min(best, simulateMecanum(command, until));
  }
  return { value: (1e6 * until) / best, ratio: unit / 500 / best };
}

/** Time of a second's drive by that of MuJoCo with ellipsoids for rollers and steps of a millisecond. */
async function compareWithMujoco(command: { vx: number; vy?: number; wz?: number }): Promise<number> {
  const until = 1;
  const peer = await createVehiclePeer(command);
  const { system } = createDrivenMecanum(command);
  return timeAgainst(
    () => driveMecanum(system, until),
    () => peer(until),
    12,
  );
}

const PACES = {
  straight: { command: { vx: 0.5 }, least: 30, mujoco: 0.45 },
  curve: { command: { vx: 0.5, vy: 0.2, wz: 0.3 }, least: 10, mujoco: 1 },
} as const;

export const rows: BenchRow[] = [
  ...LAYOUTS.flatMap((layout) => {
    const light = once(() => measureLightRollers(layout, FREE));
    const impacts = once(() => measureImpacts(layout, FREE, 0.5));
    return [
      accuracy(`light/${layout}`, 1e-6, "m, rad, m/s, rad/s", () => light().limit),
      accuracy(`linear/${layout}`, 1e-2, "1", () => Math.abs(light().errors[0] / light().errors[1] - 2)),
      accuracy(`impact/${layout}`, 1e-9, "1", () => impacts().rate),
      accuracy(`impact-together/${layout}`, 1e-9, "1", () => measureImpacts(layout, SIDEWAYS, 0.5, TOGETHER).rate),
      accuracy(`symmetry/${layout}`, 1e-12, "m/s, rad/s", () => measureAsymmetry(layout)),
      accuracy(`impact-energy/${layout}`, 1e-9, "1", () => impacts().energy),
      ...Object.entries(DRIVES).map(([name, command]) => {
        const drive = once(() => measureDrive(layout, command));
        return accuracy(`follow/${layout}/${name}`, 1e-2, "1", () => drive().twistError);
      }),
      accuracy(`odometry/${layout}`, 1e-3, "m", () => measureDrive(layout, DRIVES.sideways).odometryError),
    ];
  }),
  accuracy("ripple", 1e-12, "R", () => measureRipple()),
  ...Object.entries(PACES).flatMap(([name, { command, least, mujoco }]): BenchRow[] => [
    {
      name: `vehicle/pace/${name}`,
      unit: "1",
      promised: { min: least },
      kind: "speed",
      measure: () => findPace(command),
    },
    {
      name: `vehicle/pace/${name}/mujoco`,
      unit: "1",
      promised: { max: mujoco },
      kind: "speed",
      measure: () => compareWithMujoco(command),
    },
  ]),
];
