import type { Assembly } from "../assembly/Assembly.ts";
import type { Observer } from "../assembly/Observer.ts";
import type { Constraint } from "../constraints/index.ts";
import { getMessage, ModelError } from "../math/index.ts";
import { checkModel, checkModelForm, describeConstraint, describeModel, findDifference } from "./modelJSON.ts";
import type { PartJSON } from "./PartJSON.ts";
import { findSegment, readSegments, type SegmentJSON } from "./segmentJSON.ts";
import type { TrajectoryJSON } from "./trajectoryJSON.ts";

const REMEDY = "give the system the run was made with";

/**
 * The assembly of each segment of a file, found in a model; refuses another model. Segments with constraints that nobody has given are not
 * compared: they cannot be read, but for the columns of the file.
 */
export function matchModel(
  file: TrajectoryJSON,
  base: Assembly,
  given: readonly Constraint[],
): [Assembly, ...(Assembly | undefined)[]] {
  const segments = readSegments(file);
  const assemblies = segments.map((segment, i) => {
    checkModelForm(segment.attached, `segments[${i}].attached`);
    const attached = segment.attached.map((part) => findGiven(part, given));
    if (!attached.every((part) => part !== undefined)) return undefined;
    const all = [...base.constraints, ...attached];
    const absent = all.filter(({ name }) => segment.absent.includes(name));
    const found = base.derive({ absent, attached });
    checkNames(segment.stateNames, found.stateNames);
    if (i === 0) checkModel(file.model, describeModel(base.reader));
    checkModel(segment.attached, attached.map(describeConstraint));
    checkModes(file, segments, i, found.reader);
    return found;
  });
  const [first, ...others] = assemblies;
  if (first) return [first, ...others];
  const names = segments[0].attached.map(({ name }) => `"${name}"`);
  throw new ModelError(
    `trajectory JSON: at its start ${names.join(", ")} was attached, by an event of the run that it continues; give the ` +
      "constraint as well: Trajectory.fromJSON(text, system, { attached: [constraint] })",
  );
}

/** The constraint that a file tells of; of several with its name the one that is alike. */
function findGiven(part: PartJSON, given: readonly Constraint[]): Constraint | undefined {
  const named = given.filter(({ name }) => name === part.name);
  return named.find((entry) => findDifference(part, describeConstraint(entry)) === undefined) ?? named[0];
}

function checkNames(file: readonly string[], own: readonly string[]): void {
  if (own.length === file.length && own.every((name, i) => name === file[i])) return;
  throw new ModelError(
    `trajectory JSON: it belongs to another model: its state is [${file.slice(0, 6).join("; ")}…], ` +
      `the system's is [${own.slice(0, 6).join("; ")}…]; ${REMEDY}`,
  );
}

/** Refuses modes that the constraints of the model do not have. */
function checkModes(
  file: TrajectoryJSON,
  segments: readonly SegmentJSON[],
  segment: number,
  { kernel, constraints }: Observer,
): void {
  const used = new Set<number>();
  file.modes.forEach((place, i) => {
    if (findSegment(segments, "point", i) === segment) used.add(place);
  });
  file.steps.forEach(({ modes }, i) => {
    if (findSegment(segments, "step", i) === segment) used.add(modes);
  });
  const before = kernel.getModes();
  try {
    for (const [i, modes] of file.modeLists.entries()) {
      if (segments.length > 1 && !used.has(i)) continue;
      if (modes.length !== constraints.length) {
        throw new ModelError(
          `trajectory JSON: modeLists[${i}] has ${modes.length} entries, but the system ${constraints.length} constraints; ${REMEDY}`,
        );
      }
      try {
        kernel.setModes(modes);
      } catch (cause) {
        throw new ModelError(
          `trajectory JSON: modeLists[${i}] does not fit the system: ${getMessage(cause)}; ${REMEDY}`,
          { cause },
        );
      }
    }
  } finally {
    kernel.setModes(before);
  }
}
