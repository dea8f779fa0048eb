import type { Trajectory } from "../../lib/index.ts";
import { RunScene } from "../../lib/view/viewer/scene/RunScene.ts";
import { readViewerOptions, type ViewerOptions } from "../../lib/view/viewer/ViewerOptions.ts";

/** What a viewer with these options draws of a run. */
export const createScene = (run: Trajectory, options: ViewerOptions = {}) =>
  new RunScene(run, readViewerOptions(options));
