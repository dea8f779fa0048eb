import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SRGBColorSpace,
} from "three";
import type { Mesh as Surface } from "../../../shape/index.ts";
import { shadeMesh } from "../../../shape/shadeMesh.ts";
import type { Palette } from "../Stage.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { SceneLayer } from "./Layer.ts";
import { setPose } from "./setPose.ts";

/** What bodies look like. Equal meshes are kept once. */
export class BodyLayer implements SceneLayer {
  readonly object = new Group();
  private readonly groups: Group[] = [];
  private readonly geometries = new Map<Surface, BufferGeometry>();
  /** One sees through it what is below. */
  private readonly floor = new MeshStandardMaterial({
    transparent: true,
    opacity: 0.75,
    roughness: 1,
    depthWrite: false,
  });
  private readonly materials = new Map<string, MeshStandardMaterial>();

  constructor(scene: RunScene) {
    for (const [i, { body, shapes }] of scene.appearances.entries()) {
      const group = new Group();
      group.name = body.name;
      group.matrixAutoUpdate = false;
      for (const shape of shapes) {
        const { mesh, position, orientation, color, opacity } = shape;
        const [r, g, b] = color;
        const part = new Mesh(
          this.findGeometry(mesh),
          this.findMaterial(new Color().setRGB(r, g, b, SRGBColorSpace), opacity),
        );
        const [w, x, y, z] = orientation;
        part.position.set(...position);
        part.quaternion.set(x, y, z, w);
        part.castShadow = !scene.isBase(i) && opacity > 0.5;
        part.receiveShadow = true;
        if (scene.isFloor(i, shape)) {
          part.material = this.floor;
          part.renderOrder = -2;
        }
        group.add(part);
      }
      this.groups.push(group);
      this.object.add(group);
    }
  }

  setPalette({ floor }: Palette): void {
    this.floor.color.set(floor);
    // Its edges are in the shade, and would stand out.
    this.floor.emissive.set(floor).multiplyScalar(0.12);
  }

  update(scene: RunScene): void {
    this.groups.forEach((group: Object3D, i) => {
      setPose(group, scene.poses, 12 * i);
    });
  }

  private findGeometry(mesh: Surface): BufferGeometry {
    for (const [known, geometry] of this.geometries) if (known.equals(mesh)) return geometry;
    const { positions, normals, triangles } = shadeMesh(mesh);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(Float32Array.from(normals), 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    this.geometries.set(mesh, geometry);
    return geometry;
  }

  private findMaterial(color: Color, opacity: number): MeshStandardMaterial {
    const key = `${color.getHex()} ${opacity}`;
    let material = this.materials.get(key);
    if (!material) {
      const transparent = opacity < 1;
      const side = transparent ? { side: DoubleSide, depthWrite: false } : {};
      material = new MeshStandardMaterial({ color, opacity, transparent, roughness: 0.55, metalness: 0.05, ...side });
      this.materials.set(key, material);
    }
    return material;
  }

  dispose(): void {
    this.floor.dispose();
    for (const geometry of this.geometries.values()) geometry.dispose();
    for (const material of this.materials.values()) material.dispose();
  }
}
