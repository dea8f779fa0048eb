import {
  checkBoolean,
  checkDirection,
  checkList,
  checkOptions,
  checkPositive,
  checkVector3,
  describe,
  findNearest,
  ModelError,
  otherwise,
  type Vector3,
  type VectorInput,
} from "../../math/index.ts";

/** A point of a body whose path is drawn. */
export interface TraceOptions {
  /** Name of the body. */
  body: string;
  /** From the centre of mass, in the body's axes. Default: the centre of mass. */
  point?: VectorInput;
  /** As CSS has it: `"#d55e00"`. */
  color?: string;
}

/** Everything has a default: `new Viewer(run)` shows a run. */
export interface ViewerOptions {
  /** Forces on body B of all constraints, or of those named: blue, friction of contacts orange. Default: false. */
  forces?: boolean | readonly string[];
  /** Torques on body B, as arrows with two heads. Default: false. */
  torques?: boolean | readonly string[];
  /** Paths of bodies, by name, or of points of bodies. `true`: of the heavier bodies. Default: false. */
  traces?: boolean | readonly (string | TraceOptions)[];
  /** Axes of bodies: x red, y green, z blue. `true`: of all. Default: false. */
  frames?: boolean | readonly string[];
  /** Points where bodies touch. Default: true. */
  contacts?: boolean;
  /** Length of the arrow of a newton, m. Default: the largest force of the run, short peaks left out, is a quarter of the scene. */
  forceScale?: number;
  /** Length of the arrow of a newton-metre, m. */
  torqueScale?: number;
  /** Which axis points up; `"-z"`: z points down. Default: against gravity, `"y"` without. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** From where the camera looks: a direction. Default: from the front, a little from the right and from above. */
  from?: VectorInput;
  /** Name of a body that the camera goes along with. */
  follow?: string;
  /** Pixels. Default: 420. */
  height?: number;
  /** `"auto"` follows the reader's choice (`prefers-color-scheme`). Default: `"auto"`. */
  theme?: "auto" | "light" | "dark";
  /** `"auto"` draws with WebGL, and flat where there is none. Default: `"auto"`. */
  renderer?: "auto" | "webgl" | "canvas";
  /** Whether it plays at once. Default: true, but not for readers who want less motion. */
  autoplay?: boolean;
  /** Whether it begins again at the end. Default: true. */
  loop?: boolean;
  /** Seconds of the run in a second. Default: 1. */
  speed?: number;
  /** Whether there is a bar with buttons below. Default: true. */
  controls?: boolean;
}

/** An axis of the world that points up in the picture, or, with a minus, down. */
export type UpAxis = NonNullable<ViewerOptions["up"]>;
const UP_AXES: readonly UpAxis[] = ["x", "y", "z", "-x", "-y", "-z"];

/** What can be shown and hidden. */
export const LAYERS = ["forces", "torques", "traces", "frames", "contacts"] as const;
export type Layer = (typeof LAYERS)[number];

/** The same, checked and complete. */
export interface ViewerSettings {
  readonly shown: Record<Layer, boolean>;
  /** Names of constraints or bodies; none: all. */
  readonly forces: readonly string[] | undefined;
  readonly torques: readonly string[] | undefined;
  readonly frames: readonly string[] | undefined;
  readonly traces: readonly (TraceOptions & { point: Vector3 })[] | undefined;
  readonly forceScale: number | undefined;
  readonly torqueScale: number | undefined;
  readonly up: UpAxis | undefined;
  readonly from: Vector3 | undefined;
  readonly follow: string | undefined;
  readonly height: number;
  readonly theme: "auto" | "light" | "dark";
  readonly renderer: "auto" | "webgl" | "canvas";
  readonly autoplay: boolean | undefined;
  readonly loop: boolean;
  readonly speed: number;
  readonly controls: boolean;
}

const OWNER = "Viewer";
const MOST_NAMES = 10_000;
const MOST_PIXELS = 10_000;
const OPTIONS = [
  ...LAYERS,
  "forceScale",
  "torqueScale",
  "up",
  "from",
  "follow",
  "height",
  "theme",
  "renderer",
  "autoplay",
  "loop",
  "speed",
  "controls",
];

