/**
 * The Radau IIA method with three stages, order 5 [Hairer, IV.5 and IV.8]. Stages are `Zᵢ = Yᵢ − y₀ = h Σ aᵢⱼ f(Yⱼ)`, the
 * new state is `y₀ + Z₃`. `T⁻¹ A⁻¹ T` has one real eigenvalue and a complex pair, so that in `W = T⁻¹ Z` Newton's equations
 * fall apart into a real and a complex system of the size of the problem.
 */

/** Times of the first two stages in fractions of the step; the third is 1. */
export const C1 = (4 - Math.sqrt(6)) / 10;
export const C2 = (4 + Math.sqrt(6)) / 10;

/** The eigenvalues of `A⁻¹`: `GAMMA` and `ALPHA ± i BETA`. */
export const GAMMA = 3.637834252744496;
export const ALPHA = 2.681082873627752;
export const BETA = 3.0504301992474105;

/** `T`, row by row; its last row is 1, 1, 0. */
export const T11 = 0.09443876248897524;
export const T12 = -0.1412552950209542;
export const T13 = -0.030029194105147424;
export const T21 = 0.2502131229653333;
export const T22 = 0.20412935229379994;
export const T23 = 0.3829421127572619;

/** `T⁻¹`, row by row. */
export const S11 = 4.178718591551904;
export const S12 = 0.32768282076106237;
export const S13 = 0.5233764454994495;
export const S21 = -4.178718591551904;
export const S22 = -0.32768282076106237;
export const S23 = 0.47662355450055044;
export const S31 = -0.5028726349457869;
export const S32 = 2.571926949855605;
export const S33 = -0.5960392048282249;

/** Minus the derivative at 0 of the cubic through 0, Z₁, Z₂, Z₃ is `(E1 Z₁ + E2 Z₂ + E3 Z₃) / h`. */
export const E1 = -(13 + 7 * Math.sqrt(6)) / 3;
export const E2 = (-13 + 7 * Math.sqrt(6)) / 3;
export const E3 = -1 / 3;
