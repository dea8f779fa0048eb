import { parseArgs } from "node:util";
import { measureThrow, measureThrows } from "./ellipsoids.ts";
import { FOOTED_KINDS } from "./FootedBody.ts";
import { measureFeet, measureManyFeet } from "./measureFeet.ts";
import { measureManyMixed, measureMixed } from "./measureMixed.ts";

const KINDS = [...FOOTED_KINDS, "ellipsoid", "mixed"] as const;
type Kind = (typeof KINDS)[number];

const help = `Usage: node build/test/helpers/feet/main.js [--kind NAME] [--seed N] [--count N] [--tolerance T] [--short]

  --kind       ${KINDS.join(", ")}, or all; default box3
  --seed       which of them, or the first of them; default 0
  --count      so many: one line that sums them up
  --tolerance  of one run on feet; default 1e-8
  --short      without the push of feet, without the fine runs of ellipsoids
`;

const { values } = parseArgs({
  options: {
    kind: { type: "string", default: "box3" },
    seed: { type: "string", default: "0" },
    count: { type: "string" },
    tolerance: { type: "string", default: "1e-8" },
    short: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const isWhole = !values.short;

function measureMany(kind: Kind, count: number): object {
  if (kind === "ellipsoid") return measureThrows(seed, seed + count, isWhole);
  if (kind === "mixed") return measureManyMixed(seed, seed + count);
  return measureManyFeet(kind, seed, seed + count, { isPushed: isWhole });
}

function measureOne(kind: Kind): object {
  if (kind === "ellipsoid") return measureThrow(seed, isWhole);
  if (kind === "mixed") return measureMixed(seed);
  const { run, ...record } = measureFeet(kind, seed, {
    isPushed: isWhole,
    tolerance: Number(values.tolerance),
  });
  for (const { t, owner, index, before, after } of run.events) {
    process.stdout.write(`${t} ${owner} ${index} ${before} → ${after}\n`);
  }
  return record;
}

if (values.help) process.stdout.write(help);
else {
  const kinds = values.kind === "all" ? KINDS : KINDS.filter((kind) => kind === values.kind);
  if (kinds.length === 0) throw new Error(`--kind ${values.kind}: choose one of ${KINDS.join(", ")}, all`);
  for (const kind of kinds) {
    const found = values.count === undefined ? measureOne(kind) : measureMany(kind, Number(values.count));
    process.stdout.write(`${kind} ${seed} ${JSON.stringify(found)}\n`);
  }
}
