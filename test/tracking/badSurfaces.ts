import test from "ava";
import {
  AlgebraicTracker,
  CircularSpindle,
  Cone,
  Cylinder,
  checkSurface,
  createTracker,
  Ellipsoid,
  Plane,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceFrame,
  SurfaceOfRevolution,
  Torus,
} from "../../lib/tracking/index.ts";
import { isClose } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";
import { createReadyMade } from "../helpers/surfaceCases.ts";

test("bad sizes are refused with their name, value and remedy", (t) => {
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  refuse(
    () => new Ellipsoid({ semiAxes: [0, 1, 1] }),
    "Ellipsoid: semiAxes[0] of [0, 1, 1] is 0; give a number greater than zero",
  );
  refuse(
    () => new Sphere({ radius: Number.NaN }),
    "Sphere: radius is NaN; give a finite number (a division by zero upstream?)",
  );
  refuse(
    () => new Torus({ radius: 1, tubeRadius: 2 }),
    "Torus: tubeRadius 2 leaves no hole in a ring of radius 1; give a smaller one",
  );
  refuse(
    () => new CircularSpindle({ radius: 1, offset: 1 }),
    "CircularSpindle: offset 1 leaves nothing of an arc of radius 1; give a smaller one",
  );
  refuse(
    () => new Cone({ halfAngle: 2 }),
    "Cone: halfAngle is 2; give radians between 0 and π/2, for a flat one use Plane",
  );
  refuse(
    () => new Superellipsoid({ semiAxes: [1, 1, 1], exponent: 1.5 }),
    "Superellipsoid: exponent is 1.5; give 2 to 64: below 2 the curvature is infinite",
  );
  refuse(() => new Plane({ normal: [0, 0, 0] }), "Plane: normal [0, 0, 0] has no direction; give a non-zero vector");
  refuse(() => new Cylinder({ radius: 1, axis: "w" as "x" }), 'Cylinder: axis "w" is unknown; give "x", "y" or "z"');
  refuse(
    () => new Cylinder({ radios: 1 } as unknown as { radius: number }),
    'Cylinder: unknown option "radios"; did you mean "radius"? The options are position, orientation, inside, axis, radius',
  );
});

test("normals, points and sizes at the ends of what numbers hold", (t) => {
  const plane = new Plane({ normal: [1.7e308, 1.7e308, 0] });
  for (const [i, x] of [Math.SQRT1_2, Math.SQRT1_2, 0].entries()) isClose(t, plane.normal[i], x, 1e-15);
  const values = new Float64Array(10);
  plane.calc(Float64Array.of(3, 4, 5), values);
  isClose(t, values[0], 7 * Math.SQRT1_2, 1e-14, "the distance, not zero");
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  refuse(
    () => new Plane({ point: [0, 1.7e308, 0] }),
    "Plane: point [0, 1.7e+308, 0] is too far away; give coordinates of at most 1e+60 m",
  );
  const range = "give a length from 1e-60 to 1e+60 m";
  refuse(() => new Sphere({ radius: 5e-324 }), `Sphere: radius is 5e-324; ${range}`);
  refuse(() => new Cylinder({ radius: 1e308 }), `Cylinder: radius is 1e+308; ${range}`);
  refuse(() => new Torus({ radius: 1, tubeRadius: 1e-61 }), `Torus: tubeRadius is 1e-61; ${range}`);
  refuse(
    () => new Ellipsoid({ semiAxes: [1, 1e-300, 1] }),
    `Ellipsoid: semiAxes[1] of [1, 1e-300, 1] is 1e-300; ${range}`,
  );
  // At the ends themselves everything is a number.
  for (const radius of [3e-60, 1e60]) {
    for (const surface of [
      new Sphere({ radius }),
      new Cylinder({ radius }),
      new Cone({ halfAngle: 1, length: radius }),
      new Torus({ radius, tubeRadius: radius / 2 }),
      new CircularSpindle({ radius, offset: radius / 2 }),
      new Ellipsoid({ semiAxes: [radius, radius / 2, radius / 3] }),
      new Superellipsoid({ semiAxes: [radius, radius, radius], exponent: 64 }),
    ]) {
      for (const sample of surface.listSamples()) {
        surface.calc(sample, values);
        t.true(values.every(Number.isFinite), `${surface.label}: ${values}`);
      }
    }
  }
  refuse(
    () => new Superellipsoid({ semiAxes: [1, 1, 1], exponent: [2, 3, 4] as never }),
    "Superellipsoid: exponent [2, 3, 4] has 3 numbers; give a number or a pair [p, q]",
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: (x) => 1 + 0 * x, from: 0, to: 1 }).radiusAt(Number.NaN),
    "SurfaceOfRevolution: x of radiusAt is NaN; give a finite number (a division by zero upstream?)",
  );
});

const throwing = () => {
  throw new Error("no entry");
};

