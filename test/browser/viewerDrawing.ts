import test from "ava";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { passFrames, poll } from "../helpers/frames.ts";
import { ViewerLab } from "../helpers/viewerPage.ts";
import { create, look, read, STILL, settle } from "../helpers/viewerPictures.ts";

// One viewer at a time: they are drawn by software here.

let lab: ViewerLab;
test.before(async () => {
  lab = await ViewerLab.start();
});
test.after.always(() => lab?.stop());

/** Each layer with a run in which it has something to show. */
const LAYERS: readonly (readonly [string, string])[] = [
  ["forces", "createRun()"],
  ["traces", "createRun()"],
  ["frames", "createRun()"],
  ["torques", "createVehicle()"],
  ["contacts", "createVehicle()"],
];

test.serial("each layer draws something, and the legend tells the scale", async (t) => {
  for (const run of ["createRun()", "createVehicle()"]) {
    const { page, errors } = await lab.open(
      `${create(`${STILL}, contacts: false`, run)} viewer.time = viewer.player.end;`,
    );
    const before = await settle(page);
    t.false(await page.getByText(/\d k?N$/).isVisible());
    for (const [layer] of LAYERS.filter((entry) => entry[1] === run)) {
      const button = page.getByRole("button", { name: `Show ${layer}` });
      t.is(await button.getAttribute("aria-pressed"), "false");
      await button.click();
      t.not((await settle(page)).hash, before.hash, layer);
      t.is(await button.getAttribute("aria-pressed"), "true");
      if (layer === "forces") t.true(await page.getByText(/^\d+ N$/).isVisible());
      if (layer === "torques") t.true(await page.getByText(/^\d+ m?Nm$/).isVisible());
      await button.click();
      t.is((await settle(page)).hash, before.hash, `without ${layer}`);
    }
    t.deepEqual(errors, []);
    await page.close();
  }
});

test.serial("without WebGL it is drawn flat, and says so; everything else works", async (t) => {
  const { page, errors } = await lab.open(create(`${STILL}, forces: true, traces: true, speed: 4`), {}, false);
  t.is(await page.evaluate("viewer.renderer"), "canvas");
  t.true(await page.getByText("2D drawing: this browser has no WebGL").isVisible());
  await page.evaluate("viewer.time = 1");
  const first = await settle(page);
  isAbove(t, first.inked, 0.01);
  isBelow(t, first.inked, 0.9);
  isAbove(t, first.blue, 0.001, "arrows are blue");
  await page.evaluate("viewer.time = 1.3");
  t.not((await settle(page)).hash, first.hash);
  const start = (await page.evaluate(
    "(async () => [...new Uint8Array(await (await viewer.record()).arrayBuffer()).slice(0, 4)])()",
  )) as number[];
  t.deepEqual(start, [0x1a, 0x45, 0xdf, 0xa3]);
  t.deepEqual(errors, []);
  await page.close();
  const asked = await lab.open(
    "try { window.viewer = new Viewer(createRun(), { renderer: 'webgl' }); document.body.append(viewer.element); await viewer.ready; } catch (error) { window.message = error.message; }",
    {},
    false,
  );
  t.is(
    await asked.page.evaluate("message"),
    'Viewer: this browser has no WebGL; give renderer: "auto" for a flat drawing',
  );
  t.true(await asked.page.getByText("this browser has no WebGL; give renderer").isVisible());
  await asked.page.close();
});

test.serial("both ways of drawing put things into the same place", async (t) => {
  const boxes: number[][] = [];
  for (const renderer of ["webgl", "canvas"]) {
    const { page } = await lab.open(`${create(`${STILL}, renderer: "${renderer}"`)} viewer.time = 1;`);
    boxes.push((await settle(page)).box);
    await page.close();
  }
  const [webgl, flat] = boxes;
  isAbove(t, webgl[2] - webgl[0], 40, `${webgl}`);
  isAbove(t, webgl[3] - webgl[1], 40, `${webgl}`);
  // Edges are shaded differently: two pixels.
  webgl.forEach((x, i) => {
    isClose(t, x, flat[i], 2, `${webgl} and ${flat}`);
  });
});

test.serial("a WebGL that is lost is replaced by a flat drawing", async (t) => {
  const { page } = await lab.open(create(STILL));
  await settle(page);
  await page.evaluate(
    "viewer.element.shadowRoot.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()",
  );
  await page.waitForFunction("viewer.renderer === 'canvas'", null, { timeout: 20_000 });
  isAbove(t, (await settle(page)).inked, 0.01);
  await page.close();
});

