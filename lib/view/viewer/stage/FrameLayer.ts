import { CylinderGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";
import { setPose } from "./setPose.ts";

/** Length of the axes as a part of the size of the scene, and their radius as a part of that. */
const LENGTH = 0.08;
const RADIUS = 0.035;
const COLORS = ["#e0403a", "#2e9e46", "#3d6fe0"];

/** The axes of bodies in their centres of mass: x red, y green, z blue; they shine through. */
export class FrameLayer implements SceneLayer {
  readonly object = new Group();
  private readonly shaft = new CylinderGeometry(RADIUS, RADIUS, 1, 8).translate(0, 0.5, 0);
  private readonly materials = COLORS.map(
    (color) => new MeshBasicMaterial({ color, depthTest: false, transparent: true }),
  );
  private readonly groups: { group: Group; look: number }[];

  constructor(scene: RunScene) {
    this.groups = scene.frames.map((look) => {
      const group = new Group();
      group.matrixAutoUpdate = false;
      this.materials.forEach((material, axis) => {
        const mesh = new Mesh(this.shaft, material);
        mesh.renderOrder = 3;
        if (axis === 0) mesh.rotation.z = -Math.PI / 2;
        if (axis === 2) mesh.rotation.x = Math.PI / 2;
        group.add(mesh);
      });
      this.object.add(group);
      return { group, look };
    });
  }

  setPalette(): void {}

  update(scene: RunScene): void {
    for (const { group, look } of this.groups) setPose(group, scene.poses, 12 * look, LENGTH * scene.size);
  }

  dispose(): void {
    for (const part of [this.shaft, ...this.materials]) part.dispose();
  }
}
