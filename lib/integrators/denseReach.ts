/** How far beyond the end of a step its dense output may be read, in parts of the step. */
export const DENSE_REACH = 1e-3;
