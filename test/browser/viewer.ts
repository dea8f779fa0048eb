import test from "ava";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { passFrames } from "../helpers/frames.ts";
import { listPrograms } from "../helpers/project.ts";
import { ViewerLab } from "../helpers/viewerPage.ts";
import { create, look, type Picture, read, STILL, settle } from "../helpers/viewerPictures.ts";

// One viewer at a time: they are drawn by software here.

let lab: ViewerLab;
test.before(async () => {
  lab = await ViewerLab.start();
});
test.after.always(() => lab?.stop());

test.serial(
  "one line shows a run and plays it; three.js comes when it is needed; nothing leaves the machine",
  async (t) => {
    const { page, errors, requests, outside } = await lab.open(
      "window.viewer = new Viewer(createRun()); document.body.append(viewer.element); await viewer.ready;",
    );
    t.is(await page.evaluate("viewer.renderer"), "webgl");
    t.true((await read(page, "viewer.isPlaying ? 1 : 0")) === 1);
    await page.waitForFunction("viewer.time > 0.2", null, { timeout: 120_000 });
    const [first, time] = [await look(page), await read(page, "viewer.time")];
    isAbove(t, first.inked, 0.01);
    isBelow(t, first.inked, 0.9);
    await page.waitForFunction(`Math.abs(viewer.time - ${time}) > 0.2`, null, { timeout: 120_000 });
    t.not((await look(page)).hash, first.hash);
    t.deepEqual(requests.filter((name) => name !== "/favicon.ico").sort(), ["/", "/multibond.view.js", "/stage.js"]);
    t.deepEqual(outside, []);
    t.deepEqual(errors, []);
    await page.close();
  },
);

test.serial("the program of docs/viewer.md runs in a page", async (t) => {
  const [program] = listPrograms("docs/viewer.md");
  const code = program.replace(/^import .* from "multibond.*$/gm, "");
  t.is(code.includes("import"), false);
  const names = [...program.matchAll(/^import { (.*) } from/gm)].flatMap(([, list]) => list.split(", "));
  const { page, errors } = await lab.open(
    `{ const { ${names.join(", ")} } = await import("/multibond.view.js"); ${code}; window.viewer = viewer; await viewer.ready; }`,
  );
  await page.waitForFunction("viewer.time > 0.1", null, { timeout: 120_000 });
  isAbove(t, (await look(page)).inked, 0.005);
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("dark and light follow the reader at once; a theme that is given stays", async (t) => {
  const { page, errors } = await lab.open(create(STILL), { colorScheme: "dark" });
  const dark = await settle(page);
  // The page is told of a change with its next frame, which may be long after on a busy machine.
  const change = async (theme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction(`viewer.element.dataset.theme === "${theme}"`, null, { timeout: 120_000 });
  };
  await change("light");
  const light = await settle(page);
  const brightness = ({ corner }: Picture) => corner.reduce((sum, x) => sum + x, 0);
  isBelow(t, brightness(dark), 120, `${dark.corner} ${light.corner}`);
  isAbove(t, brightness(light), 650, `${dark.corner} ${light.corner}`);
  const bar = () => page.evaluate("getComputedStyle(viewer.element.shadowRoot.querySelector('.bar')).backgroundColor");
  t.is(await bar(), "rgb(255, 255, 255)");
  await change("dark");
  t.is(await bar(), "rgb(29, 33, 39)");
  t.deepEqual(errors, []);
  await page.close();
  const given = await lab.open(create(`${STILL}, theme: "light"`), { colorScheme: "dark" });
  isAbove(t, brightness(await settle(given.page)), 650);
  await given.page.close();
});

test.serial("readers who want less motion get none by itself", async (t) => {
  const { page } = await lab.open(create("height: 260"), { reducedMotion: "reduce" });
  await passFrames(page, 20);
  t.deepEqual(await page.evaluate("[viewer.isPlaying, viewer.time]"), [false, 0]);
  await page.close();
});

test.serial("another run: camera, time and speed stay", async (t) => {
  const { page, errors } = await lab.open(`${create(`${STILL}, speed: 2`)} viewer.time = 3;`);
  const first = await settle(page);
  const camera = () => page.evaluate("viewer.screen.stage.camera.object.matrixWorld.elements.join()");
  const before = await camera();
  await page.evaluate("viewer.show(createRun(0.5, 6))");
  const second = await settle(page);
  t.not(second.hash, first.hash);
  t.is(await camera(), before);
  t.deepEqual(await page.evaluate("[viewer.time, viewer.speed]"), [3, 2]);
  await page.evaluate("viewer.show(createRun(0.5, 2))");
  await settle(page);
  t.is(await read(page, "viewer.time"), 2, "as far as a shorter run goes");
  t.regex(
    (await page.evaluate("(() => { try { viewer.show({}); } catch (error) { return error.message; } })()")) as string,
    /Viewer: the run is an object of class Object/,
  );
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("a vehicle plays", async (t) => {
  const { page, errors } = await lab.open(create("height: 360, forces: true, loop: false", "createVehicle()"), {
    viewport: { width: 800, height: 600 },
  });
  await page.waitForFunction("viewer.time > 0.05", null, { timeout: 120_000 });
  await page.waitForFunction("viewer.time === viewer.player.end && !viewer.isPlaying", null, { timeout: 120_000 });
  isAbove(t, (await look(page)).inked, 0.01);
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("where gravity points along z, z points down in the picture", async (t) => {
  const { page, errors } = await lab.open(`
    const system = new System({ gravity: [0, 0, 9.81] });
    for (const [name, z] of [["low", 1], ["high", -1]]) {
      system.add(new RigidBody(name, { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 0, z] }));
    }
    const run = system.simulateSync({ until: 0.01 });
    ${create(STILL, "run")}`);
  await settle(page);
  const heights = (await page.evaluate(`(() => {
    const { object } = viewer.screen.stage.camera;
    return [1, -1].map((z) => object.position.clone().set(0, 0, z).project(object).y);
  })()`)) as number[];
  isBelow(t, heights[0], -0.3, `${heights}`);
  isAbove(t, heights[1], 0.3, `${heights}`);
  isAbove(t, await read(page, "viewer.screen.stage.floor.object.position.z"), 1);
  t.deepEqual(errors, []);
  await page.close();
});

test.serial("a view from straight above", async (t) => {
  const { page, errors } = await lab.open(create(`${STILL}, from: [0, 1, 0]`));
  isAbove(t, (await settle(page)).inked, 0.005);
  const above = (await page.evaluate(
    "viewer.screen.stage.camera.object.matrixWorld.elements.slice(0, 11)",
  )) as number[];
  // x to the right, z towards the reader, and the camera looks down.
  isClose(t, above[0], 1, 1e-3, `${above}`);
  isClose(t, above[6], -1, 1e-3, `${above}`);
  isClose(t, above[9], 1, 1e-3, `${above}`);
  t.deepEqual(errors, []);
  await page.close();
});
