// Started by Jupyter as kernel.json says: runs the kernel of the Deno in node_modules, cut off from the network.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

/** The path of Deno's program, which its package makes on first use. */
function findDeno() {
  try {
    return createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
  } catch (cause) {
    console.error(
      `The Deno kernel cannot start: ${cause.message.split("\n")[0]}; run npm ci in the folder of multibond`,
    );
    process.exit(1);
  }
}

const connection = process.argv[2];
if (connection === undefined) {
  console.error(
    "The Deno kernel is started by Jupyter: set JUPYTER_PATH to the whole path of notebooks/jupyter and open a notebook",
  );
  process.exit(1);
}

// Nothing listens at port 9: whatever would be downloaded is refused before it leaves the machine.
const nowhere = "http://127.0.0.1:9";
const env = {
  ...process.env,
  DENO_NO_UPDATE_CHECK: "1",
  DENO_NO_PROMPT: "1",
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  http_proxy: nowhere,
  https_proxy: nowhere,
  NO_PROXY: "",
  no_proxy: "",
};
const child = spawn(findDeno(), ["jupyter", "--quiet", "--kernel", "--conn", connection], { env, stdio: "inherit" });
// Jupyter interrupts the whole group; the kernel lives on, and so must this process.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", ({ message }) => {
  console.error(`The Deno kernel cannot start: ${message}; run npm ci in the folder of multibond`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
