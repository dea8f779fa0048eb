import { Matrix, pseudoInverse, SingularValueDecomposition } from "ml-matrix";
import type { Kernel } from "../../lib/kernel/Kernel.ts";
import type { RowOperator } from "../../lib/kernel/RowOperator.ts";
import { type Body, RigidBody } from "../../lib/rigidbody/index.ts";

/**
 * The map from wrenches on bodies to their accelerations without the recursion: `Φ = T (TᵀM T)⁻¹ Tᵀ`, with the twists `T`
 * of the bodies for unit rates, column by column, and `M` of masses and inertia tensors.
 */
export class DenseOperator {
  readonly bodies: readonly Body[];
  /** Twists `(v_O, ω)` of all bodies, one column per rate. */
  readonly twists: Matrix;
  readonly mobility: Matrix;

  constructor(kernel: Kernel, t = 0) {
    this.bodies = kernel.bodies;
    const rates = kernel.s.slice();
    const read = () => {
      kernel.calcKinematics(t, true);
      return kernel.bodies.flatMap(({ port }) => [...port.v, ...port.w]);
    };
    kernel.s.fill(0);
    const still = read();
    this.twists = new Matrix(still.length, kernel.rateCount);
    for (let k = 0; k < kernel.rateCount; k++) {
      kernel.s[k] = 1;
      read().forEach((value, i) => {
        this.twists.set(i, k, value - still[i]);
      });
      kernel.s[k] = 0;
    }
    kernel.s.set(rates);
    kernel.calcKinematics(t, true);
    const inertia = this.twists.transpose().mmul(this.calcMasses()).mmul(this.twists);
    this.mobility = new SingularValueDecomposition(inertia).inverse();
  }

  /** Masses and moments of inertia in world axes. */
  calcMasses(): Matrix {
    const masses = Matrix.zeros(6 * this.bodies.length, 6 * this.bodies.length);
    this.bodies.forEach((body, i) => {
      if (!(body instanceof RigidBody)) return;
      const { mass, tensor } = body.inertia;
      const [xx, yy, zz, xy, xz, yz] = tensor;
      const turn = new Matrix([0, 3, 6].map((row) => [...body.port.T.slice(row, row + 3)]));
      const own = new Matrix([
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ]);
      for (let k = 0; k < 3; k++) masses.set(6 * i + k, 6 * i + k, mass);
      masses.setSubMatrix(turn.mmul(own).mmul(turn.transpose()), 6 * i + 3, 6 * i + 3);
    });
    return masses;
  }

  /** Rows of an operator as they act on the twists of all bodies. */
  private calcBodyRows({ blocks, rowCount }: RowOperator): Matrix {
    const rows = Matrix.zeros(rowCount, 6 * this.bodies.length);
    for (const { constraint, first, size } of blocks) {
      if (!constraint) continue;
      const count = constraint.bodies.length;
      for (let row = 0; row < size; row++) {
        constraint.bodies.forEach((body, b) => {
          const place = 6 * this.bodies.indexOf(body);
          for (let k = 0; k < 6; k++) {
            const part = constraint.jacobian[6 * (row * count + b) + k];
            rows.set(first + row, place + k, rows.get(first + row, place + k) + part);
          }
        });
      }
    }
    return rows;
  }

  /** Rows of an operator as they act on the rates. */
  calcRows(operator: RowOperator): Matrix {
    const rows = this.calcBodyRows(operator).mmul(this.twists);
    for (const { rate, first } of operator.blocks) if (rate >= 0) rows.set(first, rate, 1);
    return rows;
  }

  /** What the rows would respond if all bodies were free. */
  calcFreeResponses(operator: RowOperator): number[] {
    const rows = this.calcBodyRows(operator);
    return rows.mmul(pseudoInverse(this.calcMasses())).mmul(rows.transpose()).diagonal();
  }
}

/**
 * The multipliers of least norm, in units of each row's own response, of `K λ = b`. Rows that respond to nothing, against
 * what free bodies would do, have none.
 */
export function solveLeastNorm(
  K: Matrix,
  b: ArrayLike<number>,
  free: readonly number[],
): { multipliers: number[]; rank: number; gap: number } {
  const units = K.diagonal().map((own, i) => (own > 1e-8 * free[i] ? 1 / Math.sqrt(own) : 0));
  if (units.every((unit) => unit === 0)) return { multipliers: units, rank: 0, gap: 1 };
  const scaled = Matrix.diag(units).mmul(K).mmul(Matrix.diag(units));
  const svd = new SingularValueDecomposition(scaled, { autoTranspose: true });
  const values = svd.diagonal;
  const rank = values.filter((value) => value > 1e-9 * values[0]).length;
  const left = svd.leftSingularVectors.subMatrix(0, K.rows - 1, 0, rank - 1);
  const right = svd.rightSingularVectors.subMatrix(0, K.rows - 1, 0, rank - 1);
  const target = Matrix.columnVector(Array.from(units, (unit, i) => unit * b[i]));
  const parts = left.transpose().mmul(target);
  for (let i = 0; i < rank; i++) parts.set(i, 0, parts.get(i, 0) / values[i]);
  const solution = right.mmul(parts).getColumn(0);
  return { multipliers: solution.map((x, i) => units[i] * x), rank, gap: values[rank - 1] / values[0] };
}
