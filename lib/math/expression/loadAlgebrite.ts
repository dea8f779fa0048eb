import type { Algebrite } from "algebrite";

/** The package algebrite. It is large, so it is loaded when it is needed. */
export async function loadAlgebrite(): Promise<Algebrite> {
  const algebrite = (await import("algebrite")).default;
  // If somebody's script has failed, the first call after it fails too.
  algebrite.run("0");
  return algebrite;
}
