import {
  type Camera,
  Color,
  type LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix3,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  ShadowMaterial,
  Vector3,
} from "three";
import { Polyline } from "./Polyline.ts";

/** Numbers of a primitive: three corners on the picture (a line has two), and its place among the colours. */
const WIDTH = 7;

/** Steps of brightness. */
const SHADES = 48;

/** More than any depth, m. */
const FAR = 1e12;

/**
 * Draws a scene without WebGL: triangles and lines, flat and shaded by one light, the farthest first. Bodies that pierce each
 * other come out wrong, all else is there.
 */
export class CanvasPainter {
  private readonly context: CanvasRenderingContext2D;
  private readonly light = new Vector3();
  private numbers = new Float64Array(WIDTH * 4096);
  private depths = new Float64Array(4096);
  private order = new Uint32Array(4096);
  private count = 0;
  /** What comes first or last whatever its depth. */
  private advance = 0;
  private readonly styles: { fill: string; width: number }[] = [];
  /** Places of shades of materials among the styles. */
  private readonly places = new Map<number, number>();
  private projected = new Float64Array(4 * 1024);
  private readonly matrix = new Matrix4();
  private readonly normalMatrix = new Matrix3();
  private readonly normal = new Vector3();
  private readonly color = new Color();

  constructor(context: CanvasRenderingContext2D) {
    this.context = context;
  }

  /** In pixels of the canvas; the light shines from the camera's upper left. */
  paint(scene: Scene, camera: Camera, background: string): void {
    const { canvas } = this.context;
    scene.updateMatrixWorld();
    camera.updateMatrixWorld();
    this.light.set(-0.35, 0.75, 0.6).normalize().transformDirection(camera.matrixWorld);
    this.count = 0;
    this.styles.length = 0;
    this.places.clear();
    const toPicture = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.collect(scene, toPicture, canvas.width, canvas.height);
    this.context.fillStyle = background;
    this.context.fillRect(0, 0, canvas.width, canvas.height);
    const order = this.order.subarray(0, this.count).sort((a, b) => this.depths[b] - this.depths[a]);
    for (const i of order) this.draw(i);
  }

  private collect(object: Object3D, toPicture: Matrix4, width: number, height: number): void {
    if (!object.visible) return;
    const line: unknown = object.userData.polyline;
    this.matrix.multiplyMatrices(toPicture, object.matrixWorld);
    this.advance = -FAR * object.renderOrder;
    if (line instanceof Polyline) this.addPolyline(line, width, height);
    else if (object instanceof LineSegments) this.addSegments(object, width, height);
    else if (object instanceof Mesh) this.addMesh(object, width, height);
    for (const child of object.children) this.collect(child, toPicture, width, height);
  }

  private addPolyline(line: Polyline, width: number, height: number): void {
    const { segments, segmentCount } = line;
    const out = this.project(segments, 2 * segmentCount, width, height);
    const style = this.styles.push({ fill: line.color, width: line.width }) - 1;
    for (let i = 0; i < segmentCount; i++) this.addSegment(out, i, style);
  }

  /** Lines that fade: the opacity of each is that of its first end. */
  private addSegments(lines: LineSegments, width: number, height: number): void {
    const { position, color } = lines.geometry.attributes;
    const paint = (lines.material as LineBasicMaterial).color.getStyle();
    const styles = new Map<string, number>();
    const out = this.project(position.array, position.count, width, height);
    for (let i = 0; i < position.count / 2; i++) {
      const share = `${Math.round(100 * color.getW(2 * i))}%`;
      let style = styles.get(share);
      if (style === undefined) {
        style = this.styles.push({ fill: `color-mix(in srgb, ${paint} ${share}, transparent)`, width: 1 }) - 1;
        styles.set(share, style);
      }
      this.addSegment(out, i, style);
    }
  }

  private addSegment(out: Float64Array, i: number, style: number): void {
    const [a, b] = [8 * i, 8 * i + 4];
    if (out[a + 3] <= 0 || out[b + 3] <= 0) return;
    const n = this.claim((out[a + 2] + out[b + 2]) / 2, style);
    for (let k = 0; k < 2; k++) {
      this.numbers[n + k] = out[a + k];
      this.numbers[n + 2 + k] = out[b + k];
    }
  }

