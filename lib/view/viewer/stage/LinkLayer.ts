import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";
import type { Palette } from "../Stage.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";
import { Polyline } from "./Polyline.ts";

const COILS = 9;
/** Points around a coil. */
const SIDES = 14;
/** Parts of the size of the scene. */
const COIL = 0.018;
const ROD = 0.006;
/** Part of a spring at each end that is straight. */
const STRAIGHT = 0.12;

const UP = new Vector3(0, 1, 0);

/** Springs as coils, rods as bars. */
export class LinkLayer implements SceneLayer {
  readonly object = new Group();
  private readonly bar = new CylinderGeometry(1, 1, 1, 12);
  private readonly material = new MeshStandardMaterial({ roughness: 0.6 });
  private readonly springs = new Map<number, Polyline>();
  private readonly rods = new Map<number, Mesh>();
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly along = new Vector3();
  private readonly side = new Vector3();
  private readonly other = new Vector3();
  private readonly turn = new Quaternion();

  constructor(scene: RunScene) {
    scene.links.forEach(({ kind }, i) => {
      if (kind === "spring") {
        const line = new Polyline(COILS * SIDES + 6, 2);
        this.springs.set(i, line);
        this.object.add(line.object);
      } else {
        const mesh = new Mesh(this.bar, this.material);
        mesh.castShadow = true;
        this.rods.set(i, mesh);
        this.object.add(mesh);
      }
    });
  }

  setPalette({ link }: Palette): void {
    this.material.color.set(link);
    for (const line of this.springs.values()) line.setColor(link);
  }

  update(scene: RunScene): void {
    const { linkEnds, size } = scene;
    const { a, b, along, turn } = this;
    const place = (i: number) => {
      a.fromArray(linkEnds, 6 * i);
      b.fromArray(linkEnds, 6 * i + 3);
      along.subVectors(b, a);
    };
    for (const [i, mesh] of this.rods) {
      place(i);
      const length = along.length();
      mesh.visible = length > 0;
      mesh.position.addVectors(a, b).multiplyScalar(0.5);
      mesh.quaternion.copy(turn.setFromUnitVectors(UP, along.normalize()));
      mesh.scale.set(ROD * size, length, ROD * size);
    }
    for (const [i, line] of this.springs) {
      place(i);
      this.coil(line, COIL * size);
    }
  }

  private coil(line: Polyline, radius: number): void {
    const { a, b, along, side, other } = this;
    const reference = Math.abs(along.x) < 0.9 * along.length() ? side.set(1, 0, 0) : side.set(0, 1, 0);
    other.crossVectors(along, reference).normalize();
    side.crossVectors(other, along).normalize();
    line.begin();
    line.add(a.x, a.y, a.z);
    const count = COILS * SIDES;
    for (let k = 0; k <= count; k++) {
      const share = STRAIGHT + ((1 - 2 * STRAIGHT) * k) / count;
      const angle = (2 * Math.PI * k) / SIDES;
      // The coil opens and closes over half a turn.
      const r = radius * Math.min(1, (2 * k) / SIDES, (2 * (count - k)) / SIDES);
      const [c, s] = [r * Math.cos(angle), r * Math.sin(angle)];
      line.add(
        a.x + share * along.x + c * side.x + s * other.x,
        a.y + share * along.y + c * side.y + s * other.y,
        a.z + share * along.z + c * side.z + s * other.z,
      );
    }
    line.add(b.x, b.y, b.z);
    line.end();
  }

  dispose(): void {
    for (const line of this.springs.values()) line.dispose();
    this.bar.dispose();
    this.material.dispose();
  }
}
