import { WebGLRenderer } from "three";
import type { Stage, StageHost } from "../Stage.ts";
import { ThreeStage } from "./ThreeStage.ts";

/** So long a lost WebGL may take to come back, ms. */
const PATIENCE = 1500;

/** A stage on a canvas of its own, with WebGL if that is wanted and can be had; undefined if the browser cannot draw so. */
export function createStage(host: StageHost): Stage | undefined {
  const renderer = host.renderer === "canvas" ? undefined : createRenderer(host);
  if (renderer) return new ThreeStage(renderer.domElement, renderer, host);
  if (host.renderer === "webgl") return undefined;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  return context ? new ThreeStage(canvas, context, host) : undefined;
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
