import { parseArgs } from "node:util";
import { FAMILIES } from "./families.ts";
import { describeFinding, runFuzz } from "./runFuzz.ts";

const help = `Usage: npm run fuzz -- [--family NAME] [--seed N] [--count N]

Calls the public API with wrong arguments and tells what is not refused as it should be.

  --family NAME  ${Object.keys(FAMILIES).join(", ")}, models; default: all
  --seed N       the first seed; default: 0
  --count N      how many seeds of each family; default: 1 with --seed, 1000 without
`;

const { values } = parseArgs({
  options: {
    family: { type: "string" },
    seed: { type: "string" },
    count: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) process.stdout.write(help);
else {
  const from = Number(values.seed ?? 0);
  const count = Number(values.count ?? (values.seed === undefined ? 1000 : 1));
  let total = 0;
  for (const family of values.family ? [values.family] : [...Object.keys(FAMILIES), "models"]) {
    const findings = await runFuzz(family, from, from + count);
    total += findings.length;
    for (const finding of findings) process.stdout.write(`${describeFinding(finding)}\n`);
    process.stdout.write(`${family}: ${count} seeds from ${from}, ${findings.length} findings\n`);
  }
  process.exitCode = total > 0 ? 1 : 0;
}
