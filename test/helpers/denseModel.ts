import { LuDecomposition, Matrix, SingularValueDecomposition } from "ml-matrix";
import {
  type Axes,
  axesOf,
  difference,
  type Frame,
  frameOf,
  inner,
  type Jet,
  minus,
  size as norm,
  outer,
  plus,
  scaled,
  stillFrame,
  sum,
  type Triple,
  times,
  toBody,
  toWorld,
  unitFrames,
} from "./jets.ts";

type Vector = readonly [number, number, number];

/** A spring, a damper and a given effort on a coordinate. */
export interface Law {
  stiffness: number;
  damping: number;
  rest: number;
  effort: (t: number, coordinate: number, rate: number) => number;
}

/** One scalar function of a constraint: kept equal to `given(t)`, or loaded by `law`, or only looked at. */
export interface Relation {
  name: string;
  /** The function is known up to multiples of this; zero: it is unique. */
  period: number;
  /** Of the values allowed by the period the one nearest to this is meant. */
  near: (t: number) => number;
  given?: (t: number) => Jet;
  law?: Law;
}

/** Scalar functions between two bodies, given by their numbers. */
export interface DenseConstraint {
  name: string;
  A: number;
  B: number;
  pointA: Vector;
  pointB: Vector;
  relations: readonly Relation[];
  evaluate: (A: Frame, B: Frame) => Jet[];
  /** A couple against the relative angular velocity, Nms/rad. */
  angularDamping: number;
}

/** `x1 − ratio x2` stays; the bonds are a constraint's number and the number of its function. */
export interface DenseCoupler {
  name: string;
  bonds: readonly [readonly [number, number], readonly [number, number]];
  ratio: number;
}

export interface Wrench {
  force: Vector;
  torque: Vector;
  point: Vector;
}

/** A given wrench on B; its opposite acts on A at the same point. */
export interface DenseForce {
  name: string;
  A: number;
  B: number;
  calcWrench: (t: number, A: Frame, B: Frame) => Wrench;
  calcPotential: (A: Frame, B: Frame) => Jet;
  /** The part of the wrench that no potential gives. */
  calcLoss: (t: number, A: Frame, B: Frame) => Wrench;
}

export interface DenseBody {
  name: string;
  /** Zero for a base. */
  mass: number;
  /** About the centre of mass, in body axes: xx, yy, zz, xy, xz, yz. */
  tensor: readonly number[];
  /** Number among the bodies with mass; −1 for a base. */
  place: number;
  base?: (t: number) => Frame;
}

/** What is read from the library: the state of a body, without accelerations. */
export interface BodyMotion {
  position: Vector;
  orientation: readonly number[];
  velocity: Vector;
  angularVelocity: Vector;
}

/** A function of a constraint at the state: its jet without the accelerations of bodies, and its gradient. */
interface Linear {
  jet: Jet;
  /** `∂ẋ/∂(v_O, ω)` for A and for B. */
  onA: number[];
  onB: number[];
}

/** A row of the constraint equations: gradient per body and right-hand side. */
interface Row {
  parts: { body: number; gradient: number[] }[];
  target: number;
}

/** Force and moment about the centre of mass of a body. */
export interface Load {
  force: Triple;
  moment: Triple;
}

export interface DenseSolution {
  accelerations: Map<string, { linear: Triple; angular: Triple }>;
  /** What each constraint and force element does to its two bodies; a coupler acts through the joints it couples. */
  reactions: Map<string, { onA: Load; onB: Load; A: number; B: number }>;
  /** Coordinates of each constraint, with accelerations, and the effort along each. */
  coordinates: Map<string, { relation: Relation; jet: Jet; effort: number }[]>;
  /** Functions that should be as given: misfit of position and velocity. */
  misfit: { position: number; velocity: number };
  frames: readonly Frame[];
}

export interface SingularSolution {
  solution: DenseSolution;
  redundancy: number | undefined;
  residual: number;
}

/** Kinetic and potential energy, and their rates by the accelerations that were found. */
export interface DenseEnergy {
  kinetic: number;
  potential: number;
  kineticRate: number;
  potentialRate: number;
}

export interface DenseMomentum {
  linear: Triple;
  angular: Triple;
  rates: readonly [Triple, Triple];
  scale: number;
}

