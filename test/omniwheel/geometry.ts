import test, { type ExecutionContext } from "ava";
import { OmniWheel, RollerGeometry, ServoConstraint, Testbench } from "../../lib/omniwheel/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { System } from "../../lib/system/index.ts";
import { Ellipsoid } from "../../lib/tracking/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { DEFAULTS, degrees } from "../helpers/measureOmniwheel.ts";

const near = (t: ExecutionContext, a: number, b: number, tolerance: number, what = "") =>
  isClose(t, a, b, tolerance * Math.max(1, Math.abs(b)), what);

test("without inclination a roller is a circular spindle", (t) => {
  const geometry = new RollerGeometry({ radius: 1, rollers: 4, rollerDistance: 0.65 });
  const surface = geometry.createSurface();
  for (const x of [-0.7, -0.3, 0, 0.2, 0.69]) {
    // Rounding of a difference of numbers near one.
    near(t, surface.radiusAt(x), Math.sqrt(1 - x * x) - 0.65, 1e-14);
  }
  near(t, geometry.length, 2 * Math.sin(Math.PI / 4), 1e-15);
  near(t, geometry.tipRadius, Math.cos(Math.PI / 4) - 0.65, 1e-15);
  // Volume of the solid between the chord and the arc: π∫(√(1−x²) − c)² dx.
  const [h, c] = [geometry.length / 2, 0.65];
  const arc = (x: number) => 0.5 * (x * Math.sqrt(1 - x * x) + Math.asin(x));
  const volume = 2 * Math.PI * (h - h ** 3 / 3 - 2 * c * arc(h) + c * c * h);
  near(t, geometry.volume / volume, 1, 1e-12);
});

test("length, tips and the pointed case of inclined rollers", (t) => {
  for (const rollers of [3, 6, 11]) {
    for (const psi of [0.2, -0.7, 1]) {
      const alpha = Math.PI / rollers;
      const pointed = new RollerGeometry({ radius: 2, rollers, psi, rollerDistance: 2 * Math.cos(alpha) });
      near(t, pointed.length, (4 * Math.sin(alpha)) / Math.cos(psi), 1e-14, "the formula of the paper");
      isBelow(t, pointed.tipRadius, 1e-15);
      const cut = new RollerGeometry({ radius: 2, rollers, psi });
      const R1 = 0.95 * 2 * Math.cos(alpha);
      const formula =
        2 * (2 * Math.cos(psi) * Math.sin(alpha) + (R1 * Math.tan(alpha) * Math.sin(psi) ** 2) / Math.cos(psi));
      near(t, cut.length, formula, 1e-14);
      isAbove(t, cut.tipRadius, 0);
    }
  }
});

test("the derivatives of the generatrix are those of differences", (t) => {
  const curve = new RollerGeometry({ radius: 1, rollers: 5, psi: 0.6 }).createGeneratrix();
  const at = (q: number) => {
    const out = new Float64Array(6);
    curve.calc(Float64Array.of(q), out);
    return out;
  };
  const step = 1e-4;
  for (const q of [-0.6, -0.2, 0.1, 0.5]) {
    const [low, now, high] = [at(q - step), at(q), at(q + step)];
    for (const k of [0, 1]) {
      // Central differences of step 1e-4: an error of about 1e-8.
      near(t, (high[k] - low[k]) / (2 * step), now[2 + k], 1e-7);
      near(t, (high[k + 2] - low[k + 2]) / (2 * step), now[4 + k], 1e-7);
    }
  }
});

test("the lowest point of every inclined roller is at the height of the floor", (t) => {
  for (const psi of [0, 0.5, -1]) {
    const geometry = new RollerGeometry({ radius: 1, rollers: 5, psi });
    const surface = geometry.createSurface();
    for (const q of [-0.62, -0.3, 0, 0.2, 0.6]) {
      const slope = Math.cos(psi) * Math.sin(q);
      const height = (x: number) =>
        -geometry.rollerDistance * Math.cos(q) + x * slope - surface.radiusAt(x) * Math.sqrt(1 - slope ** 2);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 4000; i++) least = Math.min(least, height(geometry.length * (i / 4000 - 0.5)));
      // Samples miss the lowest point by at most half their distance: quadratic in it.
      isClose(t, least, -1, 1e-6, `${psi} ${q}: ${least}`);
    }
  }
});

