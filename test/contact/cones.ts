import test from "ava";
import { CoulombFriction } from "../../lib/constraints/contact/index.ts";
import type { Cone } from "../../lib/contact/ConeBlock.ts";
import { solveCones } from "../../lib/contact/solveCones.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";

/**
 * Two feet on one slide, each with one tangent and a given load of 10 N: `u_i = f_1 + f_2 + b_i`. With `b_1 ≠ b_2` they
 * cannot both stick.
 */
function pullApart(staticCoefficient: number, b1: number, b2: number) {
  const cone: Cone = {
    ...{ hasNormal: false, load: 10, tangential: "coulomb", tangentCount: 1 },
    friction: new CoulombFriction({ coefficient: 0.5, staticCoefficient }),
  };
  const W = new Float64Array(36);
  for (const i of [1, 4]) for (const j of [1, 4]) W[6 * i + j] = 1;
  return solveCones(W, Float64Array.of(0, b1, 0, 0, b2, 0), [cone, cone]);
}

test("feet that cannot both stick: one gives way, with all the force that friction allows", (t) => {
  // f_1 + f_2 = −b_1 holds the first; the second then moves with b_2 − b_1 < 0, and its friction is +5 N.
  for (const difference of [1e-2, 1e-4, 1e-6]) {
    const { isFound, states, forces, motion } = pullApart(0.5, -1, -1 - difference);
    t.true(isFound);
    t.deepEqual(states, ["stick", "slip"]);
    isClose(t, forces[1], -4, 1e-9, `${forces}`);
    isClose(t, forces[4], 5, 1e-9, `${forces}`);
    isClose(t, motion[1], 0, 1e-9, `${motion}`);
    isClose(t, motion[4] + difference, 0, 1e-9, `${motion}`);
  }
});

test("with static friction above sliding friction the search ends too", (t) => {
  const { isFound, states, forces } = pullApart(0.6, -1, -1.0001);
  t.true(isFound);
  t.deepEqual(states, ["stick", "slip"]);
  // It slips with the sliding coefficient; the other holds.
  isClose(t, forces[1], -4, 1e-9, `${forces}`);
  isClose(t, forces[4], 5, 1e-9, `${forces}`);
});

test("a box on three feet, one of them with static friction: what gives way slides, what holds does not move", (t) => {
  // Response of the feet along normal and tangents, two of them on springs (their normal places are empty).
  const W = Float64Array.of(
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[0, 15.674, -8.103, 1.854, 3.399, -11.341, 0, 6.703, 8.116],
    ...[0, -8.103, 10.266, -1.665, -5.607, 12.593, 0, -7.981, -1.392],
    ...[0, 1.854, -1.665, 26.371, -0.443, -1.904, 0, -0.2, -0.467],
    ...[0, 3.399, -5.607, -0.443, 9.824, -7.852, 0, 12.114, 5.637],
    ...[0, -11.341, 12.593, -1.904, -7.852, 15.852, 0, -11.176, -3.727],
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[0, 6.703, -7.981, -0.2, 12.114, -11.176, 0, 15.373, 8.019],
    ...[0, 8.116, -1.392, -0.467, 5.637, -3.727, 0, 8.019, 10.303],
  );
  const b = Float64Array.of(0, -0.4497, 0.01092, -9.743, 0.04785, 0.07922, 0, -0.02153, -0.3307);
  const limits = [
    { load: 0.01337567, moving: 0.5664886, still: 0.8323296 },
    { load: 0, moving: 0.39123, still: 0.39123 },
    { load: 0.4013747, moving: 0.472956, still: 0.472956 },
  ];
  const cones = limits.map(
    ({ load, moving, still }): Cone => ({
      ...{ hasNormal: load === 0, load, tangential: "coulomb", tangentCount: 2 },
      friction: new CoulombFriction({ coefficient: moving, staticCoefficient: still }),
    }),
  );
  const { isFound, states, forces: f, motion: u } = solveCones(W, b, cones);
  t.true(isFound);
  isClose(t, u[3], 0, 1e-12);
  isAbove(t, f[3], 0);
  limits.forEach(({ moving, still }, i) => {
    const o = 3 * i;
    const speed = Math.hypot(u[o + 1], u[o + 2]);
    const force = Math.hypot(f[o + 1], f[o + 2]);
    if (states[i] === "stick") {
      isBelow(t, speed, 1e-12);
      isAtMost(t, force, still * f[o]);
    } else {
      isAbove(t, speed, 1e-6);
      isClose(t, force, moving * f[o], 1e-12);
      isClose(t, f[o + 1] * u[o + 1] + f[o + 2] * u[o + 2] + force * speed, 0, 1e-12);
    }
  });
});
