import { WebGLRenderer } from "three";
import { ModelError } from "../../../math/index.ts";
import type { Stage, StageHost } from "../Stage.ts";
import { ThreeStage } from "./ThreeStage.ts";

/** So long a lost WebGL may take to come back, ms. */
const PATIENCE = 1500;

/** A stage on a canvas of its own, with WebGL if that is wanted and can be had. */
export function createStage(host: StageHost): Stage {
  const renderer = host.renderer === "canvas" ? undefined : createRenderer(host);
  if (renderer) return new ThreeStage(renderer.domElement, renderer, host);
  if (host.renderer === "webgl") {
    throw new ModelError('Viewer: this browser has no WebGL; give renderer: "auto" for a flat drawing');
  }
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new ModelError("Viewer: this browser can draw neither with WebGL nor on a canvas");
  return new ThreeStage(canvas, context, host);
}

function createRenderer(host: StageHost): WebGLRenderer | undefined {
  const canvas = document.createElement("canvas");
  // Asked for here, so that a browser without it is no error in the console.
  const context = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!context) return undefined;
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, preserveDrawingBuffer: true });
  canvas.addEventListener("webglcontextlost", () => {
    setTimeout(() => {
      if (context.isContextLost()) host.onLost();
    }, PATIENCE);
  });
  return renderer;
}
