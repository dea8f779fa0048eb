import { AxialLink } from "./AxialLink.ts";
import type { Link } from "./Link.ts";
import { passImpulse, passToParent } from "./passToParent.ts";

/**
 * A turn about an axis: an AxialLink with `S = (0, n)`, written out because most links of most models are of this kind.
 * Where the axis is one of the parent's own axes and the link's axes rest on them, two columns of the rotation turn.
 */
export class RotateLink extends AxialLink {
  /** 0, 1 or 2: the column of T along the axis; −1 in general. */
  private readonly column: number;
  private readonly sign: number;

  constructor(parent: Link, offset: ArrayLike<number>, axis: ArrayLike<number>, rest: ArrayLike<number>) {
    super(parent, { offset, axis, rest, slide: 0, turn: 1 });
    const isAligned = [1, 0, 0, 0, 1, 0, 0, 0, 1].every((e, i) => rest[i] === e);
    this.column = isAligned ? [0, 1, 2].findIndex((i) => Math.abs(axis[i]) === 1) : -1;
    this.sign = this.column < 0 ? 1 : axis[this.column];
  }

  override calcKinematics(q: Float64Array, s: Float64Array): void {
    const j = this.column;
    if (j < 0) {
      this.move(q, this.coordinate, s, this.rate);
      return;
    }
    const { w, k, sign } = this;
    const p = (this.parent as Link).w;
    const angle = q[this.coordinate];
    const cosine = Math.cos(angle);
    const sine = sign * Math.sin(angle);
    const rate = sign * s[this.rate];
    const x = k[0];
    const y = k[1];
    const z = k[2];
    const dx = p[3] * x + p[4] * y + p[5] * z;
    const dy = p[6] * x + p[7] * y + p[8] * z;
    const dz = p[9] * x + p[10] * y + p[11] * z;
    w[36] = dx;
    w[37] = dy;
    w[38] = dz;
    const a = j === 2 ? 3 : j + 4;
    const b = j === 0 ? 5 : j + 2;
    const nx = p[3 + j];
    const ny = p[6 + j];
    const nz = p[9 + j];
    w[3 + j] = nx;
    w[6 + j] = ny;
    w[9 + j] = nz;
    w[39] = sign * nx;
    w[40] = sign * ny;
    w[41] = sign * nz;
    const a0 = p[a];
    const b0 = p[b];
    w[a] = cosine * a0 + sine * b0;
    w[b] = cosine * b0 - sine * a0;
    const a1 = p[a + 3];
    const b1 = p[b + 3];
    w[a + 3] = cosine * a1 + sine * b1;
    w[b + 3] = cosine * b1 - sine * a1;
    const a2 = p[a + 6];
    const b2 = p[b + 6];
    w[a + 6] = cosine * a2 + sine * b2;
    w[b + 6] = cosine * b2 - sine * a2;
    const wx = p[15];
    const wy = p[16];
    const wz = p[17];
    const ux = wy * dz - wz * dy;
    const uy = wz * dx - wx * dz;
    const uz = wx * dy - wy * dx;
    const rx = nx * rate;
    const ry = ny * rate;
    const rz = nz * rate;
    w[15] = wx + rx;
    w[16] = wy + ry;
    w[17] = wz + rz;
    const ex = p[33];
    const ey = p[34];
    const ez = p[35];
    w[30] = p[30] + ey * dz - ez * dy + wy * uz - wz * uy;
    w[31] = p[31] + ez * dx - ex * dz + wz * ux - wx * uz;
    w[32] = p[32] + ex * dy - ey * dx + wx * uy - wy * ux;
    w[33] = ex + wy * rz - wz * ry;
    w[34] = ey + wz * rx - wx * rz;
    w[35] = ez + wx * ry - wy * rx;
  }

  override eliminate(tau: Float64Array): void {
    const { w, k } = this;
    const parent = this.parent as Link;
    const nx = w[39];
    const ny = w[40];
    const nz = w[41];
    const u3 = w[60] * nx + w[61] * ny + w[62] * nz;
    const u4 = w[61] * nx + w[63] * ny + w[64] * nz;
    const u5 = w[62] * nx + w[64] * ny + w[65] * nz;
    const id = 1 / (k[45] + nx * u3 + ny * u4 + nz * u5);
    w[72] = w[51] * nx + w[52] * ny + w[53] * nz;
    w[73] = w[54] * nx + w[55] * ny + w[56] * nz;
    w[74] = w[57] * nx + w[58] * ny + w[59] * nz;
    w[75] = u3;
    w[76] = u4;
    w[77] = u5;
    w[78] = id;
    w[79] = (tau[this.rate] - nx * w[69] - ny * w[70] - nz * w[71]) * id;
    if (!parent.isBase) passToParent(w, parent.w);
  }

  override accelerate(out: Float64Array): void {
    const { w } = this;
    const p = (this.parent as Link).w;
    const ex = p[83];
    const ey = p[84];
    const ez = p[85];
    const a0 = p[80] + ey * w[38] - ez * w[37];
    const a1 = p[81] + ez * w[36] - ex * w[38];
    const a2 = p[82] + ex * w[37] - ey * w[36];
    const sum = w[72] * a0 + w[73] * a1 + w[74] * a2 + w[75] * ex + w[76] * ey + w[77] * ez;
    const change = w[79] - w[78] * sum;
    w[80] = a0;
    w[81] = a1;
    w[82] = a2;
    w[83] = ex + w[39] * change;
    w[84] = ey + w[40] * change;
    w[85] = ez + w[41] * change;
    out[this.rate] = change;
  }

  override sweepIn(impulses: Float64Array): void {
    const { w } = this;
    const parent = this.parent as Link;
    w[104] = w[78] * (impulses[this.rate] - w[39] * w[101] - w[40] * w[102] - w[41] * w[103]);
    if (!parent.isBase) passImpulse(w, parent.w);
  }
}
