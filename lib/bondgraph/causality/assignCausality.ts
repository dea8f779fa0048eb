import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import { checkGraph } from "../checkGraph.ts";
import type { Element } from "../Element.ts";
import { createLaw, explainModulation } from "../laws/createLaw.ts";
import { Causality, type CausalityIssue } from "./Causality.ts";
import { explainConflict, explainDerivative, explainOpen, explainUnsealed, listLabels } from "./explain.ts";
import { findLoops } from "./findLoops.ts";
import { type Conflict, StrokeBoard } from "./StrokeBoard.ts";

/**
 * Sequential assignment of causality with integral preference: sources first, then storage elements (the flow of an `I`,
 * the effort of a `C` is a state), then what is free: flow constraints, resistors, gyristors. After each choice everything
 * that follows from it is drawn. A storage element that is decided from outside is in derivative causality; a resistor
 * that could be chosen belongs to an algebraic loop.
 */
export function assignCausality(graph: BondGraph): Causality {
  return new Assignment(checkGraph("assignCausality", graph)).run();
}

class Assignment {
  private readonly graph: BondGraph;
  private readonly board: StrokeBoard;
  private readonly issues: CausalityIssue[] = [];
  private readonly hasMultibonds: boolean;

  constructor(graph: BondGraph) {
    this.graph = graph;
    this.board = new StrokeBoard(graph);
    this.hasMultibonds = graph.bonds.some(({ dimension }) => dimension > 1);
  }

  run(): Causality {
    const { elements } = this.graph;
    const list = (...kinds: Element["kind"][]) => elements.filter(({ kind }) => kinds.includes(kind));
    for (const element of list("Se", "EC")) this.choose(element, false);
    for (const element of list("Sf")) this.choose(element, true);
    // Among multibonds a flow constraint is kept by its effort wherever bodies decide the flow.
    if (!this.hasMultibonds) for (const element of list("FC")) this.choose(element, true);
    for (const element of list("I", "C")) this.chooseIntegral(element);
    for (const element of list("FC")) this.choose(element, true);
    for (const element of list("GY", "MGY")) if (element.ports?.length === 1) this.choose(element, false);
    for (const element of list("R")) this.choose(element, getPreference(element));
    for (const bond of this.graph.bonds) this.chooseAny(bond);
    return this.finish(list);
  }

  /** Lets a one-port element get or give its effort, unless that is decided already. */
  private choose(element: Element, getsEffort: boolean): void {
    const [bond] = this.board.listBonds(element);
    if (!bond) return;
    const present = this.board.getsEffort(element, bond);
    const isSource = ["Se", "EC", "Sf"].includes(element.kind) || (element.kind === "FC" && !this.hasMultibonds);
    if (present !== undefined && (!isSource || present === getsEffort)) return;
    const mark = this.board.mark;
    const conflict = this.board.decide(element, bond, getsEffort, [element]);
    if (!conflict) return;
    this.report(conflict, element, getsEffort);
    this.board.undo(mark);
  }

  private chooseIntegral(element: Element): void {
    const [bond] = this.board.listBonds(element);
    if (!bond || this.board.getsEffort(element, bond) !== undefined) return;
    const getsEffort = element.kind === "I";
    const mark = this.board.mark;
    const conflict = this.board.decide(element, bond, getsEffort, [element]);
    if (!conflict) return;
    if (element.dimension > 1) {
      // One of its directions may be tied to another body: the others stay free.
      const tie = this.findTie(conflict);
      this.issues.push({
        kind: "multiplier",
        elements: [tie],
        bonds: this.board.listBonds(tie),
        message: `${tie.label} ties motions that are decided on both of its sides; its effort follows from that, as a multiplier`,
      });
      return;
    }
    this.board.undo(mark);
    const other = this.board.decide(element, bond, !getsEffort, [element]);
    if (other) {
      this.report(other, element, !getsEffort);
      this.board.undo(mark);
    }
  }

  /** The transformer or gyrator behind a conflict: the next one past junctions and sums. */
  private findTie({ element, bonds }: Conflict): Element {
    const seen = new Set<Element>([element]);
    let next = bonds.flatMap(({ from, to }) => [from.element, to.element]);
    while (next.length > 0) {
      const tie = next.find(({ kind }) => kind === "TF" || kind === "GY");
      if (tie) return tie;
      const passed = next.filter((other) => !seen.has(other) && (other.kind === "0" || other.kind === "1"));
      for (const other of next) seen.add(other);
      next = passed.flatMap((other) =>
        this.board.listBonds(other).flatMap(({ from, to }) => [from.element, to.element]),
      );
      next = next.filter((other) => !seen.has(other));
    }
    return element;
  }

  /** What nothing decides is chosen, so that what follows from it shows up. */
  private chooseAny(bond: Bond): void {
    if (this.board.strokes.has(bond) || this.isSuspect(bond)) return;
    const mark = this.board.mark;
    if (this.board.decide(bond.to.element, bond, true, [])) this.board.undo(mark);
    else return;
    if (this.board.decide(bond.to.element, bond, false, [])) this.board.undo(mark);
  }

  /** Whole nodes and parts of mixed sums have no causality of their own. */
  private isSuspect({ from, to }: Bond): boolean {
    return [from.element, to.element].some(({ kind }) => kind === "word" || kind === "DS");
  }

  private report(conflict: Conflict, cause: Element, getsEffort: boolean): void {
    this.issues.push(explainConflict(this.board, conflict, cause, getsEffort));
  }

  private finish(list: (...kinds: Element["kind"][]) => Element[]): Causality {
    const { board, graph, issues } = this;
    const integral: Element[] = [];
    const derivative: Element[] = [];
    for (const element of list("I", "C")) {
      const [bond] = board.listBonds(element);
      const gets = bond && board.getsEffort(element, bond);
      if (gets === undefined) continue;
      if (gets === (element.kind === "I")) integral.push(element);
      else {
        derivative.push(element);
        issues.push(explainDerivative(board, element, bond));
      }
    }
    this.listMultipliers(list("FC"));
    for (const { message, element } of graph.listFaults()) issues.push(explainOpen(element, message));
    for (const element of list("MTF", "MGY")) {
      // Those of bodies and joints are modulated by their poses.
      const fault = "role" in element.parameters ? undefined : explainModulation(element);
      if (fault !== undefined) issues.push(explainOpen(element, fault));
    }
    for (const element of list("0", "1")) {
      const issue = explainUnsealed(board, element);
      if (issue) issues.push(issue);
    }
    issues.push(...findLoops(graph, board));
    return new Causality(graph, board.strokes, { integral, derivative }, issues);
  }

  private listMultipliers(constraints: readonly Element[]): void {
    const { board } = this;
    const elements = constraints.filter((element) => {
      const [bond] = board.listBonds(element);
      return bond && board.getsEffort(element, bond) === false;
    });
    if (elements.length === 0) return;
    this.issues.push({
      kind: "multiplier",
      elements,
      bonds: elements.map((element) => board.listBonds(element)[0]),
      message:
        `${listLabels(elements)} ${elements.length === 1 ? "keeps its flow by an effort" : "keep their flows by efforts"} ` +
        "that follow from the accelerations, as multipliers",
    });
  }
}

/** A law of the flow wants to give the effort; one of the effort wants to get it. */
function getPreference(element: Element): boolean {
  if (element.law === undefined) return false;
  try {
    return createLaw(element)?.input === "e";
  } catch {
    // What is wrong with the law is told where it is evaluated.
    return false;
  }
}
