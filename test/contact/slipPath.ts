import test from "ava";
import type { Unilateral } from "../../lib/constraints/contact/Unilateral.ts";
import { SlipPath, type SlipPoint } from "../../lib/contact/SlipPath.ts";
import { SlipResponse } from "../../lib/contact/SlipResponse.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createThrow } from "../helpers/feet/ellipsoids.ts";
import { createDrivenMecanum } from "../helpers/measureVehicle.ts";
import { integrate } from "../reference/integrate.ts";

interface Coefficients {
  /** α, β, γ of 1/N. */
  normal: readonly number[];
  /** P, Q, R of both accelerations of slip. */
  slip: readonly number[];
  angle?: number;
}

function createResponse({ normal, slip, angle = 0 }: Coefficients): SlipResponse {
  const response = new SlipResponse(1);
  response.normal.set(normal);
  response.slip.set(slip);
  response.angle = angle;
  return response;
}

const follow = (
  first: Coefficients,
  later: Coefficients,
  lapse: number,
  speed: number,
  angle: number,
  horizon: number,
) =>
  new SlipPath({ first: createResponse(first), later: createResponse(later), lapse }, speed, angle, horizon, 0, {
    step: 0.25,
    turn: 0.2,
  });

const last = ({ points }: SlipPath): SlipPoint => points[points.length - 1];

test("slip against a constant friction ends on a straight line, with the impulse that stops it", (t) => {
  // N = 20, and 3 m/s² for each newton against the slip: 60 m/s² from 0.3 m/s on.
  const still = { normal: [1 / 20, 0, 0], slip: [0, 0, -3, 0, 0, -3] };
  const path = follow(still, still, 1, 0.3, 0.7, Number.POSITIVE_INFINITY);
  t.true(path.isSound);
  const { t: end, impulses, ways } = last(path);
  isClose(t, end, 0.3 / 60, 1e-15);
  isClose(t, impulses[0], 20 * end, 1e-13);
  isClose(t, impulses[1], 20 * end * Math.cos(0.7), 1e-13);
  isClose(t, impulses[2], 20 * end * Math.sin(0.7), 1e-13);
  isClose(t, impulses[3], (20 * end * end) / 2, 1e-15);
  isClose(t, ways[0], (20 * end * end) / 2, 1e-15);
  isClose(t, ways[3], (20 * end ** 3) / 6, 1e-17);
});

test("slip of a light body turns as the equations of its velocity say, with a response that changes in time", (t) => {
  // As of a roller: light across its axis, heavy along it, pulled along; the normal force depends on the direction.
  const first = { normal: [0.034, 0.0013, -0.0017], slip: [-0.45, -0.4, -43, 38, 38, -42], angle: -0.6 };
  const later = { normal: [0.035, 0.0012, -0.0016], slip: [-0.6, -0.3, -43.5, 39, 38.5, -42.5], angle: -0.6 };
  const lapse = 2e-4;
  const horizon = 2.5e-4;
  const path = follow(first, later, lapse, 0.3, -0.6, horizon);
  t.true(path.isSound);
  const calcRates = (time: number, [v0, v1]: readonly number[]) => {
    const mix = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x + (time / lapse) * (b[i] - x));
    const [alpha, beta, gamma] = mix(first.normal, later.normal);
    const p = mix(first.slip, later.slip);
    const phi = Math.atan2(v1, v0) + 0.6;
    const [c, s] = [Math.cos(phi), Math.sin(phi)];
    const force = 1 / (alpha + beta * c + gamma * s);
    const a = [0, 1].map((i) => force * (p[i] + p[2 + i] * c + p[4 + i] * s));
    return [...a, force, force * c, force * s, time * force];
  };
  const start = [0.3 * Math.cos(-0.6), 0.3 * Math.sin(-0.6), 0, 0, 0, 0];
  const expected = integrate(calcRates, start, 0, horizon, 1e-13);
  const { t: end, impulses } = last(path);
  isClose(t, end, horizon, 1e-12);
  // Steps of order four, a quarter of the fastest change each.
  for (let k = 0; k < 4; k++) isClose(t, impulses[k], expected[2 + k], 1e-6 * Math.abs(expected[2]));
  // It has turned: the test would be none without.
  isAbove(t, Math.abs(Math.atan2(expected[1], expected[0]) + 0.6), 0.5);
});

test("slip that does not end is no path", (t) => {
  const driven = { normal: [1 / 20, 0, 0], slip: [5, 0, -3, 0, 0, -3] };
  const path = follow(driven, driven, 1, 0.3, 0.7, Number.POSITIVE_INFINITY);
  t.false(path.isSound && Number.isFinite(last(path).t));
});

test("three directions of friction tell the accelerations in any other", (t) => {
  // A stone: friction acts beside its centre of mass, and the normal force depends on its direction.
  const system = createThrow(0);
  const { events } = system.simulateSync({ until: 1, tolerance: 1e-8 });
  const time = (events.find(({ after }) => after === "slip")?.t ?? 0) + 1e-4;
  const { y, modes } = system.simulateSync({ until: time, tolerance: 1e-8 }).lastState;
  const { kernel } = system.getObserver();
  kernel.setModes(modes);
  kernel.solveAt(time, y);
  const contact = kernel.contacts.find(({ mode }) => mode === "slip") as Unilateral;
  const response = new SlipResponse(kernel.rateCount);
  const angle = Math.atan2(contact.slip[1], contact.slip[0]);
  t.true(response.find(kernel, time, contact, angle));
  for (const turn of [0.6, 2.9, -1.2]) {
    kernel.setLeading([contact]);
    contact.direction.pin(angle + turn);
    kernel.accelerateAgain(time);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const force = 1 / (response.normal[0] + response.normal[1] * c + response.normal[2] * s);
    isClose(t, contact.normalForce, force, 1e-10 * force);
    const [p, q, r] = response.rates;
    const scale = Math.max(...kernel.accelerations.map(Math.abs));
    kernel.accelerations.forEach((a, i) => {
      isAtMost(t, Math.abs(a - force * (p[i] + q[i] * c + r[i] * s)), 1e-11 * scale);
    });
  }
});

test("a vehicle on a curve takes few evaluations after its hand-overs, and ends where fine steps do", (t) => {
  const drive = (tolerance: number) => {
    const { system } = createDrivenMecanum({ vx: 0.5, vy: 0.2, wz: 0.3 });
    return system.simulateSync({ until: 0.3, tolerance, method: "dopri5" });
  };
  const [coarse, fine] = [1e-5, 1e-8].map(drive);
  const [a, b] = [coarse, fine].map((run) => run.last.body("cart"));
  const off = (what: "position" | "velocity" | "angularVelocity") =>
    Math.max(...a[what].map((value, i) => Math.abs(value - b[what][i])));
  // A tenth of the tolerance: what is heavy is known much better than what is light.
  for (const what of ["position", "velocity", "angularVelocity"] as const) isBelow(t, off(what), 1e-6, what);
  // States of constraints go along: the way that the vehicle believes to have driven.
  const { kernel } = createDrivenMecanum({ vx: 0.5 }).system.getObserver();
  const first = kernel.coordinateCount + kernel.rateCount;
  const ways = [coarse, fine].map((run) => run.lastState.y.subarray(first));
  isAbove(t, Math.hypot(...ways[0]), 0.1);
  ways[0].forEach((value, i) => {
    isBelow(t, Math.abs(value - ways[1][i]), 1e-6);
  });
  // Short steps take 2,557; finer tolerances than 1e-7 take them.
  isAtMost(t, coarse.statistics.evaluations, 1400);
});
