type Schema = Readonly<Record<string, unknown>> | boolean;

/** Checks a value against the part of JSON Schema that our schema uses; gives the path of the first misfit. */
export function findMisfit(schema: Schema, value: unknown, root: Schema = schema, path = "$"): string | undefined {
  if (typeof schema === "boolean") return schema ? undefined : path;
  const s = schema as Record<string, never>;
  const fits = (part: Schema, entry: unknown = value) => findMisfit(part, entry, root, path) === undefined;
  if (s.$ref !== undefined) {
    const target = String(s.$ref)
      .slice(2)
      .split("/")
      .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], root as unknown);
    const misfit = findMisfit(target as Schema, value, root, path);
    if (misfit) return misfit;
  }
  if (s.const !== undefined && value !== s.const) return path;
  if (s.enum !== undefined && !(s.enum as unknown[]).includes(value)) return path;
  if (s.type !== undefined && ![s.type].flat().some((type) => hasType(type, value))) return path;
  if (s.minimum !== undefined && typeof value === "number" && value < s.minimum) return path;
  if (s.minLength !== undefined && typeof value === "string" && value.length < s.minLength) return path;
  if (s.not !== undefined && fits(s.not)) return path;
  if (s.oneOf !== undefined && (s.oneOf as Schema[]).filter((part) => fits(part)).length !== 1) return path;
  if (s.if !== undefined) {
    const branch = fits(s.if) ? s.then : s.else;
    if (branch !== undefined && !fits(branch)) return path;
  }
  if (Array.isArray(value)) {
    if (s.minItems !== undefined && value.length < s.minItems) return path;
    if (s.items === undefined) return undefined;
    for (const [i, entry] of value.entries()) {
      const misfit = findMisfit(s.items, entry, root, `${path}[${i}]`);
      if (misfit) return misfit;
    }
    return undefined;
  }
  return typeof value === "object" && value !== null ? findKeyMisfit(s, value, root, path) : undefined;
}

function findKeyMisfit(s: Record<string, never>, value: object, root: Schema, path: string): string | undefined {
  const keys = Object.keys(value);
  const missing = ((s.required ?? []) as string[]).find((key) => !keys.includes(key));
  if (missing !== undefined) return `${path}.${missing}`;
  for (const [key, needed] of Object.entries((s.dependentRequired ?? {}) as Record<string, string[]>)) {
    if (keys.includes(key) && needed.some((other) => !keys.includes(other))) return path;
  }
  if (s.minProperties !== undefined && keys.length < s.minProperties) return path;
  if (s.maxProperties !== undefined && keys.length > s.maxProperties) return path;
  const properties = (s.properties ?? {}) as Record<string, Schema>;
  for (const key of keys) {
    const place = `${path}.${key}`;
    if (s.propertyNames !== undefined && findMisfit(s.propertyNames, key, root, place)) return place;
    const part = Object.hasOwn(properties, key) ? properties[key] : ((s.additionalProperties ?? true) as Schema);
    const misfit = findMisfit(part, (value as Record<string, unknown>)[key], root, place);
    if (misfit) return misfit;
  }
  return undefined;
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
