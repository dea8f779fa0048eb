import { bondgraphs } from "./bondgraphs.ts";
import { eulerDisk } from "./eulerDisk.ts";
import { fourBar } from "./fourBar.ts";
import { friction } from "./friction.ts";
import { loops } from "./loops.ts";
import { omniwheel } from "./omniwheel.ts";
import type { PageCheck } from "./PageCheck.ts";
import { pendulum } from "./pendulum.ts";
import { rattleback } from "./rattleback.ts";
import { tippeTop } from "./tippeTop.ts";
import { tracking } from "./tracking.ts";
import { tumbling } from "./tumbling.ts";
import { vehicle } from "./vehicle.ts";

/** One entry for each notebook. */
export const checks: readonly PageCheck[] = [
  bondgraphs,
  eulerDisk,
  fourBar,
  friction,
  loops,
  omniwheel,
  pendulum,
  rattleback,
  tippeTop,
  tracking,
  tumbling,
  vehicle,
];
