import { ModelError } from "../../math/index.ts";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** Records what is drawn on a canvas, from `start` to `finish`; `release` gives it back. */
export class CanvasRecorder {
  private readonly stream: MediaStream;
  private readonly recorder: MediaRecorder;
  private readonly chunks: Blob[] = [];
  private readonly stopped: Promise<void>;

  constructor(canvas: HTMLCanvasElement) {
    const type =
      typeof MediaRecorder === "undefined" ? undefined : TYPES.find((name) => MediaRecorder.isTypeSupported(name));
    if (type === undefined || typeof canvas.captureStream !== "function") {
      throw new ModelError("Viewer: this browser cannot record WebM videos; use a recent Chromium or Firefox");
    }
    this.stream = canvas.captureStream(30);
    this.recorder = new MediaRecorder(this.stream, { mimeType: type, videoBitsPerSecond: 6_000_000 });
    this.recorder.addEventListener("dataavailable", ({ data }) => {
      if (data.size > 0) this.chunks.push(data);
    });
    this.stopped = new Promise((resolve, reject) => {
      this.recorder.addEventListener("stop", () => resolve());
      this.recorder.addEventListener("error", () =>
        reject(new ModelError("Viewer: the browser stopped recording; a smaller picture may help")),
      );
    });
    // Who waits for the end is told.
    this.stopped.catch(() => {});
  }

  start(): void {
    this.recorder.start(200);
  }

  /** Ends the recording. */
  async finish(): Promise<Blob> {
    if (this.recorder.state !== "inactive") this.recorder.stop();
    await this.stopped;
    return new Blob(this.chunks, { type: "video/webm" });
  }

  /** The canvas is no longer captured, also if the recording failed. */
  release(): void {
    for (const track of this.stream.getTracks()) track.stop();
  }
}
