import { Group, Mesh, MeshBasicMaterial, SphereGeometry } from "three";
import type { Palette } from "../Stage.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";
import { Polyline } from "./Polyline.ts";

/** Radius of a dot as a part of the size of the scene. */
const RADIUS = 0.008;
/** Of the segment between nearest points, px. */
const WIDTH = 2;

/** Points where bodies touch, and nearest points with the segment between them; they shine through. */
export class ContactLayer implements SceneLayer {
  readonly object = new Group();
  private readonly dot = new SphereGeometry(1, 12, 8);
  private readonly material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  private readonly meshes: Mesh[];
  /** Between the two marks of one constraint, by the place of the first. */
  private readonly segments: { first: number; line: Polyline }[];

  constructor(scene: RunScene) {
    this.meshes = scene.contacts.map(() => new Mesh(this.dot, this.material));
    for (const mesh of this.meshes) mesh.renderOrder = 2;
    if (this.meshes.length > 0) this.object.add(...this.meshes);
    this.segments = scene.contacts.flatMap(({ constraint }, first) =>
      constraint === scene.contacts[first + 1]?.constraint ? [{ first, line: new Polyline(1, WIDTH) }] : [],
    );
    for (const { line } of this.segments) this.object.add(line.object);
  }

  setPalette({ contact }: Palette): void {
    this.material.color.set(contact);
    for (const { line } of this.segments) line.setColor(contact);
  }

  update(scene: RunScene): void {
    const radius = RADIUS * scene.size;
    this.meshes.forEach((mesh, i) => {
      const { point, isOn } = scene.contacts[i];
      mesh.visible = isOn;
      mesh.position.set(point[0], point[1], point[2]);
      mesh.scale.setScalar(radius);
    });
    for (const { first, line } of this.segments) {
      line.begin();
      for (const { point, isOn } of scene.contacts.slice(first, first + 2)) {
        if (isOn) line.add(point[0], point[1], point[2]);
      }
      line.end();
    }
  }

  dispose(): void {
    for (const { line } of this.segments) line.dispose();
    this.dot.dispose();
    this.material.dispose();
  }
}
