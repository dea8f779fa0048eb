import type { Command } from "./Command.ts";
import { graph } from "./graph.ts";
import { testbench } from "./testbench.ts";
import { tour } from "./tour.ts";
import { vehicle } from "./vehicle.ts";
import { wheel } from "./wheel.ts";

/** Every subcommand, in the order of the overview. */
export const commands: readonly Command[] = [graph, testbench, tour, vehicle, wheel];
