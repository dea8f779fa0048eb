import { RankRevealingSolver } from "../math/index.ts";
import type { ConeBlock } from "./ConeBlock.ts";

const MAX_STEPS = 12;
/** Pivots below this part of the largest count as dependent. */
const RANK_CUTOFF = 1e-11;
/** Residuals, and violations of inequalities, below this part of what is there are rounding. */
const ROUNDING = 1e-11;
/** Step (rad) of the derivative of a friction law by the direction of slip. */
const TURN = 1e-6;

/** One unknown: a force at a place, a normal force with the friction that comes with it, or a direction of slip. */
interface Unknown {
  readonly block: ConeBlock;
  readonly kind: "force" | "normal" | "angle";
  readonly place: number;
}

/**
 * Newton's method for contacts that go on doing what they do now: those that press or stick do not move that way, those that
 * slip move along the direction of their slip. On success the forces are in `forces`; where the result contradicts what was
 * assumed (a contact would pull, penetrate, or slip against its friction) they are left alone.
 */
export function polishByNewton(
  W: Float64Array,
  b: Float64Array,
  blocks: readonly ConeBlock[],
  forces: Float64Array,
): boolean {
  const problem = new NewtonProblem(W, b, blocks, forces);
  if (!problem.iterate() || !problem.isConsistent()) return false;
  forces.set(problem.forces);
  problem.storeAngles();
  return true;
}

class NewtonProblem {
  readonly forces: Float64Array;
  private readonly W: Float64Array;
  private readonly b: Float64Array;
  private readonly blocks: readonly ConeBlock[];
  private readonly motion: Float64Array;
  private readonly angles: Map<ConeBlock, number>;
  private readonly unknowns: readonly Unknown[];
  private readonly speed: number;

  constructor(W: Float64Array, b: Float64Array, blocks: readonly ConeBlock[], forces: Float64Array) {
    this.W = W;
    this.b = b;
    this.blocks = blocks;
    this.forces = Float64Array.from(forces);
    this.motion = new Float64Array(b.length);
    this.angles = new Map(blocks.map((block) => [block, block.angle]));
    this.unknowns = blocks.flatMap(listUnknowns);
    this.speed = b.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  }

  /** Whether the equations are met in the end. */
  iterate(): boolean {
    const { unknowns } = this;
    const n = unknowns.length;
    if (n === 0) return true;
    const solver = new RankRevealingSolver(n);
    const right = new Float64Array(n);
    const step = new Float64Array(n);
    let last = Number.POSITIVE_INFINITY;
    this.update();
    for (let k = 0; k < MAX_STEPS; k++) {
      for (let i = 0; i < n; i++) right[i] = -this.getResidual(unknowns[i]);
      const error = right.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      if (!(error < 0.5 * last)) return last <= ROUNDING * this.speed;
      last = error;
      if (error === 0) return true;
      const scales = this.fillMatrix(solver.matrix);
      solver.factor(n, RANK_CUTOFF);
      solver.solve(right, step);
      unknowns.forEach((unknown, j) => {
        this.move(unknown, scales[j] * step[j]);
      });
      this.update();
    }
    return false;
  }

  private move({ kind, block, place }: Unknown, step: number): void {
    if (kind === "angle") this.angles.set(block, this.getAngle(block) + step);
    else this.forces[place] += step;
  }

  storeAngles(): void {
    for (const [block, angle] of this.angles) block.angle = angle;
  }

  private getAngle(block: ConeBlock): number {
    return this.angles.get(block) as number;
  }

  /** Friction that comes with normal forces, then all motions. */
  private update(): void {
    const { W, b, forces, motion } = this;
    const size = b.length;
    for (const block of this.blocks) {
      if (block.state === "off") forces.fill(0, block.o, block.o + 3);
      if (block.state !== "slip") continue;
      const ratio = calcFrictionRatio(block, this.getAngle(block));
      for (let k = 0; k < ratio.length; k++) forces[block.o + 1 + k] = forces[block.o] * ratio[k];
    }
    for (let i = 0; i < size; i++) {
      motion[i] = b[i];
      for (let j = 0; j < size; j++) motion[i] += W[i * size + j] * forces[j];
    }
  }

