import { checkInstance, ModelError, norm } from "../../math/index.ts";
import { Object3D } from "./Object3D.ts";
import { composePlacements, SAME_PLACE } from "./Placement.ts";
import { type Member, SuperObject } from "./SuperObject.ts";

/**
 * The augmented depth-first search [Neumayr, §4.2.2]: a buffer holds the roots of super-objects, in the order in
 * which they are found; from each of them a stack goes through all that is fixed to it, and what is free goes to the buffer.
 *
 * Objects are visited in the order in which they were put on their parents, every branch to its end before the next one: the
 * tree A(B(D, E), C(F)) as A B D E C F. The code as it is printed there takes the last child from the stack first, which
 * gives A C F B E D; here children go to the stack in reverse.
 */
export function groupObjects(world: Object3D): SuperObject[] {
  checkWorld(world);
  const buffer = [world];
  const groups: SuperObject[] = [];
  for (let index = 0; index < buffer.length; index++) {
    const root = buffer[index];
    const members: Member[] = [];
    const stack: Member[] = [{ object: root, ...SAME_PLACE }];
    for (let member = stack.pop(); member; member = stack.pop()) {
      members.push(member);
      const { children } = member.object;
      for (const child of children) if (child.free) buffer.push(child);
      for (const child of [...children].reverse()) {
        // Children say where they are on their parents; their place on the root is what counts from here on.
        if (!child.free) stack.push({ object: child, ...composePlacements(member, child) });
      }
    }
    groups.push(new SuperObject(index, members));
  }
  checkNames(groups);
  return groups;
}

function checkWorld(world: Object3D): void {
  checkInstance("SuperObjects", "the world", world, Object3D);
  if (world.parent) {
    throw new ModelError(
      `${world.label}: it has the parent "${world.parent.name}", so it is not the world; give "${world.listPath()[0].name}"`,
    );
  }
  if (world.free || norm(world.position) > 0 || Math.abs(world.orientation[0]) !== 1) {
    throw new ModelError(
      `${world.label}: it is the world, and has a place or is free; leave position, orientation and free out`,
    );
  }
}

/** Objects are found by their names, and bodies get those of roots. */
function checkNames(groups: readonly SuperObject[]): void {
  const known = new Map<string, Object3D>();
  for (const { object } of groups.flatMap(({ members }) => members)) {
    const other = known.get(object.name);
    if (other) {
      const [first, second] = [other, object].map((one) =>
        one
          .listPath()
          .map(({ name }) => name)
          .join(" -> "),
      );
      throw new ModelError(`${object.label}: two objects have this name, ${first} and ${second}; give another name`);
    }
    known.set(object.name, object);
  }
}
