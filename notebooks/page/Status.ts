import type { Trajectory } from "../../lib/system/index.ts";
import type { Followed } from "../../lib/worker/index.ts";

/** How far a run is, a button to stop it, and why it failed. */
export class Status {
  readonly element: HTMLElement;
  private readonly bar: HTMLProgressElement;
  private readonly text: HTMLElement;
  private readonly button: HTMLButtonElement;
  private cancel: (() => void) | undefined;
  private runs = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "status";
    this.bar = document.createElement("progress");
    this.bar.max = 1;
    this.text = document.createElement("span");
    this.text.setAttribute("role", "status");
    this.button = document.createElement("button");
    this.button.textContent = "Stop";
    this.button.type = "button";
    this.button.title = "Stops the computation; what is computed so far stays";
    this.button.addEventListener("click", () => this.cancel?.());
    this.element.append(this.bar, this.text, this.button);
    this.show({ state: "running", done: 0, cancel: () => {} });
  }

  show(result: Followed & { run?: Trajectory }): void {
    const { state, done } = result;
    if (this.cancel !== result.cancel) this.element.dataset.run = String(this.runs++);
    this.cancel = result.cancel;
    // Numbers that change ten times a second are not read out.
    this.text.setAttribute("aria-live", state === "running" ? "off" : "polite");
    this.element.dataset.state = state;
    this.bar.value = done;
    this.button.hidden = state !== "running";
    this.bar.hidden = state !== "running";
    this.text.textContent = writeStatus(result);
  }
}

function writeStatus({ run, state, error }: Followed & { run?: Trajectory }): string {
  if (state === "failed") {
    // Of a run that failed the library says where its part is: here it is on the page.
    const message = (error?.message ?? "the run failed").replace(/[.;]? What was computed before is in .*$/s, "");
    return run ? `${message}. What was computed up to t = ${run.end.toPrecision(4)} s is shown.` : message;
  }
  if (!run) return { running: "computing …", cancelled: "stopped", done: "" }[state];
  if (state === "running") return `computed up to t = ${run.end.toFixed(2)} s`;
  if (state === "cancelled") return `stopped at t = ${run.end.toFixed(2)} s`;
  const { steps, evaluations } = run.statistics;
  return `${run.end.toFixed(1)} s in ${steps.toLocaleString("en")} steps, ${evaluations.toLocaleString("en")} evaluations`;
}
