import type { Browser, BrowserContext, Page } from "playwright-core";
import { poll } from "./frames.ts";

/** How long results may take on a busy machine, ms. No test measures how long they do take. */
const PATIENCE = 60_000;

export interface NotebookPageOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  reducedMotion?: "reduce" | "no-preference";
}

/** A notebook in the browser, as a reader uses it. */
export class NotebookPage {
  /** Errors and warnings of the console, errors of scripts, and requests that leave the machine. */
  readonly complaints: string[] = [];
  readonly page: Page;

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      // Reading back from a canvas that software draws is slow, and said to be so.
      if (/GPU stall|GL Driver Message|software WebGL|swiftshader/i.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
        this.complaints.push(`request to ${request.url()}`);
      }
    });
  }

  static async open(
    browser: Browser | BrowserContext,
    address: { origin: string; name: string },
    options: NotebookPageOptions = {},
  ): Promise<NotebookPage> {
    const { width = 1440, height = 900, colorScheme = "light", reducedMotion = "reduce" } = options;
    const page =
      "newContext" in browser
        ? await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion })
        : await browser.newPage();
    const notebook = new NotebookPage(page, address.origin);
    await page.goto(`${address.origin}/${address.name}.html`);
    return notebook;
  }

  /** Waits until every run on the page has ended. */
  async waitUntilDone(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const states = [...document.querySelectorAll<HTMLElement>(".status")].map(({ dataset }) => dataset.state);
        return states.length > 0 && states.every((state) => state !== "running");
      },
      undefined,
      { timeout: PATIENCE },
    );
    // One more frame, in which the cells that show the end are drawn.
    await this.waitForFrames();
  }

  /** Two frames: a busy page computes its cells in the first. */
  private async waitForFrames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** Moves the slider with this label, and waits for the new results. */
  async setRange(label: string, value: number): Promise<void> {
    const before = await this.listRuns();
    await this.pushRange(label, value);
    await this.waitForNext(before);
  }

  /** Numbers of the runs that the page shows. */
  private async listRuns(): Promise<string> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".status")].map(({ dataset }) => dataset.run).join(),
    );
  }

  /** Waits for the end of a run that is another one than before; some inputs begin none. */
  private async waitForNext(before: string): Promise<void> {
    await this.page
      .waitForFunction(
        (before) =>
          [...document.querySelectorAll<HTMLElement>(".status")].map(({ dataset }) => dataset.run).join() !== before,
        before,
        { timeout: 3000 },
      )
      .catch(() => undefined);
    await this.waitUntilDone();
  }

  /** Moves the slider with this label. */
  async pushRange(label: string, value: number): Promise<void> {
    const moved = await this.page.evaluate(
      ({ label, value }) => {
        const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
        const range = found?.parentElement?.querySelector<HTMLInputElement>("input[type=range]");
        if (!range) return false;
        range.valueAsNumber = value;
        range.dispatchEvent(new Event("input", { bubbles: true }));
        return true;
      },
      { label, value },
    );
    if (!moved) throw new Error(`the page has no slider "${label}"`);
  }

  /** Chooses an option of the choice with this label (`select` or radio buttons), and waits for the new results. */
  async choose(label: string, option: string): Promise<void> {
    const before = await this.listRuns();
    const chosen = await this.page.evaluate(
      ({ label, option }) => {
        const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
        const frame = found?.parentElement;
        const select = frame?.querySelector("select");
        if (select) {
          const entry = [...select.options].find(({ text }) => text === option);
          if (!entry) return false;
          select.selectedIndex = entry.index;
          select.dispatchEvent(new Event("input", { bubbles: true }));
          return true;
        }
        const radio = [...(frame?.querySelectorAll("label") ?? [])].find(
          ({ textContent, control }) => control && textContent?.trim() === option,
        );
        radio?.click();
        return radio !== undefined;
      },
      { label, option },
    );
    if (!chosen) throw new Error(`the page has no choice "${label}" with the option "${option}"`);
    await this.waitForNext(before);
  }

  /** The full value of a number that the page shows as a tile. */
  async readFact(name: string): Promise<number> {
    const tile = this.page.locator(`[data-fact="${name}"][data-value]`).first();
    return Number(await tile.getAttribute("data-value", { timeout: PATIENCE }));
  }

  /** Waits until a number on the page is the expected one; false if it never is. */
  async waitForFact(name: string, expected: number, tolerance: number): Promise<boolean> {
    return poll(this.page, async () => Math.abs((await this.readFact(name)) - expected) <= tolerance, PATIENCE / 500);
  }

  /** How far the page is wider than the window, px. */
  async findOverflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }

  /** Different colours in each canvas: 1 where nothing is drawn. */
  async countColours(): Promise<number[]> {
    const counts: number[] = [];
    for (const canvas of await this.page.locator("canvas:visible").all()) {
      await canvas.scrollIntoViewIfNeeded();
      const image = (await canvas.screenshot()).toString("base64");
      counts.push(
        await this.page.evaluate(async (image) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
          context.drawImage(bitmap, 0, 0);
          const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }, image),
      );
    }
    return counts;
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
