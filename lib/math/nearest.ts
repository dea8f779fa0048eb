/** The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
      }
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

/** Nobody misspells a longer word, and to compare it would take long. */
const LONGEST = 100;

/**
 * The names that `text` was probably meant to be, best first: those it begins, then those a few edits away. Capitals do
 * not matter.
 */
export function nearest(text: string, names: readonly string[], count = 1): string[] {
  if (text.length > LONGEST) return [];
  const reach = Math.max(1, Math.floor(text.length / 2));
  const word = text.toLowerCase();
  return (
    names
      .map((name) => ({ name, key: name.toLowerCase() }))
      .map(({ name, key }) => ({ name, key, cost: word !== "" && key.startsWith(word) ? 0 : editDistance(word, key) }))
      // A name of which no letter is left is not near, however short it is.
      .filter(({ key, cost }) => cost <= reach && cost < key.length)
      .sort((a, b) => a.cost - b.cost)
      .slice(0, count)
      .map(({ name }) => name)
  );
}

/** The one name that `text` was probably meant to be. */
export const findNearest = (text: string, names: readonly string[]): string | undefined => nearest(text, names)[0];
