import { RowSpace } from "../kernel/RowSpace.ts";
import { type EigenPair, eigenGeneral } from "../math/eigenGeneral.ts";

/** Rows that are as much independent as this are; errors of the matrix may ask for more, up to the second. */
const LEAST = 1e-10;
const MOST = 1e-7;

/** Parts of a direction below this are left out when it is looked at: a slow creep beside something fast is still one. */
const SHAPELESS = 1e-6;

/** What is left of a row below this part of it is nothing, even where it is all there is: rounding of a rounding error. */
const NOTHING = 1e-20;

/** Directions that are split off at once: `x = y + Σ c v`, with `c` the components of x at `places`. */
interface Level {
  readonly size: number;
  readonly places: readonly number[];
  readonly directions: readonly Float64Array[];
  /** Components that stay. */
  readonly rest: readonly number[];
  /** `ċ` by the components that stay. */
  readonly rates: readonly Float64Array[];
}

/**
 * A linear system `ẋ = A x` without its neutral directions: departures that stay as they are (where a wheel stands, how fast
 * it rolls), then those that change nothing but these (where it heads), and so on. They are as many zero eigenvalues, in
 * chains: the numerical eigenvalues of the whole matrix would scatter with the second or third root of rounding. Without
 * them the others are as good as the matrix. (The staircase of [Kublanovskaya], with unit triangles for rotations.)
 */
export class NeutralSplit {
  /** The matrix without them. */
  readonly matrix: readonly Float64Array[];
  private readonly cutoff: number;
  private readonly levels: Level[] = [];

  /** `accuracy`: of the matrix, relative to the largest entry of each row. */
  constructor(matrix: readonly (readonly number[])[], accuracy: number) {
    this.cutoff = Math.min(MOST, Math.max(LEAST, 4 * accuracy));
    let rows: Float64Array[] = matrix.map((row) => Float64Array.from(row));
    for (;;) {
      const level = splitOff(rows, this.cutoff);
      if (!level) break;
      this.levels.push(level);
      rows = level.rest.map((i) => subtractParts(rows, level, i, this.cutoff));
    }
    this.matrix = rows;
  }

  /** What is left of a departure without its neutral part. */
  reduce(x: Float64Array): Float64Array {
    return this.levels.reduce(
      (y, { rest, places, directions }) =>
        Float64Array.from(rest, (i) => directions.reduce((sum, v, k) => sum - y[places[k]] * v[i], y[i])),
      x,
    );
  }

  /** What may be left of a departure of which bounds are known. */
  reduceBounds(bounds: Float64Array): Float64Array {
    return this.levels.reduce(
      (y, { rest, places, directions }) =>
        Float64Array.from(rest, (i) => directions.reduce((sum, v, k) => sum + y[places[k]] * Math.abs(v[i]), y[i])),
      bounds,
    );
  }

  /** Eigenvalues and vectors of the whole system; those of neutral directions are zero exactly. */
  findEigenPairs(): EigenPair[] {
    const { levels, matrix, cutoff } = this;
    const lift = (pair: EigenPair, level: Level) => liftPair(pair, level, cutoff);
    const own = eigenGeneral(
      matrix.flatMap((row) => [...row]),
      matrix.length,
    ).map((pair) => levels.reduceRight(lift, pair));
    const neutral = levels.flatMap(({ directions }, depth) =>
      directions.map((re) =>
        levels.slice(0, depth).reduceRight(lift, { value: { re: 0, im: 0 }, re, im: new Float64Array(re.length) }),
      ),
    );
    return [...neutral, ...own];
  }
}

/** Directions that change nothing; nothing if there are none. */
function splitOff(rows: readonly Float64Array[], cutoff: number): Level | undefined {
  const size = rows.length;
  const space = new RowSpace(size, 1, cutoff);
  const lengths = rows.map((row) => Math.hypot(...row));
  space.add(rows.flatMap((row, i) => (lengths[i] > 0 ? [row.map((x) => x / lengths[i])] : [])));
  const { independent, directions } = space.findFreedoms();
  const chosen = independent.flatMap((place, k) =>
    changesNothing(rows, directions[k], cutoff) ? [{ place, direction: directions[k] }] : [],
  );
  if (chosen.length === 0) return undefined;
  const places = chosen.map(({ place }) => place);
  const rest = rows.map((_, i) => i).filter((i) => !places.includes(i));
  return {
    size,
    places,
    directions: chosen.map(({ direction }) => direction),
    rest,
    rates: places.map((i) => Float64Array.from(rest, (j) => rows[i][j])),
  };
}

/** Whether its terms cancel in each row by itself. */
function changesNothing(rows: readonly Float64Array[], direction: Float64Array, cutoff: number): boolean {
  const least = SHAPELESS * Math.max(...direction.map(Math.abs));
  return rows.every((row) => {
    let [sum, terms] = [0, 0];
    row.forEach((x, j) => {
      if (Math.abs(direction[j]) <= least) return;
      sum += x * direction[j];
      terms += Math.abs(x * direction[j]);
    });
    return Math.abs(sum) <= cutoff * terms + NOTHING * Math.hypot(...row);
  });
}

/** `ẏ` of one of the components that stay; what cancels is zero, or its rounding would count as a row. */
function subtractParts(rows: readonly Float64Array[], level: Level, i: number, cutoff: number): Float64Array {
  const { places, directions, rest } = level;
  return Float64Array.from(rest, (j) => {
    let [sum, terms] = [rows[i][j], Math.abs(rows[i][j])];
    directions.forEach((v, k) => {
      sum -= v[i] * rows[places[k]][j];
      terms += Math.abs(v[i] * rows[places[k]][j]);
    });
    return Math.abs(sum) <= cutoff * terms ? 0 : sum;
  });
}

/** The vector of the larger system: with `λ c = ċ(y)`, written as λ times it, `λ y + Σ ċ v`, as λ may be zero. */
function liftPair({ value, re, im }: EigenPair, level: Level, cutoff: number): EigenPair {
  const { size, directions, rest, rates } = level;
  const dot = (row: Float64Array, y: Float64Array) => row.reduce((sum, x, j) => sum + x * y[j], 0);
  const parts = rates.map((row) => {
    const terms = row.reduce((sum, x, j) => sum + Math.abs(x) * Math.hypot(re[j], im[j]), 0);
    const [x, y] = [dot(row, re), dot(row, im)];
    return Math.hypot(x, y) <= cutoff * terms ? [0, 0] : [x, y];
  });
  const isApart = parts.every(([x, y]) => x === 0 && y === 0);
  const { re: a, im: b } = isApart ? { re: 1, im: 0 } : value;
  const whole = [new Float64Array(size), new Float64Array(size)];
  rest.forEach((i, j) => {
    whole[0][i] = a * re[j] - b * im[j];
    whole[1][i] = a * im[j] + b * re[j];
  });
  directions.forEach((v, k) => {
    for (let i = 0; i < size; i++) for (const part of [0, 1]) whole[part][i] += parts[k][part] * v[i];
  });
  const length = Math.hypot(...whole[0], ...whole[1]);
  return { value, re: whole[0].map((x) => x / length), im: whole[1].map((x) => x / length) };
}
