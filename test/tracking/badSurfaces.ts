import test from "ava";
import {
  CircularSpindle,
  Cone,
  Cylinder,
  checkSurface,
  Ellipsoid,
  Plane,
  Sphere,
  Superellipsoid,
  Surface,
  SurfaceOfRevolution,
  Torus,
} from "../../lib/tracking/index.ts";
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
    'Cylinder: unknown option "radios"; did you mean "radius"? The options are position, orientation, axis, radius',
  );
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
