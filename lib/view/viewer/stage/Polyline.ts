import { InstancedInterleavedBuffer, InterleavedBufferAttribute } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

/** A line through points, some pixels wide, that is written anew without making objects. */
export class Polyline {
  readonly object: LineSegments2;
  /** Six numbers for each segment. */
  readonly segments: Float32Array;
  private readonly buffer: InstancedInterleavedBuffer;
  private readonly material: LineMaterial;
  private count = 0;
  private hasLast = false;
  private readonly last = new Float64Array(3);

  constructor(most: number, width: number) {
    const geometry = new LineSegmentsGeometry();
    this.segments = new Float32Array(6 * most);
    this.buffer = new InstancedInterleavedBuffer(this.segments, 6, 1);
    geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.buffer, 3, 0));
    geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.buffer, 3, 3));
    geometry.instanceCount = 0;
    this.material = new LineMaterial({ linewidth: width });
    this.object = new LineSegments2(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.userData.polyline = this;
  }

  get segmentCount(): number {
    return this.count;
  }

  get width(): number {
    return this.material.linewidth;
  }

  get color(): string {
    return `#${this.material.color.getHexString()}`;
  }

  setColor(color: string): void {
    this.material.color.set(color);
  }

  /** Begins at no point. */
  begin(): void {
    this.count = 0;
    this.hasLast = false;
  }

  add(x: number, y: number, z: number): void {
    const { last, segments } = this;
    if (this.hasLast && 6 * this.count < segments.length) {
      const offset = 6 * this.count++;
      segments[offset] = last[0];
      segments[offset + 1] = last[1];
      segments[offset + 2] = last[2];
      segments[offset + 3] = x;
      segments[offset + 4] = y;
      segments[offset + 5] = z;
    }
    last[0] = x;
    last[1] = y;
    last[2] = z;
    this.hasLast = true;
  }

  /** Shows what was added. */
  end(): void {
    this.object.geometry.instanceCount = this.count;
    this.object.visible = this.count > 0;
    this.buffer.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
