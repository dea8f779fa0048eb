import test from "ava";
import { assemble, compare, Errors } from "../helpers/compareModels.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawTree } from "../helpers/randomModels.ts";

test("draft", (t) => {
  const all = new Errors();
  const count = Number(process.env.COUNT ?? 1000);
  let skipped = 0;
  let conds = 0;
  for (let seed = 1; seed <= count; seed++) {
    const random = new RandomSource(seed);
    const time = random.number(0, 2);
    try {
    const twin = drawTree(random, time, { rows: 0.3, forces: true });
    const snapshot = twin.system.evaluate(time);
    const equations = assemble(twin, snapshot);
    const cond = twin.hasRows ? equations.findCondition() : 0;
    conds = Math.max(conds, cond);
    if (cond > 1e6) { skipped++; continue; }
    const errors = compare(twin, snapshot, equations.solve());
    const bad = errors.above(1e-9);
    if (bad.length) console.log(seed, twin.hasRows, cond, bad.join("; "), twin.pairs.map(p=>p.kind).join(" "), twin.dense.forces.map(f=>f.name).join());
    all.merge(errors);
    } catch (e) { console.log(seed, (e as Error).stack?.split("\n").slice(0,4).join("\n")); }
  }
  console.log(String(all), skipped, conds);
  t.pass();
});
