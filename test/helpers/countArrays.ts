/** How many arrays of numbers are made while something is done. */
export function countArrays(work: () => void): number {
  const list = Float64Array;
  let made = 0;
  globalThis.Float64Array = new Proxy(list, {
    construct(target, args, newTarget) {
      made++;
      return Reflect.construct(target, args, newTarget);
    },
  });
  try {
    work();
  } finally {
    globalThis.Float64Array = list;
  }
  return made;
}
