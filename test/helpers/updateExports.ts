import fs from "node:fs";
import { exportedNames, exportsFile } from "./exportedNames.ts";

fs.writeFileSync(exportsFile, `${exportedNames().join("\n")}\n`);
