/** `dy/dt` at `t`, written to `out`. */
export type Derivative = (t: number, y: Float64Array, out: Float64Array) => void;

const COUNTS = [2, 4, 6, 8, 10, 12];

/**
 * One step of Gragg's method: modified midpoint with 2, 4, … 12 parts, extrapolated to parts of no length (order 12). Plain
 * and independent of the integrators of the library. `y` is advanced in place.
 */
export function extrapolateStep(f: Derivative, t: number, y: Float64Array, h: number): void {
  const n = y.length;
  const table: Float64Array[] = [];
  const rate = new Float64Array(n);
  COUNTS.forEach((count, row) => {
    const part = h / count;
    let before = Float64Array.from(y);
    f(t, before, rate);
    let now = before.map((value, i) => value + part * rate[i]);
    for (let k = 1; k < count; k++) {
      f(t + k * part, now, rate);
      const next = before.map((value, i) => value + 2 * part * rate[i]);
      before = now;
      now = next;
    }
    f(t + h, now, rate);
    let value = now.map((x, i) => (x + before[i] + part * rate[i]) / 2);
    for (let column = 0; column < row; column++) {
      const ratio = (count / COUNTS[row - 1 - column]) ** 2 - 1;
      const old = table[column];
      table[column] = value;
      value = value.map((x, i) => x + (x - old[i]) / ratio);
    }
    table[row] = value;
  });
  y.set(table[COUNTS.length - 1]);
}
