import type { Page } from "playwright-core";
import { passFrames } from "./frames.ts";

/** Options of a viewer that stands still. */
export const STILL = "autoplay: false, height: 260";

/** The script of a page that makes a viewer. */
export const create = (options: string, run = "createRun()") =>
  `window.viewer = new Viewer(${run}, { ${options} }); document.body.append(viewer.element); await viewer.ready;`;

/** What is seen. */
export interface Picture {
  inked: number;
  blue: number;
  box: number[];
  hash: number;
  corner: number[];
  width: number;
  height: number;
}

export const look = (page: Page) => page.evaluate("look()") as Promise<Picture>;
export const read = (page: Page, expression: string) => page.evaluate(expression) as Promise<number>;

/** Waits until two looks in a row are the same: everything has been looked at. */
export async function settle(page: Page): Promise<Picture> {
  await page.waitForFunction("viewer.scene.survey.isComplete", null, { timeout: 120_000 });
  let before = await look(page);
  for (let i = 0; i < 50; i++) {
    await passFrames(page, 6);
    const now = await look(page);
    if (now.hash === before.hash) return now;
    before = now;
  }
  throw new Error("the picture does not come to rest");
}

/** Waits until the picture is another one, and at rest. */
export async function settleAnew(page: Page, before: Picture): Promise<Picture> {
  await page.waitForFunction(`look().then(({ hash }) => hash !== ${before.hash})`, null, { timeout: 120_000 });
  return settle(page);
}
