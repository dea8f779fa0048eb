import { ModelError } from "../math/index.ts";
import { Mesh, MOST_TRIANGLES } from "./Mesh.ts";

/** Collects what a file tells, corner by corner. Corners at the same place are one vertex: STL repeats them. */
export class MeshBuilder {
  private readonly owner: string;
  private readonly positions: number[] = [];
  private readonly triangles: number[] = [];
  private readonly known = new Map<string, number>();

  constructor(owner: string) {
    this.owner = owner;
  }

  /** The number of the vertex at this place, a new one if there is none; `where` names it in messages. */
  addVertex(x: number, y: number, z: number, where: () => string): number {
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
      throw new ModelError(
        `${this.owner}: ${where()} has the coordinates ${x}, ${y}, ${z}; they have to be finite: the file is damaged`,
      );
    }
    // Zero has one sign here.
    const key = `${x + 0},${y + 0},${z + 0}`;
    let index = this.known.get(key);
    if (index === undefined) {
      index = this.positions.push(x + 0, y + 0, z + 0) / 3 - 1;
      this.known.set(key, index);
    }
    return index;
  }

  /** One that has two corners in the same place is nothing, and left out. */
  addTriangle(a: number, b: number, c: number): void {
    if (a === b || b === c || c === a) return;
    if (this.triangles.push(a, b, c) > 3 * MOST_TRIANGLES) {
      throw new ModelError(`${this.owner}: there are more than ${MOST_TRIANGLES} triangles; give a coarser mesh`);
    }
  }

  finish(): Mesh {
    if (this.triangles.length === 0) {
      throw new ModelError(`${this.owner}: there is no triangle in it; give a file of a mesh that is not empty`);
    }
    return new Mesh({ positions: Float64Array.from(this.positions), triangles: Uint32Array.from(this.triangles) });
  }
}
