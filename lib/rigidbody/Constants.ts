/**
 * What tells a part of a model from another one of its kind and name: masses, places, stiffnesses, coefficients. They are
 * written into files of runs, and a run is read only with a model that has the same. Where a run starts is not among them.
 */
export type Constants = Readonly<Record<string, number | string | boolean | ArrayLike<number>>>;
