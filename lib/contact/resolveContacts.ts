import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { ContactIslands } from "./ContactIslands.ts";
import { resolveIsland, TOUCHING } from "./resolveIsland.ts";
import { shareForces } from "./solveShared.ts";

/** Islands that reach one another by laws that read anything are opened so often, for each contact; then all at once. */
const MOST_ROUNDS = 3;

interface Options {
  /** Contacts with events, measured at the state in the kernel; without them anything may have happened, anywhere. */
  touched?: readonly Unilateral[];
  isStart?: boolean;
}

/**
 * Finds what contacts do from now on, at the state in the kernel. Islands in which nothing has happened stay as they are, with
 * modes, directions of slip, what was accepted of them and what they carry: only those of contacts that are `touched` are opened
 * and resolved (`resolveIsland`), one after the other. Where what one does has made the modes of another unfit, as by a law that
 * reads velocities of other bodies, that one is touched, too.
 */
export function resolveContacts(kernel: Kernel, t: number, { touched, isStart = false }: Options = {}): void {
  const contacts = kernel.contacts.filter(({ isOn }) => isOn);
  if (contacts.length === 0) return;
  if (!touched || (kernel.treeCount === 1 && touched.length > 0)) {
    resolve(kernel, t, contacts, { isStart });
    return;
  }
  const islands = ContactIslands.of(kernel);
  let waiting = touched.filter(({ isOn }) => isOn);
  let rounds = 0;
  do {
    const isEndless = rounds++ > MOST_ROUNDS * contacts.length;
    const opened = isEndless ? contacts : islands.open(waiting[0], TOUCHING);
    if (opened.length === contacts.length) {
      resolve(kernel, t, contacts, {});
      return;
    }
    resolve(kernel, t, opened, { opened: islands.opened });
    const others = contacts.filter((contact) => !opened.includes(contact));
    waiting = others.filter((contact) => contact.isOverdue || waiting.includes(contact));
  } while (waiting.length > 0);
}

/** Resolves contacts, all or those of trees that are `opened`, and accepts them as they are. */
function resolve(
  kernel: Kernel,
  t: number,
  contacts: readonly Unilateral[],
  { isStart = false, opened }: { isStart?: boolean; opened?: Uint8Array },
): void {
  kernel.open(opened);
  try {
    if (contacts.length > 0) resolveIsland(kernel, t, contacts, isStart);
  } finally {
    kernel.open(undefined);
  }
  kernel.setLeading(
    kernel.contacts.filter(({ isOn, mode, direction }) => isOn && mode === "slip" && direction.lead > 0),
  );
  kernel.solve(t);
  shareForces(kernel, false, opened);
  for (const contact of contacts) {
    if (!contact.isClosed) contact.measure(t);
    contact.accept();
  }
}
