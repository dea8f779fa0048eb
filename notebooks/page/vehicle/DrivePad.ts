import type { Twist } from "../../../lib/omniwheel/index.ts";

/** What a key wants: parts of the largest speed. */
const KEYS: Record<string, Twist> = {
  KeyW: { vx: 1, vy: 0, wz: 0 },
  KeyS: { vx: -1, vy: 0, wz: 0 },
  KeyA: { vx: 0, vy: 1, wz: 0 },
  KeyD: { vx: 0, vy: -1, wz: 0 },
  KeyQ: { vx: 0, vy: 0, wz: 1 },
  KeyE: { vx: 0, vy: 0, wz: -1 },
};

const ARROWS: Record<string, string> = { ArrowUp: "KeyW", ArrowDown: "KeyS", ArrowLeft: "KeyA", ArrowRight: "KeyD" };

const NAMES: Record<string, string> = {
  KeyQ: "turn left",
  KeyW: "ahead",
  KeyE: "turn right",
  KeyA: "to the left",
  KeyS: "back",
  KeyD: "to the right",
};

/** Keys that push the cap that has the focus. */
const PUSHES = ["Space", "Enter", "NumpadEnter"];

/** How long a click without a pointer holds a cap down, ms. */
const NUDGE = 500;

/** Where letters are typed, keys mean letters. */
const WRITES = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/**
 * Keys, a stick and a turning wheel to drive with. Its value is a wish, each part from −1 to 1; an `input` event tells that
 * it has changed. Who lets go, stops.
 */
export class DrivePad {
  readonly element: HTMLElement;
  private readonly text: HTMLElement;
  private readonly caps = new Map<string, HTMLElement>();
  private readonly pressed = new Set<string>();
  private readonly stick: Twist = { vx: 0, vy: 0, wz: 0 };
  private last = "";

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "drive-pad";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "Drive: W A S D or arrows, turn with Q and E");
    this.text = createElement("p", "drive-text");
    this.text.setAttribute("role", "status");
    this.element.append(this.createStick(), this.createCaps(), this.createTurner(), this.text);
    this.element.addEventListener("keydown", (event) => this.press(event, true));
    document.addEventListener("keydown", (event) => {
      if (!this.element.isConnected || (event.target as Element).closest?.(WRITES)) return;
      this.press(event, false);
    });
    document.addEventListener("keyup", ({ code }) => this.release(ARROWS[code] ?? code));
    window.addEventListener("blur", () => this.releaseAll());
    this.element.addEventListener("focusout", () => this.releaseAll());
    this.say("Click here and drive: W A S D or arrows, Q and E turn. Let go to stop.");
  }

  /** What the driver wants: no part beyond ±1, and no faster along a diagonal. */
  get value(): Twist {
    let { vx, vy, wz } = this.stick;
    for (const code of this.pressed) {
      vx += KEYS[code].vx;
      vy += KEYS[code].vy;
      wz += KEYS[code].wz;
    }
    const size = Math.max(1, Math.hypot(vx, vy));
    return { vx: vx / size, vy: vy / size, wz: Math.max(-1, Math.min(1, wz)) };
  }

  get isActive(): boolean {
    const { vx, vy, wz } = this.value;
    return vx !== 0 || vy !== 0 || wz !== 0;
  }

  /** Says what is going on; the driver is not told the same twice. */
  say(text: string): void {
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  private tell(): void {
    const { value } = this;
    for (const [code, cap] of this.caps) cap.classList.toggle("pressed", this.pressed.has(code));
    const now = JSON.stringify(value);
    if (now === this.last) return;
    this.last = now;
    this.element.dispatchEvent(new Event("input"));
  }

  private press(event: KeyboardEvent, hasFocus: boolean): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const code = hasFocus ? (ARROWS[event.code] ?? event.code) : event.code;
    if (!Object.hasOwn(KEYS, code)) return;
    event.preventDefault();
    this.hold(code);
  }

  private hold(code: string): void {
    this.pressed.add(code);
    this.tell();
  }

  private release(code: string): void {
    if (this.pressed.delete(code)) this.tell();
  }

  private releaseAll(): void {
    this.pressed.clear();
    this.tell();
  }

  private createCaps(): HTMLElement {
    const keys = createElement("div", "drive-keys");
    for (const code of ["KeyQ", "KeyW", "KeyE", "KeyA", "KeyS", "KeyD"]) {
      const cap = createElement("button", "drive-key");
      cap.setAttribute("type", "button");
      cap.textContent = code.slice(3);
      cap.title = NAMES[code];
      cap.setAttribute("aria-label", NAMES[code]);
      cap.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.element.focus({ preventScroll: true });
        cap.setPointerCapture(event.pointerId);
        this.hold(code);
      });
      for (const type of ["pointerup", "pointercancel"]) cap.addEventListener(type, () => this.release(code));
      // With the focus on a cap, space and enter hold it down like a finger.
      cap.addEventListener("keydown", (event) => {
        if (!PUSHES.includes(event.code)) return;
        event.preventDefault();
        this.hold(code);
      });
      cap.addEventListener("keyup", (event) => {
        if (!PUSHES.includes(event.code)) return;
        event.preventDefault();
        this.release(code);
      });
      // A click without a pointer, as of a screen reader, has no length of its own.
      cap.addEventListener("click", ({ detail }) => {
        if (detail > 0) return;
        this.hold(code);
        setTimeout(() => this.release(code), NUDGE);
      });
      this.caps.set(code, cap);
      keys.append(cap);
    }
    return keys;
  }

  private createStick(): HTMLElement {
    const stick = createElement("div", "drive-stick");
    stick.title = "ahead, back and sideways";
    this.makeHandle(stick, (x, y) => {
      this.stick.vx = -y;
      this.stick.vy = -x;
    });
    return stick;
  }

  private createTurner(): HTMLElement {
    const turner = createElement("div", "drive-turner");
    turner.title = "turn";
    this.makeHandle(turner, (x) => {
      this.stick.wz = -x;
    });
    return turner;
  }

  /** A knob that follows a finger within its frame, and goes back to the middle. */
  private makeHandle(frame: HTMLElement, move: (x: number, y: number) => void): void {
    const knob = createElement("div", "drive-knob");
    frame.append(knob);
    let finger: number | undefined;
    const place = (x: number, y: number) => {
      const { clientWidth, clientHeight } = frame;
      const [roomX, roomY] = [(clientWidth - knob.offsetWidth) / 2, (clientHeight - knob.offsetHeight) / 2];
      const isFlat = roomY < 4;
      const [u, v] = [x / roomX, isFlat ? 0 : y / roomY];
      const size = Math.max(1, Math.hypot(u, v));
      knob.style.transform = `translate(${(u / size) * roomX}px, ${isFlat ? 0 : (v / size) * roomY}px)`;
      move(u / size || 0, v / size || 0);
      this.tell();
    };
    const read = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      place(clientX - left - width / 2, clientY - top - height / 2);
    };
    frame.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      finger = event.pointerId;
      frame.setPointerCapture(finger);
      this.element.focus({ preventScroll: true });
      read(event);
    });
    frame.addEventListener("pointermove", (event) => {
      if (event.pointerId === finger) read(event);
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      frame.addEventListener(type, () => {
        if (finger === undefined) return;
        finger = undefined;
        place(0, 0);
      });
    }
  }
}

function createElement(name: string, style: string): HTMLElement {
  const element = document.createElement(name);
  element.className = style;
  return element;
}
