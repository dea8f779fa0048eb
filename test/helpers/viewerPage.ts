import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inRoot } from "./project.ts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

// No window, no sandbox (it cannot be had as root), none of the browser's own traffic; WebGL is drawn by software.
const ARGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const WITH_WEBGL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const WITHOUT_WEBGL = ["--disable-gpu", "--disable-3d-apis"];

/** What a page needs: a double pendulum, and a look at its pixels. */
const PRELUDE = `
import { Contact, Inertia, mecanumLayout, Plane, RevoluteJoint, RigidBody, Sphere, System, Vehicle, Viewer } from "/multibond.view.js";
window.Viewer = Viewer;
window.createRun = (angle = 1, until = 4) => {
  const system = new System();
  const rod = system.add(new RigidBody("rod", { inertia: Inertia.box({ mass: 1, size: [0.1, 1, 0.1] }), position: [0, -0.5, 0] }));
  const bob = system.add(new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.15 }), position: [0, -1.5, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1], angle }));
  system.add(new RevoluteJoint("elbow", rod, bob, { point: [0, -1, 0], axis: [0, 0, 1], angle: 1 }));
  return system.simulateSync({ until, tolerance: 1e-6 });
};
window.createVehicle = (until = 0.3) => {
  const system = new System();
  new Vehicle("cart", system.ground, {
    wheels: mecanumLayout({ length: 0.4, width: 0.3 }),
    wheel: { radius: 0.05, rollers: 9, rollerDistance: 0.04, friction: 0.6,
      disc: Inertia.cylinder({ mass: 0.5, radius: 0.04, length: 0.04, axis: "z" }) },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    command: { vx: 0.4, vy: 0.2, wz: 0.4 },
  }).addTo(system);
  return system.simulateSync({ until, tolerance: 1e-4, method: "dopri5" });
};
// Shares of the picture that differ from its corner, and that are blue; the box around what is colourful (bodies, not the
// floor) in pixels; and a number that changes with it.
window.look = async (viewer = window.viewer) => {
  const bitmap = await createImageBitmap(await viewer.screenshot());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let [inked, hash, blue] = [0, 0, 0];
  let box = [9999, 9999, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const far = Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]);
    if (far > 40) inked++;
    if (data[i + 2] > data[i] + 60) blue++;
    if (Math.abs(data[i + 2] - data[i]) > 35) {
      const [x, y] = [(i / 4) % bitmap.width, Math.floor(i / 4 / bitmap.width)];
      box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    }
    hash = (hash * 31 + data[i] + 3 * data[i + 1] + 7 * data[i + 2]) | 0;
  }
  const share = (count) => count / (data.length / 4);
  return { inked: share(inked), blue: share(blue), box, hash, corner: [...data.slice(0, 3)], width: bitmap.width, height: bitmap.height };
};
`;

/** A page with a viewer, and what went wrong in it. */
export interface ViewerPage {
  page: Page;
  errors: string[];
  requests: string[];
  /** Requests that left the machine. */
  outside: string[];
}

/** A server of dist/ and a browser, for tests of the viewer. */
export class ViewerLab {
  private readonly server: http.Server;
  private readonly browsers = new Map<boolean, Browser>();
  private script = "";

  private constructor(server: http.Server) {
    this.server = server;
  }

  static async start(): Promise<ViewerLab> {
    if (!fs.existsSync(executablePath)) {
      throw new Error(
        `no Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM to the path of yours`,
      );
    }
    const server = http.createServer(({ url = "/" }, response) => lab.answer(url, response));
    const lab = new ViewerLab(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return lab;
  }

  private answer(url: string, response: http.ServerResponse): void {
    if (url === "/") {
      const head =
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>page</title>';
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`${head}<body><script type="module">${PRELUDE}${this.script}\ndocument.title = "done";</script>`);
      return;
    }
    const file = inRoot("dist", url.slice(1));
    const isThere = /^\/[\w.-]+\.js$/.test(url) && fs.existsSync(file);
    response.writeHead(isThere ? 200 : 204, { "content-type": "text/javascript" });
    response.end(isThere ? fs.readFileSync(file) : undefined);
  }

  /** Opens a page that runs a script; `viewer` is what it makes. */
  async open(script: string, options: BrowserContextOptions = {}, hasWebGL = true): Promise<ViewerPage> {
    this.script = script;
    let browser = this.browsers.get(hasWebGL);
    if (!browser) {
      browser = await chromium.launch({ executablePath, args: [...ARGS, ...(hasWebGL ? WITH_WEBGL : WITHOUT_WEBGL)] });
      this.browsers.set(hasWebGL, browser);
    }
    const page = await browser.newPage({ viewport: { width: 640, height: 480 }, ...options });
    const [errors, requests, outside]: string[][] = [[], [], []];
    const origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => {
      const url = request.url();
      if (url.startsWith(`${origin}/`)) requests.push(url.slice(origin.length));
      else if (!url.startsWith("blob:")) outside.push(url);
    });
    await page.goto(`${origin}/`);
    await page
      .waitForFunction(() => document.title === "done", null, { timeout: 120_000 })
      .catch((error) => {
        errors.push(String(error));
      });
    return { page, errors, requests, outside };
  }

  async stop(): Promise<void> {
    for (const browser of this.browsers.values()) await browser.close();
    this.server.close();
  }
}
