import test from "ava";
import type { Page } from "playwright-core";
import { isBelow, isClose } from "../helpers/compare.ts";
import { ViewerLab } from "../helpers/viewerPage.ts";
import { create, read, STILL, settle, settleAnew } from "../helpers/viewerPictures.ts";

// One viewer at a time: they are drawn by software here.

let lab: ViewerLab;
test.before(async () => {
  lab = await ViewerLab.start();
});
test.after.always(() => lab?.stop());

test.serial("scrubber, buttons and keys", async (t) => {
  const { page, errors } = await lab.open(create(STILL));
  const button = (name: string) => page.getByRole("button", { name });
  const range = page.getByRole("slider", { name: "Time" });
  await page.evaluate("viewer.element.addEventListener('timechange', () => { window.told = viewer.time; })");
  await range.fill("2");
  t.is(await read(page, "viewer.time"), 2);
  await page.waitForFunction("window.told === 2");
  await page.waitForFunction("viewer.element.shadowRoot.querySelector('.time').textContent === '2.00 / 4.00 s'");
  await button("Play (space)").click();
  await page.waitForFunction("viewer.isPlaying && viewer.time > 2.05", null, { timeout: 120_000 });
  await button("Pause (space)").click();
  t.false(await page.evaluate("viewer.isPlaying"));
  await page.getByRole("combobox", { name: "Speed" }).selectOption("0.5");
  t.is(await read(page, "viewer.speed"), 0.5);
  await button("Begin again at the end").click();
  t.false(await page.evaluate("viewer.loop"));

  await page.evaluate("viewer.element.focus(); viewer.time = 1");
  const keys: [string, number][] = [
    ["ArrowRight", 1 + 1 / 30],
    ["ArrowLeft", 1],
    ["Shift+ArrowRight", 1.4],
    ["End", 4],
    ["Home", 0],
  ];
  for (const [key, time] of keys) {
    await page.keyboard.press(key);
    isClose(t, await read(page, "viewer.time"), time, 1e-12, key);
  }
  await page.keyboard.press("+");
  t.is(await read(page, "viewer.speed"), 1);
  await page.keyboard.press("-");
  t.is(await read(page, "viewer.speed"), 0.5);
  await page.keyboard.press(" ");
  t.true(await page.evaluate("viewer.isPlaying"));
  await page.keyboard.press(" ");
  t.false(await page.evaluate("viewer.isPlaying"));
  await page.keyboard.press("?");
  t.true(await page.getByText("one frame back, ahead").isVisible());
  await page.keyboard.press("?");
  t.false(await page.getByText("one frame back, ahead").isVisible());
  // Space on a button is the button's.
  await button("Show traces").focus();
  await page.keyboard.press(" ");
  t.true(await page.evaluate("viewer.isShown('traces') && !viewer.isPlaying"));
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("the wheel scrolls the page until the viewer is clicked; dragging turns the camera", async (t) => {
  const { page } = await lab.open(`${create(STILL)} document.body.style.height = "3000px";`, {
    reducedMotion: "reduce",
  });
  const first = await settle(page);
  await page.mouse.move(300, 150);
  await page.mouse.wheel(0, 40);
  await page.waitForFunction("scrollY > 0");
  t.is((await settle(page)).hash, first.hash);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 200);
  await page.keyboard.up("Control");
  const zoomed = await settleAnew(page, first);
  await page.mouse.click(300, 150);
  const scrolled = await read(page, "scrollY");
  await page.mouse.wheel(0, 200);
  const nearer = await settleAnew(page, zoomed);
  t.is(await read(page, "scrollY"), scrolled);
  await page.mouse.move(300, 150);
  await page.mouse.down();
  await page.mouse.move(360, 170, { steps: 4 });
  await page.mouse.up();
  t.not((await settle(page)).hash, nearer.hash);
  await page.keyboard.press("f");
  t.is((await settle(page)).hash, first.hash, "fit brings the first view back");
  await page.close();
});

test.serial("a list keeps its keys", async (t) => {
  const { page, errors } = await lab.open(`${create(STILL)} viewer.time = 1;`);
  const list = page.getByRole("combobox", { name: "Speed" });
  await list.focus();
  for (const key of ["End", "Home", "2", "f", "ArrowDown", "PageDown", "?"]) await page.keyboard.press(key);
  t.deepEqual(await page.evaluate("[viewer.time, viewer.isPlaying, viewer.isShown('torques')]"), [1, false, false]);
  t.false(await page.getByText("one frame back, ahead").isVisible());
  await page.keyboard.press("Home");
  t.is(await read(page, "viewer.speed"), 0.25, "the first of the list");
  await page.keyboard.press("End");
  t.is(await read(page, "viewer.speed"), 4, "the last of the list");
  await page.keyboard.press(" ");
  t.false(await page.evaluate("viewer.isPlaying"));
  t.deepEqual(errors, []);
  await page.close();
});

interface Place {
  /** Angles around the axis upwards and above the floor, rad. */
  around: number;
  above: number;
  distance: number;
}

/** Where the camera is, seen from what it looks at. */
const findCamera = (page: Page) =>
  page.evaluate(`(() => {
    const { object, controls } = viewer.screen.stage.camera;
    const { x, y, z } = object.position.clone().sub(controls.target);
    const distance = Math.hypot(x, y, z);
    return { around: Math.atan2(x, z), above: Math.asin(y / distance), distance };
  })()`) as Promise<Place>;

test.serial("keys turn the camera and bring it nearer", async (t) => {
  const { page, errors } = await lab.open(create(STILL), { reducedMotion: "reduce" });
  const first = await settle(page);
  await page.evaluate("viewer.element.focus()");
  const step = Math.PI / 24;
  const cases: [string, Place][] = [
    ["Control+ArrowRight", { around: step, above: 0, distance: 1 }],
    ["Alt+ArrowLeft", { around: -step, above: 0, distance: 1 }],
    ["Control+ArrowUp", { around: 0, above: step, distance: 1 }],
    ["Alt+ArrowDown", { around: 0, above: -step, distance: 1 }],
    ["PageUp", { around: 0, above: 0, distance: 1 / 1.15 }],
    ["PageDown", { around: 0, above: 0, distance: 1.15 }],
  ];
  for (const [key, change] of cases) {
    const before = await findCamera(page);
    await page.keyboard.press(key);
    const after = await findCamera(page);
    isClose(t, after.around - before.around, change.around, 1e-9, key);
    isClose(t, after.above - before.above, change.above, 1e-9, key);
    isClose(t, after.distance / before.distance, change.distance, 1e-9, key);
  }
  t.is(await read(page, "viewer.time"), 0, "the time stays");
  // Not over the top.
  for (let i = 0; i < 20; i++) await page.keyboard.press("Control+ArrowUp");
  isClose(t, (await findCamera(page)).above, Math.PI / 2 - 0.02, 1e-6);
  t.not((await settle(page)).hash, first.hash);
  await page.keyboard.press("f");
  t.is((await settle(page)).hash, first.hash, "fit brings the first view back");
  await page.keyboard.press("?");
  t.true(await page.getByText("turn the camera").isVisible());
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("a finger turns the camera, two bring it nearer, and the page can still be scrolled", async (t) => {
  const { page, errors } = await lab.open(`${create(STILL)} document.body.style.height = "3000px";`, {
    reducedMotion: "reduce",
    hasTouch: true,
  });
  await settle(page);
  const session = await page.context().newCDPSession(page);
  type Point = readonly [number, number];
  /** Fingers go from their first points to their last. */
  const touch = async (from: readonly Point[], to: readonly Point[]) => {
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await send("touchStart", from);
    for (let i = 1; i <= 10; i++) {
      const points = from.map(([x, y], k): Point => [x + (i / 10) * (to[k][0] - x), y + (i / 10) * (to[k][1] - y)]);
      await send("touchMove", points);
    }
    await send("touchEnd", []);
  };
  const first = await findCamera(page);
  await touch([[300, 150]], [[400, 150]]);
  const turned = await findCamera(page);
  isBelow(t, turned.around, first.around - 0.2, `${first.around} to`);
  isClose(t, turned.distance / first.distance, 1, 1e-9);
  t.is(await read(page, "scrollY"), 0);
  await touch(
    [
      [280, 150],
      [340, 150],
    ],
    [
      [220, 150],
      [400, 150],
    ],
  );
  const nearer = await findCamera(page);
  isBelow(t, nearer.distance, 0.8 * turned.distance, `${turned.distance} to ${nearer.distance}`);
  t.is(await read(page, "visualViewport.scale"), 1, "the page is not zoomed");
  await touch([[300, 200]], [[300, 60]]);
  await page.waitForFunction("scrollY > 50", null, { timeout: 20_000 });
  const scrolled = await findCamera(page);
  isClose(t, scrolled.distance / nearer.distance, 1, 1e-9);
  t.deepEqual(errors, []);
  await page.close();
});
