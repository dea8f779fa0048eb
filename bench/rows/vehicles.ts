import {
  DRIVES,
  measureDrive,
  measureLightRollers,
  measureRipple,
  simulateMecanum,
} from "../../test/helpers/measureVehicle.ts";
import { measureImpacts } from "../../test/helpers/rollerImpact.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { yardstick } from "../timeInterleaved.ts";

const accuracy = (name: string, max: number, unit: string, measure: BenchRow["measure"]): BenchRow => ({
  name: `vehicle/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

const LAYOUTS = ["kiwi", "mecanum"] as const;
const FREE = { vx: 0.4, vy: 0.3, wz: 1 };

/** Several rows read the same run. */
function once<T>(work: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

/** Seconds of simulated time per second of the processor, best of some runs. */
function findPace(command: { vx: number; vy?: number; wz?: number }): Timing {
  const until = 1;
  let best = Number.POSITIVE_INFINITY;
  let unit = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    const { user } = process.cpuUsage();
    for (let i = 0; i < 500; i++) yardstick();
    unit = Math.min(unit, process.cpuUsage().user - user);
    best = Math.min(best, simulateMecanum(command, until));
  }
  return { value: (1e6 * until) / best, ratio: unit / 500 / best };
}

export const rows: BenchRow[] = [
  ...LAYOUTS.flatMap((layout) => {
    const light = once(() => measureLightRollers(layout, FREE));
    const impacts = once(() => measureImpacts(layout, FREE, 0.5));
    return [
      accuracy(`light/${layout}`, 1e-6, "m, rad, m/s, rad/s", () => light().limit),
      accuracy(`linear/${layout}`, 1e-2, "1", () => Math.abs(light().errors[0] / light().errors[1] - 2)),
      accuracy(`impact/${layout}`, 1e-9, "1", () => impacts().rate),
      accuracy(`impact-energy/${layout}`, 1e-9, "1", () => impacts().energy),
      ...Object.entries(DRIVES).map(([name, command]) => {
        const drive = once(() => measureDrive(layout, command));
        return accuracy(`follow/${layout}/${name}`, 1e-2, "1", () => drive().twistError);
      }),
      accuracy(`odometry/${layout}`, 1e-3, "m", () => measureDrive(layout, DRIVES.sideways).odometryError),
    ];
  }),
  accuracy("ripple", 1e-12, "R", () => measureRipple()),
  {
    name: "vehicle/pace/straight",
    unit: "1",
    promised: { min: 10 },
    kind: "speed",
    measure: () => findPace({ vx: 0.5 }),
  },
  {
    name: "vehicle/pace/curve",
    unit: "1",
    promised: { min: 10 },
    kind: "speed",
    measure: () => findPace({ vx: 0.5, vy: 0.2, wz: 0.3 }),
  },
];
