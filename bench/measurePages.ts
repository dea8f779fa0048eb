import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { findMissingBrowser, launchBrowser, serveFolder } from "../test/helpers/browser.ts";
import { inRoot } from "../test/helpers/project.ts";
import type { Timing } from "./BenchRow.ts";
import { NotMeasured } from "./NotMeasured.ts";
import { timeYardstick } from "./timeInterleaved.ts";

/** The site, built anew if something changed. */
export function findSite(): string {
  const args = [inRoot("scripts/site.mjs"), "--if-needed"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: inRoot("."), encoding: "utf8" });
  if (status !== 0) throw new Error(`the site could not be built: ${stderr}`);
  return inRoot("site");
}

/** Names of the notebooks, without the gallery. */
export const listNotebooks = (): string[] =>
  fs
    .readdirSync(inRoot("notebooks"))
    .filter((name) => name.endsWith(".html") && !["index.html", "template.html"].includes(name))
    .map((name) => name.slice(0, -5))
    .sort();

/** Bytes of all files in a folder. */
export function calcSize(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => fs.statSync(path.join(folder, String(name))))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

const REPEATS = 3;

/** Opens a notebook several times in a fresh window and measures something there, ms. The best counts: see `timeInterleaved`. */
async function measureNotebook(name: string, read: (page: Page) => Promise<number>): Promise<Timing> {
  const missing = findMissingBrowser();
  if (missing) throw new NotMeasured(missing);
  const site = findSite();
  const browser = await launchBrowser();
  const server = await serveFolder(site);
  try {
    const times: number[] = [];
    const yardsticks: number[] = [];
    for (let i = 0; i < REPEATS; i++) {
      yardsticks.push(timeYardstick());
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.addInitScript(watchFrames);
      await page.goto(`${server.origin}/${name}.html`);
      times.push(await read(page));
      await page.close();
    }
    const value = Math.min(...times);
    return { value, ratio: value / Math.min(...yardsticks) };
  } finally {
    await browser.close();
    server.close();
  }
}

/** From the start of the navigation until the first result is drawn, ms. */
export const timeFirstResult = (name: string): Promise<Timing> =>
  measureNotebook(name, async (page) => {
    const mark = await page.waitForFunction(() => performance.getEntriesByName("first result")[0]?.startTime);
    return (await mark.jsonValue()) as number;
  });

/** Work of the page's thread for a frame while the run plays, ms: the median. What draws the pixels is not in it. */
export const timeFrame = (name: string): Promise<Timing> =>
  measureNotebook(name, async (page) => {
    await page.waitForFunction(() => {
      const states = [...document.querySelectorAll<HTMLElement>(".status")].map(({ dataset }) => dataset.state);
      return states.length > 0 && !states.includes("running");
    });
    await page.waitForTimeout(1000);
    return page.evaluate(async () => {
      const frames = (globalThis as unknown as { frameTimes: number[] }).frameTimes;
      const isPlaying = [...document.querySelectorAll("*")].some(({ shadowRoot }) =>
        shadowRoot?.querySelector("canvas"),
      );
      // Pages without a viewer have a button.
      if (!isPlaying) document.querySelector<HTMLElement>('button[aria-label="Play"]')?.click();
      frames.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const times = frames.filter((time) => time > 0).sort((a, b) => a - b);
      if (times.length === 0) throw new Error("nothing plays on the page");
      return times[times.length >> 1];
    });
  });

/** Runs in the page: notes how long the callbacks of each frame take together. */
function watchFrames(): void {
  const frameTimes: number[] = [];
  Object.assign(globalThis, { frameTimes });
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  let frame = Number.NaN;
  globalThis.requestAnimationFrame = (callback) =>
    request((now) => {
      const begin = performance.now();
      callback(now);
      const time = performance.now() - begin;
      if (now === frame) frameTimes[frameTimes.length - 1] += time;
      else frameTimes.push(time);
      frame = now;
    });
}
