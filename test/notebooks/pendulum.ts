import test from "ava";
import { completeK } from "../../notebooks/models/completeK.ts";
import {
  createPendulum,
  findFrequency,
  findPeriod,
  findSeparatrix,
  findSmallSwing,
  measurePeriod,
} from "../../notebooks/models/pendulum.ts";
import { isClose } from "../helpers/compare.ts";
import * as elliptic from "../reference/elliptic.ts";
import { pendulum } from "../reference/pendulum.ts";

test("the complete elliptic integral is the reference's, up to the edge", (t) => {
  for (const complement of [1, 0.9, 0.5, 0.1, 1e-3, 1e-8, 1e-15]) {
    const expected = elliptic.completeK(1 - complement, complement);
    isClose(t, completeK(complement) / expected, 1, 1e-14, `${complement}`);
  }
  t.is(completeK(0), Number.POSITIVE_INFINITY);
});

test("the period of the run is that of the elliptic integral, and of the reference", (t) => {
  for (const [length, angle] of [
    [1, 60],
    [0.3, 5],
    [2, 120],
    [1, 175],
  ]) {
    const parameters = { length, angle, damping: 0, mass: 2 };
    const { system, options } = createPendulum(parameters);
    const run = system.simulateSync(options);
    const period = findPeriod(parameters);
    const exact = pendulum(findFrequency(parameters), (angle * Math.PI) / 180);
    isClose(t, period / exact.period, 1, 1e-13);
    // The tolerance is 1e-9 a step; near the top errors grow with the time that is spent there.
    isClose(t, measurePeriod(run) / period, 1, angle > 150 ? 1e-6 : 1e-7, `${length} m, ${angle}°`);
    for (const time of [1, 4, 9]) {
      const limit = angle > 150 ? 1e-5 : 1e-7;
      isClose(t, run.at(time).joint("hinge").position, exact.angle(time), limit);
    }
  }
});

test("small swings are those of the formula; the separatrix has the energy of the top", (t) => {
  const length = 0.8;
  const { system, options } = createPendulum({ length, angle: 0.5, damping: 0, mass: 1 });
  const run = system.simulateSync(options);
  // The period is longer by φ₀²/16 ≈ 5e-6: after 10 s the phase is off by 35 × 5e-6, the angle by that times φ₀.
  for (const { t: time, angle } of findSmallSwing({ length, angle: 0.5 }, 10)) {
    isClose(t, run.at(time).joint("hinge").position, angle, 2e-6);
  }
  const frequency = findFrequency({ length });
  for (const { angle, rate } of findSeparatrix({ length })) {
    isClose(t, rate ** 2 / 2, frequency ** 2 * (1 + Math.cos(angle)), 1e-12);
  }
});
