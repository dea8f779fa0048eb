/** A frame whose content is drawn anew for the width that it gets on the page. */
export function fitted(
  { wide, height }: { wide: boolean; height: number },
  draw: (width: number) => HTMLElement | SVGElement,
): HTMLElement {
  const frame = document.createElement("div");
  frame.className = wide ? "figure wide" : "figure half";
  frame.style.minHeight = `${height}px`;
  let drawn = 0;
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const width = Math.floor(contentRect.width);
    if (width === drawn || width < 50) return;
    drawn = width;
    frame.replaceChildren(draw(width));
  });
  observer.observe(frame);
  return frame;
}
