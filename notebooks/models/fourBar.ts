import {
  type Body,
  Inertia,
  ModelError,
  PrismaticJoint,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  System,
  type Trajectory,
  type Vector3,
} from "../../lib/index.ts";

export interface FourBarParameters {
  mechanism: "four-bar" | "slider-crank";
  /** A motor keeps the speed of the crank, or the crank begins with it and is left alone. */
  drive: "motor" | "free";
  /** Lengths, m. The slider-crank has a guide instead of rocker and base. */
  crank: number;
  coupler: number;
  rocker: number;
  base: number;
  /** Height of the guide of the slider-crank over the crank's bearing, m. */
  offset: number;
  /** Of the crank, rad/s. */
  speed: number;
}

/** Of bars, kg/m; and of the slider, kg. */
const DENSITY = 2;
const SLIDER = 1;

const Z: Vector3 = [0, 0, 1];

//#region model
export function createFourBar(parameters: FourBarParameters) {
  const { mechanism, drive, speed } = parameters;
  const { A, B, C, D } = findCorners(parameters);
  const system = new System();
  const { ground } = system;
  const hinge = (name: string, a: Body, b: Body, point: Vector3, options = {}) =>
    system.add(new RevoluteJoint(name, a, b, { point, axis: [0, 0, 1], ...options }));

  const crank = system.add(createBar("crank", A, B));
  const coupler = system.add(createBar("coupler", B, C));
  const motor = { motion: (t: number) => [speed * t, speed, 0] as const };
  hinge("A", ground, crank, A, drive === "motor" ? motor : { rate: speed });
  hinge("B", crank, coupler, B);
  if (mechanism === "four-bar") {
    const rocker = system.add(createBar("rocker", D, C));
    hinge("C", coupler, rocker, C);
    hinge("D", ground, rocker, D);
  } else {
    const block = Inertia.box({ mass: SLIDER, size: [0.12, 0.08, 0.08] });
    const slider = system.add(new RigidBody("slider", { inertia: block, position: C }));
    hinge("C", coupler, slider, C);
    system.add(new PrismaticJoint("D", ground, slider, { point: C, axis: [1, 0, 0] }));
  }
  return { system, options: { until: 3, tolerance: 1e-9 } };
}
//#endregion

/** A thin bar between two points, its x along it; `density` is its mass per length, kg/m. */
export function createBar(name: string, from: Vector3, to: Vector3, density = DENSITY): RigidBody {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return new RigidBody(name, {
    inertia: Inertia.rod({ mass: density * length, length, radius: 0.012, axis: "x" }),
    position: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0],
    orientation: quaternionAbout(Z, Math.atan2(dy, dx)),
  });
}

export interface Corners {
  A: Vector3;
  B: Vector3;
  C: Vector3;
  D: Vector3;
}

/** How far from dead centres a start should be: the square of the sine there. Less only if there is no such position. */
const MARGINS = [0.2, 0.02, 1e-3];

/** Where the joints are at the start: with the crank upright, or as near to that as the bars reach each other. */
export function findCorners(parameters: FourBarParameters): Corners {
  for (const margin of MARGINS) {
    for (let i = 0; i <= 180; i++) {
      for (const side of [-1, 1]) {
        const corners = placeCorners(parameters, ((90 + side * i) * Math.PI) / 180, margin);
        if (corners) return corners;
      }
    }
  }
  const { mechanism, crank, coupler, rocker, base, offset } = parameters;
  throw new ModelError(
    mechanism === "four-bar"
      ? `four-bar: bars of ${crank}, ${coupler}, ${rocker} and ${base} m do not close, since one is longer than the others together; shorten the longest`
      : `slider-crank: a crank of ${crank} m and a coupler of ${coupler} m do not reach a guide at a height of ${offset} m; lower the guide`,
  );
}

