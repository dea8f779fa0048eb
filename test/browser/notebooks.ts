import fs from "node:fs";
import test from "ava";
import type { Browser } from "playwright-core";
import { rows } from "../../bench/rows/notebooks.ts";
import { createPendulum, measurePeriod } from "../../notebooks/models/pendulum.ts";
import { launchBrowser, type Server, serveFolder } from "../helpers/browser.ts";
import { isAbove, isAtLeast, isClose } from "../helpers/compare.ts";
import { NotebookPage } from "../helpers/NotebookPage.ts";
import { checks } from "../helpers/pages/index.ts";
import { inRoot } from "../helpers/project.ts";
import { testPromises } from "../helpers/testPromises.ts";

let server: Server;
let browser: Browser;

test.before(async () => {
  server = await serveFolder(inRoot("site"));
  browser = await launchBrowser();
});

test.after.always(async () => {
  await browser?.close();
  server?.close();
});

test("every notebook has its check", (t) => {
  const pages = fs
    .readdirSync(inRoot("notebooks"))
    .filter((name) => name.endsWith(".html") && !["index.html", "template.html"].includes(name));
  t.deepEqual(checks.map(({ name }) => `${name}.html`).sort(), pages.sort());
});

testPromises(rows);

for (const { name, texts, canvases, check } of checks) {
  test.serial(
    `${name}: results, pictures and texts are there; nothing complains, nothing leaves the machine`,
    async (t) => {
      const notebook = await NotebookPage.open(browser, { origin: server.origin, name });
      await notebook.waitUntilDone();
      const text = await notebook.page.locator("body").innerText();
      for (const expected of texts) t.true(text.includes(expected), `"${expected}" is missing`);
      const colours = await notebook.countColours();
      isAtLeast(
        t,
        colours.filter((count) => count > 20).length,
        canvases,
        `colours in the canvases: ${colours.join(", ")}`,
      );
      t.is(await notebook.findOverflow(), 0);
      await check(notebook, t);
      t.deepEqual(notebook.complaints, []);
      await notebook.close();
    },
  );

  test.serial(`${name}: fits a phone, in the dark`, async (t) => {
    const options = { width: 375, height: 720, colorScheme: "dark" } as const;
    const notebook = await NotebookPage.open(browser, { origin: server.origin, name }, options);
    await notebook.waitUntilDone();
    t.is(await notebook.findOverflow(), 0);
    t.deepEqual(notebook.complaints, []);
    await notebook.close();
  });
}

/** Keeps the workers that a page makes, so that a test can harm them. */
const keepWorkers = () => {
  const workers: Worker[] = [];
  Object.assign(globalThis, { workers });
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      workers.push(this);
    }
  };
};

async function killWorker(notebook: NotebookPage): Promise<number> {
  return notebook.page.evaluate(() => {
    const { workers } = globalThis as unknown as { workers: Worker[] };
    workers.at(-1)?.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
    return workers.length;
  });
}

test.serial("a worker that dies is replaced once; then the page says so, and the next run has a new one", async (t) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  await context.addInitScript(keepWorkers);
  const notebook = await NotebookPage.open(context, { origin: server.origin, name: "pendulum" });
  await notebook.waitUntilDone();
  const period = await notebook.readFact("period measured");
  // Both deaths come while the run of the new length waits for its answer.
  await notebook.page.evaluate(() => {
    const { workers } = globalThis as unknown as { workers: Worker[] };
    const post = Worker.prototype.postMessage;
    let deaths = 0;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      if (deaths++ < 2) setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "killed" })));
      else post.call(this, message);
    };
    return workers.length;
  });
  await notebook.setRange("Length (m)", 1.5);
  t.regex(
    await notebook.page.locator(".status").innerText(),
    /the worker stopped twice before it answered \(killed\); its script may be missing/,
  );
  await notebook.setRange("Length (m)", 1);
  t.is(await notebook.readFact("period measured"), period);
  t.is(await killWorker(notebook), 3);
  t.deepEqual(notebook.complaints, []);
  await context.close();
});

test.serial("a slider that is moved during runs: the last value counts", async (t) => {
  const notebook = await NotebookPage.open(browser, { origin: server.origin, name: "pendulum" });
  await notebook.waitUntilDone();
  for (const length of [0.5, 0.7, 0.9, 1.1, 1.3]) await notebook.pushRange("Length (m)", length);
  await notebook.setRange("Length (m)", 1.5);
  const { system, options } = createPendulum({ length: 1.5, angle: 60, damping: 0, mass: 1 });
  // Engines round sine and cosine differently.
  const difference = (await notebook.readFact("period measured")) - measurePeriod(system.simulateSync(options));
  isClose(t, difference, 0, 1e-9);
  t.deepEqual(notebook.complaints, []);
  await notebook.close();
});

test.serial("without WebGL a page draws flat", async (t) => {
  const plain = await launchBrowser(["--disable-3d-apis"]);
  const notebook = await NotebookPage.open(plain, { origin: server.origin, name: "pendulum" });
  await notebook.waitUntilDone();
  await notebook.page.getByText("no WebGL").first().waitFor();
  isAbove(t, (await notebook.countColours())[0], 20);
  t.deepEqual(notebook.complaints, []);
  await plain.close();
});

for (const name of ["index", "api/index", "api/classes/system.Trajectory", "api/modules/view"]) {
  test.serial(`${name}: fits a phone and a screen, links lead somewhere, nothing leaves the machine`, async (t) => {
    for (const width of [375, 1440]) {
      const notebook = await NotebookPage.open(
        browser,
        { origin: server.origin, name },
        { width, colorScheme: "dark" },
      );
      await notebook.page.waitForLoadState("networkidle");
      t.is(await notebook.findOverflow(), 0, `${width} px`);
      const pictures = notebook.page.locator("main img");
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        await notebook.page.waitForFunction(
          (image) => (image as HTMLImageElement).naturalWidth > 0,
          await picture.elementHandle(),
        );
      }
      if (name === "index") t.is(await pictures.count(), checks.length);
      const links = await notebook.page
        .locator("main a[href]")
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
      for (const link of new Set(links.filter((link) => link.startsWith(server.origin)))) {
        const file = inRoot("site", decodeURIComponent(new URL(link).pathname));
        t.true(fs.existsSync(file), link);
      }
      t.deepEqual(notebook.complaints, []);
      await notebook.close();
    }
  });
}
