/** `Ellipsoid {semiAxes: [2, 1, 1]}`, and `inside: true` if it is hollow. */
export function describeSurface(kind: string, sizes: Readonly<Record<string, unknown>>, inside = false): string {
  const show = (value: unknown) => (ArrayBuffer.isView(value) ? `[${[...(value as Float64Array)].join(", ")}]` : value);
  const list = Object.entries(sizes).map(([name, value]) => `${name}: ${show(value)}`);
  if (inside) list.push("inside: true");
  return `${kind} {${list.join(", ")}}`;
}
