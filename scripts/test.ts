import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/free-port.ts";

// npm test: rules, queries and the API on a real database, then the browser journeys on a real shop.
// With an argument, "unit" or "e2e", that half alone; further arguments go to its runner.

const [part, ...rest] = process.argv.slice(2);
const UNIT = "rules, queries and the API on a real PostgreSQL";
const JOURNEYS = "browser journeys at phone and desktop size";

announce();
// with a file's name, only what opens the built pages makes them, and only what opens a browser finds one
if (part !== "e2e" && rest.length === 0) {
  await chooseBrowser();
  await (await import("./build-when-stale.ts")).buildWhenStale();
}
if (part !== "e2e") run(["node_modules/vitest/vitest.mjs", "run", ...rest], process.env);
// no journeys behind a failure: what failed is the last thing said
if (part !== "unit" && !process.exitCode) await journeys();

/** Said before anything heavy is loaded: whoever waits that long should know it from the start. */
function announce(): void {
  if (rest.length > 0) console.log(`Some of the tests: ${rest.join(" ")}`);
  else if (part === "unit") console.log(`Testing ${UNIT}: about 15 minutes on two cores.`);
  else if (part === "e2e") console.log(`Testing ${JOURNEYS}: about 10 minutes on two cores.`);
  else
    console.log(
      `Testing everything: ${UNIT}, then ${JOURNEYS}. It takes about 25 minutes on two cores, builds the shop when the sources have changed, and leaves nothing running.`,
    );
}

async function journeys() {
  const { buildWhenStale } = await import("./build-when-stale.ts");
  await chooseBrowser();
  await buildWhenStale();
  const folder = mkdtempSync(join(tmpdir(), "sauti-e2e-"));
  // as root, the account that runs the database must be able to enter
  chmodSync(folder, 0o755);
  try {
    const port = String(await freePort());
    run(["node_modules/@playwright/test/cli.js", "test", ...(part === "e2e" ? rest : [])], {
      ...process.env,
      E2E_PORT: port,
      E2E_DATA_DIR: folder,
      MAILBOX_KEY: randomBytes(24).toString("base64url"),
      E2E_DARAJA: `http://127.0.0.1:${await freePort()}`,
      E2E_FLUTTERWAVE: `http://127.0.0.1:${await freePort()}`,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Finds or installs a browser; what is started from here on takes it. */
async function chooseBrowser(): Promise<void> {
  const { findBrowser } = await import("./find-browser.ts");
  const browser = findBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
}

function run(command: string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit", env });
  if (status !== 0) process.exitCode = status ?? 1;
}
