import type { Trajectory, Vector3 } from "../../lib/index.ts";
import { findConserved, findPolhodes } from "../models/polhodes.ts";
import { RATE_COLUMNS, readBodyRate } from "../models/tumbling.ts";
import { createElement, EllipsoidView, type Eye } from "./EllipsoidView.ts";
import { fitted } from "./fitted.ts";
import type { Lab } from "./Lab.ts";
import { sampleRun } from "./sampleRun.ts";

/** It stays when the run changes. */
const eye: Eye = { azimuth: 0.65, elevation: 0.4 };

/** The ellipsoid of constant energy in body axes, paths on it, and the one that the run takes. Drag to turn it. */
export function polhodePlot(
  lab: Lab,
  run: Trajectory | undefined,
  { moments, rates, height = 380 }: { moments: Vector3; rates: Vector3; height?: number },
): HTMLElement {
  const { energy } = findConserved(moments, rates);
  const polhodes = findPolhodes(moments, energy);
  const path = run ? readPath(run) : [];
  return fitted({ wide: false, height }, (width) => {
    const svg = createElement("svg", {
      width: String(width),
      height: String(height),
      class: "polhode",
      tabindex: "0",
      role: "img",
      "aria-label": "Ellipsoid of constant energy with the path of the angular velocity; drag to turn it",
    });
    let time = lab.time;
    const draw = () => {
      const view = new EllipsoidView({ moments, energy, width, height, eye });
      svg.replaceChildren(
        ...view.drawAxes(false),
        view.drawBody(),
        ...polhodes.flatMap(({ kind, points }) => view.drawCurve(points, kind)),
        ...view.drawCurve(path, "path"),
        ...view.drawAxes(true),
        ...(run ? view.drawDot(findPoint(path, (time - run.start) / (run.end - run.start))) : []),
      );
    };
    draw();
    lab.addFollower(svg, (now) => {
      time = now;
      draw();
    });
    addTurning(svg, draw);
    const figure = document.createElement("figure");
    const title = document.createElement("h2");
    title.textContent = "Path of the angular velocity in body axes";
    figure.append(title, svg);
    return figure;
  });
}

function readPath(run: Trajectory): Vector3[] {
  const [x, y, z] = [0, 1, 2].map(
    (axis) => (table: Record<string, Float64Array>, i: number) => readBodyRate(table, i, axis),
  );
  const { times, values } = sampleRun(run, { columns: { x, y, z }, reads: RATE_COLUMNS, samples: 1000 });
  return Array.from(times, (_, i) => [values.x[i], values.y[i], values.z[i]]);
}

function findPoint(path: readonly Vector3[], part: number): Vector3 | undefined {
  return path[Math.round(part * (path.length - 1))];
}

/** Turns the picture with the pointer and with the arrow keys. */
function addTurning(svg: SVGElement, draw: () => void): void {
  const turn = (right: number, up: number) => {
    eye.azimuth -= right;
    eye.elevation = Math.min(1.5, Math.max(-1.5, eye.elevation + up));
    draw();
  };
  svg.addEventListener("pointerdown", (event) => svg.setPointerCapture(event.pointerId));
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId)) turn(0.01 * event.movementX, 0.01 * event.movementY);
  });
  svg.addEventListener("keydown", (event) => {
    const [right, up] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (right === undefined || up === undefined) return;
    event.preventDefault();
    turn(0.1 * right, -0.1 * up);
  });
}
