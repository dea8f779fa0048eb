import test from "ava";
import { isAbove } from "../helpers/compare.ts";
import { ViewerLab } from "../helpers/viewerPage.ts";
import { create, read, STILL } from "../helpers/viewerPictures.ts";

// One viewer at a time: they are drawn by software here.

let lab: ViewerLab;
test.before(async () => {
  lab = await ViewerLab.start();
});
test.after.always(() => lab?.stop());

test.serial("pictures, videos and models are saved", async (t) => {
  const { page, errors } = await lab.open(create(`${STILL}, speed: 4`, "createRun(1, 2)"));
  const bytes = (expression: string) =>
    page.evaluate(
      `(async () => { const blob = ${expression}; return [...new Uint8Array(await blob.arrayBuffer())]; })()`,
    ) as Promise<number[]>;
  const png = await bytes("await viewer.screenshot()");
  t.deepEqual(png.slice(0, 8), [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await page.evaluate("viewer.time = 1.5");
  const webm = await bytes("await viewer.record()");
  t.deepEqual(webm.slice(0, 4), [0x1a, 0x45, 0xdf, 0xa3]);
  isAbove(t, webm.length, 2000, `${webm.length} bytes`);
  // All is as it was before the recording.
  t.deepEqual(await page.evaluate("[viewer.time, viewer.isPlaying, viewer.loop]"), [1.5, false, true]);
  const glb = await bytes("new Blob([viewer.toGLB()])");
  t.is(String.fromCharCode(...glb.slice(0, 4)), "glTF");
  const length = new DataView(Uint8Array.from(glb).buffer).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(Uint8Array.from(glb.slice(20, 20 + length))));
  t.is(json.animations.length, 1);
  for (const [name, file] of [
    ["Save a picture (PNG)", "multibond.png"],
    ["Save the motion as a 3D model (glTF)", "multibond.glb"],
    ["Record one pass as a video (WebM)", "multibond.webm"],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    t.is(download.suggestedFilename(), file);
  }
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("a picture can be had at once, but not of a viewer that is nowhere", async (t) => {
  const { page, errors } = await lab.open(
    `const run = createRun(); window.viewer = new Viewer(run, { ${STILL} }); document.body.append(viewer.element);
    const nowhere = new Viewer(run, { ${STILL} });
    await nowhere.screenshot().catch((error) => { window.message = error.message; });
    nowhere.dispose();
    await nowhere.screenshot().catch((error) => { window.later = error.message; });
    window.picture = await look();`,
  );
  isAbove(t, await read(page, "picture.inked"), 0.01);
  t.is(await page.evaluate("message"), "Viewer: it has no size; put viewer.element into a page first");
  t.is(await page.evaluate("later"), "Viewer: it was disposed of; make a new one");
  t.deepEqual(errors, []);
  await page.close();
});

/** The stream of a canvas stays at hand. */
const KEEP_STREAM = `
  const { captureStream } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.captureStream = function (rate) { return (window.stream = captureStream.call(this, rate)); };`;

test.serial("a canvas is no longer captured when a recording ends", async (t) => {
  const { page, errors } = await lab.open(`${KEEP_STREAM} ${create(`${STILL}, speed: 4`, "createRun(1, 1)")}`);
  await page.evaluate("(async () => { await viewer.record(); })()");
  t.deepEqual(await page.evaluate("stream.getTracks().map((track) => track.readyState)"), ["ended"]);
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("a recording that is refused changes nothing", async (t) => {
  const state = "[viewer.time, viewer.isPlaying, viewer.loop]";
  const record = "(async () => { try { await viewer.record(); } catch (error) { return error.message; } })()";
  const refusals: [string, RegExp][] = [
    [
      "delete window.MediaRecorder",
      /^Viewer: this browser cannot record WebM videos; use a recent Chromium or Firefox$/,
    ],
    ["MediaRecorder.isTypeSupported = () => false", /^Viewer: this browser cannot record WebM videos/],
    ["MediaRecorder.prototype.start = () => { throw new Error('no room'); }", /^no room$/],
  ];
  for (const [refuse, message] of refusals) {
    const { page, errors } = await lab.open(`${KEEP_STREAM} ${create(STILL)} viewer.time = 1.5; ${refuse};`);
    t.regex((await page.evaluate(record)) as string, message);
    t.deepEqual(await page.evaluate(state), [1.5, false, true], refuse);
    t.is(
      await read(page, "(window.stream?.getTracks() ?? []).filter(({ readyState }) => readyState === 'live').length"),
      0,
    );
    // The reader is told.
    await page.getByRole("button", { name: "Record one pass as a video (WebM)" }).click();
    t.true(await page.getByText(message.source.includes("room") ? "no room" : "cannot record WebM").isVisible());
    t.deepEqual(errors, []);
    await page.close();
  }
});
