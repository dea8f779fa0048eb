import * as Inputs from "@observablehq/inputs";
import * as Plot from "@observablehq/plot";
import type { Trajectory } from "../../lib/system/index.ts";
import type { FrictionModel, Reader } from "../models/friction/FrictionModel.ts";
import type { FrictionParameters } from "../models/friction/index.ts";
import { fitted } from "./fitted.ts";
import { sampleRun } from "./sampleRun.ts";

type Scene = FrictionParameters["scene"];

const range = (label: string, from: number, to: number, step: number, value: number) =>
  Inputs.range([from, to], { label, step, value });

const common = (coefficient: number, surplus: number) => ({
  coefficient: range("Sliding friction μ", 0.05, 0.6, 0.01, coefficient),
  surplus: range("Static over sliding friction", 1, 2, 0.05, surplus),
  steepness: range("Smooth law: steepness k (s/m)", 5, 200, 1, 20),
});

/** The sliders of each scene. */
export const inputsOf: Record<Scene, () => Record<string, HTMLElement>> = {
  incline: () => ({
    angle: range("Incline (°)", 0, 40, 0.5, 18),
    speed: range("Push uphill (m/s)", 0, 4, 0.1, 2.5),
    ...common(0.4, 1.2),
  }),
  belt: () => ({
    speed: range("Speed of the belt (m/s)", 0.05, 0.6, 0.01, 0.2),
    stiffness: range("Spring (N/m)", 20, 300, 5, 80),
    ...common(0.3, 1.7),
  }),
  ball: () => ({
    speed: range("Speed (m/s)", -4, 4, 0.1, 2.1),
    spin: range("Spin, forward (rad/s)", -60, 60, 1, 0),
    share: Inputs.select(
      new Map([
        ["a solid ball", 2 / 5],
        ["a hollow ball", 2 / 3],
      ]),
      { label: "It is" },
    ),
    ...common(0.2, 1),
  }),
  puck: () => ({
    speed: range("Speed (m/s)", 0.5, 4, 0.1, 2.5),
    heading: range("Direction at the start (°)", 0, 90, 1, 35),
    across: range("Friction across", 0.05, 0.6, 0.01, 0.15),
    ...common(0.45, 1),
  }),
};

/** A run, its model, and what the reader calls its law. */
export interface LawRun {
  name: string;
  model: FrictionModel | undefined;
  run: Trajectory | undefined;
}

const samples = 500;

/** Speed against place, or what else shows a motion as a curve; one for each law. */
export function portraitPlot(laws: readonly LawRun[]): HTMLElement {
  const portrait = laws.find(({ model }) => model)?.model?.portrait;
  const rows = laws.flatMap(({ name, model, run }) => {
    if (!model || !run) return [];
    const { x, y } = model.portrait;
    const { times, values } = sampleRun(run, { columns: { x: x.read, y: y.read }, reads: model.reads, samples });
    return Array.from(times, (_, i) => ({ name, x: values.x[i], y: values.y[i] }));
  });
  return fitted({ wide: false, height: 280 }, (width) =>
    Plot.plot({
      title: portrait?.title ?? "",
      width,
      height: 280,
      marginLeft: 52,
      x: { label: portrait?.x.label, grid: true, nice: true },
      y: { label: portrait?.y.label, grid: true, nice: true },
      color: { legend: true, domain: laws.map(({ name }) => name) },
      marks: [
        Plot.ruleY([0], { strokeOpacity: 0.2 }),
        Plot.line(rows, { x: "x", y: "y", stroke: "name", strokeWidth: 1.5 }),
      ],
    }),
  );
}

/** Friction over normal force against slip, as the runs met it; one colour for each law. */
export function lawPlot(laws: readonly LawRun[]): HTMLElement {
  const rows = laws.flatMap(({ name, model, run }) => {
    if (!model || !run) return [];
    const { contacts } = model;
    const reads = contacts.flatMap((foot) => [`${foot}.frictionForce`, `${foot}.normalForce`]);
    const sum = (table: Record<string, Float64Array>, what: string, i: number) =>
      contacts.reduce((all, foot) => all + table[`${foot}.${what}`][i], 0);
    const part: Reader = (table, i) => sum(table, "frictionForce", i) / sum(table, "normalForce", i);
    const { times, values } = sampleRun(run, { columns: { slip: `${contacts[0]}.slip`, part }, reads, samples });
    return Array.from(times, (_, i) => ({ name, slip: values.slip[i], part: values.part[i] }));
  });
  return fitted({ wide: false, height: 280 }, (width) =>
    Plot.plot({
      title: "Friction against slip, as the run met it",
      width,
      height: 280,
      marginLeft: 52,
      x: { label: "slip (m/s)", grid: true, nice: true },
      y: { label: "friction over normal force", grid: true, nice: true, zero: true },
      color: { legend: true, domain: laws.map(({ name }) => name) },
      marks: [
        Plot.ruleY([0], { strokeOpacity: 0.2 }),
        Plot.dot(rows, { x: "slip", y: "part", stroke: "name", r: 2, strokeOpacity: 0.7 }),
      ],
    }),
  );
}

/** The history of a run as dashed lines, to be laid over those of another. */
export function dashedLines({ model, run }: LawRun): Plot.Markish[] {
  if (!model || !run) return [];
  const { times, values } = sampleRun(run, { columns: model.history.lines, reads: model.reads, samples });
  const rows = Object.entries(values).flatMap(([name, list]) =>
    Array.from(times, (t, i) => ({ t, name, value: list[i] })),
  );
  const stroke = Object.keys(model.history.lines).length > 1 ? "name" : "var(--line)";
  return [Plot.lineY(rows, { x: "t", y: "value", stroke, z: "name", strokeDasharray: "3 3", strokeOpacity: 0.8 })];
}
