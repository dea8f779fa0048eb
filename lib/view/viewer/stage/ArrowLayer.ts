import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import type { Palette } from "../Stage.ts";
import type { Arrow } from "../scene/Arrow.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";

/** Of the size of the scene: the radius of a shaft, and the length of a head. */
const RADIUS = 0.004;
const HEAD = 0.035;

/** Arrows often begin inside of bodies: they shine through. */
const PAINT = { roughness: 0.7, depthTest: false, transparent: true };

const UP = new Vector3(0, 1, 0);

/** Forces, or torques with two heads; they shine through. */
export class ArrowLayer implements SceneLayer {
  readonly object = new Group();
  private readonly shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
  private readonly head = new ConeGeometry(1, 1, 16).translate(0, -0.5, 0);
  private readonly main = new MeshStandardMaterial(PAINT);
  private readonly friction = new MeshStandardMaterial(PAINT);
  private readonly groups: { arrow: Arrow; group: Group; shaft: Mesh; heads: Mesh[] }[];
  private readonly isTorque: boolean;
  private readonly turn = new Quaternion();
  private readonly direction = new Vector3();

  constructor(scene: RunScene, isTorque: boolean) {
    this.isTorque = isTorque;
    this.groups = scene.arrows
      .filter((arrow) => arrow.isTorque === isTorque)
      .map((arrow) => {
        const material = arrow.kind === "friction" ? this.friction : this.main;
        const shaft = new Mesh(this.shaft, material);
        const heads = (isTorque ? [0, 1] : [0]).map(() => new Mesh(this.head, material));
        for (const part of [shaft, ...heads]) part.renderOrder = 1;
        const group = new Group();
        group.add(shaft, ...heads);
        this.object.add(group);
        return { arrow, group, shaft, heads };
      });
  }

  setPalette({ force, friction, torque }: Palette): void {
    this.main.color.set(this.isTorque ? torque : force);
    this.friction.color.set(friction);
    for (const material of [this.main, this.friction]) material.emissive.copy(material.color).multiplyScalar(0.35);
  }

  update(scene: RunScene): void {
    const { size } = scene;
    for (const { arrow, group, shaft, heads } of this.groups) {
      group.visible = scene.isSeen(arrow);
      if (!group.visible) continue;
      const length = scene.measure(arrow);
      const [x, y, z] = arrow.vector;
      this.direction.set(x, y, z).normalize();
      group.position.set(arrow.point[0], arrow.point[1], arrow.point[2]);
      group.quaternion.copy(this.turn.setFromUnitVectors(UP, this.direction));
      const head = Math.min(HEAD * size, 0.4 * length);
      const radius = RADIUS * size * Math.min(1, 0.3 + (0.7 * length) / (2 * HEAD * size));
      shaft.scale.set(radius, Math.max(1e-9, length - 0.9 * head), radius);
      heads.forEach((mesh, i) => {
        mesh.position.y = length - 0.6 * head * i;
        mesh.scale.set(0.32 * head, head, 0.32 * head);
      });
    }
  }

  dispose(): void {
    for (const part of [this.shaft, this.head, this.main, this.friction]) part.dispose();
  }
}
