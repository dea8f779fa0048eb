/** Up to this many numbers are sorted by insertion. */
const FEW = 24;

/** Sorts the first `count` numbers of a list in place, without a view of it: by insertion if they are few, else by a heap. */
export function sortStart(list: Int32Array, count: number): void {
  if (count > FEW) {
    sortByHeap(list, count);
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = list[i];
    let k = i - 1;
    for (; k >= 0 && list[k] > value; k--) list[k + 1] = list[k];
    list[k + 1] = value;
  }
}

function sortByHeap(list: Int32Array, count: number): void {
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(list, i, count);
  for (let end = count - 1; end > 0; end--) {
    const most = list[0];
    list[0] = list[end];
    list[end] = most;
    sink(list, 0, end);
  }
}

/** Moves the number at a place down until none below it is greater. */
function sink(list: Int32Array, from: number, count: number): void {
  const value = list[from];
  let at = from;
  for (let child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && list[child + 1] > list[child]) child++;
    if (list[child] <= value) break;
    list[at] = list[child];
    at = child;
  }
  list[at] = value;
}