  private getResidual({ kind, block, place }: Unknown): number {
    const { motion } = this;
    if (kind !== "angle") return motion[place];
    const angle = this.getAngle(block);
    return Math.cos(angle) * motion[block.o + 2] - Math.sin(angle) * motion[block.o + 1];
  }

  /** Derivatives of the residuals, column by column, each column in units of its own; returns those units. */
  private fillMatrix(matrix: Float64Array): Float64Array {
    const { unknowns, W, forces, motion } = this;
    const n = unknowns.length;
    const size = forces.length;
    return Float64Array.from(unknowns, (unknown, j) => {
      const { block, kind, place } = unknown;
      const { o } = block;
      const push = new Float64Array(size);
      if (kind === "force") push[place] = 1;
      else {
        const angle = this.getAngle(block);
        const ratio = calcFrictionRatio(block, angle);
        const turned = calcFrictionRatio(block, angle + TURN);
        if (kind === "normal") push[o] = 1;
        for (let k = 0; k < ratio.length; k++) {
          push[o + 1 + k] = kind === "normal" ? ratio[k] : (forces[o] * (turned[k] - ratio[k])) / TURN;
        }
      }
      const response = new Float64Array(size);
      for (let i = 0; i < size; i++) for (let k = o; k < o + 3; k++) response[i] += W[i * size + k] * push[k];
      let largest = 0;
      unknowns.forEach((row, i) => {
        let value = response[row.place];
        if (row.kind === "angle") {
          const angle = this.getAngle(row.block);
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          const p = row.block.o;
          value = c * response[p + 2] - s * response[p + 1];
          if (row === unknown) value -= s * motion[p + 2] + c * motion[p + 1];
        }
        matrix[j * n + i] = value;
        largest = Math.max(largest, Math.abs(value));
      });
      const unit = largest > 0 ? 1 / largest : 0;
      for (let i = 0; i < n; i++) matrix[j * n + i] *= unit;
      return unit;
    });
  }

  /** Whether nobody pulls, penetrates, holds more than friction allows, or slips the wrong way. */
  isConsistent(): boolean {
    const { forces, motion } = this;
    const force = ROUNDING * forces.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    const speed = ROUNDING * this.speed;
    return this.blocks.every((block) => {
      const { o, state, cone } = block;
      if (state === "off") return motion[o] >= -speed;
      if (cone.hasNormal && forces[o] < -force) return false;
      if (state === "press" || cone.tangential !== "coulomb") return true;
      if (state === "stick") {
        return cone.friction.getMargin(forces.slice(o + 1, o + 1 + cone.tangentCount), forces[o]) >= -force;
      }
      const angle = this.getAngle(block);
      return Math.cos(angle) * motion[o + 1] + Math.sin(angle) * motion[o + 2] >= -speed;
    });
  }
}

function listUnknowns(block: ConeBlock): Unknown[] {
  const { state, cone, o } = block;
  if (state === "off") return [];
  const tangents = [1, 2].slice(0, cone.tangentCount);
  const own: Unknown[] = [];
  if (cone.hasNormal) own.push({ block, kind: state === "slip" ? "normal" : "force", place: o });
  if (state === "stick") own.push(...tangents.map((k): Unknown => ({ block, kind: "force", place: o + k })));
  if (state === "slip" && cone.tangentCount === 2) own.push({ block, kind: "angle", place: o + 1 });
  return own;
}

/** Friction per normal force of a contact that slips at an angle to its first tangent. */
function calcFrictionRatio({ cone }: ConeBlock, angle: number): Float64Array {
  const unit = Float64Array.of(Math.cos(angle), Math.sin(angle)).slice(0, cone.tangentCount);
  const ratio = new Float64Array(cone.tangentCount);
  cone.friction.calcForce(unit, ratio);
  return ratio;
}
