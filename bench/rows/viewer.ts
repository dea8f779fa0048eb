import { RunScene } from "../../lib/view/viewer/scene/RunScene.ts";
import { readViewerOptions } from "../../lib/view/viewer/ViewerOptions.ts";
import { runCart } from "../../test/helpers/runCart.ts";
import type { BenchRow } from "../BenchRow.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

export const rows: BenchRow[] = [
  {
    // An eighth of a frame at 30 frames a second; the rest is for drawing.
    name: "viewer/vehicle/scene",
    unit: "ms",
    promised: { max: 4 },
    kind: "speed",
    measure: () => {
      const scene = new RunScene(runCart(), readViewerOptions({ forces: true, traces: ["cart"] }));
      let time = 0;
      const show = () => {
        time = (time + 0.0137) % 0.2;
        scene.update(time);
      };
      return timeInterleaved(show, { calls: 5, unit: "ms" });
    },
  },
];
