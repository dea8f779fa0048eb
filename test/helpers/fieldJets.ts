/**
 * Functions of x, y, z together with their gradient and Hessian: products follow by Leibniz' rule and functions by the
 * chain rule, so a formula for a value gives its derivatives by itself, exactly. Order of the Hessian: xx, yy, zz, xy,
 * xz, yz.
 */
export interface Field {
  readonly value: number;
  readonly first: readonly number[];
  readonly second: readonly number[];
}

const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

const zip = (a: readonly number[], b: readonly number[], f: (x: number, y: number) => number) =>
  a.map((x, i) => f(x, b[i]));

export const number = (value: number): Field => ({ value, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] });

export const coordinates = (point: ArrayLike<number>): [Field, Field, Field] =>
  [0, 1, 2].map((i) => ({
    ...number(point[i]),
    first: [0, 1, 2].map((j) => (i === j ? 1 : 0)),
  })) as unknown as [Field, Field, Field];

const lift = (a: Field | number): Field => (typeof a === "number" ? number(a) : a);

export function plus(...terms: (Field | number)[]): Field {
  return terms.map(lift).reduce((a, b) => ({
    value: a.value + b.value,
    first: zip(a.first, b.first, (x, y) => x + y),
    second: zip(a.second, b.second, (x, y) => x + y),
  }));
}

export function times(...factors: (Field | number)[]): Field {
  return factors.map(lift).reduce((a, b) => ({
    value: a.value * b.value,
    first: zip(a.first, b.first, (x, y) => x * b.value + a.value * y),
    second: PAIRS.map(
      ([j, k], i) => a.second[i] * b.value + a.first[j] * b.first[k] + a.first[k] * b.first[j] + a.value * b.second[i],
    ),
  }));
}

export const minus = (a: Field | number, b: Field | number): Field => plus(a, times(-1, b));

/** `f(a)` from `f`, `f′` and `f″` at a. */
export const chain = (f: number, f1: number, f2: number, a: Field): Field => ({
  value: f,
  first: a.first.map((x) => f1 * x),
  second: PAIRS.map(([j, k], i) => f1 * a.second[i] + f2 * a.first[j] * a.first[k]),
});

export const power = (a: Field, e: number): Field =>
  chain(a.value ** e, e * a.value ** (e - 1), e * (e - 1) * a.value ** (e - 2), a);
export const square = (a: Field): Field => times(a, a);
export const root = (a: Field): Field => power(a, 0.5);
export const over = (a: Field | number, b: Field | number): Field => times(a, power(lift(b), -1));
export const sine = (a: Field): Field => chain(Math.sin(a.value), Math.cos(a.value), -Math.sin(a.value), a);
export const cosine = (a: Field): Field => chain(Math.cos(a.value), -Math.sin(a.value), -Math.cos(a.value), a);
export const exponential = (a: Field): Field => chain(Math.exp(a.value), Math.exp(a.value), Math.exp(a.value), a);
export const logarithm = (a: Field): Field => chain(Math.log(a.value), 1 / a.value, -1 / a.value ** 2, a);
export const magnitude = (a: Field): Field => (a.value < 0 ? times(-1, a) : a);
export const tangent = (a: Field): Field => over(sine(a), cosine(a));
export const sinus = (a: Field): Field => times(0.5, minus(exponential(a), exponential(times(-1, a))));
export const cosinus = (a: Field): Field => times(0.5, plus(exponential(a), exponential(times(-1, a))));
export const tanh = (a: Field): Field => over(sinus(a), cosinus(a));
export function arctangent(a: Field): Field {
  const k = 1 / (1 + a.value * a.value);
  return chain(Math.atan(a.value), k, -2 * a.value * k * k, a);
}
export function arcsine(a: Field): Field {
  const k = 1 / Math.sqrt((1 - a.value) * (1 + a.value));
  return chain(Math.asin(a.value), k, a.value * k * k * k, a);
}
export const arccosine = (a: Field): Field => minus(Math.PI / 2, arcsine(a));
