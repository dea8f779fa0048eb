import {
  compareWithIda,
  MECHANISMS,
  type MechanismName,
  measureFormulations,
} from "../../test/helpers/measureFormulations.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createFourBar } from "../models.ts";

const names = Object.keys(MECHANISMS) as MechanismName[];

/** Multipliers as unknowns of the integrator, against their elimination and against IDA. */
export const rows: BenchRow[] = [
  ...names.flatMap((name): BenchRow[] => [
    {
      // Of positions and velocities, from the elimination at 1e-12; the largest of five tolerances.
      name: `ggl/${name}/difference`,
      unit: "tolerances",
      promised: { max: 3000 },
      kind: "accuracy",
      measure: () => measureFormulations(name).difference,
    },
    {
      name: `ggl/${name}/proportion`,
      unit: "power of the tolerance",
      promised: { min: 0.9 },
      kind: "accuracy",
      measure: () => measureFormulations(name).proportion,
    },
    {
      // Of the closures at the ends of steps, positions and velocities; nobody projects them.
      name: `ggl/${name}/drift`,
      unit: "tolerances",
      promised: { max: 1 },
      kind: "accuracy",
      measure: () => measureFormulations(name).drift,
    },
  ]),
  {
    // IDA at its finest is uncertain by 4e-10.
    name: "ggl/ida/motion",
    unit: "uncertainties",
    promised: { max: 5 },
    kind: "accuracy",
    measure: () => compareWithIda(createFourBar(), 1e-11).motion,
  },
  {
    name: "ggl/ida/force",
    unit: "uncertainties",
    promised: { max: 5 },
    kind: "accuracy",
    measure: () => compareWithIda(createFourBar(), 1e-11).force,
  },
];
