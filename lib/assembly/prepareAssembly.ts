import { ModelError } from "../math/index.ts";
import type { Assembly } from "./Assembly.ts";
import { checkDeterminacy } from "./checkDeterminacy.ts";
import { checkStart, findStart } from "./findStart.ts";

/** The variant of a model that runs begin with: joints that are off at the start carry nothing. Refuses one that cannot start. */
export function prepareAssembly(base: Assembly): Assembly {
  let assembly = base;
  for (;;) {
    const off = assembly.treeJoints.filter(({ enabled }) => !enabled);
    if (off.length === 0) break;
    assembly = base.derive({ absent: [...assembly.absent, ...off], attached: [] });
  }
  if (assembly.isChecked) return assembly;
  const { workspace } = assembly.reader;
  // The reader may have been made when others were off.
  workspace.constraints.forEach((constraint, i) => {
    constraint.enabled = assembly.constraints[i].enabled;
  });
  workspace.run(() => {
    const { kernel } = workspace;
    findStart(kernel, 0);
    const failure = kernel.findBadGravity();
    if (failure) throw new ModelError(failure);
    checkDeterminacy(kernel, 0);
    checkStart(kernel, 0);
  });
  assembly.isChecked = true;
  return assembly;
}
