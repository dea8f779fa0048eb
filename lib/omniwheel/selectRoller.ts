import { Fragment, type Signal } from "../bondgraph/index.ts";

/** A roller as the graph sees it: its twist, and whether it is the one that touches. */
interface SelectedRoller {
  readonly twist: Signal;
  readonly touches: () => boolean;
}

/** Numbers of a twist or a wrench. */
const SIX = 6;

/**
 * The fragment of a contact that goes from roller to roller: what its port `B` is bonded to is the one that touches.
 *
 *     rollers ⇀ DS ⇀ MTF ⇀ B      the twists of all of them, of which the transformer selects one: `V_B = (0 … 1 … 0) V`
 *
 * So the graph stays the same along a run. The ports are `A` and, one for each roller, `B1`, `B2` …
 */
export function selectRoller(contact: Fragment, rollers: readonly SelectedRoller[]): Fragment {
  const { name } = contact;
  const group = name;
  const fragment = new Fragment(name);
  fragment.merge(contact);
  const [a, b] = [contact.port("A"), contact.port("B")];
  fragment.open("A", a.element, "out", a);
  const size = SIX * rollers.length;
  const all = fragment.create("DS", `${name}.rollers`, { ports: [size, ...rollers.map(() => SIX)], group });
  const role = "selects the roller that touches";
  const choice = fragment.create("MTF", `${name}.choice`, { ports: [size, SIX], group, parameters: { role } });
  const efforts = rollers.map(({ touches }): Signal => {
    return (out) => {
      if (touches()) b.effort?.(out);
      else out.fill(0);
    };
  });
  const collect = (signals: readonly Signal[]): Signal => {
    return (out) => {
      for (const [i, signal] of signals.entries()) signal(out.subarray(SIX * i, SIX * i + SIX));
    };
  };
  fragment.connect(all, choice, {
    ...{ dimension: size, ports: [0, 0] },
    effort: collect(efforts),
    flow: collect(rollers.map(({ twist }) => twist)),
  });
  fragment.connect(choice, b.element, { effort: b.effort, flow: b.flow });
  rollers.forEach(({ twist }, i) => {
    fragment.open(`B${i + 1}`, all, "in", { effort: efforts[i], flow: twist });
  });
  return fragment;
}
