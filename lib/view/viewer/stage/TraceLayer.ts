import { Group } from "three";
import type { Palette } from "../Stage.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";
import { Polyline } from "./Polyline.ts";

/** More than a survey has samples. */
const MOST = 1100;

/** Paths of points up to the instant shown. */
export class TraceLayer implements SceneLayer {
  readonly object = new Group();
  private readonly lines: Polyline[];
  private readonly colors: readonly (string | undefined)[];

  constructor(scene: RunScene) {
    this.lines = scene.traces.map(() => new Polyline(MOST, 2));
    this.colors = scene.traces.map(({ color }) => color);
    this.object.add(...this.lines.map(({ object }) => object));
  }

  setPalette({ traces }: Palette): void {
    this.lines.forEach((line, i) => {
      line.setColor(this.colors[i] ?? traces[i % traces.length]);
    });
  }

  update(scene: RunScene): void {
    const { times, points } = scene.survey.getPaths();
    this.lines.forEach((line, k) => {
      const path = points[k];
      line.begin();
      for (let i = 0; i < times.length && times[i] < scene.time; i++) {
        line.add(path[3 * i], path[3 * i + 1], path[3 * i + 2]);
      }
      line.add(scene.traceEnds[3 * k], scene.traceEnds[3 * k + 1], scene.traceEnds[3 * k + 2]);
      line.end();
    });
  }

  dispose(): void {
    for (const line of this.lines) line.dispose();
  }
}