/** Checks options and fills in the defaults. */
export function readViewerOptions(options: ViewerOptions = {}): ViewerSettings {
  checkOptions(OWNER, options, OPTIONS);
  if (options.contacts !== undefined) checkBoolean(OWNER, "contacts", options.contacts);
  const isGiven = (layer: Layer) => (options[layer] ?? layer === "contacts") !== false;
  const optional = <T>(value: T | undefined, read: (value: T) => T): T | undefined =>
    value === undefined ? undefined : read(value);
  return {
    shown: Object.fromEntries(LAYERS.map((layer) => [layer, isGiven(layer)])) as Record<Layer, boolean>,
    forces: readNames("forces", options.forces),
    torques: readNames("torques", options.torques),
    frames: readNames("frames", options.frames),
    traces: readTraces(options.traces),
    forceScale: optional(options.forceScale, (value) => checkPositive(OWNER, "forceScale", value)),
    torqueScale: optional(options.torqueScale, (value) => checkPositive(OWNER, "torqueScale", value)),
    up: optional(options.up, (value) => readChoice("up", value, UP_AXES)),
    from: options.from === undefined ? undefined : checkDirection(OWNER, "from", options.from),
    follow: optional(options.follow, (value) => readName("follow", value)),
    height: readHeight(options.height ?? 420),
    theme: readChoice("theme", options.theme ?? "auto", ["auto", "light", "dark"]),
    renderer: readChoice("renderer", options.renderer ?? "auto", ["auto", "webgl", "canvas"]),
    autoplay: optional(options.autoplay, (value) => checkBoolean(OWNER, "autoplay", value)),
    loop: checkBoolean(OWNER, "loop", otherwise(options.loop, true)),
    speed: checkPositive(OWNER, "speed", options.speed ?? 1),
    controls: checkBoolean(OWNER, "controls", otherwise(options.controls, true)),
  };
}

/** Pixels, as many as canvases may have. */
function readHeight(value: unknown): number {
  const height = checkPositive(OWNER, "height", value);
  if (height <= MOST_PIXELS) return height;
  throw new ModelError(`${OWNER}: height is ${height}; give at most ${MOST_PIXELS} pixels`);
}

/** A colour as CSS has it: `#d55e00`, a name, `rgb(…)` or `hsl(…)`. */
function readColor(value: unknown): string {
  if (typeof value === "string" && /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([-\d\s.,%/a-z]*\))$/i.test(value))
    return value;
  throw new ModelError(`${OWNER}: the color of a trace is ${describe(value)}; give one such as "#d55e00"`);
}

function readName(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new ModelError(`${OWNER}: ${name} is ${describe(value)}; give a name such as "arm"`);
}

function readChoice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  const near = typeof value === "string" ? findNearest(value, choices) : undefined;
  const list = choices.map((choice) => `"${choice}"`).join(", ");
  throw new ModelError(
    `${OWNER}: ${name} is ${describe(value)}; ${near ? `did you mean "${near}"? ` : ""}give one of ${list}`,
  );
}

/** Lists of names; true and false are no list. */
function readNames(name: string, value: unknown): readonly string[] | undefined {
  if (value === undefined || typeof value === "boolean") return undefined;
  const form = "true, false or a list of names";
  const list = checkList(OWNER, name, value, form, MOST_NAMES);
  if (list.every((entry) => typeof entry === "string")) return list as string[];
  throw new ModelError(`${OWNER}: ${name} are ${describe(value)}; give ${form}`);
}

function readTraces(value: ViewerOptions["traces"]): ViewerSettings["traces"] {
  if (value === undefined || typeof value === "boolean") return undefined;
  const form = 'true, false or a list such as ["bob", { body: "arm", point: [1, 0, 0] }]';
  const list = checkList(OWNER, "traces", value, form, MOST_NAMES) as (string | TraceOptions)[];
  return list.map((entry) => {
    if (typeof entry !== "string") checkOptions(`${OWNER}, trace`, entry, ["body", "point", "color"]);
    const { body, point = [0, 0, 0], color } = typeof entry === "string" ? { body: entry } : (entry ?? {});
    return {
      body: readName("the body of a trace", body),
      point: checkVector3(OWNER, `the point of the trace of "${body}"`, point),
      ...(color === undefined ? {} : { color: readColor(color) }),
    };
  });
}
