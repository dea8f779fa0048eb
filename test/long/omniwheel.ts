import { rows } from "../../bench/rows/omniwheelRuns.ts";
import { testPromises } from "../helpers/testPromises.ts";

testPromises(rows);