/**
 * Newton–Euler equations of every body and the second derivatives of every constraint function, as one dense linear
 * system in the accelerations of all bodies and one multiplier per function:
 *
 *     m a − Σ λ ∂g/∂v = m g + ΣF,   I ε − Σ λ ∂g/∂ω = ΣM − [ω, I ω],
 *     Σ ∂g/∂v a + ∂g/∂ω ε = g̈_given − g̈|_{a = ε = 0}.
 */
export class DenseModel {
  readonly bodies: DenseBody[] = [];
  readonly constraints: DenseConstraint[] = [];
  readonly couplers: DenseCoupler[] = [];
  readonly forces: DenseForce[] = [];
  gravity: { calcAcceleration: (r: Vector) => Vector; calcPotential: (r: Vector) => number } = {
    calcAcceleration: () => [0, 0, 0],
    calcPotential: () => 0,
  };

  /** The equations at a state. */
  assemble(t: number, motions: ReadonlyMap<string, BodyMotion>): DenseEquations {
    return new DenseEquations(this, t, motions);
  }
}

const addTo = (load: Load, wrench: Load, factor: number): void => {
  for (let i = 0; i < 3; i++) {
    load.force[i] += factor * wrench.force[i];
    load.moment[i] += factor * wrench.moment[i];
  }
};

const zeroLoad = (): Load => ({ force: [0, 0, 0], moment: [0, 0, 0] });

const toLoad = (six: readonly number[], factor: number): Load => ({
  force: [factor * six[0], factor * six[1], factor * six[2]],
  moment: [factor * six[3], factor * six[4], factor * six[5]],
});

/** Force and moment about the point r of a wrench. */
const about = (r: Vector, wrench: Wrench, factor: number): Load => ({
  force: times(factor, wrench.force),
  moment: times(factor, plus(wrench.torque, outer(minus(wrench.point, r), wrench.force))),
});

/** The value with the period's multiples taken off, nearest to `near`. */
export const unwrap = (value: number, period: number, near: number): number =>
  period === 0 ? value : value + period * Math.round((near - value) / period);

export class DenseEquations {
  readonly matrix: Matrix;
  readonly rightSide: Matrix;
  private readonly model: DenseModel;
  private readonly t: number;
  private readonly frames: Frame[];
  private readonly poses: { r: Vector; axes: Axes; v: Vector; w: Vector }[];
  private readonly inertias: ((u: Vector) => Triple)[];
  private readonly linears: Linear[][];
  private readonly rows: Row[] = [];
  /** First row of each constraint, then of each coupler. */
  private readonly firstRows: number[] = [];
  private readonly given: Map<string, { onA: Load; onB: Load }> = new Map();
  private readonly efforts: number[][];
  private readonly size: number;
  readonly misfit = { position: 0, velocity: 0 };

