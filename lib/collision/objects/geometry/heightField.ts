import { checkList, checkNumber, checkNumbers, checkOptions, ModelError } from "../../../math/index.ts";
import { checkExtent } from "./checkExtent.ts";
import type { HeightFieldGeometry } from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

export interface HeightFieldOptions {
  /** Extents along x and z, m: the middle of the grid is the origin. */
  size: ArrayLike<number>;
  /** Rows of heights (y, m): the first row lies at the least z, and each begins at the least x. */
  heights: readonly ArrayLike<number>[];
  /** y of the flat bottom, below every height. Default: a tenth of the longer extent below the lowest. */
  base?: number;
}

const OWNER = "heightField";
const MOST_HEIGHTS = 1_000_000;

export function heightField(options: HeightFieldOptions): HeightFieldGeometry {
  checkOptions(OWNER, options, ["size", "heights", "base"], true);
  const [x, z] = checkNumbers(OWNER, "size", options.size, "two lengths [x, z]", 2).map((length, i) =>
    checkExtent(OWNER, `size[${i}]`, length),
  );
  const rows = checkList(OWNER, "heights", options.heights, "a list of rows of heights", MOST_HEIGHTS);
  const columns = rows.length > 0 ? checkNumbers(OWNER, "row 0", rows[0], "a list of heights").length : 0;
  if (rows.length < 2 || columns < 2 || rows.length * columns > MOST_HEIGHTS) {
    throw new ModelError(
      `${OWNER}: the heights are ${rows.length} rows of ${columns}; give two or more of each, ${MOST_HEIGHTS} in all at most`,
    );
  }
  const heights = Float64Array.from(
    rows.flatMap((row, i) => checkNumbers(OWNER, `row ${i}`, row, `${columns} heights, as row 0 has`, columns)),
  );
  const lowest = heights.reduce((least, y) => Math.min(least, y));
  const base = checkNumber(OWNER, "base", options.base ?? lowest - 0.1 * Math.max(x, z));
  if (base >= lowest) {
    throw new ModelError(`${OWNER}: base ${base} is not below the lowest height, ${lowest}; give a lower one`);
  }
  return registerGeometry({
    kind: "heightField",
    size: Object.freeze([x, z] as const),
    counts: Object.freeze([columns, rows.length] as const),
    heights,
    base,
  });
}
