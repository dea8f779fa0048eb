import test, { type ExecutionContext } from "ava";
import { listInstants } from "../../notebooks/models/friction/FrictionModel.ts";
import { createFriction, type FrictionParameters } from "../../notebooks/models/friction/index.ts";
import { isBelow, isClose } from "../helpers/compare.ts";

const laws = { law: "coulomb", coefficient: 0.35, surplus: 1.6, steepness: 20 } as const;

function check(t: ExecutionContext, parameters: FrictionParameters, counts: { instants: number; results: number }) {
  const model = createFriction(parameters);
  const run = model.system.simulateSync(model.options);
  const instants = listInstants(run, model);
  const results = model.findResults(run);
  t.is(instants.length, counts.instants, JSON.stringify(instants));
  t.is(results.length, counts.results);
  for (const { name, found, expected } of [...instants, ...results]) {
    // Runs at a tolerance of 1e-9; errors add up over a few periods.
    isClose(t, found as number, expected as number, 2e-8, `${name}: ${found}, ${expected}`);
  }
  return { model, run };
}

test("a block on an incline stops where it should, and stays or slides back", (t) => {
  const stays = check(t, { scene: "incline", ...laws, angle: 25, speed: 2 }, { instants: 1, results: 1 });
  t.is(stays.run.events.at(-1)?.after, "stick");
  const back = check(t, { scene: "incline", ...laws, surplus: 1, angle: 30, speed: 2 }, { instants: 1, results: 1 });
  isBelow(t, back.run.last.body("block").velocity[0], -1);
  check(t, { scene: "incline", ...laws, angle: 25, speed: 0 }, { instants: 0, results: 1 });
  check(t, { scene: "incline", ...laws, angle: 40, speed: 0 }, { instants: 0, results: 1 });
});

test("the smooth law lets the block creep at atanh(tan α/μ)/k", (t) => {
  for (const steepness of [20, 100]) {
    const parameters = { scene: "incline", ...laws, law: "tanh", angle: 15, speed: 1, steepness } as const;
    check(t, parameters, { instants: 0, results: 1 });
  }
});

test("a block on a belt sticks and slips at the instants on paper", (t) => {
  check(t, { scene: "belt", ...laws, speed: 0.3, stiffness: 80 }, { instants: 9, results: 1 });
  check(
    t,
    { scene: "belt", ...laws, coefficient: 0.5, surplus: 2, speed: 0.1, stiffness: 200 },
    { instants: 9, results: 1 },
  );
});

test("a ball slides, then rolls with 5/7 of its speed", (t) => {
  const { run } = check(t, { scene: "ball", ...laws, speed: 2.1, spin: 0, share: 0.4 }, { instants: 1, results: 1 });
  isClose(t, run.last.body("ball").velocity[0], 1.5, 1e-9);
  // With enough backspin it comes back.
  const back = check(t, { scene: "ball", ...laws, speed: 1, spin: -50, share: 2 / 3 }, { instants: 1, results: 1 });
  isBelow(t, back.run.last.body("ball").velocity[0], 0);
});

test("on an anisotropic floor the components of the velocity keep a power law", (t) => {
  const puck = { scene: "puck", ...laws, surplus: 1, speed: 2, heading: 40 } as const;
  const model = createFriction({ ...puck, coefficient: 0.6, across: 0.3 });
  const run = model.system.simulateSync(model.options);
  const [{ found, expected }] = model.findResults(run);
  t.is(expected, 4);
  isClose(t, found as number, 4, 1e-8);
  t.is(listInstants(run, model).at(-1)?.expected, undefined);
  // One component is gone long before the other.
  const extreme = createFriction({ ...puck, coefficient: 0.1, across: 0.6 });
  const [late] = extreme.findResults(extreme.system.simulateSync(extreme.options));
  isClose(t, (late.found as number) * 36, 1, 1e-6);
  check(t, { ...puck, coefficient: 0.3, across: 0.3 }, { instants: 1, results: 1 });
});
