import { callGiven, checkFunction, checkInstance } from "../math/index.ts";
import type { Bond, BondSignals } from "./Bond.ts";
import { Element, type SignalSource } from "./Element.ts";
import { Fragment } from "./Fragment.ts";

/**
 * A copy of a fragment under another name, for a part that is used more than once: elements, bonds and signals are called
 * `name.…`, and everything belongs to the group `name`. `signals` gives the copied bonds what they carry.
 */
export function copyFragment(fragment: Fragment, name: string, signals?: (bond: Bond) => BondSignals): Fragment {
  checkInstance("copyFragment", "the fragment", fragment, Fragment);
  if (signals !== undefined) checkFunction("copyFragment", "signals", signals);
  const copy = new Fragment(name);
  const rename = (old: string) => `${name}.${old}`;
  for (const element of fragment.elements) {
    const { kind, dimension, ports, parameters, law, start } = element;
    copy.add(
      new Element(kind, rename(element.name), {
        dimension,
        ...(ports && ports.length > 1 ? { ports } : {}),
        parameters,
        ...(law === undefined ? {} : { law }),
        ...(element.signals === undefined ? {} : { signals: renameSignals(element.signals, rename) }),
        ...(start === undefined ? {} : { start }),
        group: name,
      }),
    );
  }
  for (const bond of fragment.bonds) {
    const { from, to, dimension } = bond;
    copy.connect(rename(from.element.name), rename(to.element.name), {
      name: rename(bond.name),
      dimension,
      ports: [from.port, to.port],
      ...(signals
        ? callGiven(`copyFragment ${JSON.stringify(name)}`, "signals", () => signals(bond))
        : { effort: bond.effort, flow: bond.flow }),
    });
  }
  for (const [port, { element, direction, effort, flow }] of fragment.ports) {
    copy.open(port, rename(element.name), direction, { effort, flow });
  }
  return copy;
}

function renameSignals(
  signals: Readonly<Record<string, SignalSource>>,
  rename: (old: string) => string,
): Record<string, SignalSource> {
  return Object.fromEntries(
    Object.entries(signals).map(([name, source]) => {
      const [[kind, target]] = Object.entries(source) as [string, string][];
      return [name, { [kind]: rename(target) } as unknown as SignalSource];
    }),
  );
}
