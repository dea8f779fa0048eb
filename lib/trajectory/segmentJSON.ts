import type { PartJSON } from "./PartJSON.ts";
import type { RunSegment } from "./RunSegment.ts";
import { refuse } from "./refuse.ts";

/** A part of a run with a model of its own, in a file. */
export interface SegmentJSON {
  /** The first stored point, and the first step, that belong to it. */
  point: number;
  step: number;
  stateNames: string[];
  /** Names of joints that are off and carry nothing. */
  absent: string[];
  /** What events have attached. */
  attached: PartJSON[];
}

/** What of a file tells of segments. */
interface SegmentedJSON {
  stateNames: string[];
  segments?: SegmentJSON[];
  times: readonly unknown[];
  steps: readonly unknown[];
}

/** The segments of a file; a run whose model stays the same has one, which is not written down. */
export function readSegments(file: SegmentedJSON): readonly SegmentJSON[] {
  return file.segments ?? [{ point: 0, step: 0, stateNames: file.stateNames, absent: [], attached: [] }];
}

export function createSegmentOf({ stateNames, absent, attached }: SegmentJSON): RunSegment {
  return Object.freeze({ stateNames, absent, attached: attached.map(({ name }) => name) });
}

/** The place of the segment that point or step `i` belongs to. */
export function findSegment(segments: readonly SegmentJSON[], key: "point" | "step", i: number): number {
  let place = 0;
  while (place + 1 < segments.length && segments[place + 1][key] <= i) place++;
  return place;
}

/** Checks the form of the segments of a file. */
export function checkSegments({ segments, times, steps }: SegmentedJSON): void {
  if (segments === undefined) return;
  if (!Array.isArray(segments) || segments.length === 0)
    throw refuse("segments", segments, "a list of parts of the run");
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((text) => typeof text === "string");
  let [point, step] = [0, 0];
  for (const [i, segment] of segments.entries()) {
    const path = `segments[${i}]`;
    const { stateNames, absent, attached } = (segment ?? {}) as Partial<SegmentJSON>;
    if (!isTexts(stateNames) || !isTexts(absent) || !Array.isArray(attached)) {
      throw refuse(path, segment, "an object with point, step, stateNames, absent and attached");
    }
    const check = (key: "point" | "step", least: number, most: number) => {
      const place = segment[key];
      if (Number.isInteger(place) && place >= least && place <= most) return;
      throw refuse(`${path}.${key}`, place, `a whole number from ${least} to ${most}`);
    };
    check("point", i === 0 ? 0 : point + 1, i === 0 ? 0 : times.length - 1);
    check("step", step, i === 0 ? 0 : steps.length);
    [point, step] = [segment.point, segment.step];
  }
}
