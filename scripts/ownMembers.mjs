import { Converter, ReflectionKind } from "typedoc";

/**
 * A plugin of typedoc: the page of a class lists the members that it has itself; those it inherits are on the page of the
 * class they come from, which the hierarchy at the top links to. Without it, two thirds of the documentation are repetitions.
 */
export function load(app) {
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      const inherited = project
        .getReflectionsByKind(ReflectionKind.ClassMember | ReflectionKind.ClassOrInterface)
        .filter((member) => member.inheritedFrom && member.parent?.kindOf(ReflectionKind.ClassOrInterface));
      for (const member of inherited) project.removeReflection(member);
    },
    // Before groups and indices are made.
    1e4,
  );
}
