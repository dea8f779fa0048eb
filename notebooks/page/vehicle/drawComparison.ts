import * as Plot from "@observablehq/plot";
import type { Pose } from "../../../lib/omniwheel/index.ts";
import { type ComparedDrive, type DriveKind, measureDistance } from "../../models/vehicle/compareDrives.ts";
import { PART } from "../../models/vehicle/DriveTape.ts";
import { facts } from "../facts.ts";
import { fitted } from "../fitted.ts";
import type { DriveView } from "./DriveView.ts";

const NAMES: Record<DriveKind, string> = {
  friction: "rollers as bodies, dry friction",
  rolling: "rollers as bodies, no slip",
  massless: "rollers without mass",
  textbook: "textbook",
};

/** The finest of what is there: what the others are compared with. */
const findReference = (drives: readonly ComparedDrive[]): ComparedDrive => drives[drives.length - 1];

/** A button that orders the present drive for all models: its value is what a task needs. */
export function orderComparison(view: DriveView, getParameters: () => object): HTMLElement & { value?: object } {
  const frame = document.createElement("div") as HTMLElement & { value?: object };
  frame.className = "drive-order";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Drive the same with all four models";
  button.addEventListener("click", () => {
    const twists = view.result?.model?.tape.twists;
    if (!twists || twists.length < 2) return;
    frame.value = { ...getParameters(), twists: [...twists] };
    frame.dispatchEvent(new Event("input"));
  });
  frame.append(button);
  return frame;
}

/** How far the models are apart, over time. */
export function drawComparison(drives: readonly ComparedDrive[]): HTMLElement {
  const reference = findReference(drives);
  const others = drives.filter((drive) => drive !== reference);
  const rows = others.flatMap(({ kind, poses }) =>
    poses.map((pose, i) => ({ t: i * PART, name: NAMES[kind], value: 1000 * findDistance(pose, reference.poses[i]) })),
  );
  return fitted({ wide: true, height: 280 }, (width) =>
    Plot.plot({
      title: `Distance from the model “${NAMES[reference.kind]}”`,
      width,
      height: 280,
      marginLeft: 52,
      x: { label: "time (s)" },
      y: {
        label: "distance (mm)",
        type: "log",
        grid: true,
        ticks: 5,
        tickFormat: (value: number) => String(value),
        domain: [1e-3, Math.max(1, ...rows.map((row) => row.value))],
      },
      color: { legend: true, domain: others.map(({ kind }) => NAMES[kind]) },
      marks: [Plot.lineY(rows, { x: "t", y: (row) => Math.max(1e-3, row.value), stroke: "name", strokeWidth: 1.5 })],
    }),
  );
}

/** The same in numbers. */
export function writeComparison(drives: readonly ComparedDrive[]): HTMLElement {
  const reference = findReference(drives);
  const others = drives.filter((drive) => drive !== reference);
  return facts(
    Object.fromEntries(
      others.map(({ kind, poses }) => {
        const { largest } = measureDistance(poses, reference.poses);
        return [`${NAMES[kind]}: off by at most`, { value: 1000 * largest, unit: "mm", digits: 3 }];
      }),
    ),
  );
}

const findDistance = (a: Pose, b: Pose): number => Math.hypot(a.x - b.x, a.y - b.y);
