import type { Pose } from "./Pose.ts";

/** The pose of what sits on a body, whose own place is given in the axes of the body. */
export function calcPlacedPose({ r, T }: Pose, { r: p, T: R }: Pose, out: Pose): void {
  for (let i = 0; i < 9; i += 3) {
    out.r[i / 3] = r[i / 3] + T[i] * p[0] + T[i + 1] * p[1] + T[i + 2] * p[2];
    for (let k = 0; k < 3; k++) out.T[i + k] = T[i] * R[k] + T[i + 1] * R[3 + k] + T[i + 2] * R[6 + k];
  }
}
