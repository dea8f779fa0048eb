import test from "ava";
import { energyPlot, linePlot } from "../../lib/view/index.ts";
import { isAbove, isClose } from "../helpers/compare.ts";

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
    isAbove(t, span(0), 100);
    // Points are rounded to hundredths of a pixel.
    isClose(t, span(0), span(1), 0.02, `${span(0)} × ${span(1)}`);
  }
});

const line = { name: "a", x: [0, 1], y: [0, 1] };

test("what is no plot is refused by name", (t) => {
  const refuse = (options: unknown, message: string) =>
    t.throws(() => linePlot(options as never), { name: "ModelError", message });
  const form = "give a list such as [{ name, x, y }]";
  refuse(undefined, `linePlot: series is undefined; ${form}`);
  refuse({ series: [] }, `linePlot: series are []; ${form}`);
  refuse({ series: new Array(1e6) }, `linePlot: series has 1000000 entries; ${form}, with at most 1000 entries`);
  refuse({ series: new Array(1) }, "linePlot, series 0: name is undefined; give a text");
  refuse({ series: [{ name: "a" }] }, 'linePlot, series "a": x is undefined; give a list of numbers');
  refuse({ series: [{ ...line, y: [0, "1"] }] }, 'linePlot, series "a": y has "1" in place 1; give a list of numbers');
  refuse({ series: [{ ...line, y: [0] }] }, 'linePlot: series "a" has 2 x and 1 y; give the same number of both');
  refuse(
    { series: [{ ...line, color: "red" }] },
    'linePlot, series 0: unknown option "color"; the options are name, x, y',
  );
  refuse({ series: [line], title: 3 }, "linePlot: title is 3; give a text");
  refuse({ series: [line], log: 1 }, "linePlot: log is 1; give true or false");
  refuse({ series: [line], width: 1e9 }, "linePlot: width is 1000000000; give 120 to 20000 pixels");
  refuse({ series: [line], height: 0 }, "linePlot: height is 0; give 120 to 20000 pixels");
  refuse(
    { series: [line], width: '1"><script>alert(1)</script>' },
    `linePlot: width is ${JSON.stringify('1"><script>alert(1)</script>')}, not a number; give a finite number`,
  );
  t.throws(() => energyPlot(undefined as never), {
    name: "ModelError",
    message: "energyPlot: the balance is undefined; give that of an audit, audit.balance",
  });
  t.throws(() => energyPlot({} as never), {
    name: "ModelError",
    message: /^linePlot, series "supplied": x is undefined/,
  });
});

test("texts stay texts", (t) => {
  const evil = `</text><script>alert('1')</script>"\u0000\ud800`;
  const plot = linePlot({
    series: [
      { ...line, name: evil },
      { ...line, name: "b" },
    ],
    title: evil,
    xLabel: evil,
    yLabel: evil,
  });
  for (const text of ["<script", "</text><", "\u0000", "\ud800"]) t.false(plot.includes(text));
  t.is(plot.split("&lt;/text&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;\ufffd\ufffd").length, 6);
});

test("numbers at the ends of what they hold: gaps, but nothing that is no number", (t) => {
  const { MAX_VALUE, MIN_VALUE, POSITIVE_INFINITY, NaN: none } = Number;
  const lists = [
    [0, 1, 2],
    [5, 5, 5],
    [0, MIN_VALUE, 2 * MIN_VALUE],
    [-MAX_VALUE, 0, MAX_VALUE],
    [1, none, POSITIVE_INFINITY],
    [none, none, none],
    [1, 1 + 2 ** -52, 1 + 2 ** -51],
    [1e300, 1e-300, -1e300],
    [-1, -2, -3],
  ];
  for (const x of lists) {
    for (const y of lists) {
      for (const options of [{}, { log: true }, { equal: true }, { equal: true, height: 120 }]) {
        const series = [
          { name: "a".repeat(200), x, y },
          { name: "b", x: Float64Array.from(y), y: Float64Array.from(x) },
        ];
        t.notRegex(linePlot({ series, ...options }), /NaN|Infinity|undefined/, JSON.stringify([x, y, options]));
      }
    }
  }
});
