import { Ellipsoid, Surface } from "../../lib/tracking/index.ts";

/** The inside of an ellipsoid: material is outside. */
export class Hollow extends Surface {
  private readonly inner: Ellipsoid;

  constructor(semiAxes: readonly number[]) {
    super();
    this.inner = new Ellipsoid({ semiAxes });
  }

  get size(): number {
    return this.inner.size;
  }

  get label(): string {
    return "Hollow";
  }

  override calc(point: Float64Array, out: Float64Array): void {
    this.inner.calc(point, out);
    for (let i = 0; i < 10; i++) out[i] = -out[i];
  }
}
