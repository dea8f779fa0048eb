/** What an expression can do, by the numbers that programs carry. `NUMBER` and `COORDINATE` are given, not calculated. */
export const NUMBER = 0;
export const COORDINATE = 1;
export const ADD = 2;
export const SUBTRACT = 3;
export const MULTIPLY = 4;
export const DIVIDE = 5;
export const NEGATE = 6;
export const POWER = 7;
export const SQRT = 8;
export const SIN = 9;
export const COS = 10;
export const TAN = 11;
export const EXP = 12;
export const LOG = 13;
export const ABS = 14;
export const ASIN = 15;
export const ACOS = 16;
export const ATAN = 17;
export const SINH = 18;
export const COSH = 19;
export const TANH = 20;
export const SIGN = 21;

/** The functions of one argument that a user may write. */
export const FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ["sqrt", SQRT],
  ["sin", SIN],
  ["cos", COS],
  ["tan", TAN],
  ["exp", EXP],
  ["log", LOG],
  ["abs", ABS],
  ["asin", ASIN],
  ["acos", ACOS],
  ["atan", ATAN],
  ["sinh", SINH],
  ["cosh", COSH],
  ["tanh", TANH],
]);

/** The numbers that have a name. */
export const NAMED_NUMBERS: ReadonlyMap<string, number> = new Map([["pi", Math.PI]]);

/**
 * `r[out] = r[a] ∘ r[b]`. Numbers stay in the array, so none is put on the heap. Generated code must say the same
 * (`writeOperation`): the two agree to the last bit.
 */
export function execute(operation: number, r: Float64Array, out: number, a: number, b: number): void {
  switch (operation) {
    case ADD:
      r[out] = r[a] + r[b];
      break;
    case SUBTRACT:
      r[out] = r[a] - r[b];
      break;
    case MULTIPLY:
      r[out] = r[a] * r[b];
      break;
    case DIVIDE:
      r[out] = r[a] / r[b];
      break;
    case NEGATE:
      r[out] = -r[a];
      break;
    case POWER:
      r[out] = r[a] ** r[b];
      break;
    case SQRT:
      r[out] = Math.sqrt(r[a]);
      break;
    case SIN:
      r[out] = Math.sin(r[a]);
      break;
    case COS:
      r[out] = Math.cos(r[a]);
      break;
    case TAN:
      r[out] = Math.tan(r[a]);
      break;
    case EXP:
      r[out] = Math.exp(r[a]);
      break;
    case LOG:
      r[out] = Math.log(r[a]);
      break;
    case ABS:
      r[out] = Math.abs(r[a]);
      break;
    case ASIN:
      r[out] = Math.asin(r[a]);
      break;
    case ACOS:
      r[out] = Math.acos(r[a]);
      break;
    case ATAN:
      r[out] = Math.atan(r[a]);
      break;
    case SINH:
      r[out] = Math.sinh(r[a]);
      break;
    case COSH:
      r[out] = Math.cosh(r[a]);
      break;
    case TANH:
      r[out] = Math.tanh(r[a]);
      break;
    case SIGN:
      // One at zero, not zero: then |x|ᵖ has the right second derivative on the plane x = 0.
      r[out] = r[a] >= 0 ? 1 : -1;
      break;
    default:
      throw new Error(`operation ${operation} is unknown`);
  }
}

const CALLS = new Map<number, string>([...FUNCTIONS].map(([name, operation]) => [operation, `Math.${name}`]));

/** The same as JavaScript; `a` and `b` are names of our own. */
export function writeOperation(operation: number, a: string, b: string): string {
  switch (operation) {
    case ADD:
      return `${a} + ${b}`;
    case SUBTRACT:
      return `${a} - ${b}`;
    case MULTIPLY:
      return `${a} * ${b}`;
    case DIVIDE:
      return `${a} / ${b}`;
    case NEGATE:
      return `-${a}`;
    case POWER:
      return `${a} ** ${b}`;
    case SIGN:
      return `${a} >= 0 ? 1 : -1`;
    default: {
      const call = CALLS.get(operation);
      if (call === undefined) throw new Error(`operation ${operation} is unknown`);
      return `${call}(${a})`;
    }
  }
}