test.serial("it fits into narrow pages, with buttons for fingers, and follows its place", async (t) => {
  for (const width of [340, 375, 1440]) {
    const { page, errors } = await lab.open(create(STILL), { viewport: { width, height: 800 } });
    await settle(page);
    t.is(await read(page, "document.documentElement.scrollWidth"), width);
    const sizes = (await page.evaluate(
      "[...viewer.element.shadowRoot.querySelectorAll('button, select, input')].map((e) => e.getBoundingClientRect()).map((b) => [b.width, b.height, b.left, b.right])",
    )) as number[][];
    t.is(sizes.length, 15);
    for (const [w, h, left, right] of sizes) {
      isAtLeast(t, w, 32);
      isAtLeast(t, h, 32);
      isAtLeast(t, left, 0);
      isAtMost(t, right, width);
    }
    isClose(t, (await look(page)).width, width - 18, 1);
    t.deepEqual(errors, []);
    if (width === 1440) {
      await page.setViewportSize({ width: 700, height: 800 });
      await page.waitForFunction("look().then(({ width }) => Math.abs(width - 682) <= 1)");
    }
    await page.close();
  }
});

test.serial("nothing is drawn when nothing changes, and nothing plays where nobody sees it", async (t) => {
  const { page } = await lab.open(
    `${create(STILL)} document.body.style.height = "5000px";
    window.drawn = 0; const { stage } = viewer.screen; const render = stage.render.bind(stage);
    stage.render = () => { window.drawn++; return render(); };`,
  );
  await settle(page);
  await page.evaluate("drawn = 0");
  await passFrames(page, 24);
  t.is(await read(page, "drawn"), 0);
  await page.evaluate("viewer.time = 1; viewer.time = 2");
  await page.waitForFunction("drawn > 0");
  await passFrames(page, 12);
  t.is(await read(page, "drawn"), 1, "changes of one instant are drawn together");
  await page.evaluate("viewer.play(); scrollTo(0, 3000)");
  await passFrames(page, 24);
  const [time, drawn] = [await read(page, "viewer.time"), await read(page, "drawn")];
  await passFrames(page, 24);
  t.deepEqual([await read(page, "viewer.time"), await read(page, "drawn")], [time, drawn]);
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForFunction(`viewer.time !== ${time}`);
  await page.evaluate("viewer.dispose()");
  t.is(await read(page, "document.querySelectorAll('.multibond-viewer').length"), 0);
  await page.close();
});

test.serial("slow frames are drawn without shadows; quick ones, and a page out of sight, change nothing", async (t) => {
  const { page } = await lab.open(create(STILL));
  const before = await settle(page);
  const note = (seconds: number, count: number) =>
    page.evaluate(`for (let i = 0; i < ${count}; i++) viewer.screen.noteFrame(${seconds})`);
  await note(1 / 60, 40);
  await note(100, 5);
  t.is((await settle(page)).hash, before.hash);
  await note(0.2, 12);
  const plain = await settle(page);
  t.not(plain.hash, before.hash);
  t.deepEqual(
    before.box.map((x, i) => Math.abs(x - plain.box[i]) <= 2),
    [true, true, true, true],
  );
  await page.close();
});

test.serial("nothing keeps a viewer that was disposed of", async (t) => {
  const { page, errors } = await lab.open(
    `{ const viewer = new Viewer(createRun(), { height: 260, forces: true, traces: true }); document.body.append(viewer.element);
      await viewer.ready; await viewer.screenshot(); window.other = viewer; }`,
  );
  await page.waitForFunction("other.time > 0.05", null, { timeout: 120_000 });
  await page.evaluate(`{
    const { canvas } = other.screen.stage;
    window.context = new WeakRef(canvas.getContext("webgl2"));
    window.kept = [other, other.scene, other.screen, other.screen.watch, other.element, canvas].map((x) => new WeakRef(x));
    other.dispose();
    window.wasLost = context.deref().isContextLost();
    window.other = undefined;
  }`);
  t.true(await page.evaluate("wasLost"), "its WebGL is given back");
  await page.emulateMedia({ colorScheme: "dark" });
  const session = await page.context().newCDPSession(page);
  // What was on the way, such as a lost WebGL that may come back, takes some seconds to be forgotten.
  let kept: boolean[] = [];
  const isForgotten = async () => {
    await session.send("HeapProfiler.collectGarbage");
    kept = (await page.evaluate("kept.map((ref) => ref.deref() !== undefined)")) as boolean[];
    return !kept.includes(true);
  };
  await poll(page, isForgotten, 40);
  t.deepEqual(kept, [false, false, false, false, false, false]);
  t.deepEqual(errors, []);
  await page.close();
});