  constructor(model: DenseModel, t: number, motions: ReadonlyMap<string, BodyMotion>) {
    this.model = model;
    this.t = t;
    const still: Vector = [0, 0, 0];
    this.frames = model.bodies.map((body) => {
      if (body.base) return body.base(t);
      const { position, orientation, velocity, angularVelocity } = motions.get(body.name)!;
      return frameOf(position, axesOf(orientation), { v: velocity, w: angularVelocity, a: still, e: still });
    });
    this.poses = this.frames.map(({ r, axes }, i) => ({
      r: r[0],
      axes: [axes[0][0], axes[1][0], axes[2][0]],
      v: r[1],
      w: motions.get(model.bodies[i].name)?.angularVelocity ?? still,
    }));
    this.inertias = model.bodies.map(({ tensor: [xx, yy, zz, xy, xz, yz] }, i) => {
      const { axes } = this.poses[i];
      return (u) => {
        const [x, y, z] = toBody(axes, u);
        return toWorld(axes, [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z]);
      };
    });
    this.linears = this.linearize();
    this.efforts = model.constraints.map(({ relations }) => relations.map(() => 0));
    this.collectRows();
    const loads = this.collectLoads();
    const moving = model.bodies.filter((body) => body.place >= 0);
    this.size = 6 * moving.length;
    const n = this.size + this.rows.length;
    const K = Matrix.zeros(n, n);
    const b = Matrix.zeros(n, 1);
    model.bodies.forEach((body, i) => {
      if (body.place < 0) return;
      const o = 6 * body.place;
      const { force, moment } = loads[i];
      for (let k = 0; k < 3; k++) {
        K.set(o + k, o + k, body.mass);
        b.set(o + k, 0, force[k]);
        b.set(o + 3 + k, 0, moment[k]);
        const column = this.inertias[i]([k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
        for (let j = 0; j < 3; j++) K.set(o + 3 + j, o + 3 + k, column[j]);
      }
    });
    this.rows.forEach(({ parts, target }, i) => {
      const row = this.size + i;
      b.set(row, 0, target);
      for (const { body, gradient } of parts) {
        const { place } = model.bodies[body];
        if (place < 0) continue;
        for (let k = 0; k < 6; k++) {
          K.set(row, 6 * place + k, K.get(row, 6 * place + k) + gradient[k]);
          K.set(6 * place + k, row, K.get(6 * place + k, row) - gradient[k]);
        }
      }
    });
    this.matrix = K;
    this.rightSide = b;
  }

  /** Value, velocity, acceleration less that of the bodies, and gradient of every function of every constraint. */
  private linearize(): Linear[][] {
    const { poses, frames } = this;
    const stills = poses.map(({ r, axes }) => stillFrame(r, axes));
    const units = poses.map(({ r, axes }) => unitFrames(r, axes));
    return this.model.constraints.map(({ A, B, evaluate }) => {
      const jets = evaluate(frames[A], frames[B]);
      const byA = units[A].map((unit) => evaluate(unit, stills[B]));
      const byB = units[B].map((unit) => evaluate(stills[A], unit));
      return jets.map((jet, f) => ({
        jet,
        onA: byA.map((list) => list[f][1]),
        onB: byB.map((list) => list[f][1]),
      }));
    });
  }

  private collectRows(): void {
    const { model, linears, t, rows, misfit } = this;
    model.constraints.forEach(({ A, B, relations }, c) => {
      this.firstRows.push(rows.length);
      relations.forEach(({ given, period }, f) => {
        if (!given) return;
        const { jet, onA, onB } = linears[c][f];
        const wanted = given(t);
        misfit.position = Math.max(misfit.position, Math.abs(unwrap(jet[0], period, wanted[0]) - wanted[0]));
        misfit.velocity = Math.max(misfit.velocity, Math.abs(jet[1] - wanted[1]));
        const parts = [
          { body: A, gradient: onA },
          { body: B, gradient: onB },
        ];
        rows.push({ parts, target: wanted[2] - jet[2] });
      });
    });
    for (const { bonds, ratio } of model.couplers) {
      this.firstRows.push(rows.length);
      const parts: Row["parts"] = [];
      let target = 0;
      let velocity = 0;
      [1, -ratio].forEach((factor, i) => {
        const [c, f] = bonds[i];
        const { jet, onA, onB } = linears[c][f];
        parts.push({ body: model.constraints[c].A, gradient: onA.map((x) => factor * x) });
        parts.push({ body: model.constraints[c].B, gradient: onB.map((x) => factor * x) });
        target -= factor * jet[2];
        velocity += factor * jet[1];
      });
      misfit.velocity = Math.max(misfit.velocity, Math.abs(velocity));
      rows.push({ parts, target });
    }
  }

  /** Gravity, gyroscopic moments, force elements, springs, dampers and efforts of joints: per body. */
  private collectLoads(): Load[] {
    const { model, t, frames, poses, linears, given } = this;
    const loads = model.bodies.map(({ mass }, i) => {
      const load = zeroLoad();
      if (mass === 0) return load;
      const { r, w } = poses[i];
      load.force = times(mass, model.gravity.calcAcceleration(r));
      load.moment = times(-1, outer(w, this.inertias[i](w)));
      return load;
    });
    for (const { name, A, B, calcWrench } of model.forces) {
      const wrench = calcWrench(t, frames[A], frames[B]);
      given.set(name, { onA: about(poses[A].r, wrench, -1), onB: about(poses[B].r, wrench, 1) });
      addTo(loads[A], given.get(name)!.onA, 1);
      addTo(loads[B], given.get(name)!.onB, 1);
    }
    model.constraints.forEach(({ name, A, B, relations, angularDamping }, c) => {
      const own = { onA: zeroLoad(), onB: zeroLoad() };
      relations.forEach(({ law, period, near }, f) => {
        if (!law) return;
        const { jet, onA, onB } = linears[c][f];
        const x = unwrap(jet[0], period, near(t));
        const effort = -law.stiffness * (x - law.rest) - law.damping * jet[1] + law.effort(t, x, jet[1]);
        this.efforts[c][f] = effort;
        addTo(own.onA, toLoad(onA, effort), 1);
        addTo(own.onB, toLoad(onB, effort), 1);
      });
      const couple = times(-angularDamping, minus(this.spin(B), this.spin(A)));
      addTo(own.onB, { force: [0, 0, 0], moment: couple }, 1);
      addTo(own.onA, { force: [0, 0, 0], moment: couple }, -1);
      given.set(name, own);
      addTo(loads[A], own.onA, 1);
      addTo(loads[B], own.onB, 1);
    });
    return loads;
  }

  /** Angular velocity of a body, from how its axes move: `ω = ½ Σ [u, u̇]`. */
  private spin(body: number): Triple {
    const [x, y, z] = this.frames[body].axes;
    return times(0.5, plus(plus(outer(x[0], x[1]), outer(y[0], y[1])), outer(z[0], z[1])));
  }

  /** Smallest pivot of the elimination as a part of the largest: how near to singular the equations are. */
  findPivotRatio(): number {
    const pivots = new LuDecomposition(this.matrix).upperTriangularMatrix.diagonal().map(Math.abs);
    return Math.min(...pivots) / Math.max(...pivots);
  }

  /** By elimination with partial pivoting: for systems without redundant rows. */
  solve(): DenseSolution {
    const { matrix: K, rightSide: b } = this;
    return this.interpret(K.rows === 0 ? [] : new LuDecomposition(K).solve(b).to1DArray());
  }

  /**
   * The least-squares solution of least norm by singular values. Those below `low` of the largest count as zero; one
   * between `low` and `high` leaves the rank open: then `redundancy` is undefined. `residual` is what no solution meets,
   * as a part of the right-hand side: dependent rows can contradict each other.
   */
  solveSingular(low: number, high: number): SingularSolution {
    const { matrix: K, rightSide: b } = this;
    const svd = new SingularValueDecomposition(K);
    const s = svd.diagonal;
    const U = svd.leftSingularVectors;
    const V = svd.rightSingularVectors;
    const x = new Array<number>(K.rows).fill(0);
    let rank = 0;
    let isOpen = false;
    let left = 0;
    for (let i = 0; i < s.length; i++) {
      let part = 0;
      for (let j = 0; j < K.rows; j++) part += U.get(j, i) * b.get(j, 0);
      if (s[i] <= low * s[0]) {
        left = Math.max(left, Math.abs(part));
        continue;
      }
      if (s[i] < high * s[0]) isOpen = true;
      rank++;
      for (let j = 0; j < K.rows; j++) x[j] += (part / s[i]) * V.get(j, i);
    }
    const redundancy = isOpen ? undefined : K.rows - rank;
    return { solution: this.interpret(x), redundancy, residual: left / (b.norm() || 1) };
  }

  private interpret(x: readonly number[]): DenseSolution {
    const { model, frames, linears, misfit, size } = this;
    const zero: Triple = [0, 0, 0];
    const twists = model.bodies.map(({ place }, i) => {
      if (place < 0) return { linear: frames[i].r[2] as Triple, angular: zero, unknown: [0, 0, 0, 0, 0, 0] };
      const unknown = x.slice(6 * place, 6 * place + 6);
      return { linear: unknown.slice(0, 3) as Triple, angular: unknown.slice(3) as Triple, unknown };
    });
    const accelerations = new Map(
      model.bodies.flatMap(({ name, place }, i) =>
        place < 0 ? [] : [[name, { linear: twists[i].linear, angular: twists[i].angular }] as const],
      ),
    );
    const reactions: DenseSolution["reactions"] = new Map();
    for (const { name, A, B } of model.forces) reactions.set(name, { ...this.given.get(name)!, A, B });
    const coordinates: DenseSolution["coordinates"] = new Map();
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((s, y, i) => s + y * b[i], 0);
    model.constraints.forEach(({ name, A, B, relations }, c) => {
      const { onA, onB } = this.given.get(name)!;
      const total = { onA: zeroLoad(), onB: zeroLoad(), A, B };
      addTo(total.onA, onA, 1);
      addTo(total.onB, onB, 1);
      let row = size + this.firstRows[c];
      const list = relations.map((relation, f) => {
        const linear = linears[c][f];
        let effort = this.efforts[c][f];
        if (relation.given) {
          effort = x[row++];
          addTo(total.onA, toLoad(linear.onA, effort), 1);
          addTo(total.onB, toLoad(linear.onB, effort), 1);
        }
        const { jet } = linear;
        const second = jet[2] + dot(linear.onA, twists[A].unknown) + dot(linear.onB, twists[B].unknown);
        const first = unwrap(jet[0], relation.period, relation.near(this.t));
        return { relation, jet: [first, jet[1], second] as const, effort };
      });
      reactions.set(name, total);
      coordinates.set(
        name,
        list.filter(({ relation }) => relation.name !== ""),
      );
    });
    model.couplers.forEach(({ bonds, ratio }, i) => {
      const lambda = x[size + this.firstRows[model.constraints.length + i]];
      [lambda, -ratio * lambda].forEach((effort, k) => {
        const [c, f] = bonds[k];
        const { name, relations } = model.constraints[c];
        const total = reactions.get(name)!;
        addTo(total.onA, toLoad(linears[c][f].onA, effort), 1);
        addTo(total.onB, toLoad(linears[c][f].onB, effort), 1);
        coordinates.get(name)!.find(({ relation }) => relation === relations[f])!.effort += effort;
      });
    });
    return { accelerations, reactions, coordinates, misfit, frames };
  }

  /** Energies from masses, gravity and springs; their rates from velocities and the accelerations in `solution`. */
  calcEnergy(solution: Pick<DenseSolution, "accelerations">): DenseEnergy {
    const { model, poses, frames, linears, t } = this;
    const energy: DenseEnergy = { kinetic: 0, potential: 0, kineticRate: 0, potentialRate: 0 };
    model.bodies.forEach(({ name, mass, place }, i) => {
      if (place < 0) return;
      const { r, v, w } = poses[i];
      const { linear, angular } = solution.accelerations.get(name)!;
      const momentum = this.inertias[i](w);
      energy.kinetic += 0.5 * (mass * inner(v, v) + inner(w, momentum));
      energy.kineticRate += mass * inner(v, linear) + inner(momentum, angular);
      energy.potential += mass * model.gravity.calcPotential(r);
      energy.potentialRate -= mass * inner(v, model.gravity.calcAcceleration(r));
    });
    let springs: Jet = [0, 0, 0];
    for (const { A, B, calcPotential } of model.forces) springs = sum(springs, calcPotential(frames[A], frames[B]));
    model.constraints.forEach(({ relations }, c) => {
      relations.forEach(({ law, period, near }, f) => {
        if (!law) return;
        const { jet } = linears[c][f];
        const [x, rate] = difference([unwrap(jet[0], period, near(t)), jet[1], jet[2]], [law.rest, 0, 0]);
        springs = sum(springs, scaled(law.stiffness, [0.5 * x * x, x * rate, 0]));
      });
    });
    energy.potential += springs[0];
    energy.potentialRate += springs[1];
    return energy;
  }

  /** `Σ m v`, `Σ r × m v + I ω`, their rates, and the largest term in the sums of the rates. */
  calcMomentum(solution: Pick<DenseSolution, "accelerations">): DenseMomentum {
    const out: DenseMomentum = {
      linear: [0, 0, 0],
      angular: [0, 0, 0],
      rates: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      scale: 1,
    };
    this.model.bodies.forEach(({ name, mass, place }, i) => {
      if (place < 0) return;
      const { r, v, w } = this.poses[i];
      const { linear, angular } = solution.accelerations.get(name)!;
      const spin = this.inertias[i](w);
      const force = times(mass, linear);
      const moment = plus(plus(this.inertias[i](angular), outer(w, spin)), outer(r, force));
      out.linear = plus(out.linear, times(mass, v));
      out.angular = plus(out.angular, plus(spin, times(mass, outer(r, v))));
      out.rates = [plus(out.rates[0], force), plus(out.rates[1], moment)];
      out.scale = Math.max(out.scale, norm(force), norm(moment));
    });
    return out;
  }
}
