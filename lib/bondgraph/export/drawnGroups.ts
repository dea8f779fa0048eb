import type { DrawingModel, DrawnBond, DrawnElement } from "./DrawingModel.ts";
import { elide } from "./labels.ts";

/** The groups of a model or a graph in the order of their first elements. */
export function listGroups(model: { readonly elements: readonly { readonly group: string }[] }): string[] {
  const groups = new Set(model.elements.map(({ group }) => group));
  return [...groups].filter((group) => typeof group === "string" && group !== "");
}

export const isSource = ({ kind, isSource: has = false }: DrawnElement): boolean =>
  has || kind === "Se" || kind === "Sf";

/** Groups with flow or effort constraints: joints, contacts, springs. */
export function listJoiningGroups(elements: readonly DrawnElement[]): Set<string> {
  return new Set(elements.filter(({ kind }) => kind === "FC" || kind === "EC").map(({ group }) => group));
}

/** Replaces each of the named groups by one word; bonds inside them disappear. */
export function foldGroups(model: DrawingModel, names: Iterable<string>): DrawingModel {
  const folded = new Set(names);
  const idOf = (group: string) => `g:${group}`;
  const joining = listJoiningGroups(model.elements);
  const sources = new Set(model.elements.filter(isSource).map(({ group }) => group));
  const words = new Map<string, string>();
  const seen = new Set<string>();
  const elements: DrawnElement[] = [];
  for (const element of model.elements) {
    const { group } = element;
    if (group === "" || !folded.has(group)) {
      elements.push(element);
      continue;
    }
    if (!seen.has(group)) {
      const word = { id: idOf(group), kind: "word", name: group, label: elide(group), group: "", values: [] };
      elements.push({ ...word, isJoining: joining.has(group), isSource: sources.has(group) });
    }
    seen.add(group);
    words.set(element.id, idOf(group));
  }
  const bonds: DrawnBond[] = [];
  for (const bond of model.bonds) {
    const from = words.get(bond.from) ?? bond.from;
    const to = words.get(bond.to) ?? bond.to;
    if (from !== to) bonds.push(from === bond.from && to === bond.to ? bond : { ...bond, from, to });
  }
  return { elements, bonds };
}