test("errors of a user's functions name the part", (t) => {
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  const end = "threw an error: no entry; look into that function";
  refuse(
    () => new SurfaceOfRevolution({ generatrix: throwing, from: 0, to: 1 }),
    `SurfaceOfRevolution: the generatrix at q = 0.9999976469047881 ${end}`,
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: async () => 1, from: 0, to: 1 } as never),
    "SurfaceOfRevolution: the generatrix at q = 0.9999976469047881 answers with a promise; give a function that is not async",
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: { from: 0, to: 1, calc: throwing } }),
    `SurfaceOfRevolution: the generatrix ${end}`,
  );
  refuse(
    () =>
      new SurfaceOfRevolution({ generatrix: Object.defineProperty({ calc() {} }, "from", { get: throwing }) as never }),
    `SurfaceOfRevolution: the generatrix ${end}`,
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: new Array(3) }),
    "SurfaceOfRevolution: point 0 is undefined; give a pair [x, r]",
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: (x) => 1 + 0 * x, from: -1.7e308, to: 1.7e308 }),
    "SurfaceOfRevolution: from -1.7e+308 to 1.7e+308 is too far; give nearer ends",
  );
  refuse(
    () => new SurfaceOfRevolution({ generatrix: { from: 0, to: 1, calc: async () => throwing() } as never }),
    "SurfaceOfRevolution: calc of the generatrix answers with a promise; give a function that is not async",
  );
  class Own extends Surface {
    readonly size = 1;
    readonly label = "Own";
    override calc = throwing;
  }
  refuse(() => checkSurface('Contact "c"', new Own()), `Contact "c": a method of the surface ${end}`);
  class Empty extends Plane {
    override listSamples = () => [];
  }
  t.throws(() => checkSurface('Contact "c"', new Empty()), {
    message: /^Contact "c": Plane .*: listSamples\(\) is empty; give some points of the surface$/,
  });
});

test("frames and trackers of something else are refused", (t) => {
  const refuse = (create: () => unknown, message: string) => t.throws(create, { name: "ModelError", message });
  const frame = new SurfaceFrame(new Sphere({ radius: 1 }));
  refuse(() => new SurfaceFrame({} as never), "SurfaceFrame: the surface is an object of class Object; give a Surface");
  refuse(
    () => new AlgebraicTracker(frame, undefined as never),
    "AlgebraicTracker: the second frame is undefined; give a SurfaceFrame",
  );
  refuse(
    () => createTracker("auto", null as never, frame),
    "createTracker: the first frame is null; give a SurfaceFrame",
  );
  t.throws(() => createTracker(Symbol("auto") as never, frame, frame), {
    name: "TrackingError",
    message: /^tracker Symbol\(auto\) of Sphere .*: no such tracker; choose one of auto, closed-form/,
  });
});

test("bad generatrices are refused", (t) => {
  type Options = ConstructorParameters<typeof SurfaceOfRevolution>[0];
  const refuse = (options: Options, message: RegExp) =>
    t.throws(() => new SurfaceOfRevolution(options), { name: "ModelError", message });
  refuse({ generatrix: [[0, 1]] }, /1 points span no length; give two or more/);
  refuse(
    {
      generatrix: [
        [0, 1],
        [0, 2],
      ],
    },
    /x does not grow from 0 to 0 at point 1; sort the points/,
  );
  refuse(
    {
      generatrix: [
        [0, 1],
        [1, 0],
        [2, 1],
      ],
    },
    /the radius of point 1 is 0 between the ends; give two surfaces/,
  );
  refuse(
    {
      generatrix: [
        [0, 3],
        [1, 0.01],
        [1.1, 0.01],
        [2, 3],
      ],
    },
    /swings through the axis at x = .*; give more points/,
  );
  refuse({ generatrix: (x) => Math.sqrt(1 - x * x), from: -1, to: 1 }, /too rough .* upright .*functions of an angle/);
  refuse({ generatrix: (x) => x, from: -1, to: 1 }, /the radius is -1 at q = -1; check from, to and the sign/);
  refuse({ generatrix: (q) => [q * q, 1], from: -1, to: 1 }, /x turns back or halts at q = 0 \(x′ = 0\)/);
  refuse({ generatrix: (x) => 1 + 0 * x }, /from is undefined, not a number/);
  refuse({ generatrix: (x) => 1 + 0 * x, from: 1, to: 0 }, /to 0 is not beyond from 1; give from < to/);
  refuse({ generatrix: 3 } as unknown as Options, /the generatrix is 3; give points \[\[x, r\], …\], a function, or/);
  refuse(
    {
      generatrix: [
        [0, 1],
        [1, 1],
      ],
      from: 0,
    },
    /from and to belong to a function/,
  );
});

test("a surface of a user's own is checked against differences of its function", (t) => {
  class Wavy extends Surface {
    readonly size = 1;
    readonly label = "Wavy";
    private readonly change: (out: Float64Array) => void;

    constructor(change: (out: Float64Array) => void = () => {}) {
      super();
      this.change = change;
    }

    override calc([x, y, z]: Float64Array, out: Float64Array): void {
      out.set([y - 0.3 * Math.sin(x + z), -0.3 * Math.cos(x + z), 1, -0.3 * Math.cos(x + z)]);
      const bend = 0.3 * Math.sin(x + z);
      out.set([bend, 0, bend, 0, bend, 0], 4);
      this.change(out);
    }
  }
  const refuse = (surface: unknown, message: RegExp) =>
    t.throws(() => checkSurface('Contact "c"', surface), { name: "ModelError", message });
  t.notThrows(() => checkSurface('Contact "c"', new Wavy()));
  for (const { surface } of createReadyMade(new RandomSource(9))) t.is(checkSurface("test", surface), surface);
  refuse({ radius: 1 }, /^Contact "c": the surface is an object of class Object; give a Surface, such as new Sphere/);
  refuse(new Wavy((out) => out.fill(0, 1)), /Wavy: no point of the surface was found .* it has no gradient; check/);
  refuse(
    new Wavy((out) => out.fill(Number.NaN, 4)),
    /Wavy: fxx is NaN at \[.*\]; calc has to write ten finite numbers/,
  );
  refuse(
    new Wavy((out) => out.fill(-out[3], 3, 4)),
    /Wavy: fz is .* at \[.*\], but f changes by .* correct the derivative/,
  );
  for (const [i, name] of ["fxx", "fyy", "fzz", "fxy", "fxz", "fyz"].entries()) {
    const wrong = new Wavy((out) => {
      out[4 + i] += 0.5;
    });
    refuse(wrong, new RegExp(`Wavy: ${name} is .*, but f[xyz] changes by`));
  }
});
