import test from "ava";
import { isAbove, isBelow, isClose } from "./helpers/compare.ts";
import {
  chainEnergy,
  chainEnergyAboveHanging,
  chainPoints,
  type Rod,
  slenderRod,
  solveChain,
} from "./reference/chain.ts";
import { CRANK_LOOP, crankLoopState, solveCrankLoop } from "./reference/crankLoop.ts";
import { carlsonRF, completeK, incompleteF, jacobi } from "./reference/elliptic.ts";
import { HEAVY_TOP, solveTop, steadyPrecession, topEnergy } from "./reference/heavyTop.ts";
import { A02, solveA02 } from "./reference/iftomm.ts";
import { gaussLegendre, integrate, integrateTo, quadrature } from "./reference/integrate.ts";
import { A01, pendulum, pendulumFrequency, solveA01 } from "./reference/pendulum.ts";
import {
  crankAngle,
  SLIDER_CRANK,
  type SliderCrank,
  sliderCrankState,
  solveSliderCrank,
} from "./reference/sliderCrank.ts";
import { DZHANIBEKOV, type Triple, torqueFree } from "./reference/torqueFree.ts";

const distance = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

/** Fourth-order central difference. */
function slope(f: (x: number) => number, x: number, h = 1e-3): number {
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

test("complete elliptic integral: special values", (t) => {
  isClose(t, completeK(0), Math.PI / 2, 1e-15);
  // Γ(1/4)² / (4 √π)
  isClose(t, completeK(0.5), 1.8540746773013719, 1e-15);
  // Digits of K for k = sin 75°.
  isClose(t, completeK((2 + Math.sqrt(3)) / 4, (2 - Math.sqrt(3)) / 4), 2.768063145368768, 1e-14);
  t.is(completeK(1), Infinity);
  // K → ln(4/k') as k' → 0.
  isClose(t, completeK(1, 1e-20), Math.log(4e10), 1e-14);
  t.throws(() => completeK(1.5), { instanceOf: RangeError });
});

test("incomplete elliptic integral: against quadrature and the complete one", (t) => {
  isClose(t, carlsonRF(1, 2, 0), 1.3110287771461, 1e-13);
  for (const m of [0, 0.3, 0.9, 0.9999]) {
    isClose(t, incompleteF(Math.PI / 2, m), completeK(m), 1e-14 * completeK(m));
    for (const phi of [-4, -1.2, 0.4, 1.5, 7]) {
      const sum = quadrature((x) => 1 / Math.sqrt(1 - m * Math.sin(x) ** 2), 0, phi, 2000);
      isClose(t, incompleteF(phi, m), sum, 1e-12 * Math.abs(sum), `${m} ${phi}`);
    }
  }
});

test("Jacobi functions: identities, special values, derivatives, inverse of F", (t) => {
  for (const m of [0, 1e-12, 0.1, 0.5, 0.9, 0.9999, 1]) {
    for (let u = -9; u <= 9; u += 0.37) {
      const { sn, cn, dn, am } = jacobi(u, m);
      isClose(t, sn * sn + cn * cn, 1, 1e-15);
      isClose(t, dn * dn + m * sn * sn, 1, 1e-15);
      isClose(
        t,
        slope((x) => jacobi(x, m).sn, u),
        cn * dn,
        1e-10,
      );
      isClose(t, slope((x) => jacobi(x, m).cn, u) + sn * dn, 0, 1e-10);
      isClose(t, slope((x) => jacobi(x, m).dn, u) + m * sn * cn, 0, 1e-10);
      isClose(
        t,
        slope((x) => jacobi(x, m).am, u),
        dn,
        1e-10,
      );
      if (m < 0.95) isClose(t, incompleteF(am, m), u, 5e-14, `F ${u} ${m}`);
    }
    const k = completeK(m);
    if (m < 1) {
      const quarter = jacobi(k, m);
      isBelow(t, distance([quarter.sn, quarter.cn, quarter.dn], [1, 0, Math.sqrt(1 - m)]), 1e-14);
      const middle = jacobi(k / 2, m);
      isClose(t, middle.sn, 1 / Math.sqrt(1 + Math.sqrt(1 - m)), 1e-14);
      const turned = jacobi(0.7 + 4 * k, m);
      isClose(t, turned.sn, jacobi(0.7, m).sn, 1e-14);
    }
  }
  // m = 0: circular; m = 1: hyperbolic.
  isBelow(t, distance([jacobi(1.3, 0).sn, jacobi(1.3, 0).cn], [Math.sin(1.3), Math.cos(1.3)]), 1e-15);
  isBelow(t, distance([jacobi(1.3, 1).sn, jacobi(1.3, 1).cn], [Math.tanh(1.3), 1 / Math.cosh(1.3)]), 1e-15);
  // sn, cn, dn(0.2 | 0.81) as printed in tables (Abramowitz and Stegun, 16.21).
  const { sn, cn, dn } = jacobi(0.2, 0.81);
  isBelow(t, distance([sn, cn, dn], [0.19762, 0.98028, 0.98406]), 1e-5);
});

test("extrapolation integrator: closed forms, both directions, tolerance", (t) => {
  const kepler = (e: number) => {
    const rates = (_t: number, [x, y, vx, vy]: readonly number[]) => {
      const r3 = (x * x + y * y) ** 1.5;
      return [vx, vy, -x / r3, -y / r3];
    };
    const start = [1 - e, 0, 0, Math.sqrt((1 + e) / (1 - e))];
    return distance(integrate(rates, start, 0, 20 * Math.PI), start);
  };
  isBelow(t, kepler(0.5), 5e-12, `Kepler's orbit after ten turns: ${kepler(0.5)}`);
  const oscillator = (_t: number, [x, v]: readonly number[]) => [v, -x];
  isBelow(t, distance(integrate(oscillator, [1, 0], 0, 100), [Math.cos(100), -Math.sin(100)]), 5e-14);
  isBelow(t, distance(integrate(oscillator, [1, 0], 0, -100), [Math.cos(100), Math.sin(100)]), 5e-14);
  isClose(t, integrate((s) => [Math.cos(s * s) * 2 * s], [0], 0, 5)[0], Math.sin(25), 1e-13);
  isClose(t, integrate((_s, [y]) => [-50 * y], [1], 0, 1)[0], Math.exp(-50), 1e-14);
  t.deepEqual(integrate(oscillator, [1, 2], 3, 3), [1, 2]);
  const [first, second] = integrateTo(oscillator, [1, 0], 0, [1, 2]);
  isBelow(t, distance([first[0], second[0]], [Math.cos(1), Math.cos(2)]), 1e-15);
  for (const tolerance of [1e-4, 1e-7, 1e-10]) {
    const error = distance(integrate(oscillator, [1, 0], 0, 10, tolerance), [Math.cos(10), -Math.sin(10)]);
    isBelow(t, error, 5 * tolerance, `${error} at ${tolerance}`);
  }
  // A pole: the step underflows instead of running on.
  t.throws(() => integrate((_s, [y]) => [y * y], [1], 0, 2), { message: /step became too small/ });
});

test("Gauss–Legendre rule: exact for polynomials", (t) => {
  const { nodes, weights } = gaussLegendre(16);
  for (let power = 0; power <= 31; power++) {
    const sum = nodes.reduce((total, x, i) => total + weights[i] * x ** power, 0);
    isClose(t, sum, power % 2 === 0 ? 2 / (power + 1) : 0, 2e-15);
  }
  isClose(t, quadrature(Math.sin, 0, Math.PI, 2), 2, 1e-15);
});

test("pendulum: A01 and its period", (t) => {
  for (const { t: time, position } of A01.points) isBelow(t, distance(solveA01(time).position, position), 1e-13);
  const period = pendulum(Math.sqrt(A01.gravity), -Math.PI / 2).period;
  isClose(t, period, A01.period, 1e-15);
  isBelow(t, distance(solveA01(0).position, A01.start), 1e-15);
  isBelow(t, distance(solveA01(0).velocity, [0, 0]), 1e-14);
});

test("pendulum: swinging, turning over and on the separatrix against the integrator", (t) => {
  const omega0 = pendulumFrequency(2, 9.81, 0.4, 0.7);
  const rates = (_t: number, [angle, rate]: readonly number[]) => [rate, -omega0 * omega0 * Math.sin(angle)];
  const starts = [
    [0.01, 0],
    [2.5, 0],
    [-3, 0],
    [1, -2],
    [1, 8],
    [0.3, -9],
    [20, 1],
    [-20, 12],
    [Math.PI, -1],
  ];
  for (const [angle, rate] of starts) {
    const motion = pendulum(omega0, angle, rate);
    const times = [0, 0.1, 0.7, 2, 5];
    integrateTo(rates, [angle, rate], 0, times).forEach((state, i) => {
      const exact = [motion.angle(times[i]), motion.rate(times[i])];
      isBelow(t, distance(state, exact), 1e-11, `${angle} ${rate} ${times[i]}: ${distance(state, exact)}`);
    });
    const turn = [motion.angle(motion.period) - angle, motion.rate(motion.period) - rate];
    const full = Math.abs(turn[0]) > 1 ? 2 * Math.PI * Math.sign(rate) : 0;
    isBelow(t, distance(turn, [full, 0]), 1e-11, `period of ${angle} ${rate}`);
  }
  const separatrix = pendulum(omega0, 0, 2 * omega0);
  t.is(separatrix.period, Infinity);
  isClose(t, separatrix.angle(0.9) - 4 * Math.atan(Math.exp(0.9 * omega0)) + Math.PI, 0, 1e-14);
});

test("A02 with two four-bars is a physical pendulum", (t) => {
  for (const { t: time, position } of A02.points) isBelow(t, distance(solveA02(2, time).position, position), 1e-12);
  isBelow(t, distance(solveA02(2, 10).velocity, A02.endVelocity), 1e-12);
  isBelow(t, distance([...solveA02(2, 0).position, ...solveA02(2, 0).velocity], [0, 1, 1, 0]), 1e-14);
});

function freeRates([a, b, c]: Triple) {
  return (_t: number, y: readonly number[]) => {
    const [q0, q1, q2, q3, u, v, w] = y;
    return [
      (-q1 * u - q2 * v - q3 * w) / 2,
      (q0 * u + q2 * w - q3 * v) / 2,
      (q0 * v + q3 * u - q1 * w) / 2,
      (q0 * w + q1 * v - q2 * u) / 2,
      ((b - c) * v * w) / a,
      ((c - a) * w * u) / b,
      ((a - b) * u * v) / c,
    ];
  };
}

test("torque-free body: the Dzhanibekov numbers", (t) => {
  const { inertia, omega, period, flip, firstZero } = DZHANIBEKOV;
  const motion = torqueFree([...inertia], [...omega]);
  isClose(t, motion.period, period, 1e-13);
  isClose(t, motion.firstZero, firstZero, 5e-7);
  isClose(t, motion.omega(motion.firstZero)[1], 0, 1e-12);
  isClose(t, motion.omega(motion.firstZero + flip)[1], 0, 1e-12);
  isAbove(t, motion.omega(motion.firstZero - 0.1)[1], 0);
  isBelow(t, motion.omega(motion.firstZero + 0.1)[1], 0);
  isBelow(t, distance(motion.omega(period), omega), 1e-11);
});

test("torque-free body: all orders of inertia, both sides of the separatrix, against the integrator", (t) => {
  const values = [1, 2, 2.5];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const rates: Triple[] = [
    [0.3, 0.2, 2],
    [2, 0.1, -0.3],
    [-1, 0.7, -1],
    [0.4, -3, 0.5],
    [0, 1, 0.2],
    [0.2, -1, 0],
    [-0.3, 0, 0],
    [1, 0, 1],
  ];
  const cases: [Triple, Triple][] = orders.flatMap((order) =>
    rates.map((rate): [Triple, Triple] => [order.map((i) => values[i]) as Triple, rate]),
  );
  // Symmetric bodies, a sphere, and rest.
  for (const rate of [...rates, [0, 0, 0] as Triple]) {
    cases.push([[1, 1, 1.5], rate], [[1.5, 1, 1], rate], [[1, 1.7, 1], rate], [[1, 1, 1], rate]);
  }
  const times = [0, 0.3, 2, 6];
  for (const [inertia, omega] of cases) {
    const motion = torqueFree(inertia, omega);
    integrateTo(freeRates(inertia), [1, 0, 0, 0, ...omega], 0, times).forEach((y, i) => {
      const label = `${inertia} ${omega} ${times[i]}`;
      isBelow(t, distance(motion.omega(times[i]), y.slice(4)), 1e-12, label);
      const [w, x, yy, z] = y;
      const r = motion.orientation(times[i]);
      const expected = [
        1 - 2 * (yy * yy + z * z),
        2 * (x * yy - w * z),
        2 * (x * z + w * yy),
        2 * (x * yy + w * z),
        1 - 2 * (x * x + z * z),
        2 * (yy * z - w * x),
        2 * (x * z - w * yy),
        2 * (yy * z + w * x),
        1 - 2 * (x * x + yy * yy),
      ];
      isBelow(t, distance(r, expected), 1e-12, `orientation ${label}: ${distance(r, expected)}`);
    });
  }
});

test("torque-free body: Dzhanibekov orientation against the integrator", (t) => {
  const inertia: Triple = [...DZHANIBEKOV.inertia];
  const omega: Triple = [...DZHANIBEKOV.omega];
  const motion = torqueFree(inertia, omega);
  const [y] = integrateTo(freeRates(inertia), [1, 0, 0, 0, ...omega], 0, [6]);
  isBelow(t, distance(motion.omega(6), y.slice(4)), 1e-10);
  const [w, x, yy, z] = y;
  const column = [2 * (x * yy - w * z), 1 - 2 * (x * x + z * z), 2 * (yy * z + w * x)];
  const r = motion.orientation(6);
  isBelow(t, distance([r[1], r[4], r[7]], column), 1e-10);
});

test("heavy top: published positions, energy, steady precession", (t) => {
  const { top, points } = HEAVY_TOP;
  const states = solveTop(
    top,
    HEAVY_TOP,
    points.map((point) => point.t),
  );
  states.forEach((state, i) => {
    isBelow(t, distance(state.centre, points[i].centre), 2e-12);
    // The spin of a symmetric top is conserved.
    isClose(t, state.omega[1], 150, 1e-11);
  });
  const energies = solveTop(top, HEAVY_TOP, [0, 0.5, 1]).map((state) => topEnergy(top, state));
  isBelow(t, distance(energies, [energies[0], energies[0], energies[0]]), 1e-12 * energies[0]);

  const parameters = { mass: 2, gravity: 9.81, distance: 0.3, tilt: 0.7, precession: 1.5 };
  const inertia: Triple = [0.02, 0.02, 0.05];
  const steady = steadyPrecession({ ...parameters, transverse: 0.02 + 2 * 0.3 ** 2, axial: 0.05 });
  const body = { mass: 2, inertia, centre: [0, 0, 0.3] as Triple, gravity: 9.81 };
  const start = { quaternion: [Math.cos(0.35), 0, Math.sin(0.35), 0], omega: steady.omegaBody(0) };
  const times = [0, 0.4, 1.7];
  solveTop(body, start, times).forEach((state, i) => {
    isBelow(t, distance(state.orientation, steady.orientation(times[i])), 1e-12);
    isBelow(t, distance(state.omega, steady.omegaBody(times[i])), 1e-11);
    isBelow(t, distance(state.centre, steady.centre(times[i])), 1e-12);
    const r = state.orientation;
    const [u, v, w] = state.omega;
    const world = [0, 3, 6].map((k) => r[k] * u + r[k + 1] * v + r[k + 2] * w);
    isBelow(t, distance(world, steady.omega(times[i])), 1e-11);
  });
});

test("chain: one rod is the physical pendulum", (t) => {
  const rod: Rod = { mass: 2, length: 1.1, inertia: 0.3, centre: 0.4 };
  const motion = pendulum(pendulumFrequency(2, 9.81, 0.4, 0.3 + 2 * 0.16), 2.2, 0.3);
  const times = [0.5, 2, 10];
  solveChain([rod], 9.81, { angles: [2.2], rates: [0.3] }, times).forEach((state, i) => {
    isBelow(t, distance([state.angles[0], state.rates[0]], [motion.angle(times[i]), motion.rate(times[i])]), 1e-12);
  });
});

test("chain: energy, the double pendulum of point masses, centres of mass", (t) => {
  for (const n of [3, 10]) {
    const rods = Array.from({ length: n }, () => slenderRod(1, 1 / n));
    const start = { angles: rods.map(() => Math.PI / 2), rates: rods.map((_, i) => 0.1 * i) };
    const drop = chainEnergyAboveHanging(rods, 9.81, start);
    for (const state of solveChain(rods, 9.81, start, [0.2, 0.6, 1])) {
      const error = Math.abs(chainEnergy(rods, 9.81, state) - chainEnergy(rods, 9.81, start));
      isBelow(t, error, 1e-12 * drop, `${n}: ${error / drop}`);
    }
  }
  // The textbook double pendulum of point masses 1 and 2 kg on bars of 0.5 and 0.8 m.
  const [m1, m2, l1, l2, g] = [1, 2, 0.5, 0.8, 9.81];
  const textbook = (_t: number, [a, b, u, v]: readonly number[]) => {
    const [s, c] = [Math.sin(a - b), Math.cos(a - b)];
    const bottom = 2 * m1 + m2 - m2 * Math.cos(2 * a - 2 * b);
    const first = -g * (2 * m1 + m2) * Math.sin(a) - m2 * g * Math.sin(a - 2 * b);
    const second = (m1 + m2) * (u * u * l1 + g * Math.cos(a)) + v * v * l2 * m2 * c;
    return [
      u,
      v,
      (first - 2 * s * m2 * (v * v * l2 + u * u * l1 * c)) / (l1 * bottom),
      (2 * s * second) / (l2 * bottom),
    ];
  };
  const masses: Rod[] = [
    { mass: m1, length: l1, inertia: 0, centre: l1 },
    { mass: m2, length: l2, inertia: 0, centre: l2 },
  ];
  const [state] = solveChain(masses, g, { angles: [1, -0.5], rates: [0.2, 0] }, [2]);
  const [expected] = integrateTo(textbook, [1, -0.5, 0.2, 0], 0, [2]);
  isBelow(t, distance([...state.angles, ...state.rates], expected), 1e-11);
  // Kinetic energy from the velocities of the centres of mass.
  const rods: Rod[] = [
    { mass: 1, length: 0.7, inertia: 0.2, centre: 0.1 },
    { mass: 3, length: 0.4, inertia: 0.05 },
    { mass: 0.6, length: 0.9, inertia: 0.3, centre: 1 },
  ];
  const rates = [1, -2, 0.5];
  const angles = [0.3, 1.1, -2];
  const direct = rods.reduce((sum, rod, i) => {
    const along = (k: 0 | 1) => (s: number) =>
      chainPoints(
        rods,
        angles.map((angle, j) => angle + rates[j] * s),
      ).centres[i][k];
    const square = slope(along(0), 0) ** 2 + slope(along(1), 0) ** 2;
    return sum + (rod.mass * square + rod.inertia * rates[i] ** 2) / 2 + rod.mass * 9.81 * along(1)(0);
  }, 0);
  isClose(t, direct, chainEnergy(rods, 9.81, { angles, rates }), 1e-9);
});

test("slider-crank: work balance, given motion, limit of a stiff spring", (t) => {
  for (const p of [SLIDER_CRANK, { ...SLIDER_CRANK, rise: 0.3 }] satisfies SliderCrank[]) {
    for (const time of [0, 0.2, 1.3]) {
      const { rate, acceleration } = crankAngle(p, time);
      isClose(
        t,
        slope((x) => crankAngle(p, x).angle, time),
        rate,
        1e-9,
      );
      isClose(
        t,
        slope((x) => crankAngle(p, x).rate, time),
        acceleration,
        1e-8,
      );
    }
    // The work of the torque less the loss in the damper is the change of energy.
    const augmented = (s: number, [x, v]: readonly number[]) => {
      const state = sliderCrankState(p, s, x, v);
      return [v, state.acceleration, state.torque * crankAngle(p, s).rate - p.damping * state.lengthRate ** 2];
    };
    const [x, v, work] = integrate(augmented, [p.position, p.velocity, 0], 0, 3);
    const before = sliderCrankState(p, 0, p.position, p.velocity);
    const [after] = solveSliderCrank(p, [3]);
    isBelow(t, distance([after.position, after.velocity], [x, v]), 1e-13);
    isClose(t, after.energy - before.energy, work, 1e-13);
    t.true(Math.abs(after.guideForce + after.force[1]) === 0);
    isClose(t, Math.hypot(...after.force), Math.abs(after.tension), 1e-14);
  }
  // A stiff, well damped rod: the piston follows the rigid slider-crank within about the stretch m a/k.
  const stiff = { ...SLIDER_CRANK, stiffness: 2e5, damping: 300, rise: 0.5 };
  const [state] = solveSliderCrank(stiff, [4], 1e-12);
  const { angle } = crankAngle(stiff, 4);
  const rigid = 0.1 * Math.cos(angle) + Math.sqrt(0.09 - (0.1 * Math.sin(angle)) ** 2);
  isClose(t, state.position, rigid, 2e-5);
});

test("crank loop: the energy stays, and the velocities are the slopes of the positions", (t) => {
  const times = [0.1, 1, 10];
  const { energy } = crankLoopState(CRANK_LOOP, CRANK_LOOP.angle, CRANK_LOOP.rate);
  for (const state of solveCrankLoop(CRANK_LOOP, times)) {
    isClose(t, state.energy, energy, 1e-13);
    const rate = (read: (angle: number) => number) => state.rate * slope(read, state.angle);
    isClose(
      t,
      rate((angle) => crankLoopState(CRANK_LOOP, angle, 0).piston),
      state.velocity,
      1e-9,
    );
  }
});
