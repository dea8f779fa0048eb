import type { RandomSource } from "../random.ts";

const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -0,
  1,
  -1,
  0.5,
  3,
  -1e-9,
  5e-324,
  1e-300,
  1e-9,
  1e9,
  2 ** 53,
  1e300,
  -1e300,
  1.7e308,
];

const TEXTS = ["", " ", "x", "a.b", '"', "a\nb", "</svg><script>", "__proto__", "constructor", "toString", "NaN", "1"];

const refuse = () => {
  throw new Error("hostile");
};

const makeSparse = (length: number) => {
  const list: unknown[] = [];
  list.length = length;
  return list;
};

/** An object with a getter under every name that an option may have, which throws. */
const makeTrap = (names: readonly string[]) =>
  Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: refuse, enumerable: true }])));

const MAKERS: readonly ((random: RandomSource) => unknown)[] = [
  () => undefined,
  () => null,
  (random) => random.chance(0.5),
  (random) => random.pick(TEXTS),
  () => "long ".repeat(1000),
  () => Symbol("hostile"),
  () => 10n,
  () => [],
  () => makeSparse(3),
  () => makeSparse(1e8),
  (random) => [random.pick(NUMBERS), random.pick(NUMBERS), random.pick(NUMBERS)],
  () => [null, undefined, {}],
  () => Float64Array.of(1, Number.NaN, 3),
  () => new Uint8Array(4),
  () => ({}),
  () => Object.create(null),
  () => ({ length: 3, 0: 1, 1: 2, 2: 3 }),
  () => new Map([["x", 1]]),
  () => new Date(0),
  () => new Error("not an option"),
  () => () => undefined,
  () => () => Number.NaN,
  () => () => 1,
  () => () => [1, 2],
  () => () => "text",
  () => refuse,
  () => async () => 1,
  () => async () => refuse(),
  () => Promise.resolve(1),
  () => new Proxy({}, { get: refuse }),
  () => new Proxy([], { get: refuse }),
  () => new Proxy({}, { ownKeys: refuse }),
  () => makeTrap(["then", "length", "name", "mass", "position", "until", "radius", "axis", "0"]),
];

/** Something that is hardly ever right: of another type, not finite, huge, tiny, sparse, throwing when it is read. */
export function drawHostile(random: RandomSource): unknown {
  return random.chance(0.35) ? random.pick(NUMBERS) : random.pick(MAKERS)(random);
}

type Holder = Record<string, unknown>;

const isPlain = (value: unknown): value is Holder =>
  Array.isArray(value) ||
  (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Every place in arguments, in plain objects and lists inside them, that can hold something else. */
function listPlaces(holder: Holder, levels: number): [Holder, string][] {
  return Object.keys(holder).flatMap((key) => {
    const inner = holder[key];
    const own: [Holder, string] = [holder, key];
    return levels > 0 && isPlain(inner) ? [own, ...listPlaces(inner, levels - 1)] : [own];
  });
}

/** Lists and plain objects are copied, so that places in them can be changed; all else stays what it is. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)])) : value;
}

/** Right arguments with something wrong: one or two places changed, one left out, one too many, or all of them. */
export function spoil(random: RandomSource, right: readonly unknown[]): unknown[] {
  const args = copy(right) as unknown[];
  if (random.chance(0.06)) return Array.from({ length: random.integer(0, 4) }, () => drawHostile(random));
  // Listed once: what is hostile is not looked into.
  const places = listPlaces(args as unknown as Holder, 3);
  if (places.length === 0) return [drawHostile(random)];
  for (let i = random.chance(0.2) ? 2 : 1; i > 0; i--) {
    const [holder, key] = random.pick(places);
    if (random.chance(0.08)) delete holder[key];
    else if (random.chance(0.04)) holder[`${key}x`] = 1;
    else if (random.chance(0.15) && typeof holder[key] === "number") holder[key] *= 10 ** random.integer(-12, 12);
    else holder[key] = drawHostile(random);
  }
  return args;
}
