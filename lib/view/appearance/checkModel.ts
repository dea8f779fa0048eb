import { Constraint } from "../../constraints/index.ts";
import { callGiven, checkInstance, checkList } from "../../math/index.ts";
import { Body } from "../../rigidbody/index.ts";

/** The lists of a model, checked; `known` stands for bodies that do not matter. */
export function checkModel(
  owner: string,
  model: unknown,
  known?: Body[],
): { bodies: Body[]; constraints: Constraint[] } {
  const [bodies, constraints] = callGiven(owner, "the model", () => {
    const lists = (model ?? {}) as { bodies?: unknown; constraints?: unknown };
    return [known ?? lists.bodies, lists.constraints];
  });
  const form = "a list; a System has both, bodies and constraints";
  return {
    bodies: checkList(owner, "bodies", bodies, form).map((body, i) => checkInstance(owner, `bodies[${i}]`, body, Body)),
    constraints: checkList(owner, "constraints", constraints, form).map((constraint, i) =>
      checkInstance(owner, `constraints[${i}]`, constraint, Constraint),
    ),
  };
}
