import { checkCount, checkInstance, checkOptions } from "../math/index.ts";
import type { Diagnosis } from "../trajectory/Diagnosis.ts";
import type { RunEvent, RunStatistics, RunStore } from "../trajectory/RunStore.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";

/** How much of a run has been sent. */
export interface RunCounts {
  points: number;
  steps: number;
  modeLists: number;
  events: number;
}

/** What a run has gained, in a form that survives a structured clone. */
export interface RunParts {
  denseVectors: number;
  points: RunStore["points"];
  steps: RunStore["steps"];
  modeLists: (readonly string[])[];
  /** Those after the first, which the model tells. */
  segments: RunStore["segments"];
  events: Readonly<RunEvent>[];
  notes: string[];
  statistics: RunStatistics;
  diagnosis: Diagnosis | undefined;
}

const COUNTED = ["points", "steps", "modeLists", "events"] as const;

/** What the run has beyond `counts`, which then count that as well. The numbers are the run's own: send them, or copy them. */
export function takeParts(run: Trajectory, counts: RunCounts): RunParts {
  const { store } = checkInstance("takeParts", "the run", run, Trajectory);
  checkOptions("takeParts", counts ?? {}, COUNTED);
  for (const key of COUNTED) {
    checkCount("takeParts", `counts.${key}`, counts?.[key], 0, store[key].length);
  }
  const parts: RunParts = {
    denseVectors: store.denseVectors,
    points: store.points.slice(counts.points),
    steps: store.steps.slice(counts.steps),
    modeLists: store.modeLists.slice(counts.modeLists),
    segments: store.segments.slice(1),
    events: store.events.slice(counts.events),
    notes: [...store.notes],
    statistics: { ...store.statistics },
    diagnosis: store.diagnosis,
  };
  counts.points = store.points.length;
  counts.steps = store.steps.length;
  counts.modeLists = store.modeLists.length;
  counts.events = store.events.length;
  return parts;
}

/** Appends what another run has gained. */
export function appendParts(run: Trajectory, parts: RunParts): void {
  const { store } = run;
  store.segments.push(...parts.segments.slice(store.segments.length - 1));
  for (const point of parts.points) store.points.push(point);
  for (const step of parts.steps) store.steps.push(step);
  for (const modes of parts.modeLists) store.addModes(modes);
  for (const event of parts.events) store.addEvent(event);
  store.notes = parts.notes;
  Object.assign(store.statistics, parts.statistics);
  store.diagnosis = parts.diagnosis;
}