function placeCorners(
  { mechanism, crank, coupler, rocker, base, offset }: FourBarParameters,
  angle: number,
  margin: number,
): Corners | undefined {
  const [x, y] = [crank * Math.cos(angle), crank * Math.sin(angle)];
  const A: Vector3 = [0, 0, 0];
  const B: Vector3 = [x, y, 0];
  if (mechanism === "slider-crank") {
    const along = coupler ** 2 - (offset - y) ** 2;
    if (along < margin * coupler ** 2) return undefined;
    const C: Vector3 = [x + Math.sqrt(along), offset, 0];
    return { A, B, C, D: C };
  }
  // C is where two circles meet, the point above the line from B to D.
  const D: Vector3 = [base, 0, 0];
  const [dx, dy] = [D[0] - x, D[1] - y];
  const distance = Math.hypot(dx, dy);
  const along = (distance ** 2 + coupler ** 2 - rocker ** 2) / (2 * distance);
  const square = coupler ** 2 - along ** 2;
  if (!(square > margin * Math.min(coupler, rocker) ** 2)) return undefined;
  const across = Math.sqrt(square);
  return { A, B, C: [x + (along * dx - across * dy) / distance, y + (along * dy + across * dx) / distance, 0], D };
}

/** Which bars can turn all round. */
export function classify({ mechanism, crank, coupler, rocker, base, offset }: FourBarParameters): string {
  if (mechanism === "slider-crank") {
    const rest = coupler - crank - Math.abs(offset);
    return Math.abs(rest) < 1e-9 ? "change point" : rest > 0 ? "crank turns" : "crank rocks";
  }
  const lengths = [crank, coupler, rocker, base].sort((a, b) => a - b);
  const rest = lengths[1] + lengths[2] - lengths[0] - lengths[3];
  if (Math.abs(rest) < 1e-9) return "change point";
  if (rest < 0) return "triple rocker";
  const shortest = lengths[0];
  if (base === shortest) return "double crank";
  if (crank === shortest) return "crank and rocker";
  return rocker === shortest ? "rocker and crank" : "double rocker";
}

/** Half the distance of velocities whose differences are accelerations, s. */
const STEP = 3e-4;

/**
 * How far a run is from Newton's law of the coupler, N: the force that C has to give by `m a = F_B − F_C + m g`, less the
 * force that it gives, at `samples` times; the largest. The acceleration is the slope of the velocity, by differences.
 */
export function checkNewton(run: Trajectory, { coupler }: Pick<FourBarParameters, "coupler">, samples = 100): number {
  const mass = DENSITY * coupler;
  const [from, to] = [run.start + 2 * STEP, run.end - 2 * STEP];
  let largest = 0;
  for (let i = 0; i <= samples; i++) {
    const t = from + ((to - from) * i) / samples;
    const [a, b, c, d] = [-2, -1, 1, 2].map((k) => run.at(t + k * STEP).body("coupler").velocity);
    const now = run.at(t);
    const [FB, FC] = [now.reaction("B").force, now.reaction("C").force];
    const misses = [0, -9.81, 0].map((g, k) => {
      const acceleration = (a[k] - d[k] + 8 * (c[k] - b[k])) / (12 * STEP);
      return FB[k] + mass * (g - acceleration) - FC[k];
    });
    largest = Math.max(largest, Math.hypot(...misses));
  }
  return largest;
}

/** The largest force in a joint of a run, N, at `samples` times. */
export function findLargestForce(run: Trajectory, joint: string, samples = 400): number {
  const force = (i: number) => run.at(run.start + ((run.end - run.start) * i) / samples).reaction(joint).force;
  return Math.max(...Array.from({ length: samples + 1 }, (_, i) => Math.hypot(...force(i))));
}

/** Places and weights of Gauss's rule with four points, on [0, 1]. */
const GAUSS = [0.8611363115940526, 0.3399810435848563].flatMap((x, i) => {
  const weight = [0.3478548451374538, 0.6521451548625461][i] / 2;
  return [
    { place: (1 - x) / 2, weight },
    { place: (1 + x) / 2, weight },
  ];
});

/** Work of the motor over a run, J: Gauss's rule on every step of the run, which are short where forces are sharp. */
export function measureWork(run: Trajectory): number {
  const { times } = run;
  let sum = 0;
  for (let i = 1; i < times.length; i++) {
    const step = times[i] - times[i - 1];
    for (const { place, weight } of GAUSS) {
      const { effort, rate } = run.at(times[i - 1] + place * step).joint("A");
      sum += weight * step * effort * rate;
    }
  }
  return sum;
}
