import { Machine, writeGLB } from "../../exchange/index.ts";
import { RigidBody } from "../../rigidbody/index.ts";
import type { RunScene } from "./scene/RunScene.ts";

/** The bodies of a scene as they look, with the motion of the run, as a .glb file. */
export function exportGLB({ run, appearances, up }: RunScene): Uint8Array {
  const parts = appearances.flatMap(({ body, shapes }) => (body instanceof RigidBody ? [{ body, shapes }] : []));
  return writeGLB(new Machine("multibond", { parts, up: up.endsWith("z") ? "z" : "y" }), { run });
}