test("neighbours that overlap are noted with their depth", (t) => {
  t.is(new RollerGeometry({ radius: 1, rollers: 12, rollerDistance: Math.cos(Math.PI / 12) }).overlap, 0);
  const { overlap } = new RollerGeometry({ radius: 1, rollers: 4, rollerDistance: 0.65 });
  isAbove(t, overlap, 0.01);
  isBelow(t, overlap, 0.35);
  t.regex(new Testbench(DEFAULTS).wheel.notes[0], /reach into each other by 0\.\d+ m .*rows: 2/);
  t.deepEqual(new Testbench({ ...DEFAULTS, rollers: 8, rollerDistance: 0.9, rows: 2 }).wheel.notes, []);
});

const wrong: [options: Record<string, unknown>, message: RegExp][] = [
  [{ rollerDistance: 0.71 }, /rollerDistance is 0\.71.*leave gaps.*at most R cos\(π\/n\) = 0\.7071/],
  [{ rollers: 2 }, /rollers is 2; .*give 3/],
  [{ rollers: 4.4 }, /rollers is 4\.4; .*give 4/],
  [{ psi: 45 }, /psi is 45 rad.*nearer to zero than 1\.5708 \(radians; 45° would be 0\.785398\)/],
  [{ psi: -Math.PI / 2 }, /nearer to zero than -1\.5708/],
  [{ rows: 3 }, /rows is 3; give 1 or 2/],
  [
    { rollers: 5, rollerDistance: 0.7, rows: 2 },
    /5 rollers do not alternate between two rows; give an even number such as 6/,
  ],
  [{ tracker: "explicite" }, /tracker is "explicite"; did you mean "explicit"/],
  [{ tracker: "algebraic", rollerDistance: Math.SQRT1_2 }, /pointed.*rollerDistance of at most 0\.7/],
  [{ density: 3 }, /roller and density are both given/],
  [{ roller: 3 }, /roller is 3; give the Inertia/],
  [{ disc: 3 }, /disc is 3; give its Inertia/],
  [{ rollerRates: [1] }, /rollerRates \[1\] has 1 numbers; give 4 numbers, one for each roller/],
  [{ bearing: { fricton: 1 } }, /unknown option "fricton"; did you mean "friction"/],
  [{ force: [1] }, /force \[1\] has 1 numbers; give two numbers \[x, z\]/],
  [{ radios: 1 }, /unknown option "radios"; did you mean "radius"/],
];
for (const [options, message] of wrong) {
  test(`refused: ${Object.entries(options)
    .map((entry) => entry.join(" "))
    .join(", ")}`, (t) => {
    t.throws(() => new Testbench({ ...DEFAULTS, ...options }), { message });
  });
}

const disc = Inertia.cylinder({ mass: 1, radius: 0.8, length: 0.1, axis: "z" });

test("a wheel that leans is refused, with the nearest axle", (t) => {
  const system = new System();
  const lean = 5 * degrees;
  const orientation = [Math.cos(lean / 2), Math.sin(lean / 2), 0, 0];
  new OmniWheel("wheel", system.ground, { radius: 1, rollers: 6, disc, orientation }).addTo(system);
  t.throws(() => system.evaluate(), { message: /not upright.*leans by -5\.000°.*along \[0, 0, 1\]/ });
});

test("a floor that is not flat needs a general tracker", (t) => {
  const { ground } = new System();
  const floor = new Ellipsoid({ semiAxes: [50, 1, 50] });
  const options = { radius: 1, rollers: 6, disc, floor, position: [0, 2, 0] };
  t.throws(() => new OmniWheel("wheel", ground, options), {
    message: /flat floor.*Ellipsoid.*give a Plane.*"algebraic"/,
  });
  t.notThrows(() => new OmniWheel("wheel", ground, { ...options, tracker: "algebraic" }));
});

test("the servo-constraint holds any axle across any normal", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const wheel = new OmniWheel("wheel", system.ground, {
    radius: 1,
    rollers: 6,
    disc,
    position: [0, 5, 0],
    angularVelocity: [0, 1, 3],
  });
  wheel.addTo(system);
  system.add(new ServoConstraint("upright", system.ground, wheel.disc));
  const run = system.simulateSync({ until: 2, tolerance: 1e-10 });
  run.last.show();
  const { T } = wheel.disc.kinematics;
  isClose(t, T[5], 0, 1e-14);
  // The third law: what the wheel gets, the base gets with the other sign; about the vertical nothing acts.
  const { torque, onA } = run.last.reaction("upright");
  t.deepEqual(
    torque.map((x) => 0 - x),
    onA.torque.map((x) => x + 0),
  );
  isClose(t, torque[1], 0, 1e-13);
});
