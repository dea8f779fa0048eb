import type { Derivative } from "./odeMotions.ts";

/**
 * Van der Pol's equation with ε = 1e-6 and both components of order 1 [Hairer, Wanner, IV.10]; from (2, 0) to t = 2,
 * end values of the Test Set for IVP Solvers (Mazzia, Magherini, 2008).
 */
export const vanDerPol = {
  size: 2,
  start: [2, 0],
  end: 2,
  solution: [0.1706167732170483e1, -0.8928097010247975],
  calcDerivative: ((_t, y, out) => {
    out[0] = y[1];
    out[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / 1e-6;
  }) as Derivative,
};

/** Robertson's reaction [Hairer, Wanner, IV.1]; end values of the Test Set for IVP Solvers. */
export const robertson = {
  size: 3,
  start: [1, 0, 0],
  end: 1e11,
  solution: [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505],
  calcDerivative: ((_t, y, out) => {
    out[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    out[2] = 3e7 * y[1] * y[1];
    out[1] = -out[0] - out[2];
  }) as Derivative,
};

/** HIRES, how a plant answers to light [Hairer, Wanner, IV.10]; end values of the Test Set for IVP Solvers. */
export const hires = {
  size: 8,
  start: [1, 0, 0, 0, 0, 0, 0, 0.0057],
  end: 321.8122,
  solution: [
    0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2, 0.2386356198831331e-2,
    0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2,
  ],
  calcDerivative: ((_t, y, out) => {
    out[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    out[1] = 1.71 * y[0] - 8.75 * y[1];
    out[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    out[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    out[4] = -1.745 * y[4] + 0.43 * (y[5] + y[6]);
    out[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    out[6] = 280 * y[5] * y[7] - 1.81 * y[6];
    out[7] = -out[6];
  }) as Derivative,
};
