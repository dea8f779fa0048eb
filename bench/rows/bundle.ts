import fs from "node:fs";
import { gzipSync } from "node:zlib";
import type { BenchRow } from "../BenchRow.ts";

const bundle = new URL("../../../dist/multibond.js", import.meta.url);

export const rows: BenchRow[] = [
  {
    name: "bundle/zipped",
    unit: "KiB",
    promised: { max: 130 },
    kind: "size",
    measure: () => gzipSync(fs.readFileSync(bundle), { level: 9 }).length / 1024,
  },
];
