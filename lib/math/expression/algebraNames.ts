/** The name of a function in the package algebrite: `asin` is called `arcsin` there. */
export function toAlgebra(name: string): string {
  return name.startsWith("a") && name !== "abs" ? `arc${name.slice(1)}` : name;
}
