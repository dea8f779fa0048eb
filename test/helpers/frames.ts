import type { Locator, Page } from "playwright-core";

/** Waits until so many frames of a page have been drawn. */
export function passFrames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  }, count);
}

/** Asks again and again, half a second apart, until something is so; false if it never is. */
export async function poll(page: Page, isSo: () => Promise<boolean>, tries: number): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    if (await isSo()) return true;
    await page.waitForTimeout(500);
  }
  return isSo();
}

/** A picture that does not change any more. */
export async function takePicture(locator: Locator): Promise<string> {
  const take = async () => (await locator.screenshot()).toString("base64");
  let before = await take();
  for (let i = 0; i < 50; i++) {
    await passFrames(locator.page(), 6);
    const now = await take();
    if (now === before) return now;
    before = now;
  }
  throw new Error("the picture does not come to rest");
}