  private addMesh(mesh: Mesh, width: number, height: number): void {
    const { position } = mesh.geometry.attributes;
    const { index } = mesh.geometry;
    const material = mesh.material as Material & { color?: Color };
    if (!material.color || !index || material.opacity === 0 || material instanceof ShadowMaterial) return;
    const places = position.array;
    const out = this.project(places, position.count, width, height);
    this.normalMatrix.getNormalMatrix(mesh.matrixWorld);
    const isPlain = material instanceof MeshBasicMaterial;
    const corners = index.array;
    for (let i = 0; i < corners.length; i += 3) {
      const a = 4 * corners[i];
      const b = 4 * corners[i + 1];
      const c = 4 * corners[i + 2];
      if (out[a + 3] <= 0 || out[b + 3] <= 0 || out[c + 3] <= 0) continue;
      const turn = (out[b] - out[a]) * (out[c + 1] - out[a + 1]) - (out[c] - out[a]) * (out[b + 1] - out[a + 1]);
      // Down is positive on a picture: what faces the camera turns the other way.
      if (turn >= 0) continue;
      const shade = isPlain ? SHADES : this.findShade(places, corners[i], corners[i + 1], corners[i + 2]);
      const n = this.claim((out[a + 2] + out[b + 2] + out[c + 2]) / 3, this.findStyle(material, material.color, shade));
      this.numbers[n] = out[a];
      this.numbers[n + 1] = out[a + 1];
      this.numbers[n + 2] = out[b];
      this.numbers[n + 3] = out[b + 1];
      this.numbers[n + 4] = out[c];
      this.numbers[n + 5] = out[c + 1];
    }
  }

  /** Brightness of a triangle, from 0 to `SHADES`. */
  private findShade(p: ArrayLike<number>, a: number, b: number, c: number): number {
    const ux = p[3 * b] - p[3 * a];
    const uy = p[3 * b + 1] - p[3 * a + 1];
    const uz = p[3 * b + 2] - p[3 * a + 2];
    const vx = p[3 * c] - p[3 * a];
    const vy = p[3 * c + 1] - p[3 * a + 1];
    const vz = p[3 * c + 2] - p[3 * a + 2];
    this.normal.set(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    this.normal.applyMatrix3(this.normalMatrix).normalize();
    return Math.round(SHADES * Math.min(1, 0.42 + 0.62 * Math.max(0, this.normal.dot(this.light))));
  }

  /** The place of a colour among the styles of this picture. */
  private findStyle(material: Material, paint: Color, shade: number): number {
    const key = (SHADES + 1) * material.id + shade;
    let style = this.places.get(key);
    if (style === undefined) {
      const { r, g, b } = this.color
        .copy(paint)
        .multiplyScalar(shade / SHADES)
        .getRGB({ r: 0, g: 0, b: 0 }, "srgb");
      const [x, y, z] = [r, g, b].map((value) => Math.round(255 * value));
      style = this.styles.push({ fill: `rgba(${x}, ${y}, ${z}, ${material.opacity})`, width: 0 }) - 1;
      this.places.set(key, style);
    }
    return style;
  }

  /** Points on the picture: x, y in pixels, depth, and w, which is positive in front of the camera. */
  private project(points: ArrayLike<number>, count: number, width: number, height: number): Float64Array {
    if (this.projected.length < 4 * count) this.projected = new Float64Array(8 * count);
    const { projected: out } = this;
    const m = this.matrix.elements;
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      out[4 * i] = (0.5 + (0.5 * (m[0] * x + m[4] * y + m[8] * z + m[12])) / w) * width;
      out[4 * i + 1] = (0.5 - (0.5 * (m[1] * x + m[5] * y + m[9] * z + m[13])) / w) * height;
      out[4 * i + 2] = w;
      out[4 * i + 3] = w;
    }
    return out;
  }

  /** Room for one more primitive; where its numbers begin. */
  private claim(depth: number, style: number): number {
    const i = this.count++;
    if (i >= this.depths.length) {
      const [numbers, depths] = [this.numbers, this.depths];
      this.numbers = new Float64Array(2 * numbers.length);
      this.numbers.set(numbers);
      this.depths = new Float64Array(2 * depths.length);
      this.depths.set(depths);
      const order = new Uint32Array(2 * depths.length);
      order.set(this.order);
      this.order = order;
    }
    this.depths[i] = depth + this.advance;
    this.order[i] = i;
    this.numbers[WIDTH * i + 6] = style;
    return WIDTH * i;
  }

  private draw(i: number): void {
    const { context, numbers } = this;
    const n = WIDTH * i;
    const { fill, width } = this.styles[numbers[n + 6]];
    context.beginPath();
    context.moveTo(numbers[n], numbers[n + 1]);
    context.lineTo(numbers[n + 2], numbers[n + 3]);
    if (width > 0) {
      context.strokeStyle = fill;
      context.lineWidth = width;
      context.stroke();
      return;
    }
    context.lineTo(numbers[n + 4], numbers[n + 5]);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    // Triangles next to each other leave a seam otherwise.
    context.strokeStyle = fill;
    context.lineWidth = 0.7;
    context.stroke();
  }
}
