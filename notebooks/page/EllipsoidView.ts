import { cross, dot, findPerpendicular, normalize, type Vector3 } from "../../lib/math/index.ts";

/** From where one looks, rad. */
export interface Eye {
  azimuth: number;
  elevation: number;
}

export interface EllipsoidViewOptions {
  moments: Vector3;
  energy: number;
  width: number;
  height: number;
  eye: Eye;
}

const AXES = ["x", "y", "z"];

/** Of the axes x, y and z. */
export const AXIS_COLORS = ["#d64541", "#3a9d5d", "#4269d0"];

/** A parallel projection of the ellipsoid `Σ Jᵢωᵢ² = 2T`, with y up. */
export class EllipsoidView {
  private readonly semiAxes: Vector3;
  private readonly moments: Vector3;
  private readonly right: Vector3;
  private readonly up: Vector3;
  private readonly toEye: Vector3;
  private readonly scale: number;
  private readonly center: readonly [number, number];

  constructor({ moments, energy, width, height, eye }: EllipsoidViewOptions) {
    const [a, b, c] = moments.map((moment) => Math.sqrt((2 * energy) / moment) || 1);
    const [sa, ca] = [Math.sin(eye.azimuth), Math.cos(eye.azimuth)];
    const [se, ce] = [Math.sin(eye.elevation), Math.cos(eye.elevation)];
    this.moments = moments;
    this.semiAxes = [a, b, c];
    this.right = [ca, 0, -sa];
    this.up = [-sa * se, ce, -ca * se];
    this.toEye = [sa * ce, se, ca * ce];
    this.scale = (0.39 * Math.min(width, height)) / Math.max(a, b, c);
    this.center = [width / 2, height / 2];
  }

  private project(point: Vector3): string {
    const x = this.center[0] + this.scale * dot(point, this.right);
    const y = this.center[1] - this.scale * dot(point, this.up);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  }

  /** Whether a point of the ellipsoid is on the near side: its normal is along the angular momentum. */
  private isNear(point: Vector3): boolean {
    return (
      dot(
        point.map((value, i) => this.moments[i] * value),
        this.toEye,
      ) > 0
    );
  }

  /** The outline: where the normal is at right angles to the view. */
  drawBody(): SVGElement {
    const n = this.toEye.map((value, i) => value / this.semiAxes[i]);
    const u = findPerpendicular(normalize(n));
    const v = normalize(cross(n, u));
    const outline = Array.from({ length: 90 }, (_, i): Vector3 => {
      const [s, c] = [Math.sin((i * Math.PI) / 45), Math.cos((i * Math.PI) / 45)];
      const at = (k: number) => this.semiAxes[k] * (c * u[k] + s * v[k]);
      return [at(0), at(1), at(2)];
    });
    return createElement("path", { class: "body", d: `M${outline.map((point) => this.project(point)).join("L")}Z` });
  }

  /** A curve on the ellipsoid: what is behind, and what is in front. */
  drawCurve(points: readonly Vector3[], kind: string): SVGElement[] {
    const parts: { near: string[]; far: string[] } = { near: [], far: [] };
    let last: "near" | "far" | undefined;
    points.forEach((point, i) => {
      const side = this.isNear(point) ? "near" : "far";
      const place = this.project(point);
      if (side === last) parts[side].push(`L${place}`);
      else parts[side].push(`M${i > 0 ? this.project(points[i - 1]) : place}L${place}`);
      last = side;
    });
    return (["far", "near"] as const)
      .filter((side) => parts[side].length > 0)
      .map((side) => createElement("path", { class: `${kind} ${side}`, d: parts[side].join("") }));
  }

  /** Axes from the surface outwards: those that point away are behind the ellipsoid. */
  drawAxes(near: boolean): SVGElement[] {
    return AXES.flatMap((name, k) => {
      if (this.toEye[k] > 0 !== near) return [];
      const at = (length: number): Vector3 => {
        const point: [number, number, number] = [0, 0, 0];
        point[k] = length * this.semiAxes[k];
        return point;
      };
      const [x, y] = this.project(at(1.32)).split(",");
      const line = createElement("path", {
        class: "axis",
        stroke: AXIS_COLORS[k],
        d: `M${this.project(at(1))}L${this.project(at(1.25))}`,
      });
      const label = createElement("text", { x, y, dy: "0.35em", fill: AXIS_COLORS[k] });
      label.textContent = name;
      return [line, label];
    });
  }

  drawDot(point: Vector3 | undefined): SVGElement[] {
    if (!point) return [];
    const [cx, cy] = this.project(point).split(",");
    return [createElement("circle", { class: this.isNear(point) ? "dot" : "dot far", cx, cy, r: "5" })];
  }
}

/** An element of SVG with its attributes. */
export function createElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
