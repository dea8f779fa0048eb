/** `Ellipsoid {semiAxes: [2, 1, 1]}`. */
export function describeSurface(kind: string, sizes: Readonly<Record<string, unknown>>): string {
  const show = (value: unknown) => (ArrayBuffer.isView(value) ? `[${[...(value as Float64Array)].join(", ")}]` : value);
  const list = Object.entries(sizes).map(([name, value]) => `${name}: ${show(value)}`);
  return `${kind} {${list.join(", ")}}`;
}
