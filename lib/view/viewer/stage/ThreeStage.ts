import { Color, DirectionalLight, HemisphereLight, PCFShadowMap, Scene, Vector3, WebGLRenderer } from "three";
import { add, scale } from "../../../math/index.ts";
import type { Palette, Stage, StageHost } from "../Stage.ts";
import { getAxis, getSides } from "../scene/fitCamera.ts";
import type { RunScene } from "../scene/RunScene.ts";
import { LAYERS, type Layer } from "../ViewerOptions.ts";
import { ArrowLayer } from "./ArrowLayer.ts";
import { BodyLayer } from "./BodyLayer.ts";
import { Camera } from "./Camera.ts";
import { CanvasPainter } from "./CanvasPainter.ts";
import { ContactLayer } from "./ContactLayer.ts";
import { Floor } from "./Floor.ts";
import { FrameLayer } from "./FrameLayer.ts";
import type { SceneLayer } from "./Layer.ts";
import { LinkLayer } from "./LinkLayer.ts";
import { TraceLayer } from "./TraceLayer.ts";

const CREATE: Record<Layer, (scene: RunScene) => SceneLayer> = {
  forces: (scene) => new ArrowLayer(scene, false),
  torques: (scene) => new ArrowLayer(scene, true),
  traces: (scene) => new TraceLayer(scene),
  frames: (scene) => new FrameLayer(scene),
  contacts: (scene) => new ContactLayer(scene),
};

/** A scene of three.js, drawn with WebGL or, without it, by a painter. */
export class ThreeStage implements Stage {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer | undefined;
  private readonly painter: CanvasPainter | undefined;
  private readonly world = new Scene();
  private readonly sky = new HemisphereLight("#ffffff", "#8d8a86", 1.7);
  private readonly sun = new DirectionalLight("#ffffff", 2.1);
  private readonly floor: Floor;
  private readonly camera: Camera;
  private readonly shown: Record<Layer, boolean>;
  private always: SceneLayer[] = [];
  private layers: Partial<Record<Layer, SceneLayer>> = {};
  private scene: RunScene | undefined;
  private palette: Palette | undefined;
  private height = 1;
  private litSize = 0;

  constructor(canvas: HTMLCanvasElement, renderer: WebGLRenderer | CanvasRenderingContext2D, host: StageHost) {
    this.canvas = canvas;
    if (renderer instanceof WebGLRenderer) {
      this.renderer = renderer;
      renderer.shadowMap.enabled = true;
      renderer.shadowMap.type = PCFShadowMap;
      this.sun.castShadow = true;
      this.sun.shadow.mapSize.set(1024, 1024);
      this.sun.shadow.radius = 4;
    } else this.painter = new CanvasPainter(renderer);
    this.camera = new Camera(canvas, host);
    this.floor = new Floor();
    this.shown = Object.fromEntries(LAYERS.map((layer) => [layer, false])) as Record<Layer, boolean>;
    this.world.add(this.sky, this.sun, this.sun.target, this.floor.object);
  }

  get kind(): "webgl" | "canvas" {
    return this.renderer ? "webgl" : "canvas";
  }

  setScene(scene: RunScene): void {
    this.clear();
    this.scene = scene;
    this.always = [new BodyLayer(scene), new LinkLayer(scene)];
    this.layers = {};
    for (const layer of this.always) this.addLayer(layer);
    for (const layer of LAYERS) if (this.shown[layer]) this.showLayer(layer);
    this.camera.setUp(scene.up);
    this.light();
    this.camera.setDepth(scene.size);
    this.update();
  }

  private addLayer(layer: SceneLayer): void {
    if (this.palette) layer.setPalette(this.palette);
    this.world.add(layer.object);
  }

  private showLayer(name: Layer): void {
    if (!this.scene) return;
    let layer = this.layers[name];
    if (!layer && this.shown[name]) {
      layer = CREATE[name](this.scene);
      this.layers[name] = layer;
      this.addLayer(layer);
    }
    if (layer) layer.object.visible = this.shown[name];
  }

  setLayer(layer: Layer, isShown: boolean): void {
    this.shown[layer] = isShown;
    this.showLayer(layer);
    if (isShown && this.scene) this.layers[layer]?.update(this.scene);
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.world.background = new Color(palette.background);
    this.sky.intensity = palette.isDark ? 1.2 : 1.7;
    this.floor.setPalette(palette);
    for (const layer of [...this.always, ...Object.values(this.layers)]) layer.setPalette(palette);
  }

  setPlain(isPlain: boolean): void {
    this.camera.setDamping(!isPlain);
    if (!this.renderer || this.sun.castShadow !== isPlain) return;
    this.sun.castShadow = !isPlain;
    this.renderer.shadowMap.enabled = !isPlain;
  }

  setSize(width: number, height: number, ratio: number): void {
    this.height = height;
    if (this.renderer) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
    } else {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.camera.setAspect(width / height);
  }

  update(): void {
    const { scene } = this;
    if (!scene) return;
    for (const layer of this.always) layer.update(scene);
    for (const name of LAYERS) if (this.shown[name]) this.layers[name]?.update(scene);
    if (scene.size !== this.litSize) this.light();
    this.camera.follow(scene);
  }

  /** Light and floor for the size of the scene. */
  private light(): void {
    const { scene, sun } = this;
    if (!scene) return;
    const { size, up } = scene;
    this.litSize = size;
    this.floor.place(scene);
    const { box } = scene.survey;
    const center = new Vector3(...(box.isEmpty ? ([0, 0, 0] as const) : box.center));
    const axis = getAxis(up);
    const { right, front } = getSides(axis);
    const from = new Vector3(...add(scale(axis, 1.25), scale(add(right, front), 0.35)));
    this.sky.position.set(...axis);
    sun.target.position.copy(center);
    sun.position.copy(center).addScaledVector(from.normalize(), 2 * size);
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -0.75 * size;
    camera.right = camera.top = 0.75 * size;
    camera.near = 0.5 * size;
    camera.far = 4 * size;
    camera.updateProjectionMatrix();
    sun.shadow.normalBias = 0.003 * size;
  }

  render(): boolean {
    const isMoving = this.camera.update();
    const { object } = this.camera;
    if (this.renderer) this.renderer.render(this.world, object);
    else this.painter?.paint(this.world, object, this.palette?.background ?? "#fff");
    return isMoving;
  }

  fit(): void {
    if (this.scene) this.camera.fit(this.scene);
  }

  turn(right: number, up: number): void {
    this.camera.turn(right, up);
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  measure(length: number): number {
    return this.camera.measure(length, this.height);
  }

  private clear(): void {
    for (const layer of [...this.always, ...Object.values(this.layers)]) {
      this.world.remove(layer.object);
      layer.dispose();
    }
  }

  dispose(): void {
    this.clear();
    this.floor.dispose();
    this.camera.dispose();
    this.sun.dispose();
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
  }
}
