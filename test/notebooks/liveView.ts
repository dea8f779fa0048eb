import test from "ava";
import type { Viewer } from "../../lib/view/index.ts";
import { LiveView } from "../../notebooks/page/vehicle/LiveView.ts";
import { isAbove, isBelow } from "../helpers/compare.ts";

test("a live view moves its viewer frame by frame until it is stopped, and can go on", (t) => {
  const frames = new Map<number, FrameRequestCallback>();
  let last = 0;
  Object.assign(globalThis, {
    requestAnimationFrame: (step: FrameRequestCallback) => {
      frames.set(++last, step);
      return last;
    },
    cancelAnimationFrame: (request: number) => frames.delete(request),
  });
  let now = 0;
  const draw = () => {
    const steps = [...frames.values()];
    frames.clear();
    now += 10;
    for (const step of steps) step(now);
  };
  const viewer = { time: 0, pause: () => {} };
  const live = new LiveView(viewer as Viewer);
  live.follow(0.3);
  draw();
  draw();
  isAbove(t, viewer.time, 0);
  isBelow(t, viewer.time, 0.3);
  t.is(frames.size, 1);
  live.stop();
  t.is(frames.size, 0);
  const { time } = viewer;
  draw();
  t.is(viewer.time, time);
  // The time that passed meanwhile does not count.
  now += 1000;
  live.follow(0.3);
  draw();
  t.is(viewer.time, time);
  draw();
  isAbove(t, viewer.time, time);
});
