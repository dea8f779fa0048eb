import test from "ava";
import { linePlot } from "../../lib/view/index.ts";

test("with equal axes a circle is drawn round, whatever the shape of the picture", (t) => {
  const angles = Array.from({ length: 361 }, (_, i) => (i * Math.PI) / 180);
  const circle = {
    name: "circle",
    x: angles.map((a) => 0.13 + 0.1 * Math.cos(a)),
    y: angles.map((a) => 0.07 + 0.1 * Math.sin(a)),
  };
  for (const [width, height] of [
    [720, 420],
    [400, 700],
  ]) {
    const picture = linePlot({ series: [circle], equal: true, width, height });
    const path = picture.match(/<path d="([^"]*)" fill="none" stroke="#0072b2"/)?.[1] ?? "";
    const points = [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    t.is(points.length, 361);
    const span = (k: 0 | 1) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]));
    t.true(span(0) > 100);
    // Points are rounded to hundredths of a pixel.
    t.true(Math.abs(span(0) - span(1)) <= 0.02, `${span(0)} × ${span(1)}`);
  }
});
