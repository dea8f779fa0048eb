/** A call of the public API that is tried with wrong arguments. */
export interface FuzzCall {
  /** What is called, as a user writes it: `new Plane`, `Trajectory.at`. The exported name stands in it. */
  readonly name: string;
  /** Arguments that are right, made anew for each call. */
  make(): readonly unknown[];
  /** Calls, and does with what comes back what a user would do next. */
  call(...args: never[]): unknown;
  /** NaN is a right answer. */
  readonly mayBeNaN?: boolean;
}

type Constructor = new (...args: never[]) => unknown;

/** A constructor; `use` is what a user does with the object next. */
export const construct = (
  kind: Constructor,
  make: () => readonly unknown[],
  use: (made: never) => unknown = (made) => made,
): FuzzCall => ({
  name: `new ${kind.name}`,
  make,
  call: (...args) => use(new kind(...args) as never),
});

/** A function of the public API. */
export const invoke = (
  name: string,
  call: (...args: never[]) => unknown,
  make: () => readonly unknown[],
  options: Pick<FuzzCall, "mayBeNaN"> = {},
): FuzzCall => ({ name, make, call, ...options });

/** A method of an object that `create` makes for each call. */
export const method = <T extends object>(
  create: () => T,
  kind: string,
  name: keyof T & string,
  make: () => readonly unknown[],
  options: Pick<FuzzCall, "mayBeNaN"> = {},
): FuzzCall => ({
  name: `${kind}.${name}`,
  make,
  call: (...args) => {
    const owner = create();
    return (owner[name] as (...given: never[]) => unknown).apply(owner, args);
  },
  ...options,
});
