import { ModelError } from "../math/index.ts";

type BdfPart = typeof import("./bdfPart.ts");

let part: BdfPart | undefined;

/** Whether a run with these options needs it. Options that cannot be read are refused where all of them are. */
export function needsBdf(options: { method?: unknown; formulation?: unknown }): boolean {
  try {
    return options?.method === "bdf" || options?.formulation === "ggl";
  } catch {
    return false;
  }
}

/**
 * Loads what the method `bdf` and the formulation `ggl` need, once: few runs do, so it is not part of every bundle. `simulate` does
 * so by itself; who wants to call `simulateSync` with them in a bundle waits for this before. In Node it is there.
 */
export async function loadBdf(): Promise<void> {
  part ??= await import("./bdfPart.ts");
}

/** For one who has it. */
export function provideBdf(given: BdfPart): void {
  part = given;
}

export function getBdf(): BdfPart {
  if (part) return part;
  throw new ModelError(
    'simulateSync: the method "bdf" is loaded on first use; use simulate, or wait for loadBdf() once before: await loadBdf()',
  );
}
