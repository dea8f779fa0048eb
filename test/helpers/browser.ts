import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** No window, no sandbox (it cannot be had as root), WebGL by software, and none of the browser's own traffic. */
const ARGUMENTS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why there is no browser, and how to get one; undefined if there is one. */
export function findMissingBrowser(): string | undefined {
  if (fs.existsSync(executablePath)) return undefined;
  return `no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM to the path of yours`;
}

/** Starts Chromium, or says how to get it. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const missing = findMissingBrowser();
  if (missing) throw new Error(missing);
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

export interface Server {
  /** Without a slash at its end. */
  origin: string;
  close(): void;
}

/** Serves the files of a folder, and nothing else, on this machine. */
export async function serveFolder(folder: string): Promise<Server> {
  const server = http.createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)).replace(/[\\/]$/, "/index.html"));
    if (pathname === "/favicon.ico") response.writeHead(204).end();
    else if (!file.startsWith(folder) || !fs.existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
      fs.createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, close };
}
