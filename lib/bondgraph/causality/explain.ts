import type { Bond } from "../Bond.ts";
import type { Element } from "../Element.ts";
import type { CausalityIssue } from "./Causality.ts";
import type { Conflict, StrokeBoard } from "./StrokeBoard.ts";

const MOST_NAMED = 6;

/** `R "a", I "b" and 3 more` */
export function listLabels(elements: readonly Element[]): string {
  const labels = elements.slice(0, MOST_NAMED).map(({ label }) => label);
  const more = elements.length - labels.length;
  return labels.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A contradiction that shows when `cause` decides. */
export function explainConflict(
  board: StrokeBoard,
  conflict: Conflict,
  cause: Element,
  getsEffort: boolean,
): CausalityIssue {
  const { element, bonds } = conflict;
  const [bond] = board.listBonds(cause);
  const deciders = [...new Set([cause, ...bonds.flatMap((b) => board.getCauses(b))])];
  const others = deciders.filter((other) => other !== cause);
  const far = bond.from.element === cause ? bond.to.element : bond.from.element;
  const place = element === cause ? far : element;
  const isJunction = place.kind === "0" || place.kind === "1";
  // Sources of efforts alone leave the flow of a 1-junction open, sources of flows the effort of a 0-junction.
  if (element === cause && isJunction && (place.kind === "0") === getsEffort) {
    return explainMissing(place, board.listBonds(place));
  }
  const what = findContested(board, conflict, getsEffort);
  const at = isJunction || element !== cause ? `at ${place.label}` : `on the bond "${bond.name}"`;
  const remedy =
    what === "effort"
      ? "put an R between them (on a 1-junction), or leave one of them out"
      : "put an R between them (on a 0-junction), or leave one of them out";
  return {
    kind: "over-sealed",
    elements: [...new Set([...deciders, element])],
    bonds: bonds.length > 0 ? bonds : [bond],
    message:
      `${cause.label} ${others.length > 0 ? `and ${listLabels(others)} both give` : "gives"} the ${what} ${at}, ` +
      `which can have only one; ${remedy}`,
  };
}

/** What two sides decide: of a junction with two that decide its own variable that, with none the other one. */
function findContested(board: StrokeBoard, { element, bonds }: Conflict, getsEffort: boolean): "effort" | "flow" {
  if (element.kind !== "0" && element.kind !== "1") return getsEffort ? "flow" : "effort";
  const strong = element.kind === "0";
  const hasDecider = bonds.some((bond) => board.getsEffort(element, bond) === strong);
  return strong === hasDecider ? "effort" : "flow";
}

/** A storage element that is decided from outside. */
export function explainDerivative(board: StrokeBoard, element: Element, bond: Bond): CausalityIssue {
  const causes = board.getCauses(bond).filter((cause) => cause !== element);
  const isInertia = element.kind === "I";
  const from = causes.length > 0 ? ` by ${listLabels(causes)}` : "";
  const remedy = isInertia
    ? "keep it so where it is linear (it is solved with the others), or put a C on a 0-junction between them"
    : "keep it so where it is linear (it is solved with the others), or put an R on a 1-junction between them";
  return {
    kind: "derivative",
    elements: [element, ...causes],
    bonds: [bond],
    message: `the ${isInertia ? "flow" : "effort"} of ${element.label} is given${from}, so it has no state of its own; ${remedy}`,
  };
}

/** A port without a bond. */
export function explainOpen(element: Element, message: string): CausalityIssue {
  return { kind: "under-sealed", elements: [element], bonds: [], message };
}

/** A junction that no bond decides. */
export function explainUnsealed(board: StrokeBoard, junction: Element): CausalityIssue | undefined {
  const bonds = board.listBonds(junction);
  const strong = junction.kind === "0";
  if (bonds.length === 0) return undefined;
  const states = bonds.map((bond) => board.getsEffort(junction, bond));
  if (states.includes(strong) || states.includes(undefined)) return undefined;
  return explainMissing(junction, bonds);
}

function explainMissing(junction: Element, bonds: readonly Bond[]): CausalityIssue {
  const [what, remedy] = junction.kind === "0" ? ["effort", "a C, an R or an Se"] : ["flow", "an I, an R or an Sf"];
  return {
    kind: "under-sealed",
    elements: [junction],
    bonds,
    message: `nothing gives the ${what} at ${junction.label}: all of its bonds take it; bond ${remedy} to it`,
  };
}
