import type { SurfaceFrame } from "../../lib/tracking/SurfaceFrame.ts";

/** `value + rate·t + amplitude·sin(frequency·t + phase)`. */
export interface Wave {
  value?: number;
  rate?: number;
  amplitude?: number;
  frequency?: number;
  phase?: number;
}

/** Position by three waves, orientation by three: turns about z, then the new x, then the new z. */
export interface Motion {
  position: [Wave, Wave, Wave];
  angles: [Wave, Wave, Wave];
}

const calc = ({ value = 0, rate = 0, amplitude = 0, frequency = 1, phase = 0 }: Wave, t: number) => [
  value + rate * t + amplitude * Math.sin(frequency * t + phase),
  rate + amplitude * frequency * Math.cos(frequency * t + phase),
];

/** Puts a frame where the motion is at time `t`, with exact velocities. */
export function move(frame: SurfaceFrame, motion: Motion, t: number): void {
  motion.position.forEach((wave, i) => {
    [frame.r[i], frame.v[i]] = calc(wave, t);
  });
  const [[a, da], [b, db], [c, dc]] = motion.angles.map((wave) => calc(wave, t));
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  frame.T.set([
    ca * cc - sa * cb * sc,
    -ca * sc - sa * cb * cc,
    sa * sb,
    sa * cc + ca * cb * sc,
    -sa * sc + ca * cb * cc,
    -ca * sb,
    sb * sc,
    sb * cc,
    cb,
  ]);
  frame.w.set([db * ca + dc * sa * sb, db * sa - dc * ca * sb, da + dc * cb]);
}
