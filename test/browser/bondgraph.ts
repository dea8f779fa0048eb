import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { type Browser, chromium, type Page } from "playwright-core";
import { createFourBar } from "../../bench/models.ts";
import { isAbove } from "../helpers/compare.ts";
import { DRAWN_GRAPHS } from "../helpers/drawnGraphs.ts";
import { inRoot } from "../helpers/project.ts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

let browser: Browser;
let folder: string;
test.before(async () => {
  browser = await chromium.launch({ executablePath, args });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "multibond-live-"));
});
test.after.always(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function open(address: string): Promise<{ page: Page; errors: string[]; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address);
  return { page, errors, requests };
}

test("the page of a four-bar: fold, unfold, zoom, hover, without the network", async (t) => {
  const file = path.join(folder, "four-bar.html");
  fs.writeFileSync(file, await createFourBar().bondGraph().toHTML({ title: "Four-bar" }));
  const { page, errors, requests } = await open(pathToFileURL(file).href);
  const count = (selector: string) => page.locator(selector).count();
  t.is(await page.title(), "Four-bar");
  t.is(await count("g.item.group"), 8);
  t.is(await count("g.item.element"), 58);

  await page.locator('g.group[data-id="g:A"] text').click();
  t.is(await count("g.item.group"), 7);
  t.is(await count('g.item.word[data-id="g:A"]'), 1);
  await page.locator('g.item.word[data-id="g:A"]').click();
  t.is(await count("g.item.group"), 8);
  await page.getByRole("button", { name: "fold all", exact: true }).click();
  t.is(await count("g.item.element"), 8);
  t.is(await count("g.item.bond"), 8);
  await page.getByRole("button", { name: "unfold all" }).click();
  t.is(await count("g.item.element"), 58);

  const transform = () => page.locator(".multibond > svg > g").getAttribute("transform");
  const before = await transform();
  await page.mouse.move(600, 350);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction(
    (before) => document.querySelector(".multibond > svg > g")?.getAttribute("transform") !== before,
    before,
  );
  const zoomed = await transform();
  t.not(zoomed, before);
  await page.mouse.move(20, 650);
  await page.mouse.down();
  await page.mouse.move(120, 600);
  await page.mouse.up();
  t.not(await transform(), zoomed);
  await page.getByRole("button", { name: "fit", exact: true }).click();
  t.is(await transform(), before);

  const bond = page.locator('g.bond[data-id="b:crank.gravity → crank.1"] .hit');
  await bond.hover({ force: true });
  const tip = page.locator(".tip");
  t.true(await tip.isVisible());
  const text = (await tip.textContent()) ?? "";
  t.regex(text, /^crank\.gravity → crank\.1 \(6\)\neffort 0, 0, -0\.981, 0, 0, 0\nflow 0, 0, 0, 0, 0, 0\npower 0 W$/);
  t.deepEqual(errors, []);
  t.deepEqual(requests, [pathToFileURL(file).href]);
  await page.close();
});

test("a graph is mounted with multibond.full.js, and follows the model", async (t) => {
  const page = `<!doctype html><meta charset="utf-8"><title>live</title><div id="here" style="height: 400px"></div>
<script type="module">
import { Inertia, RevoluteJoint, RigidBody, System } from "/multibond.full.js";
const system = new System();
const inertia = Inertia.rod({ mass: 1, length: 1, axis: "y" });
const rod = system.add(new RigidBody("rod", { inertia, position: [0, -0.5, 0] }));
system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1], angle: 1 }));
const graph = system.bondGraph();
const live = await graph.mount(document.getElementById("here"), { fold: ["hinge"] });
const run = system.simulateSync({ until: 1 });
const read = () => graph.bond("rod.gravity → rod.1").calcPower();
run.at(0.3).show();
live.refresh();
window.result = { folded: live.folded, power: read(), html: (await graph.toHTML()).length, png: (await graph.toPNG()).length };
document.title = "done";
</script>`;
  const files = new Map([["/", { type: "text/html", text: page }]]);
  for (const name of fs.readdirSync(inRoot("dist")).filter((file) => file.endsWith(".js"))) {
    files.set(`/${name}`, { type: "text/javascript", text: fs.readFileSync(inRoot("dist", name), "utf8") });
  }
  const server = http.createServer(({ url }, response) => {
    const file = files.get(url ?? "");
    response.writeHead(file ? 200 : 204, { "content-type": file?.type ?? "text/plain" }).end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { page, errors } = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => document.title === "done", null, { timeout: 60_000 });
    const result = (await page.evaluate("window.result")) as Record<string, number> & { folded: string[] };
    t.deepEqual(result.folded, ["hinge"]);
    isAbove(t, result.html, 50_000);
    isAbove(t, result.png, 1000);
    const tooltip = 'g.bond[data-id="b:rod.gravity → rod.1"] .hit';
    await page.locator(tooltip).hover({ force: true });
    const text = (await page.locator(".tip").textContent()) ?? "";
    t.true(text.includes(`power ${Number(result.power.toPrecision(4))} W`), text);
    t.deepEqual(errors, []);
    await page.close();
  } finally {
    server.close();
  }
});

test("no letter is wider in the browser than the layout allows, and none overlap there", async (t) => {
  for (const name of ["motor-pendulum", "quarter-car", "omniwheel-4"]) {
    const file = path.join(folder, `${name}.svg`);
    const graph = DRAWN_GRAPHS.get(name)?.();
    fs.writeFileSync(file, (await graph?.toSVG({ values: true })) ?? "");
    const { page } = await open(pathToFileURL(file).href);
    const overlapping = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("text")].map((text) => ({ text, box: text.getBoundingClientRect() }));
      const found: string[] = [];
      // Rectangles of text include the room for accents and descenders: two pixels less above and below.
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(0, i)) {
          const isApart =
            a.box.right <= b.box.left ||
            b.box.right <= a.box.left ||
            a.box.bottom - 2 <= b.box.top + 2 ||
            b.box.bottom - 2 <= a.box.top + 2;
          if (!isApart) found.push(`${a.text.textContent} and ${b.text.textContent}`);
        }
      }
      return found;
    });
    t.deepEqual(overlapping, [], name);
    await page.close();
  }
});
