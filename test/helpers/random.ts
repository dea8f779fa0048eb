/** The same numbers in every run: mulberry32, 32 bits of state, good enough to draw models. */
export class RandomSource {
  /** Whether most directions lie along an axis and most rotations are none at all, as in models drawn by hand. */
  isPlain = false;
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let x = this.state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  }

  number(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** A whole number, both ends included. */
  integer(from: number, to: number): number {
    return from + Math.floor((to - from + 1) * this.next());
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)];
  }

  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  }

  /** Components between `-size` and `size`. */
  vector(size: number): [number, number, number] {
    return [this.number(-size, size), this.number(-size, size), this.number(-size, size)];
  }

  /** A unit vector, all directions alike. */
  direction(): [number, number, number] {
    if (this.isPlain && this.chance(0.8)) {
      const out: [number, number, number] = [0, 0, 0];
      out[this.integer(0, 2)] = this.pick([1, -1]);
      return out;
    }
    const z = this.number(-1, 1);
    const angle = this.number(-Math.PI, Math.PI);
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  }

  /** A unit quaternion, all rotations alike (Shoemake). */
  quaternion(): [number, number, number, number] {
    if (this.isPlain && this.chance(0.8)) return [1, 0, 0, 0];
    const u = this.next();
    const a = this.number(-Math.PI, Math.PI);
    const b = this.number(-Math.PI, Math.PI);
    const p = Math.sqrt(1 - u);
    const q = Math.sqrt(u);
    return [q * Math.cos(b), p * Math.sin(a), p * Math.cos(a), q * Math.sin(b)];
  }
}
