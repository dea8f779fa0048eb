import { Contact, ContensouFriction, IdealRolling, SmoothFriction } from "../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System } from "../../lib/index.ts";
import { CircularEdge, Cylinder, Plane, Sphere } from "../../lib/tracking/index.ts";
import {
  rollEulersDisc,
  slideBox,
  spinRattleback,
  spinTippeTop,
  strikeCradle,
} from "../../test/helpers/contactBenchmarks.ts";
import {
  bounceBall,
  rollDisc,
  rollDown,
  rollOnTurntable,
  slideIntoRolling,
  stickAndSlip,
} from "../../test/helpers/contactClosedForms.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

const tolerances = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];

const row = (name: string, unit: string, max: number, measure: () => number): BenchRow => ({
  name: `contact/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

/** Largest error over all tolerances, in units of the tolerance. */
const closedForm = (name: string, find: (tolerance: number) => number): BenchRow =>
  row(`${name}/error-over-tolerance`, "1", 100, () => Math.max(...tolerances.map((tol) => find(tol) / tol)));

const farthest = (found: readonly number[], expected: readonly number[]) =>
  Math.max(...expected.map((value, i) => Math.abs(found[i] - value)));

/** A ball that slides at `v` (0: it sticks) on a floor with friction; without `hasFloor` it falls. */
function createBall(v: number, hasFloor: boolean): System {
  const system = new System();
  const radius = 0.1;
  const ball = system.add(
    new RigidBody("ball", {
      inertia: Inertia.sphere({ mass: 2, radius }),
      position: [0, radius, 0],
      velocity: [v, 0, 0],
    }),
  );
  if (hasFloor) {
    const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius }) };
    system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction: 0.3 }));
  }
  return system;
}

/** A ball that slips and spins, on a patch of given size or of Hertz's. */
function createSpinning(isHertz: boolean): System {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 2, radius: 0.1 });
  const start = { position: [0, 0.1, 0], velocity: [1, 0, 0], angularVelocity: [0, 30, 0] };
  const ball = system.add(new RigidBody("ball", { inertia, ...start }));
  const patch = isHertz ? { modulus: 1e9, radius: 0.1 } : { patchRadius: 1e-3 };
  const friction = new ContensouFriction({ coefficient: 0.3, ...patch });
  const surfaces = { surfaceA: new Plane(), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, { ...surfaces, friction }));
  return system;
}

/** A disc on its rim in a pipe. */
function createRolling(): System {
  const system = new System();
  const inertia = Inertia.cylinder({ mass: 2, radius: 0.1, length: 0.01, axis: "z" });
  const disc = system.add(new RigidBody("disc", { inertia, position: [0.24, -0.32, 0] }));
  const surfaceA = new Cylinder({ radius: 0.5, axis: "z", inside: true });
  const surfaceB = new CircularEdge({ radius: 0.1, axis: "z" });
  system.add(new Contact("pipe", system.ground, disc, { surfaceA, surfaceB, friction: new IdealRolling() }));
  return system;
}

function createEvaluation(system: System): () => void {
  const { kernel } = system.getObserver();
  const y = new Float64Array(kernel.size);
  const out = new Float64Array(kernel.size);
  kernel.writeState(y);
  return () => kernel.calcDerivative(0.1, y, out);
}

function timeContact(v: number): Timing {
  const timing = { calls: 2000, rounds: 100 };
  const alone = timeInterleaved(createEvaluation(createBall(v, false)), timing);
  const both = timeInterleaved(createEvaluation(createBall(v, true)), timing);
  return { value: both.value - alone.value, ratio: both.ratio - alone.ratio };
}

export const rows: BenchRow[] = [
  closedForm("solid-ball", (tolerance) => slideIntoRolling(0.4, 1, 0, { tolerance }).error),
  closedForm("hollow-ball", (tolerance) => slideIntoRolling(2 / 3, 1, -6, { tolerance }).error),
  closedForm("incline", (tolerance) => rollDown(new IdealRolling(), { tolerance }).error),
  closedForm("incline/stick", (tolerance) => rollDown(0.5, { tolerance }).error),
  closedForm("turntable", (tolerance) => rollOnTurntable(new IdealRolling(), { tolerance }).error),
  closedForm("disc", (tolerance) => rollDisc({ tolerance }).error),
  row("box/stick", "m", 1e-12, () => slideBox(0.999, 1000).moved),
  row("box/slip", "1", 1e-5, () => {
    const { x, way } = slideBox(1.001, 2);
    return Math.abs(x / way - 1);
  }),
  row("rattleback/spin", "rad/s", 1e-6, () => Math.abs(spinRattleback(-5, 1.5).spin - 3.1175435)),
  row("rattleback/turn", "s", 1e-4, () => Math.abs(spinRattleback(-5, 3).turns[0] - 2.3527)),
  row("rattleback/energy", "1", 1e-9, () => {
    const { run, energy } = spinRattleback(-5, 3);
    return run.energy.drift / energy;
  }),
  row("rattleback/other-way", "reversals", 0, () => spinRattleback(5, 10).turns.length),
  row("eulers-disc", "1", 0.01, () => rollEulersDisc(0.05, 6, 0.025).error),
  row("tippe-top/up", "1", -0.8, () => spinTippeTop(5, new SmoothFriction({ coefficient: 0.3, velocity: 0.1 })).up),
  row("tippe-top/energy-growth", "1", 1e-6, () => {
    const friction = new SmoothFriction({ coefficient: 0.3, velocity: 0.1 });
    return spinTippeTop(5, friction).growth;
  }),
  row("bounce/times", "1", 1e-9, () => Math.max(...bounceBall(0.8, { tolerance: 1e-10 }).errors)),
  row("bounce/accumulation", "1", 1e-9, () => bounceBall(0.8, { tolerance: 1e-10 }).rest[0]),
  row("cradle/sequential", "m/s", 1e-12, () => farthest(strikeCradle(true), [0, 0, 0, 0, 1])),
  row("cradle/simultaneous", "m/s", 1e-12, () => farthest(strikeCradle(false), [-0.6, 0.4, 0.4, 0.4, 0.4])),
  row("stick-slip", "s", 1e-8, () => {
    const { found, all } = stickAndSlip({ tolerance: 1e-10 });
    return found.length === all.length ? farthest(found, all) : Number.POSITIVE_INFINITY;
  }),
  ...(["slip", "stick"] as const).map(
    (mode): BenchRow => ({
      name: `contact/coulomb/cost/${mode}`,
      unit: "µs",
      promised: { max: 3 },
      kind: "speed",
      measure: () => timeContact(mode === "slip" ? 1 : 0),
    }),
  ),
  {
    name: "allocation/contact",
    unit: "B",
    promised: { max: 0 },
    kind: "accuracy",
    measure: () => Math.max(...[1, 0].map((v) => findBytes(createEvaluation(createBall(v, true))))),
  },
  ...[
    { name: "patch", create: () => createSpinning(false) },
    { name: "hertz-patch", create: () => createSpinning(true) },
    { name: "rim", create: createRolling },
  ].map(
    ({ name, create }): BenchRow => ({
      name: `contact/allocation/${name}`,
      unit: "B",
      promised: { max: 0 },
      kind: "accuracy",
      measure: () => findBytes(createEvaluation(create())),
    }),
  ),
];
