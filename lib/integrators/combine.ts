/**
 * `out = base + Σ weight · stage`, most of what a step costs beside the evaluations. One loop over the components with
 * the weights in local variables, and all stages in one array (one bound to check), takes a third of the time of two
 * nested loops and three quarters of that with an array per stage; more than five terms at once gain little. Places
 * read from a typed array are known to be integers, which spares a check per term: another third.
 *
 * @param weights the weights of this sum, from `offset` on
 * @param stages all stages, one after the other
 * @param starts where the stages of this sum begin in `stages`
 * @param out may be `base`
 */
export function combine(
  base: Float64Array,
  weights: Float64Array,
  offset: number,
  stages: Float64Array,
  starts: Int32Array,
  out: Float64Array,
): void {
  const count = starts.length;
  let from = base;
  let first = 0;
  while (count - first > 5) {
    add5(from, weights, offset + first, stages, starts, first, out);
    from = out;
    first += 5;
  }
  switch (count - first) {
    case 1:
      add1(from, weights, offset + first, stages, starts, first, out);
      break;
    case 2:
      add2(from, weights, offset + first, stages, starts, first, out);
      break;
    case 3:
      add3(from, weights, offset + first, stages, starts, first, out);
      break;
    case 4:
      add4(from, weights, offset + first, stages, starts, first, out);
      break;
    case 5:
      add5(from, weights, offset + first, stages, starts, first, out);
      break;
  }
}

function add1(
  y: Float64Array,
  w: Float64Array,
  o: number,
  k: Float64Array,
  s: Int32Array,
  f: number,
  out: Float64Array,
): void {
  const w0 = w[o];
  const s0 = s[f];
  const n = out.length;
  for (let i = 0; i < n; i++) out[i] = y[i] + w0 * k[s0 + i];
}

function add2(
  y: Float64Array,
  w: Float64Array,
  o: number,
  k: Float64Array,
  s: Int32Array,
  f: number,
  out: Float64Array,
): void {
  const w0 = w[o];
  const w1 = w[o + 1];
  const s0 = s[f];
  const s1 = s[f + 1];
  const n = out.length;
  for (let i = 0; i < n; i++) out[i] = y[i] + (w0 * k[s0 + i] + w1 * k[s1 + i]);
}

function add3(
  y: Float64Array,
  w: Float64Array,
  o: number,
  k: Float64Array,
  s: Int32Array,
  f: number,
  out: Float64Array,
): void {
  const w0 = w[o];
  const w1 = w[o + 1];
  const w2 = w[o + 2];
  const s0 = s[f];
  const s1 = s[f + 1];
  const s2 = s[f + 2];
  const n = out.length;
  for (let i = 0; i < n; i++) out[i] = y[i] + (w0 * k[s0 + i] + w1 * k[s1 + i] + w2 * k[s2 + i]);
}

function add4(
  y: Float64Array,
  w: Float64Array,
  o: number,
  k: Float64Array,
  s: Int32Array,
  f: number,
  out: Float64Array,
): void {
  const w0 = w[o];
  const w1 = w[o + 1];
  const w2 = w[o + 2];
  const w3 = w[o + 3];
  const s0 = s[f];
  const s1 = s[f + 1];
  const s2 = s[f + 2];
  const s3 = s[f + 3];
  const n = out.length;
  for (let i = 0; i < n; i++) out[i] = y[i] + (w0 * k[s0 + i] + w1 * k[s1 + i] + w2 * k[s2 + i] + w3 * k[s3 + i]);
}

function add5(
  y: Float64Array,
  w: Float64Array,
  o: number,
  k: Float64Array,
  s: Int32Array,
  f: number,
  out: Float64Array,
): void {
  const w0 = w[o];
  const w1 = w[o + 1];
  const w2 = w[o + 2];
  const w3 = w[o + 3];
  const w4 = w[o + 4];
  const s0 = s[f];
  const s1 = s[f + 1];
  const s2 = s[f + 2];
  const s3 = s[f + 3];
  const s4 = s[f + 4];
  const n = out.length;
  for (let i = 0; i < n; i++)
    out[i] = y[i] + (w0 * k[s0 + i] + w1 * k[s1 + i] + w2 * k[s2 + i] + w3 * k[s3 + i] + w4 * k[s4 + i]);
}
