import type { ModelProblem } from "../../assembly/Extension.ts";
import { findNonFinite } from "../../integrators/findNonFinite.ts";
import { Stepper } from "../../integrators/index.ts";
import { StepGrid } from "../../integrators/StepGrid.ts";
import type { Collisions } from "../Collisions.ts";
import { ContactIslands } from "./ContactIslands.ts";
import { ContactRelaxation } from "./ContactRelaxation.ts";
import { ContactSearch } from "./ContactSearch.ts";
import { FreeBodies } from "./FreeBodies.ts";
import { prepareContacts } from "./prepareContacts.ts";

/** Overlap is taken away by this part in each step, down to this part of the smallest shape's reach. */
const LIFT_PART = 0.3;
const SLOP = 5e-4;

/**
 * Moreau's time-stepping [Moreau; Jean]: poses in the middle of the step, `q_m = q + h/2 v`, contacts found there, then
 * `v⁺ = v + h M⁻¹ f + M⁻¹ Jᵀ p` with the impulses of all contacts by one complementarity problem for each island, and
 * `q⁺ = q_m + h/2 v⁺`. Blows and lasting contacts are the same to it; nothing is located in time. Overlap that is left is
 * taken away from positions alone.
 */
export class MoreauStepper extends Stepper {
  override readonly method = "moreau";
  override readonly order = 1;
  /** What the last step took: contact points, islands, sweeps over them. */
  readonly search: ContactSearch;
  readonly islands: ContactIslands;
  readonly relaxation: ContactRelaxation;
  private readonly bodies: FreeBodies;
  private readonly grid: StepGrid;
  private readonly slop: number;
  private readonly next: Float64Array;
  private readonly rates: Float64Array;
  private lastStep = 0;

  constructor(collisions: Collisions, problem: ModelProblem, step: number) {
    super(problem, 2, {}, []);
    this.grid = new StepGrid("integrator moreau", step);
    this.bodies = new FreeBodies(collisions.label, problem.kernel);
    this.search = new ContactSearch(collisions, this.bodies);
    this.islands = new ContactIslands(this.bodies.count);
    this.relaxation = new ContactRelaxation(this.bodies);
    this.slop = SLOP * collisions.shapes.reduce((least, { shape }) => Math.min(least, shape.reach), 1);
    this.next = new Float64Array(this.size);
    this.rates = new Float64Array(this.size);
  }

  protected override calcFirstStep(): number {
    this.grid.begin(this.t);
    this.search.forget();
    return this.grid.step;
  }

  protected override step(tEnd: number): void {
    const { t, y, next, rates, grid } = this;
    const tNew = grid.advance(t, tEnd);
    const h = tNew - t;
    this.evaluations++;
    this.move(h);
    const bad = findNonFinite(next);
    if (bad >= 0) {
      this.rejected++;
      this.limiting = bad;
      throw this.underflow(grid.step, true);
    }
    for (let i = 0; i < next.length; i++) rates[i] = (next[i] - y[i]) / h;
    this.acceptStep(tNew, h, next, rates);
    this.lastStep = h;
  }

  private move(h: number): void {
    const { bodies, search, islands, relaxation, t, y, next } = this;
    bodies.begin(t, y, h);
    search.find(h, this.lastStep > 0 ? h / this.lastStep : 0);
    islands.find(search.points);
    prepareContacts(search.points, bodies, h);
    relaxation.solve(search.points, islands);
    bodies.shifts.fill(0);
    relaxation.lift(search.points, islands, h, LIFT_PART, this.slop);
    bodies.finish(h, next);
  }

  /** Between its ends a step is a straight line. */
  protected override calcDenseEnds(
    _h: number,
    yOld: Float64Array,
    _dydtOld: Float64Array,
    y: Float64Array,
    _dydt: Float64Array,
  ): void {
    const [start, change] = this.denseParts;
    for (let i = 0; i < y.length; i++) {
      start[i] = yOld[i];
      change[i] = y[i] - yOld[i];
    }
  }
}
