import type { System } from "../lib/index.ts";

/** One evaluation of the state's derivative, at states that change a little from call to call. */
export function createEvaluation(system: System): () => void {
  const { kernel } = system.getObserver();
  const y = new Float64Array(kernel.size);
  const out = new Float64Array(kernel.size);
  kernel.writeState(y);
  return () => {
    y[0] += 1e-9;
    kernel.calcDerivative(0, y, out);
  };
}
