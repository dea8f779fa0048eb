import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  Vector3,
} from "three";
import type { Palette } from "../Stage.ts";
import { findRound } from "../scene/chooseScale.ts";
import { getAxis } from "../scene/fitCamera.ts";
import type { RunScene } from "../scene/RunScene.ts";

/** Cells from the middle to the edge. */
const CELLS = 20;
/** Every so-manieth line is stronger. */
const STRONG = 5;
/** Where shadows fall, over the size of the scene. */
const SHADED = 1.6;

/** A grid, fading outwards, with shadows on it: on the floor of the model, or below all that moves. */
export class Floor {
  readonly object = new Group();
  private readonly lines = createGrid();
  private readonly ink = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  private readonly grid = new LineSegments(this.lines, this.ink);
  private readonly plane = new PlaneGeometry(1, 1);
  private readonly shade = new ShadowMaterial();
  private readonly shadow = new Mesh(this.plane, this.shade);

  constructor() {
    this.shadow.receiveShadow = true;
    this.grid.renderOrder = -1;
    this.object.add(this.grid, this.shadow);
  }

  setPalette({ grid, isDark }: Palette): void {
    this.ink.color = new Color(grid);
    this.shade.opacity = isDark ? 0.4 : 0.16;
  }

  place(scene: RunScene): void {
    const {
      size,
      survey: { box },
    } = scene;
    const cell = findRound(size / 7);
    const floor = scene.findFloor();
    const up = getAxis(scene.up);
    const normal = new Vector3(...(floor?.normal ?? up));
    const center = new Vector3(...(box.isEmpty ? ([0, 0, 0] as const) : box.center));
    const k = up.findIndex((x) => x !== 0);
    const lowest = box.isEmpty ? 0 : (up[k] > 0 ? box.min : box.max)[k];
    const below = floor ? new Vector3(...floor.point) : center.clone().setComponent(k, lowest);
    // A little above a floor, and below all else.
    const lift = (floor ? 2e-4 : -1e-3) * size;
    const { object } = this;
    object.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal));
    object.position.copy(center).addScaledVector(normal, lift + below.sub(center).dot(normal));
    this.shadow.visible = !floor;
    this.shadow.scale.setScalar(SHADED * size);
    // On multiples of the cell, so that the lines stand for coordinates.
    const origin = object.position.clone().applyQuaternion(object.quaternion.clone().invert());
    const round = (x: number) => STRONG * cell * Math.round(x / (STRONG * cell)) - x;
    this.grid.position.set(round(origin.x), round(origin.y), 0);
    this.grid.scale.setScalar(cell);
  }

  dispose(): void {
    for (const part of [this.lines, this.ink, this.plane, this.shade]) part.dispose();
  }
}

/** Lines at distance one in the plane z = 0, cut at every crossing so that they can fade. */
function createGrid(): BufferGeometry {
  const places: number[] = [];
  const colors: number[] = [];
  const add = (x: number, y: number, strength: number) => {
    places.push(x, y, 0);
    const fade = Math.max(0, 1 - Math.hypot(x, y) / CELLS);
    colors.push(1, 1, 1, strength * Math.min(1, 1.6 * fade));
  };
  for (let i = -CELLS; i <= CELLS; i++) {
    const strength = i % STRONG === 0 ? 1 : 0.4;
    for (let k = -CELLS; k < CELLS; k++) {
      if (Math.hypot(i, k + 0.5) > CELLS) continue;
      for (const end of [k, k + 1]) add(i, end, strength);
      for (const end of [k, k + 1]) add(end, i, strength);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(places), 3));
  geometry.setAttribute("color", new BufferAttribute(Float32Array.from(colors), 4));
  return geometry;
}
