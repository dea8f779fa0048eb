import { KEYS } from "./keys.ts";
import { STYLE } from "./style.ts";

/** All fits into one line from here on, pixels. */
const NARROW = 820;

let sheet: CSSStyleSheet | undefined;

/** The elements around the picture: a host with a shadow tree, the picture, a note, the help. */
export class Frame {
  readonly host = document.createElement("div");
  readonly picture = document.createElement("div");
  private readonly root: ShadowRoot;
  private readonly note = document.createElement("div");
  private readonly help = document.createElement("div");

  constructor(height: number) {
    this.host.className = "multibond-viewer";
    this.host.tabIndex = 0;
    this.host.setAttribute("role", "group");
    this.host.setAttribute("aria-label", "3D view of a simulation; press ? for keys");
    this.root = this.host.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
    }
    this.root.adoptedStyleSheets = [sheet];
    this.picture.className = "picture";
    this.picture.style.height = `${height}px`;
    this.note.className = "note";
    this.note.setAttribute("role", "status");
    this.help.className = "help";
    this.help.hidden = true;
    const list = document.createElement("dl");
    for (const [key, text] of KEYS) {
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = key;
      meaning.textContent = text;
      list.append(term, meaning);
    }
    this.help.append(list);
    this.picture.append(this.note, this.help);
    this.root.append(this.picture);
  }

  /** Below the picture. */
  append(element: HTMLElement): void {
    this.root.append(element);
  }

  /** The canvas behind everything else. */
  setCanvas(canvas: HTMLCanvasElement): void {
    for (const old of this.picture.querySelectorAll("canvas")) old.remove();
    this.picture.prepend(canvas);
  }

  setTheme(isDark: boolean): void {
    this.host.dataset.theme = isDark ? "dark" : "light";
  }

  /** In a narrow page the scrubber has a line of its own. */
  setWidth(width: number): void {
    this.host.toggleAttribute("data-narrow", width < NARROW);
  }

  /** A line on the picture; a mistake is marked as one. */
  say(text: string, isError = false): void {
    this.note.textContent = text;
    this.note.classList.toggle("error", isError);
  }

  /** Whether keys and wheel belong to it. */
  get isActive(): boolean {
    return document.activeElement === this.host || document.fullscreenElement === this.host;
  }

  toggleHelp(): void {
    this.help.hidden = !this.help.hidden;
  }

  async toggleFullscreen(): Promise<void> {
    if (document.fullscreenElement === this.host) await document.exitFullscreen();
    else await this.host.requestFullscreen?.();
  }
}
