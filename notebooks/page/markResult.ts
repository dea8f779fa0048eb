let isMarked = false;

/** Notes when the first result of the page is drawn: a picture or a plot of a run. */
export function markResult(): void {
  if (isMarked) return;
  isMarked = true;
  requestAnimationFrame(() => performance.mark("first result"));
}
