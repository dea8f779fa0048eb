import * as part from "./bdfPart.ts";
import { provideBdf } from "./loadBdf.ts";

// Where modules are not bundled nothing is gained by loading it later, and simulateSync has it.
provideBdf(part);
