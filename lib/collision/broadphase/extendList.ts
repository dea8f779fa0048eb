/** A longer list that begins with the same numbers. */
export function extendList<A extends Float64Array | Int32Array>(list: A, size: number): A {
  const longer = new (list.constructor as new (length: number) => A)(size);
  longer.set(list);
  return longer;
}
