/** Up to this many numbers are sorted by insertion. */
const FEW = 24;

/** Sorts the numbers from `from` to before `to` in place, without a view of them: few by insertion, many by a heap. */
export function sortRange(list: Int32Array, from: number, to: number): void {
  if (to - from > FEW) {
    sortByHeap(list, from, to - from);
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const value = list[i];
    let k = i - 1;
    for (; k >= from && list[k] > value; k--) list[k + 1] = list[k];
    list[k + 1] = value;
  }
}

function sortByHeap(list: Int32Array, from: number, count: number): void {
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(list, from, i, count);
  for (let end = count - 1; end > 0; end--) {
    const most = list[from];
    list[from] = list[from + end];
    list[from + end] = most;
    sink(list, from, 0, end);
  }
}

/** Moves the number at a place of the heap down until none below it is greater. */
function sink(list: Int32Array, from: number, place: number, count: number): void {
  const value = list[from + place];
  let at = place;
  for (let child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && list[from + child + 1] > list[from + child]) child++;
    if (list[from + child] <= value) break;
    list[from + at] = list[from + child];
    at = child;
  }
  list[from + at] = value;
}
