import { PerspectiveCamera, Quaternion, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vector3 as Triple } from "../../../math/index.ts";
import type { StageHost } from "../Stage.ts";
import { chooseDirection, fitCamera, getAxis } from "../scene/fitCamera.ts";
import type { RunScene } from "../scene/RunScene.ts";
import type { UpAxis } from "../ViewerOptions.ts";

/** Angle of view from bottom to top, degrees. */
const ANGLE = 32;

/** Turned by keys it stays so far from the axis upwards, rad. */
const STEEPEST = 0.02;

/** A camera that is turned, moved and brought nearer by mouse, fingers and keys. */
export class Camera {
  readonly object = new PerspectiveCamera(ANGLE, 1, 0.01, 100);
  private readonly host: StageHost;
  private readonly element: HTMLElement;
  private controls: OrbitControls | undefined;
  private readonly onWheel = (event: WheelEvent) => {
    if (this.controls) this.controls.enableZoom = this.host.mayZoom(event);
  };
  private readonly onPointer = () => {
    if (this.controls) this.controls.enableZoom = true;
  };
  private readonly followed = new Vector3();
  private readonly shift = new Vector3();

  constructor(element: HTMLElement, host: StageHost) {
    this.element = element;
    this.host = host;
    element.addEventListener("wheel", this.onWheel, { capture: true, passive: true });
    element.addEventListener("pointerdown", this.onPointer, { capture: true });
  }

  /** The axis of a scene upwards. The controls know it only from their start. */
  setUp(up: UpAxis): void {
    const axis = new Vector3(...getAxis(up));
    if (this.controls && axis.equals(this.object.up)) return;
    const target = this.controls?.target.clone();
    this.controls?.dispose();
    this.object.up.copy(axis);
    const controls = new OrbitControls(this.object, this.element);
    controls.enableDamping = this.host.damping;
    controls.dampingFactor = 0.12;
    if (target) controls.target.copy(target);
    // Fingers that go up or down scroll the page; others, and two of them, move the camera.
    this.element.style.touchAction = "pan-y";
    controls.addEventListener("start", () => this.host.onTouch());
    controls.addEventListener("change", () => this.host.onChange());
    this.controls = controls;
  }

  /** Looks at everything a run sweeps, or at what is around the body that it follows. */
  fit(scene: RunScene): void {
    const { controls, object } = this;
    const { box, points } = scene.view;
    if (!controls || box.isEmpty) return;
    const { position, target } = fitCamera(points, {
      from: this.host.from ?? chooseDirection(box, scene.up),
      up: getAxis(scene.up),
      angle: (ANGLE * Math.PI) / 180,
      aspect: object.aspect,
    });
    object.position.set(...this.keepApart(position, target, scene.size));
    controls.target.set(...target);
    this.setDepth(scene.size);
    this.startFollowing(scene);
    controls.update();
  }

  /** A point is not looked at from itself. */
  private keepApart(position: Triple, target: Triple, size: number): Triple {
    return Math.hypot(...position.map((x, i) => x - target[i])) > 1e-6 * size
      ? position
      : [target[0] + size, target[1] + size, target[2] + size];
  }

  /** Whether it comes to rest softly; never for readers who want less motion. */
  setDamping(isSoft: boolean): void {
    if (this.controls) this.controls.enableDamping = isSoft && this.host.damping;
  }

  setDepth(size: number): void {
    this.object.near = 0.01 * size;
    this.object.far = 60 * size;
    this.object.updateProjectionMatrix();
  }

  setAspect(aspect: number): void {
    this.object.aspect = aspect;
    this.object.updateProjectionMatrix();
  }

  startFollowing({ followed }: RunScene): void {
    if (followed) this.followed.fromArray(followed);
  }

  /** Goes along with the body that is followed. */
  follow({ followed }: RunScene): void {
    if (!followed || !this.controls) return;
    this.shift.fromArray(followed).sub(this.followed);
    this.followed.add(this.shift);
    this.object.position.add(this.shift);
    this.controls.target.add(this.shift);
  }

  /** Goes around what it looks at, rad. */
  turn(right: number, up: number): void {
    this.move((arm) => {
      arm.theta += right;
      arm.phi = Math.min(Math.PI - STEEPEST, Math.max(STEEPEST, arm.phi - up));
    });
  }

  /** Goes so many times as far away. */
  zoom(factor: number): void {
    this.move((arm) => {
      arm.radius = Math.min(0.5 * this.object.far, Math.max(2 * this.object.near, arm.radius * factor));
    });
  }

  /** Changes the way from what it looks at to the camera, seen from the axis upwards. */
  private move(change: (arm: Spherical) => void): void {
    const { controls, object } = this;
    if (!controls) return;
    const turn = new Quaternion().setFromUnitVectors(object.up, new Vector3(0, 1, 0));
    const way = object.position.clone().sub(controls.target).applyQuaternion(turn);
    const arm = new Spherical().setFromVector3(way);
    change(arm);
    way.setFromSpherical(arm).applyQuaternion(turn.invert());
    object.position.copy(controls.target).add(way);
    controls.update();
    this.host.onChange();
  }

  /** Lets it come to rest; true while it moves. */
  update(): boolean {
    return this.controls?.update() ?? false;
  }

  /** Distance to what it looks at, m. */
  get distance(): number {
    return this.controls ? this.object.position.distanceTo(this.controls.target) : 1;
  }

  /** Pixels of a length at that distance in a picture so high. */
  measure(length: number, height: number): number {
    return (length * height) / (2 * this.distance * Math.tan((ANGLE * Math.PI) / 360));
  }

  dispose(): void {
    this.controls?.dispose();
    this.element.removeEventListener("wheel", this.onWheel, { capture: true });
    this.element.removeEventListener("pointerdown", this.onPointer, { capture: true });
  }
}
