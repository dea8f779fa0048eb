import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import test from "ava";
import { chromium } from "playwright-core";
import { isAbove } from "../helpers/compare.ts";
import { inRoot, packageFile, readmeExample } from "../helpers/project.ts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

// No window, no sandbox (it cannot be had as root), and none of the browser's own traffic.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The page of a user without a bundler: every entry point is the one file. */
function writePage(): string {
  const entries = Object.keys(packageFile.exports).map((key) => [
    key.replace(/^\./, packageFile.name),
    "/multibond.js",
  ]);
  return `<!doctype html>
<meta charset="utf-8">
<title>multibond</title>
<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(entries) })}</script>
<script type="module">
${readmeExample()}
document.title = "done";
</script>
`;
}

test("the README's first example runs in a page that imports dist/multibond.js", async (t) => {
  if (!fs.existsSync(executablePath)) {
    t.fail(`no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM to the path of yours`);
    return;
  }
  const files = new Map([
    ["/", { type: "text/html", text: writePage() }],
    ["/multibond.js", { type: "text/javascript", text: fs.readFileSync(inRoot("dist/multibond.js"), "utf8") }],
    ["/favicon.ico", { type: "image/x-icon", text: "" }],
  ]);
  const server = http.createServer(({ url }, response) => {
    const file = files.get(url ?? "");
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" }).end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    const outside: string[] = [];
    let printed = 0;
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
      else printed++;
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`)) outside.push(request.url());
    });
    await page.goto(`${origin}/`);
    await Promise.race([
      page.waitForFunction(() => document.title === "done", null, { timeout: 60_000 }),
      page.waitForEvent("pageerror", { timeout: 60_000 }),
    ]).catch((error) => errors.push(String(error)));
    t.deepEqual(errors, []);
    t.deepEqual(outside, []);
    isAbove(t, printed, 0, "it prints something");
  } finally {
    await browser.close();
    server.close();
  }
});
