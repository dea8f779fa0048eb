// Takes the pictures of the gallery, notebooks/images/*.jpg, from the built site: npm run cards [NAME …]
import fs from "node:fs";
import { launchBrowser, serveFolder } from "./browser.ts";
import { NotebookPage } from "./NotebookPage.ts";
import { inRoot } from "./project.ts";

/** How far the run is on the picture, in tenths; what is shown where there is no viewer; a choice before. */
const PLACES: Record<string, { tenths?: number; element?: string; choice?: [string, string] }> = {
  bondgraphs: { element: "main svg", choice: ["Model", "quarter car"] },
  vehicle: { tenths: 6 },
};

const pages = JSON.parse(fs.readFileSync(inRoot("notebooks/pages.json"), "utf8")) as { name: string }[];
const wanted = process.argv.slice(2);
const server = await serveFolder(inRoot("site"));
const browser = await launchBrowser();
fs.mkdirSync(inRoot("notebooks/images"), { recursive: true });
for (const { name } of pages) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { tenths = 3, element = "canvas", choice } = PLACES[name] ?? {};
  const notebook = await open(name);
  const { page } = notebook;
  if (choice) await notebook.choose(...choice);
  if (element === "canvas") {
    await page
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    for (let i = 0; i < tenths; i++) await page.keyboard.press("Shift+ArrowRight");
  }
  await page.waitForTimeout(4000);
  const target = page.locator(element).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${name}: there is no ${element} to take a picture of`);
  // The middle part with the form of a card.
  const width = Math.min(box.width, 1.6 * box.height);
  const height = width / 1.6;
  const clip = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
  await page.screenshot({ path: inRoot(`notebooks/images/${name}.jpg`), type: "jpeg", quality: 82, clip });
  console.log(`notebooks/images/${name}.jpg`);
  await notebook.close();
}
await browser.close();
server.close();

async function open(name: string): Promise<NotebookPage> {
  const notebook = await NotebookPage.open(browser, { origin: server.origin, name }, { width: 1280, height: 900 });
  await notebook.waitUntilDone();
  return notebook;
}
