/** What a page is like, and when that changes: its size, whether it is seen, dark or light. */
export interface WatchHandlers {
  onResize(width: number, height: number): void;
  onVisible(isVisible: boolean): void;
  onTheme(isDark: boolean): void;
}

/** Follows an element of a page until it is told to stop. */
export class Watch {
  private readonly resizing: ResizeObserver;
  private readonly seeing: IntersectionObserver;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly theme: "auto" | "light" | "dark";
  private readonly tellTheme: () => void;

  constructor(element: Element, theme: "auto" | "light" | "dark", handlers: WatchHandlers) {
    this.theme = theme;
    this.resizing = new ResizeObserver((entries) => {
      const { width, height } = entries[entries.length - 1].contentRect;
      handlers.onResize(width, height);
    });
    this.seeing = new IntersectionObserver((entries) => {
      handlers.onVisible(entries[entries.length - 1].isIntersecting);
    });
    this.tellTheme = () => handlers.onTheme(this.isDark);
    this.resizing.observe(element);
    this.seeing.observe(element);
    this.dark.addEventListener("change", this.tellTheme);
  }

  get isDark(): boolean {
    return this.theme === "auto" ? this.dark.matches : this.theme === "dark";
  }

  /** Whether the reader wants less motion. */
  get isStill(): boolean {
    return this.still.matches;
  }

  stop(): void {
    this.resizing.disconnect();
    this.seeing.disconnect();
    this.dark.removeEventListener("change", this.tellTheme);
  }
}
