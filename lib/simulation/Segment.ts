import { Observer } from "../assembly/Observer.ts";
import type { Workspace } from "../assembly/Workspace.ts";
import { EventGuard } from "./EventGuard.ts";
import { EventLocator } from "./EventLocator.ts";
import { EventResolver } from "./EventResolver.ts";
import { KernelLaws } from "./KernelLaws.ts";
import { hasFixedSteps } from "./MethodChoice.ts";
import { PurityCheck } from "./PurityCheck.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import { Stepping } from "./Stepping.ts";

/**
 * What a run works with while its assembly stays the same: one workspace, and what steps, locates events and resolves them
 * in it. Where parts attach or detach a run goes on with another segment, from the state after the event.
 */
export class Segment {
  readonly workspace: Workspace;
  readonly observer: Observer;
  readonly stepping: Stepping;
  readonly locator: EventLocator;
  readonly resolver: EventResolver;
  readonly purity: PurityCheck;
  private readonly guard: EventGuard;

  /** `before`: the segment that the run comes from. */
  constructor(workspace: Workspace, settings: RunSettings, notes: string[], check?: () => void, before?: Segment) {
    this.workspace = workspace;
    this.observer = new Observer(workspace);
    this.stepping = new Stepping(workspace, settings, notes, check);
    const tolerance = hasFixedSteps(settings.method) ? 0 : settings.absolute;
    this.locator = new EventLocator(this.observer, settings.events, tolerance);
    this.stepping.problem.watch = this.locator;
    const { kernel } = workspace;
    this.purity = new PurityCheck(
      new KernelLaws(kernel),
      kernel.size,
      (note) => notes.push(note),
      () => kernel.getModes(),
    );
    this.guard = before?.guard ?? new EventGuard();
    this.resolver = new EventResolver(this.observer, this.stepping, this.purity, settings, this.guard);
    if (before) this.guard.follow(this.locator.takeOver(before.locator));
  }
}
